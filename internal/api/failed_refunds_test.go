package api_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// fails stores that a refund, of an event or of the organization, has failed for good.
func (h *testServer) fails(of, refund string) {
	h.t.Helper()
	due, err := h.store.Payouts.Payout(h.t.Context(), of, refund)
	h.must(err)
	failed := *due
	failed.State, failed.Error, failed.UpdatedAt = payments.PayoutFailed, "the charge is too old", due.UpdatedAt+inventory.Instant(inventory.Second)
	if moved, err := h.store.Payouts.MovePayout(h.t.Context(), &failed, due, nil); err != nil || !moved {
		h.t.Fatal(moved, err)
	}
}

// TestFailedRefunds lists what has failed of all that is sold, until it is retried or made by hand.
func TestFailedRefunds(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(5)
	order := h.placeOrder(event, "bob", 1)
	ofOrder := h.refundByHand(order)
	h.fails(eventID(event), ofOrder)

	x := h.house(object{"booking_terms": bookingTerms})
	booking := x.booked(60).text("id")
	path := "/v1/bookings/" + booking
	h.owner("POST", path+":mark-paid", object{"part": "deposit", "reference": "Receipt 1"}).want(200)
	h.owner("POST", path+":cancel", object{"reason": "no_longer_needed"}).want(200)
	h.settleAll()
	ofBooking := h.owner("GET", path+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id")
	h.fails(h.org, ofBooking)

	tables, _ := h.openTables(object{"terms": "", "hold_fee": deposit, "price": object{"amount": 4500, "currency": "EUR"}})
	entry := h.owner("POST", tables+"/waitlist:join", object{"user_id": "ada", "email": "ada@example.org", "name": "Ada"}).want(201).text("id")
	place := "/v1/resource-entries/" + entry
	h.owner("POST", place+":mark-paid", object{"reference": "Receipt 2"}).want(200)
	h.owner("POST", place+":leave", object{"reason": "removed_by_staff"}).want(200)
	h.settleAll()
	ofPlace := h.owner("GET", place+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id")
	h.fails(h.org, ofPlace)

	if got := h.owner("GET", "/v1/organization", nil).want(200); got.number("refunds_failed") != 3 {
		t.Errorf("%s", got.Raw)
	}
	first := h.owner("GET", "/v1/refunds?refund_state=failed&limit=2", nil).want(200)
	rest := h.owner("GET", "/v1/refunds?refund_state=failed&limit=2&cursor="+first.text("next_cursor"), nil).want(200)
	if len(first.at("items").([]any)) != 2 || len(rest.at("items").([]any)) != 1 || rest.at("next_cursor") != nil {
		t.Fatalf("%s then %s", first.Raw, rest.Raw)
	}
	list := h.owner("GET", "/v1/refunds", nil).want(200)
	seen := map[string]bool{}
	for i := range 3 {
		var fits bool
		of := list.text("items", i, "of")
		switch of {
		case "order":
			fits = list.text("items", i, "id") == ofOrder && list.text("items", i, "order_id") == order && list.text("items", i, "event_id") == eventID(event) && list.text("items", i, "name") != ""
		case "booking":
			fits = list.text("items", i, "id") == ofBooking && list.text("items", i, "booking_id") == booking && "/v1/venues/"+list.text("items", i, "venue_id") == x.path
		case "place":
			fits = list.text("items", i, "id") == ofPlace && list.text("items", i, "resource_entry_id") == entry && list.text("items", i, "resource_key") == "harbour" && list.text("items", i, "name") == "Ada"
		}
		if !fits || list.text("items", i, "error") != "the charge is too old" || list.number("items", i, "amount") == 0 || list.text("items", i, "provider") != "manual" || list.text("items", i, "title") == "" || list.number("items", i, "attempts") != 1 {
			t.Errorf("%d: %s", i, list.Raw)
		}
		seen[of] = true
	}
	if len(seen) != 3 {
		t.Errorf("%s", list.Raw)
	}
	h.owner("GET", "/v1/refunds?refund_state=done", nil).problem(422, "invalid_request").names("refund_state")
	rival := h.key(h.organization("Rival"), identity.Owner)
	if got := h.send("GET", "/v1/refunds", rival, nil).want(200); len(got.at("items").([]any)) != 0 {
		t.Errorf("a rival sees %s", got.Raw)
	}

	h.owner("POST", path+"/refunds/"+ofBooking+":retry", nil).want(200)
	h.owner("POST", place+"/refunds/"+ofPlace+":mark-refunded", object{"reference": "Transfer of 3 May"}).want(200)
	left := h.owner("GET", "/v1/refunds", nil).want(200)
	if len(left.at("items").([]any)) != 1 || left.text("items", 0, "id") != ofOrder {
		t.Errorf("%s", left.Raw)
	}
	h.owner("POST", "/v1/refunds/"+ofOrder+":mark-refunded", object{"reference": "Transfer of 4 May"}).want(200)
	if got := h.owner("GET", "/v1/organization", nil).want(200); got.number("refunds_failed") != 0 {
		t.Errorf("%s", got.Raw)
	}
	h.sound()
}
