package store

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// What the plan tests ask about the search of guests.
var (
	GuestRunsSQL = guestRunsSQL
	SeatHoldsSQL = seatHoldsSQL
)

// GuestTextsSQL are the statements that read the texts about people who follow each other.
func GuestTextsSQL() (list []string, args []any) {
	w := between("per_1", "per_2")
	for _, spec := range guestTextParts {
		list = append(list, selected(spec, w))
	}
	return list, w.args
}

// GuestsWhoSQL are the statements that select guests by what they have.
func GuestsWhoSQL(event, before string) (list []string, args [][]any) {
	for who := range guestsWho {
		for i := range guestsWho[who] {
			query, of := guestsWhoSQL(GuestsWho(who), i, event, before, 100)
			list, args = append(list, query), append(args, of)
		}
	}
	return list, args
}

// GuestLookups are the statements that read what people of an event have, and the texts
// about them.
func GuestLookups(s *Store, event string, ids []string) (steps []engine.Step) {
	for _, spec := range slices.Concat(guestHolds[:], guestTextParts[:], []*engine.LookupSpec{guestEntries, guestPeople, PeopleByID}) {
		steps = s.db.eng.Find(steps, &engine.Lookup{Spec: spec, EventID: event, Keys: ids})
	}
	return steps
}
