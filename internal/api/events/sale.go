package events

import (
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// maxTierDescription is the maximum length of a tier's description, in characters.
const maxTierDescription = 300

// applyWords changes what a tier says beside its name as far as the request says something.
func applyWords(in *wire.TierWords, c *httpapi.Checks, at string, t *inventory.Tier) {
	if in.Description != nil {
		t.Description = c.Line(at+".description", *in.Description, 0, maxTierDescription)
	}
}

// applySale changes what a tier costs as far as the request says something.
func applySale(in *wire.SaleIn, c *httpapi.Checks, at, currency string, t *inventory.Tier) {
	httpapi.Number(in.Price, func(n int64) { t.Price.Amount = n })
	httpapi.Number(in.TaxRate, func(n int64) { t.Price.TaxRate = n })
	httpapi.Number(in.MaxPerOrder, func(n int64) { t.MaxPerOrder = n })
	if in.TaxIncluded != nil {
		t.Price.TaxIncluded = *in.TaxIncluded
	}
	applyChoice(in, c, at, currency, t)
	if in.Hidden != nil {
		t.Hidden = *in.Hidden
	}
	wire.Cutoff(c, at+".sale_starts_at", in.SaleStartsAt, &t.SaleStarts)
	wire.Cutoff(c, at+".sale_ends_at", in.SaleEndsAt, &t.SaleEnds)
	if t.SaleEnds != 0 && t.SaleEnds <= t.SaleStarts {
		c.Add(at+".sale_ends_at", "out_of_order", "must be after sale_starts_at")
	}
	switch {
	case in.Currency != "" && in.Currency != currency:
		c.Add(at+".currency", "mixed_currencies", "must be the event's currency: an event has one")
	case t.Paid() && currency == "":
		c.Add("currency", "required", "is required when a tier has a price")
	}
}

// applyChoice changes whether buyers choose what they pay, and within which bounds.
func applyChoice(in *wire.SaleIn, c *httpapi.Checks, at, currency string, t *inventory.Tier) {
	chosen := t.Chosen()
	if in.Pricing != nil {
		chosen = *in.Pricing == wire.PricingChosen
	}
	if !chosen {
		t.PriceMin, t.PriceMax = 0, 0
		for field, given := range map[string]bool{".price_min": in.PriceMin != nil, ".price_max": in.PriceMax != nil} {
			if given {
				c.Add(at+field, "not_allowed", "is for pricing chosen")
			}
		}
		return
	}
	httpapi.Number(in.PriceMin, func(n int64) { t.PriceMin = n })
	httpapi.Number(in.PriceMax, func(n int64) { t.PriceMax = n })
	step := inventory.Step(currency)
	switch {
	case !t.Chosen():
		c.Add(at+".price_max", "required", "is required where buyers choose")
	case t.PriceMax%step != 0:
		c.Add(at+".price_max", "out_of_range", "cannot be paid in that currency")
	case t.PriceMin > t.PriceMax || t.PriceMin%step != 0:
		c.Add(at+".price_min", "out_of_range", "must be an amount that can be paid, and at most price_max")
	case t.Price.Amount < t.PriceMin || t.Price.Amount > t.PriceMax:
		c.Add(at+".price", "out_of_range", "is what is suggested, and must lie within price_min and price_max")
	case !t.Price.TaxIncluded:
		c.Add(at+".tax_included", "not_allowed", "must be true where buyers choose: what they choose is what they pay")
	}
}

// changedTiers merges what a request says into the tiers as they stand.
func changedTiers(in *wire.EventChange, c *httpapi.Checks, v *events.EventView, currency string, newID func(prefix string) string) (list []inventory.Tier, pools []inventory.Pool) {
	for i := range in.Tiers {
		at := "tiers[" + httpapi.Itoa(int64(i)) + "]"
		wish := &in.Tiers[i]
		known := v.Tier(wish.ID)
		var tier inventory.Tier
		if known != nil {
			tier = *known
		}
		switch {
		case wish.ID != "" && known == nil:
			c.Add(at+".id", "unknown", "is not a tier of this event")
			continue
		case known == nil:
			tier = inventory.Tier{ID: newID(id.Tier), Price: inventory.Price{TaxIncluded: true}}
			if wish.Name == nil {
				c.Add(at+".name", "required", "is required for a new tier")
			}
		case len(wish.Pools) > 0:
			c.Add(at+".pools", "not_allowed", "cannot be changed")
		}
		if wish.Name != nil {
			tier.Name = c.Line(at+".name", *wish.Name, 1, httpapi.MaxName)
			for j := range v.Tiers {
				if v.Tiers[j].Name == tier.Name && v.Tiers[j].ID != tier.ID {
					c.Add(at+".name", "duplicate", "is the name of another tier too")
				}
			}
		}
		applyWords(&wish.TierWords, c, at, &tier)
		if isDonation(&wish.KindIn, known) {
			asDonation(&wish.SaleIn, &wish.KindIn, wish.Capacity, c, at, currency, &tier)
		}
		if isFee(&wish.KindIn, known) {
			asFee(&wish.SaleIn, wish.Capacity, c, at)
		}
		applySale(&wish.SaleIn, c, at, currency, &tier)
		applyKind(&wish.KindIn, c, at, currency, &tier, known, func(named string) string {
			for j := range v.Tiers {
				if t := &v.Tiers[j]; t.Admits() && (t.Name == named || t.ID == named) {
					return t.ID
				}
			}
			return ""
		})
		extra := known == nil && !tier.Admits()
		switch {
		case extra && tier.Fee():
			if len(wish.Pools) > 0 {
				c.Add(at+".pools", "not_allowed", "is for tickets: a fee takes from no pool")
			}
		case extra:
			own := ownPool(newID(id.Pool), &tier, wish.Capacity)
			if pools, tier.Pools = append(pools, own), []string{own.ID}; len(wish.Pools) > 0 {
				c.Add(at+".pools", "not_allowed", "is for tickets: add-ons and goods have a pool of their own")
			}
		case known == nil:
			tier.Pools = poolsOfNewTier(wish, c, at, v)
		}
		if wish.Capacity != nil && !extra {
			c.Add(at+".capacity", "not_allowed", "is for new add-ons and goods: else it is that of a pool")
		}
		list = append(list, tier)
	}
	return list, pools
}

// tierOrder returns the tiers of an event in the order that a request gives them; nil where it
// says nothing of it. changed are the tiers that it names, in its order.
func tierOrder(in *wire.EventChange, c *httpapi.Checks, v *events.EventView, changed []inventory.Tier) *[]string {
	placed := map[int64]string{} // by position
	rest := make([]string, 0, len(v.Tiers)+len(changed))
	for i := range v.Tiers {
		rest = append(rest, v.Tiers[i].ID)
	}
	for i := range changed {
		if v.Tier(changed[i].ID) == nil {
			rest = append(rest, changed[i].ID)
		}
	}
	all := int64(len(rest))
	for i := range in.Tiers {
		position := in.Tiers[i].Position
		if position == nil || len(changed) != len(in.Tiers) { // one of them is refused
			continue
		}
		switch at := "tiers[" + httpapi.Itoa(int64(i)) + "].position"; {
		case *position > all:
			c.Add(at, "out_of_range", "must be at most %d: the event has no more tiers", all)
		case placed[*position] != "" || slices.Contains(slices.Collect(maps.Values(placed)), changed[i].ID):
			c.Add(at, "duplicate", "is the place of another tier too, or the tier has another")
		default:
			placed[*position] = changed[i].ID
		}
	}
	if len(placed) == 0 {
		return nil
	}
	rest = slices.DeleteFunc(rest, func(tier string) bool { return slices.Contains(slices.Collect(maps.Values(placed)), tier) })
	order := make([]string, 0, all)
	for position := int64(1); position <= all; position++ {
		if tier := placed[position]; tier != "" {
			order = append(order, tier)
		} else if len(rest) > 0 {
			order, rest = append(order, rest[0]), rest[1:]
		}
	}
	return &order
}

func poolsOfNewTier(in *wire.TierChange, c *httpapi.Checks, at string, v *events.EventView) []string {
	shared := make(map[string]string, len(v.Pools))
	var ids []string
	for i := range v.Pools {
		if i == 0 {
			ids = append(ids, v.Pools[0].ID)
		} else {
			shared[v.Pools[i].Name] = v.Pools[i].ID
		}
	}
	return append(ids, sharedPools(c, at, in.Pools, shared)...)
}

// boundOf is a bound as it is stored, where 0 is what nobody has said.
func boundOf(n int64) int64 {
	if n == 0 {
		return -1
	}
	return n
}

func applyOrders(in *wire.OrdersIn, c *httpapi.Checks, o *inventory.OrderSettings) {
	if in.Instructions != nil {
		o.Instructions = c.Prose("orders.payment_instructions", *in.Instructions, inventory.MaxInstructions)
	}
	httpapi.Number(in.FirstHoldTime, func(n int64) { o.FirstHoldTime = inventory.Micros(n) * inventory.Second })
	httpapi.Number(in.HoldTime, func(n int64) { o.HoldTime = inventory.Micros(n) * inventory.Second })
	httpapi.Number(in.SeatHoldTime, func(n int64) { o.SeatHoldTime = inventory.Micros(n) * inventory.Second })
	httpapi.Number(in.UnpaidPerNetwork, func(n int64) { o.UnpaidPerNetwork = boundOf(n) })
	httpapi.Number(in.UnpaidPerPerson, func(n int64) { o.UnpaidPerPerson = boundOf(n) })
	httpapi.Number(in.LimitPerCard, func(n int64) { o.LimitPerCard = n })
	if in.Exchange != nil {
		o.NoExchange = !*in.Exchange
	}
}
