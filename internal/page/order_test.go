package page_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
)

// priced makes the hall's tier cost something before bob is offered a place.
func (h *hall) priced() (offer, entry, order string) {
	h.t.Helper()
	first, _ := h.enter("ada")
	waiting, person := h.enter("bob")
	h.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: h.tier, Name: "General", Price: inventory.Price{Amount: 1250}}}, nil)
	h.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	v, err := h.store.Registrations.Entry(context.Background(), waiting.EntryID)
	h.must(err)
	return h.path(h.links.OfferURL(v.Offer.ID, person)), h.path(h.links.EntryURL(waiting.EntryID, person)), h.path(h.links.OrderURL(v.Offer.OrderID, person))
}

func euros(c *inventory.Create) { c.Event.Settings.Orders.Currency = "EUR" }

func (h *hall) pays(offer string, amount int64) {
	h.t.Helper()
	views, err := h.store.Orders.OrdersPage(context.Background(), h.event, "", "", 10)
	h.must(err)
	if len(views) != 1 {
		h.t.Fatalf("%d orders", len(views))
	}
	_, err = h.seq.Submit(context.Background(), sequencer.Request{EventID: h.event, Command: inventory.Pay{
		Who: staff, OrderID: views[0].Hold.ID, PaymentID: "pay_" + offer, Amount: amount, Currency: "EUR",
	}})
	h.must(err)
}

// A claimed place that is not paid yet is not called sure anywhere.
func TestClaimWhatCosts(t *testing.T) {
	h := newHall(t, euros)
	offer, entry, order := h.priced()
	h.shows(offer, 200, "A ticket is reserved for you")
	h.click(offer+"/accept", "Your tickets are reserved")
	for _, path := range []string{offer, entry, order} {
		h.shows(path, 200, "Your tickets are reserved", "12.50 EUR", "Pay by")
	}
	if text := h.shows(order, 200, "Your tickets are reserved"); strings.Contains(text, "Reference") {
		t.Errorf("how to pay by hand, and nobody said how: %s", text)
	}
	h.pays(offer, 1250)
	h.shows(order, 200, "You’re going", "12.50 EUR")
	h.shows(entry, 200, "You’re going")
	if w := h.send("POST", order+"/cancel", "Sec-Fetch-Site: same-origin"); w.Code != 409 {
		t.Errorf("a paid order was cancelled without staff: %d", w.Code)
	}

	h = newHall(t, euros)
	offer, entry, order = h.priced()
	h.click(offer+"/accept", "Your tickets are reserved")
	h.click(order+"/cancel", "This order is cancelled")
	h.shows(entry, 200, "This order is cancelled")

	h = newHall(t, euros)
	offer, entry, order = h.priced()
	h.click(offer+"/accept", "Your tickets are reserved")
	h.later(61 * time.Minute)
	h.shows(order, 200, "This order has expired")
	h.submit(inventory.Tick{}, nil)
	h.shows(entry, 200, "This order has expired")
}

// Who is to pay by hand finds how on the page, line by line, and as what.
func TestHowToPay(t *testing.T) {
	h := newHall(t, euros, func(c *inventory.Create) {
		c.Event.Settings.Orders.Instructions = "To the account of <the hall>\nDE02 1203 0000 0000 2020 51"
	})
	offer, _, order := h.priced()
	h.shows(offer, 200, "A ticket is reserved for you")
	h.click(offer+"/accept", "Your tickets are reserved")
	h.shows(order, 200, "Your tickets are reserved", "By bank transfer or in cash", "<dd dir=\"auto\" class=\"lines\">To the account of &lt;the hall&gt;\nDE02", "Reference")
	h.pays(offer, 1250)
	if text := h.shows(order, 200, "You’re going"); strings.Contains(text, "DE02") {
		t.Errorf("how to pay what is paid: %s", text)
	}
}
