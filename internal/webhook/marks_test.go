package webhook_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// sent steps a pump once and checks how many changes were taken by then.
func (f *fixture) sent(p *webhook.Pump, want int, why string) {
	f.Helper()
	f.must(p.Step(f.Context()))
	if f.receiver.calls != want {
		f.Errorf("%s: %d calls, want %d", why, f.receiver.calls, want)
	}
}

// TestMarkedEventsAreServed: of all events those are asked for that this process was told
// about; what it was not told about is found by looking at all, a page at a time.
func TestMarkedEventsAreServed(t *testing.T) {
	engines(t, func(f *fixture) {
		f.endpoint()
		p := f.pump("one")
		event := f.event(0)
		f.sent(p, 3, "the first look at all events")
		f.people(event, "", 2)
		f.sent(p, 5, "a change that this process made")
		f.silent = true
		f.people(event, "", 2)
		f.sent(p, 5, "a change that nobody told of")
		f.clock = f.clock.Add(webhook.SweepEvery)
		f.sent(p, 7, "the next look at all events")
		f.people(event, "", 1)
		f.sent(p, 7, "another change that nobody told of")
		for i := range webhook.MaxMarks + 1 {
			f.marks[0].Publish(fmt.Sprint("evt_", i))
		}
		f.sent(p, 8, "more changes than are marked")
	})
}

// TestRetriesAreFound: what has to be tried again is found without a mark, also by a
// process that has just begun, and so is what an organizer wants sent again.
func TestRetriesAreFound(t *testing.T) {
	engines(t, func(f *fixture) {
		e := f.endpoint()
		p := f.pump("one")
		event := f.event(0)
		f.receiver.set(func(int, *webhook.Body) int { return 500 })
		f.sent(p, 1, "a change that is not taken")
		f.receiver.set(nil)
		f.sent(p, 1, "before it is tried again")
		f.clock = f.clock.Add(10 * time.Second)
		f.sent(p, 4, "when it is tried again")
		f.must(f.store.Webhooks.ReplayWebhook(f.Context(), e.ID, event, 2))
		f.sent(p, 6, "what is sent again")
		f.sent(p, 6, "and not once more")
	})
}

// TestAnotherProcessIsServedAtOnce: a process that has sent everything keeps no other from
// sending what that was told about.
func TestAnotherProcessIsServedAtOnce(t *testing.T) {
	engines(t, func(f *fixture) {
		e := f.endpoint()
		one, two := f.pump("one"), f.pump("two")
		event := f.event(0)
		f.sent(one, 3, "by the first process")
		f.sent(two, 3, "nothing is left for the second")
		f.marks = f.marks[1:]
		f.people(event, "", 1)
		f.sent(one, 3, "the first was told about nothing")
		f.sent(two, 4, "the second was")
		now := inventory.At(f.clock)
		if ok, err := f.store.Webhooks.LeaseWebhook(f.Context(), e.ID, "three", now, now+1000); !ok || err != nil {
			t.Errorf("the lease was not given back: %v", err)
		}
		f.people(event, "", 1)
		f.sent(two, 4, "another process has it")
		f.clock = f.clock.Add(time.Second)
		f.sent(two, 5, "what was marked meanwhile is not forgotten")
	})
}
