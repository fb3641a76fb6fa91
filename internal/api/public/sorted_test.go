package public

import (
	"cmp"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TestSortedParts: the pages together have what is wanted, each once and in parts that
// follow each other, the least of each part first; whatever is published meanwhile.
func TestSortedParts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		l := listParts{past: rapid.Bool().Draw(rt, "past"), page: rapid.IntRange(1, 4).Draw(rt, "page")}
		l.size = l.page * rapid.IntRange(1, 4).Draw(rt, "pages of a part")
		var all []events.Brief
		keys := map[string]float64{} // of those that are wanted
		publish := func() {
			b := events.Brief{EventID: "evt_" + strconv.Itoa(len(all)), StartsAt: inventory.Instant(rapid.IntRange(1, 20).Draw(rt, "start"))}
			if rapid.IntRange(0, 4).Draw(rt, "wanted") > 0 {
				keys[b.EventID] = float64(rapid.IntRange(0, 3).Draw(rt, "key"))
			}
			all = append(all, b)
		}
		placeOf := func(b events.Brief) place { return place{b.StartsAt, b.EventID} }
		byPlace := func(a, b events.Brief) int { return l.compare(placeOf(a), placeOf(b)) }
		l.read = func(after place, limit int) ([]events.Brief, error) {
			list := slices.SortedFunc(slices.Values(all), byPlace)
			if after != (place{}) {
				list = slices.DeleteFunc(list, func(b events.Brief) bool { return l.compare(placeOf(b), after) <= 0 })
			}
			return list[:min(limit, len(list))], nil
		}
		var began inventory.Instant // the part that is shown
		l.fit = func(read []events.Brief, then inventory.Instant) (list []sortable, err error) {
			if then != began {
				rt.Fatalf("compared at %d, and what was shown of the part at %d", then, began)
			}
			for i := range read {
				if key, ok := keys[read[i].EventID]; ok {
					list = append(list, sortable{key, placeOf(read[i]), &read[i]})
				}
			}
			return list, nil
		}
		for range rapid.IntRange(0, 30).Draw(rt, "events") {
			publish()
		}
		before := len(all)
		var at publicPosition
		seen := map[string]bool{}
		var part []events.Brief // what was shown of it
		for now, more := inventory.Instant(1), true; more; now++ {
			if at.Sorted == nil {
				began, part = now, nil
			}
			limit := rapid.IntRange(1, 5).Draw(rt, "limit")
			var found []events.Brief
			var err error
			if found, more, err = l.next(&at, now, limit); err != nil || len(found) > limit {
				rt.Fatal(len(found), err)
			}
			part = append(part, found...)
			if !slices.IsSortedFunc(part, func(a, b events.Brief) int {
				return cmp.Or(cmp.Compare(keys[a.EventID], keys[b.EventID]), byPlace(a, b))
			}) {
				rt.Fatalf("not in order: %v", part)
			}
			if len(all) == before && len(part) > l.size {
				rt.Fatalf("a part of %d", len(part))
			}
			for _, b := range found {
				if seen[b.EventID] {
					rt.Fatalf("%s is shown twice", b.EventID)
				}
				seen[b.EventID] = true
			}
			if len(all) < 40 && rapid.IntRange(0, 3).Draw(rt, "publish") == 0 {
				publish()
			}
		}
		for i := range before {
			id := all[i].EventID
			if _, wanted := keys[id]; wanted != seen[id] {
				rt.Fatalf("%s is wanted %t, shown %t", id, wanted, seen[id])
			}
		}
	})
}
