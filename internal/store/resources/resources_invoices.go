package resources

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// A fee that gives somebody their place has an invoice, numbered in the transaction that gives it, from the
// same series as those of orders and of bookings; what goes back of it has a credit note. They stand where
// those of orders do: the organization in the place of the event, and the place in that of the order.

// feeShare is what of a fee is taxed at which rate: all of it at one.
func feeShare(e *resource.Entry) booking.Share {
	return booking.Share{TaxRate: e.FeeTaxRate, Gross: e.Fee, Tax: e.Tax()}
}

// invoiceFee issues the invoice of the fee of a place, in the transaction that gives the place. Nothing happens
// where the organization issues none.
func (s Resources) invoiceFee(ctx context.Context, tx *sql.Tx, r *Resource, e *ResourceEntry, p *payments.Payment, at inventory.Instant) error {
	of, err := payments.InvoicingFor(ctx, tx, r.OrgID)
	if err != nil || of == nil {
		return err
	}
	seller := of.Seller()
	series, err := payments.LockSeries(ctx, s.db, tx, r.OrgID, payments.YearOf(at, seller))
	if err != nil {
		return err
	}
	said, err := table.All(ctx, tx, payments.BillingTable.Scan, payments.BillingTable.From()+" where event_id = $1 and order_id = $2", r.OrgID, e.ID)
	if err != nil {
		return err
	}
	if len(said) == 0 {
		said = []payments.Billing{{}}
	}
	d := invoice.OfFee(seller, &invoice.Facts{
		IssuedAt: at, SuppliedOn: invoice.Date(at, r.Timezone).Format(time.DateOnly), Buyer: said[0].Buyer(e.Name, e.Email, seller.Language),
		Event: r.OrgID, Title: r.Name, Order: p.OrderID, Currency: p.Currency,
	}, feeShare(&e.Entry))
	return payments.Issue(ctx, tx, seller, series, at, []payments.InvoiceRow{{EventID: r.OrgID, Ref: payments.InvoiceOfSale + p.ID}}, []*invoice.Document{d})
}

// Billable reports whether a place has a fee that is, or can still be, invoiced.
func (e *ResourceEntry) Billable() bool { return e.Fee > 0 && (e.PaidBy != "" || e.EndedSeq == 0) }

// SetFeeBilling stores who the fee of a place is to be invoiced to, as SetBilling does for an order; the place
// stands where the order does. ErrNoInvoicing too of a place without a fee, and of one that has ended unpaid.
// ErrNotFound: there is no such place, or its person is erased.
func (s Resources) SetFeeBilling(ctx context.Context, b payments.Billing) error {
	of, ok := id.ResourceOf(b.OrderID, id.ResourceEntry)
	if !ok {
		return database.ErrNotFound
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// The locks in the order of whoever settles a fee: so an invoice that is being issued is found, and
		// nothing of somebody who is being erased is stored behind that.
		r, err := oneResource(ctx, tx, of, s.db.ForUpdate)
		if err != nil {
			return err
		}
		e, err := table.One(ctx, tx, ResourceEntryTable.Scan, ResourceEntryTable.From()+" where resource_id = $1 and id = $2", r.ID, b.OrderID)
		if err == nil && (r.OrgID != b.EventID || e.Email == "") {
			err = database.ErrNotFound
		}
		if err != nil {
			return err
		}
		v, err := payments.InvoicingFor(ctx, tx, r.OrgID)
		if err == nil && (v == nil || !e.Billable()) {
			err = payments.ErrNoInvoicing
		}
		if err != nil {
			return err
		}
		seller := v.Seller()
		series, err := payments.LockSeries(ctx, s.db, tx, r.OrgID, payments.YearOf(b.UpdatedAt, seller))
		if err != nil {
			return err
		}
		if err := payments.StoreBilling(ctx, tx, &b); err != nil {
			return err
		}
		last, err := payments.LastInvoice(ctx, tx, r.OrgID, FeeOrder(e.ID))
		if errors.Is(err, table.ErrNone) {
			return nil
		}
		if err != nil {
			return err
		}
		return payments.Correct(ctx, tx, seller, series, last, &b)
	})
}

// forgetBilling deletes what was said of whom the fee of a place is invoiced to.
func forgetBilling(ctx context.Context, tx *sql.Tx, org, entry string) error {
	_, err := table.Exec(ctx, tx, "delete from billing where event_id = $1 and order_id = $2", org, entry)
	return err
}
