package payments

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// What is paid to an organization and is of no event, for bookings of rooms and for places on waitlists, is
// invoiced from the same series as orders are. The organization stands in the place of the event.

// InvoicingFor returns what an organization says on its invoices; nil: it issues none now.
func InvoicingFor(ctx context.Context, q table.Querier, org string) (*Invoicing, error) {
	v, err := table.One(ctx, q, InvoicingTable.Scan, InvoicingTable.From()+" where org_id = $1", org)
	if errors.Is(err, table.ErrNone) || err == nil && v.Since == 0 {
		return nil, nil //nolint:nilnil // there are none
	}
	return &v, err
}

// CreditReturn issues the credit note of what goes back of a payment to an organization, in the transaction
// that books it. back is the amount by rate of tax. A payment without an invoice has none.
func CreditReturn(ctx context.Context, db *database.DB, tx *sql.Tx, o *Payout, back []booking.Share) error {
	n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from invoices where event_id = $1 and ref = $2", o.EventID, InvoiceOfSale+o.PaymentID)
	if err != nil || n == 0 {
		return err
	}
	v, err := table.One(ctx, tx, InvoicingTable.Scan, InvoicingTable.From()+" where org_id = $1", o.EventID)
	if err != nil {
		return err
	}
	seller := v.Seller()
	series, err := LockSeries(ctx, db, tx, v.OrgID, YearOf(o.CreatedAt, seller))
	if err != nil {
		return err
	}
	of, err := LastInvoice(ctx, tx, o.EventID, o.OrderID)
	if err != nil {
		return err
	}
	was, err := invoice.Decode(of.Document)
	if err != nil {
		return err
	}
	d := invoice.OfReturn(seller, was, of.ID, o.CreatedAt, o.Owed, back)
	return Issue(ctx, tx, seller, series, o.CreatedAt, []InvoiceRow{{EventID: o.EventID, Ref: InvoiceOfRefund + o.ID, RefersTo: of.ID}}, []*invoice.Document{d})
}
