// Package warm asks for what people will ask for first, shortly before they come: so the
// first of them find everything read and in memory.
package warm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/demand"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

const (
	// every is how often events are warmed: what is remembered of them is good for some
	// seconds.
	every = 2 * time.Second
	// page is how many events are read at once.
	page = 200
	// askWithin bounds one question.
	askWithin = 5 * time.Second
)

// Config configures a Warmer. All of it but Observe is required.
type Config struct {
	Store *store.Store
	// Ask asks the server itself, as a stranger, and returns the status of the answer.
	Ask func(ctx context.Context, path string) (status int)
	// Load has the writer of an event read what decisions need.
	Load func(ctx context.Context, event string) error
	Now  func() inventory.Instant
	Log  *slog.Logger
	// Observe, when not nil, is told about each event that was warmed, and whether all of it was.
	Observe func(ok bool)
}

// Warmer warms the events whose openings are near, on one server. Each server has its own.
type Warmer struct{ cfg Config }

// New returns a warmer. It has no goroutine of its own: see Run.
func New(c Config) (*Warmer, error) {
	if c.Store == nil || c.Ask == nil || c.Load == nil || c.Now == nil || c.Log == nil {
		return nil, errors.New("warm: Config is incomplete")
	}
	if c.Observe == nil {
		c.Observe = func(bool) {}
	}
	return &Warmer{cfg: c}, nil
}

// Run warms what is due until ctx ends.
func (w *Warmer) Run(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := w.Warm(ctx); err != nil && ctx.Err() == nil {
			w.cfg.Log.WarnContext(ctx, "warm: cannot read which events open soon; trying again", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Warm asks once for what people will ask for of each event that is due. An answer that is a
// refusal is not an error: whoever comes will get it too.
func (w *Warmer) Warm(ctx context.Context) error {
	for after := ""; ; {
		ids, err := w.cfg.Store.Events.InDemand(ctx, w.cfg.Now(), after, page)
		if err != nil {
			return err
		}
		found, err := w.cfg.Store.Events.EventsByID(ctx, ids)
		if err != nil {
			return err
		}
		for _, event := range ids {
			if v := found[event]; v != nil {
				w.event(ctx, v)
			}
		}
		if len(ids) < page || ctx.Err() != nil {
			return ctx.Err()
		}
		after = ids[len(ids)-1]
	}
}

// Paths are what people ask for first of an event.
func Paths(v *events.EventView) []string {
	at := "/v1/events/" + v.Event.ID
	paths := []string{"/events/" + v.Event.ID, at}
	if v.Event.Settings.Onsale.Mode != inventory.OnsaleOpen {
		paths = append(paths, at+"/waiting-room")
	}
	if v.Seated != nil {
		paths = append(paths, at+"/seats")
	}
	return paths
}

// event warms one event if it is due.
func (w *Warmer) event(ctx context.Context, v *events.EventView) {
	plan := demand.PlanOf(&v.Event, v.Tiers)
	if !plan.Warms(w.cfg.Now()) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	err := w.cfg.Load(ctx, v.Event.ID)
	for _, path := range Paths(v) {
		if status := w.cfg.Ask(ctx, path); status >= http.StatusInternalServerError {
			err = errors.Join(err, fmt.Errorf("warm: %s: status %d", path, status))
		}
	}
	w.cfg.Observe(err == nil)
	if err != nil && ctx.Err() == nil {
		w.cfg.Log.WarnContext(ctx, "warm: an event that opens soon could not be warmed; trying again", slog.String("event", v.Event.ID), slog.Any("error", err))
	}
}
