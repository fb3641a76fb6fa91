package dues

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// DatesDue is a part of the price of the dates of a series, which one bank transfer may be for.
type DatesDue struct {
	OrgID, SeriesID string
	Part            booking.Part
	Dates           []BookingDue // of which that part costs something, in one currency, by start
	Received        int64        // by bank transactions that are parts of all of it
}

// Order is what stands for it where an order stands.
func (d *DatesDue) Order() string { return bookings.SeriesOrder(d.SeriesID, d.Part) }

// datePart is where the part of the price stands at a time.
func (d *BookingDue) datePart(now inventory.Instant) booking.DatePart {
	of := booking.DatePart{Amount: d.Total()}
	asked := d.PayUntil > 0
	if d.Part == booking.BalancePart {
		asked = d.BalanceDue > 0
	}
	part, _, _ := d.Asks(now)
	switch verdict := d.Settles(now); {
	case of.Amount == 0:
	case part == d.Part:
		of.Standing = booking.Asked
	case verdict == booking.KeptIfFree:
		of.Standing = booking.Late
	case verdict == booking.PaidAgain, verdict == booking.PaidLate && asked:
		of.Standing = booking.Over
	}
	return of
}

// For says of which dates a part of the price is paid by an amount that came in for the series, and what
// they come to: see booking.PaidAtOnce. none: nothing of it waits.
func (d *DatesDue) For(amount int64, now inventory.Instant) (shares []payments.Share, total int64) {
	parts := make([]booking.DatePart, len(d.Dates))
	for i := range d.Dates {
		parts[i] = d.Dates[i].datePart(now)
	}
	of, total := booking.PaidAtOnce(parts, amount)
	for _, i := range of {
		shares = append(shares, payments.Share{OrderID: d.Dates[i].Order(), Amount: parts[i].Amount})
	}
	return shares, total
}

// Asked reports whether that part of any of the dates is to be paid at a time.
func (d *DatesDue) Asked(now inventory.Instant) bool {
	return slices.ContainsFunc(d.Dates, func(b BookingDue) bool { return b.datePart(now).Standing == booking.Asked })
}

// Paid reports whether any of the dates has been paid that part.
func (d *DatesDue) Paid(now inventory.Instant) bool {
	return slices.ContainsFunc(d.Dates, func(b BookingDue) bool { return b.Settles(now) == booking.PaidAgain })
}

// Only leaves the dates of these bookings, and reports whether all of them are there.
func (d *DatesDue) Only(ids []string) bool {
	d.Dates = slices.DeleteFunc(d.Dates, func(b BookingDue) bool { return !slices.Contains(ids, b.ID) })
	return len(d.Dates) == len(ids)
}

// DatesDue returns a part of the price of the dates of a series, by what stands for it in the place of
// an order, or ErrNotFound, also when it costs nothing.
func (s Dues) DatesDue(ctx context.Context, org, order string) (*DatesDue, error) {
	series, part, ok := bookings.CutSeriesOrder(order)
	if !ok {
		return nil, database.ErrNotFound
	}
	list, err := table.All(ctx, s.db.Read, scanDue, dueColumns+" where b.org_id = $1 and b.series_id = $2 and b.series_id <> '' order by b.starts_at, b.id limit $3", org, series, booking.MaxDates)
	if err != nil {
		return nil, fmt.Errorf("store: what is due for a series: %w", s.db.Classify(err))
	}
	d := &DatesDue{OrgID: org, SeriesID: series, Part: part}
	for i := range list {
		if b := list[i].of(part); b.Total() > 0 && (len(d.Dates) == 0 || b.Terms.Currency == d.Dates[0].Terms.Currency) {
			d.Dates = append(d.Dates, b)
		}
	}
	if len(d.Dates) == 0 {
		return nil, database.ErrNotFound
	}
	parts, err := payments.NewBanks(s.db).TransactionParts(ctx, org, order)
	for i := range parts {
		d.Received += parts[i].Amount
	}
	return d, err
}

// DatesReferenced is DatesDue of what a reference names.
func (s Dues) DatesReferenced(ctx context.Context, org string, r inventory.ReferencedOrder) (*DatesDue, error) {
	name, part, ok := booking.ReferencedDates(r, org)
	if !ok {
		return nil, database.ErrNotFound
	}
	return s.DatesDue(ctx, org, bookings.SeriesOrder(id.BookingDates+name, part))
}

// DatesOf are those series of which a list has more than one date that waits for the same part.
func DatesOf(list []BookingDue) (series []DatesDue) {
	at := map[string]int{}
	for i := range list {
		b := &list[i]
		if b.SeriesID == "" {
			continue
		}
		order := bookings.SeriesOrder(b.SeriesID, b.Part)
		n, known := at[order]
		if !known {
			n, at[order] = len(series), len(series)
			series = append(series, DatesDue{OrgID: b.OrgID, SeriesID: b.SeriesID, Part: b.Part})
		}
		if d := &series[n]; len(d.Dates) == 0 || d.Dates[0].Terms.Currency == b.Terms.Currency {
			d.Dates = append(d.Dates, *b)
		}
	}
	series = slices.DeleteFunc(series, func(d DatesDue) bool { return len(d.Dates) < 2 })
	for i := range series {
		slices.SortFunc(series[i].Dates, func(a, b BookingDue) int { return cmp.Compare(a.StartsAt, b.StartsAt) })
	}
	return series
}
