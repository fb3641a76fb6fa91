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
	"github.com/holdfast-events/holdfast/internal/wallet"
	"github.com/holdfast-events/holdfast/internal/wallet/wallettest"
)

// A ticket goes into telephones as it stands: with its present token, and only
// while it is good.
func TestWallets(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.Wallets, _ = wallettest.Wallets(t, c.Now()) })
	event := h.event(2)
	order := h.register(event, "ada").text("order_id")
	ticket := h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200)
	path := ticket.text("items", 0, "apple_pass")
	barcode := func() string {
		a := h.owner("GET", path, nil).want(200)
		if a.Header.Get("Content-Type") != wallet.AppleMedia {
			t.Errorf("content type %s", a.Header.Get("Content-Type"))
		}
		z, err := zip.NewReader(strings.NewReader(a.Raw), int64(len(a.Raw)))
		h.must(err)
		f, err := z.Open("pass.json")
		h.must(err)
		var pass struct{ Barcodes []struct{ Message string } }
		h.must(json.NewDecoder(f).Decode(&pass))
		return pass.Barcodes[0].Message
	}
	if got := barcode(); got != ticket.text("items", 0, "token") {
		t.Errorf("the pass says %q", got)
	}
	link := h.owner("GET", ticket.text("items", 0, "google_wallet"), nil).want(200)
	if !strings.HasPrefix(link.text("url"), "https://pay.google.com/gp/v/save/") {
		t.Errorf("%s", link.Raw)
	}
	id := ticket.text("items", 0, "id")
	again := h.owner("POST", "/v1/tickets/"+id+":reissue", object{"version": 0}).want(200)
	if got := barcode(); got != again.text("token") || got == ticket.text("items", 0, "token") {
		t.Errorf("after it was reissued the pass says %q", got)
	}

	// By the link of the order on its pages, and not by another's.
	ada := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	other := h.register(event, "bob")
	bob := h.link(identity.OrderLink, other.text("order_id"), h.personID(event, "bob"))
	if a := h.send("GET", "/r/"+ada+"/"+id+"/pass.pkpass", "", nil); a.Status != 200 || a.Header.Get("Content-Type") != wallet.AppleMedia || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("by link: %d %v", a.Status, a.Header)
	}
	if a := h.send("GET", "/r/"+ada+"/"+id+"/google-wallet", "", nil); a.Status != 303 || !strings.HasPrefix(a.Header.Get("Location"), "https://pay.google.com/") {
		t.Errorf("by link: %d %v", a.Status, a.Header)
	}
	for _, path := range []string{"/pass.pkpass", "/google-wallet"} {
		if a := h.send("GET", "/r/"+bob+"/"+id+path, "", nil); a.Status != 404 {
			t.Errorf("by another's link: %d", a.Status)
		}
		h.send("GET", "/v1/tickets/"+id+path, bob, nil).problem(404, "not_found")
	}
	h.owner("DELETE", event+"/registrations/ada", nil).want(200)
	h.owner("GET", path, nil).problem(409, "ticket_void")
	if a := h.send("GET", "/r/"+ada+"/"+id+"/pass.pkpass", "", nil); a.Status != 404 {
		t.Errorf("a void ticket: %d", a.Status)
	}
}

// One guest of a party is cancelled: there is no pass for that ticket any more, and the
// others' passes are what they were.
func TestWalletsOfAParty(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.Wallets, _ = wallettest.Wallets(t, c.Now()) })
	event := h.event(3)
	order := h.register(event, "ada", "Bo", "Cy").text("order_id")
	ada := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	type serial struct{ SerialNumber, Message string }
	pass := func(unit int64) serial {
		a := h.owner("GET", "/v1/tickets/"+id.TicketOf(order, unit)+"/pass.pkpass", nil).want(200)
		z, err := zip.NewReader(strings.NewReader(a.Raw), int64(len(a.Raw)))
		h.must(err)
		f, err := z.Open("pass.json")
		h.must(err)
		var said struct {
			SerialNumber string
			Barcodes     []struct{ Message string }
		}
		h.must(json.NewDecoder(f).Decode(&said))
		return serial{said.SerialNumber, said.Barcodes[0].Message}
	}
	before := [...]serial{pass(1), pass(3)}
	h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 2)+":cancel", nil).want(200)
	if after := [...]serial{pass(1), pass(3)}; after != before {
		t.Errorf("the others' passes were %v and are %v", before, after)
	}
	for _, path := range []string{"/pass.pkpass", "/google-wallet"} {
		ticket := id.TicketOf(order, 2)
		h.owner("GET", "/v1/tickets/"+ticket+path, nil).problem(409, "ticket_void")
		if a := h.send("GET", "/r/"+ada+"/"+ticket+path, "", nil); a.Status != 404 {
			t.Errorf("by link: %d", a.Status)
		}
		if a := h.send("GET", "/r/"+ada+"/"+id.TicketOf(order, 3)+path, "", nil); a.Status >= 400 {
			t.Errorf("another's by link: %d", a.Status)
		}
	}
}

// Passes are made when they are fetched: after a ticket was moved to another seat the one of
// Apple replaces what the telephone has, by its serial number, and the link of Google is of
// another object, since Google keeps what it knows of one. The code is the same.
func TestWalletsOfAMovedSeat(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.Wallets, _ = wallettest.Wallets(t, c.Now()) })
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ada", 7)).want(201).text("id")
	path := "/v1/tickets/" + id.TicketOf(order, 1)
	type said struct{ Object, Code, Seat, Serial, Header string }
	read := func() said {
		t.Helper()
		var out said
		_, token, _ := strings.Cut(h.owner("GET", path+"/google-wallet", nil).want(200).text("url"), "/save/")
		body, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
		h.must(err)
		var claims struct {
			Payload struct {
				EventTicketObjects []struct {
					ID       string
					Barcode  struct{ Value string }
					SeatInfo struct {
						Seat struct{ DefaultValue struct{ Value string } }
					}
				}
			}
		}
		h.must(json.Unmarshal(body, &claims))
		object := claims.Payload.EventTicketObjects[0]
		out.Object, out.Code, out.Seat = object.ID, object.Barcode.Value, object.SeatInfo.Seat.DefaultValue.Value
		a := h.owner("GET", path+"/pass.pkpass", nil).want(200)
		z, err := zip.NewReader(strings.NewReader(a.Raw), int64(len(a.Raw)))
		h.must(err)
		f, err := z.Open("pass.json")
		h.must(err)
		var pass struct {
			SerialNumber string
			EventTicket  struct{ HeaderFields []struct{ Value string } }
		}
		h.must(json.NewDecoder(f).Decode(&pass))
		out.Serial, out.Header = pass.SerialNumber, pass.EventTicket.HeaderFields[0].Value
		return out
	}
	before := read()
	if again := read(); again != before {
		t.Errorf("the same seat is %v and %v", before, again)
	}
	h.move(event, order, 1, 10).want(200)
	after := read()
	if after.Code != before.Code || after.Serial != before.Serial || after.Object == before.Object || after.Seat != "Stalls B 4" || after.Header != after.Seat {
		t.Errorf("%v became %v", before, after)
	}
	h.move(event, order, 1, 7).want(200)
	if back := read(); back != before {
		t.Errorf("back at its seat it is %v, and was %v", back, before)
	}
}

// Without keys there are no passes, and nothing points to any.
func TestNoWallets(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	order := h.register(event, "ada").text("order_id")
	list := h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200)
	if strings.Contains(list.Raw, "wallet") || strings.Contains(list.Raw, "apple_pass") {
		t.Errorf("%s", list.Raw)
	}
	id := list.text("items", 0, "id")
	h.owner("GET", "/v1/tickets/"+id+"/pass.pkpass", nil).problem(404, "wallet_not_configured")
	h.owner("GET", "/v1/tickets/"+id+"/google-wallet", nil).problem(404, "wallet_not_configured")
	ada := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	if a := h.send("GET", "/r/"+ada+"/"+id+"/google-wallet", "", nil); a.Status != 404 {
		t.Errorf("by link: %d", a.Status)
	}
}
