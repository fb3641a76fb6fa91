package delivery

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// transport hands the messages of one channel to a provider.
type transport struct {
	// senders is the number of concurrent calls of send; bulk the maximum number of
	// tasks of one call.
	senders, bulk int
	// send sends tasks and returns the answer to each. It is safe for concurrent use
	// and returns soon after ctx ends.
	send func(ctx context.Context, tasks []*Task) []answer
}

// answer is a provider's answer to one message.
type answer struct {
	providerID string // the provider's ID of it
	failure    *provider.Error
	cancelled  bool // the sending was: it was not an attempt
}

// send sends the tasks of a channel's queue, until Stop.
func (d *Dispatcher) send(ch *channel) {
	for {
		for wait := ch.breaker.wait(time.Now()); wait > 0 && !d.stopped(); wait = ch.breaker.wait(time.Now()) {
			d.sleep(min(wait, time.Second))
		}
		tasks := ch.queue.pop(d.stopping, max(1, ch.transport.bulk))
		if tasks == nil || d.stopped() {
			for _, task := range tasks {
				d.release(task)
			}
			return // Stop returns the rest to the database
		}
		for !d.fresh() && !d.stopped() {
			d.sleep(yieldPoll)
		}
		d.deliver(ch, tasks)
	}
}

func (d *Dispatcher) deliver(ch *channel, tasks []*Task) {
	ready := tasks[:0]
	for _, task := range tasks {
		if task.generation != d.generation.Load() || d.stopped() {
			d.release(task) // another worker has it, or will
			continue
		}
		if v, held := d.holdBack(task); held {
			d.finish(task, v)
			continue
		}
		var codes []Code
		if ch.name == MailChannel {
			codes = d.codes(d.sendCtx, task)
		}
		if err := d.render(task, codes); err != nil {
			d.log.Error("delivery: message not rendered", slog.String("event", task.Delivery.EventID),
				slog.String("message", task.Delivery.Message), slog.Any("error", err))
			d.finish(task, verdict{state: messages.DeliveryFailed, answer: "the message cannot be rendered"})
			continue
		}
		if ch.admit(d.sendCtx) != nil {
			d.release(task)
			continue
		}
		ready = append(ready, task)
	}
	if len(ready) == 0 {
		return
	}
	for i, a := range ch.attempt(d.sendCtx, ready) {
		if a.cancelled {
			d.release(ready[i])
			continue
		}
		d.finish(ready[i], d.judge(ready[i], a))
	}
}

// attempt hands tasks to the provider of the channel, and notes whether that is out.
func (ch *channel) attempt(ctx context.Context, tasks []*Task) []answer {
	answers := ch.transport.send(ctx, tasks)
	for i := range answers {
		switch f := answers[i].failure; {
		case f == nil:
			ch.breaker.reset()
		case ctx.Err() != nil && !f.Permanent:
			answers[i].cancelled = true
		case f.Outage && !f.Permanent:
			ch.breaker.trip(time.Now())
		}
	}
	return answers
}

// admit waits until the provider of the channel may be given a message more.
func (ch *channel) admit(ctx context.Context) error {
	if ch.queue.provider == nil {
		return nil
	}
	return ch.queue.provider.Wait(ctx)
}

// refusedFor is what is stored of the address of a task because its provider refuses for good: nil, unless
// it says that the address is dead.
func (d *Dispatcher) refusedFor(task *Task, channel string, f *provider.Error) *messages.Suppression {
	if !f.Permanent || !f.DeadAddress {
		return nil
	}
	return d.dead(task, channel, f.Error())
}

// dead is what is stored of the address of a task that is dead; nil: the person has none any more.
func (d *Dispatcher) dead(task *Task, channel, reason string) *messages.Suppression {
	address := addressesOf(task.Message, task.addressee.contact)[channel]
	if address == "" {
		return nil
	}
	return &messages.Suppression{OrgID: task.Delivery.OrgID, Channel: channel, Address: d.AddressKey(channel, address), Reason: reason}
}

// holdBack reports whether a task is not sent now, because the message is out of date
// or it is night for its recipient, and what to record. An offer that waits for the
// morning gets its full claim window then.
func (d *Dispatcher) holdBack(task *Task) (v verdict, held bool) {
	now := d.instant()
	due, late := now, d.withholdReason(task)
	if late == "" {
		due, late = asleep(task, now)
	}
	switch {
	case late != "":
		v = verdict{state: messages.DeliverySuppressed, answer: late}
		d.consequences(task, &v, nil, now) // the address may have died while an offer waited
	case due > now:
		v = verdict{state: messages.DeliveryQueued, due: due, answer: task.Delivery.Answer}
		if job, ok := startLater(&eventContext{event: task.Event}, task.Message, due); ok {
			v.job = &job
		}
	default:
		return v, false
	}
	return v, true
}

// withholdReason returns why a task must not be sent any more, or "". It uses the rows
// that were read when the task was taken, at most queueFor ago.
func (d *Dispatcher) withholdReason(task *Task) string {
	if reason := staleReason(task.Event, task.Message, task.Delivery.EventStartsAt, d.instant()); reason != "" {
		return reason
	}
	if task.addressee.muted(task.Delivery.Kind, task.Message.FollowedAt) {
		return "the person does not want this kind of message"
	}
	for _, name := range task.addressee.channels {
		if name == task.Delivery.Channel {
			return ""
		}
	}
	if task.addressee.reason != "" {
		return task.addressee.reason
	}
	return "the person cannot be reached by " + task.Delivery.Channel + " any more"
}

// verdict is what to record of a task.
type verdict struct {
	state    string
	due      inventory.Instant
	answer   string
	provider string
	next     *messages.Delivery
	job      *database.Job
	suppress *messages.Suppression
}

// FallbackAfter is how long a channel may delay an offer before the next channel is
// used as well: a sixth of the claim window, ten minutes at most.
func FallbackAfter(window inventory.Micros) inventory.Micros {
	return min(10*inventory.Minute, window/6)
}

// from returns when the task could be sent at the earliest: an offer waits for its
// claim window.
func (task *Task) from() inventory.Instant {
	if task.Message.Offer == nil {
		return task.Delivery.CreatedAt
	}
	return max(task.Delivery.CreatedAt, task.Message.Offer.WindowStartsAt)
}

// judge returns what a provider's answer means for a task.
func (d *Dispatcher) judge(task *Task, a answer) verdict {
	f := a.failure
	if f == nil {
		return verdict{state: messages.DeliverySent, provider: a.providerID}
	}
	now := d.instant()
	age := inventory.Micros(now - task.Delivery.CreatedAt)
	tried := inventory.Micros(now - task.from())
	v := verdict{state: messages.DeliveryQueued, answer: f.Error()}
	switch {
	case f.Permanent && f.DeadAddress:
		v.state = messages.DeliveryBounced
	case f.Permanent, age > inventory.Micros(GiveUpAfter.Microseconds()):
		v.state = messages.DeliveryFailed
	default:
		v.due = now + inventory.Instant(d.retryIn(task, f).Microseconds())
	}
	if v.state == messages.DeliveryQueued && (!Claimable(task.Delivery.Kind) || tried < FallbackAfter(task.Event.Event.Settings.Waitlist.ClaimWindow)) {
		return v
	}
	d.consequences(task, &v, d.refusedFor(task, task.Delivery.Channel, f), now)
	if v.state != messages.DeliveryQueued {
		d.log.Warn("delivery: delivery failed", slog.String("event", task.Delivery.EventID), slog.String("message", task.Delivery.Message),
			slog.String("channel", task.Delivery.Channel), slog.String("state", v.state), slog.Any("error", f))
	}
	return v
}

// retryIn returns how long to wait before the next attempt: the backoff, and at least as
// long as the provider asks for. For an offer the provider's wish ends when the next
// channel is due, so that it cannot use up the claim window.
func (d *Dispatcher) retryIn(task *Task, f *provider.Error) time.Duration {
	asked := f.RetryAfter
	if Claimable(task.Delivery.Kind) {
		next := FallbackAfter(task.Event.Event.Settings.Waitlist.ClaimWindow)
		asked = min(asked, time.Duration(next)*time.Microsecond)
	}
	return max(d.cfg.Backoff(int(task.Delivery.Attempts)), asked)
}

// consequences adds what follows from the failure of a channel: a dead address is
// suppressed; and while a claim window is running, the next channel is used and the
// window is extended to its full length, once.
func (d *Dispatcher) consequences(task *Task, v *verdict, dead *messages.Suppression, now inventory.Instant) {
	if v.suppress = dead; dead != nil {
		dead.EventID = task.Delivery.EventID
	}
	if !Claimable(task.Delivery.Kind) || staleReason(task.Event, task.Message, 0, now) != "" {
		return
	}
	channel := task.addressee.after(task.Delivery.Channel)
	due, late := asleep(task, now)
	if channel == "" || late != "" {
		return
	}
	next := task.Delivery
	next.Channel, next.State, next.Owner, next.Attempts, next.Answer, next.ProviderID = channel, messages.DeliveryQueued, "", 0, "", ""
	next.CreatedAt, next.DueAt, next.SentAt, next.EndedAt = now, 0, 0, 0
	if due > now {
		next.DueAt = due // a mailbox that fails at night must not make the phone ring
	}
	v.next = &next
	if task.Message.Offer == nil || !d.first(task) {
		return
	}
	if job, ok := fullWindow(&eventContext{event: task.Event}, task.Message.Offer, due); ok {
		v.job = &job
	}
}

// after returns the channel to use after one that failed, or "" after the last. The
// failed channel may no longer be among those that reach the person.
func (a *addressee) after(failed string) string {
	order := a.order()
	for _, name := range order[slices.Index(order, failed)+1:] {
		if name != failed && slices.Contains(a.channels, name) {
			return name
		}
	}
	return ""
}

// first reports whether no other channel was used for the message before. The person's
// channels cannot tell, because dead ones are not among them; nor can the offer, whose
// extension may still be pending when the second channel fails. If the database cannot
// be read, the answer is yes: a claim window that is too long costs less than a ticket.
func (d *Dispatcher) first(task *Task) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(d.sendCtx), heartbeatEvery)
	defer cancel()
	tried, err := d.store.Deliveries.DeliveriesOf(ctx, task.Delivery.EventID, []int64{task.Delivery.Seq})
	return err != nil || len(tried[task.Delivery.Seq]) < 2
}

// defaultBackoff returns attempt⁴ seconds, at most maxBackoff, plus or minus up to a
// tenth, so that messages that failed together are not all retried in the same second.
func defaultBackoff(attempt int) time.Duration {
	wait := maxBackoff
	if attempt < 10 { // 10⁴ s is already longer than maxBackoff
		wait = min(maxBackoff, time.Duration(attempt*attempt*attempt*attempt)*time.Second)
	}
	tenth := int64(wait / 10)
	return wait + time.Duration(rand.Int64N(2*tenth+1)-tenth)
}
