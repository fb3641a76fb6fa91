package inventory

import "slices"

// A donation is a tier too, whose buyers choose what they give within bounds. A unit of it is
// a line of an order and nothing else: it lets nobody in, is not handed over, has no ticket,
// and is outside of value added tax. It is given beside something else, once in an order, and
// never by default. Whoever gives back what they ordered has given it: it stays in their order,
// and only staff give it back, or the end of the event.

// MaxSuggested bounds how many amounts are suggested for a donation.
const MaxSuggested = 6

// Donation reports whether a unit of the tier is a gift.
func (t *Tier) Donation() bool { return t.Kind == DonationTier }

// wrongDonation names the first field that a donation cannot have, or that only a donation can
// have, "" when there is none. wrongChoice looks at its bounds.
func (t *Tier) wrongDonation() string {
	if !t.Donation() {
		if len(t.Suggested) > 0 {
			return "suggested"
		}
		return ""
	}
	switch {
	case !t.Chosen():
		return "price_max"
	case t.PriceMin < 1: // nothing is no donation, and no line
		return "price_min"
	case t.Price.TaxRate != 0:
		return "tax_rate_bp"
	case t.MaxPerOrder != 1:
		return "max_per_order"
	case len(t.Suggested) == 0 || len(t.Suggested) > MaxSuggested || t.Suggested[0] != t.Price.Amount:
		return "suggested"
	}
	for i, n := range t.Suggested {
		if n < t.PriceMin || n > t.PriceMax || i > 0 && n <= t.Suggested[i-1] {
			return "suggested"
		}
	}
	return ""
}

// gives reports whether an order has a donation of a tier already.
func (o *Order) gives(tier string) bool {
	return slices.ContainsFunc(o.Items, func(it Item) bool { return it.Tier == tier })
}

// Returnable reports whether the order has something that its buyer can give back.
func (o *Order) Returnable() bool { return len(returnable(liveItems(o))) > 0 }

// returnable are those items that their buyer can give back: all but donations, and fees, which
// go with the last ticket (see withFees).
func returnable(items []*Item) []*Item {
	return slices.DeleteFunc(slices.Clone(items), func(it *Item) bool { return !it.Ticketed() })
}

// Bought reports whether something was paid for the order that is not a donation.
func (o *Order) Bought() bool {
	return o.Paid > 0 && slices.ContainsFunc(o.Items, func(it Item) bool { return it.Gross > 0 && !it.Donation })
}

// GivenBack returns how much of a refund is of donations, which are given back last: what it
// leaves behind the price of all else that was released with it.
func (o *Order) GivenBack(r *Refund) int64 {
	var gross, given int64
	for i := range o.Items {
		switch it := &o.Items[i]; {
		case it.ReleasedSeq != r.Seq:
		case it.Donation:
			given += it.Gross
		default:
			gross += it.Gross
		}
	}
	return min(r.Amount-min(r.Amount, gross), given)
}

// Given returns how much was given with the order of a hold, paid, and not given back. It is what
// the journal has of the order.
func (h *Hold) Given() (given int64) {
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; it.Donation && it.Live() && h.State == HoldConfirmed {
			given += it.Gross
		}
	}
	for i := range h.Order.Refunds {
		r := &h.Order.Refunds[i]
		for j := range h.Order.Items {
			if it := &h.Order.Items[j]; it.Donation && it.ReleasedSeq == r.Seq {
				given += it.Gross
			}
		}
		given -= h.Order.GivenBack(r)
	}
	return given
}
