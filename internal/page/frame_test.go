package page_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// TestFramedList: what an organization has on is shown in frames on its websites, so many events as
// are asked for, each with a link to a tab of its own, and nothing that was not published.
func TestFramedList(t *testing.T) {
	f := newFixture(t)
	built, err := site.New(shell, nil)
	f.must(err)
	e, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	org, err := f.store.Organizations.Profile(t.Context(), e.Event.OrgID)
	f.must(err)
	asked := ""
	f.serve(func(c *page.Config) {
		c.Site = built
		c.Host = func(_ context.Context, id string) (*page.Host, any, error) {
			if id != org.ID {
				return nil, nil, database.ErrNotFound
			}
			return &page.Host{ID: id, Name: "Riverside & Sons"}, nil, nil
		}
		c.Events = func(_ *http.Request, query url.Values) (*page.Listing, error) {
			asked = query.Encode()
			at := time.Date(2027, 9, 1, 18, 0, 0, 0, time.UTC)
			return &page.Listing{Cards: []page.Card{{ID: f.event, Title: "Lantern <walk>", Zone: time.UTC, StartsAt: at, EndsAt: at.Add(time.Hour), Open: true, Free: 3}}}, nil
		}
	})
	framed := "/embed/hosts/" + org.ID
	org.Websites = []string{"https://riverside.example"}
	f.must(f.store.Organizations.ChangeProfile(t.Context(), *org))
	body := f.has(framed, 200, "Riverside &amp; Sons", "Lantern &lt;walk&gt;", `href="/events/`+f.event+`" target="_blank"`, "3 tickets left")
	if strings.Contains(body, "<form") || strings.Count(body, "<a ") != strings.Count(body, `target="_blank"`) {
		t.Errorf("something leads on within the frame:\n%s", body)
	}
	w := f.send("GET", framed+"?lang=de&limit=3", "Accept-Language: fr")
	if !strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-ancestors 'self' https://riverside.example") || w.Header().Get("X-Robots-Tag") != "noindex" ||
		w.Header().Get("Set-Cookie") != "" || !strings.Contains(w.Body.String(), `<html lang="de"`) || asked != "limit=3&organizer="+org.ID {
		t.Errorf("asked for %s: %v %s", asked, w.Header(), w.Body)
	}
	for _, limit := range []string{"0", "25", "x", "-1"} {
		if f.send("GET", framed+"?limit="+limit); asked != "limit=6&organizer="+org.ID {
			t.Errorf("limit %s: %s", limit, asked)
		}
	}
	if w := f.send("GET", "/embed/hosts/org_000000000000"); w.Code != 404 || !strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("of nobody: %d %v", w.Code, w.Header())
	}
}

// An event is shown in frames on the websites of its organization; nothing else is, and what is
// shown has no form, and nothing that leads on within the frame.
func TestFramedEvent(t *testing.T) {
	f := newFixture(t)
	built, err := site.New(shell, nil)
	f.must(err)
	seen := 0
	f.serve(func(c *page.Config) {
		c.Site = built
		c.Saw = func(*http.Request, string) { seen++ }
	})
	e, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	org, err := f.store.Organizations.Profile(t.Context(), e.Event.OrgID)
	f.must(err)
	framed := "/embed/events/" + f.event
	ancestors := func(path string) string {
		t.Helper()
		_, list, found := strings.Cut(f.send("GET", path).Header().Get("Content-Security-Policy"), "frame-ancestors ")
		if !found || strings.Contains(list, ";") {
			t.Fatalf("%s: frame-ancestors %q", path, list)
		}
		return list
	}
	if got := ancestors(framed); got != "'self'" {
		t.Errorf("no website is named: %s", got)
	}
	org.Websites = []string{"https://riverside.example", "http://localhost:5500"}
	f.must(f.store.Organizations.ChangeProfile(t.Context(), *org))
	for _, path := range []string{framed, framed + "/waiting-room"} {
		if got := ancestors(path); got != "'self' https://riverside.example http://localhost:5500" {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, path := range []string{"/events/" + f.event, "/events/" + f.event + "/waiting-room", "/", "/me", "/manage", "/embed/events/" + f.event + "x"} {
		if got := ancestors(path); got != "'none'" {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, path := range []string{framed + "/me", framed + "/waiting-room/x", framed + "/"} {
		if w := f.send("GET", path); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}

	seen = 0
	body := f.has(framed, 200, "<title>Lantern &lt;walk&gt; &amp; talk</title>", "Old harbour", "1 ticket left", `href="http://holdfast.test/events/`+f.event+`" target="_blank"`)
	if strings.Contains(body, "<form") || strings.Count(body, "<a ") != strings.Count(body, `target="_blank"`) {
		t.Errorf("something can be pressed in a frame:\n%s", body)
	}
	if seen != 1 {
		t.Errorf("%d have seen the event", seen)
	}
	w := f.send("GET", framed+"?lang=de", "Accept-Language: fr")
	if !strings.Contains(w.Body.String(), `<html lang="de"`) || w.Header().Get("X-Robots-Tag") != "noindex" || w.Header().Get("Set-Cookie") != "" {
		t.Errorf("in German: %v %s", w.Header(), w.Body)
	}
	for _, lang := range []string{"%3Cb%3E", "xx", strings.Repeat("d", 600)} {
		if w := f.send("GET", framed+"?lang="+lang); w.Code != 200 || strings.Contains(w.Body.String(), "<b>") {
			t.Errorf("in %.20s: %d", lang, w.Code)
		}
	}
	f.submit(inventory.CancelEvent{Who: staff}, nil)
	f.has(framed, 200, "This event is cancelled")
}
