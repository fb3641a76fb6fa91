package store

import "github.com/holdfast-events/holdfast/internal/store/table"

// Invoicing streams what organizations say on their invoices.
func (v *Snapshot) Invoicing(fn func(*Invoicing) error) error {
	return stream(func(last *Invoicing) ([]Invoicing, error) {
		if last == nil {
			last = &Invoicing{}
		}
		return table.All(v.ctx, v.q, invoicingTable.Scan, invoicingTable.From()+" where org_id > $1 order by org_id limit $2", last.OrgID, pageRows)
	}, fn)
}

// InvoicingOf returns what an organization says on its invoices; nil: it has never issued any.
func (v *Snapshot) InvoicingOf(org string) (*Invoicing, error) {
	list, err := table.All(v.ctx, v.q, invoicingTable.Scan, invoicingTable.From()+" where org_id = $1", org)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// InvoiceSeries returns the last numbers of all organizations and years.
func (v *Snapshot) InvoiceSeries() ([]InvoiceSeries, error) {
	return table.All(v.ctx, v.q, seriesOfInvoices.Scan, seriesOfInvoices.From()+" order by org_id, year")
}

// Invoices streams the invoices and credit notes of all events, by organization, year and number.
func (v *Snapshot) Invoices(fn func(*InvoiceRow) error) error {
	return stream(func(last *InvoiceRow) ([]InvoiceRow, error) {
		if last == nil {
			last = &InvoiceRow{}
		}
		return table.All(v.ctx, v.q, invoiceTable.Scan, invoiceTable.From()+` where (org_id, year, no) > (cast($1 as text), cast($2 as bigint), cast($3 as bigint))
			order by org_id, year, no limit $4`, last.OrgID, last.Year, last.No, pageRows)
	}, fn)
}

// EventInvoices streams those of an event, by id.
func (v *Snapshot) EventInvoices(event string, fn func(*InvoiceRow) error) error {
	return stream(func(last *InvoiceRow) ([]InvoiceRow, error) {
		if last == nil {
			last = &InvoiceRow{}
		}
		return table.All(v.ctx, v.q, invoiceTable.Scan, invoiceTable.From()+" where event_id = $1 and id > $2 order by id limit $3", event, last.ID, pageRows)
	}, fn)
}

// Billing streams who orders of an event are to be invoiced to, by order.
func (v *Snapshot) Billing(event string, fn func(*Billing) error) error {
	return stream(func(last *Billing) ([]Billing, error) {
		if last == nil {
			last = &Billing{}
		}
		return table.All(v.ctx, v.q, billingTable.Scan, billingTable.From()+" where event_id = $1 and order_id > $2 order by order_id limit $3", event, last.OrderID, pageRows)
	}, fn)
}
