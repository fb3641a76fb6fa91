package access

// Tags group the operations in the documentation.
const (
	TagEvents        = "Events"
	TagRegistrations = "Registrations"
	TagWaitlist      = "Waitlist and offers"
	TagOrders        = "Orders"
	TagTickets       = "Tickets and check-in"
	TagPools         = "Pools and blocks"
	TagAudit         = "Audit and messages"
	TagKeys          = "API keys"
	TagSignIn        = "Signing in"
	TagMembers       = "Organization and members"
	TagOperations    = "Operations"
	TagSeats         = "Venues and seats"
)

// TagSeries groups several dates of one thing.
const TagSeries = "Series"

// TagCalendars groups what calendar programs and feed readers read.
const TagCalendars = "Calendars and feeds"

// TagQuestions groups what events ask their people.
const TagQuestions = "Questions"

const TagWaitingRoom = "Waiting room"

const TagExports = "Exports"

const TagMessages = "Messages"

const (
	TagPayments = "Payments"
)

const TagWebhooks = "Webhooks"

// TagResources groups capacity that other systems own.
const TagResources = "Places that others hold"

// TagBoxOffice groups what is sold at the door.
const TagBoxOffice = "Box office"

// TagMarketing groups where people come from, and what they have agreed to.
const TagMarketing = "Marketing"

// TagBookings groups the time of rooms.
const TagBookings = "Bookings of rooms"

// TagArchive groups what gets old.
const TagArchive = "Archive and retention"
