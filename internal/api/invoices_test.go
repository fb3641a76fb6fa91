package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func particulars(change ...func(object)) object {
	in := object{
		"enabled": true, "legal_name": "Seaside Events GmbH", "street": "Am Hafen 1", "postal_code": "20457", "city": "Hamburg", "country": "de", "vat_id": "DE 123 456 789",
		"prefix": "SEA", "language": "en", "timezone": "Europe/Berlin", "note": "Register court: Hamburg",
	}
	for _, f := range change {
		f(in)
	}
	return in
}

// invoiced makes an order that is paid by hand and has an invoice, and returns that.
func (h *testServer) invoiced(event string, items ...any) (order, invoice string) {
	h.t.Helper()
	order = h.owner("POST", event+"/orders", buy("ada", items...)).want(201).text("id")
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "slip"}).want(200)
	return order, h.owner("GET", "/v1/orders/"+order+"/invoices", nil).want(200).text("items", 0, "id")
}

// TestInvoices: an organization turns invoices on, and its orders and refunds get their
// documents, as JSON, PDF, XML, table and files.
func TestInvoices(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(20, func(e object) { e["orders"] = object{"self_refund": true} })
	const path = "/v1/organization/invoicing"
	if a := h.owner("GET", path, nil).want(200); a.at("enabled") != false || a.at("since") != nil || a.text("language") != "en" {
		t.Errorf("before: %s", a.Raw)
	}
	for field, bad := range map[string]any{
		"legal_name": " ", "street": "", "city": "", "country": "XX", "vat_id": "1", "prefix": "sea", "language": "xx", "timezone": "Mars",
	} {
		h.owner("PUT", path, particulars(func(in object) { in[field] = bad })).problem(422, "invalid_request").names(field)
	}
	h.owner("PUT", path, particulars(func(in object) { delete(in, "vat_id") })).problem(422, "invalid_request").names("vat_id")
	h.as(identity.Organizer, "PUT", path, particulars()).want(403)
	if a := h.owner("PUT", path, particulars()).want(200); a.text("since") == "" || a.text("vat_id") != "DE123456789" || a.text("country") != "DE" {
		t.Errorf("set: %s", a.Raw)
	}
	order, invoice := h.invoiced(event, tiers["Regular"], 2, tiers["Front"], 1)
	one := "/v1/orders/" + order + "/invoices/" + invoice
	total := h.owner("GET", "/v1/orders/"+order, nil).want(200).number("total")
	a := h.owner("GET", one, nil).want(200)
	number := fmt.Sprintf("SEA-%d-000001", h.now().UTC().Year())
	if a.text("number") != number || a.number("gross") != total || a.number("net")+a.number("tax") != total || a.text("to", "name") != "ada" ||
		a.text("seller", "name") != "Seaside Events GmbH" || len(a.at("lines").([]any)) != 2 {
		t.Errorf("the invoice: %s", a.Raw)
	}
	// Staff and the buyer read it; another buyer's link does not, nor one of another order.
	link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	for _, token := range []string{link, h.keys[identity.BoxOffice]} {
		pdf := h.send("GET", one+"/document.pdf", token, nil).want(200)
		if !strings.HasPrefix(pdf.Raw, "%PDF-") || !strings.Contains(pdf.Header.Get("Content-Disposition"), number) {
			t.Errorf("PDF: %d bytes, %v", len(pdf.Raw), pdf.Header)
		}
		if again := h.send("GET", one+"/document.pdf", token, nil).want(200); again.Raw != pdf.Raw {
			t.Error("the PDF is another one the second time")
		}
		xml := h.send("GET", one+"/document.xml", token, nil).want(200)
		if !strings.Contains(xml.Raw, "<ram:ID>"+number+"</ram:ID>") || !strings.Contains(xml.Raw, "urn:cen.eu:en16931:2017") {
			t.Errorf("XML: %s", xml.Raw)
		}
	}
	if body := h.shows("GET", "/r/"+link, 200); !strings.Contains(body, "Invoice "+number) {
		t.Errorf("the page without script has no invoice: %s", body)
	}
	h.shows("GET", "/r/"+link+"/invoices/"+invoice+"/document.pdf", 200)
	h.shows("GET", "/r/"+link+"/invoices/"+invoice+"/document.xml", 200)
	h.shows("GET", "/r/"+link+"/invoices/"+invoice+"/document.txt", 404)
	other, theirs := h.invoiced(event, tiers["Regular"], 1)
	h.owner("GET", "/v1/orders/"+other+"/invoices/"+invoice, nil).problem(404, "not_found")
	h.shows("GET", "/r/"+link+"/invoices/"+theirs+"/document.pdf", 404)
	h.send("GET", "/v1/orders/"+other+"/invoices/"+theirs, h.link(identity.OrderLink, order, h.personID(event, "ada")), nil).want(403)

	// The buyer's company, after it was issued: it ends, and another stands for it.
	billing := "/v1/orders/" + order + "/billing"
	if a := h.owner("GET", billing, nil).want(200); a.at("available") != true || a.at("updated_at") != nil {
		t.Errorf("nothing was said: %s", a.Raw)
	}
	company := object{"company": "Lovelace Ltd", "street": "Rue du Port 1", "city": "Brest", "country": "fr", "vat_id": "FR 40 303265045"}
	for field, bad := range map[string]any{"street": "", "city": " ", "country": "Frankreich", "vat_id": "?"} {
		in := object{}
		for k, v := range company {
			in[k] = v
		}
		in[field] = bad
		h.send("PUT", billing, link, in).problem(422, "invalid_request").names(field)
	}
	if a := h.send("PUT", billing, link, company).want(200); a.text("country") != "FR" || a.text("vat_id") != "FR40303265045" {
		t.Errorf("billing: %s", a.Raw)
	}
	h.owner("POST", "/v1/orders/"+order+":refund", object{"items": []int{1}}).want(200)
	h.settleAll()
	h.send("PUT", billing, link, object{"street": "Elsewhere 1", "city": "Brest", "country": "FR"}).problem(409, "invoice_final")
	var kinds []string
	for _, v := range h.send("GET", "/v1/orders/"+order+"/invoices", link, nil).want(200).at("items").([]any) {
		v := v.(object)
		kinds = append(kinds, fmt.Sprint(v["kind"], " ", v["reason"], " ", v["buyer"]))
	}
	if want := []string{"invoice sale ada", "credit_note correction ada", "invoice correction Lovelace Ltd", "credit_note refund Lovelace Ltd"}; !slices.Equal(kinds, want) {
		t.Errorf("the documents are %q", kinds)
	}
	h.readsInvoices(event)
	// An order that costs nothing, and an organization without invoices, have none.
	free := h.register(h.event(1), "ada").text("order_id")
	h.owner("PUT", "/v1/orders/"+free+"/billing", company).problem(409, "no_invoice")
	// Nothing is stored again of an erased person.
	gone := h.owner("POST", event+"/orders", buy("eve", tiers["Regular"], 1)).want(201).text("id")
	h.owner("PUT", "/v1/orders/"+gone+"/billing", company).want(200)
	h.visit(h.signIn("eve@example.org"), "POST", "/v1/me:erase", object{"email": "eve@example.org"}).want(200)
	h.owner("PUT", "/v1/orders/"+gone+"/billing", company).problem(404, "not_found")
	h.owner("PUT", path, particulars(func(in object) { in["enabled"] = false })).want(200)
	h.owner("PUT", "/v1/orders/"+other+"/billing", company).problem(409, "no_invoice")
	h.sound()
}

// readsInvoices reads the documents in every way that accountants do.
func (h *testServer) readsInvoices(event string) {
	h.t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin") // the months are those of whoever issues
	h.must(err)
	month := h.now().In(zone).Format("2006-01")
	if a := h.owner("GET", "/v1/invoices?limit=2", nil).want(200); len(a.at("items").([]any)) != 2 || a.text("next_cursor") == "" {
		h.t.Errorf("a page: %s", a.Raw)
	}
	for query, want := range map[string]int{
		"": 5, "?document=credit_note": 2, "?document=invoice": 3, "?month=" + month: 5, "?month=1999-01": 0, "?month=1969-01": 0, "?event=" + id.Event + "none": 0, "?event=" + eventID(event): 5,
	} {
		if a := h.owner("GET", "/v1/invoices"+query, nil).want(200); len(a.at("items").([]any)) != want {
			h.t.Errorf("%s: %s", query, a.Raw)
		}
	}
	h.owner("GET", "/v1/invoices?month=never", nil).problem(422, "invalid_request").names("month")
	h.owner("GET", "/v1/invoices.zip?month=never", nil).problem(422, "invalid_request").names("month")
	if a := h.owner("GET", event+"/invoices?document=invoice", nil).want(200); len(a.at("items").([]any)) != 3 {
		h.t.Errorf("of the event: %s", a.Raw)
	}
	rows, err := csv.NewReader(strings.NewReader(h.owner("GET", "/v1/invoices.csv", nil).want(200).Raw)).ReadAll()
	h.must(err)
	if len(rows) < 6 || rows[0][0] != "number" || !strings.HasSuffix(rows[1][0], "-000001") {
		h.t.Errorf("the table: %v", rows)
	}
	raw := h.owner("GET", "/v1/invoices.zip?month="+month, nil).want(200).Raw
	files, err := zip.NewReader(bytes.NewReader([]byte(raw)), int64(len(raw)))
	h.must(err)
	var names []string
	for _, f := range files.File {
		names = append(names, f.Name[max(0, len(f.Name)-4):])
	}
	slices.Sort(names)
	if want := []string{".csv", ".pdf", ".pdf", ".pdf", ".pdf", ".pdf", ".xml", ".xml", ".xml", ".xml", ".xml"}; !slices.Equal(names, want) {
		h.t.Errorf("the files end in %v", names)
	}
}
