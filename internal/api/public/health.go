package public

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// readyTimeout bounds the question whether the database answers.
const readyTimeout = 2 * time.Second

// ErrStopping says that the server stops, and answers only so that nobody is cut off.
var ErrStopping = errors.New("public: the server stops")

// Health says that all is well.
type Health struct {
	Status  string `json:"status" enum:"ok"`
	Version string `json:"version,omitempty"`
}

func (h *Handlers) health(*access.Call, *httpapi.None) (*Health, error) {
	return &Health{Status: "ok", Version: h.Version}, nil
}

func (h *Handlers) ready(c *access.Call, _ *httpapi.None) (*Health, error) {
	ctx, cancel := context.WithTimeout(c.Context(), readyTimeout)
	defer cancel()
	if err := h.Store.Ping(ctx); err != nil {
		h.Log.Warn("not ready", "error", err)
		if !errors.Is(err, database.ErrUnavailable) {
			err = fmt.Errorf("%w: %w", database.ErrUnavailable, err)
		}
		return nil, err
	}
	if err := h.Store.Writable(c.Context()); err != nil {
		h.Log.Warn("not ready: the database takes no writes", "error", err)
		p := httpapi.KindUnavailable.With(whyNot(err))
		p.RetryAfter = time.Second
		return nil, p
	}
	if h.Ready != nil {
		err := h.Ready()
		if errors.Is(err, ErrStopping) {
			p := access.KindShuttingDown.Problem()
			p.RetryAfter = time.Second
			return nil, p
		}
		if err != nil {
			p := access.KindClock.With(err.Error())
			p.RetryAfter = clock.Interval
			return nil, p
		}
	}
	return &Health{Status: "ok", Version: h.Version}, nil
}

// whyNot says, to whoever runs the server, what is wrong with a database that takes
// no writes.
func whyNot(err error) string {
	switch {
	case errors.Is(err, database.ErrFull):
		return "The disk of the database is full: nothing can be written."
	case errors.Is(err, database.ErrDamaged):
		return "The database has met a damaged page: run holdfast verify, and restore a backup."
	case errors.Is(err, database.ErrLost):
		return "A file of the database was deleted or replaced under the server, which writes nothing any more. The log says which, and what to do."
	}
	return "A write to the database fails, or does not come to its end."
}
