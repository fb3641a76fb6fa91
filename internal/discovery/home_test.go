package discovery

import (
	"errors"
	"slices"
	"testing"
)

// TestHome: cities are counted and what is new is listed as the events are now, wherever in
// memory they are.
func TestHome(t *testing.T) {
	t.Parallel()
	var source list
	at2 := func(id, city string, days, published float64) Change {
		c := event(id, "Jazz", days)
		c.City, c.PublishedAt = city, at(published)
		return c
	}
	source.put(at2("a", "berlin", 1, -9), at2("b", "berlin", 2, -3), at2("c", "munich", 3, -2), at2("d", "", 4, -1), at2("over", "munich", -4, -1), at2("gone", "munich", 5, -1))
	x := opened(t, &source, temporary(t))
	source.put(at2("e", "munich", 6, -4), at2("b", "cologne", 2, -3), Change{Event: Event{ID: "gone"}, Gone: true})
	turn(t, x)
	counted := func() (got []string) {
		t.Helper()
		cities, err := x.Cities(t.Context(), now)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cities {
			for range c.Events {
				got = append(got, c.ID)
			}
		}
		return got
	}
	if got, want := counted(), []string{"munich", "munich", "berlin", "cologne"}; !slices.Equal(got, want) {
		t.Errorf("cities %v, want %v", got, want)
	}
	for _, c := range []struct {
		city  string
		days  float64
		limit int
		want  []string
	}{
		{"", -30, 10, []string{"d", "c", "b", "e", "a"}},
		{"", -30, 2, []string{"d", "c"}},
		{"", -4, 10, []string{"d", "c", "b"}},
		{"munich", -30, 10, []string{"c", "e"}},
		{"cologne", -30, 10, []string{"b"}},
		{"hamburg", -30, 10, nil},
	} {
		got, err := x.Newest(t.Context(), c.city, now, at(c.days), c.limit)
		if err != nil || !slices.Equal(got, slices.Clip(c.want)) && len(got)+len(c.want) > 0 {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
	if got := ids(find(t, x, Query{City: "munich", Sort: ByDate})); !slices.Equal(got, []string{"c", "e"}) {
		t.Errorf("found in munich: %v", got)
	}
	x.memory = nil // read again from the file
	source.put(at2("f", "munich", 7, 0))
	turn(t, x)
	if got := counted(); len(got) != 5 {
		t.Errorf("after it was read again: %v", got)
	}
	x.doubt.Store(true)
	if _, err := x.Cities(t.Context(), now); !errors.Is(err, ErrNotReady) {
		t.Errorf("cities while it is thrown away: %v", err)
	}
	if _, err := x.Newest(t.Context(), "", now, 0, 1); !errors.Is(err, ErrNotReady) {
		t.Errorf("the newest while it is thrown away: %v", err)
	}
}
