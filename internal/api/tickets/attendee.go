package tickets

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TicketChange is the body that says who comes in with a ticket.
type TicketChange struct {
	Attendee *string `json:"attendee,omitempty" maxLength:"200" doc:"The name. Plain text."`
	Email    *string `json:"attendee_email,omitempty" maxLength:"254" doc:"The address of the person who comes in. It gets no mail by itself."`
}

func (h *Handlers) changeTicket(c *access.Call, in *TicketChange) (*wire.Ticket, error) {
	v, err := h.keptTicket(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	who := v.Attendee
	if in.Attendee != nil {
		who.Name = check.Line("attendee", *in.Attendee, 0, httpapi.MaxName)
	}
	if in.Email != nil {
		if who.Email = ""; *in.Email != "" {
			who.Email = check.Email("attendee_email", *in.Email)
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	err = h.Store.Tickets.SetAttendee(c.Context(), v.ID, v.HolderID, who, inventory.At(h.Now()))
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, kindTicketVoid.Problem()
	case errors.Is(err, database.ErrConflict):
		return nil, kindTicketMoved.Problem()
	case err != nil:
		return nil, err
	}
	if v.Valid {
		return h.getTicket(c, nil)
	}
	seat, err := h.Reader.NamedSeat(c.Context(), v.Seat)
	if err != nil {
		return nil, err
	}
	// A ticket to come: there is nothing yet to come in with.
	return &wire.Ticket{ID: v.ID, EventID: v.EventID, OrderID: v.OrderID, Unit: v.Unit, Attendee: who.Name, Email: who.Email, TierID: v.TierID, Kind: wire.KindOfTicket(v), NamedSeat: seat}, nil
}

// keptTicket is goodTicket, or one of an order that waits for its payment: then
// also for the person who placed that order.
func (h *Handlers) keptTicket(c *access.Call) (*events.TicketView, error) {
	v, k, err := h.readTicket(c)
	if err != nil {
		return nil, err
	}
	if err := c.Allowed(k, v.HolderID, v.ID, v.OrderID); err != nil {
		return nil, err
	}
	if l := c.Caller.Link; l != nil && l.Bears() && !v.Kept {
		return nil, identity.ErrHidden
	}
	if !v.Valid && !v.Kept {
		return nil, kindTicketVoid.Problem()
	}
	return v, nil
}
