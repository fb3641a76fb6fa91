package page_test

import (
	"context"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// TestPreferences: a person turns reminders off and on behind the link of a mail,
// and a mail program does it for them with one request (RFC 8058), which gets no
// redirect, carries no cookie and comes from no page.
func TestPreferences(t *testing.T) {
	f := newFixture(t)
	_, person := f.enter("ada")
	path := pathOf(f.links.PreferencesURL(person, f.now()))
	f.shows(path, 200, "Reminders are on")
	f.click(path+"/unsubscribe", "Reminders are off")
	f.click(path+"/subscribe", "Reminders are on")

	oneClick := func(path, kind, body string) int {
		r := httptest.NewRequest("POST", "http://holdfast.test"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		f.mux.ServeHTTP(w, r)
		return w.Code
	}
	for kind, body := range map[string]string{
		"application/x-www-form-urlencoded":   "List-Unsubscribe=One-Click",
		"multipart/form-data; boundary=\"b\"": "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n",
	} {
		if code := oneClick(path+"/unsubscribe", kind, body); code != 204 {
			t.Errorf("%s: %d", kind, code)
		}
		f.shows(path, 200, "Reminders are off")
		f.click(path+"/subscribe", "Reminders are on")
	}
	for _, bad := range []string{path + "x", strings.Replace(path, "/u/", "/r/", 1), pathOf(f.links.OrderURL(f.ids.In(id.Order, f.event), person, f.now()))} {
		if code := oneClick(bad+"/unsubscribe", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"); code != 404 && code != 405 {
			t.Errorf("%s: %d", bad, code)
		}
	}
	f.shows(path, 200, "Reminders are on")
}

// The app has no page for this: where it takes over it would say that there is nothing.
func TestPreferencesAreNotTheApps(t *testing.T) {
	app, err := site.New(shell, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	f.serve(func(c *page.Config) { c.Site = app })
	_, person := f.enter("ada")
	path := pathOf(f.links.PreferencesURL(person, f.now()))
	alone := func(status int, heading string) {
		t.Helper()
		if body := f.shows(path, status, heading, "<form"); strings.Contains(body, "<script") || strings.Contains(body, "<noscript") {
			t.Errorf("the app takes over: %s", body)
		}
	}
	alone(200, "Reminders are on")
	f.click(path+"/unsubscribe", "Reminders are off")
	f.must(f.store.People.SignOutLinks(context.Background(), f.event, person, inventory.At(f.now())))
	f.serve(func(c *page.Config) { c.Site = app }) // another server, which has not seen the link yet
	alone(410, "This link was signed out")
}

// TestConsentsAreWithdrawn: what somebody agreed to is on the page behind the link of a mail,
// which the page of the registration leads to, with a button that ends it, without a script.
func TestConsentsAreWithdrawn(t *testing.T) {
	f := newFixture(t)
	ctx := context.Background()
	ev, err := f.store.Events.Event(ctx, f.event)
	f.must(err)
	org, now := ev.Event.OrgID, inventory.At(f.now())
	f.must(f.store.Consents.MakePurpose(ctx, audience.ConsentPurpose{OrgID: org, ID: "cpu_news", Kind: "marketing", CreatedAt: now},
		`{"default_locale":"en","words":{"en":"News <b>by</b> email."}}`, 9))
	f.must(f.store.Consents.SetAsked(ctx, org, f.event, []string{"cpu_news"}, now))
	_, other := f.enter("bob")
	if body := f.shows(pathOf(f.links.PreferencesURL(other, f.now())), 200, "Reminders are on"); strings.Contains(body, "Withdraw consent") {
		t.Error("something can be withdrawn that was not given")
	}
	order, person := f.ids.In(id.Order, f.event), f.ids.In(id.Person, f.event)
	reply, err := f.seq.Submit(ctx, sequencer.Request{EventID: f.event, Command: inventory.Register{
		Who: inventory.Who{Actor: "public"}, OrderID: order, JoinWaitlist: true,
		Party: inventory.Party{
			UserID: "ada", Profile: inventory.Profile{Name: "ada", Email: "ada@example.org"}, Tier: f.tier, Units: 1, Guests: "[]", PersonID: person, EntryID: f.ids.In(id.Entry, f.event),
		},
	}, Consents: []audience.ConsentEntry{{PurposeID: "cpu_news", OrgID: org, Code: f.links.ConsentCode(org, "ada"), Version: 1, Locale: "en", Way: "registration", Actor: "person"}}})
	f.must(err)
	var own string // ada may have to wait
	if reply.OrderID != "" {
		own = pathOf(f.links.OrderURL(reply.OrderID, person, f.now()))
	} else {
		own = pathOf(f.links.EntryURL(reply.EntryID, person, f.now()))
	}
	path := pathOf(f.links.PreferencesURL(person, f.now()))
	f.shows(own, 200, "You’re on the waitlist", "What you’ve agreed to", `href="http://holdfast.test/u/`)
	f.shows(path, 200, "Reminders are on", "News &lt;b&gt;by&lt;/b&gt; email.", "Withdraw consent", "Agreed on")
	if w := f.says(path+"/withdraw", url.Values{"purpose": {"cpu_news"}}); w.Code != 303 {
		t.Errorf("withdrawn: %d", w.Code)
	}
	if body := f.shows(path, 200, "Reminders are on"); strings.Contains(body, "Withdraw consent") {
		t.Error("it stands all the same")
	}
	if w := f.says(path+"x/withdraw", url.Values{"purpose": {"cpu_news"}}); w.Code != 404 {
		t.Errorf("by a link of nobody's: %d", w.Code)
	}
}
