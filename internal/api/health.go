package api

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/store"
)

// readyTimeout bounds the question whether the database answers.
const readyTimeout = 2 * time.Second

// Health says that all is well.
type Health struct {
	Status  string `json:"status" enum:"ok"`
	Version string `json:"version,omitempty"`
}

func (s *server) health(*Call, *None) (*Health, error) {
	return &Health{Status: "ok", Version: s.cfg.Version}, nil
}

func (s *server) ready(c *Call, _ *None) (*Health, error) {
	ctx, cancel := context.WithTimeout(c.Context(), readyTimeout)
	defer cancel()
	if err := s.store.Ping(ctx); err != nil {
		s.log.Warn("not ready", "error", err)
		if !errors.Is(err, store.ErrUnavailable) {
			err = fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		return nil, err
	}
	return &Health{Status: "ok", Version: s.cfg.Version}, nil
}
