package api

import (
	"time"

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

// TicketExchange is the exchange that a ticket is in.
type TicketExchange struct {
	ID     string `json:"id"`
	Status string `json:"status" enum:"open,matched"`
}

// exchangeOf reads an exchange as an answer.
func (s *server) exchangeOf(c *Call, exchange string, seq int64) (*Exchange, error) {
	x, err := s.store.Tickets.ExchangeByID(c.Context(), exchange)
	if err != nil {
		return nil, err
	}
	out := exchangeOf(x)
	out.LedgerSeq = seq
	if x.Refund > 0 {
		v, err := s.store.Registrations.Hold(c.Context(), x.OrderID)
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
		OpenedAt: timePtr(x.OpenedAt), EndedAt: timePtr(x.EndedAt),
	}
}

func (s *server) listExchanges(c *Call, _ *None) (*ExchangeList, error) {
	k, err := c.eventOf(c.Param("order_id"), id.Order)
	if err != nil {
		return nil, err
	}
	v, err := s.store.Registrations.Hold(c.Context(), c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	if err := c.allowed(k, v.Hold.PersonID); err != nil {
		return nil, err
	}
	all, err := s.store.Tickets.OrderExchanges(c.Context(), v.Hold.ID, maxExchanges)
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

func (s *server) exchangeTicket(c *Call, _ *None) (*Exchange, error) {
	v, err := s.goodTicket(c)
	if err != nil {
		return nil, err
	}
	if err := s.unused(c, v); err != nil {
		return nil, err
	}
	reply, err := c.submit(v.EventID, inventory.ExchangeTicket{
		Who: c.who(), ExchangeID: s.ids.In(id.Exchange, v.EventID), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Holder: v.HolderID,
	}, nil)
	if err != nil {
		return nil, err
	}
	if reply.ExchangeID == "" {
		return &Exchange{EventID: v.EventID, TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Status: reply.Status, LedgerSeq: reply.Seq}, nil
	}
	return s.exchangeOf(c, reply.ExchangeID, reply.Seq)
}

// exchange finds the exchange in the path and asks for access, which its holder has.
func (s *server) exchange(c *Call) (*inventory.Exchange, *card, error) {
	k, err := c.eventOf(c.Param("exchange_id"), id.Exchange)
	if err != nil {
		return nil, nil, err
	}
	x, err := s.store.Tickets.ExchangeByID(c.Context(), c.Param("exchange_id"))
	if err != nil {
		return nil, nil, err
	}
	return x, k, c.allowed(k, x.PersonID)
}

func (s *server) getExchange(c *Call, _ *None) (*Exchange, error) {
	x, _, err := s.exchange(c)
	if err != nil {
		return nil, err
	}
	return s.exchangeOf(c, x.ID, 0)
}

func (s *server) withdrawExchange(c *Call, _ *None) (*Exchange, error) {
	x, k, err := s.exchange(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.WithdrawExchange{Who: c.who(), ExchangeID: x.ID}, nil)
	if err != nil {
		return nil, err
	}
	return s.exchangeOf(c, x.ID, reply.Seq)
}

// inExchange says of tickets of an order which are offered to the waitlist.
func (s *server) inExchange(c *Call, order string, tickets ...*Ticket) error {
	open, err := s.store.Tickets.OpenExchanges(c.Context(), order)
	if err != nil {
		return err
	}
	for _, t := range tickets {
		if x, ok := open[t.ID]; ok && t.Token != "" {
			t.Exchange = &TicketExchange{ID: x.ID, Status: string(x.State)}
		}
	}
	return nil
}
