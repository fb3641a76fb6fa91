package store

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/bookers"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/dues"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/homes"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/moves"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/replies"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// Store is an open database with the current schema: the ledger, which writes
// what batches decide (ledger.Begin), and the reads and the small writes of each
// aggregate.
type Store struct {
	db *database.DB
	// replica is read instead of the database where Reading says so; nil: there is none.
	replica *readReplica

	Events        events.Events
	Registrations events.Registrations
	Waitlist      events.Waitlist
	WaitingRooms  waitingrooms.WaitingRooms
	Rehearsals    waitingrooms.Rehearsals
	Challenges    replies.Challenges
	Logs          logs.Logs
	Orders        events.Orders
	Tickets       events.Tickets
	Questions     audience.Questions
	Uploads       audience.Uploads
	CheckIns      checkins.CheckIns
	Tills         payments.Tills
	Tracking      audience.Tracking
	Consents      audience.Consents
	Campaigns     audience.Campaigns
	Invoices      payments.Invoices
	People        guests.People
	Messages      events.Messages
	Deliveries    messages.Deliveries
	Announcements messages.Announcements
	Contacts      messages.Contacts
	Follows       messages.Follows
	Entrants      messages.Entrants
	PassHolders   messages.PassHolders
	Feedback      messages.Feedbacks
	Invitations   events.Invitations
	Wordings      messages.Wordings
	Mails         messages.Mails
	Accounts      organizations.Accounts
	Organizations organizations.Organizations
	Certificates  organizations.Certificates
	Backups       organizations.Backups
	Venues        venuechanges.Venues
	Bookings      bookings.Bookings
	Dues          dues.Dues
	RoomCalendars roomcalendars.RoomCalendars
	Bookers       bookers.Bookers
	Resources     resources.Resources
	ResourceJoins resources.ResourceJoins
	Series        events.Series
	Passes        passes.Passes
	Pictures      events.Pictures
	Payments      payments.Payments
	Payouts       payments.Payouts
	Journals      payments.Journals
	Banks         payments.Banks
	TestPayments  payments.TestPayments
	Webhooks      messages.Webhooks
	Feeds         messages.Feeds
	Exports       files.Exports
	Imports       files.Imports
	Erasures      erasures.Erasures
	Replies       replies.Replies
	Homes         homes.Homes
	Cells         cells.Cells
	Jobs          payments.Jobs
	Moves         moves.Moves
	Archives      archives.Archives
	Retention     archives.Retentions
}

// Open opens the database. It does not migrate: see Migrate.
func Open(ctx context.Context, c database.Config) (*Store, error) {
	d, err := database.OpenDB(ctx, c)
	if err != nil {
		return nil, err
	}
	s, err := onDB(d)
	if err == nil && c.Read != "" {
		err = s.openReplica(ctx, &c)
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return s, nil
}

// onDB is the store on a database.
func onDB(d *database.DB) (*Store, error) {
	places, err := venues.NewVenues(d)
	if err != nil {
		return nil, err
	}
	booked, err := bookings.NewBookings(d, places)
	if err != nil {
		return nil, err
	}
	return &Store{
		db: d,

		Events:        events.NewEvents(d),
		Registrations: events.NewRegistrations(d),
		Waitlist:      events.NewWaitlist(d),
		WaitingRooms:  waitingrooms.NewWaitingRooms(d),
		Rehearsals:    waitingrooms.NewRehearsals(d),
		Challenges:    replies.NewChallenges(d),
		Logs:          logs.NewLogs(d),
		Orders:        events.NewOrders(d),
		Tickets:       events.NewTickets(d),
		Questions:     audience.NewQuestions(d),
		Uploads:       audience.NewUploads(d),
		CheckIns:      checkins.NewCheckIns(d),
		Tills:         payments.NewTills(d),
		Tracking:      audience.NewTracking(d),
		Consents:      audience.NewConsents(d),
		Campaigns:     audience.NewCampaigns(d),
		Invoices:      payments.NewInvoices(d),
		People:        guests.NewPeople(d),
		Messages:      events.NewMessages(d),
		Deliveries:    messages.NewDeliveries(d),
		Announcements: messages.NewAnnouncements(d),
		Contacts:      messages.NewContacts(d),
		Follows:       messages.NewFollows(d),
		Entrants:      messages.NewEntrants(d),
		PassHolders:   messages.NewPassHolders(d),
		Feedback:      messages.NewFeedbacks(d),
		Invitations:   events.NewInvitations(d),
		Wordings:      messages.NewWordings(d),
		Mails:         messages.NewMails(d),
		Accounts:      organizations.NewAccounts(d),
		Organizations: organizations.NewOrganizations(d),
		Certificates:  organizations.NewCertificates(d),
		Backups:       organizations.NewBackups(d),
		Venues:        venuechanges.NewVenues(d, places, booked),
		Bookings:      booked,
		Dues:          dues.NewDues(d, booked),
		RoomCalendars: roomcalendars.NewRoomCalendars(d, places, booked),
		Resources:     resources.NewResources(d),
		ResourceJoins: resources.NewResourceJoins(d),
		Series:        events.NewSeries(d),
		Passes:        passes.NewPasses(d),
		Pictures:      events.NewPictures(d),
		Payments:      payments.NewPayments(d),
		Payouts:       payments.NewPayouts(d),
		Journals:      payments.NewJournals(d),
		Banks:         payments.NewBanks(d),
		TestPayments:  payments.NewTestPayments(d),
		Webhooks:      messages.NewWebhooks(d),
		Feeds:         messages.NewFeeds(d),
		Exports:       files.NewExports(d),
		Imports:       files.NewImports(d),
		Erasures:      erasures.NewErasures(d),
		Replies:       replies.NewReplies(d),
		Homes:         homes.NewHomes(d),
		Cells:         cells.NewCells(d),
		Jobs:          payments.NewJobs(d),
		Moves:         moves.NewMoves(d),
		Archives:      archives.NewArchives(d),
		Retention:     archives.NewRetentions(d),
		Bookers:       bookers.NewBookers(d, booked),
	}, nil
}
