package orders

import (
	"cmp"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// NewOrder is the body of an order.
type NewOrder struct {
	wire.PersonIn
	Items []wire.NewOrderItem `json:"items" minItems:"1" maxItems:"20" doc:"What is ordered, all or nothing. Units are numbered in this order, tickets before add-ons and goods."`

	PromoCode  string `json:"promo_code,omitempty" maxLength:"40" doc:"Makes it cheaper. Capitals do not matter."`
	AccessCode string `json:"access_code,omitempty" maxLength:"40" doc:"Opens hidden tiers. Capitals do not matter."`
	Currency   string `json:"currency,omitempty" maxLength:"3" doc:"What the caller counts in. When it is named and not the event's, the order is refused."`
}

// PlacedOrder is an order after a change.
type PlacedOrder struct {
	wire.Order
	AccessToken string `json:"access_token,omitempty" doc:"For callers without credentials: as a bearer token it reads, pays and cancels this one order while it is pending, and says who comes in, until a day after its deadline. The tickets come by mail."`
	LedgerSeq   int64  `json:"ledger_seq" doc:"The number of the audit row of this change." example:"43"`
}

func (h *Handlers) placeOrder(c *access.Call, k *access.EventSummary, in *NewOrder) (*PlacedOrder, error) {
	var check httpapi.Checks
	who, buyer := h.Reader.Taking(c, &check, k, &wire.PartyIn{PersonIn: in.PersonIn})
	cmd := inventory.Reserve{
		Who: who, OrderID: h.IDs.In(id.Order, k.EventID), PersonID: buyer.PersonID, UserID: buyer.UserID, Profile: buyer.Profile,
		Guests: buyer.Guests, Lines: wire.OrderLines(&check, k, in.Items), Promo: wire.CodeTyped(in.PromoCode), Access: wire.CodeTyped(in.AccessCode),
		Currency: wire.Currency(&check, "currency", in.Currency),
	}
	answers, err := h.Reader.Answers(c, &check, k, wire.UnitsOfLines(k, cmd.Lines), in.Answers)
	if err != nil {
		return nil, err
	}
	consents, err := h.Reader.Consents(c, &check, k, &in.PersonIn, buyer.UserID, who.Proven, consent.Order)
	if err := cmp.Or(err, check.Err()); err != nil {
		return nil, err
	}
	checkout, err := h.Checkout(c.Context(), k)
	if err != nil {
		return nil, err
	}
	cmd.NoCheckout = !checkout
	if err := c.Screened(k, challenge.Order); err != nil {
		return nil, err
	}
	reply, err := c.SubmitTaking(k.EventID, cmd, access.Along{Answers: answers, Consents: consents, TrackingLink: h.Reader.TrackingLink(c, k, in.Via)})
	if err != nil {
		return nil, err
	}
	out, err := h.placed(c, k, reply)
	if err != nil {
		return nil, err
	}
	return out, h.goesOn(c, out)
}

// goesOn gives a person who has just placed an order for themselves what they go on with: the
// page on which it is paid and they say who comes in, and where they showed no
// credentials, the token of it.
func (h *Handlers) goesOn(c *access.Call, out *PlacedOrder) error {
	if c.Caller.Staff() {
		return nil
	}
	expires := h.Now()
	if out.ExpiresAt != nil {
		expires = *out.ExpiresAt
	}
	token, err := h.Links.Bearer(out.ID, identity.ReachCheckout, expires)
	if err != nil {
		return err
	}
	if c.Caller.Public() {
		out.AccessToken = token
	}
	if out.Status == "pending" && out.Total > 0 {
		out.PaymentURL = h.Links.PageURL(identity.OrderLink, token)
	}
	return nil
}

// placed is an order after a change: as it was made, or else as it stands by now.
func (h *Handlers) placed(c *access.Call, k *access.EventSummary, reply sequencer.Reply) (*PlacedOrder, error) {
	v := reply.Placed
	if v == nil {
		var err error
		if v, err = h.Store.Registrations.Hold(c.Context(), reply.OrderID); err != nil {
			return nil, err
		}
	}
	out, err := h.Show(c, k, v)
	if err != nil {
		return nil, err
	}
	return &PlacedOrder{Order: *out, LedgerSeq: reply.Seq}, nil
}

// Refund is the body that gives items of an order back.
type Refund struct {
	Items  []int  `json:"items,omitempty" maxItems:"100" doc:"Numbers of items. Default: all that are left, which ends the order."`
	Amount *int64 `json:"amount,omitempty" minimum:"0" doc:"How much money goes back; staff only. Default: what was paid for the items."`
}

// Refunded is an order after items of it were given back.
type Refunded struct {
	Order     *wire.Order `json:"order" nullable:"false"`
	Refund    int64       `json:"refund" doc:"What is due back by this call, in minor units of currency. It is on its way: the order's refunds tell of it."`
	Currency  string      `json:"currency,omitempty"`
	LedgerSeq int64       `json:"ledger_seq"`
}

func (h *Handlers) refundOrder(c *access.Call, in *Refund) (*Refunded, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	if v.Hold.Kind != inventory.KindOrder {
		return nil, database.ErrNotFound
	}
	var cmd inventory.Command = inventory.CancelOrder{Who: c.Who(), OrderID: v.Hold.ID, Refund: in.Amount}
	if len(in.Items) > 0 {
		cmd = inventory.CancelItems{Who: c.Who(), OrderID: v.Hold.ID, Items: in.Items, Refund: in.Amount}
	}
	reply, err := c.Submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	out, err := h.placed(c, k, reply)
	if err != nil {
		return nil, err
	}
	return &Refunded{Order: &out.Order, Refund: reply.Refund, Currency: reply.Currency, LedgerSeq: reply.Seq}, nil
}
