package store

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

const tierColumns = "id, name, price, tax_rate, tax_included, sale_starts_at, sale_ends_at, max_per_order, hidden"

// tierRow is a row of tiers as Scan can fill it.
type tierRow struct {
	inventory.Tier
	included, hidden int64
}

func (t *tierRow) fields() []any {
	return []any{&t.ID, &t.Name, &t.Price.Amount, &t.Price.TaxRate, &t.included, (*int64)(&t.SaleStarts), (*int64)(&t.SaleEnds), &t.MaxPerOrder, &t.hidden}
}

func (t *tierRow) tier() inventory.Tier {
	t.Price.TaxIncluded, t.Hidden = t.included != 0, t.hidden != 0
	return t.Tier
}

func scanTier(r engine.Row, t *inventory.Tier) error {
	var row tierRow
	err := r.Scan(row.fields()...)
	*t = row.tier()
	return err
}

func tierValues(tiers []*inventory.Tier) []engine.Column {
	return []engine.Column{
		texts(tiers, func(t **inventory.Tier) string { return (*t).ID }),
		texts(tiers, func(t **inventory.Tier) string { return (*t).Name }),
		ints(tiers, func(t **inventory.Tier) int64 { return (*t).Price.Amount }),
		ints(tiers, func(t **inventory.Tier) int64 { return (*t).Price.TaxRate }),
		ints(tiers, func(t **inventory.Tier) int64 { return flag((*t).Price.TaxIncluded) }),
		ints(tiers, func(t **inventory.Tier) int64 { return int64((*t).SaleStarts) }),
		ints(tiers, func(t **inventory.Tier) int64 { return int64((*t).SaleEnds) }),
		ints(tiers, func(t **inventory.Tier) int64 { return (*t).MaxPerOrder }),
		ints(tiers, func(t **inventory.Tier) int64 { return flag((*t).Hidden) }),
	}
}

func (wr *writer) newTiers(tiers []*inventory.Tier, position func(**inventory.Tier) int64) {
	if len(tiers) == 0 {
		return
	}
	wr.bulk(insertTiers, len(tiers), append(tierValues(tiers), ints(tiers, position))...)
	wr.tierPools(tiers)
}

// changedTiers writes the tiers that changed or were added to an event that was
// there before. A new one comes after those that the event had.
func (wr *writer) changedTiers(all []inventory.TierChange) {
	if len(all) == 0 {
		return
	}
	var added, changed []*inventory.Tier
	for i := range all {
		if all[i].New {
			added = append(added, all[i].Tier)
		} else {
			changed = append(changed, all[i].Tier)
		}
	}
	if len(changed) > 0 {
		wr.bulk(updateTiers, len(changed), tierValues(changed)...)
	}
	next := int64(len(wr.b.Cached.State.Tiers) - len(added))
	at := make(map[string]int64, len(added))
	for i, t := range added {
		at[t.ID] = next + int64(i)
	}
	wr.newTiers(added, func(t **inventory.Tier) int64 { return at[(*t).ID] })
}
