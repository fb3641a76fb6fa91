package ledger

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// originText counts what an origin has: units of orders that wait for their payment, and
// places that are taken or waited for. What there is not is what a stranger was told who
// asked for what somebody has already (see inventory.ReasonAskedAgain).
const originText = `select cast(coalesce(sum(o.units) filter (where o.unpaid = 1 and h.state = 'held'), 0) as bigint),
	cast(coalesce(sum(o.units) filter (where o.unpaid = 0 and (h.state <> 'released' or e.state in ('waiting', 'offered', 'applied', 'accepted') or h.id is null and e.id is null)), 0) as bigint)
	from origins o
	left join holds h on h.event_id = o.event_id and h.id = o.thing_id
	left join waitlist_entries e on e.event_id = o.event_id and e.id = o.thing_id
	where o.event_id = $1 and o.origin = $2`

// boughtText counts the tickets that a card has bought and that stand: no add-ons, goods or
// donations, and nothing that was given back.
const boughtText = `select count(*) from origins o
	join holds h on h.event_id = o.event_id and h.id = o.thing_id
	join hold_items i on i.event_id = h.event_id and i.hold_id = h.id
	join tiers t on t.event_id = i.event_id and t.id = i.tier_id
	where o.event_id = $1 and o.origin = $2 and h.state = 'confirmed' and i.released_seq = 0 and t.kind = ''`

// countOrigins appends the steps that count the origins of commands that nobody vouches
// for, and the cards of payments. There are none for those of staff.
func (b *Batch) countOrigins(steps []engine.Step, keys []string) []engine.Step {
	if len(keys) == 0 {
		return steps
	}
	keys = slices.Clone(keys) // which say what was read ahead
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if strings.HasPrefix(key, inventory.CardOrigin) {
			steps = append(steps, engine.Step{SQL: boughtText, Args: []any{b.query.EventID, key}, Row: func(r engine.Row) error {
				n := new(inventory.OriginCount)
				b.Work.Origins[key] = n
				return r.Scan(&n.Bought)
			}})
			continue
		}
		steps = append(steps, engine.Step{SQL: originText, Args: []any{b.query.EventID, key}, Row: func(r engine.Row) error {
			n := new(inventory.OriginCount)
			b.Work.Origins[key] = n
			return r.Scan(&n.Unpaid, &n.Unconfirmed)
		}})
	}
	return steps
}
