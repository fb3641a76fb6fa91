package wire

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// TicketExchange is the exchange that a ticket is in.
type TicketExchange struct {
	ID     string `json:"id"`
	Status string `json:"status" enum:"open,matched"`
}

// InExchange says of tickets of an order which are offered to the waitlist.
func (r *Reader) InExchange(c *access.Call, order string, tickets ...*Ticket) error {
	open, err := r.Store.Tickets.OpenExchanges(c.Context(), order)
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

// Ticket is the right of one person to come in.
type Ticket struct {
	ID          string `json:"id" example:"tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01"`
	EventID     string `json:"event_id"`
	OrderID     string `json:"order_id"`
	Unit        int64  `json:"unit" doc:"Its number within the order, from 1."`
	Attendee    string `json:"attendee,omitempty" doc:"Who comes in with it. Unless it was set: the person who registered with the first, a guest with each other, or who it was transferred to."`
	Email       string `json:"attendee_email,omitempty" doc:"The address of the person who comes in with it."`
	Transfers   int64  `json:"transfers,omitempty" doc:"How often it went to somebody else."`
	Transferred bool   `json:"transferred,omitempty" doc:"Somebody else holds it: to the link of the order it shows neither a token nor a name."`
	TierID      string `json:"tier_id"`
	Kind        string `json:"kind" enum:"ticket,add_on" doc:"add_on: it lets nobody in. It is a voucher for an add-on or goods, which is handed over once."`
	NamedSeat
	Version int64  `json:"version" doc:"Raised when the ticket is reissued; tokens of older versions are void."`
	Token   string `json:"token,omitempty" doc:"What the QR code says: signed, base64url." example:"AQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6ylcTXJpaSBPgnRze4HGZxfgTzwzvI5wvu70crW2hx9wMMy2g51Nly9u2gxmiCwI4Tv_MKPxY-1wc"`
	// ShortCode is of the same ticket as Token.
	ShortCode string `json:"short_code,omitempty" doc:"What can be typed at the door where the QR code cannot be scanned: ten characters, the last of which shows a typing error." example:"F2X4G4Q5EW"`

	JWT    string `json:"jwt,omitempty" doc:"The same as a JSON Web Token, signed with EdDSA, which names the tier too and ends a day after the event. A check-in takes it like the token. GET …/ticket-keys of the event has the key to check it with."`
	SVG    string `json:"qr_svg,omitempty" doc:"Path of the QR code as SVG."`
	PNG    string `json:"qr_png,omitempty" doc:"Path of the QR code as PNG."`
	PDF    string `json:"pdf,omitempty" doc:"Path of the ticket to print."`
	Apple  string `json:"apple_pass,omitempty" doc:"Path of the pass for Apple Wallet; absent where such passes are not set up."`
	Google string `json:"google_wallet,omitempty" doc:"Path of the link that adds it to Google Wallet; absent where that is not set up."`

	OnlineURL string `json:"online_url,omitempty" doc:"Where the event takes place online, for whoever comes in with this ticket; absent where it is not online." example:"https://meet.example/lantern-walk"`

	Offered  *TicketOffered  `json:"offered,omitempty" doc:"It is offered to somebody, who has not answered."`
	Exchange *TicketExchange `json:"exchange,omitempty" doc:"It is offered to the waitlist for its money, and good until somebody has paid."`

	LedgerSeq int64 `json:"ledger_seq,omitempty" doc:"Of an answer to a change: the number of its audit row."`
}

// KindOfTicket returns what a ticket is: one that lets somebody in, or a voucher.
func KindOfTicket(v *events.TicketView) string {
	if v.Extra {
		return KindAddOn
	}
	return KindTicket
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

// NamedSeat is the seat with an id; "" is none. With an error it has the id alone.
func (r *Reader) NamedSeat(ctx context.Context, seat string) (NamedSeat, error) {
	place, err := r.Charts.Place(ctx, seat)
	return NamedSeat{Seat: seat, Place: place}, err
}

// jwtAfter is how long after the end of its event the JWT of a ticket is good: an
// evening runs late, and clocks differ.
const jwtAfter = 24 * time.Hour

// TicketOf shows a ticket to its holder and to staff.
func (r *Reader) TicketOf(ctx context.Context, v *events.TicketView) (*Ticket, error) {
	codes, err := page.ShortCodes(ctx, r.Store, r.Tickets, []events.TicketView{*v})
	if err != nil {
		return nil, err
	}
	return r.ticketOf(ctx, v, codes[v.ID])
}

func (r *Reader) ticketOf(ctx context.Context, v *events.TicketView, code string) (*Ticket, error) {
	t := ticket.Ticket{ID: v.ID, Version: v.Version}
	token, err := r.Tickets.Token(t)
	if err != nil {
		return nil, err
	}
	k, err := r.Access.Event(ctx, v.EventID)
	if err != nil {
		return nil, err
	}
	jwt, err := r.Tickets.JWT(ticket.Claims{Ticket: t, Issuer: r.Links.Base, Tier: v.TierID, Ends: k.EndsAt.Time().Add(jwtAfter)})
	if err != nil {
		return nil, err
	}
	seat, err := r.NamedSeat(ctx, v.Seat)
	if err != nil {
		return nil, err
	}
	path := "/v1/tickets/" + v.ID
	out := &Ticket{
		ID: v.ID, EventID: v.EventID, OrderID: v.OrderID, Unit: v.Unit, Attendee: v.Attendee.Name, Email: v.Attendee.Email,
		Transfers: v.Transfers, Transferred: v.HolderID != v.Person.ID, TierID: v.TierID, Kind: KindOfTicket(v), NamedSeat: seat, Version: int64(v.Version),
		Token: token, ShortCode: code, JWT: jwt, SVG: path + "/qr.svg", PNG: path + "/qr.png", PDF: path + "/ticket.pdf",
	}
	if !v.Extra {
		out.OnlineURL = k.OnlineURL
	}
	if r.Wallets.Apple != nil {
		out.Apple = path + "/pass.pkpass"
	}
	if r.Wallets.Google != nil {
		out.Google = path + "/google-wallet"
	}
	return out, nil
}

// TicketsOf are the tickets of an order as a person may read them; as staff may,
// when there is no person.
func (r *Reader) TicketsOf(ctx context.Context, tickets *events.OrderTickets, reader string) (*TicketList, error) {
	out := &TicketList{Items: []*Ticket{}}
	codes, err := page.ShortCodes(ctx, r.Store, r.Tickets, tickets.Tickets)
	if err != nil {
		return nil, err
	}
	for i := range tickets.Tickets {
		v := &tickets.Tickets[i]
		if reader != "" && v.HolderID != reader {
			out.Items = append(out.Items, &Ticket{
				ID: v.ID, EventID: v.EventID, OrderID: v.OrderID, Unit: v.Unit, TierID: v.TierID, Kind: KindOfTicket(v), Version: int64(v.Version),
				Transfers: v.Transfers, Transferred: true,
			})
			continue
		}
		item, err := r.ticketOf(ctx, v, codes[v.ID])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// Transfer is a ticket on its way from one person to another.
type Transfer struct {
	ID        string           `json:"id" example:"trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string           `json:"event_id"`
	TicketID  string           `json:"ticket_id"`
	Tier      string           `json:"tier,omitempty" doc:"What the ticket is called; of a transfer that is read."`
	Kind      string           `json:"kind" enum:"ticket,add_on" doc:"add_on: it lets nobody in. It is a voucher for an add-on or goods, which is handed over once."`
	Place     *seatchart.Place `json:"place,omitempty" doc:"Where its named seat is; of a transfer that is read."`
	Status    string           `json:"status" enum:"offered,accepted,declined,cancelled"`
	Void      bool             `json:"void,omitempty" doc:"The ticket is no longer good, so nothing can come of an offer."`
	From      string           `json:"from,omitempty" doc:"The name of the person who gives it."`
	To        string           `json:"to,omitempty" doc:"The name or address of the person who may have it."`
	Role      string           `json:"role,omitempty" enum:"from,to" doc:"Which of its two persons the caller is; absent for staff."`
	OfferedAt time.Time        `json:"offered_at"`
	EndedAt   *time.Time       `json:"ended_at,omitempty"`
	LedgerSeq int64            `json:"ledger_seq,omitempty" doc:"The number of the audit row of this change."`
}

// TransferOf converts a transfer; seq is the ledger seq of the change that is answered, or 0.
func TransferOf(v *events.TransferView, seq int64) *Transfer {
	t := &v.Transfer
	out := &Transfer{
		ID: t.ID, EventID: v.EventID, TicketID: t.TicketID, Kind: KindOfTicket(&v.Ticket), Status: string(t.State), Void: !v.Ticket.Valid,
		From: v.From.Profile.Name, To: v.To.Profile.Name, OfferedAt: t.OfferedAt.Time(), EndedAt: TimePtr(t.EndedAt), LedgerSeq: seq,
	}
	if out.To == "" {
		out.To = v.To.Profile.Email
	}
	return out
}

// TicketOffered is the open transfer of a ticket, as its holder sees it.
type TicketOffered struct {
	TransferID string    `json:"transfer_id" example:"trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	To         string    `json:"to" doc:"The name or address of the person who may have it."`
	OfferedAt  time.Time `json:"offered_at"`
}

// OnOffer says of tickets of an order that the caller holds, or of any to staff,
// to whom they are offered.
func (r *Reader) OnOffer(c *access.Call, order string, tickets ...*Ticket) error {
	open, err := r.Store.Tickets.OpenTransfers(c.Context(), order)
	if err != nil || len(open) == 0 {
		return err
	}
	for _, t := range tickets {
		o, ok := open[t.ID]
		if !ok || t.Token == "" { // without a token it is somebody else's
			continue
		}
		v, err := r.Store.Tickets.TransferByID(c.Context(), o.ID)
		if err != nil {
			return err
		}
		t.Offered = &TicketOffered{TransferID: o.ID, To: TransferOf(v, 0).To, OfferedAt: o.OfferedAt.Time()}
	}
	return nil
}
