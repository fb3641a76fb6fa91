package store

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// GuestTextsSQL are the statements that read the texts about people who follow each other.
func GuestTextsSQL() (list []string, args []any) {
	w := guests.Between("per_1", "per_2")
	for _, spec := range guests.GuestTextParts {
		list = append(list, guests.Selected(spec, w))
	}
	return list, w.Args
}

// GuestsWhoSQL are the statements that select guests by what they have.
func GuestsWhoSQL(event, before string) (list []string, args [][]any) {
	for who := range guests.GuestConditions {
		for i := range guests.GuestConditions[who] {
			query, of := guests.GuestsWhoSQL(guests.GuestsWho(who), i, event, before, 100)
			list, args = append(list, query), append(args, of)
		}
	}
	return list, args
}

// GuestLookups are the statements that read what people of an event have, and the texts
// about them.
func GuestLookups(s *Store, event string, ids []string) (steps []engine.Step) {
	for _, spec := range slices.Concat(guests.GuestHolds[:], guests.GuestTextParts[:], []*engine.LookupSpec{guests.GuestEntries, guests.GuestPeople, events.PeopleByID}) {
		steps = s.db.Eng.Find(steps, &engine.Lookup{Spec: spec, EventID: event, Keys: ids})
	}
	return steps
}
