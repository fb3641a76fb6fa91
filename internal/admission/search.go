package admission

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/ngram"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// maxSearches is how many searches read at once; the others wait.
const maxSearches = 4

// peopleAtOnce is how many people's tickets are looked at at a time.
const peopleAtOnce = 100

// Search finds tickets of an event: by the id of an order or a ticket, by a whole
// e-mail address, or by words that the names of the attendee begin with, in any
// script, with or without accents. They are those of the latest guests, by order and
// unit; more says that there are more than limit.
func (ad *Admitter) Search(ctx context.Context, event, query string, limit int) (found []events.TicketView, more bool, err error) {
	if order, isID := orderNamed(event, query); isID {
		return ad.byOrder(ctx, order, query, limit)
	}
	words := strings.Fields(ngram.Fold(query))
	if len(words) == 0 {
		return nil, false, nil
	}
	select {
	case ad.searches <- struct{}{}:
		defer func() { <-ad.searches }()
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	match := matcher(query, words)
	for from, done := "", false; !done && !more; {
		var people []string
		// Those in whose texts the words stand anywhere: more than are wanted.
		if people, from, done, err = ad.store.People.FindGuests(ctx, event, words, from, peopleAtOnce); err != nil {
			return nil, false, err
		}
		tickets, err := ad.store.People.TicketsOfPeople(ctx, event, people)
		if err != nil {
			return nil, false, err
		}
		for i := range tickets {
			if !match(&tickets[i]) || slices.ContainsFunc(found, func(v events.TicketView) bool { return v.ID == tickets[i].ID }) {
				continue
			}
			if more = len(found) == limit; more {
				break
			}
			found = append(found, tickets[i])
		}
	}
	slices.SortFunc(found, func(a, b events.TicketView) int {
		return cmp.Or(strings.Compare(a.OrderID, b.OrderID), cmp.Compare(a.Unit, b.Unit))
	})
	return found, more, nil
}

// orderNamed reports whether a query is an id, and of which order of the event; ""
// for one of another event.
func orderNamed(event, query string) (order string, isID bool) {
	query = strings.ToLower(query)
	switch {
	case strings.HasPrefix(query, id.Ticket):
		order, _, _ = id.UnitOf(query)
	case strings.HasPrefix(query, id.Order):
		order = query
	default:
		return "", false
	}
	if of, ok := id.EventOf(order, id.Order); !ok || of != event {
		order = ""
	}
	return order, true
}

func (ad *Admitter) byOrder(ctx context.Context, order, query string, limit int) (found []events.TicketView, more bool, err error) {
	if order == "" {
		return nil, false, nil
	}
	list, err := ad.store.Tickets.TicketsOf(ctx, order)
	for i := range list {
		if q := strings.ToLower(query); q == order || q == list[i].ID {
			found = append(found, list[i])
		}
	}
	if len(found) > limit {
		return found[:limit], true, err
	}
	return found, false, err
}

// matcher returns a function that reports whether a ticket is one that was asked for.
func matcher(query string, words []string) func(*events.TicketView) bool {
	if strings.ContainsRune(query, '@') {
		whole := address.Fold(query)
		return func(v *events.TicketView) bool {
			return address.Fold(v.Attendee.Email) == whole || v.HolderID == v.Person.ID && address.Fold(v.Person.Profile.Email) == whole
		}
	}
	return func(v *events.TicketView) bool { return begins(strings.Fields(ngram.Fold(v.Attendee.Name)), words) }
}

// begins reports whether each word begins another word of the name.
func begins(name, words []string) bool {
	used := make([]bool, len(name))
	for _, w := range words {
		hit := false
		for i, n := range name {
			if !used[i] && strings.HasPrefix(n, w) {
				used[i], hit = true, true
				break
			}
		}
		if !hit {
			return false
		}
	}
	return true
}
