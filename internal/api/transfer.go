package api

import (
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
)

// NewTransfer is the body that offers a ticket to somebody.
type NewTransfer struct {
	Email  string `json:"email" maxLength:"254" doc:"Who may have the ticket: a link to accept it goes there."`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"Plain text. Not used when the event knows the address."`
	Locale string `json:"locale,omitempty" maxLength:"35" doc:"The language of the message, as in BCP 47. Default: that of who gives the ticket."`
}

// Transfer is a ticket on its way from one person to another.
type Transfer struct {
	ID        string           `json:"id" example:"trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string           `json:"event_id"`
	TicketID  string           `json:"ticket_id"`
	Tier      string           `json:"tier,omitempty" doc:"What the ticket is called; of a transfer that is read."`
	Place     *seatchart.Place `json:"place,omitempty" doc:"Where its named seat is; of a transfer that is read."`
	Status    string           `json:"status" enum:"offered,accepted,declined,cancelled"`
	Void      bool             `json:"void,omitempty" doc:"The ticket is no longer good, so nothing can come of an offer."`
	From      string           `json:"from,omitempty" doc:"The name of who gives it."`
	To        string           `json:"to,omitempty" doc:"The name or address of who may have it."`
	Role      string           `json:"role,omitempty" enum:"from,to" doc:"Which of its two persons the caller is; absent for staff."`
	OfferedAt time.Time        `json:"offered_at"`
	EndedAt   *time.Time       `json:"ended_at,omitempty"`
	LedgerSeq int64            `json:"ledger_seq,omitempty" doc:"The number of the audit row of this change."`
}

func transferOf(v *store.TransferView, seq int64) *Transfer {
	t := &v.Transfer
	out := &Transfer{
		ID: t.ID, EventID: v.EventID, TicketID: t.TicketID, Status: string(t.State), Void: !v.Ticket.Valid,
		From: v.From.Profile.Name, To: v.To.Profile.Name, OfferedAt: t.OfferedAt.Time(), EndedAt: timePtr(t.EndedAt), LedgerSeq: seq,
	}
	if out.To == "" {
		out.To = v.To.Profile.Email
	}
	return out
}

func (s *server) transferTicket(c *Call, in *NewTransfer) (*Transfer, error) {
	v, err := s.goodTicket(c)
	if err != nil {
		return nil, err
	}
	var check checks
	to := inventory.Profile{Email: check.email("email", in.Email), Name: check.line("name", in.Name, 0, MaxName), Locale: check.locale("locale", in.Locale)}
	if err := check.err(); err != nil {
		return nil, err
	}
	if to.Locale == "" {
		to.Locale = v.Person.Profile.Locale
	}
	if err := s.unused(c, v); err != nil {
		return nil, err
	}
	reply, err := c.submit(v.EventID, inventory.OfferTransfer{
		Who: c.who(), TransferID: s.ids.In(id.Transfer, v.EventID), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Holder: v.HolderID,
		UserID: publicIDPrefix + strings.ToLower(to.Email), PersonID: s.ids.In(id.Person, v.EventID), Profile: to,
	}, nil)
	if err != nil {
		return nil, err
	}
	made, err := s.store.Tickets.TransferByID(c.Context(), reply.TransferID)
	if err != nil {
		return nil, err
	}
	return transferOf(made, reply.Seq), nil
}

// unused refuses a ticket that somebody came in with. What happens at a door at
// the same moment is seen by the door: it admits a ticket once, whoever has it.
func (s *server) unused(c *Call, v *store.TicketView) error {
	in, err := s.store.CheckIns.AdmissionsOf(c.Context(), v.EventID, "", []string{v.ID})
	if err == nil && len(in) > 0 {
		err = kindTicketUsed.Problem()
	}
	return err
}

// TicketOffered is the open transfer of a ticket, as its holder sees it.
type TicketOffered struct {
	TransferID string    `json:"transfer_id" example:"trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	To         string    `json:"to" doc:"The name or address of who may have it."`
	OfferedAt  time.Time `json:"offered_at"`
}

// onOffer says of tickets of an order that the caller holds, or of any to staff,
// to whom they are offered.
func (s *server) onOffer(c *Call, order string, tickets ...*Ticket) error {
	open, err := s.store.Tickets.OpenTransfers(c.Context(), order)
	if err != nil || len(open) == 0 {
		return err
	}
	for _, t := range tickets {
		o, ok := open[t.ID]
		if !ok || t.Token == "" { // without a token it is somebody else's
			continue
		}
		v, err := s.store.Tickets.TransferByID(c.Context(), o.ID)
		if err != nil {
			return err
		}
		t.Offered = &TicketOffered{TransferID: o.ID, To: transferOf(v, 0).To, OfferedAt: o.OfferedAt.Time()}
	}
	return nil
}

// transfer finds the transfer in the path, for either of its persons.
func (s *server) transfer(c *Call) (*card, *store.TransferView, error) {
	transfer := c.Param("transfer_id")
	k, err := c.eventOf(transfer, id.Transfer)
	if err != nil {
		return nil, nil, err
	}
	v, err := s.store.Tickets.TransferByID(c.Context(), transfer)
	if err != nil {
		return nil, nil, err
	}
	if err = c.allowed(k, v.Transfer.To); err != nil {
		err = c.allowed(k, v.Transfer.From)
	}
	return k, v, err
}

func (s *server) getTransfer(c *Call, _ *None) (*Transfer, error) {
	k, v, err := s.transfer(c)
	if err != nil {
		return nil, err
	}
	out := transferOf(v, 0)
	out.Role, out.Tier = s.roleIn(c, k, v), v.Ticket.Tier
	out.Place, err = s.charts.Place(c.Context(), v.Ticket.Seat)
	return out, err
}

// roleIn says which of the two persons of a transfer the caller is.
func (s *server) roleIn(c *Call, k *card, v *store.TransferView) string {
	switch err := c.allowed(k, v.Transfer.To); {
	case c.Caller.Staff():
		return ""
	case err == nil:
		return "to"
	}
	return "from"
}

func (s *server) acceptTransfer(c *Call, _ *None) (*Transfer, error) {
	return s.answerTransfer(c, func(who inventory.Who, v *store.TransferView) (inventory.Command, error) {
		if v.Transfer.State == inventory.TransferOffered {
			if err := s.unused(c, &v.Ticket); err != nil {
				return nil, err
			}
		}
		return inventory.AcceptTransfer{Who: who, TransferID: v.Transfer.ID}, nil
	})
}

func (s *server) declineTransfer(c *Call, _ *None) (*Transfer, error) {
	return s.answerTransfer(c, func(who inventory.Who, v *store.TransferView) (inventory.Command, error) {
		return inventory.DeclineTransfer{Who: who, TransferID: v.Transfer.ID}, nil
	})
}

func (s *server) cancelTransfer(c *Call, _ *None) (*Transfer, error) {
	return s.answerTransfer(c, func(who inventory.Who, v *store.TransferView) (inventory.Command, error) {
		return inventory.CancelTransfer{Who: who, TransferID: v.Transfer.ID}, nil
	})
}

// answerTransfer submits what ends a transfer. Which of its persons may do what
// is the heart's to say.
func (s *server) answerTransfer(c *Call, command func(inventory.Who, *store.TransferView) (inventory.Command, error)) (*Transfer, error) {
	k, v, err := s.transfer(c)
	if err != nil {
		return nil, err
	}
	cmd, err := command(c.who(), v)
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	after, err := s.store.Tickets.TransferByID(c.Context(), v.Transfer.ID)
	if err != nil {
		return nil, err
	}
	out := transferOf(after, reply.Seq)
	out.Role = s.roleIn(c, k, after)
	return out, nil
}
