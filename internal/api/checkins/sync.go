package checkins

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// maxClockAhead is how far the clock of a device may be ahead. What a scan says
// of its time decides who was first, so a device of next year is not heard.
const maxClockAhead = 24 * time.Hour

// ScanIn is a scan that a device made without a network.
type ScanIn struct {
	ScanID   string    `json:"scan_id" maxLength:"64" doc:"The device's own name for it."`
	Token    string    `json:"token,omitempty" maxLength:"1024" doc:"What was scanned: the token of a ticket or its JWT. This or ticket_id; neither, when it could not be read."`
	TicketID string    `json:"ticket_id,omitempty" maxLength:"64"`
	At       time.Time `json:"at" doc:"When, by the clock of the device."`
	ListID   string    `json:"list_id,omitempty" maxLength:"64" doc:"Which list of the door. Default: the list that the gate belongs to, else the event's own."`
	Gate     string    `json:"gate,omitempty" maxLength:"64"`
	Verdict  string    `json:"verdict" enum:"admit,exit,already_admitted,invalid,wrong_event,not_yet,too_late,wrong_list,not_inside" doc:"What the device said."`
}

// ScanLog is what a device did without a network.
type ScanLog struct {
	EventID  string   `json:"event_id" maxLength:"64"`
	DeviceID string   `json:"device_id" maxLength:"64"`
	Scans    []ScanIn `json:"scans" minItems:"1" maxItems:"200"`
}

// syncLate is the status of a scan that a phone made when its pass was over.
const syncLate = "late"

// SyncedScan is what became of a scan.
type SyncedScan struct {
	ScanID  string `json:"scan_id"`
	Status  string `json:"status" enum:"stored,duplicate,conflict,late" doc:"conflict: the device has used this scan_id for another ticket. late: the phone made it when its pass was over. Neither was stored."`
	Refused string `json:"refused,omitempty" enum:"wrong_event,invalid" doc:"Why its ticket admits nobody, whatever the device said. wrong_event: it is a ticket of another event. invalid: it is not one of this installation, or one that was never issued. Absent when it is a ticket of this event, and when none was sent."`
}

// SyncedLog answers for each scan, in the order in which they were sent.
type SyncedLog struct {
	Items []SyncedScan `json:"items"`
}

func (h *Handlers) syncCheckins(c *access.Call, in *ScanLog) (*SyncedLog, error) {
	k, err := h.doorOf(c, in.EventID)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	ownDevice(c, &check, in.DeviceID)
	p := c.Caller.Pass
	scans, refused := make([]checkin.Scan, len(in.Scans)), make([]checkin.Verdict, len(in.Scans))
	passed := make([]*passDoor, len(in.Scans))
	for i := range in.Scans {
		path := "scans[" + httpapi.Itoa(int64(i)) + "]."
		scans[i], refused[i] = h.offlineScan(&check, k.EventID, in.DeviceID, path, &in.Scans[i])
		list, err := h.listOf(c, k, path+"list_id", in.Scans[i].ListID, "", scans[i].Gate)
		if err != nil {
			return nil, err
		}
		if scans[i].List = list.ID; p != nil {
			scans[i].Gate = p.Gate
		}
		if refused[i] == checkin.WrongEvent {
			_, door, err := h.passAt(c.Context(), k, scans[i].Ticket, list)
			if err != nil {
				return nil, err
			}
			if passed[i] = door; door != nil {
				refused[i] = ""
			} else {
				scans[i].Ticket = ""
			}
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	var doors []*passDoor
	out := &SyncedLog{Items: make([]SyncedScan, len(scans))}
	var taken []checkin.Scan
	var at []int // where each of them is
	for i := range scans {
		out.Items[i] = SyncedScan{ScanID: scans[i].ID, Status: syncLate, Refused: string(refused[i])}
		if p == nil || p.Takes(scans[i].At) {
			taken, at, doors = append(taken, scans[i]), append(at, i), append(doors, passed[i])
		}
	}
	if len(taken) == 0 {
		return out, nil
	}
	if err := h.store(c.Context(), k, taken, doors, func(n int, b checkins.SyncedScan) {
		of := &out.Items[at[n]]
		if of.Status = string(b.Status); taken[n].Ticket != "" && !b.Issued {
			of.Refused = string(checkin.Invalid)
		}
	}); err != nil {
		return nil, err
	}
	return out, nil
}

// store stores scans that a device sent, those of passes with the events that sold them. tell is
// told what became of each.
func (h *Handlers) store(ctx context.Context, k *access.EventSummary, scans []checkin.Scan, doors []*passDoor, tell func(int, checkins.SyncedScan)) error {
	of := map[string][]int{}
	var order []string
	for i := range scans {
		event := k.EventID
		if d := doors[i]; d != nil {
			event = d.pass.ID
			scans[i].List, scans[i].Device = d.list.ID, d.device(scans[i].Device)
		}
		if of[event] == nil {
			order = append(order, event)
		}
		of[event] = append(of[event], i)
	}
	for _, event := range order {
		part := make([]checkin.Scan, len(of[event]))
		for n, i := range of[event] {
			part[n] = scans[i]
		}
		became, err := h.Store.CheckIns.SyncScans(ctx, event, part, inventory.At(h.Now()))
		if err != nil {
			return err
		}
		for n, i := range of[event] {
			tell(i, became[n])
		}
	}
	return nil
}

// offlineScan checks one scan. A token that this server did not sign, or a
// ticket of another event, is not a ticket here, whatever the device said: the scan
// is stored and admits nobody, and refused is why.
func (h *Handlers) offlineScan(check *httpapi.Checks, event, device, path string, in *ScanIn) (scan checkin.Scan, refused checkin.Verdict) {
	scan = checkin.Scan{
		Device: device, ID: deviceName(check, path+"scan_id", in.ScanID), At: wire.Moment(check, path+"at", in.At),
		Gate: check.Line(path+"gate", in.Gate, 0, MaxGate), Verdict: checkin.Verdict(in.Verdict),
	}
	if scan.At > inventory.At(h.Now().Add(maxClockAhead)) {
		check.Add(path+"at", "out_of_range", "must not be later than now: set the clock of the device")
	}
	switch {
	case in.Token != "" && in.TicketID != "":
		check.Add(path+"token", "not_allowed", "must not be given beside ticket_id")
	case in.Token != "":
		t, err := h.Tickets.Read(event, in.Token, scan.At.Time())
		scan.Ticket = t.ID
		if err != nil {
			return scan, verdictOf(err)
		}
	case in.TicketID != "":
		verdict := namedTicket(event, in.TicketID)
		if verdict != checkin.Invalid {
			scan.Ticket = in.TicketID
		}
		if verdict != checkin.Admit {
			return scan, verdict
		}
	}
	return scan, ""
}

// GateCount is how many came in at a gate.
type GateCount struct {
	Gate     string `json:"gate"`
	Admitted int64  `json:"admitted" doc:"Tickets that came in there; where people come in again, by their latest stay."`
	Inside   int64  `json:"inside" doc:"Those of them that have not gone out since."`
	Exits    int64  `json:"exits" doc:"Exits that were scanned there."`
}

// HourCount is how many came in within an hour.
type HourCount struct {
	At       time.Time `json:"at" doc:"When the hour began, by UTC."`
	Admitted int64     `json:"admitted" doc:"Tickets that came in; where people come in again, by their latest stay."`
}

// Admission is a scan that let somebody in.
type Admission struct {
	DeviceID string    `json:"device_id"`
	Phone    string    `json:"phone,omitempty" doc:"What the phone is called, where it has a pass."`
	ScanID   string    `json:"scan_id"`
	At       time.Time `json:"at"`
	Gate     string    `json:"gate"`
	Online   bool      `json:"online" doc:"This server decided, at that moment."`
}

// DoubleAdmission is a ticket with which somebody came in again.
type DoubleAdmission struct {
	TicketID string    `json:"ticket_id"`
	Attendee string    `json:"attendee,omitempty" doc:"The name on the ticket."`
	Tier     string    `json:"tier,omitempty"`
	Unit     int64     `json:"unit,omitempty" doc:"Of the order, from 1."`
	Units    int64     `json:"units,omitempty" doc:"How many the order has."`
	Scan     Admission `json:"scan" doc:"The scan that should not have admitted."`
	First    Admission `json:"first" doc:"The scan that stands."`
}

// Attendance is who is in.
type Attendance struct {
	Tickets                        int64          `json:"tickets" doc:"Tickets that are good."`
	Admitted                       int64          `json:"admitted" doc:"Tickets with which somebody came in."`
	Inside                         int64          `json:"inside" doc:"Those of them that have not gone out since."`
	Overrides                      int64          `json:"overrides" doc:"How often a supervisor let somebody in against the rules."`
	Doubles                        int64          `json:"double_admissions" doc:"How often somebody came in with a ticket that was in already."`
	Gates                          []GateCount    `json:"gates"`
	Passes                         []PassesAtDoor `json:"passes,omitempty" doc:"Of those who came in, who did with a pass of the series."`
	Hours                          []HourCount    `json:"hours" doc:"The hours in which somebody came in, the first one first."`
	httpapi.List[*DoubleAdmission] `doc:"The double admissions, by ticket."`
}

func admissionOf(s *checkin.Scan) Admission {
	return Admission{DeviceID: s.Device, ScanID: s.ID, At: s.At.Time(), Gate: s.Gate, Online: s.Online}
}

func (h *Handlers) readCheckins(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Attendance, error) {
	door, err := h.listAsked(c, k)
	if err != nil {
		return nil, err
	}
	doubles, next, err := httpapi.Page(&c.Request, "doubles "+k.EventID+door.ID,
		func(after checkins.DoubleCursor, limit int) ([]checkin.Double, error) {
			return h.Store.CheckIns.Doubles(c.Context(), k.EventID, door.ID, after, limit)
		},
		func(d *checkin.Double) checkins.DoubleCursor {
			return checkins.DoubleCursor{Ticket: d.Scan.Ticket, Device: d.Scan.Device, ID: d.Scan.ID}
		})
	if err != nil {
		return nil, err
	}
	a, err := h.Store.CheckIns.Attendance(c.Context(), k.EventID, door.ID)
	if err != nil {
		return nil, err
	}
	out := &Attendance{
		Tickets: a.Tickets, Admitted: a.Admitted, Inside: a.Inside, Doubles: a.Doubles, Overrides: a.Overrides,
		Gates: []GateCount{}, Hours: []HourCount{}, List: httpapi.NewList([]*DoubleAdmission{}, next),
	}
	for _, g := range a.Gates {
		out.Gates = append(out.Gates, GateCount{g.Gate, g.Admitted, g.Inside, g.Exits})
	}
	for _, n := range a.Hours {
		out.Hours = append(out.Hours, HourCount{n.At.Time(), n.Admitted})
	}
	if err := h.addPasses(c.Context(), k, door, out); err != nil {
		return nil, err
	}
	phones, err := h.phones(c.Context(), k.EventID, doubles)
	if err != nil {
		return nil, err
	}
	for i := range doubles {
		d, err := h.doubleOf(c.Context(), &doubles[i])
		if err != nil {
			return nil, err
		}
		d.Scan.Phone, d.First.Phone = phones[d.Scan.DeviceID], phones[d.First.DeviceID]
		out.Items = append(out.Items, d)
	}
	return out, nil
}

// phones are what the phones with passes that let somebody in twice are called, by the ids of
// their passes.
func (h *Handlers) phones(ctx context.Context, event string, doubles []checkin.Double) (map[string]string, error) {
	if !slices.ContainsFunc(doubles, func(d checkin.Double) bool {
		return strings.HasPrefix(d.Scan.Device, id.CheckinPass) || strings.HasPrefix(d.First.Device, id.CheckinPass)
	}) {
		return nil, nil
	}
	return h.Store.CheckIns.PassNames(ctx, event)
}

// doubleOf shows a double admission with the name that people at the doors look for.
func (h *Handlers) doubleOf(ctx context.Context, d *checkin.Double) (*DoubleAdmission, error) {
	out := &DoubleAdmission{TicketID: d.Scan.Ticket, Scan: admissionOf(&d.Scan), First: admissionOf(&d.First)}
	v, err := h.Store.Tickets.TicketByID(ctx, d.Scan.Ticket)
	switch {
	case errors.Is(err, database.ErrNotFound): // its unit was given back and is not a ticket any more
		return out, nil
	case err != nil:
		return nil, err
	}
	out.Attendee, out.Tier, out.Unit, out.Units = v.Attendee.Name, v.Tier, v.Unit, v.Units
	return out, nil
}
