package returns

import (
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Of a refund that somebody has made in the dashboard of a provider, of a payment for several dates, nobody
// says of which date it is. A default does (Spread), and staff can say otherwise.

// Moved is the kind of the notices that keep what staff said: of a refund so much is of this share.
const Moved payment.Kind = "refund_moved"

// Share is one share of a payment, with what goes back of it and what was heard of that.
type Share struct {
	Payment *payments.Payment
	Payouts []payments.Payout
	Heard   []payments.PaymentNotice
}

// Left is what of a share neither went back, nor is about to, nor is disputed.
func (s *Share) Left() int64 {
	left := s.Payment.Amount - s.Payment.Disputed
	for i := range s.Payouts {
		if s.Payouts[i].State != payments.PayoutFailed {
			left -= s.Payouts[i].Amount
		}
	}
	return left
}

// Dispute notes in what is stored of a share, with the notice of that, how much of it payers' banks and the provider
// have from then on.
func (s *Share) Dispute(r *payments.Received) {
	ours := map[string]bool{}
	for i := range s.Payouts {
		o := &s.Payouts[i]
		ours[o.Ref] = ours[o.Ref] || o.Reason != payments.ReasonAtProvider
	}
	p := s.Payment
	disputed := Disputed(append(slices.Clone(s.Heard), r.Notice), ours, p.Amount)
	r.Disputed, r.DisputedWas, r.ReturnsHeard = &disputed, p.Disputed, int64(len(s.Heard))
	if change := disputed - p.Disputed; change != 0 {
		r.Journal = append(r.Journal, journal.Dispute(p, r.Notice.Provider+":"+r.Notice.ID, change, r.Notice.At, r.Notice.ReceivedAt)...)
	}
}

// Known is how much of what a fact tells was heard of this share before: of the same refund, dispute or
// reversal. What staff said of a refund counts before what the provider did.
func (s *Share) Known(f *payment.Fact) (known int64) {
	var moved int64
	var at inventory.Instant
	for i := range s.Heard {
		switch n := &s.Heard[i]; {
		case n.RefundID != f.RefundID:
		case payment.Kind(n.Kind) == Moved:
			if n.ReceivedAt >= at {
				moved, at = n.Amount, n.ReceivedAt
			}
		case Same(payment.Kind(n.Kind), f.Kind):
			known = max(known, n.Amount)
		}
	}
	if at > 0 && Same(f.Kind, payment.Refunded) {
		return moved
	}
	for i := range s.Payouts {
		if f.RefundID != "" && s.Payouts[i].Ref == f.RefundID {
			known = max(known, s.Payouts[i].Amount)
		}
	}
	return known
}

// Part is what of a refund is of one share.
type Part struct {
	Share
	Payout *payments.Payout // nil: nothing
	Amount int64
	// Least and Most bound what staff can say that it is: what counts already towards what was owed of the
	// share when its date ended stays, and no more goes back than is left.
	Least, Most int64
}

// Parts is what of a refund in the dashboard of a provider, which calls it so, is of which share.
func Parts(ref string, shares []Share) []Part {
	parts := make([]Part, len(shares))
	for i := range shares {
		p := &parts[i]
		p.Share = shares[i]
		for j := range p.Payouts {
			if o := &p.Payouts[j]; o.Reason == payments.ReasonAtProvider && o.State == payments.PayoutDone && o.Ref == ref {
				p.Payout, p.Amount = o, o.Amount
			}
		}
		p.Least = max(0, p.Amount-payments.Uncovered(p.Payouts))
		p.Most = p.Amount + max(0, p.Left())
	}
	return parts
}

var (
	// ErrSum: what is said to be of the shares does not come to what went back.
	ErrSum = errors.New("returns: the parts do not come to what went back")
	// ErrTooMuch: more is said to be of a share than it has left.
	ErrTooMuch = errors.New("returns: more than is left of a share")
	// ErrCounted: less is said to be of a share than counts already towards what was owed of it.
	ErrCounted = errors.New("returns: what counts already of a share would go")
)

// CheckParts reports whether a refund can be parted so: amounts by share, none below 0. at is the first share of which
// it cannot.
func CheckParts(parts []Part, amounts []int64) (at int, err error) {
	var was, is int64
	for i := range parts {
		was, is = was+parts[i].Amount, is+amounts[i]
	}
	if was != is || was == 0 {
		return 0, ErrSum
	}
	for i := range parts {
		switch p := &parts[i]; {
		case amounts[i] > p.Amount && amounts[i] > p.Most:
			return i, ErrTooMuch
		case amounts[i] < p.Amount && amounts[i] < p.Least:
			return i, ErrCounted
		}
	}
	return 0, nil
}
