package sequencer

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Answered returns the stored reply to a request with this key, as Submit would:
// it is for callers that cannot make the command any more. done is false when there is
// none. The error is ErrKeyReused when something else was asked under the key.
func (s *Sequencer) Answered(ctx context.Context, k *database.Key) (reply Reply, done bool, err error) {
	stored, err := s.cfg.Store.Replies.ReplyTo(ctx, k)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return Reply{}, false, nil
	case err != nil:
		return Reply{}, false, fmt.Errorf("sequencer: stored reply: %w", err)
	}
	r := replay(k, *stored)
	return r.Reply, r.Err == nil, r.Err
}
