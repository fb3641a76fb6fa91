package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// inOrder reads the stream until an order_changed of that status.
func (s *eventStream) inOrder(status string) sent {
	s.t.Helper()
	for {
		if e := s.next("order_changed"); e.data["status"] == status {
			return e
		}
	}
}

// Anyone who has the link to pay follows the order on another server than the one where it
// changes: its status at once, the warning by the server's clock, and its seats when it
// is paid.
func TestFollowAnOrder(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		here, there := newTestServerAt(t, url), newTestServerAt(t, url)
		event := here.theatre()
		srv := there.serve()
		order := here.send("POST", event+"/orders", "", object{"email": "ada@example.org", "name": "Ada", "items": []object{{"seat_id": seat(event, 3)}, {"seat_id": seat(event, 4)}}}).want(201)
		token := order.text("payment_url")[strings.LastIndex(order.text("payment_url"), "/")+1:]
		ada := there.open(srv, "/v1/me/stream", token)
		first := ada.next("order_changed")
		left, _ := first.data["seconds_left"].(float64)
		if first.data["order_id"] != order.text("id") || first.data["status"] != "pending" || first.data["payment"] != "open" || left < 1 || left > 3600 {
			t.Errorf("begins with %v", first.data)
		}

		there.later(time.Duration(left-20) * time.Second)
		here.owner("POST", event+"/orders", take(event, "bob", 10)).want(201) // anything that happens in the event
		warned := ada.next("reservation_expiring")
		if n, _ := warned.data["seconds_left"].(float64); warned.data["ref"] != order.text("id") || n < 1 || n > 20 {
			t.Errorf("warned of %v", warned.data)
		}

		paid := here.send("POST", "/v1/orders/"+order.text("id")+":checkout", token, object{"provider": "testpay"}).want(200)
		here.choose(paid.text("payment_url"), "pay")
		here.settleAll()
		if e := ada.inOrder("confirmed"); e.data["payment"] != "settled" || e.data["seconds_left"] != nil {
			t.Errorf("paid: %v", e.data)
		}
		booked := ada.next("booking_confirmed")
		if booked.data["ref"] != order.text("id") || booked.data["units"] != 2.0 || fmt.Sprint(booked.data["seats"]) != "[map[number:3 row:A section:Stalls] map[number:4 row:A section:Stalls]]" {
			t.Errorf("booked: %v", booked.data)
		}
		// Anyone who was away is told its status, and what was confirmed meanwhile, by the id.
		back := there.open(srv, "/v1/me/stream", token, "Last-Event-ID: "+first.id)
		back.inOrder("confirmed")
		if e := back.next("booking_confirmed"); e.data["ref"] != order.text("id") {
			t.Errorf("resumed with %v", e.data)
		}
	})
}

// An offer of a seat is told with the seat and its deadline, to whoever has the link of the
// place on the waitlist, and so is what became of it.
func TestFollowAPlace(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		here, there := newTestServerAt(t, url), newTestServerAt(t, url)
		event := here.theatre(waitlist(object{"claim_window_seconds": 3600}))
		srv := there.serve()
		order := here.owner("POST", event+"/orders", take(event, "ada", 3)).want(201).text("id")
		ahead := here.owner("POST", event+"/seats/"+seat(event, 3)+"/waitlist", object{"user_id": "bob"}).want(201).text("entry_id")
		entry := here.owner("POST", event+"/seats/"+seat(event, 3)+"/waitlist", object{"user_id": "cyd"}).want(201).text("entry_id")
		token := here.link(identity.EntryLink, entry, here.personID(event, "cyd"))
		cyd := there.open(srv, "/v1/me/stream", token)
		if e := cyd.next("place_changed"); e.data["entry_id"] != entry || e.data["position"] != 2.0 {
			t.Errorf("begins with %v", e.data)
		}
		here.owner("DELETE", "/v1/waitlist/"+ahead, nil).want(200)
		if e := cyd.next("place_changed"); e.data["position"] != 1.0 {
			t.Errorf("after bob has left: %v", e.data)
		}
		here.owner("POST", "/v1/orders/"+order+":cancel", nil).want(200)
		offer := cyd.next("waitlist_offer")
		left, _ := offer.data["seconds_left"].(float64)
		if left <= 3500 || left > 3600 || len(offer.data["seats"].([]any)) != 1 || offer.data["entry_id"] != entry {
			t.Errorf("offered: %v", offer.data)
		}
		// Its deadline moves, and it is told again as it is.
		here.owner("POST", "/v1/offers/"+offer.data["ref"].(string)+":extend", object{"by_seconds": 600}).want(200)
		if e := cyd.next("waitlist_offer"); e.data["ref"] != offer.data["ref"] || e.data["expires_at"] == offer.data["expires_at"] {
			t.Errorf("extended: %v", e.data)
		}
		here.send("POST", "/v1/offers/"+offer.data["ref"].(string)+":accept", token, nil).want(200)
		claimed := cyd.inOrder("pending")
		here.pay(claimed.data["order_id"].(string), "pay_cyd", 5000)
		cyd.inOrder("confirmed")
		if e := cyd.next("booking_confirmed"); e.data["ref"] != claimed.data["order_id"] {
			t.Errorf("booked: %v", e.data)
		}
	})
}

// A stream tells no more than its link reaches: of one order, nothing of the person's
// others; and of the signed-in account, everything or the one thing that is named.
func TestAStreamReachesWhatItsLinkReaches(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(9)
	srv := h.serve()
	one, two := h.placeOrder(event, "ada", 1), h.placeOrder(event, "ada", 2)
	ada := h.personID(event, "ada")
	narrow := h.open(srv, "/v1/me/stream", h.link(identity.OrderLink, one, ada))
	named := h.open(srv, "/v1/me/stream?ref="+one, "", "Cookie: "+string(h.signIn("ada@example.org")))
	whole := h.open(srv, "/v1/me/stream", h.fresh(identity.OrderLink, one, ada))
	narrow.inOrder("pending")
	named.inOrder("pending")
	whole.inOrder("pending")
	h.owner("POST", "/v1/orders/"+two+":mark-paid", object{"reference": "slip 2"}).want(200)
	if e := whole.next("booking_confirmed"); e.data["ref"] != two {
		t.Errorf("booked: %v", e.data)
	}
	h.owner("POST", "/v1/orders/"+one+":mark-paid", object{"reference": "slip 1"}).want(200)
	for _, s := range []*eventStream{narrow, named} {
		for {
			e := <-s.events
			if e.data["order_id"] != one && e.data["ref"] != one {
				t.Fatalf("told %s of another order: %v", e.name, e.data)
			}
			if e.name == "booking_confirmed" {
				break
			}
		}
	}
	for ref, code := range map[string]string{"evt_3k9q0a7c1v5m": "invalid_request", id.Order + "nonsense": "not_found"} {
		status := map[string]int{"invalid_request": 422, "not_found": 404}[code]
		h.send("GET", "/v1/me/stream?ref="+ref, h.fresh(identity.OrderLink, one, ada), nil).problem(status, code)
	}
	h.send("GET", "/v1/me/stream?ref="+two, h.link(identity.OrderLink, one, ada), nil).problem(403, "fresh_link_required")
	h.send("GET", "/v1/me/stream?ref="+two, "", nil, "Cookie: "+string(h.signIn("bob@example.org"))).problem(404, "not_found")
}

// A payment that fails writes no row of the ledger, and is told all the same.
func TestAFailedPaymentIsTold(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(9)
	srv := h.serve()
	order := h.placeOrder(event, "ada", 1)
	page := h.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "testpay"}).want(200).text("payment_url")
	s := h.open(srv, "/v1/me/stream", h.link(identity.OrderLink, order, h.personID(event, "ada")))
	s.inOrder("pending")
	h.choose(page, "fail")
	if e := s.next("order_changed"); e.data["payment"] != "failed" {
		t.Errorf("after the payment failed: %v", e.data)
	}
}
