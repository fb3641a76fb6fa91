package page_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
)

// priced makes the hall's tier cost something before bob is offered a place.
func (f *fixture) priced() (offer, entry, order string) {
	f.t.Helper()
	first, _ := f.enter("ada")
	waiting, person := f.enter("bob")
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: f.tier, Name: "General", Price: inventory.Price{Amount: 1250}}}, nil)
	f.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	v, err := f.store.Registrations.Entry(context.Background(), waiting.EntryID)
	f.must(err)
	return pathOf(f.links.OfferURL(v.Offer.ID, person, f.now())), pathOf(f.links.EntryURL(waiting.EntryID, person, f.now())), pathOf(f.links.OrderURL(v.Offer.OrderID, person, f.now()))
}

func euros(c *inventory.Create) { c.Event.Settings.Orders.Currency = "EUR" }

// orderID is the id of the one order of the event.
func (f *fixture) orderID() string {
	f.t.Helper()
	views, err := f.store.Orders.OrdersPage(context.Background(), f.event, "", "", 10)
	f.must(err)
	if len(views) != 1 {
		f.t.Fatalf("%d orders", len(views))
	}
	return views[0].Hold.ID
}

func (f *fixture) pays(offer string, amount int64) {
	f.t.Helper()
	_, err := f.seq.Submit(context.Background(), sequencer.Request{EventID: f.event, Command: inventory.Pay{
		Who: staff, OrderID: f.orderID(), PaymentID: "pay_" + offer, Amount: amount, Currency: "EUR",
	}})
	f.must(err)
}

// A claimed place that is not paid yet is not called sure anywhere.
func TestClaimWhatCosts(t *testing.T) {
	f := newFixture(t, euros)
	offer, entry, order := f.priced()
	f.shows(offer, 200, "A ticket is reserved for you")
	f.click(offer+"/accept", "Your tickets are reserved")
	for _, path := range []string{offer, entry, order} {
		f.shows(path, 200, "Your tickets are reserved", "€12.50", "Pay by")
	}
	if text := f.shows(order, 200, "Your tickets are reserved"); strings.Contains(text, "Reference") {
		t.Errorf("how to pay by hand, and nobody said how: %s", text)
	}
	f.pays(offer, 1250)
	f.shows(order, 200, "You’re going", "€12.50")
	f.shows(entry, 200, "You’re going")
	receipt := `href="` + order + `/receipt.pdf"`
	f.has(order, 200, receipt, "Receipt (PDF)")
	if w := f.send("POST", order+"/cancel", "Sec-Fetch-Site: same-origin"); w.Code != 409 {
		t.Errorf("a paid order was cancelled without staff: %d", w.Code)
	}
	// What went back was paid before, and its receipt says both.
	id := f.orderID()
	f.submit(inventory.CancelOrder{Who: staff, OrderID: id}, nil)
	f.has(order, 200, "You’re getting a refund", receipt)
	if w := f.send("GET", order+"/receipt.pdf"); w.Code != 200 || !strings.HasPrefix(w.Body.String(), "%PDF-") {
		t.Errorf("the receipt of a refunded order: %d", w.Code)
	}

	f = newFixture(t, euros)
	offer, entry, order = f.priced()
	f.click(offer+"/accept", "Your tickets are reserved")
	f.click(order+"/cancel", "This order is cancelled")
	f.shows(entry, 200, "This order is cancelled")
	if text := f.shows(order, 200, "This order is cancelled"); strings.Contains(text, "receipt.pdf") {
		t.Error("a receipt of what nobody paid")
	}

	f = newFixture(t, euros)
	offer, entry, order = f.priced()
	f.click(offer+"/accept", "Your tickets are reserved")
	f.later(61 * time.Minute)
	f.shows(order, 200, "This order has expired")
	f.submit(inventory.Tick{}, nil)
	f.shows(entry, 200, "This order has expired")
}

// An offer costs what it did when it was made, and less with a code.
func TestClaimWithCode(t *testing.T) {
	f := newFixture(t, euros)
	offer, _, order := f.priced()
	f.submit(inventory.PutCode{Who: staff, Code: inventory.PriceCode{ID: f.ids.In(id.Code, f.event), Text: "HALF", Kind: inventory.PromoCode, Percent: 5000}}, nil)
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: f.tier, Name: "General", Price: inventory.Price{Amount: 9900}}}, nil)
	f.shows(offer, 200, "A ticket is reserved for you", "€12.50", "Promo code")
	if w := f.says(offer+"/accept", url.Values{"code": {"quarter"}}); w.Code != 422 || !strings.Contains(w.Body.String(), "That code isn’t valid.") || !strings.Contains(w.Body.String(), `value="quarter"`) {
		t.Errorf("an unknown code: %d %s", w.Code, w.Body)
	}
	if w := f.says(offer+"/accept", url.Values{"code": {" half "}}); w.Code != 303 {
		t.Errorf("a code: %d %s", w.Code, w.Body)
	}
	f.shows(order, 200, "Your tickets are reserved", "€6.25", "Pay by")
}

// Anyone who is to pay by hand finds how on the page, line by line, and as what.
func TestHowToPay(t *testing.T) {
	f := newFixture(t, euros, func(c *inventory.Create) {
		c.Event.Settings.Orders.Instructions = "To the account of <the hall>\nDE02 1203 0000 0000 2020 51"
	})
	offer, _, order := f.priced()
	f.shows(offer, 200, "A ticket is reserved for you")
	f.click(offer+"/accept", "Your tickets are reserved")
	f.shows(order, 200, "Your tickets are reserved", "By bank transfer or in cash", "<dd dir=\"auto\" class=\"lines\">To the account of &lt;the hall&gt;\nDE02", "Reference")
	f.pays(offer, 1250)
	if text := f.shows(order, 200, "You’re going"); strings.Contains(text, "DE02") {
		t.Errorf("how to pay what is paid: %s", text)
	}
}
