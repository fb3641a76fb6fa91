package settlement

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// maxReturns is how many notices are taken of one payment's money that goes back: each
// dispute and each refund has a few.
const maxReturns = 1000

// classifyDisputes handles what payers' banks and the provider take back, and what they
// return. Notices arrive in any order, so the disputed amount follows from all that were
// heard of money that goes back, and not from the last one. A refund is one of them,
// because it may be how a dispute was ended.
func (s *Settler) classifyDisputes(ctx context.Context, p *payments.Payment, r *payments.Received) error {
	heard, err := s.cfg.Store.Payments.PaymentReturns(ctx, p.EventID, p.ID, maxReturns)
	if err != nil {
		return err
	}
	if len(heard) == maxReturns {
		return ErrReturns
	}
	payouts, err := s.cfg.Store.Payouts.PaymentPayouts(ctx, p.EventID, p.ID)
	if err != nil {
		return err
	}
	ours := map[string]bool{}
	for i := range payouts {
		ours[payouts[i].Ref] = ours[payouts[i].Ref] || payouts[i].Reason != ReasonAtProvider
	}
	disputed := returned(append(heard, r.Notice), ours).disputed(p.Amount)
	r.Disputed, r.DisputedWas, r.ReturnsHeard = &disputed, p.Disputed, int64(len(heard))
	if change := disputed - p.Disputed; change != 0 {
		r.Journal = append(r.Journal, journal.Dispute(p, r.Notice.Provider+":"+r.Notice.ID, change, r.Notice.At, r.Notice.ReceivedAt)...)
	}
	return nil
}

// returns is what was heard of money of one payment that goes back.
type returns struct {
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
}

func returned(heard []payments.PaymentNotice, ours map[string]bool) *returns {
	r := &returns{disputes: map[string]*dispute{}, reversals: map[string]int64{}, refunds: map[string]*refund{}}
	for i := range heard {
		r.add(&heard[i], ours)
	}
	return r
}

func (r *returns) add(n *payments.PaymentNotice, ours map[string]bool) {
	d, b := r.disputes[n.RefundID], r.refunds[n.RefundID]
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
		r.disputes[n.RefundID] = d
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
		r.disputes[n.RefundID] = d
	case payment.Reversed:
		r.reversals[n.RefundID] = max(r.reversals[n.RefundID], n.Amount)
	case payment.Refunded, payment.RefundFailed:
		payout, _ := journal.CutAttempt(n.RefundRef)
		b.at, b.amount = max(b.at, n.At), max(b.amount, n.Amount)
		b.failed = b.failed || kind == payment.RefundFailed
		b.ours = b.ours || payout != "" || ours[n.RefundID]
		r.refunds[n.RefundID] = b
	}
}

// disputed returns how much of a payment of that amount payers' banks and the provider
// have, beside its refunds.
//
// A reversal and a dispute are the same money, seen twice: the larger sum counts. What a
// dispute gives back ends reversals of as much, because a provider does not say that it
// undoes one. A refund at the provider's own desk after a dispute was opened is how the
// dispute was ended. And no more than there was can be gone, together with all refunds.
func (r *returns) disputed(amount int64) int64 {
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
