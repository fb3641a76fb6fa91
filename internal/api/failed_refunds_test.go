package api_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// fails stores that a refund, of an event or of the organization, has failed for good.
func (h *testServer) fails(of, refund string) {
	h.t.Helper()
	due, err := h.store.Payouts.Payout(h.t.Context(), of, refund)
	h.must(err)
	failed := *due
	failed.State, failed.ErrorCode, failed.Error, failed.UpdatedAt = payments.PayoutFailed, "charge_disputed", "This charge has been disputed.", due.UpdatedAt+inventory.Instant(inventory.Second)
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

	x := h.venue(object{"booking_terms": bookingTerms})
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
	alone := h.owner("GET", "/v1/orders/"+order+"/payments", nil).want(200)
	if alone.text("items", 0, "refunds", 0, "failure") != "disputed" || alone.text("items", 0, "refunds", 0, "error_code") != "charge_disputed" {
		t.Errorf("of the order: %s", alone.Raw)
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
		if !fits || list.text("items", i, "error") != "This charge has been disputed." || list.text("items", i, "failure") != "disputed" || list.number("items", i, "amount") == 0 || list.text("items", i, "provider") != "manual" || list.text("items", i, "title") == "" || list.number("items", i, "attempts") != 1 {
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

// TestARefundIsPaidOtherwise: of a refund that its provider refuses for good an owner says how it was paid
// instead. It is done for everybody then, and stays so, and the books say where the money came from.
func TestARefundIsPaidOtherwise(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		h := newTestServerAt(t, db)
		event := h.paidEvent(5)
		order := h.placeOrder(event, "ada", 1)
		made := h.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "testpay"}).want(200)
		h.chooseWith(made.text("payment_url"), "pay", "4000000000005126")
		h.owner("POST", "/v1/orders/"+order+":cancel", nil).want(200)
		h.settleAll()

		// Why it failed: what it means, and the provider's own words and code, without names of ours.
		list := h.owner("GET", "/v1/refunds", nil).want(200)
		refund := list.text("items", 0, "id")
		if list.text("items", 0, "failure") != "card_closed" || list.text("items", 0, "error") != "the card takes none" || list.text("items", 0, "error_code") != "expired_or_canceled_card" {
			t.Fatalf("%s", list.Raw)
		}
		h.owner("POST", "/v1/refunds/"+refund+":mark-refunded", object{"reference": "cash"}).problem(409, "refund_not_manual")

		path := "/v1/refunds/" + refund + ":mark-paid-otherwise"
		today := h.now().UTC().Format(time.DateOnly)
		paid := object{"reference": "Transfer of today", "paid_on": today}
		h.as(identity.Organizer, "POST", path, paid).problem(403, "forbidden")
		rival := h.key(h.organization("Rival"), identity.Owner)
		h.send("POST", path, rival, paid).problem(404, "not_found")
		h.owner("POST", path, object{"paid_on": today}).problem(422, "invalid_request").names("reference")
		h.owner("POST", path, object{"reference": "x", "paid_on": "3 May"}).problem(422, "invalid_request").names("paid_on")
		for _, days := range []int{-10, 3} {
			h.owner("POST", path, object{"reference": "x", "paid_on": h.now().UTC().AddDate(0, 0, days).Format(time.DateOnly)}).problem(422, "invalid_request").names("paid_on")
		}
		if got := h.owner("GET", "/v1/refunds", nil).want(200); got.text("items", 0, "id") != refund {
			t.Errorf("what was refused has changed something: %s", got.Raw)
		}

		if got := h.owner("POST", path, paid).want(200); got.text("status") != "done" || got.text("paid_on") != today || got.text("reference") != "Transfer of today" || got.at("error") != nil {
			t.Errorf("%s", got.Raw)
		}
		h.owner("POST", path, paid).want(200) // the same again
		h.owner("POST", path, object{"reference": "Another", "paid_on": today}).problem(409, "refund_not_failed")
		h.owner("POST", "/v1/refunds/"+refund+":retry", nil).problem(409, "refund_not_failed")
		h.settleAll()
		if got := h.owner("GET", "/v1/refunds", nil).want(200); len(got.at("items").([]any)) != 0 {
			t.Errorf("%s", got.Raw)
		}
		if got := h.owner("GET", "/v1/orders/"+order+"/payments", nil).want(200); got.text("items", 0, "refunds", 0, "status") != "done" || got.text("items", 0, "refunds", 0, "paid_on") != today {
			t.Errorf("%s", got.Raw)
		}
		// The provider has the money still.
		balance := map[string]int64{}
		journal := h.owner("GET", event+"/journal", nil).want(200)
		for i := range journal.at("accounts").([]any) {
			balance[journal.text("accounts", i, "account")] = journal.number("accounts", i, "debit") - journal.number("accounts", i, "credit")
		}
		if balance["other_means"] != -11900 || balance["provider:testpay"] != 11900 || balance["buyers"] != 0 {
			t.Errorf("%v", balance)
		}
		// It stands in the log of the organization, once.
		log := h.owner("GET", "/v1/organization/security-log", nil).want(200)
		if n := strings.Count(log.Raw, `"refund_paid_otherwise"`); n != 1 || !strings.Contains(log.Raw, refund) {
			t.Errorf("%d times in %s", n, log.Raw)
		}
		h.sound()

		// Who changes what was said is found.
		for _, c := range []struct{ sql, back, says string }{
			{"update payouts set paid_on = '2020-01-01'", "update payouts set paid_on = '" + today + "'", "is not what the organization's rows commit to"},
			{"update payouts set paid_on = ''", "update payouts set paid_on = '" + today + "'", "and the refund does not"},
			{"update payouts set state = 'failed'", "update payouts set state = 'done'", "and is failed"},
			{"update journal set account = 'provider:testpay' where account = 'other_means'", "update journal set account = 'other_means' where account = 'provider:testpay' and ref like 'payout:%'", "the booking moves account other_means"},
			{"update organization_audit set action = 'till_opened' where action = 'refund_paid_otherwise'", "update organization_audit set action = 'refund_paid_otherwise' where action = 'till_opened'", "and no row of the organization says so"},
		} {
			run := func(sql string) {
				_, err := h.store.JobsDB().ExecContext(t.Context(), sql)
				h.must(err)
			}
			run(c.sql)
			report, err := h.verified()
			h.must(err)
			if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return strings.Contains(v.What, c.says) }) {
				t.Errorf("%s: %+v", c.sql, report.Violations)
			}
			run(c.back)
		}
		h.sound()
	})
}

// TestPaidOtherwiseOfRooms: refunds of bookings and places too, and of each what the list says of it.
func TestPaidOtherwiseOfRooms(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"booking_terms": bookingTerms})
	booking := x.booked(60).text("id")
	path := "/v1/bookings/" + booking
	h.owner("POST", path+":mark-paid", object{"part": "deposit", "reference": "Receipt 1"}).want(200)
	h.owner("POST", path+":cancel", object{"reason": "no_longer_needed"}).want(200)
	h.settleAll()
	refund := h.owner("GET", path+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id")
	today := h.now().UTC().Format(time.DateOnly)
	otherwise := func() *answer {
		return h.owner("POST", "/v1/refunds/"+refund+":mark-paid-otherwise", object{"reference": "Cash", "paid_on": today})
	}
	otherwise().problem(409, "refund_not_failed")
	h.fails(h.org, refund)
	was, err := h.store.Payouts.Payout(t.Context(), h.org, refund)
	h.must(err)
	otherwise().want(200)
	if got := h.owner("GET", path+"/payments", nil).want(200); got.text("items", 0, "refunds", 0, "status") != "done" {
		t.Errorf("%s", got.Raw)
	}
	// Whoever read it as failed, and is late, changes nothing.
	late := *was
	late.State, late.PaidOn, late.Attempt = payments.PayoutDone, today, was.Attempt+1
	if err := h.store.Payouts.PayOtherwise(t.Context(), h.org, &late, was, nil); !errors.Is(err, database.ErrStale) && !errors.Is(err, database.ErrConstraint) {
		t.Errorf("%v", err)
	}
	if err := h.store.Payouts.RetryPayout(t.Context(), h.org, refund, inventory.At(h.now()), database.Job{}); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("%v", err)
	}
	h.sound()
}
