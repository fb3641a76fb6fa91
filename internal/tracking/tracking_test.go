package tracking_test

import (
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tracking"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"newsletter": "newsletter", "  Insta-2027_A ": "insta-2027_a", "": "", "zwei Wörter": "", "a b": "", "a/b": "", "ä": "",
		"1234567890123456789012345678901234567890": "1234567890123456789012345678901234567890", "12345678901234567890123456789012345678901": "",
	} {
		got, ok := tracking.Code(text)
		if got != want || ok != (want != "") {
			t.Errorf("Code(%q) is %q, %v", text, got, ok)
		}
	}
}

func TestPageCounts(t *testing.T) {
	const browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"
	for name, c := range map[string]struct {
		page tracking.Page
		want bool
	}{
		"a phone from elsewhere":           {tracking.Page{UserAgent: browser, Site: "cross-site"}, true},
		"typed, or an old browser":         {tracking.Page{UserAgent: browser}, true},
		"a frame on a website":             {tracking.Page{UserAgent: browser, Site: "cross-site"}, true},
		"from one of our pages to another": {tracking.Page{UserAgent: browser, Site: "same-origin"}, false},
		"fetched before anybody wants it":  {tracking.Page{UserAgent: browser, Purpose: "prefetch;prerender"}, false},
		"a phone whose name has a bot":     {tracking.Page{UserAgent: "Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36"}, true},
		"a search engine":                  {tracking.Page{UserAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"}, false},
		"the preview of a message":         {tracking.Page{UserAgent: "WhatsApp/2.23.20.0"}, false},
		"the preview of a network":         {tracking.Page{UserAgent: "facebookexternalhit/1.1"}, false},
		"a program":                        {tracking.Page{UserAgent: "curl/8.5.0"}, false},
		"who says nothing":                 {tracking.Page{}, false},
	} {
		if got := c.page.Counts(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestVisits: visits that are counted at once are all written, once each, on two servers; what
// is not a link of the event is nothing, nor is one that has ended.
func TestVisits(t *testing.T) {
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		event := storetest.OpenEvent(t, s, 1, nil)
		now := event.Now
		link := audience.TrackingLink{EventID: event.Event, ID: event.In(id.TrackingLink), Code: "news", Name: "News"}
		ended := audience.TrackingLink{EventID: event.Event, ID: event.In(id.TrackingLink), Code: "old", Name: "Old", EndsAt: now - 1}
		for _, l := range []audience.TrackingLink{link, ended} {
			if err := s.Tracking.Make(t.Context(), l); err != nil {
				t.Fatal(err)
			}
		}
		var servers [2]*tracking.Links
		for i := range servers {
			var err error
			if servers[i], err = tracking.New(s, func() time.Time { return now.Time() }, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
		}
		const visitors, visits = 8, 20
		var all sync.WaitGroup
		for i := range visitors {
			all.Go(func() {
				server := servers[i%len(servers)]
				for range visits {
					for _, code := range []string{"NEWS", "old", "none", "no code", ""} {
						server.Saw(t.Context(), event.Event, code, tracking.Page{UserAgent: fmt.Sprint("Mozilla/5.0 ", i)})
					}
				}
				if err := server.Write(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, server := range servers {
			if err := server.Write(t.Context()); err != nil { // nothing is left
				t.Error(err)
			}
		}
		for l, want := range map[string]int64{link.ID: visitors * visits, ended.ID: 0} {
			if got, err := s.Tracking.Link(t.Context(), event.Event, l); err != nil || got.Visits != want {
				t.Errorf("%+v, %v, want %d visits", got, err, want)
			}
		}
		if got, err := servers[0].Find(t.Context(), event.Event, "old"); got != nil || err != nil {
			t.Errorf("a link that has ended: %+v, %v", got, err)
		}
		if err := s.Tracking.Change(t.Context(), event.Event, ended.ID, func(l *audience.TrackingLink) { l.EndsAt = now + inventory.Instant(inventory.Hour) }); err != nil {
			t.Fatal(err)
		}
		servers[0].Forget(event.Event, "old")
		if got, err := servers[0].Find(t.Context(), event.Event, "old"); got == nil || err != nil {
			t.Errorf("a link that counts again: %+v, %v", got, err)
		}
	})
}
