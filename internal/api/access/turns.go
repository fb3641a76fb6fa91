package access

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/turns"
)

// OfCrowd returns the row as one that very many call at once, whose calls are worked on a few at a
// time: those of everybody else find a processor that is free.
func (rt Route) OfCrowd() Route { //nolint:gocritic // a row is built once
	rt.crowd = true
	return rt
}

// takeTurn waits for the turn of a call of a crowd, which has been read by then and is answered
// afterwards: nobody keeps a turn by sending or reading slowly. That too many wait counts as load, as it
// does where they wait for a commit.
func (a *Control) takeTurn(c *Call) (err error) {
	c.Turn, err = a.Crowd.Take(c.Context())
	if errors.Is(err, turns.ErrFull) {
		a.Challenges.Refused()
	}
	return err
}
