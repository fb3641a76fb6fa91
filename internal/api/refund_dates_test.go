package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/payment/testpay"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// inTheDashboard has the test provider tell that so much of a payment was given back at its own desk.
func (h *testServer) inTheDashboard(payment, refund string, amount int) {
	h.t.Helper()
	body, err := json.Marshal(object{"id": "tpe_" + refund, "kind": "refunded", "payment": payment, "refund": refund, "amount": amount, "currency": "EUR", "at": h.now().Unix()})
	h.must(err)
	h.send("POST", "/v1/webhooks/testpay", "", string(body), testpay.Header+": "+testpay.Sign(paySecret, body, h.now())).want(200)
}

// TestStaffSayOfWhichDatesARefundIs: of a refund in the dashboard of a provider, of one payment for three dates, staff say
// of which it is. What does not come to the refund, or is more than a date has left, is refused.
func TestStaffSayOfWhichDatesARefundIs(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms})
		in := x.hours(24*60+10, 24*60+12, x.cellar)
		in["rrule"] = "FREQ=WEEKLY;COUNT=3"
		path := x.asksFor(in)
		made := h.send("POST", path+":confirm", "", nil).want(200)
		h.choose(h.send("POST", path+":checkout-dates", "", object{"provider": "testpay"}).want(200).text("payment_url"), "pay")
		date := func(i int) string { return made.text("dates", i, "booking_id") }
		paid := func(i int) *answer { return h.owner("GET", "/v1/bookings/"+date(i)+"/payments", nil).want(200) }
		whole, _, _ := strings.Cut(strings.TrimPrefix(paid(0).text("items", 0, "id"), "testpay:"), "~")
		h.inTheDashboard(whole, "tpr_1", 4000) // by default of the first, and of half of the second
		if got := paid(0); got.number("items", 0, "refunds", 0, "amount") != 2700 || got.text("items", 0, "refunds", 0, "reason") != "refunded_at_provider" {
			t.Fatalf("%s", got.Raw)
		}
		refund := "/v1/bookings/" + date(0) + "/refunds/" + paid(0).text("items", 0, "refunds", 0, "id")
		seen := h.owner("GET", refund+"/dates", nil).want(200)
		if seen.number("amount") != 4000 || seen.text("currency") != "EUR" || seen.text("dates", 2, "booking_id") != date(2) || seen.number("dates", 0, "amount") != 2700 || seen.number("dates", 1, "amount") != 1300 ||
			seen.number("dates", 2, "amount") != 0 || seen.number("dates", 2, "most") != 2700 || seen.number("dates", 0, "least") != 0 || seen.text("dates", 1, "status") != "confirmed" {
			t.Errorf("%s", seen.Raw)
		}
		say := func(reason string, amounts ...int) *answer {
			list := []object{}
			for i, n := range amounts {
				if n != 0 {
					list = append(list, object{"booking_id": date(i), "amount": n})
				}
			}
			return h.owner("POST", refund+":assign", object{"dates": list, "reason": reason})
		}
		say("other_date", 2700, 1200).problem(422, "invalid_request").names("dates")
		say("because", 2700, 1300).problem(422, "invalid_request").names("reason")
		say("other_date", 2700, -1).problem(422, "invalid_request").names("dates[1].amount")
		say("other_date", 0, 0, 4000).problem(409, "refund_exceeds_date").names("dates")
		h.owner("POST", refund+":assign", object{"dates": []object{{"booking_id": "bkg_000000000000", "amount": 4000}}, "reason": "other"}).problem(422, "invalid_request").names("dates[0].booking_id")
		h.owner("POST", refund+":assign", object{"dates": []object{{"booking_id": date(1), "amount": 2000}, {"booking_id": date(1), "amount": 2000}}, "reason": "other"}).problem(422, "invalid_request").names("dates[1].booking_id")
		h.owner("POST", refund+":assign", object{"dates": []object{}, "reason": "other"}).problem(422, "invalid_request").names("dates")
		h.owner("POST", "/v1/bookings/"+date(1)+"/refunds/"+paid(0).text("items", 0, "refunds", 0, "id")+":assign", object{"dates": []object{{"booking_id": date(1), "amount": 4000}}, "reason": "other"}).problem(404, "not_found")
		h.as(identity.BoxOffice, "POST", refund+":assign", object{"dates": []object{{"booking_id": date(1), "amount": 4000}}, "reason": "other"}).problem(403, "forbidden")
		if got := h.owner("GET", refund+"/dates", nil).want(200); got.Raw != seen.Raw {
			t.Errorf("a refusal changed something: %s", got.Raw)
		}
		for range 2 { // the second time it is so already
			got := say("other_date", 0, 1300, 2700).want(200)
			if got.number("dates", 0, "amount") != 0 || got.number("dates", 1, "amount") != 1300 || got.number("dates", 2, "amount") != 2700 || got.number("amount") != 4000 || got.at("dates", 0, "refund_id") != nil {
				t.Errorf("%s", got.Raw)
			}
		}
		if got := paid(2); got.number("items", 0, "refunds", 0, "amount") != 2700 || got.text("items", 0, "refunds", 0, "status") != "done" {
			t.Errorf("%s", got.Raw)
		}
		h.sound()
		// A date that is cancelled gives back what is left of it, and what was given before counts there from then on.
		h.owner("POST", "/v1/bookings/"+date(1)+":cancel", object{"reason": "venue_closed", "by_venue": true}).want(200)
		h.settleAll()
		if got := paid(1); got.number("items", 0, "refunds", 1, "amount") != 1400 {
			t.Errorf("%s", got.Raw)
		}
		say("other", 1300, 0, 2700).problem(409, "refund_counted").names("dates")
		got := say("other_amounts", 2700, 1300).want(200)
		if got.number("dates", 0, "amount") != 2700 || got.number("dates", 1, "least") != 1300 || got.number("dates", 2, "amount") != 0 {
			t.Errorf("%s", got.Raw)
		}
		// What was asked for here is of the date for which it was.
		own := "/v1/bookings/" + date(1) + "/refunds/" + paid(1).text("items", 0, "refunds", 1, "id")
		h.owner("GET", own+"/dates", nil).problem(409, "refund_not_assignable")
		h.owner("POST", own+":assign", object{"dates": []object{{"booking_id": date(0), "amount": 1400}}, "reason": "other"}).problem(409, "refund_not_assignable")
		h.sound()
	})
}
