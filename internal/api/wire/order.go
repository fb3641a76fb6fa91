package wire

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
)

// Order is a claim on places. A registration is an order that costs nothing and
// has no items.
type Order struct {
	ID        string     `json:"id" example:"ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string     `json:"event_id"`
	Kind      string     `json:"kind" enum:"registration,order"`
	Status    string     `json:"status" enum:"held,confirmed,released,pending,cancelled,refunded,expired" doc:"Of an order: pending until it is paid, confirmed, and cancelled, refunded or expired when it is over. Of a registration: held, confirmed or released."`
	Reason    string     `json:"reason" doc:"Of the last change." example:"registered"`
	TierID    string     `json:"tier_id,omitempty" doc:"Of a registration."`
	Units     int64      `json:"units" doc:"Of an order: the items that it has, or had at its end."`
	Name      string     `json:"name,omitempty" doc:"Typed with it, where the person of that address is known by another name: it goes by this one, and the person keeps theirs."`
	Guests    []Guest    `json:"guests"`
	GivenBack []int64    `json:"given_back,omitempty" doc:"Of a registration: the numbers of its tickets that were given back while it went on with the others."`
	EntryID   string     `json:"entry_id,omitempty" doc:"The place on the waitlist it came from."`
	OfferID   string     `json:"offer_id,omitempty" doc:"The offer it came from."`
	ExpiresAt *time.Time `json:"expires_at,omitempty" doc:"While it is held or pending: until when."`
	PayUntil  *time.Time `json:"pay_until,omitempty" doc:"While it is pending and its payment has not begun: until when it can be paid, once that has (:checkout). Until then its places are kept to expires_at only."`
	Person    *Person    `json:"person,omitempty"`
	Via       *Source    `json:"via,omitempty" doc:"To staff, and in the file of one's own data: the tracking link by which it came."`
	CreatedAt time.Time  `json:"created_at"`
	UpdatedAt time.Time  `json:"updated_at"`
	OrderMoney
}

// OrderMoney is what an order costs; a registration, which has no items, costs
// nothing. All amounts are minor units of currency.
type OrderMoney struct {
	Items    []Item      `json:"items" doc:"One for each unit of an order, and after them one for each fee; a registration has none."`
	Currency string      `json:"currency,omitempty" example:"EUR"`
	Subtotal int64       `json:"subtotal" doc:"The prices of all items, as ordered, before a code."`
	Discount int64       `json:"discount" doc:"What a promo code took off them."`
	Fees     int64       `json:"fees" doc:"Of total, the fees of the event, with their tax."`
	Net      int64       `json:"net" doc:"Without tax."`
	Tax      int64       `json:"tax" doc:"The sum of the items' tax, each rounded by itself."`
	Taxation *Taxation   `json:"taxation,omitempty" doc:"How the order is taxed because of its buyer; absent where it is as its tiers say."`
	Total    int64       `json:"total" doc:"What is to be paid for the whole: net and tax."`
	Paid     int64       `json:"paid" doc:"What was paid for it."`
	Refunded int64       `json:"refunded" doc:"How much of it was given back, or is on its way."`
	Refunds  []RefundDue `json:"refunds" doc:"Everything that is or was due back, payments that came too late among them."`

	PaymentURL       string   `json:"payment_url,omitempty" doc:"While it is pending, for callers who may pay it: the page on which the buyer pays, and sees the status of the payment. Whoever has this address can read the order, and pay or cancel it while it is pending, and nothing else."`
	PaymentProviders []string `json:"payment_providers,omitempty" doc:"While it is pending: those with a page to pay on, to choose from with :checkout. None: the organizer is paid by hand."`
	// Instructions come from the event.
	Instructions string      `json:"payment_instructions,omitempty" doc:"While it is pending: how to pay by bank transfer or in cash, as the organizer wrote it."`
	Reference    string      `json:"payment_reference,omitempty" example:"RF18 W8D4 XK1N 7P9S 0A7C 5F3K" doc:"While it is pending: what is written on a bank transfer, so that the payment is found. The search of orders takes it. It is a creditor reference of ISO 11649."`
	Transfer     *TransferTo `json:"bank_transfer,omitempty" doc:"While it is pending, where the event has orders.bank_transfer: the account to transfer to."`
}

// Item is one unit of an order, at the price it was ordered at.
type Item struct {
	No       int              `json:"no" doc:"From 1; never another's."`
	TierID   string           `json:"tier_id"`
	GoesWith int              `json:"goes_with,omitempty" doc:"Of an add-on: the number of the ticket that it goes with, and with which it is given back."`
	Extra    bool             `json:"extra,omitempty" doc:"It is an add-on, goods or a donation, which lets nobody in; of an order that is read by itself."`
	Donation bool             `json:"donation,omitempty" doc:"It is a donation: it has no ticket, is outside of value added tax, and stays given when its buyer gives the rest back."`
	Fee      bool             `json:"fee,omitempty" doc:"It is a fee of the event, as it was when the order was made: it has no ticket, does not count as a unit, and goes with the last ticket."`
	FeeKept  bool             `json:"fee_kept,omitempty" doc:"It is a fee that does not go back when its buyer gives the tickets back."`
	TierName string           `json:"tier_name,omitempty" doc:"Of an order that is read by itself: what its event, which leaves hidden tiers out, may not say."`
	SeatID   string           `json:"seat_id,omitempty"`
	Place    *seatchart.Place `json:"place,omitempty" doc:"Where the seat is, of an order that is read by itself."`
	Status   string           `json:"status" enum:"live,released"`
	TicketID string           `json:"ticket_id,omitempty" doc:"Of a live item. While the order is pending it is a ticket to come, of which can be said who comes in with it."`
	Attendee string           `json:"attendee,omitempty" doc:"Of a pending order: who was said to come in with it."`
	Email    string           `json:"attendee_email,omitempty" doc:"The address of the person who comes in."`
	Price    int64            `json:"price" doc:"As the tier cost it."`
	Discount int64            `json:"discount"`
	Net      int64            `json:"net"`
	Tax      int64            `json:"tax"`
	TaxRate  int64            `json:"tax_rate_bp"`
	Gross    int64            `json:"gross" doc:"What the buyer pays for it."`
}

// Taxation is how an order is taxed because of its buyer.
type Taxation struct {
	Rule    string `json:"rule" enum:"reverse_charge,buyer_place" doc:"reverse_charge: the buyer is a business that owes the tax, and pays the net amount. buyer_place: the tax is that of the buyer's country."`
	Country string `json:"country" doc:"Where the tax is owed: ISO 3166, two letters." example:"FR"`
	RateBP  int64  `json:"rate_bp,omitempty" doc:"Of buyer_place, in basis points: 2000 is 20 %."`
}

// TaxationOf shows how an order is taxed; nil: as its tiers say.
func TaxationOf(stored string) *Taxation {
	t, ok := inventory.ReadTaxation(stored)
	if !ok || t.Rule == "" {
		return nil
	}
	return &Taxation{Rule: t.Rule, Country: t.Country, RateBP: t.Rate}
}

// RefundDue is money to be given back.
type RefundDue struct {
	Amount    int64     `json:"amount"`
	Currency  string    `json:"currency"`
	PaymentID string    `json:"payment_id"`
	Reason    string    `json:"reason" example:"items_refunded"`
	At        time.Time `json:"at"`
	LedgerSeq int64     `json:"ledger_seq"`
}

// OrderOf converts a hold; person is nil where the answer names none.
func OrderOf(event string, h *inventory.Hold, person *Person) *Order {
	out := &Order{
		ID: h.ID, EventID: event, Kind: string(h.Kind), Status: string(h.State), Reason: string(h.Reason), TierID: h.Tier, Units: h.Units,
		Name: h.Name, Guests: guestsOf(h.GuestsLeft()), GivenBack: h.UnitsGivenBack(), EntryID: h.EntryID, OfferID: h.OfferID, Person: person,
		CreatedAt: h.CreatedAt.Time(), UpdatedAt: h.UpdatedAt.Time(),
		OrderMoney: OrderMoney{Items: []Item{}, Refunds: []RefundDue{}},
	}
	if h.State == inventory.HoldHeld {
		out.ExpiresAt = TimePtr(h.ExpiresAt)
	}
	if h.FirstHold() {
		out.PayUntil = TimePtr(h.Order.PayUntil)
	}
	if h.Order != nil {
		out.Status, out.OrderMoney = h.OrderStatus(), moneyOf(h)
	}
	return out
}

func moneyOf(h *inventory.Hold) OrderMoney {
	o := h.Order
	m := OrderMoney{
		Items: make([]Item, len(o.Items)), Currency: o.Currency, Total: o.Total, Paid: o.Paid, Refunded: o.Paid - o.Refundable(),
		Refunds: make([]RefundDue, len(o.Refunds)),
	}
	for i := range o.Items {
		m.Items[i] = itemOf(h, &o.Items[i])
		m.Subtotal += o.Items[i].Price.Amount
		m.Discount += o.Items[i].Discount
		m.Net += o.Items[i].Net
		m.Tax += o.Items[i].Tax
		if o.Items[i].IsFee() {
			m.Fees += o.Items[i].Gross
		}
	}
	m.Taxation = TaxationOf(o.Taxation)
	for i, r := range o.Refunds {
		m.Refunds[i] = RefundDue{r.Amount, r.Currency, r.PaymentID, string(r.Reason), r.At.Time(), r.Seq}
	}
	return m
}

func itemOf(h *inventory.Hold, it *inventory.Item) Item {
	out := Item{
		No: it.No, TierID: it.Tier, GoesWith: it.GoesWith, Donation: it.Donation, Fee: it.IsFee(), FeeKept: it.KeptFee(), SeatID: it.Seat, Status: "live", Price: it.Price.Amount, Discount: it.Discount,
		Net: it.Net, Tax: it.Tax, TaxRate: it.TaxRate, Gross: it.Gross,
	}
	if !it.Live() {
		out.Status = "released"
	} else if h.State == inventory.HoldConfirmed && it.Ticketed() {
		out.TicketID = id.TicketOf(h.ID, int64(it.No))
	}
	return out
}
