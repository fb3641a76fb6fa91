package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// durable opens the store as it runs in production: every commit is on disk.
var durable = map[string]func(b *testing.B) *store.Store{
	"sqlite": func(b *testing.B) *store.Store { return onSQLite(b) },
	"postgres": func(b *testing.B) *store.Store {
		server, err := pgserver.Start(b.Context(), pgserver.Options{Durable: true})
		pgserver.Require(b, err)
		b.Cleanup(func() {
			if err := server.Stop(); err != nil {
				b.Error(err)
			}
		})
		s := testdb.Open(b, server.URL("postgres"))
		if err := s.Migrate(b.Context()); err != nil {
			b.Fatal(err)
		}
		return s
	},
}

// BenchmarkRegister is the hot path without HTTP and queue: batches of new
// registrations for one event, confirmed or on the waitlist.
func BenchmarkRegister(b *testing.B) {
	for _, size := range []int{1, 64, 256} {
		for _, capacity := range []int64{inventory.MaxCapacity, 0} {
			for name, open := range durable {
				kind := "confirmed"
				if capacity == 0 {
					kind = "waitlisted"
				}
				b.Run(fmt.Sprintf("%s/%s/%d", name, kind, size), func(b *testing.B) {
					benchRegister(b, open(b), capacity, size)
				})
			}
		}
	}
}

func benchRegister(b *testing.B, s *store.Store, capacity int64, size int) {
	h := storetest.OpenEvent(b, s, max(capacity, 1), nil)
	if capacity == 0 {
		h.Must(h.Register("first", 1))
	}
	n := 0
	batch := func() []inventory.Command {
		cmds := make([]inventory.Command, size)
		for i := range cmds {
			cmds[i] = h.Register(fmt.Sprintf("user-%d", n), 1)
			n++
		}
		return cmds
	}
	h.Must(batch()...)
	b.ReportAllocs()
	for b.Loop() {
		h.Now += 1000
		h.Must(batch()...)
	}
	b.ReportMetric(float64(size*b.N)/b.Elapsed().Seconds(), "registrations/s")
}

// BenchmarkLookup keeps a finding: on a table that the server has no statistics
// of, looking keys up by = any is several times slower than a lateral join per
// key, because the planner reads all rows of the event instead.
func BenchmarkLookup(b *testing.B) {
	const people, keys = 20_000, 256
	url := pgserver.ForTest(b)
	s := testdb.Open(b, url)
	if err := s.Migrate(b.Context()); err != nil {
		b.Fatal(err)
	}
	conn, err := pgx.Connect(b.Context(), url)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context()) //nolint:errcheck // the benchmark is over
	if _, err := conn.Exec(b.Context(), "alter table people set (autovacuum_enabled = false)"); err != nil {
		b.Fatal(err)
	}
	names := make([]string, keys)
	for i := range names {
		names[i] = fmt.Sprintf("user%d", i*70)
	}
	timeOf := func(text string) time.Duration {
		const rounds = 30
		start := time.Now()
		for range rounds {
			rows, err := conn.Query(b.Context(), text, "evt", names)
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for rows.Next() {
				n++
			}
			if rows.Err() != nil || n != keys-1 {
				b.Fatalf("%d rows, %v", n, rows.Err())
			}
		}
		return time.Since(start) / rounds
	}
	const (
		anyText  = "select id, user_id, hold_id, entry_id, units from people where event_id = $1 and user_id = any($2)"
		planning = 10 // executions after which the server keeps a plan
	)
	lateralText := store.PeopleByUserText("id, user_id, hold_id, entry_id, units")
	// An event is opened and then fills within minutes: the plan is as old as
	// the empty table.
	for _, text := range []string{anyText, lateralText} {
		for range planning {
			if _, err := conn.Exec(b.Context(), text, "evt", names); err != nil {
				b.Fatal(err)
			}
		}
	}
	for _, text := range []string{
		fmt.Sprintf(`insert into people select 'evt', 'per_' || i, 'user' || i, 'e', 'n', 'en', '', '', 0, 0, 0 from generate_series(1, %d) i`, people),
	} {
		if _, err := conn.Exec(b.Context(), text); err != nil {
			b.Fatal(err)
		}
	}
	var anyKey, lateral time.Duration
	for b.Loop() {
		anyKey += timeOf(anyText)
		lateral += timeOf(lateralText)
	}
	b.ReportMetric(float64(anyKey.Microseconds())/float64(b.N), "any-µs/op")
	b.ReportMetric(float64(lateral.Microseconds())/float64(b.N), "lateral-µs/op")
	b.ReportMetric(float64(anyKey)/float64(lateral), "ratio")
}
