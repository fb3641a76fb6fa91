package bookings

import (
	"cmp"
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// GuestBooker is the actor of what somebody does who books rooms without being a member.
const GuestBooker = "guest"

// ErrGuestExpired: the address of a guest was not confirmed in time.
var ErrGuestExpired = errors.New("store: the address was not confirmed in time")

// GuestRequest is what a guest asks for, until there is a booking.
type GuestRequest struct {
	Rooms            []string          `json:"rooms,omitempty"`
	StartsAt, EndsAt inventory.Instant `json:",omitempty"`
	Layout           string            `json:"layout,omitempty"`
	People           int64             `json:"people,omitempty"`
	AddOns           []booking.AddOn   `json:"add_ons,omitempty"`
	Purpose          string            `json:"purpose,omitempty"`
	// RRule is how it repeats; "": it does not. OnConflict is what becomes of dates that are taken;
	// "": nothing is booked. Dates is how many there are; 0: one.
	RRule      string             `json:"rrule,omitempty"`
	OnConflict booking.OnConflict `json:"on_conflict,omitempty"`
	Dates      int64              `json:"dates,omitempty"`
}

// Others is what becomes of dates that are taken.
func (r *GuestRequest) Others() booking.OnConflict { return cmp.Or(r.OnConflict, booking.Refuse) }

// BookingGuest is who books rooms without being a member.
type BookingGuest struct {
	OrgID, BookingID, VenueID    string
	Name, Email, Address, Locale string // empty: erased
	Asked                        GuestRequest
	RequestedAt, ExpiresAt       inventory.Instant
	ConfirmedAt                  inventory.Instant // when the address was confirmed, before which there is no booking
}

// Plain reports whether it is one date, which does not wait.
func (r *GuestRequest) Plain() bool { return r.RRule == "" && r.Others() == booking.Refuse }

// Booking is what a guest asks for as a booking.
func (g *BookingGuest) Booking() Booking {
	a := &g.Asked
	return Booking{
		OrgID: g.OrgID, ID: g.BookingID, VenueID: g.VenueID, Rooms: a.Rooms, StartsAt: a.StartsAt, EndsAt: a.EndsAt,
		Layout: a.Layout, People: a.People, AddOns: a.AddOns, Purpose: a.Purpose, CreatedBy: GuestBooker,
	}
}

// BookingGuestTable describes the table booking_guests; a row is one BookingGuest.
var BookingGuestTable = table.New("booking_guests", new(BookingGuest), func(c *table.Columns, g *BookingGuest) {
	c.Key("org_id", &g.OrgID)
	c.Key("booking_id", &g.BookingID)
	c.Text("venue_id", &g.VenueID)
	c.Text("name", &g.Name)
	c.Text("email", &g.Email)
	c.Text("address", &g.Address)
	c.Text("locale", &g.Locale)
	c.Encoded("asked", table.AsJSON(&g.Asked))
	c.Number("requested_at", (*int64)(&g.RequestedAt))
	c.Number("expires_at", (*int64)(&g.ExpiresAt))
	c.Number("confirmed_at", (*int64)(&g.ConfirmedAt))
})

// BookGuestDates is BookDates of what a guest asks for: what repeats, or may wait. Whoever made one
// date made all of them. The first date of which there is a booking has the id of what was asked for.
func (s Bookings) BookGuestDates(ctx context.Context, g *BookingGuest, series *BookingSeries, dates []Booking, now inventory.Instant) ([]Booking, error) {
	return s.bookDates(ctx, g, series, dates, g.Asked.Others(), now)
}

// insertDates writes who made the dates after the first, of which that is stored.
func (g *BookingGuest) insertDates(ctx context.Context, tx *sql.Tx, dates []Booking) error {
	for i := range dates {
		of, b := *g, &dates[i]
		if of.BookingID = b.ID; of.BookingID == g.BookingID {
			continue
		}
		of.Asked.StartsAt, of.Asked.EndsAt = b.StartsAt, b.EndsAt
		if err := BookingGuestTable.InsertRow(ctx, tx, &of); err != nil {
			return err
		}
	}
	return nil
}

// GuestOf returns the guest of a booking, or ErrNotFound.
func GuestOf(ctx context.Context, q table.Querier, bookingID string) (BookingGuest, error) {
	return table.One(ctx, q, BookingGuestTable.Scan, BookingGuestTable.From()+" where booking_id = $1", bookingID)
}
