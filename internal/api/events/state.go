package events

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/replay"
	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// maxReplay bounds the audit rows that a request folds, which take a second or two. What was
// before them is in stored snapshots: there is one for each stored.SnapshotEvery rows.
const maxReplay = 4 * stored.SnapshotEvery

// askAgain is how long making missing snapshots takes.
const askAgain = 15 * time.Second

// A state never changes once its row is written. It is remembered for as long as somebody
// pages through it; a few of them, for each can take tens of megabytes.
const (
	stateFresh = time.Minute
	stateLimit = 3
)

// stateKey names a state: an event after an audit row.
type stateKey struct {
	event string
	seq   int64
}

// States replays events, one at a time.
type States struct {
	kept *cache.Cache[stateKey, *replay.State]
}

// NewStates returns what replays events. keeper, when not nil, is told about events whose
// snapshots are missing or wrong, and most is how many rows a request folds (0: as many as is
// meant).
func NewStates(s *store.Store, now func() time.Time, keeper *stored.Keeper, most int64) (*States, error) {
	most = cmp.Or(most, maxReplay)
	turn := make(chan struct{}, 1)
	load := func(ctx context.Context, k stateKey) (*replay.State, error) {
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		v, err := stored.Replay(ctx, s, k.event, stored.Moment{Seq: k.seq}, stored.Way{Most: most})
		if errors.Is(err, stored.ErrTooMany) {
			if keeper != nil {
				keeper.Wanted(k.event)
			}
			p := kindPending.Problem()
			p.RetryAfter = askAgain
			return nil, p
		}
		if err != nil {
			return nil, err
		}
		if v.Wrong && keeper != nil {
			keeper.Wrong(k.event, v.Good)
		}
		return v.State, nil
	}
	kept, err := cache.New(cache.Config[stateKey, *replay.State]{Fresh: stateFresh, Stale: stateFresh, Limit: stateLimit, Load: load, Now: now})
	return &States{kept}, err
}

var kindPending = httpapi.Kind{
	Code: "replay_pending", Status: 503, Title: "Snapshots of the event are being made",
	Help: "How an event stood is worked out from its audit rows, from the nearest stored snapshot on, and up to " + strconv.Itoa(maxReplay) + " rows in a request. The " +
		"snapshots before that moment are missing: in a rush they are made later, and after they were thrown away again. Ask again after Retry-After.",
}

var kindNoReplay = httpapi.Kind{
	Code: "log_not_replayable", Status: 500, Title: "The audit log cannot be replayed",
	Help: "An audit row does not follow from those before it, or is of a kind that this version does not know: the database was changed past the server, or by a " +
		"newer version. `holdfast replay --check` names the row.",
}

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindPending, kindNoReplay, kindInSeries, kindManyDates, kindPassPlaces, kindPassSold, kindPassBusy, kindManyPasses, kindSetAside, kindPassPool},
	Errors: []httpapi.ErrorKind{
		{Err: replay.ErrUnknown, Kind: kindNoReplay}, {Err: replay.ErrBroken, Kind: kindNoReplay}, {Err: replay.ErrMissing, Kind: kindNoReplay},
	},
}

// StateFigures are what an event added up to.
type StateFigures struct {
	EventID   string      `json:"event_id" example:"evt_3k9q0a7c1v5m"`
	LedgerSeq int64       `json:"ledger_seq" doc:"The audit row after which it stood so. Ask for the lists with it." example:"47"`
	LastSeq   int64       `json:"last_seq" doc:"The newest audit row there is." example:"61"`
	At        time.Time   `json:"at" doc:"The time of that row. Nothing happened until the next."`
	Status    string      `json:"status" enum:"draft,published,postponed,cancelled"`
	Tiers     []StateTier `json:"tiers" doc:"In the order of the event's tiers. One that was added later counts nothing."`
	Pools     []StatePool `json:"pools" doc:"In the order of the event's pools, those that were there."`
	Waiting   int64       `json:"waiting" doc:"How many entries waited."`
	Offered   int64       `json:"offered" doc:"How many entries had an open offer."`
	Exchanges int64       `json:"exchanges" doc:"How many tickets their holders would have given to the waitlist."`
	Seats     *StateSeats `json:"seats,omitempty" doc:"Of an event with a seating plan."`
}

// StateTier is what of a tier was taken.
type StateTier struct {
	TierID    string `json:"tier_id"`
	Name      string `json:"name" doc:"As it is called by now."`
	Held      int64  `json:"held" doc:"Units of offers and of orders that were not paid."`
	Confirmed int64  `json:"confirmed"`
	Blocked   int64  `json:"blocked"`
	Waiting   int64  `json:"waiting" doc:"Entries that waited for it."`
	Offered   int64  `json:"offered" doc:"Entries that had an open offer of it."`
}

// StatePool is a pool as it stood.
type StatePool struct {
	PoolID    string     `json:"pool_id"`
	Name      string     `json:"name" doc:"As it is called by now."`
	Capacity  wire.Bound `json:"capacity" doc:"null: there was no bound."`
	Available int64      `json:"available" doc:"10000000 where there was no bound."`
	Held      int64      `json:"held"`
	Confirmed int64      `json:"confirmed"`
	Blocked   int64      `json:"blocked"`
}

// StateSeats count the seats that were not free.
type StateSeats struct {
	Held    int64 `json:"held"`
	Sold    int64 `json:"sold"`
	Blocked int64 `json:"blocked"`
}

// StateEntry is a place on the waitlist as it stood.
type StateEntry struct {
	EntryID  string `json:"entry_id"`
	PersonID string `json:"person_id"`
	Name     string `json:"name" doc:"As the person is called by now; empty when that was erased."`
	TierID   string `json:"tier_id"`
	Status   string `json:"status" enum:"waiting,offered"`
	Position int64  `json:"position,omitempty" doc:"Among those who waited for the tier, from 1; absent for those who had an offer."`
	Units    int64  `json:"units"`
	Passes   int64  `json:"passes" doc:"How often it had been passed."`
	OfferID  string `json:"offer_id,omitempty"`
}

// StateWaitlist is a page of the waitlist as it stood.
type StateWaitlist struct {
	LedgerSeq                int64 `json:"ledger_seq"`
	httpapi.List[StateEntry] `doc:"By tier: who had an offer, and then who waited, in the order of the waitlist."`
}

// StateSeat is a seat that was not free.
type StateSeat struct {
	SeatID  string          `json:"seat_id"`
	Place   seatchart.Place `json:"place"`
	Status  string          `json:"status" enum:"held,sold,blocked"`
	OrderID string          `json:"order_id" doc:"The order or block that had it."`
}

// StateSeatPage is a page of the seats as they stood.
type StateSeatPage struct {
	LedgerSeq               int64 `json:"ledger_seq"`
	httpapi.List[StateSeat] `doc:"By id; those that are not here were free."`
}

// moment reads the query field `at`: an audit row by its number, or a time. Without it,
// now is meant.
func moment(text string) (m stored.Moment, err error) {
	if text == "" {
		return m, nil
	}
	if seq, err := strconv.ParseInt(text, 10, 64); err == nil && seq > 0 {
		return stored.Moment{Seq: seq}, nil
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || at.Year() < 1971 || at.Year() > 9999 {
		return m, httpapi.Invalid(httpapi.FieldError{Field: "at", Code: "bad_format", Message: "must be a time as 2026-11-27T18:00:00Z, or the number of an audit row"})
	}
	return stored.Moment{At: inventory.At(at)}, nil
}

// replayed is an event as it stood, and as it is.
type replayed struct {
	*replay.State
	now *events.EventView
}

func (h *Handlers) replayed(c *access.Call, k *access.EventSummary) (*replayed, error) {
	m, err := moment(c.Query.Get("at"))
	if err != nil {
		return nil, err
	}
	out := &replayed{}
	var seq int64
	err = h.Store.Snapshot(c.Context(), func(snap *snapshot.Snapshot) (err error) {
		if out.now, err = snap.Event(k.EventID); err == nil {
			seq, err = stored.Seq(snap, out.now, m)
		}
		return err
	})
	switch {
	case errors.Is(err, stored.ErrFuture):
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "at", Code: "out_of_range", Message: "is behind the last audit row, which is " + strconv.FormatInt(out.now.Event.Seq, 10)})
	case err == nil && seq == 0:
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "at", Code: "out_of_range", Message: "is before the event was created"})
	case err != nil:
		return nil, err
	}
	out.State, err = h.States.kept.Get(c.Context(), stateKey{k.EventID, seq})
	return out, err
}

func (h *Handlers) readState(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*StateFigures, error) {
	v, err := h.replayed(c, k)
	if err != nil {
		return nil, err
	}
	f := v.Figures()
	out := &StateFigures{
		EventID: k.EventID, LedgerSeq: f.Seq, LastSeq: v.now.Event.Seq, At: f.At.Time(), Status: string(f.Status), Waiting: f.Waiting, Offered: f.Offered,
		Exchanges: f.Exchanges, Tiers: []StateTier{}, Pools: []StatePool{},
	}
	for i := range v.now.Tiers {
		for _, t := range f.Tiers {
			if t.ID == v.now.Tiers[i].ID {
				out.Tiers = append(out.Tiers, StateTier{
					TierID: t.ID, Name: v.now.Tiers[i].Name, Held: t.Held, Confirmed: t.Confirmed, Blocked: t.Blocked, Waiting: t.Waiting, Offered: t.Offered,
				})
			}
		}
	}
	for i := range v.now.Pools {
		for _, p := range f.Pools {
			if p.ID == v.now.Pools[i].ID {
				pool := inventory.Pool{Capacity: p.Capacity, Held: p.Held, Confirmed: p.Confirmed, Blocked: p.Blocked}
				out.Pools = append(out.Pools, StatePool{
					PoolID: p.ID, Name: v.now.Pools[i].Name, Capacity: wire.Bound(p.Capacity), Available: pool.Left(),
					Held: p.Held, Confirmed: p.Confirmed, Blocked: p.Blocked,
				})
			}
		}
	}
	if len(v.now.Seated) > 0 {
		out.Seats = (*StateSeats)(&f.Seats)
	}
	return out, nil
}

// pageOf is a page of a list that was worked out whole. Its cursors are bound to the
// audit row that the list is of.
func pageOf[T any](c *access.Call, list string, v *replayed, whole []T) (items []T, next string, err error) {
	type at struct {
		index int
		item  T
	}
	rows, next, err := httpapi.Page(&c.Request, list+" "+v.now.Event.ID+" "+strconv.FormatInt(v.Seq(), 10),
		func(after int, limit int) ([]at, error) {
			var rows []at
			for i := max(0, after); i < len(whole) && len(rows) < limit; i++ {
				rows = append(rows, at{i + 1, whole[i]})
			}
			return rows, nil
		}, func(a *at) int { return a.index })
	items = make([]T, len(rows))
	for i := range rows {
		items[i] = rows[i].item
	}
	return items, next, err
}

func (h *Handlers) readStateWaitlist(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*StateWaitlist, error) {
	v, err := h.replayed(c, k)
	if err != nil {
		return nil, err
	}
	places, next, err := pageOf(c, "state waitlist", v, v.Waitlist())
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(places))
	for i := range places {
		ids[i] = places[i].PersonID
	}
	var people map[string]*inventory.Person
	if err := h.Store.Snapshot(c.Context(), func(snap *snapshot.Snapshot) (err error) {
		people, err = snap.PeopleNamed(k.EventID, ids)
		return err
	}); err != nil {
		return nil, err
	}
	out := &StateWaitlist{LedgerSeq: v.Seq(), List: httpapi.NewList(make([]StateEntry, len(places)), next)}
	for i, p := range places {
		out.Items[i] = StateEntry{
			EntryID: p.EntryID, PersonID: p.PersonID, TierID: p.Tier, Status: string(p.State), Position: p.Position, Units: p.Units, Passes: p.Passes, OfferID: p.OfferID,
		}
		if person := people[p.PersonID]; person != nil {
			out.Items[i].Name = person.Profile.Name
		}
	}
	return out, nil
}

func (h *Handlers) readStateSeats(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*StateSeatPage, error) {
	v, err := h.replayed(c, k)
	if err != nil {
		return nil, err
	}
	seats, next, err := pageOf(c, "state seats", v, v.Seats())
	if err != nil {
		return nil, err
	}
	out := &StateSeatPage{LedgerSeq: v.Seq(), List: httpapi.NewList(make([]StateSeat, len(seats)), next)}
	for i, s := range seats {
		place, err := h.Charts.Place(c.Context(), s.ID)
		if err != nil {
			return nil, err
		}
		out.Items[i] = StateSeat{SeatID: s.ID, Place: *place, Status: "held", OrderID: s.HoldID}
		switch {
		case s.Kind == inventory.KindBlock:
			out.Items[i].Status = "blocked"
		case s.State == inventory.HoldConfirmed:
			out.Items[i].Status = "sold"
		}
	}
	return out, nil
}
