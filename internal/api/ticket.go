package api

import (
	"encoding/json"
	"errors"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// Ticket is the right of one person to come in.
type Ticket struct {
	ID       string `json:"id" example:"tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"`
	EventID  string `json:"event_id"`
	OrderID  string `json:"order_id"`
	Unit     int64  `json:"unit" doc:"Its number within the order, from 1."`
	Attendee string `json:"attendee,omitempty" doc:"Who comes in with it: the person who registered with the first, a guest with each other."`
	TierID   string `json:"tier_id"`
	Version  int64  `json:"version" doc:"Raised when the ticket is reissued; tokens of older versions are void."`
	Token    string `json:"token" doc:"What the QR code says: signed, base64url." example:"AQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6ylcTXJpaSBPgnRze4HGZxfgTzwzvI5wvu70crW2hx9wMMy2g51Nly9u2gxmiCwI4Tv_MKPxY-1wc"`
	JWT      string `json:"jwt" doc:"The same as a JSON Web Token, signed with EdDSA."`
	SVG      string `json:"qr_svg" doc:"Path of the QR code as SVG."`
	PNG      string `json:"qr_png" doc:"Path of the QR code as PNG."`
}

// TicketList is the tickets of an order.
type TicketList struct {
	Items []*Ticket `json:"items" doc:"One for each unit; none while the order is not confirmed."`
}

// ticketOf derives what a ticket says.
func (s *server) ticketOf(t ticket.Ticket, tier, attendee string) (*Ticket, error) {
	token, err := s.tickets.Token(t)
	if err != nil {
		return nil, err
	}
	jwt, err := s.tickets.JWT(t)
	if err != nil {
		return nil, err
	}
	order, unit, _ := id.UnitOf(t.ID)
	return &Ticket{
		ID: t.ID, EventID: t.Event(), OrderID: order, Unit: unit, Attendee: attendee, TierID: tier, Version: int64(t.Version),
		Token: token, JWT: jwt, SVG: "/v1/tickets/" + t.ID + "/qr.svg", PNG: "/v1/tickets/" + t.ID + "/qr.png",
	}, nil
}

// attendee is the name on a unit of an order; "" for a guest whose name is not
// known, or was erased.
func attendee(p *inventory.Person, guests string, unit int64) string {
	if unit == 1 {
		return p.Profile.Name
	}
	var list []Guest
	if err := json.Unmarshal([]byte(guests), &list); err != nil || unit-2 >= int64(len(list)) {
		return ""
	}
	return list[unit-2].Name
}

func (s *server) listTickets(c *call, _ *none) (*TicketList, error) {
	k, v, err := s.order(c)
	if err != nil {
		return nil, err
	}
	return s.ticketsOf(c, k.EventID, v)
}

// ticketsOf are the tickets of an order.
func (s *server) ticketsOf(c *call, event string, v *store.RegistrationView) (*TicketList, error) {
	out := &TicketList{Items: []*Ticket{}}
	if v.Hold.State != inventory.HoldConfirmed || v.Hold.Kind != inventory.KindRegistration {
		return out, nil
	}
	versions, err := s.store.TicketVersions(c.r.Context(), v.Hold.ID)
	if err != nil {
		return nil, err
	}
	for unit := int64(1); unit <= v.Hold.Units; unit++ {
		t := ticket.Ticket{ID: id.TicketOf(v.Hold.ID, unit)}
		t.Version = versions[t.ID]
		item, err := s.ticketOf(t, v.Hold.Tier, attendee(&v.Person, v.Hold.Guests, unit))
		if err != nil {
			return nil, err
		}
		if item.EventID != event {
			return nil, errors.New("api: a ticket of another event")
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// ticket finds the ticket in the path and asks for access to it.
func (s *server) ticket(c *call) (*store.TicketView, error) {
	order, _, ok := id.UnitOf(c.param("ticket_id"))
	if !ok {
		return nil, store.ErrNotFound
	}
	k, err := c.eventOf(order, id.Order)
	if err != nil {
		return nil, err
	}
	v, err := s.store.TicketByID(c.r.Context(), c.param("ticket_id"))
	if err != nil {
		return nil, err
	}
	return v, c.allowed(k, v.Person.ID)
}

// image is an answer that is no JSON.
type image struct {
	media string
	body  []byte
}

func (s *server) ticketCode(c *call) (*ticket.Code, error) {
	v, err := s.ticket(c)
	if err != nil {
		return nil, err
	}
	if !v.Valid {
		return nil, problem(codeTicketVoid, kinds[codeTicketVoid].Help)
	}
	token, err := s.tickets.Token(ticket.Ticket{ID: c.param("ticket_id"), Version: v.Version})
	if err != nil {
		return nil, err
	}
	return ticket.NewCode(token)
}

func (s *server) ticketSVG(c *call, _ *none) (*image, error) {
	code, err := s.ticketCode(c)
	if err != nil {
		return nil, err
	}
	return &image{mediaSVG, []byte(code.SVG("QR code"))}, nil
}

func (s *server) ticketPNG(c *call, _ *none) (*image, error) {
	code, err := s.ticketCode(c)
	if err != nil {
		return nil, err
	}
	body, err := code.PNG()
	return &image{mediaPNG, body}, err
}

// Reissue is the body that replaces the token of a ticket.
type Reissue struct {
	Version int64 `json:"version" minimum:"0" maximum:"4294967294" doc:"The version to replace, as the ticket says. So a repetition changes nothing more." example:"0"`
}

func (s *server) reissueTicket(c *call, in *Reissue) (*Ticket, error) {
	v, err := s.ticket(c)
	if err != nil {
		return nil, err
	}
	t := ticket.Ticket{ID: c.param("ticket_id"), Version: uint32(in.Version) + 1}
	err = s.store.ReissueTicket(c.r.Context(), t.ID, uint32(in.Version), inventory.At(s.now()))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, problem(codeTicketVoid, kinds[codeTicketVoid].Help)
	case errors.Is(err, store.ErrConflict):
		return nil, problem(codeTicketVersion, kinds[codeTicketVersion].Help)
	case err != nil:
		return nil, err
	}
	return s.ticketOf(t, v.TierID, attendee(&v.Person, v.Guests, v.Unit))
}
