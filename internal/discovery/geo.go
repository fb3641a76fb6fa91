package discovery

import (
	"math"
	"strconv"
	"strings"
)

// Point is a place on the earth, in degrees: north and east are positive.
type Point struct{ Latitude, Longitude float64 }

// Area is all that is within a distance of a point.
type Area struct {
	Point
	Meters float64
}

const (
	// earth is the radius of a sphere of the volume of the earth, in meters.
	earth = 6_371_008.8
	// MaxMeters is how large an area is at most.
	MaxMeters = 500_000
)

// ParsePoint reads a latitude and a longitude as maps show them: "53.5436, 9.9889".
func ParsePoint(text string) (p Point, ok bool) {
	latitude, longitude, ok := strings.Cut(text, ",")
	if !ok {
		return Point{}, false
	}
	degrees := func(text string, most float64) (float64, bool) {
		text = strings.TrimSpace(text)
		v, err := strconv.ParseFloat(text, 64)
		// No exponents, and neither Inf nor NaN: nobody writes a place so.
		return v, err == nil && math.Abs(v) <= most && strings.Trim(text, "+-.0123456789") == ""
	}
	var ok1, ok2 bool
	p.Latitude, ok1 = degrees(latitude, 90)
	p.Longitude, ok2 = degrees(longitude, 180)
	return p, ok1 && ok2
}

// String writes a point to the sixth decimal of a degree, a tenth of a meter.
func (p Point) String() string {
	degrees := func(v float64) string {
		s := strings.TrimRight(strconv.FormatFloat(v, 'f', 6, 64), "0")
		if s = strings.TrimSuffix(s, "."); s == "-0" {
			return "0"
		}
		return s
	}
	return degrees(p.Latitude) + "," + degrees(p.Longitude)
}

// vector is a point as the end of an arrow of length 1 from the middle of the earth. In
// it there are neither poles nor a date line, and two points are as near as their ends.
type vector [3]float64

func (p Point) vector() vector {
	lat, lon := p.Latitude*math.Pi/180, p.Longitude*math.Pi/180
	return vector{math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)}
}

// square is the square of the straight line between two ends.
func (v vector) square(w vector) float64 {
	x, y, z := v[0]-w[0], v[1]-w[1], v[2]-w[2]
	return x*x + y*y + z*z
}

// MetersTo is how far another point is away, over ground.
func (p Point) MetersTo(q Point) float64 {
	return metersOf(p.vector().square(q.vector()))
}

// Has reports whether a point is in the area.
func (a *Area) Has(p Point) bool { return a.vector().square(p.vector()) <= a.square() }

// slack is more than what is lost when degrees become a vector: a point exactly at the
// distance is in the area.
const slack = 1e-12

// square is the square of the straight line through the earth to the edge of the area.
func (a *Area) square() float64 {
	line := 2*math.Sin(min(a.Meters/earth, math.Pi)/2) + slack
	return line * line
}

// Space is cut into cubes, of which those at the surface have a name. grids are how many
// of them are as long as an arrow; an area is looked for in the smallest cubes that are no
// smaller than its reach, so that it meets three of them in each direction at most.
var grids = []float64{8192, 2048, 512, 128, 32, 8}

// facetPlace begins the words of the cubes that a point is in: the grid, and the number
// of the cube in each direction.
const facetPlace = "g_"

func cube(grid float64, at [3]int) string {
	return facetPlace + strconv.Itoa(int(grid)) + "_" + strconv.Itoa(at[0]+int(grid)) + "_" + strconv.Itoa(at[1]+int(grid)) + "_" + strconv.Itoa(at[2]+int(grid))
}

// placeFacets are the words of where an event is.
func placeFacets(v vector) []string { return cubesOf(v, grids) }

// cubesOf are the cubes of some grids that a point is in.
func cubesOf(v vector, grids []float64) []string {
	facets := make([]string, len(grids))
	for i, grid := range grids {
		var at [3]int
		for axis := range at {
			at[axis] = int(math.Floor(v[axis] * grid))
		}
		facets[i] = cube(grid, at)
	}
	return facets
}

// facets are those of which an event in the area has one; others near it have too.
func (a *Area) facets() []string { return a.cubes(grids) }

// cubes are those in which the area is: of the finest grid whose cubes are as large, or of the coarsest.
func (a *Area) cubes(grids []float64) (list []string) {
	reach := math.Sqrt(a.square())
	grid := grids[len(grids)-1]
	for _, g := range grids {
		if reach*g <= 1 {
			grid = g
			break
		}
	}
	middle := a.vector()
	var low, high [3]int
	for axis := range middle {
		low[axis], high[axis] = int(math.Floor((middle[axis]-reach)*grid)), int(math.Floor((middle[axis]+reach)*grid))
	}
	for x := low[0]; x <= high[0]; x++ {
		for y := low[1]; y <= high[1]; y++ {
			for z := low[2]; z <= high[2]; z++ {
				if at := [3]int{x, y, z}; meets(middle, reach, grid, at) {
					list = append(list, cube(grid, at))
				}
			}
		}
	}
	return list
}

// meets reports whether any of a cube is within reach, and any of it at the surface.
func meets(middle vector, reach, grid float64, at [3]int) bool {
	var toMiddle, nearest, farthest float64 // squares; the last two of the distance to the middle of the earth
	for axis, n := range at {
		low, high := float64(n)/grid, float64(n+1)/grid
		away := max(low-middle[axis], middle[axis]-high, 0)
		toMiddle += away * away
		near, far := max(low, -high, 0), max(math.Abs(low), math.Abs(high))
		nearest, farthest = nearest+near*near, farthest+far*far
	}
	return toMiddle <= reach*reach && nearest <= 1+slack && farthest >= 1-slack
}

// bound finds the events in the area.
func (a *Area) bound(d *dictionary) bound {
	middle, square := a.vector(), a.square()
	return bound{
		node: d.anyTerm(kindFacet, a.facets()),
		fits: func(g *segment, i int) bool { return middle.square(g.at[i]) <= square },
	}
}
