package sample

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestSameAgain: an event is made again from its seed and number, and others are others.
func TestSameAgain(t *testing.T) {
	t.Parallel()
	if Of(1, 7) != Of(1, 7) || Of(1, 7) == Of(1, 8) || Of(1, 7) == Of(2, 7) {
		t.Error("an event is not what its seed and number say")
	}
	a, b := NewQueries(3), NewQueries(3)
	for range 20 {
		if x, y := a.Two()+a.Misspelt()+a.Beginning(), b.Two()+b.Misspelt()+b.Beginning(); x != y {
			t.Errorf("%q and %q are drawn from one seed", x, y)
		}
	}
}

// TestEventsCanBe: events are near a town whose language they have, in its time zone, and
// have all that the API wants of one.
func TestEventsCanBe(t *testing.T) {
	t.Parallel()
	spoken, categories, free, dear, available := map[string]int{}, map[string]int{}, 0, 0, 0
	const n = 3000
	for i := range n {
		e := Of(5, i)
		spoken[e.Language]++
		var at *town
		for k := range towns {
			if strings.HasSuffix(e.Place, ", "+towns[k].name) {
				at = &towns[k]
			}
		}
		if at == nil || at.language != e.Language || at.zone != e.Timezone || at.currency != e.Currency ||
			math.Abs(at.latitude-e.Latitude) > 0.4 || math.Abs(at.longitude-e.Longitude) > 0.6 {
			t.Errorf("%+v is not where it says", e)
		}
		if _, err := time.LoadLocation(e.Timezone); err != nil {
			t.Error(err)
		}
		if utf8.RuneCountInString(e.Title) < 2 || e.Host == "" || e.Begins < 0 || e.Begins >= Days*24*time.Hour || e.Lasts <= 0 || e.Organizer >= Organizers {
			t.Errorf("%+v", e)
		}
		if e.Price == 0 {
			free++
		}
		if e.Dear != 0 {
			dear++
		}
		if e.Category == "" || e.AgeMin < 0 || e.AgeMin > 18 {
			t.Errorf("%+v is of no category, or for nobody", e)
		}
		categories[e.Category]++
		if e.Available {
			available++
		}
	}
	if len(spoken) != len(tongues) || len(categories) != len(kindsOf) || free == 0 || free > n/3 || dear == 0 || available < n/2 || available == n {
		t.Errorf("%v, %d free, %d dearer later, %d available", spoken, free, dear, available)
	}
}
