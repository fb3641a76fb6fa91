package admission

import (
	"context"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store"
)

// maxSearches is how many searches read at once; the others wait. Each reads the
// names of the event's tickets, since no engine folds names of all scripts, and
// a column of folded names would make every registration slower for the sake of
// the few who forgot their ticket.
const maxSearches = 2

// Search finds tickets of an event: by the id of an order or a ticket, by a whole
// e-mail address, or by words that the names of the attendee begin with, in any
// script, with or without accents. more says that there are more than limit.
func (d *Admitter) Search(ctx context.Context, event, query string, limit int) (found []store.TicketView, more bool, err error) {
	if order, isID := orderNamed(event, query); isID {
		return d.byOrder(ctx, order, query, limit)
	}
	select {
	case d.searches <- struct{}{}:
		defer func() { <-d.searches }()
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	match := matcher(query)
	err = d.store.Tickets.EachTicket(ctx, event, func(v *store.TicketView) bool {
		if !match(v) {
			return true
		}
		if len(found) == limit {
			more = true
			return false
		}
		found = append(found, *v)
		return true
	})
	return found, more, err
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

func (d *Admitter) byOrder(ctx context.Context, order, query string, limit int) (found []store.TicketView, more bool, err error) {
	if order == "" {
		return nil, false, nil
	}
	list, err := d.store.Tickets.TicketsOf(ctx, order)
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
func matcher(query string) func(*store.TicketView) bool {
	fold := folder()
	words := strings.Fields(fold(query))
	if strings.ContainsRune(query, '@') {
		whole := address.Fold(query)
		return func(v *store.TicketView) bool {
			return address.Fold(v.Attendee.Email) == whole || v.HolderID == v.Person.ID && address.Fold(v.Person.Profile.Email) == whole
		}
	}
	return func(v *store.TicketView) bool {
		return len(words) > 0 && begins(strings.Fields(fold(v.Attendee.Name)), words)
	}
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

// folder returns a function that brings texts that mean the same name to one
// form: without case, width or accents. It is not for use by two at once.
func folder() func(string) string {
	caser := cases.Fold()
	return func(s string) string {
		ascii := true
		for i := 0; i < len(s) && ascii; i++ {
			ascii = s[i] < 0x80
		}
		if ascii {
			return strings.ToLower(s)
		}
		return strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, caser.String(norm.NFKD.String(s)))
	}
}
