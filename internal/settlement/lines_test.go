package settlement

import (
	"math/rand/v2"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TestLinesAddUp: whatever prices, taxes and discounts an order has, in every currency, the
// lines that a provider is told are its total to the minor unit, each is an amount that the
// currency has, and every unit that costs something is in one.
func TestLinesAddUp(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(seed.Of(t), 1))
	e := &events.EventView{Tiers: []inventory.Tier{{ID: "a", Name: "Regular"}, {ID: "b", Name: "Front"}}}
	for _, currency := range inventory.Currencies() {
		for range 50 {
			o := &inventory.Order{Currency: currency}
			costs := int64(0)
			for n := range 1 + r.IntN(12) {
				price := inventory.Price{Amount: int64(r.IntN(4)) * inventory.Step(currency) * int64(r.IntN(1999)), TaxRate: int64(r.IntN(3)) * 950, TaxIncluded: r.IntN(2) == 0}
				it := inventory.Item{No: n + 1, Tier: e.Tiers[r.IntN(2)].ID, Charge: inventory.Charged(price, price.Amount*int64(r.IntN(4))/7, currency)}
				if it.Gross > 0 {
					costs++
				}
				o.Items, o.Total = append(o.Items, it), o.Total+it.Gross
			}
			lines := payment.LinesOf(o, func(tier string) string { return tierName(e, tier) })
			sum, units := int64(0), int64(0)
			for _, l := range lines {
				if l.Name != "Regular" && l.Name != "Front" || l.Count < 1 || l.Each < 1 || l.Each%inventory.Step(currency) != 0 {
					t.Fatalf("%s: %+v", currency, l)
				}
				sum, units = sum+l.Count*l.Each, units+l.Count
			}
			if sum != o.Total || units != costs {
				t.Fatalf("%d units of %s are %s in %+v of %+v", costs, inventory.Money(o.Total, currency), inventory.Money(sum, currency), lines, o.Items)
			}
		}
	}
}

// TestLinesAreLeftOut: a provider that would refuse the lines is told the total alone.
func TestLinesAreLeftOut(t *testing.T) {
	t.Parallel()
	e := &events.EventView{Tiers: []inventory.Tier{{ID: "a", Name: "Regular"}}}
	item := func(amount int64) inventory.Item {
		return inventory.Item{Tier: "a", Charge: inventory.Charged(inventory.Price{Amount: amount}, 0, "EUR")}
	}
	o := &inventory.Order{Currency: "EUR", Total: 1000, Items: []inventory.Item{item(400), item(600)}}
	if got := payment.LinesOf(o, func(tier string) string { return tierName(e, tier) }); len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	given := *o
	given.Items = []inventory.Item{item(400), item(600)}
	given.Items[1].ReleasedSeq = 9
	if got := payment.LinesOf(&given, func(tier string) string { return tierName(e, tier) }); got != nil {
		t.Errorf("not the total: %+v", got)
	}
	many := &inventory.Order{Currency: "EUR"}
	for n := range int64(payment.MaxLines + 1) {
		many.Items, many.Total = append(many.Items, item(100+n)), many.Total+100+n
	}
	if got := payment.LinesOf(many, func(tier string) string { return tierName(e, tier) }); got != nil {
		t.Errorf("%d lines", len(got))
	}
}
