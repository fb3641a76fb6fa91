package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store"
)

// giveBackPage is how many refunds are begun at once.
const giveBackPage = 100

// GiveBack begins to pay what an event came to owe with fromSeq <= seq <= toSeq,
// and pays it as far as the providers answer now.
func (t *Settler) GiveBack(ctx context.Context, event string, fromSeq, toSeq int64) error {
	var errs error
	for after := fromSeq - 1; ; {
		page, err := t.cfg.Store.Orders.RefundsDue(ctx, event, after, giveBackPage)
		if err != nil {
			return fmt.Errorf("settlement: give back: %w", err)
		}
		for i := range page {
			if page[i].Seq > toSeq {
				return errs
			}
			after = page[i].Seq
			if err := t.begin(ctx, event, &page[i]); err != nil {
				errs = errors.Join(errs, err)
			}
		}
		if len(page) < giveBackPage {
			return errs
		}
	}
}

// begin opens the payout of a refund that is due, and gives it.
func (t *Settler) begin(ctx context.Context, event string, r *inventory.Refund) error {
	p, err := t.cfg.Store.Payments.Payment(ctx, event, r.PaymentID)
	if err != nil {
		return fmt.Errorf("settlement: refund %d of %s: %w", r.Seq, event, err)
	}
	if p.State == store.PaymentCaptured {
		// The decision is out, and not recorded yet: first things first.
		if err := t.Settle(ctx, event, p.ID); err != nil {
			return err
		}
		if p, err = t.cfg.Store.Payments.Payment(ctx, event, p.ID); err != nil {
			return fmt.Errorf("settlement: refund %d of %s: %w", r.Seq, event, err)
		}
	}
	now := t.now()
	var lines []store.JournalLine
	if p.State == store.PaymentTickets { // it was sold: the sale is taken back
		h, err := t.cfg.Store.Orders.OrderItems(ctx, r.OrderID)
		if err != nil {
			return fmt.Errorf("settlement: refund %d of %s: %w", r.Seq, event, err)
		}
		lines = bookRefund(p, h.Order, r, now)
	}
	o, err := t.cfg.Store.Payouts.OpenPayout(ctx, *payoutFor(p, r, now), lines)
	if err != nil {
		return fmt.Errorf("settlement: refund %d of %s: %w", r.Seq, event, err)
	}
	return t.give(ctx, &o)
}

// PayOut gives a payout, if it is not given.
func (t *Settler) PayOut(ctx context.Context, event, payout string) error {
	o, err := t.cfg.Store.Payouts.Payout(ctx, event, payout)
	if err != nil {
		return fmt.Errorf("settlement: pay out: %w", err)
	}
	return t.give(ctx, o)
}

// give asks the provider for a refund, and records what it says. The key is that of
// the attempt: however often and from wherever it is asked, money goes back once.
func (t *Settler) give(ctx context.Context, o *store.Payout) error {
	if o.State != store.PayoutDue && o.State != store.PayoutPending {
		return nil
	}
	name, theirs, _ := cutProvider(o.PaymentID)
	provider, err := t.provider(name)
	if err != nil {
		return fmt.Errorf("settlement: pay out %s: %w", o.ID, err)
	}
	given, err := provider.Refund(ctx, payment.Refund{
		Ref: attemptKey(o), PaymentID: theirs, Amount: payment.Money{Minor: o.Amount, Currency: o.Currency},
	})
	next, from := *o, o.State
	next.Tries, next.UpdatedAt = o.Tries+1, t.now()
	switch {
	case errors.Is(err, payment.ErrRejected), errors.Is(err, payment.ErrUnknown):
		next.State, next.Error = store.PayoutFailed, err.Error()
		t.log.ErrorContext(ctx, "settlement: refund refused", slog.String("refund", o.ID), slog.Any("error", err))
	case err != nil:
		next.Error = err.Error()
		if moveErr := t.movePayout(ctx, &next, from, nil); moveErr != nil {
			return moveErr
		}
		return fmt.Errorf("settlement: pay out %s: %w", o.ID, err) // again later
	case given.State == payment.RefundLost:
		next.State, next.Ref, next.Error = store.PayoutFailed, given.ID, "the provider says that it did not arrive"
		t.log.ErrorContext(ctx, "settlement: refund did not arrive", slog.String("refund", o.ID))
	case given.State == payment.RefundPending:
		next.State, next.Ref, next.Error = store.PayoutPending, given.ID, ""
	default:
		return t.arrived(ctx, &next, from, given.ID, "")
	}
	return t.movePayout(ctx, &next, from, nil)
}

// arrived records that a payout is with the payer.
func (t *Settler) arrived(ctx context.Context, o *store.Payout, from, ref, note string) error {
	p, err := t.cfg.Store.Payments.Payment(ctx, o.EventID, o.PaymentID)
	if err != nil {
		return fmt.Errorf("settlement: pay out %s: %w", o.ID, err)
	}
	now := t.now()
	o.State, o.Ref, o.Note, o.Error, o.UpdatedAt = store.PayoutDone, ref, note, "", now
	return t.movePayout(ctx, o, from, bookPayout(p, o, now, now))
}

// movePayout records a payout's new state. Somebody else may have been faster, a
// webhook mostly: then theirs stands.
func (t *Settler) movePayout(ctx context.Context, o *store.Payout, from string, lines []store.JournalLine) error {
	if _, err := t.cfg.Store.Payouts.MovePayout(ctx, o, from, lines); err != nil {
		return fmt.Errorf("settlement: pay out %s: %w", o.ID, err)
	}
	return nil
}

// Retry tries a payout again that has failed, as another refund at the provider:
// one that did not arrive stays as it is there.
func (t *Settler) Retry(ctx context.Context, event, payout string) error {
	again, err := job(PayoutJob{EventID: event, PayoutID: payout}, 0)
	if err != nil {
		return err
	}
	err = t.cfg.Store.Payouts.RetryPayout(ctx, event, payout, t.now(), again)
	if errors.Is(err, store.ErrNotFound) {
		if _, lookErr := t.cfg.Store.Payouts.Payout(ctx, event, payout); lookErr == nil {
			return ErrNotFailed
		}
	}
	return err
}
