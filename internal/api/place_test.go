package api_test

import (
	"archive/zip"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/ticketpdf/papertest"
	"github.com/holdfast-events/holdfast/internal/wallet/wallettest"
)

// Whoever reads of a named seat is told where it is, as people call it: on tickets
// and orders, at the door, in the record of a guest, and on the plain page.
func TestSeatsAreNamed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ann", 6, 16)).want(201)
	if order.text("items", 0, "place", "section") != "Stalls" || order.text("items", 0, "place", "row") != "A" || order.number("items", 0, "place", "number") != 6 {
		t.Errorf("%s", order.Raw)
	}
	h.pay(order.text("id"), "pay_ann", 5000)
	last := func(what string, place any) {
		t.Helper()
		if p, _ := place.(map[string]any); p["section"] != "Balcony" || p["row"] != "A" || p["number"] != 4.0 {
			t.Errorf("%s: %v", what, place)
		}
	}
	second := id.TicketOf(order.text("id"), 2)
	last("the order", h.owner("GET", "/v1/orders/"+order.text("id"), nil).want(200).at("items", 1, "place"))
	last("a list of tickets", h.ticketsOf(order.text("id"))[1]["place"])
	last("a ticket", h.owner("GET", "/v1/tickets/"+second, nil).want(200).at("place"))
	last("the record of a guest", h.owner("GET", event+"/guests/ann", nil).want(200).at("guest_tickets", 1, "place"))
	last("a ticket that was found", h.owner("GET", event+"/tickets?q="+order.text("id"), nil).want(200).at("items", 1, "place"))
	last("a scan", h.scan(event, second).verdict("admit").at("place"))
	link := h.link(identity.OrderLink, order.text("id"), h.personID(event, "ann"))
	for language, says := range map[string]string{"en": "Balcony, row A, seat 4", "de": "Balcony, Reihe A, Platz 4"} {
		if a := h.send("GET", "/r/"+link, "", nil, "Accept-Language: "+language).want(200); !strings.Contains(a.Raw, says) {
			t.Errorf("the page does not say %q", says)
		}
	}
	waits := h.owner("POST", event+"/orders", take(event, "cyd", 5)).want(201)
	toCome := h.owner("PATCH", "/v1/tickets/"+id.TicketOf(waits.text("id"), 1), object{"attendee": "Cyd"}).want(200)
	if toCome.text("place", "section") != "Stalls" || toCome.text("seat") != seat(event, 5) || toCome.at("token") != nil {
		t.Errorf("a ticket to come: %s", toCome.Raw)
	}
	// A ticket without a named seat says none.
	standing := h.owner("GET", event, nil).want(200).text("tiers", 1, "id")
	other := h.owner("POST", event+"/orders", object{"user_id": "bob", "items": []object{{"tier_id": standing, "quantity": 1}}}).want(201)
	if strings.Contains(other.Raw, `"place"`) {
		t.Errorf("%s", other.Raw)
	}
}

// TestSeatInHand: the ticket that is printed and those in telephones name the seat
// as people call it, in the reader's language where there are words.
func TestSeatInHand(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.Wallets, _ = wallettest.Wallets(t, c.Now()) })
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ann", 16)).want(201).text("id")
	h.pay(order, "pay_ann", 5000)
	tickets := h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200)

	pass := h.owner("GET", tickets.text("items", 0, "apple_pass"), nil).want(200)
	z, err := zip.NewReader(strings.NewReader(pass.Raw), int64(len(pass.Raw)))
	h.must(err)
	f, err := z.Open("pass.json")
	h.must(err)
	var apple struct {
		EventTicket struct{ HeaderFields []struct{ Key, Value string } }
	}
	h.must(json.NewDecoder(f).Decode(&apple))
	if fields := apple.EventTicket.HeaderFields; len(fields) != 1 || fields[0].Key != "seat" || fields[0].Value != "Balcony A 4" {
		t.Errorf("Apple's pass: %+v", fields)
	}

	link := h.owner("GET", tickets.text("items", 0, "google_wallet"), nil).want(200).text("url")
	claims, err := base64.RawURLEncoding.DecodeString(strings.Split(link[strings.LastIndex(link, "/")+1:], ".")[1])
	h.must(err)
	if seat := `"seatInfo":{"seat":{"defaultValue":{"language":"en","value":"Balcony A 4"}}}`; !strings.Contains(string(claims), seat) {
		t.Errorf("Google's pass: %s", claims)
	}

	for language, says := range map[string]string{"en": "Balcony, row A, seat 4", "de": "Balcony, Reihe A, Platz 4"} {
		pdf := h.owner("GET", tickets.text("items", 0, "pdf"), nil, "Accept-Language: "+language).want(200).Raw
		if text := papertest.Run(t, []byte(pdf), "pdftotext", "-layout", "-", "-"); !strings.Contains(text, says) {
			t.Errorf("the PDF does not say %q: %s", says, text)
		}
	}
}

// Anyone who is offered a ticket is told about which seat before accepting it.
func TestSeatOfATransfer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ann", 8)).want(201)
	given := h.owner("POST", "/v1/tickets/"+id.TicketOf(order.text("id"), 1)+":transfer", object{"email": "bob@example.org"}).want(201)
	read := h.owner("GET", "/v1/transfers/"+given.text("id"), nil).want(200)
	if read.text("tier") != "Back" || read.text("place", "section") != "Stalls" || read.number("place", "number") != 2 {
		t.Errorf("%s", read.Raw)
	}
}
