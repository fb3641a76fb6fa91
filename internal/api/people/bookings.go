package people

import (
	"context"
	"errors"
	"time"

	apiresources "github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// PersonMoney is what somebody has paid for a booking of rooms or a place on a waitlist.
type PersonMoney struct {
	Payments []wire.Payment `json:"payments" doc:"What you paid, with what of it goes back."`
	Invoices []wire.Invoice `json:"invoices" doc:"Invoices and credit notes of that. The law asks for them to be kept, with your name and address, when all else is erased."`
	Billing  *wire.Billing  `json:"billing,omitempty" doc:"Who it is invoiced to, as you said; absent when you said nothing."`
}

// PersonBooking is a booking of rooms, or what was asked for of which there is none.
type PersonBooking struct {
	ID          string              `json:"id"`
	VenueID     string              `json:"venue_id"`
	VenueName   string              `json:"venue_name,omitempty" doc:"Absent when there is no such venue any more."`
	Timezone    string              `json:"timezone,omitempty" doc:"Of the venue."`
	Status      string              `json:"status" enum:"confirm_address,not_booked,waiting,requested,pending_deposit,confirmed,completed,cancelled,declined,lapsed" doc:"confirm_address: you asked for it, and did not confirm your address. not_booked: you did, and the rooms could not be had."`
	Name        string              `json:"name,omitempty" doc:"As you gave it on the page of the venue, with the two below."`
	Email       string              `json:"email,omitempty"`
	Locale      string              `json:"locale,omitempty"`
	Rooms       []string            `json:"rooms"`
	StartsAt    time.Time           `json:"starts_at"`
	EndsAt      time.Time           `json:"ends_at"`
	RRule       string              `json:"rrule,omitempty" doc:"How what you asked for repeats."`
	People      int64               `json:"people"`
	Purpose     string              `json:"purpose,omitempty"`
	RequestedAt time.Time           `json:"requested_at" doc:"When you asked for it, or booked it."`
	Cost        *venues.BookingCost `json:"cost,omitempty" doc:"What it costs, and what was paid. Absent: nothing."`
	PersonMoney
}

func noMoney() PersonMoney {
	return PersonMoney{Payments: []wire.Payment{}, Invoices: []wire.Invoice{}}
}

// bookingsOf are the bookings that somebody with an address has made: as a guest of venues, with what was
// asked for and not confirmed, and as a member of organizations.
func bookingsOf(ctx context.Context, h *Handlers, address string, memberships []wire.Membership) ([]PersonBooking, error) {
	list := []PersonBooking{}
	guests, err := h.Store.Bookers.OfAddress(ctx, address, mostThings)
	if err != nil {
		return nil, err
	}
	for i := range guests {
		g := &guests[i]
		b, err := bookingData(ctx, h, g.OrgID, g.BookingID)
		switch {
		case errors.Is(err, database.ErrNotFound):
			asked := g.Booking()
			b = personBooking(&asked, inventory.At(h.Now()))
			if err := atVenue(ctx, h, g.OrgID, b); err != nil {
				return nil, err
			}
			if b.Status = "confirm_address"; g.ConfirmedAt != 0 {
				b.Status = "not_booked"
			}
		case err != nil:
			return nil, err
		}
		b.Name, b.Email, b.Locale, b.RRule, b.RequestedAt = g.Name, g.Email, g.Locale, g.Asked.RRule, g.RequestedAt.Time()
		list = append(list, *b)
	}
	for i := range memberships {
		m := &memberships[i]
		if m.MemberID == "" {
			continue
		}
		made, err := h.Store.Bookers.OfMember(ctx, m.Organization.ID, m.MemberID, mostThings)
		if err != nil {
			return nil, err
		}
		for _, id := range made {
			b, err := bookingData(ctx, h, m.Organization.ID, id)
			if err != nil {
				return nil, err
			}
			list = append(list, *b)
		}
	}
	return list, nil
}

func personBooking(b *bookings.Booking, now inventory.Instant) *PersonBooking {
	rooms := b.Rooms
	if rooms == nil {
		rooms = []string{}
	}
	return &PersonBooking{
		ID: b.ID, VenueID: b.VenueID, Status: string(b.At(now)), Rooms: rooms, StartsAt: b.StartsAt.Time(), EndsAt: b.EndsAt.Time(), People: b.People, Purpose: b.Purpose,
		RequestedAt: b.CreatedAt.Time(), Cost: venues.BookingOf(b, now).Cost, PersonMoney: noMoney(),
	}
}

// atVenue says where a booking is, as long as there is the venue.
func atVenue(ctx context.Context, h *Handlers, org string, b *PersonBooking) error {
	v, err := h.Store.Venues.Venue(ctx, org, b.VenueID)
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err == nil {
		b.VenueName, b.Timezone = v.Name, v.Timezone
	}
	return err
}

// bookingData is a booking with its money; database.ErrNotFound: there is none.
func bookingData(ctx context.Context, h *Handlers, org, id string) (*PersonBooking, error) {
	b, err := h.Store.Bookings.Booking(ctx, org, id)
	if err != nil {
		return nil, err
	}
	out := personBooking(b, inventory.At(h.Now()))
	if err := atVenue(ctx, h, org, out); err != nil {
		return nil, err
	}
	paid, back, err := h.Store.Dues.BookingPayments(ctx, org, id)
	if err != nil {
		return nil, err
	}
	documents, err := h.Store.Dues.OfBooking(ctx, org, id, mostThings)
	if err != nil {
		return nil, err
	}
	return out, money(ctx, h, &out.PersonMoney, org, id, wire.PaymentsWith(paid, back), documents)
}

// placeOffers are what somebody was offered at a place on the waitlist of a resource.
func placeOffers(ctx context.Context, h *Handlers, e *resources.ResourceEntry) ([]PersonPlaceOffer, error) {
	offers, err := h.Store.Resources.EntryOffers(ctx, e.ResourceID, e.ID, mostThings)
	if err != nil {
		return nil, err
	}
	list := []PersonPlaceOffer{}
	for i := range offers {
		o := &offers[i]
		list = append(list, PersonPlaceOffer{
			o.ID, string(o.State), o.Units, apiresources.PriceOf(o.Price, o.PriceCurrency), o.MadeAt.Time(), o.Deadline.Time(), wire.TimePtr(o.EndedAt), o.ToldBy, wire.TimePtr(o.ToldAt), wire.TimePtr(o.SeenAt),
		})
	}
	return list, nil
}

// feeMoney reads what was paid for a place on the waitlist of a resource.
func feeMoney(ctx context.Context, h *Handlers, e *resources.ResourceEntry, out *PersonMoney) error {
	if e.Fee == 0 {
		return nil
	}
	r, err := h.Store.Resources.ByID(ctx, e.ResourceID)
	if err != nil {
		return err
	}
	paid, back, err := h.Store.Resources.FeePayments(ctx, r.OrgID, e.ID)
	if err != nil {
		return err
	}
	documents, err := h.Store.Invoices.OfOrder(ctx, r.OrgID, resources.FeeOrder(e.ID), mostThings)
	if err != nil {
		return err
	}
	return money(ctx, h, out, r.OrgID, e.ID, wire.PaymentsWith(paid, back), documents)
}

// money notes what was paid for a thing of an organization, its documents, and who it is invoiced to.
func money(ctx context.Context, h *Handlers, out *PersonMoney, org, thing string, paid []wire.Payment, documents []payments.InvoiceRow) (err error) {
	out.Payments = paid
	if out.Invoices, err = wire.InvoicesOf(documents); err != nil {
		return err
	}
	said, err := h.Store.Invoices.Billing(ctx, org, thing)
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err == nil {
		out.Billing = wire.BillingOf(said)
	}
	return err
}
