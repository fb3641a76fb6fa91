package inventory_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

func TestMendClock(t *testing.T) {
	now := inventory.Instant(1000 * inventory.Second)
	ahead := now + inventory.Instant(300*inventory.Second)
	for _, status := range []inventory.EventStatus{inventory.Draft, inventory.Published, inventory.Cancelled} {
		st := &inventory.State{Event: inventory.Event{ID: "evt_1", Status: status, Seq: 7, Clock: ahead, DueAt: ahead, WaveStartedAt: ahead}}
		c, mended := inventory.MendClock(st, now, "system")
		e := st.Event
		if !mended || e.Clock != now || e.DueAt != now || e.WaveStartedAt != now || e.Seq != 8 || c.Empty() {
			t.Errorf("%s: %t, %+v", status, mended, e)
		}
		if len(c.Audit) != 1 || !c.Audit[0].Legal() || c.Audit[0].At != now || c.Audit[0].Seq != 8 || c.Audit[0].Actor != "system" {
			t.Errorf("%s: %+v", status, c.Audit)
		}
		if again, mended := inventory.MendClock(st, now, "system"); mended || !again.Empty() || st.Event.Seq != 8 {
			t.Errorf("%s: a clock that is right was mended: %+v", status, again)
		}
	}
}
