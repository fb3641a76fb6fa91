package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/settlement"
)

// reconcileEvery is how often open payments are compared with the providers.
const reconcileEvery = 5 * time.Minute

// bookFeesEvery is how often providers are asked what they have kept, as far as that is
// due, and bookFeesFor how long at most: what is left is asked for the next time.
const (
	bookFeesEvery = time.Minute
	bookFeesFor   = 50 * time.Second
)

// The workers of the settlement jobs, all of them idempotent.
type (
	settler struct {
		river.WorkerDefaults[settlement.SettleJob]
		settler *settlement.Settler
	}
	watcher struct {
		river.WorkerDefaults[settlement.WatchJob]
		settler *settlement.Settler
	}
	refundPayer struct {
		river.WorkerDefaults[settlement.PayRefundsJob]
		settler *settlement.Settler
	}
	payoutMaker struct {
		river.WorkerDefaults[settlement.PayoutJob]
		settler *settlement.Settler
	}
	transferMatcher struct {
		river.WorkerDefaults[settlement.MatchTransfersJob]
		settler *settlement.Settler
	}
	feeBooker struct {
		river.WorkerDefaults[settlement.BookFeesJob]
		settler *settlement.Settler
	}
	reconciler struct {
		river.WorkerDefaults[settlement.ReconcileJob]
		settler *settlement.Settler
	}
)

// addMoney adds the settlement workers, on a queue of their own, so that payments do not
// wait for a rush of messages.
func addMoney(conf *river.Config, s *settlement.Settler) error {
	if err := errors.Join(
		river.AddWorkerSafely(conf.Workers, &settler{settler: s}),
		river.AddWorkerSafely(conf.Workers, &watcher{settler: s}),
		river.AddWorkerSafely(conf.Workers, &refundPayer{settler: s}),
		river.AddWorkerSafely(conf.Workers, &payoutMaker{settler: s}),
		river.AddWorkerSafely(conf.Workers, &transferMatcher{settler: s}),
		river.AddWorkerSafely(conf.Workers, &feeBooker{settler: s}),
		river.AddWorkerSafely(conf.Workers, &reconciler{settler: s}),
	); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	conf.Queues[settlement.Queue] = conf.Queues[river.QueueDefault]
	conf.PeriodicJobs = append(conf.PeriodicJobs, reconcileNow(), bookFeesNow())
	return nil
}

// reconcileNow compares open payments with the providers, periodically and at the start,
// to finish what a dead process has left.
func reconcileNow() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(reconcileEvery),
		func() (river.JobArgs, *river.InsertOpts) {
			return settlement.ReconcileJob{}, &river.InsertOpts{Queue: settlement.Queue, MaxAttempts: 1} // it runs periodically anyway
		}, &river.PeriodicJobOpts{RunOnStart: true})
}

// bookFeesNow books the fees that are due, periodically.
func bookFeesNow() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(bookFeesEvery),
		func() (river.JobArgs, *river.InsertOpts) {
			return settlement.BookFeesJob{}, &river.InsertOpts{Queue: settlement.Queue, MaxAttempts: 1} // it runs periodically anyway
		}, nil)
}

// Work settles payments that were received together.
func (w *settler) Work(ctx context.Context, job *river.Job[settlement.SettleJob]) error {
	return w.settler.SettleAll(ctx, job.Args.EventID, job.Args.PaymentIDs)
}

// Work looks up a checkout and reschedules itself.
func (w *watcher) Work(ctx context.Context, job *river.Job[settlement.WatchJob]) error {
	again, err := w.settler.Watch(ctx, job.Args.EventID, job.Args.CheckoutID)
	if err != nil || again == 0 {
		return err
	}
	return river.JobSnooze(max(0, time.Until(again.Time())))
}

// Work starts the payouts of a batch's refunds.
func (w *refundPayer) Work(ctx context.Context, job *river.Job[settlement.PayRefundsJob]) error {
	return w.settler.PayRefunds(ctx, job.Args.EventID, job.Args.FromSeq, job.Args.ToSeq)
}

// Work makes one payout.
func (w *payoutMaker) Work(ctx context.Context, job *river.Job[settlement.PayoutJob]) error {
	return w.settler.PayOut(ctx, job.Args.EventID, job.Args.PayoutID)
}

// Work goes on with what the statements of a bank account say.
func (w *transferMatcher) Work(ctx context.Context, job *river.Job[settlement.MatchTransfersJob]) error {
	return w.settler.MatchTransfers(ctx, job.Args.OrgID)
}

// Work books the fees that are due.
func (w *feeBooker) Work(ctx context.Context, _ *river.Job[settlement.BookFeesJob]) error {
	ctx, cancel := context.WithTimeout(ctx, bookFeesFor)
	defer cancel()
	return w.settler.BookFees(ctx)
}

// Work compares open payments with the providers.
func (w *reconciler) Work(ctx context.Context, _ *river.Job[settlement.ReconcileJob]) error {
	r, err := w.settler.Reconcile(ctx)
	if err != nil {
		return fmt.Errorf("%d stay open: %w", r.Failed, err)
	}
	return nil
}
