package guestlist

import (
	"cmp"
	"slices"
	"strings"
)

// Party is the lines of people who come together: that of the person whom the registration is of, and of
// each guest.
type Party []*Line

// Parties puts the lines together that have an order in common, and the same person or none, in the
// order of their units; a line without an order is a party of its own. It says what is wrong with the
// lines beside each other.
func Parties(lines []Line, faults *Faults) []Party {
	var parties []Party
	known, first := map[string]int{}, map[string]int{}
	for i := range lines {
		l := &lines[i]
		order := l.Get(Order)
		if order == "" {
			parties = append(parties, Party{l})
			continue
		}
		who := l.Get(UserID) + "\n" + strings.ToLower(l.Get(Email))
		at, there := known[order+"\n"+who]
		if !there && who == "\n" {
			at, there = first[order]
		}
		if there {
			parties[at] = append(parties[at], l)
			continue
		}
		known[order+"\n"+who] = len(parties)
		if _, there := first[order]; !there {
			first[order] = len(parties)
		}
		parties = append(parties, Party{l})
	}
	for _, p := range parties {
		p.check(faults)
	}
	return parties
}

// check puts the lines in the order of their units, and says what they contradict each other in.
func (p Party) check(faults *Faults) {
	units := make(map[*Line]int64, len(p))
	for _, l := range p {
		text := l.Get(Unit)
		n, whole := Whole(text)
		if text != "" && !whole {
			faults.Add(l.No, Unit, "wrong_type", "must be a whole number")
		}
		units[l] = n
	}
	slices.SortStableFunc(p, func(a, b *Line) int { return cmp.Compare(units[a], units[b]) })
	for i, l := range p[1:] {
		before := p[i]
		if units[l] > 0 && units[l] == units[before] {
			faults.Add(l.No, Unit, "duplicate", "is that of line %d of the same order", before.No)
		}
		if l.Get(Guests) != "" || i == 0 && p[0].Get(Guests) != "" {
			faults.Add(l.No, Guests, "not_allowed", "cannot stand beside a line for each guest")
		}
		for _, column := range []string{Tier, Locale, Class} {
			if text := l.Get(column); text != "" && !strings.EqualFold(text, p[0].Get(column)) {
				faults.Add(l.No, column, "mismatch", "is not that of line %d, which is of the same order", p[0].No)
			}
		}
	}
}

// Name is that of the person.
func (p Party) Name() string { return cmp.Or(p[0].FullName(), p[0].Get(Attendee)) }

// Guests are the names of those who come along: each has a line, or the person's has them all.
func (p Party) Guests() []string {
	if len(p) == 1 {
		return p[0].Guests()
	}
	names := make([]string, 0, len(p)-1)
	for _, l := range p[1:] {
		names = append(names, l.Get(l.NameOfGuest()))
	}
	return names
}

// NameOfGuest is the column that has the name of a guest: in an export the other one has that of the
// person.
func (l *Line) NameOfGuest() string {
	if _, ok := l.at[Attendee]; ok {
		return Attendee
	}
	return Name
}
