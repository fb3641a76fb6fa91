package page_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// waitlistOf serves the places of a resource of the event's organization, whose system is
// asked at confirm about what somebody accepts; "": it is not asked.
func (f *fixture) waitlistOf(name, confirm string) (*waitlists.Service, resources.Resource) {
	f.t.Helper()
	places, err := waitlists.New(f.store, nil, f.now, nil)
	f.must(err)
	f.serve(func(c *page.Config) { c.Places = places })
	ev, err := f.store.Events.Event(f.t.Context(), f.event)
	f.must(err)
	now := inventory.At(f.now())
	of := resources.Resource{
		ID: f.ids.Top(id.Resource), OrgID: ev.Event.OrgID, Key: "tables", Name: name, Timezone: "Europe/Vienna", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: now, UpdatedAt: now,
		Settings: resource.Settings{ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 9, MaxUnits: 4, ConfirmURL: confirm},
	}
	_, _, err = f.store.Resources.PutResource(f.t.Context(), of)
	f.must(err)
	return places, of
}

// TestPlace: whoever waits for a table sees the position, what is offered and until when, and
// accepts, declines and leaves without a script.
func TestPlace(t *testing.T) {
	f := newFixture(t)
	places, of := f.waitlistOf("Table at the <Harbour>", "")
	path := map[string]string{}
	join := func(user string, units int64) {
		t.Helper()
		entry := f.ids.InResource(id.ResourceEntry, of.ID)
		_, err := places.Join(t.Context(), of.ID, resource.Join{EntryID: entry, UserID: user, Units: units, Attributes: resource.Attributes{"area": "terrace"}}, &resources.ResourceEntry{Email: user + "@example.org"})
		f.must(err)
		path[user] = pathOf(f.links.PlaceURL(entry))
	}
	release := func(event string, units int64) {
		t.Helper()
		_, _, err := places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Released, Units: units, Attributes: resource.Attributes{"area": "terrace"}}})
		f.must(err)
	}
	for _, user := range []string{"ada", "ben", "cyd", "dan"} {
		join(user, 2)
	}
	f.shows(path["ben"], 200, "You’re on the waitlist", "Table at the &lt;Harbour&gt;", "#2", "terrace", "Leave waitlist", "You joined the waitlist.")
	if body := f.shows(path["ben"], 200, "You’re on the waitlist"); strings.Contains(body, "/accept") {
		t.Error("who waits can accept")
	}
	// Where some have priority, whoever waits reads why the position can grow.
	if body := f.shows(path["ben"], 200, "You’re on the waitlist", "#2"); strings.Contains(body, "Some people have priority") {
		t.Error("nobody has priority here")
	}
	of.HeadStart = 2 * inventory.Hour
	_, _, err := f.store.Resources.PutResource(t.Context(), of)
	f.must(err)
	const why = "each level counts as joining 2 hours earlier"
	f.shows(path["ben"], 200, "You’re on the waitlist", "#2", why)
	first := f.ids.InResource(id.ResourceEntry, of.ID)
	_, err = places.Join(t.Context(), of.ID, resource.Join{EntryID: first, UserID: "vip", Units: 1, Class: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: "vip@example.org"})
	f.must(err)
	f.shows(path["ben"], 200, "You’re on the waitlist", "#3", why)
	_, _, err = places.Do(t.Context(), of.ID, resource.Leave{EntryID: first, Reason: resource.ReasonLeft})
	f.must(err)
	release("a", 2)
	f.shows(path["ada"], 200, "It’s your turn", "How many", "Reserved for you until", "Accept", "No, thanks", "Something became available and was offered to you.")
	f.click(path["ada"]+"/accept", "It’s yours")
	f.click(path["ada"]+"/accept", "It’s yours")
	f.click(path["ada"]+"/decline", "It’s yours")
	release("b", 2)
	f.click(path["ben"]+"/decline", "You declined")
	f.shows(path["cyd"], 200, "It’s your turn")
	f.later(11 * time.Minute)
	f.shows(path["cyd"], 200, "Your offer has expired") // before anybody has written it
	f.click(path["cyd"]+"/accept", "Your offer has expired")
	f.shows(path["dan"], 200, "It’s your turn")
	_, _, err = places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: "w", Kind: resource.Withdrawn, Units: 1, Attributes: resource.Attributes{}, ReleaseID: "b"}})
	f.must(err)
	f.shows(path["dan"], 200, "You’re on the waitlist", "What you were offered was taken back. You kept your place.", "#1", "Expected around")
	f.click(path["dan"]+"/leave", "You left the waitlist")
	of.PositionDisplay = "hidden"
	_, _, err = f.store.Resources.PutResource(t.Context(), of)
	f.must(err)
	join("eve", 4)
	if body := f.shows(path["eve"], 200, "You’re on the waitlist", "doesn’t show positions"); strings.Contains(body, "Expected around") {
		t.Error("who sees no position sees an estimate of it")
	}
	if w := f.send("POST", path["eve"]+"/leave", "Sec-Fetch-Site: cross-site"); w.Code != 403 {
		t.Errorf("from another page: %d", w.Code)
	}
	f.shows(path["eve"]+"x", 404, "This link doesn’t work")
	f.later(31 * 24 * time.Hour)
	f.shows(path["ada"], 404, "This link doesn’t work")
	entry, err := f.links.Place(strings.TrimPrefix(path["eve"], "/w/"))
	f.must(err)
	f.must(places.Forget(t.Context(), entry))
	f.shows(path["eve"], 404, "This link doesn’t work")
}

// TestPlaceIsConfirmed: whoever accepts what the other system is asked about reads that it is, and
// what became of it.
func TestPlaceIsConfirmed(t *testing.T) {
	f := newFixture(t)
	places, of := f.waitlistOf("Table", "https://tables.example/confirm")
	path, entry := map[string]string{}, map[string]string{}
	for _, user := range []string{"ada", "ben", "cyd"} {
		entry[user] = f.ids.InResource(id.ResourceEntry, of.ID)
		_, err := places.Join(t.Context(), of.ID, resource.Join{EntryID: entry[user], UserID: user, Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: user + "@example.org"})
		f.must(err)
		path[user] = pathOf(f.links.PlaceURL(entry[user]))
	}
	_, _, err := places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 3, Attributes: resource.Attributes{}}})
	f.must(err)
	for user := range path {
		f.click(path[user]+"/accept", "We’re confirming it")
	}
	f.click(path["ada"]+"/decline", "We’re confirming it")
	f.click(path["ada"]+"/leave", "We’re confirming it")
	f.later(11 * time.Minute) // for longer than the offer stands
	if body := f.shows(path["ada"], 200, "We’re confirming it", "You keep your place", "You accepted, and we asked for confirmation."); strings.Contains(body, "<form") {
		t.Error("there is something to answer")
	}
	ends := func(user string, c resource.Conclude) {
		t.Helper()
		e, err := f.store.Resources.Entry(t.Context(), of.ID, entry[user])
		f.must(err)
		c.OfferID = e.OfferID
		_, _, err = places.Do(t.Context(), of.ID, c)
		f.must(err)
	}
	// Where nobody answers, a person decides, and that is what is said.
	ends("ada", resource.Conclude{As: resource.OutcomeFailed, Cause: resource.CauseTimeout})
	if body := f.shows(path["ada"], 200, "Somebody has to decide it", "somebody has to decide it", "You accepted, and we asked for confirmation.", "No clear answer came"); strings.Contains(body, "We’re confirming it") || strings.Contains(body, "<form") {
		t.Errorf("%s", body)
	}
	ends("ada", resource.Conclude{As: resource.OutcomeAccepted, Status: 201})
	ends("ben", resource.Conclude{As: resource.OutcomeTaken, Status: 409})
	ends("cyd", resource.Conclude{As: resource.OutcomeDeclined, Status: 422, Cause: resource.CausePayment, Words: "Card <b>expired</b>"})
	f.shows(path["ada"], 200, "It’s yours", "It was confirmed.")
	f.shows(path["cyd"], 200, "It couldn’t be confirmed", "The payment didn’t go through.", "They say", "Card &lt;b&gt;expired&lt;/b&gt;")
	f.shows(path["ben"], 200, "It’s your turn", "It was gone by the time you accepted. You kept your place.") // and gets what cyd had
}

// TestOfferOpened: that somebody looked at what they are offered is stored the first time, and
// offers that lapse unopened are told apart from those that were looked at.
func TestOfferOpened(t *testing.T) {
	f := newFixture(t)
	_, of := f.waitlistOf("Harbour", "")
	var ends []resource.End
	places, err := waitlists.New(f.store, nil, f.now, func(d *resource.Decision) { ends = append(ends, d.Ends...) })
	f.must(err)
	f.serve(func(c *page.Config) { c.Places = places })
	path, entry := map[string]string{}, map[string]string{}
	for _, user := range []string{"ada", "ben", "cyd"} {
		entry[user] = f.ids.InResource(id.ResourceEntry, of.ID)
		_, err := places.Join(t.Context(), of.ID, resource.Join{EntryID: entry[user], UserID: user, Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: user + "@example.org"})
		f.must(err)
		path[user] = pathOf(f.links.PlaceURL(entry[user]))
	}
	_, _, err = places.Do(t.Context(), of.ID, resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 3, Attributes: resource.Attributes{}}})
	f.must(err)
	seen := func(user string) inventory.Instant {
		t.Helper()
		offers, err := f.store.Resources.EntryOffers(t.Context(), of.ID, entry[user], 1)
		f.must(err)
		return offers[0].SeenAt
	}
	browser := []string{"User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Sec-Fetch-Mode: navigate"}
	opens := func(user string) {
		t.Helper()
		if w := f.send("GET", path[user], browser...); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "It’s your turn") {
			t.Fatalf("%s: %d %s", user, w.Code, w.Body)
		}
	}
	f.later(time.Minute)
	opens("ada")
	first := seen("ada")
	f.later(time.Minute)
	opens("ada")
	f.send("HEAD", path["ben"], browser...) // as programs do that look at mails
	f.shows(path["ben"], 200, "It’s your turn")
	if first == 0 || seen("ada") != first || seen("ben") != 0 {
		t.Errorf("ada looked at %d and then %d, ben at %d", first, seen("ada"), seen("ben"))
	}
	f.click(path["cyd"]+"/accept", "It’s yours")
	f.later(11 * time.Minute)
	_, err = places.Lapse(t.Context())
	f.must(err)
	count := map[string]int{}
	for _, end := range ends {
		count[fmt.Sprintf("%s %t", end.State, end.Seen)]++
		if end.State == resource.OfferAccepted && (end.Since < 2*inventory.Minute || end.Since > 3*inventory.Minute) {
			t.Errorf("accepted %d µs after the release", end.Since)
		}
	}
	if len(count) != 3 || count["accepted false"] != 1 || count["expired true"] != 1 || count["expired false"] != 1 {
		t.Errorf("ended %v", count)
	}
	past, err := f.store.Resources.OfferHistory(t.Context(), of.ID, 0)
	f.must(err)
	if want := []resources.OfferEnds{{State: resource.OfferAccepted, Count: 1}, {State: resource.OfferExpired, Count: 2, Seen: 1}}; !slices.Equal(past.Ends, want) || past.Half < 2*inventory.Minute || past.Most != past.Half {
		t.Errorf("%+v", past)
	}
}
