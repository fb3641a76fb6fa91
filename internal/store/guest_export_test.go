package store

// What the plan tests ask about the search of guests.
var (
	GuestRunsSQL = guestRunsSQL
	SeatHoldsSQL = seatHoldsSQL
)

// GuestTextsSQL are the statements that read the texts about people.
func GuestTextsSQL(few bool) (list []string, args []any) {
	w := between("per_1", "per_2")
	if few {
		w = anyOf([]string{"per_1", "per_2"})
	}
	for _, part := range guestTextParts {
		list = append(list, part+w.where("person_id"))
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

// GuestViewsSQL are the statements that read what people have.
func GuestViewsSQL(ids []string) (list []string, args []any) {
	w := anyOf(ids)
	for _, query := range append(guestHoldsSQL[:], guestEntriesSQL) {
		list = append(list, query+w.where("person_id"))
	}
	return list, w.args
}
