package audit

import "github.com/holdfast-events/holdfast/internal/inventory"

// BookedAddOn is what decides about an add-on of a booking.
type BookedAddOn struct {
	ID                      string
	Quantity, Each, TaxRate int64
}

// Booking is what decides about a booking of rooms.
type Booking struct {
	ID, Org, Venue, State, Reason string
	Rooms                         []string
	StartsAt, EndsAt              inventory.Instant
	Setup, Teardown               inventory.Micros
	Layout                        string
	People                        int64
	AddOns                        []BookedAddOn
	Event                         string
	Follows                       string // whether it moves with the event: see package booking
	Series                        string // that it is a date of, or empty
	// What it costs, and what was paid of that.
	Currency             string
	Price, Deposit       int64
	PayUntil, BalanceDue inventory.Instant
	DepositBy, BalanceBy string
	Waived, ByVenue      bool
}

// Commitment commits to who has which rooms when, for what, and where that stands. What it
// is for in words is left out: it may name people.
func (b *Booking) Commitment() string {
	e := encoding("booking\n")
	e.text(b.ID)
	e.text(b.Org)
	e.text(b.Venue)
	e.text(b.State)
	e.text(b.Reason)
	e.number(int64(len(b.Rooms)))
	for _, r := range b.Rooms {
		e.text(r)
	}
	e.number(int64(b.StartsAt))
	e.number(int64(b.EndsAt))
	e.number(int64(b.Setup))
	e.number(int64(b.Teardown))
	e.text(b.Layout)
	e.number(b.People)
	e.text(b.Event)
	e.text(b.Follows)
	e.text(b.Series)
	if len(b.AddOns) > 0 {
		e.text("add-ons")
		e.number(int64(len(b.AddOns)))
		for _, a := range b.AddOns {
			e.text(a.ID)
			e.number(a.Quantity)
			e.number(a.Each)
			e.number(a.TaxRate)
		}
	}
	if b.Price == 0 { // as bookings were before they had prices
		return e.commitment()
	}
	e.text(b.Currency)
	e.number(b.Price)
	e.number(b.Deposit)
	e.number(int64(b.PayUntil))
	e.number(int64(b.BalanceDue))
	e.text(b.DepositBy)
	e.text(b.BalanceBy)
	e.truth(b.Waived)
	e.truth(b.ByVenue)
	return e.commitment()
}
