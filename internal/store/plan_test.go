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
	if err := b.Exec(t.Context(), fmt.Sprintf(`insert into people
		select '%s', 'per_' || i, 'user' || i, 'e', 'n', 'en', '', '', 0, 0, 0 from generate_series(1, 20000) i`, h.Event)); err != nil {
		t.Fatal(err)
	}
	plan, err := b.Texts(t.Context(), "explain "+store.UpdatePeopleText(), h.Event, []string{"per_1"}, []string{""}, []string{""}, []int64{1})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(plan, "\n")
	if !strings.Contains(text, "people_pkey") || strings.Contains(text, "Hash Join") || strings.Contains(text, "Seq Scan") {
		t.Errorf("the plan of a bulk update:\n%s", text)
	}
}
