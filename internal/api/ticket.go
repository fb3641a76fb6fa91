package api

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// Ticket is the right of one person to come in.
type Ticket struct {
	ID          string `json:"id" example:"tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"`
	EventID     string `json:"event_id"`
	OrderID     string `json:"order_id"`
	Unit        int64  `json:"unit" doc:"Its number within the order, from 1."`
	Attendee    string `json:"attendee,omitempty" doc:"Who comes in with it. Unless it was set: the person who registered with the first, a guest with each other, or who it was transferred to."`
	Email       string `json:"attendee_email,omitempty" doc:"The address of who comes in with it."`
	Transfers   int64  `json:"transfers,omitempty" doc:"How often it went to somebody else."`
	Transferred bool   `json:"transferred,omitempty" doc:"Somebody else holds it: to the link of the order it shows neither a token nor a name."`
	TierID      string `json:"tier_id"`
	NamedSeat
	Version int64  `json:"version" doc:"Raised when the ticket is reissued; tokens of older versions are void."`
	Token   string `json:"token,omitempty" doc:"What the QR code says: signed, base64url." example:"AQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6ylcTXJpaSBPgnRze4HGZxfgTzwzvI5wvu70crW2hx9wMMy2g51Nly9u2gxmiCwI4Tv_MKPxY-1wc"`
	JWT     string `json:"jwt,omitempty" doc:"The same as a JSON Web Token, signed with EdDSA. GET …/ticket-keys of the event has the key to check it with."`
	SVG     string `json:"qr_svg,omitempty" doc:"Path of the QR code as SVG."`
	PNG     string `json:"qr_png,omitempty" doc:"Path of the QR code as PNG."`
	PDF     string `json:"pdf,omitempty" doc:"Path of the ticket to print."`
	Apple   string `json:"apple_pass,omitempty" doc:"Path of the pass for Apple Wallet; absent where such passes are not set up."`
	Google  string `json:"google_wallet,omitempty" doc:"Path of the link that adds it to Google Wallet; absent where that is not set up."`

	Offered  *TicketOffered  `json:"offered,omitempty" doc:"It is offered to somebody, who has not answered."`
	Exchange *TicketExchange `json:"exchange,omitempty" doc:"It is offered to the waitlist for its money, and good until somebody has paid."`

	LedgerSeq int64 `json:"ledger_seq,omitempty" doc:"Of an answer to a change: the number of its audit row."`
}

// TicketList is the tickets of an order.
type TicketList struct {
	Items []*Ticket `json:"items" doc:"One for each unit; none while the order is not confirmed."`
}

// NamedSeat is the seat of a ticket.
type NamedSeat struct {
	Seat  string           `json:"seat,omitempty" doc:"Id of the named seat; absent: any place of the tier."`
	Place *seatchart.Place `json:"place,omitempty" doc:"Where the named seat is."`
}

// namedSeat is the seat with an id; "" is none. With an error it has the id alone.
func (s *server) namedSeat(ctx context.Context, seat string) (NamedSeat, error) {
	place, err := s.charts.Place(ctx, seat)
	return NamedSeat{Seat: seat, Place: place}, err
}

// ticketOf shows a ticket to who holds it, and to staff.
func (s *server) ticketOf(ctx context.Context, v *store.TicketView) (*Ticket, error) {
	t := ticket.Ticket{ID: v.ID, Version: v.Version}
	token, err := s.tickets.Token(t)
	if err != nil {
		return nil, err
	}
	jwt, err := s.tickets.JWT(t)
	if err != nil {
		return nil, err
	}
	seat, err := s.namedSeat(ctx, v.Seat)
	if err != nil {
		return nil, err
	}
	path := "/v1/tickets/" + v.ID
	out := &Ticket{
		ID: v.ID, EventID: v.EventID, OrderID: v.OrderID, Unit: v.Unit, Attendee: v.Attendee.Name, Email: v.Attendee.Email,
		Transfers: v.Transfers, Transferred: v.HolderID != v.Person.ID, TierID: v.TierID, NamedSeat: seat, Version: int64(v.Version),
		Token: token, JWT: jwt, SVG: path + "/qr.svg", PNG: path + "/qr.png", PDF: path + "/ticket.pdf",
	}
	if s.cfg.Wallets.Apple != nil {
		out.Apple = path + "/pass.pkpass"
	}
	if s.cfg.Wallets.Google != nil {
		out.Google = path + "/google-wallet"
	}
	return out, nil
}

func (s *server) listTickets(c *Call, _ *None) (*TicketList, error) {
	tickets, err := s.orderTickets(c)
	if err != nil {
		return nil, err
	}
	reader := tickets.Person.ID
	if c.Caller.Staff() {
		reader = ""
	}
	out, err := s.ticketsOf(c.Context(), tickets, reader)
	if err != nil {
		return nil, err
	}
	if err := s.onOffer(c, c.Param("order_id"), out.Items...); err != nil {
		return nil, err
	}
	return out, s.inExchange(c, c.Param("order_id"), out.Items...)
}

// ticketsOf are the tickets of an order as a person may read them; as staff may,
// when there is no person.
func (s *server) ticketsOf(ctx context.Context, tickets *store.OrderTickets, reader string) (*TicketList, error) {
	out := &TicketList{Items: []*Ticket{}}
	for i := range tickets.Tickets {
		v := &tickets.Tickets[i]
		if reader != "" && v.HolderID != reader {
			out.Items = append(out.Items, &Ticket{
				ID: v.ID, EventID: v.EventID, OrderID: v.OrderID, Unit: v.Unit, TierID: v.TierID, Version: int64(v.Version),
				Transfers: v.Transfers, Transferred: true,
			})
			continue
		}
		item, err := s.ticketOf(ctx, v)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// orderTickets finds the order in the path and its tickets, and asks for access.
func (s *server) orderTickets(c *Call) (*store.OrderTickets, error) {
	k, err := c.eventOf(c.Param("order_id"), id.Order)
	if err != nil {
		return nil, err
	}
	tickets, err := s.store.Tickets.OrderTickets(c.Context(), c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	return tickets, c.allowed(k, tickets.Person.ID)
}

// ticket finds the ticket in the path and asks for access to it, which is its
// holder's.
func (s *server) ticket(c *Call) (*store.TicketView, error) {
	v, k, err := s.readTicket(c)
	if err != nil {
		return nil, err
	}
	return v, c.allowed(k, v.HolderID)
}

// readTicket reads the ticket in the path and the card of its event. It does not
// ask who may see them.
func (s *server) readTicket(c *Call) (*store.TicketView, *card, error) {
	order, _, ok := id.UnitOf(c.Param("ticket_id"))
	if !ok {
		return nil, nil, store.ErrNotFound
	}
	k, err := c.eventOf(order, id.Order)
	if err != nil {
		return nil, nil, err
	}
	v, err := s.store.Tickets.TicketByID(c.Context(), c.Param("ticket_id"))
	return v, k, err
}

// goodTicket is ticket of one that is not void.
func (s *server) goodTicket(c *Call) (*store.TicketView, error) {
	v, err := s.ticket(c)
	if err == nil && !v.Valid {
		err = kindTicketVoid.Problem()
	}
	return v, err
}

func (s *server) getTicket(c *Call, _ *None) (*Ticket, error) {
	v, err := s.goodTicket(c)
	if err != nil {
		return nil, err
	}
	out, err := s.ticketOf(c.Context(), v)
	if err == nil {
		err = s.onOffer(c, v.OrderID, out)
	}
	if err != nil {
		return nil, err
	}
	return out, s.inExchange(c, v.OrderID, out)
}

// image is an answer that is no JSON.
type image struct {
	media string
	body  []byte
}

func (s *server) ticketCode(c *Call) (*ticket.Code, error) {
	v, err := s.goodTicket(c)
	if err != nil {
		return nil, err
	}
	return s.codeOf(v)
}

func (s *server) codeOf(v *store.TicketView) (*ticket.Code, error) {
	token, err := s.tickets.Token(ticket.Ticket{ID: v.ID, Version: v.Version})
	if err != nil {
		return nil, err
	}
	return ticket.NewCode(token)
}

func (s *server) ticketSVG(c *Call, _ *None) (*Image, error) {
	code, err := s.ticketCode(c)
	if err != nil {
		return nil, err
	}
	return &Image{mediaSVG, []byte(code.SVG("QR code"))}, nil
}

func (s *server) ticketPNG(c *Call, _ *None) (*Image, error) {
	code, err := s.ticketCode(c)
	if err != nil {
		return nil, err
	}
	body, err := code.PNG()
	return &Image{mediaPNG, body}, err
}

// Reissue is the body that replaces the token of a ticket.
type Reissue struct {
	Version int64 `json:"version" minimum:"0" maximum:"4294967294" doc:"The version to replace, as the ticket says. So a repetition changes nothing more." example:"0"`
}

func (s *server) reissueTicket(c *Call, in *Reissue) (*Ticket, error) {
	v, err := s.ticket(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(v.EventID, inventory.ReissueTicket{
		Who: c.who(), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Version: in.Version,
	}, nil)
	if err != nil {
		return nil, err
	}
	v.Version = uint32(in.Version) + 1
	out, err := s.ticketOf(c.Context(), v)
	if err == nil {
		out.LedgerSeq = reply.Seq
	}
	return out, err
}
