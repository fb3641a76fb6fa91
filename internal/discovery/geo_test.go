package discovery

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// haversine is the distance of two points by the formula of the textbooks.
func haversine(p, q Point) float64 {
	rad := func(v float64) float64 { return v * math.Pi / 180 }
	lat, lon := math.Sin(rad(q.Latitude-p.Latitude)/2), math.Sin(rad(q.Longitude-p.Longitude)/2)
	h := lat*lat + math.Cos(rad(p.Latitude))*math.Cos(rad(q.Latitude))*lon*lon
	return 2 * earth * math.Asin(math.Sqrt(min(1, h)))
}

// points draws points, many of them at the poles, the date line and the meridian of zero.
func points() *rapid.Generator[Point] {
	return rapid.Custom(func(rt *rapid.T) Point {
		nearOne := func(name string, whole float64, special ...float64) float64 {
			if rapid.Bool().Draw(rt, name+" anywhere") {
				return rapid.Float64Range(-whole, whole).Draw(rt, name)
			}
			v := rapid.SampledFrom(special).Draw(rt, name) + rapid.Float64Range(-0.2, 0.2).Draw(rt, name+" beside")
			return max(-whole, min(whole, v))
		}
		return Point{nearOne("latitude", 90, -90, 90, 0, 53.55), nearOne("longitude", 180, -180, 180, 0, 9.99)}
	})
}

// TestNear: a search finds all events within the distance, by the plain formula, and none
// beyond, at the poles and across the date line too.
func TestNear(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var source list
		at := map[string]Point{}
		anywhere := points()
		middle := anywhere.Draw(rt, "middle")
		for i := range rapid.IntRange(1, 40).Draw(rt, "events") {
			e := Event{ID: "e" + strconv.Itoa(i), Title: "wub", Organizer: "org_1", StartsAt: now + inventory.Instant(i), EndsAt: now + inventory.Instant(inventory.Hour)}
			p := anywhere.Draw(rt, "point")
			if rapid.Bool().Draw(rt, "around") {
				p = Point{max(-90, min(90, middle.Latitude+rapid.Float64Range(-3, 3).Draw(rt, "up"))), middle.Longitude + rapid.Float64Range(-3, 3).Draw(rt, "right")}
				p.Longitude = math.Remainder(p.Longitude, 360)
			}
			if rapid.IntRange(0, 9).Draw(rt, "nowhere") > 0 {
				e.At, at[e.ID] = &p, p
			}
			source.put(Change{e, false})
		}
		x, done := drawn(t, rt, &source)
		defer done()
		for range 5 {
			a := &Area{middle, rapid.SampledFrom([]float64{1, 100, 5_000, 12_000, 25_000, 100_000, 333_333, MaxMeters}).Draw(rt, "meters")}
			r, err := x.Search(rt.Context(), &Query{Now: now, Near: a, Limit: 100})
			if err != nil {
				rt.Fatal(err)
			}
			found := map[string]bool{}
			for _, h := range r.Hits {
				found[h.ID] = true
			}
			for id, p := range at {
				// A millimeter at the edge is the roundings' own. On the other side of the
				// earth, where no area reaches, both formulas round in decimeters.
				exact := 0.01
				if d := haversine(middle, p); d > 10_000_000 {
					exact = 1
				}
				if d := haversine(middle, p); d < a.Meters-0.001 && !found[id] || d > a.Meters+0.001 && found[id] || math.Abs(d-middle.MetersTo(p)) > exact {
					rt.Fatalf("%+v is %f m from %+v (%f): found %t within %f", p, d, middle, middle.MetersTo(p), found[id], a.Meters)
				}
				if found[id] && !a.Has(p) {
					rt.Fatalf("%+v is found in %+v, which has not got it", p, a)
				}
				delete(found, id)
			}
			if len(found) > 0 || r.Total != len(r.Hits) {
				rt.Fatalf("found nowhere: %v, total %d", found, r.Total)
			}
			if n := len(a.facets()); n == 0 || n > 27 {
				rt.Fatalf("%+v is looked for in %d cubes", a, n)
			}
		}
	})
}

func TestPoints(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"53.5436, 9.9889": "53.5436,9.9889", "-90,180": "-90,180", " 0.0 ,-0": "0,0", "+1.5,2": "1.5,2", "53.54360001,9.98890049": "53.5436,9.9889", "10,20": "10,20",
	} {
		if p, ok := ParsePoint(text); !ok || p.String() != want {
			t.Errorf("%q is %v (%t), want %s", text, p, ok, want)
		}
	}
	for _, bad := range []string{"", "53", "53;9", "91,0", "0,181", "NaN,0", "0,Inf", "1e1,0", "0x1,0", "a,b", "1,2,3", ","} {
		if p, ok := ParsePoint(bad); ok {
			t.Errorf("%q is %v", bad, p)
		}
	}
}
