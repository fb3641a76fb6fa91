package bookers

import (
	"context"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

// GuestBookingConfirm is the body that confirms the address of a guest, with what they take in place of what
// they asked for, if that was taken meanwhile.
type GuestBookingConfirm struct {
	StartsAt *time.Time `json:"starts_at,omitempty" doc:"Another start than was asked for, as free_times of a refusal names one. It lasts as long as what was asked for. Without effect once there is a booking."`
	// OnConflict is what becomes of dates that are taken.
	OnConflict string `json:"on_conflict,omitempty" enum:"all,skip,wait" doc:"What becomes of dates that are taken, in place of what was asked for. Without effect once there is a booking."`
}

// instead is what the body takes.
func (in *GuestBookingConfirm) instead() Instead {
	out := Instead{OnConflict: booking.OnConflict(in.OnConflict)}
	if in.StartsAt != nil {
		out.StartsAt = inventory.At(*in.StartsAt)
	}
	return out
}

// Instead is what a guest takes in place of what they asked for, as long as there is no booking. What is
// empty stays as it was asked for.
type Instead struct {
	StartsAt   inventory.Instant // it lasts as long
	OnConflict booking.OnConflict
}

// takeInstead has a guest ask for something else.
func (h *Handlers) takeInstead(ctx context.Context, f *Found, g *bookings.BookingGuest, in Instead, now inventory.Instant) error {
	if in == (Instead{}) {
		return nil
	}
	var check httpapi.Checks
	if in.StartsAt != 0 {
		g.Asked.StartsAt, g.Asked.EndsAt = in.StartsAt, in.StartsAt+g.Asked.EndsAt-g.Asked.StartsAt
		if in.StartsAt < now {
			check.Add("starts_at", "in_the_past", "must not be in the past")
		}
	}
	if in.OnConflict != "" {
		g.Asked.OnConflict = in.OnConflict
	}
	b := g.Booking()
	inTime(&check, f.Venue.AddOns, b, now)
	_, dates, err := datesOf(&check, &f.Venue.Venue, g, &b)
	if err == nil {
		err = check.Err()
	}
	if err != nil {
		return err
	}
	g.Asked.Dates = int64(len(dates))
	return h.Store.Bookers.AskInstead(ctx, g)
}

// inTime notes add-ons that would have had to be chosen earlier for the time of a booking.
func inTime(check *httpapi.Checks, offered []storevenues.AddOn, b bookings.Booking, now inventory.Instant) {
	var in []venues.ChosenAddOn
	b.AddOns = slices.Clone(b.AddOns)
	for i := range b.AddOns {
		in = append(in, venues.ChosenAddOn{AddOnID: b.AddOns[i].ID, Quantity: b.AddOns[i].Quantity})
		b.AddOns[i].Quantity = 0
	}
	venues.Choose(check, offered, &b, in, false, now)
}

// WithAddOns is the booking of a guest as it would be with other add-ons, at the price that it would have. Whether
// there is enough of them is not looked at.
func (h *Handlers) WithAddOns(f *Found, in []venues.ChosenAddOn) (*bookings.Booking, error) {
	b, err := f.booked()
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	var check httpapi.Checks
	list := venues.Choose(&check, f.Venue.AddOns, b, in, false, now)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := b.Equip(list, now); err != nil {
		return nil, venues.KindPaidFor.Problem()
	}
	return b, nil
}

// Possible says why what a booking would become cannot be: what is in its way; nil: nothing is, now.
func (h *Handlers) Possible(ctx context.Context, b *bookings.Booking) error {
	now, of := inventory.At(h.Now()), *b
	return h.refused(ctx, h.Store.Bookings.CheckBooking(ctx, &of, now), b, now)
}
