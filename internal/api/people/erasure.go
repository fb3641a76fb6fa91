package people

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// EraseMe is the body that erases whoever is signed in.
type EraseMe struct {
	Email string `json:"email" minLength:"3" maxLength:"254" doc:"The address of the account, once more: this cannot be undone."`
}

// ErasedMe says what is gone.
type ErasedMe struct {
	Status string `json:"status" enum:"erased"`
	Events int    `json:"events" doc:"At how many events something was stored."`
	Places int    `json:"resource_entries" doc:"How many places on waitlists of what other systems own were stored."`
	// Bookings are those of the same person that were asked for on the pages of venues.
	Bookings int `json:"bookings" doc:"How many bookings of rooms, as a guest of venues, were stored."`
}

// eraseMe erases who is signed in, at all events and everywhere else. Nothing is
// begun that the rules would stop in the middle; what a crash stops is finished
// by asking again.
func (h *Handlers) eraseMe(c *access.Call, in *EraseMe) (*ErasedMe, error) {
	ctx, l := c.Context(), c.Caller.Login
	if address.Fold(in.Email) != l.Address {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "email", Code: "mismatch", Message: "is not the address of this account"})
	}
	owned, err := h.Store.Erasures.SoleOwner(ctx, l.Address)
	if err != nil {
		return nil, err
	}
	if len(owned) > 0 {
		return nil, access.KindLastOwner.With("You are the only owner of "+strings.Join(owned, ", ")+". Make somebody else an owner first.",
			httpapi.FieldError{Field: "email", Code: access.KindLastOwner.Code, Message: "is that of the last owner"})
	}
	if err := h.paidElsewhere(ctx, l.Address); err != nil {
		return nil, err
	}
	if err := paidBookings(ctx, h, l.Address); err != nil {
		return nil, err
	}
	out := &ErasedMe{Status: "erased"}
	if out.Bookings, err = forgetBookings(ctx, h, l.Address); err != nil {
		return nil, err
	}
	for { // what is erased is no longer found
		places, err := h.Store.Resources.ResourcesOf(ctx, l.Address, mostThings)
		if err != nil {
			return nil, err
		}
		for i := range places {
			if err := h.Erasures.Place(ctx, places[i].ID); err != nil && !errors.Is(err, database.ErrNotFound) {
				return nil, err
			}
			out.Places++
		}
		if len(places) < mostThings {
			break
		}
	}
	joins, err := h.Store.ResourceJoins.OfAddress(ctx, l.Address, mostThings)
	if err != nil {
		return nil, err
	}
	for i := range joins { // what was asked for and not confirmed; the rest is erased
		if err := h.Erasures.Place(ctx, joins[i].EntryID); err != nil && !errors.Is(err, database.ErrNotFound) {
			return nil, err
		}
		out.Places++
	}
	if out.Events, err = h.leaveEverywhere(ctx, l.AccountID, l.Address); err != nil {
		return nil, err
	}
	if err := h.Erasures.Account(ctx, l.AccountID); err != nil && !errors.Is(err, database.ErrNotFound) {
		return nil, err
	}
	h.Access.Logins.Forget(l.AccountID)
	h.Access.Logins.Clear(c.Writer)
	h.keepErasures(ctx)
	return out, nil
}

// leave erases the people with an address from the events that live here, and returns from how many.
func (h *Handlers) leave(ctx context.Context, address string) (events int, err error) {
	for { // a book has a limit: what is behind it comes in the next
		book, err := h.Reader.BookOf(ctx, address)
		if err != nil {
			return events, err
		}
		for _, m := range book {
			err := h.Erasures.Person(ctx, m.EventID, m.PersonID, inventory.Who{Actor: m.PersonID})
			if err != nil && !errors.Is(err, database.ErrNotFound) {
				return events, err
			}
			events++
		}
		if len(book) < guests.MaxBook {
			return events, nil
		}
	}
}

// paid are the titles of events here, still to come, that somebody has paid tickets for. Whether
// there is money back for them is a rule of the event, and to be forgotten is not a way around it.
func (h *Handlers) paid(ctx context.Context, address string) (titles []string, err error) {
	book, err := h.Reader.BookOf(ctx, address)
	if err != nil {
		return nil, err
	}
	for _, m := range book {
		holds, err := h.Store.People.PersonHolds(ctx, m.EventID, m.PersonID, mostThings)
		if err != nil {
			return nil, err
		}
		paid := false
		for i := range holds {
			if holds[i].Kind != inventory.KindOrder || holds[i].State != inventory.HoldConfirmed {
				continue
			}
			whole, err := h.Store.Registrations.Hold(ctx, holds[i].ID)
			if err != nil {
				return nil, err
			}
			paid = paid || whole.Hold.Order != nil && whole.Hold.Order.Refundable() > 0
		}
		if !paid {
			continue
		}
		v, err := h.Store.Events.Event(ctx, m.EventID)
		if err != nil {
			return nil, err
		}
		if v.Event.EndsAt > inventory.At(h.Now()) {
			titles = append(titles, v.Details.Title)
		}
	}
	return titles, nil
}

// paidBookings refuses to erase somebody who has paid for bookings of rooms that are still to come: as with
// tickets, whether there is money back for them is a rule of the venue, and the venue counts on them.
func paidBookings(ctx context.Context, h *Handlers, address string) error {
	guests, err := h.Store.Bookers.OfAddress(ctx, address, mostThings)
	if err != nil {
		return err
	}
	var names []string
	now := inventory.At(h.Now())
	for i := range guests {
		b, err := h.Store.Bookings.Booking(ctx, guests[i].OrgID, guests[i].BookingID)
		if errors.Is(err, database.ErrNotFound) { // it was asked for, and not booked
			continue
		}
		if err != nil {
			return err
		}
		if !b.At(now).Live() || b.EndsAt <= now || b.DepositBy == "" && b.BalanceBy == "" {
			continue
		}
		v, err := h.Store.Venues.Venue(ctx, b.OrgID, b.VenueID)
		if err != nil {
			return err
		}
		zone, err := time.LoadLocation(v.Timezone)
		if err != nil {
			return fmt.Errorf("people: time zone of venue %s: %w", v.ID, err)
		}
		names = append(names, v.Name+" on "+b.StartsAt.Time().In(zone).Format(time.DateOnly))
	}
	if len(names) == 0 {
		return nil
	}
	return kindPaidBookings.With("You have paid for " + strings.Join(names, ", ") + ". Cancel these bookings, or wait until they are over.")
}

// forgetBookings erases whoever has an address from the bookings that they asked for on the pages of venues,
// and returns of how many. What is not paid for and still to come is cancelled, as by its booker.
func forgetBookings(ctx context.Context, h *Handlers, address string) (n int, err error) {
	for { // what is erased is no longer found, with the other dates that were asked for at once
		guests, err := h.Store.Bookers.OfAddress(ctx, address, mostThings)
		if err != nil || len(guests) == 0 {
			return n, err
		}
		for i := range guests {
			if err := h.Erasures.Booker(ctx, guests[i].BookingID, bookings.GuestBooker); err != nil && !errors.Is(err, database.ErrNotFound) {
				return n, err
			}
			n++
		}
	}
}

// keepErasures adds what was erased to the list outside of the database; when
// that fails a job does it within a minute.
func (h *Handlers) keepErasures(ctx context.Context) {
	if err := h.Erasures.Work(ctx); err != nil {
		h.Log.WarnContext(ctx, "erasure: not added to the list yet", slog.Any("error", err))
	}
}

// forgetSalts takes what opens the rows about somebody who was erased; when that fails, what
// grows the log does it when it comes to the row of the erasure.
func (h *Handlers) forgetSalts(c *access.Call, event, person string) {
	if err := h.Store.Erasures.ForgetSalts(c.Context(), event, person); err != nil {
		h.Log.WarnContext(c.Context(), "erasure: what opens the rows of the person is kept until the log comes to the erasure", slog.String("event", event), slog.Any("error", err))
	}
}
