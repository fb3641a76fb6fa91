package wire

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	storeguests "github.com/holdfast-events/holdfast/internal/store/guests"
)

// catchUp brings the address book up to date, unless somebody is at it, or
// people wait for a place: then Book finds what it can.
func (r *Reader) catchUp(ctx context.Context) error {
	if !r.booking.TryLock() {
		return nil
	}
	defer r.booking.Unlock()
	const rounds = 5
	for range rounds {
		if r.Sequencer.Busy() {
			return nil
		}
		if more, err := r.Store.People.IndexAddresses(ctx, storeguests.BookPage); err != nil || !more {
			return err
		}
	}
	return nil
}

// Book is every person of every event that the caller is.
func (r *Reader) Book(c *access.Call) ([]storeguests.Mine, error) {
	return r.book(c.Context(), c.Caller.Login.Address)
}

// BookOf is every person of every event who has an e-mail address.
func (r *Reader) BookOf(ctx context.Context, email string) ([]storeguests.Mine, error) {
	return r.book(ctx, address.Fold(email))
}

func (r *Reader) book(ctx context.Context, folded string) ([]storeguests.Mine, error) {
	if err := r.catchUp(ctx); err != nil {
		return nil, err
	}
	return r.Store.People.Book(ctx, folded)
}
