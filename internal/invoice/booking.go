package invoice

import (
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Booked is what of a booking is invoiced as one line.
type Booked struct {
	Text string
	booking.Item
	// Taxed is what of its gross is tax: its own, or its part of that of several lines. It has Count
	// parts that are alike.
	Taxed int64
}

// lines appends what of a booking was sold.
func (d *Document) lines(items []Booked, s *Seller) {
	for _, i := range items {
		gross := i.Gross()
		d.Lines = append(d.Lines, Line{
			Text: i.Text, Count: i.Count, Price: i.Unit, TaxIncluded: true, Unit: (gross - i.Taxed) / i.Count, TaxRate: i.TaxRate, Category: untaxed{small: s.SmallBusiness}.category(i.TaxRate, false),
			Net: gross - i.Taxed, Tax: i.Taxed, Gross: gross,
		})
	}
}

// shares appends a line for each share of an amount; count is -1 where it is taken off.
func (d *Document) shares(text string, count int64, of []booking.Share, small bool) {
	for _, s := range of {
		net := s.Gross - s.Tax
		d.Lines = append(d.Lines, Line{
			Text: text, Count: count, Price: s.Gross, TaxIncluded: true, Unit: net, TaxRate: s.TaxRate, Category: untaxed{small: small}.category(s.TaxRate, false),
			Net: count * net, Tax: count * s.Tax, Gross: count * s.Gross,
		})
	}
}

// OfDeposit makes the invoice of a deposit, which is a part of what a booking costs.
func OfDeposit(s *Seller, f *Facts, of []booking.Share) *Document {
	d := f.document(Invoice, ForSale, s)
	d.shares(WordsIn(s.Language).Deposit, 1, of, s.SmallBusiness)
	d.sum(WordsIn(s.Language).SmallBusiness)
	return d
}

// OfBooking makes the invoice of a booking: all that was booked, and taken off of that what was
// paid as its deposit. before is the invoice of the deposit; nil: it had none, or there was no
// deposit.
func OfBooking(s *Seller, f *Facts, items []Booked, deposit []booking.Share, before *Reference) *Document {
	w := WordsIn(s.Language)
	d := f.document(Invoice, ForSale, s)
	d.lines(items, s)
	if len(deposit) > 0 {
		text := w.DepositPaid
		if before != nil {
			text = fillIn(w.DepositInvoiced, before)
		}
		d.shares(text, -1, deposit, s.SmallBusiness)
	}
	d.sum(w.SmallBusiness)
	return d
}

// OfReturn makes the credit note of an amount of an invoice that is due back. parts are the
// amount by rate of tax. All of an invoice is given back line by line.
func OfReturn(s *Seller, of *Document, id string, at inventory.Instant, amount int64, parts []booking.Share) *Document {
	d := of.opposite(s, id, at, ForRefund)
	w := WordsIn(d.Language)
	if amount == of.Gross {
		d.Lines = of.Lines
	} else {
		d.shares(w.PartialRefund, 1, parts, of.exempt())
	}
	d.sum(w.SmallBusiness)
	return d
}
