package inventory

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Join wants a place on the waitlist. What costs something or has seats, and is there
// for the public, is ordered instead (see sellInstead); free units that fit at once are
// offered in the same decision.
type Join struct {
	Who
	Party
	OrderID string // used when it is ordered instead
	// Choices are tiers by preference, which decide Party.Tier: the first that has the units
	// for the person who comes now, or the first of all. None: it is Party.Tier. Not with a wish.
	Choices []string
	// Invites: staff bring somebody who is not there to pay and has to be told. There is
	// an entry then, and its offer at once, whatever is free.
	Invites    bool
	NoCheckout bool // of Reserve, when it is ordered instead
}

func (c Join) needs(n *RequiredRows) {
	n.UserIDs = append(n.UserIDs, c.UserID)
	n.taking(c.Who)
	if c.imports() { // which may have been done before
		n.EntryIDs = append(n.EntryIDs, c.EntryID)
	}
}

func (c Join) forecast(f *forecast) {
	f.joins(c.Tier)
	for _, tier := range c.Choices {
		f.joins(tier)
	}
	if c.Wish != nil {
		f.joinsForSeats(c.Wish)
	}
}

func (c Join) decide(d *decider) Outcome {
	if c.imports() && d.w.Entries[c.EntryID] != nil {
		return Outcome{Code: AlreadyExists}
	}
	anySeats, refusal := d.wishForTier(c.Who, &c.Party)
	if refusal.Code != OK {
		return refusal
	}
	if c.Wish != nil {
		return d.joinSeats(c, anySeats)
	}
	if len(c.Choices) > 0 {
		c.Tier = d.choose(c.Choices, c.Units)
	}
	if t := d.tiers[c.Tier]; t != nil && t.Kind == GoodsTier {
		return d.joinGoods(c)
	}
	t, p, refusal := d.eligibleParty(c.Who, &c.Party, false)
	if refusal.Code != OK {
		return refusal
	}
	if d.applies(c.Who, p) {
		return d.apply(c.Who, &c.Party, t, p)
	}
	if c.Units > d.payable(t) {
		return Outcome{Code: QuantityOutOfRange, Field: "guests"}
	}
	switch {
	case c.invites() || !t.Paid():
	case t.Chosen():
		// There is no price to sell it for instead, and an offer would hold it for hours: while
		// there is enough of it, it is ordered.
		if t.available() >= c.Units && !d.closed(t) {
			return Outcome{Code: PaymentRequired, Field: "tier_id"}
		}
	default:
		if o, sold := d.sellInstead(&c, []OrderLine{{Tier: t.ID, Quantity: c.Units}}, "guests"); sold {
			return o
		}
	}
	return d.enterWaitlist(c.Who, &c.Party, t, p)
}

// choose returns the first of the tiers that has so many units which are not reserved for
// the waitlist, and the first of all where none has.
func (d *decider) choose(tiers []string, units int64) string {
	for _, id := range tiers {
		if t := d.tiers[id]; t != nil && t.supply() >= units && !d.closed(t) {
			return id
		}
	}
	return tiers[0]
}

// joinSeats makes a place on the waitlist for seats. When they are there at once they
// are given in the same decision.
func (d *decider) joinSeats(c Join, anySeats bool) Outcome {
	w, refusal := d.wanted(c.Who, &c.Party, anySeats)
	if refusal.Code != OK {
		return refusal
	}
	t, p, refusal := d.eligibleParty(c.Who, &c.Party, anySeats)
	if refusal.Code != OK {
		return refusal
	}
	if d.applies(c.Who, p) {
		return d.apply(c.Who, &c.Party, t, p)
	}
	if c.Units > d.payable(t) {
		return Outcome{Code: QuantityOutOfRange, Field: "quantity"}
	}
	if lines := d.openLines(&w, int(c.Units)); lines != nil && !c.invites() {
		if o, sold := d.sellInstead(&c, lines, "quantity"); sold {
			return o
		}
	}
	return d.enterWaitlist(c.Who, &c.Party, t, p)
}

// wanted finds the seats that a party wishes for, and names the tier that it is listed under.
// anySeats: it named a tier, with guests, and any seats of it will do.
func (d *decider) wanted(who Who, c *Party, anySeats bool) (w seatmap.Wish, refusal Outcome) {
	w, tier, field := resolveWish(d.st.Seats, c.Wish)
	if field == "" {
		field = d.unseen(who, &w)
	}
	many := "quantity"
	if anySeats {
		many = "guests"
		if field != "" {
			field = "tier_id"
		}
	}
	switch {
	case field != "":
		return w, Outcome{Code: NotFound, Field: field}
	case c.Units > MaxSeatsPerOrder:
		return w, Outcome{Code: QuantityOutOfRange, Field: many}
	case !d.st.Seats.Could(&w, int(c.Units)):
		return w, Outcome{Code: PartyExceedsCapacity, Field: many}
	}
	c.Tier = tier
	return w, Outcome{}
}

// unseen is the field of a wish that names what a caller may not know of: a seat or a
// tier that is hidden, or a section that has such seats. Whoever waits for a section
// waits for all its seats, and would be offered those too. Empty: it names nothing of
// the kind.
func (d *decider) unseen(who Who, w *seatmap.Wish) string {
	m := d.st.Seats
	secret := func(tier int32) bool { return !d.tiers[m.Tiers[tier]].shownTo(who, false) }
	if i := slices.IndexFunc(w.Seats, func(seat int32) bool { return secret(m.Seats[seat].Tier) }); i >= 0 {
		return "seat_ids[" + text(int64(i)) + "]"
	}
	if i := slices.IndexFunc(w.Tiers, secret); i >= 0 {
		return "tier_ids[" + text(int64(i)) + "]"
	}
	for i, section := range w.Sections {
		of := seatmap.Wish{Sections: []int32{section}}
		for seat := range int32(len(m.Seats)) {
			if secret(m.Seats[seat].Tier) && m.Covers(&of, seat) {
				return "sections[" + text(int64(i)) + "]"
			}
		}
	}
	return ""
}

func (c *Join) invites() bool { return c.Invites && c.Staff || c.imports() }

// openLines are the seats that the public could order in the place of a wish; nil when
// there are not so many.
func (d *decider) openLines(w *seatmap.Wish, n int) (lines []OrderLine) {
	m := d.st.Seats
	var open []int32
	for s := range int32(len(m.Seats)) {
		if m.Covers(w, s) && m.Open(s) {
			open = append(open, s)
		}
	}
	for _, s := range m.Match(w, n, open, func(seats []int32) bool { return d.hasRoom(m, seats) }) {
		lines = append(lines, OrderLine{Tier: d.tierOf(s), Quantity: 1, Seat: m.ID(s)})
	}
	return lines
}

// sellInstead sells to a person who would wait what is there for everybody: it is held as long as
// for a person who orders it, and not as long as an offer stands, which would make joining the
// waitlist the way to hold seats for hours without paying.
//
// sold is false when the public can have none of it. field is what the caller sent that
// says how many.
func (d *decider) sellInstead(c *Join, lines []OrderLine, field string) (o Outcome, sold bool) {
	order := Reserve{
		Who: c.Who, OrderID: c.OrderID, PersonID: c.PersonID, UserID: c.UserID, Profile: c.Profile,
		Guests: c.Guests, Lines: lines, NoCheckout: c.NoCheckout,
	}
	o = order.decide(d)
	if o.Field != "" && o.Field != "email" {
		o.Field = field
	}
	return o, o.Code != SoldOut
}
