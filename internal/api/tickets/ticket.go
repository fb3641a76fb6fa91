package tickets

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

func (h *Handlers) listTickets(c *access.Call, _ *httpapi.None) (*wire.TicketList, error) {
	tickets, err := h.orderTickets(c)
	if err != nil {
		return nil, err
	}
	reader := tickets.Person.ID
	if c.Caller.Staff() {
		reader = ""
	}
	out, err := h.Reader.TicketsOf(c.Context(), tickets, reader)
	if err != nil {
		return nil, err
	}
	if err := h.Reader.OnOffer(c, c.Param("order_id"), out.Items...); err != nil {
		return nil, err
	}
	return out, h.Reader.InExchange(c, c.Param("order_id"), out.Items...)
}

// orderTickets finds the order in the path and its tickets, and asks for access.
func (h *Handlers) orderTickets(c *access.Call) (*events.OrderTickets, error) {
	k, err := c.EventOf(c.Param("order_id"), id.Order)
	if err != nil {
		return nil, err
	}
	tickets, err := h.Store.Tickets.OrderTickets(c.Context(), c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	return tickets, c.Allowed(k, tickets.Person.ID, c.Param("order_id"))
}

// ticket finds the ticket in the path and asks for access to it, which is its
// holder's.
func (h *Handlers) ticket(c *access.Call) (*events.TicketView, error) {
	v, k, err := h.readTicket(c)
	if err != nil {
		return nil, err
	}
	return v, c.Allowed(k, v.HolderID, v.ID, v.OrderID)
}

// readTicket reads the ticket in the path and the card of its event. It does not
// ask who may see them.
func (h *Handlers) readTicket(c *access.Call) (*events.TicketView, *access.EventSummary, error) {
	order, _, ok := id.UnitOf(c.Param("ticket_id"))
	if !ok {
		return nil, nil, database.ErrNotFound
	}
	k, err := c.EventOf(order, id.Order)
	if err != nil {
		return nil, nil, err
	}
	v, err := h.Store.Tickets.TicketByID(c.Context(), c.Param("ticket_id"))
	return v, k, err
}

// goodTicket is ticket of one that is not void.
func (h *Handlers) goodTicket(c *access.Call) (*events.TicketView, error) {
	v, err := h.ticket(c)
	if err == nil && !v.Valid {
		err = kindTicketVoid.Problem()
	}
	return v, err
}

func (h *Handlers) getTicket(c *access.Call, _ *httpapi.None) (*wire.Ticket, error) {
	v, err := h.goodTicket(c)
	if err != nil {
		return nil, err
	}
	out, err := h.Reader.TicketOf(c.Context(), v)
	if err == nil {
		err = h.Reader.OnOffer(c, v.OrderID, out)
	}
	if err != nil {
		return nil, err
	}
	return out, h.Reader.InExchange(c, v.OrderID, out)
}

func (h *Handlers) ticketCode(c *access.Call) (*ticket.Code, error) {
	v, err := h.goodTicket(c)
	if err != nil {
		return nil, err
	}
	return h.codeOf(v)
}

func (h *Handlers) codeOf(v *events.TicketView) (*ticket.Code, error) {
	token, err := h.Tickets.Token(ticket.Ticket{ID: v.ID, Version: v.Version})
	if err != nil {
		return nil, err
	}
	return ticket.NewCode(token)
}

func (h *Handlers) ticketSVG(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	code, err := h.ticketCode(c)
	if err != nil {
		return nil, err
	}
	return &httpapi.Image{Media: mediaSVG, Body: []byte(code.SVG("QR code"))}, nil
}

func (h *Handlers) ticketPNG(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	code, err := h.ticketCode(c)
	if err != nil {
		return nil, err
	}
	body, err := code.PNG()
	return &httpapi.Image{Media: mediaPNG, Body: body}, err
}

// Reissue is the body that replaces the token of a ticket.
type Reissue struct {
	Version int64 `json:"version" minimum:"0" maximum:"4294967294" doc:"The version to replace, as the ticket says. So a repetition changes nothing more." example:"0"`
}

func (h *Handlers) reissueTicket(c *access.Call, in *Reissue) (*wire.Ticket, error) {
	v, err := h.ticket(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.Submit(v.EventID, inventory.ReissueTicket{
		Who: c.Who(), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Version: in.Version,
	}, nil)
	if err != nil {
		return nil, err
	}
	v.Version = uint32(in.Version) + 1
	out, err := h.Reader.TicketOf(c.Context(), v)
	if err == nil {
		out.LedgerSeq = reply.Seq
	}
	return out, err
}
