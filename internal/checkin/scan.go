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
	AlreadyAdmitted Verdict = "already_admitted" // somebody came in with this ticket
	Invalid         Verdict = "invalid"          // not a ticket, or void: cancelled, or replaced by a newer one
	WrongEvent      Verdict = "wrong_event"      // a ticket of another event
)

// Verdicts are all verdicts.
var Verdicts = []Verdict{Admit, AlreadyAdmitted, Invalid, WrongEvent}

// Scan is one look at a ticket by a device.
type Scan struct {
	Device string // who scanned
	ID     string // the device's own name for the scan; (Device, ID) is unique in an event
	Ticket string // tkt_…; "" for what could not be read
	At     inventory.Instant
	Gate   string
	// Verdict is what was said at the door.
	Verdict Verdict
	// Online says that this server decided, at that moment.
	Online bool
}

// Key names a scan.
type Key struct{ Device, ID string }

// Key is the name of the scan.
func (s *Scan) Key() Key { return Key{s.Device, s.ID} }

// before is the order in which admissions of one ticket count: by time, and
// where two devices say the same time, by device and scan.
func before(a, b *Scan) int {
	return cmp.Or(cmp.Compare(a.At, b.At), strings.Compare(a.Device, b.Device), strings.Compare(a.ID, b.ID))
}

// Admission is how a ticket came in.
type Admission struct {
	Ticket string
	First  Scan
	// Doubles are the other scans that let somebody in with the same ticket, in
	// order. Each is to be flagged, with First as the scan that it repeats.
	Doubles []Scan
}

// Fold returns the admissions that a set of scans adds up to, by ticket. The
// order of the scans does not matter, nor how often each of them occurs; of
// scans with one Key but different content, the earliest is taken. Scans that
// admitted nobody are passed over.
func Fold(scans []Scan) []Admission {
	admits := make([]*Scan, 0, len(scans))
	for i := range scans {
		if s := &scans[i]; s.Verdict == Admit && s.Ticket != "" {
			admits = append(admits, s)
		}
	}
	slices.SortFunc(admits, func(a, b *Scan) int {
		return cmp.Or(before(a, b), strings.Compare(a.Ticket, b.Ticket), strings.Compare(a.Gate, b.Gate))
	})
	var list []Admission
	at := map[string]int{}
	seen := make(map[Key]bool, len(admits))
	for _, s := range admits {
		if seen[s.Key()] {
			continue
		}
		seen[s.Key()] = true
		i, known := at[s.Ticket]
		if !known {
			at[s.Ticket] = len(list)
			list = append(list, Admission{Ticket: s.Ticket, First: *s})
			continue
		}
		list[i].Doubles = append(list[i].Doubles, *s)
	}
	slices.SortFunc(list, func(a, b Admission) int { return strings.Compare(a.Ticket, b.Ticket) })
	return list
}
