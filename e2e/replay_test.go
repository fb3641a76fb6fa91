package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// stood is how an event stood: what the command and the API both say of it.
type stood struct {
	Status   string
	Tiers    []stoodCount
	Pools    []stoodCount
	Waitlist []stoodEntry
}

// stoodCount is of a tier or of a pool, stoodEntry of a place on the waitlist.
type stoodCount struct {
	Name                                                 string
	Held, Confirmed, Blocked, Waiting, Offered, Capacity int64
}

type stoodEntry struct {
	ID, Status      string
	Position, Units int64
}

// byCommand is what `holdfast replay` prints of an event after an audit row, or at a time.
func byCommand(t *testing.T, db, event, at string, more ...string) (seq int64, s stood) {
	t.Helper()
	out := must(t, append([]string{"replay", "--db", db, "--event", event, "--at", at, "--json"}, more...)...)
	var d struct {
		stood
		Event    string
		Seq      int64
		Waitlist []struct {
			stoodEntry
			State string
		}
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil || d.Event != event {
		t.Fatalf("%v: %s", err, out)
	}
	s = d.stood
	for _, e := range d.Waitlist {
		e.Status = e.State
		s.Waitlist = append(s.Waitlist, e.stoodEntry)
	}
	return d.Seq, s
}

// byRequest is what `GET …/state` answers of the same.
func (p *process) byRequest(event, at string) (seq int64, s stood) {
	p.t.Helper()
	a := p.call("GET", "/v1/events/"+event+"/state?at="+at, nil).want(200)
	var d struct {
		stood
		Seq int64 `json:"ledger_seq"`
	}
	if err := json.Unmarshal(a.body, &d); err != nil {
		p.t.Fatalf("%v: %s", err, a.body)
	}
	s = d.stood
	for _, e := range items[struct {
		stoodEntry
		EntryID string `json:"entry_id"`
	}](p.call("GET", "/v1/events/"+event+"/state/waitlist?at="+at, nil)) {
		e.ID = e.EntryID
		s.Waitlist = append(s.Waitlist, e.stoodEntry)
	}
	return d.Seq, s
}

// TestReplayCommand: the command shows how an event stood as the API does, finds nothing while
// the tables are what the log makes of them, and names the column that is not.
func TestReplayCommand(t *testing.T) {
	together(t, func(t *testing.T, db string) {
		s := serveAs(t, db, strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner")))
		event := s.newEvent(2, object{"max_guests": 1})
		registrations := "/v1/events/" + event + "/registrations"
		s.call("POST", registrations, person("Ada", "Guest")).want(201)
		s.call("POST", registrations, person("Ben")).want(201)
		s.call("POST", registrations, person("Cyd", "Guest")).want(201)
		full, _ := s.byRequest(event, "")
		s.call("DELETE", registrations+"/ada", nil).want(200)
		last, now := s.byRequest(event, "")
		if now.Pools[0].Capacity != 2 || now.Tiers[0].Offered == 0 {
			t.Fatalf("nobody was offered what Ada gave back: %+v", now)
		}
		for at, waiting := range map[int64]int{full: 2, last: len(now.Waitlist)} {
			seq, want := s.byRequest(event, fmt.Sprint(at))
			for _, more := range [][]string{nil, {"--from-rows"}} {
				if got, is := byCommand(t, db, event, fmt.Sprint(at), more...); got != at || seq != at || !reflect.DeepEqual(is, want) || len(is.Waitlist) != waiting {
					t.Errorf("after row %d %v: the command says %d %+v, the API %d %+v", at, more, got, is, seq, want)
				}
			}
		}
		// A time is the last row before it.
		when := s.call("GET", "/v1/events/"+event+"/state?at="+fmt.Sprint(full), nil).want(200).at("at")
		if seq, _ := byCommand(t, db, event, when); seq != full {
			t.Errorf("at %s it stood after row %d, want %d", when, seq, full)
		}
		if text := must(t, "replay", "--db", db, "--event", event, "--at", fmt.Sprint(full)); !strings.Contains(text, fmt.Sprintf("%s after row %d, ", event, full)) || !strings.Contains(text, "2 confirmed, 0 held, 0 blocked of 2") || !strings.Contains(text, "waits as #2") {
			t.Errorf("in words: %s", text)
		}
		for _, c := range []struct {
			args []string
			says string
		}{
			{[]string{"--event", event, "--check", "--at", "3"}, "leave out --at"},
			{[]string{"--event", event, "--at", "yesterday"}, `--at is "yesterday"`},
			{[]string{"--event", event, "--at", "0"}, `--at is "0"`},
			{[]string{"--event", event, "--at", fmt.Sprint(last + 1)}, "the log has no such row"},
			{[]string{"--event", "evt_3k9q0a7c1v5m", "--check"}, "there is no event evt_3k9q0a7c1v5m"},
		} {
			if out, err := holdfast(t, append([]string{"replay", "--db", db}, c.args...)...); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v is not refused with %q: %s, %v", c.args, c.says, out, err)
			}
		}
		s.stop()
		check := []string{"replay", "--db", db, "--event", event, "--check"}
		if out := must(t, check...); !strings.Contains(out, "the tables are what the log makes of them") {
			t.Error(out)
		}
		verified(t, db)

		st, err := store.Open(t.Context(), database.Config{URL: db})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close() //nolint:errcheck // what was changed is read by the command
		if _, err := st.JobsDB().ExecContext(t.Context(), "update waitlist_entries set units = 7 where event_id = $1 and units = 1", event); err != nil {
			t.Fatal(err)
		}
		out, err := holdfast(t, check...)
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(out, `the count of units is "1" by the log, and "7" in the table`) || !strings.Contains(out, "1 differences") {
			t.Errorf("after a change past the server: %s, %v", out, err)
		}
	})
}
