package signals

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
)

const start = 1_700_000_000 * inventory.Instant(inventory.Second)

// opened are signals whose clock is the test's.
func opened(t *testing.T) (s *Signals, now *inventory.Instant) {
	t.Helper()
	at := start
	return server(t, &at, nil), &at
}

// server are signals of a server that counts with others.
func server(t *testing.T, at *inventory.Instant, shared limit.Shared) *Signals {
	t.Helper()
	s, err := New([]byte(strings.Repeat("k", 32)), func() inventory.Instant { return *at }, shared)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// store is a Shared store in memory, which may be away.
type store struct {
	at   map[string]int64
	away bool
}

func (s *store) Take(now int64, names []string, states []limit.State) (wait int64, which int, after []limit.State, err error) {
	if s.away {
		return 0, -1, nil, limit.ErrAway
	}
	after = slices.Clone(states)
	for i := range after {
		after[i].At = max(after[i].At, s.at[names[i]])
	}
	wait, which = limit.Decide(now, after)
	for i := range after {
		s.at[names[i]] = after[i].At
	}
	return wait, which, after, nil
}

// TestServers: what one server has counted of a network, another knows with the first point that it
// counts itself. While they cannot tell each other, each goes on from what it knows.
func TestServers(t *testing.T) {
	now, shared := start, &store{at: map[string]int64{}}
	one, two := server(t, &now, shared), server(t, &now, shared)
	try := &Try{Event: "evt_1", Host: home, At: now}
	for range 7 {
		one.Tried(try, false) // without a page: a point each
	}
	if one.Level("evt_1", home) != challenge.Idle || two.Level("evt_1", home) != challenge.Idle {
		t.Error("seven points ask for more work")
	}
	two.Tried(try, false)
	if got := two.Level("evt_1", home); got != challenge.Busy {
		t.Errorf("the eighth point, on another server, makes the level %d", got)
	}
	shared.away = true
	one.Tried(try, false)
	if got := one.Level("evt_1", home); got != challenge.Busy {
		t.Errorf("the eighth point of one server makes the level %d while it is alone", got)
	}
	shared.away = false
	for range 2 * mostPoints {
		two.Tried(try, true)
	}
	one.Tried(try, false)
	if got := one.Level("evt_1", home); got != challenge.Stormed {
		t.Errorf("as many points as there can be make the level %d on the other server", got)
	}
	if n := two.Of("evt_1"); len(n) != 1 || n[0].score.Points(now) != mostPoints {
		t.Errorf("there are %+v", n)
	}
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
	if _, err := New(nil, nil, nil); err == nil {
		t.Error("signals without a key")
	}
}
