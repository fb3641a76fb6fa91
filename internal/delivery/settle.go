package delivery

import (
	"context"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// result is what became of a letter.
type result struct {
	letter  *Letter
	verdict verdict
}

// settle hands an outcome to who records it.
func (k *Dispatcher) settle(l *Letter, v verdict) { k.results <- result{l, v} }

// record stores outcomes, many in one transaction, until results is closed.
func (k *Dispatcher) record() {
	page := make([]result, 0, settleLimit)
	for first := range k.results {
		page = append(page[:0], first)
		wait := time.NewTimer(settleEvery)
	gather:
		for len(page) < settleLimit {
			select {
			case r, ok := <-k.results:
				if !ok {
					break gather
				}
				page = append(page, r)
			case <-wait.C:
				break gather
			}
		}
		wait.Stop()
		k.keep(page)
	}
}

// keep stores a page of outcomes, however long the database is away: what was
// handed over must not be forgotten. It gives up when a stop has taken too long;
// then, as after a crash, it is sent again.
func (k *Dispatcher) keep(page []result) {
	now := k.instant()
	list := make([]store.Outcome, 0, len(page))
	for i := range page {
		l, v := page[i].letter, &page[i].verdict
		if l.generation != k.generation.Load() {
			continue
		}
		list = append(list, store.Outcome{
			EventID: l.Delivery.EventID, Message: l.Delivery.Message, Channel: l.Delivery.Channel, State: v.state, DueAt: v.due,
			Answer: v.answer, ProviderID: v.provider, Next: v.next, Job: v.job, Suppress: v.suppress,
		})
	}
	for wait := firstPause; ; wait = min(2*wait, lookEvery) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(k.sendCtx), deadAfter)
		err := k.store.Deliveries.SettleDeliveries(ctx, k.cfg.Worker, now, list)
		cancel()
		if err == nil {
			break
		}
		k.log.Warn("delivery: results not recorded", slog.Int("deliveries", len(list)), slog.Any("error", err))
		if k.sendCtx.Err() != nil {
			return
		}
		time.Sleep(wait)
	}
	again := false
	for i := range page {
		l, v := page[i].letter, &page[i].verdict
		k.release(l)
		again = again || v.next != nil
		if k.cfg.Observe != nil {
			k.cfg.Observe(k.observation(l, v, now))
		}
	}
	if again {
		k.nudge()
	}
}

// releaseBack is how many rows of the ledger are looked at for where the place
// of an offer came from.
const releaseBack = 5000

func (k *Dispatcher) observation(l *Letter, v *verdict, now inventory.Instant) Observation {
	o := Observation{Channel: l.Delivery.Channel, State: v.state, Kind: l.Delivery.Kind}
	if v.state != store.DeliverySent {
		return o
	}
	if l.Message != nil {
		o.Took = span(l.Message.Message.At, now)
	}
	if l.Delivery.Kind == inventory.MsgOffer && l.Message != nil && l.Message.Offer != nil {
		o.OfferToSent = span(l.Message.Offer.OpenedAt, now)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(k.sendCtx), lookEvery)
		defer cancel()
		at, err := k.store.Announcements.ReleasedBefore(ctx, l.Delivery.EventID, l.Delivery.Seq, releaseBack)
		if err == nil && at != 0 {
			o.ReleaseToOffer = max(span(at, l.Message.Offer.OpenedAt), time.Microsecond)
		}
	}
	return o
}

func span(from, to inventory.Instant) time.Duration {
	return max(0, time.Duration(to-from)*time.Microsecond)
}
