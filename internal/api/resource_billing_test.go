package api_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

var choir = object{"company": "Harbour Choir", "street": "Am Hafen 2", "postal_code": "20457", "city": "Hamburg", "country": "de", "vat_id": "DE 136 695 976"}

// TestFeesAreInvoicedToCompanies: who waits says before they pay to whom the fee of their place is invoiced, by the
// link and on its page, and so do staff; what is said later corrects the invoice; and when they are erased it is gone.
func TestFeesAreInvoicedToCompanies(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		path, public := h.openTables(object{"terms": "", "hold_fee": object{"amount": 1190, "currency": "EUR", "tax_rate_bp": 1900, "give_back": "unless_declined"}})
		h.send("POST", public+"/waitlist", "", object{"name": "Grace Hopper", "email": "grace@example.org"}).want(202)
		token := h.placeToken(accountmail.ResourceAddressMail)
		place, link := "/v1/resource-places/"+token, "/w/"+token
		h.send("GET", place+"/billing", "", nil).problem(409, "resource_not_joined")
		h.send("PUT", place+"/billing", "", choir).problem(409, "resource_not_joined")
		h.send("POST", place+":confirm", "", nil).want(200)
		entry := "/v1/resource-entries/" + h.owner("GET", path+"/waitlist", nil).want(200).text("items", 0, "id")
		if got := h.send("GET", place+"/billing", "", nil).want(200); got.at("available") != false || got.at("updated_at") != nil {
			t.Errorf("%s", got.Raw)
		}
		h.send("PUT", place+"/billing", "", choir).problem(409, "no_invoice")
		h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
		h.send("PUT", place+"/billing", "", object{"company": "Harbour Choir"}).problem(422, "invalid_request").names("street")
		h.send("PUT", place+"/billing", "", object{"street": "Way 1", "city": "Hamburg", "country": "DE", "vat_id": "DE123"}).problem(422, "invalid_request").names("vat_id")
		h.send("PUT", "/v1/resource-places/"+token[:len(token)-2]+"xx/billing", "", choir).problem(404, "not_found")
		if got := h.send("GET", place+"/billing", "", nil).want(200); got.at("available") != true || got.at("company") != nil || got.at("updated_at") != nil {
			t.Errorf("a refusal was stored: %s", got.Raw)
		}
		if got := h.send("PUT", place+"/billing", "", choir).want(200); got.text("company") != "Harbour Choir" || got.text("vat_id") != "DE136695976" || got.text("country") != "DE" || got.at("available") != true {
			t.Errorf("%s", got.Raw)
		}
		// On the page, without a script, as any other company; then as the choir again.
		send := func(fields url.Values) (int, string) {
			r := httptest.NewRequestWithContext(t.Context(), "POST", link+"/billing", strings.NewReader(fields.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			h.handler.ServeHTTP(w, r)
			return w.Code, w.Body.String()
		}
		if page := h.shows("GET", link, 200); !strings.Contains(page, "Invoice to a company") || !strings.Contains(page, `value="Harbour Choir"`) || !strings.Contains(page, "Saved") || strings.Contains(page, "up to five times") {
			t.Errorf("%s", page)
		}
		fields := url.Values{"company": {"Choir <& Co>"}, "street": {"Way 1"}, "city": {""}, "country": {"de"}, "vat_id": {""}}
		if status, page := send(fields); status != 422 || !strings.Contains(page, "Please check this field.") || !strings.Contains(page, "Choir &lt;&amp; Co&gt;") || strings.Contains(page, "Saved") {
			t.Errorf("%d %s", status, page)
		}
		fields.Set("city", "Hamburg")
		if status, page := send(fields); status != 303 {
			t.Errorf("%d %s", status, page)
		}
		if got := h.owner("GET", entry+"/billing", nil).want(200); got.text("company") != "Choir <& Co>" {
			t.Errorf("%s", got.Raw)
		}
		h.owner("PUT", entry+"/billing", choir).want(200)

		h.choose(h.send("POST", place+":checkout", "", object{"provider": "testpay"}).want(200).text("payment_url"), "pay")
		documents := func() *answer { return h.owner("GET", entry+"/invoices", nil).want(200) }
		list := documents()
		one := entry + "/invoices/" + list.text("items", 0, "id")
		d := h.owner("GET", one, nil).want(200)
		if len(list.at("items").([]any)) != 1 || d.text("to", "name") != "Harbour Choir" || d.text("to", "contact") != "Grace Hopper" || d.text("to", "vat_id") != "DE136695976" || d.text("to", "city") != "Hamburg" ||
			d.number("gross") != 1190 || d.number("tax") != 190 {
			t.Errorf("%s", d.Raw)
		}
		if xml := h.owner("GET", one+"/document.xml", nil).want(200).Raw; !strings.Contains(xml, ">Harbour Choir<") || !strings.Contains(xml, ">DE136695976<") || !strings.Contains(xml, ">20457<") {
			t.Errorf("%s", xml)
		}
		if pdf := h.owner("GET", one+"/document.pdf", nil).want(200); !strings.HasPrefix(pdf.Raw, "%PDF-") {
			t.Errorf("%.60s", pdf.Raw)
		}
		// The same again changes nothing; something else is a credit note and another invoice.
		h.owner("PUT", entry+"/billing", choir).want(200)
		if n := len(documents().at("items").([]any)); n != 1 {
			t.Errorf("%d documents", n)
		}
		fields.Set("company", "")
		if status, page := send(fields); status != 303 {
			t.Errorf("%d %s", status, page)
		}
		list = documents()
		if len(list.at("items").([]any)) != 3 || list.text("items", 1, "kind") != "credit_note" || list.text("items", 1, "reason") != "correction" || list.text("items", 2, "buyer") != "Grace Hopper" {
			t.Errorf("%s", list.Raw)
		}
		if page := h.shows("GET", link, 200); !strings.Contains(page, "up to five times") || strings.Count(page, "document.pdf") != 3 {
			t.Errorf("%s", page)
		}
		mine := h.visit(h.signIn("grace@example.org"), "GET", "/v1/me/data", nil).want(200)
		if n, _ := mine.at("resource_entries", 0, "invoices").([]any); len(n) != 3 || mine.number("resource_entries", 0, "payments", 0, "amount") != 1190 || mine.text("resource_entries", 0, "billing", "street") != "Way 1" {
			t.Errorf("%s", mine.Raw)
		}
		// Once it goes back nothing can be said any more.
		h.owner("POST", entry+":leave", object{"reason": "removed_by_staff"}).want(200)
		h.owner("PUT", entry+"/billing", choir).problem(409, "invoice_final")
		h.send("PUT", place+"/billing", "", choir).problem(409, "invoice_final")
		if page := h.shows("GET", link, 200); strings.Contains(page, "Invoice to a company") {
			t.Errorf("%s", page)
		}
		if status, _ := send(fields); status != 303 {
			t.Errorf("a form from before: %d", status)
		}
		if list = documents(); len(list.at("items").([]any)) != 4 || list.text("items", 3, "reason") != "refund" || list.text("items", 3, "refers_to") != list.text("items", 2, "id") {
			t.Errorf("%s", list.Raw)
		}
		h.sound()
		h.send("POST", place+":erase", "", nil).want(200)
		if got := h.owner("GET", entry+"/billing", nil).want(200); got.at("updated_at") != nil || got.text("street") != "" {
			t.Errorf("what an erased person said is left: %s", got.Raw)
		}
		h.owner("PUT", entry+"/billing", choir).problem(404, "not_found")
		// A place without a fee has no invoice, nor has one that ended unpaid.
		h.openTables(object{"terms": ""})
		free := h.owner("POST", path+"/waitlist:join", object{"user_id": "free", "email": "free@example.org"}).want(201).text("id")
		if got := h.owner("GET", "/v1/resource-entries/"+free+"/billing", nil).want(200); got.at("available") != false {
			t.Errorf("%s", got.Raw)
		}
		h.owner("PUT", "/v1/resource-entries/"+free+"/billing", choir).problem(409, "no_invoice")
		h.owner("PUT", "/v1/resource-entries/rwe_000000000000000000000000/billing", choir).problem(404, "not_found")
		h.sound()
	})
}

// TestMyDataHasBookings: the file of one's own data has bookings of rooms, as a guest and as a member, what was asked for
// and not confirmed, and what was paid for them, with their invoices; and nothing of others.
func TestMyDataHasBookings(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
		x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms})
		path := x.asks(60)
		booked := h.send("POST", path+":confirm", "", nil).want(200).text("booking", "id")
		h.choose(h.send("POST", path+":checkout", "", object{"part": "deposit", "provider": "testpay"}).want(200).text("payment_url"), "pay")
		h.owner("PUT", "/v1/bookings/"+booked+"/billing", choir).want(200)
		x.asks(61)
		x.booked(62) // somebody else's
		data := h.visit(h.signIn("grace@example.org"), "GET", "/v1/me/data", nil).want(200)
		byID := map[string]int{}
		items, _ := data.at("bookings").([]any)
		for i := range items {
			byID[data.text("bookings", i, "status")] = i
		}
		sure, asked := byID["confirmed"], byID["confirm_address"]
		if len(items) != 2 || data.text("bookings", sure, "id") != booked || data.text("bookings", sure, "email") != "Grace@example.org" || data.text("bookings", sure, "purpose") != "Choir" ||
			data.number("bookings", sure, "payments", 0, "amount") != 2700 || data.text("bookings", sure, "billing", "company") != "Harbour Choir" || data.text("bookings", sure, "cost", "deposit_status") != "paid" {
			t.Errorf("%s", data.Raw)
		}
		if documents, _ := data.at("bookings", sure, "invoices").([]any); len(documents) != 3 || data.text("bookings", sure, "invoices", 0, "buyer") != "Grace" || data.text("bookings", sure, "invoices", 2, "buyer") != "Harbour Choir" {
			t.Errorf("%s", data.Raw)
		}
		if data.text("bookings", asked, "name") != "Grace" || len(data.at("bookings", asked, "invoices").([]any)) != 0 {
			t.Errorf("%s", data.Raw)
		}

		olga := h.member(h.org, identity.Organizer, "olga@example.org")
		hers := h.visit(olga, "POST", x.path+"/bookings", x.hours(24*63+10, 24*63+12, x.cellar)).want(201).text("id")
		h.owner("POST", "/v1/bookings/"+hers+":mark-paid", object{"part": "deposit", "reference": "Receipt 1"}).want(200)
		data = h.visit(olga, "GET", "/v1/me/data", nil).want(200)
		if items, _ := data.at("bookings").([]any); len(items) != 1 || data.text("bookings", 0, "id") != hers || data.number("bookings", 0, "invoices", 0, "gross") != 2700 || data.text("bookings", 0, "payments", 0, "provider") != "manual" {
			t.Errorf("%s", data.Raw)
		}
		h.sound()
	})
}
