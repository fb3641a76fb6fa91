package page_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestChooseWithoutScript: whoever is offered a place types what they pay, and is told what may be
// chosen; the page of the event says so too, and programs read the range.
func TestChooseWithoutScript(t *testing.T) {
	f := newFixture(t, euros)
	first, _ := f.enter("ada")
	waiting, person := f.enter("bob")
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{
		ID: f.tier, Name: "General", Price: inventory.Price{Amount: 1250, TaxIncluded: true}, PriceMin: 500, PriceMax: 5000,
	}}, nil)
	f.has("/events/"+f.event, 200, "Pay what you can, from €5.00 · Sold out", `"price":"5.00"`, `"minPrice":"5.00"`, `"maxPrice":"50.00"`, `"priceCurrency":"EUR"`)
	f.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	v, err := f.store.Registrations.Entry(context.Background(), waiting.EntryID)
	f.must(err)
	offer := pathOf(f.links.OfferURL(v.Offer.ID, person, f.now()))
	f.has(offer, 200, `<input type="number" name="price" inputmode="decimal" step="0.01" min="5.00" max="50.00" value="12.50"`, "From €5.00 to €50.00. Suggested: €12.50.")
	for _, typed := range []string{"4.99", "50.01", "", "five", "1.234", "-6", "99999999999999", "٧٬٥٠٠"} {
		w := f.says(offer+"/accept", url.Values{"price": {typed}})
		if w.Code != 422 || !strings.Contains(w.Body.String(), "Enter an amount from €5.00 to €50.00.") || !strings.Contains(w.Body.String(), `value="`+typed+`"`) {
			t.Errorf("typed %q: %d %s", typed, w.Code, w.Body)
		}
	}
	if w := f.says(offer+"/accept", url.Values{"price": {"٧٫٥"}}); w.Code != 303 {
		t.Errorf("typed in Arabic: %d %s", w.Code, w.Body)
	}
	f.shows(offer, 200, "Your tickets are reserved", "€7.50")
}

// TestAFreePlaceStaysFreeWhereOthersChoose: a place that was offered for nothing is accepted as it
// was offered, whatever its tier has become since.
func TestAFreePlaceStaysFreeWhereOthersChoose(t *testing.T) {
	f := newFixture(t, euros)
	first, _ := f.enter("ada")
	waiting, person := f.enter("bob")
	f.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{
		ID: f.tier, Name: "General", Price: inventory.Price{Amount: 1250, TaxIncluded: true}, PriceMin: 500, PriceMax: 5000,
	}}, nil)
	v, err := f.store.Registrations.Entry(context.Background(), waiting.EntryID)
	f.must(err)
	offer := pathOf(f.links.OfferURL(v.Offer.ID, person, f.now()))
	if body := f.has(offer, 200); strings.Contains(body, `name="price"`) {
		t.Errorf("the page asks for a price: %s", body)
	}
	f.says(offer+"/accept", url.Values{"price": {"7.50"}})
	if v, err = f.store.Registrations.OfferByID(context.Background(), v.Offer.ID); err != nil || v.Offer.State != inventory.OfferAccepted {
		t.Errorf("the offer is %+v: %v", v.Offer, err)
	}
}
