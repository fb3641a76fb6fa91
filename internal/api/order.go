package api

import (
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
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
	Guests    []Guest    `json:"guests"`
	EntryID   string     `json:"entry_id,omitempty" doc:"The place on the waitlist it came from."`
	OfferID   string     `json:"offer_id,omitempty" doc:"The offer it came from."`
	ExpiresAt *time.Time `json:"expires_at,omitempty" doc:"While it is held or pending: until when."`
	Person    *Person    `json:"person,omitempty"`
	CreatedAt time.Time  `json:"created_at"`
	UpdatedAt time.Time  `json:"updated_at"`
	*OrderMoney
}

// OrderMoney is what an order has and a registration has not. All amounts are
// minor units of currency.
type OrderMoney struct {
	Items    []Item      `json:"items" doc:"One for each unit."`
	Currency string      `json:"currency,omitempty" example:"EUR"`
	Subtotal int64       `json:"subtotal" doc:"The prices of all items, as ordered, before a code."`
	Discount int64       `json:"discount" doc:"What a promo code took off them."`
	Net      int64       `json:"net" doc:"Without tax."`
	Tax      int64       `json:"tax" doc:"The sum of the items' tax, each rounded by itself."`
	Total    int64       `json:"total" doc:"What is to be paid for the whole: net and tax."`
	Paid     int64       `json:"paid" doc:"What was paid for it."`
	Refunded int64       `json:"refunded" doc:"How much of it was given back, or is on its way."`
	Refunds  []RefundDue `json:"refunds" doc:"Everything that is or was due back, payments that came too late among them."`

	PaymentURL       string   `json:"payment_url,omitempty" doc:"While it is pending: the page on which the buyer pays, and sees how the payment stands. Whoever has this address can read, pay and cancel the order, and nothing else of the buyer."`
	PaymentProviders []string `json:"payment_providers,omitempty" doc:"While it is pending: those with a page to pay on, to choose from with :checkout. None: the organizer is paid by hand."`
	// Instructions come from the event.
	Instructions string `json:"payment_instructions,omitempty" doc:"While it is pending: how to pay by bank transfer or in cash, as the organizer wrote it."`
	Reference    string `json:"payment_reference,omitempty" example:"W8D4 XK1N 7P9S 0A7C" doc:"While it is pending: what is written on a bank transfer, so that the payment is found. The search of orders takes it."`
}

// Item is one unit of an order, at the price it was ordered at.
type Item struct {
	No       int              `json:"no" doc:"From 1; never another's."`
	TierID   string           `json:"tier_id"`
	TierName string           `json:"tier_name,omitempty" doc:"Of an order that is read by itself: what its event, which leaves hidden tiers out, may not say."`
	SeatID   string           `json:"seat_id,omitempty"`
	Place    *seatchart.Place `json:"place,omitempty" doc:"Where the seat is, of an order that is read by itself."`
	Status   string           `json:"status" enum:"live,released"`
	TicketID string           `json:"ticket_id,omitempty" doc:"Of a live item. While the order is pending it is a ticket to come, of which can be said who comes in with it."`
	Attendee string           `json:"attendee,omitempty" doc:"Of a pending order: who was said to come in with it."`
	Email    string           `json:"attendee_email,omitempty" doc:"The address of who comes in."`
	Price    int64            `json:"price" doc:"As the tier cost it."`
	Discount int64            `json:"discount"`
	Net      int64            `json:"net"`
	Tax      int64            `json:"tax"`
	TaxRate  int64            `json:"tax_rate_bp"`
	Gross    int64            `json:"gross" doc:"What the buyer pays for it."`
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

func orderOf(event string, h *inventory.Hold, person *Person) *Order {
	out := &Order{
		ID: h.ID, EventID: event, Kind: string(h.Kind), Status: string(h.State), Reason: string(h.Reason), TierID: h.Tier, Units: h.Units,
		Guests: guestsOf(h.Guests), EntryID: h.EntryID, OfferID: h.OfferID, Person: person,
		CreatedAt: h.CreatedAt.Time(), UpdatedAt: h.UpdatedAt.Time(),
	}
	if h.State == inventory.HoldHeld {
		out.ExpiresAt = timePtr(h.ExpiresAt)
	}
	if h.Order != nil {
		out.Status, out.OrderMoney = h.OrderStatus(), moneyOf(h)
	}
	return out
}

func moneyOf(h *inventory.Hold) *OrderMoney {
	o := h.Order
	m := &OrderMoney{
		Items: make([]Item, len(o.Items)), Currency: o.Currency, Total: o.Total, Paid: o.Paid, Refunded: o.Paid - o.Refundable(),
		Refunds: make([]RefundDue, len(o.Refunds)),
	}
	for i := range o.Items {
		m.Items[i] = itemOf(h, &o.Items[i])
		m.Subtotal += o.Items[i].Price.Amount
		m.Discount += o.Items[i].Discount
		m.Net += o.Items[i].Net
		m.Tax += o.Items[i].Tax
	}
	for i, r := range o.Refunds {
		m.Refunds[i] = RefundDue{r.Amount, r.Currency, r.PaymentID, string(r.Reason), r.At.Time(), r.Seq}
	}
	return m
}

func itemOf(h *inventory.Hold, it *inventory.Item) Item {
	out := Item{
		No: it.No, TierID: it.Tier, SeatID: it.Seat, Status: "live", Price: it.Price.Amount, Discount: it.Discount,
		Net: it.Net, Tax: it.Tax, TaxRate: it.TaxRate, Gross: it.Gross,
	}
	if !it.Live() {
		out.Status = "released"
	} else if h.State == inventory.HoldConfirmed {
		out.TicketID = id.TicketOf(h.ID, int64(it.No))
	}
	return out
}

// order finds the order in the path and asks for access to it.
func (s *server) order(c *Call) (*card, *store.RegistrationView, error) {
	order := c.Param("order_id")
	k, err := c.eventOf(order, id.Order)
	if err != nil {
		return nil, nil, err
	}
	v, err := s.store.Registrations.Hold(c.Context(), order)
	if err != nil {
		return nil, nil, err
	}
	person := v.Person.ID
	if c.bears(order) {
		person = c.Caller.Link.Person
	}
	return k, v, c.allowed(k, person)
}

// bears says whether the caller came through the link of that order that is for
// whoever has it.
func (c *Call) bears(order string) bool {
	l := c.Caller.Link
	return l != nil && l.Bears() && l.ID == order
}

// pending says of an order how it can be paid, while it can, and who comes in.
func (s *server) pending(c *Call, k *card, o *Order, hold *inventory.Hold) error {
	if o.OrderMoney == nil || o.Status != "pending" {
		return nil
	}
	if o.Total > 0 {
		o.PaymentURL = s.links.BearerURL(o.ID, hold.ExpiresAt.Time())
		o.PaymentProviders = s.cfg.Settler.PageProviders()
		o.Instructions, o.Reference = k.Instructions, hold.PaymentReference()
	}
	said, err := s.store.Tickets.Attendees(c.Context(), o.ID)
	for i := range o.Items {
		it := &o.Items[i]
		if it.Status != "live" {
			continue
		}
		it.TicketID = id.TicketOf(o.ID, int64(it.No))
		it.Attendee, it.Email = said[int64(it.No)].Name, said[int64(it.No)].Email
	}
	return err
}

func (s *server) getOrder(c *Call, _ *None) (*Order, error) {
	k, v, err := s.order(c)
	if err != nil {
		return nil, err
	}
	return s.orderFor(c, k, v)
}

// orderFor is an order as the caller may read it: who has its link and nothing
// else knows no more of the person of that address than was said with the order.
func (s *server) orderFor(c *Call, k *card, v *store.RegistrationView) (*Order, error) {
	out := orderOf(k.EventID, v.Hold, nil)
	if !c.bears(v.Hold.ID) && !c.Caller.Public() {
		person := personOf(&v.Person)
		out.Person = &person
	}
	if out.OrderMoney != nil {
		for i := range out.Items {
			it := &out.Items[i]
			it.TierName = k.Tiers[it.TierID]
			var err error
			if it.Place, err = s.charts.Place(c.Context(), it.SeatID); err != nil {
				return nil, err
			}
		}
	}
	return out, s.pending(c, k, out, v.Hold)
}

func (s *server) cancelOrder(c *Call, _ *None) (*Ended, error) {
	k, v, err := s.order(c)
	if err != nil {
		return nil, err
	}
	var cmd inventory.Command = inventory.Cancel{Who: c.who(), OrderID: v.Hold.ID}
	if v.Hold.Kind == inventory.KindOrder {
		cmd = inventory.CancelOrder{Who: c.who(), OrderID: v.Hold.ID}
	}
	reply, err := c.submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	return &Ended{Status: stateOr(reply.Status, string(inventory.HoldReleased)), LedgerSeq: reply.Seq}, nil
}

// OrderList is a page of orders.
type OrderList struct {
	Items      []*Order `json:"items"`
	NextCursor string   `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

func (s *server) listOrders(c *Call, k *card, _ *None) (*OrderList, error) {
	status := c.Query.Get("status")
	state, known := map[string]string{"": "", "pending": "held", "confirmed": "confirmed", "ended": "released"}[status]
	if !known {
		return nil, invalid(FieldError{Field: "status", Code: "not_allowed", Message: "must be pending, confirmed or ended"})
	}
	sort, q := c.Query.Get("sort"), c.Query.Get("q")
	var check checks
	if q != "" {
		q = check.line("q", q, 0, maxSearch)
	}
	if sort != "" && sort != "newest" {
		check.add("sort", "not_allowed", "must be newest")
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	page := store.OrderPage{State: state, NewestFirst: sort == "newest"}
	words := strings.Fields(audience.Fold(q))
	list := strings.Join([]string{"orders", k.EventID, status, sort, strings.Join(words, " ")}, " ")
	limit, err := c.Page(list, &page.From)
	if err != nil {
		return nil, err
	}
	out := &OrderList{Items: []*Order{}}
	found, more, err := s.ordersWith(c, k, &page, words, limit)
	if err != nil {
		return nil, err
	}
	for i := range found {
		person := personOf(&found[i].Person)
		out.Items = append(out.Items, orderOf(k.EventID, found[i].Hold, &person))
	}
	if more {
		out.NextCursor, err = c.Cursor(list, page.From)
	}
	return out, err
}

// orderScan is how many orders one search reads at most, orderPage how many at a time.
const (
	orderPage = 250
	orderScan = 5000
)

// ordersWith reads on from a position until it has found enough orders or looked
// at orderScan, and moves the position. more says that there may be others.
func (s *server) ordersWith(c *Call, k *card, page *store.OrderPage, words []string, limit int) (found []store.RegistrationView, more bool, err error) {
	page.Limit = orderPage
	if len(words) == 0 {
		page.Limit = limit + 1
	}
	for range orderScan / orderPage {
		views, err := s.store.Orders.OrdersIn(c.Context(), k.EventID, *page)
		if err != nil {
			return nil, false, err
		}
		for i := range views {
			v := &views[i]
			if audience.ContainsAll(orderText(v), words) {
				if len(found) == limit {
					return found, true, nil
				}
				found = append(found, *v)
			}
			page.From = v.Hold.ID
		}
		if len(views) < page.Limit {
			return found, false, nil
		}
	}
	return found, true, nil
}

// orderText is what an order is found by.
func orderText(v *store.RegistrationView) string {
	p := &v.Person
	parts := []string{v.Hold.ID, p.Profile.Name, p.Profile.Email, p.UserID}
	for i := range v.Hold.Order.Items {
		parts = append(parts, v.Hold.Order.Items[i].Seat)
	}
	return strings.Join(parts, "\n")
}
