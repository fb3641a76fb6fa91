package inventory

import (
	"cmp"
	"slices"
)

// checkSale checks what a tier costs and when it is sold.
func (t *Tier) checkSale(currency string) Outcome {
	field := cmp.Or(t.wrongChoice(currency), t.wrongFee(currency))
	switch {
	case field != "":
	case t.Price.Amount < 0 || t.Price.Amount > MaxPrice || t.Price.Amount%Step(currency) != 0:
		field = "price"
	case t.Price.TaxRate < 0 || t.Price.TaxRate > MaxTaxRate:
		field = "tax_rate_bp"
	case t.SaleStarts < 0 || t.SaleEnds < 0:
		field = "sale_starts_at"
	case t.SaleEnds != 0 && t.SaleEnds <= t.SaleStarts:
		field = "sale_ends_at"
	case t.MaxPerOrder < 0 || t.MaxPerOrder > MaxOrderUnits:
		field = "max_per_order"
	case (t.Paid() || !t.FeeTerms.Nothing()) && currency == "":
		return Outcome{Code: InvalidSettings, Field: "currency"}
	}
	if field != "" {
		return Outcome{Code: InvalidSettings, Field: field}
	}
	return Outcome{}
}

// onSale reports whether the public may take of the tier at now, and if not, why.
func (t *Tier) onSale(now Instant) Code {
	switch {
	case t.SaleStarts != 0 && now < t.SaleStarts:
		return SaleNotOpen
	case t.SaleEnds != 0 && now >= t.SaleEnds:
		return SaleOver
	}
	return OK
}

// sameSale reports whether two tiers have the same terms.
func (t *Tier) sameSale(u *Tier) bool {
	return t.Name == u.Name && t.Description == u.Description && t.Price == u.Price && t.PriceMin == u.PriceMin && t.PriceMax == u.PriceMax && t.SaleStarts == u.SaleStarts && t.SaleEnds == u.SaleEnds &&
		t.MaxPerOrder == u.MaxPerOrder && t.Hidden == u.Hidden && t.PerTicket == u.PerTicket && slices.Equal(t.GoesWith, u.GoesWith) && slices.Equal(t.Suggested, u.Suggested) && t.FeeTerms == u.FeeTerms
}

// tierWrong says why a tier cannot become what is wished, among tiers of which some change
// too; pools are those that the event gets with it.
func (d *decider) tierWrong(t *Tier, currency string, wished []Tier, pools []Pool) Outcome {
	wrong := func(field string) Outcome { return Outcome{Code: InvalidSettings, Field: field} }
	o, known := t.checkSale(currency), d.tiers[t.ID]
	field := t.wrongKind(func(id string) *Tier { return cmp.Or(tierOfID(wished, id), d.st.Tiers[id]) })
	if known != nil && field == "" {
		field = t.narrows(known.Tier)
	}
	switch {
	case o.Code != OK:
		return o
	case field != "":
		return wrong(field)
	case known != nil && known.seats && t.Chosen():
		return wrong("pricing")
	case known != nil:
		return Outcome{}
	}
	if t.ID == "" || len(d.st.Tiers) >= MaxTiers {
		return wrong("tiers")
	}
	if (len(t.Pools) == 0) != t.Fee() {
		return wrong("pools")
	}
	for i, id := range t.Pools {
		isNew := slices.ContainsFunc(pools, func(p Pool) bool { return p.ID == id })
		if d.pools[id] == nil && !isNew {
			return Outcome{Code: NotFound, Field: "pools"}
		}
		if !isNew && slices.ContainsFunc(d.pools[id].tiers, func(other *tierIndex) bool { return other.Admits() != t.Admits() }) {
			return wrong("pools")
		}
		for _, other := range t.Pools[:i] {
			if other == id {
				return wrong("pools")
			}
		}
	}
	return Outcome{}
}

// changeTier changes or adds a tier that tierWrong let pass.
func (d *decider) changeTier(who string, wish *Tier) Outcome {
	known := d.st.Tiers[wish.ID]
	switch {
	case known == nil:
		d.addTier(who, *wish)
	case !known.sameSale(wish):
		old, pools := known.PriceText(), known.Pools
		*known = *wish
		known.Pools = pools
		d.writeTier(who, known, old, false)
		if len(d.st.Exchanges) > 0 {
			d.respare(d.tiers[known.ID])
			d.waitlistDirty = true // less to give too: a party may have kept a claim on it
		}
	}
	return Outcome{Status: text(wish.Price.Amount)}
}

// poolsWrong says why an event cannot get pools together with tiers: each is one tier's, which
// is new.
func (d *decider) poolsWrong(pools []Pool, tiers []Tier) Outcome {
	if len(d.pools)+len(pools) > MaxPools {
		return Outcome{Code: InvalidSettings, Field: "pools"}
	}
	for i := range pools {
		p := &pools[i]
		taken := 0
		for j := range tiers {
			if t := &tiers[j]; slices.Contains(t.Pools, p.ID) && d.tiers[t.ID] == nil {
				taken++
			}
		}
		twice := slices.ContainsFunc(pools[:i], func(other Pool) bool { return other.ID == p.ID })
		switch {
		case p.Capacity < 0 || p.Capacity > MaxCapacity:
			return Outcome{Code: CapacityOutOfRange, Field: "capacity"}
		case p.ID == "" || d.pools[p.ID] != nil || twice || taken != 1:
			return Outcome{Code: InvalidSettings, Field: "pools"}
		}
	}
	return Outcome{}
}

// addPool adds a pool to an event that is there already.
func (d *decider) addPool(who string, p Pool) {
	pool := &Pool{ID: p.ID, Name: p.Name, Capacity: p.Capacity}
	pi := &poolIndex{Pool: pool, touched: true} // it is written as a whole
	d.st.Pools[p.ID], d.pools[p.ID] = pool, pi
	d.out.NewPools = append(d.out.NewPools, pool)
	d.movePool(pi, "", text(p.Capacity), who, ReasonCreated, p.Capacity)
}

func (d *decider) addTier(who string, t Tier) {
	t.Pools, t.GoesWith, t.Suggested = slices.Clone(t.Pools), slices.Clone(t.GoesWith), slices.Clone(t.Suggested)
	ti := &tierIndex{Tier: &t}
	for _, id := range t.Pools {
		p := d.pools[id]
		p.tiers = append(p.tiers, ti)
		ti.pools = append(ti.pools, p)
	}
	d.st.Tiers[t.ID], d.tiers[t.ID] = &t, ti
	d.respare(ti)
	d.writeTier(who, &t, "", true)
}

func (d *decider) writeTier(who string, t *Tier, old string, isNew bool) {
	d.write(transition{who: who, subject: t.ID, from: old, to: t.PriceText(), reason: ReasonTierChanged})
	d.touchTier(t, isNew)
}

// mayCountIn reports whether the event's currency may become another: not while a
// tier has a price without one, or one that cannot be paid in it, nor once units are taken, for money may have
// been.
func (d *decider) mayCountIn(currency string) bool {
	if currency == d.st.Event.Settings.Orders.Currency {
		return true
	}
	if d.st.Event.Settings.Orders.Currency != "" && d.taken() {
		return false
	}
	for _, t := range d.st.Tiers {
		f := &t.FeeTerms
		if (t.Paid() || !f.Nothing()) && currency == "" || !payableIn(currency, t.Price.Amount, t.PriceMin, t.PriceMax, f.Order, f.Ticket, f.Max) {
			return false
		}
	}
	return true
}
