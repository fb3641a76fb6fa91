package verify

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Invariant 58: nobody is in the queue of a resource that asked them for a fee before that was
// captured, and those who have paid are in the order of their payments. What was captured gives
// one place, or all of it goes back; and when the place has ended, it goes back once if its rule
// says so, which is recomputed here from the offers, and not otherwise.

// paidPlaces are the places of an organization with a fee, by what stands for their order.
type paidPlaces map[string]*paidPlace

type paidPlace struct {
	resources.ResourceEntry
	// gives: by its rule the fee goes back, now that the place has ended. open: nothing that is stored
	// says whether staff or its person has ended it, and the rule says another thing of each.
	gives, open bool
}

// fees looks at the places of a resource, and keeps those with a fee for the money.
func (c *resourceCheck) fees() {
	var paid []*resources.ResourceEntry
	for _, id := range slices.Sorted(maps.Keys(c.entries)) {
		e := c.entries[id]
		if (e.Fee > 0) != (e.PayUntil > 0) || (e.Fee > 0) != (e.GiveBack != "") || e.Fee < 0 || e.PayUntil > 0 && e.PayUntil != e.JoinedAt+resource.PayWithin {
			c.report.add(58, "", id, "the place has a fee of %d %s by the rule %q, to be paid by %d", e.Fee, e.FeeCurrency, e.GiveBack, e.PayUntil)
		}
		c.queued(e)
		if e.PaidBy != "" {
			paid = append(paid, e)
		}
		if e.Fee == 0 {
			continue
		}
		if c.places[c.of.OrgID] == nil {
			c.places[c.of.OrgID] = paidPlaces{}
		}
		p := &paidPlace{ResourceEntry: *e}
		p.gives, p.open = c.gives(e)
		c.places[c.of.OrgID][id+"-fee"] = p
	}
	slices.SortFunc(paid, func(a, b *resources.ResourceEntry) int { return cmp.Compare(a.PaidSeq, b.PaidSeq) })
	for i := 1; i < len(paid); i++ {
		if a, b := paid[i-1], paid[i]; a.PaidAt >= b.PaidAt || a.Class == b.Class && a.Class == 0 && a.Rank >= b.Rank {
			c.report.add(58, "", b.ID, "place %s was paid first, by change %d, and is not before this one, which was by change %d", a.ID, a.PaidSeq, b.PaidSeq)
		}
	}
}

// queued sees that an entry is in the queue when it was paid for, and not before.
func (c *resourceCheck) queued(e *resources.ResourceEntry) {
	paid := e.PaidBy != ""
	switch e.State {
	case resource.PendingPayment:
		if paid || e.Fee == 0 || e.Rank != math.MaxInt64 {
			c.report.add(58, "", e.ID, "the place waits for its payment, and has it, needs none, or is in the queue")
		}
		if now := c.options.Now; now != 0 && now-e.PayUntil > inventory.Instant(moneyRests) {
			c.report.add(58, "", e.ID, "the fee was to be paid by %s, and the place is kept", clock(e.PayUntil))
		}
		return
	case resource.Unpaid:
		if paid || e.Fee == 0 {
			c.report.add(58, "", e.ID, "the place ended because its fee was not paid, and it was")
		}
		return
	case resource.Left, resource.Removed: // which it may have before it was paid
	default:
		if e.Fee > 0 && !paid {
			c.report.add(58, "", e.ID, "the place is %s, and its fee of %d %s was not paid", e.State, e.Fee, e.FeeCurrency)
		}
	}
	if paid != (e.PaidSeq != 0) || paid != (e.PaidAt != 0) || paid && (e.Fee == 0 || e.PaidSeq <= e.JoinedSeq || e.PaidSeq > c.of.Seq || e.PaidAt >= e.PayUntil || e.Class == 0 && e.Rank != int64(e.PaidAt) || e.Rank > int64(e.PaidAt)) {
		c.report.add(58, "", e.ID, "the place was paid by %q at %d with change %d, joined with change %d, and has rank %d", e.PaidBy, e.PaidAt, e.PaidSeq, e.JoinedSeq, e.Rank)
	}
}

// gives recomputes from the offers of a place whether its fee goes back.
func (c *resourceCheck) gives(e *resources.ResourceEntry) (gives, open bool) {
	if e.PaidBy == "" || e.EndedSeq == 0 {
		return false, false
	}
	var last *resources.ResourceOffer
	for _, o := range c.held[e.ID] {
		if last == nil || o.MadeSeq > last.MadeSeq {
			last = o
		}
	}
	// It declined, let an offer lapse, or left with one that was open.
	passed := e.State == resource.Expired || e.State == resource.Declined
	if e.State == resource.Left || e.State == resource.Removed {
		passed = last != nil && last.State == resource.OfferWithdrawn && e.EndedSeq-last.EndedSeq <= 2 && c.asked[last.ID] == nil
	}
	by := false
	switch e.GiveBack {
	case resource.GiveAlways:
		by = true
	case resource.GiveUnlessDeclined:
		by = !passed
	case resource.GiveUnlessAccepted:
		by = e.State != resource.Accepted
	}
	switch {
	case e.State == resource.Declined && last != nil && c.asked[last.ID] != nil, e.State == resource.Removed && e.UserID != "":
		return true, false // the organizer ended it
	case e.State == resource.Removed:
		return by, !by
	}
	return by, false
}

// place compares the money of a place with what the place says.
func (m *moneyCheck) place(r *run, order string, e *paidPlace) {
	if e.PaidBy == "" {
		if e.FeeBack {
			r.report.add(58, "", e.ID, "a fee goes back that was not paid")
		}
		return
	}
	p := m.payments[e.PaidBy]
	if p == nil || p.OrderID != order || p.State != payments.PaymentTickets {
		r.report.add(58, "", e.ID, "its fee was paid with payment %s, which is not stored as one that was kept for it", e.PaidBy)
		return
	}
	if p.Amount != e.Fee || p.Currency != e.FeeCurrency {
		r.report.add(58, "", e.ID, "%d %s were captured as its fee of %d %s", p.Amount, p.Currency, e.Fee, e.FeeCurrency)
	}
	if e.FeeBack != e.gives && !e.open {
		r.report.add(58, "", e.ID, "the place is %s, and that its fee goes back is said to be %t: by its rule %q it is %t", e.State, e.FeeBack, e.GiveBack, e.gives)
	}
	back, want := int64(0), int64(0)
	if e.FeeBack {
		want = p.Amount
	}
	for _, id := range slices.Sorted(maps.Keys(m.payouts)) {
		if o := m.payouts[id]; o.PaymentID == p.ID && placeEnded(o.Reason) {
			back += o.Owed
		}
	}
	if back != want {
		r.report.add(58, "", e.ID, "%d of payment %s go back of a place that is %s, and by what it says %d do", back, p.ID, e.State, want)
	}
}

// ofPlaces checks the money of the places of an organization, and that nothing else was taken in
// their name.
func (m *moneyCheck) ofPlaces(r *run) {
	for _, order := range slices.Sorted(maps.Keys(m.places)) {
		m.place(r, order, m.places[order])
	}
	for _, id := range slices.Sorted(maps.Keys(m.payouts)) {
		o := m.payouts[id]
		if fee := forPlace(o.OrderID); fee != (placeEnded(o.Reason) || placeRefused(o.Reason)) && o.Reason != "refunded_at_provider" {
			r.report.add(58, "", id, "%s goes back for the reason %s, which is of something else", o.PaymentID, o.Reason)
		}
	}
}

// forPlace reports whether what stands for an order is the fee of a place.
func forPlace(order string) bool {
	return strings.HasPrefix(order, "rwe_") && strings.HasSuffix(order, "-fee")
}

// placeEnded reports whether a payout has this reason because a place has ended, whose fee it was.
func placeEnded(reason string) bool { return reason == "place_ended" }

// placeRefused reports whether a payout has this reason because no place has the payment.
func placeRefused(reason string) bool {
	switch resource.Code(reason) {
	case resource.PaidLate, resource.PaidAgain, resource.PaidOther, resource.PaidNothing:
		return true
	}
	return false
}

// taxOf is what of a payment for a place is tax, as the place has it.
func (pp paidPlaces) taxOf(p *paymentRecord) int64 {
	e := pp[p.OrderID]
	if e == nil {
		return 0
	}
	return half(p.Amount, e.FeeTaxRate, 10_000+e.FeeTaxRate)
}

// keeps reports whether a place has a payment.
func (pp paidPlaces) keeps(p *paymentRecord) bool {
	e := pp[p.OrderID]
	return e != nil && p.ID != "" && e.PaidBy == p.ID
}
