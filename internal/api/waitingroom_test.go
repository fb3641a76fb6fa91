package api_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/turns"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

func (h *testServer) openWaitingRooms(cfg *api.Config, key ed25519.PrivateKey) {
	now := func() inventory.Instant { return inventory.At(h.now()) }
	cfg.PassKey = h.links.Derive("pass")
	var err error
	cfg.Joins, err = joins.New(joins.Config{Store: h.store, Key: key, IdentityKey: h.links.Derive("identity"), Now: now, Mail: jobs.MailReceipts})
	h.must(err)
	h.joins = cfg.Joins
	cfg.Challenges, err = challenge.NewGate(challenge.Config{
		Store: h.store, Key: h.links.Derive("challenge"), Now: now,
		Queued: func(event string) float64 { return max(h.queued(), cfg.Joins.Queued(event), h.seq.Queued(event)) },
	})
	h.must(err)
	h.t.Cleanup(func() { h.must(cfg.Challenges.Close(context.Background())) })
	cfg.Turnstile, err = turnstile.New(turnstile.Config{
		Store: h.store, Key: cfg.PassKey, Receipts: []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}, Queued: func(string) float64 { return h.queued() }, Now: now,
	})
	h.must(err)
	cfg.Draws, err = draws.New(draws.Config{
		Store: h.store, Now: now, Log: cfg.Log,
		IDs: h.ids,
		Submit: func(ctx context.Context, event string, cmd inventory.Command, key *database.Key) (inventory.Outcome, error) {
			reply, err := h.seq.Submit(ctx, sequencer.Request{EventID: event, Command: cmd, Key: key})
			return reply.Outcome, err
		},
		Signature: func(_ context.Context, round uint64) ([]byte, error) { return h.signature(round) },
		Moved:     cfg.Turnstile.Forget,
	})
	h.must(err)
	cfg.Rehearsals, err = runs.New(runs.Config{Store: h.store, Now: now, Log: cfg.Log, Tick: 5 * time.Millisecond, Run: func(ctx context.Context, r *waitingrooms.Rehearsal, progress func(runs.Progress)) (json.RawMessage, error) {
		if h.rehearse == nil {
			return nil, errors.New("nothing is rehearsed in this test")
		}
		return h.rehearse(ctx, r, progress)
	}})
	h.must(err)
	h.t.Cleanup(func() { h.must(cfg.Rehearsals.Close(context.Background())) })
	h.draws = cfg.Draws
	h.t.Cleanup(func() { h.must(cfg.Joins.Close(context.Background())) })
}

// queued is how full the queues of the server are said to be at least.
func (h *testServer) queued() float64 { return math.Float64frombits(h.fullness.Load()) }

// queue announces a waiting room that opens in an hour and serves an hour later, for so
// many at once.
func (h *testServer) queue(event string, inside int, identity string) {
	h.t.Helper()
	h.owner("PUT", event+"/onsale", object{
		"mode": "queue", "opens_at": h.now().Add(time.Hour), "serves_at": h.now().Add(2 * time.Hour), "max_inside": inside, "identity": identity,
	}).want(200)
}

// called waits until the public document says that so many are called. It is at most two
// seconds old.
func (h *testServer) called(event string, serving int64) {
	h.t.Helper()
	h.eventually("called", func() bool {
		return h.send("GET", event+"/waiting-room", "", nil).want(200).number("serving") == serving
	})
}

// TestWaitingRoom goes through a waiting room in mode queue: whoever joins first comes in
// first, as many as may be, and nobody takes part without a pass.
func TestWaitingRoom(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(10)
		h.send("GET", event+"/waiting-room", "", nil).problem(404, "no_waiting_room")
		h.queue(event, 2, "none")
		if got := h.send("GET", event+"/onsale", "", nil).want(200); got.at("phase") != "announced" || got.number("admission_seconds") != 600 {
			t.Errorf("the terms: %s", got.Raw)
		}
		join := func(key string) *answer {
			return h.send("POST", event+"/waiting-room:join", "", nil, "Idempotency-Key: "+key)
		}
		join("a").problem(409, "waiting_room_not_open")
		h.takes(event, "early", "").want(201) // the sale is as it was until it opens

		h.later(time.Hour)
		var receipts []string
		for i, key := range []string{"a", "b", "c"} {
			got := join(key).want(201)
			if got.number("index") != int64(i) || got.number("place") != int64(i+1) {
				t.Errorf("%s: %s", key, got.Raw)
			}
			receipts = append(receipts, got.text("receipt"))
		}
		if again := join("a").want(201); again.text("receipt") != receipts[0] {
			t.Error("who joined again has another receipt")
		}
		enter := func(receipt string) *answer {
			return h.send("POST", event+"/waiting-room:enter", "", object{"receipt": receipt})
		}
		enter(receipts[0]).problem(425, "not_called_yet")
		enter(receipts[0]+"x").problem(422, "invalid_receipt")
		h.takes(event, "pushy", "").problem(403, "waiting_room")
		h.send("POST", event+"/waitlist:join", "", object{"email": "pushy@example.org", "name": "Pushy"}).problem(403, "waiting_room")
		h.owner("PUT", event+"/onsale", object{"mode": "open"}).problem(409, "onsale_frozen")

		h.later(time.Hour)
		h.called(event, 2)
		if got := enter(receipts[2]).problem(425, "not_called_yet"); !strings.Contains(got.text("detail"), "place is 3") || got.Header.Get("Retry-After") == "" {
			t.Errorf("who waits is told %s", got.Raw)
		}
		pass := enter(receipts[0]).want(201)
		if again := enter(receipts[0]).want(201); again.text("pass") != pass.text("pass") || again.text("expires_at") != pass.text("expires_at") {
			t.Error("another pass for the same place")
		}
		second := enter(receipts[1]).want(201)
		h.takes(event, "ann", pass.text("pass")).want(201)
		other := h.event(10)
		h.queue(other, 2, "none")
		h.later(time.Hour)
		h.takes(other, "ann", pass.text("pass")).problem(403, "waiting_room")   // of another event
		h.takes(event, "ben", second.text("pass")).problem(403, "waiting_room") // it is over by now
		enter(receipts[1]).problem(410, "pass_over")

		// Two passes are over: the third comes in.
		h.called(event, 3)
		enter(receipts[2]).want(201)
		h.owner("POST", event+"/registrations", object{"user_id": "vip", "email": "vip@example.org", "name": "V"}).want(201)
		h.owner("PATCH", event+"/onsale", object{"closed": true}).want(200)
		h.takes(event, "late", "").want(201)
		h.sound()
	})
}

// TestWaitingRoomDone: whoever has registered or waits is done. Somebody else comes in at once, and
// nothing more is taken with the pass.
func TestWaitingRoomDone(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(3)
		h.queue(event, 1, "none")
		h.later(time.Hour)
		var receipts []string
		for range 3 {
			receipts = append(receipts, h.send("POST", event+"/waiting-room:join", "", nil).want(201).text("receipt"))
		}
		h.later(time.Hour)
		enter := func(n int) *answer {
			return h.send("POST", event+"/waiting-room:enter", "", object{"receipt": receipts[n]})
		}
		h.called(event, 1)
		pass := enter(0).want(201).text("pass")
		h.takes(event, "ann", pass).want(201)
		h.takes(event, "friend", pass).problem(403, "waiting_room")
		enter(0).problem(410, "pass_used")
		h.send("POST", event+"/waiting-room:leave", "", object{"receipt": receipts[0]}).want(200) // which changes nothing
		enter(0).problem(410, "pass_used")

		h.called(event, 2)
		pass = enter(1).want(201).text("pass") // long before the pass of the first is over
		h.takes(event, "ben", pass).want(201)
		h.called(event, 3)
		pass = enter(2).want(201).text("pass")
		h.owner("POST", event+"/registrations", object{"user_id": "vip", "email": "vip@example.org", "name": "V"}).want(201)
		waits := object{"email": "cid@example.org", "name": "Cid"}
		h.send("POST", event+"/waitlist:join", "", waits, "Holdfast-Pass: "+pass).want(201)
		enter(2).problem(410, "pass_used")
		h.sound()
	})
}

// TestWaitingRoomLeft: whoever wants nothing makes room for the next, once and for good, and the
// pass opens nothing any more.
func TestWaitingRoomLeft(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(10)
		h.queue(event, 1, "none")
		h.later(time.Hour)
		var receipts []string
		for range 2 {
			receipts = append(receipts, h.send("POST", event+"/waiting-room:join", "", nil).want(201).text("receipt"))
		}
		post := func(verb string, n int) *answer {
			return h.send("POST", event+"/waiting-room:"+verb, "", object{"receipt": receipts[n]})
		}
		h.later(time.Hour)
		h.called(event, 1)
		post("leave", 0).problem(409, "not_inside")
		pass := post("enter", 0).want(201).text("pass")
		post("leave", 1).problem(409, "not_inside")
		h.send("POST", event+"/waiting-room:leave", "", object{"receipt": "x"}).problem(422, "invalid_receipt")
		for range 2 {
			post("leave", 0).want(200)
		}
		post("enter", 0).problem(410, "pass_over")
		h.takes(event, "gone", pass).problem(403, "waiting_room")
		h.called(event, 2)
		post("enter", 1).want(201) // long before the pass of the first is over
		h.sound()
	})
}

// TestWaitingRoomTogether: of people who join, look and come in at the same moment each has
// one place and one pass, and no more come in than may be inside.
func TestWaitingRoomTogether(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		const people, inside = 12, 5
		h := newTestServerAt(t, url)
		event := h.event(20)
		h.queue(event, inside, "none")
		h.later(time.Hour)
		together := func(do func(person, twice int)) {
			var wait sync.WaitGroup
			for n := range 2 * people {
				wait.Go(func() { do(n%people, n/people) })
			}
			wait.Wait()
		}
		var receipts, passes [people][2]string
		together(func(person, twice int) {
			got := h.send("POST", event+"/waiting-room:join", "", nil, fmt.Sprintf("Idempotency-Key: person-%d", person))
			if got.Status == http.StatusCreated {
				receipts[person][twice] = got.text("receipt")
			}
		})
		places := map[string]bool{}
		for person, r := range receipts {
			if places[r[0]] = true; r[0] == "" || r[0] != r[1] {
				t.Errorf("person %d has the receipts %q", person, r)
			}
		}
		if len(places) != people {
			t.Errorf("%d people have %d places", people, len(places))
		}
		h.later(time.Hour)
		h.called(event, inside)
		together(func(person, twice int) {
			h.send("GET", event+"/waiting-room", "", nil)
			got := h.send("POST", event+"/waiting-room:enter", "", object{"receipt": receipts[person][twice]})
			switch got.Status {
			case http.StatusCreated:
				passes[person][twice] = got.text("pass")
			case http.StatusTooEarly:
			default:
				t.Errorf("person %d is answered %s", person, got.Raw)
			}
		})
		in := 0
		for person, p := range passes {
			if p[0] != p[1] {
				t.Errorf("person %d has the passes %q", person, p)
			}
			if p[0] != "" {
				in++
			}
		}
		if in != inside {
			t.Errorf("%d are inside, and %d may be", in, inside)
		}
		h.sound()
	})
}

// TestWaitingRoomErased: whoever is erased has no place that anybody could find by the address,
// in any room; the tree, and the place of whoever holds the receipt, stay as they are.
func TestWaitingRoomErased(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		ada := h.signIn("ada@example.org")
		var events, receipts []string
		for range 2 {
			event := h.event(10)
			h.queue(event, 1, "account")
			events = append(events, event)
		}
		h.later(time.Hour)
		for _, event := range events {
			receipts = append(receipts, h.visit(ada, "POST", event+"/waiting-room:join", nil).want(201).text("receipt"))
		}
		salted := func() (n int) {
			for _, event := range events {
				e, _, err := h.joins.Entrant(t.Context(), strings.TrimPrefix(event, "/v1/events/"), joins.AccountIdentity("ada@example.org"))
				if err == nil && len(e.Salt) > 0 {
					n++
				} else if !errors.Is(err, database.ErrNotFound) {
					t.Fatal(err)
				}
			}
			return n
		}
		if n := salted(); n != 2 {
			t.Fatalf("ada stands in %d rooms", n)
		}
		h.visit(ada, "POST", "/v1/me:erase", object{"email": "ada@example.org"}).want(200)
		if n := salted(); n != 0 {
			t.Errorf("ada stands in %d rooms after she was erased", n)
		}
		h.later(time.Hour)
		for i, event := range events {
			h.called(event, 1)
			h.send("POST", event+"/waiting-room:enter", "", object{"receipt": receipts[i]}).want(201)
		}
		h.sound()
	})
}

func (h *testServer) takes(event, user, pass string) *answer {
	h.t.Helper()
	body := object{"email": user + "@example.org", "name": user}
	if pass == "" {
		return h.send("POST", event+"/registrations", "", body)
	}
	return h.send("POST", event+"/registrations", "", body, "Holdfast-Pass: "+pass)
}

// TestWaitingRoomSteered: an organizer pauses a room, and each change is a row of the log.
func TestWaitingRoomSteered(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(10)
		h.queue(event, 5, "none")
		h.later(time.Hour)
		h.send("POST", event+"/waiting-room:join", "", nil).want(201)
		h.send("POST", event+"/waiting-room:join", "", nil).want(201)
		h.owner("PATCH", event+"/onsale", object{"paused": true}).want(200)
		h.later(time.Hour)
		if got := h.send("GET", event+"/waiting-room", "", nil).want(200); got.at("paused") != true || got.number("serving") != 0 || got.number("entrants") != 2 {
			t.Errorf("paused: %s", got.Raw)
		}
		h.owner("PATCH", event+"/onsale", object{"paused": false}).want(200)
		h.called(event, 2)
		rows := 0
		for _, r := range h.owner("GET", event+"/audit", nil).want(200).at("items").([]any) {
			if r.(map[string]any)["reason"] == "settings_changed" {
				rows++
			}
		}
		if rows != 3 {
			t.Errorf("%d rows tell of the waiting room", rows)
		}
		h.steersRate()
	})
}

// steersRate: at 60 a minute few of forty are called at once, though there is room for all of them,
// and without a rate all.
func (h *testServer) steersRate() {
	h.t.Helper()
	event := h.event(100)
	h.queue(event, 50, "none")
	h.owner("PATCH", event+"/onsale", object{"rate_per_minute": 60}).want(200)
	h.later(time.Hour)
	for range 40 {
		h.send("POST", event+"/waiting-room:join", "", nil).want(201)
	}
	began := time.Now()
	h.later(time.Hour)
	serving := int64(0)
	h.eventually("some are called", func() bool {
		serving = h.send("GET", event+"/waiting-room", "", nil).want(200).number("serving")
		return serving > 0
	})
	// What two seconds allow at once, and one a second since.
	if most := 4 + int64(time.Since(began)/time.Second); serving > most {
		h.t.Errorf("%d of 40 are called at 60 a minute, want at most %d", serving, most)
	}
	if got := h.send("GET", event+"/onsale", "", nil).want(200); got.number("rate_per_minute") != 60 {
		h.t.Errorf("the terms: %s", got.Raw)
	}
	h.owner("PATCH", event+"/onsale", object{"rate_per_minute": 0}).want(200)
	h.called(event, 40)
}

// TestWaitingRoomTerms: what does not fit is refused by its name, and changes nothing.
func TestWaitingRoomTerms(t *testing.T) {
	h := newTestServer(t)
	event := h.event(10)
	good := func(change object) object {
		o := object{"mode": "queue", "opens_at": h.now().Add(time.Hour), "serves_at": h.now().Add(2 * time.Hour), "max_inside": 5}
		for k, v := range change {
			if o[k] = v; v == nil {
				delete(o, k)
			}
		}
		return o
	}
	for _, c := range []struct {
		change object
		field  string
	}{
		{object{"mode": "lottery"}, "mode"},
		{object{"beacon": object{"kind": "drand-quicknet"}}, "beacon"},
		{object{"seals_at": h.now()}, "seals_at"},
		{object{"opens_at": nil}, "opens_at"},
		{object{"serves_at": h.now()}, "serves_at"},
		{object{"max_inside": nil}, "max_inside"},
		{object{"admission_seconds": 59}, "admission_seconds"},
		{object{"identity": "email"}, "identity"},
		{object{"mode": "open"}, "mode"},
	} {
		if got := h.owner("PUT", event+"/onsale", good(c.change)); got.Status != 422 || !strings.Contains(got.Raw, `"`+c.field+`"`) {
			t.Errorf("%v: %d %s", c.change, got.Status, got.Raw)
		}
	}
	h.owner("PATCH", event+"/onsale", object{"paused": true}).problem(404, "no_waiting_room")
	if got := h.send("GET", event+"/onsale", "", nil).want(200); got.at("mode") != "open" || got.at("paused") != false {
		t.Errorf("something was changed: %s", got.Raw)
	}
	h.queue(event, 5, "account")
	h.later(time.Hour)
	h.send("POST", event+"/waiting-room:join", "", nil).problem(403, "account_required")
}

// TestWaitingRoomDocument: the public document may be kept for a second, and is not sent
// again to clients that have it.
func TestWaitingRoomDocument(t *testing.T) {
	h := newTestServer(t)
	event := h.event(10)
	h.queue(event, 5, "none")
	got := h.send("GET", event+"/waiting-room", "", nil).want(200)
	if c := got.Header.Get("Cache-Control"); c != "public, max-age=1" {
		t.Errorf("Cache-Control: %s", c)
	}
	tag := got.Header.Get("ETag")
	if again := h.send("GET", event+"/waiting-room", "", nil, "If-None-Match: "+tag); tag == "" || again.Status != http.StatusNotModified {
		t.Errorf("with %s: %d", tag, again.Status)
	}
}

// TestJoinsTakeTurns: whoever joins waits for a turn, and is told to come back where as many wait as
// may, which counts as load; nobody else waits for one. A turn is given back with the answer, also of
// those who are refused.
func TestJoinsTakeTurns(t *testing.T) {
	t.Parallel()
	gate := turns.New(1, 0)
	h := newTestServer(t, func(c *api.Config) { c.Crowd = gate })
	event := h.event(5)
	h.queue(event, 2, "none")
	join := func(n int) *answer {
		return h.send("POST", event+"/waiting-room:join", "", nil, "Idempotency-Key: "+fmt.Sprint(n))
	}
	join(0).problem(409, "waiting_room_not_open")
	h.later(time.Hour)
	for n := range 3 * runtime.GOMAXPROCS(0) {
		join(n).want(201)
	}
	var taken []turns.Turn
	for range runtime.GOMAXPROCS(0) {
		turn, err := gate.Take(t.Context())
		h.must(err)
		taken = append(taken, turn)
	}
	if got := join(100).problem(503, "busy"); got.Header.Get("Retry-After") == "" {
		t.Error("it is not said when to come back")
	}
	h.send("GET", event+"/waiting-room", "", nil).want(200)
	taken[0].End()
	join(100).problem(403, "challenge_required") // of strangers, while the server is as busy as that
	h.owner("POST", event+"/waiting-room:join", nil).want(201)
	for i := range taken {
		taken[i].End()
	}
}
