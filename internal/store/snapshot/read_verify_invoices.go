package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Invoicing streams what organizations say on their invoices.
func (v *Snapshot) Invoicing(fn func(*payments.Invoicing) error) error {
	return database.Stream(func(last *payments.Invoicing) ([]payments.Invoicing, error) {
		if last == nil {
			last = &payments.Invoicing{}
		}
		return table.All(v.ctx, v.q, payments.InvoicingTable.Scan, payments.InvoicingTable.From()+" where org_id > $1 order by org_id limit $2", last.OrgID, database.PageRows)
	}, fn)
}

// InvoicingOf returns what an organization says on its invoices; nil: it has never issued any.
func (v *Snapshot) InvoicingOf(org string) (*payments.Invoicing, error) {
	list, err := table.All(v.ctx, v.q, payments.InvoicingTable.Scan, payments.InvoicingTable.From()+" where org_id = $1", org)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// InvoiceSeries returns the last numbers of all organizations and years.
func (v *Snapshot) InvoiceSeries() ([]payments.InvoiceSeries, error) {
	return table.All(v.ctx, v.q, payments.SeriesOfInvoices.Scan, payments.SeriesOfInvoices.From()+" order by org_id, year")
}

// Invoices streams the invoices and credit notes of all events, by organization, year and number.
func (v *Snapshot) Invoices(fn func(*payments.InvoiceRow) error) error {
	return database.Stream(func(last *payments.InvoiceRow) ([]payments.InvoiceRow, error) {
		if last == nil {
			last = &payments.InvoiceRow{}
		}
		return table.All(v.ctx, v.q, payments.InvoiceTable.Scan, payments.InvoiceTable.From()+` where (org_id, year, no) > (cast($1 as text), cast($2 as bigint), cast($3 as bigint))
			order by org_id, year, no limit $4`, last.OrgID, last.Year, last.No, database.PageRows)
	}, fn)
}

// EventInvoices streams those of an event, by id.
func (v *Snapshot) EventInvoices(event string, fn func(*payments.InvoiceRow) error) error {
	return database.Stream(func(last *payments.InvoiceRow) ([]payments.InvoiceRow, error) {
		if last == nil {
			last = &payments.InvoiceRow{}
		}
		return table.All(v.ctx, v.q, payments.InvoiceTable.Scan, payments.InvoiceTable.From()+" where event_id = $1 and id > $2 order by id limit $3", event, last.ID, database.PageRows)
	}, fn)
}

// Billing streams who orders of an event are to be invoiced to, by order.
func (v *Snapshot) Billing(event string, fn func(*payments.Billing) error) error {
	return database.Stream(func(last *payments.Billing) ([]payments.Billing, error) {
		if last == nil {
			last = &payments.Billing{}
		}
		return table.All(v.ctx, v.q, payments.BillingTable.Scan, payments.BillingTable.From()+" where event_id = $1 and order_id > $2 order by order_id limit $3", event, last.OrderID, database.PageRows)
	}, fn)
}
