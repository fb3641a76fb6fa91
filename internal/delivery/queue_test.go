package delivery

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/messages"
)

func tasks(org string, n int, urgency int64) []*Task {
	list := make([]*Task, n)
	for i := range list {
		list[i] = &Task{Delivery: messages.Delivery{OrgID: org, Urgency: urgency, Seq: int64(i)}}
	}
	return list
}

// A festival with 500 tasks delays a reading circle by one task each.
func TestOrganizationsTakeTurns(t *testing.T) {
	q := newQueue(0, 0)
	q.push(tasks("festival", 500, everybody)...)
	q.push(tasks("circle", 20, everybody)...)
	last := 0
	for i := range 520 {
		if task := q.pop(nil, 1)[0]; task.Delivery.OrgID == "circle" {
			last = i
		}
	}
	if last > 40 {
		t.Errorf("the circle's last task went out as number %d", last)
	}
}

// Within an organization offers go first, and each kind in its order.
func TestUrgentGoesFirst(t *testing.T) {
	q := newQueue(0, 0)
	q.push(tasks("a", 3, everybody)...)
	q.push(tasks("a", 2, personal)...)
	q.push(tasks("a", 2, urgent)...)
	var got [][2]int64
	for range 7 {
		task := q.pop(nil, 1)[0]
		got = append(got, [2]int64{task.Delivery.Urgency, task.Delivery.Seq})
	}
	for i, want := range [][2]int64{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}} {
		if got[i] != want {
			t.Errorf("task %d is %v, want %v", i, got[i], want)
		}
	}
}

// An organization keeps to its rate, and leaves what it may not use to others.
func TestRateOfAnOrganization(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(0, 100)
		q.share(2) // two servers: 50 each
		q.push(tasks("a", 100, personal)...)
		began := time.Now()
		for range 50 {
			q.pop(nil, 1)
		}
		if took := time.Since(began); took < 900*time.Millisecond || took > 1300*time.Millisecond {
			t.Errorf("50 tasks at 50 per second took %s", took)
		}
	})
}

func TestPopEndsWithStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := make(chan struct{})
		time.AfterFunc(time.Second, func() { close(stop) })
		if l := newQueue(0, 0).pop(stop, 1); l != nil {
			t.Errorf("%v came out of nothing", l)
		}
	})
}

// A provider that takes nothing is asked less and less, and at once again when it
// takes something.
func TestBreaker(t *testing.T) {
	var g breaker
	now := time.Now()
	for i, want := range []time.Duration{firstPause, 2 * firstPause, 4 * firstPause} {
		g.trip(now)
		g.trip(now) // of the same moment
		if got := g.wait(now); got != want {
			t.Errorf("pause %d: %s, want %s", i, got, want)
		}
		now = now.Add(want)
	}
	g.reset()
	g.trip(now)
	if got := g.wait(now); got != firstPause {
		t.Errorf("after a success: %s", got)
	}
}

// What comes goes behind what is queued in the database, until nothing does; and a
// announcement waits for room only where it can come and nobody else could help.
func TestRoomAndWhatIsBehind(t *testing.T) {
	q := newQueue(0, 0)
	if !q.fits("a", pageSize) {
		t.Error("an empty queue has no room")
	}
	q.push(tasks("a", queueLimit/2-pageSize+1, everybody)...)
	if q.fits("a", pageSize) || !q.fits("b", pageSize) {
		t.Error("who has half of the queue gets more, or others get nothing")
	}
	q.share(2)
	if !q.fits("a", pageSize) {
		t.Error("it waits although another worker could help")
	}
	q.share(1)
	q.drain()
	q.spill("a")
	q.spill("b")
	if q.fits("a", pageSize) || !q.behind("a") || q.behindOthers([]string{"a", "b"}) || !q.behindOthers([]string{"a"}) {
		t.Error("what is queued in the database is not known")
	}
	q.behindOnly([]string{"b"})
	if q.behind("a") || !q.behind("b") || !q.fits("a", pageSize) {
		t.Error("who has nothing there any more is still behind")
	}
	if slow := newQueue(10, 0); !slow.fits("a", pageSize) {
		t.Error("it waits for room that will never be there")
	}
}

// TestPatience: an announcement waits for room a few times in vain, then only looks, and
// is patient again when there was some.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ch := &channel{name: MailChannel, queue: newQueue(0, 0)}
		d := &Dispatcher{channels: map[string]*channel{MailChannel: ch}, stopping: make(chan struct{})}
		patience := maxPatience
		waits := func() bool {
			began := time.Now()
			d.makeRoom("org", &patience)
			return time.Since(began) >= roomFor
		}
		ch.queue.spill("org")
		for n := range maxPatience {
			if !waits() {
				t.Fatalf("the %dth page does not wait", n+1)
			}
		}
		if waits() || patience != 0 {
			t.Error("it waits for ever")
		}
		ch.queue.behindOnly(nil)
		if waits() || patience != maxPatience {
			t.Errorf("there is room, and its patience is %d", patience)
		}
		ch.queue.spill("org")
		if !waits() {
			t.Error("it does not wait again")
		}
	})
}
