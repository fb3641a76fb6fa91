package server

import (
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// storeMetrics are metrics of a new store, opened with a driver for SQLite ("": the
// usual one).
func storeMetrics(t *testing.T, driver string) *metrics {
	t.Helper()
	st := testdb.Open(t, testdb.SQLite(t), func(c *database.Config) { c.SQLiteDriver = driver })
	m := newMetrics("test", "sqlite")
	m.waiting(st, time.Now)
	m.writable(st)
	m.backups(st, time.Now)
	m.unfinished(st)
	c, err := clock.New(t.Context(), clock.Config{})
	if err != nil {
		t.Fatal(err)
	}
	m.clock(c)
	return m
}

// TestAScrapeAsksOnce: whoever reads the metrics costs one answer to each question,
// and learns of a database that does not answer.
func TestAScrapeAsksOnce(t *testing.T) {
	var queries atomic.Int64
	var broken atomic.Bool
	driver := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, when faultsql.When) bool {
		if op != faultsql.OpQuery || when != faultsql.Before {
			return false
		}
		queries.Add(1)
		return broken.Load()
	})
	m := storeMetrics(t, driver)
	scrape := func() (told string, asked int64) {
		before := queries.Load()
		w := httptest.NewRecorder()
		m.handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		return w.Body.String(), queries.Load() - before
	}
	has := func(told string, lines ...string) {
		t.Helper()
		for _, line := range lines {
			if !strings.Contains(told, "\n"+line+"\n") {
				t.Errorf("nothing tells %s", line)
			}
		}
	}

	told, asked := scrape()
	// How many and how long for each channel, exports, imports, endpoints, imported calendars, failed refunds,
	// undecided offers.
	if want := int64(2*len(delivery.Channels) + 7); asked != want {
		t.Errorf("a scrape made %d queries, want %d", asked, want)
	}
	has(told, `holdfast_deliveries_waiting{channel="mail"} 0`, `holdfast_deliveries_oldest_seconds{channel="mail"} 0`,
		"holdfast_refunds_failed 0", "holdfast_resource_offers_undecided 0", "holdfast_exports_unfinished 0", "holdfast_imports_unfinished 0", "holdfast_backup_age_seconds 0",
		`holdfast_webhook_endpoints{state="failing"} 0`, `holdfast_webhook_endpoints{state="taking"} 0`)

	broken.Store(true)
	told, _ = scrape()
	has(told, `holdfast_deliveries_waiting{channel="mail"} 0`, `holdfast_deliveries_oldest_seconds{channel="mail"} -1`,
		"holdfast_refunds_failed -1", "holdfast_resource_offers_undecided -1", "holdfast_exports_unfinished -1", "holdfast_imports_unfinished -1", "holdfast_backup_age_seconds -1",
		`holdfast_webhook_endpoints{state="failing"} -1`, `holdfast_webhook_endpoints{state="taking"} -1`)
}
