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
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// house is an event with a sequencer on a real database.
type house struct {
	t           *testing.T
	store       *store.Store
	seq         *sequencer.Sequencer
	ids         *id.Maker
	event, tier string
	// broken makes what was submitted fail after it was committed, as a process
	// that dies before it could say so; that many more times.
	broken int
	// lines and ended are what importers told of.
	lines store.ImportProgress
	ended []string
}

var errDied = errors.New("died")

func engines(t *testing.T, test func(h *house)) {
	t.Run("sqlite", func(t *testing.T) { test(newHouse(t, testdb.SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { test(newHouse(t, testdb.Postgres(t))) })
}

func newHouse(t *testing.T, url string) *house {
	h := &house{t: t, ids: &id.Maker{}}
	st, err := store.Open(t.Context(), store.Config{URL: url, Log: slog.New(slog.DiscardHandler)})
	h.must(err)
	t.Cleanup(func() { h.must(st.Close()) })
	h.store = st
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	_, err = st.Organizations.ServerKey(t.Context(), "audit", key.Seed(), 1)
	h.must(err)
	h.seq, err = sequencer.New(sequencer.Config{WriterConfig: sequencer.WriterConfig{
		Store: st, SigningKey: key, Outbox: outbox, Log: slog.New(slog.DiscardHandler),
	}})
	h.must(err)
	t.Cleanup(func() { h.must(h.seq.Close(context.Background())) })
	org := h.ids.Top(id.Organization)
	h.must(st.Organizations.CreateOrganization(t.Context(), store.Organization{ID: org, Name: "Test", CreatedAt: 1}))
	h.event = h.ids.Top(id.Event)
	h.tier = h.ids.In(id.Tier, h.event)
	pool, now := h.ids.In(id.Pool, h.event), inventory.At(time.Now())
	reply, err := h.seq.Submit(t.Context(), sequencer.Request{EventID: h.event, Details: store.Details{Title: "Concert"}.All(), Command: inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: h.event, OrgID: org, Zone: time.UTC,
			StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
			Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{
				Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact, ClaimWindow: 6 * inventory.Hour,
			}}},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: 150}}, Tiers: []inventory.Tier{{ID: h.tier, Name: "General", Pools: []string{pool}}}, Publish: true,
	}})
	h.must(err)
	if reply.Code != inventory.OK {
		t.Fatal(reply.Code)
	}
	return h
}

// outbox makes a job that nobody works here.
func outbox(event string, list []inventory.Message) (store.Job, error) {
	args := fmt.Sprintf(`{"event_id":%q,"from_seq":%d,"to_seq":%d}`, event, list[0].Seq, list[len(list)-1].Seq)
	return store.Job{Kind: "deliver_messages", Args: []byte(args), Queue: "default", Priority: 1, MaxAttempts: 1}, nil
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// list stores an import of n people.
func (h *house) list(n int, join bool) string {
	h.t.Helper()
	rows := make([]guestlist.Row, n)
	for i := range rows {
		rows[i] = guestlist.Row{Line: i + 2, User: fmt.Sprint("u", i), Tier: h.tier, Guests: "[]", Units: 1,
			Who: inventory.Profile{Email: fmt.Sprintf("u%d@example.org", i), Name: "U"}}
	}
	text, err := json.Marshal(rows)
	h.must(err)
	m := store.Import{ID: h.ids.In(store.ImportPrefix, h.event), EventID: h.event, JoinWaitlist: join, Total: int64(n), CreatedBy: "key_x", CreatedAt: 1}
	h.must(h.store.Imports.CreateImport(h.t.Context(), m, string(text), store.Job{Kind: "import", Args: []byte("{}"), Queue: "default", Priority: 4, MaxAttempts: 1}))
	if err := h.store.Imports.CreateImport(h.t.Context(), m, string(text), store.Job{}); !errors.Is(err, store.ErrConflict) {
		h.t.Errorf("twice: %v", err)
	}
	return m.ID
}

func (h *house) importer() *guestlist.Importer {
	return &guestlist.Importer{Store: h.store, IDs: h.ids, Now: time.Now,
		Observe: func(lines store.ImportProgress, ended string) {
			h.lines.Worked, h.lines.Confirmed, h.lines.Refused = h.lines.Worked+lines.Worked, h.lines.Confirmed+lines.Confirmed, h.lines.Refused+lines.Refused
			if ended != "" {
				h.ended = append(h.ended, ended)
			}
		},
		Submit: func(ctx context.Context, event string, rs []sequencer.Request) ([]sequencer.Result, error) {
			results, err := h.seq.SubmitAll(ctx, event, rs)
			if h.broken > 0 {
				h.broken--
				return nil, errDied
			}
			return results, err
		}}
}

func (h *house) read(name string) *store.Import {
	h.t.Helper()
	m, err := h.store.Imports.ImportByID(h.t.Context(), name)
	h.must(err)
	return m
}

// clean asks the oracle.
func (h *house) clean() {
	h.t.Helper()
	report, err := verify.Run(h.t.Context(), h.store, verify.Options{})
	h.must(err)
	if !report.Clean() {
		h.t.Errorf("verify: %+v", report.Violations)
	}
}

// TestImport: a list longer than the event is large, whose process dies three
// times between a commit and the word of it. Everybody is in once, in order, and
// who is refused is named.
func TestImport(t *testing.T) {
	engines(t, func(h *house) {
		name := h.list(250, false)
		h.broken = 1
		for died := 0; ; {
			err := h.importer().Run(h.t.Context(), name)
			if err == nil {
				break
			}
			if died++; !errors.Is(err, errDied) || died > 3 {
				h.t.Fatal(err)
			}
			if died < 3 {
				h.broken = 1
			}
		}
		m := h.read(name)
		if m.State != "done" || m.Worked != 250 || m.Confirmed != 150 || m.Refused != 100 || m.Waiting != 0 || m.FinishedAt == 0 {
			h.t.Errorf("%+v", m)
		}
		refused, err := h.store.Imports.ImportRefusals(h.t.Context(), name, 0, 1000)
		h.must(err)
		if len(refused) != 100 || refused[0] != (store.ImportRefusal{Line: 152, Code: "sold_out"}) {
			h.t.Errorf("%d refused, first %+v", len(refused), refused[0])
		}
		v, err := h.store.Events.Event(h.t.Context(), h.event)
		h.must(err)
		if v.Pools[0].Confirmed != 150 {
			h.t.Errorf("%d confirmed", v.Pools[0].Confirmed)
		}
		h.must(h.importer().Run(h.t.Context(), name)) // done is done
		involved, err := h.store.People.Involved(h.t.Context(), h.event, []string{"u0", "u149", "u150", "nobody"})
		h.must(err)
		if len(involved) != 2 || !involved["u0"] || !involved["u149"] {
			h.t.Errorf("involved: %v", involved)
		}
		if h.lines != (store.ImportProgress{Worked: 250, Confirmed: 150, Refused: 100}) || len(h.ended) != 1 || h.ended[0] != "done" {
			h.t.Errorf("told of %+v, %v", h.lines, h.ended)
		}
		h.clean()
	})
}

// TestImportEnds: who waits is counted; an import that nobody wants any more
// stops where it is, and one that fails says so; either way the lines are gone.
func TestImportEnds(t *testing.T) {
	engines(t, func(h *house) {
		name := h.list(160, true)
		h.must(h.importer().Run(h.t.Context(), name))
		if m := h.read(name); m.Confirmed != 150 || m.Waiting != 10 || m.Refused != 0 {
			h.t.Errorf("%+v", m)
		}
		if ended, err := h.store.Imports.EndImport(h.t.Context(), name, "cancelled", 1); err != nil || ended {
			h.t.Errorf("a finished import was cancelled: %v", err)
		}
		gone := h.list(10, true)
		if ended, err := h.store.Imports.EndImport(h.t.Context(), gone, "cancelled", 1); err != nil || !ended {
			h.t.Errorf("not cancelled: %v", err)
		}
		h.must(h.importer().Run(h.t.Context(), gone))
		if m := h.read(gone); m.State != "cancelled" || m.Worked != 0 {
			h.t.Errorf("%+v", m)
		}
		failed := h.list(10, true)
		h.must(h.importer().GiveUp(h.t.Context(), failed))
		if m, people, err := h.store.Imports.BeginImport(h.t.Context(), failed); m != nil || people != "" || err != nil {
			h.t.Errorf("begun again: %+v %v", m, err)
		}
		list, err := h.store.Imports.ImportsPage(h.t.Context(), h.event, 10)
		h.must(err)
		if len(list) != 3 {
			h.t.Errorf("%d imports", len(list))
		}
		_, err = h.store.Imports.ImportByID(h.t.Context(), h.ids.In(store.ImportPrefix, h.event))
		if !errors.Is(err, store.ErrNotFound) {
			h.t.Errorf("one that is not there: %v", err)
		}
		h.clean()
	})
}

// TestImportTakenUpLate: an import is taken up again when the replies of its time
// have long been pruned, after its process died between a commit and the word of
// it. Those of its own lines are still there: nobody is registered again, not
// even who cancelled meanwhile, and they go when it is done.
func TestImportTakenUpLate(t *testing.T) {
	const ever = 1 << 60
	engines(t, func(h *house) {
		name := h.list(120, false)
		h.broken = 1
		if err := h.importer().Run(h.t.Context(), name); !errors.Is(err, errDied) {
			h.t.Fatal(err)
		}
		left, err := h.store.Registrations.Registration(h.t.Context(), h.event, "u0")
		h.must(err)
		reply, err := h.seq.Submit(h.t.Context(), sequencer.Request{EventID: h.event, Command: inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: left.Hold.ID}})
		h.must(err)
		if reply.Code != inventory.OK {
			h.t.Fatal(reply.Code)
		}
		if n, err := h.store.Replies.PruneReplies(h.t.Context(), ever, 1000); err != nil || n != 0 {
			h.t.Errorf("%d replies of an import under way were pruned, %v", n, err)
		}
		h.must(h.importer().Run(h.t.Context(), name))
		if m := h.read(name); m.State != "done" || m.Confirmed != 120 || m.Refused != 0 {
			h.t.Errorf("%+v", m)
		}
		v, err := h.store.Events.Event(h.t.Context(), h.event)
		h.must(err)
		if v.Pools[0].Confirmed != 119 {
			h.t.Errorf("%d confirmed, and who cancelled is not wanted back", v.Pools[0].Confirmed)
		}
		if n, err := h.store.Replies.PruneReplies(h.t.Context(), ever, 1000); err != nil || n != 120 {
			h.t.Errorf("%d replies were pruned when it was done, %v", n, err)
		}
		h.clean()
	})
}
