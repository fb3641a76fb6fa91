package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestArchiveSurvivesKills archives an event and brings it back, by the server and by the command,
// each killed at random moments, as often as HOLDFAST_ARCHIVE_KILLS says: after each kill verify
// is clean, whoever goes on ends it, and in the end nothing is lost or there twice.
func TestArchiveSurvivesKills(t *testing.T) {
	seed.InTurn(t, 2)
	kills := count(t, "HOLDFAST_ARCHIVE_KILLS", 1)
	together(t, func(t *testing.T, db string) {
		random := rand.New(rand.NewPCG(seed.Of(t), uint64(kills)))
		files := t.TempDir()
		s := serve(t, db, "--files", files)
		a := &archiving{process: s, t: t, db: db, files: files, random: random}
		a.finished(t, 300)
		before := a.read()
		for range kills {
			s.stop()
			a.command(5*time.Second, 300*time.Millisecond, a.event)
			// Where it was done before it was killed, there is nothing to go on with.
			if out, err := holdfast(t, "archive", "--db", db, "--files", files, a.event); err != nil && !strings.Contains(out, "it is archived already") {
				t.Errorf("%s %v", out, err)
			}
			a.verified()
			a.command(0, 400*time.Millisecond, "--restore", a.event)
			// Where it was done before it was killed, there is nothing to bring back.
			if out, err := holdfast(t, "archive", "--db", db, "--files", files, "--restore", a.event); err != nil && !strings.Contains(err.Error(), "is not archived") {
				t.Errorf("%s %v", out, err)
			}
			a.verified()
			s.restart()
			a.until("live")
			a.check(before)
			s.call("POST", a.path+":archive", nil).want(http.StatusAccepted)
			a.until("archiving", "archived")
			a.killed(5*time.Second, 300*time.Millisecond) // it is sealed for 5 seconds
			a.until("archived")
			a.check(before)
			s.call("POST", a.path+":restore", nil).want(http.StatusAccepted)
			a.killed(0, 200*time.Millisecond)
			a.until("live")
			a.check(before)
		}
		s.stop()
		a.verified()
	})
}

// shortCode is what is typed at the door of an event: after it there is none.
var shortCode = regexp.MustCompile(`,"short_code":"[^"]*"`)

// archiving is an event that is archived and brought back.
type archiving struct {
	*process
	t                      *testing.T
	db, files, event, path string
	order                  string // of somebody with a ticket
	random                 *rand.Rand
}

// finished makes an event that is over, with people who have tickets and others who waited.
func (a *archiving) finished(t *testing.T, people int) {
	t.Helper()
	ends := time.Now().Add(5 * time.Second)
	a.event = a.newEvent(people/2, object{"starts_at": ends.Add(-time.Second), "ends_at": ends})
	a.path = "/v1/events/" + a.event
	a.order = a.call("POST", a.path+"/registrations", person("Ada")).want(http.StatusCreated).at("order_id")
	var all sync.WaitGroup
	for g := range 6 {
		all.Go(func() {
			for i := g; i < people; i += 6 {
				a.call("POST", a.path+"/registrations", person(fmt.Sprint("p", i)), "Idempotency-Key: p"+fmt.Sprint(i))
			}
		})
	}
	all.Wait()
	within(t, 60*time.Second, "nothing keeps the event from being archived", func() bool {
		if a.call("GET", a.path, nil).want(http.StatusOK).at("availability", "waiting") != "0" {
			return false // the waitlist is closed at the end, and its people are told then
		}
		// The command seals names, which the server does every ten minutes.
		now := a.call("GET", a.path+"/archive", nil).want(http.StatusOK).body
		return bytes.Contains(now, []byte(`"reasons":[]`)) || bytes.Contains(now, []byte(`"reasons":["names_unsealed"]`))
	})
}

// read is what those read who follow the organization's changes, from the beginning, and who has
// a ticket.
func (a *archiving) read() (all string) {
	a.t.Helper()
	for after := ""; ; {
		page := a.call("GET", "/v1/changes?limit=200&after="+after, nil).want(http.StatusOK)
		all += string(page.body)
		if next := page.at("next_cursor"); next != after && len(items[any](page)) > 0 {
			after = next
			continue
		}
		tickets := a.call("GET", "/v1/orders/"+a.order+"/tickets", nil).want(http.StatusOK).body
		return all + string(shortCode.ReplaceAll(tickets, nil))
	}
}

// check compares that with what it was.
func (a *archiving) check(before string) {
	a.t.Helper()
	if now := a.read(); now != before {
		a.t.Errorf("whoever follows reads %d bytes, and read %d", len(now), len(before))
	}
}

// killed kills the server at a moment that nobody chose, verifies, and starts it again.
func (a *archiving) killed(at, around time.Duration) {
	a.t.Helper()
	<-time.After(at + time.Duration(a.random.Int64N(int64(around))))
	a.kill()
	a.verified()
	a.restart()
}

// command runs the command, and kills it at a moment that nobody chose.
func (a *archiving) command(at, around time.Duration, args ...string) {
	a.t.Helper()
	cmd := exec.CommandContext(a.t.Context(), binary, append([]string{"archive", "--db", a.db, "--files", a.files}, args...)...)
	cmd.Env = environment(a.t)
	if err := cmd.Start(); err != nil {
		a.t.Fatal(err)
	}
	<-time.After(at + time.Duration(a.random.Int64N(int64(around))))
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		a.t.Error(err)
	}
	_ = cmd.Wait() // it was killed
	a.verified()
}

func (a *archiving) verified() {
	a.t.Helper()
	must(a.t, "verify", "--db", a.db, "--files", a.files)
}

// until waits for a state of the archive. What was asked for before a kill is asked for again where
// it had not begun.
func (a *archiving) until(states ...string) {
	a.t.Helper()
	within(a.t, 60*time.Second, fmt.Sprint("the event is ", states), func() bool {
		now := a.call("GET", a.path+"/archive", nil).want(http.StatusOK).at("state")
		for _, s := range states {
			if now == s {
				return true
			}
		}
		switch {
		case now == "live":
			a.call("POST", a.path+":archive", nil).want(http.StatusAccepted)
		case now == "archived" && states[0] == "live":
			a.call("POST", a.path+":restore", nil).want(http.StatusAccepted)
		}
		return false
	})
}
