package page

import "github.com/holdfast-events/holdfast/internal/locale"

// VenueWords are what the page of a venue says, in one language.
type VenueWords struct {
	Address, Map, Hours, Always, Closed, Capacity, People, Prices, PerHour, Once, Deposit, DepositFixed, RestAtStart, AddOns, Free, FreeLead, Full, Resting, Heading, Each, Person, Hour, Pictures string
	RestDays                                                                                                                                                                                       locale.Counted
}
