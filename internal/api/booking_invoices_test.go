package api_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestInvoicesOfBookings: a deposit, the rest and what goes back have their documents, as JSON,
// PDF, XML and in the lists of the organization.
func TestInvoicesOfBookings(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	terms := object{"tax_rate_bp": 1900}
	for k, v := range bookingTerms {
		terms[k] = v
	}
	x := h.venue(object{"booking_terms": terms})
	if got := h.owner("GET", x.path, nil).want(200); got.number("booking_terms", "tax_rate_bp") != 1900 {
		t.Errorf("%s", got.Raw)
	}
	b := x.booked(60)
	path := "/v1/bookings/" + b.text("id")
	choir := object{"company": "Harbour Choir", "street": "Am Hafen 2", "city": "Hamburg", "country": "DE"}
	if got := h.owner("GET", path+"/billing", nil).want(200); got.at("available") != false {
		t.Errorf("%s", got.Raw)
	}
	h.owner("PUT", path+"/billing", choir).problem(409, "no_invoice")
	h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
	h.owner("PUT", path+"/billing", object{"company": "Choir"}).problem(422, "invalid_request").names("street")
	h.owner("PUT", path+"/billing", choir).want(200)
	h.owner("POST", path+":mark-paid", object{"part": "deposit", "reference": "Receipt 1"}).want(200)
	h.owner("POST", path+":mark-paid", object{"part": "balance", "reference": "Receipt 2"}).want(200)
	list := h.owner("GET", path+"/invoices", nil).want(200)
	if n := len(list.at("items").([]any)); n != 2 || list.text("items", 0, "booking_id") != b.text("id") || list.number("items", 0, "gross") != 2700 || list.text("items", 0, "buyer") != "Harbour Choir" {
		t.Fatalf("%s", list.Raw)
	}
	final := path + "/invoices/" + list.text("items", 1, "id")
	d := h.owner("GET", final, nil).want(200)
	if d.text("lines", 0, "text") != "Cellar" || d.number("lines", 0, "gross") != 9000 || d.number("lines", 1, "count") != -1 || d.number("gross") != 6300 || d.number("tax") != 1006 {
		t.Errorf("%s", d.Raw)
	}
	if pdf := h.owner("GET", final+"/document.pdf", nil).want(200); !strings.HasPrefix(pdf.Raw, "%PDF-") {
		t.Errorf("%.60s", pdf.Raw)
	}
	xml := h.owner("GET", final+"/document.xml", nil).want(200).Raw
	for _, want := range []string{">" + fmt.Sprintf("SEA-%d-000002", h.now().UTC().Year()) + "<", `unitCode="C62">-1<`, ">63.00<"} {
		if !strings.Contains(xml, want) {
			t.Errorf("%s is not in %s", want, xml)
		}
	}
	h.owner("POST", path+":cancel", object{"reason": "no_longer_needed"}).want(200)
	all := h.owner("GET", "/v1/invoices", nil).want(200)
	if n := len(all.at("items").([]any)); n != 4 || all.text("items", 0, "kind") != "credit_note" || all.text("items", 0, "booking_id") == "" {
		t.Errorf("%s", all.Raw)
	}
	if csv := h.owner("GET", "/v1/invoices.csv", nil).want(200).Raw; strings.Count(csv, "SEA-") < 4 {
		t.Errorf("%s", csv)
	}
	h.owner("GET", "/v1/invoices.zip", nil).want(200)
	h.owner("PUT", path+"/billing", object{"street": "Am Hafen 3", "city": "Hamburg", "country": "DE"}).problem(409, "invoice_final")
	// Of another booking they are not, and who only sees the calendar does not see them.
	other := "/v1/bookings/" + x.booked(61).text("id")
	h.owner("GET", other+"/invoices/"+list.text("items", 0, "id"), nil).want(404)
	h.owner("GET", other+"/invoices/"+list.text("items", 0, "id")+"/document.pdf", nil).want(404)
	h.as(identity.Viewer, "GET", path+"/invoices", nil).want(403)
	h.sound()
}
