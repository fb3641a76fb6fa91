// Package sequencer is being built.
package sequencer

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Errors of Submit, found with errors.Is.
var (
	ErrBusy        = errors.New("sequencer: the event's queue is full")                    // → 503 + Retry-After
	ErrClosed      = errors.New("sequencer: shutting down")                                // → 503 + Retry-After
	ErrKeyReused   = errors.New("sequencer: idempotency key was used for another request") // → 422
	ErrUnavailable = errors.New("sequencer: the database cannot be used now")              // → 503 + Retry-After; nothing was changed
	ErrUnknown     = errors.New("sequencer: cannot tell whether the change was stored")    // → 503; retry with the same key
)

// Request is one command for one event.
type Request struct {
	EventID string
	Command inventory.Command
	Key     *store.Key     // nil: no Idempotency-Key
	Details *store.Details // with Create (required) and Configure (optional)
}

// Reply is what a command was answered, after the commit.
type Reply struct {
	inventory.Outcome
	Replayed bool // the stored reply to an earlier request with the same key
}

// Sequencer has one ordered queue per event.
type Sequencer struct{}

// Submit queues a command and waits until it is decided and committed, or
// refused; after it was queued, the end of ctx does not take it back.
func (s *Sequencer) Submit(ctx context.Context, r Request) (Reply, error) { panic("being built") }

// RetryAfter is what a caller that met ErrBusy should wait.
func (s *Sequencer) RetryAfter() time.Duration { return time.Second }
