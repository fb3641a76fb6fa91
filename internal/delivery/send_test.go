package delivery

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store"
)

func TestRetryIn(t *testing.T) {
	d := &Dispatcher{cfg: Config{Backoff: func(attempt int) time.Duration { return time.Duration(attempt) * time.Second }}}
	ev := &store.EventView{}
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
		task := &Task{Event: ev, Delivery: store.Delivery{Kind: c.kind, Attempts: c.attempts}}
		if got := d.retryIn(task, &provider.Error{RetryAfter: c.asked}); got != c.want {
			t.Errorf("%s after %d attempts, asked for %s: %s, want %s", c.kind, c.attempts, c.asked, got, c.want)
		}
	}
}
