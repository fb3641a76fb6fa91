package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// storm is a crowd that comes to a waiting room.
type storm struct {
	people        int64
	rate          float64 // people a second
	inside, letIn int64
	think, lasts  time.Duration
	conns, shown  int // receipts that are shown afterwards
}

// stormOf is a storm of so many people. That of make prove comes within a minute while 100
// a second are let in; a small one is over in seconds.
func stormOf(people int) storm {
	n := int64(people)
	if people < 10_000 {
		return storm{people: n, rate: 200, inside: 60, think: 300 * time.Millisecond, conns: 32, shown: people}
	}
	return storm{people: n, rate: float64(n) / 60, inside: 500, letIn: 100, think: time.Second, lasts: time.Minute, conns: 256, shown: 2000}
}

// TestRoomStorm has as many people as HOLDFAST_ROOM_PEOPLE says join a waiting room within a
// minute, while 100 a second are let in, buy and pay, and says how long they waited for
// answers. Only make prove has the minutes.
func TestRoomStorm(t *testing.T) {
	people := count(t, "HOLDFAST_ROOM_PEOPLE", 0)
	if people == 0 {
		t.Skip("it takes minutes: make prove has it")
	}
	size := stormOf(people)
	engines(t, func(t *testing.T, db string) {
		s := serve(t, db, "--trusted-proxies", "1")
		l := s.room(t, size)
		l.allCame(t, size, l.run(t))
		l.keptRoom(t, size)
		s.stop()
		verified(t, db)
	})
}

// TestRoomKilled kills the server again and again while people join a waiting room, come in
// and buy: no place that was acknowledged is lost or given twice, nobody comes in who was not
// called, there are never too many inside, and each basket is there.
func TestRoomKilled(t *testing.T) {
	seed.InTurn(t, 0)
	size, kills := stormOf(count(t, "HOLDFAST_ROOM_PEOPLE", 300)), count(t, "HOLDFAST_ROOM_KILLS", 3)
	engines(t, func(t *testing.T, db string) {
		s := serve(t, db, "--trusted-proxies", "1")
		l := s.room(t, size)
		l.start(t)
		random := rand.New(rand.NewPCG(l.cfg.Seed, uint64(kills)))
		for n := range kills {
			had := len(l.cfg.Acks.Acks())
			within(t, 30*time.Second, "more is acknowledged", func() bool { return len(l.cfg.Acks.Acks()) > had+int(size.people)/8 })
			<-time.After(time.Duration(random.Int64N(int64(200 * time.Millisecond))))
			s.kill()
			if took := s.restart(); took > readyIn {
				t.Errorf("kill %d: ready after %s, want at most %s", n+1, took, readyIn)
			}
		}
		l.allCame(t, size, l.wait(t))
		l.keptRoom(t, size)
		s.stop()
		verified(t, db)
	})
}

// TestRoomOfTwoServers has two servers let people in from one waiting room, of which one
// dies for good in the middle: the other goes on with what both have promised.
func TestRoomOfTwoServers(t *testing.T) {
	seed.InTurn(t, 1)
	size := stormOf(count(t, "HOLDFAST_ROOM_PEOPLE", 300))
	db := pgserver.ForTest(t)
	one := serve(t, db, "--trusted-proxies", "1")
	two := serveAs(t, db, one.key, "--trusted-proxies", "1")
	l := one.room(t, size, two)
	l.start(t)
	within(t, time.Minute, "people come in at both", func() bool { return len(l.cfg.Acks.Acks()) > int(size.people)/2 })
	one.kill()
	l.allCame(t, size, l.wait(t))
	l.cfg.Targets = l.cfg.Targets[1:]
	l.keptRoom(t, size)
	two.stop()
	verified(t, db)
}

// TestHammerRoom is the command that storms a waiting room.
func TestHammerRoom(t *testing.T) {
	seed.InTurn(t, 3)
	together(t, func(t *testing.T, db string) {
		// Behind a proxy the figures have an address of their own.
		figures := &process{t: t, base: "http://" + freeAddress(t)}
		s := serve(t, db, "--trusted-proxies", "1", "--metrics-listen", strings.TrimPrefix(figures.base, "http://"))
		args := []string{"hammer", "--target", s.base, "--key", s.key, "--scenario", "room", "--requests", "40", "--rate", "80", "--capacity", "40", "--inside", "30", "--think", "100ms", "--connections", "8", "--duration", "20s"}
		out := must(t, append(args, "--verify-db", db)...)
		for _, want := range []string{"waiting room  40 joined, 40 called", "of 30 inside", "0 lost, 0 doubled, 0 out of order, 0 times too many inside", "holds"} {
			if !strings.Contains(out, want) {
				t.Errorf("%q is not in:\n%s", want, out)
			}
		}
		s.countsRoom(t, figures)
		if out, err := holdfast(t, append(args, "--let-in", "10001")...); err == nil || !strings.Contains(err.Error(), "are called in a second") {
			t.Errorf("%s, %v", out, err)
		}
	})
}

// countsRoom fails the test unless the figures of the server tell of the room that 40 have joined,
// and of a call that came too soon.
func (p *process) countsRoom(t *testing.T, figures *process) {
	t.Helper()
	event := items[struct{ ID string }](p.call("GET", "/v1/events", nil))[0].ID
	p.call("GET", "/v1/events/"+event+"/waiting-room", nil).want(http.StatusOK) // of rooms that nobody looks at nothing is told
	if joined, rooms := figures.figure(`holdfast_waiting_room_joins_total{outcome="joined"}`), figures.figure("holdfast_waiting_rooms"); joined < 40 || rooms < 1 {
		t.Errorf("the figures have %v who joined, and %v rooms", joined, rooms)
	}
	const refused = `holdfast_limits_refused_total{limit="address"}`
	before, tries := figures.figure(refused), 0
	for status := 0; status != http.StatusTooManyRequests; tries++ {
		if status = p.call("GET", "/v1/events/"+event, nil, "Authorization: ", "X-Forwarded-For: 198.51.100.7").status; tries > 500 {
			t.Fatalf("one address makes %d calls, and none is too many", tries)
		}
	}
	if n := figures.figure(refused) - before; n != 1 {
		t.Errorf("the figures have %v calls of %d that came too soon, want 1", n, tries)
	}
}

// room prepares a storm on a waiting room of this server, and of others of the same database.
func (p *process) room(t *testing.T, s storm, others ...*process) *load {
	t.Helper()
	l := p.load(hammer.Config{
		Scenario: hammer.Room, Requests: s.people, Rate: s.rate, Capacity: s.people, Inside: s.inside, LetIn: s.letIn, Think: s.think, Duration: s.lasts,
		Connections: s.conns, Attempts: 1000, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t),
	}, others...)
	event, err := hammer.NewRoom(t.Context(), l.cfg)
	if err != nil {
		t.Fatal(err)
	}
	l.cfg.Events = []string{event}
	return l
}

// allCame fails the test unless everybody joined, and whoever wanted to has bought.
func (*load) allCame(t *testing.T, s storm, r *hammer.Result) {
	t.Helper()
	room := r.Room
	var text strings.Builder
	if err := r.Write(&text); err != nil {
		t.Error(err)
	}
	t.Log(text.String())
	// Of a hundred some only look, and some never come.
	least := s.people * 8 / 10
	if s.letIn > 0 {
		least = s.letIn * int64(s.lasts.Seconds()) * 7 / 10
	}
	if room.Joined != s.people || room.Bought < least || room.MostInside > s.inside || room.TurnedAway == 0 && s.people >= 300 || room.NotDrawn != "" {
		t.Errorf("%d bought, of at least %d: %+v", room.Bought, least, room)
	}
	for status, n := range r.Refused {
		// Too early; and one who came back to a pass or an order that is over.
		if status != http.StatusTooEarly && status != http.StatusConflict && status != http.StatusServiceUnavailable {
			t.Errorf("%d requests were answered %d; the first trouble: %s", n, status, r.Sample)
		}
	}
}

// keptRoom is kept, and shows receipts once more: each lets in whoever has it, or has its
// place.
func (l *load) keptRoom(t *testing.T, s storm) {
	t.Helper()
	l.kept(t)
	shown := 0
	for _, a := range l.cfg.Acks.Acks() {
		if a.Op != hammer.OpArrive || a.Unknown() {
			continue
		}
		if shown++; shown > s.shown {
			return
		}
		if err := l.show(&a); err != nil {
			t.Errorf("the receipt of place %d: %v", a.Room.Index+1, err)
		}
	}
}

// show shows a receipt to whoever lets people in.
func (l *load) show(a *hammer.Ack) error {
	body, err := json.Marshal(map[string]string{"receipt": a.Room.Receipt})
	if err != nil {
		return err
	}
	req, err := http.NewRequest("POST", l.cfg.Targets[0]+"/v1/events/"+a.Event+"/waiting-room:enter", strings.NewReader(string(body)))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", a.Room.Network)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // only read
	var answer struct{ Code, Detail, Pass string }
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return err
	}
	switch {
	case res.StatusCode == http.StatusCreated && answer.Pass != "":
		return nil
	case answer.Code == "pass_used" || answer.Code == "pass_over":
		return nil
	case answer.Code == "not_called_yet" && strings.Contains(answer.Detail, fmt.Sprintf("Your place is %d,", a.Room.Index+1)):
		return nil
	}
	return fmt.Errorf("was answered %d: %+v", res.StatusCode, answer)
}
