package webhook

import (
	"context"
	"net/http"
	"time"
)

// SetTimeout sets how long a receiver may take.
func (s *Sender) SetTimeout(d time.Duration) {
	s.client.Timeout = d
	s.client.Transport.(*http.Transport).ResponseHeaderTimeout = d
}

// Step serves every endpoint as Run does at each tick, and waits for it.
func (p *Pump) Step(ctx context.Context) error {
	_, err := p.round(ctx, false)
	return err
}

// Exported for tests.
const (
	SweepEvery = sweepEvery
	SweepPage  = sweepPage
	MaxMarks   = maxMarks
)
