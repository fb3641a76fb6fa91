package publiclog_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// kept is a database whose logs are grown behind it, in a bubble with a clock of its own.
type kept struct {
	t      *testing.T
	store  *store.Store
	writer *sequencer.Writer
	ids    *id.Maker
	logs   *publiclog.Logs
	told   bytes.Buffer
	rush   atomic.Bool
	people int
	tiers  map[string]string // of events
	heads  string            // the folder of what was signed last
}

// inBubble runs a test on a database of its own.
func inBubble(t *testing.T, test func(t *testing.T, k *kept)) {
	t.Helper()
	url, key := testdb.SQLite(t), filepath.Join(t.TempDir(), "log.key")
	synctest.Test(t, func(t *testing.T) {
		k := &kept{t: t, store: testdb.Open(t, url), ids: &id.Maker{}, tiers: map[string]string{}, heads: key + ".heads"}
		_, private, err := ed25519.GenerateKey(nil)
		k.must(err)
		k.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: k.store, SigningKey: private})
		k.must(err)
		signer, err := tlog.OpenSigner(key, "holdfast.test")
		k.must(err)
		k.logs = &publiclog.Logs{Store: k.store, Signer: signer, Log: slog.New(slog.NewTextHandler(&k.told, nil)), Rush: k.rush.Load}
		test(t, k)
	})
}

func (k *kept) must(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

// keep grows the logs until the test ends.
func (k *kept) keep() (stop func()) { return k.run(k.logs.Keep) }

// run works until the test ends.
func (k *kept) run(work func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(k.t.Context())
	ended := make(chan struct{})
	go func() {
		work(ctx)
		close(ended)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// wait lets time pass.
func (*kept) wait(d time.Duration) { <-time.After(d) }

func (k *kept) write(event string, commands ...inventory.Command) {
	k.t.Helper()
	reqs := make([]sequencer.Request, len(commands))
	for i, c := range commands {
		reqs[i] = sequencer.Request{EventID: event, Command: c}
		if _, ok := c.(inventory.Create); ok {
			reqs[i].Details = storeevents.Details{Title: "Concert"}.All()
		}
	}
	results, _ := k.writer.Write(k.t.Context(), event, reqs)
	for _, r := range results {
		k.must(r.Err)
		if r.Reply.Code != inventory.OK {
			k.t.Fatalf("refused: %s", r.Reply.Code)
		}
	}
	k.logs.Changed(event)
}

// open makes an event.
func (k *kept) open() (event string) {
	k.t.Helper()
	org := k.ids.Top(id.Organization)
	event = k.ids.Top(id.Event)
	tier, pool := k.ids.In(id.Tier, event), k.ids.In(id.Pool, event)
	k.tiers[event] = tier
	now := inventory.At(time.Now())
	k.must(k.store.Organizations.CreateOrganization(k.t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: now}))
	k.write(event, inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{
			ID: event, OrgID: org, Zone: time.UTC, StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
			Settings: inventory.Settings{Waitlist: inventory.WaitlistSettings{
				Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact, ClaimWindow: 6 * inventory.Hour,
			}},
		},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: 1_000_000}}, Tiers: []inventory.Tier{{ID: tier, Name: "General", Pools: []string{pool}}},
		Publish: true,
	})
	return event
}

// register lets so many people register at an event.
func (k *kept) register(event string, people int) {
	k.t.Helper()
	commands := make([]inventory.Command, people)
	for i := range commands {
		k.people++
		user := fmt.Sprintf("user%d", k.people)
		commands[i] = inventory.Register{
			Who: inventory.Who{Actor: "public"}, OrderID: k.ids.In(id.Order, event),
			Party: inventory.Party{PersonID: k.ids.In(id.Person, event), UserID: user, Tier: k.tiers[event], Units: 1, Profile: inventory.Profile{Email: user + "@example.org", Name: user}},
		}
	}
	k.write(event, commands...)
}

// behind is how many audit rows of an event no checkpoint has yet.
func (k *kept) behind(event string) int64 {
	k.t.Helper()
	synctest.Wait()
	view, err := k.store.Events.Event(k.t.Context(), event)
	k.must(err)
	log, err := k.store.Logs.Log(k.t.Context(), event)
	if !errors.Is(err, database.ErrNotFound) {
		k.must(err)
	}
	return view.Event.Seq - log.Signed
}

// TestKeep: what happens is in the log within a second, also what the process was not told
// of because it had not begun.
func TestKeep(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		event := k.open()
		defer k.keep()()
		k.wait(time.Second)
		if n := k.behind(event); n != 0 {
			t.Fatalf("%d rows from before the start are not in the log", n)
		}
		k.wait(300 * time.Millisecond)
		k.register(event, 3)
		k.wait(time.Second)
		if n, lag := k.behind(event), k.logs.Lag(); n != 0 || lag != 0 {
			t.Errorf("%d rows are not in the log after a second; it lags by %s", n, lag)
		}
		k.register(event, 5000) // pages
		k.wait(time.Second)
		if n := k.behind(event); n != 0 {
			t.Errorf("%d of many rows are not in the log after a second", n)
		}
	})
}

// TestKeepInARush: in a rush the log waits until a change is five seconds old, then goes
// on, and is never much older however long the rush lasts; after it there is nothing to
// wait for.
func TestKeepInARush(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		event := k.open()
		defer k.keep()()
		k.wait(1500 * time.Millisecond) // between two rounds
		k.rush.Store(true)
		k.register(event, 3)
		k.wait(4 * time.Second)
		if n, lag := k.behind(event), k.logs.Lag(); n == 0 || lag != 4*time.Second {
			t.Errorf("after four seconds of a rush %d rows are not in the log, which lags by %s", n, lag)
		}
		k.wait(2 * time.Second)
		if n, lag := k.behind(event), k.logs.Lag(); n != 0 || lag != 0 {
			t.Errorf("after six seconds of a rush %d rows are not in the log, which lags by %s", n, lag)
		}
		worst := time.Duration(0)
		for range 600 {
			k.register(event, 1)
			k.wait(100 * time.Millisecond)
			worst = max(worst, k.logs.Lag())
		}
		if worst < 5*time.Second || worst > 6*time.Second+100*time.Millisecond {
			t.Errorf("in a minute of a rush the log lagged by %s at most", worst)
		}
		k.rush.Store(false)
		k.wait(time.Second)
		if n := k.behind(event); n != 0 {
			t.Errorf("a second after the rush %d rows are not in the log", n)
		}
	})
}

// TestStartInARush: a server that starts in a rush lets people go first too, and then grows
// the logs of all events.
func TestStartInARush(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		events := make([]string, 3)
		for i := range events {
			events[i] = k.open()
		}
		told := k.logs
		k.logs = &publiclog.Logs{Store: told.Store, Signer: told.Signer, Log: told.Log, Rush: told.Rush} // it was told about nothing
		k.rush.Store(true)
		defer k.keep()()
		k.wait(4 * time.Second)
		if k.behind(events[0]) == 0 {
			t.Error("a log was grown in the first seconds of a rush")
		}
		k.wait(2 * time.Second)
		for _, event := range events {
			if n := k.behind(event); n != 0 {
				t.Errorf("after six seconds %d rows are not in the log", n)
			}
		}
	})
}

// TestKeepFails: a log that cannot be grown is tried again, the operator is told, and sees
// how long it has waited.
func TestKeepFails(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, k *kept) {
		event := k.open()
		defer k.keep()()
		k.wait(time.Second)
		k.must(os.Rename(k.heads, k.heads+".away"))
		k.register(event, 1)
		k.wait(10 * time.Second)
		if n, lag := k.behind(event), k.logs.Lag(); n == 0 || lag < 9*time.Second {
			t.Errorf("%d rows are not in the log, which lags by %s", n, lag)
		}
		if !strings.Contains(k.told.String(), "not grown; trying again") {
			t.Errorf("the operator was told %q", k.told.String())
		}
		k.must(os.Rename(k.heads+".away", k.heads))
		k.wait(time.Second)
		if n, lag := k.behind(event), k.logs.Lag(); n != 0 || lag != 0 {
			t.Errorf("%d rows are still not in the log, which lags by %s", n, lag)
		}
	})
}
