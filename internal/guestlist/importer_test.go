package guestlist_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// fixture is an event with a sequencer on a real database.
type fixture struct {
	t           *testing.T
	store       *store.Store
	seq         *sequencer.Sequencer
	ids         *id.Maker
	event, tier string
	// broken makes what was submitted fail after it was committed, as a process
	// that dies before it could say so; that many more times.
	broken int
	// lines and ended are what importers told of.
	lines files.ImportProgress
	ended []string
}

var errDied = errors.New("died")

func engines(t *testing.T, test func(f *fixture)) {
	t.Run("sqlite", func(t *testing.T) { test(newFixture(t, testdb.SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { test(newFixture(t, testdb.Postgres(t))) })
}

var signingKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

func newFixture(t *testing.T, url string) *fixture {
	f := &fixture{t: t, ids: &id.Maker{}}
	st := testdb.Open(t, url, testdb.Quiet)
	f.store = st
	var err error
	f.seq, err = sequencer.New(sequencer.Config{WriterConfig: sequencer.WriterConfig{
		Store: st, SigningKey: signingKey, Outbox: outbox, Log: slog.New(slog.DiscardHandler),
	}})
	f.must(err)
	t.Cleanup(func() { f.must(f.seq.Close(context.Background())) })
	org := f.ids.Top(id.Organization)
	f.must(st.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}))
	f.event = f.ids.Top(id.Event)
	f.tier = f.ids.In(id.Tier, f.event)
	pool, now := f.ids.In(id.Pool, f.event), inventory.At(time.Now())
	reply, err := f.seq.Submit(t.Context(), sequencer.Request{EventID: f.event, Details: events.Details{Title: "Concert"}.All(), Command: inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: f.event, OrgID: org, Zone: time.UTC,
			StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
			Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{
				Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact, ClaimWindow: 6 * inventory.Hour,
			}}},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: 150}}, Tiers: []inventory.Tier{{ID: f.tier, Name: "General", Pools: []string{pool}}}, Publish: true,
	}})
	f.must(err)
	if reply.Code != inventory.OK {
		t.Fatal(reply.Code)
	}
	return f
}

// outbox makes a job that nobody works here.
func outbox(event string, list []inventory.Message) (database.Job, error) {
	args := fmt.Sprintf(`{"event_id":%q,"from_seq":%d,"to_seq":%d}`, event, list[0].Seq, list[len(list)-1].Seq)
	return database.Job{Kind: "deliver_messages", Args: []byte(args), Queue: "default", Priority: 1, MaxAttempts: 1}, nil
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// list stores an import of n people.
func (f *fixture) list(n int, join bool) string {
	f.t.Helper()
	rows := make([]guestlist.Row, n)
	for i := range rows {
		rows[i] = guestlist.Row{Line: i + 2, User: fmt.Sprint("u", i), Tier: f.tier, Guests: "[]", Units: 1,
			Who: inventory.Profile{Email: fmt.Sprintf("u%d@example.org", i), Name: "U"}}
	}
	text, err := json.Marshal(rows)
	f.must(err)
	m := files.Import{ID: f.ids.In(files.ImportPrefix, f.event), EventID: f.event, JoinWaitlist: join, Total: int64(n), CreatedBy: "key_x", CreatedAt: 1}
	f.must(f.store.Imports.CreateImport(f.t.Context(), m, string(text), database.Job{Kind: "import", Args: []byte("{}"), Queue: "default", Priority: 4, MaxAttempts: 1}))
	if err := f.store.Imports.CreateImport(f.t.Context(), m, string(text), database.Job{}); !errors.Is(err, database.ErrConflict) {
		f.t.Errorf("twice: %v", err)
	}
	return m.ID
}

func (f *fixture) importer() *guestlist.Importer {
	return &guestlist.Importer{Store: f.store, IDs: f.ids, Now: time.Now,
		Observe: func(lines files.ImportProgress, ended string) {
			f.lines.Worked, f.lines.Confirmed, f.lines.Refused = f.lines.Worked+lines.Worked, f.lines.Confirmed+lines.Confirmed, f.lines.Refused+lines.Refused
			if ended != "" {
				f.ended = append(f.ended, ended)
			}
		},
		Submit: func(ctx context.Context, event string, rs []sequencer.Request) ([]sequencer.Result, error) {
			results, err := f.seq.SubmitAll(ctx, event, rs)
			if f.broken > 0 {
				f.broken--
				return nil, errDied
			}
			return results, err
		}}
}

func (f *fixture) read(name string) *files.Import {
	f.t.Helper()
	m, err := f.store.Imports.ImportByID(f.t.Context(), name)
	f.must(err)
	return m
}

// clean asks the oracle.
func (f *fixture) clean() {
	f.t.Helper()
	report, err := verify.Run(f.t.Context(), f.store, verify.Options{AuditKeys: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}})
	f.must(err)
	if !report.Clean() {
		f.t.Errorf("verify: %+v", report.Violations)
	}
}

// TestImport: a list longer than the event is large, whose process dies three
// times between a commit and the word of it. Everybody is in once, in order, and
// whoever is refused is named.
func TestImport(t *testing.T) {
	engines(t, func(f *fixture) {
		name := f.list(250, false)
		f.broken = 1
		for died := 0; ; {
			err := f.importer().Run(f.t.Context(), name)
			if err == nil {
				break
			}
			if died++; !errors.Is(err, errDied) || died > 3 {
				f.t.Fatal(err)
			}
			if died < 3 {
				f.broken = 1
			}
		}
		m := f.read(name)
		if m.State != "done" || m.Worked != 250 || m.Confirmed != 150 || m.Refused != 100 || m.Waiting != 0 || m.FinishedAt == 0 {
			f.t.Errorf("%+v", m)
		}
		refused, err := f.store.Imports.ImportRefusals(f.t.Context(), name, 0, 1000)
		f.must(err)
		if len(refused) != 100 || refused[0] != (files.ImportRefusal{Line: 152, Code: "sold_out"}) {
			f.t.Errorf("%d refused, first %+v", len(refused), refused[0])
		}
		v, err := f.store.Events.Event(f.t.Context(), f.event)
		f.must(err)
		if v.Pools[0].Confirmed != 150 {
			f.t.Errorf("%d confirmed", v.Pools[0].Confirmed)
		}
		f.must(f.importer().Run(f.t.Context(), name)) // done is done
		involved, err := f.store.People.Involved(f.t.Context(), f.event, []string{"u0", "u149", "u150", "nobody"})
		f.must(err)
		if len(involved) != 2 || !involved["u0"] || !involved["u149"] {
			f.t.Errorf("involved: %v", involved)
		}
		if f.lines != (files.ImportProgress{Worked: 250, Confirmed: 150, Refused: 100}) || len(f.ended) != 1 || f.ended[0] != "done" {
			f.t.Errorf("told of %+v, %v", f.lines, f.ended)
		}
		f.clean()
	})
}

// TestImportEnds: whoever waits is counted; an import that nobody wants any more
// stops where it is, and one that fails says so; either way the lines are gone.
func TestImportEnds(t *testing.T) {
	engines(t, func(f *fixture) {
		name := f.list(160, true)
		f.must(f.importer().Run(f.t.Context(), name))
		if m := f.read(name); m.Confirmed != 150 || m.Waiting != 10 || m.Refused != 0 {
			f.t.Errorf("%+v", m)
		}
		if ended, err := f.store.Imports.EndImport(f.t.Context(), name, "cancelled", 1); err != nil || ended {
			f.t.Errorf("a finished import was cancelled: %v", err)
		}
		gone := f.list(10, true)
		if ended, err := f.store.Imports.EndImport(f.t.Context(), gone, "cancelled", 1); err != nil || !ended {
			f.t.Errorf("not cancelled: %v", err)
		}
		f.must(f.importer().Run(f.t.Context(), gone))
		if m := f.read(gone); m.State != "cancelled" || m.Worked != 0 {
			f.t.Errorf("%+v", m)
		}
		failed := f.list(10, true)
		f.must(f.importer().GiveUp(f.t.Context(), failed))
		if m, people, err := f.store.Imports.BeginImport(f.t.Context(), failed); m != nil || people != "" || err != nil {
			f.t.Errorf("begun again: %+v %v", m, err)
		}
		list, err := f.store.Imports.ImportsPage(f.t.Context(), f.event, 10)
		f.must(err)
		if len(list) != 3 {
			f.t.Errorf("%d imports", len(list))
		}
		_, err = f.store.Imports.ImportByID(f.t.Context(), f.ids.In(files.ImportPrefix, f.event))
		if !errors.Is(err, database.ErrNotFound) {
			f.t.Errorf("one that is not there: %v", err)
		}
		f.clean()
	})
}

// TestImportTakenUpLate: an import is taken up again when the replies of its time
// have long been pruned, after its process died between a commit and the word of
// it. Those of its own lines are still there: nobody is registered again, not
// even who cancelled meanwhile, and they go when it is done.
func TestImportTakenUpLate(t *testing.T) {
	const ever = 1 << 60
	engines(t, func(f *fixture) {
		name := f.list(120, false)
		f.broken = 1
		if err := f.importer().Run(f.t.Context(), name); !errors.Is(err, errDied) {
			f.t.Fatal(err)
		}
		left, err := f.store.Registrations.Registration(f.t.Context(), f.event, "u0")
		f.must(err)
		reply, err := f.seq.Submit(f.t.Context(), sequencer.Request{EventID: f.event, Command: inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: left.Hold.ID}})
		f.must(err)
		if reply.Code != inventory.OK {
			f.t.Fatal(reply.Code)
		}
		if n, err := f.store.Replies.PruneReplies(f.t.Context(), ever, 1000); err != nil || n != 0 {
			f.t.Errorf("%d replies of an import under way were pruned, %v", n, err)
		}
		f.must(f.importer().Run(f.t.Context(), name))
		if m := f.read(name); m.State != "done" || m.Confirmed != 120 || m.Refused != 0 {
			f.t.Errorf("%+v", m)
		}
		v, err := f.store.Events.Event(f.t.Context(), f.event)
		f.must(err)
		if v.Pools[0].Confirmed != 119 {
			f.t.Errorf("%d confirmed, and who cancelled is not wanted back", v.Pools[0].Confirmed)
		}
		if n, err := f.store.Replies.PruneReplies(f.t.Context(), ever, 1000); err != nil || n != 120 {
			f.t.Errorf("%d replies were pruned when it was done, %v", n, err)
		}
		f.clean()
	})
}
