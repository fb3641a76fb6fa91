package inventory

import "strings"

// What another ticket shop has sold or promised is brought in by the commands that would
// have made it here: Reserve, Pay and Join. Who.Import says that it comes from there:
//
//   - the event may still be a draft, so that all of a sale is here before anybody is
//     offered what is left;
//   - the prices are those that were paid, and limits of an order or a person were the
//     other shop's: only capacity, seats, and the waitlist hold;
//   - the same again, by its ID, changes nothing;
//   - nobody is told: they were, where they bought.

// importedFrom begins what the first audit row of something imported names as Related, and
// the IDs of payments that were taken elsewhere.
const importedFrom = "import:"

// imports reports whether staff bring something in from another shop.
func (w Who) imports() bool { return w.Staff && w.Import != "" }

// source is what the first audit row of something imported names: from where it came.
func (w Who) source() string {
	if !w.imports() {
		return ""
	}
	return importedFrom + w.Import
}

// imported reports whether a row is of the arrival of something imported: that it was
// ordered, paid for or waits.
func imported(r *AuditRow) bool {
	switch r.Reason {
	case ReasonOrderedFree, ReasonPaid, ReasonJoined:
		return strings.HasPrefix(r.Related, importedFrom)
	}
	return false
}

// importable checks the prices of an order that is imported.
func (d *decider) importable(lines []OrderLine) Outcome {
	for i, l := range lines {
		if l.Price == nil {
			continue
		}
		t := Tier{Price: *l.Price}
		if o := t.checkSale(d.st.Event.Settings.Orders.Currency); o.Code != OK {
			o.Field = lineField(i) + "." + o.Field
			return o
		}
		if gift := d.tiers[l.Tier]; gift != nil && gift.Donation() && l.Price.TaxRate != 0 { // which is outside of tax
			return Outcome{Code: InvalidSettings, Field: lineField(i) + ".tax_rate_bp"}
		}
	}
	return Outcome{}
}
