package bookingtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Difference is that a store is not as the model.
type Difference struct{ what string }

func (d *Difference) Error() string { return d.what }

func differ(format string, a ...any) error { return &Difference{fmt.Sprintf(format, a...)} }

// Compare says in what a store is not as the model: bookings and their states, who waits in which order,
// what is busy, and money.
func (p *Player) Compare(ctx context.Context, m *Model) error {
	if err := p.compareBookings(ctx, m); err != nil {
		return err
	}
	if err := p.compareBusy(ctx, m); err != nil {
		return err
	}
	return p.compareMoney(ctx, m)
}

// maxBookings is more than a history makes.
const maxBookings = 5000

func (p *Player) compareBookings(ctx context.Context, m *Model) error {
	list, err := p.Store.Bookings.Bookings(ctx, p.Org, p.VenueID(), bookings.BookingFilter{}, bookings.BookingPosition{}, maxBookings)
	if err != nil {
		return err
	}
	stored := map[string]*bookings.Booking{}
	for i := range list {
		stored[list[i].ID] = &list[i]
	}
	for _, b := range m.Bookings {
		got := stored[p.Name(b.N)]
		if got == nil {
			return differ("b%d is not there, want %s", b.N, b.State)
		}
		delete(stored, got.ID)
		if have, want := storedText(got), p.wanted(b); have != want {
			return differ("b%d (%s) is\n%s, want\n%s", b.N, got.ID, have, want)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		return differ("booking %s is there, and nobody has made it: %+v", name, stored[name])
	}
	return nil
}

// storedText is what is compared of a booking, as a text.
func storedText(b *bookings.Booking) string {
	addOns := map[string][2]int64{}
	for _, a := range b.AddOns {
		addOns[a.ID] = [2]int64{a.Quantity, a.Each}
	}
	var shares []share
	for _, s := range b.DepositShares {
		shares = append(shares, share{s.TaxRate, s.Gross, s.Tax})
	}
	return standing(b.Status, b.Reason, b.Rooms, b.StartsAt, b.EndsAt, b.Setup, b.Teardown, b.Layout, b.People, b.Follows, b.EventID, b.SeriesID, b.CreatedAt, b.ByVenue) +
		paying(b.Price, b.TimePrice, addOns, b.Deposit, shares, b.PayUntil, b.BalanceDue, b.DepositBy, b.BalanceBy, b.Waiver != "")
}

func (p *Player) wanted(b *Booked) string {
	event, series := "", ""
	if b.Event > 0 {
		event = p.Event(b.Event)
	}
	if b.Series >= 0 {
		series = p.Series(b.Series)
	}
	addOns := map[string][2]int64{}
	for i, n := range b.Extras {
		if n > 0 {
			addOns[p.Extra(i)] = [2]int64{n, b.Each[i]}
		}
	}
	return standing(b.State, b.Reason, p.roomIDs(b.Rooms), b.From, b.To, b.Setup, b.Teardown, b.Layout, b.People, b.Follows, event, series, b.Made, b.ByVenue) +
		paying(b.Price, b.Time, addOns, b.Deposit, b.DepositShares, b.PayUntil, b.BalanceDue, p.Payment(b.DepositBy), p.Payment(b.BalanceBy), b.Waived)
}

func standing(state booking.State, reason string, rooms []string, from, to inventory.Instant, setup, teardown inventory.Micros, layout string, people int64, follows booking.Follows, event, series string, made inventory.Instant, byVenue bool) string {
	return fmt.Sprintf("%s %q %v %s to %s -%s +%s %d people %q follows %q %s of %s made %s by the venue %v", state, reason, rooms, at(from), at(to), minutes(setup), minutes(teardown), people, layout, follows, event, series, at(made), byVenue)
}

// paying is what is compared of what a booking costs. addOns are how many of each, and what one of them costs.
func paying(price, timePrice int64, addOns map[string][2]int64, deposit int64, shares []share, until, due inventory.Instant, depositBy, balanceBy string, waived bool) string {
	return fmt.Sprintf(" price %d, of which time %d, add-ons %v, deposit %d %v until %s rest due %s paid by %q %q waived %v", price, timePrice, addOns, deposit, shares, when(until), when(due), depositBy, balanceBy, waived)
}

func when(t inventory.Instant) string {
	if t == 0 {
		return "-"
	}
	return at(t)
}

// compareBusy compares the times that rooms are kept for, each of them with its parts.
func (p *Player) compareBusy(ctx context.Context, m *Model) error {
	var want, have []string
	line := func(b, room string, busyFrom, coreFrom, coreTo, busyTo inventory.Instant) string {
		return fmt.Sprint(b, " ", room, " ", at(busyFrom), " ", at(coreFrom), " ", at(coreTo), " ", at(busyTo))
	}
	mine := map[string]bool{}
	for _, b := range m.Bookings {
		mine[p.Name(b.N)] = true
		if !live(b.State) {
			continue
		}
		for part := range m.Rooms {
			for _, whole := range b.Rooms {
				if m.within(part, whole) {
					from, to := b.From-inventory.Instant(b.Setup), b.To+inventory.Instant(b.Teardown)
					coreFrom, coreTo := from, to
					if m.Buffer == booking.Larger {
						coreFrom, coreTo = b.From, b.To
					}
					want = append(want, line(p.Name(b.N), p.Room(part), from, coreFrom, coreTo, to))
				}
			}
		}
	}
	if err := p.Store.Snapshot(ctx, func(s *snapshot.Snapshot) error {
		return s.BookedRooms(func(r *bookings.BookedRoom) error {
			if r.Live && r.OrgID == p.Org {
				have = append(have, line(r.BookingID, r.RoomID, r.BusyFrom, r.CoreFrom, r.CoreTo, r.BusyTo))
			}
			return nil
		})
	}); err != nil {
		return err
	}
	slices.Sort(want)
	slices.Sort(have)
	if !slices.Equal(have, want) {
		return differ("busy are\n%s\nwant\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
	return nil
}

func (p *Player) compareMoney(ctx context.Context, m *Model) error {
	kept, tax := int64(0), int64(0)
	for _, paid := range m.Payments {
		got, err := p.Store.Payments.Payment(ctx, p.Org, p.Payment(paid.N))
		if errors.Is(err, database.ErrNotFound) {
			return differ("payment p%d is not there", paid.N)
		}
		if err != nil {
			return err
		}
		outs, err := p.Store.Payouts.PaymentPayouts(ctx, p.Org, got.ID)
		if err != nil {
			return err
		}
		have := got.State
		for _, o := range outs {
			have += fmt.Sprintf(" %s %d", o.Reason, o.Owed)
		}
		want := payments.PaymentRefund
		if paid.Kept {
			want = payments.PaymentTickets
			kept += paid.Amount - paid.Back
			tax += paid.Tax - paid.BackTax
		}
		if paid.Back > 0 {
			want += fmt.Sprintf(" %s %d", paid.Why, paid.Back)
		}
		if have != want {
			return differ("payment p%d of b%d is %q, want %q", paid.N, paid.Of, have, want)
		}
	}
	if len(m.Payments) == 0 {
		return nil
	}
	books, err := p.Store.Journals.Balances(ctx, p.Org)
	if err != nil {
		return err
	}
	for _, b := range books {
		want, known := map[string]int64{bookings.AccountBookings: kept - tax, "tax": tax}[b.Account]
		if known && b.Credit-b.Debit != want {
			return differ("the books have %d of %s, want %d", b.Credit-b.Debit, b.Account, want)
		}
	}
	return nil
}
