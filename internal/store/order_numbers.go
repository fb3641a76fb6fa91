package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// OrderNumbers returns the numbers of orders of an event: the ledger seq of the audit
// row that began each. Short codes are made of them, because no two orders have the same
// and none ever changes. An order that does not exist is missing.
func (s Tickets) OrderNumbers(ctx context.Context, event string, orders ...string) (map[string]int64, error) {
	numbers := make(map[string]int64, len(orders))
	at := make(map[int64]string, len(orders)) // where the story of each order is being read
	type link struct {
		id        string
		seq, prev int64
	}
	for part := range slices.Chunk(orders, maxInList) {
		in, args := inList(2, part)
		heads, err := all(ctx, s.read, func(r engine.Row, l *link) error { return r.Scan(&l.id, &l.seq) },
			"select id, last_seq from holds where event_id = $1 and id in ("+in+")", append([]any{event}, args...)...)
		if err != nil {
			return nil, s.classify(err)
		}
		for _, l := range heads {
			at[l.seq] = l.id
		}
	}
	// By primary key from row to row: nothing else leads from an order to its rows.
	for len(at) > 0 {
		seqs := make([]int64, 0, len(at))
		for seq := range at {
			seqs = append(seqs, seq)
		}
		slices.Sort(seqs)
		next := make(map[int64]string)
		for part := range slices.Chunk(seqs, maxInList) {
			in, args := inList(2, part)
			links, err := all(ctx, s.read, func(r engine.Row, l *link) error { return r.Scan(&l.seq, &l.prev) },
				"select seq, prev_seq from audit where event_id = $1 and seq in ("+in+")", append([]any{event}, args...)...)
			if err != nil {
				return nil, s.classify(err)
			}
			if len(links) != len(part) {
				return nil, fmt.Errorf("store: the story of an order of %s has a gap", event)
			}
			for _, l := range links {
				if l.prev >= l.seq {
					return nil, fmt.Errorf("store: audit row %d of %s names a later one as the row before it", l.seq, event)
				}
				if l.prev == 0 {
					numbers[at[l.seq]] = l.seq
				} else {
					next[l.prev] = at[l.seq]
				}
			}
		}
		at = next
	}
	return numbers, nil
}

// OrderNumbered returns the order of an event with a number, or ErrNotFound.
func (s Tickets) OrderNumbered(ctx context.Context, event string, number int64) (string, error) {
	order, err := one(ctx, s.read, scanText, "select subject from audit where event_id = $1 and seq = $2 and prev_seq = 0", event, number)
	if err != nil {
		return "", s.classify(err)
	}
	if _, ok := id.EventOf(order, id.Order); !ok {
		return "", ErrNotFound
	}
	return order, nil
}
