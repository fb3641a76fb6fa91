package inventory

import (
	"strconv"
	"strings"
)

// Where buyers choose what they pay, a tier has a minimum, a suggestion and a maximum. What
// was chosen is the price of the item like any other: codes, taxes and refunds go by it.

// MaxChosen is the highest maximum: an order of as many units as can be ordered stays within
// MaxTotal, whatever is chosen.
const MaxChosen = MaxPrice / MaxOrderUnits

// Chosen reports whether the buyers of a tier choose what they pay.
func (t *Tier) Chosen() bool { return t.PriceMax > 0 }

// LeastPrice is the price of one unit of which nothing can cost less.
func (t *Tier) LeastPrice() Price {
	p := t.Price
	if t.Chosen() {
		p.Amount = t.PriceMin
	}
	return p
}

// wrongChoice names the first field that buyers could not choose by, "" when none is wrong.
func (t *Tier) wrongChoice(currency string) string {
	switch {
	case t.PriceMax < 0 || t.PriceMax > MaxChosen || !payableIn(currency, t.PriceMax):
		return "price_max"
	case t.PriceMin < 0 || t.PriceMin > t.PriceMax || !payableIn(currency, t.PriceMin):
		return "price_min"
	case t.Chosen() && (t.Price.Amount < t.PriceMin || t.Price.Amount > t.PriceMax):
		return "price"
	case t.Chosen() && !t.Price.TaxIncluded: // what is chosen is what is paid
		return "tax_included"
	}
	return ""
}

// payableIn reports whether amounts can be paid in a currency (see Step).
func payableIn(currency string, amounts ...int64) bool {
	step := Step(currency)
	for _, n := range amounts {
		if n%step != 0 {
			return false
		}
	}
	return true
}

// chosenPrice is the price of one unit at which a tier is sold for what a buyer chose; nil:
// for what it costs. least is the least that may be chosen beside the tier's minimum.
func (t *Tier) chosenPrice(chosen *int64, least int64, currency string) (Price, Code) {
	p := t.Price
	switch {
	case !t.Chosen() && chosen == nil:
		return p, OK
	case !t.Chosen():
		return p, PriceFixed
	case chosen == nil || *chosen < max(least, t.PriceMin) || *chosen > t.PriceMax || !payableIn(currency, *chosen):
		return p, PriceOutOfRange
	}
	p.Amount = *chosen
	return p, OK
}

// choosePrice makes an offered order cost what the person chose, less by a promo code, or more by
// add-ons. An order of a tier with a fixed price stays what it was when it was offered.
func (d *decider) choosePrice(h *Hold, c *Accept, promo *PriceCode) Outcome {
	chosen := c.UnitPrice
	wrong := func(code Code) Outcome { return Outcome{Code: code, Field: "unit_price"} }
	switch {
	case h.Order == nil && chosen != nil:
		return wrong(PriceFixed)
	case h.Order == nil && promo != nil:
		return Outcome{Code: CodeNotApplicable, Field: "promo_code"}
	case h.Order == nil && len(c.AddOns) > 0: // the event got its add-ons after the offer
		return Outcome{Code: AddOnWithoutTicket, Field: addOnField(0) + ".quantity"}
	case h.Order == nil:
		return Outcome{}
	}
	o, least := h.Order, int64(0)
	for i := range o.Items {
		if d.backing(h, i+1) != nil {
			least = Step(o.Currency) // whoever takes another's ticket pays for it
		}
	}
	t := d.tiers[o.Items[0].Tier]
	p, code := t.chosenPrice(chosen, least, o.Currency)
	switch {
	case code != OK:
		return wrong(code)
	case promo == nil && len(c.AddOns) == 0 && (!t.Chosen() || p == o.Items[0].List(o.Currency).Price):
		return Outcome{}
	}
	added, refusal := d.addOnItems(h, c, promo)
	if refusal.Code != OK {
		return refusal
	}
	charges, total, refusal := d.offeredCharges(h, func(it *Item) Price {
		if t.Chosen() {
			return p
		}
		return it.List(o.Currency).Price
	}, promo, added)
	switch {
	case refusal.Code != OK:
		return refusal
	case o.Total == 0 && total > 0 && d.tooManyForCard(c.Who, d.tickets(o.Items)):
		return Outcome{Code: LimitPerCard}
	}
	if refusal := o.unpayable(charges, added, promo); refusal.Code != OK {
		return refusal
	}
	d.commitHold(h)
	for i := range o.Items {
		o.Items[i].Charge, o.Items[i].Listed = charges[i], ""
	}
	d.addItems(h, added)
	o.Total = total
	if taxation, _ := ReadTaxation(o.Taxation); taxation != (Taxation{}) {
		o.tax(taxation)
	}
	if promo != nil {
		o.PromoID = promo.ID
		d.useCodes(o, 1)
	}
	d.repriced = append(d.repriced, h)
	return Outcome{}
}

// offeredCharges is what the items of an offered order cost at other prices, or with a promo
// code, which has to be for one of them and leaves something to pay for another's ticket. total is
// with what is added to them, which the code may be for too.
func (d *decider) offeredCharges(h *Hold, priceOf func(*Item) Price, promo *PriceCode, added []Item) (charges []Charge, total int64, refusal Outcome) {
	o, codes, applies := h.Order, OrderCodes{Promo: promo}, promo == nil
	for i := range o.Items {
		it := &o.Items[i]
		if it.IsFee() {
			break // which are the last
		}
		t := d.tiers[it.Tier].Tier
		charge := codes.ChargeAt(priceOf(it), t, o.Currency)
		if applies = applies || promo.TakesOff(t); charge.Gross == 0 && d.backing(h, i+1) != nil {
			return nil, 0, Outcome{Code: CodeNotApplicable, Field: "promo_code"}
		}
		if charge.Gross > MaxTotal/int64(len(o.Items)) {
			return nil, 0, Outcome{Code: PriceOutOfRange, Field: "unit_price"}
		}
		charges = append(charges, charge)
	}
	for i := range added {
		applies = applies || promo.TakesOff(d.tiers[added[i].Tier].Tier)
		total += added[i].Gross
	}
	if !applies {
		return nil, 0, Outcome{Code: CodeNotApplicable, Field: "promo_code"}
	}
	charges = feesFor(o, charges)
	for i := range charges {
		total += charges[i].Gross
	}
	switch {
	case total > MaxTotal && len(added) > 0:
		return nil, 0, Outcome{Code: QuantityOutOfRange, Field: "add_ons"}
	case total > MaxTotal:
		return nil, 0, Outcome{Code: PriceOutOfRange, Field: "unit_price"}
	}
	return charges, total, Outcome{}
}

// PriceText is what a tier costs as its audit rows write it: "1000", or "1000:500-5000"
// where buyers choose from 500 to 5000 and 1000 is suggested; of a fee, its terms.
func (t *Tier) PriceText() string {
	if t.Fee() {
		return t.FeeTerms.String()
	}
	s := text(t.Price.Amount)
	if t.Chosen() {
		s += ":" + text(t.PriceMin) + "-" + text(t.PriceMax)
	}
	return s
}

// ReadPriceText reads what PriceText wrote: the price, or what is suggested, and the bounds of
// what buyers choose, or what a fee is for an order; ok is false for anything else.
func ReadPriceText(s string) (price, least, most int64, ok bool) {
	if f, isFee := ReadFeeTerms(s); isFee {
		return f.Order, 0, 0, true
	}
	amount, bounds, chosen := strings.Cut(s, ":")
	price, ok = readAmount(amount)
	if !ok || !chosen {
		return price, 0, 0, ok
	}
	from, to, cut := strings.Cut(bounds, "-")
	least, okLeast := readAmount(from)
	most, okMost := readAmount(to)
	return price, least, most, cut && okLeast && okMost && least <= price && price <= most && most > 0
}

func readAmount(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n >= 0 && n <= MaxPrice
}

// isPriceText reports whether an audit row's state is what a tier costs.
func isPriceText(s string) bool {
	_, _, _, ok := ReadPriceText(s)
	return ok
}
