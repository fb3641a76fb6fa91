package access

import (
	"fmt"
	"testing"
	"time"
)

// TestTurnedAway: of more events than there is room for, those are forgotten at which nobody was
// refused for the longest, and it is said how many those are.
func TestTurnedAway(t *testing.T) {
	t.Parallel()
	var c Control
	at := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	count := func(event int) {
		at = at.Add(time.Second)
		c.turnedAway.count(fmt.Sprint("evt_", event), "sold_out", true, at)
	}
	for n := range refusedEvents {
		count(n)
	}
	count(0)
	for n := range 10 {
		count(refusedEvents + n)
	}
	if kept := c.Refused("evt_0"); len(kept.Items) != 1 || kept.Items[0].Count != 2 || kept.LeftOut != 10 || len(c.turnedAway.events) != refusedEvents {
		t.Errorf("%+v, of %d events", kept, len(c.turnedAway.events))
	}
	for n := 1; n <= 10; n++ {
		if gone := c.Refused(fmt.Sprint("evt_", n)); len(gone.Items) != 0 || !gone.Since.IsZero() {
			t.Errorf("event %d is remembered: %+v", n, gone)
		}
	}
	if kept := c.Refused("evt_11"); len(kept.Items) != 1 {
		t.Errorf("event 11 is forgotten: %+v", kept)
	}
}
