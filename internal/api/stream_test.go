package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/streams"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// stream is an open stream as a browser reads it.
type eventStream struct {
	t      testing.TB
	events chan sent // closed when the stream ended
	leave  context.CancelFunc
}

// sent is one event of a stream.
type sent struct {
	name, id string
	data     object
}

// serve runs the handler behind a real server, whose time limits for requests
// are much shorter than a stream lasts.
func (h *testServer) serve() *httptest.Server {
	h.t.Helper()
	srv := httptest.NewUnstartedServer(h.handler)
	srv.Config.ReadTimeout, srv.Config.WriteTimeout = 100*time.Millisecond, 100*time.Millisecond
	srv.Config.RegisterOnShutdown(h.live.Close)
	srv.Start()
	h.t.Cleanup(srv.Close)
	return srv
}

// open opens a stream. Headers are "Name: value".
func (h *testServer) open(srv *httptest.Server, path, token string, headers ...string) *eventStream {
	h.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL+path, nil)
	h.must(err)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	res, err := srv.Client().Do(r)
	h.must(err)
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "text/event-stream" {
		h.t.Fatalf("%s: %s", path, res.Status)
	}
	s := &eventStream{t: h.t, events: make(chan sent, 100), leave: cancel}
	go func() {
		defer close(s.events)
		defer res.Body.Close() //nolint:errcheck // the stream is over
		var e sent
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				e.name = value
			case "id":
				e.id = value
			case "data":
				if json.Unmarshal([]byte(value), &e.data) != nil {
					return
				}
			case "":
				if e.name != "" {
					s.events <- e
				}
				e = sent{}
			}
		}
	}()
	h.t.Cleanup(cancel)
	return s
}

// next is the next event of that name, others are passed over.
func (s *eventStream) next(name string) sent {
	s.t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		select {
		case e, ok := <-s.events:
			if !ok {
				s.t.Fatalf("the stream ended before %s", name)
			}
			if e.name == name {
				return e
			}
		case <-timeout:
			s.t.Fatalf("no %s", name)
		}
	}
}

func TestEventStream(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	srv := h.serve()
	s := h.open(srv, event+"/stream", "")
	first := s.next("availability_changed")
	if n := first.data["availability"].(object)["available"]; n != 3.0 {
		t.Errorf("begins with %v", first)
	}
	time.AfterFunc(300*time.Millisecond, func() { // after both time limits of the server
		h.register(event, "ada")
	})
	second := s.next("availability_changed")
	if second.data["availability"].(object)["available"] != 2.0 || second.data["tiers"].([]any)[0].(object)["available"] != 2.0 {
		t.Errorf("after a registration: %v", second)
	}
	// Anyone who comes back is told only what is newer.
	if back := h.open(srv, event+"/stream", "", "Last-Event-ID: "+first.id).next("availability_changed"); back.id != second.id {
		t.Errorf("resumed with %v", back)
	}
	known := h.open(srv, event+"/stream?after_seq="+second.id, "")
	h.register(event, "bob")
	if e := known.next("availability_changed"); e.data["availability"].(object)["available"] != 1.0 {
		t.Errorf("told what it knew: %v", e)
	} else if tier := e.data["tiers"].([]any)[0].(object); tier["state"] != "few" || tier["price"] != 0.0 {
		t.Errorf("with one left: %v", tier)
	}
	h.register(event, "cid")
	if e := known.next("availability_changed"); e.data["tiers"].([]any)[0].(object)["state"] != "sold_out" {
		t.Errorf("with nothing left: %v", e)
	}
	h.send("GET", event+"/stream?after_seq=x", "", nil).problem(422, "invalid_request").names("after_seq")
	h.send("GET", event+"/stream", "", nil, "Last-Event-ID: -1").problem(422, "invalid_request").names("Last-Event-ID")
	h.send("HEAD", event+"/stream", "", nil).want(200)
	draft := h.event(3, func(e object) { e["publish"] = false })
	h.send("GET", draft+"/stream", "", nil).problem(404, "not_found")
}

// A stop ends the streams instead of waiting for them.
func TestStreamsEndWithTheServer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	srv := h.serve()
	s := h.open(srv, event+"/stream", "")
	s.next("availability_changed")
	start := time.Now()
	h.must(srv.Config.Shutdown(t.Context()))
	for range s.events { // until it ends
		continue
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the stop took %s", took)
	}
	h.send("GET", event+"/stream", "", nil).problem(503, "shutting_down")
}

// A stop is not over before each stream was told when to come back, which a connection
// that is no longer net/http's could be cut off from.
func TestStreamsAreToldToComeBack(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	srv := h.serve()
	res, err := srv.Client().Get(srv.URL + event + "/stream")
	h.must(err)
	defer res.Body.Close() //nolint:errcheck // the stream is over
	if res.TransferEncoding != nil || !res.Close {
		t.Errorf("sent as %q; is it the last of its connection: %t", res.TransferEncoding, res.Close)
	}
	h.must(srv.Config.Shutdown(t.Context()))
	h.live.Close()
	text, err := io.ReadAll(res.Body)
	if lines := strings.Split(strings.TrimSpace(string(text)), "\n"); err != nil || !strings.HasPrefix(lines[len(lines)-1], "retry: ") || len(lines) < 3 {
		t.Errorf("ended with %v after %q", err, text)
	}
}

// ended waits until the stream has ended.
func (s *eventStream) ended(what string) {
	s.t.Helper()
	timeout := time.After(time.Minute)
	for {
		select {
		case _, ok := <-s.events:
			if !ok {
				return
			}
		case <-timeout:
			s.t.Fatalf("the stream goes on: %s", what)
		}
	}
}

// A stream ends with the key, the session, the membership or the link that opened it.
// Those of others go on, and those of the public.
func TestStreamsEndWithTheirCredentials(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.StreamHeartbeat = 20 * time.Millisecond })
	draft := h.event(3, func(e object) { e["publish"] = false })
	event := h.event(3)
	ada := h.register(event, "ada")
	srv := h.serve()

	made := h.owner("POST", "/v1/api-keys", object{"name": "Screen", "role": "viewer"}).want(201)
	byKey := h.open(srv, draft+"/stream", made.text("key"))
	olga, ben := h.member(h.org, identity.Owner, "olga@example.org"), h.member(h.org, identity.Viewer, "ben@example.org")
	byMember := h.open(srv, draft+"/stream", "", "Cookie: "+string(ben))
	bySession := h.open(srv, draft+"/stream", "", "Cookie: "+string(olga))
	link := h.fresh(identity.OrderLink, ada.text("order_id"), h.personID(event, "ada"))
	byLink := h.open(srv, "/v1/me/stream", link)
	linkedEvent := h.open(srv, event+"/stream", link)
	public, stays := h.open(srv, event+"/stream", ""), h.open(srv, draft+"/stream", h.keys[identity.Owner])
	for _, s := range []*eventStream{byKey, byMember, bySession, linkedEvent, public, stays} {
		s.next("availability_changed")
	}

	h.owner("DELETE", "/v1/api-keys/"+made.text("id"), nil).want(200)
	byKey.ended("the key was revoked")
	members := h.owner("GET", "/v1/members", nil).want(200)
	for i := range members.at("items").([]any) {
		if members.text("items", i, "email") == "ben@example.org" {
			h.owner("DELETE", "/v1/members/"+members.text("items", i, "id"), nil).want(200)
		}
	}
	byMember.ended("the membership was taken away")
	h.visit(olga, "DELETE", "/v1/auth/session", nil).want(200)
	bySession.ended("the session ended")
	h.later(time.Second) // a link that is made in the moment of the change is not meant
	h.send("POST", "/v1/me/links:revoke", link, nil).want(200)
	byLink.ended("the link was signed out")
	linkedEvent.ended("the link was signed out")

	h.register(event, "bob")
	public.next("availability_changed")
	h.owner("PATCH", draft, object{"max_guests": 2}).want(200)
	stays.next("availability_changed")
}

// Streams have a rate of their own: a network whose pages all open one is left its calls,
// and opens no more than that rate lets it.
func TestStreamsAreNotCalls(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		calls, opened := limit.Rate{PerSecond: 0.001, Burst: 3}, limit.Rate{PerSecond: 0.001, Burst: 20}
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Address: calls, limit.Network: calls, limit.StreamAddress: opened, limit.StreamNetwork: opened})
		c.StreamsPerNetwork = 1 // a HEAD leaves none open
	})
	event := h.event(3)
	for range 20 {
		h.send("HEAD", event+"/stream", "", nil).want(200)
	}
	if late := h.send("GET", event+"/stream", "", nil).problem(429, "rate_limited"); late.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	for range 3 {
		h.send("GET", event, "", nil).want(200)
	}
	h.send("GET", event, "", nil).problem(429, "rate_limited")
}

func TestStreamsPerNetwork(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.StreamsPerNetwork = 2 })
	event := h.event(3)
	srv := h.serve()
	a := h.open(srv, event+"/stream", "")
	h.open(srv, event+"/stream", "").next("availability_changed")
	a.next("availability_changed")
	ask := func() int {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL+event+"/stream", nil)
		h.must(err)
		res, err := srv.Client().Do(r)
		h.must(err)
		defer res.Body.Close() //nolint:errcheck // only the status counts
		return res.StatusCode
	}
	if got := ask(); got != 429 {
		t.Errorf("a third stream: %d", got)
	}
	a.leave()
	h.eventually("a place came back", func() bool { return ask() == 200 })
}

func TestMyStream(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	s := h.scene() // cyd has an offer, dan waits behind her
	srv := h.serve()
	cyd := h.open(srv, "/v1/me/stream", h.fresh(identity.OfferLink, s.offer, s.cyd))
	dan := h.open(srv, "/v1/me/stream", "", "Cookie: "+string(h.signIn("dan@example.org")))
	if e := dan.next("place_changed"); e.data["position"] != 1.0 || e.data["entry_id"] != s.waiting {
		t.Errorf("dan's place: %v", e)
	}
	h.owner("POST", "/v1/offers/"+s.offer+":accept", nil).want(200)
	booked := cyd.next("booking_confirmed")
	if booked.data["kind"] != "registration_confirmed" || booked.data["ref"] == "" {
		t.Errorf("booked: %v", booked)
	}
	h.owner("DELETE", s.event+"/registrations/ada", nil).want(200)
	offered := dan.next("waitlist_offer")
	if offered.data["event_id"] != s.names["event_id"] {
		t.Errorf("offered: %v", offered)
	}
	// Anyone who was away is told what was missed, and nothing twice.
	h.owner("POST", "/v1/offers/"+offered.data["ref"].(string)+":extend", object{"by_seconds": 60}).want(200)
	token := h.fresh(identity.EntryLink, s.waiting, s.dan)
	back := h.open(srv, "/v1/me/stream", token, "Last-Event-ID: "+offered.id)
	if e := back.next("message"); e.data["kind"] != "offer_extended" {
		t.Errorf("resumed with %v", e)
	}
	h.send("GET", "/v1/me/stream", token, nil, "Last-Event-ID: nonsense").problem(422, "invalid_request").names("Last-Event-ID")
	h.send("GET", "/v1/me/stream", "", nil).problem(401, "credentials_required")
	h.owner("GET", "/v1/me/stream", nil).problem(403, "forbidden")
}

// A warning comes before an offer ends.
func TestMyStreamWarns(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1, waitlist(object{"claim_window_seconds": 3600}))
	h.register(event, "ada")
	h.register(event, "bob")
	srv := h.serve()
	bob := h.open(srv, "/v1/me/stream", "", "Cookie: "+string(h.signIn("bob@example.org")))
	bob.next("place_changed")
	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	offer := bob.next("waitlist_offer")
	h.later(58 * time.Minute)
	h.register(event, "cyd") // anything that happens in the event
	if e := bob.next("reservation_expiring"); e.data["ref"] != offer.data["ref"] || e.data["seconds_left"].(float64) > 120 {
		t.Errorf("warned of %v", e)
	}
}

// Seats that become another's are told to readers who have the chart, once each.
func TestSeatStream(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	srv := h.serve()
	if a := h.owner("GET", event, nil).want(200); a.at("tiers", 0, "seated") != true || strings.Contains(a.Raw, `"name":"Standing","seated"`) {
		t.Errorf("tiers: %s", a.Raw)
	}
	chart := h.send("GET", event+"/seats", "", nil).want(200)
	s := h.open(srv, fmt.Sprintf("%s/stream?only=seats&after_seq=%d", event, chart.number("ledger_seq")), "")
	other := h.open(srv, event+"/stream?only=availability", "")
	order := h.owner("POST", event+"/orders", take(event, "ada", 3, 4)).want(201)
	told := s.next("seat_status_changed")
	if told.data["complete"] != true || fmt.Sprint(told.data["seats"]) != "[map[seat:3 state:h] map[seat:4 state:h]]" {
		t.Errorf("taken: %v", told)
	}
	h.owner("POST", "/v1/orders/"+order.text("id")+":cancel", nil).want(200)
	if e := s.next("seat_status_changed"); fmt.Sprint(e.data["seats"]) != "[map[seat:3 state:a] map[seat:4 state:a]]" {
		t.Errorf("given back: %v", e)
	}
	// Anyone who comes back is told what was missed, and who only counts is told no seats.
	if e := h.open(srv, event+"/stream?only=seats", "", "Last-Event-ID: "+told.id).next("seat_status_changed"); fmt.Sprint(e.data["seats"]) != "[map[seat:3 state:a] map[seat:4 state:a]]" {
		t.Errorf("missed: %v", e)
	}
	other.leave()
	for e := range other.events {
		if e.name != "availability_changed" {
			t.Errorf("told of %s", e.name)
		}
	}
	h.send("GET", event+"/stream?only=weather", "", nil).problem(422, "invalid_request").names("only")
}

// What another server writes is noticed: here a sequencer that publishes to no hub.
func TestStreamOfAnotherServer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	charts, err := seatchart.New(seatchart.Config{Store: h.store})
	h.must(err)
	hub, err := streams.NewLive(h.store, charts, nil, nil)
	h.must(err)
	t.Cleanup(hub.Close)
	r, frames, err := hub.Join(t.Context(), strings.TrimPrefix(event, "/v1/events/"), 0)
	h.must(err)
	defer r.Leave()
	h.register(event, "ada")
	select {
	case now := <-r.Frames():
		if now[0].Seq <= frames[0].Seq || !strings.Contains(string(now[0].Text), `"available":2`) {
			t.Errorf("noticed %s", now[0].Text)
		}
	case <-time.After(20 * stream.DefaultPoll):
		t.Error("not noticed")
	}
}
