package page_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
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
