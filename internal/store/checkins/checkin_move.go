package checkins

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// moveAll lets tickets in and out where they may come in again, each after the
// other in one transaction.
func (s CheckIns) moveAll(ctx context.Context, event string, list []Entering) (out []Entered, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		out = make([]Entered, len(list))
		if s.db.EnterDoor != "" {
			if _, err := tx.ExecContext(ctx, s.db.EnterDoor, event); err != nil {
				return err
			}
		}
		for i := range list {
			e := &list[i]
			var v *events.TicketView
			if order, unit, ok := id.UnitOf(e.Scan.Ticket); ok && e.May != nil {
				v, err = events.ReadTicketView(ctx, tx, event, order, unit, e.Scan.Ticket)
				if err != nil && !errors.Is(s.db.Classify(err), database.ErrNotFound) {
					return err
				}
			}
			said := e.asks(v)
			if out[i] = (Entered{Verdict: said}); said == "" {
				if out[i], err = s.move(ctx, tx, event, e); err != nil {
					return err
				}
			}
			out[i].Ticket = v
		}
		return nil
	})
	return out, err
}

// move lets a ticket in or out at a list where it may come in again. What it may
// do follows from all its scans there, so they are read and folded, with the row
// of the list locked. That is a few statements for each scan, where coming in
// once is one for all of a batch.
func (s CheckIns) move(ctx context.Context, tx *sql.Tx, event string, e *Entering) (Entered, error) {
	scan := e.Scan
	if scan.Verdict != checkin.Exit {
		scan.Verdict = checkin.Admit
	}
	scan.Online, scan.Override = true, false
	rule, err := s.lockList(ctx, tx, event, scan.List)
	if err != nil {
		return Entered{}, err
	}
	stay := checkin.Stay{List: scan.List, Ticket: scan.Ticket}
	scans, flags, err := countedScans(ctx, tx, event, stay)
	if err != nil {
		return Entered{}, err
	}
	now := standing(scans, rule)
	verdict, again, err := named(ctx, tx, event, &scan)
	if err != nil || again {
		return Entered{Verdict: verdict, First: now.First}, err
	}
	if scan.Verdict == checkin.Admit {
		// Anyone who is inside may leave with a ticket that is void by now; whoever comes may not.
		good, err := ticketGood(ctx, tx, event, scan.Ticket, e.Version)
		if err != nil {
			return Entered{}, err
		}
		if !good {
			return Entered{Verdict: checkin.Invalid}, nil
		}
	}
	if said := now.Answers(rule, scan.Verdict); said != scan.Verdict {
		return Entered{Verdict: said, First: now.First}, nil
	}
	later(&scan, scans)
	n := ScanRow{Scan: scan, Counts: true, ReceivedAt: e.Scan.At}
	if err := insertScan(ctx, tx, event, &n); err != nil {
		return Entered{}, err
	}
	now = standing(append(scans, scan), rule)
	return Entered{Verdict: scan.Verdict, First: now.First}, settle(ctx, tx, event, &now, flags)
}

// standing is what the scans of one ticket at one list add up to; zero when
// nobody came in with it.
func standing(scans []checkin.Scan, rule checkin.ReEntry) checkin.Admission {
	list := checkin.Fold(scans, func(string) checkin.ReEntry { return rule })
	if len(list) == 0 {
		return checkin.Admission{}
	}
	return list[0]
}

// later puts a scan that is decided now behind those that were: clocks of
// devices and servers differ, and what was said must be what the fold says.
func later(scan *checkin.Scan, scans []checkin.Scan) {
	for i := range scans {
		scan.At = max(scan.At, scans[i].At+1)
	}
}

// named looks for a scan of that name: again is true when it was made before,
// and verdict what was said then. ErrConflict says that it is of another ticket.
func named(ctx context.Context, q table.Querier, event string, scan *checkin.Scan) (verdict checkin.Verdict, again bool, err error) {
	known, err := scansNamed(ctx, q, event, map[checkin.Key]string{scan.Key(): scan.Ticket})
	if err != nil {
		return "", false, err
	}
	old, again := known[scan.Key()]
	if again && (old.Ticket != scan.Ticket || old.List != scan.List) {
		return "", false, fmt.Errorf("%w: scan %s of %s is of another ticket", database.ErrConflict, scan.ID, scan.Device)
	}
	return old.Verdict, again, nil
}

func insertScan(ctx context.Context, tx *sql.Tx, event string, n *ScanRow) error {
	if _, err := ScanTable.InsertIn(ctx, tx, event, n, ""); err != nil {
		return err
	}
	return markSlots(ctx, tx, event, n)
}

// ticketGood reports whether a ticket lets somebody in, with a token of that
// version; -1: whatever its version.
func ticketGood(ctx context.Context, q table.Querier, event, ticket string, version int64) (bool, error) {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return false, fmt.Errorf("store: check-in of %q, which is not a ticket", ticket)
	}
	list, err := table.All(ctx, q, table.ScanInt, `with v(unit) as (values (cast($1 as bigint)))
		select cast(coalesce((select t.version from ticket_versions t where t.event_id = $3 and t.ticket_id = $2), 0) as bigint)
		from holds h cross join v where h.event_id = $3 and h.id = $4 and h.state = 'confirmed' and `+events.GoodUnit("$3")+` >= v.unit`,
		unit, ticket, event, order)
	return err == nil && len(list) == 1 && (version < 0 || version == list[0]), err
}

// Overriding is a supervisor's word that somebody comes in against the rules.
type Overriding struct {
	Scan checkin.Scan // Verdict, Online and Override are not read
	By   string       // who says so
	Why  string
}

// Override lets a ticket in whatever the rules say, and records who said so and
// why. The same scan again changes nothing. ErrNotFound says that no such ticket
// was ever issued, or that there is no such list; ErrConflict, that the device
// has used the name of the scan for another ticket.
func (s CheckIns) Override(ctx context.Context, event string, o Overriding, now inventory.Instant) (Entered, error) {
	var out Entered
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		scan := o.Scan
		scan.Verdict, scan.Online, scan.Override = checkin.Admit, true, true
		n := ScanRow{Scan: scan, Counts: true, OverrideBy: o.By, OverrideReason: o.Why, ReceivedAt: now}
		rule, err := s.reEntryOf(ctx, tx, event, []ScanRow{n})
		if err != nil {
			return err
		}
		issued, err := issuedTickets(ctx, tx, event, []ScanRow{n})
		if err != nil {
			return err
		}
		if !issued[scan.Ticket] {
			return database.ErrNotFound
		}
		stay := checkin.Stay{List: scan.List, Ticket: scan.Ticket}
		scans, _, err := countedScans(ctx, tx, event, stay)
		if err != nil {
			return err
		}
		_, again, err := named(ctx, tx, event, &scan)
		if err == nil && !again {
			later(&scan, scans)
			if err = insertScan(ctx, tx, event, &n); err == nil {
				err = refold(ctx, tx, event, map[checkin.Stay]checkin.Scan{stay: scan}, rule)
			}
		}
		out = Entered{Verdict: checkin.Admit, First: scan}
		return err
	})
	return out, err
}
