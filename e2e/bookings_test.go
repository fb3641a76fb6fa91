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
		bodies := make(chan object, bookings)
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
