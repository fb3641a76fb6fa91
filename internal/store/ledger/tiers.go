package ledger

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func (wr *writer) newTiers(tiers []*inventory.Tier, at map[string]int64) {
	if len(tiers) == 0 {
		return
	}
	write(wr, events.TierTable, events.TierTable.Insert, len(tiers), func(i int) *inventory.Tier { return tiers[i] },
		numbers("position", len(tiers), func(i int) int64 { return at[tiers[i].ID] }))
	wr.tierPools(tiers)
}

// orderTiers writes where the tiers of an event stand among each other. One that was added by
// somebody else since stands behind.
func (wr *writer) orderTiers() {
	if wr.w.Details == nil || wr.w.Details.TierOrder == nil || wr.w.Changes.Created {
		return
	}
	for i, tier := range *wr.w.Details.TierOrder {
		wr.steps = append(wr.steps, engine.Step{
			SQL:  "update tiers set position = $1 where event_id = $2 and id = $3 and position <> $4",
			Args: []any{int64(i), wr.b.query.EventID, tier, int64(i)},
		})
	}
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
	write(wr, events.TierTable, events.TierTable.Update[1], len(changed), func(i int) *inventory.Tier { return changed[i] })
	next := int64(len(wr.b.Cached.State.Tiers) - len(added))
	at := make(map[string]int64, len(added))
	for i, t := range added {
		at[t.ID] = next + int64(i)
	}
	wr.newTiers(added, at)
}
