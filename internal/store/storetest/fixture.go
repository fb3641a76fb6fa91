package storetest

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Epoch is the time at which the events of this package begin their lives.
var Epoch = inventory.At(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))

var signer = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

// Fixture is one event on a store, with the least that a sequencer does: begin,
// decide, commit, and keep the state.
type Fixture struct {
	T     testing.TB
	S     *store.Store
	Event string
	Org   string
	Tier  string
	Pool  string
	Now   inventory.Instant
	ids   *id.Maker
	// Seating is the plan that the event is created with; nil: none.
	Seating *events.Seating
	// Cached is the state after the last batch.
	Cached *ledger.Cached
}

// NewFixture makes an organization and the ids of an event that does not exist yet.
func NewFixture(t testing.TB, s *store.Store) *Fixture {
	t.Helper()
	h := &Fixture{T: t, S: s, Now: Epoch, ids: &id.Maker{}}
	h.Org, h.Event = h.ids.Top(id.Organization), h.ids.Top(id.Event)
	h.Pool, h.Tier = h.ids.In(id.Pool, h.Event), h.ids.In(id.Tier, h.Event)
	if err := s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: h.Org, Name: "Town hall", CreatedAt: Epoch}); err != nil {
		t.Fatal(err)
	}
	return h
}

// OpenEvent makes a published event of one tier and one pool.
func OpenEvent(t testing.TB, s *store.Store, capacity int64, change func(*inventory.Settings)) *Fixture {
	t.Helper()
	h := NewFixture(t, s)
	h.Must(h.CreateCommand(capacity, change))
	return h
}

// Beside is the same event on another store, as a second server has it.
func (h *Fixture) Beside(s *store.Store) *Fixture {
	other := *h
	other.S, other.Cached = s, nil
	return &other
}

// In makes an id inside the event.
func (h *Fixture) In(prefix string) string { return h.ids.In(prefix, h.Event) }

// CreateCommand is the command that makes the event.
func (h *Fixture) CreateCommand(capacity int64, change func(*inventory.Settings)) inventory.Create {
	settings := inventory.Settings{
		MaxGuests: 5,
		Waitlist: inventory.WaitlistSettings{
			Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact,
			ClaimWindow: 6 * inventory.Hour, ClassHeadStart: inventory.Hour,
		},
	}
	if change != nil {
		change(&settings)
	}
	zone, err := time.LoadLocation("Europe/Vienna")
	if err != nil {
		h.T.Fatal(err)
	}
	return inventory.Create{
		Who: inventory.Who{Actor: "key_test", Staff: true},
		Event: inventory.Event{
			ID: h.Event, OrgID: h.Org, Zone: zone, Settings: settings,
			StartsAt: Epoch + inventory.Instant(30*inventory.Day), EndsAt: Epoch + inventory.Instant(31*inventory.Day),
		},
		Pools:   []inventory.Pool{{ID: h.Pool, Name: "Seats", Capacity: capacity}},
		Tiers:   []inventory.Tier{{ID: h.Tier, Name: "General", Pools: []string{h.Pool}}},
		Publish: true,
	}
}

// Register is the wish of a new person with units places.
func (h *Fixture) Register(user string, units int64) inventory.Register {
	return inventory.Register{Who: inventory.Who{Actor: "public"}, Party: h.Party(user, units), OrderID: h.In(id.Order), JoinWaitlist: true}
}

// Party is a person with guests.
func (h *Fixture) Party(user string, units int64) inventory.Party {
	return inventory.Party{
		UserID: user, Profile: inventory.Profile{Email: user + "@example.com", Name: "Person " + user, Locale: "en"},
		Tier: h.Tier, Guests: `[{"name":"Guest of ` + user + `"}]`, Units: units,
		PersonID: h.In(id.Person), EntryID: h.In(id.Entry),
	}
}

// batch is the batch of commands at the fixture's time.
func (h *Fixture) batch(cmds ...inventory.Command) inventory.Batch {
	return inventory.Batch{Now: h.Now, Commands: cmds,
		DeriveID: func(prefix string, seq int64) string { return id.Seq(prefix, h.Event, seq) }}
}

// write is what a sequencer writes for decided changes.
func (h *Fixture) write(c *inventory.Changes, head audit.Hash) ledger.Write {
	w := ledger.Write{Changes: c, Now: h.Now, Hashes: audit.Chain(head, h.Event, c.Audit)}
	if n := len(w.Hashes); n > 0 {
		w.HeadSig = audit.SignHead(signer, h.Event, c.Audit[n-1].Seq, w.Hashes[n-1])
	}
	if c.Created {
		w.Details = events.Details{Title: "An evening", Description: "of music", Location: "Town hall", Coordinates: "53.5436,9.9889", OnlineURL: "https://meet.example/",
			Category: "music", Tags: []string{"Chamber music", "Free"}, Performers: []string{"Nina Okoye"}, Language: "en", AgeMin: 12, Reminders: []int64{86400, 3600}}.All()
		w.Details.Seating = h.Seating
	}
	return w
}

// Begin opens a batch with the cached state, and fails the test when it cannot.
func (h *Fixture) Begin(cmds ...inventory.Command) *ledger.Batch {
	h.T.Helper()
	b, err := ledger.Begin(h.T.Context(), h.S, ledger.BatchQuery{EventID: h.Event, Cached: h.Cached, Batch: h.batch(cmds...)})
	if err != nil {
		h.T.Fatal(err)
	}
	h.T.Cleanup(b.Rollback)
	return b
}

// Do decides commands and commits, once. On an error the cached state is gone, but for
// what is left of a stale one.
func (h *Fixture) Do(ctx context.Context, cmds ...inventory.Command) ([]inventory.Outcome, error) {
	cached := h.Cached
	h.Cached = nil
	b, err := ledger.Begin(ctx, h.S, ledger.BatchQuery{EventID: h.Event, Cached: cached, Batch: h.batch(cmds...)})
	if err != nil {
		return nil, err
	}
	defer b.Rollback()
	result := inventory.Decide(b.Cached.State, b.Work, h.batch(cmds...))
	if err := b.Commit(ctx, h.write(&result.Changes, b.Cached.Head)); err != nil {
		if errors.Is(err, database.ErrStale) {
			h.Cached = b.Stale(&result.Changes)
		}
		return nil, err
	}
	h.Cached = b.Cached
	return result.Outcomes, nil
}

// Must is Do of commands none of which may be refused.
func (h *Fixture) Must(cmds ...inventory.Command) []inventory.Outcome {
	h.T.Helper()
	outcomes, err := h.Do(h.T.Context(), cmds...)
	if err != nil {
		h.T.Fatal(err)
	}
	for i, o := range outcomes {
		if o.Code != inventory.OK {
			h.T.Fatalf("command %d (%T) was refused: %s %s", i, cmds[i], o.Code, o.Field)
		}
	}
	return outcomes
}

// Try is Do again while another server is in the way.
func (h *Fixture) Try(cmds ...inventory.Command) ([]inventory.Outcome, error) {
	for n := 1; ; n++ {
		outcomes, err := h.Do(h.T.Context(), cmds...)
		again := errors.Is(err, database.ErrStale) || errors.Is(err, database.ErrConflict) || errors.Is(err, database.ErrUnavailable)
		if !again || n == 20 {
			return outcomes, err
		}
	}
}

// commit commits changes made by hand.
func (h *Fixture) commit(b *ledger.Batch, c *inventory.Changes) error {
	return b.Commit(h.T.Context(), h.write(c, b.Cached.Head))
}

// CheckReload compares the cached state with a fresh load.
func (h *Fixture) CheckReload() {
	h.T.Helper()
	b, err := ledger.Begin(h.T.Context(), h.S, ledger.BatchQuery{EventID: h.Event, Batch: h.batch()})
	if err != nil {
		h.T.Fatal(err)
	}
	b.Rollback()
	if d := diff(h.Cached, b.Cached); d != "" {
		h.T.Fatalf("the cached state differs from what is stored (-cached +stored):\n%s", d)
	}
}

// The tree of waitlist_counts: a bucket of level l covers lineRadix^l line numbers.
const (
	lineLevels = 6
	lineRadix  = 16
)

// CheckCounts compares the tree of waitlist_counts, and the lanes, with the entries.
func (h *Fixture) CheckCounts() {
	h.T.Helper()
	for level, width := 1, int64(lineRadix); level <= lineLevels; level, width = level+1, width*lineRadix {
		want := h.rows(fmt.Sprintf(`select tier_id, class, join_no / %d, count(*) from waitlist_entries
			where event_id = $1 and state = 'waiting' group by tier_id, class, join_no / %d order by 1, 2, 3`, width, width))
		have := h.rows(fmt.Sprintf(`select tier_id, class, bucket, waiting from waitlist_counts
			where event_id = $1 and level = %d and waiting <> 0 order by 1, 2, 3`, level))
		if d := cmp.Diff(want, have); d != "" {
			h.T.Fatalf("waitlist_counts of level %d (-counted +stored):\n%s", level, d)
		}
	}
}

func (h *Fixture) rows(query string) []string {
	h.T.Helper()
	rows, err := h.S.JobsDB().QueryContext(h.T.Context(), query, h.Event)
	if err != nil {
		h.T.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	list := []string{}
	for rows.Next() {
		var tier string
		var class, bucket, n int64
		if err := rows.Scan(&tier, &class, &bucket, &n); err != nil {
			h.T.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s/%d/%d: %d", tier, class, bucket, n))
	}
	if err := rows.Err(); err != nil {
		h.T.Fatal(err)
	}
	return list
}

// PersonID returns the id of a person of the event.
func (h *Fixture) PersonID(user string) (person string) {
	h.T.Helper()
	err := h.S.JobsDB().QueryRowContext(h.T.Context(), "select id from people where event_id = $1 and user_id = $2", h.Event, user).Scan(&person)
	if err != nil {
		h.T.Fatal(err)
	}
	return person
}

// Count runs a query for one number.
func (h *Fixture) Count(query string, args ...any) int64 {
	h.T.Helper()
	var n int64
	if err := h.S.JobsDB().QueryRowContext(h.T.Context(), query, args...).Scan(&n); err != nil {
		h.T.Fatal(err)
	}
	return n
}

func diff(x, y any) string {
	return cmp.Diff(x, y, cmpopts.IgnoreUnexported(ledger.Cached{}),
		cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() }),
		cmp.Comparer(func(a, b *seatmap.Map) bool { return reflect.DeepEqual(a, b) }))
}
