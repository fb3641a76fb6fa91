package mailbox_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mailbox"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func open(t *testing.T) (*store.Store, http.Handler) {
	t.Helper()
	st := testdb.Open(t, testdb.SQLite(t))
	h, err := mailbox.New(mailbox.Config{Store: st})
	if err != nil {
		t.Fatal(err)
	}
	return st, h
}

func get(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

func put(t *testing.T, st *store.Store, mails ...messages.Mail) {
	t.Helper()
	if err := st.Mails.PutMail(t.Context(), mails); err != nil {
		t.Fatal(err)
	}
}

const attack = `</pre><script>alert(1)</script><img src=x onerror=alert(1)>`

func TestPages(t *testing.T) {
	st, h := open(t)
	if w := get(h, "GET", "/mailbox"); w.Code != 200 || !strings.Contains(w.Body.String(), "No mail yet") || !strings.Contains(w.Body.String(), "No mail server is configured") {
		t.Errorf("empty: %d %s", w.Code, w.Body)
	}
	for n := range 3 {
		put(t, st, messages.Mail{
			ID: fmt.Sprintf("evt_1.%d", n), SentAt: inventory.Instant(1_800_000_000_000_000 + n), Recipient: "ana@example.org",
			Subject: fmt.Sprintf("Subject %d %s", n, attack), TextBody: "Hello " + attack,
			HTMLBody: `<!doctype html><html><head><title>x</title></head><body><a href="https://holdfast.example/o/1">Claim</a></body></html>`,
		})
	}
	list := get(h, "GET", "/mailbox")
	calm(t, list)
	if i, j := strings.Index(list.Body.String(), "Subject 2"), strings.Index(list.Body.String(), "Subject 0"); i < 0 || j < i {
		t.Error("the newest mail is not the first")
	}
	one := get(h, "GET", "/mailbox/evt_1.1")
	calm(t, one)
	for _, want := range []string{`src="/mailbox/evt_1.1/html"`, `sandbox="allow-top-navigation-by-user-activation"`, "Plain text", "ana@example.org"} {
		if !strings.Contains(one.Body.String(), want) {
			t.Errorf("the mail's page lacks %s", want)
		}
	}
	body := get(h, "GET", "/mailbox/evt_1.1/html")
	if body.Code != 200 || !strings.Contains(body.Body.String(), `<base target="_top">`) || !strings.Contains(body.Body.String(), "Claim") {
		t.Errorf("the mail itself: %d %s", body.Code, body.Body)
	}
	policy := body.Header().Get("Content-Security-Policy")
	if strings.Contains(policy, "allow-scripts") || !strings.Contains(policy, "sandbox") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("policy of the mail: %s", policy)
	}
}

// calm checks that a page has no script, and that nothing typed became markup.
func calm(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code != 200 || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("X-Frame-Options") != "DENY" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy: %s", policy)
	}
	doc, err := html.Parse(strings.NewReader(w.Body.String()))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && (n.Data == "script" || n.Data == "img") {
			t.Errorf("the page has a <%s>", n.Data)
		}
	}
}

func TestWhatIsNotThere(t *testing.T) {
	_, h := open(t)
	for _, path := range []string{"/mailbox/none", "/mailbox/none/html", "/mailbox/" + strings.Repeat("x", 500), "/mailbox/%00", "/mailbox/a/b"} {
		if w := get(h, "GET", path); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := get(h, "POST", "/mailbox"); w.Code != 405 {
		t.Errorf("POST: %d", w.Code)
	}
	if w := get(h, "HEAD", "/mailbox"); w.Code != 200 {
		t.Errorf("HEAD: %d", w.Code)
	}
}

func TestDatabaseAway(t *testing.T) {
	st, h := open(t)
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if w := get(h, "GET", "/mailbox"); w.Code != 503 || strings.Contains(w.Body.String(), "sql") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestNoStore(t *testing.T) {
	if _, err := mailbox.New(mailbox.Config{}); err == nil {
		t.Error("a mailbox without a store was made")
	}
}
