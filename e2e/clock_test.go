package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// clockAhead names the environment variable by which a binary of skewedBinary has another clock: a
// duration.
const clockAhead = "HOLDFAST_CLOCK_AHEAD"

// aheadFile is added to Go's own package time.
const aheadFile = `package time

import "syscall"

var secondsAhead = readAhead()

func readAhead() int64 {
	text, _ := syscall.Getenv("` + clockAhead + `")
	d, err := ParseDuration(text)
	if err != nil {
		return 0
	}
	return int64(d / Second)
}
`

// skewedBinary compiles the server with a clock that can be set: package time itself is compiled
// with a changed Now, so that nothing in the process has another time, as on a machine whose clock
// is wrong. It takes minutes the first time, and then Go's cache has it.
var skewedBinary = sync.OnceValues(func() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(logKeys, "skewed-*") // which goes when the tests end
	if err != nil {
		return "", err
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	text, err := os.ReadFile(filepath.Join(source, "time.go"))
	if err != nil {
		return "", err
	}
	const asks = "\tsec, nsec, mono := runtimeNow()\n"
	if strings.Count(string(text), asks) != 1 {
		return "", os.ErrInvalid // Go asks for the time elsewhere now
	}
	files := map[string]string{"time.go": strings.Replace(string(text), asks, asks+"\tsec += secondsAhead\n", 1), "ahead.go": aheadFile}
	replace := map[string]string{}
	for name, text := range files {
		replace[filepath.Join(source, name)] = filepath.Join(dir, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "holdfast")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, "../cmd/holdfast")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return program, cmd.Run()
})

// skewed returns the program, and skips a test that nobody has asked for.
func skewed(t *testing.T) (program string, rounds int) {
	t.Helper()
	rounds = count(t, "HOLDFAST_WRONG_CLOCKS", 0)
	if rounds == 0 {
		t.Skip("HOLDFAST_WRONG_CLOCKS is not set: a server with a clock of its own is compiled for it, and make prove does")
	}
	program, err := skewedBinary()
	if err != nil {
		t.Fatalf("the server with a clock of its own: %v", err)
	}
	return program, rounds
}

// saysApart reports whether a command says how far the clock is ahead: an hour, or behind with a minus.
func saysApart(out, ahead string) bool {
	sign := strings.TrimSuffix(ahead, "1h")
	return strings.Contains(out, " "+sign+"1h0m0") || strings.Contains(out, " "+sign+"59m59")
}

// at runs a command of the skewed binary.
func at(t *testing.T, program, ahead string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(environment(t), clockAhead+"="+ahead)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// apart starts a server whose clock is ahead of that of the machine, and waits until it answers. It
// does not say that it is ready.
func apart(t *testing.T, program, ahead, db, key string, flags ...string) *process {
	t.Helper()
	p := newProcess(t, freeAddress(t), db, key, flags...)
	p.program, p.env = program, []string{clockAhead + "=" + ahead}
	p.begin()
	within(t, 30*time.Second, p.base+" answers", func() bool {
		select {
		case <-p.exited:
			t.Fatalf("the server ended: %v\n%s", p.err, p.log)
		default:
		}
		resp, err := http.Get(p.base + "/healthz")
		return err == nil && resp.Body.Close() == nil && resp.StatusCode == 200
	})
	return p
}

// underWay is what people have for less than an hour.
type underWay struct {
	right                                  *process
	sold, basket, offered, entry, next     string
	door, link, session, phone, token, own string
}

// newUnderWay makes a basket of half an hour, an offer of half an hour that somebody else waits for,
// a ticket, a link to an order, a session, and a phone that may let people in for an hour.
func newUnderWay(s *process) *underWay {
	u := &underWay{right: s}
	u.sold = "/v1/events/" + s.newEvent(5, object{"currency": "EUR", "orders": object{"hold_seconds": 1800}, "tiers": []object{{"name": "General", "price": 1000}}})
	var made struct{ Tiers []struct{ ID string } }
	if err := json.Unmarshal(s.call("GET", u.sold, nil).want(200).body, &made); err != nil {
		s.t.Fatal(err)
	}
	u.basket = "/v1/orders/" + s.call("POST", u.sold+"/orders", object{"user_id": "ada", "email": "ada@example.org", "name": "Ada",
		"items": []object{{"tier_id": made.Tiers[0].ID, "quantity": 1}}}).want(201).at("id")
	u.offered = "/v1/events/" + s.newEvent(1, object{"waitlist": object{"claim_window_seconds": 1800}})
	s.call("POST", u.offered+"/registrations", person("Bert")).want(201)
	u.entry = "/v1/waitlist/" + s.call("POST", u.offered+"/registrations", person("Cleo")).want(201).at("entry_id")
	u.next = "/v1/waitlist/" + s.call("POST", u.offered+"/registrations", person("Dora")).want(201).at("entry_id")
	s.call("DELETE", u.offered+"/registrations/bert", nil).want(200)
	soon := time.Now().Add(72 * time.Hour).UTC().Truncate(time.Hour)
	u.door = s.newEvent(50, object{"starts_at": soon, "ends_at": soon.Add(3 * time.Hour)})
	u.own = s.call("POST", "/v1/events/"+u.door+"/registrations", person("Eve")).want(201).at("order_id")
	u.link = linkOfOrder.FindString(s.mailTo("eve@example.org", ""))
	u.token = items[heldTicket](s.call("GET", "/v1/orders/"+u.own+"/tickets", nil))[0].Token
	u.phone = (&cell{process: s}).phone(u.door, "Gate")
	u.session = s.signIn("eve@example.org")
	return u
}

// stands fails the test unless all of that is as it was, at a server.
func (u *underWay) stands(p *process) {
	p.t.Helper()
	p.call("GET", u.basket, nil).want(200).is("status", "pending")
	p.call("GET", u.entry, nil).want(200).is("status", "offered")
	p.call("GET", u.next, nil).want(200).is("status", "waiting")
	if status, page := p.get(u.link); status != 200 || !strings.Contains(page, "Eve") {
		p.t.Errorf("%s: the link of an order: %d\n%s", p.base, status, page)
	}
	p.call("GET", "/v1/me", nil, u.session, "Authorization: ").want(200)
	p.call("GET", "/v1/checkin-pass", nil, "Authorization: Bearer "+u.phone).want(200).is("event_id", u.door)
}

// decidesNothing fails the test unless a server whose clock is wrong refuses what changes something.
func (u *underWay) decidesNothing(wrong *process, who string) (refused int) {
	t := wrong.t
	t.Helper()
	for _, path := range []string{u.sold, u.offered, "/v1/events/" + u.door} {
		a := wrong.call("POST", path+"/registrations", person(who)).want(503).is("code", "clock_off")
		if a.header.Get("Retry-After") == "" {
			t.Errorf("whoever is to come back is not told when: %s", a.body)
		}
		refused++
	}
	wrong.call("GET", "/readyz", nil).want(503).is("code", "clock_off")
	return refused
}

// TestServersAnHourOff has two more servers of a PostgreSQL under load, one of which has a clock that
// is an hour ahead, and the other one that is an hour behind: as often as HOLDFAST_WRONG_CLOCKS says.
// They are real processes in which nothing has another time. They decide nothing, work on no job and
// say so; whatever is open for half an hour stays so, a waiting room goes on, and mails are sent. In
// between the one server whose clock is right is away, and the others put nothing off.
func TestServersAnHourOff(t *testing.T) {
	program, rounds := skewed(t)
	db, from := pgserver.ForTest(t), seed.Of(t)
	flags := []string{"--log-level", "error", "--trusted-proxies", "1"}
	right := serve(t, db, flags...)
	u := newUnderWay(right)
	conn, err := pgx.Connect(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // only asked
	ask := func(query string) (n int) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), query).Scan(&n); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return n
	}
	const putOff = "select count(*)::int from river_job where state in ('available', 'scheduled', 'retryable') and scheduled_at > now() + interval '40 minutes'"
	refused := 0
	for n := range rounds {
		wrong := []*process{apart(t, program, "1h", db, right.key, flags...), apart(t, program, "-1h", db, right.key, flags...)}
		l := right.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Connections: 12, Attempts: 3, Acks: hammer.NewAckLog(nil), Seed: from + uint64(n)}, wrong...)
		l.events(t, 3)
		stop := l.start(t)
		room := right.room(t, stormOf(100))
		room.start(t)
		l.more(t, 300, "changes are acknowledged by the server whose clock is right")
		for i, w := range wrong {
			who := "Late" + string(rune('A'+i)) + strings.Repeat("x", n)
			refused += u.decidesNothing(w, who)
			u.stands(w)
			ahead := []string{"1h", "-1h"}[i]
			if out, err := at(t, program, ahead, "clock", "check", "--db", db); err == nil || !saysApart(out, ahead) {
				t.Errorf("clock check on that machine: %v\n%s", err, out)
			}
			if out, err := at(t, program, ahead, "doctor", "--db", db); err == nil || !saysApart(out, ahead) {
				t.Errorf("doctor on that machine: %v\n%s", err, out)
			}
		}
		room.allCame(t, stormOf(100), room.wait(t))
		room.keptRoom(t, stormOf(100))
		r := stop()
		onlyClean(t, r)
		l.kept(t)
		within(t, 2*time.Minute, "whatever is to be sent is sent", func() bool {
			return ask("select count(*)::int from river_job where kind = 'deliver_messages' and state in ('available', 'running', 'retryable', 'scheduled')") == 0
		})
		name := stranger()
		right.call("POST", "/v1/events/"+u.door+"/registrations", person(name)).want(201)
		right.mailTo(name+"@example.org", "")
		// Alone, they lead no queue.
		right.stop()
		look := time.NewTicker(500 * time.Millisecond)
		for range 16 {
			<-look.C
			if leaders := ask("select count(*)::int from river_leader where expires_at > now()"); leaders > 0 {
				t.Fatal("a server whose clock is off leads the queue")
			}
		}
		look.Stop()
		right.restart()
		for _, w := range wrong {
			w.stop()
		}
		if late := ask(putOff); late > 0 {
			t.Errorf("%d jobs are put off by an hour", late)
		}
		u.stands(right)
		t.Logf("round %d: %d acknowledged, %d refused in the end; %d by an hour wrong servers asked by hand, and none decided", n+1, r.Acknowledged, r.RefusedTotal(), refused)
	}
	u.right.scan(u.door, u.token, "admit")
	right.stop()
	verified(t, db)
	must(t, "clock", "check", "--db", db)
}

// TestSQLiteAnHourOff starts the server of an SQLite database, which has no clock to compare with, on
// a machine whose clock is an hour off, and then again where it is right: what was decided by the
// time that did not come yet is refused until somebody mends it, and nothing is lost.
func TestSQLiteAnHourOff(t *testing.T) {
	program, _ := skewed(t)
	for _, ahead := range []string{"1h", "-1h"} {
		t.Run(ahead, func(t *testing.T) {
			db := sqlite(t)
			s := serve(t, db, "--log-level", "error")
			l := s.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t)})
			l.events(t, 2)
			run := func() {
				t.Helper()
				stop := l.start(t)
				l.more(t, 200, "more is acknowledged")
				onlyClean(t, stop())
			}
			run()
			s.stop()
			// One that is behind refuses what was decided before; one that is ahead cannot know.
			s.program, s.env = program, []string{clockAhead + "=" + ahead}
			s.start("")
			if ahead == "1h" {
				s.ready(30 * time.Second)
				run()
			} else {
				within(t, 30*time.Second, "the server answers", func() bool { resp, err := http.Get(s.base + "/healthz"); return err == nil && resp.Body.Close() == nil })
				s.call("POST", "/v1/events/"+l.cfg.Events[0]+"/registrations", person("Early")).want(503).is("code", "clock_off")
				if out, err := at(t, program, ahead, "clock", "check", "--db", db); err == nil || !strings.Contains(out, l.cfg.Events[0]) {
					t.Errorf("clock check: %v\n%s", err, out)
				}
			}
			s.stop()
			s.program, s.env = "", nil
			s.restart()
			if ahead == "1h" {
				s.call("POST", "/v1/events/"+l.cfg.Events[0]+"/registrations", person("Late")).want(503).is("code", "clock_off")
				s.call("GET", "/v1/events/"+l.cfg.Events[0], nil).want(200)
				if out, err := holdfast(t, "clock", "check", "--db", db); err == nil || !strings.Contains(out, l.cfg.Events[0]) {
					t.Errorf("clock check: %v\n%s", err, out)
				}
				t.Log(must(t, append([]string{"clock", "mend", "--db", db}, l.cfg.Events...)...))
			}
			run()
			l.kept(t)
			s.stop()
			verified(t, db)
			must(t, "clock", "check", "--db", db)
		})
	}
}
