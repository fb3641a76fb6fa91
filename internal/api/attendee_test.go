package api_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/ticketpdf/papertest"
)

// Who comes in is said by the ticket's holder, or by staff, and is forgotten
// with the person.
func TestAttendees(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	order := h.register(event, "ada", "Bo").text("order_id")
	path := "/v1/tickets/" + id.TicketOf(order, 2)
	link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	if a := h.send("GET", path, link, nil).want(200); a.text("attendee") != "Bo" || a.text("attendee_email") != "" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("GET", "/v1/tickets/"+id.TicketOf(order, 1), nil).want(200); a.text("attendee") != "Ada" || a.text("attendee_email") != "ada@example.org" {
		t.Errorf("%s", a.Raw)
	}
	a := h.send("PATCH", path, link, object{"attendee": " Grace Hopper ", "attendee_email": "grace@example.org"}).want(200)
	if a.text("attendee") != "Grace Hopper" || a.text("attendee_email") != "grace@example.org" {
		t.Errorf("%s", a.Raw)
	}
	if list := h.ticketsOf(order); list[1]["attendee"] != "Grace Hopper" || list[0]["attendee"] != "Ada" {
		t.Errorf("%v", list)
	}
	if a := h.owner("PATCH", path, object{"attendee_email": ""}).want(200); a.text("attendee") != "Grace Hopper" || a.text("attendee_email") != "" {
		t.Errorf("%s", a.Raw)
	}
	if a := h.scan(event, id.TicketOf(order, 2)).verdict("admit"); a.text("attendee") != "Grace Hopper" {
		t.Errorf("%s", a.Raw)
	}
	for field, value := range map[string]any{"attendee": "a\u202eb", "attendee_email": "nobody", "age": 3} {
		h.send("PATCH", path, link, object{field: value}).problem(422, "invalid_request").names(field)
	}
	h.as(identity.Door, "PATCH", path, object{"attendee": "x"}).problem(403, "forbidden")
	h.as(identity.Door, "GET", path, nil).problem(403, "forbidden")
	if a := h.owner("PATCH", path, object{"attendee": ""}).want(200); a.text("attendee") != "Bo" {
		t.Errorf("taken back: %s", a.Raw)
	}
	h.owner("PATCH", path, object{"attendee": "Grace Hopper"}).want(200)
	h.owner("DELETE", event+"/people/ada", nil).want(200)
	h.owner("GET", path, nil).problem(409, "ticket_void")
	h.owner("PATCH", path, object{"attendee": "x"}).problem(409, "ticket_void")
	if a := h.owner("GET", event+"/tickets?q="+order, nil).want(200); strings.Contains(a.Raw, "Grace") || strings.Contains(a.Raw, "Ada") {
		t.Errorf("not forgotten: %s", a.Raw)
	}
}

// The ticket to print, in the language that is asked for.
func TestPaper(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	order := h.register(event, "ada", "Bo").text("order_id")
	link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	for path, pages := range map[string]int{"/v1/orders/" + order + "/tickets.pdf": 2, "/v1/tickets/" + id.TicketOf(order, 2) + "/ticket.pdf": 1} {
		for _, lang := range []string{"en", "de"} {
			a := h.send("GET", path, link, nil, "Accept-Language: "+lang).want(200)
			if a.Header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(a.Raw, "%PDF-") || !strings.Contains(a.Raw, fmt.Sprintf("/Count %d\n", pages)) ||
				!strings.Contains(a.Raw, "/Lang ("+lang+")") {
				t.Errorf("%s in %s: %s, not of %d pages, %d bytes", path, lang, a.Header.Get("Content-Type"), pages, len(a.Raw))
			}
		}
	}
	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	h.owner("GET", "/v1/orders/"+order+"/tickets.pdf", nil).problem(409, "ticket_void")
	h.owner("GET", "/v1/tickets/"+id.TicketOf(order, 1)+"/ticket.pdf", nil).problem(409, "ticket_void")
	h.owner("GET", "/v1/tickets/"+id.TicketOf(order, 9)+"/ticket.pdf", nil).problem(404, "not_found")
}

// TestLogOnPaper: a printed ticket says how the event's public log stood, once something
// of it is signed.
func TestLogOnPaper(t *testing.T) {
	t.Parallel()
	papertest.Tool(t, "pdftotext")
	h := newTestServer(t)
	event := h.event(9)
	order := h.register(event, "ada", "Bo").text("order_id")
	link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	read := func() string {
		path := filepath.Join(t.TempDir(), "tickets.pdf")
		h.must(os.WriteFile(path, []byte(h.send("GET", "/v1/orders/"+order+"/tickets.pdf", link, nil).want(200).Raw), 0o600))
		return papertest.Run(t, nil, "pdftotext", "-layout", path, "-")
	}
	if text := read(); strings.Contains(text, "fingerprint") {
		t.Errorf("nothing of the public log is signed, and yet %s", text)
	}
	h.growLog(event)
	head, err := h.logs.Head(t.Context(), eventID(event))
	h.must(err)
	if text, want := read(), fmt.Sprintf("public log had %d entries and the fingerprint %s.", head.Size, head.Fingerprint()); strings.Count(text, want) != 2 {
		t.Errorf("not on both pages: %q in %s", want, text)
	}
}

// The receipt of an order, for its buyer and the box office, once something was paid.
func TestReceipt(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(9)
	order := h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 2, tiers["Front"], 1)).want(201).text("id")
	link := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	page := "/r/" + link + "/receipt.pdf"
	h.owner("GET", "/v1/orders/"+order+"/receipt.pdf", nil).problem(404, "not_found")
	h.shows("GET", page, 404)
	total := h.owner("GET", "/v1/orders/"+order, nil).want(200).number("total")
	h.pay(order, "pay_"+order, total)
	for _, lang := range []string{"en", "de"} {
		for path, token := range map[string]string{"/v1/orders/" + order + "/receipt.pdf": link, page: ""} {
			a := h.send("GET", path, token, nil, "Accept-Language: "+lang).want(200)
			if a.Header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(a.Raw, "%PDF-") || !strings.Contains(a.Raw, "/Count 1\n") ||
				!strings.Contains(a.Raw, "/Lang ("+lang+")") {
				t.Errorf("%s in %s: %s, %d bytes", path, lang, a.Header.Get("Content-Type"), len(a.Raw))
			}
		}
	}
	free := h.register(h.event(1), "ada").text("order_id")
	h.owner("GET", "/v1/orders/"+free+"/receipt.pdf", nil).problem(404, "not_found")
}
