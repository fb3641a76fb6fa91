package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/sample"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestSampleCommand: sample events are published once, however often the command runs, and
// whoever looks for one of them by a word, a town and a price finds it.
func TestSampleCommand(t *testing.T) {
	seed.InTurn(t, 2)
	together(t, func(t *testing.T, db string) {
		const events = 300
		s := serve(t, db)
		command := []string{"sample", "--target", s.base, "--key", s.key, "--events", fmt.Sprint(events), "--seed", "1", "--first-day", time.Now().AddDate(0, 0, 2).UTC().Format("2006-01-02")}
		titles := func() (list []string) {
			page := url.Values{"limit": {"100"}}
			for {
				a := s.call("GET", "/v1/events?"+page.Encode(), nil)
				for _, e := range items[struct{ Title string }](a) {
					list = append(list, e.Title)
				}
				if next := a.at("next_cursor"); next != "" {
					page.Set("cursor", next)
					continue
				}
				return list
			}
		}
		must(t, command...)
		if n := len(titles()); n != events {
			t.Fatalf("%d events are published, want %d", n, events)
		}

		var e sample.Event
		for i := range events {
			// With the name of a performer, so that no other is called so.
			if e = sample.Of(1, i); strings.HasSuffix(e.Place, ", Berlin") && strings.Contains(e.Title, " mit ") && e.Price > 0 && e.Dear == 0 {
				break
			}
		}
		words := strings.Fields(e.Title)
		find := func(town string, most int64) (found []string) {
			query := url.Values{"q": {words[len(words)-1]}, "city": {town}, "price_max": {fmt.Sprint(most)}, "currency": {e.Currency}, "limit": {"100"}}
			for _, f := range items[struct {
				Title, Location string
			}](s.call("GET", "/v1/public/events?"+query.Encode(), nil)) {
				found = append(found, f.Title+" in "+f.Location)
			}
			return found
		}
		has := func(list []string) (n int) {
			for _, f := range list {
				if f == e.Title+" in "+e.Place {
					n++
				}
			}
			return n
		}
		within(t, 30*time.Second, e.Title+" is found", func() bool { return has(find("berlin", e.Price)) == 1 })
		if found := find("berlin", e.Price-1); has(found) != 0 {
			t.Errorf("for less than it costs: %q", found)
		}
		if found := find("hamburg", e.Price); has(found) != 0 {
			t.Errorf("elsewhere: %q", found)
		}
		must(t, command...)
		if n := len(titles()); n != events {
			t.Errorf("%d events are there after the second time, want %d", n, events)
		}
		s.stop()
		verified(t, db)
	})
}
