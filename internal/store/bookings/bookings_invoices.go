package bookings

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Each payment that is kept for a booking has an invoice, numbered in the transaction that keeps
// it, from the same series as those of orders: the deposit one of a part, the rest one of all that
// was booked, from which the deposit is taken off. What goes back of it has a credit note. They
// stand where those of orders do: the organization in the place of the event, and the booking
// with the part of its price in the place of the order.

// Items are what a booking's price is made of: the time of its rooms first.
func (b *Booking) Items() []booking.Item {
	items := []booking.Item{{Count: 1, Unit: b.TimePrice, TaxRate: b.Terms.TaxRate}}
	for i := range b.AddOns {
		items = append(items, booking.Item{Count: b.AddOns[i].Quantity, Unit: b.AddOns[i].Each, TaxRate: b.AddOns[i].TaxRate})
	}
	return items
}

// Shares are what of a part of a booking's price is taxed at which rate.
func (b *Booking) Shares(part booking.Part) []booking.Share {
	all := booking.Shares(b.Items())
	switch {
	case part == booking.DepositPart && b.DepositBy != "":
		return b.DepositShares
	case part == booking.DepositPart:
		return booking.PartOf(all, b.Deposit)
	case b.DepositBy != "":
		return booking.Less(all, b.DepositShares)
	case b.Waiver != "":
		return all
	}
	return booking.Less(all, booking.PartOf(all, b.Deposit))
}

// bookingJournal makes the lines of an entry of a booking's payment, of which shares are what is
// earned and what is tax: a sale, or with back what is taken back of one.
func bookingJournal(ref string, p *payments.Payment, of []booking.Share, back bool, at inventory.Instant) []payments.JournalLine {
	gross, tax := booking.Total(of)
	return payments.TaxedLines(ref, p, AccountBookings, gross, tax, back, at)
}

// invoiceBooking issues the invoice of a payment that a booking has, in the transaction that
// says so.
func (s Bookings) invoiceBooking(ctx context.Context, tx *sql.Tx, v *venues.Venue, b *Booking, p *payments.Payment, part booking.Part, at inventory.Instant) error {
	of, err := payments.InvoicingFor(ctx, tx, b.OrgID)
	if err != nil || of == nil {
		return err
	}
	seller := of.Seller()
	series, err := payments.LockSeries(ctx, s.db, tx, b.OrgID, payments.YearOf(at, seller))
	if err != nil {
		return err
	}
	facts, err := bookingFacts(ctx, tx, seller, v, b, at)
	if err != nil {
		return err
	}
	facts.Order = p.OrderID
	var d *invoice.Document
	if part == booking.DepositPart && b.Deposit < b.Price {
		d = invoice.OfDeposit(seller, facts, b.Shares(part))
	} else {
		items, err := bookedLines(ctx, tx, b)
		if err != nil {
			return err
		}
		var deposit []booking.Share
		var before *invoice.Reference
		if part == booking.BalancePart && b.DepositBy != "" {
			deposit = b.DepositShares
			if before, err = depositInvoice(ctx, tx, b); err != nil {
				return err
			}
		}
		d = invoice.OfBooking(seller, facts, items, deposit, before)
	}
	return payments.Issue(ctx, tx, seller, series, at, []payments.InvoiceRow{{EventID: b.OrgID, Ref: payments.InvoiceOfSale + p.ID}}, []*invoice.Document{d})
}

// bookingFacts are what a document of a booking says beside its lines: what was booked when, and
// to whom it is.
func bookingFacts(ctx context.Context, tx *sql.Tx, seller *invoice.Seller, v *venues.Venue, b *Booking, at inventory.Instant) (*invoice.Facts, error) {
	zone, err := v.Zone()
	if err != nil {
		return nil, err
	}
	from, to := b.StartsAt.Time().In(zone), b.EndsAt.Time().In(zone)
	const day, minute = "2006-01-02", "15:04"
	when := from.Format(day+" "+minute) + "–" + to.Format(minute)
	if from.Format(day) != to.Format(day) {
		when = from.Format(day+" "+minute) + " – " + to.Format(day+" "+minute)
	}
	name, email, err := bookerOf(ctx, tx, b)
	if err != nil {
		return nil, err
	}
	said, err := table.All(ctx, tx, payments.BillingTable.Scan, payments.BillingTable.From()+" where event_id = $1 and order_id = $2", b.OrgID, b.ID)
	if err != nil {
		return nil, err
	}
	if len(said) == 0 {
		said = []payments.Billing{{}}
	}
	return &invoice.Facts{
		IssuedAt: at, SuppliedOn: from.Format(day), Event: b.OrgID, Title: v.Name + ", " + when, Currency: b.Terms.Currency,
		Buyer: said[0].Buyer(name, email, seller.Language),
	}, nil
}

// bookerOf returns the name and the address of the person who made a booking; both are empty when that was
// an API key, a member who is gone, or a guest who was erased.
func bookerOf(ctx context.Context, q table.Querier, b *Booking) (name, email string, err error) {
	if b.CreatedBy == GuestBooker {
		g, err := GuestOf(ctx, q, b.ID)
		if errors.Is(err, database.ErrNotFound) {
			err = nil
		}
		return g.Name, g.Email, err
	}
	list, err := table.All(ctx, q, func(r engine.Row, v *[2]string) error { return r.Scan(&v[0], &v[1]) }, "select name, email from members where org_id = $1 and id = $2", b.OrgID, b.CreatedBy)
	if err != nil || len(list) == 0 {
		return "", "", err
	}
	return list[0][0], list[0][1], nil
}

// bookedLines are the lines of all that was booked: the rooms share what their time costs.
func bookedLines(ctx context.Context, tx *sql.Tx, b *Booking) ([]invoice.Booked, error) {
	in, args := table.InList(2, b.Rooms)
	names, err := table.All(ctx, tx, func(r engine.Row, v *[2]string) error { return r.Scan(&v[0], &v[1]) },
		"select id, name from rooms where org_id = $1 and id in ("+in+")", append([]any{b.OrgID}, args...)...)
	if err != nil {
		return nil, err
	}
	called := map[string]string{}
	for _, n := range names {
		called[n[0]] = n[1]
	}
	var lines []invoice.Booked
	time := b.Items()[0]
	n, tax := int64(len(b.Rooms)), time.Tax()
	for i, room := range b.Rooms {
		i := int64(i)
		name := called[room]
		if name == "" { // deleted since
			name = room
		}
		l := invoice.Booked{
			Text: name, Item: booking.Item{Count: 1, Unit: inventory.Share(time.Unit, i+1, n) - inventory.Share(time.Unit, i, n), TaxRate: time.TaxRate},
			Taxed: inventory.Share(tax, i+1, n) - inventory.Share(tax, i, n),
		}
		if l.Unit > 0 {
			lines = append(lines, l)
		}
	}
	for i, item := range b.Items()[1:] {
		if item.Gross() > 0 {
			lines = append(lines, invoice.Booked{Text: b.AddOns[i].Name, Item: item, Taxed: item.Tax()})
		}
	}
	return lines, nil
}

// depositInvoice names the invoice of a booking's deposit that stands; nil: it has none.
func depositInvoice(ctx context.Context, tx *sql.Tx, b *Booking) (*invoice.Reference, error) {
	of, err := payments.LastInvoice(ctx, tx, b.OrgID, BookingOrder(b.ID, booking.DepositPart))
	if errors.Is(err, table.ErrNone) {
		return nil, nil //nolint:nilnil // there is none
	}
	if err != nil {
		return nil, err
	}
	d, err := invoice.Decode(of.Document)
	if err != nil {
		return nil, err
	}
	return &invoice.Reference{ID: of.ID, Number: of.Number, IssuedOn: d.IssuedOn}, nil
}
