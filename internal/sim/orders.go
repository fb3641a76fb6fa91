package sim

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// codes are the texts of the promo codes that a history has, sooner or later.
var codes = []string{"TEN", "HALF", "ONCE"}

// orderCommand is a random wish about orders. What an order costs is learned
// from the answer to it, as a shop learns it; an order that was made from an
// offer is paid with a guess, which the event must give back.
func (w *world) orderCommand() inventory.Command {
	r := w.sim.rand
	system := inventory.Who{Actor: "system"}
	order := w.known(w.orders, id.Order)
	switch n := r.IntN(140); {
	case n >= 100:
		return w.ticketCommand()
	case n < 40:
		return w.reserve()
	case n < 70:
		c := inventory.Pay{Who: system, OrderID: order, PaymentID: "pay_" + order, Amount: max(1, w.totals[order]), Currency: "EUR"}
		switch r.IntN(12) {
		case 0:
			c.Amount, c.PaymentID = c.Amount+1, c.PaymentID+"_wrong"
		case 1:
			c.PaymentID += "_again"
		}
		return c
	case n < 80:
		return inventory.CancelItems{Who: w.who(), OrderID: order, Items: []int{1 + r.IntN(2), 1}}
	case n < 88:
		return inventory.CancelOrder{Who: w.who(), OrderID: order}
	case n < 92:
		return inventory.Prolong{Who: system, OrderID: order, By: inventory.Micros(r.IntN(60)) * inventory.Minute}
	case n < 97:
		code := codes[r.IntN(len(codes))]
		return inventory.PutCode{Who: staff, Code: inventory.PriceCode{
			ID: w.codeID(code), Text: code, Kind: inventory.PromoCode, Percent: int64(1 + r.IntN(10_000)), MaxUses: int64(r.IntN(3)),
			Disabled: r.IntN(8) == 0,
		}}
	default:
		return inventory.SetTier{Who: staff, Tier: inventory.Tier{
			ID: pick(w, w.tiers), Name: "changed", Price: inventory.Price{Amount: int64(r.IntN(3000)), TaxRate: 700},
		}}
	}
}

// codeID is the one id that a code has in this history.
func (w *world) codeID(code string) string { return id.Named(id.Code, w.event, code) }

func (w *world) reserve() inventory.Reserve {
	s, r := w.sim, w.sim.rand
	n := r.IntN(people)
	c := inventory.Reserve{
		Who: w.who(), OrderID: s.ids.In(id.Order, w.event), PersonID: s.ids.In(id.Person, w.event), UserID: fmt.Sprint("user-", n), Guests: "[]",
		Profile: inventory.Profile{Email: fmt.Sprintf("u%d@example.org", n), Name: fmt.Sprint("User ", n), Locale: "en"},
	}
	for range 1 + r.IntN(2) {
		c.Lines = append(c.Lines, inventory.OrderLine{Tier: pick(w, w.tiers), Quantity: int64(1 + r.IntN(3))})
	}
	if r.IntN(2) == 0 {
		c.Promo = codes[r.IntN(len(codes))]
	}
	return c
}
