package id

import (
	"sort"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a clock that the test moves.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func day() *clock { return &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)} }

// TestGolden pins the form: ids are stored and mailed, so it can never change
// silently. The expected texts were computed by another program.
func TestGolden(t *testing.T) {
	c := day()
	m := &Maker{Now: c.now, Rand: func() uint64 { return 0x0123456789abcdef }}
	event := m.Top(Event)
	got := []string{
		event, m.In(Order, event), m.In(Entry, event),
		Seq(Offer, event, 1), Seq(Order, event, 1<<40-1),
	}
	c.t = c.t.Add(time.Millisecond)
	got = append(got, m.In(Person, event))
	want := []string{
		"evt_t3zane4tqkff",
		"ord_t3zane4tqkfft3zanfa04y4tqkff",
		"wle_t3zane4tqkfft3zanfa04y4tqkfg",
		"off_t3zane4tqkff0000000000000001",
		"ord_t3zane4tqkff00000000zzzzzzzz",
		"per_t3zane4tqkfft3zanfa0my4tqkff",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("id %d is %s, want %s", i, got[i], want[i])
		}
	}
}

func TestEventOf(t *testing.T) {
	var m Maker
	event := m.Top(Event)
	order := m.In(Order, event)
	if got, ok := EventOf(order, Order); !ok || got != event {
		t.Errorf("EventOf(%s) = %s, %v; want %s", order, got, ok, event)
	}
	if got, ok := EventOf(Seq(Offer, event, 42), Offer); !ok || got != event {
		t.Errorf("EventOf of a derived id = %s, %v; want %s", got, ok, event)
	}
	for what, bad := range map[string]string{
		"another prefix":         m.In(Entry, event),
		"empty":                  "",
		"the prefix alone":       Order,
		"a character too many":   order + "0",
		"a character too few":    order[:len(order)-1],
		"upper case":             Order + strings.ToUpper(order[len(Order):]),
		"a letter that is out":   order[:len(order)-1] + "l",
		"a byte over 127":        order[:len(order)-1] + "\xff",
		"an event":               event,
		"a character of no line": order[:len(order)-1] + "\n",
	} {
		if got, ok := EventOf(bad, Order); ok || got != "" {
			t.Errorf("%s: EventOf(%q) = %q, %v; want not ok", what, bad, got, ok)
		}
	}
}

func TestValid(t *testing.T) {
	var m Maker
	event := m.Top(Event)
	if !Valid(event, Event) {
		t.Errorf("%s is not valid", event)
	}
	for _, bad := range []string{"", Event, event + "0", event[:len(event)-1], m.Top(Organization), m.In(Order, event), event[:len(event)-1] + "u"} {
		if Valid(bad, Event) {
			t.Errorf("%q passes for an event id", bad)
		}
	}
}

func TestInPanicsWithoutAnEvent(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("In took an order for an event")
		}
	}()
	var m Maker
	m.In(Order, m.In(Order, m.Top(Event)))
}

// TestRisesWhenTheClockStepsBack moves the clock every way a clock can move.
func TestRisesWhenTheClockStepsBack(t *testing.T) {
	c := day()
	for name, bits := range map[string]uint64{"zeros": 0, "ones": 1<<64 - 1} {
		m := &Maker{Now: c.now, Rand: func() uint64 { return bits }}
		event := m.Top(Event)
		last := ""
		for i, step := range []time.Duration{0, 0, time.Millisecond, -time.Hour, 0, time.Hour, -time.Microsecond, time.Hour, -24 * time.Hour, time.Minute, 25 * time.Hour} {
			c.t = c.t.Add(step)
			for range 100 {
				next := m.In(Order, event)
				if next <= last {
					t.Fatalf("%s, step %d (%v): %s after %s", name, i, step, next, last)
				}
				last = next
			}
		}
	}
}

// TestOrderedByTimeAcrossMakers: what was made a millisecond later sorts later,
// whoever made it.
func TestOrderedByTimeAcrossMakers(t *testing.T) {
	c := day()
	a := &Maker{Now: c.now, Rand: func() uint64 { return 1<<64 - 1 }}
	b := &Maker{Now: c.now, Rand: func() uint64 { return 0 }}
	event := a.Top(Event)
	for range 1000 {
		first := a.In(Order, event)
		c.t = c.t.Add(time.Millisecond)
		if second := b.In(Order, event); second <= first {
			t.Fatalf("%s was made after %s", second, first)
		}
	}
}

func TestUniqueUnderConcurrency(t *testing.T) {
	const makers, each = 8, 5000
	// One shared Maker with a clock that stands still is the worst case: only
	// its lock and its counter keep the ids apart.
	c := day()
	m := &Maker{Now: c.now}
	event := m.Top(Event)
	made := make([][]string, makers)
	var wg sync.WaitGroup
	for g := range makers {
		wg.Go(func() {
			for range each {
				made[g] = append(made[g], m.In(Order, event))
			}
		})
	}
	wg.Wait()
	seen := make(map[string]bool, makers*each)
	for g, ids := range made {
		if !sort.StringsAreSorted(ids) {
			t.Errorf("goroutine %d saw ids go back", g)
		}
		for _, s := range ids {
			if seen[s] {
				t.Fatalf("%s was made twice", s)
			}
			seen[s] = true
		}
	}
}

func TestSeqRisesAndMeetsNoMaker(t *testing.T) {
	m := &Maker{Now: day().now, Rand: func() uint64 { return 0 }}
	event := m.Top(Event)
	made := m.In(Order, event)
	last := ""
	for _, seq := range []int64{1, 2, 31, 32, 1023, 1024, 1_000_000, 1<<40 - 1} {
		next := Seq(Order, event, seq)
		if next <= last || next >= made {
			t.Errorf("Seq(%d) = %s, after %s and before %s", seq, next, last, made)
		}
		last = next
	}
}

// FuzzEventOf: whatever comes from outside either is refused or is an id that
// can be taken apart and put together again.
func FuzzEventOf(f *testing.F) {
	m := &Maker{Now: day().now, Rand: func() uint64 { return 7 }}
	event := m.Top(Event)
	for _, s := range []string{"", event, m.In(Order, event), Seq(Order, event, 9), "ord_", "ord_' or 1=1 --aaaaaaaaaaaaaaaaaaaaa"} {
		f.Add(s, Order)
	}
	f.Add(m.In(Offer, event), Offer)
	f.Fuzz(func(t *testing.T, s, prefix string) {
		event, ok := EventOf(s, prefix)
		if !ok {
			if event != "" {
				t.Fatalf("EventOf(%q, %q) is not ok and yet %q", s, prefix, event)
			}
			return
		}
		if !Valid(event, Event) {
			t.Fatalf("EventOf(%q, %q) = %q, which is not valid", s, prefix, event)
		}
		tail := s[len(prefix)+codeLen:]
		if prefix+event[len(Event):]+tail != s || len(tail) != tailLen || !inAlphabet(tail) {
			t.Fatalf("%q does not come together again from %q and %q", s, event, tail)
		}
	})
}

func BenchmarkIn(b *testing.B) {
	var m Maker
	event := m.Top(Event)
	b.ReportAllocs()
	for b.Loop() {
		m.In(Order, event)
	}
}
