package api

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// SaleIn is what a tier costs and how it is sold, as far as it is given.
type SaleIn struct {
	Price        *int64       `json:"price,omitempty" minimum:"0" maximum:"1000000000000" doc:"Of one unit, in minor units (cents) of the event's currency. Default 0: free."`
	Currency     string       `json:"currency,omitempty" maxLength:"3" doc:"May be named, and must then be the event's: an event has one currency."`
	TaxRate      *int64       `json:"tax_rate_bp,omitempty" minimum:"0" maximum:"10000" doc:"In basis points: 1900 is 19 %. Each unit is rounded by itself, half a minor unit up. Default 0."`
	TaxIncluded  *bool        `json:"tax_included,omitempty" doc:"Whether price contains the tax; else it comes on top. Default true."`
	SaleStartsAt optionalTime `json:"sale_starts_at,omitzero" doc:"The public can take none before. Default: no bound."`
	SaleEndsAt   optionalTime `json:"sale_ends_at,omitzero" doc:"The public can take none from then on. Default: no bound."`
	MaxPerOrder  *int64       `json:"max_per_order,omitempty" minimum:"0" maximum:"100" doc:"Units of it in one order. Default 0: no bound beside 100."`
	Hidden       *bool        `json:"hidden,omitempty" doc:"Shown to staff and sold with an access code only. Default false."`
}

// SaleOut is what a tier costs and how it is sold.
type SaleOut struct {
	Price        int64      `json:"price" doc:"Of one unit, in minor units of currency; 0: free."`
	Currency     string     `json:"currency,omitempty" example:"EUR"`
	TaxRate      int64      `json:"tax_rate_bp" doc:"In basis points."`
	TaxIncluded  bool       `json:"tax_included"`
	UnitNet      int64      `json:"unit_net" doc:"Of one unit without a code: net, tax and what the buyer pays."`
	UnitTax      int64      `json:"unit_tax"`
	UnitGross    int64      `json:"unit_gross"`
	SaleStartsAt *time.Time `json:"sale_starts_at" doc:"null: no bound."`
	SaleEndsAt   *time.Time `json:"sale_ends_at" doc:"null: no bound."`
	MaxPerOrder  int64      `json:"max_per_order" doc:"0: no bound beside 100."`
	Hidden       bool       `json:"hidden,omitempty"`
}

func saleOf(t *inventory.Tier, currency string) SaleOut {
	charge := inventory.Charged(t.Price, 0)
	out := SaleOut{
		Price: t.Price.Amount, TaxRate: t.Price.TaxRate, TaxIncluded: t.Price.TaxIncluded,
		UnitNet: charge.Net, UnitTax: charge.Tax, UnitGross: charge.Gross,
		SaleStartsAt: timePtr(t.SaleStarts), SaleEndsAt: timePtr(t.SaleEnds), MaxPerOrder: t.MaxPerOrder, Hidden: t.Hidden,
	}
	if t.Paid() {
		out.Currency = currency
	}
	return out
}

// forPublic leaves out what only staff may see.
func (e *Event) forPublic() {
	e.Orders.Instructions = ""
	shown := e.Tiers[:0]
	for _, t := range e.Tiers {
		if !t.Hidden {
			shown = append(shown, t)
		}
	}
	e.Tiers = shown
}

// apply changes what a tier costs as far as the request says something.
func (in *SaleIn) apply(c *checks, at, currency string, t *inventory.Tier) {
	number(in.Price, func(n int64) { t.Price.Amount = n })
	number(in.TaxRate, func(n int64) { t.Price.TaxRate = n })
	number(in.MaxPerOrder, func(n int64) { t.MaxPerOrder = n })
	if in.TaxIncluded != nil {
		t.Price.TaxIncluded = *in.TaxIncluded
	}
	if in.Hidden != nil {
		t.Hidden = *in.Hidden
	}
	c.cutoff(at+".sale_starts_at", in.SaleStartsAt, &t.SaleStarts)
	c.cutoff(at+".sale_ends_at", in.SaleEndsAt, &t.SaleEnds)
	if t.SaleEnds != 0 && t.SaleEnds <= t.SaleStarts {
		c.add(at+".sale_ends_at", "out_of_order", "must be after sale_starts_at")
	}
	switch {
	case in.Currency != "" && in.Currency != currency:
		c.add(at+".currency", "mixed_currencies", "must be the event's currency: an event has one")
	case t.Paid() && currency == "":
		c.add("currency", "required", "is required when a tier has a price")
	}
}

// currency checks a currency's code; "" is none.
func (c *checks) currency(field, code string) string {
	if code != "" && !inventory.IsCurrency(code) {
		c.add(field, "bad_format", "must be an ISO 4217 code of three capital letters, like EUR")
		return ""
	}
	return code
}

// TierChange changes a tier, or adds one when it has no id.
type TierChange struct {
	ID    string   `json:"id,omitempty" maxLength:"64" doc:"Which tier. Without one a tier is added, which takes from the event-wide pool and from those named."`
	Name  *string  `json:"name,omitempty" minLength:"1" maxLength:"200" doc:"Required for a new tier."`
	Pools []string `json:"pools,omitempty" maxItems:"49" doc:"Of a new tier: names of shared pools that a place of it takes from as well."`
	SaleIn
}

// tiers merges what a request says into the tiers as they stand.
func (in *EventChange) tiers(c *checks, v *store.EventView, currency string, newID func(prefix string) string) []inventory.Tier {
	var list []inventory.Tier
	for i := range in.Tiers {
		at := "tiers[" + itoa(int64(i)) + "]"
		wish := &in.Tiers[i]
		tier, known := findTier(v, wish.ID)
		switch {
		case wish.ID != "" && !known:
			c.add(at+".id", "unknown", "is not a tier of this event")
			continue
		case !known:
			tier = inventory.Tier{ID: newID(id.Tier), Pools: wish.newPools(c, at, v), Price: inventory.Price{TaxIncluded: true}}
			if wish.Name == nil {
				c.add(at+".name", "required", "is required for a new tier")
			}
		case len(wish.Pools) > 0:
			c.add(at+".pools", "not_allowed", "cannot be changed")
		}
		if wish.Name != nil {
			tier.Name = c.line(at+".name", *wish.Name, 1, MaxName)
			for j := range v.Tiers {
				if v.Tiers[j].Name == tier.Name && v.Tiers[j].ID != tier.ID {
					c.add(at+".name", "duplicate", "is the name of another tier too")
				}
			}
		}
		wish.SaleIn.apply(c, at, currency, &tier)
		list = append(list, tier)
	}
	return list
}

func findTier(v *store.EventView, tier string) (inventory.Tier, bool) {
	for i := range v.Tiers {
		if v.Tiers[i].ID == tier {
			return v.Tiers[i], true
		}
	}
	return inventory.Tier{}, false
}

func (in *TierChange) newPools(c *checks, at string, v *store.EventView) []string {
	shared := make(map[string]string, len(v.Pools))
	var ids []string
	for i := range v.Pools {
		if i == 0 {
			ids = append(ids, v.Pools[0].ID)
		} else {
			shared[v.Pools[i].Name] = v.Pools[i].ID
		}
	}
	return append(ids, c.sharedPools(at, in.Pools, shared)...)
}

// OrdersIn are the rules of orders, as far as they are given.
type OrdersIn struct {
	HoldTime     *int64 `json:"hold_seconds,omitempty" minimum:"10" maximum:"2592000" doc:"How long an order waits for its payment. Default 900, 15 minutes."`
	SeatHoldTime *int64 `json:"seat_hold_seconds,omitempty" minimum:"10" maximum:"2592000" doc:"The same for an order that names seats. Default 120, 2 minutes."`
	Exchange     *bool  `json:"exchange,omitempty" doc:"Buyers may give tickets to the waitlist for their money: they keep them until somebody has paid. Default true."`
	SelfRefund   *bool  `json:"self_refund,omitempty" doc:"Buyers may give places back for their money, until the cancellation cutoff. Default false: only staff refunds."`
	// Instructions is a pointer so that empty text takes them away.
	Instructions *string `json:"payment_instructions,omitempty" maxLength:"2000" doc:"How to pay by bank transfer or in cash; plain text, lines are kept. Where there is any, the buyer of an order that is to be paid is told at once, with the amount, a reference and until when; and the page of the order shows it."`
}

func (in *OrdersIn) apply(c *checks, o *inventory.OrderSettings) {
	if in.Instructions != nil {
		o.Instructions = c.prose("orders.payment_instructions", *in.Instructions, inventory.MaxInstructions)
	}
	number(in.HoldTime, func(n int64) { o.HoldTime = inventory.Micros(n) * inventory.Second })
	number(in.SeatHoldTime, func(n int64) { o.SeatHoldTime = inventory.Micros(n) * inventory.Second })
	if in.Exchange != nil {
		o.NoExchange = !*in.Exchange
	}
	if in.SelfRefund != nil {
		o.SelfRefund = *in.SelfRefund
	}
}

// OrdersOut are the rules of orders.
type OrdersOut struct {
	HoldTime     int64  `json:"hold_seconds"`
	SeatHoldTime int64  `json:"seat_hold_seconds"`
	SelfRefund   bool   `json:"self_refund"`
	Exchange     bool   `json:"exchange"`
	Instructions string `json:"payment_instructions,omitempty" doc:"Shown to staff. Buyers have it with their order."`
}

func ordersOf(o *inventory.OrderSettings) OrdersOut {
	return OrdersOut{seconds(o.HoldTime), seconds(o.SeatHoldTime), o.SelfRefund, !o.NoExchange, o.Instructions}
}
