package events

import (
	"crypto/ed25519"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestFiguresReadNewRowsOnly takes the audit rows away that were added up before: the next
// figures still count them, and what came since.
func TestFiguresReadNewRowsOnly(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { testFiguresReadNewRowsOnly(t, testdb.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { testFiguresReadNewRowsOnly(t, testdb.Postgres(t)) })
}

func testFiguresReadNewRowsOnly(t *testing.T, url string) {
	st := testdb.Open(t, url)
	writer, err := sequencer.NewWriter(sequencer.WriterConfig{Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, 32))})
	must(t, err)
	ids := &id.Maker{}
	org, event := ids.Top(id.Organization), ids.Top(id.Event)
	must(t, st.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test"}))
	write := func(d *events.DetailsChange, c inventory.Command) {
		t.Helper()
		results, _ := writer.Write(t.Context(), event, []sequencer.Request{{EventID: event, Command: c, Details: d}})
		if results[0].Err != nil || results[0].Reply.Code != inventory.OK {
			t.Fatalf("%+v", results[0])
		}
	}
	now := time.Now()
	pool, tier, start := ids.In(id.Pool, event), ids.In(id.Tier, event), inventory.At(now.Add(30*24*time.Hour))
	write(events.Details{Title: "Concert"}.All(), inventory.Create{
		Who:   inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: event, OrgID: org, StartsAt: start, EndsAt: start + inventory.Instant(inventory.Hour), Zone: time.UTC},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: 10}}, Tiers: []inventory.Tier{{ID: tier, Name: "General", Pools: []string{pool}}},
		Publish: true,
	})
	register := func() {
		person := ids.In(id.Person, event)
		write(nil, inventory.Register{Who: inventory.Who{Actor: "public"}, OrderID: ids.In(id.Order, event), Party: inventory.Party{
			UserID: person, Tier: tier, Units: 1, Guests: "[]", PersonID: person, EntryID: ids.In(id.Entry, event),
			Profile: inventory.Profile{Email: person + "@example.org"},
		}})
	}
	a := newAdder(st, func() time.Time { return now })
	confirmed := func() int64 {
		t.Helper()
		f, err := a.figures(t.Context(), event)
		must(t, err)
		return f.Points[len(f.Points)-1].Confirmed
	}
	register()
	register()
	if n := confirmed(); n != 2 {
		t.Fatalf("%d confirmed, want 2", n)
	}
	_, err = st.JobsDB().ExecContext(t.Context(), "delete from audit")
	must(t, err)
	register()
	if n := confirmed(); n != 3 {
		t.Errorf("%d confirmed, want 3: rows that were added up before were read again", n)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
