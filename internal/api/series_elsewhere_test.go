package api_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestSeriesElsewhere: of a date that lives in another cell no dates and no passes are made, and what
// is done to several dates names it as refused. No webhook is made while an event is on its way.
func TestSeriesElsewhere(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		exec := func(text string, args ...any) {
			t.Helper()
			_, err := h.store.JobsDB().ExecContext(t.Context(), text, args...)
			h.must(err)
		}
		series, dates := h.evenings(3)
		away := eventID(dates[1])
		exec("update events set archived_at = -1, version = version + 1 where id = $1", away)
		h.owner("POST", series+":extend", object{"event_id": away, "rule": "FREQ=WEEKLY;COUNT=5"}).problem(409, "events_elsewhere")
		if a := h.owner("GET", series, nil).want(200); len(a.dates()) != 3 {
			t.Error(a.Raw)
		}
		pass := func(events ...string) object {
			ids := make([]string, len(events))
			for i := range events {
				ids[i] = eventID(events[i])
			}
			return object{"title": "Evenings", "places": 1, "price": 1000, "event_ids": ids}
		}
		h.owner("POST", series+"/passes", pass(dates...)).problem(409, "events_elsewhere")
		changed := h.owner("POST", series+":change", object{"title": "Other evenings"}).want(200)
		if len(changed.at("changed").([]any)) != 2 || changed.text("refused", 0, "event_id") != away || changed.text("refused", 0, "code") != "events_elsewhere" {
			t.Error(changed.Raw)
		}
		h.owner("POST", series+"/passes", pass(dates[0], dates[2])).want(201)

		hook := object{"url": "https://hooks.example.org/h"}
		for _, cell := range []string{"home", "west"} {
			exec("insert into cells (name, region, database, address, added_at) values ($1, '', $2, 'x:1', 1)", cell, cell)
		}
		exec("insert into event_cells (event_id, cell, target, state, changed_at) values ($1, 'home', 'west', 'leaving', 1)", away)
		h.owner("POST", "/v1/webhook-endpoints", hook).problem(503, "event_moving")
		exec("update event_cells set cell = 'west', target = '', state = 'there' where event_id = $1", away)
		h.owner("POST", "/v1/webhook-endpoints", hook).want(201)
		exec("delete from event_cells")
		exec("delete from cells")
		exec("update events set archived_at = 0, version = version + 1 where id = $1", away)
	})
}
