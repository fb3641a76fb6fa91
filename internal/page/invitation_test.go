package page_test

import (
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// TestInvitation: whoever is invited sees to what, by whom and how many places are left, takes
// some, waits for others and declines, without a script; and whoever is not sees no event.
func TestInvitation(t *testing.T) {
	f := newFixture(t, func(c *inventory.Create) { c.Pools[0].Capacity = 2 })
	ev, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	e := ev.Event
	e.Settings.Visibility = inventory.ByInvitation
	f.submit(inventory.Configure{Who: staff, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}, nil)
	if w := f.send("GET", "/events/"+f.event); w.Code != 404 || strings.Contains(w.Body.String(), "Lantern") {
		t.Errorf("for a person who is not invited: %d %s", w.Code, w.Body)
	}
	ids := id.Maker{}
	path := map[string]string{}
	people := map[string]string{}
	var guests []inventory.Invitee
	for _, name := range []string{"ada", "ben", "cyd"} {
		people[name] = ids.In(id.Person, f.event)
		guests = append(guests, inventory.Invitee{PersonID: people[name], UserID: "mail:" + name + "@example.org", Places: 2, Profile: inventory.Profile{Email: name + "@example.org", Name: name}})
	}
	f.submit(inventory.Invite{Who: staff, Guests: guests}, nil)
	mailed := func(name string) string {
		v, err := f.store.Invitations.Of(t.Context(), inventory.InvitationID(people[name]))
		f.must(err)
		return pathOf(f.links.InvitationURL(v.ID, v.PersonID, v.SentAt.Time(), f.starts.Add(3*time.Hour)))
	}
	for name := range people {
		path[name] = mailed(name)
	}
	f.shows(path["ada"], 200, "You’re invited", "Lantern &lt;walk&gt;", "2 of 2 left", "How many places?", "<option>2</option>", "I can’t come")
	tier := ev.Tiers[0].ID
	for _, bad := range []url.Values{{}, {"tier": {tier}, "places": {"3"}}, {"tier": {tier}, "places": {"0"}}, {"tier": {"tir_x"}, "places": {"1"}}} {
		if w := f.says(path["ada"], bad); w.Code != 400 || !strings.Contains(w.Body.String(), "Please choose a ticket and 1 to 2 places.") {
			t.Errorf("%v: %d %s", bad, w.Code, w.Body)
		}
	}
	goesTo := func(w *httptest.ResponseRecorder, prefix string) {
		t.Helper()
		if at := w.Header().Get("Location"); w.Code != 303 || !strings.Contains(at, prefix) {
			t.Fatalf("%d, to %q: %s", w.Code, at, w.Body)
		} else if got := f.send("GET", pathOf(at)); got.Code != 200 {
			t.Errorf("%s: %d", at, got.Code)
		}
	}
	// A box for words that never were is none, and keeps nobody out.
	f.must(f.store.Consents.MakePurpose(t.Context(), audience.ConsentPurpose{OrgID: e.OrgID, ID: "cpu_news", Kind: "marketing", CreatedAt: inventory.At(f.now())},
		`{"default_locale":"en","words":{"en":"News by email."}}`, 9))
	f.must(f.store.Consents.SetAsked(t.Context(), e.OrgID, f.event, []string{"cpu_news"}, inventory.At(f.now())))
	goesTo(f.says(path["ada"], url.Values{"tier": {tier}, "places": {"1"}, "consent": {"cpu_news 99 en"}}), "/r/")
	if body := f.shows(pathOf(f.links.PreferencesURL(people["ada"], f.now())), 200, "Reminders are on"); strings.Contains(body, "Withdraw consent") {
		t.Error("words that never were are agreed to")
	}
	f.shows(path["ada"], 200, "You’re invited", "1 of 2 left")
	if body := f.shows(path["ada"], 200, "You’re invited"); strings.Contains(body, "/decline") {
		t.Error("who has a place can decline")
	}
	goesTo(f.says(path["ben"], url.Values{"tier": {tier}, "places": {"1"}}), "/")
	f.shows(path["cyd"], 200, "It’s full right now", "Join the waitlist")
	goesTo(f.says(path["cyd"], url.Values{"tier": {tier}, "places": {"2"}}), "/e/")
	f.shows(path["cyd"], 200, "You have your places")

	old := path["ben"]
	f.later(time.Second)
	f.submit(inventory.ResendInvitation{Who: staff, InvitationID: inventory.InvitationID(people["ben"])}, nil)
	f.shows(old, 410, "This invitation no longer works")
	f.shows(mailed("ben"), 200, "It’s full right now")
	f.submit(inventory.EndInvitation{Who: staff, InvitationID: inventory.InvitationID(people["ben"])}, nil)
	f.shows(mailed("ben"), 410, "This invitation no longer works")
	if w := f.send("POST", old+"/renew", "Sec-Fetch-Site: same-origin"); w.Code == 200 {
		t.Error("a fresh link of an invitation was mailed")
	}
}

// TestInvitationDeclined: whoever does not come says so, once.
func TestInvitationDeclined(t *testing.T) {
	f := newFixture(t)
	person := (&id.Maker{}).In(id.Person, f.event)
	f.submit(inventory.Invite{Who: staff, Guests: []inventory.Invitee{{PersonID: person, UserID: "mail:ada@example.org", Places: 2, Profile: inventory.Profile{Email: "ada@example.org", Name: "Ada"}}}}, nil)
	v, err := f.store.Invitations.Of(t.Context(), inventory.InvitationID(person))
	f.must(err)
	path := pathOf(f.links.InvitationURL(v.ID, v.PersonID, v.SentAt.Time(), f.starts))
	f.shows(path, 200, "You’re invited")
	for range 2 {
		if w := f.says(path+"/decline", nil); w.Code != 303 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if body := f.shows(path, 200, "You declined"); strings.Contains(body, "<form") {
		t.Error("who has declined has a form")
	}
}

// box is a box that is ticked on a page.
var box = regexp.MustCompile(`<input type="checkbox" name="([^"]+)" value="([^"]*)"`)

// TestInvitedWhateverIsAsked: with every switch of an event on, whoever is invited takes a place on the
// page of the invitation. What a setting asks of people who take part is asked there too.
func TestInvitedWhateverIsAsked(t *testing.T) {
	f := newFixture(t, func(c *inventory.Create) { inventorytest.EverySwitch(&c.Event.Settings) })
	person := (&id.Maker{}).In(id.Person, f.event)
	f.submit(inventory.Invite{Who: staff, Guests: []inventory.Invitee{{PersonID: person, UserID: "mail:ada@example.org", Places: 2, Profile: inventory.Profile{Email: "ada@example.org", Name: "Ada"}}}}, nil)
	v, err := f.store.Invitations.Of(t.Context(), inventory.InvitationID(person))
	f.must(err)
	path := pathOf(f.links.InvitationURL(v.ID, v.PersonID, v.SentAt.Time(), f.starts))
	form := url.Values{"tier": {f.tier}, "places": {"1"}}
	for _, b := range box.FindAllStringSubmatch(f.shows(path, 200, "You’re invited"), -1) {
		form.Add(b[1], b[2])
	}
	if w := f.says(path, form); w.Code != 303 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
