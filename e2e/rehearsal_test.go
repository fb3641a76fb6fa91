package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestRehearsal rehearses an event of a server that runs, first until the rehearsal is
// killed: what that leaves is removed by the next one, nothing of either is listed or leaves
// the machine, and a copy that is kept can be verified.
func TestRehearsal(t *testing.T) {
	seed.InTurn(t, 0)
	together(t, rehearsed)
}

func rehearsed(t *testing.T, db string) {
	outside, calls := unreached(t)
	s := serve(t, db, "--private-webhooks")
	event := s.newEvent(30, object{"currency": "EUR", "tiers": []object{{"name": "General", "price": 2500}}})
	in2Days := time.Now().Add(48 * time.Hour)
	s.call("PUT", "/v1/events/"+event+"/onsale", object{"mode": "queue", "opens_at": in2Days, "serves_at": in2Days, "max_inside": 20}).want(200)
	s.call("POST", "/v1/webhook-endpoints", object{"url": "http://" + outside + "/hook", "types": []string{"order.*"}}).want(201)

	folder := t.TempDir()
	rehearse := func(args ...string) *exec.Cmd {
		c := exec.CommandContext(t.Context(), binary, append([]string{"rehearse", "--db", db, "--event", event, "--folder", folder, "--log-level", "warn", "--force"}, args...)...)
		// What a server would send by, a rehearsal must not.
		c.Env = append(environment(t), "HOLDFAST_SMTP=smtp://"+outside, "HOLDFAST_TWILIO_BASE=http://"+outside, "HOLDFAST_TWILIO_ACCOUNT=AC1", "HOLDFAST_TWILIO_TOKEN=x", "HOLDFAST_TWILIO_FROM=+4915100000000",
			"HOLDFAST_STRIPE_URL=http://"+outside, "HOLDFAST_STRIPE_KEY=sk_live_x", "HOLDFAST_STRIPE_WEBHOOK_SECRET=whsec_x")
		return c
	}
	killed := rehearse("--people", "300", "--curve", "minute")
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	within(t, 30*time.Second, "a rehearsal is under way", func() bool {
		found, err := filepath.Glob(filepath.Join(folder, "*", "log.key"))
		return err == nil && len(found) == 1
	})
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait() // it was killed

	var out, log bytes.Buffer
	whole := rehearse("--people", "120", "--curve", "burst", "--think", "0s", "--keep", "--json")
	whole.Stdout, whole.Stderr = &out, &log
	if err := whole.Run(); err != nil {
		t.Fatalf("%v\n%s%s", err, out.Bytes(), log.Bytes())
	}
	var report struct {
		Sound, Verified   bool
		Capacity, Sold    int64
		Joined            int64
		Mails             int64 `json:"mails_rendered"`
		Copy, Title, Kept string
		Removed           []string
		MailsWaiting      int64 `json:"mails_waiting"`
		WaitingRoom       bool  `json:"waiting_room"`
		LostBaskets       []string
		Engine            string
		SoldOut           bool `json:"sold_out"`
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if !report.Sound || !report.SoldOut || report.Sold != 30 || report.Joined != 120 || !report.WaitingRoom || report.Mails == 0 || len(report.Removed) != 1 {
		t.Errorf("%s", out.Bytes())
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 || filepath.Join(folder, left[0].Name()) != report.Kept {
		t.Errorf("%v are left, %v", left, err)
	}
	if listed := items[struct{ ID string }](s.call("GET", "/v1/public/events", nil).want(200)); len(listed) != 1 || listed[0].ID != event {
		t.Errorf("the server lists %v", listed)
	}
	s.call("GET", "/v1/events/"+event, nil).want(200).is("availability.available", "30")
	s.call("GET", "/v1/events/"+report.Copy, nil).want(404)
	if report.Engine == "sqlite" {
		must(t, "verify", "--db", "sqlite:"+filepath.Join(report.Kept, "holdfast.db"),
			"--master-key-file", filepath.Join(report.Kept, "master.keys"), "--log-key", filepath.Join(report.Kept, "log.key"))
	}
	must(t, "rehearse", "--remove", "--db", db, "--folder", folder)
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("%v are left, %v", left, err)
	}
	if n := calls.Load(); n != 0 {
		t.Errorf("%d calls went out", n)
	}
	s.stop()
	verified(t, db)
}

// unreached is an address that nobody shall call, and how often somebody did.
func unreached(t *testing.T) (address string, calls *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	calls = &atomic.Int64{}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			calls.Add(1)
			_ = c.Close()
		}
	}()
	return l.Addr().String(), calls
}

// TestRehearsalByServer: a server rehearses for an owner, in a process of its own that ends
// with it, however that ends.
func TestRehearsalByServer(t *testing.T) {
	t.Parallel()
	db := sqlite(t)
	folder := filepath.Join(filepath.Dir(strings.TrimPrefix(db, "sqlite:")), "rehearsals")
	copies := func() int {
		list, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return len(list)
	}
	key := strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner"))
	s := serveAs(t, db, key)
	event := s.newEvent(30, object{"currency": "EUR", "tiers": []object{{"name": "General", "price": 2500}}})
	path := "/v1/events/" + event + "/rehearsals"
	started := s.call("POST", path, object{"people": 60, "minutes": 2, "curve": "burst", "max_inside": 20}).want(202)
	s.call("POST", path, object{"people": 60}).want(409)
	name := started.at("id")
	within(t, 60*time.Second, "the rehearsal ends", func() bool {
		return s.call("GET", "/v1/rehearsals/"+name, nil).want(200).at("state") != "running"
	})
	done := s.call("GET", "/v1/rehearsals/"+name, nil).want(200)
	done.is("state", "done")
	done.is("report.sound", "true")
	done.is("report.verified", "true")
	done.is("report.sold", "30")
	done.is("report.joined", "60")
	done.is("report.max_inside", "20")
	done.is("report.engine", "sqlite")
	if n := copies(); n != 0 {
		t.Errorf("%d copies are left", n)
	}

	s.call("POST", path, object{"people": 500, "minutes": 2, "curve": "minute"}).want(202)
	within(t, 30*time.Second, "another is under way", func() bool { return copies() == 1 })
	s.kill()
	within(t, 30*time.Second, "it ends with its server", func() bool { return copies() == 0 })
	verified(t, db)
}
