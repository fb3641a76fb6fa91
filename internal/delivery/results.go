package delivery

import (
	"context"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// result is a task with what to record of it.
type result struct {
	task    *Task
	verdict verdict
}

// finish passes a task that is done to recordResults.
func (d *Dispatcher) finish(task *Task, v verdict) { d.results <- result{task, v} }

// recordResults stores results, many in one transaction, until results is closed.
func (d *Dispatcher) recordResults() {
	page := make([]result, 0, recordLimit)
	for first := range d.results {
		page = append(page[:0], first)
		wait := time.NewTimer(recordEvery)
	gather:
		for len(page) < recordLimit {
			select {
			case r, ok := <-d.results:
				if !ok {
					break gather
				}
				page = append(page, r)
			case <-wait.C:
				break gather
			}
		}
		wait.Stop()
		d.storeResults(page)
	}
}

// storeResults stores a page of results and retries for as long as the database is
// away, because a sent message must not be forgotten. It gives up when Stop has taken
// too long; as after a crash, the messages are then sent again.
func (d *Dispatcher) storeResults(page []result) {
	now := d.instant()
	list := make([]messages.Outcome, 0, len(page))
	for i := range page {
		task, v := page[i].task, &page[i].verdict
		if task.generation != d.generation.Load() {
			continue
		}
		list = append(list, messages.Outcome{
			EventID: task.Delivery.EventID, Message: task.Delivery.Message, Channel: task.Delivery.Channel, State: v.state, DueAt: v.due,
			Answer: v.answer, ProviderID: v.provider, Next: v.next, Job: v.job, Suppress: v.suppress,
		})
	}
	for wait := firstPause; ; wait = min(2*wait, heartbeatEvery) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(d.sendCtx), deadAfter)
		err := d.store.Deliveries.RecordOutcomes(ctx, d.cfg.Worker, now, list)
		cancel()
		if err == nil {
			break
		}
		d.log.Warn("delivery: results not recorded", slog.Int("deliveries", len(list)), slog.Any("error", err))
		if d.sendCtx.Err() != nil {
			return
		}
		time.Sleep(wait)
	}
	again := false
	for i := range page {
		task, v := page[i].task, &page[i].verdict
		d.release(task)
		again = again || v.next != nil
		if d.cfg.Observe != nil {
			d.cfg.Observe(d.observation(task, v, now))
		}
	}
	if again {
		d.nudge()
	}
}

// releaseBack is how many rows of the ledger are searched for the release of the unit
// that was offered.
const releaseBack = 5000

func (d *Dispatcher) observation(task *Task, v *verdict, now inventory.Instant) Observation {
	o := Observation{Channel: task.Delivery.Channel, State: v.state, Kind: task.Delivery.Kind}
	if v.state != messages.DeliverySent {
		return o
	}
	if task.Message != nil {
		o.Took = span(task.Message.Message.At, now)
	}
	if task.Delivery.Kind == inventory.MsgOffer && task.Message != nil && task.Message.Offer != nil {
		o.OfferToSent = span(task.Message.Offer.OpenedAt, now)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(d.sendCtx), heartbeatEvery)
		defer cancel()
		at, err := d.store.Announcements.ReleasedBefore(ctx, task.Delivery.EventID, task.Delivery.Seq, releaseBack)
		if err == nil && at != 0 {
			o.ReleaseToOffer = max(span(at, task.Message.Offer.OpenedAt), time.Microsecond)
		}
	}
	return o
}

func span(from, to inventory.Instant) time.Duration {
	return max(0, time.Duration(to-from)*time.Microsecond)
}
