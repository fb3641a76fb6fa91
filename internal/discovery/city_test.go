package discovery

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestCityOf(t *testing.T) {
	t.Parallel()
	at := func(latitude, longitude float64) *Point { return &Point{latitude, longitude} }
	for _, c := range []struct {
		address string
		at      *Point
		zone    string
		want    string
	}{
		{"Innenhof, Lindwurmstraße 88, München", nil, "Europe/Berlin", "munich"},
		{"Innenhof, Lindwurmstraße 88, 80337 Munich", nil, "Europe/Berlin", "munich"},
		{"Lindwurmstr. 88\n80337 MUENCHEN\nDeutschland", nil, "Europe/Berlin", "munich"},
		{"Oslo Hackney, 1a Amhurst Rd, London E8 1LL, United Kingdom", nil, "Europe/London", "london"},
		{"Paradiso, 1017 SG Amsterdam", nil, "Europe/Amsterdam", "amsterdam"},
		{"Musikverein, Wien", nil, "Europe/Vienna", "vienna"},
		{"Zurich", nil, "Europe/Zurich", "zurich"},
		{"Saale-Ufer, Halle (Saale)", nil, "Europe/Berlin", "halle"},
		{"Brattle Theatre, Cambridge", nil, "Europe/London", "cambridge"},
		{"Brattle Theatre, Cambridge, MA", nil, "America/New_York", ""}, // within reach of Boston, which only a map knows
		// A name is none in another part of the world, nor as a part of something else.
		{"Café Paris, Lange Reihe 1", nil, "Europe/Berlin", ""},
		{"Paris", nil, "America/Chicago", ""},
		{"Old Harbour, Pier 2", nil, "Europe/Lisbon", ""},
		{"", nil, "Europe/Berlin", ""},
		// Coordinates decide.
		{"München", at(53.5436, 9.9889), "Europe/Berlin", "hamburg"},
		{"Norderstedt", at(53.7018, 9.9933), "Europe/Berlin", "hamburg"},
		{"Babelsberg", at(52.3933, 13.0930), "Europe/Berlin", "potsdam"},
		{"Heide", at(53.09, 9.99), "Europe/Berlin", ""},
		{"Moos", at(58.2, -19.3), "Atlantic/Reykjavik", ""},
		// Between two cities the address says which.
		{"A hall, Essen", at(51.47, 7.10), "Europe/Berlin", "essen"},
		{"A hall, Bochum", at(51.47, 7.10), "Europe/Berlin", "bochum"},
	} {
		got := ""
		if city := CityOf(c.address, c.at, c.zone); city != nil {
			got = city.ID
		}
		if got != c.want {
			t.Errorf("%q at %v in %s is in %q, want %q", c.address, c.at, c.zone, got, c.want)
		}
	}
}

func TestCityNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"munich": "munich", "München": "munich", "MUENCHEN": "munich", "munchen": "munich", "Wien": "vienna", "København": "copenhagen",
		"Sao Paulo": "sao-paulo", "東京": "tokyo", "Cambridge": "cambridge", "cambridge-us": "", "Nirgendheim": "", "": "", "…": "",
	} {
		got := ""
		if c := CityNamed(text); c != nil {
			got = c.ID
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if c := CityByID("munich"); c == nil || c.NameIn("de") != "München" || c.Name != "Munich" || c.Country != "DE" || c.Meters != MaxReach {
		t.Errorf("Munich is %+v", c)
	}
}

// TestCities: the list is what the code takes it to be.
func TestCities(t *testing.T) {
	t.Parallel()
	g, err := readCities(citiesText)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.cities) < 8000 {
		t.Errorf("%d cities", len(g.cities))
	}
	for i := range g.cities {
		c := &g.cities[i]
		if _, err := time.LoadLocation(c.Zone); err != nil || c.Name == "" || len(c.Country) != 2 || c.Meters > MaxReach {
			t.Errorf("%+v: %v", c, err)
		}
		if i > 0 && c.People > g.cities[i-1].People {
			t.Errorf("%s is larger than what stands before it", c.ID)
		}
	}
	for _, bad := range []string{"a\tA", "a\tA\t\tDE\t91\t0\t1\tUTC\t", "a\tA\t\tDE\t1\t0\tx\tUTC\t", "a\tA\t\tDE\t1\t0\t1\tUTC\t\na\tA\t\tDE\t1\t0\t1\tUTC\t"} {
		if _, err := readCities(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestNearestCity: wherever it is, the city of a place is that which looking at all of them
// finds.
func TestNearestCity(t *testing.T) {
	t.Parallel()
	g := cities()
	rapid.Check(t, func(t *rapid.T) {
		of := &g.cities[rapid.IntRange(0, len(g.cities)-1).Draw(t, "city")]
		p := Point{
			min(90, max(-90, of.Latitude+rapid.Float64Range(-0.5, 0.5).Draw(t, "north"))),
			min(180, max(-180, of.Longitude+rapid.Float64Range(-0.5, 0.5).Draw(t, "east"))),
		}
		var want *City
		for i := range g.cities {
			c := &g.cities[i]
			if c.Has(p) && (want == nil || c.at.square(p.vector())/c.square() < want.at.square(p.vector())/want.square()) {
				want = c
			}
		}
		if got := CityOf("", &p, "UTC"); got != want {
			t.Fatalf("%v is in %+v, want %+v", p, got, want)
		}
	})
}
