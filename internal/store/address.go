package store

import (
	"context"
)

// PersonEmail returns the e-mail address of a person, or ErrNotFound.
func (s *Store) PersonEmail(ctx context.Context, event, person string) (string, error) {
	email, err := one(ctx, s.read, scanText, "select email from people where event_id = $1 and id = $2", event, person)
	return email, s.classify(err)
}
