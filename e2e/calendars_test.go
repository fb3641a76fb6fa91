package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// parish is the server of a calendar of others: it answers with one event from a time on, or not
// at all.
type parish struct {
	*httptest.Server
	begins atomic.Pointer[time.Time] // nil: it is down
}

func newParish(t *testing.T) *parish {
	t.Helper()
	p := &parish{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begins := p.begins.Load()
		if r.URL.Path != "/parish.ics" || r.Method != http.MethodGet || !strings.HasPrefix(r.Header.Get("User-Agent"), "Holdfast/") {
			t.Errorf("the calendar was asked %s %s by %q", r.Method, r.URL, r.UserAgent())
		}
		if begins == nil {
			http.Error(w, "down", http.StatusBadGateway)
			return
		}
		const utc = "20060102T150405Z"
		w.Header().Set("Content-Type", "text/calendar")
		fmt.Fprint(w, strings.Join([]string{
			"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Parish//EN", "BEGIN:VEVENT", "UID:choir@parish.example", "DTSTAMP:20260101T000000Z",
			"DTSTART:" + begins.Format(utc), "DTEND:" + begins.Add(2*time.Hour).Format(utc), "SUMMARY:Choir", "END:VEVENT", "END:VCALENDAR", "",
		}, "\r\n"))
	}))
	t.Cleanup(p.Close)
	return p
}

// TestImportedCalendar: what the server of a calendar says is fetched, and refuses a booking of the
// room at that time; while it is down nothing changes, and when the date has moved the time is free.
func TestImportedCalendar(t *testing.T) {
	seed.InTurn(t, 3)
	together(t, func(t *testing.T, db string) {
		p := newParish(t)
		s := serveAs(t, db, strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner")), "--private-webhooks")
		venue := "/v1/venues/" + s.call("POST", "/v1/venues", object{"name": "House"}).want(201).at("id")
		hall := s.call("POST", venue+"/rooms", object{"name": "Hall"}).want(201).at("id")
		starts := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 3).Add(10 * time.Hour)
		calendar := s.call("POST", venue+"/imported-calendars", object{"name": "Parish", "url": p.URL + "/parish.ics", "room_id": hall}).want(201).at("id")
		// A server looks for calendars that are due when it starts, and then every minute.
		fetched := func(failure string, begins *time.Time) {
			t.Helper()
			p.begins.Store(begins)
			s.call("POST", venue+"/imported-calendars/"+calendar+":fetch", nil).want(200)
			s.stop()
			s.restart()
			within(t, 90*time.Second, "the calendar is fetched", func() bool {
				list := items[struct {
					Failure   string
					BusyTimes int `json:"busy_times"`
				}](s.call("GET", venue+"/imported-calendars", nil))
				return len(list) == 1 && list[0].Failure == failure && list[0].BusyTimes == 1
			})
		}
		book := func() *reply {
			return s.call("POST", venue+"/bookings", object{"rooms": []string{hall}, "starts_at": starts.Add(time.Hour), "ends_at": starts.Add(3 * time.Hour)})
		}
		taken := func() {
			t.Helper()
			a := book().want(http.StatusConflict).is("code", "room_taken")
			var said struct {
				Conflicts []struct {
					Calendar string    `json:"calendar_id"`
					Room     string    `json:"booked_room_id"`
					Ends     time.Time `json:"ends_at"`
				}
			}
			if err := json.Unmarshal(a.body, &said); err != nil || len(said.Conflicts) != 1 || said.Conflicts[0].Calendar != calendar || said.Conflicts[0].Room != hall || !said.Conflicts[0].Ends.Equal(starts.Add(2*time.Hour)) {
				t.Errorf("%v: %s", err, a.body)
			}
		}
		fetched("none", &starts)
		taken()
		if n := s.figure(`holdfast_imported_calendars{state="read"}`); n != 1 {
			t.Errorf("the figures have %v calendars that are read", n)
		}
		fetched("status", nil)
		taken()
		later := starts.Add(6 * time.Hour)
		fetched("none", &later)
		book().want(http.StatusCreated)
		s.stop()
		verified(t, db)
	})
}
