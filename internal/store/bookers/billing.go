package bookers

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/booking"
	storebookings "github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// SetBilling stores who a booking of a guest is to be invoiced to, and with it others that were asked for at
// once, as far as they have no document yet. ErrNoInvoicing: the organization issues none; ErrInvoiceFinal:
// the booking has one, which only its venue corrects; ErrNotFound: its guest is erased.
func (s Bookers) SetBilling(ctx context.Context, b payments.Billing, others []string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		v, err := payments.InvoicingFor(ctx, tx, b.EventID)
		switch {
		case err != nil:
			return err
		case v == nil:
			return payments.ErrNoInvoicing
		}
		// Before anything is read, so that an invoice that is being issued is found.
		if _, err := payments.LockSeries(ctx, s.db, tx, v.OrgID, payments.YearOf(b.UpdatedAt, v.Seller())); err != nil {
			return err
		}
		if err := s.bill(ctx, tx, b); err != nil {
			return err
		}
		for _, other := range others {
			if other == b.OrderID {
				continue
			}
			of := b
			of.OrderID = other
			if err := s.bill(ctx, tx, of); err != nil && !errors.Is(err, payments.ErrInvoiceFinal) && !errors.Is(err, table.ErrNone) {
				return err
			}
		}
		return nil
	})
}

// bill stores who one booking is to be invoiced to.
func (s Bookers) bill(ctx context.Context, tx *sql.Tx, b payments.Billing) error {
	// Nothing of whoever is erased is stored again, or behind an erasure that is under way.
	if _, err := table.One(ctx, tx, table.ScanText, "select booking_id from booking_guests where org_id = $1 and booking_id = $2 and email <> ''"+s.db.ForUpdate, b.EventID, b.OrderID); err != nil {
		return err
	}
	issued, err := table.One(ctx, tx, table.ScanInt, "select count(*) from invoices where event_id = $1 and order_id in ($2, $3)",
		b.EventID, storebookings.BookingOrder(b.OrderID, booking.DepositPart), storebookings.BookingOrder(b.OrderID, booking.BalancePart))
	if err == nil && issued > 0 {
		err = payments.ErrInvoiceFinal
	}
	if err != nil {
		return err
	}
	return payments.StoreBilling(ctx, tx, &b)
}

// AskInstead stores what a guest asks for in place of what they had asked for, unless there is a booking by
// now, or the guest is erased: then nothing changes.
func (s Bookers) AskInstead(ctx context.Context, g *storebookings.BookingGuest) error {
	asked, err := json.Marshal(&g.Asked)
	if err != nil {
		return fmt.Errorf("store: what a guest asks for: %w", err)
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, `update booking_guests set asked = $1 where org_id = $2 and booking_id = $3 and email <> ''
			and not exists (select 1 from bookings b where b.org_id = booking_guests.org_id and b.id = booking_guests.booking_id)`, string(asked), g.OrgID, g.BookingID)
		return err
	})
}
