package checkins

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Synced is what became of a scan that a device sent.
type Synced string

// What can become of a scan.
const (
	SyncStored    Synced = "stored"    // now
	SyncDuplicate Synced = "duplicate" // it was stored before; this changes nothing
	SyncConflict  Synced = "conflict"  // the device has used its name for another ticket; not stored
)

// SyncedScan is what became of a scan that a device sent, and of its ticket.
type SyncedScan struct {
	Status Synced
	// Issued reports whether its ticket was issued at some time. Another admits
	// nobody.
	Issued bool
}

// SyncScans stores scans that devices made without a network, of one event and
// at most MaxScans, and brings the admissions of their tickets up to what all
// scans of these tickets now add up to. Doing it again changes nothing.
// ErrNotFound says that a list is not one of the event's.
func (s CheckIns) SyncScans(ctx context.Context, event string, scans []checkin.Scan, now inventory.Instant) ([]SyncedScan, error) {
	if len(scans) == 0 || len(scans) > MaxScans {
		return nil, fmt.Errorf("store: sync of %d scans", len(scans))
	}
	fresh := make([]ScanRow, len(scans))
	for i := range scans {
		fresh[i] = ScanRow{Scan: scans[i], ReceivedAt: now}
	}
	var out []SyncedScan
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		out, err = s.sync(ctx, tx, event, fresh)
		return err
	})
	return out, err
}

// sync stores scans and folds what they touch.
func (s CheckIns) sync(ctx context.Context, tx *sql.Tx, event string, scans []ScanRow) ([]SyncedScan, error) {
	rule, err := s.reEntryOf(ctx, tx, event, scans)
	if err != nil {
		return nil, err
	}
	issuable, err := issuedTickets(ctx, tx, event, scans)
	if err != nil {
		return nil, err
	}
	for i := range scans {
		n := &scans[i]
		n.Counts = issuable[n.Ticket] && (n.Verdict == checkin.Admit || n.Verdict == checkin.Exit && rule[n.List] == checkin.WithExit)
	}
	became, err := storeScans(ctx, tx, event, scans)
	if err != nil {
		return nil, err
	}
	touched := map[checkin.Stay]checkin.Scan{}
	out := make([]SyncedScan, len(scans))
	for i := range scans {
		out[i] = SyncedScan{became[i], issuable[scans[i].Ticket]}
		if became[i] == SyncStored && scans[i].Counts {
			touched[checkin.Stay{List: scans[i].List, Ticket: scans[i].Ticket}] = scans[i].Scan
		}
	}
	return out, refold(ctx, tx, event, touched, rule)
}

// reEntryOf returns what the lists of the scans allow, or ErrNotFound. The row of
// a list at which people come in again is locked until the end of the
// transaction: there the state of a ticket follows from several scans, and of
// two transactions that add some, the later must see those of the earlier.
func (s CheckIns) reEntryOf(ctx context.Context, tx *sql.Tx, event string, scans []ScanRow) (map[string]checkin.ReEntry, error) {
	rule := map[string]checkin.ReEntry{"": checkin.Once}
	for i := range scans {
		rule[scans[i].List] = checkin.Once
	}
	for _, list := range slices.Sorted(maps.Keys(rule)) {
		if list == "" {
			continue
		}
		r, err := s.lockList(ctx, tx, event, list)
		if err != nil {
			return nil, err
		}
		rule[list] = r
	}
	return rule, nil
}

// issuedTickets says which tickets of the scans were issued at some time.
func issuedTickets(ctx context.Context, q table.Querier, event string, scans []ScanRow) (map[string]bool, error) {
	last := map[string]int64{} // by order, the highest unit it ever had
	for i := range scans {
		if order, _, ok := id.UnitOf(scans[i].Ticket); ok {
			last[order] = 0
		}
	}
	if len(last) > 0 {
		in, args := table.InList(2, slices.Sorted(maps.Keys(last)))
		rows, err := table.All(ctx, q, func(r engine.Row, h *inventory.Hold) error {
			return r.Scan(&h.ID, (*string)(&h.Kind), &h.Units, &h.GivenBack)
		},
			"select h.id, h.kind, h.units, h.given_back from holds h where h.event_id = $1 and h.id in ("+in+") and "+events.Issued, append([]any{event}, args...)...)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			if last[rows[i].ID], err = events.LastUnit(ctx, q, event, &rows[i]); err != nil {
				return nil, err
			}
		}
	}
	issuable := map[string]bool{}
	for i := range scans {
		if order, unit, ok := id.UnitOf(scans[i].Ticket); ok && unit <= last[order] {
			issuable[scans[i].Ticket] = true
		}
	}
	return issuable, nil
}

// storeScans inserts the scans that are not there yet.
func storeScans(ctx context.Context, tx *sql.Tx, event string, scans []ScanRow) ([]Synced, error) {
	named := map[checkin.Key]string{}
	for i := range scans {
		named[scans[i].Key()] = scans[i].Ticket
	}
	before, err := scansNamed(ctx, tx, event, named)
	if err != nil {
		return nil, err
	}
	out := make([]Synced, len(scans))
	var rows []*ScanRow
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
			rows = append(rows, sc)
		case ticket == sc.Ticket:
			out[i] = SyncDuplicate
		default:
			out[i] = SyncConflict
		}
	}
	if len(rows) == 0 {
		return out, nil
	}
	n, err := ScanTable.InsertAll(ctx, tx, event, rows, ScanTable.Otherwise)
	if err == nil {
		err = markSlots(ctx, tx, event, rows...)
	}
	if err != nil || n == int64(len(rows)) {
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
// them, in the order of their keys; so of two syncs that touch one ticket, the
// later reads the scans of the earlier. Where a ticket may be out, and so have no
// admission to lock, its list is locked.
func refold(ctx context.Context, tx *sql.Tx, event string, touched map[checkin.Stay]checkin.Scan, rule map[string]checkin.ReEntry) error {
	stays := slices.SortedFunc(maps.Keys(touched), func(a, b checkin.Stay) int {
		return cmp.Or(strings.Compare(a.List, b.List), strings.Compare(a.Ticket, b.Ticket))
	})
	var locked []*AdmissionRow
	for _, at := range stays {
		if rule[at.List] != checkin.WithExit {
			sc := touched[at]
			locked = append(locked, &AdmissionRow{Scan: sc, Inside: true, MovedAt: sc.At})
		}
	}
	if len(locked) > 0 {
		_, err := AdmissionTable.InsertAll(ctx, tx, event, locked, "on conflict (event_id, list_id, ticket_id) do update set gate = admissions.gate")
		if err != nil {
			return err
		}
	}
	for _, at := range stays { // one at a time: see refused
		scans, flags, err := countedScans(ctx, tx, event, at)
		if err != nil {
			return err
		}
		for _, a := range checkin.Fold(scans, func(string) checkin.ReEntry { return rule[at.List] }) {
			if err := settle(ctx, tx, event, &a, flags); err != nil {
				return err
			}
		}
	}
	return nil
}

// countedScans returns the scans of a ticket at a list that count, and the scan
// that each is said to repeat.
func countedScans(ctx context.Context, q table.Querier, event string, at checkin.Stay) ([]checkin.Scan, map[checkin.Key]checkin.Key, error) {
	rows, err := table.All(ctx, q, ScanTable.Scan, ScanTable.From()+" where event_id = $1 and ticket_id = $2 and list_id = $3 and counts",
		event, at.Ticket, at.List)
	scans, flags := make([]checkin.Scan, len(rows)), make(map[checkin.Key]checkin.Key, len(rows))
	for i := range rows {
		scans[i] = rows[i].Scan
		flags[rows[i].Key()] = rows[i].First
	}
	return scans, flags, err
}

// settle writes one admission, and the flags that differ.
func settle(ctx context.Context, tx *sql.Tx, event string, a *checkin.Admission, flags map[checkin.Key]checkin.Key) error {
	row := AdmissionRow{Scan: a.First, Inside: a.Inside, MovedAt: a.MovedAt}
	row.List, row.Ticket = a.List, a.Ticket
	_, err := AdmissionTable.InsertIn(ctx, tx, event, &row, AdmissionTable.Replace[1])
	if err != nil {
		return err
	}
	want := make(map[checkin.Key]checkin.Key, len(a.Doubles))
	for i := range a.Doubles {
		want[a.Doubles[i].Scan.Key()] = a.Doubles[i].First.Key()
	}
	for k, have := range flags {
		first := want[k]
		if have == first {
			continue
		}
		err := table.ExecOne(ctx, tx, "update scans set first_device = $1, first_scan = $2 where event_id = $3 and device_id = $4 and scan_id = $5",
			first.Device, first.ID, event, k.Device, k.ID)
		if err != nil {
			return err
		}
	}
	return nil
}
