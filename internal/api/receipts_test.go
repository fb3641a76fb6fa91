package api_test

import (
	"crypto/ed25519"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// mailsTo are how many receipts of an event are to be mailed to an address.
func (h *testServer) mailsTo(event, email string) (n int) {
	h.t.Helper()
	id := strings.TrimPrefix(event, "/v1/events/")
	room, err := h.store.WaitingRooms.Room(h.t.Context(), id)
	h.must(err)
	for i := range room.Entrants {
		m, err := h.store.WaitingRooms.Mail(h.t.Context(), id, i)
		if err == nil && m.Email == email {
			n++
		} else if err != nil && !errors.Is(err, database.ErrNotFound) {
			h.t.Fatal(err)
		}
	}
	return n
}

// TestReceiptIsMailed: whoever joins with an address is mailed the receipt once, however often they
// join; what is typed is bounded by the address and by where the caller is, and holds up nobody.
func TestReceiptIsMailed(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url, func(c *api.Config) {
			c.Mail, c.TrustedProxies = wire.MailServer, 1
			c.Limits = limits(map[limit.Kind]limit.Rate{limit.MailRecipient: {PerSecond: 0.001, Burst: 3}, limit.MailNetwork: {PerSecond: 0.001, Burst: 7}})
		})
		event := h.event(10)
		h.queue(event, 2, "none")
		h.later(time.Hour)
		join := func(key string, body any, headers ...string) *answer {
			return h.send("POST", event+"/waiting-room:join", "", body, append(headers, "Idempotency-Key: "+key)...)
		}
		join("bad", object{"email": "nobody"}).problem(422, "invalid_request").names("email")
		join("bad", object{"mail": "ada@example.org"}).problem(422, "invalid_request")
		if n := h.send("GET", event+"/waiting-room", "", nil).want(200).number("entrants"); n != 0 {
			t.Errorf("%d have joined with a bad body", n)
		}
		if got := join("nobody", nil).want(201); got.at("mail") != nil || got.text("page_url") == "" {
			t.Errorf("who gave no address: %s", got.Raw)
		}
		first := join("ada", object{"email": "Ada@example.org"}).want(201)
		if first.text("mail") != "server" || !strings.HasPrefix(first.text("page_url"), "http://holdfast.test/q/hq_") {
			t.Errorf("ada: %s", first.Raw)
		}
		if again := join("ada", object{"email": "eve@example.org"}).want(201); again.text("receipt") != first.text("receipt") {
			t.Error("who joined again has another receipt")
		}
		join("nobody", object{"email": "ada@example.org"}).want(201) // joined before, and asks for the mail now
		if a, e := h.mailsTo(event, "Ada@example.org"), h.mailsTo(event, "eve@example.org"); a != 1 || e != 0 || h.mailsTo(event, "ada@example.org") != 1 {
			t.Errorf("%d mails to ada, %d to eve", a, e)
		}
		join("ada3", object{"email": "ADA@example.org"}).want(201)
		if got := join("ada4", object{"email": "ada@example.org"}).want(201); got.text("mail") != "limited" || got.text("receipt") == "" {
			t.Errorf("a fourth mail to ada: %s", got.Raw)
		}
		for _, name := range []string{"a", "b", "c"} {
			join(name, object{"email": name + "@example.org"}).want(201)
		}
		for range 3 {
			if got := join("d", object{"email": "d@example.org"}).want(201); got.text("mail") != "limited" {
				t.Errorf("one more mail from this network: %s", got.Raw)
			}
		}
		// Anyone who may ask for no more keeps nobody else from being mailed.
		if got := join("d", object{"email": "d@example.org"}, "X-Forwarded-For: 198.51.100.7").want(201); got.text("mail") != "server" {
			t.Errorf("d, who is elsewhere: %s", got.Raw)
		}
		// Whoever has proven the address is not bounded.
		ada := h.signIn("ada@example.org")
		got := h.visit(ada, "POST", event+"/waiting-room:join", nil).want(201)
		if got.text("mail") != "server" || h.mailsTo(event, "ada@example.org") != 2 {
			t.Errorf("ada, signed in: %s", got.Raw)
		}
		h.sound()
	})
}

// TestBusyUsesUpNoMail: whoever is told to come back, because too many are joining, has used up
// nothing of what is mailed to the address or from where they are.
func TestBusyUsesUpNoMail(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		var full atomic.Bool
		entered, release := make(chan struct{}), make(chan struct{})
		var writer *joins.Writer
		var h *testServer
		h = newTestServerAt(t, url, func(c *api.Config) {
			c.Mail = wire.MailServer
			c.Limits = limits(map[limit.Kind]limit.Rate{limit.MailRecipient: {PerSecond: 0.001, Burst: 1}, limit.MailNetwork: {PerSecond: 0.001, Burst: 2}, limit.MailAddress: {PerSecond: 0.001, Burst: 2}})
			var err error
			writer, err = joins.New(joins.Config{
				Store: c.Store, Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), IdentityKey: make([]byte, 32), Mail: jobs.MailReceipts, Waiting: 1,
				Now: func() inventory.Instant {
					if full.CompareAndSwap(true, false) {
						close(entered)
						<-release
					}
					return inventory.At(h.now())
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			c.Joins = writer
		})
		event := h.event(10)
		h.queue(event, 2, "none")
		h.owner("PATCH", event+"/onsale", object{"challenge": "off"}).want(200)
		h.later(time.Hour)
		join := func(key, email string) *answer {
			return h.send("POST", event+"/waiting-room:join", "", object{"email": email}, "Idempotency-Key: "+key)
		}
		letGo := sync.OnceFunc(func() { close(release) })
		defer letGo()
		full.Store(true)
		var wg sync.WaitGroup
		wg.Go(func() { join("first", "").want(201) })
		<-entered
		wg.Go(func() { join("second", "").want(201) })
		h.eventually("the queue is full", func() bool { return writer.Queued(strings.TrimPrefix(event, "/v1/events/")) == 1 })
		for range 5 {
			join("ada", "ada@example.org").problem(503, "busy")
		}
		letGo()
		wg.Wait()
		if got := join("ada", "ada@example.org").want(201); got.text("mail") != "server" {
			t.Errorf("after five times that it was busy: %s", got.Raw)
		}
		if got := join("ada2", "ada@example.org").want(201); got.text("mail") != "limited" {
			t.Errorf("a second mail: %s", got.Raw)
		}
		h.must(writer.Close(t.Context()))
	})
}

// TestPlaceIsShown: the token of a page leads to the receipt and a receipt to the page, in their
// own event, and nothing else leads anywhere.
func TestPlaceIsShown(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event, other := h.event(10), h.event(10)
		for _, e := range []string{event, other} {
			h.send("POST", e+"/waiting-room:place", "", object{"token": "x"}).problem(404, "no_waiting_room")
			h.queue(e, 2, "none")
		}
		h.later(time.Hour)
		h.send("POST", event+"/waiting-room:join", "", nil).want(201)
		mine := h.send("POST", event+"/waiting-room:join", "", nil).want(201)
		_, token, _ := strings.Cut(mine.text("page_url"), "/q/")
		for _, by := range []object{{"token": token}, {"receipt": mine.text("receipt")}} {
			got := h.send("POST", event+"/waiting-room:place", "", by).want(200)
			if got.text("receipt") != mine.text("receipt") || got.text("page_url") != mine.text("page_url") || got.number("index") != 1 || got.number("place") != 2 {
				t.Errorf("%v leads to %s", by, got.Raw)
			}
		}
		h.send("POST", event+"/waiting-room:place", "", object{}).problem(422, "invalid_request").names("receipt")
		h.send("POST", event+"/waiting-room:place", "", object{"token": token, "receipt": mine.text("receipt")}).problem(422, "invalid_request").names("receipt")
		h.send("POST", event+"/waiting-room:place", "", object{"token": token + "x"}).problem(422, "invalid_request").names("token")
		h.send("POST", other+"/waiting-room:place", "", object{"token": token}).problem(422, "invalid_request").names("token")
		h.send("POST", other+"/waiting-room:place", "", object{"receipt": mine.text("receipt")}).problem(422, "invalid_receipt")
	})
}

// TestRoomLinksAreNotLogged: the pages behind the links to places answer so that nothing that
// writes addresses down gets one.
func TestRoomLinksAreNotLogged(t *testing.T) {
	h := newTestServer(t)
	event := h.event(10)
	h.queue(event, 2, "none")
	h.later(time.Hour)
	page := strings.TrimPrefix(h.send("POST", event+"/waiting-room:join", "", nil).want(201).text("page_url"), "http://holdfast.test")
	token := strings.TrimPrefix(page, "/q/")
	for _, path := range []string{page, page + "?stay", page + "/code.svg", page + "/receipt.txt", page + "x"} {
		got := h.send("GET", path, "", nil)
		if got.Header.Get("Referrer-Policy") != "no-referrer" || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", path, got.Header)
		}
	}
	got := h.send("POST", page+"/enter", "", nil, "Sec-Fetch-Site: same-origin")
	if got.Status != http.StatusSeeOther || got.Header.Get("Location") != page || got.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("entering: %d %v", got.Status, got.Header)
	}
	if strings.Contains(h.logged.String(), token[:20]) {
		t.Errorf("the log has the link: %s", h.logged.String())
	}
}
