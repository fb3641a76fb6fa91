package server

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
)

// errNotOwnTime: the time of the server is everybody's.
var errNotOwnTime = errors.New("server: its time is not its own")

// Now is the time that counts in the server.
func (s *Server) Now() inventory.Instant { return inventory.At(s.now()) }

// Advance has the time of the server go on by d at once. It returns an error unless the server has
// a time of its own (Config.OwnTime).
func (s *Server) Advance(d time.Duration) error {
	if s.advance == nil {
		return errNotOwnTime
	}
	s.advance(d)
	return nil
}

// Draw draws an event by a beacon, as if somebody had entered it; see draws.Keeper.Enter.
func (s *Server) Draw(ctx context.Context, event string, who inventory.Who, b *draws.Beacon) error {
	_, err := s.draws.Enter(ctx, event, who, b)
	return err
}
