package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
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
}

// Entered is what became of an Entering.
type Entered struct {
	Verdict checkin.Verdict
	// First is the scan that the ticket is in by, with Admit and AlreadyAdmitted.
	First checkin.Scan
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
// ticket; with it nothing of this call was done.
func (s *Store) CheckIn(ctx context.Context, event string, list []Entering) ([]Entered, error) {
	if len(list) == 0 || len(list) > MaxScans {
		return nil, fmt.Errorf("store: check-in of %d scans", len(list))
	}
	texts, err := s.doorTexts(ctx)
	if err != nil {
		return nil, s.classify(err)
	}
	var out []Entered
	err = s.withTx(ctx, func(tx *sql.Tx) error {
		out = make([]Entered, len(list))
		var once []Entering
		var at []int // where in the list each of them is
		for i := range list {
			if r := list[i].ReEntry; r == "" || r == checkin.Once {
				once, at = append(once, list[i]), append(at, i)
				continue
			}
			var err error
			if out[i], err = s.move(ctx, tx, event, &list[i]); err != nil {
				return err
			}
		}
		got, err := checkInOnce(ctx, heldTx{tx, texts}, event, once)
		if err != nil {
			return err
		}
		for n, i := range at {
			out[i] = got[n]
		}
		return nil
	})
	return out, err
}

// scanSizes are how many scans a held statement takes; a batch is made of those
// that fit, the large ones first.
var scanSizes = []int{64, 16, 4, 1}

// doorTexts prepares what CheckIn runs, where that is worth while; else nil.
func (s *Store) doorTexts(ctx context.Context) (map[string]*sql.Stmt, error) {
	if s.Engine() != "sqlite" {
		return nil, nil
	}
	texts := make(map[string]*sql.Stmt, 2*len(scanSizes))
	for _, n := range scanSizes {
		for _, text := range []string{admitSQL(n), recordSQL(n)} {
			st, err := s.heldWrite.get(ctx, text) //nolint:sqlclosecheck // it is held
			if err != nil {
				return nil, err
			}
			texts[text] = st
		}
	}
	return texts, nil
}

// parts cuts a list into the sizes of held statements; without any it is one.
func (t heldTx) parts(n int) []int {
	if t.held == nil {
		return []int{n}
	}
	var sizes []int
	for _, size := range scanSizes {
		for ; n >= size; n -= size {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// checkInOnce lets tickets in where each comes in once.
func checkInOnce(ctx context.Context, tx heldTx, event string, list []Entering) ([]Entered, error) {
	if len(list) == 0 {
		return nil, nil
	}
	won, err := admit(ctx, tx, event, list)
	if err != nil {
		return nil, err
	}
	out := make([]Entered, len(list))
	mine := list[:0:0]
	for i := range list {
		scan := list[i].Scan
		scan.Verdict = checkin.Admit
		if first := won[checkin.Stay{List: scan.List, Ticket: scan.Ticket}]; first == scan.Key() {
			out[i] = Entered{Verdict: checkin.Admit, First: scan}
			mine = append(mine, list[i])
			continue
		}
		if out[i], err = refused(ctx, tx, event, &scan); err != nil {
			return nil, err
		}
	}
	return out, recordOnline(ctx, tx, event, mine)
}

// refused says why a scan did not come in just now. Rows are looked up one at a
// time: a list of keys may be planned while the table is empty, and then reads
// all of it at each scan of the evening.
func refused(ctx context.Context, tx querier, event string, scan *checkin.Scan) (Entered, error) {
	first, err := one(ctx, tx, scanAdmission,
		"select "+admissionColumns+" from admissions where event_id = $1 and list_id = $2 and ticket_id = $3", event, scan.List, scan.Ticket)
	switch {
	case errors.Is(err, ErrNotFound):
		return Entered{Verdict: checkin.Invalid}, nil
	case err != nil:
		return Entered{}, err
	}
	first.Verdict = checkin.Admit
	if first.Key() == scan.Key() { // it came in before, and is asked about again
		return Entered{Verdict: checkin.Admit, First: first.Scan}, nil
	}
	return Entered{Verdict: checkin.AlreadyAdmitted, First: first.Scan}, nil
}

// admit inserts what may come in and is not in yet, and returns by ticket the
// scans that came in. The units of the hold are
// asked for by a subquery that yields one number, because planners turn EXISTS
// into a join, and on a table without statistics into one that reads it all.
func admit(ctx context.Context, tx heldTx, event string, list []Entering) (map[checkin.Stay]checkin.Key, error) {
	// Rows are locked in the order of their keys, so that two calls that name the
	// same tickets wait for each other instead of dying of each other.
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b Entering) int {
		return cmp.Or(strings.Compare(a.Scan.List, b.Scan.List), strings.Compare(a.Scan.Ticket, b.Scan.Ticket))
	})
	won := make(map[checkin.Stay]checkin.Key, len(list))
	for _, size := range tx.parts(len(sorted)) {
		args := make([]any, 0, 9*size+3)
		for _, e := range sorted[:size] {
			order, unit, ok := id.UnitOf(e.Scan.Ticket)
			if !ok {
				return nil, fmt.Errorf("store: check-in of %q, which is no ticket", e.Scan.Ticket)
			}
			args = append(args, e.Scan.List, e.Scan.Ticket, order, unit, e.Version, e.Scan.Device, e.Scan.ID, int64(e.Scan.At), e.Scan.Gate)
		}
		sorted = sorted[size:]
		rows, err := all(ctx, tx, func(r engine.Row, s *checkin.Scan) error { return r.Scan(&s.List, &s.Ticket, &s.Device, &s.ID) },
			admitSQL(size), append(args, event, event, event)...)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			won[checkin.Stay{List: rows[i].List, Ticket: rows[i].Ticket}] = rows[i].Key()
		}
	}
	return won, nil
}

// admitSQL is the conditional insert of so many scans.
func admitSQL(scans int) string {
	types := []string{"text", "text", "text", "bigint", "bigint", "text", "text", "bigint", "text"}
	p := func(i int) string { return "$" + strconv.Itoa(scans*len(types)+i) }
	return "with v(list_id, ticket_id, order_id, unit, version, device_id, scan_id, at, gate) as (values " + tuples(1, scans, types...) + `)
		insert into admissions (event_id, list_id, ticket_id, device_id, scan_id, at, gate, inside, moved_at)
		select cast(` + p(1) + ` as text), v.list_id, v.ticket_id, v.device_id, v.scan_id, v.at, v.gate, true, v.at from v
		where (select ` + goodUnit + ` from holds h where h.event_id = ` + p(2) + ` and h.id = v.order_id
			and h.state = 'confirmed') >= v.unit
		and (v.version < 0 or v.version = coalesce((select t.version from ticket_versions t
			where t.event_id = ` + p(3) + ` and t.ticket_id = v.ticket_id), 0))
		order by v.list_id, v.ticket_id, v.at, v.device_id, v.scan_id
		on conflict (event_id, list_id, ticket_id) do nothing returning list_id, ticket_id, device_id, scan_id`
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

// recordOnline stores the scans that came in. A scan that is there already is a
// repetition of this one, or another one of the same name.
func recordOnline(ctx context.Context, tx heldTx, event string, list []Entering) error {
	var fresh [][]any
	named := map[checkin.Key]string{}
	for i := range list {
		s := list[i].Scan
		switch ticket, again := named[s.Key()]; {
		case again && ticket != s.Ticket:
			return fmt.Errorf("%w: scan %s of %s is of two tickets", ErrConflict, s.ID, s.Device)
		case again:
			continue
		}
		named[s.Key()] = s.Ticket
		s.Verdict, s.Online, s.Override = checkin.Admit, true, false
		n := newScan{Scan: &s, counts: true, once: true, received: s.At}
		fresh = append(fresh, n.args(event))
	}
	if len(fresh) == 0 {
		return nil
	}
	rows, stored := len(fresh), int64(0)
	for _, size := range tx.parts(rows) {
		n, err := exec(ctx, tx, recordSQL(size), slices.Concat(fresh[:size]...)...)
		if err != nil {
			return err
		}
		fresh, stored = fresh[size:], stored+n
	}
	if stored == int64(rows) {
		return nil
	}
	before, err := scansNamed(ctx, tx, event, named)
	if err != nil {
		return err
	}
	for k, ticket := range named {
		if before[k].Ticket != ticket {
			return fmt.Errorf("%w: scan %s of %s is of another ticket", ErrConflict, k.ID, k.Device)
		}
	}
	return nil
}

// recordSQL inserts so many scans, those that are not there yet.
func recordSQL(scans int) string {
	return "insert into scans (" + scanRowColumns + ") values " + tuples(1, scans, scanRowTypes...) +
		" on conflict (event_id, device_id, scan_id) do nothing"
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
