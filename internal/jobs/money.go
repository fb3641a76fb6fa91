package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/settlement"
)

// reconcileEvery is how often what is open is compared with the providers.
const reconcileEvery = 5 * time.Minute

// The workers of the settler's jobs. Each may run again: what is done is seen to be.
type (
	settler struct {
		river.WorkerDefaults[settlement.SettleJob]
		settler *settlement.Settler
	}
	watcher struct {
		river.WorkerDefaults[settlement.WatchJob]
		settler *settlement.Settler
	}
	giver struct {
		river.WorkerDefaults[settlement.GiveBackJob]
		settler *settlement.Settler
	}
	payer struct {
		river.WorkerDefaults[settlement.PayoutJob]
		settler *settlement.Settler
	}
	reconciler struct {
		river.WorkerDefaults[settlement.ReconcileJob]
		settler *settlement.Settler
	}
)

// addMoney adds the workers of money, on a queue of their own: money waits behind
// no storm of messages.
func addMoney(conf *river.Config, s *settlement.Settler) error {
	if err := errors.Join(
		river.AddWorkerSafely(conf.Workers, &settler{settler: s}),
		river.AddWorkerSafely(conf.Workers, &watcher{settler: s}),
		river.AddWorkerSafely(conf.Workers, &giver{settler: s}),
		river.AddWorkerSafely(conf.Workers, &payer{settler: s}),
		river.AddWorkerSafely(conf.Workers, &reconciler{settler: s}),
	); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	conf.Queues[settlement.Queue] = conf.Queues[river.QueueDefault]
	conf.PeriodicJobs = append(conf.PeriodicJobs, reconcileNow())
	return nil
}

// reconcileNow compares what is open with the providers, now and then and at the
// start: what a server that died had under way is found by the next one.
func reconcileNow() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(reconcileEvery),
		func() (river.JobArgs, *river.InsertOpts) {
			return settlement.ReconcileJob{}, &river.InsertOpts{Queue: settlement.Queue, MaxAttempts: 1} // the next one comes anyway
		}, &river.PeriodicJobOpts{RunOnStart: true})
}

// Work settles a payment.
func (w *settler) Work(ctx context.Context, job *river.Job[settlement.SettleJob]) error {
	return w.settler.Settle(ctx, job.Args.EventID, job.Args.PaymentID)
}

// Work looks a checkout up, and comes back when it is to be looked up again.
func (w *watcher) Work(ctx context.Context, job *river.Job[settlement.WatchJob]) error {
	again, err := w.settler.Watch(ctx, job.Args.EventID, job.Args.CheckoutID)
	if err != nil || again == 0 {
		return err
	}
	return river.JobSnooze(max(0, time.Until(again.Time())))
}

// Work begins to pay what a batch came to owe.
func (w *giver) Work(ctx context.Context, job *river.Job[settlement.GiveBackJob]) error {
	return w.settler.GiveBack(ctx, job.Args.EventID, job.Args.FromSeq, job.Args.ToSeq)
}

// Work gives one payout.
func (w *payer) Work(ctx context.Context, job *river.Job[settlement.PayoutJob]) error {
	return w.settler.PayOut(ctx, job.Args.EventID, job.Args.PayoutID)
}

// Work compares what is open with the providers.
func (w *reconciler) Work(ctx context.Context, _ *river.Job[settlement.ReconcileJob]) error {
	r, err := w.settler.Reconcile(ctx)
	if err != nil {
		return fmt.Errorf("%d things stay open: %w", r.Failed, err)
	}
	return nil
}
