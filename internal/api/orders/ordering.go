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
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
)

// NewOrder is the body of an order.
type NewOrder struct {
	wire.PersonIn
	Items []NewOrderItem `json:"items" minItems:"1" maxItems:"20" doc:"What is ordered, all or nothing. Units are numbered in this order, tickets before add-ons and goods."`

	PromoCode  string `json:"promo_code,omitempty" maxLength:"40" doc:"Makes it cheaper. Capitals do not matter."`
	AccessCode string `json:"access_code,omitempty" maxLength:"40" doc:"Opens hidden tiers. Capitals do not matter."`
	Currency   string `json:"currency,omitempty" maxLength:"3" doc:"What the caller counts in. When it is named and not the event's, the order is refused."`
}

// NewOrderItem is a line of an order.
type NewOrderItem struct {
	TierID    string     `json:"tier_id,omitempty" maxLength:"64" doc:"Which tier. Default: the event's first. Of a tier with seats, the best that are side by side are chosen."`
	Quantity  int64      `json:"quantity,omitempty" minimum:"1" maximum:"100" doc:"How many units of it; of seats at most 10. Default 1 for a seat that is named, else required."`
	SeatID    string     `json:"seat_id,omitempty" maxLength:"64" doc:"A seat by name, instead of a tier and a quantity. One order can have 10 seats."`
	UnitPrice *int64     `json:"unit_price,omitempty" minimum:"0" maximum:"10000000000" doc:"What the buyer chose to pay for each, in minor units of the event's currency. Required for a tier with pricing chosen, within its price_min and price_max; refused for any other. What is given away at a till has none."`
	Best      *BestSeats `json:"best,omitempty" doc:"The best seats side by side, as many as quantity says, in a tier or in any."`
}

// BestSeats says among which seats the best are chosen.
type BestSeats struct {
	Section    string `json:"section,omitempty" maxLength:"80" doc:"Name of a section. Default: any."`
	Accessible bool   `json:"accessible,omitempty" doc:"A wheelchair space among them."`
	MaxGross   int64  `json:"max_unit_gross,omitempty" minimum:"1" maximum:"2000000000000" doc:"What one seat may cost at most, tax and discount included, in minor units of the event's currency. Default: anything."`
}

// chosen is the wish for seats, whose fields are below a path.
func (b *BestSeats) chosen(check *httpapi.Checks, path string) *inventory.Chosen {
	if b.MaxGross != 0 {
		check.Count(path+"max_unit_gross", b.MaxGross, 1, inventory.MaxTotal)
	}
	return &inventory.Chosen{Section: b.Section, Accessible: b.Accessible, MaxGross: b.MaxGross}
}

// PlacedOrder is an order after a change.
type PlacedOrder struct {
	wire.Order
	AccessToken string `json:"access_token,omitempty" doc:"For who orders without credentials: as a bearer token it reads, pays and cancels this one order while it is pending, and says who comes in, until a day after its deadline. The tickets come by mail."`
	LedgerSeq   int64  `json:"ledger_seq" doc:"The number of the audit row of this change." example:"43"`
}

// lines checks what is ordered.
func (in *NewOrder) lines(check *httpapi.Checks, k *access.EventSummary) []inventory.OrderLine {
	var lines []inventory.OrderLine
	for i := range in.Items {
		at := "items[" + httpapi.Itoa(int64(i)) + "]"
		l := inventory.OrderLine{Tier: in.Items[i].TierID, Quantity: in.Items[i].Quantity, Seat: in.Items[i].SeatID, UnitPrice: in.Items[i].UnitPrice}
		if b := in.Items[i].Best; b != nil {
			l.Best = b.chosen(check, at+".best.")
		}
		switch {
		case l.Seat != "" && (l.Best != nil || l.Quantity > 1):
			check.Add(at+".seat_id", "not_allowed", "names one seat: best and quantity are for seats that are not named")
		case l.Seat != "":
			l.Quantity = 1
		case l.Tier == "" && l.Best == nil:
			l.Tier = k.DefaultTier
		}
		if l.Tier != "" && !k.HasTier(l.Tier) {
			check.Add(at+".tier_id", "unknown", "is not a tier of this event")
		}
		check.Count(at+".quantity", l.Quantity, 1, inventory.MaxOrderUnits)
		lines = append(lines, l)
	}
	return lines
}

// unitsOf are the tickets that lines will have, by the numbers of their items: they come
// before add-ons and goods. Which tier a seat is of, the decision says.
func unitsOf(k *access.EventSummary, lines []inventory.OrderLine) (units []question.Unit) {
	for i := range lines {
		if !k.Admits(lines[i].Tier) {
			continue
		}
		for range min(lines[i].Quantity, inventory.MaxOrderUnits) {
			units = append(units, question.Unit{No: int64(len(units) + 1), Tier: lines[i].Tier})
		}
	}
	return units
}

func (h *Handlers) placeOrder(c *access.Call, k *access.EventSummary, in *NewOrder) (*PlacedOrder, error) {
	var check httpapi.Checks
	who, buyer := h.Reader.Taking(c, &check, k, &wire.PartyIn{PersonIn: in.PersonIn})
	cmd := inventory.Reserve{
		Who: who, OrderID: h.IDs.In(id.Order, k.EventID), PersonID: buyer.PersonID, UserID: buyer.UserID, Profile: buyer.Profile,
		Guests: buyer.Guests, Lines: in.lines(&check, k), Promo: wire.CodeTyped(in.PromoCode), Access: wire.CodeTyped(in.AccessCode),
		Currency: wire.Currency(&check, "currency", in.Currency),
	}
	answers := wire.Answers(c, &check, k, unitsOf(k, cmd.Lines), in.Answers)
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

// goesOn gives who has just placed an order for themselves what they go on with: the
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
	out, err := h.orderFor(c, k, v)
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
		return nil, store.ErrNotFound
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
