package delivery

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

func TestRetryIn(t *testing.T) {
	d := &Dispatcher{cfg: Config{Backoff: func(attempt int) time.Duration { return time.Duration(attempt) * time.Second }}}
	ev := &events.EventView{}
	ev.Event.Settings.Waitlist.ClaimWindow = 30 * inventory.Minute
	for _, c := range []struct {
		kind     inventory.MessageKind
		attempts int64
		asked    time.Duration
		want     time.Duration
	}{
		{inventory.MsgWaitlisted, 2, 0, 2 * time.Second},
		{inventory.MsgWaitlisted, 2, time.Second, 2 * time.Second},
		{inventory.MsgWaitlisted, 2, time.Hour, time.Hour},
		{inventory.MsgOffer, 2, time.Minute, time.Minute},
		{inventory.MsgOffer, 2, time.Hour, 5 * time.Minute}, // a sixth of its window
		{inventory.MsgOffer, 600, time.Hour, 10 * time.Minute},
	} {
		task := &Task{Event: ev, Delivery: messages.Delivery{Kind: c.kind, Attempts: c.attempts}}
		if got := d.retryIn(task, &provider.Error{RetryAfter: c.asked}); got != c.want {
			t.Errorf("%s after %d attempts, asked for %s: %s, want %s", c.kind, c.attempts, c.asked, got, c.want)
		}
	}
}

// TestNewsIsWithheld: followers whose message waited, as for the morning, are not told of an
// event that was called off or unlisted meanwhile, or has begun.
func TestNewsIsWithheld(t *testing.T) {
	now := inventory.At(time.Date(2027, 6, 1, 8, 0, 0, 0, time.UTC))
	d := &Dispatcher{now: func() time.Time { return now.Time() }}
	for name, change := range map[string]func(*inventory.Event){
		"":                              func(*inventory.Event) {},
		"the event does not take place": func(e *inventory.Event) { e.Status = inventory.Cancelled },
		"the event was unlisted before the message went out": func(e *inventory.Event) { e.Settings.Visibility = inventory.Unlisted },
		"the event began before the message went out":        func(e *inventory.Event) { e.StartsAt = now },
	} {
		ev := &events.EventView{Event: inventory.Event{ID: "evt_1", Status: inventory.Published, StartsAt: now + 1, EndsAt: now + 2}}
		change(&ev.Event)
		task := &Task{
			Delivery: messages.Delivery{Kind: message.NewEvent, Channel: MailChannel}, Event: ev,
			Message: Sample(ev, message.NewEvent, "en", "ada@example.org", now), addressee: addressee{channels: []string{MailChannel}},
		}
		if got := d.withholdReason(task); got != name {
			t.Errorf("withheld because %q, want %q", got, name)
		}
	}
}
