package hammer

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// StoreSource reads an open database.
type StoreSource struct{ Store *store.Store }

// Order reads a hold by its id.
func (s StoreSource) Order(ctx context.Context, _, _, id string) (Found, error) {
	v, err := s.Store.Registrations.Hold(ctx, id)
	if errors.Is(err, database.ErrNotFound) {
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
	if errors.Is(err, database.ErrNotFound) {
		return Found{}, ErrMissing
	}
	if err != nil {
		return Found{}, err
	}
	return Found{State: string(v.Entry.State), User: v.Person.UserID}, nil
}

// Place reads who has joined the waiting room at the index of a receipt.
func (s StoreSource) Place(ctx context.Context, a *Ack) error {
	list, err := s.Store.WaitingRooms.Entrants(ctx, a.Event, a.Room.Index, a.Room.Index+1, 1)
	switch {
	case err != nil:
		return err
	case len(list) == 0:
		return ErrMissing
	case !strings.Contains(a.Room.Receipt, "\n"+hex.EncodeToString(list[0].Commitment)+"\n"):
		return errOtherPlace
	}
	return nil
}
