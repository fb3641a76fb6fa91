package ticket_test

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"testing"
)

var run = regexp.MustCompile(`^M(\d+) (\d+)h(\d+)v1h-(\d+)z`)

// drawn reads the modules that an SVG paints black.
func drawn(t *testing.T, svg string, side int) [][]bool {
	t.Helper()
	var doc struct {
		ViewBox string `xml:"viewBox,attr"`
		Label   string `xml:"aria-label,attr"`
		Rect    struct {
			Fill string `xml:"fill,attr"`
		} `xml:"rect"`
		Path struct {
			D    string `xml:"d,attr"`
			Fill string `xml:"fill,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal([]byte(svg), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.ViewBox != fmt.Sprintf("0 0 %d %d", side, side) || doc.Label != `Ticket of <Ada> & "Bo"` ||
		doc.Rect.Fill != "#ffffff" || doc.Path.Fill != "#000000" {
		t.Errorf("%s", svg)
	}
	modules := make([][]bool, side)
	for y := range modules {
		modules[y] = make([]bool, side)
	}
	for d := doc.Path.D; d != ""; {
		m := run.FindStringSubmatch(d)
		if m == nil || m[3] != m[4] {
			t.Fatalf("the path goes on with %.40s", d)
		}
		var x, y, n int
		if _, err := fmt.Sscan(m[1]+" "+m[2]+" "+m[3], &x, &y, &n); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			modules[y][x+i] = true
		}
		d = d[len(m[0]):]
	}
	return modules
}
