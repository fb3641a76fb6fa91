package server

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/broker"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/natsserver"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// system is another system, which publishes what it says of a resource.
type system struct {
	n                *node
	js               jetstream.JetStream
	org, key, secret string
}

// newSystem makes an organization with a resource, and returns its system.
func (n *node) newSystem(js jetstream.JetStream, name string) *system {
	n.t.Helper()
	n.ownKey(name)
	made := n.call("PUT", "/v1/resources/harbour", map[string]any{"name": "Tables", "window_seconds": 3600}).want(201)
	r, err := n.Store.Resources.ByID(n.t.Context(), made.text("id"))
	if err != nil {
		n.t.Fatal(err)
	}
	return &system{n: n, js: js, org: r.OrgID, key: n.key, secret: made.text("secret")}
}

// message is what the system publishes.
func (s *system) message(what string, body map[string]any) *nats.Msg {
	s.n.t.Helper()
	body["type"] = strings.ReplaceAll(what, "-", "_")
	text, err := json.Marshal(body)
	if err != nil {
		s.n.t.Fatal(err)
	}
	return s.signed(what, string(text), s.secret, time.Now())
}

// signed is a message with a body that a secret has signed at a time.
func (s *system) signed(what, body, secret string, at time.Time) *nats.Msg {
	s.n.t.Helper()
	signer, err := webhooks.NewWebhook(secret)
	if err != nil {
		s.n.t.Fatal(err)
	}
	signature, err := signer.Sign("msg_1", at, []byte(body))
	if err != nil {
		s.n.t.Fatal(err)
	}
	m := nats.NewMsg(broker.Prefix + "." + s.org + ".harbour." + what)
	m.Data = []byte(body)
	m.Header.Set(webhooks.HeaderWebhookID, "msg_1")
	m.Header.Set(webhooks.HeaderWebhookTimestamp, strconv.FormatInt(at.Unix(), 10))
	m.Header.Set(webhooks.HeaderWebhookSignature, signature)
	return m
}

func (s *system) publish(list ...*nats.Msg) {
	s.n.t.Helper()
	for _, m := range list {
		if _, err := s.js.PublishMsg(s.n.t.Context(), m); err != nil {
			s.n.t.Fatal(err)
		}
	}
}

// settled waits until no message is left to anybody.
func (s *system) settled() {
	s.n.t.Helper()
	s.n.until("no message is left", func() bool {
		c, err := s.js.Consumer(s.n.t.Context(), broker.DefaultName, broker.DefaultName)
		if err != nil {
			return false
		}
		info, err := c.Info(s.n.t.Context())
		return err == nil && info.NumPending == 0 && info.NumAckPending == 0
	})
}

// figureOf is one line of /metrics, added up over servers.
func figureOf(name string, nodes ...*node) (sum int) {
	for _, n := range nodes {
		_, text, err := get(n.t, http.DefaultClient, n.base+"/metrics")
		if err != nil {
			n.t.Fatal(err)
		}
		_, rest, found := strings.Cut(text, "\n"+name+" ")
		value, _, _ := strings.Cut(rest, "\n")
		v, err := strconv.Atoi(value)
		if !found || err != nil {
			n.t.Fatalf("nothing tells %s", name)
		}
		sum += v
	}
	return sum
}

// cleanly verifies the database.
func (n *node) cleanly() {
	n.t.Helper()
	report, err := verify.Run(n.t.Context(), n.Store, verify.Options{Now: inventory.At(time.Now()), AuditKeys: auditKeys(n.t), Logs: n.logs.Signer})
	if err != nil {
		n.t.Fatal(err)
	}
	var found strings.Builder
	if err := report.WriteText(&found); err != nil || !report.Clean() {
		n.t.Errorf("verify: %v\n%s", err, found.String())
	}
}

// TestMessages: what a system publishes is taken once by one of the servers, however often it comes
// and in whatever order, also while NATS is restarted; what is wrong is refused, counted, and nothing
// comes of it.
func TestMessages(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, db string) {
		ns := natsserver.ForTest(t, nil)
		js := ns.Stream(broker.DefaultName, broker.Prefix+".>")
		with := func(c *Config) { c.NATS = broker.Settings{URL: ns.URL()} }
		nodes := []*node{startNode(t, db, 0, with)}
		if !strings.HasPrefix(db, "sqlite:") {
			nodes = append(nodes, startNode(t, db, 0, with))
		}
		n := nodes[0]
		rival, s := n.newSystem(js, "Rival"), n.newSystem(js, "Harbour")
		n.key = s.key
		if is := n.call("GET", "/v1/resources/harbour", nil).want(200); is.text("signal_subject") != broker.Prefix+"."+s.org+".harbour" {
			t.Errorf("%v", is.body)
		}
		for i := range 6 {
			n.call("POST", "/v1/resources/harbour/waitlist:join", map[string]any{"user_id": fmt.Sprint("u", i), "email": fmt.Sprintf("u%d@example.org", i)}).want(201)
		}

		var list []*nats.Msg
		for range 10 {
			list = append(list, s.message("capacity-released", map[string]any{"event_id": "table-1", "units": 3}), s.message("capacity-released", map[string]any{"event_id": "table-2", "units": 4}),
				s.message("capacity-withdrawn", map[string]any{"event_id": "door-1", "release_event_id": "table-1", "units": 1}),
				s.message("capacity-withdrawn", map[string]any{"event_id": "door-2", "release_event_id": "table-2", "units": 2}))
		}
		random := rand.New(rand.NewPCG(seed.Of(t), 1)) //nolint:gosec // of a test
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		s.publish(list[:20]...)
		ns.Stop()
		ns.Start()
		n.until("the client is back", js.Conn().IsConnected)
		s.publish(list[20:]...)
		s.settled()
		for event, want := range map[string][2]int64{"table-1": {3, 1}, "table-2": {4, 2}} {
			of, err := n.Store.Resources.ByKey(t.Context(), s.org, "harbour")
			if err != nil {
				t.Fatal(err)
			}
			if is, err := n.Store.Resources.Signal(t.Context(), of.ID, event); err != nil || is.Units != want[0] || is.Taken != want[1] || is.Offered+is.Lost > is.Units-is.Taken {
				t.Errorf("%s: %+v %v", event, is, err)
			}
		}
		if got := n.call("GET", "/v1/resources/harbour", nil).want(200); got.text("waiting") != "2" || got.text("free_units") != "0" {
			t.Errorf("%v", got.body)
		}
		if taken, again := figureOf(`holdfast_nats_messages_total{became="taken"}`, nodes...), figureOf(`holdfast_nats_messages_total{became="repeated"}`, nodes...); taken != 4 || taken+again < 40 {
			t.Errorf("%d taken, %d repeated", taken, again)
		}
		for _, one := range nodes {
			if figureOf("holdfast_nats_up", one) != 1 {
				t.Error("not up")
			}
		}

		good := `{"type":"capacity_released","event_id":"poison","units":1}`
		nobody := s.signed("capacity-released", good, s.secret, time.Now())
		nobody.Subject = broker.Prefix + "." + s.org + ".nowhere.capacity-released"
		theirs := rival.signed("capacity-released", good, rival.secret, time.Now())
		theirs.Subject = s.message("capacity-released", map[string]any{}).Subject
		bare := nats.NewMsg(theirs.Subject)
		bare.Data = []byte(good)
		changed := s.signed("capacity-released", good, s.secret, time.Now())
		changed.Data = []byte(strings.Replace(good, ":1}", ":9}", 1))
		s.publish(nobody, theirs, bare, changed, s.signed("capacity-released", good, s.secret, time.Now().Add(-6*time.Minute)),
			s.signed("capacity-released", "{", s.secret, time.Now()), s.signed("capacity-released", "", s.secret, time.Now()),
			s.signed("capacity-released", `{"type":"capacity_released","event_id":"`+strings.Repeat("x", 70<<10)+`","units":1}`, s.secret, time.Now()),
			s.message("capacity-released", map[string]any{"event_id": "many", "units": 1001}), s.message("capacity-released", map[string]any{"event_id": "", "units": 1}),
			s.message("capacity-released", map[string]any{"event_id": "odd", "units": 1, "unheard_of": true}), s.signed("capacity-withdrawn", good, s.secret, time.Now()),
			s.message("capacity-released", map[string]any{"event_id": "table-1", "units": 4}),
			s.message("capacity-withdrawn", map[string]any{"event_id": "door-3", "release_event_id": "door-1", "units": 1}))
		s.settled()
		for reason, want := range map[string]int{
			reasonNoResource: 1, resources.SignatureCode: 4, "malformed_json": 2, "body_too_large": 1, "invalid_request": 4, "event_id_reused": 1, "not_a_release": 1, broker.ReasonSubject: 0,
		} {
			if got := figureOf(`holdfast_nats_refused_total{reason="`+reason+`"}`, nodes...); got != want {
				t.Errorf("%s: %d, want %d", reason, got, want)
			}
		}
		if got := n.call("GET", "/v1/resources/harbour", nil).want(200); got.text("waiting") != "2" || got.text("free_units") != "0" {
			t.Errorf("after what is wrong: %v", got.body)
		}
		if fresh := figureOf(`holdfast_nats_messages_total{became="taken"}`, nodes...); fresh != 4 {
			t.Errorf("%d taken", fresh)
		}
		n.cleanly()
	})
}

// TestKilledAfterTheEffect: a server that has stored the effect of a message and dies before NATS knows
// leaves it to the next, which finds it taken.
func TestKilledAfterTheEffect(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, db string) {
		ns := natsserver.ForTest(t, nil)
		js := ns.Stream(broker.DefaultName, broker.Prefix+".>")
		if _, err := js.CreateConsumer(t.Context(), broker.DefaultName, jetstream.ConsumerConfig{Durable: broker.DefaultName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Second}); err != nil {
			t.Fatal(err)
		}
		n := startNode(t, db, 0)
		s := n.newSystem(js, "Harbour")
		take := taking(t, n)
		stored, release := make(chan struct{}, 1), make(chan struct{})
		doomed, err := broker.New(broker.Config{Settings: broker.Settings{URL: ns.URL()}, Log: slog.New(slog.DiscardHandler), Take: func(ctx context.Context, m *broker.Message) broker.Verdict {
			v := take(ctx, m)
			stored <- struct{}{}
			<-release
			return v
		}})
		if err == nil {
			err = doomed.Start(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		s.publish(s.message("capacity-released", map[string]any{"event_id": "table-1", "units": 3}))
		<-stored
		at, kill := context.WithCancel(t.Context())
		kill()
		if err := doomed.Stop(at); err == nil {
			t.Error("it has acknowledged")
		}
		close(release)
		next, err := broker.New(broker.Config{Settings: broker.Settings{URL: ns.URL()}, Take: take, Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			err = next.Start(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := next.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		}()
		n.until("it is taken again", func() bool { return next.Figures().Repeated == 1 })
		s.settled()
		if got := n.call("GET", "/v1/resources/harbour", nil).want(200); got.text("free_units") != "3" {
			t.Errorf("%v", got.body)
		}
		n.cleanly()
	})
}

// taking is how a server takes messages.
func taking(t *testing.T, n *node) func(context.Context, *broker.Message) broker.Verdict {
	t.Helper()
	places, err := waitlists.New(n.Store, jobs.ResourceOutbox, time.Now, nil)
	if err != nil {
		t.Fatal(err)
	}
	signals, err := api.NewSignals(n.Store, places, webhook.NewSender(webhook.Secrets{Key: n.links.Derive("webhook")}, netguard.Guard{}, nil, time.Now, ""), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return takeMessages(signals.Take, time.Now, slog.New(slog.DiscardHandler))
}

// headers are those of a message, as the broker hands them on.
func headers(m *nats.Msg) http.Header {
	h := http.Header{}
	for name, values := range m.Header {
		h.Set(name, values[0])
	}
	return h
}

// TestMessagesThatWait: what cannot be taken for a reason that passes comes again, for as long as the
// reason is ours; and how long a message lay at NATS does not matter, only when it was signed.
func TestMessagesThatWait(t *testing.T) {
	n := startNode(t, testdb.SQLite(t), 0)
	s := n.newSystem(nil, "Harbour")
	take := taking(t, n)
	of := func(m *nats.Msg, at time.Time) *broker.Message {
		return &broker.Message{Organization: s.org, Resource: "harbour", Type: "capacity_released", Header: headers(m), Body: m.Data, At: at}
	}
	old := time.Now().Add(-30 * time.Hour)
	body := `{"type":"capacity_released","event_id":"old","units":1}`
	for _, want := range []broker.Became{broker.Taken, broker.Repeated} {
		if v := take(t.Context(), of(s.signed("capacity-released", body, s.secret, old), old.Add(time.Minute))); v.Became != want {
			t.Errorf("%+v", v)
		}
	}
	// Signed before a rotation, and read long after it.
	r, err := n.Store.Resources.ByKey(t.Context(), s.org, "harbour")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		n.call("POST", "/v1/resources/harbour:rotate-secret", nil).want(200)
	}
	if v := take(t.Context(), of(s.signed("capacity-released", `{"type":"capacity_released","event_id":"older","units":1}`, s.secret, old), old)); v.Became != broker.Refused || v.Told != resources.SignatureCode {
		t.Errorf("with the secret before the one before: %+v", v)
	}

	now := time.Now()
	answers := func(p httpapi.Kind, at time.Time) broker.Verdict {
		return takeMessages(func(context.Context, *resources.SignalMessage) (bool, *httpapi.Problem, error) {
			return false, p.Problem(), p.Problem()
		},
			func() time.Time { return now }, slog.New(slog.DiscardHandler))(t.Context(), &broker.Message{At: at})
	}
	if v := answers(httpapi.KindInternal, old); v.Became != broker.Later {
		t.Errorf("%+v", v)
	}
	for _, ours := range []httpapi.Kind{httpapi.KindUnavailable, {Code: "cancelled", Status: 499}} {
		if v := answers(ours, old); v.Became != broker.Later {
			t.Errorf("%+v", v)
		}
	}
	full := httpapi.Kind{Code: "too_many_releases", Status: 409}
	if v := answers(full, now.Add(-time.Hour)); v.Became != broker.Later || v.Reason != full.Code {
		t.Errorf("%+v", v)
	}
	if v := answers(full, old); v.Became != broker.Refused || v.Reason != full.Code {
		t.Errorf("after a day: %+v", v)
	}
	if is, err := n.Store.Resources.Signal(t.Context(), r.ID, "old"); err != nil || is.Kind != resource.Released {
		t.Errorf("%+v %v", is, err)
	}
}

// TestMessagesWithoutADatabase: while the database does not answer messages come again.
func TestMessagesWithoutADatabase(t *testing.T) {
	n := startNode(t, testdb.SQLite(t), 0)
	s := n.newSystem(nil, "Harbour")
	m := s.message("capacity-released", map[string]any{"event_id": "table-1", "units": 1})
	other := testdb.SQLite(t)
	gone, err := store.Open(t.Context(), database.Config{URL: other})
	if err != nil {
		t.Fatal(err)
	}
	if err := gone.Close(); err != nil {
		t.Fatal(err)
	}
	away := *n
	server := *n.Server
	server.Store = gone
	away.Server = &server
	v := taking(t, &away)(t.Context(), &broker.Message{Organization: s.org, Resource: "harbour", Type: "capacity_released", Header: headers(m), Body: m.Data, At: time.Now()})
	if v.Became != broker.Later {
		t.Errorf("%+v", v)
	}
}

// TestMessagesOfCells: a server of a cell that is not the catalogue leaves messages to those that have
// the resources, and one without NATS has nothing to start.
func TestMessagesOfCells(t *testing.T) {
	for name, cfg := range map[string]*Config{
		"none":   {},
		"a cell": {NATS: broker.Settings{URL: "nats://127.0.0.1"}, Cells: Cells{Name: "two", Catalogue: "postgres://catalogue.example/holdfast"}},
	} {
		l := &lifecycle{}
		if err := addBroker(&core{ground: &ground{cfg: cfg, log: slog.New(slog.DiscardHandler)}}, l); err != nil || len(l.parts) > 0 {
			t.Errorf("%s: %v %+v", name, err, l.parts)
		}
	}
}
