package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// How long payments, checkouts and payouts stay open before they are reconciled, and how many at once.
const (
	settleAfter    = time.Minute
	lookAfter      = 5 * time.Minute // after the time of the watch
	payAfter       = 10 * time.Minute
	refundsFrom    = 3 * 24 * time.Hour // older ones are left to their jobs
	reconcileLimit = 500
)

// Reconciled counts what a run of the reconciler did.
type Reconciled struct {
	Settled, Looked, Paid, Recorded int
	Failed                          int // left for the next run
}

// Reconcile compares open payments with the providers, and completes what a lost
// webhook, a lost job or a dead process has left: payments that are not settled, checkouts
// that were not looked up, refunds that were not paid, and notices that arrived before
// their payment. What fails is left for the next run and part of the error.
func (s *Settler) Reconcile(ctx context.Context) (Reconciled, error) {
	var r Reconciled
	var errs error
	for _, step := range []func(context.Context, *Reconciled) error{s.settleOpen, s.recordForgotten, abroad{s}.recordElsewhere, s.lookUpOpen, s.startMissingPayouts, s.completePayouts, s.matchForgotten} {
		if err := step(ctx, &r); err != nil {
			errs = errors.Join(errs, err)
		}
		if err := ctx.Err(); err != nil {
			return r, errors.Join(errs, err)
		}
	}
	if r != (Reconciled{}) {
		s.log.InfoContext(ctx, "settlement: reconciled", slog.Int("settled", r.Settled), slog.Int("looked_at", r.Looked),
			slog.Int("given", r.Paid), slog.Int("taken_up", r.Recorded), slog.Int("failed", r.Failed))
	}
	return r, errs
}

func (s *Settler) before(d time.Duration) inventory.Instant {
	return s.now() - inventory.Instant(d.Microseconds())
}

// count counts a step that was done or has failed.
func count(done, failed *int, errs *error, err error) {
	if err == nil {
		*done++
		return
	}
	*failed++
	*errs = errors.Join(*errs, err)
}

func (s *Settler) settleOpen(ctx context.Context, r *Reconciled) (errs error) {
	list, err := s.cfg.Store.Payments.PaymentsToSettle(ctx, s.before(settleAfter), reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile payments: %w", err)
	}
	away, err := abroad{s}.away(ctx)
	if err != nil {
		return err
	}
	list = here(list, away, func(p *payments.Payment) string { return p.EventID })
	byEvent := map[string][]string{}
	for i := range list {
		byEvent[list[i].EventID] = append(byEvent[list[i].EventID], list[i].ID)
	}
	for _, event := range slices.Sorted(maps.Keys(byEvent)) {
		ids := byEvent[event]
		if err := s.SettleAll(ctx, event, ids); err != nil {
			r.Failed += len(ids)
			errs = errors.Join(errs, err)
			continue
		}
		r.Settled += len(ids)
	}
	return errs
}

func (s *Settler) recordForgotten(ctx context.Context, r *Reconciled) error {
	list, err := s.cfg.Store.Payments.ForgottenNotices(ctx, reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile notices: %w", err)
	}
	r.Recorded += len(list)
	return s.recordAgain(ctx, list)
}

func (s *Settler) lookUpOpen(ctx context.Context, r *Reconciled) (errs error) {
	list, err := s.cfg.Store.Payments.CheckoutsToLook(ctx, s.before(lookAfter), reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile checkouts: %w", err)
	}
	away, err := abroad{s}.away(ctx)
	if err != nil {
		return err
	}
	list = here(list, away, func(w *payments.Watched) string { return w.EventID })
	for i := range list {
		_, err := s.watch(ctx, &list[i])
		count(&r.Looked, &r.Failed, &errs, err)
	}
	return errs
}

func (s *Settler) startMissingPayouts(ctx context.Context, r *Reconciled) (errs error) {
	list, err := s.cfg.Store.Payouts.RefundsWithoutPayout(ctx, s.before(refundsFrom), s.before(settleAfter), reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile refunds: %w", err)
	}
	away, err := abroad{s}.away(ctx)
	if err != nil {
		return err
	}
	list = here(list, away, func(d *payments.DueRefund) string { return d.EventID })
	for _, d := range list {
		count(&r.Paid, &r.Failed, &errs, s.PayRefunds(ctx, d.EventID, d.Seq, d.Seq))
	}
	return errs
}

func (s *Settler) completePayouts(ctx context.Context, r *Reconciled) (errs error) {
	list, err := s.cfg.Store.Payouts.PayoutsToGive(ctx, s.before(payAfter), reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile payouts: %w", err)
	}
	away, err := abroad{s}.away(ctx)
	if err != nil {
		return err
	}
	list = here(list, away, func(o *payments.Payout) string { return o.EventID })
	for i := range list {
		if name, _, _ := cutProvider(list[i].PaymentID); s.isManual(name) {
			continue // a person makes it
		}
		count(&r.Paid, &r.Failed, &errs, s.makePayout(ctx, &list[i]))
	}
	return errs
}

// matchForgotten goes on with transactions of bank accounts that a dead process has left.
func (s *Settler) matchForgotten(ctx context.Context, r *Reconciled) error {
	list, err := s.cfg.Store.Banks.Unmatched(ctx, s.before(settleAfter), reconcileLimit)
	if err != nil {
		return err
	}
	var errs error
	for _, org := range list {
		err := s.MatchTransfers(ctx, org)
		count(&r.Recorded, &r.Failed, &errs, err)
	}
	return errs
}
