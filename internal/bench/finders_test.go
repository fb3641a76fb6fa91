package bench

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestSampleSeries: a tenth of the events that are searched are dates of series of ten, a week
// apart, that say the same of themselves.
func TestSampleSeries(t *testing.T) {
	dates := map[string][]int{}
	for i := range 1000 {
		if e := indexed(i); e.Series != "" {
			dates[e.Series] = append(dates[e.Series], i)
		}
	}
	if len(dates) != 10 {
		t.Fatalf("%d series", len(dates))
	}
	for series, list := range dates {
		first := indexed(list[0])
		if len(list) != seriesDates {
			t.Errorf("%s has %d dates", series, len(list))
		}
		for n, i := range list {
			if e := indexed(i); e.Title != first.Title || *e.At != *first.At || e.StartsAt != first.StartsAt+inventory.Instant(n)*7*inventory.Instant(inventory.Day) {
				t.Errorf("date %d of %s is another: %+v", n, series, e)
			}
		}
	}
}
