package page_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// extras are what can be taken with the one ticket of the fixture's event.
type extras struct{ parking, dinner, shirt, gift, hidden string }

// withExtras is the fixture's event with add-ons, goods, and a donation.
func withExtras(t *testing.T) (*fixture, extras) {
	t.Helper()
	f := newFixture(t, euros)
	of := extras{f.ids.In(id.Tier, f.event), f.ids.In(id.Tier, f.event), f.ids.In(id.Tier, f.event), f.ids.In(id.Tier, f.event), f.ids.In(id.Tier, f.event)}
	price := func(amount int64) inventory.Price { return inventory.Price{Amount: amount, TaxIncluded: true} }
	tiers := []inventory.Tier{
		{ID: of.parking, Name: "Parking <north>", Description: "Behind the hall", Kind: inventory.AddOnTier, PerTicket: 3, Price: price(500)},
		{ID: of.dinner, Name: "Dinner", Kind: inventory.AddOnTier, PerTicket: 1, MaxPerOrder: 1, Price: price(1000), PriceMin: 500, PriceMax: 2000},
		{ID: of.shirt, Name: "Shirt", Kind: inventory.GoodsTier, Price: price(2500)},
		{ID: of.gift, Name: "Roof fund", Kind: inventory.DonationTier, MaxPerOrder: 1, Price: price(500), PriceMin: 100, PriceMax: 5000, Suggested: []int64{500}},
		{ID: of.hidden, Name: "Crew meal", Kind: inventory.AddOnTier, PerTicket: 1, Hidden: true},
	}
	ev, err := f.store.Events.Event(context.Background(), f.event)
	f.must(err)
	var pools []inventory.Pool
	for i := range tiers {
		pools = append(pools, inventory.Pool{ID: f.ids.In(id.Pool, f.event), Name: tiers[i].Name, Capacity: 2})
		tiers[i].Pools = []string{pools[i].ID}
	}
	pools[3].Capacity = inventory.MaxCapacity
	e := &ev.Event
	f.submit(inventory.Configure{Who: staff, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings, Pools: pools, Tiers: tiers}, nil)
	return f, of
}

// TestTakeWithAnOfferWithoutScript: whoever is offered a ticket sees what can be taken with it and
// what each costs, is told at the field what is wrong, keeps what was typed, and then sees one total.
func TestTakeWithAnOfferWithoutScript(t *testing.T) {
	f, of := withExtras(t)
	offer, entry := f.offered()
	body := f.has(offer, 200, "Parking &lt;north&gt;, €5.00 each", "Behind the hall\nUp to 2.", "Dinner, Pay what you can, from €5.00", "Price of each: Dinner (EUR)",
		"Roof fund, Your donation (EUR)", "From €1.00 to €50.00. Leave it empty to give nothing.", "your donation stays given", "Promo code",
		`name="addon.`+of.parking+`" inputmode="numeric" step="1" min="0" max="2" value="0"`, `name="each.`+of.dinner+`" inputmode="decimal" step="0.01" min="5.00" max="20.00" value="10.00"`)
	for _, none := range []string{"Shirt", "Crew meal"} {
		if strings.Contains(body, none) {
			t.Errorf("%s cannot be taken with an offer", none)
		}
	}
	count, each, gift := "addon."+of.parking, "each."+of.dinner, "gift."+of.gift
	for _, c := range []struct {
		name   string
		form   url.Values
		status int
		at     string // the field
		says   string
	}{
		{"more than goes with a ticket", url.Values{count: {"4"}}, 422, count, "This extra goes with a ticket."},
		{"no number", url.Values{count: {"two"}}, 422, count, "Enter a whole number from 0 to 2."},
		{"less than none", url.Values{count: {"-1"}}, 422, count, "Enter a whole number from 0 to 2."},
		{"more than an order has", url.Values{count: {"101"}}, 422, count, "Enter a whole number from 0 to 2."},
		{"more than there are", url.Values{count: {"3"}}, 409, count, "This extra is gone by now."},
		{"more than the limit", url.Values{"addon." + of.dinner: {"2"}, each: {"10"}}, 422, "addon." + of.dinner, "more than one order can have"},
		{"too cheap", url.Values{count: {"1"}, "addon." + of.dinner: {"1"}, each: {"4"}}, 422, each, "Enter an amount from €5.00 to €20.00."},
		{"given too little", url.Values{count: {"1"}, gift: {"0.50"}}, 422, gift, "Enter an amount from €1.00 to €50.00, or leave it empty."},
		{"given no amount", url.Values{gift: {"much"}}, 422, gift, "Enter an amount from €1.00 to €50.00, or leave it empty."},
	} {
		w := f.says(offer+"/accept", c.form)
		id, body := strings.ReplaceAll(c.at, ".", "-"), w.Body.String()
		if w.Code != c.status || !strings.Contains(body, `aria-describedby="`+id+`-wrong"`) || !strings.Contains(body, `id="`+id+`-wrong" role="alert">`) || !strings.Contains(body, c.says) {
			t.Errorf("%s: %d\n%s", c.name, w.Code, body)
		}
		if n := strings.Count(body, `aria-invalid="true"`); n != 1 || !strings.Contains(body, `value="`+c.form.Get(c.at)+`"`) {
			t.Errorf("%s: %d fields are wrong, or what was typed is gone:\n%s", c.name, n, body)
		}
	}
	w := f.says(offer+"/accept", url.Values{"addon." + of.hidden: {"1"}})
	if w.Code != 409 || !strings.Contains(w.Body.String(), "Crew meal: This extra is gone by now.") {
		t.Errorf("what the form does not have: %d %s", w.Code, w.Body)
	}
	if w := f.says(offer+"/accept", url.Values{"code": {strings.Repeat("x", 40<<10)}}); w.Code != 400 {
		t.Errorf("a form that is too large: %d", w.Code)
	}
	f.shows(offer, 200, "A ticket is reserved for you")
	f.says(offer+"/accept", url.Values{count: {"٢"}, "addon." + of.dinner: {"1"}, each: {"7,50"}, gift: {"3"}, "code": {""}})
	for _, path := range []string{offer, entry} {
		f.shows(path, 200, "Your tickets are reserved", "2 × Parking &lt;north&gt;\n1 × Dinner\nRoof fund, €3.00", "€20.50")
	}
	if body := f.shows(offer, 200, "Your tickets are reserved"); strings.Contains(body, "addon.") {
		t.Error("what was accepted asks again")
	}
}

// TestTakeNothingWithAnOfferWithoutScript: nothing needs to be taken, and who gives 0 gives nothing.
// What is gone is not asked for, and what is sold no more is not there.
func TestTakeNothingWithAnOfferWithoutScript(t *testing.T) {
	f, of := withExtras(t)
	offer, _ := f.offered()
	ev, err := f.store.Events.Event(context.Background(), f.event)
	f.must(err)
	dinner := *ev.Tier(of.dinner)
	dinner.SaleEnds = inventory.At(f.now().Add(time.Minute))
	f.submit(inventory.SetTier{Who: staff, Tier: dinner}, nil)
	f.later(2 * time.Minute)
	f.submit(inventory.Block{Who: staff, HoldID: f.ids.In(id.Order, f.event), Tier: of.parking, Units: 2}, nil)
	body := f.has(offer, 200, `<b dir="auto">Parking &lt;north&gt;</b>`, "Sold out")
	if strings.Contains(body, "addon."+of.parking) || strings.Contains(body, "Dinner") {
		t.Errorf("what is gone, or over, is asked for: %s", body)
	}
	w := f.says(offer+"/accept", url.Values{"addon." + of.dinner: {"1"}, "each." + of.dinner: {"10"}})
	if w.Code != 409 || !strings.Contains(w.Body.String(), "Dinner: Sales have ended.") {
		t.Errorf("what is sold no more: %d %s", w.Code, w.Body)
	}
	if w := f.says(offer+"/accept", url.Values{"gift." + of.gift: {"0"}, "addon." + of.parking: {"0"}}); w.Code != 303 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	f.shows(offer, 200, "You’re going")
}
