package api_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// Staff are warned of an event that costs money which nobody is told how to pay, when it is
// made, read, changed and published; it is published all the same, since tickets can be sold
// at the door alone. Each way to pay ends the warning.
func TestNoWayToPay(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url, func(c *api.Config) { payBy(t, c, manual.Provider{}) })
		warned := func(a *answer, want bool) {
			t.Helper()
			if got := a.at("warnings") != nil; got != want || want && a.text("warnings", 0) != "no_way_to_pay" {
				t.Errorf("warned: %v, want %v: %s", got, want, a.Raw)
			}
		}
		draft := func(price int) *answer {
			return h.owner("POST", "/v1/events", object{
				"title": "An evening", "starts_at": h.now().Add(30 * 24 * time.Hour), "ends_at": h.now().Add(31 * 24 * time.Hour), "timezone": "UTC",
				"capacity": 5, "currency": "EUR", "tiers": []object{{"name": "General", "price": price}},
			}).want(201)
		}
		warned(draft(0), false)
		made := draft(1000)
		warned(made, true)
		event := "/v1/events/" + made.text("id")
		warned(h.as(identity.Viewer, "GET", event, nil).want(200), true)
		warned(h.owner("POST", event+":publish", nil).want(200), true)
		warned(h.send("GET", event, "", nil).want(200), false)

		warned(h.owner("PATCH", event, object{"orders": object{"payment_instructions": "In cash, at the box office."}}).want(200), false)
		warned(h.owner("PATCH", event, object{"orders": object{"payment_instructions": "", "bank_transfer": true}}).want(200), true)
		h.owner("PUT", "/v1/organization/bank-account", object{"iban": bankIBAN, "holder": "Nordlicht e. V."}).want(200)
		warned(h.owner("GET", event, nil).want(200), false)
		warned(h.owner("PATCH", event, object{"orders": object{"bank_transfer": false}}).want(200), true)
		h.owner("POST", event+":cancel", nil).want(200)
		warned(h.owner("GET", event, nil).want(200), false)
		h.sound()
	})
}

// Where there is a provider with a page, buyers are led to it.
func TestAWayToPay(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	if a := h.owner("GET", h.paidEvent(5), nil).want(200); a.at("warnings") != nil {
		t.Errorf("a warning: %s", a.Raw)
	}
}
