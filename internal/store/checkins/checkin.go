package checkins

import (
	"context"
	"fmt"
	"sync"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
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
	May func(*events.TicketView) checkin.Verdict
}

// Entered is what became of an Entering.
type Entered struct {
	Verdict checkin.Verdict
	// First is the scan that the ticket is in by, with Admit and AlreadyAdmitted.
	First checkin.Scan
	// Ticket is what May was asked with; nil: there is no such ticket.
	Ticket *events.TicketView
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

// AdmissionTable describes the table admissions; a row is one AdmissionRow.
var AdmissionTable = table.NewIn("admissions", "event_id", new(AdmissionRow), func(c *table.Columns, a *AdmissionRow) {
	c.Key("list_id", &a.List)
	c.Key("ticket_id", &a.Ticket)
	c.Changes(1)
	c.Text("device_id", &a.Device)
	c.Text("scan_id", &a.ID)
	c.Number("at", (*int64)(&a.At))
	c.Text("gate", &a.Gate)
	c.Truth("inside", &a.Inside)
	c.Number("moved_at", (*int64)(&a.MovedAt))
})

// scansNamed reads scans by their names.
func scansNamed(ctx context.Context, q table.Querier, event string, names map[checkin.Key]string) (map[checkin.Key]checkin.Scan, error) {
	byDevice := map[string][]string{}
	for k := range names {
		byDevice[k.Device] = append(byDevice[k.Device], k.ID)
	}
	found := make(map[checkin.Key]checkin.Scan, len(names))
	for device, ids := range byDevice {
		in, args := table.InList(3, ids)
		rows, err := table.All(ctx, q, ScanTable.Scan, ScanTable.From()+" where event_id = $1 and device_id = $2 and scan_id in ("+in+")",
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
	ReceivedAt                 inventory.Instant
}

// ScanTable describes the table scans; a row is one ScanRow.
var ScanTable = table.NewIn("scans", "event_id", new(ScanRow), func(c *table.Columns, s *ScanRow) {
	c.Key("device_id", &s.Device)
	c.Key("scan_id", &s.ID)
	c.Text("list_id", &s.List)
	c.Text("ticket_id", &s.Ticket)
	c.Number("at", (*int64)(&s.At))
	c.Text("gate", &s.Gate)
	c.Text("verdict", (*string)(&s.Verdict))
	c.Truth("online", &s.Online)
	c.Truth("counts", &s.Counts)
	c.Truth("once", &s.Once)
	c.Text("first_device", &s.First.Device)
	c.Text("first_scan", &s.First.ID)
	c.Text("override_by", &s.OverrideBy)
	c.Text("override_reason", &s.OverrideReason)
	c.Number("received_at", (*int64)(&s.ReceivedAt))
}).Derive(func(s *ScanRow) error {
	s.Override = s.OverrideBy != ""
	return nil
})

// CheckIns is the lists of the check-in, scans and admissions.
type CheckIns struct {
	db *database.DB
	// lastSlot has, by event, the newest slot of scans that this process has marked.
	lastSlot *sync.Map
}

// NewCheckIns returns the check-ins of a database.
func NewCheckIns(d *database.DB) CheckIns { return CheckIns{d, &sync.Map{}} }

// Seal is what the scan is sealed by.
func (s *ScanRow) Seal() [16]byte {
	c := audit.Scan{
		Device: s.Device, ID: s.ID, List: s.List, Ticket: s.Ticket, Gate: s.Gate, Verdict: string(s.Verdict), OverrideBy: s.OverrideBy,
		Online: s.Online, At: s.At, ReceivedAt: s.ReceivedAt,
	}
	return c.Seal()
}
