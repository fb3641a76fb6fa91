// Package turnedaway counts why people were refused at events, so that organizers see what people
// meet while it happens, on all servers of an installation together.
//
// In a rush there are thousands of refusals a second, and none of them writes. Each server counts in
// memory, and adds what it has to rows of its own now and then; those of a server that ends are put to
// those of all that have ended. So the sum of the rows and of one's own memory is exact where nobody
// else counts, and about right while others do.
package turnedaway

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

const (
	// addEvery is how often a server adds what it has counted. The first refusal at an event is added
	// at once, so that others know that it counts.
	addEvery = 15 * time.Second
	// addWithin bounds the last addition of a server that ends.
	addWithin = 10 * time.Second
	// mostSeen bounds the events of which it is remembered that somebody was refused there, mostCounted
	// the events with reasons that are counted between two additions. Further ones are not.
	mostSeen, mostCounted = 1024, 20_000
	// mostRows bounds the rows that are read of an event: the reasons are few, and so are the servers.
	mostRows = 10_000
)

// Refusals is why people were refused at an event, by the codes of the problems that they were
// answered with.
type Refusals struct {
	Since time.Time // the first of them; zero: there were none
	Items []Refusal // the most frequent first
	// Exact: every server that has refused somebody has ended as it should, or is the one that answers.
	Exact bool
}

// Refusal is one reason.
type Refusal struct {
	Code     string
	Count    int64
	LatestAt time.Time
}

// Config configures a Counter.
type Config struct {
	Store *store.Store
	// Server is the name of this process, which no other has or had.
	Server string
	Now    func() time.Time
	Log    *slog.Logger
}

// Counter counts refusals. It is safe for concurrent use.
type Counter struct {
	cfg  Config
	soon chan struct{}

	mu       sync.Mutex
	seen     map[string]time.Time                   // guarded by mu: events, with when the last refusal was
	counting map[key]*waitingrooms.RefusalCount     // guarded by mu: since the last addition
	adding   map[string][]waitingrooms.RefusalCount // guarded by mu: by event, of which it is not certain that they were added
	added    map[string]bool                        // guarded by mu: events with rows of this server
	number   int64                                  // guarded by mu: of the last addition

	writing sync.Mutex // one addition at a time
}

type key struct{ event, code string }

// New returns a counter that has counted nothing. Without Run it counts in memory alone.
func New(cfg Config) (*Counter, error) {
	if cfg.Store == nil || cfg.Server == "" || cfg.Now == nil || cfg.Log == nil {
		return nil, errors.New("turnedaway: Config.Store, Server, Now and Log are required")
	}
	return &Counter{
		cfg: cfg, soon: make(chan struct{}, 1), seen: map[string]time.Time{}, counting: map[key]*waitingrooms.RefusalCount{},
		adding: map[string][]waitingrooms.RefusalCount{}, added: map[string]bool{},
	}, nil
}

// Count counts a refusal. What is not known to be an event is only counted where somebody was refused
// before: whoever makes up events costs no memory and no row.
func (c *Counter) Count(event, code string, known bool) {
	now := c.cfg.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, seen := c.seen[event]; !seen {
		if !known {
			return
		}
		if len(c.seen) >= mostSeen {
			c.forget()
		}
	}
	c.seen[event] = now
	k, at := key{event, code}, inventory.At(now)
	n := c.counting[k]
	if n == nil {
		if len(c.counting) >= mostCounted {
			return
		}
		n = &waitingrooms.RefusalCount{Server: c.cfg.Server, Code: code, FirstAt: at}
		c.counting[k] = n
	}
	n.Refused++
	n.LatestAt = at
	if !c.added[event] {
		select {
		case c.soon <- struct{}{}:
		default:
		}
	}
}

// forget forgets that somebody was refused at the event at which nobody was for the longest. What was
// counted of it is added all the same. The caller holds mu.
func (c *Counter) forget() {
	oldest := ""
	for event, at := range c.seen {
		if oldest == "" || at.Before(c.seen[oldest]) {
			oldest = event
		}
	}
	delete(c.seen, oldest)
}

// Of returns why people were refused at an event.
func (c *Counter) Of(ctx context.Context, event string) (Refusals, error) {
	out := Refusals{Exact: true}
	byCode := map[string]*Refusal{}
	add := func(n *waitingrooms.RefusalCount) {
		r := byCode[n.Code]
		if r == nil {
			r = &Refusal{Code: n.Code}
			byCode[n.Code] = r
		}
		r.Count += n.Refused
		if at := n.LatestAt.Time(); at.After(r.LatestAt) {
			r.LatestAt = at
		}
		if first := n.FirstAt.Time(); out.Since.IsZero() || first.Before(out.Since) {
			out.Since = first
		}
	}
	// What is being added is in the rows, or still here, and not in between.
	c.writing.Lock()
	rows, err := c.cfg.Store.WaitingRooms.Refusals(ctx, event, mostRows)
	own := c.own(event, rows)
	c.writing.Unlock()
	if err != nil {
		return out, err
	}
	for i := range rows {
		add(&rows[i])
		out.Exact = out.Exact && (rows[i].Server == "" || rows[i].Server == c.cfg.Server)
	}
	for i := range own {
		add(&own[i])
	}
	for _, r := range byCode {
		out.Items = append(out.Items, *r)
	}
	slices.SortFunc(out.Items, func(a, b Refusal) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code)) })
	return out, nil
}

// own returns what this server has counted of an event that the rows do not have.
func (c *Counter) own(event string, rows []waitingrooms.RefusalCount) (list []waitingrooms.RefusalCount) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.adding[event] {
		if !slices.ContainsFunc(rows, func(r waitingrooms.RefusalCount) bool {
			return r.Server == n.Server && r.Code == n.Code && r.Additions >= n.Additions
		}) {
			list = append(list, n)
		}
	}
	for k, n := range c.counting {
		if k.event == event {
			list = append(list, *n)
		}
	}
	return list
}

// Add adds what was counted since the last time to the rows. What cannot be added is tried again: as
// the same addition, which counts once however often it is made.
func (c *Counter) Add(ctx context.Context) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	var errs []error
	// What is left of an earlier addition goes first, under its own number.
	for _, fresh := range []bool{false, true} {
		for _, event := range c.next(fresh) {
			err := c.cfg.Store.WaitingRooms.AddRefusals(ctx, event, c.list(event))
			if errors.Is(err, events.ErrElsewhere) { // it has left, and is counted there
				err = nil
			}
			if err != nil {
				errs = append(errs, err)
				continue
			}
			c.mu.Lock()
			delete(c.adding, event)
			c.added[event] = true
			c.mu.Unlock()
		}
	}
	return errors.Join(errs...)
}

// next returns the events of the addition under way; fresh: it begins a new one with those of which
// nothing is left of an earlier one.
func (c *Counter) next(fresh bool) (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if fresh && len(c.counting) > 0 {
		c.number++
		begun := map[string]bool{}
		for k, n := range c.counting {
			if len(c.adding[k.event]) > 0 && !begun[k.event] {
				continue // it is still uncertain what was added last
			}
			begun[k.event] = true
			n.Additions = c.number
			c.adding[k.event] = append(c.adding[k.event], *n)
			delete(c.counting, k)
		}
	}
	for event := range c.adding {
		list = append(list, event)
	}
	slices.Sort(list)
	return list
}

func (c *Counter) list(event string) []waitingrooms.RefusalCount {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.adding[event]
}

// Run adds now and then, until ctx ends; then it adds the last of it, and puts what this server has
// counted to that of all that have ended.
func (c *Counter) Run(ctx context.Context) {
	tick := time.NewTicker(addEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
			c.warn(ctx, c.Add(ctx))
		case <-c.soon:
			c.warn(ctx, c.Add(ctx))
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), addWithin)
	defer cancel()
	c.warn(last, c.End(last))
}

func (c *Counter) warn(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		c.cfg.Log.WarnContext(ctx, "turnedaway: refusals not added yet", slog.Any("error", err))
	}
}

// End adds the last of what was counted and ends the rows of this server, which counts no more.
func (c *Counter) End(ctx context.Context) error {
	if err := c.Add(ctx); err != nil {
		return err
	}
	c.mu.Lock()
	added := make([]string, 0, len(c.added))
	for event := range c.added {
		added = append(added, event)
	}
	c.mu.Unlock()
	slices.Sort(added)
	var errs []error
	for _, event := range added {
		errs = append(errs, c.cfg.Store.WaitingRooms.EndRefusals(ctx, event, c.cfg.Server))
	}
	return errors.Join(errs...)
}
