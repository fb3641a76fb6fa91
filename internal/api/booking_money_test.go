package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// bookingTerms cost 45.00 EUR an hour, of which a third is a deposit.
var bookingTerms = object{
	"currency": "EUR", "price_per_hour": 4500, "deposit_percent": 30, "pay_within_hours": 24, "balance_days_before": 14,
	"refunds": []object{{"days_before": 7, "percent": 50}, {"days_before": 30, "percent": 100}},
}

// booked is a booking that waits for its deposit, so many days from now.
func (x *testVenue) booked(days int) *answer {
	x.t.Helper()
	body := x.hours(24*days+10, 24*days+12, x.cellar)
	made := x.owner("POST", x.path+"/bookings", body).want(201)
	if made.text("status") != "pending_deposit" || made.number("cost", "price") != 9000 || made.number("cost", "deposit") != 2700 || made.text("cost", "deposit_status") != "open" ||
		made.number("cost", "balance") != 6300 || made.text("cost", "deposit_due_at") == "" {
		x.t.Fatalf("%s", made.Raw)
	}
	return made
}

func TestBookingsWithADeposit(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"booking_terms": bookingTerms})
	if got := h.owner("GET", x.path, nil).want(200); got.number("booking_terms", "refunds", 0, "days_before") != 30 || got.number("booking_terms", "pay_within_hours") != 24 {
		t.Errorf("%s", got.Raw)
	}
	// What it costs is said before it is booked.
	trial := h.owner("POST", x.path+"/bookings:check", x.hours(24*60+10, 24*60+12, x.cellar)).want(200)
	if trial.text("status") != "pending_deposit" || trial.number("cost", "deposit") != 2700 || trial.number("cost", "refund_percent") != 100 || trial.number("cost", "refunds", 1, "percent") != 50 {
		t.Errorf("%s", trial.Raw)
	}
	b := x.booked(60)
	path := "/v1/bookings/" + b.text("id")
	h.owner("POST", x.path+"/bookings", x.hours(24*60+11, 24*60+12, x.cellar)).problem(409, "room_taken") // it keeps its rooms
	h.owner("POST", path+":checkout", object{"part": "balance"}).problem(409, "booking_not_payable")
	page := h.owner("POST", path+":checkout", object{"provider": "testpay"}).want(200)
	if page.number("amount") != 2700 || page.text("part") != "deposit" || page.text("payment_url") == "" {
		t.Errorf("%s", page.Raw)
	}
	// Whoever comes back from the page has confirmed nothing: the provider has.
	if got := h.owner("GET", path, nil).want(200); got.text("status") != "pending_deposit" {
		t.Errorf("%s", got.Raw)
	}
	h.choose(page.text("payment_url"), "pay")
	paid := h.owner("GET", path, nil).want(200)
	if paid.text("status") != "confirmed" || paid.text("cost", "deposit_status") != "paid" || paid.text("cost", "balance_status") != "open" || paid.text("cost", "balance_due_at") == "" ||
		paid.number("cost", "refund_amount") != 2700 {
		t.Errorf("%s", paid.Raw)
	}
	h.owner("POST", path+":checkout", object{}).problem(409, "booking_not_payable")
	h.owner("POST", path+":mark-paid", object{"part": "balance", "reference": "Receipt 1", "amount": 6299}).problem(422, "amount_mismatch")
	h.owner("POST", path+":mark-paid", object{"part": "balance", "reference": "Receipt 1"}).want(200)
	list := h.owner("GET", path+"/payments", nil).want(200)
	if n := len(list.at("items").([]any)); n != 2 || list.text("items", 1, "provider") != "manual" || list.text("payment_providers", 0) != "testpay" {
		t.Errorf("%s", list.Raw)
	}
	// By its booker, 60 days before: all of both goes back, each the way it came.
	if got := h.owner("POST", path+":cancel", object{"reason": "no_longer_needed"}).want(200); got.text("status") != "cancelled" {
		t.Errorf("%s", got.Raw)
	}
	h.settleAll()
	list = h.owner("GET", path+"/payments", nil).want(200)
	if list.number("items", 0, "refunds", 0, "amount") != 2700 || list.text("items", 0, "refunds", 0, "status") != "done" || list.text("items", 1, "refunds", 0, "reason") != "booking_cancelled" {
		t.Errorf("%s", list.Raw)
	}
	refund := list.text("items", 1, "refunds", 0, "id")
	// One that failed is due again when somebody says so, and made by hand as before.
	h.owner("POST", path+"/refunds/"+refund+":retry", nil).problem(409, "refund_not_failed")
	due, err := h.store.Payouts.Payout(t.Context(), h.owner("GET", "/v1/organization", nil).want(200).text("id"), refund)
	h.must(err)
	failed := *due
	failed.State = payments.PayoutFailed
	moved, err := h.store.Payouts.MovePayout(t.Context(), &failed, due, nil)
	if err != nil || !moved {
		t.Fatal(moved, err)
	}
	h.owner("POST", path+"/refunds/"+refund+":retry", nil).want(200)
	if got := h.owner("POST", path+"/refunds/"+refund+":mark-refunded", object{"reference": "Transfer of 3 May"}).want(200); got.text("status") != "done" {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", path+"/refunds/"+list.text("items", 0, "refunds", 0, "id")+":mark-refunded", object{"reference": "x"}).problem(409, "refund_not_manual")
	h.owner("POST", "/v1/bookings/"+x.booked(61).text("id")+"/refunds/"+refund+":mark-refunded", object{"reference": "x"}).problem(404, "not_found")
	h.sound()
}

func TestDepositsOfTheVenue(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(nil)
	for field, change := range map[string]object{
		"booking_terms.currency": {"currency": "QQQ"}, "booking_terms.pay_within_hours": {"pay_within_hours": 0}, "booking_terms.deposit_percent": {"deposit_percent": 101},
		"booking_terms.refunds[1].days_before": {"refunds": []object{{"days_before": 7, "percent": 50}, {"days_before": 7, "percent": 60}}},
	} {
		terms := object{}
		for name, v := range bookingTerms {
			terms[name] = v
		}
		for name, v := range change {
			terms[name] = v
		}
		h.owner("PATCH", x.path, object{"booking_terms": terms}).problem(422, "invalid_request").names(field)
	}
	// Without terms nothing costs anything, and nothing is said of it.
	free := h.owner("POST", x.path+"/bookings", x.hours(10, 11, x.cellar)).want(201)
	if free.text("status") != "confirmed" || strings.Contains(free.Raw, `"cost"`) {
		t.Errorf("%s", free.Raw)
	}
	h.owner("PATCH", x.path, object{"booking_terms": bookingTerms}).want(200)
	// The venue wants no deposit of this one; its reason is kept.
	waived := "/v1/bookings/" + x.booked(40).text("id")
	h.owner("POST", waived+":waive-deposit", object{"reason": " "}).problem(422, "invalid_request").names("reason")
	got := h.owner("POST", waived+":waive-deposit", object{"reason": "Our own choir"}).want(200)
	if got.text("status") != "confirmed" || got.text("cost", "deposit_status") != "waived" || got.text("cost", "waiver_reason") != "Our own choir" || got.number("cost", "balance") != 9000 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", waived+":waive-deposit", object{"reason": "Our own choir"}).want(200)
	// A price that the venue names, of what it has to confirm.
	h.owner("PATCH", x.path, object{"needs_approval": true}).want(200)
	asked := h.owner("POST", x.path+"/bookings", x.hours(24*41+10, 24*41+12, x.cellar)).want(201)
	path := "/v1/bookings/" + asked.text("id")
	if asked.text("status") != "requested" || asked.number("cost", "price") != 9000 || strings.Contains(asked.Raw, "deposit_due_at") {
		t.Errorf("%s", asked.Raw)
	}
	h.owner("POST", path+":set-price", object{"price": 8000, "deposit": 8001}).problem(422, "invalid_request").names("deposit")
	if got := h.owner("POST", path+":set-price", object{"price": 8000}).want(200); got.number("cost", "price") != 8000 || got.number("cost", "deposit") != 2400 {
		t.Errorf("%s", got.Raw)
	}
	if got := h.owner("POST", path+":confirm", nil).want(200); got.text("status") != "pending_deposit" {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", path+":set-price", object{"price": 7000}).problem(409, "booking_ended")
	if list := h.owner("GET", x.path+"/bookings?booking_status=pending_deposit", nil).want(200); len(list.at("items").([]any)) != 1 {
		t.Errorf("%s", list.Raw)
	}
	// It lapses, and is paid too late by hand: its time is still free.
	h.later(25 * time.Hour)
	if got := h.owner("GET", path, nil).want(200); got.text("status") != "lapsed" {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", path+":checkout", object{}).problem(409, "booking_not_payable")
	if got := h.owner("POST", path+":mark-paid", object{"reference": "Receipt 7"}).want(200); got.text("status") != "tickets" {
		t.Errorf("%s", got.Raw)
	}
	// The rest was due, and is not paid: the venue sees it, and nothing else happens.
	if list := h.owner("GET", x.path+"/overdue-bookings", nil).want(200); len(list.at("items").([]any)) != 0 {
		t.Errorf("%s", list.Raw)
	}
	h.later(35 * 24 * time.Hour)
	list := h.owner("GET", x.path+"/overdue-bookings", nil).want(200)
	if n := len(list.at("items").([]any)); n != 2 || list.text("items", 0, "cost", "balance_status") != "overdue" || list.text("items", 0, "status") != "confirmed" {
		t.Errorf("%s", list.Raw)
	}
	// Only who can confirm bookings cancels for the venue.
	h.as(identity.BoxOffice, "POST", path+":cancel", object{"reason": "other", "by_venue": true}).problem(403, "forbidden")
	h.owner("POST", path+":cancel", object{"reason": "venue_closed", "by_venue": true}).want(200)
	h.settleAll()
	back := h.owner("GET", path+"/payments", nil).want(200)
	if back.number("items", 0, "refunds", 0, "amount") != 2400 {
		t.Errorf("%s", back.Raw)
	}
	h.sound()
}
