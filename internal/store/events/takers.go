package events

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Taker is a holder of units of an event: a person, or where people came from that nobody
// vouches for.
type Taker struct {
	Key string // the id of a person, or the key of an origin
	// Units that are confirmed, of orders that wait for their payment, and that are waited for.
	Taken, Unpaid, Waiting int64
	People                 int64             // whose they are
	First, Last            inventory.Instant // when the first and the last of them were taken or asked for
}

func scanTaker(r engine.Row, t *Taker) error {
	return r.Scan(&t.Key, &t.Taken, &t.Unpaid, &t.Waiting, &t.People, (*int64)(&t.First), (*int64)(&t.Last))
}

// Parts of what somebody has. What is offered is counted with the entry, and not with the hold
// of the offer.
const (
	takenUnits   = "cast(coalesce(sum(units) filter (where what = 'taken'), 0) as bigint)"
	unpaidUnits  = "cast(coalesce(sum(units) filter (where what = 'unpaid'), 0) as bigint)"
	waitingUnits = "cast(coalesce(sum(units) filter (where what = 'waiting'), 0) as bigint)"
	takerColumns = takenUnits + ", " + unpaidUnits + ", " + waitingUnits + ", count(distinct person_id), min(at), max(at)"
	whatOfHold   = "case when h.state = 'confirmed' then 'taken' else 'unpaid' end"
	notOffered   = `not (h.state = 'held' and h.offer_id <> '' and exists
		(select 1 from waitlist_entries w where w.event_id = h.event_id and w.id = h.entry_id and w.state = 'offered'))`
	liveHold = "h.kind <> 'block' and h.state <> 'released' and " + notOffered
)

// takersOfOrigins has what came from each origin of a kind. An entry that became a hold is
// named by its entry.
const takersOfOrigins = `select origin, ` + takerColumns + ` from (
	select o.origin, h.units, h.person_id, h.created_at as at, ` + whatOfHold + ` as what
		from origins o join holds h on h.event_id = o.event_id and h.id = o.thing_id
		where o.event_id = $1 and o.origin >= $2 and o.origin < $3 and ` + liveHold + `
	union all
	select o.origin, e.units, e.person_id, e.joined_at as at, 'waiting' as what
		from origins o join waitlist_entries e on e.event_id = o.event_id and e.id = o.thing_id
		where o.event_id = $1 and o.origin >= $2 and o.origin < $3 and e.state in ('waiting', 'offered', 'applied')
	union all
	select o.origin, h.units, h.person_id, h.created_at as at, ` + whatOfHold + ` as what
		from origins o join waitlist_entries e on e.event_id = o.event_id and e.id = o.thing_id
		join holds h on h.event_id = e.event_id and h.entry_id = e.id and h.person_id = e.person_id
		where o.event_id = $1 and o.origin >= $2 and o.origin < $3 and e.state = 'accepted' and ` + liveHold + `
	) list group by origin order by sum(units) desc, origin limit $4`

const takersOfPeople = `select person_id, ` + takerColumns + ` from (
	select h.units, h.person_id, h.created_at as at, ` + whatOfHold + ` as what from holds h where h.event_id = $1 and ` + liveHold + `
	union all
	select e.units, e.person_id, e.joined_at as at, 'waiting' as what from waitlist_entries e where e.event_id = $1 and e.state in ('waiting', 'offered', 'applied')
	) list group by person_id order by sum(units) desc, person_id limit $2`

// OriginTakers returns from which origins of a kind most units of an event are taken or waited
// for, at most limit. It reads all of them: ask seldom.
func (s Events) OriginTakers(ctx context.Context, event, kind string, limit int) ([]Taker, error) {
	list, err := table.All(ctx, s.db.Read, scanTaker, takersOfOrigins, event, kind+":", kind+";", limit)
	return list, s.db.Classify(err)
}

// PersonTakers returns which people have most units of an event, taken or waited for, at most
// limit. It reads all of them: ask seldom.
func (s Events) PersonTakers(ctx context.Context, event string, limit int) ([]Taker, error) {
	list, err := table.All(ctx, s.db.Read, scanTaker, takersOfPeople, event, limit)
	return list, s.db.Classify(err)
}

// Takeable is what can be taken back from a taker: orders that nobody has paid, and entries
// that wait.
type Takeable struct{ Orders, Entries []string }

// unpaidOrder is a hold that can be taken back: what is offered goes with its entry.
const unpaidOrder = "h.kind = 'order' and h.state <> 'released' and h.state = 'held' and " + notOffered

// ordersOfOrigin finds orders, and those that entries have become.
const ordersOfOrigin = `select h.id from origins o join holds h on h.event_id = o.event_id and h.id = o.thing_id
		where o.event_id = $1 and o.origin = $2 and ` + unpaidOrder + `
	union all
	select h.id from origins o join waitlist_entries e on e.event_id = o.event_id and e.id = o.thing_id
		join holds h on h.event_id = e.event_id and h.person_id = e.person_id and h.entry_id = e.id
		where o.event_id = $1 and o.origin = $2 and e.state = 'accepted' and ` + unpaidOrder + `
	order by 1 limit $3`

// TakeableFrom returns what can be taken back from a taker with the key of an origin, or else
// from a person, at most limit of each, in the order of their ids.
func (s Events) TakeableFrom(ctx context.Context, event, key string, person bool, limit int) (t Takeable, err error) {
	orders, entries := ordersOfOrigin, `select e.id from origins o join waitlist_entries e on e.event_id = o.event_id and e.id = o.thing_id
		where o.event_id = $1 and o.origin = $2 and e.state in ('waiting', 'offered') order by e.id limit $3`
	if person {
		orders = "select h.id from holds h where h.event_id = $1 and h.person_id = $2 and " + unpaidOrder + " order by h.id limit $3"
		entries = "select e.id from waitlist_entries e where e.event_id = $1 and e.person_id = $2 and e.state in ('waiting', 'offered') order by e.id limit $3"
	}
	if t.Orders, err = table.All(ctx, s.db.Read, table.ScanText, orders, event, key, limit); err == nil {
		t.Entries, err = table.All(ctx, s.db.Read, table.ScanText, entries, event, key, limit)
	}
	return t, s.db.Classify(err)
}
