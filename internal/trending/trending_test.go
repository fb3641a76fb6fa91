package trending

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

const epoch = inventory.Instant(1_800_000_000_000_000)

// TestHeat: the heat of deeds in any order is the sum of what each weighs, less by half for
// each half-life, and the order of two events is the same at any time.
func TestHeat(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		type deed struct {
			weight float64
			at     inventory.Instant
		}
		deeds := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) deed {
			return deed{
				rapid.SampledFrom([]float64{View, Wait, Register}).Draw(t, "weight"),
				epoch + inventory.Instant(rapid.Int64Range(0, 10*int64(inventory.Day)).Draw(t, "at")),
			}
		}), 1, 50).Draw(t, "deeds")
		now := epoch + inventory.Instant(rapid.Int64Range(0, 20*int64(inventory.Day)).Draw(t, "now"))
		heat, backwards := Cold, Cold
		var want float64
		for i, d := range deeds {
			heat = heat.Plus(Of(d.weight, d.at))
			last := deeds[len(deeds)-1-i]
			backwards = Of(last.weight, last.at).Plus(backwards)
			want += d.weight * math.Pow(0.5, float64(now-d.at)/float64(HalfLife))
		}
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-8*max(a, b) }
		if !near(heat.At(now), want) || !near(backwards.At(now), want) {
			t.Fatalf("heat %g, backwards %g, want %g", heat.At(now), backwards.At(now), want)
		}
		if half := heat.At(now + inventory.Instant(HalfLife)); !near(half, want/2) {
			t.Fatalf("a half-life later %g, want %g", half, want/2)
		}
		// One deed more is hotter, and that deed earlier is colder.
		if more := heat.Plus(Of(View, now)); more <= heat || heat.Plus(Of(View, now-inventory.Instant(inventory.Hour))) > more {
			t.Fatal("a deed does not warm")
		}
	})
	if Cold.At(epoch) != 0 || Cold.Plus(Cold) != Cold {
		t.Error("nothing is warm")
	}
}

// in is a place in a cell; "": in that of all only.
func in(cell string) Place {
	if cell == "" {
		return Place{}
	}
	return Place{Cells: []string{cell}}
}

// TestNear: the hottest of what is within something are those of all that is there, whatever is hotter elsewhere in
// the same cells, and what faded or moved away is not among them.
func TestNear(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := NewBoard()
		type at struct {
			where float64
			heat  Heat
		}
		// Cells are as long as 10, and as 20.
		cells := func(where float64) []string {
			return []string{fmt.Sprint("small ", math.Floor(where/10)), fmt.Sprint("large ", math.Floor(where/20))}
		}
		is := map[string]at{}
		for range rapid.IntRange(1, 150).Draw(t, "steps") {
			event := fmt.Sprintf("evt_%d", rapid.IntRange(0, 90).Draw(t, "event"))
			v := at{rapid.Float64Range(0, 40).Draw(t, "where"), Of(rapid.Float64Range(1, 1000).Draw(t, "weight"), epoch)}
			is[event] = v
			b.Set(event, Place{cells(v.where), [3]float64{v.where}}, v.heat)
		}
		if rapid.Bool().Draw(t, "faded") {
			mark := rapid.Float64Range(1, 500).Draw(t, "mark")
			b.Fade(epoch, mark)
			maps.DeleteFunc(is, func(_ string, v at) bool { return v.heat.At(epoch) < mark })
		}
		from := rapid.Float64Range(0, 40).Draw(t, "from")
		until := from + rapid.Float64Range(0, 10).Draw(t, "as far")
		asked := slices.Compact([]string{cells(from)[0], cells(until)[0]})
		if rapid.Bool().Draw(t, "large") {
			asked = slices.Compact([]string{cells(from)[1], cells(until)[1]})
		}
		var want []Ranked
		for event, v := range is {
			if v.where >= from && v.where <= until {
				want = append(want, Ranked{event, v.heat})
			}
		}
		slices.SortFunc(want, func(x, y Ranked) int { return cmp.Or(cmp.Compare(y.Heat, x.Heat), strings.Compare(x.Event, y.Event)) })
		want = want[:min(len(want), Listed)]
		if got := b.Near(asked, func(p *Place) bool { return p.At[0] >= from && p.At[0] <= until }); !slices.Equal(got, want) {
			t.Fatalf("from %g to %g %v, want %v", from, until, got, want)
		}
		ids := slices.Sorted(maps.Keys(is))
		found := 0
		b.Heats(len(ids)+1, func(i int) string { return append(ids, "evt_none")[i] }, func(i int, heat Heat) {
			if found++; is[ids[i]].heat != heat {
				t.Fatalf("%s has %g, want %g", ids[i], heat, is[ids[i]].heat)
			}
		})
		if found != len(ids) {
			t.Fatalf("%d of %d have a heat", found, len(ids))
		}
	})
}

// TestBoard: the top of each cell is that of all heats, whatever was set before.
func TestBoard(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := NewBoard()
		type at struct {
			cell string
			heat Heat
		}
		now := map[string]at{}
		for i := range rapid.IntRange(1, 120).Draw(t, "steps") {
			event := fmt.Sprintf("evt_%d", rapid.IntRange(0, 70).Draw(t, "event"))
			cell := rapid.SampledFrom([]string{"", "berlin", "munich"}).Draw(t, "cell")
			heat := Of(rapid.Float64Range(1, 1000).Draw(t, "weight"), epoch)
			if i%5 == 4 {
				heat = Cold
			}
			b.Set(event, in(cell), heat)
			if now[event] = (at{cell, heat}); heat == Cold {
				delete(now, event)
			}
		}
		for _, cell := range []string{"", "berlin", "munich", "vienna"} {
			var want []Ranked
			for event, a := range now {
				if cell == "" || a.cell == cell {
					want = append(want, Ranked{event, a.heat})
				}
			}
			slices.SortFunc(want, func(x, y Ranked) int { return cmp.Or(cmp.Compare(y.Heat, x.Heat), strings.Compare(x.Event, y.Event)) })
			want = want[:min(len(want), Listed)]
			if got := b.Top(cell); !slices.Equal(got, want) {
				t.Fatalf("%q has %v, want %v", cell, got, want)
			}
		}
	})
}

// TestBoardIsBounded: of very many events each cell remembers the hottest.
func TestBoardIsBounded(t *testing.T) {
	t.Parallel()
	b := NewBoard()
	const many = 5000
	for i := range many {
		b.Set(fmt.Sprintf("evt_%04d", i), in(fmt.Sprint("city ", i%3)), Of(float64(1+(i*7919)%many), epoch))
	}
	for cell, events := range b.cells {
		if len(events) > 2*kept {
			t.Errorf("%q remembers %d", cell, len(events))
		}
	}
	if len(b.events) > 8*kept {
		t.Errorf("%d events are remembered", len(b.events))
	}
	top := b.Top("")
	if len(top) != Listed || math.Round(top[0].Heat.At(epoch)) != many || math.Round(top[Listed-1].Heat.At(epoch)) != many-Listed+1 {
		t.Errorf("the top is %v", top)
	}
}

// TestViews: a network counts once an hour for an event, and a flood of networks is bounded.
func TestViews(t *testing.T) {
	t.Parallel()
	v := NewViews()
	hour := inventory.Instant(inventory.Hour)
	for _, c := range []struct {
		event, network string
		at             inventory.Instant
		counts         bool
	}{
		{"evt_1", "192.0.2.0/24", epoch, true},
		{"evt_1", "192.0.2.0/24", epoch + 1, false},
		{"evt_1", "198.51.100.0/24", epoch + 1, true},
		{"evt_2", "192.0.2.0/24", epoch + 2, true},
		{"evt_1", "192.0.2.0/24", epoch + hour, true},
		{"evt_1", "192.0.2.0/24", epoch, false}, // a clock that goes back counts nothing twice
	} {
		if got := v.Saw(c.event, c.network, c.at); got != c.counts {
			t.Errorf("%+v counts: %t", c, got)
		}
	}
	if got := v.Of("evt_1").At(epoch + hour); got < 2.9 || got > 3 {
		t.Errorf("three views weigh %g an hour later", got)
	}
	if v.Of("evt_3") != Cold {
		t.Error("an event that nobody looked at is warm")
	}
	for i := range mostViews + 10 {
		v.Saw("evt_4", fmt.Sprint(i), epoch+2*hour)
	}
	if len(v.seen) != mostViews {
		t.Errorf("%d views are told apart", len(v.seen))
	}
	v.Saw("evt_5", "192.0.2.0/24", epoch+inventory.Instant(10*inventory.Day))
	if got := v.Events(); !slices.Contains(got, "evt_5") || slices.Contains(got, "evt_1") || len(v.seen) != 1 {
		t.Errorf("ten days later %v and %d views are remembered", got, len(v.seen))
	}
}
