package booking

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// wholeRate is 100 % in basis points.
const wholeRate = 10_000

// Item is what of a booking's price is asked for one thing. Prices of bookings have their tax
// in them.
type Item struct {
	Count, Unit int64 // how many, and what one of them costs
	TaxRate     int64 // in basis points: 1900 is 19 %
}

// Gross is what the item costs.
func (i Item) Gross() int64 { return i.Count * i.Unit }

// Tax is what of that is tax: that of one, rounded to the nearest minor unit, of each.
func (i Item) Tax() int64 {
	return i.Count * inventory.Share(i.Unit, i.TaxRate, wholeRate+i.TaxRate)
}

// Share is what of an amount is taxed at one rate.
type Share struct {
	TaxRate int64 `json:"tax_rate"`
	Gross   int64 `json:"gross"`
	Tax     int64 `json:"tax"`
}

// Shares returns what items come to by rate, the highest first.
func Shares(items []Item) []Share {
	var list []Share
	for _, i := range items {
		list = add(list, Share{i.TaxRate, i.Gross(), i.Tax()})
	}
	return inOrder(list)
}

func add(list []Share, s Share) []Share {
	if s.Gross == 0 && s.Tax == 0 {
		return list
	}
	at := slices.IndexFunc(list, func(o Share) bool { return o.TaxRate == s.TaxRate })
	if at < 0 {
		return append(list, s)
	}
	list[at].Gross += s.Gross
	list[at].Tax += s.Tax
	return list
}

func inOrder(list []Share) []Share {
	list = slices.DeleteFunc(list, func(s Share) bool { return s.Gross == 0 && s.Tax == 0 })
	slices.SortFunc(list, func(a, b Share) int { return cmp.Compare(b.TaxRate, a.TaxRate) })
	return list
}

// Total is what shares come to, and what of that is tax.
func Total(of []Share) (gross, tax int64) {
	for _, s := range of {
		gross, tax = gross+s.Gross, tax+s.Tax
	}
	return gross, tax
}

// PartOf splits an amount that is no more than what shares come to over their rates in
// proportion: the parts come to the amount, and none is more than its share.
func PartOf(of []Share, amount int64) []Share {
	whole, _ := Total(of)
	var parts []Share
	var before, given int64
	for _, s := range of {
		if s.Gross <= 0 {
			continue
		}
		before += s.Gross
		upTo := inventory.Share(before, amount, whole)
		part := Share{TaxRate: s.TaxRate, Gross: upTo - given}
		part.Tax = inventory.Share(s.Tax, part.Gross, s.Gross)
		given = upTo
		parts = add(parts, part)
	}
	return inOrder(parts)
}

// Less returns what is left of shares without others.
func Less(of, others []Share) []Share {
	list := slices.Clone(of)
	for _, s := range others {
		list = add(list, Share{s.TaxRate, -s.Gross, -s.Tax})
	}
	return inOrder(list)
}
