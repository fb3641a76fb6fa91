package store

import (
	"context"
	"errors"
)

// Store is an open database with the current schema: the ledger, which writes
// what batches decide (Begin), and the reads and the small writes of each
// aggregate.
type Store struct {
	db *db
	// replica is read instead of the database where Reading says so; nil: there is none.
	replica *readReplica

	Events        Events
	Registrations Registrations
	Waitlist      Waitlist
	WaitingRooms  WaitingRooms
	Rehearsals    Rehearsals
	Challenges    Challenges
	Logs          Logs
	Orders        Orders
	Tickets       Tickets
	Questions     Questions
	CheckIns      CheckIns
	Tills         Tills
	Tracking      Tracking
	Consents      Consents
	Campaigns     Campaigns
	Invoices      Invoices
	People        People
	Messages      Messages
	Deliveries    Deliveries
	Announcements Announcements
	Contacts      Contacts
	Follows       Follows
	Entrants      Entrants
	Feedback      Feedbacks
	Invitations   Invitations
	Wordings      Wordings
	Mails         Mails
	Accounts      Accounts
	Organizations Organizations
	Certificates  Certificates
	Venues        Venues
	RoomCalendars RoomCalendars
	Bookers       Bookers
	Resources     Resources
	ResourceJoins ResourceJoins
	Series        Series
	Pictures      Pictures
	Payments      Payments
	Payouts       Payouts
	Journals      Journals
	Banks         Banks
	TestPayments  TestPayments
	Webhooks      Webhooks
	Feeds         Feeds
	Exports       Exports
	Imports       Imports
	Erasures      Erasures
	Replies       Replies
	Jobs          Jobs
	Moves         Moves
	Archives      Archives
	Retention     Retentions
}

// Open opens the database. It does not migrate: see Migrate.
func Open(ctx context.Context, c Config) (*Store, error) {
	d, err := openDB(ctx, c)
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
func onDB(d *db) (*Store, error) {
	venues, err := NewVenues(d)
	if err != nil {
		return nil, err
	}
	return &Store{
		db: d,

		Events:        NewEvents(d),
		Registrations: NewRegistrations(d),
		Waitlist:      NewWaitlist(d),
		WaitingRooms:  NewWaitingRooms(d),
		Rehearsals:    NewRehearsals(d),
		Challenges:    NewChallenges(d),
		Logs:          NewLogs(d),
		Orders:        NewOrders(d),
		Tickets:       NewTickets(d),
		Questions:     NewQuestions(d),
		CheckIns:      NewCheckIns(d),
		Tills:         NewTills(d),
		Tracking:      NewTracking(d),
		Consents:      NewConsents(d),
		Campaigns:     NewCampaigns(d),
		Invoices:      NewInvoices(d),
		People:        NewPeople(d),
		Messages:      NewMessages(d),
		Deliveries:    NewDeliveries(d),
		Announcements: NewAnnouncements(d),
		Contacts:      NewContacts(d),
		Follows:       NewFollows(d),
		Entrants:      NewEntrants(d),
		Feedback:      NewFeedbacks(d),
		Invitations:   NewInvitations(d),
		Wordings:      NewWordings(d),
		Mails:         NewMails(d),
		Accounts:      NewAccounts(d),
		Organizations: NewOrganizations(d),
		Certificates:  NewCertificates(d),
		Venues:        venues,
		RoomCalendars: NewRoomCalendars(venues),
		Resources:     NewResources(d),
		ResourceJoins: NewResourceJoins(d),
		Series:        NewSeries(d),
		Pictures:      NewPictures(d),
		Payments:      NewPayments(d),
		Payouts:       NewPayouts(d),
		Journals:      NewJournals(d),
		Banks:         NewBanks(d),
		TestPayments:  NewTestPayments(d),
		Webhooks:      NewWebhooks(d),
		Feeds:         NewFeeds(d),
		Exports:       NewExports(d),
		Imports:       NewImports(d),
		Erasures:      NewErasures(d),
		Replies:       NewReplies(d),
		Jobs:          NewJobs(d),
		Moves:         NewMoves(d),
		Archives:      NewArchives(d),
		Retention:     NewRetentions(d),
		Bookers:       NewBookers(d, venues),
	}, nil
}
