package guests

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/ngram"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Whose selects people by a condition on the column of their ids, whose first
// argument is $2.
type Whose struct {
	where func(column string) string
	Args  []any
}

// Between are the people with ids from one to another.
func Between(from, to string) Whose {
	return Whose{func(c string) string { return c + " >= $2 and " + c + " <= $3" }, []any{from, to}}
}

// latest are the latest limit people with ids above after and, unless it is "",
// below before.
func latest(after, before string, limit int) Whose {
	below, args := "", []any{after}
	if before != "" {
		below, args = " and id < $3", append(args, before)
	}
	return Whose{func(c string) string {
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

// GuestTextParts are where the texts about people are, each found by an index of its
// own: person, a name, an address, what was given back of it, and a list of guests.
var GuestTextParts = [...]*engine.LookupSpec{
	byPerson("holds", "person_id, name, '', given_back, guests", liveRegistrations),
	byPerson("holds", "person_id, name, '', '', guests", liveOrders),
	byPerson("holds", "person_id, name, '', '', ''", "state = 'released'"),
	byPerson("waitlist_entries", "person_id, name, '', '', guests", LiveEntries),
	byPerson("attendees", "person_id, name, email, '', ''", ""),
}

// GuestPeople are the texts of people themselves.
var GuestPeople = &engine.LookupSpec{Table: "people", Cols: "id, name, email, user_id, ''", Event: "event_id", Key: "id"}

// Selected is the statement that finds the rows of a lookup by a condition on whose they
// are.
func Selected(spec *engine.LookupSpec, w Whose) string {
	query := "select " + spec.Cols + " from " + spec.Table + " where event_id = $1 and "
	if spec.Where != "" {
		query += spec.Where + " and "
	}
	return query + w.where(spec.Key)
}

// guestRow is a row with texts about a person.
type guestRow struct{ person, a, b, c, guests string }

func scanGuestRow(r engine.Row, v *guestRow) error {
	return r.Scan(&v.person, &v.a, &v.b, &v.c, &v.guests)
}

// guestTexts returns the texts about people who follow each other, by id.
func guestTexts(ctx context.Context, q table.Querier, event string, w Whose) ([]*guestText, error) {
	rows, err := table.All(ctx, q, scanGuestRow, Selected(GuestPeople, w), append([]any{event}, w.Args...)...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list := newGuestTexts(rows)
	of := Between(list[0].id, list[len(list)-1].id)
	return list, list.addParts(func(spec *engine.LookupSpec) ([]guestRow, error) {
		return table.All(ctx, q, scanGuestRow, Selected(spec, of), append([]any{event}, of.Args...)...)
	})
}

// guestTextsOf returns the texts about these people, by id.
func guestTextsOf(ctx context.Context, q table.Reader, event string, ids []string) ([]*guestText, error) {
	rows, err := table.LookUp(ctx, q, GuestPeople, scanGuestRow, event, ids)
	if err != nil {
		return nil, err
	}
	list := newGuestTexts(rows)
	return list, list.addParts(func(spec *engine.LookupSpec) ([]guestRow, error) {
		return table.LookUp(ctx, q, spec, scanGuestRow, event, ids)
	})
}

// guestTextList are texts about people, by id.
type guestTextList []*guestText

func newGuestTexts(people []guestRow) guestTextList {
	list := make(guestTextList, len(people))
	for i, r := range people {
		list[i] = &guestText{id: r.person}
		list[i].add(r.a, r.b, r.c)
	}
	slices.SortFunc(list, func(a, b *guestText) int { return strings.Compare(a.id, b.id) })
	return list
}

// addParts adds what read finds of each part.
func (l guestTextList) addParts(read func(*engine.LookupSpec) ([]guestRow, error)) error {
	at := make(map[string]*guestText, len(l))
	for _, g := range l {
		at[g.id] = g
	}
	for _, spec := range GuestTextParts {
		rows, err := read(spec)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if g := at[r.person]; g != nil {
				g.add(r.a, r.b)
				g.add(guestNames((&inventory.Hold{Guests: r.guests, GivenBack: r.c}).GuestsLeft())...)
			}
		}
	}
	return nil
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
