package checkins

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// NewOverride is a supervisor's word that a ticket comes in.
type NewOverride struct {
	EventID  string `json:"event_id" maxLength:"64" doc:"The event of this door."`
	TicketID string `json:"ticket_id" maxLength:"64"`
	ListID   string `json:"list_id,omitempty" maxLength:"64" doc:"Which list of the door. Default: the list that the gate belongs to, else the event's own."`
	Gate     string `json:"gate,omitempty" maxLength:"64"`
	DeviceID string `json:"device_id,omitempty" maxLength:"64" doc:"Which device. Default: the API key."`
	ScanID   string `json:"scan_id,omitempty" maxLength:"64" doc:"The device's own name for this scan: repeat it to repeat the request."`
	Reason   string `json:"reason" minLength:"1" maxLength:"300" doc:"Why. It is kept with your name, and names of guests have no place in it."`
}

// maxReason is how long the reason of an override can be, in characters.
const maxReason = 300

func (h *Handlers) overrideCheckIn(c *access.Call, in *NewOverride) (*Checkin, error) {
	k, err := h.doorOf(c, in.EventID)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	reason := check.Line("reason", in.Reason, 1, maxReason)
	if err := check.Err(); err != nil {
		return nil, err
	}
	scan, err := h.scanOf(c, k, &NewCheckin{EventID: in.EventID, TicketID: in.TicketID, Gate: in.Gate, DeviceID: in.DeviceID, ScanID: in.ScanID})
	if err != nil {
		return nil, err
	}
	list, err := h.listOf(c, k, "list_id", in.ListID, "gate", scan.Gate)
	if err != nil {
		return nil, err
	}
	event, scanned := k.EventID, list.ID
	var pass *PassAtDoor
	switch namedTicket(k.EventID, in.TicketID) {
	case checkin.Admit:
	case checkin.WrongEvent:
		var door *passDoor
		if pass, door, err = h.passAt(c.Context(), k, in.TicketID, list); err != nil {
			return nil, err
		}
		if door == nil {
			return nil, database.ErrNotFound
		}
		event, scanned, scan.Device = door.pass.ID, door.list.ID, door.device(scan.Device)
	default:
		return nil, database.ErrNotFound
	}
	scan.List, scan.Ticket = scanned, in.TicketID
	v, err := h.Store.Tickets.TicketByID(c.Context(), in.TicketID)
	if err != nil {
		return nil, err
	}
	got, err := h.Store.CheckIns.Override(c.Context(), event, checkins.Overriding{Scan: scan, By: c.Caller.Actor(), Why: reason}, inventory.At(h.Now()))
	if err != nil {
		return nil, scanTaken(err)
	}
	out := &Checkin{ListID: list.ID, TicketID: v.ID, Pass: pass, Attendee: v.Attendee.Name, Tier: v.Tier, NamedSeat: h.seatAtDoor(c.Context(), v.Seat), Unit: v.Unit, Units: v.Units}
	out.is(got)
	return out, nil
}

// OverrideShown is an admission against the rules.
type OverrideShown struct {
	Admission
	TicketID string `json:"ticket_id"`
	ListID   string `json:"list_id,omitempty"`
	By       string `json:"by" doc:"Id of the key of the member who said so."`
	Reason   string `json:"reason"`
}

// Overrides is a page of admissions against the rules.
type Overrides struct {
	httpapi.List[*OverrideShown]
}

func (h *Handlers) listOverrides(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Overrides, error) {
	list, err := httpapi.ReadList(&c.Request, "overrides "+k.EventID,
		func(after checkins.OverrideCursor, limit int) ([]checkins.ScanRow, error) {
			return h.Store.CheckIns.Overrides(c.Context(), k.EventID, after, limit)
		},
		func(r *checkins.ScanRow) checkins.OverrideCursor {
			return checkins.OverrideCursor{At: r.At, Device: r.Device, ID: r.ID}
		},
		func(r *checkins.ScanRow) *OverrideShown {
			return &OverrideShown{Admission: admissionOf(&r.Scan), TicketID: r.Ticket, ListID: r.List, By: r.OverrideBy, Reason: r.OverrideReason}
		})
	return &Overrides{list}, err
}

// FoundTicket is a ticket as the door may see it.
type FoundTicket struct {
	TicketID string `json:"ticket_id"`
	OrderID  string `json:"order_id"`
	Attendee string `json:"attendee,omitempty"`
	Email    string `json:"attendee_email,omitempty" doc:"For the box office."`
	TierID   string `json:"tier_id"`
	Tier     string `json:"tier"`
	wire.NamedSeat
	Unit       int64      `json:"unit"`
	Units      int64      `json:"units"`
	Status     string     `json:"status" enum:"good,inside,admitted,void" doc:"inside: came in at the list. admitted: came in, and has gone out since."`
	AdmittedAt *time.Time `json:"admitted_at,omitempty"`
	Gate       string     `json:"gate,omitempty"`
	// Pass is the pass of the series that the ticket is.
	Pass *PassAtDoor `json:"pass,omitempty" doc:"The pass of the series that it is: it covers this date. Absent: it is a ticket of the event."`
}

// FoundTickets is what a search found.
type FoundTickets struct {
	Items []*FoundTicket `json:"items" doc:"At most 50."`
	More  bool           `json:"more,omitempty" doc:"There are more: say more about the person you look for."`
}

// maxFound is how many tickets a search shows, and minQuery how many characters
// it needs: less would list the guests.
const (
	maxFound = 50
	minQuery = 2
	maxQuery = 200
)

func (h *Handlers) searchTickets(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*FoundTickets, error) {
	var check httpapi.Checks
	q := check.Line("q", c.Query.Get("q"), minQuery, maxQuery)
	if err := check.Err(); err != nil {
		return nil, err
	}
	list, err := h.listAsked(c, k)
	if err != nil {
		return nil, err
	}
	found, more, err := h.search(c.Context(), k.EventID, q)
	if err != nil {
		return nil, err
	}
	out := &FoundTickets{More: more}
	if out.Items, err = h.shownAt(c, k.EventID, list.ID, found); err != nil {
		return nil, err
	}
	return out, h.findPasses(c, k, list, q, out)
}

// shownAt shows tickets of an event that were found, with what they did at a list.
func (h *Handlers) shownAt(c *access.Call, event, list string, found []events.TicketView) ([]*FoundTicket, error) {
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].ID
	}
	in, err := h.Store.CheckIns.AdmissionsOf(c.Context(), event, list, ids)
	if err != nil {
		return nil, err
	}
	shown := make([]*FoundTicket, len(found))
	for i := range found {
		shown[i] = foundTicket(&found[i], in[found[i].ID], c.Caller.Staff() && c.Caller.Role != identity.Door)
		shown[i].NamedSeat = h.seatAtDoor(c.Context(), found[i].Seat)
	}
	return shown, nil
}

// search finds tickets by a code, or by what package admission finds them by. A name that
// has the form of a code and is none is a name.
func (h *Handlers) search(ctx context.Context, event, q string) (found []events.TicketView, more bool, err error) {
	t, err := h.coded(ctx, event, q)
	if err == nil {
		var v *events.TicketView
		if v, err = h.Store.Tickets.TicketByID(ctx, t.ID); err == nil && v.Version == t.Version {
			return []events.TicketView{*v}, false, nil
		}
	}
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return nil, false, err
	}
	return h.Admitter.Search(ctx, event, q, maxFound)
}

// coded is the ticket of an event that a text means which somebody typed or scanned: its
// short code, its token, or the code with which another shop has sold it.
// database.ErrNotFound: it means none.
func (h *Handlers) coded(ctx context.Context, event, text string) (ticket.Ticket, error) {
	if u, err := h.Tickets.ReadShortCode(event, text); err == nil && u.Unit > 0 {
		return h.typed(ctx, event, text)
	}
	t, err := h.Tickets.Read(event, text, h.Now())
	if errors.Is(err, ticket.ErrInvalid) {
		t, err = h.soldElsewhere(ctx, event, text)
	}
	if errors.Is(err, ticket.ErrInvalid) || errors.Is(err, ticket.ErrWrongEvent) {
		return ticket.Ticket{}, database.ErrNotFound
	}
	return t, err
}

func foundTicket(v *events.TicketView, in *checkins.AdmissionRow, address bool) *FoundTicket {
	f := &FoundTicket{
		TicketID: v.ID, OrderID: v.OrderID, Attendee: v.Attendee.Name, TierID: v.TierID, Tier: v.Tier, Unit: v.Unit, Units: v.Units, Status: "good",
	}
	if address {
		f.Email = v.Attendee.Email
	}
	if in != nil {
		f.AdmittedAt, f.Gate, f.Status = wire.TimePtr(in.At), in.Gate, "admitted"
		if in.Inside {
			f.Status = "inside"
		}
	}
	if !v.Valid {
		f.Status = "void"
	}
	return f
}
