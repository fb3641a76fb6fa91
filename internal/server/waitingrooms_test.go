package server

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// relay stands in for one of drand's: it says of the round of the tests that it was signed with
// that, and counts how often it was asked.
func relay(t *testing.T, signature string) (url string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != fmt.Sprintf("/%s/public/%d", draw.QuicknetChain, drawtest.Round) {
			t.Errorf("a relay was asked %s", r.URL)
		}
		asked.Add(1)
		raw, _ := hex.DecodeString(signature) // of this test
		_, _ = fmt.Fprintf(w, `{"round":%d,"randomness":%q,"signature":%q}`, drawtest.Round, draw.RandomnessOf(raw).String(), signature)
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

// TestServerDrawsByDrand: a server seals a draw in time, asks relays for the round that was
// announced, does not believe the one that lies, and draws by what the honest one says. A clock
// that jumps decides nothing, so the server is started again at each moment. PostgreSQL has a
// clock of its own, with which nobody is in 2024.
func TestServerDrawsByDrand(t *testing.T) {
	t.Parallel() // it mostly waits
	db, logKey := testdb.SQLite(t), filepath.Join(t.TempDir(), "log.key")
	honest, _ := relay(t, drawtest.Signature)
	liar, lies := relay(t, drawtest.Signatures[1000])
	round := draw.RoundTime(drawtest.Round)
	seals := round.Add(-2 * time.Minute)
	opens := seals.Add(-time.Hour)
	var event, key string
	at := func(name string, moment time.Time, relays []string, do func(t *testing.T, n *node)) {
		t.Helper()
		ok := t.Run(name, func(t *testing.T) {
			n := startNode(t, db, time.Until(moment), func(c *Config) { c.LogKey, c.BeaconRelays = logKey, relays })
			n.key = key
			do(t, n)
		})
		if !ok {
			t.FailNow()
		}
	}
	phase := func(n *node, want string) *answer {
		n.t.Helper()
		var a *answer
		n.until("the draw is "+want, func() bool {
			a = n.call("GET", event+"/waiting-room", nil).want(200)
			return a.text("phase") == want
		})
		return a
	}
	at("announced", opens.Add(-3*time.Second), []string{liar, honest}, func(_ *testing.T, n *node) {
		n.ownKey("Draws")
		key = n.key
		starts := seals.Add(30 * 24 * time.Hour)
		event = "/v1/events/" + n.call("POST", "/v1/events", map[string]any{"title": "Reunion", "starts_at": starts, "ends_at": starts.Add(time.Hour), "timezone": "UTC", "capacity": 10, "publish": true}).want(201).text("id")
		n.call("PUT", event+"/onsale", map[string]any{
			"mode": "draw", "opens_at": opens, "seals_at": seals, "serves_at": seals.Add(10 * time.Minute), "max_inside": 5, "identity": "none",
			"beacon": map[string]any{"kind": "drand-quicknet", "round": drawtest.Round},
		}).want(200)
		phase(n, "open")
		for i := range 3 {
			resp, err := http.Post(n.base+event+"/waiting-room:join", "application/json", nil) //nolint:noctx // a test
			if err != nil {
				n.t.Fatal(err)
			}
			if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusCreated {
				n.t.Fatalf("entrant %d: %d, %v", i, resp.StatusCode, err)
			}
		}
	})
	at("sealed", seals.Add(-time.Second), []string{liar, honest}, func(t *testing.T, n *node) {
		phase(n, "sealed")
		if lies.Load() != 0 {
			t.Error("a relay was asked before the round was signed")
		}
	})
	at("lied to", round.Add(4*time.Second), []string{liar}, func(t *testing.T, n *node) {
		n.until("the liar is asked", func() bool { return lies.Load() >= 2 }) // the second time after the answer was refused
		phase(n, "sealed")
	})
	at("drawn", round.Add(30*time.Second), []string{liar, honest}, func(t *testing.T, n *node) {
		phase(n, "drawn")
		d := n.call("GET", event+"/draw", nil).want(200).body
		if beacon, ok := d["beacon"].(map[string]any); !ok || beacon["signature"] != drawtest.Signature || d["round"] != float64(drawtest.Round) || d["entrants"] != 3.0 {
			t.Errorf("it is drawn by %v", d)
		}
		_, file, err := get(t, http.DefaultClient, n.base+event+"/draw.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		if _, served, findings, err := draw.CheckFile(strings.NewReader(file)); err != nil || len(findings) != 0 || len(served) != 3 {
			t.Errorf("of %d entrants the draw does not hold: %v, %v", len(served), findings, err)
		}
		report, err := verify.Run(t.Context(), n.Store, verify.Options{Now: inventory.At(round.Add(time.Hour)), AuditKeys: auditKeys(t), Logs: n.logs.Signer})
		if err != nil || !report.Clean() {
			t.Errorf("%+v, %v", report, err)
		}
	})
}
