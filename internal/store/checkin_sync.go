package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Synced is what became of a scan that a device sent.
type Synced string

// What can become of a scan.
const (
	SyncStored    Synced = "stored"    // now
	SyncDuplicate Synced = "duplicate" // it was stored before; this changes nothing
	SyncConflict  Synced = "conflict"  // the device has used its name for another ticket; not stored
)

// SyncScans stores scans that devices made without a network, of one event and
// at most MaxScans, and brings the admissions of their tickets up to what all
// scans of these tickets now add up to. Doing it again changes nothing.
func (s *Store) SyncScans(ctx context.Context, event string, scans []checkin.Scan, now inventory.Instant) ([]Synced, error) {
	if len(scans) == 0 || len(scans) > MaxScans {
		return nil, fmt.Errorf("store: sync of %d scans", len(scans))
	}
	var out []Synced
	err := s.withTx(ctx, func(tx *sql.Tx) error {
		issuable, err := issuedTickets(ctx, tx, event, scans)
		if err != nil {
			return err
		}
		if out, err = storeScans(ctx, tx, event, scans, issuable, now); err != nil {
			return err
		}
		touched := map[string]checkin.Scan{}
		for i := range scans {
			if t := scans[i].Ticket; out[i] == SyncStored && scans[i].Verdict == checkin.Admit && issuable[t] {
				touched[t] = scans[i]
			}
		}
		return refold(ctx, tx, event, touched)
	})
	return out, err
}

// issuedTickets says which tickets of the scans were issued at some time.
func issuedTickets(ctx context.Context, q querier, event string, scans []checkin.Scan) (map[string]bool, error) {
	units := map[string]int64{}
	for i := range scans {
		if order, _, ok := id.UnitOf(scans[i].Ticket); ok {
			units[order] = 0
		}
	}
	type row struct {
		order string
		units int64
	}
	if len(units) > 0 {
		in, args := inList(2, slices.Sorted(maps.Keys(units)))
		rows, err := all(ctx, q, func(r engine.Row, v *row) error { return r.Scan(&v.order, &v.units) },
			"select h.id, h.units from holds h where h.event_id = $1 and h.id in ("+in+") and h.kind = 'registration' and "+issued,
			append([]any{event}, args...)...)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			units[r.order] = r.units
		}
	}
	issuable := map[string]bool{}
	for i := range scans {
		if order, unit, ok := id.UnitOf(scans[i].Ticket); ok && unit <= units[order] {
			issuable[scans[i].Ticket] = true
		}
	}
	return issuable, nil
}

// storeScans inserts the scans that are not there yet.
func storeScans(ctx context.Context, tx *sql.Tx, event string, scans []checkin.Scan, issuable map[string]bool, now inventory.Instant) ([]Synced, error) {
	named := map[checkin.Key]string{}
	for i := range scans {
		named[scans[i].Key()] = scans[i].Ticket
	}
	before, err := scansNamed(ctx, tx, event, named)
	if err != nil {
		return nil, err
	}
	out := make([]Synced, len(scans))
	var args []any
	fresh := map[checkin.Key]string{}
	for i := range scans {
		sc := &scans[i]
		known, ticket := false, ""
		if b, ok := before[sc.Key()]; ok {
			known, ticket = true, b.Ticket
		} else if t, ok := fresh[sc.Key()]; ok {
			known, ticket = true, t
		}
		switch {
		case !known:
			out[i] = SyncStored
			fresh[sc.Key()] = sc.Ticket
			args = append(args, scanRowArgs(event, sc, sc.Verdict == checkin.Admit && issuable[sc.Ticket], now)...)
		case ticket == sc.Ticket:
			out[i] = SyncDuplicate
		default:
			out[i] = SyncConflict
		}
	}
	if len(fresh) == 0 {
		return out, nil
	}
	n, err := exec(ctx, tx, "insert into scans ("+scanRowColumns+") values "+tuples(1, len(fresh), scanRowTypes...)+
		" on conflict (event_id, device_id, scan_id) do nothing", args...)
	if err != nil || n == int64(len(fresh)) {
		return out, err
	}
	// Another call stored some of them a moment ago.
	after, err := scansNamed(ctx, tx, event, fresh)
	for i := range scans {
		if k := scans[i].Key(); out[i] == SyncStored && after[k].Ticket != scans[i].Ticket {
			out[i] = SyncConflict
		}
	}
	return out, err
}

// refold brings tickets up to date. The upsert locks the admission of each of
// them, in the order of their ids; so of two syncs that touch one ticket, the
// later reads the scans of the earlier.
func refold(ctx context.Context, tx *sql.Tx, event string, touched map[string]checkin.Scan) error {
	if len(touched) == 0 {
		return nil
	}
	tickets := slices.Sorted(maps.Keys(touched))
	var args []any
	for _, t := range tickets {
		sc := touched[t]
		args = append(args, event, t, sc.Device, sc.ID, int64(sc.At), sc.Gate)
	}
	_, err := exec(ctx, tx, "insert into admissions (event_id, "+admissionColumns+") values "+
		tuples(1, len(tickets), "text", "text", "text", "text", "bigint", "text")+
		" on conflict (event_id, ticket_id) do update set gate = admissions.gate", args...)
	if err != nil {
		return err
	}
	var scans []checkin.Scan
	flags := map[checkin.Key]checkin.Key{}
	for _, t := range tickets { // one at a time: see refused
		rows, err := all(ctx, tx, scanScan, "select "+scanColumns+" from scans where event_id = $1 and ticket_id = $2 and counts", event, t)
		if err != nil {
			return err
		}
		for i := range rows {
			scans = append(scans, rows[i].Scan)
			flags[rows[i].Key()] = rows[i].First
		}
	}
	for _, a := range checkin.Fold(scans) {
		if err := settle(ctx, tx, event, &a, flags); err != nil {
			return err
		}
	}
	return nil
}

// settle writes one admission, and the flags that differ.
func settle(ctx context.Context, tx *sql.Tx, event string, a *checkin.Admission, flags map[checkin.Key]checkin.Key) error {
	err := execOne(ctx, tx, "update admissions set device_id = $1, scan_id = $2, at = $3, gate = $4 where event_id = $5 and ticket_id = $6",
		a.First.Device, a.First.ID, int64(a.First.At), a.First.Gate, event, a.Ticket)
	if err != nil {
		return err
	}
	flag := func(s *checkin.Scan, first checkin.Key) error {
		if flags[s.Key()] == first {
			return nil
		}
		return execOne(ctx, tx, "update scans set first_device = $1, first_scan = $2 where event_id = $3 and device_id = $4 and scan_id = $5",
			first.Device, first.ID, event, s.Device, s.ID)
	}
	if err := flag(&a.First, checkin.Key{}); err != nil {
		return err
	}
	for i := range a.Doubles {
		if err := flag(&a.Doubles[i], a.First.Key()); err != nil {
			return err
		}
	}
	return nil
}

// GateCount is how many came in at a gate.
type GateCount struct {
	Gate     string
	Admitted int64
}

// Attendance is how full the event is.
type Attendance struct {
	Tickets  int64 // of confirmed orders
	Admitted int64
	Doubles  int64 // admissions of a ticket that was in already
	Gates    []GateCount
}

// Attendance counts who came in, by gate.
func (s *Store) Attendance(ctx context.Context, event string) (*Attendance, error) {
	v := &Attendance{}
	err := s.withSnapshot(ctx, func(tx *sql.Tx) (err error) {
		*v = Attendance{}
		v.Tickets, err = one(ctx, tx, scanInt, `select cast(coalesce(sum(h.units), 0) as bigint) from holds h
			where h.event_id = $1 and h.kind = 'registration' and h.state = 'confirmed'`, event)
		if err != nil {
			return err
		}
		if v.Doubles, err = one(ctx, tx, scanInt, "select count(*) from scans where event_id = $1 and first_device <> ''", event); err != nil {
			return err
		}
		v.Gates, err = all(ctx, tx, func(r engine.Row, g *GateCount) error { return r.Scan(&g.Gate, &g.Admitted) },
			"select gate, count(*) from admissions where event_id = $1 group by gate order by gate", event)
		for _, g := range v.Gates {
			v.Admitted += g.Admitted
		}
		return err
	})
	return v, err
}

// Double is a double admission: a scan, and the one that it repeats.
type Double struct{ Scan, First checkin.Scan }

// DoubleCursor is the position of a Double.
type DoubleCursor struct{ Ticket, Device, ID string }

// Doubles returns a page of the double admissions of an event by ticket, device
// and scan, after a position.
func (s *Store) Doubles(ctx context.Context, event string, after DoubleCursor, limit int) ([]Double, error) {
	list, err := all(ctx, s.read, func(r engine.Row, d *Double) error {
		return r.Scan(&d.Scan.Ticket, &d.Scan.Device, &d.Scan.ID, (*int64)(&d.Scan.At), &d.Scan.Gate, &d.Scan.Online,
			&d.First.Device, &d.First.ID, (*int64)(&d.First.At), &d.First.Gate, &d.First.Online)
	}, `select s.ticket_id, s.device_id, s.scan_id, s.at, s.gate, s.online, f.device_id, f.scan_id, f.at, f.gate, f.online
		from scans s join scans f on f.event_id = s.event_id and f.device_id = s.first_device and f.scan_id = s.first_scan
		where s.event_id = $1 and s.first_device <> ''
		and (s.ticket_id, s.device_id, s.scan_id) > (cast($2 as text), cast($3 as text), cast($4 as text))
		order by s.ticket_id, s.device_id, s.scan_id limit `+strconv.Itoa(limit), event, after.Ticket, after.Device, after.ID)
	for i := range list {
		list[i].First.Ticket = list[i].Scan.Ticket
		list[i].Scan.Verdict, list[i].First.Verdict = checkin.Admit, checkin.Admit
	}
	return list, s.classify(err)
}
