// Package invoice has what invoices and credit notes say: which lines an order makes, what
// they add up to, and the document as a machine reads it (EN 16931 as CrossIndustryInvoice).
// A document is made once, from what is stored then, and kept as it is: nothing of it is read
// from anywhere else later.
package invoice

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// The kinds of documents.
const (
	Invoice    = "invoice"
	CreditNote = "credit_note"
)

// Kinds are all kinds of documents.
var Kinds = []string{Invoice, CreditNote}

// Why a document is issued.
const (
	ForSale       = "sale"       // the order was paid
	ForRefund     = "refund"     // money of it is due back
	ForCorrection = "correction" // the buyer's particulars were wrong: one ends, another begins
)

// The categories of tax, as UNTDID 5305 has them.
const (
	Standard  = "S"
	ZeroRated = "Z"
	Exempt    = "E"
	// OwedByBuyer: reverse charge, the buyer owes the tax (art. 226(11a) of Directive 2006/112/EC).
	OwedByBuyer = "AE"
)

// Party is the seller or the buyer.
type Party struct {
	ID         string `json:"id,omitempty"` // of the organization; of a buyer none
	Name       string `json:"name"`         // of a company, or of the person
	Contact    string `json:"contact,omitempty"`
	Email      string `json:"email,omitempty"`
	Street     string `json:"street,omitempty"`
	PostalCode string `json:"postal_code,omitempty"`
	City       string `json:"city,omitempty"`
	Country    string `json:"country,omitempty"` // ISO 3166, two letters
	VATID      string `json:"vat_id,omitempty"`
	TaxNumber  string `json:"tax_number,omitempty"`
}

// Seller is what an organization says of itself, and of its invoices.
type Seller struct {
	Party
	Prefix        string
	Note          string
	Language      string // one that documents are in
	Timezone      string // in which the date, and with it the year, of a document is told
	SmallBusiness bool   // sells without tax
}

// Line is units of one kind and price.
type Line struct {
	Text        string `json:"text"`
	Count       int64  `json:"count"`
	Price       int64  `json:"price"` // of one, as it was asked for
	Discount    int64  `json:"discount,omitempty"`
	TaxIncluded bool   `json:"tax_included,omitempty"`
	Unit        int64  `json:"unit"` // net, of one
	TaxRate     int64  `json:"tax_rate"`
	Category    string `json:"category"`
	Donation    bool   `json:"donation,omitempty"` // outside of value added tax
	Net         int64  `json:"net"`
	Tax         int64  `json:"tax"`
	Gross       int64  `json:"gross"`
}

// TaxSum is what the lines of one category and rate add up to.
type TaxSum struct {
	Category string `json:"category"`
	TaxRate  int64  `json:"tax_rate"`
	Reason   string `json:"reason,omitempty"` // why no tax is taken
	Net      int64  `json:"net"`
	Tax      int64  `json:"tax"`
}

// Reference names another document.
type Reference struct {
	ID       string `json:"id"`
	Number   string `json:"number"`
	IssuedOn string `json:"issued_on"`
}

// Document is an invoice or a credit note. Amounts are minor units of its currency, those of
// a credit note too: its kind says which way they go.
type Document struct {
	Kind       string     `json:"kind"`
	Reason     string     `json:"reason"`
	Number     string     `json:"number"`
	IssuedOn   string     `json:"issued_on"`   // a date, in the seller's time zone
	SuppliedOn string     `json:"supplied_on"` // the date of the event, where it takes place
	Language   string     `json:"language"`
	Seller     Party      `json:"seller"`
	Buyer      Party      `json:"buyer"`
	Event      string     `json:"event_id"`
	Title      string     `json:"title"`
	Order      string     `json:"order_id"`
	Refers     *Reference `json:"refers,omitempty"` // of a credit note: the invoice; of an invoice: the one that it stands for
	Currency   string     `json:"currency"`
	Lines      []Line     `json:"lines"`
	Taxes      []TaxSum   `json:"taxes"`
	Net        int64      `json:"net"`
	Tax        int64      `json:"tax"`
	Gross      int64      `json:"gross"`
	Note       string     `json:"note,omitempty"`
	VATCheck   *VATCheck  `json:"vat_check,omitempty"` // of a buyer who owes the tax
}

// VATCheck is what a register of VAT numbers said of the buyer's, before they bought.
type VATCheck struct {
	Answer string `json:"answer"`
	At     string `json:"at"`           // a moment of RFC 3339
	ID     string `json:"id,omitempty"` // by which the register knows the consultation
}

// Encode returns the document as it is stored.
func (d *Document) Encode() (string, error) {
	text, err := json.Marshal(d)
	return string(text), err
}

// Decode reverses Encode.
func Decode(text string) (*Document, error) {
	d := new(Document)
	if err := json.Unmarshal([]byte(text), d); err != nil {
		return nil, fmt.Errorf("invoice: a stored document cannot be read: %w", err)
	}
	return d, nil
}

// Number is the number of a document: gapless for each organization and year, whatever the
// prefix was when it was issued.
func Number(prefix string, year, no int64) string { return fmt.Sprintf("%s-%d-%06d", prefix, year, no) }

// Date is the date of a moment in a zone. A zone that is not known is UTC.
func Date(at inventory.Instant, zone string) time.Time {
	place, err := time.LoadLocation(zone)
	if err != nil {
		place = time.UTC
	}
	return at.Time().In(place)
}

// Sold is what an order has of one unit.
type Sold struct {
	Text string // what it is called
	inventory.Charge
	// Donation: it is a gift, outside of value added tax. It is exempt for that reason: an invoice
	// may not have lines that are not subject to tax (category O of EN 16931) beside others.
	Donation bool
	Fee      bool // of an order: it is given back after what was bought
	Kept     bool // a fee that is given back after the others
}

// inTurn parts units by the turn in which they are given back: what was bought, then fees, those
// that are kept last, then donations.
func inTurn(units []Sold) (bought, fees, gifts []Sold) {
	var kept []Sold
	for _, u := range units {
		switch {
		case u.Donation:
			gifts = append(gifts, u)
		case u.Fee && u.Kept:
			kept = append(kept, u)
		case u.Fee:
			fees = append(fees, u)
		default:
			bought = append(bought, u)
		}
	}
	return bought, append(fees, kept...), gifts
}

// untaxed says why nothing is taken of what has no tax: the seller is a small business, or the buyer
// owes the tax.
type untaxed struct{ small, reversed bool }

// category is that of something at a rate. gift: it is outside of value added tax.
func (u untaxed) category(rate int64, gift bool) string {
	switch {
	case gift:
		return Exempt
	case u.reversed:
		return OwedByBuyer
	case rate > 0:
		return Standard
	case u.small:
		return Exempt
	}
	return ZeroRated
}

// add appends the lines of units, those that are alike together in the order in which they
// first come, and their sums.
func (d *Document) add(units []Sold, by untaxed) {
	for _, u := range units {
		l := Line{
			Text: u.Text, Price: u.Amount, Discount: u.Discount, TaxIncluded: u.TaxIncluded, TaxRate: u.TaxRate,
			Unit: u.Net, Category: by.category(u.TaxRate, u.Donation), Donation: u.Donation,
		}
		at := slices.IndexFunc(d.Lines, func(o Line) bool {
			return o.Text == l.Text && o.Price == l.Price && o.Discount == l.Discount && o.TaxIncluded == l.TaxIncluded &&
				o.TaxRate == l.TaxRate && o.Unit == l.Unit && o.Category == l.Category && o.Donation == l.Donation && o.Gross == (u.Gross*o.Count)
		})
		if at < 0 {
			d.Lines, at = append(d.Lines, l), len(d.Lines)
		}
		o := &d.Lines[at]
		o.Count, o.Net, o.Tax, o.Gross = o.Count+1, o.Net+u.Net, o.Tax+u.Tax, o.Gross+u.Gross
	}
}

// sum adds the lines up. reason says why nothing is taken of those that are exempt.
func (d *Document) sum(reason string) {
	d.Taxes, d.Net, d.Tax, d.Gross = nil, 0, 0, 0
	for i := range d.Lines {
		l := &d.Lines[i]
		at := slices.IndexFunc(d.Taxes, func(t TaxSum) bool { return t.Category == l.Category && t.TaxRate == l.TaxRate })
		if at < 0 {
			t := TaxSum{Category: l.Category, TaxRate: l.TaxRate}
			switch l.Category {
			case Exempt:
				t.Reason = reason
			case OwedByBuyer:
				t.Reason = WordsIn(d.Language).ReverseCharge
			}
			d.Taxes, at = append(d.Taxes, t), len(d.Taxes)
		}
		d.Taxes[at].Net += l.Net
		d.Taxes[at].Tax += l.Tax
		d.Net, d.Tax, d.Gross = d.Net+l.Net, d.Tax+l.Tax, d.Gross+l.Gross
	}
	slices.SortStableFunc(d.Taxes, func(a, b TaxSum) int { return cmp.Compare(b.TaxRate, a.TaxRate) })
}

// Facts are what a document says beside its lines.
type Facts struct {
	IssuedAt   inventory.Instant
	SuppliedOn string
	Buyer      Party
	Event      string
	Title      string
	Order      string
	Currency   string
	// ReverseCharge: the buyer owes the tax, whose number the Buyer has.
	ReverseCharge bool
	VATCheck      *VATCheck
}

func (f *Facts) document(kind, reason string, s *Seller) *Document {
	return &Document{
		Kind: kind, Reason: reason, IssuedOn: Date(f.IssuedAt, s.Timezone).Format(time.DateOnly), SuppliedOn: f.SuppliedOn,
		Language: s.Language, Seller: s.Party, Buyer: f.Buyer, Event: f.Event, Title: f.Title, Order: f.Order, Currency: f.Currency, Note: s.Note, VATCheck: f.VATCheck,
	}
}

// OfSale makes the invoice of an order that was paid: all of its units as they were sold,
// whatever became of them since.
func OfSale(s *Seller, f *Facts, units []Sold) *Document {
	d := f.document(Invoice, ForSale, s)
	d.add(units, untaxed{s.SmallBusiness, f.ReverseCharge})
	d.sum(d.reason(WordsIn(s.Language), s.SmallBusiness && !f.ReverseCharge, false))
	return d
}

// reason says why nothing is taken of the lines that are exempt.
func (d *Document) reason(w *Words, small, goodwill bool) string {
	var reasons []string
	switch {
	case small:
		reasons = append(reasons, w.SmallBusiness)
	case goodwill:
		reasons = append(reasons, w.GoodwillReason)
	}
	if slices.ContainsFunc(d.Lines, func(l Line) bool { return l.Donation }) {
		reasons = append(reasons, w.DonationReason)
	}
	if len(reasons) == 0 {
		return w.SmallBusiness // of documents that have no such line
	}
	return strings.Join(reasons, "; ")
}

// ReverseCharged reports whether the buyer of a document owes the tax.
func (d *Document) ReverseCharged() bool {
	return slices.ContainsFunc(d.Lines, func(l Line) bool { return l.Category == OwedByBuyer })
}

// exempt reports whether a document is of a seller who takes no tax.
func (d *Document) exempt() bool {
	return slices.ContainsFunc(d.Lines, func(l Line) bool { return l.Category == Exempt && !l.Donation })
}

// OfRefund makes the credit note of an amount that is due back for units of an invoice. When
// it is less than their price the tax is in proportion, as the journal has it; fees and donations
// among them are given back after that, and what is beyond is goodwill, of which no tax is taken
// back.
func OfRefund(s *Seller, of *Document, id string, at inventory.Instant, units []Sold, amount int64) *Document {
	d := of.opposite(s, id, at, ForRefund)
	then := untaxed{of.exempt(), of.ReverseCharged()} // whether tax was taken is as the invoice has it
	bought, fees, gifts := inTurn(units)
	d.add(bought, then)
	w := WordsIn(d.Language)
	gross, tax := int64(0), int64(0)
	for i := range d.Lines {
		gross, tax = gross+d.Lines[i].Gross, tax+d.Lines[i].Tax
	}
	over := amount - gross
	if over < 0 {
		d.sum(w.SmallBusiness)
		d.Lines = inPart(d.Taxes, w.PartialRefund, gross, tax, amount)
	}
	for i := 0; i < len(fees) && over > 0; i++ {
		back := fees[i]
		back.Charge = back.FeeBack(over, d.Currency)
		d.add([]Sold{back}, then)
		over -= back.Gross
	}
	for i := 0; i < len(gifts) && over > 0; i++ {
		back := gifts[i]
		if back.Gross > over {
			back = Sold{Text: back.Text, Donation: true, Charge: inventory.Charged(inventory.Price{Amount: over, TaxIncluded: true}, 0, d.Currency)}
		}
		d.add([]Sold{back}, then)
		over -= back.Gross
	}
	if over > 0 {
		d.Lines = append(d.Lines, Line{Text: w.Goodwill, Count: 1, Price: over, Unit: over, Category: Exempt, Net: over, Gross: over})
	}
	d.sum(d.reason(w, then.small, over > 0))
	return d
}

// inPart splits an amount that is less than the price over the rates of tax, its tax over
// those that have any. The last of them has what rounding leaves.
func inPart(sums []TaxSum, text string, gross, tax, amount int64) []Line {
	leftTax := inventory.Share(tax, amount, gross)
	leftNet, net := amount-leftTax, gross-tax
	lastTaxed := -1
	for i := range sums {
		if sums[i].Tax > 0 {
			lastTaxed = i
		}
	}
	var lines []Line
	for i, t := range sums {
		n, x := leftNet, leftTax
		if i < len(sums)-1 && net > 0 {
			n = min(leftNet, inventory.Share(t.Net, amount, gross))
		}
		if i != lastTaxed {
			x = min(leftTax, inventory.Share(t.Tax, amount, gross))
		}
		leftNet, leftTax = leftNet-n, leftTax-x
		if n+x == 0 {
			continue
		}
		lines = append(lines, Line{
			Text: text, Count: 1, Price: n + x, TaxIncluded: true, Unit: n, TaxRate: t.TaxRate, Category: t.Category, Net: n, Tax: x, Gross: n + x,
		})
	}
	return lines
}

// Reversed makes the credit note that ends an invoice as a whole, for one that is right.
func Reversed(s *Seller, of *Document, id string, at inventory.Instant) *Document {
	d := of.opposite(s, id, at, ForCorrection)
	d.Lines, d.Taxes, d.Net, d.Tax, d.Gross = of.Lines, of.Taxes, of.Net, of.Tax, of.Gross
	return d
}

// Corrected makes the invoice that stands for another, with the buyer's details.
func Corrected(s *Seller, of *Document, id string, at inventory.Instant, buyer Party) *Document {
	d := Reversed(s, of, id, at)
	d.Kind, d.Buyer = Invoice, buyer
	return d
}

// opposite is a credit note for an invoice, without lines. The buyer and the language are
// those of the invoice; the seller is as it says today.
func (d *Document) opposite(s *Seller, id string, at inventory.Instant, reason string) *Document {
	return &Document{
		Kind: CreditNote, Reason: reason, IssuedOn: Date(at, s.Timezone).Format(time.DateOnly), SuppliedOn: d.SuppliedOn,
		Language: d.Language, Seller: s.Party, Buyer: d.Buyer, Event: d.Event, Title: d.Title, Order: d.Order, Currency: d.Currency, VATCheck: d.VATCheck,
		Note: s.Note, Refers: &Reference{ID: id, Number: d.Number, IssuedOn: d.IssuedOn},
	}
}
