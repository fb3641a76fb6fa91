// Package turnstile lets people of a waiting room in: it says who is called, in one
// document that is the same for everybody, and gives passes to those who come.
package turnstile

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

const (
	// fresh is how old the public document gets while somebody asks for it, stale how old
	// it may be when it is read.
	fresh = time.Second
	stale = 2 * time.Second
	// rooms bounds the rooms that a server remembers.
	rooms = 4096
	// measured is over how long the rate of calling is taken.
	measured = 2 * inventory.Minute
	// measuredLeast is how long it is taken before it is told: at first many come at once.
	measuredLeast = 10 * inventory.Second
	// counts is how often the figures of a sale are counted, for which all that was taken is
	// read.
	counts = 5 * inventory.Second
	// remembered is for how long a room that nobody looks at counts in the figures.
	remembered = 15 * inventory.Second
)

// Errors of entering, beside *Waiting and waitroom.ErrReceipt.
var (
	// ErrClosed: nobody is called any more, or no place is behind a waiting room.
	ErrClosed = errors.New("turnstile: the waiting room is not serving")
	// ErrPassOver: the entrant was let in, and the time for it is over.
	ErrPassOver = errors.New("turnstile: the pass is over")
	// ErrDone: the entrant was let in, and has something that stands.
	ErrDone = errors.New("turnstile: the pass was used")
	// ErrStruck: the entrant was struck out of the draw by the organizer.
	ErrStruck = errors.New("turnstile: the entrant was struck out")
	// ErrLeft: the entrant left the draw before it was sealed.
	ErrLeft = errors.New("turnstile: the entrant has left the draw")
	// ErrNotInside: whoever leaves was not let in.
	ErrNotInside = errors.New("turnstile: the entrant was not let in")
)

// Waiting is the error of somebody who is not let in yet.
type Waiting struct {
	Place, Serving int64 // places count from 1, 0: it is not drawn yet; people are called up to Serving
	// Called says that the place is called, and as many are inside as may be.
	Called bool
	// Minutes is how long it takes at the present rate; -1: nobody can say.
	Minutes int64
	// SlotAt is when the slot of the place begins, if that is to come; else 0.
	SlotAt inventory.Instant
	// SoldOut says that nothing is left, Waits that whoever comes in can join the waitlist.
	SoldOut, Waits bool
	// Odds are those of a place that is not called, while people are served; else nil.
	Odds *waitroom.Odds
}

func (w *Waiting) Error() string {
	return fmt.Sprintf("turnstile: place %d waits, %d are called", w.Place, w.Serving)
}

// View is a waiting room as everybody may see it.
type View struct {
	once *once

	Phase             waitroom.Phase // "": the event has none
	Entrants, Serving int64
	Inside, MaxInside int64
	Buying            int64         // of those inside, how many have an order to pay
	Stock             waitroom.Left // what there is of the event
	Opening           int64         // before people are called: how many units are on sale when they are, of what is free now
	Sale              waitroom.Sale // how it goes, while people are served: a few seconds old
	ClosedBecause     waitroom.ClosedReason
	Paused            bool
	PerMinute         float64 // people called in a minute, lately; 0: not known
	OpensAt, ServesAt inventory.Instant
	AsOf              inventory.Instant
	Identity          inventory.OnsaleIdentity
	Admission         inventory.Micros // for how long a pass is good
	// SealsAt, Beacon and Draw are those of a draw, and zero for a queue. Late says that its
	// beacon is later than an hour.
	Mode    waitroom.Mode
	SealsAt inventory.Instant
	Slots   inventory.OnsaleSlots
	Beacon  inventory.OnsaleBeacon
	Draw    inventory.OnsaleDrawState
	Late    bool
	// Releases are the parts of the inventory that are held back, which everybody may know
	// of.
	Releases []inventory.Release
}

// Config configures a Turnstile. All of it is required.
type Config struct {
	Store *store.Store
	// Key signs passes.
	Key []byte
	// Receipts are the keys that may have signed a receipt.
	Receipts []ed25519.PublicKey
	// Queued is how full the queue of the event's writer is, from 0 to 1: from a quarter on
	// fewer are called, so that whoever is inside is answered.
	Queued func(event string) float64
	Now    func() inventory.Instant
}

// Turnstile is safe for concurrent use.
type Turnstile struct {
	cfg   Config
	views *cache.Cache[string, *View]

	mu     sync.Mutex
	moving map[string]*moving // guarded by mu: the rooms that are served
	seen   map[string]*View   // guarded by mu: the rooms that people join or are called from, as they were seen last
}

// moving is what this server remembers of a room that it serves, for its document. What decides
// whom to call is in the room's row.
type moving struct {
	mu      sync.Mutex
	calls   []calls           // guarded by mu: the oldest first, at most measured ago
	sale    waitroom.Sale     // guarded by mu: as it was at counted
	counted inventory.Instant // guarded by mu
}

type calls struct {
	at      inventory.Instant
	serving int64
}

// New returns a turnstile. It has no goroutine of its own: people are called while
// somebody asks.
func New(c Config) (*Turnstile, error) {
	if c.Store == nil || c.Queued == nil || c.Now == nil || len(c.Key) == 0 || len(c.Receipts) == 0 {
		return nil, errors.New("turnstile: Config.Store, Key, Receipts, Queued and Now are required")
	}
	t := &Turnstile{cfg: c, moving: map[string]*moving{}, seen: map[string]*View{}}
	var err error
	t.views, err = cache.New(cache.Config[string, *View]{Load: t.look, Fresh: fresh, Stale: stale, Limit: rooms})
	return t, err
}

// Look returns the waiting room of an event, at most two seconds old. database.ErrNotFound:
// there is no such event.
func (t *Turnstile) Look(ctx context.Context, event string) (*View, error) {
	return t.views.Get(ctx, event)
}

// Forget makes the next Look read the room anew.
func (t *Turnstile) Forget(event string) { t.views.Forget(event) }

// Figures are those of all rooms that somebody looked at lately, taken together.
type Figures struct {
	Rooms int
	// Waiting are those who joined and are not called yet, Inside those whose pass is good.
	Waiting, Inside int64
}

// Figures returns them. A room is looked at by whoever waits in it.
func (t *Turnstile) Figures() (f Figures) {
	oldest := t.cfg.Now() - inventory.Instant(remembered)
	t.mu.Lock()
	defer t.mu.Unlock()
	for event, v := range t.seen {
		if v.AsOf < oldest {
			delete(t.seen, event)
			continue
		}
		f.Rooms++
		f.Waiting += max(0, v.Entrants-v.Serving)
		f.Inside += v.Inside
	}
	return f
}

// look reads a room, calls people, and notes what it was like.
func (t *Turnstile) look(ctx context.Context, event string) (*View, error) {
	v, err := t.call(ctx, event)
	if err != nil {
		return nil, err
	}
	v.once = &once{}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !v.Phase.Joinable() {
		delete(t.seen, event)
		return v, nil
	}
	if len(t.seen) >= rooms {
		clear(t.seen)
	}
	t.seen[event] = v
	return v, nil
}

// call reads a room, and calls people.
func (t *Turnstile) call(ctx context.Context, event string) (*View, error) {
	e, err := t.cfg.Store.Events.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	now := t.cfg.Now()
	o := &e.Event.Settings.Onsale
	v := &View{
		Phase: waitroom.PhaseAt(&e.Event, now), MaxInside: o.Inside, Paused: o.Paused, Identity: o.Identity, OpensAt: o.OpensAt, ServesAt: o.ServesAt, AsOf: now, Admission: o.Admission,
		Mode: waitroom.Mode(o.Mode), SealsAt: o.SealsAt, Slots: o.Slots, Beacon: o.Beacon, Draw: o.Draw, Late: waitroom.BeaconLate(&e.Event, now),
	}
	for _, r := range e.Releases {
		if t := e.Tier(r.Tier); t == nil || !t.Hidden {
			v.Releases = append(v.Releases, r)
		}
	}
	stock := waitroom.Stock{Settings: &e.Event.Settings, Pools: e.Pools, Tiers: e.Tiers, Waiting: e.TierWaiting, Pending: e.Offered + e.Applications, Seated: e.Seated}
	v.Stock = stock.At(now)
	if v.Phase != waitroom.Serving && v.Phase != waitroom.Closed {
		v.Opening = opening(e, &stock, max(now, o.ServesAt))
	}
	if v.Phase == waitroom.Closed {
		v.ClosedBecause = waitroom.ClosedBecause(&e.Event, now)
	}
	if v.Phase != waitroom.Serving || v.Mode == waitroom.Ballot { // which serves by itself
		t.forget(event)
		room, err := t.cfg.Store.WaitingRooms.Room(ctx, event)
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			return nil, err
		}
		v.Entrants, v.Serving = room.Entrants, room.Serving
		return v, nil
	}
	room, err := t.cfg.Store.WaitingRooms.Call(ctx, event, now, func(c *waitingrooms.RoomCrowd) (int64, error) {
		v.Inside, v.Buying = c.Inside, c.Buying
		// The settings may have changed since the event was read.
		if waitroom.PhaseAt(c.Event, now) != waitroom.Serving {
			return c.Room.Serving, nil
		}
		terms, _ := waitroom.TermsOf(&c.Event.Settings.Onsale)
		steered := &c.Event.Settings.Onsale
		return steer(c.Room, func(controller *waitroom.Controller) int64 {
			return controller.Call(&terms, &waitroom.Room{
				Entrants: c.Room.Entrants, Serving: c.Room.Serving, Inside: int(c.Inside), Buying: int(c.Buying), Left: v.Stock.Units, Waits: v.Stock.Waits && !v.Stock.Coming, Spots: v.Stock.Spots, Queued: t.cfg.Queued(event), Paused: steered.Paused, PerMinute: int(steered.PerMinute),
			}, now)
		})
	})
	if err != nil {
		return nil, err
	}
	m := t.of(event)
	v.Entrants, v.Serving, v.PerMinute = room.Entrants, room.Serving, m.rate(now, room.Serving)
	v.Sale, err = t.sale(ctx, event, m, now)
	v.Sale.Called = v.Serving
	return v, err
}

// opening returns how many units are on sale when people are called, of what is free now and is
// released by then.
func opening(e *events.EventView, stock *waitroom.Stock, serves inventory.Instant) int64 {
	units := stock.At(serves).Units
	for _, r := range e.Releases {
		if r.At <= serves {
			units += r.Units
		}
	}
	return min(units, inventory.MaxCapacity)
}

// steer does something with the controller of a room, and keeps it in the row, whose lock is held.
func steer(room *waitingrooms.WaitingRoom, do func(*waitroom.Controller) int64) (serving int64, err error) {
	var controller waitroom.Controller
	if err := controller.UnmarshalText([]byte(room.Calls)); err != nil {
		return room.Serving, err
	}
	serving = do(&controller)
	text, err := controller.MarshalText()
	room.Calls = string(text)
	return serving, err
}

// sale returns how a sale goes, at most a few seconds ago. All that was taken is read for it, with
// no lock: nobody who comes in waits for that.
func (t *Turnstile) sale(ctx context.Context, event string, m *moving, now inventory.Instant) (waitroom.Sale, error) {
	m.mu.Lock()
	sale, counted := m.sale, m.counted
	m.mu.Unlock()
	if counted != 0 && now-counted < inventory.Instant(counts) && now >= counted {
		return sale, nil
	}
	got, err := t.cfg.Store.WaitingRooms.Sale(ctx, event, now)
	if err != nil {
		return sale, err
	}
	sale = waitroom.Sale{Came: got.Came, Decided: got.Decided, Took: got.Took}
	m.mu.Lock()
	m.sale, m.counted = sale, now
	m.mu.Unlock()
	return sale, nil
}

// rate notes up to whom people are called, and returns how many were in a minute.
func (m *moving) rate(now inventory.Instant, serving int64) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.calls) > 1 && now-m.calls[1].at >= inventory.Instant(measured) {
		m.calls = m.calls[1:]
	}
	m.calls = append(m.calls, calls{now, serving})
	first := m.calls[0]
	if now-first.at < inventory.Instant(measuredLeast) {
		return 0
	}
	return float64(serving-first.serving) * float64(inventory.Minute) / float64(now-first.at)
}

// of returns what this server remembers of a room.
func (t *Turnstile) of(event string) *moving {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.moving[event]
	if m == nil {
		if len(t.moving) >= rooms {
			clear(t.moving) // it is measured and counted again
		}
		m = &moving{}
		t.moving[event] = m
	}
	return m
}

func (t *Turnstile) forget(event string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.moving, event)
}

// Enter returns the pass of the bearer of a receipt: the same one again each time. The
// error is a *Waiting while the place is not called or as many are inside as may be,
// ErrPassOver when the pass is over, ErrDone when it was used, ErrClosed when the room does not serve or has closed,
// ErrStruck or ErrLeft when it was taken out of the
// draw, and waitroom.ErrReceipt when the receipt is not one of this event.
func (t *Turnstile) Enter(ctx context.Context, event, receipt string) (token string, pass waitroom.Pass, err error) {
	index, err := t.Index(event, receipt)
	if err != nil {
		return "", pass, err
	}
	return t.EnterAt(ctx, event, index)
}

// EnterAt is Enter for a person who has shown a link to the place of an index. Whether anybody joined at
// that index is not asked: a link to it is made for a person who did.
func (t *Turnstile) EnterAt(ctx context.Context, event string, index int64) (token string, pass waitroom.Pass, err error) {
	// Most who ask too early are told so without a transaction.
	v, err := t.Look(ctx, event)
	switch {
	case err != nil:
		return "", pass, err
	case v.Phase == "" || v.Phase == waitroom.Closed || v.Mode == waitroom.Ballot:
		return "", pass, ErrClosed
	}
	place, err := t.place(ctx, event, v, index)
	switch {
	case err != nil:
		return "", pass, err
	case place == 0 || place > v.Serving:
		return "", pass, v.waiting(place, false)
	}
	now := t.cfg.Now()
	row, err := t.cfg.Store.WaitingRooms.Enter(ctx, event, index, now, func(c *waitingrooms.RoomCrowd) (inventory.Pass, error) {
		phase := waitroom.PhaseAt(c.Event, now)
		terms, _ := waitroom.TermsOf(&c.Event.Settings.Onsale)
		switch waitroom.Admit(&terms, phase, &waitroom.Room{Entrants: c.Room.Entrants, Serving: c.Room.Serving, Inside: int(c.Inside)}, place, now) {
		case waitroom.Enter:
			_, err := steer(c.Room, func(controller *waitroom.Controller) int64 { controller.Came(place); return 0 })
			return inventory.Pass{Index: index, EnteredAt: now, Until: now + inventory.Instant(terms.Admission)}, err
		case waitroom.Moment:
			return inventory.Pass{}, v.waiting(place, true)
		case waitroom.Wait:
			return inventory.Pass{}, v.waiting(place, false)
		default:
			return inventory.Pass{}, ErrClosed
		}
	})
	if err != nil {
		return "", pass, err
	}
	pass = waitroom.Pass{EventID: event, Index: row.Index, Until: row.Until}
	switch {
	case row.DoneAt != 0:
		return "", pass, ErrDone
	case now >= pass.Until || row.LeftAt != 0:
		return "", pass, ErrPassOver
	}
	return pass.Token(t.cfg.Key), pass, nil
}

// SignedBy returns which of the keys of receipts have signed one of these trees, in the order of the
// trees.
func (t *Turnstile) SignedBy(event string, trees ...*draw.Checkpoint) (keys []ed25519.PublicKey) {
	for _, tree := range trees {
		for _, k := range t.cfg.Receipts {
			if tree.SignedBy(event, []draw.Base64{draw.Base64(k)}) && !slices.ContainsFunc(keys, func(has ed25519.PublicKey) bool { return has.Equal(k) }) {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// Index returns the index of the bearer of a receipt, or waitroom.ErrReceipt.
func (t *Turnstile) Index(event, receipt string) (int64, error) {
	r, err := waitroom.ParseReceipt(receipt, event, t.cfg.Receipts)
	if err != nil {
		return 0, err
	}
	return r.Entrant.Index, nil
}

// Place returns the place of an entrant, 0 while it is not drawn.
func (v *View) Place(index int64) (int64, error) {
	places, drawn, err := waitroom.PlacesOf(&inventory.Onsale{Mode: inventory.OnsaleMode(v.Mode), Draw: v.Draw})
	if err != nil || !drawn {
		return 0, err
	}
	return places.Of(index), nil
}

// SlotAt returns when the slot of a place begins; 0: the place is to be drawn, or there are no
// slots.
func (v *View) SlotAt(place int64) inventory.Instant {
	if place < 1 || v.Slots.People == 0 {
		return 0
	}
	return v.Slots.Start(v.ServesAt, place)
}

// place is View.Place for a person who wants to come in: ErrStruck for one struck out, ErrLeft for
// one who left the draw.
func (t *Turnstile) place(ctx context.Context, event string, v *View, index int64) (int64, error) {
	if v.Draw.Seal.Struck > 0 && index < v.Draw.Seal.Entrants {
		reason, err := t.cfg.Store.WaitingRooms.Struck(ctx, event, index)
		switch {
		case err != nil:
			return 0, err
		case draw.Reason(reason) == draw.Left:
			return 0, ErrLeft
		case reason != "":
			return 0, ErrStruck
		}
	}
	return v.Place(index)
}

// Leave gives up the place inside of the bearer of a receipt, so that somebody else comes in:
// from then on nothing is taken with the pass. To do it again, or after the pass is over or
// was used, changes nothing. The error is ErrNotInside for a person who was not let in, and
// waitroom.ErrReceipt when the receipt is not one of this event.
func (t *Turnstile) Leave(ctx context.Context, event, receipt string) error {
	r, err := waitroom.ParseReceipt(receipt, event, t.cfg.Receipts)
	if err != nil {
		return err
	}
	err = t.cfg.Store.WaitingRooms.Leave(ctx, event, r.Entrant.Index, t.cfg.Now())
	if errors.Is(err, database.ErrNotFound) {
		return ErrNotInside
	}
	return err
}

func (v *View) waiting(place int64, called bool) *Waiting {
	w := &Waiting{Place: place, Serving: v.Serving, Called: called, Minutes: -1, SoldOut: v.Stock.SoldOut, Waits: v.Stock.Waits}
	if !v.Paused && v.Phase == waitroom.Serving && !called {
		w.Minutes = waitroom.WaitMinutes(place, v.Serving, v.PerMinute)
	}
	if v.Phase == waitroom.Serving && place > v.Serving {
		odds := waitroom.OddsAt(place-1-v.Serving, v.Stock.Units, v.Sale)
		w.Odds = &odds
	}
	if at := v.SlotAt(place); at > v.AsOf {
		w.SlotAt, w.Called, w.Minutes = at, false, -1
	}
	return w
}
