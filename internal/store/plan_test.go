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

// TestTheTillFindsByKey asks SQLite, which has no statistics either, how it would
// find what belongs to one order: an event has a hundred thousand of them.
func TestTheTillFindsByKey(t *testing.T) {
	s := storetest.Migrated(t, engines["sqlite"])
	for _, c := range []struct{ name, sql, index string }{
		{"checkouts of an order", store.OrderCheckoutsSQL, "checkouts_by_order"},
		{"a checkout that is watched", store.WatchedSQL, "checkouts_1 (event_id=? AND id=?)"},
		{"checkouts to look at", store.ToLookSQL, "checkouts_to_look"},
		{"an order with its items", store.OrderItemsSQL, "hold_items_1 (event_id=? AND hold_id=?)"},
	} {
		plan := explain(t, s, c.sql, []any{longEvent, "x"})
		if !strings.Contains(plan, c.index) || strings.Contains(plan, "(event_id=?)") || strings.Contains(plan, "SCAN h") || strings.Contains(plan, "SCAN o") {
			t.Errorf("%s:\n%s", c.name, plan)
		}
	}
}
