package api

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// Signals take what systems say of their capacity by way of a broker, as the route with
// resources.SignalRoute takes what they say by a request.
type Signals struct {
	signals  resources.Signals
	decode   func(body []byte, in any) error
	problems *httpapi.Registry
}

// NewSignals returns what takes them.
func NewSignals(st *store.Store, places *waitlists.Service, hooks *webhook.Sender, now func() time.Time) (*Signals, error) {
	s := &Signals{signals: resources.Signals{Waitlists: places, Now: now, Store: st, Webhooks: hooks}}
	var err error
	if s.decode, err = document().Decoder(resources.SignalRoute); err != nil {
		return nil, err
	}
	s.problems, err = problems()
	return s, err
}

// Take takes a message. problem is what a request would be answered with, nil when it was taken now or
// before; err is the error behind it.
func (s *Signals) Take(ctx context.Context, m *resources.SignalMessage) (repeated bool, problem *httpapi.Problem, err error) {
	taken, err := s.signals.Message(ctx, m, s.decode)
	if err != nil {
		return false, s.problems.Of(err), err
	}
	return taken.Status == "repeated", nil, nil
}
