package audience

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/store"
)

// Limits of one search: how many people are looked at closely at a time, and in all.
// Who is asked for by a word or a standing is found by an index, so that few are; for
// what has none, a search ends after maxLooks with where to go on.
const (
	looksAtOnce = 100
	maxLooks    = 1000
)

// looksOf are the people among whom those of a standing are.
var looksOf = map[string]store.GuestsWho{
	Confirmed: store.GuestsConfirmed, TicketHolder: store.GuestsHolding, Offered: store.GuestsOffered,
	Pending: store.GuestsPending, Waiting: store.GuestsWaiting, Ended: store.GuestsEnded,
}

// Find returns people of an event who are wanted, the latest first: those with ids
// below before ("" for all), limit of them, and moves before to where the next search
// goes on. more says that there may be others.
func Find(ctx context.Context, s *store.Store, event string, f *Filter, before *string, limit int) (found []store.GuestView, more bool, err error) {
	for looks := 0; looks < maxLooks; looks += looksAtOnce {
		ids, from, done, err := f.candidates(ctx, s, event, *before)
		if err != nil {
			return nil, false, err
		}
		page, err := s.People.GuestsByID(ctx, event, ids)
		if err != nil {
			return nil, false, err
		}
		for i := range page {
			if f.Wants(&page[i]) {
				if len(found) == limit {
					return found, true, nil
				}
				found = append(found, page[i])
			}
			*before = page[i].Person.ID
		}
		if done {
			return found, false, nil
		}
		*before = from
	}
	return found, true, nil
}

// candidates returns the next people who may be wanted. Nobody who is not among them,
// and whose id is not below from, is.
func (f *Filter) candidates(ctx context.Context, s *store.Store, event, before string) (ids []string, from string, done bool, err error) {
	few := f.Standing == Offered || f.Standing == Pending || f.Standing == TicketHolder
	switch {
	case len(f.Words) > 0 && !few:
		orders, named, err := s.Orders.OrdersNamed(ctx, event, f.Words)
		if err != nil {
			return nil, "", false, err
		}
		if named {
			ids, err = ownersBelow(ctx, s, event, orders, before)
			return ids, before, true, err
		}
		return s.People.FindGuests(ctx, event, f.Words, before, looksAtOnce)
	case f.Standing != "":
		ids, err = s.People.GuestsWho(ctx, event, looksOf[f.Standing], before, looksAtOnce)
	default:
		ids, err = s.People.Latest(ctx, event, before, looksAtOnce)
	}
	if len(ids) < looksAtOnce {
		return ids, before, true, err
	}
	return ids, ids[len(ids)-1], false, err
}

// ownersBelow are whose orders are, of the people with ids below a position.
func ownersBelow(ctx context.Context, s *store.Store, event string, orders []string, before string) (ids []string, err error) {
	owners, err := s.Orders.OwnersOf(ctx, event, orders)
	for _, person := range owners {
		if before == "" || person < before {
			ids = append(ids, person)
		}
	}
	return ids, err
}
