package page_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

// hall is an event with one place, over the real store and sequencer, and the
// pages for its people.
type hall struct {
	t       *testing.T
	store   *store.Store
	seq     *sequencer.Sequencer
	mux     *http.ServeMux
	pages   *page.Pages
	links   identity.Links
	tickets *ticket.Keys
	ids     id.Maker
	event   string
	tier    string
	clock   atomic.Int64
	starts  time.Time
}

func newHall(t *testing.T, change ...func(*inventory.Create)) *hall {
	t.Helper()
	h := &hall{t: t, mux: http.NewServeMux()}
	st, err := store.Open(context.Background(), store.Config{URL: testdb.SQLite(t), Log: slog.New(slog.DiscardHandler)})
	h.must(err)
	t.Cleanup(func() { h.must(st.Close()) })
	h.store = st
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	h.seq, err = sequencer.New(sequencer.Config{
		WriterConfig: sequencer.WriterConfig{Store: st, SigningKey: key, Now: h.now, Log: slog.New(slog.DiscardHandler)},
		Tick:         5 * time.Millisecond,
	})
	h.must(err)
	t.Cleanup(func() { h.must(h.seq.Close(context.Background())) })
	h.links = identity.Links{Key: bytes.Repeat([]byte{3}, 32), Base: "http://holdfast.test", Now: h.now}
	h.tickets, err = ticket.NewKeys(bytes.Repeat([]byte{4}, 32))
	h.must(err)
	h.serve()
	h.create(change)
	return h
}

// serve puts the pages on the mux, in place of those that were there.
func (h *hall) serve(change ...func(*page.Config)) {
	h.t.Helper()
	printer, err := ticketpdf.New()
	h.must(err)
	charts, err := seatchart.New(seatchart.Config{Store: h.store})
	h.must(err)
	cfg := page.Config{
		Store: h.store, Sequencer: h.seq, Links: h.links, Tickets: h.tickets, Paper: printer, Charts: charts, Origin: "http://holdfast.test", Now: h.now,
		Log: slog.New(slog.DiscardHandler), Pseudonym: func(_, person string) string { return person[len(person)-4:] },
	}
	for _, f := range change {
		f(&cfg)
	}
	h.pages, err = page.New(cfg)
	h.must(err)
	h.mux = http.NewServeMux()
	for _, r := range h.pages.Routes() {
		// A * is chi's word for everything below; "/" is everything on a mux.
		pattern := strings.Replace(r.Pattern, "*", "{below...}", 1)
		if pattern == "/" {
			pattern = "/{$}"
		}
		h.mux.Handle(r.Method+" "+pattern, r.Handler)
	}
}

func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) now() time.Time        { return time.Now().Add(time.Duration(h.clock.Load())) }
func (h *hall) later(d time.Duration) { h.clock.Add(int64(d)) }
func (h *hall) submit(cmd inventory.Command, d *store.DetailsChange) sequencer.Reply {
	h.t.Helper()
	r, err := h.seq.Submit(context.Background(), sequencer.Request{EventID: h.event, Command: cmd, Details: d})
	h.must(err)
	if r.Code != inventory.OK {
		h.t.Fatalf("%T: %s", cmd, r.Code)
	}
	return r
}

var staff = inventory.Who{Actor: "system", Staff: true}

func (h *hall) create(change []func(*inventory.Create)) {
	h.t.Helper()
	org := h.ids.Top(id.Organization)
	h.must(h.store.Organizations.CreateOrganization(context.Background(), store.Organization{ID: org, Name: "Test", CreatedAt: 1}))
	h.event = h.ids.Top(id.Event)
	h.tier = h.ids.In(id.Tier, h.event)
	pool := h.ids.In(id.Pool, h.event)
	zone, err := time.LoadLocation("Europe/Berlin")
	h.must(err)
	h.starts = time.Date(h.now().Year()+1, 11, 11, 17, 0, 0, 0, zone)
	c := inventory.Create{
		Who: staff, Publish: true,
		Event: inventory.Event{ID: h.event, OrgID: org, Zone: zone, StartsAt: inventory.At(h.starts), EndsAt: inventory.At(h.starts.Add(3 * time.Hour)),
			Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{ClaimWindow: inventory.Hour}}},
		Pools: []inventory.Pool{{ID: pool, Name: "All places", Capacity: 1}},
		Tiers: []inventory.Tier{{ID: h.tier, Name: "General", Pools: []string{pool}}},
	}
	for _, f := range change {
		f(&c)
	}
	h.submit(c, store.Details{Title: "Lantern <walk> & talk", Location: "Old harbour"}.All())
}

// enter registers a person or puts the person in line.
func (h *hall) enter(name string) (r sequencer.Reply, person string) {
	h.t.Helper()
	r = h.submit(inventory.Register{
		Who: inventory.Who{Actor: "public"}, JoinWaitlist: true, OrderID: h.ids.In(id.Order, h.event),
		Party: inventory.Party{
			UserID: name, Profile: inventory.Profile{Name: name, Email: name + "@example.org"}, Tier: h.tier, Units: 1, Guests: "[]",
			PersonID: h.ids.In(id.Person, h.event), EntryID: h.ids.In(id.Entry, h.event),
		},
	}, nil)
	v, err := h.store.Registrations.Registration(context.Background(), h.event, name)
	h.must(err)
	return r, v.Person.ID
}

// offered is a person with an open offer: the links to the offer and the entry.
func (h *hall) offered() (offer, entry string) {
	h.t.Helper()
	first, _ := h.enter("ada")
	waiting, person := h.enter("bob")
	h.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	v, err := h.store.Registrations.Entry(context.Background(), waiting.EntryID)
	h.must(err)
	return h.path(h.links.OfferURL(v.Offer.ID, person)), h.path(h.links.EntryURL(waiting.EntryID, person))
}

func (h *hall) path(url string) string { return strings.TrimPrefix(url, "http://holdfast.test") }

func (h *hall) send(method, path string, headers ...string) *httptest.ResponseRecorder {
	h.t.Helper()
	r := httptest.NewRequest(method, "http://holdfast.test"+path, nil)
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.mux.ServeHTTP(w, r)
	return w
}

// shows fails the test when the page does not have a heading, or misses a text.
func (h *hall) shows(path string, status int, heading string, texts ...string) string {
	h.t.Helper()
	w := h.send("GET", path)
	body := w.Body.String()
	if w.Code != status || !strings.Contains(body, "<h1>"+heading+"</h1>") {
		h.t.Fatalf("%s: %d, want %q:\n%s", path, w.Code, heading, body)
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			h.t.Errorf("%s: no %q in\n%s", path, text, body)
		}
	}
	return body
}

// click posts a form of the page, as a browser does, and follows the redirect.
func (h *hall) click(path, heading string) {
	h.t.Helper()
	w := h.send("POST", path, "Sec-Fetch-Site: same-origin", "Origin: http://holdfast.test")
	if w.Code != http.StatusSeeOther {
		h.t.Fatalf("POST %s: %d %s", path, w.Code, w.Body)
	}
	h.shows(w.Header().Get("Location"), 200, heading)
}

func (h *hall) seqNow() int64 {
	h.t.Helper()
	v, err := h.store.Events.Event(context.Background(), h.event)
	h.must(err)
	return v.Event.Seq
}

func TestClaim(t *testing.T) {
	h := newHall(t)
	offer, entry := h.offered()
	before := h.seqNow()
	body := h.shows(offer, 200, "A ticket is reserved for you", "Lantern &lt;walk&gt; &amp; talk", "11 November", "17:00 to 20:00", "Reserved for you until",
		`action="`+offer+`/accept"`, `action="`+offer+`/decline"`, "Europe/Berlin (CET)", "1 ticket", "Old harbour")
	if strings.Contains(body, "<script") || strings.Contains(body, "style=") || strings.Contains(body, "Lantern <walk>") {
		t.Errorf("not inert: %s", body)
	}
	h.shows(entry, 200, "A ticket is reserved for you", "You joined the waitlist. You started at #1.", "A ticket became available and was offered to you.")
	h.send("GET", offer+"/accept")
	if h.seqNow() != before {
		t.Fatal("a GET changed something")
	}
	h.click(offer+"/accept", "You’re going")
	h.click(offer+"/accept", "You’re going") // a second click
	body = h.shows(entry, 200, "You’re going", "View registration")
	order := body[strings.Index(body, "http://holdfast.test/r/"):]
	order = h.path(order[:strings.IndexByte(order, '"')])
	h.shows(order, 200, "You’re going", "Cancel registration")
	h.click(order+"/cancel", "This registration has ended")
	h.shows(offer, 200, "This registration has ended")
	h.shows(entry, 200, "This registration has ended")
	h.click(order+"/cancel", "This registration has ended")
}

func TestDeclineLapseLeave(t *testing.T) {
	h := newHall(t)
	offer, entry := h.offered()
	h.click(offer+"/decline", "You declined this ticket")
	h.shows(entry, 200, "You declined the ticket")
	h.click(offer+"/accept", "You declined this ticket") // too late: it says how it ended

	h = newHall(t)
	offer, entry = h.offered()
	h.later(61 * time.Minute)
	h.shows(offer, 200, "This offer has expired")
	h.click(offer+"/accept", "This offer has expired")
	h.shows(entry, 200, "Your offer has expired")

	h = newHall(t)
	offer, entry = h.offered()
	h.click(entry+"/accept", "You’re going")
	h.shows(offer, 200, "You’re going")

	h = newHall(t)
	h.enter("ada")
	waiting, person := h.enter("bob")
	h.enter("cyd")
	entry = h.path(h.links.EntryURL(waiting.EntryID, person))
	h.shows(entry, 200, "You’re on the waitlist", `<p class="number">1</p>`, "1 of 2", "Leave waitlist")
	h.click(entry+"/leave", "You left the waitlist")
}

func TestPlacesAsTheEventShowsThem(t *testing.T) {
	for display, want := range map[inventory.PositionDisplay]string{
		inventory.PositionExact: `<p class="number">2</p>`, inventory.PositionBand: `<p class="number">1–10</p>`,
		inventory.PositionHidden: "doesn’t show positions",
	} {
		h := newHall(t, func(c *inventory.Create) { c.Event.Settings.Waitlist.PositionDisplay = display })
		h.enter("ada")
		ahead, _ := h.enter("cyd")
		h.enter("dan")
		waiting, person := h.enter("bob")
		h.submit(inventory.Leave{Who: staff, EntryID: ahead.EntryID}, nil)
		body := h.shows(h.path(h.links.EntryURL(waiting.EntryID, person)), 200, "You’re on the waitlist", want)
		if moved := strings.Contains(body, "You moved from #3 to #2."); moved != (display == inventory.PositionExact) {
			t.Errorf("%s: %s", display, body)
		}
	}
}

func TestCancelledEventAndClosedCancellation(t *testing.T) {
	h := newHall(t, func(c *inventory.Create) {
		c.Event.Settings.CancellationCutoff = inventory.At(time.Now().Add(time.Hour))
	})
	offer, entry := h.offered()
	h.click(offer+"/accept", "You’re going")
	v, err := h.store.Registrations.Registration(context.Background(), h.event, "bob")
	h.must(err)
	order := h.path(h.links.OrderURL(v.Hold.ID, v.Person.ID))
	h.later(2 * time.Hour)
	if body := h.shows(order, 200, "You’re going"); strings.Contains(body, "Cancel registration") {
		t.Error("a button that cannot work")
	}
	if w := h.send("POST", order+"/cancel", "Sec-Fetch-Site: same-origin"); w.Code != 409 || !strings.Contains(w.Body.String(), "That isn’t possible right now") {
		t.Errorf("after the cutoff: %d %s", w.Code, w.Body)
	}
	h.submit(inventory.CancelEvent{Who: staff}, nil)
	for _, p := range []string{offer, entry, order} {
		if body := h.shows(p, 200, "This event is cancelled"); strings.Contains(body, "<form") {
			t.Errorf("%s: a form in a cancelled event", p)
		}
	}
}

func TestBadLinks(t *testing.T) {
	h := newHall(t)
	offer, _ := h.offered()
	before := h.seqNow()
	other := newHall(t)
	foreign, _ := other.offered() // the same key, but an event that this database does not have
	v, err := h.store.Registrations.Registration(context.Background(), h.event, "bob")
	h.must(err)
	stranger := h.path(h.links.OfferURL(v.Offer.ID, h.ids.In(id.Person, h.event)))
	for _, p := range []string{offer + "x", "/o/nothing", "/e" + offer[2:], "/r" + offer[2:], foreign, stranger} {
		h.shows(p, 404, "This link doesn’t work")
		if w := h.send("POST", p+"/accept", "Sec-Fetch-Site: same-origin"); w.Code == http.StatusSeeOther {
			t.Errorf("POST %s: %d", p, w.Code)
		}
	}
	for _, headers := range [][]string{{"Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: same-site"}, {"Origin: https://evil.test"}} {
		if w := h.send("POST", offer+"/accept", headers...); w.Code != 403 || !strings.Contains(w.Body.String(), "Please open the link again") {
			t.Errorf("%v: %d %s", headers, w.Code, w.Body)
		}
	}
	if h.seqNow() != before {
		t.Error("something was changed")
	}
	h.later(500 * 24 * time.Hour)
	h.shows(offer, 410, "This link has expired")
}

func TestLanguagesAndHeaders(t *testing.T) {
	h := newHall(t)
	offer, _ := h.offered()
	w := h.send("GET", offer, "Accept-Language: de-CH, en;q=0.3")
	if body := w.Body.String(); !strings.Contains(body, `<html lang="de">`) || !strings.Contains(body, "Ein Ticket ist für dich reserviert") || !strings.Contains(body, "11. November") {
		t.Errorf("German: %s", body)
	}
	for name, want := range map[string]string{
		"Content-Language": "de", "Vary": "Accept-Language", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
		"Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if w := h.send("GET", offer, "Accept-Language: fr"); !strings.Contains(w.Body.String(), `<html lang="en">`) {
		t.Error("not English for who reads neither")
	}
	body := w.Body.String()
	css := body[strings.Index(body, "/assets/"):]
	css = css[:strings.IndexByte(css, '"')]
	if w := h.send("GET", css); w.Code != 200 || w.Header().Get("Content-Type") != "text/css; charset=utf-8" {
		t.Errorf("%s: %d", css, w.Code)
	}
}
