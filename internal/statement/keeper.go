package statement

import (
	"context"
	"sync"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

const (
	// page is how many rows are read at once, reach how many while somebody waits: what is
	// left comes with the next question.
	page, reach = 500, 50_000
	// most is how many events are remembered.
	most = 256
)

// Keeper remembers how far it has followed the logs of events. Its zero value with a Store
// is ready, and safe for concurrent use.
type Keeper struct {
	Store *store.Store

	mu    sync.Mutex
	folds map[string]*followed // guarded by mu
}

type followed struct {
	mu   sync.Mutex
	fold *Fold // guarded by mu; nil: not begun
	of   int64 // the version, guarded by mu
}

// A Look is what a log shows of a statement.
type Look struct {
	Terms       inventory.StatementTerms
	Opened      bool
	Differences []Difference
	// Through is the seq up to which the log was followed; Complete says that there is no
	// more.
	Through  int64
	Complete bool
}

// Look follows the log of an event for a version of its statement, and says what it shows.
func (k *Keeper) Look(ctx context.Context, event string, s *inventory.Statement, now inventory.Instant) (*Look, error) {
	w := k.of(event)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fold == nil || w.of != s.Version {
		fold, err := New(s)
		if err != nil {
			return nil, err
		}
		w.fold, w.of = fold, s.Version
	}
	complete := false
	for read := 0; read < reach && !complete; read += page {
		rows, err := k.Store.Events.Audit(ctx, event, w.fold.Seq(), page)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			w.fold.Add(&rows[i].AuditRow)
		}
		complete = len(rows) < page
	}
	return &Look{Terms: *w.fold.Terms(), Opened: w.fold.Opened(now), Differences: w.fold.Differences(now), Through: w.fold.Seq(), Complete: complete}, nil
}

func (k *Keeper) of(event string) *followed {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := k.folds[event]
	if w == nil {
		if k.folds == nil || len(k.folds) >= most {
			k.folds = map[string]*followed{} // they are followed anew
		}
		w = &followed{}
		k.folds[event] = w
	}
	return w
}
