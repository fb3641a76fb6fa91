package store

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/ngram"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// whose selects people by a condition on the column of their ids, whose first
// argument is $2.
type whose struct {
	where func(column string) string
	args  []any
}

// between are the people with ids from one to another.
func between(from, to string) whose {
	return whose{func(c string) string { return c + " >= $2 and " + c + " <= $3" }, []any{from, to}}
}

// anyOf are people by id, at most maxInList. The range is as in byID.
func anyOf(ids []string) whose {
	in, args := inList(4, ids)
	return whose{
		func(c string) string { return c + " >= $2 and " + c + " <= $3 and " + c + " in (" + in + ")" },
		append([]any{slices.Min(ids), slices.Max(ids)}, args...),
	}
}

// latest are the latest limit people with ids above after and, unless it is "",
// below before.
func latest(after, before string, limit int) whose {
	below, args := "", []any{after}
	if before != "" {
		below, args = " and id < $3", append(args, before)
	}
	return whose{func(c string) string {
		return c + " > $2" + below + " order by " + c + " desc limit " + strconv.Itoa(limit)
	}, args}
}

// guestText is what a person of an event may be found by, folded: name, address, the
// organizer's own name, the names typed with orders, who comes along, and who comes in
// with their tickets. Some of it may be over: whoever finds a person by it looks closely.
type guestText struct {
	id   string
	text strings.Builder
}

func (g *guestText) add(parts ...string) {
	for _, p := range parts {
		if p != "" {
			g.text.WriteString(ngram.Fold(p))
			g.text.WriteByte('\n')
		}
	}
}

// holds reports whether the text has all of these folded words.
func (g *guestText) holds(words []string) bool {
	text := g.text.String()
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// guestTextParts are where the texts about people are, each statement by an index of
// its own: person, a name, an address, what was given back of it, and a list of guests.
var guestTextParts = [...]string{
	"select person_id, name, '', given_back, guests from holds where event_id = $1 and kind = 'registration' and state <> 'released' and ",
	"select person_id, name, '', '', guests from holds where event_id = $1 and kind = 'order' and state <> 'released' and ",
	"select person_id, name, '', '', '' from holds where event_id = $1 and state = 'released' and ",
	"select person_id, name, '', '', guests from waitlist_entries where event_id = $1 and (state = 'waiting' or state = 'offered') and ",
	"select person_id, name, email, '', '' from attendees where event_id = $1 and ",
}

const guestPeople = "select id, name, email, user_id, '' from people where event_id = $1 and "

// guestTexts returns the texts about people by id.
func guestTexts(ctx context.Context, q querier, event string, w whose) ([]*guestText, error) {
	type row struct{ person, a, b, c, guests string }
	scan := func(r engine.Row, v *row) error { return r.Scan(&v.person, &v.a, &v.b, &v.c, &v.guests) }
	rows, err := all(ctx, q, scan, guestPeople+w.where("id"), append([]any{event}, w.args...)...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list := make([]*guestText, len(rows))
	at := make(map[string]*guestText, len(rows))
	for i, r := range rows {
		list[i] = &guestText{id: r.person}
		list[i].add(r.a, r.b, r.c)
		at[r.person] = list[i]
	}
	slices.SortFunc(list, func(a, b *guestText) int { return strings.Compare(a.id, b.id) })
	of := between(list[0].id, list[len(list)-1].id)
	if len(rows) <= maxInList {
		ids := make([]string, len(list))
		for i := range list {
			ids[i] = list[i].id
		}
		of = anyOf(ids)
	}
	for _, part := range guestTextParts {
		rows, err := all(ctx, q, scan, part+of.where("person_id"), append([]any{event}, of.args...)...)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if g := at[r.person]; g != nil {
				g.add(r.a, r.b)
				g.add(guestNames((&inventory.Hold{Guests: r.guests, GivenBack: r.c}).GuestsLeft())...)
			}
		}
	}
	return list, nil
}

// guestNames are the names in a stored list of guests; none of what cannot be read,
// which verify finds.
func guestNames(text string) []string {
	if text == "" || text == "[]" {
		return nil
	}
	var list []struct {
		Name string `json:"name"`
	}
	if json.Unmarshal([]byte(text), &list) != nil {
		return nil
	}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	return names
}
