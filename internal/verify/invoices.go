package verify

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Invariant 23: the numbers of invoices have no gap and no double, and each document is what
// was chained when it was issued; each order that was settled while its organization issues
// invoices has one, and each refund of such an order a credit note; and they say what the
// journal says.

// turningOn is how long after invoices were turned on an order may be settled without one:
// what was being settled meanwhile was not told.
const turningOn = inventory.Instant(inventory.Minute)

// bill is what a document says, read without the package that wrote it.
type bill struct {
	Kind     string `json:"kind"`
	Number   string `json:"number"`
	Order    string `json:"order_id"`
	Event    string `json:"event_id"`
	Currency string `json:"currency"`
	Buyer    struct {
		VATID string `json:"vat_id"`
	} `json:"buyer"`
	Seller struct {
		VATID     string `json:"vat_id"`
		TaxNumber string `json:"tax_number"`
	} `json:"seller"`
	Refers *struct {
		ID     string `json:"id"`
		Number string `json:"number"`
	} `json:"refers"`
	Lines []struct {
		Count    int64  `json:"count"`
		Unit     int64  `json:"unit"`
		Rate     int64  `json:"tax_rate"`
		Category string `json:"category"`
		Donation bool   `json:"donation"`
		sums
	} `json:"lines"`
	Taxes []struct {
		Rate     int64  `json:"tax_rate"`
		Category string `json:"category"`
		Reason   string `json:"reason"`
		Net      int64  `json:"net"`
		Tax      int64  `json:"tax"`
	} `json:"taxes"`
	sums
}

type sums struct {
	Net   int64 `json:"net"`
	Tax   int64 `json:"tax"`
	Gross int64 `json:"gross"`
}

// bookedSale is what the journal says of a sale or of a refund, as amounts that are not below 0.
type bookedSale struct{ sales, tax, goodwill int64 }

// bookedAmounts notes what a booking moves that a document has to agree with.
func (m *moneyCheck) bookedAmounts(b *booking) {
	if m.billed == nil {
		return
	}
	sales, tax := b.accounts["sales"]+b.accounts["bookings"]+b.accounts["hold_fees"]+b.accounts["donations"]+b.accounts["order_fees"], b.accounts["tax"]
	switch kind, _, _ := strings.Cut(b.ref, ":"); kind {
	case "sale":
		m.billed[b.ref] = bookedSale{sales: -sales, tax: -tax}
	case "refund":
		m.billed[b.ref] = bookedSale{sales: sales, tax: tax, goodwill: b.accounts["goodwill"]}
	}
}

// invoices compares the documents of an event with its payments, refunds and journal.
func (m *moneyCheck) invoices(r *run, event string) error {
	found := map[string]*payments.InvoiceRow{} // by what they rest on
	byID := map[string]*payments.InvoiceRow{}
	var list []*payments.InvoiceRow
	if err := r.snapshot.EventInvoices(event, func(v *payments.InvoiceRow) error {
		r.report.Checked.Invoices++
		kept := *v
		found[kept.Ref], byID[kept.ID] = &kept, &kept
		list = append(list, &kept)
		return nil
	}); err != nil {
		return err
	}
	for _, v := range list {
		if m.c != nil {
			m.c.checkHome(v.ID)
		}
		m.document(v)
		m.restsOn(v, found, byID)
		v.Document = "" // only its amounts are needed from here on
	}
	for _, name := range slices.Sorted(maps.Keys(m.payments)) {
		p := m.payments[name]
		if m.invoicing == nil || m.invoicing.Since == 0 || p.State != payments.PaymentTickets || p.Provider == payments.ImportProvider || p.SettledAt < m.invoicing.Since+turningOn {
			continue
		}
		if found["sale:"+p.ID] == nil {
			m.documents.fail(23, p.OrderID, "the order was settled by payment %s while its organization issues invoices, and has none", p.ID)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.payouts)) {
		o := m.payouts[name]
		if o.takenBack && found["sale:"+o.PaymentID] != nil && found["refund:"+o.ID] == nil {
			m.documents.fail(23, o.ID, "%d go back of an order that has an invoice, and no credit note says so", o.Owed)
		}
	}
	return r.snapshot.Billing(event, func(b *payments.Billing) error {
		if m.c == nil {
			switch place := m.places[b.OrderID+"-fee"]; {
			case place != nil && place.Email == "":
				m.documents.fail(23, b.OrderID, "who the fee is invoiced to was erased, and what they said of that is left")
			case place == nil && !m.bookers[b.OrderID]:
				m.documents.fail(23, b.OrderID, "it was said who the booking or the fee is invoiced to, which is not stored")
			}
			return nil
		}
		person := m.c.names.key(b.PersonID)
		p, o := m.c.people.find(person), m.c.holds.find(m.c.names.key(b.OrderID))
		switch {
		case p == nil || o == nil: // named by the check of references
		case o.person != person:
			m.documents.fail(23, b.OrderID, "%s has said who the order is invoiced to, whose it is not", b.PersonID)
		case p.erased:
			m.documents.fail(23, b.OrderID, "who the order is invoiced to was erased, and what they said of that is left")
		}
		return nil
	})
}

// invoiceID is the id that a document has, by what it rests on.
func invoiceID(v *payments.InvoiceRow) string {
	if payments.OfBookings(v.EventID) {
		return id.OfOrganization(id.Invoice, v.EventID, sha256.Sum256([]byte("holdfast booking invoice v1\n"+v.Ref)))
	}
	return id.Named(id.Invoice, v.EventID, v.Ref)
}

// documents say what is wrong with documents: of an event, or of the bookings of an organization.
type documents struct {
	c *check // nil: of bookings
	r *run
}

func (d documents) fail(invariant int, subject, format string, args ...any) {
	if d.c == nil {
		d.r.report.add(invariant, "", subject, format, args...)
		return
	}
	d.c.fail(invariant, subject, format, args...)
}

// document checks that a row says what its document says, and that this adds up.
func (m *moneyCheck) document(v *payments.InvoiceRow) {
	var d bill
	if err := json.Unmarshal([]byte(v.Document), &d); err != nil {
		m.documents.fail(23, v.ID, "the document cannot be read")
		return
	}
	refers := ""
	if d.Refers != nil {
		refers = d.Refers.ID
	}
	if d.Kind != v.Kind || d.Number != v.Number || d.Order != v.OrderID || d.Event != v.EventID || d.Currency != v.Currency || refers != v.RefersTo ||
		d.sums != (sums{v.Net, v.Tax, v.Gross}) {
		m.documents.fail(23, v.ID, "the row and the document of %s say different things", v.Number)
	}
	if v.OrgID != m.org {
		m.documents.fail(23, v.ID, "%s is of another organization than the event", v.Number)
	}
	if want := invoiceID(v); v.ID != want {
		m.documents.fail(23, v.ID, "the id of %s does not follow from %s, on which it rests", v.Number, v.Ref)
	}
	if !strings.HasSuffix(v.Number, fmt.Sprintf("-%d-%06d", v.Year, v.No)) {
		m.documents.fail(23, v.ID, "number %d of %d is printed as %s", v.No, v.Year, v.Number)
	}
	type rate struct {
		category string
		rate     int64
	}
	var all sums
	byRate := map[rate]sums{}
	for _, l := range d.Lines {
		if l.Net != l.Count*l.Unit || l.Net+l.Tax != l.Gross || l.Count < 1 && (l.Count != -1 || m.deposits == nil) {
			m.documents.fail(23, v.ID, "a line of %s is of %d units at %d and says %d net, %d tax and %d gross", v.Number, l.Count, l.Unit, l.Net, l.Tax, l.Gross)
		}
		all.Net, all.Tax, all.Gross = all.Net+l.Net, all.Tax+l.Tax, all.Gross+l.Gross
		s := byRate[rate{l.Category, l.Rate}]
		s.Net, s.Tax = s.Net+l.Net, s.Tax+l.Tax
		byRate[rate{l.Category, l.Rate}] = s
	}
	for _, t := range d.Taxes {
		k := rate{t.Category, t.Rate}
		if byRate[k] != (sums{Net: t.Net, Tax: t.Tax}) {
			m.documents.fail(23, v.ID, "the lines of %s taxed %s at %d add up to other sums than it says", v.Number, t.Category, t.Rate)
		}
		delete(byRate, k)
	}
	m.reversed(v, &d)
	if all != d.sums || len(byRate) > 0 || d.Net+d.Tax != d.Gross {
		m.documents.fail(23, v.ID, "the lines of %s do not add up to %d net, %d tax and %d gross", v.Number, d.Net, d.Tax, d.Gross)
	}
}

// restsOn compares a document with what it rests on.
func (m *moneyCheck) restsOn(v *payments.InvoiceRow, found, byID map[string]*payments.InvoiceRow) {
	kind, of, _ := strings.Cut(v.Ref, ":")
	wantKind := "credit_note"
	if kind == "sale" || kind == "instead" {
		wantKind = "invoice"
	}
	if v.Kind != wantKind {
		m.documents.fail(23, v.ID, "%s is a %s of %s", v.Number, v.Kind, v.Ref)
	}
	before := byID[v.RefersTo]
	if kind != "sale" && (before == nil || before.Kind != "invoice" || before.OrderID != v.OrderID || before.Year > v.Year || before.Year == v.Year && before.No >= v.No) {
		m.documents.fail(23, v.ID, "%s refers to %q, which is not an earlier invoice of its order", v.Number, v.RefersTo)
		return
	}
	switch kind {
	case "sale":
		p := m.payments[of]
		if p == nil || p.State != payments.PaymentTickets || p.OrderID != v.OrderID || p.Amount != v.Gross || p.Currency != v.Currency {
			m.documents.fail(23, v.ID, "%s is of %d %s for order %s, which payment %q did not pay", v.Number, v.Gross, v.Currency, v.OrderID, of)
			return
		}
		if b := m.billed[v.Ref]; b.sales != v.Net || b.tax != v.Tax {
			m.documents.fail(23, v.ID, "%s says %d net and %d tax, and the journal %d and %d", v.Number, v.Net, v.Tax, b.sales, b.tax)
		}
	case "refund":
		o := m.payouts[of]
		if o == nil || !o.takenBack || o.OrderID != v.OrderID || o.Owed != v.Gross || o.Currency != v.Currency {
			m.documents.fail(23, v.ID, "%s is of %d %s of order %s, which refund %q does not give back", v.Number, v.Gross, v.Currency, v.OrderID, of)
			return
		}
		if b := m.billed[v.Ref]; b.sales+b.goodwill != v.Net || b.tax != v.Tax {
			m.documents.fail(23, v.ID, "%s says %d net and %d tax, and the journal %d and %d", v.Number, v.Net, v.Tax, b.sales+b.goodwill, b.tax)
		}
	case "cancel", "instead":
		twin := map[string]string{"cancel": "instead:", "instead": "cancel:"}[kind]
		if of != v.RefersTo || before.Net != v.Net || before.Tax != v.Tax || before.Gross != v.Gross || before.Currency != v.Currency {
			m.documents.fail(23, v.ID, "%s is of another amount than the invoice that it corrects", v.Number)
		}
		if found[twin+of] == nil {
			m.documents.fail(23, v.ID, "%s corrects an invoice by half", v.Number)
		}
	default:
		m.documents.fail(23, v.ID, "%s rests on %q, and there is no document of that", v.Number, v.Ref)
	}
}

// checkInvoiceNumbers follows the numbers of all organizations. Where only some events are
// checked, it is left out.
func (r *run) checkInvoiceNumbers() error {
	if len(r.options.Events) > 0 {
		return nil
	}
	type year struct {
		org  string
		year int64
	}
	series := map[year]payments.InvoiceSeries{}
	list, err := r.snapshot.InvoiceSeries()
	if err != nil {
		return err
	}
	for _, s := range list {
		series[year{s.OrgID, s.Year}] = s
	}
	at, no, hash := year{}, int64(0), ""
	end := func() {
		if at == (year{}) {
			return
		}
		if s, there := series[at]; !there || s.Last != no || s.Hash != hash {
			r.report.add(23, "", at.org, "the last number of %d is said to be %d, and it is %d, or its document is another", at.year, s.Last, no)
		}
		delete(series, at)
	}
	if err := r.snapshot.Invoices(func(v *payments.InvoiceRow) error {
		if k := (year{strings.Clone(v.OrgID), v.Year}); k != at {
			end()
			at, no, hash = k, 0, ""
		}
		if v.No != no+1 {
			r.report.add(23, v.EventID, v.ID, "number %d of %d follows number %d", v.No, v.Year, no)
		}
		if v.Hash != payments.ChainInvoice(hash, v.Document) {
			r.report.add(23, v.EventID, v.ID, "the document of %s is not the one that was issued", v.Number)
		}
		no, hash = v.No, strings.Clone(v.Hash)
		return nil
	}); err != nil {
		return err
	}
	end()
	for _, s := range list {
		if _, left := series[year{s.OrgID, s.Year}]; left && s.Last != 0 {
			r.report.add(23, "", s.OrgID, "%d numbers of %d are said to be given, and no document has one", s.Last, s.Year)
		}
	}
	return r.snapshot.Invoicing(func(v *payments.Invoicing) error {
		r.compare(v.OrgID, payments.InvoicingSubject(v.OrgID), v.Commitment(), "what the organization says on its invoices, or since when it issues them,")
		return nil
	})
}
