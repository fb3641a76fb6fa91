package page_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// TestFindPage: whoever has no script, or before it runs, has what they booked mailed to them
// by a form; it says what is wrong with an address, and where no mail goes.
func TestFindPage(t *testing.T) {
	f := newFixture(t)
	asked, way, refuse := "", "server", error(nil)
	app, err := site.New(shell, nil)
	f.must(err)
	f.serve(func(c *page.Config) {
		c.Site = app
		c.Find = func(_ *http.Request, email string) (string, error) {
			asked = email
			return way, refuse
		}
	})
	f.has("/find", 200, "<title>Find your tickets", `<form class="finding" method="post" action="/find">`, "You don’t need an account", `type="email" name="email" autocomplete="email"`)
	if w := f.send("GET", "/find", "Accept-Language: ar"); !strings.Contains(w.Body.String(), "اعثر على تذاكرك") {
		t.Error("not in Arabic")
	}
	form := func(body string, headers ...string) (int, string) {
		r := httptest.NewRequest(http.MethodPost, "http://holdfast.test/find", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, line := range headers {
			name, value, _ := strings.Cut(line, ": ")
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		f.mux.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	for mail, want := range map[string]string{
		"server":  "If ada&lt;b&gt;@example.org can receive email, your links are on their way.",
		"mailbox": "in the mailbox of this server",
		"none":    "This server doesn’t send email",
	} {
		way = mail
		if code, body := form("email=ada%3Cb%3E%40example.org"); code != 200 || asked != "ada<b>@example.org" || !strings.Contains(body, want) {
			t.Errorf("%s: %d, asked for %q: %s", mail, code, asked, body)
		}
	}
	asked = ""
	if code, body := form("email=ada%40example.org", "Origin: https://evil.example", "Sec-Fetch-Site: cross-site"); code != 403 || asked != "" || !strings.Contains(body, "Please open the link again") {
		t.Errorf("another site's form: %d, %s", code, body)
	}
	if code, _ := form("email=" + strings.Repeat("a", 5000)); code != 400 || asked != "" {
		t.Errorf("a long form: %d", code)
	}
	for err, want := range map[error]struct {
		code int
		text string
	}{
		page.ErrAddress:         {422, `value="ada" aria-invalid="true" aria-describedby="wrong"`},
		page.ErrTooSoon:         {429, "Please try again in a moment"},
		database.ErrUnavailable: {503, "Please try again in a moment"},
		errors.New("broken"):    {500, "Something went wrong"},
	} {
		refuse = err
		if code, body := form("email=ada"); code != want.code || !strings.Contains(body, want.text) {
			t.Errorf("%v: %d %s", err, code, body)
		}
	}
}
