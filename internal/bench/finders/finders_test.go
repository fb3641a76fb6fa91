package finders

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sample"
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

// TestKinds: each kind draws questions that can be asked of the list too, of categories, cities and
// languages that there are.
func TestKinds(t *testing.T) {
	names := map[string]bool{}
	for _, kind := range Kinds() {
		if names[kind.Name] {
			t.Errorf("%q is there twice", kind.Name)
		}
		names[kind.Name] = true
		draw := sample.NewQueries(1)
		for range 50 {
			q := kind.Draw(draw)
			if strings.Contains(kind.Name, "city") != (discovery.CityByID(q.City) != nil) || strings.Contains(kind.Name, "category") != discovery.IsCategory(q.Category) ||
				strings.Contains(kind.Name, "language") != (len(q.Language) == 2) || strings.Contains(kind.Name, "km") != (q.At != nil) ||
				strings.Contains(kind.Name, "available") != q.Available || strings.Contains(kind.Name, "free") != (q.Most != nil && *q.Most == 0) {
				t.Errorf("%s: %+v", kind.Name, q)
			}
			u, err := url.Parse(q.Path(time.Unix(atUTC, 0)))
			if err != nil {
				t.Fatal(err)
			}
			v := u.Query()
			if v.Get("q") != q.Words || v.Get("city") != q.City || (v.Get("price_max") != "") != (q.Most != nil) || (v.Get("sort") == "price") != (q.Sort == discovery.ByPrice) ||
				(v.Get("near") != "") != (q.At != nil) || (v.Get("to") != "") != (q.Days > 0) || (v.Get("age") != "") != (q.Age > 0) {
				t.Errorf("%+v is asked as %s", q, u)
			}
		}
	}
}
