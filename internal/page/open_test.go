package page_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/page"
)

// A link has its token behind the #. Its page says how to go on without a script, names a
// script that does it, and lets nothing else run; a pasted link is opened, whole or not.
func TestOpenLink(t *testing.T) {
	f := newFixture(t)
	first, person := f.enter("ada")
	url := f.links.OrderURL(first.OrderID, person, f.now())
	base, token, _ := strings.Cut(pathOf(url), "#")
	if base != "/r" || strings.Contains(base, "hl_") {
		t.Fatalf("the link is %s", url)
	}
	w := f.send("GET", base)
	body := w.Body.String()
	script := in(t, body, `<script src="`, `"></script>`)
	if w.Code != 200 || !strings.Contains(body, "Open your link") || !strings.Contains(body, `<form class="opening" method="post" action="/r">`) ||
		!strings.HasSuffix(w.Header().Get("Content-Security-Policy"), "; script-src 'self'") || w.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("%d %v %s", w.Code, w.Header(), body)
	}
	if w := f.send("GET", script); w.Code != 200 || w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" || !strings.Contains(w.Body.String(), "location.hash") {
		t.Errorf("%s: %d", script, w.Code)
	}
	// Without the cookie the page of the thing opens links too, and shows nothing.
	path := "/r/" + first.OrderID
	f.shows(path, 403, "Open your link")
	if w := f.send("POST", path+"/cancel", "Sec-Fetch-Site: same-origin"); w.Code != 403 {
		t.Errorf("cancelled by the id alone: %d", w.Code)
	}
	for _, pasted := range []string{token, "http%3A%2F%2Fholdfast.test%2Fr%23" + token, "+" + token + "%0A"} {
		if got := f.page("/e#" + pasted); got != path { // whatever it stands behind
			t.Errorf("%s leads to %s", pasted, got)
		}
	}
	f.shows(path, 200, "You’re going")
	if c := f.jar[path]; c.Secure || c.Name != "holdfast-link" || c.MaxAge <= 0 {
		t.Errorf("%+v", c)
	}
	// The cookie of one page opens no other.
	other, _ := f.enter("bob")
	f.jar["/e/"+other.EntryID] = f.jar[path]
	f.shows("/e/"+other.EntryID, 404, "This link doesn’t work")
	f.serve(func(c *page.Config) { c.Origin = "https://holdfast.test" })
	f.page(pathOf(url))
	if c := f.jar[path]; !c.Secure || c.Name != "__Secure-holdfast-link" {
		t.Errorf("with https: %+v", c)
	}
}

// A payment provider leads back to the order's page, which the browser may have opened, and
// may drop what stands behind the #.
func TestBackFromPayment(t *testing.T) {
	f := newFixture(t, euros)
	offer, _, order := f.priced()
	f.click(offer+"/accept", "Your tickets are reserved")
	link, err := f.links.Parse(strings.TrimPrefix(order, "/r#"))
	f.must(err)
	back, token, _ := strings.Cut(pathOf(f.links.ReturnURL(link.ID, f.now())), "#")
	if bearer, err := f.links.Parse(token); err != nil || !bearer.Bears() || bearer.ID != link.ID || strings.Contains(back, "hl_") {
		t.Fatalf("%s: %+v, %v", back, bearer, err)
	}
	delete(f.jar, "/r/"+link.ID)
	f.shows(back+"?PayerID=7", 200, "Open your link") // with a script that opens what came along
	f.page(order)
	if w := f.send("GET", back+"?PayerID=7"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/r/"+link.ID+"#" {
		t.Errorf("back: %d %v", w.Code, w.Header())
	}
}
