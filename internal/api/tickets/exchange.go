package tickets

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// maxExchanges bounds the exchanges that a list shows.
const maxExchanges = 100

// Exchange is a ticket that its holder gives to the waitlist for its money.
type Exchange struct {
	ID        string     `json:"id,omitempty" doc:"Absent when the ticket cost nothing and was given back at once." example:"exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string     `json:"event_id"`
	TicketID  string     `json:"ticket_id"`
	OrderID   string     `json:"order_id"`
	Unit      int64      `json:"unit" doc:"The ticket's number within the order, from 1." example:"1"`
	Status    string     `json:"status" enum:"open,matched,exchanged,withdrawn,closed,released" doc:"open: the waitlist can have it. matched: somebody is offered a place for it. exchanged: they have paid, the ticket is void and its money due back. closed: nobody took it in time, or it was given back otherwise. released: it cost nothing and was given back at once."`
	Refund    int64      `json:"refund,omitempty" doc:"What was due back for it, in minor units, once it is exchanged."`
	Currency  string     `json:"currency,omitempty"`
	OpenedAt  *time.Time `json:"opened_at,omitempty"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
	LedgerSeq int64      `json:"ledger_seq,omitempty" doc:"The number of the audit row of this change."`
}

// ExchangeList is the exchanges of an order's tickets.
type ExchangeList struct {
	Items []*Exchange `json:"items" doc:"The latest first, at most 100."`
}

// exchangeOf reads an exchange as an answer.
func (h *Handlers) exchangeOf(c *access.Call, exchange string, seq int64) (*Exchange, error) {
	x, err := h.Store.Tickets.ExchangeByID(c.Context(), exchange)
	if err != nil {
		return nil, err
	}
	out := exchangeOf(x)
	out.LedgerSeq = seq
	if x.Refund > 0 {
		v, err := h.Store.Registrations.Hold(c.Context(), x.OrderID)
		if err != nil {
			return nil, err
		}
		out.Currency = v.Hold.Order.Currency
	}
	return out, nil
}

// exchangeOf is all of an exchange but the currency, which its order knows.
func exchangeOf(x *inventory.Exchange) *Exchange {
	event, _ := id.EventOf(x.ID, id.Exchange)
	return &Exchange{
		ID: x.ID, EventID: event, TicketID: x.TicketID, OrderID: x.OrderID, Unit: x.Unit, Status: string(x.State), Refund: x.Refund,
		OpenedAt: wire.TimePtr(x.OpenedAt), EndedAt: wire.TimePtr(x.EndedAt),
	}
}

func (h *Handlers) listExchanges(c *access.Call, _ *httpapi.None) (*ExchangeList, error) {
	_, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	all, err := h.Store.Tickets.OrderExchanges(c.Context(), v.Hold.ID, maxExchanges)
	if err != nil {
		return nil, err
	}
	out := &ExchangeList{Items: make([]*Exchange, 0, len(all))}
	for i := range all {
		x := exchangeOf(&all[i])
		if x.Refund > 0 {
			x.Currency = v.Hold.Order.Currency
		}
		out.Items = append(out.Items, x)
	}
	return out, nil
}

func (h *Handlers) exchangeTicket(c *access.Call, _ *httpapi.None) (*Exchange, error) {
	v, err := h.goodTicket(c)
	if err != nil {
		return nil, err
	}
	if err := h.unused(c, v); err != nil {
		return nil, err
	}
	reply, err := c.Submit(v.EventID, inventory.ExchangeTicket{
		Who: c.Who(), ExchangeID: h.IDs.In(id.Exchange, v.EventID), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Holder: v.HolderID,
	}, nil)
	if err != nil {
		return nil, err
	}
	if reply.ExchangeID == "" {
		return &Exchange{EventID: v.EventID, TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Status: reply.Status, LedgerSeq: reply.Seq}, nil
	}
	return h.exchangeOf(c, reply.ExchangeID, reply.Seq)
}

// exchange finds the exchange in the path and asks for access, which its holder has.
func (h *Handlers) exchange(c *access.Call) (*inventory.Exchange, *access.EventSummary, error) {
	k, err := c.EventOf(c.Param("exchange_id"), id.Exchange)
	if err != nil {
		return nil, nil, err
	}
	x, err := h.Store.Tickets.ExchangeByID(c.Context(), c.Param("exchange_id"))
	if err != nil {
		return nil, nil, err
	}
	return x, k, c.Allowed(k, x.PersonID, x.OrderID, x.TicketID)
}

func (h *Handlers) getExchange(c *access.Call, _ *httpapi.None) (*Exchange, error) {
	x, _, err := h.exchange(c)
	if err != nil {
		return nil, err
	}
	return h.exchangeOf(c, x.ID, 0)
}

func (h *Handlers) withdrawExchange(c *access.Call, _ *httpapi.None) (*Exchange, error) {
	x, k, err := h.exchange(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.WithdrawExchange{Who: c.Who(), ExchangeID: x.ID}, nil)
	if err != nil {
		return nil, err
	}
	return h.exchangeOf(c, x.ID, reply.Seq)
}
