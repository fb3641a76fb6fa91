package api_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestReverseChargeWithoutScript: the page of an order takes who buys without a script, too.
func TestReverseChargeWithoutScript(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.online()
	order := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 2)).want(201).text("id")
	path := "/r/" + h.link(identity.OrderLink, order, h.personID(event, "ada"))
	send := func(fields url.Values) (int, string) {
		r := httptest.NewRequestWithContext(t.Context(), "POST", path+"/billing", strings.NewReader(fields.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if page := h.shows("GET", path, 200); !strings.Contains(page, "Buying for a company") || !strings.Contains(page, "€40.00") {
		t.Errorf("before: %s", page)
	}
	fields := url.Values{"company": {"Lovelace <SARL>"}, "street": {"Rue du Port 1"}, "city": {"Brest"}, "country": {"fr"}, "vat_id": {"FR 41 303265045"}}
	if status, page := send(fields); status != 422 || !strings.Contains(page, "Please check this field.") || !strings.Contains(page, "Lovelace &lt;SARL&gt;") {
		t.Errorf("a wrong number: %d %s", status, page)
	}
	fields.Set("vat_id", "FR 40 303265045")
	if status, _ := send(fields); status != 303 {
		t.Errorf("a number: %d", status)
	}
	if page := h.shows("GET", path, 200); !strings.Contains(page, "Reverse charge: your company owes the VAT in France.") || !strings.Contains(page, "€33.62") {
		t.Errorf("after: %s", page)
	}
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "slip"}).want(200)
	if status, _ := send(fields); status != 303 {
		t.Errorf("after it was paid: %d", status)
	}
	if page := h.shows("GET", path, 200); strings.Contains(page, "Buying for a company") {
		t.Error("who buys can be said after paying")
	}
	// Where it changes nothing nobody is asked.
	plain, prices := h.sale(5)
	other := h.owner("POST", plain+"/orders", buy("bob", prices["Regular"], 1)).want(201).text("id")
	path = "/r/" + h.link(identity.OrderLink, other, h.personID(plain, "bob"))
	if status, _ := send(fields); status != 404 {
		t.Errorf("of an event at a place: %d", status)
	}
	h.sound()
}
