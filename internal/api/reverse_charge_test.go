package api_test

import (
	"net/http/httptest"
	neturl "net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/vat/vies"
	"github.com/holdfast-events/holdfast/internal/vat/vies/viestest"
)

// business is what a company of another country says of itself.
func business(country, number string) object {
	return object{"company": "Lovelace SARL", "street": "Rue du Port 1", "city": "Brest", "country": country, "vat_id": number}
}

// online makes an event that is online only, and an organization that sells it without tax to
// businesses of other countries.
func (h *testServer) online(change ...func(object)) (event string, tiers map[string]string) {
	h.t.Helper()
	h.owner("PUT", "/v1/organization/invoicing", particulars(func(in object) {
		in["vat_id"], in["reverse_charge"], in["buyer_rates"] = "DE136695976", true, object{"AT": 2000}
	})).want(200)
	return h.sale(20, append([]func(object){set("online_url", "https://meet.example/one"), set("location", "")}, change...)...)
}

// asking has a server ask a register.
func asking(t *testing.T, register *viestest.Server) func(*api.Config) {
	return func(c *api.Config) {
		client, err := vies.New(register.URL, c.Now)
		if err != nil {
			t.Fatal(err)
		}
		c.VATRegister = client
	}
}

// TestRegisterIsAskedAgain: what the register said of a number stands for a day.
func TestRegisterIsAskedAgain(t *testing.T) {
	t.Parallel()
	register := viestest.New(t)
	h := newTestServer(t, asking(t, register))
	event, tiers := h.online(set("orders", object{"hold_seconds": 3 * 86400}))
	order := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 2)).want(201).text("id")
	for i, want := range []struct {
		later  time.Duration
		away   bool
		answer string
		total  int64
		asked  int
	}{{0, false, "valid", 3362, 1}, {23 * time.Hour, true, "valid", 3362, 1}, {2 * time.Hour, true, "unavailable", 4000, 2}, {0, false, "valid", 3362, 3}} {
		h.later(want.later)
		register.Away(want.away)
		a := h.owner("PUT", "/v1/orders/"+order+"/billing", business("FR", "FR40303265045")).want(200)
		if a.text("vat_check", "answer") != want.answer || a.number("total") != want.total || len(register.Asked()) != want.asked {
			t.Errorf("%d: %s, asked %d times", i, a.Raw, len(register.Asked()))
		}
	}
	h.sound()
}

// TestReverseCharge: a business of another country says who it is before it pays, pays the net amount,
// and has an invoice that says so. The register is asked, and an answer that does not come changes
// nothing.
func TestReverseCharge(t *testing.T) {
	t.Parallel()
	register := viestest.New(t)
	h := newTestServer(t, asking(t, register))
	event, tiers := h.online()
	order := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 2)).want(201).text("id")
	billing := "/v1/orders/" + order + "/billing"
	link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	if a := h.send("GET", billing, link, nil).want(200); a.at("priced") != true || a.number("total") != 4000 || a.at("taxation") != nil {
		t.Errorf("before: %s", a.Raw)
	}
	// What is wrong changes nothing, and nobody is asked.
	h.send("PUT", billing, link, business("FR", "FR41303265045")).problem(422, "invalid_request").names("vat_id")
	if n := len(register.Asked()); n != 0 {
		t.Errorf("%d numbers were asked for", n)
	}
	for number, want := range map[string]string{viestest.Invalid: "invalid", viestest.Unavailable: "unavailable", viestest.Busy: "unavailable"} {
		a := h.send("PUT", billing, link, business(number[:2], number)).want(200)
		if a.text("vat_check", "answer") != want || a.number("total") != 4000 || a.at("taxation") != nil {
			t.Errorf("%s: %s", number, a.Raw)
		}
	}
	a := h.send("PUT", billing, link, business("FR", "FR 40 303265045")).want(200)
	if a.text("taxation", "rule") != "reverse_charge" || a.text("taxation", "country") != "FR" || a.number("total") != 3362 || a.text("vat_check", "answer") != "valid" ||
		!strings.HasPrefix(a.text("vat_check", "id"), "WAPI") {
		t.Errorf("a business: %s", a.Raw)
	}
	if a := h.send("GET", "/v1/orders/"+order, link, nil).want(200); a.number("total") != 3362 || a.number("tax") != 0 || a.text("taxation", "rule") != "reverse_charge" || a.number("items", 0, "gross") != 1681 {
		t.Errorf("the order: %s", a.Raw)
	}
	// What the register said stands when it is away a moment later.
	register.Away(true)
	asked := len(register.Asked())
	moved := business("FR", "40303265045") // as it is written in France, without the letters
	moved["street"] = "Rue du Port 2"
	if a := h.send("PUT", billing, link, moved).want(200); a.number("total") != 3362 || a.text("vat_id") != "FR40303265045" || a.text("vat_check", "answer") != "valid" || len(register.Asked()) != asked {
		t.Errorf("another street: %s", a.Raw)
	}
	register.Away(false)
	// Without a number it is a consumer's again, at the rate of its country; and back.
	consumer := business("AT", "")
	if a := h.send("PUT", billing, link, consumer).want(200); a.text("taxation", "rule") != "buyer_place" || a.number("taxation", "rate_bp") != 2000 || a.number("total") != 4000 {
		t.Errorf("a consumer: %s", a.Raw)
	}
	h.send("PUT", billing, link, business("FR", "FR40303265045")).want(200)
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "slip"}).want(200)
	invoice := h.owner("GET", "/v1/orders/"+order+"/invoices", nil).want(200).text("items", 0, "id")
	one := "/v1/orders/" + order + "/invoices/" + invoice
	d := h.send("GET", one, link, nil).want(200)
	if d.number("gross") != 3362 || d.number("tax") != 0 || d.text("lines", 0, "category") != "AE" || d.text("taxes", 0, "reason") != "Reverse charge" ||
		d.text("to", "vat_id") != "FR40303265045" || d.text("vat_check", "answer") != "valid" {
		t.Errorf("the invoice: %s", d.Raw)
	}
	if xml := h.send("GET", one+"/document.xml", link, nil).want(200).Raw; !strings.Contains(xml, "VATEX-EU-AE") {
		t.Errorf("the XML: %s", xml)
	}
	// It is paid: who owes the tax stays who it was.
	h.send("PUT", billing, link, consumer).problem(422, "invalid_request").names("vat_id")
	if a := h.send("PUT", billing, link, business("FR", "FR40303265045")).want(200); a.at("priced") != nil || a.text("vat_check", "answer") != "valid" {
		t.Errorf("after it was paid: %s", a.Raw)
	}
	h.owner("POST", "/v1/orders/"+order+":refund", object{"items": []int{1}}).want(200)
	h.settleAll()
	if csv := h.owner("GET", "/v1/invoices.csv", nil).want(200).Raw; !strings.Contains(csv, "FR40303265045,0,AE,-16.81") {
		t.Errorf("the table: %s", csv)
	}
	h.sound()
}

// TestTaxAtAPlace: admission is taxed where it is, whoever buys; and in the country of the event by the
// business that buys, where the organizer says so.
func TestTaxAtAPlace(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.online()
	event, tiers := h.sale(20)
	order := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 1)).want(201).text("id")
	if a := h.owner("PUT", "/v1/orders/"+order+"/billing", business("FR", "FR40303265045")).want(200); a.number("total") != 2000 || a.at("taxation") != nil || a.at("priced") != nil {
		t.Errorf("at a place: %s", a.Raw)
	}
	h.owner("PATCH", event, object{"business_owes_tax_in": "Italy"}).problem(422, "invalid_request").names("business_owes_tax_in")
	h.owner("PATCH", event, object{"business_owes_tax_in": "CH"}).problem(422, "invalid_request").names("business_owes_tax_in")
	h.owner("PATCH", event, object{"business_owes_tax_in": "IT"}).want(200)
	for number, want := range map[string]int64{"FR40303265045": 2000, "": 2000, "IT00743110157": 1681} {
		if a := h.owner("PUT", "/v1/orders/"+order+"/billing", business("IT", number)).want(200); a.number("total") != want {
			t.Errorf("%q: %s", number, a.Raw)
		}
	}
	// A seller without a VAT id has an invoice by its tax number.
	h.owner("PUT", "/v1/organization/invoicing", particulars(func(in object) { in["vat_id"], in["tax_number"] = "", "12/345/67890" })).want(200)
	h.owner("PUT", "/v1/orders/"+order+"/billing", business("IT", "00743110157")).want(200)
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "slip"}).want(200)
	invoice := h.owner("GET", "/v1/orders/"+order+"/invoices", nil).want(200).text("items", 0, "id")
	if a := h.owner("GET", "/v1/orders/"+order+"/invoices/"+invoice, nil).want(200); a.text("lines", 0, "category") != "AE" || a.text("to", "vat_id") != "IT00743110157" || a.text("seller", "tax_number") != "12/345/67890" {
		t.Errorf("the invoice: %s", a.Raw)
	}
	// Settings that cannot be.
	for field, change := range map[string]func(object){
		"reverse_charge": func(in object) {
			in["reverse_charge"], in["vat_id"], in["tax_number"] = true, "", "12/345/67890"
		},
		"vat_id":      func(in object) { in["reverse_charge"], in["vat_id"] = true, "DE136695977" },
		"buyer_rates": func(in object) { in["buyer_rates"] = object{"CH": 770} },
	} {
		h.owner("PUT", "/v1/organization/invoicing", particulars(change)).problem(422, "invalid_request").names(field)
	}
	h.owner("PUT", "/v1/organization/invoicing", particulars(func(in object) { in["country"], in["reverse_charge"] = "CH", true })).problem(422, "invalid_request").names("reverse_charge")
	h.sound()
}

// TestTaxedWhileItIsPaid: while the provider has a payment of which we have not heard, who buys changes
// nothing, neither the price nor to whom the invoice is. Once it is paid, the invoice is to the company,
// with the tax that was paid.
func TestTaxedWhileItIsPaid(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		b := newBankedServer(t, url, nil)
		ada := b.tenant("Ada")
		ada.owner("PUT", "/v1/organization/invoicing", particulars(func(in object) { in["vat_id"], in["reverse_charge"] = "DE136695976", true })).want(200)
		ada.owner("PATCH", ada.event, object{"online_url": "https://meet.example/one", "location": ""}).want(200)
		order, page := ada.page("ann", "stripe")
		billing := "/v1/orders/" + order + "/billing"
		total := ada.owner("GET", billing, nil).want(200).number("total")
		heard := b.installation.Pay(page)
		ada.owner("PUT", billing, business("FR", "FR40303265045")).problem(409, "order_being_paid")
		if a := ada.owner("GET", billing, nil).want(200); a.number("total") != total || a.at("taxation") != nil || a.at("updated_at") != nil {
			t.Errorf("while it is paid: %s", a.Raw)
		}
		// The page without script says so, too.
		link := "/r/" + ada.link(identity.OrderLink, order, ada.personID(ada.event, "ann"))
		fields := neturl.Values{"company": {"Lovelace SARL"}, "street": {"Rue du Port 1"}, "city": {"Brest"}, "country": {"FR"}, "vat_id": {"FR40303265045"}}
		r := httptest.NewRequestWithContext(t.Context(), "POST", link+"/billing", strings.NewReader(fields.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		ada.handler.ServeHTTP(w, r)
		if w.Code != 409 || !strings.Contains(w.Body.String(), "A payment for this order is under way") || !strings.Contains(w.Body.String(), "Lovelace SARL") {
			t.Errorf("the page: %d %s", w.Code, w.Body)
		}
		b.hear("stripe", "", heard).want(200)
		if ada.status(order) != "confirmed" {
			t.Errorf("the order is %s", ada.status(order))
		}
		b.settleAll()
		if a := ada.owner("PUT", billing, business("FR", "FR40303265045")).want(200); a.number("total") != total || a.at("taxation") != nil {
			t.Errorf("once it is paid: %s", a.Raw)
		}
		docs := ada.owner("GET", "/v1/orders/"+order+"/invoices", nil).want(200)
		list := docs.at("items").([]any)
		last := list[len(list)-1].(object)
		if last["buyer"] != "Lovelace SARL" || last["gross"] != float64(total) || last["tax"] == float64(0) {
			t.Errorf("the invoices: %s", docs.Raw)
		}
		b.sound()
	})
}
