package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking/bookingtest"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// historySteps is how much happens in a history that is played over HTTP.
const historySteps = 40

// TestBookingHistories plays histories of bookings over HTTP, each on a server of its own, and compares after each step how
// everything stands with the naive model of package bookingtest, which TestAgainstModel there compares with
// the store alone. HOLDFAST_HTTP_BOOKING_HISTORIES sets how many on each engine; HOLDFAST_SEED plays one first.
func TestBookingHistories(t *testing.T) {
	t.Parallel()
	first := seed.Of(t)
	histories := uint64(seed.Count(t, "HOLDFAST_HTTP_BOOKING_HISTORIES", 2)) //nolint:gosec // it is positive
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		fresh := testdb.Postgres
		if strings.HasPrefix(url, "sqlite:") {
			fresh = testdb.SQLite
		}
		for n := first; n < first+histories; n++ {
			t.Run(fmt.Sprintf("seed %d", n), func(t *testing.T) {
				if different := playOverHTTP(t, fresh(t), n, ""); different != "" {
					t.Fatal(different)
				}
			})
		}
	})
}

// TestBookingHistoriesNotice leaves a rule out of the model: histories over HTTP tell it from the whole one.
func TestBookingHistoriesNotice(t *testing.T) {
	t.Parallel()
	first := seed.Of(t)
	for _, rule := range []string{"buffer", "hours", "elsewhere", "rates"} {
		noticed := false
		for n := first; n < first+60 && !noticed; n++ {
			t.Run(fmt.Sprintf("%s %d", rule, n), func(t *testing.T) { noticed = playOverHTTP(t, testdb.SQLite(t), n, rule) != "" })
		}
		if !noticed {
			t.Errorf("nothing in 60 histories depends on the rule %q", rule)
		}
	}
}

// playOverHTTP plays the history of a seed, and returns what is different then from a model that leaves a rule
// out; "": nothing.
func playOverHTTP(t *testing.T, url string, n uint64, wrong string) string {
	t.Helper()
	h := newTestServerAt(t, url)
	history := bookingtest.Generate(n, historySteps)
	h.stopped.Store(int64(history.Begins))
	x := &httpPlayer{h: h, p: bookingtest.NewPlayer(history, n, h.org, h.now), guests: map[string]string{}, known: map[string]bool{}}
	x.p.Store = h.store
	x.p.Write = h.seq.Submit
	x.m = bookingtest.NewModel(&history.Venue, x.p.Name)
	x.m.Now, x.m.Wrong = history.Begins, wrong
	x.open()
	for i := range history.Steps {
		s := &history.Steps[i]
		if different := x.step(s); different != "" {
			var text strings.Builder
			for _, s := range history.Steps[:i+1] {
				fmt.Fprintf(&text, "\n%s", s)
			}
			return fmt.Sprintf("seed %d, step %d, %s: %s%s", n, i, s, different, &text)
		}
	}
	h.sound()
	return ""
}

// step plays a step over HTTP and in the model, and returns what is different then; "": nothing.
func (x *httpPlayer) step(s *bookingtest.Step) string {
	ctx := x.h.t.Context()
	x.h.stopped.Store(int64(s.At))
	if s.Job {
		x.h.must(x.p.Job(ctx, s.At))
	}
	x.m.Come(s.At)
	c := x.adapt(s.Command)
	got := x.do(c)
	x.h.must(x.p.Job(ctx, s.At))
	if want := flat(x.m.Do(s.At, c)); got.Code != want.Code || !slices.Equal(got.InTheWay, want.InTheWay) {
		return fmt.Sprintf("answered %+v, want %+v", got, want)
	}
	if err := x.p.Compare(ctx, x.m); err != nil {
		return err.Error()
	}
	if different := x.listed(); different != "" {
		return different
	}
	return x.probe(&s.Probe)
}

// listed compares what the list of bookings says with the model.
func (x *httpPlayer) listed() string {
	text := func(status string, from, to time.Time, people, price int64) string {
		return fmt.Sprintf("%s from %s to %s for %d people, price %d", status, from.UTC().Format(time.RFC3339Nano), to.UTC().Format(time.RFC3339Nano), people, max(price, 0))
	}
	want := map[string]string{}
	for _, b := range x.m.Bookings {
		want[x.p.Name(b.N)] = text(string(b.State), b.From.Time(), b.To.Time(), b.People, b.Price)
	}
	n := 0
	for cursor := ""; ; {
		page := x.h.owner("GET", x.venue()+"/bookings?limit=100&cursor="+cursor, nil).want(200)
		for i := range page.at("items").([]any) {
			n++
			have := text(page.text("items", i, "status"), timeOf(page.text("items", i, "starts_at")), timeOf(page.text("items", i, "ends_at")), page.number("items", i, "people"), page.number("items", i, "cost", "price"))
			if id := page.text("items", i, "id"); have != want[id] {
				return fmt.Sprintf("the list says of %s %q, want %q", id, have, want[id])
			}
		}
		if cursor = page.text("next_cursor"); cursor == "" {
			break
		}
	}
	if n != len(want) {
		return fmt.Sprintf("%d bookings are listed, want %d", n, len(want))
	}
	return ""
}

func timeOf(text string) time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// probe compares what trying a booking is answered; the nearest free times that are named are free.
func (x *httpPlayer) probe(w *bookingtest.Wish) string {
	a := x.h.as(identity.BoxOffice, "POST", x.venue()+"/bookings:check", x.wish(w))
	got, want := x.done(a), flat(x.m.Probe(*w))
	if got.Code != want.Code || !slices.Equal(got.InTheWay, want.InTheWay) {
		return fmt.Sprintf("asked whether %s could be: %+v, want %+v", w, got, want)
	}
	for _, which := range []string{"before", "after"} {
		near := a.text("free_times", which)
		if near == "" {
			continue
		}
		there := *w
		there.From = inventory.At(timeOf(near))
		there.To = there.From + w.To - w.From
		if free := x.m.Probe(there); free.Code != "" || there.From < x.m.Now || (which == "before") != (there.From < w.From) {
			return fmt.Sprintf("for %s, %s is named as free %s: %+v", w, near, which, free)
		}
	}
	return ""
}
