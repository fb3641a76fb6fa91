package events

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
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
	// Parts are what Tiers, Parties, Takings and OldestJoined were added up from.
	Parts Parts
}

// Figures sums an event up, its audit log by stretches of step. Audit rows never change, so
// what they came to before, if it was by the same stretches, is added to the rows since then;
// and holds and entries that no row has named since are as they were. So figures that follow
// others read what is new, and those of a big event are not all read again. nil: nothing is
// known from before.
func (s Events) Figures(ctx context.Context, event string, step inventory.Micros, before *Figures) (*Figures, error) {
	var f *Figures
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		f = &Figures{Step: step}
		scan := func(r engine.Row, f *Figures) error { return r.Scan(&f.Open, &f.Seq) }
		head, err := table.One(ctx, tx, scan, "select live_offers, seq from events where id = $1", event)
		if err != nil {
			return err
		}
		f.Open, f.Seq = head.Open, head.Seq
		known := before
		if known == nil || known.Seq > f.Seq {
			known = &Figures{}
		}
		var touched []string
		if len(known.Parts.Holds) > 0 && known.Seq < f.Seq {
			if touched, err = touchedSince(ctx, tx, event, known.Seq); err != nil {
				return err
			}
		}
		if f.Parts, err = known.Parts.follow(ctx, tx, event, touched); err != nil {
			return err
		}
		f.add(&f.Parts)
		if known.Step != step {
			known = &Figures{}
		}
		since, err := movements(ctx, tx, event, step, known.Seq)
		if err != nil {
			return err
		}
		f.Movements = addMovements(known.Movements, since)
		return nil
	})
	return f, err
}

// movements sums the audit rows of an event after a seq.
func movements(ctx context.Context, q table.Querier, event string, step inventory.Micros, after int64) ([]Movement, error) {
	stretch := "at / " + strconv.FormatInt(int64(max(step, 1)), 10)
	return table.All(ctx, q, func(r engine.Row, m *Movement) error {
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
