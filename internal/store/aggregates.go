package store

// Store is an open database with the current schema: the ledger, which writes
// what batches decide (Begin), and the reads and the small writes of each
// aggregate.
type Store struct {
	*db

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
	Invoices      Invoices
	People        People
	Messages      Messages
	Deliveries    Deliveries
	Announcements Announcements
	Contacts      Contacts
	Follows       Follows
	Feedback      Feedbacks
	Invitations   Invitations
	Wordings      Wordings
	Mails         Mails
	Accounts      Accounts
	Organizations Organizations
	Certificates  Certificates
	Venues        Venues
	Bookers       Bookers
	Resources     Resources
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

// newStore gives each aggregate the database.
func newStore(d *db) *Store {
	return &Store{
		db: d,

		Events:        Events{d},
		Registrations: Registrations{d},
		Waitlist:      Waitlist{d},
		WaitingRooms:  WaitingRooms{d},
		Rehearsals:    Rehearsals{d},
		Challenges:    Challenges{d},
		Logs:          Logs{d},
		Orders:        Orders{d},
		Tickets:       Tickets{d},
		Questions:     Questions{d},
		CheckIns:      CheckIns{d},
		Tills:         Tills{d},
		Tracking:      Tracking{d},
		Consents:      Consents{d},
		Invoices:      Invoices{d},
		People:        People{d},
		Messages:      Messages{d},
		Deliveries:    Deliveries{d},
		Announcements: Announcements{d},
		Contacts:      Contacts{d},
		Follows:       Follows{d},
		Feedback:      Feedbacks{d},
		Invitations:   Invitations{d},
		Wordings:      Wordings{d},
		Mails:         Mails{d},
		Accounts:      Accounts{d},
		Organizations: Organizations{d},
		Certificates:  Certificates{d},
		Venues:        Venues{d},
		Bookers:       Bookers{d},
		Resources:     Resources{d},
		Series:        Series{d},
		Pictures:      Pictures{d},
		Payments:      Payments{d},
		Payouts:       Payouts{d},
		Journals:      Journals{d},
		Banks:         Banks{d},
		TestPayments:  TestPayments{d},
		Webhooks:      Webhooks{d},
		Feeds:         Feeds{d},
		Exports:       Exports{d},
		Imports:       Imports{d},
		Erasures:      Erasures{d},
		Replies:       Replies{d},
		Jobs:          Jobs{d},
		Moves:         Moves{d},
		Archives:      Archives{d},
		Retention:     Retentions{d},
	}
}

// The aggregates.
type (
	// Events is events as they stand, with their pools, tiers, seats, figures and audit rows.
	Events struct{ *db }
	// Registrations is the places of people at events: holds, entries and offers.
	Registrations struct{ *db }
	// Waitlist is the waitlists of events: their order, positions, and the history of a position.
	Waitlist struct{ *db }
	// WaitingRooms is the people who wait before an on-sale, in the order of arrival, and the tree of them.
	WaitingRooms struct{ *db }

	// Rehearsals is rehearsals of on-sales that organizers asked for.
	Rehearsals struct{ *db }
	// Challenges is the answers of strangers to challenges that were used.
	Challenges struct{ *db }
	// Logs is the public logs of events: trees over their audit rows.
	Logs struct{ *db }
	// Orders is orders, promo codes and what is due back.
	Orders struct{ *db }
	// Tickets is tickets, who holds them, who comes in with them, and how they change hands.
	Tickets struct{ *db }
	// CheckIns is the lists of the check-in, scans and admissions.
	CheckIns struct{ *db }
	// Tills is the tills of the box office, and what was sold at them.
	Tills struct{ *db }
	// Tracking is the tracking links of events, and what came through them.
	Tracking struct{ *db }
	// Consents is what people may agree to for marketing and sponsors, and who did.
	Consents struct{ *db }
	// Invoices is what organizations say on invoices, and the documents that were issued.
	Invoices struct{ *db }
	// People is the people of events, by address and as guests.
	People struct{ *db }
	// Messages is what people are told, with all that a message tells of.
	Messages struct{ *db }
	// Deliveries is what became of messages on each channel.
	Deliveries struct{ *db }
	// Announcements is reminders, changes, and what organizers write.
	Announcements struct{ *db }
	// Contacts is how people want to be reached, and addresses that are not written to.
	Contacts struct{ *db }
	// Follows is the followers of organizations, who are told about new events.
	Follows struct{ *db }
	// Feedbacks is what guests said of events after them.
	Feedbacks struct{ *db }
	// Invitations is the people who are invited to events.
	Invitations struct{ *db }
	// Wordings is the organizers' own words and brands.
	Wordings struct{ *db }
	// Mails is the local mailbox.
	Mails struct{ *db }
	// Accounts is accounts and how they sign in.
	Accounts struct{ *db }
	// Organizations is organizations, their members and API keys, and the secrets of this installation.
	Organizations struct{ *db }
	// Certificates is what certificate authorities gave, and which server asks them.
	Certificates struct{ *db }
	// Venues is venues, rooms and seating plans.
	Venues struct{ *db }
	// Bookers is who books rooms without being a member.
	Bookers struct{ *db }
	// Resources is capacity that other systems own, and who waits for it.
	Resources struct{ *db }
	// Series is events that are dates of one thing.
	Series struct{ *db }
	// Pictures is pictures of events.
	Pictures struct{ *db }
	// Payments is checkouts, payments and what their providers said of them.
	Payments struct{ *db }
	// Payouts is money that goes back.
	Payouts struct{ *db }
	// Journals is the accounting journals of events.
	Journals struct{ *db }
	// Banks is the accounts of organizations at banks, and what those say of them.
	Banks struct{ *db }
	// TestPayments is what the built-in test provider remembers.
	TestPayments struct{ *db }
	// Webhooks is the endpoints of organizations and what was sent to them.
	Webhooks struct{ *db }
	// Feeds is the changes of an organization's events in one order.
	Feeds struct{ *db }
	// Exports is files that are made of the rows of an event.
	Exports struct{ *db }
	// Imports is guest lists on their way into an event.
	Imports struct{ *db }
	// Erasures is the list of erased people.
	Erasures struct{ *db }
	// Replies is what commands with an Idempotency-Key were answered.
	Replies struct{ *db }
	// Jobs is rows for the job queue.
	Jobs struct{ *db }
	// Moves is the move of all rows to another database.
	Moves struct{ *db }
	// Archives is which events are in files, and moving their rows there and back.
	Archives struct{ *db }
	// Retentions is how long organizations keep what gets old.
	Retentions struct{ *db }
)
