package inventory

import "slices"

// Add-ons and goods are tiers too, with pools, prices and times of sale like any other. A unit
// of one lets nobody in. It is a voucher, which is handed over once at a list of the door that
// names its tier. So it counts for no person and no party, nobody registers for it, and
// it takes from pools of its own. Goods that are gone are waited for (see goods.go). An add-on goes with one ticket of its order, and is given
// back with it; goods go with none.

// TierKind says what a unit of a tier is.
type TierKind string

// The kinds of tiers.
const (
	TicketTier TierKind = ""
	AddOnTier  TierKind = "add_on"
	GoodsTier  TierKind = "goods"
	// DonationTier is a gift beside an order (see donation.go).
	DonationTier TierKind = "donation"
	// FeeTier is what an organizer adds to orders (see fee.go).
	FeeTier TierKind = "fee"
)

// MaxPerTicket bounds how many of an add-on may go with one ticket.
const MaxPerTicket = 20

// Admits reports whether a unit of the tier lets somebody in.
func (t *Tier) Admits() bool { return t.Kind == TicketTier }

// Extra reports whether a unit of the tier lets nobody in. A fee is no unit.
func (t *Tier) Extra() bool { return !t.Admits() && !t.Fee() }

// suits reports whether an add-on may go with tickets of a tier.
func (t *Tier) suits(ticket *Tier) bool {
	return ticket.Admits() && (len(t.GoesWith) == 0 || slices.Contains(t.GoesWith, ticket.ID))
}

// wrongKind names the first field that says wrongly what a unit of the tier is, "" when none
// does. tier finds the others.
func (t *Tier) wrongKind(tier func(id string) *Tier) string {
	addOn := t.Kind == AddOnTier
	if field := t.wrongDonation(); field != "" {
		return field
	}
	switch {
	case !t.Admits() && !addOn && t.Kind != GoodsTier && !t.Donation() && !t.Fee():
		return "kind"
	case addOn != (t.PerTicket != 0) || t.PerTicket < 0 || t.PerTicket > MaxPerTicket:
		return "per_ticket"
	case !addOn && len(t.GoesWith) > 0:
		return "goes_with"
	}
	for i, id := range t.GoesWith {
		if ticket := tier(id); ticket == nil || !ticket.Admits() || slices.Contains(t.GoesWith[:i], id) {
			return "goes_with"
		}
	}
	return ""
}

// narrows names the field by which a tier would become less than it was: what was ordered by
// its terms must be right by those of now.
func (t *Tier) narrows(known *Tier) string {
	switch {
	case t.Kind != known.Kind:
		return "kind"
	case t.PerTicket < known.PerTicket:
		return "per_ticket"
	case len(t.GoesWith) == 0:
		return ""
	case len(known.GoesWith) == 0:
		return "goes_with"
	}
	for _, id := range known.GoesWith {
		if !slices.Contains(t.GoesWith, id) {
			return "goes_with"
		}
	}
	return ""
}

// ticketsFirst are the indices of lines in the order in which their units are numbered: tickets,
// then what is handed over, then donations.
func (d *decider) ticketsFirst(lines []OrderLine) []int {
	order := make([]int, 0, len(lines))
	for rank := range 3 {
		for i := range lines {
			if d.tiers[lines[i].Tier].rank() == rank {
				order = append(order, i)
			}
		}
	}
	return order
}

// rank is where units of the tier are numbered: 0 before 1 before 2.
func (t *Tier) rank() int {
	switch {
	case t.Admits():
		return 0
	case t.Donation():
		return 2
	}
	return 1
}

// ticketFor is the number of the first ticket of an order that one more of an add-on can go
// with, 0 when there is none.
func (d *decider) ticketFor(o *Order, t *Tier) int {
	var taken [MaxOrderUnits + 1]int64
	for i := range o.Items {
		if it := &o.Items[i]; it.Tier == t.ID {
			taken[it.GoesWith]++
		}
	}
	for i := range o.Items {
		if it := &o.Items[i]; t.suits(d.tiers[it.Tier].Tier) && taken[it.No] < t.PerTicket {
			return it.No
		}
	}
	return 0
}

// tickets is how many live items of an order let somebody in.
func (d *decider) tickets(items []Item) (n int64) {
	for i := range items {
		if it := &items[i]; it.Live() && d.tiers[it.Tier].Admits() {
			n++
		}
	}
	return n
}

// ticketsIn is how many items let somebody in.
func (d *decider) ticketsIn(items []*Item) (n int64) {
	for _, it := range items {
		if d.tiers[it.Tier].Admits() {
			n++
		}
	}
	return n
}

// withAddOns adds to items of an order the live add-ons that go with them, in order.
func withAddOns(o *Order, items []*Item) []*Item {
	var list []*Item
	for _, it := range liveItems(o) {
		goes := func(i *Item) bool { return i.No == it.No || it.GoesWith > 0 && i.No == it.GoesWith }
		if slices.ContainsFunc(items, goes) {
			list = append(list, it)
		}
	}
	return list
}

// bound reports whether a unit of an order cannot go to somebody else for money by itself: it
// is an add-on or goods, or a ticket that add-ons go with.
func (d *decider) bound(o *Order, unit int) bool {
	if !d.tiers[o.Items[unit-1].Tier].Admits() {
		return true
	}
	return slices.ContainsFunc(o.Items, func(it Item) bool { return it.Live() && it.GoesWith == unit })
}

func unitsOfItems(items []*Item) []int {
	units := make([]int, len(items))
	for i, it := range items {
		units[i] = it.No
	}
	return units
}

func sharePool(t, u *Tier) bool {
	return slices.ContainsFunc(t.Pools, func(p string) bool { return slices.Contains(u.Pools, p) })
}
