package settlement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// The providers of payments that a till of the box office has taken. Their money is in the
// till, and at whoever settles the terminal's cards.
const (
	Cash         = payments.CashProvider
	CardTerminal = payments.SoldByCard
)

// TakeAtTill records that an order was paid at the till at which it was sold, and in the way
// in which it was, with a note to find the payment by, and settles it. It is idempotent.
//
// database.ErrNotFound: it was sold at no till. ErrNotPayable: the order has ended, or lapsed.
// ErrPaid: it is paid in another way. payments.ErrTillClosed: the till takes nothing any more.
// Then nothing is recorded.
func (s *Settler) TakeAtTill(ctx context.Context, order, note string) error {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return database.ErrNotFound
	}
	sale, err := s.cfg.Store.Tills.TillSaleOf(ctx, event, order)
	if err != nil {
		return err
	}
	provider, theirs := sale.Kind, id.Named(id.Payment, event, order)
	known, err := s.cfg.Store.Payments.Payment(ctx, event, PaymentID(provider, theirs))
	switch {
	case err == nil: // recorded before
		return s.settle(ctx, known)
	case !errors.Is(err, database.ErrNotFound):
		return err
	}
	v, err := s.order(ctx, order)
	switch {
	case err != nil:
		return err
	case v.Hold.State == inventory.HoldConfirmed:
		return ErrPaid
	case v.Hold.State != inventory.HoldHeld || v.Hold.ExpiresAt <= s.now():
		return ErrNotPayable
	}
	fact := s.paidInFull(v.Hold, theirs, note)
	for range classifyTries {
		r, err := s.classify(ctx, provider, fact)
		if err != nil {
			return err
		}
		if r.Till = sale.TillID; provider == Cash {
			r.TillCash = fact.Amount.Minor
		}
		if _, err = s.cfg.Store.Payments.Receive(ctx, r); err == nil {
			return s.Settle(ctx, event, PaymentID(provider, theirs))
		}
		if !errors.Is(err, database.ErrStale) {
			return fmt.Errorf("settlement: take at a till: %w", err)
		}
	}
	return database.ErrStale
}

// GiveAtTill gives back at a till, with a note to find it by, what is due back of an order
// that was paid at one: all refunds that are not made yet. It returns how much it gave, and is
// idempotent.
//
// payments.ErrTillClosed: the till gives nothing any more. Then what is left is due as any
// refund that a person makes.
func (s *Settler) GiveAtTill(ctx context.Context, order, till, note string) (given int64, err error) {
	v, err := s.order(ctx, order)
	if err != nil {
		return 0, err
	}
	event, _ := id.EventOf(order, id.Order)
	now := s.now() // of all of it, so that GivenAtTill knows what was given together
	for i := range v.Hold.Order.Refunds {
		r := &v.Hold.Order.Refunds[i]
		if name, _, _ := cutProvider(r.PaymentID); name != Cash && name != CardTerminal {
			continue
		}
		if err := s.PayRefunds(ctx, event, r.Seq, r.Seq); err != nil {
			return given, err
		}
		amount, err := s.give(ctx, event, journal.RefundID(event, r), till, note, now)
		if err != nil {
			return given, fmt.Errorf("settlement: give at a till: %w", err)
		}
		given += amount
	}
	return given, nil
}

// GivenAtTill returns what GiveAtTill gave at a till when a command had made money of an order
// due, whose last row has that seq; 0: it gave none of that, and somebody else may have.
func (s *Settler) GivenAtTill(ctx context.Context, order, till string, seq int64) (given int64, err error) {
	v, err := s.order(ctx, order)
	if err != nil {
		return 0, err
	}
	event, _ := id.EventOf(order, id.Order)
	var at inventory.Instant
	latest := func(a, b inventory.Refund) int { return cmp.Compare(b.Seq, a.Seq) }
	for _, r := range slices.SortedFunc(slices.Values(v.Hold.Order.Refunds), latest) {
		if r.Seq > seq {
			continue
		}
		o, err := s.cfg.Store.Payouts.Payout(ctx, event, journal.RefundID(event, &r))
		switch {
		case err == nil && o.TillID == till && (at == 0 || o.UpdatedAt == at):
			at, given = o.UpdatedAt, given+o.Amount
		case at == 0:
			return 0, notThere(err)
		case notThere(err) != nil:
			return 0, err
		}
	}
	return given, nil
}

// notThere is an error that is not a database.ErrNotFound, or nil.
func notThere(err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	return err
}

// give records that a till gave a refund, unless somebody has given it, and returns how much
// that was: of two who do so at once one gives it. What only moved on meanwhile, as by the job
// that pays refunds, is given all the same.
func (s *Settler) give(ctx context.Context, event, payout, till, note string, now inventory.Instant) (amount int64, err error) {
	for range classifyTries {
		o, err := s.cfg.Store.Payouts.Payout(ctx, event, payout)
		if err != nil || o.State == payments.PayoutDone {
			return 0, err
		}
		p, err := s.cfg.Store.Payments.Payment(ctx, event, o.PaymentID)
		if err != nil {
			return 0, err
		}
		next := *o
		next.TillID, next.State, next.Ref, next.Note, next.Error, next.UpdatedAt = till, payments.PayoutDone, o.ID, note, "", now
		moved, err := s.cfg.Store.Payouts.MovePayout(ctx, &next, o, journal.Payout(p, &next, now, now))
		if err != nil || moved {
			return next.Amount, err
		}
	}
	return 0, database.ErrStale
}
