package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Movement sums the audit rows of an event that moved something from one state
// to another for the same reason within one stretch of time. The reasons say
// what moved: no two kinds of thing share a pair of states and a reason.
type Movement struct {
	Stretch  int64 // the time, divided by the length of a stretch
	From, To string
	Reason   inventory.Reason
	Units    int64
	Times    int64 // how many rows
}

// TierSales are the units of a tier that are taken, and what they cost.
type TierSales struct {
	Tier      string
	Confirmed int64
	Held      int64
	Gross     int64 // of the confirmed ones, in minor units of the event's currency
}

// Parties are how many entries of one size wait.
type Parties struct{ Units, Entries int64 }

// Takings is the money of an event's orders in one currency, in its minor units.
type Takings struct {
	Currency string
	Paid     int64 // for orders, before refunds
	Refunded int64 // of that given back, or on its way
	Pending  int64 // in orders that are held until they are paid
}

// Figures are what an event adds up to, all read in one snapshot.
type Figures struct {
	Step      inventory.Micros // the length of a stretch
	Seq       int64            // of the last audit row in Movements
	Movements []Movement       // by stretch
	Tiers     []TierSales
	Parties   []Parties // the smallest first
	Takings   []Takings
	// OldestJoined is when the entry that waits longest joined; 0: nobody waits.
	OldestJoined inventory.Instant
	Open         int64 // offers
}

// Figures sums an event up, its audit log by stretches of step. Audit rows never change, so
// what they came to before, if it was by the same stretches, is added to the rows since then:
// those of a big event are not all read again. nil: nothing is known of before.
func (s Events) Figures(ctx context.Context, event string, step inventory.Micros, before *Figures) (*Figures, error) {
	var f *Figures
	err := s.withSnapshot(ctx, func(tx *sql.Tx) (err error) {
		f = &Figures{Step: step}
		scan := func(r engine.Row, f *Figures) error { return r.Scan(&f.Open, &f.Seq) }
		head, err := one(ctx, tx, scan, "select live_offers, seq from events where id = $1", event)
		if err != nil {
			return err
		}
		f.Open, f.Seq = head.Open, head.Seq
		if before == nil || before.Step != step || before.Seq > f.Seq {
			before = &Figures{}
		}
		since, err := movements(ctx, tx, event, step, before.Seq)
		if err != nil {
			return err
		}
		f.Movements = addMovements(before.Movements, since)
		if f.Tiers, err = tierSales(ctx, tx, event); err != nil {
			return err
		}
		f.Parties, err = all(ctx, tx, func(r engine.Row, p *Parties) error { return r.Scan(&p.Units, &p.Entries) },
			`select units, count(*) from waitlist_entries where event_id = $1 and state = 'waiting' group by units order by units`, event)
		if err != nil {
			return err
		}
		oldest, err := one(ctx, tx, scanInt,
			"select coalesce(min(joined_at), 0) from waitlist_entries where event_id = $1 and state = 'waiting'", event)
		if err != nil {
			return err
		}
		f.OldestJoined = inventory.Instant(oldest)
		f.Takings, err = takings(ctx, tx, event)
		return err
	})
	return f, err
}

// movements sums the audit rows of an event after a seq.
func movements(ctx context.Context, q querier, event string, step inventory.Micros, after int64) ([]Movement, error) {
	stretch := "at / " + strconv.FormatInt(int64(max(step, 1)), 10)
	return all(ctx, q, func(r engine.Row, m *Movement) error {
		return r.Scan(&m.Stretch, &m.From, &m.To, (*string)(&m.Reason), &m.Units, &m.Times)
	}, "select "+stretch+`, state_from, state_to, reason, cast(sum(units) as bigint), count(*) from audit
		where event_id = $1 and seq > $2 group by `+stretch+`, state_from, state_to, reason`, event, after)
}

// addMovements adds up two lists, and returns them by stretch, reason and states. Neither
// is changed: others read them.
func addMovements(before, since []Movement) []Movement {
	list := slices.Concat(before, since)
	slices.SortFunc(list, func(a, b Movement) int {
		return cmp.Or(cmp.Compare(a.Stretch, b.Stretch), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	var sums []Movement
	for _, m := range list {
		if n := len(sums); n > 0 {
			last := &sums[n-1]
			if last.Stretch == m.Stretch && last.Reason == m.Reason && last.From == m.From && last.To == m.To {
				last.Units += m.Units
				last.Times += m.Times
				continue
			}
		}
		sums = append(sums, m)
	}
	return sums
}

// tierSales counts registrations, which have one tier and cost nothing, and the
// items of orders.
func tierSales(ctx context.Context, q querier, event string) ([]TierSales, error) {
	return all(ctx, q, func(r engine.Row, t *TierSales) error { return r.Scan(&t.Tier, &t.Confirmed, &t.Held, &t.Gross) },
		`select tier_id, cast(sum(confirmed) as bigint), cast(sum(held) as bigint), cast(sum(gross) as bigint) from (
		  select tier_id, case when state = 'confirmed' then units else 0 end as confirmed,
		    case when state = 'held' then units else 0 end as held, 0 as gross
		  from holds where event_id = $1 and kind = 'registration' and state <> 'released'
		  union all
		  select i.tier_id, case when h.state = 'confirmed' then 1 else 0 end, case when h.state = 'held' then 1 else 0 end,
		    case when h.state = 'confirmed' then i.gross else 0 end
		  from holds h join hold_items i on i.event_id = h.event_id and i.hold_id = h.id and i.state <> 'released'
		  where h.event_id = $1 and h.kind = 'order' and h.state <> 'released'
		) taken group by tier_id order by tier_id`, event)
}

func takings(ctx context.Context, q querier, event string) ([]Takings, error) {
	return all(ctx, q, func(r engine.Row, t *Takings) error { return r.Scan(&t.Currency, &t.Paid, &t.Refunded, &t.Pending) },
		`select currency, cast(sum(paid) as bigint), cast(sum(refunded) as bigint), cast(sum(pending) as bigint) from (
		  select o.currency, o.paid, 0 as refunded, case when h.state = 'held' then o.total else 0 end as pending
		  from orders o join holds h on h.event_id = o.event_id and h.id = o.id
		  where o.event_id = $1 and o.currency <> ''
		  union all
		  select r.currency, 0, r.amount, 0 from refunds_due r
		  join orders o on o.event_id = r.event_id and o.id = r.order_id and o.payment_id = r.payment_id
		  where r.event_id = $1
		) money group by currency order by currency`, event)
}
