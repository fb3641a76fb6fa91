package api

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/bookers"
	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

// bookerPages lets pages without a script do for guests who book what the API does.
type bookerPages struct {
	*bookers.Handlers
	shared *shared
	cfg    *Config
}

// guestRefusal is an error as the pages know it.
func guestRefusal(err error) error {
	if errors.Is(err, bookings.ErrGuestExpired) {
		return &page.GuestRefusal{Code: "confirmation_expired"}
	}
	p := new(httpapi.Problem)
	if !errors.As(err, &p) || p.Status >= http.StatusInternalServerError {
		return err
	}
	out := &page.GuestRefusal{Code: p.Code}
	if len(p.Errors) > 0 {
		out.Field = p.Errors[0].Field
		if p.Code == httpapi.KindInvalid.Code {
			out.Code = p.Errors[0].Code
		}
	}
	out.Clash = clashOf(p)
	return out
}

// clashOf is what a problem says of a time that cannot be had: of the bookings in the way no more than when
// they are.
func clashOf(p *httpapi.Problem) *page.Clash {
	if p.FreeTimes == nil {
		return nil
	}
	c := &page.Clash{Before: p.FreeTimes.Before, After: p.FreeTimes.After, Shut: p.Code == string(booking.OutsideHours)}
	for i := range p.Conflicts {
		o := &p.Conflicts[i]
		c.Taken = append(c.Taken, page.TakenTime{Of: cmp.Or(o.RoomID, o.AddOnID), From: o.BusyFrom, To: o.BusyTo})
	}
	slices.SortStableFunc(c.Taken, func(a, b page.TakenTime) int { return a.From.Compare(b.From) })
	if p.Dates != nil {
		c.Asked = p.Dates.Asked
		for _, d := range p.Dates.Items {
			c.Dates = append(c.Dates, page.TakenTime{From: d.StartsAt, To: d.EndsAt, Shut: d.Reason == string(booking.OutsideHours)})
		}
	}
	return c
}

// Ask is Handlers.Ask for a form. Nobody can answer a challenge there: while the server is busy,
// readers are told to come back.
func (b *bookerPages) Ask(r *http.Request, venue *storevenues.VenueRooms, language string, f *page.AskedBooking) error {
	from := identity.ClientAddress(r, b.cfg.TrustedProxies)
	if err := b.shared.access.Admit(from); err != nil {
		return guestRefusal(err)
	}
	if b.shared.access.Challenges.Now() != challenge.Idle {
		return &page.GuestRefusal{Code: httpapi.KindRateLimited.Code}
	}
	_, err := b.Handlers.Ask(r.Context(), from, venue, language, &bookers.NewGuestBooking{
		Name: f.Name, Email: f.Email, Rooms: f.Rooms, StartsAt: f.StartsAt.Time(), EndsAt: f.EndsAt.Time(), People: f.People, Purpose: f.Purpose, AddOns: chosen(f.AddOns),
		RRule: f.RRule, OnConflict: f.OnConflict,
	})
	return guestRefusal(err)
}

// chosen are the add-ons of a form in the order of the venue.
func chosen(counts map[string]int64) (list []venues.ChosenAddOn) {
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, venues.ChosenAddOn{AddOnID: id, Quantity: counts[id]})
	}
	return list
}

// Token is that of the link to a booking.
func (b *bookerPages) Token(booking string) string { return b.Links.BookingToken(booking) }

// Find is Handlers.Find.
func (b *bookerPages) Find(ctx context.Context, token string) (*page.GuestBooking, error) {
	f, err := b.Handlers.Find(ctx, token)
	return (*page.GuestBooking)(f), err
}

// Confirm confirms a booking; errors become refusals of the page.
func (b *bookerPages) Confirm(ctx context.Context, g *page.GuestBooking, in page.Instead) error {
	return guestRefusal(b.Handlers.Confirm(ctx, (*bookers.Found)(g), bookers.Instead(in)))
}

// WithAddOns is the booking with other add-ons; errors become refusals of the page.
func (b *bookerPages) WithAddOns(_ context.Context, g *page.GuestBooking, counts map[string]int64) (*bookings.Booking, error) {
	of, err := b.Handlers.WithAddOns((*bookers.Found)(g), chosen(counts))
	if err != nil {
		return nil, guestRefusal(err)
	}
	return of, nil
}

// Possible says why what a booking would become cannot be; errors become refusals of the page.
func (b *bookerPages) Possible(ctx context.Context, of *bookings.Booking) error {
	return guestRefusal(b.Handlers.Possible(ctx, of))
}

// Cancel cancels a booking; errors become refusals of the page.
func (b *bookerPages) Cancel(ctx context.Context, g *page.GuestBooking) error {
	return guestRefusal(b.Handlers.Cancel(ctx, (*bookers.Found)(g)))
}

// CancelDates cancels a booking and the dates after it; errors become refusals of the page.
func (b *bookerPages) CancelDates(ctx context.Context, g *page.GuestBooking) error {
	return guestRefusal(b.Handlers.CancelDates(ctx, (*bookers.Found)(g)))
}

// Move moves a booking to another time; errors become refusals of the page.
func (b *bookerPages) Move(ctx context.Context, g *page.GuestBooking, from, to inventory.Instant) error {
	return guestRefusal(b.Handlers.Move(ctx, (*bookers.Found)(g), from, to))
}

// SetAddOns changes the add-ons of a booking; errors become refusals of the page.
func (b *bookerPages) SetAddOns(ctx context.Context, g *page.GuestBooking, counts map[string]int64) error {
	return guestRefusal(b.Handlers.SetAddOns(ctx, (*bookers.Found)(g), chosen(counts)))
}

// Pay begins the payment of a part of a booking and returns the address of the provider's page.
func (b *bookerPages) Pay(ctx context.Context, g *page.GuestBooking, part booking.Part, provider string) (address string, err error) {
	c, err := b.Checkout(ctx, (*bookers.Found)(g), part, provider)
	if err != nil {
		return "", guestRefusal(err)
	}
	return c.URL, nil
}

// PayDates begins the payment of a part of all dates of a series.
func (b *bookerPages) PayDates(ctx context.Context, g *page.GuestBooking, part booking.Part, provider string) (address string, err error) {
	c, err := b.CheckoutDates(ctx, (*bookers.Found)(g), part, provider)
	if err != nil {
		return "", guestRefusal(err)
	}
	return c.URL, nil
}

// Erase is Handlers.Forget.
func (b *bookerPages) Erase(ctx context.Context, g *page.GuestBooking) error {
	return guestRefusal(b.ForgetGuest(ctx, (*bookers.Found)(g)))
}
