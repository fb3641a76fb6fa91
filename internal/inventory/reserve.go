package inventory

import (
	"strconv"
	"strings"
)

// Reserve makes an order: all its lines or nothing. It is held until it is
// paid or its deadline passes, which BeginPayment moves; when there is nothing to
// pay it is confirmed at once.
type Reserve struct {
	Who
	OrderID          string
	PersonID, UserID string // PersonID is used when the person is new
	Profile          Profile
	Guests           string // JSON, opaque
	Lines            []OrderLine
	Promo, Access    string // codes as typed, in upper case; empty: none
	Currency         string // what the caller counts in; empty: whatever the event does
	// NoCheckout: the organizer has no page to pay on, so that nothing could prolong a first
	// hold.
	NoCheckout bool
	// PayUntil is, of an order that is imported, until when it can be paid.
	PayUntil Instant
	// Complimentary gives away what is sold at the door.
	Complimentary bool
}

func (c Reserve) needs(n *RequiredRows) {
	n.UserIDs = append(n.UserIDs, c.UserID)
	n.taking(c.Who)
	if c.imports() || c.atDoor() { // which may have been done before
		n.HoldIDs = append(n.HoldIDs, c.OrderID)
	}
	for _, code := range [...]string{c.Promo, c.Access} {
		if code != "" {
			n.Codes = append(n.Codes, code)
		}
	}
}

func (Reserve) forecast(*forecast) {}

// decide makes an order. The order of the checks is part of the contract.
func (c Reserve) decide(d *decider) Outcome {
	if o := d.eligible(c.Who); o.Code != OK {
		return o
	}
	if o := d.orderable(&c); o.Code != OK {
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
	codes := &OrderCodes{Promo: promo, Access: access}
	if o := d.seatLines(&c, codes); o.Code != OK {
		return o
	}
	list, units, o := d.linesFor(&c, codes)
	if o.Code != OK {
		return o
	}
	order, o := d.priced(&c, codes)
	if o.Code != OK {
		return o
	}
	p := d.byUser(c.UserID)
	if p == nil && strings.HasPrefix(c.UserID, erasedPrefix) {
		return Outcome{Code: InvalidSettings, Field: "user_id"}
	}
	if d.uninvited(c.Who, p) {
		return Outcome{Code: NotInvited}
	}
	if d.applies(c.Who, p) && d.tickets(order.Items) > 0 { // goods alone let nobody in
		return Outcome{Code: ApprovalRequired}
	}
	if o := d.beyondLimit(c.Who, p, d.tickets(order.Items)); o.Code != OK && !c.imports() {
		return o
	}
	if order.Total > 0 && d.tooManyForCard(c.Who, d.tickets(order.Items)) {
		return Outcome{Code: LimitPerCard}
	}
	if field := d.short(&c, list); field != "" {
		return Outcome{Code: SoldOut, Field: field}
	}
	if o := d.crowded(c.Who, units, order.Total > 0); o.Code != OK {
		return o
	}
	return d.makeOrder(&c, order, units, p)
}

// OrderLine is so many units of a tier, or one named seat. Of a tier with seats
// that are not named, and with Best, the decision chooses the best side by side.
type OrderLine struct {
	Tier     string // may be empty with Seat or Best
	Quantity int64
	Seat     string
	Best     *Chosen
	// Price is, of an order that is imported, what each unit was sold for; nil: the price of
	// the tier.
	Price *Price
	// UnitPrice is what the buyer chose to pay for each unit, of a tier whose buyers choose;
	// nil of any other, and of what is imported or given away.
	UnitPrice *int64
}

// orderable refuses what is not an order of this event at all.
func (d *decider) orderable(c *Reserve) Outcome {
	switch {
	case len(c.Lines) == 0 || len(c.Lines) > MaxOrderLines && !c.imports() || len(c.Lines) > MaxOrderUnits:
		return Outcome{Code: InvalidSettings, Field: "items"}
	case c.Currency != "" && c.Currency != d.st.Event.Settings.Orders.Currency:
		return Outcome{Code: CurrencyMismatch, Field: "currency"}
	case d.w.Holds[c.OrderID] != nil:
		return Outcome{Code: AlreadyExists}
	case !c.imports():
		return Outcome{}
	case c.PayUntil <= d.now:
		return Outcome{Code: InvalidSettings, Field: "pay_until"}
	}
	return d.importable(c.Lines)
}

// linesFor checks the lines and says what they need of the pools.
func (d *decider) linesFor(c *Reserve, codes *OrderCodes) (list []need, units int64, refusal Outcome) {
	perTier := make(map[string]int64, len(c.Lines))
	opened := codes.Access == nil
	for i, l := range c.Lines {
		refuse := func(code Code, field string) ([]need, int64, Outcome) {
			return nil, 0, Outcome{Code: code, Field: lineField(i) + field}
		}
		t := d.tiers[l.Tier]
		opens := codes.Opens(l.Tier)
		opened = opened || opens
		if !t.shownTo(c.Who, opens) || t.Fee() { // nobody orders a fee
			return refuse(NotFound, ".tier_id")
		}
		if l.Quantity < 1 || l.Quantity > MaxOrderUnits || (l.Seat != "" && l.Quantity != 1) {
			return refuse(QuantityOutOfRange, ".quantity")
		}
		perTier[t.ID] += l.Quantity
		if units += l.Quantity; units > MaxOrderUnits {
			return refuse(QuantityOutOfRange, ".quantity")
		}
		if t.MaxPerOrder > 0 && perTier[t.ID] > t.MaxPerOrder && !c.imports() {
			return refuse(LimitPerOrder, ".quantity")
		}
		if code := t.SellsTo(c.Who, d.now); code != OK {
			return refuse(code, ".tier_id")
		}
		if _, code := c.priceOf(t.Tier, &l, d.st.Event.Settings.Orders.Currency); code != OK {
			return refuse(code, ".unit_price")
		}
		list = t.needs(list, l.Quantity)
	}
	if !opened {
		return nil, 0, Outcome{Code: CodeNotApplicable, Field: "access_code"}
	}
	return list, units, Outcome{}
}

func lineField(i int) string { return "items[" + strconv.Itoa(i) + "]" }

// priced makes the items, tickets before what goes with them and fees last, and says what they
// cost.
func (d *decider) priced(c *Reserve, codes *OrderCodes) (*Order, Outcome) {
	o := &Order{Currency: d.st.Event.Settings.Orders.Currency}
	promo, access := codes.Promo, codes.Access
	applies := promo == nil
	for _, i := range d.ticketsFirst(c.Lines) {
		l := c.Lines[i]
		t := d.tiers[l.Tier]
		applies = applies || promo.TakesOff(t.Tier)
		price, _ := c.priceOf(t.Tier, &l, o.Currency) // linesFor has looked at it
		charge := codes.ChargeAt(price, t.Tier, o.Currency)
		switch {
		case l.Price != nil && c.imports():
			charge = Charged(price, 0, o.Currency)
		case c.Complimentary && c.atDoor():
			charge = complimentary(price, o.Currency)
		}
		for range l.Quantity {
			it := Item{No: len(o.Items) + 1, Tier: t.ID, Seat: l.Seat, Donation: t.Donation(), Charge: charge}
			switch {
			case it.Donation && len(o.Items) == 0: // it is given beside something
				return nil, Outcome{Code: AddOnWithoutTicket, Field: lineField(i) + ".quantity"}
			case it.Donation && o.gives(t.ID): // whatever the limit of the tier says
				return nil, Outcome{Code: LimitPerOrder, Field: lineField(i) + ".quantity"}
			case it.Donation && charge.Gross == 0: // nobody gives away what is a gift
				return nil, Outcome{Code: PriceOutOfRange, Field: lineField(i) + ".unit_price"}
			case t.Kind == AddOnTier:
				if it.GoesWith = d.ticketFor(o, t.Tier); it.GoesWith == 0 {
					return nil, Outcome{Code: AddOnWithoutTicket, Field: lineField(i) + ".quantity"}
				}
			}
			o.Items = append(o.Items, it)
			o.Total += charge.Gross
		}
		if o.Total > MaxTotal {
			return nil, Outcome{Code: QuantityOutOfRange, Field: lineField(i) + ".quantity"}
		}
	}
	if !applies {
		return nil, Outcome{Code: CodeNotApplicable, Field: "promo_code"}
	}
	if !c.imports() { // which has the prices of the other shop
		d.addFees(o, c.atDoor(), false)
	}
	if o.Total > MaxTotal {
		return nil, Outcome{Code: QuantityOutOfRange, Field: lineField(0) + ".quantity"}
	}
	if promo != nil {
		o.PromoID = promo.ID
	}
	if access != nil {
		o.AccessID = access.ID
	}
	return o, Outcome{}
}

// priceOf is the price of one unit of a line before codes, or why it has none.
func (c *Reserve) priceOf(t *Tier, l *OrderLine, currency string) (Price, Code) {
	switch {
	case l.Price != nil && c.imports():
		return *l.Price, OK
	case c.imports() || c.Complimentary && c.atDoor(): // nobody chose
		if l.UnitPrice != nil {
			return t.Price, PriceFixed
		}
		return t.Price, OK
	}
	return t.chosenPrice(l.UnitPrice, 0, currency)
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
	p, name := d.personFor(c.Who, &Party{UserID: c.UserID, Profile: c.Profile, PersonID: c.PersonID}, p)
	h := &Hold{ID: c.OrderID, Kind: KindOrder, PersonID: p.ID, Units: units, Name: name, Guests: c.Guests, Order: o, Entrant: d.takesWith(c.Who, o.Total == 0)}
	p.Units += d.tickets(o.Items)
	d.originates(c.Who, p, h.ID, units, o.Total > 0)
	if o.Total == 0 {
		d.take(h, nil, HoldConfirmed, c.Actor, ReasonOrderedFree, c.cameFrom())
		return orderOutcome(h)
	}
	d.timeToPay(h, c)
	d.take(h, nil, HoldHeld, c.Actor, ReasonOrdered, c.cameFrom())
	d.due(h.ExpiresAt)
	if !c.imports() && !c.atDoor() { // whose buyers were told where they bought, or stand there
		d.askForPayment(h)
	}
	return orderOutcome(h)
}
