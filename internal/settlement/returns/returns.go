// Package returns works out what was heard of money of a payment that goes back, or comes again: how much
// of it payers' banks have, and of which of several shares it is. It is pure. Package settlement stores
// what follows.
package returns

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Is reports whether a fact is about money of a payment that goes back, or comes again.
func Is(k payment.Kind) bool {
	switch k {
	case payment.Refunded, payment.RefundFailed, payment.Disputed, payment.DisputeWon, payment.DisputeLost, payment.Reversed:
		return true
	}
	return false
}

// Same reports whether two kinds of fact may be about the same refund, dispute or reversal.
func Same(a, b payment.Kind) bool {
	family := func(k payment.Kind) payment.Kind {
		switch k {
		case payment.RefundFailed:
			return payment.Refunded
		case payment.DisputeWon, payment.DisputeLost:
			return payment.Disputed
		}
		return k
	}
	return family(a) == family(b)
}

// Spread shares an amount out: each share takes, in their order, what the first of rooms has for it, then
// what the second has for it beyond that, and so on. What exceeds all of them is of no share.
func Spread(amount int64, rooms ...[]int64) []int64 {
	var shares []int64
	for _, room := range rooms {
		if shares == nil {
			shares = make([]int64, len(room))
		}
		for i := range room {
			n := max(0, min(amount, room[i]-shares[i]))
			shares[i], amount = shares[i]+n, amount-n
		}
	}
	return shares
}

// heard is what was heard of money of one payment that goes back.
type heard struct {
	disputes  map[string]*dispute // by the provider's name of it, which may be ""
	reversals map[string]int64    // by the provider's name of it
	refunds   map[string]*refund  // by the provider's name of it
}

// dispute is what was heard of one dispute.
type dispute struct {
	opened inventory.Instant // 0: that it was opened was not heard
	amount int64
	// ended is when it ended, for the last time if it was taken up again; 0: it has
	// not. lost is what the payer keeps then.
	ended inventory.Instant
	lost  int64
}

// refund is what was heard of one refund.
type refund struct {
	at     inventory.Instant
	amount int64
	ours   bool // asked for here, and not at the provider's own desk
	failed bool
	// moved is how much of it staff have said last, at movedAt, is of this payment; 0: nobody has.
	moved   int64
	movedAt inventory.Instant
}

func hear(notices []payments.PaymentNotice, ours map[string]bool) *heard {
	r := &heard{disputes: map[string]*dispute{}, reversals: map[string]int64{}, refunds: map[string]*refund{}}
	for i := range notices {
		r.add(&notices[i], ours)
	}
	for _, b := range r.refunds {
		if b.movedAt > 0 {
			b.amount = b.moved
		}
	}
	return r
}

func (h *heard) add(n *payments.PaymentNotice, ours map[string]bool) {
	d, b := h.disputes[n.RefundID], h.refunds[n.RefundID]
	if d == nil {
		d = &dispute{}
	}
	if b == nil {
		b = &refund{}
	}
	switch kind := payment.Kind(n.Kind); kind {
	case payment.Disputed:
		if d.opened == 0 || n.At < d.opened {
			d.opened = n.At
		}
		d.amount = max(d.amount, n.Amount)
		h.disputes[n.RefundID] = d
	case payment.DisputeWon, payment.DisputeLost:
		lost := n.Amount
		if kind == payment.DisputeWon {
			lost = 0
		}
		switch {
		case n.At > d.ended:
			d.ended, d.lost = n.At, lost
		case n.At == d.ended:
			d.lost = min(d.lost, lost)
		}
		d.amount = max(d.amount, n.Amount)
		h.disputes[n.RefundID] = d
	case payment.Reversed:
		h.reversals[n.RefundID] = max(h.reversals[n.RefundID], n.Amount)
	case payment.Refunded, payment.RefundFailed:
		payout, _ := journal.CutAttempt(n.RefundRef)
		b.at, b.amount = max(b.at, n.At), max(b.amount, n.Amount)
		b.failed = b.failed || kind == payment.RefundFailed
		b.ours = b.ours || payout != "" || ours[n.RefundID]
		h.refunds[n.RefundID] = b
	case Moved:
		if b.at = max(b.at, n.At); n.ReceivedAt >= b.movedAt {
			b.moved, b.movedAt = n.Amount, n.ReceivedAt
		}
		h.refunds[n.RefundID] = b
	}
}

// Disputed returns how much of a payment of that amount payers' banks and the provider
// have, beside its refunds.
//
// A reversal and a dispute are the same money, seen twice: the larger sum counts. What a
// dispute gives back ends reversals of as much, because a provider does not say that it
// undoes one. A refund at the provider's own desk after a dispute was opened is how the
// dispute was ended. And no more than there was can be gone, together with all refunds. ours are the provider's names of refunds that were
// asked for here.
func Disputed(notices []payments.PaymentNotice, ours map[string]bool, amount int64) int64 {
	r := hear(notices, ours)
	won := false
	for _, d := range r.disputes {
		won = won || d.ended != 0 && d.lost == 0
	}
	var open, back int64
	first := inventory.Instant(0) // when the first of those that are open was opened
	for name, d := range r.disputes {
		keeps := d.amount
		switch {
		case d.ended != 0:
			keeps = min(d.lost, d.amount)
		case name == "" && won: // without a name there is one dispute, which any win ends
			keeps = 0
		}
		open, back = open+keeps, back+d.amount-keeps
		if keeps > 0 && (first == 0 || d.opened < first) {
			first = d.opened
		}
	}
	left := amount
	for _, b := range r.refunds {
		if b.failed {
			continue
		}
		left -= b.amount
		if !b.ours && b.at >= first {
			open -= b.amount
		}
	}
	var reversed int64
	for _, n := range r.reversals {
		reversed += n
	}
	return max(0, min(max(open, reversed-back), left))
}
