package delivery

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store"
)

// post is how letters of one channel are handed to a provider.
type post struct {
	// senders is how many letters are on their way at once; bulk how many one
	// call of send gets at most.
	senders, bulk int
	// send hands letters over and says of each what became of it. It is safe for
	// concurrent use and comes back soon after ctx ends.
	send func(ctx context.Context, letters []*Letter) []answer
}

// answer is a provider's answer to one letter.
type answer struct {
	providerID string // the provider's own name for it
	failure    *provider.Error
}

// send takes letters out of a channel's queue and hands them over, until Stop.
func (k *Dispatcher) send(ch *channel) {
	for {
		for wait := ch.gate.wait(time.Now()); wait > 0 && !k.stopped(); wait = ch.gate.wait(time.Now()) {
			k.sleep(min(wait, time.Second))
		}
		letters := ch.queue.pop(k.stopping, max(1, ch.post.bulk))
		if letters == nil || k.stopped() {
			for _, l := range letters {
				k.release(l)
			}
			return // Stop gives back what is left
		}
		for !k.fresh() && !k.stopped() {
			k.sleep(yieldPoll)
		}
		k.deliver(ch, letters)
	}
}

func (k *Dispatcher) deliver(ch *channel, letters []*Letter) {
	ready := letters[:0]
	for _, l := range letters {
		if l.generation != k.generation.Load() || k.stopped() {
			k.release(l) // others have it, or will
			continue
		}
		if v, held := k.holdBack(l); held {
			k.settle(l, v)
			continue
		}
		words, err := k.renderer.RenderIn(l.Style, l.Event, l.Message)
		if err != nil {
			k.log.Error("delivery: message not rendered", slog.String("event", l.Delivery.EventID),
				slog.String("message", l.Delivery.Message), slog.Any("error", err))
			k.settle(l, verdict{state: store.DeliveryFailed, answer: "the message cannot be put into words"})
			continue
		}
		l.Words = words
		if ch.queue.provider != nil && ch.queue.provider.Wait(k.sendCtx) != nil {
			k.release(l)
			continue
		}
		ready = append(ready, l)
	}
	if len(ready) == 0 {
		return
	}
	for i, a := range ch.post.send(k.sendCtx, ready) {
		l := ready[i]
		switch f := a.failure; {
		case f == nil:
			ch.gate.open()
		case k.sendCtx.Err() != nil && !f.Permanent:
			k.release(l) // it was cut short by us: that was no try
			continue
		case f.Outage && !f.Permanent:
			ch.gate.shut(time.Now())
		}
		k.settle(l, k.judge(l, a))
	}
}

// holdBack says what becomes of a letter that does not go out now: it is not true
// any more, or its person sleeps. An offer that waits for the morning has its whole
// window then.
func (k *Dispatcher) holdBack(l *Letter) (v verdict, held bool) {
	now := k.instant()
	due, late := now, k.stale(l)
	if late == "" {
		due, late = k.asleep(l, now)
	}
	switch {
	case late != "":
		v = verdict{state: store.DeliverySuppressed, answer: late}
		k.consequences(l, &v, false, now) // the address may have died while an offer waited
	case due > now:
		v = verdict{state: store.DeliveryQueued, due: due, answer: l.Delivery.Answer}
		if job, ok := k.startLater(&scene{event: l.Event}, l.Message, due); ok {
			v.job = &job
		}
	default:
		return v, false
	}
	return v, true
}

// stale says why a letter must not go out any more; "" when it may. It is asked
// with what was read when the letter was taken, queueFor ago at most.
func (k *Dispatcher) stale(l *Letter) string {
	if reason := over(l.Event, l.Message, l.Delivery.About, k.instant()); reason != "" {
		return reason
	}
	if l.addressee.muted(l.Delivery.Kind) {
		return "the person does not want this kind of message"
	}
	for _, name := range l.addressee.channels {
		if name == l.Delivery.Channel {
			return ""
		}
	}
	if l.addressee.reason != "" {
		return l.addressee.reason
	}
	return "the person cannot be reached by " + l.Delivery.Channel + " any more"
}

// verdict is what is to be recorded of a letter.
type verdict struct {
	state    string
	due      inventory.Instant
	answer   string
	provider string
	next     *store.Delivery
	job      *store.Job
	suppress *store.Suppression
}

// fallbackAfter is how long a channel may put an offer off before the next one
// goes out as well: a sixth of the window, and ten minutes at most.
func fallbackAfter(window inventory.Micros) inventory.Micros {
	return min(10*inventory.Minute, window/6)
}

// from is when a letter could go out first: an offer waits for its window.
func (l *Letter) from() inventory.Instant {
	if l.Message.Offer == nil {
		return l.Delivery.CreatedAt
	}
	return max(l.Delivery.CreatedAt, l.Message.Offer.WindowStartsAt)
}

// judge turns a provider's answer into what becomes of a letter.
func (k *Dispatcher) judge(l *Letter, a answer) verdict {
	f := a.failure
	if f == nil {
		return verdict{state: store.DeliverySent, provider: a.providerID}
	}
	now := k.instant()
	age := inventory.Micros(now - l.Delivery.CreatedAt)
	tried := inventory.Micros(now - l.from())
	v := verdict{state: store.DeliveryQueued, answer: f.Error()}
	switch {
	case f.Permanent && f.DeadAddress:
		v.state = store.DeliveryBounced
	case f.Permanent, age > inventory.Micros(GiveUpAfter.Microseconds()):
		v.state = store.DeliveryFailed
	default:
		v.due = now + inventory.Instant(k.retryIn(l, f).Microseconds())
	}
	if v.state == store.DeliveryQueued && (!Claimable(l.Delivery.Kind) || tried < fallbackAfter(l.Event.Event.Settings.Waitlist.ClaimWindow)) {
		return v
	}
	k.consequences(l, &v, f.DeadAddress, now)
	if v.state != store.DeliveryQueued {
		k.log.Warn("delivery: delivery failed", slog.String("event", l.Delivery.EventID), slog.String("message", l.Delivery.Message),
			slog.String("channel", l.Delivery.Channel), slog.String("state", v.state), slog.Any("error", f))
	}
	return v
}

// retryIn is how long from now a letter is tried again: as the backoff says, and not
// before the provider wants it. An offer whose provider asks for too long is tried
// when its next channel is due, so that it is not that provider who ends its window.
func (k *Dispatcher) retryIn(l *Letter, f *provider.Error) time.Duration {
	asked := f.RetryAfter
	if Claimable(l.Delivery.Kind) {
		next := fallbackAfter(l.Event.Event.Settings.Waitlist.ClaimWindow)
		asked = min(asked, time.Duration(next)*time.Microsecond)
	}
	return max(k.cfg.Backoff(int(l.Delivery.Attempts)), asked)
}

// consequences adds what the failure of a channel calls for: an address that is
// dead is not written to again; and while a claim window is running, the next
// channel goes out, and the window is made whole again, once.
func (k *Dispatcher) consequences(l *Letter, v *verdict, address bool, now inventory.Instant) {
	if address && v.state == store.DeliveryBounced {
		if a := addressesOf(l.Message, l.addressee.contact)[l.Delivery.Channel]; a != "" {
			v.suppress = &store.Suppression{
				OrgID: l.Delivery.OrgID, Channel: l.Delivery.Channel, Address: k.AddressKey(l.Delivery.Channel, a),
				Reason: v.answer, EventID: l.Delivery.EventID,
			}
		}
	}
	if !Claimable(l.Delivery.Kind) || over(l.Event, l.Message, 0, now) != "" {
		return
	}
	next := l.addressee.after(l.Delivery.Channel)
	due, late := k.asleep(l, now)
	if next == "" || late != "" {
		return
	}
	d := l.Delivery
	d.Channel, d.State, d.Owner, d.Attempts, d.Answer, d.ProviderID = next, store.DeliveryQueued, "", 0, "", ""
	d.CreatedAt, d.DueAt, d.SentAt, d.EndedAt = now, 0, 0, 0
	if due > now {
		d.DueAt = due // the phone does not ring at night because a mailbox died then
	}
	v.next = &d
	if l.Message.Offer == nil || !k.first(l) {
		return
	}
	if job, ok := k.fullWindow(&scene{event: l.Event}, l.Message.Offer, due); ok {
		v.job = &job
	}
}

// after returns the channel after one that failed, which may not be among those
// that reach the person any more; "" when it was the last.
func (a *addressee) after(failed string) string {
	order := a.order()
	for _, name := range order[slices.Index(order, failed)+1:] {
		if name != failed && slices.Contains(a.channels, name) {
			return name
		}
	}
	return ""
}

// first says whether a message went out on no other channel before. The channels
// that a person has cannot tell, because one that is dead is not among them; nor
// can the offer, whose extension may still be on its way to package inventory when the
// second channel fails. Where the database does not say, it was the first: a window
// that is too long costs less than a place.
func (k *Dispatcher) first(l *Letter) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(k.sendCtx), lookEvery)
	defer cancel()
	tried, err := k.store.Deliveries.DeliveriesOf(ctx, l.Delivery.EventID, []int64{l.Delivery.Seq})
	return err != nil || len(tried[l.Delivery.Seq]) < 2
}

// defaultBackoff is attempt⁴ seconds, at most maxBackoff, and up to a tenth more
// or less, so that what a provider has put off does not all come back in the
// same second.
func defaultBackoff(attempt int) time.Duration {
	wait := maxBackoff
	if attempt < 10 { // 10⁴ s is already longer than maxBackoff
		wait = min(maxBackoff, time.Duration(attempt*attempt*attempt*attempt)*time.Second)
	}
	tenth := int64(wait / 10)
	return wait + time.Duration(rand.Int64N(2*tenth+1)-tenth)
}
