package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/demo"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// keepsakes are what people have from before a move.
type keepsakes struct {
	event, order string
	ticket       heldTicket
	link         string // of an order, from its mail
	session      string // the cookie of an owner
	logged       int64  // entries of the public log
}

// TestMove moves an installation from SQLite to PostgreSQL and back, with moves that are
// killed at random moments, as often as HOLDFAST_MOVE_KILLS says each way. After each move
// the keys, links, sessions and tickets from before are good, mails that were due are sent,
// and the public log goes on from its head.
func TestMove(t *testing.T) {
	seed.InTurn(t, 2)
	t.Parallel()
	kills := count(t, "HOLDFAST_MOVE_KILLS", 3)
	random := rand.New(rand.NewPCG(seed.Of(t), uint64(kills)))
	from := sqlite(t)
	s := serveDemo(t, from)
	if _, err := holdfast(t, "move", "--from", from, "--to", sqlite(t)); err == nil || !strings.Contains(err.Error(), "stop it first") {
		t.Errorf("moved under a server: %v", err)
	}
	k := s.keepsakes()
	for n, to := range []string{testdb.Postgres(t), sqlite(t)} {
		for i := range 20 { // their mails may be due when it stops
			s.call("POST", "/v1/events/"+k.event+"/registrations", person(fmt.Sprintf("p%d-%d", n, i))).want(201)
		}
		s.stop()
		killed := 0
		for i := range kills {
			// Most are killed after a few lines, so that all of them together get as far as there is;
			// some, but not the first, later, up to the end.
			most := max(2, 150/kills)
			if random.IntN(4) == 0 && i > 0 {
				most = 250
			}
			if killAtRandom(t, random, from, to, most) {
				killed++
			}
		}
		var r moveReport
		lines := strings.Split(strings.TrimSpace(must(t, "move", "--from", from, "--to", to, "--json")), "\n")
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
			t.Fatal(err)
		}
		if !r.Finished || !r.Resumed || killed == 0 || !r.Already && r.Rows < 1000 || strings.Contains(lines[len(lines)-1], "password") {
			t.Errorf("%d killed: %s", killed, lines[len(lines)-1])
		}
		t.Logf("%d killed, %d of %d rows in the last run", killed, r.Copied, r.Rows)
		if _, err := holdfast(t, "serve", "--db", from, "--listen", freeAddress(t), "--files", t.TempDir()); err == nil || !strings.Contains(err.Error(), "serve that one") {
			t.Errorf("served what was left: %v", err)
		}
		verified(t, from)
		verified(t, to)
		s.args[2], from = to, to // serveDemo's --db: the address and the demo's key stay
		s.restart()
		s.has(k, fmt.Sprintf("p%d-19", n))
	}
	s.stop()
	verified(t, from)
}

type moveReport struct {
	Finished, Resumed, Already bool
	Copied, Rows               int64
}

// killAtRandom begins a move, or goes on with it, and kills it at a moment that nobody
// chose, after at most so many lines. It reports whether it was killed before its end.
func killAtRandom(t *testing.T, random *rand.Rand, from, to string, most int) bool {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, "move", "--from", from, "--to", to, "--json")
	cmd.Env = environment(t)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out) // one comes with each table that is copied or compared
	for range 1 + random.IntN(most) {
		if !lines.Scan() {
			break
		}
	}
	<-time.After(time.Duration(random.Int64N(int64(10 * time.Millisecond))))
	_ = cmd.Process.Kill() // it may have ended
	err = cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		t.Errorf("a move that was gone on with: %v\n%s", err, log.Bytes())
	}
	return err != nil
}

var linkOfOrder = regexp.MustCompile(`/r/[A-Za-z0-9_.~-]+`)

// keepsakes makes an event and what people have of it.
func (p *process) keepsakes() *keepsakes {
	p.t.Helper()
	k := &keepsakes{event: p.newEvent(500, object{"currency": "EUR", "tiers": []object{{"name": "Free", "price": 0}, {"name": "Paid", "price": 1200}}})}
	var made struct{ Tiers []struct{ ID, Name string } }
	if err := json.Unmarshal(p.call("GET", "/v1/events/"+k.event, nil).want(200).body, &made); err != nil {
		p.t.Fatal(err)
	}
	k.order = p.call("POST", "/v1/events/"+k.event+"/orders", object{
		"user_id": "ada", "email": "ada@example.org", "name": "Ada", "items": []object{{"tier_id": made.Tiers[1].ID, "quantity": 4}},
	}).want(201).at("id")
	p.pay(k.order)
	k.ticket = items[heldTicket](p.call("GET", "/v1/orders/"+k.order+"/tickets", nil))[0]
	k.link = linkOfOrder.FindString(p.mailTo("ada@example.org", ""))
	k.session = strings.TrimPrefix(p.signIn(demo.OwnerEmail), "Cookie: ")
	k.logged = p.logged(k.event, 1)
	return k
}

// signIn has somebody sign in by a mailed link, and returns the header that shows it.
func (p *process) signIn(email string) string {
	p.t.Helper()
	p.call("POST", "/v1/auth/links", object{"email": email}).want(202)
	_, token, _ := strings.Cut(regexp.MustCompile(`/sign-in#[A-Za-z0-9_.~-]+`).FindString(p.mailTo(email, "Your link to sign in")), "#")
	cookies := (&http.Response{Header: p.call("POST", "/v1/auth/sessions", object{"token": token}).want(201).header}).Cookies()
	if len(cookies) == 0 {
		p.t.Fatal(email + " is not signed in")
	}
	return "Cookie: " + cookies[0].Name + "=" + cookies[0].Value
}

// logged waits until the public log of an event has so many entries and returns how many.
func (p *process) logged(event string, atLeast int64) (size int64) {
	p.t.Helper()
	within(p.t, 60*time.Second, fmt.Sprintf("the log has %d entries", atLeast), func() bool {
		status, text := p.get("/log/" + event + "/checkpoint")
		lines := strings.Split(text, "\n")
		if status != http.StatusOK || len(lines) < 3 {
			return false
		}
		var err error
		size, err = strconv.ParseInt(lines[1], 10, 64)
		return err == nil && size >= atLeast
	})
	return size
}

// has looks that all that people kept is good, and that somebody was told who registered
// before the move.
func (p *process) has(k *keepsakes, told string) {
	p.t.Helper()
	p.call("GET", "/v1/orders/"+k.order, nil).want(200).is("status", "confirmed") // the key is the earlier one
	if status, page := p.get(k.link); k.link == "" || status != http.StatusOK || !strings.Contains(page, "Ada") {
		p.t.Errorf("the link %q: %d\n%s", k.link, status, page)
	}
	p.call("POST", "/v1/checkins", object{"event_id": k.event, "token": k.ticket.Token, "gate": "North"}).want(200)
	p.scan(k.event, k.ticket.Token, "already_admitted")
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.base+"/v1/me", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Cookie", k.session)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusOK {
		p.t.Errorf("the session: %d, %v", resp.StatusCode, err)
	}
	p.mailTo(told+"@example.org", "")
	before := p.logged(k.event, k.logged)
	p.call("POST", "/v1/events/"+k.event+"/registrations", person("later"+told)).want(201)
	k.logged = p.logged(k.event, before+1)
}
