package server

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
)

// TestDashboard: each metric that the dashboard asks for, with each of its
// labels, is one that the server tells, and each of ours is on it.
func TestDashboard(t *testing.T) {
	m := storeMetrics(t, "")
	m.told("delivered", time.Millisecond)
	m.exported(export.Guests, "done", time.Second)
	m.imported(store.ImportProgress{Confirmed: 2, Refused: 1}, "done")
	m.observe(sequencer.BatchStats{Commands: 1, Took: time.Millisecond})
	m.delivered(delivery.Observation{Channel: delivery.MailChannel, State: store.DeliverySent, Kind: inventory.MsgOffer, ReleaseToOffer: 1, OfferToSent: 1, Took: 1})
	m.delivered(delivery.Observation{Channel: delivery.SMSChannel, State: store.DeliveryDelivered, Kind: inventory.MsgOffer, OfferToDelivered: 1})
	w := httptest.NewRecorder()
	m.handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	told := w.Body.String()

	text, err := os.ReadFile("../../deploy/grafana/holdfast.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`\b(?:holdfast|process|go)_[a-z_]+`)
	by := regexp.MustCompile(`by \(([a-z, ]+)\)`)
	asked := map[string]bool{}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			for _, metric := range name.FindAllString(target.Expr, -1) {
				asked[strings.TrimSuffix(metric, "_bucket")] = true
				line := regexp.MustCompile(`(?m)^` + metric + `[{ ].*$`).FindString(told)
				if line == "" {
					t.Errorf("%s: nothing tells %s", p.Title, metric)
				}
				for _, m := range by.FindAllStringSubmatch(target.Expr, -1) {
					for label := range strings.SplitSeq(m[1], ", ") {
						if !strings.Contains(line, label+`="`) {
							t.Errorf("%s: %s has no label %s", p.Title, metric, label)
						}
					}
				}
			}
		}
	}
	if len(asked) < 10 {
		t.Errorf("the dashboard asks for %d metrics", len(asked))
	}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (holdfast_[a-z_]+)`).FindAllStringSubmatch(told, -1) {
		if !asked[m[1]] {
			t.Errorf("%s is on no panel", m[1])
		}
	}
}
