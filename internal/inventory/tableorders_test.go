package inventory_test

import (
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// sale reads what tiers cost and how they are sold: "price=early:1500,late:2000",
// "tax=early:1900" (included) or "tax=early:+700" (on top), "sale=early:FROM/TO",
// "max=early:2", "hidden=vip", "choose=early:500-5000" (its price is what is suggested).
func (s *tableCase) sale(c *inventory.Create, arg string) {
	key, value, _ := strings.Cut(arg, "=")
	switch key {
	case "price", "tax", "sale", "max", "hidden", "choose":
	default:
		return
	}
	for _, part := range strings.Split(value, ",") {
		name, what, _ := strings.Cut(part, ":")
		for i := range c.Tiers {
			t := &c.Tiers[i]
			if t.ID != "tir_"+name {
				continue
			}
			switch key {
			case "price":
				t.Price.Amount, t.Price.TaxIncluded = s.number(what), true
				c.Event.Settings.Orders.Currency = "EUR"
				if t.Donation() {
					t.Suggested = []int64{t.Price.Amount}
				}
			case "tax":
				t.Price.TaxRate, t.Price.TaxIncluded = s.number(strings.TrimPrefix(what, "+")), !strings.HasPrefix(what, "+")
			case "sale":
				from, to, _ := strings.Cut(what, "/")
				if from != "" {
					t.SaleStarts = inventory.At(s.moment(from))
				}
				if to != "" {
					t.SaleEnds = inventory.At(s.moment(to))
				}
			case "max":
				t.MaxPerOrder = s.number(what)
			case "hidden":
				t.Hidden = true
			case "choose":
				s.choose(t, what)
			}
		}
	}
}

// choose lets buyers choose from "500-5000".
func (s *tableCase) choose(t *inventory.Tier, bounds string) {
	least, most, _ := strings.Cut(bounds, "-")
	t.PriceMin, t.PriceMax = s.number(least), s.number(most)
}

// orderCommand is "order ann early=2 regular=1 code=TEN", "order ann best=2<=3500" (the
// best two seats for at most so much each), "begin ann", "tax ann reverse_charge FR number=FR40303265045", "pay ann 3500",
// "return ann items=1,2 refund=500", "prolong ann +10m", "price early 2500 from=2027-06-01T12:00", or
// "code TEN 1000bp uses=1 tiers=early".
func (s *tableCase) orderCommand(who inventory.Who, verb, name string, args []string) (inventory.Command, string) {
	switch verb {
	case "order":
		return s.order(who, name, args), name
	case "begin":
		return inventory.BeginPayment{Who: inventory.Who{Actor: "system"}, OrderID: s.orderOf(name)}, name
	case "tax":
		c := inventory.TaxOrder{Who: inventory.Who{Actor: "system"}, OrderID: s.orderOf(name)}
		if len(args) > 1 {
			c.Taxation = inventory.Taxation{Rule: args[0], Country: args[1]}
		}
		for _, a := range args[min(2, len(args)):] {
			switch key, value, _ := strings.Cut(a, "="); key {
			case "number":
				c.VATID = value
			case "rate":
				c.Rate = s.number(value)
			}
		}
		return c, name
	case "pay":
		c := inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: s.orderOf(name), PaymentID: "pay_" + name, Amount: s.number(args[0]), Currency: "EUR"}
		for _, a := range args[1:] {
			switch key, value, _ := strings.Cut(a, "="); key {
			case "as":
				c.PaymentID = value
			case "in":
				c.Currency = value
			case "card":
				c.Card = inventory.CardOrigin + value
			case "unasked":
				c.Unasked = true
			}
		}
		return c, name
	case "return":
		return s.giveBack(who, name, args), name
	case "prolong":
		return inventory.Prolong{Who: inventory.Who{Actor: "system"}, OrderID: s.orderOf(name), By: s.length(args[0])}, name
	case "fee":
		t := s.store.Tiers["tir_"+name]
		t.FeeTerms = s.fee(args[0])
		return inventory.SetTier{Who: who, Tier: t}, ""
	case "price":
		t := s.store.Tiers["tir_"+name]
		t.Price.Amount = s.number(args[0])
		for _, a := range args[1:] {
			switch key, value, _ := strings.Cut(a, "="); key {
			case "from":
				t.SaleStarts = inventory.At(s.moment(value))
			case "per":
				t.PerTicket = s.number(value)
			case "choose":
				s.choose(&t, value)
			case "fixed":
				t.PriceMin, t.PriceMax = 0, 0
			}
		}
		return inventory.SetTier{Who: who, Tier: t}, ""
	}
	return s.code(who, name, args), ""
}

func (s *tableCase) orderOf(name string) string {
	if id := s.orders[name]; id != "" {
		return id
	}
	return s.store.Offers[s.offer(name)].OrderID
}

func (s *tableCase) order(who inventory.Who, name string, args []string) inventory.Command {
	s.made++
	c := inventory.Reserve{
		Who: who, OrderID: fmt.Sprintf("ord_%s-%d", name, s.made), PersonID: fmt.Sprintf("per_%s-%d", name, s.made), UserID: name,
		Profile: inventory.Profile{Email: name + "@example.org", Name: name}, Guests: "[]",
	}
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		switch key {
		case "complimentary":
			c.Complimentary = true
		case "nopage":
			c.NoCheckout = true
		case "again":
			c.OrderID = s.orderOf(name)
		case "until":
			c.PayUntil = inventory.At(s.moment(value))
		case "each":
			for i := range c.Lines {
				c.Lines[i].Price = &inventory.Price{Amount: s.number(value), TaxRate: 1900, TaxIncluded: true}
			}
		case "for":
			n := s.number(value)
			c.Lines[len(c.Lines)-1].UnitPrice = &n
		case "code":
			c.Promo = value
		case "access":
			c.Access = value
		case "in":
			c.Currency = value
		case "name":
			c.Profile.Name = value
		case "locale":
			c.Profile.Locale = value
		case "best":
			quantity, most, _ := strings.Cut(value, "<=")
			l := inventory.OrderLine{Quantity: s.number(quantity), Best: &inventory.Chosen{}}
			if most != "" {
				l.Best.MaxGross = s.number(most)
			}
			c.Lines = append(c.Lines, l)
		default:
			quantity, seat, _ := strings.Cut(value, "@")
			c.Lines = append(c.Lines, inventory.OrderLine{Tier: "tir_" + key, Quantity: s.number(quantity), Seat: s.seat(seat)})
		}
	}
	return c
}

func (s *tableCase) giveBack(who inventory.Who, name string, args []string) inventory.Command {
	var items []int
	var refund *int64
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		switch key {
		case "items":
			for _, no := range strings.Split(value, ",") {
				items = append(items, int(s.number(no)))
			}
		case "refund":
			n := s.number(value)
			refund = &n
		}
	}
	if items != nil {
		return inventory.CancelItems{Who: who, OrderID: s.orderOf(name), Items: items, Refund: refund}
	}
	return inventory.CancelOrder{Who: who, OrderID: s.orderOf(name), Refund: refund}
}

func (s *tableCase) code(who inventory.Who, text string, args []string) inventory.Command {
	c := inventory.PriceCode{ID: "cod_" + text, Text: text, Kind: inventory.PromoCode}
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		switch {
		case key == "access":
			c.Kind = inventory.AccessCode
		case key == "off":
			c.Disabled = true
		case key == "uses":
			c.MaxUses = s.number(value)
		case key == "from":
			c.Starts = inventory.At(s.moment(value))
		case key == "to":
			c.Ends = inventory.At(s.moment(value))
		case key == "tiers":
			for _, t := range strings.Split(value, ",") {
				c.Tiers = append(c.Tiers, "tir_"+t)
			}
		case strings.HasSuffix(a, "bp"):
			c.Percent = s.number(strings.TrimSuffix(a, "bp"))
		default:
			c.Amount = s.number(a)
		}
	}
	return inventory.PutCode{Who: who, Code: c}
}

// lookAtOrders shows the items of a person's order, what is owed, or how often a
// code is in use.
func (s *tableCase) lookAtOrders(what string, args []string) string {
	var words []string
	switch what {
	case "items":
		h := s.store.Holds[s.orderOf(args[0])]
		order := *h.Order
		h.Order = &order
		for _, r := range s.store.Refunds {
			if r.OrderID == h.ID {
				order.Refunds = append(order.Refunds, r)
			}
		}
		words = append(words, h.OrderStatus()+":")
		for _, it := range h.Order.Items {
			word := fmt.Sprintf("%d %s %d", it.No, strings.TrimPrefix(it.Tier, "tir_"), it.Gross)
			if it.Tax > 0 {
				word += fmt.Sprintf(" (%d+%d)", it.Net, it.Tax)
			}
			if it.Seat != "" {
				word += " at " + s.seatName(it.Seat)
			}
			switch {
			case !it.Live():
				word += " given back"
			case it.Standing:
				word += ", another's until it is paid"
			}
			words = append(words, word+",")
		}
	case "owed":
		words = []string{"nothing"}
		for i, r := range s.store.Refunds {
			if i == 0 {
				words = nil
			}
			words = append(words, fmt.Sprintf("%s %d %s by %s because of %s,", s.owner(r.OrderID), r.Amount, r.Currency, r.PaymentID, r.Reason))
		}
	case "uses":
		words = []string{fmt.Sprint(s.store.Codes["cod_"+args[0]].Used)}
	}
	return strings.TrimSuffix(strings.Join(words, " "), ",")
}
