package bookings

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// maxWaiters bounds who waits for what is asked of one venue.
	maxWaiters = 16_384
	// maxGathered bounds those who are served together.
	maxGathered = 256
)

// ErrBusy: too many wait for the same. Nothing was done.
var ErrBusy = errors.New("store: too many wait")

// gathering serves many who ask something of a venue at once by one piece of work, which
// begins after they asked.
type gathering[In, Out any] struct {
	*batch.Group[ownedID, In, gathered[Out]]
}

type gathered[Out any] struct {
	out Out
	err error
}

// gather returns a gathering whose work answers all of a list, in its order. The context of the
// work is not that of a caller.
func gather[In, Out any](work func(ctx context.Context, k ownedID, list []In) []gathered[Out]) (gathering[In, Out], error) {
	g, err := batch.New(batch.Config[ownedID, In, gathered[Out]]{
		Waiting: maxWaiters, Together: maxGathered, Gather: true,
		Busy: ErrBusy, Closed: database.ErrUnavailable, // nobody closes it: it has no goroutine while nobody asks
		Commit: func(k ownedID, list []In, _ func() []In) (answers []gathered[Out], _ *In) {
			// A panic is an error of each caller, as it would be of its own request.
			defer func() {
				if p := recover(); p != nil {
					answers = make([]gathered[Out], len(list))
					for i := range answers {
						answers[i].err = fmt.Errorf("store: work for %d callers panicked: %v", len(list), p)
					}
				}
			}()
			return work(context.Background(), k, list), nil
		},
	})
	return gathering[In, Out]{g}, err
}

// do has in answered with whatever else waits for the venue.
func (g *gathering[In, Out]) do(ctx context.Context, k ownedID, in In) (Out, error) {
	answer, err := g.Submit(ctx, k, in)
	if err == nil {
		err = answer.err
	}
	return answer.out, err
}
