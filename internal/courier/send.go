package courier

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Post is a way out: how letters are handed to a provider.
type Post struct {
	// Senders is how many letters are on their way at once; Bulk how many one
	// call of Send gets at most.
	Senders, Bulk int
	// Send hands letters over and says of each what became of it. It is safe for
	// concurrent use and comes back soon after ctx ends.
	Send func(ctx context.Context, letters []*Letter) []Handed
}

// Handed is a provider's answer to one letter.
type Handed struct {
	ProviderID string // the provider's own name for it
	Failure    *Failure
}

// Failure says why a provider did not take a letter. Its reason holds no address.
type Failure struct {
	Reason    string
	Permanent bool // trying again cannot help
	Address   bool // the address takes nothing
	Server    bool // the next letter would meet it too
	Cut       bool // it was cut short by us: that was no try
}

// send takes letters out of a channel's queue and hands them over, until Stop.
func (k *Courier) send(ch *channel) {
	for {
		for wait := ch.gate.wait(time.Now()); wait > 0 && !k.stopped(); wait = ch.gate.wait(time.Now()) {
			k.sleep(min(wait, time.Second))
		}
		letters := ch.queue.pop(k.stopping, max(1, ch.post.Bulk))
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

func (k *Courier) deliver(ch *channel, letters []*Letter) {
	ready := letters[:0]
	for _, l := range letters {
		if l.generation != k.generation.Load() || k.stopped() {
			k.release(l) // others have it, or will
			continue
		}
		if reason := k.stale(l); reason != "" {
			k.settle(l, verdict{state: store.DeliverySuppressed, answer: reason})
			continue
		}
		words, err := k.renderer.RenderIn(l.Style, l.Event, l.Message)
		if err != nil {
			k.log.Error("courier: a message cannot be put into words", slog.String("event", l.Delivery.EventID),
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
	for i, h := range ch.post.Send(k.sendCtx, ready) {
		l := ready[i]
		switch f := h.Failure; {
		case f == nil:
			ch.gate.open()
		case f.Cut || k.sendCtx.Err() != nil && !f.Permanent:
			k.release(l)
			continue
		case f.Server && !f.Permanent:
			ch.gate.shut(time.Now())
		}
		k.settle(l, k.judge(l, h))
	}
}

// stale says why a letter must not go out any more; "" when it may. It is asked
// with what was read when the letter was taken, queueFor ago at most.
func (k *Courier) stale(l *Letter) string {
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

// judge turns a provider's answer into what becomes of a letter.
func (k *Courier) judge(l *Letter, h Handed) verdict {
	f := h.Failure
	if f == nil {
		return verdict{state: store.DeliverySent, provider: h.ProviderID}
	}
	now := k.instant()
	age := inventory.Micros(now - l.Delivery.CreatedAt)
	v := verdict{state: store.DeliveryQueued, answer: f.Reason}
	switch {
	case f.Permanent && f.Address:
		v.state = store.DeliveryBounced
	case f.Permanent, age > inventory.Micros(GiveUpAfter.Microseconds()):
		v.state = store.DeliveryFailed
	default:
		v.due = now + inventory.Instant(k.cfg.Backoff(int(l.Delivery.Attempts)).Microseconds())
	}
	if v.state == store.DeliveryQueued && (!Claimable(l.Delivery.Kind) || age < fallbackAfter(l.Event.Event.Settings.Waitlist.ClaimWindow)) {
		return v
	}
	k.consequences(l, &v, f.Address, now)
	if v.state != store.DeliveryQueued {
		k.log.Warn("courier: a delivery has failed", slog.String("event", l.Delivery.EventID), slog.String("message", l.Delivery.Message),
			slog.String("channel", l.Delivery.Channel), slog.String("state", v.state), slog.String("reason", f.Reason))
	}
	return v
}

// consequences adds what the failure of a channel calls for: an address that is
// dead is not written to again; and while a claim window is running, the next
// channel goes out, and the window is made whole again, once.
func (k *Courier) consequences(l *Letter, v *verdict, address bool, now inventory.Instant) {
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
	next, first := after(l.addressee.channels, l.Delivery.Channel)
	if next == "" {
		return
	}
	d := l.Delivery
	d.Channel, d.State, d.Owner, d.Attempts, d.Answer, d.ProviderID = next, store.DeliveryQueued, "", 0, "", ""
	d.CreatedAt, d.DueAt, d.SentAt, d.EndedAt = now, 0, 0, 0
	v.next = &d
	if l.Message.Offer == nil || !first {
		return
	}
	if job, ok := k.fullWindow(&scene{event: l.Event}, l.Message.Offer, now); ok {
		v.job = &job
	}
}

// after returns the channel after one that failed, and whether that was the first.
func after(channels []string, failed string) (next string, first bool) {
	for i, name := range channels {
		if name == failed && i+1 < len(channels) {
			return channels[i+1], i == 0
		}
	}
	return "", false
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
