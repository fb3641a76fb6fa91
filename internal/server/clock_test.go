package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// node is a server of its own on a database that several share.
type node struct {
	t    *testing.T
	base string
	key  string
	*Server
}

// startNode starts a server whose system clock is ahead by skew, and that is otherwise
// configured as change says.
func startNode(t *testing.T, db string, skew time.Duration, change ...func(*Config)) *node {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ready, ended := make(chan *Server, 1), make(chan error, 1)
	go func() {
		cfg := Config{
			DB: db, Files: t.TempDir(), Search: t.TempDir(), MasterKeys: MasterKeys{Text: masterKeys}, LogKey: filepath.Join(t.TempDir(), "log.key"), Listen: "127.0.0.1:0", Payments: Payments{Test: true}, LocalMailbox: true, Log: slog.New(slog.DiscardHandler),
			system: func() time.Time { return time.Now().Add(skew) },
		}
		for _, c := range change {
			c(&cfg)
		}
		ended <- Run(ctx, cfg, func(_ context.Context, s *Server) error { ready <- s; return nil })
	}()
	n := &node{t: t}
	select {
	case n.Server = <-ready:
	case err := <-ended:
		t.Fatalf("the server did not start: %v", err)
	}
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	n.base = "http://" + n.Addr.String()
	return n
}

type answer struct {
	t      *testing.T
	status int
	header http.Header
	body   map[string]any
}

func (n *node) call(method, path string, body any) *answer {
	n.t.Helper()
	return n.keyed("", method, path, body)
}

// keyed is call with an Idempotency-Key.
func (n *node) keyed(key, method, path string, body any) *answer {
	n.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		n.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(n.t.Context(), method, n.base+path, bytes.NewReader(text))
	if err != nil {
		n.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+n.key)
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		n.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	a := &answer{t: n.t, status: resp.StatusCode, header: resp.Header}
	if err := json.NewDecoder(resp.Body).Decode(&a.body); err != nil {
		n.t.Fatalf("%s %s: %d: %v", method, path, resp.StatusCode, err)
	}
	return a
}

func (a *answer) want(status int) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("answered %d %v, want %d", a.status, a.body, status)
	}
	return a
}

func (a *answer) text(field string) string { return fmt.Sprint(a.body[field]) }

// TestTwoServersApart: two servers of one PostgreSQL, one of which has a system
// clock that is five minutes ahead. A basket of two minutes and an offer of three
// stay, whatever reaches which server.
func TestTwoServersApart(t *testing.T) {
	db := testdb.Postgres(t)
	logKey := filepath.Join(t.TempDir(), "log.key")
	sameKey := func(c *Config) { c.LogKey = logKey }
	right := startNode(t, db, 0, sameKey)
	org := right.IDs.Top(id.Organization)
	if err := right.Store.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}); err != nil {
		t.Fatal(err)
	}
	var err error
	if right.key, err = identity.Issue(t.Context(), right.Store, right.IDs, org, "test", identity.Owner, time.Now(), time.Time{}); err != nil {
		t.Fatal(err)
	}
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
	event := func(more map[string]any) string {
		body := map[string]any{"title": "Apart", "starts_at": in(720 * time.Hour), "ends_at": in(722 * time.Hour), "timezone": "UTC", "capacity": 1, "publish": true}
		for k, v := range more {
			body[k] = v
		}
		return "/v1/events/" + right.call("POST", "/v1/events", body).want(201).text("id")
	}
	person := func(name string) map[string]any {
		return map[string]any{"user_id": name, "email": name + "@example.org", "name": name, "join_waitlist": true}
	}
	sold := event(map[string]any{"currency": "EUR", "orders": map[string]any{"hold_seconds": 120}, "tiers": []any{map[string]any{"name": "General", "price": 1000}}})
	tiers, ok := right.call("GET", sold, nil).want(200).body["tiers"].([]any)
	if !ok || len(tiers) != 1 {
		t.Fatal("the event has no tier")
	}
	order := "/v1/orders/" + right.call("POST", sold+"/orders", map[string]any{
		"user_id": "ada", "email": "ada@example.org", "name": "Ada",
		"items": []any{map[string]any{"tier_id": tiers[0].(map[string]any)["id"], "quantity": 1}},
	}).want(201).text("id")
	offered := event(map[string]any{"waitlist": map[string]any{"claim_window_seconds": 180}})
	right.call("POST", offered+"/registrations", person("ada")).want(201)
	entry := "/v1/waitlist/" + right.call("POST", offered+"/registrations", person("grace")).want(201).text("entry_id")
	next := "/v1/waitlist/" + right.call("POST", offered+"/registrations", person("mary")).want(201).text("entry_id")
	right.call("DELETE", offered+"/registrations/ada", nil).want(200)
	if state := right.call("GET", entry, nil).want(200).text("status"); state != "offered" {
		t.Fatalf("the entry is %s", state)
	}

	for _, skew := range []time.Duration{5 * time.Minute, -5 * time.Minute, 3 * time.Second} {
		t.Run(skew.String(), func(t *testing.T) {
			wrong := startNode(t, db, skew, sameKey)
			wrong.key = right.key
			decides := skew < 10*time.Second && skew > -10*time.Second
			for i := range 2 {
				who := person(fmt.Sprintf("late%s%d", skew, i))
				for _, e := range []string{sold, offered} {
					a := wrong.call("POST", e+"/registrations", who)
					if off := a.text("code") == "clock_off" && a.status == 503 && a.header.Get("Retry-After") != ""; off == decides {
						t.Errorf("a server that is %s ahead answered %d %v", skew, a.status, a.body)
					}
				}
			}
			if a := wrong.call("GET", "/readyz", nil).want(503); a.text("code") != "clock_off" || !strings.Contains(a.text("detail"), "system clock") {
				t.Errorf("not ready: %v", a.body)
			}
			// For four ticks of both servers nothing comes to its end.
			look := time.NewTicker(100 * time.Millisecond)
			defer look.Stop()
			for range 10 {
				<-look.C
				if state := wrong.call("GET", entry, nil).want(200).text("status"); state != "offered" {
					t.Fatalf("an offer of three minutes is %s", state)
				}
			}
		})
	}
	right.call("GET", "/readyz", nil).want(200)
	right.call("POST", sold+"/registrations", person("later"))
	right.call("POST", offered+"/registrations", person("later")).want(201)
	if state := right.call("GET", order, nil).want(200).text("status"); state != "pending" {
		t.Errorf("a basket of two minutes is %s after some seconds", state)
	}
	for path, want := range map[string]string{entry: "offered", next: "waiting"} {
		if state := right.call("GET", path, nil).want(200).text("status"); state != want {
			t.Errorf("%s is %s, want %s", path, state, want)
		}
	}
	ahead, err := right.Store.Events.EventsAhead(t.Context(), inventory.At(time.Now().Add(time.Second)), 10)
	if err != nil || len(ahead) != 0 {
		t.Errorf("clocks of events stand ahead: %v, %v", ahead, err)
	}
	now, err := Now(t.Context(), right.Store)
	if err != nil {
		t.Fatal(err)
	}
	report, err := verify.Run(t.Context(), right.Store, verify.Options{Now: now, AuditKeys: auditKeys(t), Logs: right.logs.Signer})
	if err != nil || !report.Clean() {
		t.Errorf("%v: %+v", err, report)
	}
}
