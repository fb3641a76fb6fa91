package inventory

import "strings"

// An order is taxed as its tiers say: where the event takes place, and by the seller. Taxation
// says what is otherwise for one order, because of its buyer. It moves what the lines cost, and
// nothing else: the prices that the order was made with stay with its items (Item.Listed), so that
// it can be taxed anew while it is pending. Where an order is to be taxed is decided by package
// vat, which knows the law.

// The rules by which an order can be taxed.
const (
	// ReverseCharge: the buyer is a business that owes the tax itself, in Country. It pays the net
	// amount.
	ReverseCharge = "reverse_charge"
	// BuyerPlace: the tax is that of the buyer's country, at Rate. What includes its tax costs what
	// it did, and another part of it is tax.
	BuyerPlace = "buyer_place"
)

// Taxation is how an order is taxed. The zero Taxation is as its tiers say.
type Taxation struct {
	Rule    string
	Country string // where the tax is owed: ISO 3166, two letters
	Rate    int64  // in basis points, of BuyerPlace
}

// String returns the taxation as orders have it: "reverse_charge;FR;0"; "" as the tiers say.
func (t Taxation) String() string {
	if t == (Taxation{}) {
		return ""
	}
	return strings.Join([]string{t.Rule, t.Country, text(t.Rate)}, ";")
}

// ReadTaxation reads what Taxation.String wrote.
func ReadTaxation(s string) (t Taxation, ok bool) {
	if s == "" {
		return t, true
	}
	parts := strings.Split(s, ";")
	if len(parts) != 3 {
		return t, false
	}
	t.Rule, t.Country = parts[0], parts[1]
	t.Rate, ok = readAmount(parts[2])
	return t, ok && t.valid()
}

// valid reports whether an order can be taxed so.
func (t Taxation) valid() bool {
	country := len(t.Country) == 2 && strings.Trim(t.Country, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	switch t.Rule {
	case "":
		return t == Taxation{}
	case ReverseCharge:
		return country && t.Rate == 0
	case BuyerPlace:
		return country && t.Rate >= 0 && t.Rate <= MaxTaxRate
	}
	return false
}

// Of is what something costs that is listed with a charge. A price without tax stays without at
// the buyer's place: why it has none is not known here.
func (t Taxation) Of(listed Charge, currency string) Charge {
	switch {
	case t.Rule == ReverseCharge:
		net := Charged(listed.Price, 0, currency).Net
		return Charged(Price{Amount: net}, net-listed.Net, currency)
	case t.Rule == BuyerPlace && listed.TaxRate > 0:
		return Charged(Price{Amount: listed.Amount, TaxRate: t.Rate, TaxIncluded: listed.TaxIncluded}, listed.Discount, currency)
	}
	return listed
}

// ListedText is a charge as items keep it that cost something else by their order's taxation:
// "11900;1900;i;1190", of price, rate, whether the price includes its tax ("i"), and discount.
func (c *Charge) ListedText() string {
	included := ""
	if c.TaxIncluded {
		included = "i"
	}
	return strings.Join([]string{text(c.Amount), text(c.TaxRate), included, text(c.Discount)}, ";")
}

// ReadListed reads what Charge.ListedText wrote.
func ReadListed(s, currency string) (c Charge, ok bool) {
	parts := strings.Split(s, ";")
	if len(parts) != 4 || parts[2] != "" && parts[2] != "i" {
		return c, false
	}
	var n [4]int64
	for _, i := range [...]int{0, 1, 3} {
		if n[i], ok = readAmount(parts[i]); !ok {
			return c, false
		}
	}
	return Charged(Price{Amount: n[0], TaxRate: n[1], TaxIncluded: parts[2] == "i"}, n[3], currency), true
}

// List is what the item costs as its tier says.
func (it *Item) List(currency string) Charge {
	if c, ok := ReadListed(it.Listed, currency); ok {
		return c
	}
	return it.Charge
}

// taxed are the charges of an order's items if it is taxed so, and their sum. Donations are outside of it.
func (o *Order) taxed(t Taxation) (charges []Charge, total int64) {
	charges = make([]Charge, len(o.Items))
	for i := range o.Items {
		it := &o.Items[i]
		if charges[i] = it.Charge; !it.Donation {
			charges[i] = t.Of(it.List(o.Currency), o.Currency)
		}
		total += charges[i].Gross
	}
	return charges, total
}

// tax makes an order cost what it does if it is taxed so.
func (o *Order) tax(t Taxation) {
	charges, total := o.taxed(t)
	for i := range o.Items {
		it := &o.Items[i]
		listed := it.List(o.Currency)
		if it.Charge, it.Listed = charges[i], ""; it.Charge != listed {
			it.Listed = listed.ListedText()
		}
	}
	o.Taxation, o.Total = t.String(), total
}
