package page

// VenueWords are what the page of a venue says, in one language.
type VenueWords struct {
	Address, Map, Hours, Always, Closed, Capacity, People, Prices, PerHour, Once, Deposit, AddOns, Free, FreeLead, Full, Resting, Heading, Each, Person, Hour string
}
