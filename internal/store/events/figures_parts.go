package events

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// partRows is how many rows a part of the figures has when it is cut off; it is cut again
// when it has more than twice as many. More of them make what is kept smaller, and longer
// what one change of an old row has read again.
const partRows = 2048

// Parts are what an event's holds and waitlist entries add up to, in parts by the order
// of their ids. Most new rows come at the end, so that figures which follow others read
// the last part, and those of whose rows the audit log has said something since.
type Parts struct {
	Rows    int // of a part when it is cut off; 0: partRows
	Holds   []Part[HoldSums]
	Entries []Part[EntrySums]
}

// Part is what the rows come to whose ids are above those of the part before, up to UpTo.
// The UpTo of the last part is above all ids.
type Part[T any] struct {
	UpTo string
	Sums T
}

// HoldSums are what holds come to, and their orders.
type HoldSums struct {
	Tiers   []TierSales
	Takings []Takings
}

// EntrySums are what the entries come to that wait.
type EntrySums struct {
	Parties []Parties
	Oldest  inventory.Instant // when the first of them joined; 0: none waits
}

// lastID is above all ids that begin with a prefix: "z" is the highest character of ids.
func lastID(prefix string) string { return prefix + strings.Repeat("z", 3*MaxTail) }

// follow returns the parts as they are now. Of the rows that were in them, only touched
// have changed. The parts that it follows stay as they are: others read them.
func (p *Parts) follow(ctx context.Context, q table.Querier, event string, touched []string) (now Parts, err error) {
	now.Rows = p.Rows
	rows := cmp.Or(p.Rows, partRows)
	holds := partsOf[HoldSums]{q: q, event: event, rows: rows, prefix: id.Order, cut: CutHoldsSQL, sum: holdSums}
	if now.Holds, err = holds.follow(ctx, p.Holds, touched); err != nil {
		return now, err
	}
	entries := partsOf[EntrySums]{q: q, event: event, rows: rows, prefix: id.Entry, cut: CutEntriesSQL, sum: entrySums}
	now.Entries, err = entries.follow(ctx, p.Entries, touched)
	return now, err
}

// partsOf adds up the rows of one table.
type partsOf[T any] struct {
	q      table.Querier
	event  string
	rows   int    // of a part
	prefix string // of the ids
	cut    string // finds the id of the row after $3 others that come after $2
	sum    func(ctx context.Context, q table.Querier, event, after, upTo string) (T, error)
}

const (
	CutHoldsSQL   = "select id from holds where event_id = $1 and id > $2 order by id limit 1 offset $3"
	CutEntriesSQL = "select id from waitlist_entries where event_id = $1 and id > $2 order by id limit 1 offset $3"
)

func (p *partsOf[T]) follow(ctx context.Context, before []Part[T], touched []string) ([]Part[T], error) {
	if len(before) == 0 { // nothing is known: all of it is one part, which is cut
		return p.read(ctx, nil, "", lastID(p.prefix))
	}
	changed := map[int]bool{}
	for _, row := range touched {
		if strings.HasPrefix(row, p.prefix) {
			i, _ := slices.BinarySearchFunc(before, row, func(a Part[T], id string) int { return cmp.Compare(a.UpTo, id) })
			changed[i] = true
		}
	}
	parts, after := make([]Part[T], 0, len(before)+1), ""
	for i := range before {
		upTo := before[i].UpTo
		if !changed[i] {
			parts = append(parts, before[i])
		} else {
			var err error
			if parts, err = p.read(ctx, parts, after, upTo); err != nil {
				return nil, err
			}
		}
		after = upTo
	}
	return parts, nil
}

// read adds the part between two ids, or the parts that it is cut into when it has become
// long. The one that ends it has as many rows as a part when it is cut off, or more.
func (p *partsOf[T]) read(ctx context.Context, parts []Part[T], after, upTo string) ([]Part[T], error) {
	for {
		end := upTo
		tooMany, err := table.All(ctx, p.q, table.ScanText, p.cut, p.event, after, 2*p.rows)
		if err != nil {
			return nil, err
		}
		if len(tooMany) > 0 && tooMany[0] <= upTo {
			if end, err = table.One(ctx, p.q, table.ScanText, p.cut, p.event, after, p.rows-1); err != nil {
				return nil, err
			}
		}
		sums, err := p.sum(ctx, p.q, p.event, after, end)
		if err != nil {
			return nil, err
		}
		if parts = append(parts, Part[T]{end, sums}); end == upTo {
			return parts, nil
		}
		after = end
	}
}

// touchedSince returns the ids of holds and entries of which the audit log has said
// something after a seq: none of them changes without a row that names it.
func touchedSince(ctx context.Context, q table.Querier, event string, after int64) ([]string, error) {
	named := map[string]bool{}
	_, err := table.All(ctx, q, func(r engine.Row, _ *struct{}) error {
		var ids [2]string
		err := r.Scan(&ids[0], &ids[1])
		for _, s := range ids {
			if strings.HasPrefix(s, id.Order) || strings.HasPrefix(s, id.Entry) {
				named[s] = true
			}
		}
		return err
	}, "select subject, related from audit where event_id = $1 and seq > $2", event, after)
	list := make([]string, 0, len(named))
	for s := range named {
		list = append(list, s)
	}
	return list, err
}

func holdSums(ctx context.Context, q table.Querier, event, after, upTo string) (s HoldSums, err error) {
	scan := func(r engine.Row, t *TierSales) error { return r.Scan(&t.Tier, &t.Confirmed, &t.Held, &t.Gross) }
	if s.Tiers, err = table.All(ctx, q, scan, TierSalesSQL, event, after, upTo); err != nil {
		return s, err
	}
	s.Takings, err = table.All(ctx, q, func(r engine.Row, t *Takings) error { return r.Scan(&t.Currency, &t.Paid, &t.Refunded, &t.Pending) },
		TakingsSQL, event, after, upTo)
	return s, err
}

// TierSalesSQL counts registrations, which have one tier and cost nothing, and the items
// of orders. The kind and state of a hold are put so that no partial index has them: to a
// planner without statistics the one of live registrations costs as much as the range of
// ids, and all of it would be read for each part. For the same reason the items have the
// range too (PostgreSQL), and are joined to holds in this order (SQLite, by "cross join").
const TierSalesSQL = `select tier_id, cast(sum(confirmed) as bigint), cast(sum(held) as bigint), cast(sum(gross) as bigint) from (
	  select tier_id, case when state = 'confirmed' then units else 0 end as confirmed,
	    case when state = 'held' then units else 0 end as held, 0 as gross
	  from holds where event_id = $1 and id > $2 and id <= $3 and kind || '' = 'registration' and state || '' <> 'released'
	  union all
	  select i.tier_id, case when h.state = 'confirmed' then 1 else 0 end, case when h.state = 'held' then 1 else 0 end,
	    case when h.state = 'confirmed' then i.gross else 0 end
	  from holds h cross join hold_items i
	  where h.event_id = $1 and h.id > $2 and h.id <= $3 and h.kind || '' = 'order' and h.state || '' <> 'released'
	    and i.event_id = h.event_id and i.hold_id = h.id and i.hold_id > $2 and i.hold_id <= $3 and i.state <> 'released'
	) taken group by tier_id`

const TakingsSQL = `select currency, cast(sum(paid) as bigint), cast(sum(refunded) as bigint), cast(sum(pending) as bigint) from (
	  select o.currency, o.paid, 0 as refunded, case when h.state = 'held' then o.total else 0 end as pending
	  from orders o cross join holds h
	  where o.event_id = $1 and o.id > $2 and o.id <= $3 and o.currency <> ''
	    and h.event_id = o.event_id and h.id = o.id and h.id > $2 and h.id <= $3
	  union all
	  select r.currency, 0, r.amount, 0 from refunds_due r cross join orders o
	  where r.event_id = $1 and r.order_id > $2 and r.order_id <= $3
	    and o.event_id = r.event_id and o.id = r.order_id and o.id > $2 and o.id <= $3 and o.payment_id = r.payment_id
	) money group by currency`

func entrySums(ctx context.Context, q table.Querier, event, after, upTo string) (s EntrySums, err error) {
	s.Parties, err = table.All(ctx, q, func(r engine.Row, p *Parties) error {
		var first inventory.Instant
		err := r.Scan(&p.Units, &p.Entries, (*int64)(&first))
		s.Oldest = earlier(s.Oldest, first)
		return err
	}, PartiesSQL, event, after, upTo)
	return s, err
}

// PartiesSQL puts the state as TierSalesSQL does.
const PartiesSQL = `select units, count(*), min(joined_at) from waitlist_entries
	where event_id = $1 and id > $2 and id <= $3 and state || '' = 'waiting' group by units`

// earlier is the earlier of two times, of which 0 is none.
func earlier(a, b inventory.Instant) inventory.Instant {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// add adds the parts up.
func (f *Figures) add(p *Parts) {
	for i := range p.Holds {
		for _, t := range p.Holds[i].Sums.Tiers {
			sum := sumFor(&f.Tiers, func(s *TierSales) bool { return s.Tier == t.Tier })
			*sum = TierSales{t.Tier, sum.Confirmed + t.Confirmed, sum.Held + t.Held, sum.Gross + t.Gross}
		}
		for _, t := range p.Holds[i].Sums.Takings {
			sum := sumFor(&f.Takings, func(s *Takings) bool { return s.Currency == t.Currency })
			*sum = Takings{t.Currency, sum.Paid + t.Paid, sum.Refunded + t.Refunded, sum.Pending + t.Pending}
		}
	}
	for i := range p.Entries {
		s := &p.Entries[i].Sums
		for _, t := range s.Parties {
			sum := sumFor(&f.Parties, func(s *Parties) bool { return s.Units == t.Units })
			*sum = Parties{t.Units, sum.Entries + t.Entries}
		}
		f.OldestJoined = earlier(f.OldestJoined, s.Oldest)
	}
	slices.SortFunc(f.Tiers, func(a, b TierSales) int { return cmp.Compare(a.Tier, b.Tier) })
	slices.SortFunc(f.Takings, func(a, b Takings) int { return cmp.Compare(a.Currency, b.Currency) })
	slices.SortFunc(f.Parties, func(a, b Parties) int { return cmp.Compare(a.Units, b.Units) })
}

// sumFor returns the element of a short list that is meant, which it appends when there is none.
func sumFor[T any](list *[]T, is func(*T) bool) *T {
	for i := range *list {
		if is(&(*list)[i]) {
			return &(*list)[i]
		}
	}
	*list = append(*list, *new(T))
	return &(*list)[len(*list)-1]
}

// MaxTail is how many characters name a thing within its event.
const MaxTail = 16
