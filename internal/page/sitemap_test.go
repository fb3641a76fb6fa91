package page_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/pythontest"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// locations reads the addresses of a sitemap with the parser of another language, which takes
// it only where it is well-formed and in its namespace.
func locations(t *testing.T, text string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sitemap.xml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), pythontest.Find(t), "testdata/sitemap.py", file).CombinedOutput() //nolint:gosec // our own file
	if err != nil {
		t.Fatalf("%v: %s in %s", err, out, text)
	}
	return strings.Fields(string(out))
}

// TestSitemap: search engines find public events, who hosts them and the home page, each once,
// and nothing else.
func TestSitemap(t *testing.T) {
	f := newFixture(t)
	f.serve()
	first := f.event
	f.create(nil)
	second := f.event
	f.create([]func(*inventory.Create){func(c *inventory.Create) { c.Publish = false }})
	f.create([]func(*inventory.Create){func(c *inventory.Create) { c.Event.Settings.Visibility = inventory.Unlisted }})
	want := []string{"http://holdfast.test/"}
	for _, event := range []string{min(first, second), max(first, second)} {
		e, err := f.store.Events.Event(t.Context(), event)
		f.must(err)
		want = append(want, page.EventURL("http://holdfast.test", event), page.HostURL("http://holdfast.test", e.Event.OrgID))
	}
	got := f.send("GET", "/sitemap.xml")
	if at := locations(t, got.Body.String()); !slices.Equal(at, want) {
		t.Errorf("%v, want %v", at, want)
	}
	if got.Header().Get("Content-Type") != "application/xml; charset=utf-8" || got.Header().Get("Cache-Control") != "public, max-age=3600" || !strings.Contains(got.Body.String(), "<lastmod>20") {
		t.Errorf("%v %s", got.Header(), got.Body)
	}

	// Where there are many, the files of which each has some.
	f.serve(func(c *page.Config) { c.SitemapEvents = 1 })
	var index struct {
		Files []struct {
			Loc string `xml:"loc"`
		} `xml:"sitemap"`
	}
	if err := xml.Unmarshal(f.send("GET", "/sitemap.xml").Body.Bytes(), &index); err != nil || len(index.Files) != 3 {
		t.Fatalf("%v, %+v", err, index)
	}
	var all []string
	for _, file := range index.Files {
		all = append(all, locations(t, f.send("GET", strings.TrimPrefix(file.Loc, "http://holdfast.test")).Body.String())...)
	}
	slices.Sort(all)
	slices.Sort(want)
	if all = slices.Compact(all); !slices.Equal(all, want) {
		t.Errorf("in parts: %v, want %v", all, want)
	}
	for _, path := range []string{"/sitemaps/2.xml", "/sitemaps/first", "/sitemaps/evt_x.xml"} {
		if got := f.send("GET", path); got.Code != 404 {
			t.Errorf("%s: %d", path, got.Code)
		}
	}

	// It is read once in a minute, however many ask.
	f.serve()
	f.send("GET", "/sitemap.xml")
	f.create(nil)
	if at := locations(t, f.send("GET", "/sitemap.xml").Body.String()); !slices.Equal(at, locations(t, got.Body.String())) {
		t.Errorf("within a minute: %v", at)
	}
	f.later(time.Minute)
	if at := locations(t, f.send("GET", "/sitemap.xml").Body.String()); len(at) != len(want)+2 {
		t.Errorf("a minute later: %v", at)
	}

	// What ended long ago is left out.
	f.serve()
	f.later(500 * 24 * time.Hour)
	if at := locations(t, f.send("GET", "/sitemap.xml").Body.String()); !slices.Equal(at, []string{"http://holdfast.test/"}) {
		t.Errorf("long after: %v", at)
	}
}

// TestVenuesInSitemap: venues that everybody may see are found, in a file of their own where there
// are many, and others are not.
func TestVenuesInSitemap(t *testing.T) {
	f := newFixture(t)
	f.serve()
	org, err := f.store.Organizations.AllOrganizations(t.Context(), "", 1)
	f.must(err)
	add := func(n int, published bool) string {
		venue := fmt.Sprintf("ven_%012d", n)
		f.must(f.store.Venues.CreateVenue(t.Context(), venues.Venue{OrgID: org[0].ID, ID: venue, Name: "Hall", Published: published}))
		return page.VenueURL("http://holdfast.test", venue)
	}
	open, hidden := add(1, true), add(2, false)
	has := func(path, url string) bool {
		return slices.Contains(locations(t, f.send("GET", path).Body.String()), url)
	}
	if !has("/sitemap.xml", open) || has("/sitemap.xml", hidden) || !has("/sitemaps/venues.xml", open) || has("/sitemaps/venues.xml", hidden) {
		t.Errorf("%s", f.send("GET", "/sitemap.xml").Body)
	}
	for n := range 1500 {
		add(n+3, true)
	}
	f.later(2 * time.Minute)
	if index := f.send("GET", "/sitemap.xml").Body.String(); !strings.Contains(index, "<loc>http://holdfast.test/sitemaps/venues.xml</loc>") || !strings.Contains(index, "/sitemaps/first.xml") {
		t.Errorf("%.300s", index)
	}
	if has("/sitemaps/first.xml", open) || !has("/sitemaps/first.xml", "http://holdfast.test/") || !has("/sitemaps/venues.xml", open) {
		t.Error("venues of a file of their own are in the other, too, or in none")
	}
}

// TestResourcesInSitemap: waitlists that everybody may see and join are found, and others are not.
func TestResourcesInSitemap(t *testing.T) {
	f := newFixture(t)
	_, hidden := f.waitlistOf("Harbour", "")
	f.serve(func(c *page.Config) { c.Joins = struct{ page.Joins }{} })
	of := hidden
	of.ID, of.Key, of.PublicPage = f.ids.Top(id.Resource), "open", true
	f.must(f.store.Resources.CreateResource(t.Context(), &of))
	has := func(path, resource string) bool {
		return slices.Contains(locations(t, f.send("GET", path).Body.String()), "http://holdfast.test/resources/"+resource)
	}
	if !has("/sitemap.xml", of.ID) || has("/sitemap.xml", hidden.ID) || !has("/sitemaps/resources.xml", of.ID) || has("/sitemaps/venues.xml", of.ID) {
		t.Errorf("%s", f.send("GET", "/sitemap.xml").Body)
	}
}

// TestRobots: a reader of robots.txt of another language finds the sitemap, and what it may read.
func TestRobots(t *testing.T) {
	f := newFixture(t)
	f.serve()
	file := filepath.Join(t.TempDir(), "robots.txt")
	if err := os.WriteFile(file, f.send("GET", "/robots.txt").Body.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), pythontest.Find(t), "testdata/robots.py", file).CombinedOutput() //nolint:gosec // our own file
	if err != nil || strings.TrimSpace(string(out)) != "http://holdfast.test/sitemap.xml / /events/evt_1 /hosts/org_1" {
		t.Errorf("%v, %s", err, out)
	}
}
