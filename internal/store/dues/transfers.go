package dues

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// BookingDue is a part of a booking's price, which a bank transfer may be for.
type BookingDue struct {
	bookings.Booking
	Part        booking.Part
	Venue, Zone string // its name and time zone; "": it was deleted
	Name, Email string // of whoever booked; "": erased, or an API key
	Received    int64  // by bank transactions that are parts of it
}

// Order is what stands for it where an order stands.
func (d *BookingDue) Order() string { return bookings.BookingOrder(d.ID, d.Part) }

// Total is what it costs, in minor units.
func (d *BookingDue) Total() int64 {
	if d.Part == booking.BalancePart {
		return d.Balance()
	}
	return d.Deposit
}

// Settles is what would become of a payment at a time that is what it costs.
func (d *BookingDue) Settles(now inventory.Instant) booking.Verdict {
	return d.Booking.Settles(d.Part, d.Total(), d.Terms.Currency, now)
}

// receivedFor adds up the bank transactions that are parts of a part of a price.
func receivedFor(part booking.Part) string {
	return "cast(coalesce((select sum(t.amount) from bank_transactions t where t.event_id = b.org_id and t.order_id = b.id || '-" + string(part) +
		"' and t.order_id <> '' and t.state = 'part'), 0) as bigint)"
}

var dueColumns = "select " + bookings.BookingTable.As("b") + ", coalesce(v.name, ''), coalesce(v.timezone, ''), coalesce(nullif(g.name, ''), nullif(m.name, ''), ''), coalesce(nullif(g.email, ''), m.email, ''), " +
	receivedFor(booking.DepositPart) + ", " + receivedFor(booking.BalancePart) + ` from bookings b left join venues v on v.org_id = b.org_id and v.id = b.venue_id
	left join booking_guests g on g.org_id = b.org_id and g.booking_id = b.id left join members m on m.org_id = b.org_id and m.id = b.created_by`

// dueBooking is a booking with what was received for both parts of its price.
type dueBooking struct {
	BookingDue
	deposit, balance int64
}

func scanDue(r engine.Row, v *dueBooking) error {
	c := table.Scanning()
	bookings.BookingTable.Into(c, &v.Booking)
	c.Add(&v.Venue, &v.Zone, &v.Name, &v.Email, &v.deposit, &v.balance)
	return c.From(r)
}

// of is one part of the price.
func (v *dueBooking) of(part booking.Part) BookingDue {
	d := v.BookingDue
	if d.Part, d.Received = part, v.deposit; part == booking.BalancePart {
		d.Received = v.balance
	}
	return d
}

// BookingDue returns a part of the price of a booking, by what stands for it in the place of an
// order, or ErrNotFound, also when it costs nothing.
func (s Dues) BookingDue(ctx context.Context, org, order string) (*BookingDue, error) {
	name, part, ok := bookings.CutBookingOrder(order)
	if !ok {
		return nil, database.ErrNotFound
	}
	v, err := table.One(ctx, s.db.Read, scanDue, dueColumns+" where b.org_id = $1 and b.id = $2", org, name)
	if err != nil {
		return nil, fmt.Errorf("store: what is due for a booking: %w", s.db.Classify(err))
	}
	d := v.of(part)
	if d.Total() == 0 {
		return nil, database.ErrNotFound
	}
	return &d, nil
}

// BookingReferenced is BookingDue of what a reference names.
func (s Dues) BookingReferenced(ctx context.Context, org string, r inventory.ReferencedOrder) (*BookingDue, error) {
	name, part, ok := booking.Referenced(r, org)
	if !ok {
		return nil, database.ErrNotFound
	}
	return s.BookingDue(ctx, org, bookings.BookingOrder(id.Booking+name, part))
}

// BookingsToPay returns what a transfer to an organization may be for: the deposits of bookings
// that wait for them or have lapsed without since a time, and the rest of those that stand, the
// latest bookings first. limit is how many bookings are looked at.
func (s Dues) BookingsToPay(ctx context.Context, org string, since inventory.Instant, limit int) ([]BookingDue, error) {
	list, err := table.All(ctx, s.db.Read, scanDue, dueColumns+` where b.org_id = $1 and b.price > 0 and b.ends_at > $2
		and (b.status = 'pending_deposit' or b.status = 'lapsed' and b.pay_until > 0 and b.updated_at > $2 or b.status in ('confirmed', 'completed') and b.balance_by = '')
		order by b.created_at desc, b.id limit $3`, org, int64(since), limit)
	if err != nil {
		return nil, fmt.Errorf("store: bookings to pay: %w", s.db.Classify(err))
	}
	var due []BookingDue
	for i := range list {
		part := booking.DepositPart
		if at := list[i].Status; at == booking.Confirmed || at == booking.Completed {
			part = booking.BalancePart
		}
		if d := list[i].of(part); d.Total() > 0 {
			due = append(due, d)
		}
	}
	return due, nil
}

// Transfer is how a part of the price of a booking, or of several, is paid by bank transfer.
type Transfer struct {
	Account   *events.BankAccount
	Part      booking.Part
	Dates     int64 // how many dates it pays
	Amount    int64 // minor units of Currency
	Currency  string
	Reference string            // without spaces
	Due       inventory.Instant // 0: nothing is said of that
}

// Transfer says how what is to be paid for a booking at a time is transferred. nil: nothing is, or
// its terms take no transfers, or its organization has no account.
func (s Dues) Transfer(ctx context.Context, b *bookings.Booking, now inventory.Instant) (*Transfer, error) {
	part, amount, due := b.Asks(now)
	if part == "" || !b.Terms.Transfers {
		return nil, nil //nolint:nilnil // there may be no way, and that is not an error
	}
	return s.transfer(ctx, b.OrgID, &Transfer{nil, part, 1, amount, b.Terms.Currency, booking.Reference(b.ID, part, b.OrgID), due})
}

// TransferDates is Transfer of what can be paid at once of the dates of a series. nil also: that is
// no more than one date, or one of them takes no transfers.
func (s Dues) TransferDates(ctx context.Context, dates []bookings.Booking, now inventory.Instant) (*Transfer, error) {
	t := AskedTogether(dates, now)
	if t == nil || slices.ContainsFunc(t.Dates, func(b bookings.Booking) bool { return !b.Terms.Transfers }) {
		return nil, nil //nolint:nilnil // there may be no way, and that is not an error
	}
	first := &t.Dates[0]
	how := &Transfer{nil, t.Part, int64(len(t.Dates)), t.Amount, t.Currency, booking.DatesReference(first.SeriesID, t.Part, first.OrgID), 0}
	for i := range t.Dates {
		if _, _, due := t.Dates[i].Asks(now); how.Due == 0 || due != 0 && due < how.Due {
			how.Due = due
		}
	}
	return s.transfer(ctx, first.OrgID, how)
}

// transfer adds the account of an organization, where it has one.
func (s Dues) transfer(ctx context.Context, org string, how *Transfer) (*Transfer, error) {
	a, err := payments.NewBanks(s.db).Account(ctx, org)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, nil //nolint:nilnil // there may be no way, and that is not an error
	case err != nil:
		return nil, fmt.Errorf("store: how a booking is paid: %w", err)
	}
	how.Account = a
	return how, nil
}
