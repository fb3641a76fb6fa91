package limit_test

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/holdfast-events/holdfast/internal/limit"
)

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

func key(id string) limit.Check { return limit.Check{Kind: limit.Key, Of: limit.Subject{ID: id}} }

func address(n int) limit.Check {
	a := netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
	return limit.Check{Kind: limit.Address, Of: limit.Subject{Prefix: netip.PrefixFrom(a, 32)}}
}

var oneNetwork = limit.Check{Kind: limit.Network, Of: limit.Subject{Prefix: netip.MustParsePrefix("203.0.113.0/24")}}

// The table has each limit once, by a name of its own, and each bounds something.
func TestTable(t *testing.T) {
	names := map[string]bool{}
	l := limit.New(limit.Config{})
	for _, k := range limit.Kinds() {
		if k.String() == "" || k.Of() == "" || names[k.String()] {
			t.Errorf("limit %d: name %q, %q", k, k, k.Of())
		}
		names[k.String()] = true
		check := limit.Check{Kind: k, Of: limit.Subject{ID: "someone"}}
		calls := 0
		for ; calls < 10_000; calls++ {
			if refused, ok := l.Take(noon, check); !ok {
				if refused.Kind != k || refused.Wait <= 0 {
					t.Errorf("%s: refused by %s for %s", k, refused.Kind, refused.Wait)
				}
				break
			}
		}
		if calls < 5 || calls == 10_000 {
			t.Errorf("%s lets %d calls through at once", k, calls)
		}
		if _, ok := l.Take(noon, limit.Check{Kind: k, Of: limit.Subject{ID: "someone else"}}); !ok {
			t.Errorf("%s: somebody else is refused", k)
		}
	}
	if f := l.Figures(); len(f.Refused) != len(names) || slices.ContainsFunc(slices.Collect(maps.Values(f.Refused)), func(n uint64) bool { return n != 1 }) || f.Shared+f.Memory != 0 {
		t.Errorf("figures %+v", f)
	}
}

func TestRates(t *testing.T) {
	l := limit.New(limit.Config{Rates: map[limit.Kind]limit.Rate{limit.Key: {PerSecond: -1}, limit.Address: {PerSecond: 0.5, Burst: 2}}})
	for range 5000 {
		if _, ok := l.Take(noon, key("key_1")); !ok {
			t.Fatal("a limit that is off refuses")
		}
	}
	if _, ok := l.Take(noon); !ok {
		t.Error("no limit refuses")
	}
	for range 2 {
		if _, ok := l.Take(noon, address(1), oneNetwork); !ok {
			t.Fatal("refused within the burst")
		}
	}
	refused, ok := l.Take(noon, address(1), oneNetwork)
	if ok || refused != (limit.Refusal{Kind: limit.Address, Wait: 2 * time.Second}) {
		t.Errorf("%v %+v", ok, refused)
	}
	if _, ok := l.Take(noon.Add(2*time.Second), address(1), oneNetwork); !ok {
		t.Error("refused after the wait")
	}
}

// A subject is remembered as long as not too many others come, and all others are bounded
// in what they can take of the memory.
func TestForgetsWhoWasSeenLongestAgo(t *testing.T) {
	l := limit.New(limit.Config{Rates: map[limit.Kind]limit.Rate{limit.Address: {PerSecond: 0.0001, Burst: 1}}})
	refused := func(n int) bool {
		_, ok := l.Take(noon, address(n))
		return !ok
	}
	const remembered = 100_000
	for n := range remembered {
		if refused(n) {
			t.Fatalf("%d is refused", n)
		}
	}
	if !refused(0) { // and was seen last
		t.Fatal("the first one is forgotten before there are too many")
	}
	for n := range remembered - 1 {
		if refused(remembered + n) {
			t.Fatalf("%d is refused", remembered+n)
		}
	}
	if !refused(0) {
		t.Error("who was seen last was forgotten first")
	}
	if refused(1) {
		t.Error("who was seen longest ago is remembered")
	}
}

// store is a Shared store that can be told what to do.
type store struct {
	mu     sync.Mutex
	at     map[string]int64
	away   bool
	asked  int
	before []limit.State // that were given last
}

func (s *store) Take(now int64, names []string, states []limit.State) (int64, int, []limit.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	s.before = states
	if s.away {
		return 0, -1, nil, limit.ErrAway
	}
	after := slices.Clone(states)
	for i, n := range names {
		after[i].At = max(after[i].At, s.at[n])
	}
	wait, which := limit.Decide(now, after)
	for i, n := range names {
		s.at[n] = after[i].At
	}
	return wait, which, after, nil
}

// Two servers with one store let through together what one lets through alone; whom one has
// refused it refuses again without asking; a store that forgets is reminded; and without it
// each goes on from what it was told.
func TestShared(t *testing.T) {
	s := &store{at: map[string]int64{}}
	rates := map[limit.Kind]limit.Rate{limit.Key: {PerSecond: 1, Burst: 6}}
	one, two := limit.New(limit.Config{Rates: rates, Shared: s}), limit.New(limit.Config{Rates: rates, Shared: s})
	passed := 0
	for range 10 {
		for _, l := range []*limit.Limits{one, two} {
			if _, ok := l.Take(noon, key("key_1")); ok {
				passed++
			}
		}
	}
	if passed != 6 {
		t.Errorf("%d calls passed, want 6", passed)
	}
	if s.asked != 7 { // six that passed, and the one that had not seen the last of them
		t.Errorf("the store was asked %d times, want 7", s.asked)
	}
	clear(s.at)
	if _, ok := two.Take(noon.Add(time.Second), key("key_1")); !ok {
		t.Error("refused after a second")
	}
	if _, ok := one.Take(noon.Add(time.Second), key("key_1")); ok {
		t.Error("a store that forgot was not reminded by the other server")
	}
	s.away = true
	if _, ok := one.Take(noon.Add(time.Second), key("key_1")); ok {
		t.Error("forgotten with the store")
	}
	if _, ok := one.Take(noon.Add(2*time.Second), key("key_1")); !ok {
		t.Error("without the store nobody is let through")
	}
	if _, ok := one.Take(noon.Add(2*time.Second), key("key_1")); ok {
		t.Error("without the store everybody is let through")
	}
	if f := one.Figures(); f.Shared == 0 || f.Memory == 0 {
		t.Errorf("figures %+v", f)
	}
}

// Each call is counted once however many come at once, in memory and with a store.
func TestAtOnce(t *testing.T) {
	for _, shared := range []limit.Shared{nil, &store{at: map[string]int64{}}} {
		l := limit.New(limit.Config{Rates: map[limit.Kind]limit.Rate{limit.Address: {PerSecond: 1, Burst: 40}, limit.Network: {PerSecond: 1, Burst: 90}}, Shared: shared})
		var passed atomic.Int64
		var work sync.WaitGroup
		for n := range 4 {
			for range 4 {
				work.Go(func() {
					for range 25 {
						if _, ok := l.Take(noon, address(n), oneNetwork); ok {
							passed.Add(1)
						}
					}
				})
			}
		}
		work.Wait()
		if passed.Load() != 90 {
			t.Errorf("%d calls passed, want 90", passed.Load())
		}
	}
}

// A store that fails in another way than by being away is not believed either.
func TestSharedFails(t *testing.T) {
	l := limit.New(limit.Config{Rates: map[limit.Kind]limit.Rate{limit.Key: {PerSecond: 1, Burst: 1}}, Shared: broken{}})
	if _, ok := l.Take(noon, key("key_1")); !ok {
		t.Error("refused")
	}
	if _, ok := l.Take(noon, key("key_1")); ok {
		t.Error("not counted")
	}
}

type broken struct{}

func (broken) Take(int64, []string, []limit.State) (int64, int, []limit.State, error) {
	return 0, -1, nil, errors.New("broken")
}

// former is how limits were kept before: a limiter for each subject.
type former struct {
	mu sync.Mutex
	by map[netip.Prefix]*rate.Limiter
}

func (f *former) of(p netip.Prefix) *rate.Limiter {
	l := f.by[p]
	if l == nil {
		l = rate.NewLimiter(1e6, 1e6)
		f.by[p] = l
	}
	return l
}

func (f *former) take(p, network netip.Prefix, now time.Time) bool {
	f.mu.Lock()
	one, all := f.of(p), f.of(network)
	f.mu.Unlock()
	first, second := one.ReserveN(now, 1), all.ReserveN(now, 1)
	return first.DelayFrom(now) == 0 && second.DelayFrom(now) == 0
}

// BenchmarkTake compares what a call costs with what it cost when each subject had a limiter
// of golang.org/x/time/rate.
func BenchmarkTake(b *testing.B) {
	checks := make([][2]limit.Check, 1000)
	keys := make([]limit.Check, 50)
	for i := range checks {
		checks[i] = [2]limit.Check{address(i), {Kind: limit.Network, Of: limit.Subject{Prefix: netip.PrefixFrom(address(i/50).Of.Prefix.Addr(), 24)}}}
	}
	for i := range keys {
		keys[i] = key(fmt.Sprintf("key_%08d", i))
	}
	fast := limit.Rate{PerSecond: 1e6, Burst: 1e6}
	rates := map[limit.Kind]limit.Rate{limit.Address: fast, limit.Network: fast, limit.Key: fast}
	b.Run("address and network", func(b *testing.B) {
		l := limit.New(limit.Config{Rates: rates})
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			l.Take(noon.Add(time.Duration(i)*time.Microsecond), checks[i%len(checks)][:]...)
		}
	})
	b.Run("address and network, former", func(b *testing.B) {
		f := &former{by: map[netip.Prefix]*rate.Limiter{}}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			c := &checks[i%len(checks)]
			f.take(c[0].Of.Prefix, c[1].Of.Prefix, noon.Add(time.Duration(i)*time.Microsecond))
		}
	})
	b.Run("key", func(b *testing.B) {
		l := limit.New(limit.Config{Rates: rates})
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				l.Take(noon.Add(time.Duration(i)*time.Microsecond), keys[i%len(keys)])
			}
		})
	})
	b.Run("key, former", func(b *testing.B) {
		var by sync.Map
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				v, ok := by.Load(keys[i%len(keys)].Of.ID)
				if !ok {
					v, _ = by.LoadOrStore(keys[i%len(keys)].Of.ID, rate.NewLimiter(1e6, 1e6))
				}
				v.(*rate.Limiter).AllowN(noon.Add(time.Duration(i)*time.Microsecond), 1)
			}
		})
	})
}
