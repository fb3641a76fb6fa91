package api_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestGuestNames: who brings guests names each, some, or none of them, as the event says; staff
// may name them in any case.
func TestGuestNames(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(50, set("max_guests", 3))
		h.owner("GET", event, nil).want(200).sees(t, "by default", object{"guest_names": "required"})
		n := 0
		try := func(guests ...object) *answer {
			t.Helper()
			n++
			name := "guest" + string(rune('a'+n))
			return h.send("POST", event+"/registrations", "", object{"email": name + "@example.org", "name": name, "guests": guests})
		}
		bo, nobody := object{"name": "Bo"}, object{}
		try(bo, nobody).problem(422, "invalid_request").names("guests[1].name")
		try(bo, object{"name": " "}).problem(422, "invalid_request").names("guests[1].name")
		try(bo).want(201)

		h.owner("PATCH", event, object{"guest_names": "optional"}).want(200)
		if a := try(nobody, bo).want(201); a.number("units") != 3 {
			t.Error(a.Raw)
		}
		h.owner("PATCH", event, object{"guest_names": "none"}).want(200)
		try(nobody, bo).problem(422, "invalid_request").names("guests[1].name")
		order := try(nobody, nobody).want(201)
		if order.number("units") != 3 {
			t.Error(order.Raw)
		}
		h.owner("GET", "/v1/orders/"+order.text("order_id"), nil).want(200).sees(t, "the order", object{"guests": []object{{}, {}}})
		h.owner("POST", event+"/registrations", object{"user_id": "zoe", "email": "zoe@example.org", "name": "Zoe", "guests": []object{bo}}).want(201)
		h.owner("PATCH", event, object{"guest_names": "some"}).problem(422, "invalid_request").names("guest_names")
		h.sound()
	})
}
