package store

import (
	"github.com/holdfast-events/holdfast/internal/checkin"
)

// Admissions streams who is in, by ticket: the scan that stands.
func (v *Snapshot) Admissions(event string, fn func(*checkin.Scan) error) error {
	return stream(func(last *checkin.Scan) ([]checkin.Scan, error) {
		after := ""
		if last != nil {
			after = last.Ticket
		}
		return all(v.ctx, v.q, scanAdmission, "select "+admissionColumns+
			" from admissions where event_id = $1 and ticket_id > $2 order by ticket_id limit $3", event, after, pageRows)
	}, fn)
}

// Scans streams the scans of an event by device and scan.
func (v *Snapshot) Scans(event string, fn func(*ScanRow) error) error {
	return stream(func(last *ScanRow) ([]ScanRow, error) {
		if last == nil {
			last = &ScanRow{}
		}
		return all(v.ctx, v.q, scanScan, "select "+scanColumns+` from scans where event_id = $1
			and (device_id, scan_id) > (cast($2 as text), cast($3 as text)) order by device_id, scan_id limit $4`,
			event, last.Device, last.ID, pageRows)
	}, fn)
}

// TicketVersions streams the tickets of an event that were reissued.
func (v *Snapshot) TicketVersions(event string, fn func(*TicketVersion) error) error {
	return stream(func(last *TicketVersion) ([]TicketVersion, error) {
		if last == nil {
			last = &TicketVersion{}
		}
		return all(v.ctx, v.q, scanVersion,
			"select ticket_id, version from ticket_versions where event_id = $1 and ticket_id > $2 order by ticket_id limit $3",
			event, last.TicketID, pageRows)
	}, fn)
}
