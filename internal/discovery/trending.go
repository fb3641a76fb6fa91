package discovery

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/trending"
)

// How trends are followed.
const (
	// trendsEvery is how often what was done is looked up, and busyEvery how often that is
	// done of all events, for what other servers wrote, and what is over.
	trendsEvery = 15 * time.Second
	busyEvery   = 10 * time.Minute
	// mostBusy is how many events are looked up at a time, and mostDeeds how many of the
	// latest rows of each.
	mostBusy, mostDeeds = 500, 2000
	// trendsBack is how far back deeds count: what weighs less than a hundredth by then.
	trendsBack = inventory.Instant(7 * inventory.Day)
)

// Trends says which events people come to now. Registrations, orders and entries are read
// from the database, so that it is as it was after a start, and on all servers alike; views
// are counted by each server for itself.
type Trends struct {
	store *store.Store
	now   func() time.Time
	log   *slog.Logger
	board *trending.Board
	views *trending.Views

	mu    sync.Mutex
	marks map[string]bool // events in which something was done (guarded by mu)

	looked time.Time // when all events were looked at last; owned by turn
	failed bool      // the database did not answer; owned by Run
}

// NewTrends returns trends of the public events of a database.
func NewTrends(s *store.Store, now func() time.Time, log *slog.Logger) *Trends {
	return &Trends{store: s, now: now, log: log, board: trending.NewBoard(), views: trending.NewViews(), marks: map[string]bool{}}
}

// Changed says that something happened in an event.
func (t *Trends) Changed(event string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.marks) < mostBusy {
		t.marks[event] = true
	}
}

// Saw says that a network looked at the page of an event. Of the network nothing is kept.
func (t *Trends) Saw(event, network string) {
	if t.views.Saw(event, network, inventory.At(t.now())) {
		t.Changed(event)
	}
}

// Top returns the hottest events of a city, the hottest first; "": of all.
func (t *Trends) Top(city string) []trending.Ranked { return t.board.Top(city) }

// Near returns the hottest events of an area, the hottest first, without those that count for a city; "": with all.
func (t *Trends) Near(a *Area, without string) []trending.Ranked {
	middle, square := a.vector(), a.square()
	return t.board.Near(a.cubes(squares), func(p *trending.Place) bool {
		return middle.square(p.At) <= square && (without == "" || !slices.Contains(p.Cells, without))
	})
}

// Heats calls hot with the heat of those of n events that people have come to lately.
func (t *Trends) Heats(n int, id func(i int) string, hot func(i int, heat trending.Heat)) {
	t.board.Heats(n, id, hot)
}

// squares are the grids whose cubes are cells of the board: they are some 12, 50, 200 and 800 km across.
var squares = []float64{512, 128, 32, 8}

// faint is what an event's deeds weigh at least that is on the board: a registration of a week ago weighs a little
// more.
const faint = 1. / 16

// Run follows what is done until ctx ends.
func (t *Trends) Run(ctx context.Context) {
	for {
		err := t.Turn(ctx)
		switch {
		case err == nil:
			t.failed = false
		case ctx.Err() == nil && !t.failed:
			t.failed = true
			t.log.WarnContext(ctx, "discovery: what is trending is not found; trying again", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(trendsEvery):
		}
	}
}

// Turn takes in what was done since the last one.
func (t *Trends) Turn(ctx context.Context) error {
	now := inventory.At(t.now())
	t.mu.Lock()
	marks := t.marks
	t.marks = map[string]bool{}
	t.mu.Unlock()
	all := t.looked.IsZero() || t.now().Sub(t.looked) >= busyEvery
	if all {
		busy, err := t.store.Events.Busy(ctx, now-trendsBack, now, mostBusy)
		if err != nil {
			t.again(marks)
			return err
		}
		for _, id := range busy {
			marks[id] = true
		}
		t.board.Fade(now, faint)
		for _, r := range t.board.Top("") { // what is over goes
			marks[r.Event] = true
		}
	}
	ids := make([]string, 0, len(marks))
	for id := range marks {
		ids = append(ids, id)
	}
	on, err := t.placesOf(ctx, ids, now)
	if err != nil {
		t.again(marks)
		return err
	}
	for _, id := range ids {
		heat := trending.Cold
		in, listed := on[id]
		if listed {
			if heat, err = t.heat(ctx, id, now); err != nil {
				t.again(marks)
				return err
			}
		}
		t.board.Set(id, in, heat)
		delete(marks, id)
	}
	if all {
		t.looked = t.now()
	}
	return nil
}

// again has events looked up at the next turn.
func (t *Trends) again(marks map[string]bool) {
	for id := range marks {
		t.Changed(id)
	}
}

// heat is that of what was done lately in an event.
func (t *Trends) heat(ctx context.Context, event string, now inventory.Instant) (trending.Heat, error) {
	d, err := t.store.Events.Demand(ctx, event, now-trendsBack, mostDeeds)
	if err != nil {
		return trending.Cold, err
	}
	heat := t.views.Of(event)
	for _, at := range d.Ordered {
		heat = heat.Plus(trending.Of(trending.Register, at))
	}
	for _, at := range d.Waits {
		heat = heat.Plus(trending.Of(trending.Wait, at))
	}
	return heat, nil
}

// placesOf returns where those events are that are public and not over at a time: the city that each counts for, and
// the squares that it is in.
func (t *Trends) placesOf(ctx context.Context, ids []string, now inventory.Instant) (map[string]trending.Place, error) {
	briefs, err := t.store.Events.Briefs(ctx, ids)
	if err != nil {
		return nil, err
	}
	places := make(map[string]trending.Place, len(briefs))
	for id, b := range briefs {
		if !b.Listed() || b.EndsAt <= now {
			continue
		}
		places[id] = placeOf(b)
	}
	return places, nil
}

// placeOf is where an event is on the board.
func placeOf(b *events.Brief) trending.Place {
	in := trending.Place{At: nowhere}
	var at *Point
	if p, ok := ParsePoint(b.Coordinates); ok {
		at, in.At = &p, p.vector()
	}
	if c := CityOf(b.Location, at, b.Timezone); c != nil {
		in.Cells = append(in.Cells, c.ID)
	}
	if at != nil {
		in.Cells = append(in.Cells, cubesOf(in.At, squares)...)
	}
	return in
}
