package verify

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// The categories of tax that a document has where its buyer owes it, and of gifts and goodwill.
const (
	taxedByBuyer = "AE"
	outsideOfTax = "E"
)

// reversed checks what a document says of a tax that its buyer owes (invariant 23): all of it but
// gifts and goodwill is without tax, for a reason, seller and buyer have their numbers (BR-AE of EN
// 16931), and so it is for an order that is taxed so, and for no other.
func (m *moneyCheck) reversed(v *payments.InvoiceRow, d *bill) {
	owed, sellers := false, false
	for _, l := range d.Lines {
		if l.Category != taxedByBuyer {
			sellers = sellers || l.Category != outsideOfTax
			continue
		}
		if owed = true; l.Rate != 0 || l.Tax != 0 {
			m.documents.fail(23, v.ID, "a line of %s is taxed by its buyer, and has a tax of %d at %d", v.Number, l.Tax, l.Rate)
		}
	}
	rule := ""
	if m.c != nil {
		if o := m.c.orders[m.c.names.key(v.OrderID)]; o != nil {
			t, _ := inventory.ReadTaxation(o.Taxation)
			rule = t.Rule
		}
	}
	orders := rule == inventory.ReverseCharge
	switch {
	case owed && sellers:
		m.documents.fail(23, v.ID, "%s is taxed by its buyer, and by its seller too", v.Number)
	case owed && (d.Buyer.VATID == "" || d.Seller.VATID == "" && d.Seller.TaxNumber == ""):
		m.documents.fail(23, v.ID, "%s is taxed by its buyer, and lacks the number of one of the two", v.Number)
	case owed && !orders:
		m.documents.fail(23, v.ID, "%s is taxed by its buyer, and its order is not", v.Number)
	case orders && sellers:
		m.documents.fail(23, v.ID, "the order of %s is taxed by its buyer, and the document is not", v.Number)
	}
	for _, t := range d.Taxes {
		if t.Category == taxedByBuyer && t.Reason == "" {
			m.documents.fail(23, v.ID, "%s says no reason for a tax that its buyer owes", v.Number)
		}
	}
}
