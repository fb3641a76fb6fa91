package verify_test

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// moveIn is an event to which another shop's orders, what is not paid yet of them, and those
// who waited there came.
func (f *fixture) moveIn() {
	f.t.Helper()
	settings := line(inventory.PromoteOffer, inventory.BoundedSkip)
	settings.Orders.Currency = "EUR"
	p := f.open(16, settings)
	who := inventory.Who{Actor: "key_import", Staff: true, Import: "pretix"}
	for i, amount := range []int64{0, 0, 1200} {
		user := fmt.Sprintf("import:%d", i)
		price := inventory.Price{Amount: amount, TaxRate: 1900, TaxIncluded: true}
		c := inventory.Reserve{
			Who: who, OrderID: id.Named(id.Order, p.id, user), PersonID: f.ids.In(id.Person, p.id), UserID: user, Guests: "[]",
			Profile: inventory.Profile{Email: fmt.Sprintf("import%d@example.org", i), Name: "Imported"}, PayUntil: inventory.At(f.now) + inventory.Instant(inventory.Day),
			Lines: []inventory.OrderLine{{Tier: p.tiers[0], Quantity: 1, Price: &price}, {Tier: p.tiers[0], Quantity: 1, Price: &price}},
		}
		came := &sequencer.Imported{
			Codes:     map[int64]string{1: ticket.HashOfCode(p.id, user+"/1"), 2: ticket.HashOfCode(p.id, user+"/2")},
			Attendees: map[int64]events.Attendee{2: {Name: "Comes along"}},
		}
		if r := p.write(sequencer.Request{EventID: p.id, Command: c, Imported: came})[0]; r.Code != inventory.OK {
			f.t.Fatalf("%+v", r)
		}
	}
	waits := inventory.Join{Who: who, OrderID: f.ids.In(id.Order, p.id), Party: inventory.Party{
		UserID: "import:waits", Tier: p.tiers[0], Units: 1, Guests: "[]", PersonID: f.ids.In(id.Person, p.id), EntryID: id.Named(id.Entry, p.id, "waits"), Class: 2,
	}}
	p.must(waits)
}
