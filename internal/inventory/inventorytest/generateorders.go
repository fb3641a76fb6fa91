package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// sale makes up what a tier costs and when it is sold: half of them are free.
func (g *Generator) sale(t inventory.Tier, now inventory.Instant) inventory.Tier {
	t.Price, t.SaleStarts, t.SaleEnds, t.MaxPerOrder, t.Hidden = inventory.Price{}, 0, 0, 0, false
	if g.Intn(2) == 0 {
		t.Price = inventory.Price{Amount: int64(1 + g.Intn(5000)), TaxRate: []int64{0, 700, 1900}[g.Intn(3)], TaxIncluded: g.Intn(2) == 0}
	}
	switch day := inventory.Instant(inventory.Day); g.Intn(14) {
	case 0:
		t.SaleStarts = now + inventory.Instant(g.Intn(3))*day
	case 1:
		t.SaleEnds = now + inventory.Instant(1+g.Intn(9))*day
	case 2:
		t.MaxPerOrder = 2
	case 3:
		t.Hidden = true
	}
	return t
}

// orderCommand makes a command about orders, tiers and codes.
func (g *Generator) orderCommand(k Known, who inventory.Who) inventory.Command {
	switch n := g.Intn(140); {
	case n >= 122:
		return g.transfer(k, who)
	case n >= 100:
		return g.exchange(k, who)
	case n < 38:
		return g.Reserve(k, who)
	case n < 64:
		return g.pay(k, who)
	case n < 72:
		return inventory.CancelOrder{Who: who, OrderID: g.order(k).ID, Refund: g.refund(who)}
	case n < 82:
		o := g.order(k)
		items := []int{1 + g.Intn(max(1, o.Items))}
		if g.Intn(3) == 0 {
			items = append(items, 1+g.Intn(o.Items+1))
		}
		return inventory.CancelItems{Who: who, OrderID: o.ID, Items: items, Refund: g.refund(who)}
	case n < 88:
		return inventory.Prolong{Who: who, OrderID: g.order(k).ID, By: inventory.Micros(g.Intn(61)) * inventory.Minute}
	case n < 96:
		return g.putCode(k, who)
	default:
		t := g.sale(inventory.Tier{ID: g.one(k.Tiers, "tir_")}, k.Event.Clock)
		t.Name = k.Sale[t.ID].Name
		if _, known := k.Sale[t.ID]; !known {
			t.ID, t.Pools = g.id("tir_"), k.Pools[:1]
		}
		return inventory.SetTier{Who: who, Tier: t}
	}
}

func (g *Generator) order(k Known) KnownOrder {
	if len(k.Paid) == 0 || g.Intn(30) == 0 {
		return KnownOrder{ID: "ord_nobody", Total: 1, Currency: "EUR"}
	}
	list := k.Paid
	if recent := 6; len(list) > recent && g.Intn(3) > 0 {
		list = list[len(list)-recent:]
	}
	return list[g.Intn(len(list))]
}

// refund is seldom another amount than the one that the rules say.
func (g *Generator) refund(who inventory.Who) *int64 {
	if g.Intn(5) > 0 || (!who.Staff && g.Intn(3) > 0) {
		return nil
	}
	n := int64(g.Intn(3000))
	return &n
}

// Reserve makes an order of one line, sometimes two, now and then with a code.
func (g *Generator) Reserve(k Known, who inventory.Who) inventory.Reserve {
	c := inventory.Reserve{
		Who: who, OrderID: g.id("ord_"), PersonID: g.id("per_"), UserID: g.user(), Guests: "[]", Currency: "EUR",
	}
	c.Profile = inventory.Profile{Email: c.UserID + "@example.org", Name: c.UserID, Locale: "en"}
	for range 1 + g.Intn(5)/3 {
		l := inventory.OrderLine{Tier: g.one(k.Tiers, "tir_"), Quantity: int64(1 + g.Intn(3))}
		if g.Intn(30) == 0 {
			l.Quantity = int64(g.Intn(2)) * 200
		}
		c.Lines = append(c.Lines, l)
	}
	if g.Intn(40) == 0 {
		c.Currency = "USD"
	}
	if g.Intn(2) == 0 {
		return c
	}
	if len(k.Codes) == 0 || g.Intn(15) == 0 {
		c.Promo = "NOSUCHCODE"
		return c
	}
	if code := k.Codes[g.Intn(len(k.Codes))]; code.Kind == inventory.PromoCode {
		c.Promo = code.Text
	} else {
		c.Access = code.Text
	}
	return c
}

// pay pays an order, mostly the right amount, sometimes again.
func (g *Generator) pay(k Known, who inventory.Who) inventory.Command {
	o := g.order(k)
	c := inventory.Pay{Who: who, OrderID: o.ID, PaymentID: "pay_" + o.ID, Amount: max(1, o.Total), Currency: o.Currency}
	switch g.Intn(12) {
	case 0:
		c.Amount++
	case 1:
		c.Currency = "USD"
	case 2:
		c.PaymentID = g.id("pay_")
	}
	if c.Amount != o.Total || c.Currency != o.Currency {
		c.PaymentID += "_wrong"
	}
	return c
}

func (g *Generator) putCode(k Known, who inventory.Who) inventory.Command {
	code := inventory.PriceCode{ID: g.id("cod_"), Kind: inventory.PromoCode, MaxUses: int64(g.Intn(3))}
	code.Text = "CODE" + code.ID[len("cod_"):]
	if len(k.Codes) > 0 && g.Intn(2) == 0 {
		old := k.Codes[g.Intn(len(k.Codes))]
		code.ID, code.Text, code.Kind = old.ID, old.Text, old.Kind
	} else if g.Intn(3) == 0 {
		code.Kind = inventory.AccessCode
	}
	if code.Kind == inventory.PromoCode {
		if g.Intn(2) == 0 {
			code.Percent = int64(1 + g.Intn(10_000))
		} else {
			code.Amount = int64(1 + g.Intn(3000))
		}
	}
	if g.Intn(2) == 0 {
		code.Tiers = []string{k.Tiers[g.Intn(len(k.Tiers))]}
	}
	switch day := inventory.Instant(inventory.Day); g.Intn(12) {
	case 0:
		code.Starts = k.Event.Clock + day
	case 1:
		code.Ends = k.Event.Clock + day
	case 2:
		code.Disabled = true
	}
	return inventory.PutCode{Who: who, Code: code}
}
