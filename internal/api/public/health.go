package public

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store"
)

// readyTimeout bounds the question whether the database answers.
const readyTimeout = 2 * time.Second

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
		if !errors.Is(err, store.ErrUnavailable) {
			err = fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		return nil, err
	}
	if h.Ready != nil {
		if err := h.Ready(); err != nil {
			p := access.KindClock.With(err.Error())
			p.RetryAfter = clock.Interval
			return nil, p
		}
	}
	return &Health{Status: "ok", Version: h.Version}, nil
}
