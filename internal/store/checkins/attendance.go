package checkins

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// GateCount is how many came in at a gate.
type GateCount struct {
	Gate     string
	Admitted int64 // tickets whose latest stay began there
	Inside   int64 // those of them that have not gone out since
	Exits    int64 // exits that were scanned there
}

// HourCount is how many came in within an hour.
type HourCount struct {
	At       inventory.Instant // when the hour began
	Admitted int64             // tickets whose latest stay began in it
}

// Attendance is how full a list of the event is.
type Attendance struct {
	Tickets   int64 // of confirmed orders, without add-ons and goods
	Admitted  int64
	Inside    int64
	Doubles   int64 // admissions of a ticket that was in already
	Overrides int64 // admissions against the rules
	Gates     []GateCount
	Hours     []HourCount // in which somebody came in, the first one first
}

// Attendance counts who came in at a list, by gate and by hour.
func (s CheckIns) Attendance(ctx context.Context, event, list string) (*Attendance, error) {
	v := &Attendance{}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		*v = Attendance{}
		v.Tickets, err = table.One(ctx, tx, table.ScanInt, `select cast(coalesce(sum(h.units), 0) as bigint) from holds h
			where h.event_id = $1 and h.kind <> 'block' and h.state = 'confirmed'`, event)
		if err != nil {
			return err
		}
		extras, err := events.ExtrasConfirmed(ctx, tx, event)
		v.Tickets -= extras
		if err != nil {
			return err
		}
		if v.Doubles, err = table.One(ctx, tx, table.ScanInt, "select count(*) from scans where event_id = $1 and first_device <> '' and list_id = $2", event, list); err != nil {
			return err
		}
		if v.Overrides, err = table.One(ctx, tx, table.ScanInt, "select count(*) from scans where event_id = $1 and override_by <> '' and list_id = $2", event, list); err != nil {
			return err
		}
		v.Gates, v.Hours, err = gateCounts(ctx, tx, event, list)
		for _, g := range v.Gates {
			v.Admitted += g.Admitted
			v.Inside += g.Inside
		}
		return err
	})
	return v, err
}

func gateCounts(ctx context.Context, q table.Querier, event, list string) (gates []GateCount, hours []HourCount, err error) {
	type count struct {
		GateCount
		hour int64
	}
	hour := "at / " + strconv.FormatInt(int64(inventory.Hour), 10)
	counts, err := table.All(ctx, q, func(r engine.Row, c *count) error { return r.Scan(&c.Gate, &c.hour, &c.Admitted, &c.Inside) },
		`select gate, `+hour+`, count(*), count(*) filter (where inside) from admissions
		where event_id = $1 and list_id = $2 group by gate, `+hour, event, list)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range counts {
		began := inventory.Instant(c.hour * int64(inventory.Hour))
		if i := slices.IndexFunc(gates, func(g GateCount) bool { return g.Gate == c.Gate }); i < 0 {
			gates = append(gates, c.GateCount)
		} else {
			gates[i].Admitted += c.Admitted
			gates[i].Inside += c.Inside
		}
		if i := slices.IndexFunc(hours, func(h HourCount) bool { return h.At == began }); i < 0 {
			hours = append(hours, HourCount{began, c.Admitted})
		} else {
			hours[i].Admitted += c.Admitted
		}
	}
	slices.SortFunc(hours, func(a, b HourCount) int { return cmp.Compare(a.At, b.At) })
	exits, err := table.All(ctx, q, func(r engine.Row, g *GateCount) error { return r.Scan(&g.Gate, &g.Exits) },
		"select gate, count(*) from scans where event_id = $1 and list_id = $2 and verdict = 'exit' and counts group by gate", event, list)
	for _, e := range exits {
		i := slices.IndexFunc(gates, func(g GateCount) bool { return g.Gate == e.Gate })
		if i < 0 { // people left by another gate than any came in by
			gates = append(gates, e)
			continue
		}
		gates[i].Exits = e.Exits
	}
	// Here, since each engine sorts texts its own way.
	slices.SortFunc(gates, func(a, b GateCount) int { return strings.Compare(a.Gate, b.Gate) })
	return gates, hours, err
}

// DoubleCursor is the position of a double admission.
type DoubleCursor struct{ Ticket, Device, ID string }

// Doubles returns a page of the double admissions at a list by ticket, device
// and scan, after a position.
func (s CheckIns) Doubles(ctx context.Context, event, list string, after DoubleCursor, limit int) ([]checkin.Double, error) {
	found, err := table.All(ctx, s.db.Read, func(r engine.Row, d *checkin.Double) error {
		return r.Scan(&d.Scan.Ticket, &d.Scan.Device, &d.Scan.ID, (*int64)(&d.Scan.At), &d.Scan.Gate, &d.Scan.Online,
			&d.First.Device, &d.First.ID, (*int64)(&d.First.At), &d.First.Gate, &d.First.Online)
	}, `select s.ticket_id, s.device_id, s.scan_id, s.at, s.gate, s.online, f.device_id, f.scan_id, f.at, f.gate, f.online
		from scans s join scans f on f.event_id = s.event_id and f.device_id = s.first_device and f.scan_id = s.first_scan
		where s.event_id = $1 and s.first_device <> '' and s.list_id = $2
		and (s.ticket_id, s.device_id, s.scan_id) > (cast($3 as text), cast($4 as text), cast($5 as text))
		order by s.ticket_id, s.device_id, s.scan_id limit `+strconv.Itoa(limit), event, list, after.Ticket, after.Device, after.ID)
	for i := range found {
		d := &found[i]
		d.First.Ticket, d.Scan.List, d.First.List = d.Scan.Ticket, list, list
		d.Scan.Verdict, d.First.Verdict = checkin.Admit, checkin.Admit
	}
	return found, s.db.Classify(err)
}

// OverrideCursor is the position of an admission against the rules.
type OverrideCursor struct {
	At         inventory.Instant
	Device, ID string
}

// Overrides returns a page of the admissions against the rules of an event, by
// time, after a position.
func (s CheckIns) Overrides(ctx context.Context, event string, after OverrideCursor, limit int) ([]ScanRow, error) {
	list, err := table.All(ctx, s.db.Read, ScanTable.Scan, ScanTable.From()+` where event_id = $1 and override_by <> ''
		and (at, device_id, scan_id) > (cast($2 as bigint), cast($3 as text), cast($4 as text))
		order by at, device_id, scan_id limit `+strconv.Itoa(limit), event, int64(after.At), after.Device, after.ID)
	return list, s.db.Classify(err)
}

// AdmissionsByTicket finds who came in at a list.
var AdmissionsByTicket = &engine.LookupSpec{Table: "admissions", Cols: AdmissionTable.Columns, Event: "event_id", Key: "list_id", Key2: "ticket_id"}

// AdmissionsOf returns the admissions of tickets at a list, by ticket; those that
// did not come in are missing.
func (s CheckIns) AdmissionsOf(ctx context.Context, event, list string, tickets []string) (map[string]*AdmissionRow, error) {
	found := make(map[string]*AdmissionRow, len(tickets))
	rows, err := table.LookUpWith(ctx, s.db.Reader(s.db.Read), AdmissionsByTicket, AdmissionTable.Scan, event, list, tickets)
	for i := range rows {
		found[rows[i].Ticket] = &rows[i]
	}
	return found, s.db.Classify(err)
}

// TicketScans returns what was scanned of some tickets of an event and let
// somebody in or out.
func (s CheckIns) TicketScans(ctx context.Context, event string, tickets []string) ([]TicketScan, error) {
	var found []TicketScan
	for part := range slices.Chunk(tickets, table.MaxInList) {
		in, args := table.InList(2, part)
		list, err := table.All(ctx, s.db.Read, func(r engine.Row, f *TicketScan) error {
			return r.Scan(&f.Ticket, (*int64)(&f.At), &f.Gate, &f.Verdict)
		}, "select ticket_id, at, gate, verdict from scans where event_id = $1 and ticket_id in ("+in+") and counts order by at, device_id, scan_id",
			append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		found = append(found, list...)
	}
	return found, nil
}

// Came returns which of some tickets let somebody in, and whether any ticket of the event
// did; where none did, nobody scans them.
func (s CheckIns) Came(ctx context.Context, event string, tickets []string) (scanned bool, came map[string]bool, err error) {
	some, err := table.All(ctx, s.db.Read, table.ScanText, "select scan_id from scans where event_id = $1 and counts limit 1", event)
	if err != nil || len(some) == 0 {
		return false, nil, s.db.Classify(err)
	}
	came = map[string]bool{}
	scans, err := s.TicketScans(ctx, event, tickets)
	for _, scan := range scans {
		came[scan.Ticket] = true
	}
	return true, came, err
}

// Admitted are the first admissions of tickets, at any list, by ticket; those
// that did not come in are missing.
func (s CheckIns) Admitted(ctx context.Context, event string, tickets []string) (map[string]AdmissionRow, error) {
	found := map[string]AdmissionRow{}
	lists, err := table.All(ctx, s.db.Read, table.ScanText, "select id from checkin_lists where event_id = $1 order by id", event)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	for _, list := range append(lists, "") {
		rows, err := s.AdmissionsOf(ctx, event, list, tickets)
		if err != nil {
			return nil, err
		}
		for ticket, row := range rows {
			if first, ok := found[ticket]; !ok || row.At < first.At {
				found[ticket] = *row
			}
		}
	}
	return found, nil
}

// AdmissionPosition is a place in the list of admissions.
type AdmissionPosition struct{ List, Ticket string }

// Admissions returns a page of the people who came in, by list and ticket, after a position.
func (s CheckIns) Admissions(ctx context.Context, event string, after AdmissionPosition, limit int) ([]AdmissionRow, error) {
	list, err := table.All(ctx, s.db.Read, AdmissionTable.Scan, AdmissionTable.From()+`
		where event_id = $1 and (list_id, ticket_id) > (cast($2 as text), cast($3 as text)) order by list_id, ticket_id limit $4`,
		event, after.List, after.Ticket, limit)
	return list, s.db.Classify(err)
}

// TicketScan is a ticket at the door.
type TicketScan struct {
	Ticket, Gate, Verdict string
	At                    inventory.Instant
}
