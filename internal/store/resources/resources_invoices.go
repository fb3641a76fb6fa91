package resources

import (
	"context"
	"database/sql"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/payments"
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
	nothing := payments.Billing{}
	d := invoice.OfFee(seller, &invoice.Facts{
		IssuedAt: at, SuppliedOn: invoice.Date(at, r.Timezone).Format(time.DateOnly), Buyer: nothing.Buyer(e.Name, e.Email, seller.Language),
		Event: r.OrgID, Title: r.Name, Order: p.OrderID, Currency: p.Currency,
	}, feeShare(&e.Entry))
	return payments.Issue(ctx, tx, seller, series, at, []payments.InvoiceRow{{EventID: r.OrgID, Ref: payments.InvoiceOfSale + p.ID}}, []*invoice.Document{d})
}
