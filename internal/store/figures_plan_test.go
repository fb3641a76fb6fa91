package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// TestPartsAreReadByRange asks how one part of an event's figures is read, before and after
// the database has statistics: holds and entries along their ids, none of the others.
func TestPartsAreReadByRange(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			storetest.ManyGuests(t, s, longEvent, 20_000)
			check := func(when string) {
				t.Helper()
				sums, cuts := store.FiguresSQL()
				code := strings.TrimPrefix(longEvent, id.Event)
				for _, query := range append(sums, cuts...) {
					args := []any{longEvent, id.Order + code + "0000000000004000", id.Order + code + "0000000000006000"}
					if strings.Contains(query, "offset $3") {
						args[2] = 2047
					}
					plan := explain(t, s, query, args)
					for _, whole := range []string{"Seq Scan on holds", "Seq Scan on waitlist_entries", "SCAN", "holds_live", "(event_id=?)\n"} {
						if strings.Contains(plan, whole) && (when == "without statistics" || strings.Contains(query, " from holds")) {
							t.Errorf("%s: %s\n%s", when, query, plan)
							break
						}
					}
				}
			}
			check("without statistics")
			if _, err := s.JobsDB().ExecContext(t.Context(), "analyze"); err != nil {
				t.Fatal(err)
			}
			check("with statistics")
		})
	}
}

// BenchmarkFigures adds a big event up: all of it, and following earlier figures after
// somebody has registered. HOLDFAST_BENCH_GUESTS is how many guests there are.
func BenchmarkFigures(b *testing.B) {
	guests := benchGuests(b)
	for name, open := range engines {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			storetest.ManyGuests(b, s, manyEvent, guests)
			if _, err := s.JobsDB().ExecContext(b.Context(), "analyze"); err != nil {
				b.Fatal(err)
			}
			const step = 6 * inventory.Hour
			sum := func(before *store.Figures) (*store.Figures, error) {
				return s.Events.Figures(b.Context(), manyEvent, step, before)
			}
			before, err := sum(nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, c := range []struct {
				name   string
				before *store.Figures
			}{{"whole", nil}, {"following", before}} {
				b.Run(c.name, func(b *testing.B) {
					percentiles(b, func() error {
						f := c.before
						if f != nil { // one of the rows is new
							known := *f
							known.Seq--
							f = &known
						}
						got, err := sum(f)
						if err == nil && fmt.Sprint(got.Tiers) != fmt.Sprint(before.Tiers) {
							err = fmt.Errorf("%v, want %v", got.Tiers, before.Tiers)
						}
						return err
					})
				})
			}
		})
	}
}
