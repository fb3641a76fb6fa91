package verify_test

import "github.com/holdfast-events/holdfast/internal/inventory"

// choosePrices is an event with one place in a tier whose buyers choose: one chose the minimum
// and gave it back, one was offered the place when more could be chosen than when accepting it.
func (f *fixture) choosePrices() {
	f.t.Helper()
	p := f.open(1, line(inventory.PromoteOffer, inventory.BoundedSkip))
	chosen := func(least, most int64) {
		t := p.create.Tiers[3]
		t.Price.Amount, t.PriceMin, t.PriceMax = 1000, least, most
		p.must(inventory.SetTier{Who: staff, Tier: t})
	}
	choose := func(n int64) *int64 { return &n }
	chosen(200, 5000)
	c := p.reserve("")
	c.Lines[0].UnitPrice = choose(200)
	p.must(c)
	p.must(p.payment(c.OrderID))
	p.wait(1)
	p.must(inventory.CancelOrder{Who: staff, OrderID: c.OrderID})
	chosen(200, 4000)
	offer := f.column("select id from offers where event_id = $1", p.id)
	p.must(inventory.Accept{Who: staff, OfferID: pick(f.rng, offer), UnitPrice: choose(700)})
}
