package inventorytest

import (
	"math/big"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// The model's orders: a claim with items. An item is named by its place.

type modelItem struct {
	tier  string
	with  *modelItem // the ticket that an add-on goes with
	seat  string     // a named seat, or empty
	live  bool
	gift  bool // a donation
	fee   bool // no item: a fee stands here, behind which add-ons were taken (see addsOn)
	gross int64
	// listed is what it costs where its order is taxed as its tier says.
	listed inventory.Charge
	price  inventory.Price // of what was offered
	on     *listing        // it stands on another order's unit
}

type modelCode struct{ inventory.PriceCode }

// charged computes a charge with fractions of any size, for comparison with
// the heart's whole numbers.
func charged(p inventory.Price, discount int64, currency string) inventory.Charge {
	c := inventory.Charge{Price: p, Discount: min(discount, p.Amount)}
	left := big.NewRat(p.Amount-c.Discount, 1)
	rate := big.NewRat(p.TaxRate, 10_000)
	if p.TaxIncluded {
		c.Gross = payable(p.Amount-c.Discount, currency)
		left.SetInt64(c.Gross)
		c.Tax = nearest(new(big.Rat).Quo(new(big.Rat).Mul(left, rate), new(big.Rat).Add(rate, big.NewRat(1, 1))))
		c.Net = c.Gross - c.Tax
		return c
	}
	c.Net = p.Amount - c.Discount
	c.Tax = nearest(new(big.Rat).Mul(left, rate))
	c.Gross = c.Net + c.Tax
	if can := payable(c.Gross, currency); can != c.Gross {
		p.Amount, p.TaxIncluded = can, true
		split := charged(p, 0, currency)
		c.Net, c.Tax, c.Gross = split.Net, split.Tax, split.Gross
	}
	return c
}

// payable is the amount next to one that providers can move.
func payable(amount int64, currency string) int64 {
	switch currency {
	case "HUF", "TWD", "MGA":
		return (amount + 50) / 100 * 100
	case "BHD", "JOD", "KWD", "OMR", "TND":
		return (amount + 5) / 10 * 10
	}
	return amount
}

// nearest is the whole number next to r, the larger one half-way.
func nearest(r *big.Rat) int64 {
	half := new(big.Rat).Add(r, big.NewRat(1, 2))
	return new(big.Int).Div(half.Num(), half.Denom()).Int64()
}

func (c *claim) live() bool {
	return c.state == "offered" || c.state == "pending" || c.state == "confirmed" || c.state == "blocked"
}

// takes is how many units a live claim takes of a pool.
func (m *Model) takes(c *claim, pool string) (n int64) {
	if len(c.items) == 0 {
		if slices.Contains(m.tiers[c.tier], pool) {
			return c.units
		}
		return 0
	}
	for _, it := range c.items {
		if it.live && it.on == nil && slices.Contains(m.tiers[it.tier], pool) {
			n++
		}
	}
	return n
}

func (c *claim) count() (n int64) {
	for _, it := range c.items {
		if it.live {
			n++
		}
	}
	return n
}

// unitsOf is what a person holds, has ordered or waits for.
func (m *Model) unitsOf(a *attendee) (n int64) {
	for _, c := range m.claims {
		if a != nil && c.owner == a && c.live() {
			n += m.people(c)
		}
	}
	for _, w := range m.line {
		if a != nil && w.owner == a && (w.state == "waiting" || w.state == "applied") && !m.isGoods(w.tier) {
			n += w.units
		}
	}
	return n
}

func (m *Model) overLimit(a *attendee, units int64) bool {
	limit := m.event.Settings.LimitPerPerson
	return m.beyondInvitation(a, units) || limit > 0 && m.unitsOf(a)+units > limit
}

func (m *Model) uses(code string) (n int64) {
	for _, c := range m.claims {
		if c.order && c.live() && (c.promo == code || c.access == code) {
			n++
		}
	}
	return n
}

func (m *Model) code(typed string, kind inventory.CodeKind) (*modelCode, inventory.Code) {
	for _, k := range m.codes {
		if k.Text != typed || k.Kind != kind {
			continue
		}
		switch {
		case k.Disabled || m.now < k.Starts || (k.Ends != 0 && m.now >= k.Ends):
			return nil, inventory.CodeNotValid
		case k.MaxUses > 0 && m.uses(k.ID) >= k.MaxUses:
			return nil, inventory.CodeUsedUp
		}
		return k, inventory.OK
	}
	if typed == "" {
		return nil, inventory.OK
	}
	return nil, inventory.CodeUnknown
}

func codeIsFor(k *modelCode, tier string) bool {
	return k != nil && (len(k.Tiers) == 0 || slices.Contains(k.Tiers, tier))
}

// cheaper: of add-ons and goods, those that the code names.
func (m *Model) cheaper(k *modelCode, tier string) bool {
	kind := m.sale[tier].Kind
	return codeIsFor(k, tier) && (kind == "" || len(k.Tiers) > 0) && kind != inventory.DonationTier
}

func (m *Model) reserve(c inventory.Reserve) inventory.Outcome {
	s := &m.event.Settings
	if code := first(append(m.ineligible(c.Who),
		refusal{len(c.Lines) == 0, inventory.InvalidSettings},
		refusal{c.Currency != "" && c.Currency != s.Orders.Currency, inventory.CurrencyMismatch},
		refusal{c.Import != "" && slices.ContainsFunc(m.claims, func(o *claim) bool { return o.id == c.OrderID }), inventory.AlreadyExists},
		refusal{c.Import != "" && c.PayUntil <= m.now, inventory.InvalidSettings},
		refusal{c.Import != "" && m.oddlyPriced(c.Lines), inventory.InvalidSettings},
	)); code != inventory.OK {
		return refuse(code)
	}
	promo, code := m.code(c.Promo, inventory.PromoCode)
	if code != inventory.OK {
		return refuse(code)
	}
	access, code := m.code(c.Access, inventory.AccessCode)
	if code != inventory.OK {
		return refuse(code)
	}
	if code := m.chooseSeats(&c, promo, access); code != inventory.OK {
		return refuse(code)
	}
	if code := m.linesWrong(c, access); code != inventory.OK {
		return refuse(code)
	}
	order, code := m.priced(c, promo, access)
	switch {
	case code != inventory.OK:
		return refuse(code)
	case m.needsInvitation(c.Who, m.users[c.UserID]):
		return refuse(inventory.NotInvited)
	case m.mustApply(c.Who, c.UserID) && m.people(order) > 0:
		return refuse(inventory.ApprovalRequired)
	case c.Import == "" && m.overLimit(told(c.Who, m.users[c.UserID]), m.people(order)-m.ofStrangers(c.Who)):
		return refuse(inventory.LimitReached)
	case stranger(c.Who) && s.LimitPerPerson > 0:
		return refuse(inventory.AddressNotConfirmed)
	case order.total > 0 && m.tooManyForCard(c.Who, m.people(order)):
		return refuse(inventory.LimitPerCard)
	case !m.canHave(order):
		return refuse(inventory.SoldOut)
	}
	if code := m.crowded(c.Who, order.units, order.total > 0); code != inventory.OK {
		return refuse(code)
	}
	m.comesFrom(c.Who, c.UserID, order.id, order.units, order.total > 0)
	order.owner = m.attendee(c.UserID, c.PersonID)
	order.state, order.entrant = "confirmed", m.entrantOf(c.Who)
	if order.total > 0 {
		hold := s.Orders.HoldTime
		if slices.ContainsFunc(order.items, func(it *modelItem) bool { return it.seat != "" }) {
			hold = s.Orders.SeatHoldTime
		}
		order.state, order.until = "pending", m.now+inventory.Instant(hold)
		order.payUntil = order.until
		if checkout := s.Orders.Instructions == "" && !s.Orders.BankTransfer && !c.Staff && !c.NoCheckout; checkout && s.Orders.FirstHoldTime < hold {
			order.until = m.now + inventory.Instant(s.Orders.FirstHoldTime)
		}
		if c.Import != "" {
			order.until, order.payUntil = c.PayUntil, c.PayUntil
		}
	}
	m.claims = append(m.claims, order)
	return m.orderAnswer(order)
}

func (m *Model) linesWrong(c inventory.Reserve, access *modelCode) inventory.Code {
	opened := access == nil
	perTier := map[string]int64{}
	var all int64
	for _, l := range c.Lines {
		t, ok := m.sale[l.Tier]
		opens := codeIsFor(access, l.Tier)
		opened = opened || opens
		perTier[l.Tier] += l.Quantity
		all += l.Quantity
		switch {
		case !ok || t.Hidden && !opens && !c.Staff || t.Kind == inventory.FeeTier:
			return inventory.NotFound
		case l.Quantity < 1 || all > inventory.MaxOrderUnits:
			return inventory.QuantityOutOfRange
		case l.Seat != "" && l.Quantity != 1:
			return inventory.QuantityOutOfRange
		case c.Import == "" && t.MaxPerOrder > 0 && perTier[l.Tier] > t.MaxPerOrder:
			return inventory.LimitPerOrder
		case !c.Staff && t.SaleStarts > m.now:
			return inventory.SaleNotOpen
		case !c.Staff && t.SaleEnds != 0 && t.SaleEnds <= m.now:
			return inventory.SaleOver
		}
		if code := m.chosenOf(c, l); code != inventory.OK {
			return code
		}
	}
	if !opened {
		return inventory.CodeNotApplicable
	}
	return inventory.OK
}

// costs is what one unit of a tier costs with a promo code, for what a buyer chose.
func (m *Model) costs(tier string, promo *modelCode, chosen *int64) inventory.Charge {
	price := m.sale[tier].Price
	if chosen != nil {
		price.Amount = *chosen
	}
	var off int64
	if m.cheaper(promo, tier) {
		off = promo.off(price.Amount)
	}
	return charged(price, off, m.event.Settings.Orders.Currency)
}

// off is what a promo code takes off a price.
func (m *modelCode) off(price int64) int64 {
	if m.Percent > 0 {
		return nearest(big.NewRat(price*m.Percent, 10_000))
	}
	return m.Amount
}

// oddlyPriced reports whether something cannot have been sold for what it is said to cost.
func (m *Model) oddlyPriced(lines []inventory.OrderLine) bool {
	return slices.ContainsFunc(lines, func(l inventory.OrderLine) bool {
		return l.Price != nil && (l.Price.Amount != payable(l.Price.Amount, m.event.Settings.Orders.Currency) ||
			m.sale[l.Tier].Kind == inventory.DonationTier && l.Price.TaxRate != 0)
	})
}

// priced makes the claim of an order that nobody has yet.
func (m *Model) priced(c inventory.Reserve, promo, access *modelCode) (*claim, inventory.Code) {
	order := &claim{id: c.OrderID, order: true}
	applies := promo == nil
	for _, l := range m.inOrder(c.Lines) {
		applies = applies || m.cheaper(promo, l.Tier)
		listed := m.costs(l.Tier, promo, l.UnitPrice)
		if c.Import != "" && l.Price != nil {
			listed = charged(*l.Price, 0, m.event.Settings.Orders.Currency)
		}
		if c.Complimentary && c.Till != "" && c.Staff {
			listed = charged(m.sale[l.Tier].Price, m.sale[l.Tier].Price.Amount, m.event.Settings.Orders.Currency)
		}
		for range l.Quantity {
			order.items = append(order.items, &modelItem{tier: l.Tier, seat: l.Seat, live: true, gross: listed.Gross, listed: listed, gift: m.sale[l.Tier].Kind == inventory.DonationTier})
		}
	}
	if !m.attached(order) {
		return nil, inventory.AddOnWithoutTicket
	}
	if code := wrongGift(order); code != inventory.OK {
		return nil, code
	}
	if !applies {
		return nil, inventory.CodeNotApplicable
	}
	if promo != nil {
		order.promo = promo.ID
	}
	if access != nil {
		order.access = access.ID
	}
	for _, it := range order.items {
		if order.total += it.gross; order.total > 2_000_000_000_000 {
			return nil, inventory.QuantityOutOfRange
		}
	}
	if c.Import == "" {
		m.addFees(order, c.Staff && c.Till != "", false)
	}
	order.units = order.count()
	return order, inventory.OK
}

// canHave: all items at once, and none that is reserved for the waitlist.
func (m *Model) canHave(order *claim) bool {
	if !m.roomFor(order) {
		return false
	}
	var open func(int) bool
	return !slices.ContainsFunc(order.items, func(it *modelItem) bool {
		if it.live && it.seat != "" && open == nil {
			open = m.openSeats()
		}
		return it.live && (m.reserved(it.tier) || it.seat != "" && !open(m.seating.seat(it.seat)))
	})
}

// offerOrder makes an order of an offer, at the price of this moment.
func (m *Model) offerOrder(c *claim) {
	c.order = true
	listed := charged(m.sale[c.tier].Price, 0, m.event.Settings.Orders.Currency)
	for range c.units {
		c.items = append(c.items, &modelItem{tier: c.tier, live: true, price: m.sale[c.tier].Price, gross: listed.Gross, listed: listed})
	}
	c.total = c.units * c.items[0].gross
	m.addFees(c, false, m.sale[c.tier].PriceMax > 0 && !m.isGoods(c.tier))
}

func (m *Model) orderAnswer(c *claim) inventory.Outcome {
	o := inventory.Outcome{Status: c.state, OrderID: c.id, Units: c.units, Total: c.total, Currency: m.event.Settings.Orders.Currency}
	switch {
	case c.state == "pending" || c.state == "offered":
		o.Status, o.ExpiresAt = "pending", c.until
	case c.state == "confirmed":
	case (c.state != "expired" || c.lost) && len(c.back) > 0:
		o.Status = "refunded"
	case c.state != "expired":
		o.Status = "cancelled"
	}
	return o
}

func (m *Model) orderOf(id string) *claim {
	if c := m.claimByID(id); c != nil && c.order {
		return c
	}
	return nil
}

func (m *Model) pay(c inventory.Pay) inventory.Outcome {
	o := m.orderOf(c.OrderID)
	switch {
	case o == nil:
		return refuse(inventory.NotFound)
	case c.Amount < 1:
		return refuse(inventory.InvalidSettings)
	}
	currency := m.event.Settings.Orders.Currency
	answer := inventory.Outcome{Status: "confirmed", OrderID: o.id, Units: o.units, Total: o.total, Currency: currency}
	if o.payment == c.PaymentID {
		return answer
	}
	if r, ok := o.back[c.PaymentID]; ok {
		answer.Status, answer.Refund, answer.Currency = "refund_due", r, o.owed[c.PaymentID]
		return answer
	}
	right := c.Amount == o.total && c.Currency == currency
	inTime := o.state == "pending" || o.state == "offered"
	if inTime && m.event.Status == inventory.Cancelled {
		closeOrder(o)
		inTime = false
	}
	late := o.state == "expired" && !o.declined && !o.lost && m.event.Status == inventory.Published && m.now < m.event.EndsAt &&
		!m.overLimit(o.owner, m.people(o)) && m.canHave(o) && m.usesLeft(o)
	if !right || !(inTime || late) || m.beyondCard(c.Card, o) {
		o.lost = o.lost || !o.live()
		o.owe(c.PaymentID, c.Amount)
		o.owed[c.PaymentID] = c.Currency
		answer.Status, answer.Refund, answer.Currency = "refund_due", c.Amount, c.Currency
		return answer
	}
	m.boughtBy(c.Card, o)
	if o.state == "offered" {
		o.entry.state = "accepted"
	}
	takeOver(o)
	o.state, o.payment, o.paid = "confirmed", c.PaymentID, c.Amount
	m.done(o.entrant)
	return answer
}

func (m *Model) usesLeft(o *claim) bool {
	for _, k := range m.codes {
		if (k.ID == o.promo || k.ID == o.access) && k.MaxUses > 0 && m.uses(k.ID) >= k.MaxUses {
			return false
		}
	}
	return true
}

// closeOrder ends an order with the event.
func closeOrder(o *claim) {
	if o.state == "offered" {
		endOffer(o, "revoked", "closed")
		return
	}
	if o.state == "confirmed" {
		o.owe(o.payment, o.paid-o.back[o.payment])
	}
	o.state = "closed"
}

func (m *Model) cancelOrder(c inventory.CancelOrder) inventory.Outcome {
	o := m.orderOf(c.OrderID)
	switch {
	case o == nil:
		return refuse(inventory.NotFound)
	case !o.live(), o.state == "confirmed" && c.Unpaid:
		return m.orderAnswer(o)
	case o.state == "confirmed" && !c.Staff && m.othersHold(o, func(int) bool { return true }):
		return refuse(inventory.TicketsMoved)
	case o.state == "confirmed":
		named := returned(o, c.Who)
		if !c.Staff && !slices.ContainsFunc(o.items, func(it *modelItem) bool { return it.live && !it.gift }) {
			return refuse(inventory.RefundByStaffOnly)
		}
		return m.endItems(o, c.Who, named, c.Refund)
	case c.Refund != nil && *c.Refund != 0:
		return refuse(inventory.RefundTooHigh)
	case o.state == "offered" && c.Staff:
		endOffer(o, "revoked", "removed")
	case o.state == "offered":
		endOffer(o, "declined", "declined")
	default:
		o.state = "cancelled"
	}
	return m.orderAnswer(o)
}

func (m *Model) cancelItems(c inventory.CancelItems) inventory.Outcome {
	o := m.orderOf(c.OrderID)
	switch {
	case o == nil:
		return refuse(inventory.NotFound)
	case !c.Staff && len(c.Items) > 0 && m.othersHold(o, func(no int) bool { return slices.Contains(c.Items, no) }):
		return refuse(inventory.TicketsMoved)
	case len(c.Items) == 0:
		return refuse(inventory.InvalidSettings)
	case slices.ContainsFunc(c.Items, func(n int) bool { return n < 1 || n > len(o.items) || o.items[n-1].fee }):
		return refuse(inventory.NotFound)
	case !c.Staff && slices.ContainsFunc(c.Items, func(n int) bool { return o.items[n-1].gift }):
		return refuse(inventory.RefundByStaffOnly)
	case o.state == "pending" || o.state == "offered":
		return refuse(inventory.OrderPending)
	case !o.live():
		return inventory.Outcome{Code: inventory.OrderEnded, Status: m.orderAnswer(o).Status}
	case !slices.ContainsFunc(c.Items, func(n int) bool { return o.items[n-1].live }):
		return m.orderAnswer(o)
	}
	going := slices.Clone(c.Items)
	for i, it := range o.items {
		for _, no := range c.Items {
			if ticket := o.items[no-1]; ticket.live && it.with == ticket {
				going = append(going, i+1)
			}
		}
	}
	named := func(no int) bool { return slices.Contains(going, no) }
	if !c.Staff && m.othersHold(o, named) {
		return refuse(inventory.TicketsMoved)
	}
	return m.endItems(o, c.Who, named, c.Refund)
}

func (m *Model) endItems(o *claim, who inventory.Who, named func(no int) bool, wish *int64) inventory.Outcome {
	left := o.paid - o.back[o.payment]
	var sum, going int64
	for i, it := range o.items {
		if it.live && named(i+1) {
			sum += it.gross
			going++
		}
	}
	fees, end := m.feesGo(o, who, named)
	refund := min(sum+fees, left)
	switch {
	case !who.Staff && m.now >= m.event.CancellationEnds():
		return refuse(inventory.CancellationClosed)
	case !who.Staff && (wish != nil || bought(o) && !m.event.Settings.Orders.SelfRefund):
		return refuse(inventory.RefundByStaffOnly)
	case wish != nil && *wish%inventory.Step(m.event.Settings.Orders.Currency) != 0:
		return refuse(inventory.InvalidSettings)
	case wish != nil && *wish > left:
		return refuse(inventory.RefundTooHigh)
	case wish != nil:
		refund = *wish
	}
	o.owe(o.payment, refund)
	if going == o.count() {
		o.state = "cancelled" // its units stay what they were
	} else {
		for i, it := range o.items {
			it.live = it.live && !named(i+1)
		}
		o.units, o.feesGone = o.count(), end
	}
	answer := m.orderAnswer(o)
	answer.Refund = refund
	return answer
}

// unpaid finds an order that can still be paid, or says what there is instead.
func (m *Model) unpaid(id string) (*claim, inventory.Outcome) {
	o := m.orderOf(id)
	switch {
	case o == nil:
		return nil, refuse(inventory.NotFound)
	case o.state != "pending" && o.state != "offered":
		return nil, inventory.Outcome{Code: inventory.OrderEnded, Status: m.orderAnswer(o).Status}
	case m.event.Status == inventory.Cancelled:
		return nil, refuse(inventory.EventIsCancelled)
	}
	return o, inventory.Outcome{}
}

func (m *Model) beginPayment(c inventory.BeginPayment) inventory.Outcome {
	o, refusal := m.unpaid(c.OrderID)
	if o == nil {
		return refusal
	}
	o.until = max(o.until, o.payUntil)
	return m.orderAnswer(o)
}

func (m *Model) prolong(c inventory.Prolong) inventory.Outcome {
	o, refusal := m.unpaid(c.OrderID)
	if o == nil {
		return refusal
	}
	if o.state == "offered" {
		o.state, o.entry.state = "pending", "accepted"
	}
	if until := m.now + inventory.Instant(c.By); !o.prolonged && until > o.until {
		o.until, o.prolonged = until, true
	}
	return m.orderAnswer(o)
}

func (m *Model) putCode(c inventory.PutCode) inventory.Outcome {
	status := "active"
	if c.Code.Disabled {
		status = "disabled"
	}
	if m.event.Status == inventory.Cancelled {
		return refuse(inventory.EventIsCancelled)
	}
	for _, k := range m.codes {
		switch {
		case k.Text == c.Code.Text && k.ID != c.Code.ID:
			return refuse(inventory.AlreadyExists)
		case k.ID == c.Code.ID && (k.Kind != c.Code.Kind || k.Text != c.Code.Text),
			k.ID == c.Code.ID && c.Code.MaxUses > 0 && c.Code.MaxUses < m.uses(k.ID):
			return refuse(inventory.InvalidSettings)
		case k.ID == c.Code.ID:
			k.PriceCode = c.Code
			return inventory.Outcome{Status: status}
		}
	}
	m.codes = append(m.codes, &modelCode{c.Code})
	return inventory.Outcome{Status: status}
}
