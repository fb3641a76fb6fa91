package store_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// onlyTheirs finds in a plan that an index is entered by each of the people that are asked
// for, and not by the range from the first to the last: they may lie far apart.
var onlyTheirs = regexp.MustCompile(`(event_id=\? AND (person_id|id)=\?|Index Cond: .*\b(person_id|id) = k\.key)`)

// TestGuestsAreFoundByIndex asks how the search of a long guest list reads, before and
// after the database has statistics: nothing may go through all rows of the event.
func TestGuestsAreFoundByIndex(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			storetest.ManyGuests(t, s, longEvent, 20_000)
			storetest.IndexGuests(t, s, 1)
			const first = "without statistics"
			check := func(when string) {
				t.Helper()
				whole := func(what, query string, args []any, index string) {
					t.Helper()
					plan := explain(t, s, query, args)
					if strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "SCAN") || strings.Contains(plan, "(event_id=?)\n") || !strings.Contains(plan, index) {
						t.Errorf("%s, %s: %s\n%s", what, when, query, plan)
					}
				}
				pkey := map[string]string{"sqlite": "sqlite_autoindex_guest_runs_1", "postgres": "guest_runs_pkey"}[s.Engine()]
				whole("runs", guests.GuestRunsSQL, []any{longEvent, "ann", 1, 9}, pkey)
				if when == first { // later it is known that these tables are empty
					for _, query := range guests.SeatHoldsSQL {
						whole("seats", query, []any{longEvent, "sea_1", 10}, "_seat")
					}
				}
				list, args := store.GuestTextsSQL()
				for _, query := range list {
					if when == first || strings.Contains(query, "from holds") {
						whole("texts", query, append([]any{longEvent}, args...), "")
					}
				}
				ids := make([]string, 20)
				for i := range ids {
					ids[i] = id.Person + strings.TrimPrefix(longEvent, id.Event) + fmt.Sprintf("%016d", 1+i*1000)
				}
				for _, step := range store.GuestLookups(s, longEvent, ids) {
					if when != first && !strings.Contains(step.SQL, "from holds") && !strings.Contains(step.SQL, "from people") {
						continue // later it is known that these tables are empty
					}
					if plan := explain(t, s, step.SQL, step.Args); !onlyTheirs.MatchString(plan) {
						t.Errorf("%s: reads what others have: %s\n%s", when, step.SQL, plan)
					}
				}
				for _, before := range []string{"", "per_long"} {
					list, args := store.GuestsWhoSQL(longEvent, before)
					for i, query := range list {
						plan := explain(t, s, query, args[i])
						if strings.Contains(plan, "Seq Scan on holds") || strings.Contains(plan, "SCAN holds\n") || strings.Contains(plan, "autoindex_holds_1 (event_id=?)") {
							t.Errorf("who, %s: %s\n%s", when, query, plan)
						}
					}
				}
			}
			check(first)
			if _, err := s.JobsDB().ExecContext(t.Context(), "analyze"); err != nil {
				t.Fatal(err)
			}
			check("with statistics")
		})
	}
}
