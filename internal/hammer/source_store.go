package hammer

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/store"
)

// StoreSource reads an open database.
type StoreSource struct{ Store *store.Store }

// Order reads a hold by its id.
func (s StoreSource) Order(ctx context.Context, _, _, id string) (Found, error) {
	v, err := s.Store.Registrations.Hold(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Found{}, ErrMissing
	}
	if err != nil {
		return Found{}, err
	}
	return Found{State: string(v.Hold.State), User: v.Person.UserID}, nil
}

// Entry reads an entry by its id.
func (s StoreSource) Entry(ctx context.Context, id string) (Found, error) {
	v, err := s.Store.Registrations.Entry(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Found{}, ErrMissing
	}
	if err != nil {
		return Found{}, err
	}
	return Found{State: string(v.Entry.State), User: v.Person.UserID}, nil
}
