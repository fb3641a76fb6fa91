package fetch

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/holdfast-events/holdfast/internal/busy"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
)

const text = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20270302T100000\r\nDTEND:20270302T120000\r\nSUMMARY:Secret\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nUID:bkg_1@holdfast.example\r\nDTSTART:20270303T100000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"

func TestFetch(t *testing.T) {
	t.Parallel()
	var answer func(w http.ResponseWriter, r *http.Request)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(w, r) }))
	defer server.Close()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := inventory.At(time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC))
	address, lost := server.URL+"/secret.ics", error(nil)
	f, err := New(Config{Guard: netguard.Guard{Private: true}, Version: "test", Host: "holdfast.example", Address: func(context.Context, *roomcalendars.RoomCalendar) (string, error) { return address, lost }})
	if err != nil {
		t.Fatal(err)
	}
	c := new(roomcalendars.RoomCalendar)
	get := func() *roomcalendars.Fetched {
		t.Helper()
		got, err := f.Fetch(t.Context(), c, zone, now)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}

	answer = func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("ETag", `"1"`)
		w.Write([]byte(text))
	}
	got := get()
	if got.Failure != "" || len(got.Periods) != 1 || got.Periods[0].From != inventory.At(time.Date(2027, 3, 2, 9, 0, 0, 0, time.UTC)) || got.ETag != `"1"` || got.NextAt != now+inventory.Instant(15*inventory.Minute) {
		t.Errorf("%+v", got)
	}
	// It is asked whether it has changed, but not for a day: what repeats goes on.
	c.ETag, c.ReadAt = `"1"`, now-inventory.Instant(inventory.Hour)
	if got := get(); !got.Unchanged || got.Failure != "" {
		t.Errorf("%+v", got)
	}
	c.ReadAt = now - inventory.Instant(inventory.Day)
	if got := get(); got.Unchanged || len(got.Periods) != 1 {
		t.Errorf("%+v", got)
	}
	for want, handle := range map[string]func(w http.ResponseWriter, r *http.Request){
		"status 404":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) },
		"status 304":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) },
		"not_a_calendar ": func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(text[:100])) },
		"unreachable ": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9999")
			w.Write([]byte(text))
		},
		"too_large ": func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(text + strings.Repeat("X:y\n", busy.MaxText/4)))
		},
		"status 302": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/on", http.StatusFound) }, // one too many
		"unknown_zone \"Mars\"": func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(strings.Replace(text, "DTSTART:", "DTSTART;TZID=Mars:", 1)))
		},
	} {
		answer = handle
		if got := get(); got.Failure+" "+got.Detail != want || got.Periods != nil {
			t.Errorf("%s: %+v", want, got)
		}
	}
	// The more often it has failed, the later it is asked again.
	c.Failures = 3
	if got := get(); got.NextAt != now+inventory.Instant(2*inventory.Hour) {
		t.Errorf("it is asked again %v later", time.Duration(got.NextAt-now)*time.Microsecond)
	}
	// An address inside of our network is not called, however it is written.
	reached := false
	answer = func(http.ResponseWriter, *http.Request) { reached = true }
	f.cfg.Guard, f.client = netguard.Guard{}, netguard.Guard{}.Client(netguard.Options{})
	if got := get(); got.Failure == "" || reached {
		t.Errorf("%+v", got)
	}
	// Without an address nothing is known of the calendar: that it fails would be told to its venue.
	lost = errors.New("no master key")
	if got, err := f.Fetch(t.Context(), c, zone, now); got != nil || !errors.Is(err, lost) {
		t.Errorf("%+v, %v", got, err)
	}
}
