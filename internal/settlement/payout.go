package settlement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// refundsPage is how many refunds are read at once.
const refundsPage = 100

// PayRefunds starts the payouts of an event's refunds due with fromSeq <= seq <= toSeq,
// and completes those that the providers accept now.
func (s *Settler) PayRefunds(ctx context.Context, event string, fromSeq, toSeq int64) error {
	var errs error
	for after := fromSeq - 1; ; {
		page, err := s.cfg.Store.Orders.RefundsDue(ctx, event, after, refundsPage)
		if err != nil {
			return fmt.Errorf("settlement: read refunds due: %w", err)
		}
		for i := range page {
			if page[i].Seq > toSeq {
				return errs
			}
			after = page[i].Seq
			if err := s.startPayout(ctx, event, &page[i]); err != nil {
				errs = errors.Join(errs, err)
			}
		}
		if len(page) < refundsPage {
			return errs
		}
	}
}

// startPayout stores the payout of a refund due, and makes it.
func (s *Settler) startPayout(ctx context.Context, event string, r *inventory.Refund) error {
	p, err := s.cfg.Store.Payments.Payment(ctx, event, r.PaymentID)
	if err != nil {
		return fmt.Errorf("settlement: refund %d of %s: %w", r.Seq, event, err)
	}
	if p.State == payments.PaymentCaptured {
		// Decided, and not recorded yet: record it first.
		if err := s.Settle(ctx, event, p.ID); err != nil {
			return err
		}
		if p, err = s.cfg.Store.Payments.Payment(ctx, event, p.ID); err != nil {
			return fmt.Errorf("settlement: refund %d of %s: %w", r.Seq, event, err)
		}
	}
	now := s.now()
	var sale []payments.JournalLine
	if p.State == payments.PaymentTickets { // reverse the sale
		h, err := s.cfg.Store.Orders.OrderItems(ctx, r.OrderID)
		if err != nil {
			return fmt.Errorf("settlement: refund %d of %s: %w", r.Seq, event, err)
		}
		sale = journal.Refund(p, h.Order, r, now)
	}
	o, err := s.cfg.Store.Payouts.OpenPayout(ctx, *payoutFor(p, r, now), func(o *payments.Payout) []payments.JournalLine {
		return append(sale, payments.CoveredLines(p, o)...)
	})
	if err != nil {
		return fmt.Errorf("settlement: refund %d of %s: %w", r.Seq, event, err)
	}
	if p.State == payments.PaymentRefund {
		return nil // it was stored with a job of its own, which makes it
	}
	return s.makePayout(ctx, &o)
}

// PayOut makes a payout, unless it is made already.
func (s *Settler) PayOut(ctx context.Context, event, payout string) error {
	o, err := s.cfg.Store.Payouts.Payout(ctx, event, payout)
	if err != nil {
		return fmt.Errorf("settlement: pay out: %w", err)
	}
	return s.makePayout(ctx, o)
}

// makePayout asks the provider for a refund and records the result. The idempotency key
// is the key of the attempt, so that the money is refunded once, however often and from
// wherever this is called.
func (s *Settler) makePayout(ctx context.Context, o *payments.Payout) error {
	if o.State != payments.PayoutDue && o.State != payments.PayoutPending {
		return nil
	}
	name, _, _ := cutProvider(o.PaymentID)
	provider, err := s.provider(ctx, name)
	if err != nil {
		return fmt.Errorf("settlement: pay out %s: %w", o.ID, err)
	}
	given, err := provider.Refund(ctx, payment.Refund{
		Ref: journal.AttemptKey(o), PaymentID: atProvider(o.PaymentID), Amount: payment.Money{Minor: o.Amount, Currency: o.Currency},
	})
	if err == nil {
		s.allowed(ctx, o.EventID, name, payments.DeniedRefund)
	}
	next := *o
	next.Tries, next.UpdatedAt = o.Tries+1, s.now()
	switch {
	case errors.Is(err, payment.ErrRejected), errors.Is(err, payment.ErrUnknown):
		next.State = payments.PayoutFailed
		next.ErrorCode, next.Error = payment.Said(err)
		s.log.ErrorContext(ctx, "settlement: refund refused", slog.String("refund", o.ID), slog.Any("error", err))
	case err != nil:
		if errors.Is(err, payment.ErrDenied) {
			s.denied(ctx, o.EventID, name, payments.DeniedRefund, err)
		}
		next.ErrorCode, next.Error = "", err.Error()
		if moveErr := s.movePayout(ctx, &next, o, nil); moveErr != nil {
			return moveErr
		}
		return fmt.Errorf("settlement: pay out %s: %w", o.ID, err) // again later
	case given.State == payment.RefundNotArrived:
		next.State, next.Ref, next.ErrorCode, next.Error = payments.PayoutFailed, given.ID, cmp.Or(given.Code, payment.CodeNotArrived), ""
		s.log.ErrorContext(ctx, "settlement: refund did not arrive", slog.String("refund", o.ID))
	case given.State == payment.RefundPending:
		next.State, next.Ref, next.ErrorCode, next.Error = payments.PayoutPending, given.ID, "", ""
	default:
		return s.arrived(ctx, &next, o, given.ID, "")
	}
	return s.movePayout(ctx, &next, o, nil)
}

// arrived records that a payout, which stood as was, was made.
func (s *Settler) arrived(ctx context.Context, o, was *payments.Payout, ref, note string) error {
	p, err := s.cfg.Store.Payments.Payment(ctx, o.EventID, o.PaymentID)
	if err != nil {
		return fmt.Errorf("settlement: pay out %s: %w", o.ID, err)
	}
	now := s.now()
	o.State, o.Ref, o.Note, o.ErrorCode, o.Error, o.UpdatedAt = payments.PayoutDone, ref, note, "", "", now
	o.FeeDue = s.firstFee(p.Provider, now)
	return s.movePayout(ctx, o, was, journal.Payout(p, o, now, now))
}

// movePayout records the new state of a payout that stood as was, unless it was changed
// meanwhile, by a webhook for example.
func (s *Settler) movePayout(ctx context.Context, o, was *payments.Payout, lines []payments.JournalLine) error {
	_, err := s.cfg.Store.Payouts.MovePayout(ctx, o, was, lines)
	if errors.Is(err, database.ErrStale) { // another payout has this refund
		if err = s.mergePayout(ctx, o); err == nil {
			_, err = s.cfg.Store.Payouts.MovePayout(ctx, o, was, lines)
		}
	}
	if err != nil {
		return fmt.Errorf("settlement: pay out %s: %w", o.ID, err)
	}
	return nil
}

// Retry retries a payout that has failed, as a new refund at the provider: a failed one
// stays failed there.
func (s *Settler) Retry(ctx context.Context, event, payout string) error {
	again, err := job(PayoutJob{EventID: event, PayoutID: payout}, 0)
	if err != nil {
		return err
	}
	err = s.cfg.Store.Payouts.RetryPayout(ctx, event, payout, s.now(), again)
	if errors.Is(err, database.ErrNotFound) {
		if _, lookErr := s.cfg.Store.Payouts.Payout(ctx, event, payout); lookErr == nil {
			return ErrNotFailed
		}
	}
	return err
}
