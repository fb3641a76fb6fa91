package cells

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/cells"
)

// The events of these tests, by where they live.
const (
	inHome, inWest, inEast, onItsWay = "evt_0000000000h0", "evt_0000000000w0", "evt_0000000000e0", "evt_0000000000m0"
	aThing                           = "0000000000000000"
)

// of is a thing of an event.
func of(event, prefix string) string { return prefix + strings.TrimPrefix(event, "evt_") + aThing }

func newFront(t *testing.T, own, addressOfWest string, secret string) *Front {
	t.Helper()
	home, other := new(store.Store), new(store.Store)
	d := NewDirectory(own, home, other, slog.New(slog.DiscardHandler))
	if own == "home" {
		d.catalogue = home
	}
	d.home, d.cells = "home", map[string]cells.Cell{"home": {Address: "home:1"}, "west": {Address: addressOfWest}, "east": {Address: "east:1"}}
	d.places = map[string]cells.Place{
		inWest: {Cell: "west", State: cells.There}, inEast: {Cell: "east", State: cells.Arrived, Target: "home"},
		onItsWay: {Cell: "home", State: cells.Leaving, Target: "west"},
	}
	_, client, err := peer.TLS([]byte(secret))
	must(t, err)
	f := NewFront(FrontConfig{Directory: d, Links: identity.Links{Key: make([]byte, identity.MinLinkKey)}, Client: client, Proxies: 1, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(f.Close)
	return f
}

// TestElsewhere: what a request is about is found wherever it may say so, and handed on, answered
// here, or answered 503.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	links := identity.Links{Key: make([]byte, identity.MinLinkKey)}
	link, err := links.Mint(identity.Link{Kind: identity.OrderLink, ID: of(inWest, "ord_"), Person: strings.TrimSuffix(of(inWest, "per_"), "0") + "1", Expires: time.Now().Add(time.Hour)})
	must(t, err)
	for _, c := range []struct{ own, request, body, bearer, want string }{
		{"home", "GET /v1/events/" + inWest, "", "", "west:1"},
		{"home", "GET /v1/events/" + inHome, "", "", ""},
		{"home", "GET /v1/events/" + inEast + "/registrations", "", "", "east:1"},
		{"home", "POST /v1/events/" + onItsWay + "/registrations", "", "", "moving"},
		{"home", "POST /v1/offers/" + of(inWest, "off_") + ":accept", "", "", "west:1"},
		{"home", "GET /v1/orders/" + of(inWest, "ord_") + "/tickets.pdf", "", "", "west:1"},
		{"home", "GET /r/" + link, "", "", "west:1"},
		{"home", "GET /q/" + links.RoomToken(inWest, 7), "", "", "west:1"},
		{"west", "GET /q/" + links.RoomToken(inWest, 7), "", "", ""},
		{"home", "GET /q/" + links.RoomToken(inWest, 7) + "A", "", "", ""},
		{"home", "POST /v1/webhook-endpoints/whk_0000000000w0:replay", `{"event_id": "` + inWest + `", "ledger_seq": 1}`, "", "west:1"},
		{"west", "POST /v1/webhook-endpoints/whk_0000000000w0:replay", `{"event_id": "` + inHome + `", "ledger_seq": 1}`, "", "home:1"},
		{"west", "GET /v1/webhook-endpoints/whk_0000000000w0/deliveries", "", "", "home:1"},
		{"home", "GET /v1/waitlist", "", link, "west:1"},
		{"home", "GET /v1/x?event_id=" + inWest, "", "", "west:1"},
		{"home", "POST /v1/checkins", `{"token": "x", "event_id": "` + inWest + `"}`, "", "west:1"},
		{"home", "POST /v1/checkins", `{"ticket_id": "` + of(inWest, "tkt_") + `01", "event_id": "` + inHome + `"}`, "", ""}, // the door's event says what it is not for
		{"home", "POST /v1/links:renew", `{"token": "` + link + `"}`, "", "west:1"},
		{"home", "POST /v1/checkins", `{"event_id": `, "", ""},
		{"home", "POST /v1/organizations", `{"name": "` + inWest + `"}`, "", ""},
		{"west", "GET /v1/events/" + inWest, "", "", ""},
		{"west", "GET /v1/events/" + inHome, "", "", "home:1"},
		{"west", "GET /v1/events/" + inEast, "", "", "east:1"},
		{"west", "GET /v1/me", "", "", "home:1"},
		{"west", "GET /readyz", "", "", ""},
	} {
		f := newFront(t, c.own, "west:1", "secret")
		method, path, _ := strings.Cut(c.request, " ")
		r := httptest.NewRequest(method, path, strings.NewReader(c.body))
		if c.bearer != "" {
			r.Header.Set("Authorization", "Bearer "+c.bearer)
		}
		address, moving := f.elsewhere(r)
		if moving {
			address = "moving"
		}
		if body, err := io.ReadAll(r.Body); err != nil || string(body) != c.body {
			t.Errorf("%s: the body is %q afterwards, %v", c.request, body, err)
		}
		if address != c.want {
			t.Errorf("%s %s at %s: %q, want %q", c.request, c.body, c.own, address, c.want)
		}
	}
}

// TestHandedOn: a request reaches the other cell as it was, with the address of its caller, and
// is not handed on once more; servers with another secret are neither heard nor told anything.
func TestHandedOn(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	west := newFront(t, "west", "", "secret")
	secure, _, err := peer.TLS([]byte("secret"))
	must(t, err)
	l := west.Listener(listener, secure, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // what is missing is seen
		w.Header().Set("X-Seen", strings.Join([]string{r.Method, r.Host, r.URL.RequestURI(), r.Header.Get("Idempotency-Key"), identity.ClientAddress(r, 1).String(), r.Header.Get(clientHeader), string(body)}, "|"))
		w.WriteHeader(http.StatusCreated)
	}))
	must(t, l.Start(t.Context()))
	defer func() { must(t, l.Stop(t.Context())) }()
	local := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was answered here") })
	ask := func(secret, path string) *httptest.ResponseRecorder {
		f := newFront(t, "home", listener.Addr().String(), secret)
		r := httptest.NewRequest(http.MethodPost, "http://tickets.example"+path, bytes.NewReader([]byte("{}")))
		r.Header.Set("X-Forwarded-For", "198.51.100.9, 203.0.113.7")
		r.Header.Set("Idempotency-Key", "k")
		r.Header.Set(clientHeader, "192.0.2.1") // which nobody believes
		w := httptest.NewRecorder()
		f.Handler(local).ServeHTTP(w, r)
		return w
	}
	w := ask("secret", "/v1/events/"+inWest+"/registrations?x=1")
	if want := "POST|tickets.example|/v1/events/" + inWest + "/registrations?x=1|k|203.0.113.7||{}"; w.Code != http.StatusCreated || w.Header().Get("X-Seen") != want {
		t.Errorf("%d %q, want %q", w.Code, w.Header().Get("X-Seen"), want)
	}
	west.Directory.places[inWest] = cells.Place{Cell: "east", State: cells.There}
	if w := ask("secret", "/v1/events/"+inWest); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "event_moving") {
		t.Errorf("moved on: %d %s", w.Code, w.Body)
	}
	if w := ask("another", "/v1/events/"+inWest); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "unavailable") {
		t.Errorf("a stranger: %d %s", w.Code, w.Body)
	}
}
