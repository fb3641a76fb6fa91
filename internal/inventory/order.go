package inventory

import (
	"strconv"
	"strings"
)

// OrderLine is so many units of a tier, or one named seat. Of a tier with seats
// that are not named, and with Best, the decision chooses the best side by side.
type OrderLine struct {
	Tier     string // may be empty with Seat or Best
	Quantity int64
	Seat     string
	Best     *Chosen
}

// MaxProlong bounds by how much Prolong moves a deadline.
const MaxProlong = Hour

// reserve makes an order. The order of the checks is part of the contract.
func (d *decider) reserve(c Reserve) Outcome {
	if o := d.sells(&c); o.Code != OK {
		return o
	}
	promo, o := d.codeFor(c.Promo, PromoCode, "promo_code")
	if o.Code != OK {
		return o
	}
	access, o := d.codeFor(c.Access, AccessCode, "access_code")
	if o.Code != OK {
		return o
	}
	if o := d.seatLines(&c); o.Code != OK {
		return o
	}
	list, units, o := d.linesFor(&c, access)
	if o.Code != OK {
		return o
	}
	order, o := d.priced(&c, promo, access)
	if o.Code != OK {
		return o
	}
	p := d.byUser(c.UserID)
	if p == nil && strings.HasPrefix(c.UserID, erasedPrefix) {
		return Outcome{Code: InvalidSettings, Field: "user_id"}
	}
	if d.overLimit(p, units) {
		return Outcome{Code: LimitReached}
	}
	if field := d.short(&c, list); field != "" {
		return Outcome{Code: SoldOut, Field: field}
	}
	return d.makeOrder(&c, order, units, p)
}

// sells says whether the event sells anything at all to who asks.
func (d *decider) sells(c *Reserve) Outcome {
	e := &d.st.Event
	switch {
	case e.Status == Draft:
		return Outcome{Code: EventNotPublished}
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= e.EndsAt:
		return Outcome{Code: EventOver}
	case d.now >= e.RegistrationEnds():
		return Outcome{Code: RegistrationClosed}
	case !e.Settings.trusts(c.Who):
		return Outcome{Code: AddressNotConfirmed, Field: "email"}
	case len(c.Lines) == 0 || len(c.Lines) > MaxOrderLines:
		return Outcome{Code: InvalidSettings, Field: "items"}
	case c.Currency != "" && c.Currency != e.Settings.Orders.Currency:
		return Outcome{Code: CurrencyMismatch, Field: "currency"}
	case d.w.Holds[c.OrderID] != nil:
		return Outcome{Code: AlreadyExists}
	}
	return Outcome{}
}

// linesFor checks the lines and says what they need of the pools.
func (d *decider) linesFor(c *Reserve, access *PriceCode) (list []need, units int64, refusal Outcome) {
	perTier := make(map[string]int64, len(c.Lines))
	opened := access == nil
	for i, l := range c.Lines {
		refuse := func(code Code, field string) ([]need, int64, Outcome) {
			return nil, 0, Outcome{Code: code, Field: lineField(i) + field}
		}
		t := d.tiers[l.Tier]
		if t == nil {
			return refuse(NotFound, ".tier_id")
		}
		opens := access != nil && access.AppliesTo(t.ID)
		opened = opened || opens
		if t.Hidden && !opens && !c.Staff {
			return refuse(NotFound, ".tier_id")
		}
		if l.Quantity < 1 || l.Quantity > MaxOrderUnits || (l.Seat != "" && l.Quantity != 1) {
			return refuse(QuantityOutOfRange, ".quantity")
		}
		perTier[t.ID] += l.Quantity
		if units += l.Quantity; units > MaxOrderUnits {
			return refuse(QuantityOutOfRange, ".quantity")
		}
		if t.MaxPerOrder > 0 && perTier[t.ID] > t.MaxPerOrder {
			return refuse(LimitPerOrder, ".quantity")
		}
		if code := t.onSale(d.now); code != OK && !c.Staff {
			return refuse(code, ".tier_id")
		}
		list = t.needs(list, l.Quantity)
	}
	if !opened {
		return nil, 0, Outcome{Code: CodeNotApplicable, Field: "access_code"}
	}
	return list, units, Outcome{}
}

func lineField(i int) string { return "items[" + strconv.Itoa(i) + "]" }

// priced makes the items and says what they cost.
func (d *decider) priced(c *Reserve, promo, access *PriceCode) (*Order, Outcome) {
	o := &Order{Currency: d.st.Event.Settings.Orders.Currency}
	applies := promo == nil
	for _, l := range c.Lines {
		t := d.tiers[l.Tier]
		var discount int64
		if promo != nil && promo.AppliesTo(t.ID) {
			applies, discount = true, promo.discount(t.Price)
		}
		charge := Charged(t.Price, discount)
		for range l.Quantity {
			o.Items = append(o.Items, Item{No: len(o.Items) + 1, Tier: t.ID, Seat: l.Seat, Charge: charge})
			o.Total += charge.Gross
		}
	}
	if !applies {
		return nil, Outcome{Code: CodeNotApplicable, Field: "promo_code"}
	}
	if promo != nil {
		o.PromoID = promo.ID
	}
	if access != nil {
		o.AccessID = access.ID
	}
	return o, Outcome{}
}

// overLimit says whether so many more units are too many for a person.
func (d *decider) overLimit(p *Person, units int64) bool {
	if p != nil {
		units += p.Units
	}
	limit := d.st.Event.Settings.LimitPerPerson
	return limit > 0 && units > limit
}

// short names the first line for which the public can have no units, "" when
// all of them fit together.
func (d *decider) short(c *Reserve, list []need) string {
	var before []need
	for i, l := range c.Lines {
		t := d.tiers[l.Tier]
		if before = t.needs(before, l.Quantity); d.closed(t) || !room(before) {
			return lineField(i) + ".tier_id"
		}
	}
	return ""
}

func (d *decider) makeOrder(c *Reserve, o *Order, units int64, p *Person) Outcome {
	p = d.personFor(&Party{UserID: c.UserID, Profile: c.Profile, PersonID: c.PersonID}, p)
	h := d.holdSlab.new()
	*h = Hold{ID: c.OrderID, Kind: KindOrder, PersonID: p.ID, Units: units, Guests: c.Guests, Order: o}
	p.Units += units
	if o.Total == 0 {
		d.take(h, nil, HoldConfirmed, c.Actor, ReasonOrderedFree, "")
		return d.orderOutcome(h)
	}
	h.ExpiresAt = d.now + Instant(d.holdTime(c))
	d.take(h, nil, HoldHeld, c.Actor, ReasonOrdered, "")
	d.due(h.ExpiresAt)
	d.askForPayment(h)
	return d.orderOutcome(h)
}

// askForPayment has the buyer of a pending order told how to pay, where the
// organizer has said how. It is a row of its own: what is ordered or accepted is
// the same whatever way it is paid.
func (d *decider) askForPayment(h *Hold) {
	if d.st.Event.Settings.Orders.Instructions != "" {
		d.moveHold(h, HoldHeld, systemActor, ReasonPaymentAsked, "")
	}
}

func (d *decider) holdTime(c *Reserve) Micros {
	s := &d.st.Event.Settings.Orders
	for _, l := range c.Lines {
		if l.Seat != "" {
			return s.SeatHoldTime
		}
	}
	return s.HoldTime
}

// orderOutcome says how an order stands.
func (d *decider) orderOutcome(h *Hold) Outcome {
	o := Outcome{Status: h.OrderStatus(), OrderID: h.ID, Units: h.Units, Total: h.Order.Total, Currency: h.Order.Currency}
	if h.State == HoldHeld {
		o.ExpiresAt = h.ExpiresAt
	}
	return o
}

// orderByID finds an order, and lets it lapse if its time has come in case there
// was more due than one batch releases.
func (d *decider) orderByID(id string) *Hold {
	h := d.w.Holds[id]
	if h == nil || h.Kind != KindOrder {
		return nil
	}
	d.lapse(h)
	return h
}

// lapse ends a pending order whose deadline has passed.
func (d *decider) lapse(h *Hold) {
	if h.State != HoldHeld || h.ExpiresAt > d.now {
		return
	}
	if o := d.w.Offers[h.OfferID]; o != nil && o.State == OfferOpen {
		d.expireLate(o)
		return
	}
	d.endOrder(h, systemActor, ReasonOrderExpired, "")
}

// endOrder releases what is left of an order.
func (d *decider) endOrder(h *Hold, who string, reason Reason, related string) {
	p := d.person(h.PersonID)
	d.release(h, who, reason, related)
	p.Units -= h.Units
	d.touchPerson(p, false)
}

// closeOrder ends an order because the event was cancelled. All that was paid
// for it is due back.
func (d *decider) closeOrder(h *Hold) {
	if o := d.w.Offers[h.OfferID]; o != nil && o.State == OfferOpen {
		d.endOffer(o, OfferRevoked, EntryClosed, systemActor, ReasonEventCancelled)
		return
	}
	refund := h.Order.Refundable()
	d.endOrder(h, systemActor, ReasonEventCancelled, "")
	d.oweRefund(h, h.Order.PaymentID, refund, h.Order.Currency)
}

// cancelOrder ends an order as a whole.
func (d *decider) cancelOrder(c CancelOrder) Outcome {
	h := d.orderByID(c.OrderID)
	switch {
	case h == nil:
		return Outcome{Code: NotFound}
	case h.State == HoldReleased:
		return d.orderOutcome(h)
	case h.State == HoldHeld && c.Refund != nil && *c.Refund != 0:
		return Outcome{Code: RefundTooHigh, Field: "amount"}
	case h.State == HoldHeld:
		d.endPending(h, c.Who)
		return d.orderOutcome(h)
	case !c.Staff && d.othersHold(h):
		return Outcome{Code: TicketsMoved}
	}
	return d.endItems(h, c.Who, liveItems(h.Order), c.Refund)
}

// endPending ends an order that nobody has paid. One that began as an offer
// which is still open ends as the offer does.
func (d *decider) endPending(h *Hold, who Who) {
	o := d.w.Offers[h.OfferID]
	switch {
	case o == nil || o.State != OfferOpen:
		d.endOrder(h, who.Actor, ReasonOrderCancelled, "")
	case who.Staff:
		d.endOffer(o, OfferRevoked, EntryRemoved, who.Actor, ReasonRemovedByStaff)
	default:
		d.endOffer(o, OfferDeclined, EntryDeclined, who.Actor, ReasonDeclined)
	}
}

func liveItems(o *Order) (items []*Item) {
	for i := range o.Items {
		if o.Items[i].Live() {
			items = append(items, &o.Items[i])
		}
	}
	return items
}

func (d *decider) cancelItems(c CancelItems) Outcome {
	h := d.orderByID(c.OrderID)
	if h == nil {
		return Outcome{Code: NotFound}
	}
	if !c.Staff && len(c.Items) > 0 && d.othersHold(h, c.Items...) {
		return Outcome{Code: TicketsMoved}
	}
	if len(c.Items) == 0 {
		return Outcome{Code: InvalidSettings, Field: "items"}
	}
	wanted := make(map[int]bool, len(c.Items))
	for i, n := range c.Items {
		if n < 1 || n > len(h.Order.Items) {
			return Outcome{Code: NotFound, Field: lineField(i)}
		}
		wanted[n] = true
	}
	switch h.State {
	case HoldHeld:
		return Outcome{Code: OrderPending}
	case HoldReleased:
		return Outcome{Code: OrderEnded, Status: h.OrderStatus()}
	}
	var items []*Item
	for _, it := range liveItems(h.Order) {
		if wanted[it.No] {
			items = append(items, it)
		}
	}
	if len(items) == 0 {
		return d.orderOutcome(h) // done before
	}
	return d.endItems(h, c.Who, items, c.Refund)
}

// endItems releases items of a confirmed order and says what is due back.
func (d *decider) endItems(h *Hold, who Who, items []*Item, wish *int64) Outcome {
	refund, o := d.refundFor(h, who, items, wish)
	if o.Code != OK {
		return o
	}
	d.voidMoved(h, who.Actor, items)
	d.releaseItems(h, who.Actor, items, refund, goneFor{})
	o = d.orderOutcome(h)
	o.Refund = refund
	return o
}

// refundFor is what is to be given back for items.
func (d *decider) refundFor(h *Hold, who Who, items []*Item, wish *int64) (int64, Outcome) {
	left := h.Order.Refundable()
	if !who.Staff {
		switch {
		case d.now >= d.st.Event.CancellationEnds():
			return 0, Outcome{Code: CancellationClosed}
		case wish != nil || (h.Order.Paid > 0 && !d.st.Event.Settings.Orders.SelfRefund):
			return 0, Outcome{Code: RefundByStaffOnly}
		}
	}
	if wish != nil {
		switch {
		case *wish < 0:
			return 0, Outcome{Code: InvalidSettings, Field: "amount"}
		case *wish > left:
			return 0, Outcome{Code: RefundTooHigh, Field: "amount"}
		}
		return *wish, Outcome{}
	}
	var gross int64
	for _, it := range items {
		gross += it.Gross
	}
	return min(gross, left), Outcome{}
}

// goneFor is why items go: the reason for the last of an order, and for others.
// When empty it is that they are cancelled, or refunded when money is due back.
type goneFor struct{ last, some Reason }

// releaseItems gives items of a confirmed order back to the line first; the
// order ends with its last item.
func (d *decider) releaseItems(h *Hold, who string, items []*Item, refund int64, why goneFor) {
	switch {
	case why.last != "":
	case refund > 0:
		why = goneFor{ReasonOrderRefunded, ReasonItemsRefunded}
	default:
		why = goneFor{ReasonOrderCancelled, ReasonItemsCancelled}
	}
	if int64(len(items)) == h.Units {
		d.endOrder(h, who, why.last, "")
		d.oweRefund(h, h.Order.PaymentID, refund, h.Order.Currency)
		return
	}
	d.giveSome(h, who, items, why.some)
	p := d.person(h.PersonID)
	p.Units -= int64(len(items))
	d.touchPerson(p, false)
	d.oweRefund(h, h.Order.PaymentID, refund, h.Order.Currency)
}

// giveSome gives back some of the items of a hold, which goes on with the others.
func (d *decider) giveSome(h *Hold, who string, items []*Item, reason Reason) {
	left := h.Units - int64(len(items))
	h.Units = int64(len(items)) // the row tells how many go
	d.moveHold(h, h.State, who, reason, listItems(items))
	h.Units = left
	for _, it := range items {
		d.giveItem(h, it, h.State, h.LastSeq)
	}
	d.lineDirty = true
}

// oweRefund notes that the last row of an order makes money due back.
func (d *decider) oweRefund(h *Hold, payment string, amount int64, currency string) {
	if amount <= 0 {
		return
	}
	r := Refund{
		Seq: h.LastSeq, OrderID: h.ID, PaymentID: payment, Amount: amount, Currency: currency, Reason: h.Reason, At: d.now,
	}
	h.Order.Refunds = append(h.Order.Refunds, r)
	d.out.Refunds = append(d.out.Refunds, r)
}

func (d *decider) prolong(c Prolong) Outcome {
	h := d.orderByID(c.OrderID)
	switch {
	case h == nil:
		return Outcome{Code: NotFound}
	case h.State != HoldHeld:
		return Outcome{Code: OrderEnded, Status: h.OrderStatus()}
	case d.st.Event.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case c.By < 0 || c.By > MaxProlong:
		return Outcome{Code: InvalidSettings, Field: "by_seconds"}
	}
	d.acceptOrder(h, c.Actor)
	until := d.now + Instant(c.By)
	if h.Order.Prolonged || until <= h.ExpiresAt {
		return d.orderOutcome(h)
	}
	h.Order.Prolonged = true
	d.moveHold(h, HoldHeld, c.Actor, ReasonProlonged, "")
	h.ExpiresAt = until
	d.due(until)
	return d.orderOutcome(h)
}
