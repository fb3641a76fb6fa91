package discovery

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// City is a city that events are listed by.
type City struct {
	ID      string // as it stands in addresses: "munich"
	Name    string // in English
	Country string // ISO 3166-1 alpha-2
	Zone    string // its time zone
	People  int64
	// Area is all that counts as the city: what is within reach of its centre.
	Area
	at    vector
	order int               // in the list, the largest first
	names map[string]string // in other languages, where they are others
}

// NameIn returns how a city is called in a language of the app.
func (c *City) NameIn(language string) string { return cmp.Or(c.names[language], c.Name) }

// reaches is how far from its centre an event counts as a city's, by how many people live
// there.
var reaches = []struct {
	people int64
	meters float64
}{{1_000_000, 25_000}, {300_000, 18_000}, {0, 12_000}}

// MaxReach is the largest of them, in meters.
const MaxReach = 25_000

//go:embed cities.tsv
var citiesText string

// gazetteer is the cities of the world, and how they are found.
type gazetteer struct {
	cities []City
	byID   map[string]*City
	byName map[string][]*City  // of a spelling, the largest first
	byCube map[[3]int8][]*City // of space, see cubeOf
	others
}

// cities returns the gazetteer, which is read once.
var cities = sync.OnceValue(func() *gazetteer {
	g, err := readCities(citiesText)
	if err == nil {
		err = g.readNames(cityNamesText)
	}
	if err == nil {
		err = g.readSpellings(citySpellings)
	}
	if err != nil {
		panic(err) // a test reads the files
	}
	return g
})

// readCities reads a list with a city on each line.
func readCities(text string) (*gazetteer, error) {
	g := &gazetteer{
		cities: make([]City, 0, strings.Count(text, "\n")), byID: map[string]*City{}, byName: map[string][]*City{}, byCube: map[[3]int8][]*City{},
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 9 {
			return nil, fmt.Errorf("discovery: cities: %q", line)
		}
		c := City{ID: f[0], Name: f[1], Country: f[3], Zone: f[7], order: len(g.cities)}
		if f[2] != "" {
			c.names = map[string]string{"de": f[2]}
		}
		var ok bool
		if c.Point, ok = ParsePoint(f[4] + "," + f[5]); !ok {
			return nil, fmt.Errorf("discovery: cities: %q is nowhere", line)
		}
		var err error
		if c.People, err = strconv.ParseInt(f[6], 10, 64); err != nil {
			return nil, fmt.Errorf("discovery: cities: people of %s: %w", c.ID, err)
		}
		for _, r := range reaches {
			if c.People >= r.people {
				c.Meters = r.meters
				break
			}
		}
		c.at = c.vector()
		g.cities = append(g.cities, c)
		added := &g.cities[len(g.cities)-1]
		if g.byID[c.ID] != nil {
			return nil, fmt.Errorf("discovery: cities: two are called %s", c.ID)
		}
		g.byID[c.ID] = added
		g.byCube[cubeOf(c.at)] = append(g.byCube[cubeOf(c.at)], added)
		for _, name := range slices.Concat([]string{c.Name, f[2]}, strings.Split(f[8], "|")) {
			g.isCalled(added, name)
		}
	}
	return g, nil
}

// isCalled lets a city be found by a name, behind those that are found by it already.
func (g *gazetteer) isCalled(c *City, name string) {
	for _, s := range spellings(name) {
		if !slices.Contains(g.byName[s], c) {
			g.byName[s] = append(g.byName[s], c)
		}
	}
}

// spellings are the forms that a name is found by: without case and accents, and as it is
// typed where the keyboard has no umlauts.
func spellings(name string) (list []string) {
	var lower, bare []string
	for _, w := range wordsOf(name, maxWords) {
		lower, bare = append(lower, w.lower), append(bare, w.bare)
	}
	if len(bare) == 0 {
		return nil
	}
	list = []string{strings.Join(bare, " ")}
	if other := fold(transcribed.Replace(strings.Join(lower, " "))); other != list[0] {
		list = append(list, other)
	}
	return list
}

// cubesAcross is how many cubes are as long as an arrow from the middle of the earth: each
// is longer than what the largest city reaches.
const cubesAcross = 100

func cubeOf(v vector) (at [3]int8) {
	for axis := range at {
		at[axis] = int8(math.Floor(v[axis] * cubesAcross)) // between -100 and 100
	}
	return at
}

// CityByID returns a city, or nil.
func CityByID(id string) *City { return cities().byID[id] }

// CityNamed returns the city of an id or of a name in any spelling and language, of several
// the largest; nil: none is called so. Main names go before those of other languages, and
// these before those that GeoNames has for a city beside them.
func CityNamed(text string) *City {
	g := cities()
	if c := g.byID[text]; c != nil {
		return c
	}
	forms := spellings(text)
	for _, s := range forms {
		if list := g.byName[s]; len(list) > 0 {
			return list[0]
		}
	}
	for _, s := range forms {
		if c := g.largest[s]; c != nil {
			return c
		}
	}
	return nil
}

// CityOf returns the city that an event counts for; nil: none. Coordinates decide: of the
// cities that reach so far it is that which the address names, or the one that is nearest
// for its size. Without coordinates a part of the address must be the name of a city in the
// time zone of the event.
func CityOf(address string, at *Point, zone string) *City {
	named := citiesIn(address)
	if at != nil {
		return nearest(at.vector(), named)
	}
	for _, c := range named {
		if c.Zone == zone {
			return c
		}
	}
	return nil
}

// nearest is the city that a point counts for.
func nearest(at vector, named []*City) *City {
	g := cities()
	middle := cubeOf(at)
	var best *City
	var least float64
	for x := -1; x <= 1; x++ {
		for y := -1; y <= 1; y++ {
			for z := -1; z <= 1; z++ {
				for _, c := range g.byCube[[3]int8{middle[0] + int8(x), middle[1] + int8(y), middle[2] + int8(z)}] {
					line, reach := c.at.square(at), c.square()
					if line > reach {
						continue
					}
					away := line / reach
					if slices.Contains(named, c) {
						away-- // before all that it does not name
					}
					if best == nil || away < least {
						best, least = c, away
					}
				}
			}
		}
	}
	return best
}

// citiesIn are the cities whose names are parts of an address, from its end, where the city
// stands; of those with one name the largest first, and last those that no part has a main
// name of.
func citiesIn(address string) (list []*City) {
	g := cities()
	var called []*City
	parts := strings.FieldsFunc(address, func(r rune) bool { return strings.ContainsRune(",;\n·|/،、，", r) })
	for _, part := range slices.Backward(parts) {
		for _, s := range spellings(withoutPostcode(part)) {
			list, called = append(list, g.byName[s]...), append(called, g.called(s)...)
		}
	}
	return append(list, called...)
}

// withoutPostcode takes the words with digits from the ends of a part of an address:
// "80337 München", "London E8 4QN", "1012 AB Amsterdam".
func withoutPostcode(part string) string {
	words := strings.Fields(part)
	has := func(w string) bool { return strings.IndexFunc(w, unicode.IsDigit) >= 0 }
	for len(words) > 0 && has(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) > 0 && has(words[0]) {
		words = words[1:]
		// The letters of a Dutch postcode, which end it.
		if len(words) > 1 && len(words[0]) == 2 && words[0] == strings.ToUpper(words[0]) {
			words = words[1:]
		}
	}
	return strings.Join(words, " ")
}
