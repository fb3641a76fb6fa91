// Package gather answers many who ask something of one thing at once by one piece of work, which
// begins after they asked.
package gather

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// maxWaiters bounds who waits for what is asked of one thing.
	maxWaiters = 16_384
	// maxGathered bounds those who are served together.
	maxGathered = 256
)

// ErrBusy: too many wait for the same. Nothing was done.
var ErrBusy = errors.New("store: too many wait")

// Key is the id of something that an organization has.
type Key struct{ Org, ID string }

// Group serves many who ask something at once by one piece of work, which begins after they asked.
type Group[In, Out any] struct {
	*batch.Group[Key, In, Answer[Out]]
}

// Answer is what the work made of what one caller asked.
type Answer[Out any] struct {
	Out Out
	Err error
}

// New returns a Group whose work answers all of a list, in its order. The context of the
// work is not that of a caller.
func New[In, Out any](work func(ctx context.Context, k Key, list []In) []Answer[Out]) (Group[In, Out], error) {
	g, err := batch.New(batch.Config[Key, In, Answer[Out]]{
		Waiting: maxWaiters, Together: maxGathered, Gather: true,
		Busy: ErrBusy, Closed: database.ErrUnavailable, // nobody closes it: it has no goroutine while nobody asks
		Commit: func(k Key, list []In, _ func() []In) (answers []Answer[Out], _ *In) {
			// A panic is an error of each caller, as it would be of its own request.
			defer func() {
				if p := recover(); p != nil {
					answers = make([]Answer[Out], len(list))
					for i := range answers {
						answers[i].Err = fmt.Errorf("store: work for %d callers panicked: %v", len(list), p)
					}
				}
			}()
			return work(context.Background(), k, list), nil
		},
	})
	return Group[In, Out]{g}, err
}

// Do has in answered with whatever else waits for the same thing.
func (g *Group[In, Out]) Do(ctx context.Context, k Key, in In) (Out, error) {
	answer, err := g.Submit(ctx, k, in)
	if err == nil {
		err = answer.Err
	}
	return answer.Out, err
}
