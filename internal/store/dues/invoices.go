package dues

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// SetBookingBilling stores who a booking is to be invoiced to, as SetBilling does for an order:
// of its documents the last one is corrected that was issued to somebody else. What is issued
// later is to whom was said last.
func (s Dues) SetBookingBilling(ctx context.Context, b payments.Billing) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		v, err := payments.InvoicingFor(ctx, tx, b.EventID)
		switch {
		case err != nil:
			return err
		case v == nil:
			return payments.ErrNoInvoicing
		}
		seller := v.Seller()
		series, err := payments.LockSeries(ctx, s.db, tx, v.OrgID, payments.YearOf(b.UpdatedAt, seller))
		if err != nil {
			return err
		}
		of, err := bookings.One(ctx, tx, b.EventID, b.OrderID)
		if err != nil {
			return err
		}
		if err := payments.StoreBilling(ctx, tx, &b); err != nil {
			return err
		}
		last, err := table.One(ctx, tx, payments.InvoiceTable.Scan, payments.InvoiceTable.From()+` where event_id = $1 and order_id in ($2, $3) and kind = 'invoice' order by year desc, no desc limit 1`,
			b.EventID, bookings.BookingOrder(b.OrderID, booking.DepositPart), bookings.BookingOrder(b.OrderID, booking.BalancePart))
		if errors.Is(err, table.ErrNone) {
			return nil
		}
		if err != nil {
			return err
		}
		err = payments.Correct(ctx, tx, seller, series, &last, &b)
		if errors.Is(err, payments.ErrInvoiceFinal) && of.BalanceBy == "" && of.Balance() > 0 && of.Status.Live() {
			return nil // the invoice of the rest is to come
		}
		return err
	})
}

// OfBooking returns the documents of a booking, the first first, limit at most.
func (s Dues) OfBooking(ctx context.Context, org, bookingID string, limit int) ([]payments.InvoiceRow, error) {
	list, err := table.All(ctx, s.db.Read, payments.InvoiceTable.Scan, payments.InvoiceTable.From()+" where event_id = $1 and order_id in ($2, $3) order by year, no limit $4",
		org, bookings.BookingOrder(bookingID, booking.DepositPart), bookings.BookingOrder(bookingID, booking.BalancePart), limit)
	if err != nil {
		return nil, fmt.Errorf("store: invoices of a booking: %w", s.db.Classify(err))
	}
	return list, nil
}
