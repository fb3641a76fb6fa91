package checkin

import (
	"cmp"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Verdict is what the door says to a scan.
type Verdict string

// The verdicts.
const (
	Admit           Verdict = "admit"
	Exit            Verdict = "exit"             // may come in again: the list counts who goes out
	AlreadyAdmitted Verdict = "already_admitted" // somebody came in with this ticket
	Invalid         Verdict = "invalid"          // not a ticket, or void: cancelled, or replaced by a newer one
	WrongEvent      Verdict = "wrong_event"      // a ticket of another event
	NotYet          Verdict = "not_yet"          // a good ticket, before the door opens
	TooLate         Verdict = "too_late"         // a good ticket, after the list has closed
	WrongList       Verdict = "wrong_list"       // a good ticket of a tier that does not come in here
	NotInside       Verdict = "not_inside"       // nobody is inside with it who could go out
)

// Verdicts are all verdicts.
var Verdicts = []Verdict{Admit, Exit, AlreadyAdmitted, Invalid, WrongEvent, NotYet, TooLate, WrongList, NotInside}

// Scan is one look at a ticket by a device.
type Scan struct {
	Device string // who scanned
	ID     string // the device's own name for the scan; (Device, ID) is unique in an event
	List   string // lst_…; "" is the event's own list
	Ticket string // tkt_…; "" for what could not be read
	At     inventory.Instant
	Gate   string
	// Verdict is what was said at the door.
	Verdict Verdict
	// Online says that this server decided, at that moment.
	Online bool
	// Override says that a supervisor let somebody in whom the rules refused: no
	// double admission, because somebody answers for it.
	Override bool
}

// Key names a scan.
type Key struct{ Device, ID string }

// Key is the name of the scan.
func (s *Scan) Key() Key { return Key{s.Device, s.ID} }

// before is the order in which scans of one ticket count: by time, and where
// two devices say the same time, by device and scan.
func before(a, b *Scan) int {
	return cmp.Or(cmp.Compare(a.At, b.At), strings.Compare(a.Device, b.Device), strings.Compare(a.ID, b.ID))
}

// Stay names what an Admission is about: a ticket at a list.
type Stay struct{ List, Ticket string }

// Admission is how a ticket came in at a list.
type Admission struct {
	Stay
	// First is the scan that stands: the earliest; where people may go out and
	// come in again, the one by which the latest stay began.
	First Scan
	// Inside says that no exit was scanned since.
	Inside bool
	// MovedAt is when it came in or went out last.
	MovedAt inventory.Instant
	// Doubles are the scans that let somebody in who was in already, in order.
	Doubles []Double
}

// Double is a scan that is to be flagged, with the one that it repeats.
type Double struct {
	Scan  Scan
	First Scan
}

// Fold returns the admissions that a set of scans adds up to, by list and
// ticket. The order of the scans does not matter, nor how often each of them
// occurs; of scans with one Key but different content, the earliest is taken.
// Scans that let nobody in or out are passed over. reEntry says what each list
// allows.
func Fold(scans []Scan, reEntry func(list string) ReEntry) []Admission {
	moves := make([]*Scan, 0, len(scans))
	for i := range scans {
		if s := &scans[i]; (s.Verdict == Admit || s.Verdict == Exit) && s.Ticket != "" {
			moves = append(moves, s)
		}
	}
	slices.SortFunc(moves, func(a, b *Scan) int {
		return cmp.Or(before(a, b), strings.Compare(a.Ticket, b.Ticket), strings.Compare(a.List, b.List),
			strings.Compare(string(a.Verdict), string(b.Verdict)), strings.Compare(a.Gate, b.Gate))
	})
	var list []Admission
	at := map[Stay]int{}
	seen := make(map[Key]bool, len(moves))
	for _, s := range moves {
		if seen[s.Key()] {
			continue
		}
		seen[s.Key()] = true
		stay := Stay{s.List, s.Ticket}
		i, known := at[stay]
		switch {
		case known:
			list[i].take(s, reEntry(s.List))
		case s.Verdict == Admit:
			at[stay] = len(list)
			list = append(list, Admission{Stay: stay, First: *s, Inside: true, MovedAt: s.At})
		}
	}
	slices.SortFunc(list, func(a, b Admission) int {
		return cmp.Or(strings.Compare(a.List, b.List), strings.Compare(a.Ticket, b.Ticket))
	})
	return list
}

// take adds a later scan of the same ticket.
func (a *Admission) take(s *Scan, rule ReEntry) {
	switch {
	case s.Verdict == Exit:
		if rule == WithExit && a.Inside {
			a.Inside, a.MovedAt = false, s.At
		}
	case !a.Inside: // only after an exit
		a.First, a.Inside, a.MovedAt = *s, true, s.At
	case rule != Free && !s.Override:
		a.Doubles = append(a.Doubles, Double{Scan: *s, First: a.First})
	}
}
