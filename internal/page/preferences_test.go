package page_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
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
