// Package stored replays what a database has of an event: it reads audit rows and facts,
// folds them by package replay, and compares the outcome with the tables.
package stored

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/replay"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// page is how many audit rows are read at a time, with what they are about.
const page = 1000

// ErrTooMany says that more rows would have to be folded than a caller waits for.
var ErrTooMany = errors.New("stored: too many audit rows to replay")

// A Moment is a row of the log, or a time. The zero Moment is now.
type Moment struct {
	Seq int64             // after this row; 0: none is meant
	At  inventory.Instant // after the last row that is not later; 0: none is meant
}

// View is an event as it stood.
type View struct {
	*replay.State
	Event *events.EventView // as it is by now
	// Wrong: stored snapshots were passed over from which the rows do not follow, or that are in
	// doubt. Good is the audit row of the last before them; 0: there is none. See Keeper.Wrong.
	Wrong bool
	Good  int64
}

// Way is how an event is replayed. The zero Way begins at the newest stored snapshot that is
// not after the moment, and folds any number of rows.
type Way struct {
	Most     int64 // how many rows are folded at most; 0: any number
	FromRows bool  // no stored snapshot is used
	Whole    bool  // what has ended is kept too
}

// Replay returns an event as it stood at a moment. Something that is not stored is
// database.ErrNotFound, a row that is not there yet is ErrFuture, and more rows than may be
// folded are ErrTooMany. The View shows Figures, Waitlist and Seats, and anything else only
// when it is whole.
func Replay(ctx context.Context, st *store.Store, event string, m Moment, w Way) (*View, error) {
	var v *View
	err := st.Snapshot(ctx, func(snap *snapshot.Snapshot) (err error) {
		v, err = At(snap, event, m, w)
		return err
	})
	return v, err
}

// ErrFuture says that the log has no such row yet.
var ErrFuture = errors.New("stored: the log has no such row")

// Seq returns the row that a moment is.
func Seq(snap *snapshot.Snapshot, e *events.EventView, m Moment) (int64, error) {
	last := e.Event.Seq
	switch {
	case m.Seq < 0 || m.Seq > last:
		return 0, ErrFuture
	case m.Seq > 0:
		return m.Seq, nil
	case m.At != 0:
		return snap.SeqAt(e.Event.ID, m.At, last)
	}
	return last, nil
}

// At is Replay in a snapshot.
func At(snap *snapshot.Snapshot, event string, m Moment, w Way) (*View, error) {
	e, err := snap.Event(event)
	if err != nil {
		return nil, err
	}
	seq, err := Seq(snap, e, m)
	if err != nil {
		return nil, err
	}
	return at(snap, e, seq, w)
}

func at(snap *snapshot.Snapshot, e *events.EventView, seq int64, w Way) (*View, error) {
	v := &View{Event: e}
	if !w.FromRows {
		newest, err := snap.NewestSnapshot(e.Event.ID, seq)
		if err != nil {
			return nil, err
		}
		var wrong error
		for limit := seq; ; {
			v.State, err = nearest(snap, e, limit, span{to: seq, whole: w.Whole}, w.Most)
			if wrong != nil && errors.Is(err, ErrTooMany) {
				return nil, wrong // none of so many rows follows from anything
			}
			if err != nil {
				return nil, err
			}
			begun := v.Seq()
			if wrong = forward(snap, v.State, e.Event.ID, seq); !cannotFold(wrong) {
				v.Wrong, v.Good = begun < newest, begun
				return v, wrong
			}
			if begun == 0 {
				break
			}
			// Either the snapshot is wrong, though it is whole, or the rows are: the one before
			// it tells which, and in the end the rows alone do.
			limit = begun - 1
		}
	}
	if w.Most > 0 && seq > w.Most {
		return nil, fmt.Errorf("%w: %d, of at most %d", ErrTooMany, seq, w.Most)
	}
	s, err := begin(snap, e)
	if err != nil {
		return nil, err
	}
	v.State = s
	return v, forward(snap, s, e.Event.ID, seq)
}

// begin returns an event before its first row.
func begin(snap *snapshot.Snapshot, e *events.EventView) (*replay.State, error) {
	added, err := snap.AddedTiers(e.Event.ID)
	if err != nil {
		return nil, err
	}
	tiers := make([]replay.Tier, len(e.Tiers))
	for i := range e.Tiers {
		t := &e.Tiers[i]
		tiers[i] = replay.Tier{ID: t.ID, Pools: t.Pools, Added: slices.Contains(added, t.ID), Extra: t.Extra(), Fee: t.Fee()}
	}
	return replay.New(e.Event.ID, tiers), nil
}

// forward folds the rows of an event up to one of them.
func forward(snap *snapshot.Snapshot, s *replay.State, event string, to int64) error {
	for s.Seq() < to {
		rows, err := snap.AuditPage(event, s.Seq(), int(min(page, to-s.Seq())))
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return fmt.Errorf("%w: there is none after row %d, and there are said to be %d", replay.ErrBroken, s.Seq(), to)
		}
		subjects, err := snap.Subjects(event, rows)
		if err != nil {
			return err
		}
		s.Know(facts(subjects))
		for i := range rows {
			if rows[i].Seq > to {
				return fmt.Errorf("%w: row %d follows row %d", replay.ErrBroken, rows[i].Seq, s.Seq())
			}
			if err := s.Apply(&rows[i].AuditRow); err != nil {
				return err
			}
		}
	}
	return nil
}

// facts keeps of what is stored what no row changes.
func facts(s *snapshot.Subjects) *replay.Facts {
	f := &replay.Facts{}
	for _, h := range s.Holds {
		hold := replay.Hold{ID: h.ID, Kind: h.Kind, PersonID: h.PersonID, Tier: h.Tier}
		if o := h.Order; o != nil {
			for i := range o.Items {
				hold.Items = append(hold.Items, replay.Item{Tier: o.Items[i].Tier, Seat: o.Items[i].SeatAtFirst()})
			}
			for _, code := range [...]string{o.PromoID, o.AccessID} {
				if code != "" {
					hold.Codes = append(hold.Codes, code)
				}
			}
		}
		f.Holds = append(f.Holds, hold)
	}
	past := map[string][]inventory.Placement{}
	for i := range s.Past {
		p := &s.Past[i]
		past[p.EntryID] = append(past[p.EntryID], p.Placement)
	}
	for _, e := range s.Entries {
		places := past[e.ID]
		if e.Placed() {
			places = append(places, e.Placement)
		}
		slices.SortFunc(places, func(a, b inventory.Placement) int { return int(a.PlacedSeq - b.PlacedSeq) })
		f.Entries = append(f.Entries, replay.Entry{ID: e.ID, PersonID: e.PersonID, Wish: e.Wish, Places: places})
	}
	for _, x := range s.Exchanges {
		f.Exchanges = append(f.Exchanges, replay.Exchange{ID: x.ID, OrderID: x.OrderID, Unit: x.Unit, Tier: x.Tier, Seat: x.Seat})
	}
	for _, t := range s.Transfers {
		f.Transfers = append(f.Transfers, replay.Transfer{ID: t.ID, TicketID: t.TicketID, To: t.To})
	}
	return f
}
