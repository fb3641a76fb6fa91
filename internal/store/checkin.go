package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// MaxScans is how many scans one call of CheckIn or SyncScans takes.
const MaxScans = 256

// Entering is a wish to come in, or to go out, now.
type Entering struct {
	Scan checkin.Scan // Verdict Exit is a wish to go out; Online and Override are not read
	// Version is that of the token; -1: the ticket was named by its id.
	Version int64
	// ReEntry is what the scan's list allows; "" is checkin.Once.
	ReEntry checkin.ReEntry
	// May, when not nil, is asked with the ticket as it stands in the transaction
	// that decides: anything but "" is the verdict, and nothing more is looked at.
	May func(*TicketView) checkin.Verdict
}

// Entered is what became of an Entering.
type Entered struct {
	Verdict checkin.Verdict
	// First is the scan that the ticket is in by, with Admit and AlreadyAdmitted.
	First checkin.Scan
	// Ticket is what May was asked with; nil: there is no such ticket.
	Ticket *TicketView
}

// tuples returns "($f, …), ($f+c, …)": rows of cols placeholders. The first row
// casts them, since nothing else in a VALUES says what they are.
func tuples(first, rows int, types ...string) string {
	var b strings.Builder
	for r := range rows {
		if r > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('(')
		for i, t := range types {
			if i > 0 {
				b.WriteString(", ")
			}
			n := "$" + strconv.Itoa(first+r*len(types)+i)
			if r == 0 {
				n = "cast(" + n + " as " + t + ")"
			}
			b.WriteString(n)
		}
		b.WriteByte(')')
	}
	return b.String()
}

// CheckIn lets tickets of one event in, at each list as often as it allows: where
// that is once, one conditional insert decides, whoever else tries at the same
// time. A scan that is repeated (same device and scan id) is answered the same
// again. ErrConflict says that a device has used the name of a scan for another
// ticket; what of this call was done with it is answered the same when it is
// asked for again.
func (s CheckIns) CheckIn(ctx context.Context, event string, list []Entering) ([]Entered, error) {
	if len(list) == 0 || len(list) > MaxScans {
		return nil, fmt.Errorf("store: check-in of %d scans", len(list))
	}
	var once, moves []Entering
	var at, movesAt []int // where in the list each of them is
	for i := range list {
		if r := list[i].ReEntry; r == "" || r == checkin.Once {
			once, at = append(once, list[i]), append(at, i)
		} else {
			moves, movesAt = append(moves, list[i]), append(movesAt, i)
		}
	}
	out := make([]Entered, len(list))
	for _, part := range []struct {
		list []Entering
		at   []int
		do   func(context.Context, string, []Entering) ([]Entered, error)
	}{{once, at, s.enterOnce}, {moves, movesAt, s.moveAll}} {
		if len(part.list) == 0 {
			continue
		}
		got, err := part.do(ctx, event, part.list)
		if err != nil {
			return nil, err
		}
		for n, i := range part.at {
			out[i] = got[n]
		}
	}
	return out, nil
}

// AdmissionRow is an admission as it is stored: the scan that stands, and
// whether somebody is inside by it.
type AdmissionRow struct {
	checkin.Scan
	Inside  bool
	MovedAt inventory.Instant
}

const admissionColumns = "list_id, ticket_id, device_id, scan_id, at, gate, inside, moved_at"

func scanAdmission(r engine.Row, s *AdmissionRow) error {
	return r.Scan(&s.List, &s.Ticket, &s.Device, &s.ID, (*int64)(&s.At), &s.Gate, &s.Inside, (*int64)(&s.MovedAt))
}

const scanRowColumns = "event_id, device_id, scan_id, list_id, ticket_id, at, gate, verdict, online, counts, once, " +
	"first_device, first_scan, override_by, override_reason, received_at"

var scanRowTypes = []string{"text", "text", "text", "text", "text", "bigint", "text", "text", "boolean", "boolean", "boolean",
	"text", "text", "text", "text", "bigint"}

// newScan is a scan about to be stored.
type newScan struct {
	*checkin.Scan
	counts, once bool
	by, why      string // of an override
	received     inventory.Instant
}

func (n *newScan) args(event string) []any {
	s := n.Scan
	return []any{event, s.Device, s.ID, s.List, s.Ticket, int64(s.At), s.Gate, string(s.Verdict), s.Online, n.counts, n.once,
		"", "", n.by, n.why, int64(n.received)}
}

// scansNamed reads scans by their names.
func scansNamed(ctx context.Context, q querier, event string, names map[checkin.Key]string) (map[checkin.Key]checkin.Scan, error) {
	byDevice := map[string][]string{}
	for k := range names {
		byDevice[k.Device] = append(byDevice[k.Device], k.ID)
	}
	found := make(map[checkin.Key]checkin.Scan, len(names))
	for device, ids := range byDevice {
		in, args := inList(3, ids)
		rows, err := all(ctx, q, scanScan, "select "+scanColumns+" from scans where event_id = $1 and device_id = $2 and scan_id in ("+in+")",
			append([]any{event, device}, args...)...)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			found[rows[i].Key()] = rows[i].Scan
		}
	}
	return found, nil
}

// ScanRow is a scan as it is stored.
type ScanRow struct {
	checkin.Scan
	// Counts says that it let somebody in or out with a ticket that was issued.
	Counts bool
	// Once says that it is the one admission that its list allows, decided online.
	Once bool
	// First is, of a double admission, the scan that it repeats; else zero.
	First checkin.Key
	// OverrideBy let somebody in against the rules, for OverrideReason; else "".
	OverrideBy, OverrideReason string
}

const scanColumns = "device_id, scan_id, list_id, ticket_id, at, gate, verdict, online, counts, once, first_device, first_scan, " +
	"override_by, override_reason"

func scanScan(r engine.Row, s *ScanRow) error {
	err := r.Scan(&s.Device, &s.ID, &s.List, &s.Ticket, (*int64)(&s.At), &s.Gate, (*string)(&s.Verdict), &s.Online, &s.Counts, &s.Once,
		&s.First.Device, &s.First.ID, &s.OverrideBy, &s.OverrideReason)
	s.Override = s.OverrideBy != ""
	return err
}
