package api

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// TicketChange is the body that says who comes in with a ticket.
type TicketChange struct {
	Attendee *string `json:"attendee,omitempty" maxLength:"200" doc:"The name. Plain text."`
	Email    *string `json:"attendee_email,omitempty" maxLength:"254" doc:"The address of who comes in. It gets no mail by itself."`
}

func (s *server) changeTicket(c *Call, in *TicketChange) (*Ticket, error) {
	v, err := s.keptTicket(c)
	if err != nil {
		return nil, err
	}
	var check checks
	who := v.Attendee
	if in.Attendee != nil {
		who.Name = check.line("attendee", *in.Attendee, 0, MaxName)
	}
	if in.Email != nil {
		if who.Email = ""; *in.Email != "" {
			who.Email = check.email("attendee_email", *in.Email)
		}
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	err = s.store.Tickets.SetAttendee(c.Context(), v.ID, v.HolderID, who, inventory.At(s.now()))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, kindTicketVoid.Problem()
	case errors.Is(err, store.ErrConflict):
		return nil, kindTicketMoved.Problem()
	case err != nil:
		return nil, err
	}
	if v.Valid {
		return s.getTicket(c, nil)
	}
	seat, err := s.namedSeat(c.Context(), v.Seat)
	if err != nil {
		return nil, err
	}
	// A ticket to come: there is nothing yet to come in with.
	return &Ticket{ID: v.ID, EventID: v.EventID, OrderID: v.OrderID, Unit: v.Unit, Attendee: who.Name, Email: who.Email, TierID: v.TierID, NamedSeat: seat}, nil
}

// keptTicket is goodTicket, or one of an order that waits for its payment: then
// also for who has the link of that order.
func (s *server) keptTicket(c *Call) (*store.TicketView, error) {
	v, k, err := s.readTicket(c)
	if err != nil {
		return nil, err
	}
	holder := v.HolderID
	if l := c.Caller.Link; v.Kept && l != nil && l.Bears() && l.ID == v.OrderID {
		holder = l.Person
	}
	if err := c.allowed(k, holder); err != nil {
		return nil, err
	}
	if !v.Valid && !v.Kept {
		return nil, kindTicketVoid.Problem()
	}
	return v, nil
}
