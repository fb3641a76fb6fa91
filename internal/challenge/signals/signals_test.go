package signals

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const start = 1_700_000_000 * inventory.Instant(inventory.Second)

// opened are signals whose clock is the test's.
func opened(t *testing.T) (s *Signals, now *inventory.Instant) {
	t.Helper()
	at := start
	s, err := New([]byte(strings.Repeat("k", 32)), func() inventory.Instant { return at })
	if err != nil {
		t.Fatal(err)
	}
	return s, &at
}

var home = netip.MustParsePrefix("192.0.2.7/32")

// TestScore: points add up to a bound, ask for more work, and go by themselves.
func TestScore(t *testing.T) {
	var s Score
	if s.Points(start) != 0 || s.Level(start) != challenge.Idle || s.Add(0, start).Points(start) != 0 {
		t.Error("there are points before the first")
	}
	for n := 1; n <= 200; n++ {
		s = s.Add(1, start)
		if got := s.Points(start); got != min(n, mostPoints) {
			t.Fatalf("%d points after %d", got, n)
		}
		want := challenge.Idle
		switch {
		case n >= 60:
			want = challenge.Stormed
		case n >= 24:
			want = challenge.Crowded
		case n >= 8:
			want = challenge.Busy
		}
		if got := s.Level(start); got != want {
			t.Fatalf("level %d with %d points, want %d", got, n, want)
		}
	}
	if got := s.Points(start + 10*inventory.Instant(inventory.Minute)); got != mostPoints-40 {
		t.Errorf("%d points after ten minutes", got)
	}
	if after := start + 20*inventory.Instant(inventory.Minute); s.Points(after) != 0 || s.Level(after) != challenge.Idle {
		t.Errorf("%d points after 20 minutes", s.Points(after))
	}
}

// TestPeopleAndPrograms: people who correct what they typed, or are refused some times, have no
// point; a program without a page, or with one that it uses for everything, has them.
func TestPeopleAndPrograms(t *testing.T) {
	s, now := opened(t)
	try := func(visit string, refused bool) {
		s.Tried(&Try{Event: "evt_1", Host: home, Visit: visit, At: *now}, refused)
	}
	seen := func() Network {
		t.Helper()
		list := s.Of("evt_1")
		if len(list) != 1 {
			t.Fatalf("%d networks", len(list))
		}
		return list[0]
	}
	page := s.Visit("evt_1")
	*now += inventory.Instant(Quick)
	for range 3 {
		try(page, true)
	}
	if n := seen(); n.score.Points(*now) != 0 || n.Tries != 3 || n.Refusals != 3 || n.Quick != 0 || n.Reused != 0 {
		t.Errorf("somebody who tried three times: %+v", n)
	}
	try(s.Visit("evt_1"), false) // at once
	if n := seen(); n.score.Points(*now) != 1 || n.Quick != 1 || n.Refusals != 0 {
		t.Errorf("a program that is quick: %+v", n)
	}
	try(page, false)
	if n := seen(); n.score.Points(*now) != 2 || n.Reused != 1 {
		t.Errorf("the fourth use of a page: %+v", n)
	}
	for i, none := range []string{"", "nonsense", s.Visit("evt_2"), page[:len(page)-2] + "AA", strings.Repeat("A", len(page))} {
		try(none, false)
		if n := seen(); n.Quick != int64(2+i) {
			t.Errorf("%q is the opening of a page: %+v", none, n)
		}
	}
	old := s.Visit("evt_1")
	*now += inventory.Instant(visitLife)
	before := seen().Quick
	if try(old, false); seen().Quick != before+1 {
		t.Error("the opening of a page is good for ever")
	}
	for range 20 {
		try("", true) // nobody's page, and refused
	}
	if n := seen(); n.score.Points(*now) != 1+20+17 || s.Level("evt_1", home) != challenge.Crowded {
		t.Errorf("refused 20 times in a row: %+v, level %d", n, s.Level("evt_1", home))
	}
	if s.Level("evt_2", home) != challenge.Idle || s.Level("evt_1", netip.MustParsePrefix("192.0.2.8/32")) != challenge.Idle {
		t.Error("others, or another event, are asked for more")
	}
	other := Network{Tries: 2, Refusals: 50, First: 1, Last: 2}
	if n := seen(); n.With(&other).Tries != n.Tries+2 || n.With(&other).Refusals != 50 || n.With(&other).First != 1 || (Network{}).With(&other) != other {
		t.Errorf("two networks come to %+v", n.With(&other))
	}
}

// TestBounded: whoever was seen longest ago is forgotten first, and no more are remembered than
// there is room for.
func TestBounded(t *testing.T) {
	var r recent[int, int]
	for n := range 3 * remembered {
		*r.at(n) = n
		r.at(0)
		if len(r.newer)+len(r.older) > 2*remembered {
			t.Fatalf("%d are remembered", len(r.newer)+len(r.older))
		}
	}
	if r.find(0) == nil || r.find(3*remembered-1) == nil || r.find(1) != nil {
		t.Error("others were forgotten than those who were seen longest ago")
	}
	if _, err := New(nil, nil); err == nil {
		t.Error("signals without a key")
	}
}
