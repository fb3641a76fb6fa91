package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// TestBulkUpdateFindsRowsByKey asks PostgreSQL how it would change a few rows of
// a large event that it has no statistics of. Left to itself it joins them to
// all rows of the event.
func TestBulkUpdateFindsRowsByKey(t *testing.T) {
	h := storetest.OpenHall(t, storetest.Migrated(t, onPostgres), 10, nil)
	b := h.Begin()
	if _, err := b.Tx().ExecContext(t.Context(), fmt.Sprintf(`insert into people
		select '%s', 'per_' || i, 'user' || i, 'e', 'n', 'en', '', '', 0, 0, 0 from generate_series(1, 20000) i`, h.Event)); err != nil {
		t.Fatal(err)
	}
	rows, err := b.Tx().QueryContext(t.Context(), "explain "+store.UpdatePeopleText(),
		h.Event, []string{"per_1"}, []string{""}, []string{""}, []int64{1})
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	var plan []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(plan, "\n")
	if !strings.Contains(text, "people_pkey") || strings.Contains(text, "Hash Join") || strings.Contains(text, "Seq Scan") {
		t.Errorf("the plan of a bulk update:\n%s", text)
	}
}
