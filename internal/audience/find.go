package audience

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// Limits of one search: how many people are looked at closely at a time, and in all.
// Anyone who is asked for by a word or a standing is found by an index, so that few are; for
// what has none, a search ends after maxLooks with where to go on. At first no more are
// looked at than are wanted, and one who says that there are more: most are wanted who
// an index has found.
const (
	looksAtOnce = 100
	maxLooks    = 1000
)

// looksOf are the people among whom those of a standing are.
var looksOf = map[string]guests.GuestsWho{
	Confirmed: guests.GuestsConfirmed, TicketHolder: guests.GuestsHolding, Offered: guests.GuestsOffered,
	Pending: guests.GuestsPending, Waiting: guests.GuestsWaiting, Applied: guests.GuestsApplied, Ended: guests.GuestsEnded,
}

// Find returns people of an event who are wanted, the latest first: those with ids
// below before ("" for all), limit of them, and moves before to where the next search
// goes on. more says that there may be others.
func Find(ctx context.Context, s *store.Store, event string, f *Filter, before *string, limit int) (found []guests.GuestView, more bool, err error) {
	atOnce := min(limit+1, looksAtOnce)
	for looks := 0; looks < maxLooks; looks, atOnce = looks+atOnce, looksAtOnce {
		ids, from, done, err := f.candidates(ctx, s, event, *before, atOnce)
		if err != nil {
			return nil, false, err
		}
		page, err := s.People.GuestsByID(ctx, event, ids)
		if err != nil {
			return nil, false, err
		}
		wanted, err := f.Which(ctx, s, event, page)
		if err != nil {
			return nil, false, err
		}
		for i := range page {
			if wanted[i] {
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
		if len(ids) < atOnce { // people whom no index has yet were looked at one by one: enough for one search
			return found, true, nil
		}
	}
	return found, true, nil
}

// candidates returns the next people who may be wanted, limit of them. Nobody who is not
// among them, and whose id is not below from, is.
func (f *Filter) candidates(ctx context.Context, s *store.Store, event, before string, limit int) (ids []string, from string, done bool, err error) {
	few := f.Standing == Offered || f.Standing == Pending || f.Standing == TicketHolder
	switch {
	case len(f.Words) > 0 && !few:
		orders, named, err := s.People.OrdersNamed(ctx, event, f.Words)
		if err != nil {
			return nil, "", false, err
		}
		if named {
			ids, err = ownersBelow(ctx, s, event, orders, before)
			return ids, before, true, err
		}
		return s.People.FindGuests(ctx, event, f.Words, before, limit)
	case f.Answer != "" && !few:
		ids, err = f.answered(ctx, s, event, before, limit)
	case f.Standing != "":
		ids, err = s.People.GuestsWho(ctx, event, looksOf[f.Standing], before, limit)
	default:
		ids, err = s.People.Latest(ctx, event, before, limit)
	}
	if len(ids) < limit {
		return ids, before, true, err
	}
	return ids, ids[len(ids)-1], false, err
}

// ownersBelow are whose orders are, of the people with ids below a position.
func ownersBelow(ctx context.Context, s *store.Store, event string, orders []string, before string) (ids []string, err error) {
	owners, err := s.People.OwnersOf(ctx, event, orders)
	for _, person := range owners {
		if before == "" || person < before {
			ids = append(ids, person)
		}
	}
	return ids, err
}
