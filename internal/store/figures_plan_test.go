package store_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// TestPartsAreReadByRange asks how one part of an event's figures is read, before and after
// the database has statistics: each table along the ids of the part, and nothing else of it.
func TestPartsAreReadByRange(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			const many = 20_000
			storetest.ManyGuests(t, s, manyEvent, many)
			storetest.ManyOrders(t, s, manyEvent)
			storetest.LongWaitlist(t, s, longEvent, many, 7)
			check := func(when string) {
				t.Helper()
				sums, cuts := store.FiguresSQL()
				for _, query := range append(sums, cuts...) {
					event, prefix := manyEvent, id.Order
					if strings.Contains(query, "waitlist_entries") {
						event, prefix = longEvent, id.Entry
					}
					code := prefix + strings.TrimPrefix(event, id.Event)
					args := []any{event, code + "0000000000004000", code + "0000000000006000"}
					if strings.Contains(query, "offset $3") {
						args[2] = 2047
					}
					plan := explain(t, s, query, args)
					if other := readsMore.FindString(plan); other != "" {
						t.Errorf("%s: %s\nhas %q:\n%s", when, query, other, plan)
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

// readsMore finds in a plan what reads more of a table than a range of ids: the whole table,
// all of an event, or an index that is not that of the ids.
var readsMore = regexp.MustCompile(`Seq Scan|SCAN [a-z]\b|SCAN (holds|waitlist_entries)|holds_live|entries_(waiting|gone|live)|\(event_id=\?\)|Index Cond: \(event_id = [^()]*\)\n`)

// BenchmarkFigures adds a big event up: all of it, and following earlier figures after
// somebody has registered, and how many times faster that is.
// HOLDFAST_BENCH_GUESTS is how many guests there are.
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
			sum := func(before *events.Figures) (*events.Figures, error) {
				return s.Events.Figures(b.Context(), manyEvent, step, before)
			}
			before, err := sum(nil)
			if err != nil {
				b.Fatal(err)
			}
			var whole time.Duration
			for _, c := range []struct {
				name   string
				before *events.Figures
			}{{"whole", nil}, {"following", before}} {
				b.Run(c.name, func(b *testing.B) {
					median := percentiles(b, whole, func() error {
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
					if c.before == nil {
						whole = median
					}
				})
			}
		})
	}
}
