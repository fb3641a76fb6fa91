package hammer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/keyring"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

const masterKeys = "hmk_1_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// TestServers lets people register, wait, claim, decline, cancel and leave, at one
// server and at two, and asks afterwards: all that was acknowledged stands, in the
// order in which it was acknowledged, and every invariant holds.
func TestServers(t *testing.T) {
	seed.InTurn(t, 2)
	t.Run("one on sqlite", func(t *testing.T) { tried(t, testdb.SQLite(t), 1) })
	t.Run("two on postgres", func(t *testing.T) { tried(t, testdb.Postgres(t), 2) })
}

func tried(t *testing.T, url string, servers int) {
	cfg := hammer.Config{Scenario: hammer.Mixed, Capacity: 20, Requests: 2000}
	cfg, result, report := hammered(t, url, servers, cfg)
	tried := map[hammer.Op]int{}
	for _, a := range cfg.Acks.Acks() {
		tried[a.Op]++
	}
	for _, op := range []hammer.Op{hammer.OpRegister, hammer.OpJoin, hammer.OpCancel, hammer.OpLeave, hammer.OpAccept, hammer.OpDecline} {
		if tried[op] == 0 {
			t.Errorf("nobody tried to %s", op)
		}
	}
	if result.Broken == 0 || report.Orders == 0 || report.Entries == 0 || result.Acknowledged < cfg.Requests/3 {
		t.Errorf("nothing was tried: %+v, %+v", report, result)
	}
}

// TestRooms lets people come in from a waiting room and buy, at one server and at two, and
// asks afterwards whether what the room has promised was kept.
func TestRooms(t *testing.T) {
	seed.InTurn(t, 3)
	t.Run("one on sqlite", func(t *testing.T) { queued(t, testdb.SQLite(t), 1) })
	t.Run("two on postgres", func(t *testing.T) { queued(t, testdb.Postgres(t), 2) })
}

func queued(t *testing.T, url string, servers int) {
	const people = 150
	cfg := hammer.Config{Scenario: hammer.Room, Capacity: people, Requests: people, Rate: 100, Inside: 40, Think: 200 * time.Millisecond}
	_, result, report := hammered(t, url, servers, cfg)
	room := result.Room
	if result.Broken == 0 || report.Joined != people || room.Joined != people || room.Bought < people*3/4 || report.Entered < people*3/4 || report.Orders < people*3/4 || room.TurnedAway == 0 {
		t.Errorf("nothing was tried: %+v, %+v", report, room)
	}
	if report.MostInside == 0 || report.MostInside > 40 || room.MostInside > 40 || room.MaxInside != 40 {
		t.Errorf("%d inside by answers, %d of %d by documents", report.MostInside, room.MostInside, room.MaxInside)
	}
	var text strings.Builder
	if err := result.Write(&text); err != nil || !strings.Contains(text.String(), "waiting room  150 joined") {
		t.Errorf("%s%v", text.String(), err)
	}
	if b, err := json.Marshal(result); err != nil || !bytes.Contains(b, []byte(`"room":{"joined":150`)) {
		t.Errorf("%s, %v", b, err)
	}
}

// hammered runs a load against so many servers on a database, through connections that
// break, and asks what became of it.
func hammered(t *testing.T, url string, servers int, cfg hammer.Config) (hammer.Config, *hammer.Result, *hammer.CheckReport) {
	t.Helper()
	st, err := store.Open(t.Context(), database.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	ids := &id.Maker{}
	org, now := ids.Top(id.Organization), time.Now()
	if err := st.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Load", CreatedAt: inventory.At(now)}); err != nil {
		t.Fatal(err)
	}
	cfg.Connections, cfg.Duration, cfg.Keys, cfg.Seed, cfg.Acks = 16, 5*time.Minute, true, seed.Of(t), hammer.NewAckLog(nil)
	if cfg.APIKey, err = identity.Issue(t.Context(), st, ids, org, "load", "owner", now, time.Time{}); err != nil {
		t.Fatal(err)
	}
	logKey := filepath.Join(t.TempDir(), "log.key")
	var stops []func()
	for range servers {
		base, stop := serve(t, url, logKey)
		cfg.Targets, stops = append(cfg.Targets, base), append(stops, stop)
	}
	if cfg.Scenario == hammer.Room {
		event, err := hammer.NewRoom(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Events = []string{event}
	}
	for i := range cfg.Targets {
		cfg.Targets[i] = breaking(t, cfg.Targets[i])
	}
	result, err := hammer.Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for status, n := range result.Refused {
		if status >= 500 && status != 503 {
			t.Errorf("%d requests were answered %d: %s", n, status, result.Sample)
		}
	}
	for _, stop := range stops {
		stop()
	}
	report, err := hammer.CheckAcks(t.Context(), cfg.Acks, hammer.StoreSource{Store: st})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Errorf("%d lost, %d doubled, %d out of order, %d times crowded: %v", report.Lost, report.Doubled, report.Unfair, report.Crowded, report.Faults)
	}
	verified(t, st, logKey)
	return cfg, result, report
}

// breaking is an address in front of a server at which connections break now and then,
// most often when the answer was on its way.
func breaking(t *testing.T, base string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	r, first := rand.New(rand.NewPCG(seed.Of(t), 1)), true
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			answers := 20
			if !first { // the first breaks in every run
				answers += r.IntN(60)
			}
			first = false
			go func() {
				defer client.Close() //nolint:errcheck // it breaks
				server, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
				if err != nil {
					return
				}
				defer server.Close() //nolint:errcheck // it breaks
				go func() { _, _ = io.Copy(server, client) }()
				answer := make([]byte, 64<<10)
				for range answers {
					n, err := server.Read(answer)
					if err != nil {
						return
					}
					if _, err := client.Write(answer[:n]); err != nil {
						return
					}
				}
				_, _ = server.Read(answer) // which nobody will see
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// serve runs a server until stop, or the end of the test.
func serve(t *testing.T, url, logKey string) (base string, stop func()) {
	t.Helper()
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	ready, ended := make(chan string, 1), make(chan error, 1)
	cfg := server.Config{DB: url, Files: t.TempDir(), Search: t.TempDir(), MasterKeys: server.MasterKeys{Text: masterKeys}, LogKey: logKey, Listen: "127.0.0.1:0", TrustedProxies: 1, Log: slog.New(slog.DiscardHandler)}
	go func() {
		ended <- server.Run(ctx, cfg, func(_ context.Context, s *server.Server) error {
			ready <- "http://" + s.Addr.String()
			return nil
		})
	}()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	select {
	case base = <-ready:
	case err := <-ended:
		end()
		t.Fatalf("the server did not start: %v", err)
	}
	t.Cleanup(stop)
	return base, stop
}

func verified(t *testing.T, st *store.Store, logKey string) {
	t.Helper()
	ring, err := keyring.Parse(masterKeys)
	if err != nil {
		t.Fatal(err)
	}
	logs, err := tlog.ReadSigner(logKey)
	if err != nil {
		t.Fatal(err)
	}
	report, err := verify.Run(t.Context(), st, verify.Options{AuditKeys: ring.AuditKeys(), Logs: logs})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range report.Violations {
		t.Errorf("verify: %+v", v)
	}
}
