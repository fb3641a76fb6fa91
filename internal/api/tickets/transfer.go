package tickets

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// NewTransfer is the body that offers a ticket to somebody.
type NewTransfer struct {
	Email  string `json:"email" maxLength:"254" doc:"Who may have the ticket: a link to accept it goes there."`
	Name   string `json:"name,omitempty" maxLength:"200" doc:"Plain text. Not used when the event knows the address."`
	Locale string `json:"locale,omitempty" maxLength:"35" doc:"The language of the message, as in BCP 47. Default: that of the person who gives the ticket."`
}

func (h *Handlers) transferTicket(c *access.Call, in *NewTransfer) (*wire.Transfer, error) {
	v, err := h.goodTicket(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	to := inventory.Profile{Email: check.Email("email", in.Email), Name: check.Line("name", in.Name, 0, httpapi.MaxName), Locale: check.Locale("locale", in.Locale)}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if to.Locale == "" {
		to.Locale = v.Person.Profile.Locale
	}
	if err := h.unused(c, v); err != nil {
		return nil, err
	}
	reply, err := c.Submit(v.EventID, inventory.OfferTransfer{
		Who: c.Who(), TransferID: h.IDs.In(id.Transfer, v.EventID), TicketID: v.ID, OrderID: v.OrderID, Unit: v.Unit, Holder: v.HolderID,
		UserID: wire.PublicID(to.Email), PersonID: h.IDs.In(id.Person, v.EventID), Profile: to,
	}, nil)
	if err != nil {
		return nil, err
	}
	made, err := h.Store.Tickets.TransferByID(c.Context(), reply.TransferID)
	if err != nil {
		return nil, err
	}
	return wire.TransferOf(made, reply.Seq), nil
}

// unused refuses a ticket that somebody came in with. What happens at a door at
// the same moment is seen by the door: it admits a ticket once, whoever has it.
func (h *Handlers) unused(c *access.Call, v *events.TicketView) error {
	in, err := h.Store.CheckIns.AdmissionsOf(c.Context(), v.EventID, "", []string{v.ID})
	if err == nil && len(in) > 0 {
		err = kindTicketUsed.Problem()
	}
	return err
}

// transfer finds the transfer in the path, for either of its persons.
func (h *Handlers) transfer(c *access.Call) (*access.EventSummary, *events.TransferView, error) {
	transfer := c.Param("transfer_id")
	k, err := c.EventOf(transfer, id.Transfer)
	if err != nil {
		return nil, nil, err
	}
	v, err := h.Store.Tickets.TransferByID(c.Context(), transfer)
	if err != nil {
		return nil, nil, err
	}
	if err = allowedTo(c, k, v); err != nil {
		// The giver may come from the order, too.
		err = c.Allowed(k, v.Transfer.From, transfer, v.Transfer.OrderID)
	}
	return k, v, err
}

// allowedTo asks for access as the person who may have the ticket.
func allowedTo(c *access.Call, k *access.EventSummary, v *events.TransferView) error {
	return c.Allowed(k, v.Transfer.To, v.Transfer.ID)
}

func (h *Handlers) getTransfer(c *access.Call, _ *httpapi.None) (*wire.Transfer, error) {
	k, v, err := h.transfer(c)
	if err != nil {
		return nil, err
	}
	out := wire.TransferOf(v, 0)
	out.Role, out.Tier = roleIn(c, k, v), v.Ticket.Tier
	out.Place, err = h.Charts.Place(c.Context(), v.Ticket.Seat)
	return out, err
}

// roleIn is which of the two persons of a transfer the caller is.
func roleIn(c *access.Call, k *access.EventSummary, v *events.TransferView) string {
	switch err := allowedTo(c, k, v); {
	case c.Caller.Staff():
		return ""
	case err == nil:
		return "to"
	}
	return "from"
}

func (h *Handlers) acceptTransfer(c *access.Call, _ *httpapi.None) (*wire.Transfer, error) {
	return h.answerTransfer(c, func(who inventory.Who, v *events.TransferView) (inventory.Command, error) {
		if v.Transfer.State == inventory.TransferOffered {
			if err := h.unused(c, &v.Ticket); err != nil {
				return nil, err
			}
		}
		return inventory.AcceptTransfer{Who: who, TransferID: v.Transfer.ID}, nil
	})
}

func (h *Handlers) declineTransfer(c *access.Call, _ *httpapi.None) (*wire.Transfer, error) {
	return h.answerTransfer(c, func(who inventory.Who, v *events.TransferView) (inventory.Command, error) {
		return inventory.DeclineTransfer{Who: who, TransferID: v.Transfer.ID}, nil
	})
}

func (h *Handlers) cancelTransfer(c *access.Call, _ *httpapi.None) (*wire.Transfer, error) {
	return h.answerTransfer(c, func(who inventory.Who, v *events.TransferView) (inventory.Command, error) {
		return inventory.CancelTransfer{Who: who, TransferID: v.Transfer.ID}, nil
	})
}

// answerTransfer submits what ends a transfer. Which of its persons may do what
// is the heart's to say.
func (h *Handlers) answerTransfer(c *access.Call, command func(inventory.Who, *events.TransferView) (inventory.Command, error)) (*wire.Transfer, error) {
	k, v, err := h.transfer(c)
	if err != nil {
		return nil, err
	}
	cmd, err := command(c.Who(), v)
	if err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	h.Reader.Access.LinkReader.Forget(k.EventID, v.Transfer.From)
	after, err := h.Store.Tickets.TransferByID(c.Context(), v.Transfer.ID)
	if err != nil {
		return nil, err
	}
	out := wire.TransferOf(after, reply.Seq)
	out.Role = roleIn(c, k, after)
	return out, nil
}
