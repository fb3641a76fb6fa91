package sequencer_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// TestPaymentBesideItsOrder: an order of the waitlist that stands on somebody's ticket
// cannot be paid in the batch in which it comes into being. A payment that guesses its
// ID is told that there is no such order, which settlement answers with a refund, and
// changes nothing; in the next batch, when the order can have been read, it is taken.
func TestPaymentBesideItsOrder(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := build(t, openStore(t, database.Config{URL: url}), 1)
		w := f.writer()
		staff := inventory.Who{Actor: "key_staff", Staff: true}
		write := func(cmds ...inventory.Command) []sequencer.Reply {
			t.Helper()
			reqs := make([]sequencer.Request, len(cmds))
			for i, c := range cmds {
				reqs[i] = sequencer.Request{EventID: f.event, Command: c}
			}
			results, _ := w.Write(t.Context(), f.event, reqs)
			replies := make([]sequencer.Reply, len(results))
			for i, r := range results {
				if r.Err != nil {
					t.Fatal(r.Err)
				}
				replies[i] = r.Reply
			}
			return replies
		}
		pay := func(order, payment string) inventory.Pay {
			return inventory.Pay{Who: staff, OrderID: order, PaymentID: payment, Amount: 1000, Currency: "EUR"}
		}
		party := func(user string) inventory.Party {
			return inventory.Party{
				UserID: user, Profile: inventory.Profile{Email: user + "@example.org", Name: user}, Tier: f.tier, Units: 1, Guests: "[]",
				PersonID: f.ids.In(id.Person, f.event), EntryID: f.ids.In(id.Entry, f.event),
			}
		}
		settings := f.settings()
		settings.Settings.Orders.Currency = "EUR"
		ann := party("ann")
		order := f.ids.In(id.Order, f.event)
		for _, r := range write(settings, inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: f.tier, Name: "General", Pools: []string{f.pool}, Price: inventory.Price{Amount: 1000}}},
			inventory.Reserve{
				Who: staff, OrderID: order, PersonID: ann.PersonID, UserID: ann.UserID, Profile: ann.Profile, Guests: "[]",
				Lines: []inventory.OrderLine{{Tier: f.tier, Quantity: 1}}, Currency: "EUR",
			}, pay(order, "pay_ann"),
			inventory.ExchangeTicket{Who: staff, ExchangeID: f.ids.In(id.Exchange, f.event), TicketID: id.TicketOf(order, 1), OrderID: order, Unit: 1}) {
			if r.Code != inventory.OK {
				t.Fatalf("%+v", r)
			}
		}
		cmds := []inventory.Command{inventory.Join{Who: staff, Party: party("ben")}}
		seq := f.seq()
		for n := seq + 1; n < seq+20; n++ {
			cmds = append(cmds, pay(id.Seq(id.Order, f.event, n), "pay_guess"))
		}
		replies := write(cmds...)
		if replies[0].Code != inventory.OK || replies[0].Status != "offered" {
			t.Fatalf("join: %+v", replies[0])
		}
		for _, r := range replies[1:] {
			if r.Code != inventory.NotFound {
				t.Errorf("a payment in the batch of its order: %+v", r)
			}
		}
		f.verified()
		paid := 0
		for n := seq + 1; n < seq+20; n++ {
			if r := write(pay(id.Seq(id.Order, f.event, n), "pay_ben"))[0]; r.Code == inventory.OK && r.Status == "confirmed" {
				paid++
			}
		}
		if paid != 1 {
			t.Errorf("%d orders could be paid later, want the one of the waitlist", paid)
		}
		f.verified()
	})
}

// seq is the ledger seq of the event.
func (f *fixture) seq() int64 {
	f.t.Helper()
	v, err := f.store.Events.Event(f.t.Context(), f.event)
	if err != nil {
		f.t.Fatal(err)
	}
	return v.Event.Seq
}
