package inventory

import (
	"cmp"
	"slices"
	"strings"
)

// A fee is a tier too, which nobody orders: each order that has a ticket which costs something
// gets a line of each fee of its event, after all others. It lets nobody in, has no ticket, is
// no unit of the order, and takes from no pool. What it comes to is computed once for the whole
// order, from the tickets alone: add-ons, goods and donations carry none, and an order whose
// tickets cost nothing has none. The line keeps the terms it was made by, so that an offer that
// becomes cheaper or dearer when it is accepted is computed by what its person was told.

// FeeTerms are what a fee comes to, in minor units with their tax. Of a tier of another kind
// they are zero.
type FeeTerms struct {
	Order, Ticket int64 // for an order, and for each of its tickets that costs something
	Rate          int64 // in basis points of what its tickets cost in the end
	Max           int64 // the most that the fee comes to in one order; 0: no bound
	Kept          bool  // it does not go back when buyers give back their tickets
	NotAtDoor     bool  // it is not for what is sold at a till
}

// Nothing reports whether the fee comes to nothing in any order.
func (f *FeeTerms) Nothing() bool { return f.Order == 0 && f.Ticket == 0 && f.Rate == 0 }

// String returns the terms as audit rows and items of orders have them: "100;50;250;1000;kd".
func (f FeeTerms) String() string {
	flags := ""
	if f.Kept {
		flags = "k"
	}
	if f.NotAtDoor {
		flags += "d"
	}
	return strings.Join([]string{text(f.Order), text(f.Ticket), text(f.Rate), text(f.Max), flags}, ";")
}

// ReadFeeTerms reads what FeeTerms.String wrote.
func ReadFeeTerms(s string) (f FeeTerms, ok bool) {
	parts := strings.Split(s, ";")
	if len(parts) != 5 {
		return f, false
	}
	for i, n := range []*int64{&f.Order, &f.Ticket, &f.Rate, &f.Max} {
		if *n, ok = readAmount(parts[i]); !ok {
			return FeeTerms{}, false
		}
	}
	f.Kept, f.NotAtDoor = strings.HasPrefix(parts[4], "k"), strings.HasSuffix(parts[4], "d")
	return f, f.String() == s
}

// Of returns what the fee comes to in an order with so many tickets that cost something, and
// that together cost so much. The part that is a rate is rounded once, half up.
func (f *FeeTerms) Of(tickets, gross int64) int64 {
	if tickets == 0 {
		return 0
	}
	amount := f.Order + f.Ticket*tickets + Share(gross, f.Rate, wholeRate)
	if f.Max > 0 {
		amount = min(amount, f.Max)
	}
	return amount
}

// Payable returns what is paid for the fee in such an order: what it comes to, as it can be paid in
// the currency.
func (f *FeeTerms) Payable(tickets, gross int64, currency string) int64 {
	return feeCharge(f.Of(tickets, gross), 0, currency).Gross
}

// feeCharge is the charge of a fee that comes to so much, its tax included.
func feeCharge(amount, taxRate int64, currency string) Charge {
	return Charged(Price{Amount: amount, TaxRate: taxRate, TaxIncluded: true}, 0, currency)
}

// Fee reports whether the tier is a fee.
func (t *Tier) Fee() bool { return t.Kind == FeeTier }

// IsFee reports whether the item is what a fee comes to in the order.
func (it *Item) IsFee() bool { return it.Fee != "" }

// Ticketed reports whether the item is something that has a ticket: an entry, or what is handed
// over. Donations and fees have none.
func (it *Item) Ticketed() bool { return !it.Donation && !it.IsFee() }

// KeptFee reports whether the item is a fee that stays with the organizer when buyers give back
// their tickets.
func (it *Item) KeptFee() bool {
	f, _ := ReadFeeTerms(it.Fee)
	return f.Kept
}

// wrongFee names the first field that a fee cannot have, or that only a fee can have, "" when
// there is none.
func (t *Tier) wrongFee(currency string) string {
	f := &t.FeeTerms
	if !t.Fee() {
		if *f != (FeeTerms{}) {
			return "fee"
		}
		return ""
	}
	switch {
	case t.Price.Amount != 0 || t.Chosen():
		return "price"
	case !t.Price.TaxIncluded: // people are shown what they pay
		return "tax_included"
	case t.SaleStarts != 0 || t.SaleEnds != 0:
		return "sale_starts_at"
	case t.MaxPerOrder != 0:
		return "max_per_order"
	case t.Hidden:
		return "hidden"
	case f.Rate < 0 || f.Rate > wholeRate:
		return "fee.rate_bp"
	}
	for _, a := range []struct {
		field string
		n     int64
	}{{"fee.per_order", f.Order}, {"fee.per_ticket", f.Ticket}, {"fee.max", f.Max}} {
		if a.n < 0 || a.n > MaxChosen || !payableIn(currency, a.n) {
			return a.field
		}
	}
	return ""
}

// Fees are the fees among tiers that come to something, in the order of their IDs.
func Fees(tiers []Tier) []*Tier {
	var list []*Tier
	for i := range tiers {
		list = addFee(list, &tiers[i])
	}
	return list
}

// fees are those of an event.
func (s *State) fees() []*Tier {
	var list []*Tier
	for _, t := range s.Tiers {
		list = addFee(list, t)
	}
	return list
}

func addFee(list []*Tier, t *Tier) []*Tier {
	if !t.Fee() || t.FeeTerms.Nothing() {
		return list
	}
	at, _ := slices.BinarySearchFunc(list, t, func(a, b *Tier) int { return cmp.Compare(a.ID, b.ID) })
	return slices.Insert(list, at, t)
}

// UnitFees returns what fees add to one ticket that costs so much, without what they come to for
// the order as a whole.
func UnitFees(fees []*Tier, gross int64, currency string) (sum int64) {
	for _, t := range fees {
		if f := t.FeeTerms; gross > 0 {
			f.Order = 0
			sum += f.Payable(1, gross, currency)
		}
	}
	return sum
}

// FeesOfOne returns what fees come to in an order of one ticket that costs so much: what they add
// to it and what they are for an order as a whole.
func FeesOfOne(fees []*Tier, gross int64, currency string) (sum int64) {
	for _, t := range fees {
		if gross > 0 {
			sum += t.FeeTerms.Payable(1, gross, currency)
		}
	}
	return sum
}

// OrderFees returns what fees add to an order as a whole, beside what they add to each ticket.
func OrderFees(fees []*Tier) (sum int64) {
	for _, t := range fees {
		sum += t.FeeTerms.Order
	}
	return sum
}

// paidTickets is how many tickets of an order cost something, and what they cost.
func (d *decider) paidTickets(o *Order) (n, gross int64) {
	for i := range o.Items {
		if it := &o.Items[i]; it.Gross > 0 && d.tiers[it.Tier].Admits() {
			n, gross = n+1, gross+it.Gross
		}
	}
	return n, gross
}

// addFees adds the fees of this moment to an order that is about to be made. An offer whose
// person still chooses what to pay has a line of each, also of one that comes to nothing so far.
func (d *decider) addFees(o *Order, atDoor, chooses bool) {
	tickets, gross := d.paidTickets(o)
	for _, t := range d.st.fees() {
		charge := feeCharge(t.FeeTerms.Of(tickets, gross), t.Price.TaxRate, o.Currency)
		if atDoor && t.FeeTerms.NotAtDoor || charge.Gross == 0 && !chooses {
			continue
		}
		o.Items = append(o.Items, Item{No: len(o.Items) + 1, Tier: t.ID, Fee: t.FeeTerms.String(), Charge: charge})
		o.Total += charge.Gross
	}
}

// feesFor are the charges of the fees of an offered order whose tickets cost something else now,
// by the terms that they were told with. charges are those of the other items.
func feesFor(o *Order, charges []Charge) []Charge {
	var tickets, gross int64
	for i := range charges {
		if charges[i].Gross > 0 {
			tickets, gross = tickets+1, gross+charges[i].Gross
		}
	}
	for i := len(charges); i < len(o.Items); i++ {
		it := &o.Items[i]
		f, _ := ReadFeeTerms(it.Fee)
		charges = append(charges, feeCharge(f.Of(tickets, gross), it.List(o.Currency).TaxRate, o.Currency))
	}
	return charges
}

// FeeBack is what of a fee goes back when so much is left of a refund after all that comes before
// it: the fee, or a part of it with its tax.
func (c *Charge) FeeBack(left int64, currency string) Charge {
	if left >= c.Gross {
		return *c
	}
	return feeCharge(max(0, left), c.TaxRate, currency)
}

// FeesOfRefund are the fees that go with an audit row, in the order in which they are given back:
// those that are kept last.
func (o *Order) FeesOfRefund(seq int64) (fees []*Item) {
	for _, kept := range []bool{false, true} {
		for i := range o.Items {
			if it := &o.Items[i]; it.IsFee() && it.ReleasedSeq == seq && it.KeptFee() == kept {
				fees = append(fees, it)
			}
		}
	}
	return fees
}

// withFees adds to items of an order its live fees, when no ticket of it is left.
func (d *decider) withFees(o *Order, items []*Item) []*Item {
	list := liveItems(o)
	for _, it := range list {
		if d.tiers[it.Tier].Admits() && !slices.Contains(items, it) {
			return items
		}
	}
	items = slices.DeleteFunc(slices.Clone(items), (*Item).IsFee)
	for _, it := range list {
		if it.IsFee() {
			items = append(items, it)
		}
	}
	return items
}

// unitsOf is how many units items are: fees are none.
func unitsOf(items []*Item) (n int64) {
	for _, it := range items {
		if !it.IsFee() {
			n++
		}
	}
	return n
}

// mostUnits is how many units of a tier an order may have at a price, with its fees, so that
// its total stays within MaxTotal.
func (x *index) mostUnits(gross int64) int64 {
	left, each := int64(MaxTotal), gross
	for _, t := range x.tiers {
		if f := &t.FeeTerms; t.Fee() {
			left -= f.Order
			each += f.Ticket + Share(gross, f.Rate, wholeRate) + 1
		}
	}
	return max(0, left) / each
}
