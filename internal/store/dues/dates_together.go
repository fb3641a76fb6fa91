package dues

import (
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
)

// Together are dates of a series of which the same part of the price is to be paid now, so that it can
// be paid at once.
type Together struct {
	Part     booking.Part
	Dates    []bookings.Booking // by start
	Amount   int64              // of all of them, in minor units of Currency
	Currency string
}

// AskedTogether says what of the dates of a series can be paid at once at a time: the deposits, while any
// are asked for, else the rest. nil: that is no more than one date.
func AskedTogether(dates []bookings.Booking, now inventory.Instant) *Together {
	for _, part := range []booking.Part{booking.DepositPart, booking.BalancePart} {
		t := Together{Part: part}
		for i := range dates {
			asks, amount, _ := dates[i].Asks(now)
			if asks != part || t.Currency != "" && t.Currency != dates[i].Terms.Currency {
				continue
			}
			t.Dates, t.Amount, t.Currency = append(t.Dates, dates[i]), t.Amount+amount, dates[i].Terms.Currency
		}
		switch {
		case len(t.Dates) > 1:
			return &t
		case len(t.Dates) == 1 && part == booking.DepositPart:
			return nil // which is paid on its own page, before the rest of others
		}
	}
	return nil
}
