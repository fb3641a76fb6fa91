package e2e

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestCells moves an event between the three cells of an installation while people register
// there and at other events, kills a move, and goes on with it. Only requests for that event
// are answered 503, for seconds; nothing that was acknowledged is lost; what was given out
// before the moves is good at every server; each cell and the catalogue verify.
func TestCells(t *testing.T) {
	seed.InTurn(t, 1)
	t.Parallel()
	cells := map[string]*cell{}
	home := &cell{name: "home", db: pgserver.ForTest(t), at: freeAddress(t), logKey: logKey(t)}
	must(t, "migrate", "--db", home.db)
	home.added(t, home)
	home.process = serve(t, home.db, "--cell", "home", "--cell-listen", home.at)
	for _, name := range []string{"west", "east"} {
		c := &cell{name: name, db: pgserver.ForTest(t), at: freeAddress(t), logKey: filepath.Join(t.TempDir(), "log.key")}
		c.added(t, home)
		key, err := os.ReadFile(home.logKey)
		if err == nil {
			err = os.WriteFile(c.logKey, key, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		c.process = serveAs(t, c.db, home.key, "--cell", name, "--catalogue", home.db, "--cell-listen", c.at, "--log-key", c.logKey)
		cells[name] = c
	}
	cells["home"] = home
	west, east := cells["west"], cells["east"]

	// What is given out before.
	event := home.newEvent(3, nil)
	registrations := "/v1/events/" + event + "/registrations"
	order := home.call("POST", registrations, person("Ada"), "Idempotency-Key: ada").want(201).at("order_id")
	link := linkOfOrder.FindString(home.mailTo("ada@example.org", ""))
	ticket := items[heldTicket](home.call("GET", "/v1/orders/"+order+"/tickets", nil))[0]
	for _, name := range []string{"Bert", "Cleo", "Dora"} {
		home.call("POST", registrations, person(name)).want(201)
	}
	hammered := home.newEvent(300, nil)

	const pace = 60 // requests a second
	busy := home.load(hammer.Config{Scenario: hammer.Mixed, Connections: 8, Rate: pace, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t)}, west.process, east.process)
	busy.cfg.Events = []string{hammered}
	others := home.load(hammer.Config{Scenario: hammer.Mixed, Connections: 4, Rate: pace, Capacity: 200, Seed: seed.Of(t) + 1}, west.process)
	others.events(t, 2)
	stopBusy, stopOthers := busy.start(t), others.start(t)
	moved := func(to string) string {
		t.Helper()
		done := must(t, "cell", "move", "--db", home.db, hammered, to)
		had := len(busy.cfg.Acks.Acks())
		within(t, 30*time.Second, "people go on to register in "+to, func() bool { return len(busy.cfg.Acks.Acks()) > had+20 })
		return done
	}
	t.Log(moved("west"))
	// One that is killed while its event is on its way.
	killed := exec.Command(binary, "cell", "move", "--db", home.db, hammered, "east")
	killed.Env = environment(t)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	within(t, 30*time.Second, "its requests are answered 503", func() bool {
		resp, err := http.Get(west.base + "/v1/events/" + hammered)
		return err == nil && resp.Body.Close() == nil && resp.StatusCode == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") != ""
	})
	if err := killed.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait() // it was killed
	t.Log(moved("east"))
	t.Log(moved("home"))
	result, untouched := stopBusy(), stopOthers()
	onlyClean(t, result)
	t.Logf("%d acknowledged, %d times 503; at other events %d acknowledged, %d times 503", result.Acknowledged, result.Retried, untouched.Acknowledged, untouched.Retried)
	if untouched.Retried > 0 || untouched.Refused[503] > 0 || untouched.Acknowledged == 0 {
		t.Errorf("other events were not left alone: %+v", untouched)
	}
	if result.Retried == 0 || result.Acknowledged == 0 {
		t.Errorf("the event was moved under no load: %+v", result)
	}
	for _, c := range cells { // each reads where it lives twice a second
		c.answers(hammered)
	}
	busy.kept(t)

	// What was given out before is good at every server.
	must(t, "cell", "move", "--db", home.db, event, "east")
	for _, c := range cells {
		c.answers(event)
		c.call("POST", registrations, person("Ada"), "Idempotency-Key: ada").want(201).is("order_id", order)
		c.call("GET", "/v1/orders/"+order, nil).want(200)
		c.call("GET", "/v1/orders/"+order, nil, "Authorization: Bearer no").want(401)
		if status, page := c.get(link[strings.Index(link, "/r/"):]); status != 200 || !strings.Contains(page, "An evening of short films") {
			t.Errorf("%s: the link: %d\n%s", c.name, status, page)
		}
	}
	home.scan(event, ticket.Token, "admit")
	west.scan(event, ticket.Token, "already_admitted")
	// It goes on there: who waits is offered what comes back, by mail.
	home.call("DELETE", registrations+"/bert", nil).want(200)
	east.mailTo("dora@example.org", "Your turn")
	home.call("PATCH", "/v1/events/"+event, object{"title": "Long films"}).want(200)
	within(t, 20*time.Second, "the catalogue lists it as it is now", func() bool {
		return strings.Contains(string(home.call("GET", "/v1/events", nil).want(200).body), "Long films")
	})
	// Who may act is decided by the catalogue.
	west.call("GET", "/v1/organization", nil).want(200).is("name", "End to End")
	if _, err := holdfast(t, "cell", "add", "--db", home.db, "--database", "postgres://u:secret@localhost/x", "--address", "x:1", "north"); err == nil {
		t.Error("a password was stored")
	}
	// Who is signed in is told of events wherever these live, and erased from all of them, or not at all.
	ada, cleo := home.signIn("ada@example.org"), home.signIn("cleo@example.org")
	if data := west.call("GET", "/v1/me/data", nil, ada, "Authorization: ").want(200); !strings.Contains(string(data.body), order) {
		t.Errorf("what is stored of her: %s", data.body)
	}
	west.call("POST", "/v1/me:erase", object{"email": "ada@example.org"}, ada, "Authorization: ").want(200).is("events", "1")
	for _, c := range []*cell{home, east} {
		c.call("GET", registrations+"/ada", nil).want(404)
		c.call("GET", "/v1/me/data", nil, ada, "Authorization: ").want(401)
	}
	east.stop()
	home.call("GET", "/v1/me/data", nil, cleo, "Authorization: ").want(503)
	home.call("POST", "/v1/me:erase", object{"email": "cleo@example.org"}, cleo, "Authorization: ").want(503)
	home.call("GET", "/v1/me", nil, cleo, "Authorization: ").want(200)
	for _, c := range cells {
		if c != east {
			c.stop()
		}
		must(t, "verify", "--db", c.db, "--log-key", c.logKey)
	}
	t.Log(must(t, "cell", "verify", "--db", home.db), must(t, "cell", "list", "--db", home.db))
}

// cell is a database and a server of an installation.
type cell struct {
	*process
	name, db, at, logKey string
}

// answers waits until a server answers for an event.
func (c *cell) answers(event string) {
	c.t.Helper()
	within(c.t, 10*time.Second, c.name+" answers for "+event, func() bool { return c.call("GET", "/v1/events/"+event, nil).status == http.StatusOK })
}

// added adds the cell to the installation.
func (c *cell) added(t *testing.T, home *cell) {
	t.Helper()
	args := []string{"cell", "add", "--db", home.db, "--region", "the " + c.name, "--address", c.at, c.name}
	if c != home {
		args = append(args, "--database", c.db)
	}
	must(t, args...)
}
