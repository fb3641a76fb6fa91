package server

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/broker"
	"github.com/holdfast-events/holdfast/internal/cells"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/homes"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/peers"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/replica"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/socket"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/postgres"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// oneCertificate is one that a server speaks TLS with.
type oneCertificate struct{ certificates }

func (oneCertificate) InUse() []*x509.Certificate {
	return []*x509.Certificate{{DNSNames: []string{"tickets.example"}, NotAfter: time.Unix(1, 0)}}
}

// figures are what a server tells at /metrics that has met everything once.
type figures string

func allFigures(t *testing.T) figures {
	t.Helper()
	m := storeMetrics(t, "")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
	})
	m.connections(socket.NewGate(listener.(*net.TCPListener), socket.Bounds{Total: 10}))
	m.certificates(oneCertificate{})
	m.answered("GET", "/readyz", 200, time.Millisecond)
	m.answered("GET", "/readyz", 503, time.Millisecond)
	for _, result := range []string{"ok", "denied", "unavailable", "timeout", "failed"} {
		m.asked("stripe", "checkout", result, time.Millisecond)
	}
	m.told("delivered", time.Millisecond)
	m.offered(&resource.Decision{Ends: []resource.End{{State: resource.OfferAccepted, Since: inventory.Minute}}})
	limits := limit.New(limit.Config{})
	m.limits(limits)
	m.shared(limits)
	m.redis(func() peers.Figures { return peers.Figures{Up: true} })
	consumer, err := broker.New(broker.Config{
		Settings: broker.Settings{URL: "nats://127.0.0.1"}, Take: func(context.Context, *broker.Message) broker.Verdict { return broker.Verdict{} }, Reasons: resources.SignalProblems(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	m.nats(consumer)
	m.homes(func() homes.Figures { return homes.Figures{HandedOn: 1} })
	m.cells(func() cells.Figures { return cells.Figures{HandedOn: 1} })
	m.servers(func(context.Context) (engine.Cluster, error) { return engine.Cluster{}, nil })
	m.readReplica(func() (postgres.ReplicaFigures, bool) { return postgres.ReplicaFigures{Up: true}, true })
	m.replica(func() replica.Figures { return replica.Figures{Lag: time.Second} })
	m.replicaFiles(func() objectstore.MirrorFigures { return objectstore.MirrorFigures{Waiting: 1} })
	m.searched(func(time.Time) discovery.Figures {
		return discovery.Figures{Events: 3, Behind: time.Second, Rebuilds: 1, Bytes: 4096, Memory: 4096}
	})
	m.challenges(func() challenge.Level { return challenge.Busy })
	m.challenged("taken")
	m.queues(func() (float64, int) { return 0.5, 600 })
	m.queueRefused(func() uint64 { return 3 })
	m.disks(&Config{DB: "sqlite:" + filepath.Join(t.TempDir(), "holdfast.db"), Files: filepath.Join(t.TempDir(), "files")})
	m.captcha(func() bool { return true })
	m.verified("good")
	m.rooms(func() turnstile.Figures { return turnstile.Figures{Rooms: 1, Waiting: 3, Inside: 2} })
	m.joined("joined")
	m.warmed(true)
	m.logs(&publiclog.Logs{})
	m.logCopies(func() int { return 1 })
	m.rush(func() bool { return true })
	m.exported(export.Guests, "done", time.Second)
	m.imported(files.ImportProgress{Confirmed: 2, Known: 3, Refused: 1}, "done")
	m.observe(sequencer.BatchStats{Commands: 1, Took: time.Millisecond})
	for _, state := range []string{messages.DeliveryFailed, messages.DeliveryBounced, messages.DeliverySent} {
		m.delivered(delivery.Observation{Channel: delivery.MailChannel, State: state, Kind: inventory.MsgOffer, ReleaseToOffer: 1, OfferToSent: 1, Took: 1})
	}
	m.delivered(delivery.Observation{Channel: delivery.SMSChannel, State: messages.DeliveryDelivered, Kind: inventory.MsgOffer, OfferToDelivered: 1})
	w := httptest.NewRecorder()
	m.handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return figures(w.Body.String())
}

var (
	metricName  = regexp.MustCompile(`\b(?:holdfast|process|go)_[a-z_]+`)
	sumBy       = regexp.MustCompile(`by \(([a-z, ]+)\)`)
	selected    = regexp.MustCompile(`\b(holdfast_[a-z_]+)\{([a-z]+)(=~?)"([^"$]+)"`)
	ofItsTarget = []string{"job", "instance"} // labels that Prometheus adds
)

// check returns the metrics that an expression asks for, and reports those that nothing
// tells, with each of the labels and values that it chooses or sums by.
func (f figures) check(t *testing.T, where, expr string) []string {
	t.Helper()
	names := metricName.FindAllString(expr, -1)
	for _, metric := range names {
		line := regexp.MustCompile(`(?m)^` + metric + `[{ ].*$`).FindString(string(f))
		if line == "" {
			t.Errorf("%s: nothing tells %s", where, metric)
		}
		for _, m := range sumBy.FindAllStringSubmatch(expr, -1) {
			for label := range strings.SplitSeq(m[1], ", ") {
				if !slices.Contains(ofItsTarget, label) && !strings.Contains(line, label+`="`) {
					t.Errorf("%s: %s has no label %s", where, metric, label)
				}
			}
		}
	}
	for _, m := range selected.FindAllStringSubmatch(expr, -1) {
		values := []string{m[4]}
		if m[3] == "=~" {
			values = strings.Split(m[4], "|")
		}
		for _, v := range values {
			if !regexp.MustCompile(`(?m)^` + m[1] + `\{.*` + m[2] + `="` + v + `"`).MatchString(string(f)) {
				t.Errorf("%s: no %s has the %s %q", where, m[1], m[2], v)
			}
		}
	}
	return names
}

// TestDashboard: each metric that the dashboard asks for, with each of its
// labels, is one that the server tells, and each of ours is on it.
func TestDashboard(t *testing.T) {
	told := allFigures(t)
	if !strings.Contains(string(told), `holdfast_import_lines_total{outcome="known"} 3`) {
		t.Error("orders that had come in before are not told of")
	}
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
	asked := map[string]bool{}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			for _, metric := range told.check(t, p.Title, target.Expr) {
				asked[strings.TrimSuffix(metric, "_bucket")] = true
			}
		}
	}
	if len(asked) < 10 {
		t.Errorf("the dashboard asks for %d metrics", len(asked))
	}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (holdfast_[a-z_]+)`).FindAllStringSubmatch(string(told), -1) {
		if !asked[m[1]] {
			t.Errorf("%s is on no panel", m[1])
		}
	}
}

// TestAlerts: each metric that an alert asks for, with its labels and their values, is one
// that the server tells, and the runbook says what to do about each alert and about no other.
func TestAlerts(t *testing.T) {
	told := allFigures(t)
	text, err := os.ReadFile("../../deploy/prometheus/holdfast.rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Groups []struct {
			Name  string `yaml:"name"`
			Rules []struct {
				Alert       string            `yaml:"alert"`
				Expr        string            `yaml:"expr"`
				For         string            `yaml:"for"`
				Labels      map[string]string `yaml:"labels"`
				Annotations map[string]string `yaml:"annotations"`
			} `yaml:"rules"`
		} `yaml:"groups"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	runbook, err := os.ReadFile("../../docs/RUNBOOK.md")
	if err != nil {
		t.Fatal(err)
	}
	var written, alerts []string
	for _, m := range regexp.MustCompile(`(?m)^## (Holdfast\w+)$`).FindAllStringSubmatch(string(runbook), -1) {
		written = append(written, m[1])
	}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			alerts = append(alerts, r.Alert)
			told.check(t, r.Alert, r.Expr)
			if s := r.Labels["severity"]; s != "page" && s != "ticket" {
				t.Errorf("%s: severity %q", r.Alert, s)
			}
			if want := "docs/RUNBOOK.md#" + strings.ToLower(r.Alert); r.Annotations["runbook"] != want || r.Annotations["summary"] == "" {
				t.Errorf("%s: annotations %v, want a summary and the runbook %s", r.Alert, r.Annotations, want)
			}
		}
	}
	if len(alerts) == 0 || !slices.Equal(alerts, written) {
		t.Errorf("alerts %v\nrunbook %v", alerts, written)
	}
}
