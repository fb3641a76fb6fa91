package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// How long things may stay open before the reconciler asks after them, and how
// many of each it takes at once.
const (
	settleAfter    = time.Minute
	lookAfter      = 5 * time.Minute // after the watch's own time
	giveAfter      = 10 * time.Minute
	refundsFrom    = 3 * 24 * time.Hour // longer ago their jobs try by themselves
	reconcileLimit = 500
)

// Reconciled says what a run of the reconciler did.
type Reconciled struct {
	Settled, Looked, Given, TakenUp int
	Failed                          int // things that stay open, for the next run
}

// Reconcile compares what is open with the providers, and heals what a lost
// webhook, a lost job or a dead process left: payments that are not settled,
// checkouts that nobody looked at, refunds that are not given, and notices that
// came before their payment. What fails is left for the next run and told by the
// error.
func (t *Settler) Reconcile(ctx context.Context) (Reconciled, error) {
	var r Reconciled
	var errs error
	for _, step := range []func(context.Context, *Reconciled) error{t.settleLeft, t.takeUpLeft, t.lookLeft, t.beginLeft, t.giveLeft} {
		if err := step(ctx, &r); err != nil {
			errs = errors.Join(errs, err)
		}
		if err := ctx.Err(); err != nil {
			return r, errors.Join(errs, err)
		}
	}
	if r != (Reconciled{}) {
		t.log.InfoContext(ctx, "settlement: reconciled", slog.Int("settled", r.Settled), slog.Int("looked_at", r.Looked),
			slog.Int("given", r.Given), slog.Int("taken_up", r.TakenUp), slog.Int("failed", r.Failed))
	}
	return r, errs
}

func (t *Settler) before(d time.Duration) inventory.Instant {
	return t.now() - inventory.Instant(d.Microseconds())
}

// count counts what was done, and keeps what went wrong.
func count(done, failed *int, errs *error, err error) {
	if err == nil {
		*done++
		return
	}
	*failed++
	*errs = errors.Join(*errs, err)
}

func (t *Settler) settleLeft(ctx context.Context, r *Reconciled) (errs error) {
	list, err := t.cfg.Store.Payments.PaymentsToSettle(ctx, t.before(settleAfter), reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile payments: %w", err)
	}
	for i := range list {
		count(&r.Settled, &r.Failed, &errs, t.Settle(ctx, list[i].EventID, list[i].ID))
	}
	return errs
}

func (t *Settler) takeUpLeft(ctx context.Context, r *Reconciled) error {
	list, err := t.cfg.Store.Payments.ForgottenNotices(ctx, reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile notices: %w", err)
	}
	r.TakenUp += len(list)
	return t.again(ctx, list)
}

func (t *Settler) lookLeft(ctx context.Context, r *Reconciled) (errs error) {
	list, err := t.cfg.Store.Payments.CheckoutsToLook(ctx, t.before(lookAfter), reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile checkouts: %w", err)
	}
	for i := range list {
		_, err := t.watch(ctx, &list[i])
		count(&r.Looked, &r.Failed, &errs, err)
	}
	return errs
}

func (t *Settler) beginLeft(ctx context.Context, r *Reconciled) (errs error) {
	list, err := t.cfg.Store.Payouts.RefundsWithoutPayout(ctx, t.before(refundsFrom), t.before(settleAfter), reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile refunds: %w", err)
	}
	for _, d := range list {
		count(&r.Given, &r.Failed, &errs, t.GiveBack(ctx, d.EventID, d.Seq, d.Seq))
	}
	return errs
}

func (t *Settler) giveLeft(ctx context.Context, r *Reconciled) (errs error) {
	list, err := t.cfg.Store.Payouts.PayoutsToGive(ctx, t.before(giveAfter), reconcileLimit)
	if err != nil {
		return fmt.Errorf("settlement: reconcile payouts: %w", err)
	}
	for i := range list {
		if name, _, _ := cutProvider(list[i].PaymentID); t.isByHand(name) {
			continue // waits for a person
		}
		count(&r.Given, &r.Failed, &errs, t.give(ctx, &list[i]))
	}
	return errs
}
