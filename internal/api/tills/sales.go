package tills

import (
	"cmp"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// NewTillSale is the body that sells at a till.
type NewTillSale struct {
	Items     []wire.NewOrderItem `json:"items" minItems:"1" maxItems:"20" doc:"What is sold, all or nothing."`
	Payment   string              `json:"payment" enum:"cash,card_terminal,complimentary" doc:"How it was paid. complimentary gives it away, which only who runs events may."`
	Tendered  int64               `json:"tendered,omitempty" minimum:"0" maximum:"2000000000000" doc:"With cash: what the buyer gave, in minor units. The answer says the change. Default: exactly what it costs."`
	Reference string              `json:"reference,omitempty" maxLength:"140" doc:"To find it by: the number of the receipt, or for whom it is." example:"Receipt 114"`
	Email     string              `json:"email,omitempty" maxLength:"254" doc:"Where the tickets are mailed. Default: nowhere; they are in the answer."`
	Name      string              `json:"name,omitempty" maxLength:"200" doc:"Of the buyer. Plain text."`
	Locale    string              `json:"locale,omitempty" maxLength:"35" doc:"The language of messages, as in BCP 47."`

	PromoCode  string          `json:"promo_code,omitempty" maxLength:"40" doc:"Makes it cheaper. Capitals do not matter. What is given away has none."`
	AccessCode string          `json:"access_code,omitempty" maxLength:"40" doc:"The code that the buyer shows for tiers that are hidden: it is used up by one order. Capitals do not matter. A till sells hidden tiers without one, too."`
	Answers    []wire.AnswerIn `json:"answers,omitempty" maxItems:"500" doc:"What the buyer answered to the questions of the event. Those that are required have to be answered, as by a buyer."`
	Unanswered bool            `json:"unanswered,omitempty" doc:"Sells although required questions are left out. What is answered has to be good all the same, and the buyer can answer the others on the page of the tickets. Default false."`

	Admit bool   `json:"admit,omitempty" doc:"Lets all of them in at once, by the rules of the door. Default false."`
	Gate  string `json:"gate,omitempty" maxLength:"64" doc:"With admit: where."`
}

// TillSale is a sale at a till, as it was made.
type TillSale struct {
	OrderID   string         `json:"order_id"`
	TillID    string         `json:"till_id"`
	Payment   string         `json:"payment" enum:"cash,card_terminal,complimentary"`
	Tendered  int64          `json:"tendered,omitempty" doc:"The cash that the buyer gave."`
	Change    int64          `json:"change" doc:"What the buyer gets back of it."`
	Order     *wire.Order    `json:"order" nullable:"false"`
	Tickets   []*wire.Ticket `json:"tickets" doc:"With the tokens of their QR codes."`
	TicketURL string         `json:"ticket_url,omitempty" doc:"Where no address was given: the page with the tickets. Whoever has this address has them."`
	TicketQR  string         `json:"ticket_qr_svg,omitempty" doc:"The QR code of ticket_url, as SVG: the buyer scans it from the seller's screen."`
	Admitted  []TillAdmitted `json:"admitted,omitempty" doc:"With admit: what the door said to each ticket."`
	LedgerSeq int64          `json:"ledger_seq"`
}

// TillAdmitted is what the door said to a ticket that was just sold.
type TillAdmitted struct {
	TicketID string `json:"ticket_id"`
	Verdict  string `json:"verdict" enum:"admit,already_admitted,invalid,not_yet,too_late,wrong_list"`
}

// terms checks how a sale is paid.
func (in *NewTillSale) terms(check *httpapi.Checks) {
	switch in.Payment {
	case payments.SoldForCash, payments.SoldByCard, payments.Complimentary:
	default:
		check.Add("payment", "not_allowed", "must be cash, card_terminal or complimentary")
	}
	amountIn(check, "tendered", in.Tendered)
	if in.Tendered != 0 && in.Payment != payments.SoldForCash {
		check.Add("tendered", "not_allowed", "is for cash")
	}
	if in.PromoCode != "" && in.Payment == payments.Complimentary {
		check.Add("promo_code", "not_allowed", "is for what is paid")
	}
	if in.Gate != "" && !in.Admit {
		check.Add("gate", "not_allowed", "is for admit")
	}
}

// buyer is the person who buys at a till. Somebody without an address is another person each time.
func (h *Handlers) buyer(c *access.Call, check *httpapi.Checks, k *access.EventSummary, in *NewTillSale, order string) inventory.Party {
	body := wire.PartyIn{PersonIn: wire.PersonIn{Email: in.Email, Name: in.Name, Locale: in.Locale}}
	if in.Email == "" {
		body.UserID = "door:" + order
	}
	return h.Reader.Party(c, check, k, &body)
}

func (h *Handlers) sellAtTill(c *access.Call, k *access.EventSummary, in *NewTillSale) (*TillSale, error) {
	var check httpapi.Checks
	order := c.OwnIDIn(id.Order, k.EventID)
	buyer := h.buyer(c, &check, k, in, order)
	in.terms(&check)
	in.Reference = check.Line("reference", in.Reference, 0, paying.MaxReference)
	if in.Gate != "" {
		in.Gate = check.Line("gate", in.Gate, 1, 64)
	}
	cmd := inventory.Reserve{
		Who: c.Taking(&buyer.Profile), OrderID: order, PersonID: buyer.PersonID, UserID: buyer.UserID, Profile: buyer.Profile, Guests: buyer.Guests,
		Lines: wire.OrderLines(&check, k, in.Items), NoCheckout: true, Complimentary: in.Payment == payments.Complimentary,
		Promo: wire.CodeTyped(in.PromoCode), Access: wire.CodeTyped(in.AccessCode),
	}
	answers, err := h.Reader.AnswersAtDoor(c, &check, k, wire.UnitsOfLines(k, cmd.Lines), in.Answers, in.Unanswered)
	if err := cmp.Or(err, check.Err()); err != nil {
		return nil, err
	}
	if cmd.Complimentary {
		if err := c.Caller.Authorize(identity.GiveComplimentary, k.Resource()); err != nil {
			return nil, err
		}
	}
	t, err := h.till(c, k)
	if err != nil {
		return nil, err
	}
	if t.ClosedAt != 0 {
		// A repetition of what was sold before it was closed is answered all the same.
		_, err := h.Store.Tills.TillSaleOf(c.Context(), k.EventID, order)
		switch {
		case errors.Is(err, database.ErrNotFound):
			return nil, kindTillClosed.Problem()
		case err != nil:
			return nil, err
		}
	}
	cmd.Till, cmd.Currency = t.ID, t.Currency
	sale := &payments.TillSale{TillID: t.ID, Kind: in.Payment, Tendered: in.Tendered, SoldBy: c.Caller.Actor()}
	reply, err := c.SubmitAtTill(k.EventID, cmd, sale, answers)
	if err != nil {
		return nil, err
	}
	if err := h.paidAtTill(c, t, in, order, reply.Total); err != nil {
		return nil, err
	}
	return h.tillSale(c, k, in, order, reply.Seq)
}

// paidAtTill takes the payment of an order that was just made. An order that cannot be paid is
// given up, so that its places are free again.
func (h *Handlers) paidAtTill(c *access.Call, t *payments.Till, in *NewTillSale, order string, total int64) error {
	var err error
	switch {
	case total == 0:
		return nil
	case t.Currency == "":
		err = kindTillClosed.With("The till was opened when nothing had a price. Open another.")
	case in.Tendered != 0 && in.Tendered < total:
		err = httpapi.Invalid(httpapi.FieldError{Field: "tendered", Code: "too_small", Message: "is less than what it costs: " + httpapi.Itoa(total)})
	default:
		err = h.Settler.TakeAtTill(c.Context(), order, in.Reference)
		if err == nil {
			return nil
		}
		if !errors.Is(err, payments.ErrTillClosed) {
			return tillProblem(err)
		}
		err = tillProblem(err)
	}
	if _, gone := c.SubmitPart(t.EventID, inventory.CancelOrder{Who: c.Who(), OrderID: order, Unpaid: true}, nil); gone != nil {
		return gone
	}
	return err
}

// tillSale shows a sale that was just made.
func (h *Handlers) tillSale(c *access.Call, k *access.EventSummary, in *NewTillSale, order string, seq int64) (*TillSale, error) {
	sale, err := h.Store.Tills.TillSaleOf(c.Context(), k.EventID, order)
	if err != nil {
		return nil, err
	}
	have, err := h.Store.Tickets.OrderTickets(c.Context(), order)
	if err != nil {
		return nil, err
	}
	out := &TillSale{OrderID: order, TillID: sale.TillID, Payment: sale.Kind, Tendered: sale.Tendered, LedgerSeq: seq}
	if out.Order, err = h.ShowOrder(c, k, &have.RegistrationView); err != nil {
		return nil, err
	}
	if sale.Tendered != 0 {
		out.Change = sale.Tendered - out.Order.Total
	}
	list, err := h.Reader.TicketsOf(c.Context(), have, "")
	if err != nil {
		return nil, err
	}
	out.Tickets = list.Items
	// Whoever gave no address is known here by this sale alone, so that the link reaches
	// nothing else. With an address it is mailed.
	if have.Person.Profile.Email == "" {
		out.TicketURL = h.Links.OrderURL(order, have.Person.ID, k.EndsAt.Time())
		qr, err := ticket.NewCode(out.TicketURL)
		if err != nil {
			return nil, err
		}
		out.TicketQR = qr.SVG("QR code")
	}
	if !in.Admit {
		return out, nil
	}
	for _, t := range out.Tickets {
		verdict, err := h.Admit(c, k, t.ID, in.Gate)
		if err != nil {
			return nil, err
		}
		out.Admitted = append(out.Admitted, TillAdmitted{t.ID, verdict})
	}
	return out, nil
}

// TillVoid is the body that takes a sale back.
type TillVoid struct {
	Items     []int  `json:"items,omitempty" maxItems:"100" doc:"Numbers of items. Default: all that are left, which ends the order."`
	Reference string `json:"reference,omitempty" maxLength:"140" doc:"A text to find the refund by." example:"Wrong date"`
}

// TillVoided is an order after a till took it back.
type TillVoided struct {
	Order     *wire.Order `json:"order" nullable:"false"`
	Payment   string      `json:"payment" enum:"cash,card_terminal,complimentary" doc:"How it was paid, and how the money goes back: from the till, or on the terminal."`
	Given     int64       `json:"given" doc:"What the till gives back by this call, in minor units of currency."`
	Currency  string      `json:"currency,omitempty"`
	LedgerSeq int64       `json:"ledger_seq"`
}

func (h *Handlers) voidTillSale(c *access.Call, k *access.EventSummary, in *TillVoid) (*TillVoided, error) {
	var check httpapi.Checks
	note := check.Line("reference", in.Reference, 0, paying.MaxReference)
	if err := check.Err(); err != nil {
		return nil, err
	}
	t, err := h.till(c, k)
	if err != nil {
		return nil, err
	}
	order := c.Param("order_id")
	sale, err := h.Store.Tills.TillSaleOf(c.Context(), k.EventID, order)
	if err != nil {
		return nil, err
	}
	if t.ClosedAt != 0 {
		// A repetition of what was taken back before it was closed is answered all the same.
		if _, done, err := c.Answered(k.EventID); err != nil || !done {
			return nil, cmp.Or(err, error(kindTillClosed.Problem()))
		}
	}
	if err := h.countsIn(c, t, order); err != nil {
		return nil, err
	}
	var cmd inventory.Command = inventory.CancelOrder{Who: c.Who(), OrderID: order}
	if len(in.Items) > 0 {
		cmd = inventory.CancelItems{Who: c.Who(), OrderID: order, Items: in.Items}
	}
	reply, err := c.Submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	given, err := h.Settler.GiveAtTill(c.Context(), order, t.ID, note)
	if err != nil {
		return nil, tillProblem(err)
	}
	if reply.Replayed && given == 0 && reply.Refund > 0 { // as the first time
		if given, err = h.Settler.GivenAtTill(c.Context(), order, t.ID, reply.Seq); err != nil {
			return nil, err
		}
	}
	v, err := h.Store.Registrations.Hold(c.Context(), order)
	if err != nil {
		return nil, err
	}
	out, err := h.ShowOrder(c, k, v)
	if err != nil {
		return nil, err
	}
	return &TillVoided{Order: out, Payment: sale.Kind, Given: given, Currency: out.Currency, LedgerSeq: reply.Seq}, nil
}

// countsIn refuses an order whose money is of another currency than a till counts in: it has
// none of that to give back.
func (h *Handlers) countsIn(c *access.Call, t *payments.Till, order string) error {
	v, err := h.Store.Registrations.Hold(c.Context(), order)
	if err != nil || v.Hold.Order.Total == 0 || v.Hold.Order.Currency == t.Currency {
		return err
	}
	return kindTillClosed.With("The till counts in another currency than the order was paid in. Take it back at another.")
}

// TillSaleListed is a sale in the list of its till.
type TillSaleListed struct {
	OrderID  string    `json:"order_id"`
	Payment  string    `json:"payment" enum:"cash,card_terminal,complimentary"`
	Status   string    `json:"status" enum:"sold,partly_voided,voided,unpaid" doc:"unpaid: it was not completed, and its places are free again or will be."`
	Sold     int64     `json:"sold" doc:"How many tickets were sold."`
	Units    int64     `json:"units" doc:"How many of them are left."`
	Total    int64     `json:"total" doc:"What they cost."`
	Refunded int64     `json:"refunded" doc:"What went back since."`
	Due      int64     `json:"due" doc:"What still has to go back."`
	SoldBy   string    `json:"sold_by" doc:"The member or the key that sold it."`
	SoldAt   time.Time `json:"sold_at"`
}

// TillSaleList is a page of the sales of a till.
type TillSaleList struct {
	httpapi.List[TillSaleListed]
}

func (h *Handlers) listTillSales(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*TillSaleList, error) {
	t, err := h.till(c, k)
	if err != nil {
		return nil, err
	}
	list, err := httpapi.ReadList(&c.Request, "till sales "+t.ID,
		func(before payments.TillPosition, limit int) ([]payments.TillSaleView, error) {
			return h.Store.Tills.TillSales(c.Context(), k.EventID, t.ID, before, limit)
		},
		func(v *payments.TillSaleView) payments.TillPosition {
			return payments.TillPosition{At: v.SoldAt, OrderID: v.OrderID}
		}, tillSaleOf)
	return &TillSaleList{list}, err
}

func tillSaleOf(v *payments.TillSaleView) TillSaleListed {
	out := TillSaleListed{
		OrderID: v.OrderID, Payment: v.Kind, Status: statusAtTill(v), Sold: v.Sold, Units: v.Units, Total: v.Total, Refunded: v.Refunded, Due: v.Due,
		SoldBy: v.SoldBy, SoldAt: v.SoldAt.Time(),
	}
	if inventory.HoldState(v.State) == inventory.HoldReleased {
		out.Units = 0
	}
	return out
}

// statusAtTill is the status of a sale.
func statusAtTill(v *payments.TillSaleView) string {
	switch {
	case !v.Paid:
		return "unpaid"
	case inventory.HoldState(v.State) == inventory.HoldReleased:
		return "voided"
	case v.Units < v.Sold:
		return "partly_voided"
	}
	return "sold"
}
