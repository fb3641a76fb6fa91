package cells

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/cells"
)

const (
	// readEvery is how often a server asks the catalogue which events have moved.
	readEvery = 500 * time.Millisecond
	// overlap is how far back it asks: who says that an event moves takes the time before that
	// is committed.
	overlap = 10 * time.Second
	// mirrorEvery is how often the catalogue is told what events of other cells say of themselves.
	mirrorEvery = 5 * time.Second
	// followEvery is how often a cell asks the catalogue for the webhooks of its organizations, and
	// ownersAtOnce how many organizations are read at once.
	followEvery  = 2 * time.Second
	ownersAtOnce = 500
	// askFor bounds a question to a database.
	askFor = 10 * time.Second
)

// Directory is what a server knows of where events live. It is safe for concurrent use.
type Directory struct {
	own       string // the cell of this server
	here      *store.Store
	catalogue *store.Store // the same in the catalogue's own servers
	log       *slog.Logger

	mu     sync.RWMutex
	home   string                 // guarded by mu: the catalogue's cell
	cells  map[string]cells.Cell  // guarded by mu
	places map[string]cells.Place // guarded by mu: by event
	newest inventory.Instant      // of the places that are known; only Read changes it
}

// NewDirectory returns what a server of a cell knows, which is nothing until Read.
func NewDirectory(own string, here, catalogue *store.Store, log *slog.Logger) *Directory {
	return &Directory{own: own, here: here, catalogue: catalogue, log: log}
}

// Read reads what has changed since it was last called. The error is ErrNoCell when this
// server's own cell is not known.
func (d *Directory) Read(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	all, home, err := known(ctx, d.catalogue)
	if err != nil {
		return err
	}
	if _, ok := all[d.own]; !ok {
		return fmt.Errorf("%w: %s", ErrNoCell, d.own)
	}
	if (home == d.own) != (d.here == d.catalogue) {
		return fmt.Errorf("cells: %s is the catalogue, and this is %s: servers of other cells have --catalogue, and those of the catalogue have not", home, d.own)
	}
	changed := map[string]cells.Place{}
	newest, since := d.newest, max(0, d.newest-inventory.Instant(overlap/time.Microsecond))
	for behind, more := "", true; more; {
		var list []cells.Place
		if list, more, err = d.catalogue.Cells.Since(ctx, since, behind); err != nil {
			return err
		}
		for _, p := range list {
			changed[p.EventID], newest, behind = p, max(newest, p.ChangedAt), p.EventID
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.places == nil {
		d.places = map[string]cells.Place{}
	}
	for event, p := range changed {
		d.places[event] = p
	}
	d.home, d.cells, d.newest = home, all, newest
	return nil
}

// Keep reads until the context ends.
func (d *Directory) Keep(ctx context.Context) {
	failing := false
	for wait(ctx, readEvery) == nil {
		err := d.Read(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			d.log.Warn("cannot ask the catalogue where events live; going by what was known", slog.Any("error", err))
		}
		failing = err != nil
	}
}

// where says what is known of an event: known is whether it was ever moved.
func (d *Directory) where(event string) (p cells.Place, known bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	p, known = d.places[event]
	return p, known
}

// moved reports whether any event was ever moved.
func (d *Directory) moved() bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return len(d.places) > 0
}

// address is how the servers of a cell are reached; of the catalogue's, with "".
func (d *Directory) address(cell string) string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if cell == "" {
		cell = d.home
	}
	return d.cells[cell].Address
}

// isHome reports whether this is a server of the catalogue.
func (d *Directory) isHome() bool { return d.here == d.catalogue }

// Mirror tells the catalogue what the events of this cell say of themselves, until the context
// ends: their titles, times and figures are in the lists that it serves.
func (d *Directory) Mirror(ctx context.Context) {
	told, failing := map[string]int64{}, false
	for wait(ctx, mirrorEvery) == nil {
		err := d.mirror(ctx, told)
		if err != nil && !failing && ctx.Err() == nil {
			d.log.Warn("cannot tell the catalogue of the events of this cell; trying again", slog.Any("error", err))
		}
		failing = err != nil
	}
}

func (d *Directory) mirror(ctx context.Context, told map[string]int64) error {
	var row *cells.Table // events, as a table: read once there is something to tell
	for behind, more := "", true; more; {
		list, again, err := d.here.Cells.Versions(ctx, behind)
		if err != nil {
			return err
		}
		for _, v := range list {
			behind = v.EventID
			p, known := d.where(v.EventID)
			if told[v.EventID] == v.Version || !known || p.State != cells.There || p.Cell != d.own {
				continue
			}
			if row == nil {
				of, _, err := d.here.Cells.Tables(ctx)
				if err != nil {
					return err
				}
				row = &of[slices.IndexFunc(of, func(t cells.Table) bool { return t.Name == "events" })]
			}
			values, lives, err := d.here.Cells.Row(ctx, row, v.EventID)
			if err != nil {
				return err
			}
			if !lives {
				continue
			}
			if err := d.catalogue.Cells.Mirror(ctx, row, v.EventID, values); err != nil && !errors.Is(err, cells.ErrTwoMoves) {
				return err
			}
			told[v.EventID] = v.Version
		}
		more = again
	}
	return nil
}

// Follow keeps the webhooks of this cell as they are in the catalogue, where organizers change them,
// until the context ends.
func (d *Directory) Follow(ctx context.Context) {
	failing := false
	for wait(ctx, followEvery) == nil {
		err := d.follow(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			d.log.Warn("cannot ask the catalogue for webhooks; sending to those that were known", slog.Any("error", err))
		}
		failing = err != nil
	}
}

func (d *Directory) follow(ctx context.Context) error {
	for after := ""; ; {
		owners, err := d.here.Webhooks.HookOwners(ctx, after, ownersAtOnce)
		if err != nil {
			return err
		}
		for _, org := range owners {
			if err := followHooks(ctx, d.catalogue, d.here, org); err != nil {
				return err
			}
			after = org
		}
		if len(owners) < ownersAtOnce {
			return nil
		}
	}
}

// followHooks makes the webhooks of an organization in the database of a cell those of the catalogue.
func followHooks(ctx context.Context, catalogue, here *store.Store, org string) error {
	list, err := catalogue.Webhooks.WebhooksOf(ctx, org)
	if err != nil {
		return err
	}
	return here.Webhooks.Follow(ctx, org, list)
}
