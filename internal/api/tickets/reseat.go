package tickets

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Reseat is the body that moves a ticket to another seat.
type Reseat struct {
	SeatID string `json:"seat_id" minLength:"1" maxLength:"64" doc:"A free seat of the tier of the ticket. The seat that it has: nothing happens." example:"sea_3k9q0a7c1v5m0000000000000042"`
}

func (h *Handlers) reseatTicket(c *access.Call, in *Reseat) (*wire.Ticket, error) {
	v, err := h.ticket(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.Submit(v.EventID, inventory.Reseat{Who: c.Who(), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Seat: in.SeatID}, nil)
	if err != nil {
		return nil, err
	}
	v.Seat = in.SeatID
	out, err := h.Reader.TicketOf(c.Context(), v)
	if err == nil {
		out.LedgerSeq = reply.Seq
	}
	return out, err
}
