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
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

// fixture is an event with one place, over the real store and sequencer, and the
// pages for its people.
type fixture struct {
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
	fresh   []string // paths of links that would have been mailed
}

func newFixture(t *testing.T, change ...func(*inventory.Create)) *fixture {
	t.Helper()
	f := &fixture{t: t, mux: http.NewServeMux()}
	st := testdb.Open(t, testdb.SQLite(t), testdb.Quiet)
	f.store = st
	var err error
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	f.seq, err = sequencer.New(sequencer.Config{
		WriterConfig: sequencer.WriterConfig{Store: st, SigningKey: key, Now: f.now, Log: slog.New(slog.DiscardHandler)},
		Tick:         20 * time.Millisecond,
	})
	f.must(err)
	t.Cleanup(func() { f.must(f.seq.Close(context.Background())) })
	f.links = identity.Links{Key: bytes.Repeat([]byte{3}, 32), Base: "http://holdfast.test", Now: f.now}
	f.tickets, err = ticket.NewKeys(bytes.Repeat([]byte{4}, 32))
	f.must(err)
	f.serve()
	f.create(change)
	return f
}

// serve puts the pages on the mux, in place of those that were there.
func (f *fixture) serve(change ...func(*page.Config)) {
	f.t.Helper()
	printer, err := ticketpdf.New()
	f.must(err)
	charts, err := seatchart.New(seatchart.Config{Store: f.store})
	f.must(err)
	reader, err := identity.NewLinkReader(identity.LinkReaderConfig{Links: f.links, Store: f.store, Mail: f.mailed, Now: f.now})
	f.must(err)
	cfg := page.Config{
		Store: f.store, Sequencer: f.seq, Links: reader, Tickets: f.tickets, Paper: printer, Charts: charts, Origin: "http://holdfast.test", Now: f.now,
		Log: slog.New(slog.DiscardHandler), Pseudonym: func(_, person string) string { return person[len(person)-4:] },
	}
	for _, set := range change {
		set(&cfg)
	}
	f.pages, err = page.New(cfg)
	f.must(err)
	f.mux = http.NewServeMux()
	for _, r := range f.pages.Routes() {
		// A * is chi's word for everything below; "/" is everything on a mux.
		pattern := strings.Replace(r.Pattern, "*", "{below...}", 1)
		if pattern == "/" {
			pattern = "/{$}"
		}
		f.mux.Handle(r.Method+" "+pattern, r.Handler)
	}
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) now() time.Time        { return time.Now().Add(time.Duration(f.clock.Load())) }
func (f *fixture) later(d time.Duration) { f.clock.Add(int64(d)) }
func (f *fixture) submit(cmd inventory.Command, d *events.DetailsChange) sequencer.Reply {
	f.t.Helper()
	r, err := f.seq.Submit(context.Background(), sequencer.Request{EventID: f.event, Command: cmd, Details: d})
	f.must(err)
	if r.Code != inventory.OK {
		f.t.Fatalf("%T: %s", cmd, r.Code)
	}
	return r
}

var staff = inventory.Who{Actor: "system", Staff: true}

func (f *fixture) create(change []func(*inventory.Create)) {
	f.t.Helper()
	org := f.ids.Top(id.Organization)
	f.must(f.store.Organizations.CreateOrganization(context.Background(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}))
	f.event = f.ids.Top(id.Event)
	f.tier = f.ids.In(id.Tier, f.event)
	pool := f.ids.In(id.Pool, f.event)
	zone, err := time.LoadLocation("Europe/Berlin")
	f.must(err)
	f.starts = time.Date(f.now().Year()+1, 11, 11, 17, 0, 0, 0, zone)
	c := inventory.Create{
		Who: staff, Publish: true,
		Event: inventory.Event{ID: f.event, OrgID: org, Zone: zone, StartsAt: inventory.At(f.starts), EndsAt: inventory.At(f.starts.Add(3 * time.Hour)),
			Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{ClaimWindow: inventory.Hour}}},
		Pools: []inventory.Pool{{ID: pool, Name: "All places", Capacity: 1}},
		Tiers: []inventory.Tier{{ID: f.tier, Name: "General", Pools: []string{pool}}},
	}
	for _, set := range change {
		set(&c)
	}
	f.submit(c, events.Details{Title: "Lantern <walk> & talk", Location: "Old harbour"}.All())
}

// enter registers a person or puts the person on the waitlist.
func (f *fixture) enter(name string) (r sequencer.Reply, person string) {
	f.t.Helper()
	r = f.submit(inventory.Register{
		Who: inventory.Who{Actor: "public"}, JoinWaitlist: true, OrderID: f.ids.In(id.Order, f.event),
		Party: inventory.Party{
			UserID: name, Profile: inventory.Profile{Name: name, Email: name + "@example.org"}, Tier: f.tier, Units: 1, Guests: "[]",
			PersonID: f.ids.In(id.Person, f.event), EntryID: f.ids.In(id.Entry, f.event),
		},
	}, nil)
	v, err := f.store.Registrations.Registration(context.Background(), f.event, name)
	f.must(err)
	return r, v.Person.ID
}

// offered is a person with an open offer: the links to the offer and the entry.
func (f *fixture) offered() (offer, entry string) {
	f.t.Helper()
	first, _ := f.enter("ada")
	waiting, person := f.enter("bob")
	f.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	v, err := f.store.Registrations.Entry(context.Background(), waiting.EntryID)
	f.must(err)
	return pathOf(f.links.OfferURL(v.Offer.ID, person, f.now())), pathOf(f.links.EntryURL(waiting.EntryID, person, f.now()))
}

func pathOf(url string) string { return strings.TrimPrefix(url, "http://holdfast.test") }

func (f *fixture) send(method, path string, headers ...string) *httptest.ResponseRecorder {
	f.t.Helper()
	r := httptest.NewRequest(method, "http://holdfast.test"+path, nil)
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	f.mux.ServeHTTP(w, r)
	return w
}

// shows fails the test when the page does not have a heading, or misses a text.
func (f *fixture) shows(path string, status int, heading string, texts ...string) string {
	f.t.Helper()
	w := f.send("GET", path)
	body := w.Body.String()
	if w.Code != status || !strings.Contains(body, "<h1>"+heading+"</h1>") {
		f.t.Fatalf("%s: %d, want %q:\n%s", path, w.Code, heading, body)
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			f.t.Errorf("%s: no %q in\n%s", path, text, body)
		}
	}
	return body
}

// click posts a form of the page, as a browser does, and follows the redirect.
func (f *fixture) click(path, heading string) {
	f.t.Helper()
	w := f.send("POST", path, "Sec-Fetch-Site: same-origin", "Origin: http://holdfast.test")
	if w.Code != http.StatusSeeOther {
		f.t.Fatalf("POST %s: %d %s", path, w.Code, w.Body)
	}
	f.shows(w.Header().Get("Location"), 200, heading)
}

func (f *fixture) seqNow() int64 {
	f.t.Helper()
	v, err := f.store.Events.Event(context.Background(), f.event)
	f.must(err)
	return v.Event.Seq
}

func TestClaim(t *testing.T) {
	f := newFixture(t)
	offer, entry := f.offered()
	before := f.seqNow()
	body := f.shows(offer, 200, "A ticket is reserved for you", "Lantern &lt;walk&gt; &amp; talk", "11 November", "17:00 to 20:00", "Reserved for you until",
		`action="`+offer+`/accept"`, `action="`+offer+`/decline"`, "(Europe/Berlin, UTC&#43;", "Times shown in Europe/Berlin, UTC&#43;1.", "1 ticket", "Old harbour")
	if strings.Contains(body, "<script") || strings.Contains(body, "style=") || strings.Contains(body, "Lantern <walk>") {
		t.Errorf("not inert: %s", body)
	}
	f.shows(entry, 200, "A ticket is reserved for you", "You joined the waitlist. You started at #1.", "A ticket became available and was offered to you.")
	f.send("GET", offer+"/accept")
	if f.seqNow() != before {
		t.Fatal("a GET changed something")
	}
	f.click(offer+"/accept", "You’re going")
	f.click(offer+"/accept", "You’re going") // a second click
	body = f.shows(entry, 200, "You’re going", "View registration")
	order := body[strings.Index(body, "http://holdfast.test/r/"):]
	order = pathOf(order[:strings.IndexByte(order, '"')])
	f.shows(order, 200, "You’re going", "Cancel registration")
	f.click(order+"/cancel", "This registration has ended")
	f.shows(offer, 200, "This registration has ended")
	f.shows(entry, 200, "This registration has ended")
	f.click(order+"/cancel", "This registration has ended")
}

func TestDeclineLapseLeave(t *testing.T) {
	f := newFixture(t)
	offer, entry := f.offered()
	f.click(offer+"/decline", "You declined this ticket")
	f.shows(entry, 200, "You declined the ticket")
	f.click(offer+"/accept", "You declined this ticket") // too late: it says how it ended

	f = newFixture(t)
	offer, entry = f.offered()
	f.later(61 * time.Minute)
	f.shows(offer, 200, "This offer has expired")
	f.click(offer+"/accept", "This offer has expired")
	f.shows(entry, 200, "Your offer has expired")

	f = newFixture(t)
	offer, entry = f.offered()
	f.click(entry+"/accept", "You’re going")
	f.shows(offer, 200, "You’re going")

	f = newFixture(t)
	f.enter("ada")
	waiting, person := f.enter("bob")
	f.enter("cyd")
	entry = pathOf(f.links.EntryURL(waiting.EntryID, person, f.now()))
	f.shows(entry, 200, "You’re on the waitlist", `<p class="number">1</p>`, "1 of 2", "Leave waitlist")
	f.click(entry+"/leave", "You left the waitlist")
}

func TestPlacesAsTheEventShowsThem(t *testing.T) {
	for display, want := range map[inventory.PositionDisplay]string{
		inventory.PositionExact: `<p class="number">2</p>`, inventory.PositionBand: `<p class="number">1–10</p>`,
		inventory.PositionHidden: "doesn’t show positions",
	} {
		f := newFixture(t, func(c *inventory.Create) { c.Event.Settings.Waitlist.PositionDisplay = display })
		f.enter("ada")
		ahead, _ := f.enter("cyd")
		f.enter("dan")
		waiting, person := f.enter("bob")
		f.submit(inventory.Leave{Who: staff, EntryID: ahead.EntryID}, nil)
		body := f.shows(pathOf(f.links.EntryURL(waiting.EntryID, person, f.now())), 200, "You’re on the waitlist", want)
		if moved := strings.Contains(body, "You moved from #3 to #2."); moved != (display == inventory.PositionExact) {
			t.Errorf("%s: %s", display, body)
		}
	}
}

func TestCancelledEventAndClosedCancellation(t *testing.T) {
	f := newFixture(t, func(c *inventory.Create) {
		c.Event.Settings.CancellationCutoff = inventory.At(time.Now().Add(time.Hour))
	})
	offer, entry := f.offered()
	f.click(offer+"/accept", "You’re going")
	v, err := f.store.Registrations.Registration(context.Background(), f.event, "bob")
	f.must(err)
	order := pathOf(f.links.OrderURL(v.Hold.ID, v.Person.ID, f.now()))
	f.later(2 * time.Hour)
	if body := f.shows(order, 200, "You’re going"); strings.Contains(body, "Cancel registration") {
		t.Error("a button that cannot work")
	}
	if w := f.send("POST", order+"/cancel", "Sec-Fetch-Site: same-origin"); w.Code != 409 || !strings.Contains(w.Body.String(), "That isn’t possible right now") {
		t.Errorf("after the cutoff: %d %s", w.Code, w.Body)
	}
	f.submit(inventory.CancelEvent{Who: staff}, nil)
	for _, p := range []string{offer, entry, order} {
		if body := f.shows(p, 200, "This event is cancelled"); strings.Contains(body, "<form") {
			t.Errorf("%s: a form in a cancelled event", p)
		}
	}
}

func TestBadLinks(t *testing.T) {
	f := newFixture(t)
	offer, _ := f.offered()
	before := f.seqNow()
	other := newFixture(t)
	foreign, _ := other.offered() // the same key, but an event that this database does not have
	v, err := f.store.Registrations.Registration(context.Background(), f.event, "bob")
	f.must(err)
	stranger := pathOf(f.links.OfferURL(v.Offer.ID, f.ids.In(id.Person, f.event), f.now()))
	for _, p := range []string{offer + "x", "/o/nothing", "/e" + offer[2:], "/r" + offer[2:], foreign, stranger} {
		f.shows(p, 404, "This link doesn’t work")
		if w := f.send("POST", p+"/accept", "Sec-Fetch-Site: same-origin"); w.Code == http.StatusSeeOther {
			t.Errorf("POST %s: %d", p, w.Code)
		}
	}
	for _, headers := range [][]string{{"Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: same-site"}, {"Origin: https://evil.test"}} {
		if w := f.send("POST", offer+"/accept", headers...); w.Code != 403 || !strings.Contains(w.Body.String(), "Please open the link again") {
			t.Errorf("%v: %d %s", headers, w.Code, w.Body)
		}
	}
	if f.seqNow() != before {
		t.Error("something was changed")
	}
	f.later(500 * 24 * time.Hour)
	f.shows(offer, 410, "This link has expired")
}

func TestLanguagesAndHeaders(t *testing.T) {
	f := newFixture(t)
	offer, _ := f.offered()
	w := f.send("GET", offer, "Accept-Language: de-CH, en;q=0.3")
	if body := w.Body.String(); !strings.Contains(body, `<html lang="de" dir="ltr">`) || !strings.Contains(body, "Ein Ticket ist für dich reserviert") || !strings.Contains(body, "11. November") {
		t.Errorf("German: %s", body)
	}
	for name, want := range map[string]string{
		"Content-Language": "de", "Vary": "Accept-Language", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
		"Permissions-Policy":      site.Permissions,
		"Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if w := f.send("GET", offer, "Accept-Language: ja"); !strings.Contains(w.Body.String(), `<html lang="en" dir="ltr">`) {
		t.Error("not English for a reader of neither")
	}
	body := w.Body.String()
	css := body[strings.Index(body, "/assets/"):]
	css = css[:strings.IndexByte(css, '"')]
	if w := f.send("GET", css); w.Code != 200 || w.Header().Get("Content-Type") != "text/css; charset=utf-8" {
		t.Errorf("%s: %d", css, w.Code)
	}
}
