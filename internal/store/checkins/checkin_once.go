package checkins

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Coming in where each ticket comes in once is what doors do all evening: a scan
// must cost little. The scans that wait are one transaction of three round trips.
// The first reads their tickets, each by its key: a list of keys may be planned
// while a table is empty, and then reads all of it at each scan of the evening.
// The second lets in. The third records who came in, and reads of the others who
// is in already.

// admission is a batch of scans on its way.
type admission struct {
	event string
	list  []Entering
	out   []Entered
	asked []int // which of the list go on to the insert, by list and ticket
	// won are the scans that were let in just now, recorded counts those stored.
	won      map[checkin.Stay]checkin.Key
	recorded int64
	marked   []int64 // the slots that this batch marks
}

// enterOnce lets tickets in where each comes in once.
func (s CheckIns) enterOnce(ctx context.Context, event string, list []Entering) ([]Entered, error) {
	var a *admission
	err := s.db.InSession(ctx, func(session engine.Session) error {
		a = &admission{event: event, list: list, out: make([]Entered, len(list))}
		if err := a.tickets(ctx, session); err != nil {
			return err
		}
		if err := a.enter(ctx, s, session); err != nil {
			return err
		}
		return a.named(ctx, session)
	})
	if err != nil {
		return nil, err
	}
	for _, slot := range a.marked {
		s.lastSlot.Store(event, slot)
	}
	return a.out, nil
}

// tickets reads the tickets, and asks whether they may come in.
func (a *admission) tickets(ctx context.Context, session engine.Session) error {
	var steps []engine.Step
	for i := range a.list {
		e := &a.list[i]
		order, unit, ok := id.UnitOf(e.Scan.Ticket)
		if !ok {
			return fmt.Errorf("store: check-in of %q, which is not a ticket", e.Scan.Ticket)
		}
		if e.May != nil {
			steps = append(steps, events.TicketStep(&a.out[i].Ticket, a.event, order, unit, e.Scan.Ticket))
		}
	}
	if err := session.Run(ctx, steps); err != nil {
		return err
	}
	for i := range a.list {
		if a.out[i].Verdict = a.list[i].asks(a.out[i].Ticket); a.out[i].Verdict == "" {
			a.asked = append(a.asked, i)
		}
	}
	// Rows are locked in the order of their keys, so that two calls that name the
	// same tickets wait for each other instead of dying of each other.
	slices.SortStableFunc(a.asked, func(x, y int) int {
		p, q := &a.list[x].Scan, &a.list[y].Scan
		return cmp.Or(strings.Compare(p.List, q.List), strings.Compare(p.Ticket, q.Ticket))
	})
	return nil
}

// asks is the verdict on a ticket before the insert is asked; "": go on.
func (e *Entering) asks(v *events.TicketView) checkin.Verdict {
	switch {
	case e.May == nil:
		return ""
	case v == nil:
		return checkin.Invalid
	}
	return e.May(v)
}

// enter inserts what may come in and is not in yet, records the scans that came
// in, and says of the others by whom their tickets are in.
func (a *admission) enter(ctx context.Context, s CheckIns, session engine.Session) error {
	var steps []engine.Step
	if len(a.asked) > 0 && s.db.EnterDoor != "" { // what is given back until now is seen by the inserts
		steps = append(steps, engine.Step{SQL: s.db.EnterDoor, Args: []any{a.event}})
	}
	a.won = make(map[checkin.Stay]checkin.Key, len(a.asked))
	for part := range database.Parts(a.asked) {
		steps = append(steps, a.admitStep(part))
	}
	if err := session.Run(ctx, steps); err != nil {
		return err
	}
	steps = steps[:0]
	var came []int
	for _, i := range a.asked {
		scan, out := &a.list[i].Scan, &a.out[i]
		if a.won[stayOf(scan)] == scan.Key() {
			came, out.Verdict, out.First = append(came, i), checkin.Admit, *scan
			out.First.Verdict = checkin.Admit
			continue
		}
		out.Verdict = checkin.Invalid // unless somebody is in
		steps = append(steps, a.whoStep(scan, out))
	}
	for part := range database.Parts(came) {
		steps = append(steps, a.recordStep(part))
	}
	scans := make([]*checkin.Scan, len(came))
	for n, i := range came {
		scans[n] = &a.list[i].Scan
	}
	slots, marked, err := s.slotSteps(a.event, scans)
	if err != nil {
		return err
	}
	a.marked = marked
	return session.Run(ctx, append(steps, slots...))
}

func stayOf(scan *checkin.Scan) checkin.Stay {
	return checkin.Stay{List: scan.List, Ticket: scan.Ticket}
}

// whoStep reads by whom the ticket of a scan is in. It may be by this very scan,
// which came in before and is asked about again.
func (a *admission) whoStep(scan *checkin.Scan, out *Entered) engine.Step {
	return engine.Step{
		SQL:  WhoSQL,
		Args: []any{a.event, scan.List, scan.Ticket},
		Row: func(r engine.Row) error {
			var first AdmissionRow
			if err := AdmissionTable.Scan(r, &first); err != nil {
				return err
			}
			first.Verdict = checkin.Admit
			out.First = first.Scan
			if out.Verdict = checkin.Admit; first.Key() != scan.Key() {
				out.Verdict = checkin.AlreadyAdmitted
			}
			return nil
		},
	}
}

// WhoSQL reads who came in with a ticket by a list, or nothing.
var WhoSQL = AdmissionTable.From() + " where event_id = $1 and list_id = $2 and ticket_id = $3 and " +
	table.WholeKey("event_id", "list_id", "ticket_id")

// admitStep is the conditional insert of some scans. The units of the hold are
// asked for by a subquery that yields one number, because planners turn EXISTS
// into a join, and on a table without statistics into one that reads it all.
func (a *admission) admitStep(part []int) engine.Step {
	types := []string{"text", "text", "text", "bigint", "bigint", "text", "text", "bigint", "text"}
	args := make([]any, 0, len(types)*len(part)+4)
	for _, i := range part {
		e := &a.list[i]
		order, unit, _ := id.UnitOf(e.Scan.Ticket)
		args = append(args, e.Scan.List, e.Scan.Ticket, order, unit, e.Version, e.Scan.Device, e.Scan.ID, int64(e.Scan.At), e.Scan.Gate)
	}
	p := func(i int) string { return "$" + strconv.Itoa(len(types)*len(part)+i) }
	return engine.Step{
		SQL: "with v(list_id, ticket_id, order_id, unit, version, device_id, scan_id, at, gate) as (values " + table.Tuples(1, len(part), types...) + `)
			` + AdmissionTable.InsertFrom(func(column string) string {
			switch column {
			case "event_id":
				return "cast(" + p(1) + " as text)"
			case "inside":
				return "true"
			case "moved_at":
				return "v.at"
			}
			return "v." + column
		}) + ` from v
			where (select ` + events.GoodUnit(p(4)) + ` from holds h where h.event_id = ` + p(2) + ` and h.id = v.order_id
				and h.state = 'confirmed') >= v.unit
			and (v.version < 0 or v.version = coalesce((select t.version from ticket_versions t
				where t.event_id = ` + p(3) + ` and t.ticket_id = v.ticket_id), 0))
			order by v.list_id, v.ticket_id, v.at, v.device_id, v.scan_id
			on conflict (event_id, list_id, ticket_id) do nothing returning list_id, ticket_id, device_id, scan_id`,
		Args: append(args, a.event, a.event, a.event, a.event),
		Row: func(r engine.Row) error {
			var s checkin.Scan
			err := r.Scan(&s.List, &s.Ticket, &s.Device, &s.ID)
			a.won[stayOf(&s)] = s.Key()
			return err
		},
	}
}

// recordStep stores some scans that came in, those that are not stored yet, and counts them by what
// is returned: of such an insert Citus reports how many rows it was given, stored or not.
func (a *admission) recordStep(part []int) engine.Step {
	types := []string{"text", "text", "text", "text", "bigint", "text"}
	args := make([]any, 0, len(types)*len(part)+1)
	for _, i := range part {
		s := &a.list[i].Scan
		args = append(args, s.List, s.Ticket, s.Device, s.ID, int64(s.At), s.Gate)
	}
	p := func(i int) string { return "$" + strconv.Itoa(len(types)*len(part)+i) }
	return engine.Step{
		SQL: "with v(list_id, ticket_id, device_id, scan_id, at, gate) as (values " + table.Tuples(1, len(part), types...) + `)
			` + ScanTable.InsertFrom(func(column string) string {
			switch column {
			case "event_id":
				return "cast(" + p(1) + " as text)"
			case "verdict":
				return "'" + string(checkin.Admit) + "'"
			case "online", "counts", "once":
				return "true"
			case "first_device", "first_scan", "override_by", "override_reason":
				return "''"
			case "received_at":
				return "v.at"
			}
			return "v." + column
		}) + ` from v
			where true
			` + ScanTable.Otherwise + " returning scan_id",
		Args: append(args, a.event),
		Row: func(r engine.Row) error {
			a.recorded++
			var scan string
			return r.Scan(&scan)
		},
	}
}

// named looks whether each scan that came in is stored under its name. One that
// is not has the name of another: a scan that came in just now has to be new.
func (a *admission) named(ctx context.Context, session engine.Session) error {
	if a.recorded == int64(len(a.won)) {
		return nil
	}
	var steps []engine.Step
	wrong := ""
	for _, i := range a.asked {
		scan := &a.list[i].Scan
		if a.out[i].Verdict != checkin.Admit {
			continue
		}
		steps = append(steps, engine.Step{
			SQL:  "select ticket_id from scans where event_id = $1 and device_id = $2 and scan_id = $3",
			Args: []any{a.event, scan.Device, scan.ID},
			Row: func(r engine.Row) error {
				ticket := ""
				err := r.Scan(&ticket)
				if err == nil && ticket != scan.Ticket {
					wrong = scan.Device + " " + scan.ID
				}
				return err
			},
		})
	}
	if err := session.Run(ctx, steps); err != nil {
		return err
	}
	if wrong != "" {
		return fmt.Errorf("%w: scan %s is of another ticket", database.ErrConflict, wrong)
	}
	return fmt.Errorf("store: %d came in, and %d scans were stored", len(a.won), a.recorded)
}

// markSlots says in which slots the scans of a transaction came in.
func markSlots(ctx context.Context, tx *sql.Tx, event string, scans ...*ScanRow) error {
	marked := map[int64]bool{}
	for _, n := range scans {
		slot := audit.SlotOf(n.ReceivedAt)
		if marked[slot] {
			continue
		}
		marked[slot] = true
		if _, err := ScanSlotTable.InsertUnless(ctx, tx, &ScanSlot{event, slot}, ScanSlotTable.Otherwise); err != nil {
			return err
		}
	}
	return nil
}

// slotSteps are the steps that say in which slots scans came in. Of a door that is busy
// only the first batch of each ten minutes has one.
func (s CheckIns) slotSteps(event string, scans []*checkin.Scan) (steps []engine.Step, marked []int64, err error) {
	for _, sc := range scans {
		slot := audit.SlotOf(sc.At)
		if last, ok := s.lastSlot.Load(event); ok && last.(int64) == slot || slices.Contains(marked, slot) {
			continue
		}
		step, err := ScanSlotTable.InsertStep("", &ScanSlot{event, slot}, ScanSlotTable.Otherwise)
		if err != nil {
			return nil, nil, err
		}
		steps, marked = append(steps, step), append(marked, slot)
	}
	return steps, marked, nil
}

// ScanSlot is a slot that a scan takes to be counted once.
type ScanSlot struct {
	EventID string
	Slot    int64
}

// ScanSlotTable describes the table scan_slots; a row is one ScanSlot.
var ScanSlotTable = table.New("scan_slots", new(ScanSlot), func(c *table.Columns, v *ScanSlot) {
	c.Key("event_id", &v.EventID)
	c.NumberKey("slot", &v.Slot)
})
