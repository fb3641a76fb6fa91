package inventorytest

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// currency is what events count in.
func (g *Generator) currency() string {
	if g.Currency == "" {
		return "EUR"
	}
	return g.Currency
}

// amount is n of the smallest amounts that can be paid.
func (g *Generator) amount(n int) int64 { return int64(n) * inventory.Step(g.currency()) }

// sale makes up what a tier costs and when it is sold: half of them are free.
func (g *Generator) sale(t inventory.Tier, now inventory.Instant) inventory.Tier {
	t.Price, t.SaleStarts, t.SaleEnds, t.MaxPerOrder, t.Hidden = inventory.Price{}, 0, 0, 0, false
	if g.Intn(2) == 0 {
		t.Price = inventory.Price{Amount: g.amount(1 + g.Intn(5000)), TaxRate: []int64{0, 700, 1900}[g.Intn(3)], TaxIncluded: g.Intn(2) == 0}
	}
	t = g.perhapsChosen(t)
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

// perhapsChosen lets buyers choose what they pay now and then, from nothing on half of the time.
func (g *Generator) perhapsChosen(t inventory.Tier) inventory.Tier {
	t.PriceMin, t.PriceMax = 0, 0
	before := g.Intn
	if g.use("chosen"); g.Intn(6) == 0 {
		t.Price = inventory.Price{Amount: g.amount(500 + g.Intn(500)), TaxRate: int64(g.Intn(3)) * 700, TaxIncluded: true}
		t.PriceMin, t.PriceMax = g.amount(g.Intn(2)*g.Intn(500)), g.amount(1000+g.Intn(1000))
	}
	g.Intn = before
	return t
}

// chosen is what somebody chooses to pay for a unit of a tier. Now and then it is more or
// less than may be, or something where there is nothing to choose.
func (g *Generator) chosen(t inventory.Tier) *int64 {
	before := g.Intn
	defer func() { g.Intn = before }()
	g.use("chosen")
	n := g.amount(g.Intn(1000))
	switch odd := g.Intn(12) == 0; {
	case !t.Chosen() && odd && g.Intn(4) == 0:
		return &n
	case !t.Chosen() || odd && n%2 == 0:
		return nil
	case odd:
		n += t.PriceMax
	case g.Intn(4) == 0:
		n = t.PriceMin
	default:
		n = max(n, t.PriceMin)
	}
	return &n
}

// offered is the tier of an offer; where nobody knows it, any.
func (g *Generator) offered(k Known, offer string) inventory.Tier {
	if tier, known := k.OfferTiers[offer]; known {
		return k.Sale[tier]
	}
	before := g.Intn
	defer func() { g.Intn = before }()
	g.use("chosen")
	return k.Sale[g.one(k.Tiers, "tir_")]
}

func (g *Generator) cancelOrder(k Known) inventory.CancelOrder {
	who, order := g.who(), g.order(k).ID
	// By the order, and not by chance: histories of a seed stay what they were as far as they can.
	unpaid := order != "" && order[len(order)-1]%8 == 0
	return inventory.CancelOrder{Who: who, OrderID: order, Refund: g.refund(who), Unpaid: unpaid}
}

func (g *Generator) cancelItems(k Known) inventory.CancelItems {
	who, o := g.who(), g.order(k)
	items := []int{1 + g.Intn(max(1, o.Items))}
	if g.Intn(3) == 0 {
		items = append(items, 1+g.Intn(o.Items+1))
	}
	return inventory.CancelItems{Who: who, OrderID: o.ID, Items: items, Refund: g.refund(who)}
}

func (g *Generator) beginPayment(k Known) inventory.BeginPayment {
	return inventory.BeginPayment{Who: g.who(), OrderID: g.order(k).ID}
}

// taxOrder taxes an order in all ways, and now and then in one that is refused.
func (g *Generator) taxOrder(k Known) inventory.TaxOrder {
	c := inventory.TaxOrder{Who: g.who(), OrderID: g.order(k).ID}
	switch g.Intn(8) {
	case 0, 1:
	case 2, 3, 4:
		c.Taxation, c.VATID = inventory.Taxation{Rule: inventory.ReverseCharge, Country: "FR"}, "FR40303265045"
	case 5:
		c.Taxation = inventory.Taxation{Rule: inventory.ReverseCharge, Country: "FR"}
	case 6:
		c.Taxation = inventory.Taxation{Rule: inventory.BuyerPlace, Country: "AT", Rate: int64(g.Intn(4)) * 500}
	default:
		c.Taxation = inventory.Taxation{Rule: inventory.BuyerPlace, Country: "AT", Rate: 2000}
	}
	return c
}

func (g *Generator) prolong(k Known) inventory.Prolong {
	return inventory.Prolong{Who: g.who(), OrderID: g.order(k).ID, By: inventory.Micros(g.Intn(61)) * inventory.Minute}
}

func (g *Generator) setTier(k Known) inventory.SetTier {
	t := g.sale(inventory.Tier{ID: g.one(k.Tiers, "tir_")}, k.Event.Clock)
	known := k.Sale[t.ID]
	t.Name, t.Kind, t.PerTicket, t.GoesWith = known.Name, known.Kind, known.PerTicket, known.GoesWith
	g.perhapsWider(&t)
	if known.Donation() {
		t = g.asked(t)
	}
	if _, known := k.Sale[t.ID]; !known {
		t.ID, t.Pools = g.id("tir_"), k.Pools[:1]
	}
	return g.perhapsFee(k, inventory.SetTier{Who: g.who(), Tier: t})
}

func (g *Generator) order(k Known) KnownOrder {
	if len(k.Paid) == 0 || g.Intn(30) == 0 {
		return KnownOrder{ID: g.nobody("ord_"), Total: 1, Currency: g.currency()}
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
	n := g.Intn(3000)
	amount := g.amount(n)
	if n%7 == 0 {
		amount = int64(n) // which no such amount may be
	}
	return &amount
}

// Reserve makes an order of one line, sometimes two, now and then with a code.
func (g *Generator) Reserve(k Known) inventory.Reserve {
	c := inventory.Reserve{
		Who: g.who(), OrderID: g.id("ord_"), PersonID: g.id("per_"), UserID: g.user(), Guests: "[]", Currency: g.currency(), NoCheckout: g.Intn(4) == 0,
	}
	c.Who = from(c.Who, c.UserID)
	c.Profile = inventory.Profile{Email: c.UserID + "@example.org", Name: c.UserID, Locale: "en"}
	for range 1 + g.Intn(5)/3 {
		l := inventory.OrderLine{Tier: g.one(k.Tiers, "tir_"), Quantity: int64(1 + g.Intn(3))}
		if g.Intn(30) == 0 {
			l.Quantity = int64(g.Intn(2)) * 200
		}
		l.UnitPrice = g.chosen(k.Sale[l.Tier])
		c.Lines = append(c.Lines, l)
	}
	g.withExtras(k, &c)
	if g.Intn(40) == 0 {
		c.Currency = "USD"
	}
	if g.Intn(2) == 0 {
		return c
	}
	if len(g.codes) == 0 || g.Intn(15) == 0 {
		c.Promo = "NOSUCHCODE"
		return c
	}
	if code := g.codes[g.Intn(len(g.codes))]; code.Kind == inventory.PromoCode {
		c.Promo = code.Text
	} else {
		c.Access = code.Text
	}
	return c
}

// reserve makes an order, now and then one of another shop, or at the door.
func (g *Generator) reserve(k Known) inventory.Reserve {
	return g.perhapsAtDoor(g.perhapsImported(k, g.Reserve(k)))
}

// perhapsAtDoor sells an order at a till now and then, or gives it away there. Now and then
// somebody says so who may not.
func (g *Generator) perhapsAtDoor(c inventory.Reserve) inventory.Reserve {
	before := g.Intn
	if g.use("door"); c.Import == "" && g.Intn(8) == 0 {
		if c.Till, c.Complimentary = "til_front", g.Intn(3) == 0; g.Intn(6) > 0 {
			c.Who = inventory.Who{Actor: "key_staff", Staff: true, Till: c.Till}
		}
	}
	g.Intn = before
	return c
}

func (g *Generator) perhapsImported(k Known, c inventory.Reserve) inventory.Reserve {
	before := g.Intn
	if g.use("import"); g.Intn(9) == 0 {
		g.imports(k, &c)
	}
	g.Intn = before
	return c
}

// imports makes an order one that another shop has sold, now and then one that is here
// already, or that could not be paid any more.
func (g *Generator) imports(k Known, c *inventory.Reserve) {
	c.Who, c.PayUntil = inventory.Who{Actor: "key_staff", Staff: true, Import: "pretix"}, k.Event.Clock+inventory.Instant(inventory.Hour)*inventory.Instant(g.Intn(40))
	here := slices.ContainsFunc(k.Paid, func(o KnownOrder) bool { return o.ID == g.imported })
	if here && g.Intn(6) == 0 {
		c.OrderID = g.imported
	}
	g.imported = c.OrderID
	for i := range c.Lines {
		if g.Intn(20) > 0 {
			c.Lines[i].UnitPrice = nil
		}
		if g.Intn(3) > 0 {
			c.Lines[i].Price = &inventory.Price{Amount: g.amount(g.Intn(3000)), TaxRate: int64(g.Intn(3)) * 700, TaxIncluded: true}
		}
	}
}

// pay pays an order, mostly the right amount, sometimes again.
func (g *Generator) pay(k Known) inventory.Pay {
	return g.payFor(g.order(k))
}

// payFor pays an order. One whose price is not known is paid with a guess, whose
// refusal tells it.
func (g *Generator) payFor(o KnownOrder) inventory.Pay {
	c := inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: o.ID, PaymentID: "pay_" + o.ID, Amount: max(1, o.Total), Currency: o.Currency}
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
	c.Card = cardOf(o.ID)
	return c
}

func (g *Generator) putCode(k Known) inventory.PutCode {
	code := inventory.PriceCode{ID: g.id("cod_"), Kind: inventory.PromoCode, MaxUses: int64(g.Intn(3))}
	code.Text = "CODE" + strings.ToUpper(code.ID[max(len("cod_"), len(code.ID)-12):])
	if len(g.codes) > 0 && g.Intn(2) == 0 {
		old := g.codes[g.Intn(len(g.codes))]
		code.ID, code.Text, code.Kind = old.ID, old.Text, old.Kind
	} else {
		if g.Intn(3) == 0 {
			code.Kind = inventory.AccessCode
		}
		g.codes = append(g.codes, code)
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
	return inventory.PutCode{Who: g.who(), Code: code}
}
