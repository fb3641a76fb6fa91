package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	storepayments "github.com/holdfast-events/holdfast/internal/store/payments"
)

// Limits of fees.
const (
	// feeAfter is how long after a payment or a refund its provider is first asked what it
	// has kept. The interval doubles each time, up to longestFee, and after lastFee nobody
	// asks any more: the fee stays unknown.
	feeAfter   = time.Minute
	longestFee = 24 * time.Hour
	lastFee    = 60 * 24 * time.Hour
	// feesPage is how many fees are read at once, and feesAsked how many are asked for at
	// the same time.
	feesPage  = 100
	feesAsked = 4
)

// firstFee returns when a provider is to be asked for its fee of what happened now; 0 for
// money that a person handles.
func (s *Settler) firstFee(provider string, now inventory.Instant) inventory.Instant {
	if s.isManual(provider) {
		return 0
	}
	return now + inventory.Instant(feeAfter.Microseconds())
}

// nextFee returns when to ask again for the fee of what happened then; 0: never.
func nextFee(then, now inventory.Instant) inventory.Instant {
	age := now.Time().Sub(then.Time())
	if age > lastFee {
		return 0
	}
	return now + inventory.Instant(min(max(feeAfter, age), longestFee).Microseconds())
}

// BookFees asks providers what they have kept of payments and refunds, as far as that is
// due, and books it. What a provider does not know yet it is asked again later. The error
// is of what could not be read or booked; it stays due.
func (s *Settler) BookFees(ctx context.Context) error {
	away, err := abroad{s}.away(ctx)
	if err != nil {
		return err
	}
	f := &fees{settler: s, now: s.now(), away: away, silent: map[string]bool{}}
	payments := eachDue(ctx, f.now, s.cfg.Store.Payments.PaymentFeesDue, f.payment, func(p *storepayments.Payment) storepayments.FeeCursor {
		return storepayments.FeeCursor{Due: p.FeeDue, ID: p.ID}
	})
	payouts := eachDue(ctx, f.now, s.cfg.Store.Payouts.PayoutFeesDue, f.payout, func(o *storepayments.Payout) storepayments.FeeCursor {
		return storepayments.FeeCursor{Due: o.FeeDue, ID: o.ID}
	})
	return errors.Join(payments, payouts)
}

// eachDue does something for each row whose fee is due, a few at the same time. It ends
// with the page in which something failed.
func eachDue[T any](ctx context.Context, now inventory.Instant, read func(context.Context, inventory.Instant, storepayments.FeeCursor, int) ([]T, error),
	do func(context.Context, *T) error, at func(*T) storepayments.FeeCursor,
) error {
	for after := (storepayments.FeeCursor{}); ; {
		page, err := read(ctx, now, after, feesPage)
		if err != nil || len(page) == 0 {
			return err
		}
		after = at(&page[len(page)-1])
		errs := make([]error, len(page))
		for part := range slices.Chunk(page, feesAsked) {
			var wait sync.WaitGroup
			for i := range part {
				wait.Go(func() { errs[i] = errors.Join(errs[i], do(ctx, &part[i])) })
			}
			wait.Wait()
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
}

// fees is one round of questions for fees.
type fees struct {
	settler *Settler
	now     inventory.Instant
	away    map[string]bool // events whose rows are left alone

	mu     sync.Mutex
	silent map[string]bool // providers that did not answer in this round (guarded by mu)
}

// payment asks for the fee of a payment, and books it.
func (f *fees) payment(ctx context.Context, p *storepayments.Payment) error {
	if f.away[p.EventID] {
		return nil
	}
	asked, err := f.ask(ctx, p.Provider, payment.Charge{PaymentID: atProvider(p.ID), Currency: p.Currency}, p.ReceivedAt, &p.ProviderFee)
	if err == nil && asked {
		err = f.noteCard(ctx, p)
	}
	if err == nil && asked {
		_, err = f.settler.cfg.Store.Payments.BookPaymentFee(ctx, p, journal.Fee("fee", p.ID, p, &p.ProviderFee, f.now, f.now))
	}
	if err != nil {
		return fmt.Errorf("settlement: fee of %s: %w", p.ID, err)
	}
	return nil
}

// payout asks for the fee of a refund that was made, and books it. Each attempt has a
// booking of its own, as that of the refund has.
func (f *fees) payout(ctx context.Context, o *storepayments.Payout) error {
	if f.away[o.EventID] {
		return nil
	}
	p, err := f.settler.cfg.Store.Payments.Payment(ctx, o.EventID, o.PaymentID)
	if err != nil {
		return fmt.Errorf("settlement: fee of %s: %w", o.ID, err)
	}
	asked, err := f.ask(ctx, p.Provider, payment.Charge{PaymentID: atProvider(o.PaymentID), RefundID: o.Ref, Currency: o.Currency}, o.UpdatedAt, &o.ProviderFee)
	if err == nil && asked {
		_, err = f.settler.cfg.Store.Payouts.BookPayoutFee(ctx, o, journal.Fee("payout-fee", journal.AttemptKey(o), p, &o.ProviderFee, f.now, f.now))
	}
	if err != nil {
		return fmt.Errorf("settlement: fee of %s: %w", o.ID, err)
	}
	return nil
}

// ask asks a provider for a fee, and notes it, or when to ask again. asked is false if the
// provider did not answer before in this round: then nothing is noted, and what is due stays
// due.
func (f *fees) ask(ctx context.Context, name string, c payment.Charge, then inventory.Instant, fee *storepayments.ProviderFee) (asked bool, err error) {
	if f.isSilent(name) {
		return false, nil
	}
	p, err := f.settler.provider(ctx, name)
	if err != nil && !errors.Is(err, ErrNoProvider) {
		return false, err
	}
	var kept payment.Money
	if err == nil {
		kept, err = p.Fee(ctx, c)
	}
	log := f.settler.log.With(slog.String("provider", name), slog.String("payment", c.PaymentID), slog.String("refund", c.RefundID))
	switch {
	case err == nil:
		*fee = storepayments.ProviderFee{Fee: kept.Minor, FeeCurrency: kept.Currency}
		return true, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.Is(err, payment.ErrRejected), errors.Is(err, payment.ErrUnknown):
		log.WarnContext(ctx, "settlement: the provider does not tell what it has kept", slog.Any("error", err))
		fee.FeeDue = 0
		return true, nil
	case !errors.Is(err, payment.ErrNotYet):
		log.WarnContext(ctx, "settlement: the provider cannot be asked what it has kept; asking again later", slog.Any("error", err))
		f.mu.Lock()
		f.silent[name] = true
		f.mu.Unlock()
	}
	fee.FeeDue = nextFee(then, f.now)
	return true, nil
}

func (f *fees) isSilent(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.silent[name]
}
