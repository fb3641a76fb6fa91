package page_test

import (
	"context"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store"
)

// The first HTML of every public page says what matters, to whoever has no script and
// to search engines.
func TestFirstHTML(t *testing.T) {
	app, err := site.New(shell, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	f.serve(func(c *page.Config) {
		c.Site = app
		c.Events = func(_ context.Context, found []store.Brief) (any, error) { return len(found), nil }
	})
	home := f.has("/", 200, "<noscript><main>", "Upcoming events", `<a href="/events/`+f.event+`" dir="auto">Lantern &lt;walk&gt; &amp; talk</a>`, ", 11 November", `id="embedded">{"events":1}<`)
	if w := f.send("GET", "/"); w.Header().Get("X-Robots-Tag") != "" {
		t.Errorf("the home page is kept from search engines: %v", w.Header())
	}
	if strings.Contains(home, "To register, please") {
		t.Error("the home page speaks of one event")
	}
	f.has("/events/"+f.event+"/seats", 200, "<noscript><main>", "Lantern &lt;walk&gt;", "1 ticket left", "please turn on JavaScript")
	f.has("/events/evt_nothing/seats", 404, "Event not found")
	f.has("/sign-in", 200, "<noscript><main>", "Sign in", "To sign in, please turn on JavaScript")
	f.has("/manage", 200, "<noscript><main>", "This page needs JavaScript")
	if w := f.send("GET", "/manage"); w.Header().Get("X-Robots-Tag") == "" {
		t.Error("pages of members are for search engines")
	}

	f.submit(inventory.CancelEvent{Who: staff}, nil)
	f.has("/", 200, "No upcoming events")
}
