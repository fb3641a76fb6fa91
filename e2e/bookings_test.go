package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestBookingRace has two servers on one PostgreSQL, and one on SQLite, asked for many bookings of few rooms at once,
// with set-up and tear-down, of a hall and its parts: each is confirmed or told what is in the
// way and when the rooms are free, no room is booked twice, and verify finds nothing.
func TestBookingRace(t *testing.T) {
	bookings := count(t, "HOLDFAST_HTTP_BOOKERS", 300)
	hours := max(4*24, bookings/10) // in which they begin
	from := seed.Of(t)
	engines(t, func(t *testing.T, db string) {
		key := strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner"))
		one := serveAs(t, db, key)
		two := one // SQLite is one server's
		if !strings.HasPrefix(db, "sqlite:") {
			two = serveAs(t, db, key)
		}
		id := func(path string, body object) string {
			t.Helper()
			var made struct{ ID string }
			if err := json.Unmarshal(one.call("POST", path, body).want(http.StatusCreated).body, &made); err != nil {
				t.Fatal(err)
			}
			return made.ID
		}
		venue := id("/v1/venues", object{"name": "House", "buffer_rule": "larger"})
		rooms := []string{id("/v1/venues/"+venue+"/rooms", object{"name": "Hall"})}
		for _, name := range []string{"East", "West"} {
			rooms = append(rooms, id("/v1/venues/"+venue+"/rooms", object{"name": name, "part_of": rooms[0]}))
		}
		rooms = append(rooms, id("/v1/venues/"+venue+"/rooms", object{"name": "Cellar"}))
		screen := id("/v1/venues/"+venue+"/add-ons", object{"name": "Screen", "unit": "piece", "pool": 2})
		day := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 30)
		random := rand.New(rand.NewPCG(from, uint64(bookings)))
		bodies, sample := make(chan object, bookings), []object{}
		for range bookings {
			start := day.Add(time.Duration(random.IntN(hours)) * time.Hour)
			body := object{
				"rooms": []string{rooms[random.IntN(len(rooms))]}, "starts_at": start, "ends_at": start.Add(time.Duration(1+random.IntN(4)) * time.Hour),
				"setup_minutes": 15 * random.IntN(5), "teardown_minutes": 15 * random.IntN(5),
			}
			if random.IntN(3) == 0 {
				body["add_ons"] = []object{{"add_on_id": screen}}
			}
			bodies <- body
			if len(sample) < 20 {
				sample = append(sample, body)
			}
		}
		close(bodies)
		var mu sync.Mutex
		got := map[string]int{}
		var wg sync.WaitGroup
		for i := range 16 {
			base := []string{one.base, two.base}[i%2]
			wg.Go(func() {
				for body := range bodies {
					said, err := book(t, base+"/v1/venues/"+venue+"/bookings", key, body)
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					got[said]++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		if got["confirmed"] == 0 || got["room_taken"] == 0 || got["confirmed"]+got["room_taken"]+got["add_on_taken"] != bookings {
			t.Errorf("of %d bookings %v", bookings, got)
		}
		t.Logf("of %d bookings over HTTP: %v", bookings, got)
		// Of those who are refused, a sample is told the times that a search from quarter to quarter finds.
		n := 0
		r := raced{all: racedBookings(t, one, venue), parts: map[string][]string{rooms[0]: {rooms[0], rooms[1], rooms[2]}}, screens: 2}
		for _, body := range sample {
			if r.compare(t, one, venue, body) {
				n++
			}
		}
		if n == 0 {
			t.Error("none of the sample is refused")
		}
		one.stop()
		if two != one {
			two.stop()
		}
		verified(t, db)
	})
}

// book asks for a booking until a server has time for it, and returns its status, or why it is
// refused: then what is in the way is listed, and when the rooms are free.
func book(t *testing.T, url, key string, body object) (string, error) {
	in, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	for deadline := time.Now().Add(time.Minute); ; {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(in))
		if err != nil {
			return "", err
		}
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return "", err
		}
		raw, err := io.ReadAll(resp.Body)
		if closed := resp.Body.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return "", err
		}
		if (resp.StatusCode == http.StatusServiceUnavailable || resp.StatusCode == http.StatusTooManyRequests) && time.Now().Before(deadline) {
			continue
		}
		var out struct {
			Status    any
			Code      string
			Conflicts []object
			FreeTimes *object `json:"free_times"`
		}
		if err := json.Unmarshal(raw, &out); err != nil {
			return "", fmt.Errorf("%d %s: %w", resp.StatusCode, raw, err)
		}
		switch {
		case resp.StatusCode == http.StatusCreated:
			return fmt.Sprint(out.Status), nil
		case resp.StatusCode == http.StatusConflict && len(out.Conflicts) > 0 && out.FreeTimes != nil:
			return out.Code, nil
		}
		return "", fmt.Errorf("%d %s", resp.StatusCode, raw)
	}
}

// racedBooking is a booking as the list of its venue has it.
type racedBooking struct {
	Status   string
	Rooms    []string
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
	BusyFrom time.Time `json:"busy_from"`
	BusyTo   time.Time `json:"busy_to"`
	AddOns   []object  `json:"add_ons"`
}

// racedBookings are all bookings of a venue.
func racedBookings(t *testing.T, s *process, venue string) (all []racedBooking) {
	t.Helper()
	for cursor := ""; ; {
		var page struct {
			Items      []racedBooking
			NextCursor string `json:"next_cursor"`
		}
		if err := json.Unmarshal(s.call("GET", "/v1/venues/"+venue+"/bookings?limit=100"+cursor, nil).want(http.StatusOK).body, &page); err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Items...)
		if page.NextCursor == "" {
			return all
		}
		cursor = "&cursor=" + page.NextCursor
	}
}

// raced is what became of a race at a venue whose set-up and tear-down may go on at once.
type raced struct {
	all     []racedBooking
	parts   map[string][]string // of a room that has parts, these and itself
	screens int                 // that there are at one time
}

// takes are the rooms that a booking of rooms has.
func (r *raced) takes(rooms []string) map[string]bool {
	has := map[string]bool{}
	for _, room := range rooms {
		has[room] = true
		for _, part := range r.parts[room] {
			has[part] = true
		}
	}
	return has
}

// free reports whether a booking has its rooms, and a screen if it wants one, at its time.
func (r *raced) free(b *racedBooking) bool {
	clears := func(first, then *racedBooking) bool {
		return !first.BusyTo.After(then.StartsAt) && !first.EndsAt.After(then.BusyFrom)
	}
	wants := r.takes(b.Rooms)
	var with []*racedBooking // that have screens meanwhile
	for i := range r.all {
		o := &r.all[i]
		if !o.BusyFrom.Before(b.BusyTo) || !o.BusyTo.After(b.BusyFrom) {
			continue
		}
		if len(o.AddOns) > 0 {
			with = append(with, o)
		}
		if clears(o, b) || clears(b, o) {
			continue
		}
		for room := range r.takes(o.Rooms) {
			if wants[room] {
				return false
			}
		}
	}
	for at := b.BusyFrom; len(b.AddOns) > 0 && at.Before(b.BusyTo); at = at.Add(15 * time.Minute) {
		taken := 1
		for _, o := range with {
			if !at.Before(o.BusyFrom) && at.Before(o.BusyTo) {
				taken++
			}
		}
		if taken > r.screens {
			return false
		}
	}
	return true
}

// compare tries a booking, and reports whether it is refused: then the nearest free times have to be
// those that are found by trying each quarter of an hour.
func (r *raced) compare(t *testing.T, s *process, venue string, body object) bool {
	t.Helper()
	reply := s.call("POST", "/v1/venues/"+venue+"/bookings:check", body)
	starts, ends := body["starts_at"].(time.Time), body["ends_at"].(time.Time)
	minutes := func(name string) time.Duration { return time.Duration(body[name].(int)) * time.Minute }
	addOns, _ := body["add_ons"].([]object)
	try := func(start time.Time) bool {
		b := racedBooking{Rooms: body["rooms"].([]string), StartsAt: start, EndsAt: start.Add(ends.Sub(starts)), AddOns: addOns}
		b.BusyFrom, b.BusyTo = b.StartsAt.Add(-minutes("setup_minutes")), b.EndsAt.Add(minutes("teardown_minutes"))
		return r.free(&b)
	}
	if reply.status == http.StatusOK {
		if !try(starts) {
			t.Errorf("%v is taken, and said to be free", body)
		}
		return false
	}
	reply.want(http.StatusConflict)
	if try(starts) {
		t.Errorf("%v is free, and said to be taken", body)
	}
	for name, step := range map[string]time.Duration{"before": -15 * time.Minute, "after": 15 * time.Minute} {
		at := starts
		for n := 0; !try(at) && n < 20*24*4; n++ { // 20 days at most
			at = at.Add(step)
		}
		if got, want := reply.at("free_times", name), at.UTC().Format(time.RFC3339); try(at) && got != want {
			t.Errorf("%v: the nearest time %s is said to be %q, want %s", body, name, got, want)
		}
	}
	return true
}
