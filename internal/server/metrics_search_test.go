package server

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/discovery"
)

// TestSearchFigures: what the index says of itself is told, and that it was never filled.
func TestSearchFigures(t *testing.T) {
	f := discovery.Figures{Events: 12, Behind: 1500 * time.Millisecond, Rebuilds: 2, Bytes: 8192, Memory: 512}
	m := newMetrics("test", "sqlite")
	m.searched(func(time.Time) discovery.Figures { return f })
	for _, want := range [][]string{
		{"holdfast_search_events 12", "holdfast_search_behind_seconds 1.5", "holdfast_search_rebuilds_total 2", "holdfast_search_bytes 8192", "holdfast_search_memory_bytes 512"},
		{"holdfast_search_behind_seconds -1"},
	} {
		w := httptest.NewRecorder()
		m.handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		for _, line := range want {
			if !strings.Contains(w.Body.String(), "\n"+line+"\n") {
				t.Errorf("nothing tells %s", line)
			}
		}
		f.Behind = -1
	}
}
