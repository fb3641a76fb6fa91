package turnstile

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// Standing is the status of one place, for a page that the server writes: a browser with
// the app works it out of the public document.
type Standing struct {
	*View
	Index int64
	Place int64 // counted from 1; 0: it is to be drawn
	// Called says that it is the place's turn.
	Called bool
	// Until is when the pass is over of a person inside; 0: nobody is inside with the place.
	Until inventory.Instant
	// Struck, Gone, Over and Done are places that let nobody in any more: struck out of the draw,
	// left it before it was sealed, was inside, and was inside and took something.
	Struck, Gone, Over, Done bool
	// Minutes is how long it takes at the present rate; -1: nobody can say. SlotAt is when the
	// slot of the place begins, if that is to come; else 0.
	Minutes int64
	SlotAt  inventory.Instant
}

// Standing returns the status of the place with an index. The pass is read for it, beside the
// room, which is at most two seconds old.
func (t *Turnstile) Standing(ctx context.Context, event string, index int64) (*Standing, error) {
	v, err := t.Look(ctx, event)
	if err != nil {
		return nil, err
	}
	s := &Standing{View: v, Index: index, Minutes: -1}
	switch s.Place, err = t.place(ctx, event, v, index); {
	case errors.Is(err, ErrStruck):
		s.Struck = true
		return s, nil
	case errors.Is(err, ErrLeft):
		s.Gone = true
		return s, nil
	case err != nil:
		return nil, err
	}
	pass, err := t.cfg.Store.WaitingRooms.Pass(ctx, event, index)
	if err != nil {
		return nil, err
	}
	now := t.cfg.Now()
	switch {
	case pass.Until == 0:
	case pass.DoneAt != 0:
		s.Done = true
	case pass.LeftAt != 0 || now >= pass.Until:
		s.Over = true
	default:
		s.Until = pass.Until
	}
	w := v.waiting(s.Place, false)
	s.Minutes, s.SlotAt = w.Minutes, w.SlotAt
	s.Called = v.Phase == waitroom.Serving && s.Place > 0 && s.Place <= v.Serving && s.SlotAt == 0
	return s, nil
}

// Odds returns how likely something is left for the place.
func (s *Standing) Odds() waitroom.Odds {
	return waitroom.OddsAt(s.Place-s.Serving-1, s.Stock.Units, s.Sale)
}
