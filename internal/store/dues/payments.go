package dues

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// BookingPayments returns what was paid for a booking, and what of that goes back, oldest first.
func (s Dues) BookingPayments(ctx context.Context, org, id string) (in []payments.Payment, out []payments.Payout, err error) {
	return payments.NewPayments(s.db).PaidFor(ctx, org, bookings.BookingOrder(id, booking.DepositPart), bookings.BookingOrder(id, booking.BalancePart))
}

// Overdue returns the bookings of a venue whose rest was due before a time and is not paid, by
// when that was.
func (s Dues) Overdue(ctx context.Context, org, venue string, now inventory.Instant, limit int) ([]bookings.Booking, error) {
	list, err := table.All(ctx, s.db.Read, bookings.BookingTable.Scan, bookings.BookingTable.From()+` where org_id = $1 and venue_id = $2 and balance_due > 0 and balance_due <= $3
		and balance_by = '' and status in ('confirmed', 'completed') order by balance_due, id limit $4`, org, venue, int64(now), limit)
	if err != nil {
		return nil, fmt.Errorf("store: bookings whose rest is due: %w", s.db.Classify(err))
	}
	return list, nil
}
