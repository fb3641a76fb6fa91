package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Admissions streams who is in, by list and ticket: the scan that stands.
func (v *Snapshot) Admissions(event string, fn func(*checkins.AdmissionRow) error) error {
	return database.Stream(func(last *checkins.AdmissionRow) ([]checkins.AdmissionRow, error) {
		if last == nil {
			last = &checkins.AdmissionRow{}
		}
		return table.All(v.ctx, v.q, checkins.AdmissionTable.Scan, checkins.AdmissionTable.From()+` where event_id = $1
			and (list_id, ticket_id) > (cast($2 as text), cast($3 as text)) order by list_id, ticket_id limit $4`,
			event, last.List, last.Ticket, database.PageRows)
	}, fn)
}

// Lists returns the lists of the door of an event.
func (v *Snapshot) Lists(event string) ([]checkins.List, error) {
	return table.All(v.ctx, v.q, checkins.ListTable.Scan, "select "+checkins.ListTable.Columns+" from checkin_lists where event_id = $1 order by id", event)
}

// Scans streams the scans of an event by device and scan.
func (v *Snapshot) Scans(event string, fn func(*checkins.ScanRow) error) error {
	return database.Stream(func(last *checkins.ScanRow) ([]checkins.ScanRow, error) {
		if last == nil {
			last = &checkins.ScanRow{}
		}
		return table.All(v.ctx, v.q, checkins.ScanTable.Scan, checkins.ScanTable.From()+` where event_id = $1
			and (device_id, scan_id) > (cast($2 as text), cast($3 as text)) order by device_id, scan_id limit $4`,
			event, last.Device, last.ID, database.PageRows)
	}, fn)
}

// TicketVersions streams the tickets of an event that were reissued.
func (v *Snapshot) TicketVersions(event string, fn func(*events.TicketVersion) error) error {
	return database.Stream(func(last *events.TicketVersion) ([]events.TicketVersion, error) {
		if last == nil {
			last = &events.TicketVersion{}
		}
		return table.All(v.ctx, v.q, events.TicketTable.Scan,
			"select "+events.TicketTable.Columns+" from ticket_versions where event_id = $1 and ticket_id > $2 order by ticket_id limit $3",
			event, last.TicketID, database.PageRows)
	}, fn)
}

// AttendeeRow says who spoke for whoever comes in with a ticket, not whom.
type AttendeeRow struct{ TicketID, PersonID string }

// Attendees streams of which tickets it was said who comes in, by ticket.
func (v *Snapshot) Attendees(event string, fn func(*AttendeeRow) error) error {
	return database.Stream(func(last *AttendeeRow) ([]AttendeeRow, error) {
		if last == nil {
			last = &AttendeeRow{}
		}
		return table.All(v.ctx, v.q, func(r engine.Row, a *AttendeeRow) error { return r.Scan(&a.TicketID, &a.PersonID) },
			"select ticket_id, person_id from attendees where event_id = $1 and ticket_id > $2 order by ticket_id limit $3",
			event, last.TicketID, database.PageRows)
	}, fn)
}

// LastItem is the highest number of the items of an order.
type LastItem struct {
	OrderID string
	No      int64
}

// LastItems streams the orders with items, by id.
func (v *Snapshot) LastItems(event string, fn func(*LastItem) error) error {
	return database.Stream(func(last *LastItem) ([]LastItem, error) {
		if last == nil {
			last = &LastItem{}
		}
		return table.All(v.ctx, v.q, func(r engine.Row, o *LastItem) error { return r.Scan(&o.OrderID, &o.No) },
			`select hold_id, cast(max(no) as bigint) from hold_items where event_id = $1 and hold_id > $2
			group by hold_id order by hold_id limit $3`, event, last.OrderID, database.PageRows)
	}, fn)
}

// Passes returns the passes of phones of an event.
func (v *Snapshot) Passes(event string) ([]checkins.CheckinPass, error) {
	return table.All(v.ctx, v.q, checkins.PassTable.Scan, checkins.PassTable.From()+" where event_id = $1 order by id", event)
}
