package verify

import (
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Orders are holds with items. Each item is replayed through the audit rows of
// its order, takes its units from the pools there, and must end as its row says
// (invariants 1 to 5). Invariant 10 is about the money: what an item costs is
// recomputed from what is stored with it, what was paid is what the order costs,
// and what is due back stands in a row of the decision that owes it.

// orderRecord is the money of an order and its items.
type orderRecord struct {
	inventory.Order
	items []itemRecord
	block bool // of seats: it has items and no money
	// ended are the items that the last end of the order released, which a late
	// payment takes again; by the audit rows read so far, as is left.
	ended []int
	left  int64
	owed  map[string]int64 // due back, by payment
	paid  int64            // by the audit rows: the seq of the row that paid it; 0: none
	begun bool             // by the audit rows: its payment has begun
	till  string           // by its first audit row, where it was sold; "": at no till
	// by the audit rows: since when there is the order, and when its offer was accepted; 0: it
	// was none. imported: its prices are those of another shop.
	began, accepted int64
	imported        bool
	gone            int64 // of that payment, due back by the audit rows read so far
}

type itemRecord struct {
	tier word
	// seat is its place in the plan by the audit rows read so far, stored that by its row; -1: none.
	seat, stored int32
	charge       inventory.Charge
	released     int64           // the ledger seq that the row says
	told         int64           // the ledger seq by the audit rows; 0: it lives
	with         int             // the number of the ticket that an add-on goes with
	donation     bool            // the row says that it is a gift
	listed       word            // what it costs as its tier says, where that is not its charge; of "": it is
	fee          word            // the terms of a fee that it is said to be; of "": it is none
	standing     bool            // the row says that its seat is another order's
	on           *exchangeRecord // by the audit rows read so far: it takes nothing
	begun        int64           // the row that took it first; 0: none did so far
}

// codeRecord is a promo or access code, and how many orders have it.
type codeRecord struct {
	inventory.PriceCode
	told      trace
	committed commitment
	used      int64
}

func (c *check) loadOrders() error {
	event := c.event.Event.ID
	err := c.run.snapshot.Orders(event, func(o *events.OrderRecord) error {
		c.run.report.Checked.Orders++
		c.orders[c.names.key(o.ID)] = &orderRecord{Order: o.Order, owed: map[string]int64{}}
		return nil
	})
	if err != nil {
		return err
	}
	err = c.run.snapshot.Items(event, func(order, state string, it *inventory.Item) error {
		c.run.report.Checked.Items++
		k := c.names.key(order)
		o := c.orders[k]
		if o == nil {
			if o = c.seatBlock(k); o == nil {
				c.fail(10, order, "item %d is of a hold that is neither an order nor a block of seats", it.No)
				return nil
			}
		}
		if it.No != len(o.items)+1 {
			c.fail(4, order, "item %d follows item %d", it.No, len(o.items))
		}
		if (state == "released") != (it.ReleasedSeq != 0) {
			c.fail(4, order, "item %d is %s and was released at %d", it.No, state, it.ReleasedSeq)
		}
		seat := c.seatOfItem(order, it)
		o.items = append(o.items, itemRecord{tier: c.words.number(it.Tier), seat: c.firstSeat(order, it, seat), stored: seat, charge: it.Charge, released: it.ReleasedSeq, with: it.GoesWith, donation: it.Donation, fee: c.words.number(it.Fee), listed: c.words.number(it.Listed), standing: it.Standing})
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.run.snapshot.RefundsDue(event, func(r *inventory.Refund) error {
		c.run.report.Checked.RefundsDue++
		c.refunds[r.Seq], c.dues[r.Seq] = r, r
		if o := c.orders[c.names.key(r.OrderID)]; o != nil {
			o.owed[r.PaymentID] += r.Amount
		}
		return nil
	}); err != nil {
		return err
	}
	return c.run.snapshot.PriceCodes(event, func(p *inventory.PriceCode) error {
		c.run.report.Checked.Codes++
		c.codes[p.ID] = &codeRecord{PriceCode: *p}
		return nil
	})
}

// orderOf returns the order of a hold, nil for another kind. That an order has
// its money is checked at the end.
func (c *check) orderOf(h *holdRecord) *orderRecord {
	switch inventory.HoldKind(c.words.text(h.kind)) {
	case inventory.KindOrder, inventory.KindBlock:
		return c.orders[h.id]
	}
	return nil
}

// orderRow replays a row of an order.
func (c *check) orderRow(h *holdRecord, o *orderRecord, r *inventory.AuditRow, before inventory.HoldState) {
	var moved int64
	switch to := inventory.HoldState(r.To); {
	case r.From == "":
		c.publicOrder(o, r)
		c.standOn(h, o, r)
		tillRow(o, r)
		for i := 0; i < len(o.items) && moved+c.unitsAt(o, i) <= r.Units; i++ {
			c.takeItem(&o.items[i], r)
			moved += c.unitsAt(o, i)
		}
		o.left = moved
	case r.Reason == inventory.ReasonAccepted:
		o.left += c.addOnsOf(o, r)
		moved = o.left
	case r.Reason == inventory.ReasonPaidLate:
		c.publicOrder(o, r)
		for _, i := range o.ended {
			c.takeItem(&o.items[i], r)
		}
		moved = c.unitsAt(o, o.ended...)
		o.left = moved
	case r.Reason == inventory.ReasonItemsCancelled || r.Reason == inventory.ReasonItemsRefunded || r.Reason == inventory.ReasonItemsExchanged ||
		r.Reason == inventory.ReasonSeatsUnblocked:
		moved = c.itemsGo(o, r)
		o.left -= moved
	case alive(before) && !alive(to):
		o.ended = o.ended[:0]
		for i := range o.items {
			if o.items[i].told == 0 && o.items[i].begun != 0 {
				c.giveItem(&o.items[i], r)
				o.ended = append(o.ended, i)
			}
		}
		moved = c.unitsAt(o, o.ended...)
		o.left = moved
	default:
		moved = o.left
	}
	c.beginRow(o, r)
	c.donationRow(h, o, r)
	c.feeRow(h, o, r)
	pricedBy(o, r)
	c.compare(4, r.Subject, "an audit row of the order has %d units, and its items are %d", r.Units, moved)
	h.told.units = o.left
	c.moneyRow(o, r)
}

// beginRow replays that the payment of an order begins, which prolongs it once.
func (c *check) beginRow(o *orderRecord, r *inventory.AuditRow) {
	if r.Reason != inventory.ReasonPaymentBegun {
		return
	}
	switch {
	case o.begun:
		c.fail(5, r.Subject, "audit row %d begins the payment of the order a second time", r.Seq)
	case o.PayUntil <= r.At:
		c.fail(5, r.Subject, "audit row %d begins the payment of the order at %s, and it had until %s to be paid", r.Seq, clock(r.At), clock(o.PayUntil))
	}
	o.begun = true
}

// checkTimeToPay checks that a pending order has its time to pay when its payment has
// begun. A payment that is pending at its provider may have more.
func (c *check) checkTimeToPay(h *holdRecord, o *orderRecord) {
	if c.holdState(h) != inventory.HoldHeld || o.PayUntil == 0 {
		return
	}
	id := c.names.id(h.id)
	switch {
	case o.Prolonged:
	case h.expiresAt > o.PayUntil:
		c.fail(5, id, "the order is held until %s, and can be paid until %s", clock(h.expiresAt), clock(o.PayUntil))
	case o.begun && h.expiresAt < o.PayUntil:
		c.fail(5, id, "the payment of the order has begun, and it is held until %s instead of %s", clock(h.expiresAt), clock(o.PayUntil))
	}
}

// publicOrder checks an order that did not come from the waitlist: no units of the
// pools that it takes from are owed to anybody who waits. Staff may block what is free, or
// hold it back until a time, whoever waits for it: that gives it to nobody.
func (c *check) publicOrder(o *orderRecord, r *inventory.AuditRow) {
	if o.block || r.Reason == inventory.ReasonOffered || r.Reason == inventory.ReasonPromoted {
		return
	}
	c.publicSeats(o, r)
	asked := map[word]bool{}
	for i := range o.items {
		if t := o.items[i].tier; !asked[t] {
			asked[t] = true
			c.publicTook(c.tierByID[t], r)
		}
	}
}

func (c *check) takeItem(it *itemRecord, r *inventory.AuditRow) {
	it.told = 0
	if it.begun == 0 {
		it.begun = r.Seq
	}
	if it.on == nil {
		c.takeUnit(it, r.Subject, r, true)
	}
}

// takeUnit takes the unit of an item of a hold. Of one that another order just gave
// up for it there is nothing that could be free.
func (c *check) takeUnit(it *itemRecord, hold string, r *inventory.AuditRow, free bool) {
	c.takeSeat(it, hold, r)
	tier := c.tierByID[it.tier]
	if tier == nil {
		return // checkReferences says so
	}
	for _, p := range tier.pools {
		p.taken++
		if free && p.taken > p.capacity {
			c.fail(1, p.ID, "audit row %d takes a unit for %s, which makes %d taken of a capacity of %d", r.Seq, r.Subject, p.taken, p.capacity)
		}
	}
}

func (c *check) giveItem(it *itemRecord, r *inventory.AuditRow) {
	it.told = r.Seq
	if it.on != nil {
		return // what it stands on stays its holder's
	}
	c.giveSeat(it, r)
	if tier := c.tierByID[it.tier]; tier != nil {
		for _, p := range tier.pools {
			p.taken--
		}
	}
}

// itemsGo releases the items that a row lists.
func (c *check) itemsGo(o *orderRecord, r *inventory.AuditRow) (n int64) {
	for _, name := range strings.Split(r.Related, ",") {
		no, err := strconv.Atoi(name)
		if err != nil || no < 1 || no > len(o.items) || o.items[no-1].told != 0 {
			c.fail(4, r.Subject, "audit row %d releases item %q, which the order does not have any more", r.Seq, name)
			continue
		}
		c.giveItem(&o.items[no-1], r)
		n += c.unitsAt(o, no-1)
	}
	return n
}

// moneyRow checks that a row which owes money has a row of what is due, and no
// other has one.
func (c *check) moneyRow(o *orderRecord, r *inventory.AuditRow) {
	due := c.refunds[r.Seq]
	delete(c.refunds, r.Seq)
	if r.Reason == inventory.ReasonPaid || r.Reason == inventory.ReasonPaidLate {
		o.paid = r.Seq
		if r.Related != o.PaymentID {
			c.fail(10, r.Subject, "audit row %d says that payment %q paid the order, its row says %q", r.Seq, r.Related, o.PaymentID)
		}
	}
	switch r.Reason {
	case inventory.ReasonOrderRefunded, inventory.ReasonItemsRefunded,
		inventory.ReasonPaymentLate, inventory.ReasonPaymentMismatch, inventory.ReasonPaymentAgain, inventory.ReasonCardLimit:
		if due == nil {
			c.fail(10, r.Subject, "audit row %d (%s) owes money, and none is due back", r.Seq, r.Reason)
		}
	case inventory.ReasonItemsExchanged, inventory.ReasonOrderExchanged:
		var amount int64
		if due != nil {
			amount = due.Amount
			c.exchanged[r.Seq] = due
		}
		c.exchangedMoney(o, r, amount)
	case inventory.ReasonEventCancelled:
		// What was paid and not given back before.
	default:
		if due != nil {
			c.fail(10, r.Subject, "audit row %d (%s) owes nothing, and %d are due back", r.Seq, r.Reason, due.Amount)
		}
	}
	if due == nil {
		return
	}
	payment := o.PaymentID
	if due.PaymentID == payment {
		o.gone += due.Amount
	}
	switch r.Reason {
	case inventory.ReasonPaymentLate, inventory.ReasonPaymentMismatch, inventory.ReasonPaymentAgain, inventory.ReasonCardLimit:
		payment = r.Related
	}
	if due.OrderID != r.Subject || due.PaymentID != payment || due.Reason != r.Reason {
		c.fail(10, r.Subject, "what is due back by audit row %d is of order %s, payment %q, because of %q; the row says %s, %q, %q",
			r.Seq, due.OrderID, due.PaymentID, due.Reason, r.Subject, payment, r.Reason)
	}
}

// checkOrders compares the orders with their replay, and their money with itself.
func (c *check) checkOrders() {
	for h := range c.holds.all() {
		isOrder := c.words.text(h.kind) == string(inventory.KindOrder)
		o := c.orders[h.id]
		switch {
		case o != nil && o.block:
			c.checkItems(h, o)
		case isOrder && o == nil:
			c.fail(10, c.names.id(h.id), "the hold is an order, and what it costs is not stored")
		case !isOrder && o != nil:
			c.fail(10, c.names.id(h.id), "the hold is not an order, and has money and items")
		case isOrder:
			c.checkItems(h, o)
			c.checkExtras(h, o)
			c.checkDonations(h, o)
			c.checkFees(h, o)
			c.checkMoney(h, o)
			c.checkTimeToPay(h, o)
			c.countUses(h, o)
		}
	}
	seqs := make([]int64, 0, len(c.refunds))
	for seq := range c.refunds {
		seqs = append(seqs, seq)
	}
	slices.Sort(seqs)
	for _, seq := range seqs {
		c.fail(10, c.refunds[seq].OrderID, "%d are due back by audit row %d, which is not one of an order's that owes", c.refunds[seq].Amount, seq)
	}
	c.checkCodes()
}

func (c *check) checkItems(h *holdRecord, o *orderRecord) {
	id := c.names.id(h.id)
	var live int64
	for i := range o.items {
		it := &o.items[i]
		if it.begun == 0 {
			c.fail(4, id, "item %d is stored, and no audit row of the order took it", i+1)
		}
		if it.released != it.told {
			c.fail(4, id, "item %d was released by audit row %d, and by the audit rows it was %d", i+1, it.released, it.told)
		}
		c.checkItemSeat(id, i+1, it)
		if it.released == 0 && !c.isFee(it) {
			live++
		}
		if stands := it.seat >= 0 && c.standing[itemName{h.id, int64(i + 1)}] != ""; it.standing != stands {
			c.fail(3, id, "item %d is said to stand on another's seat: %t, by the exchanges: %t", i+1, it.standing, stands)
		}
	}
	switch {
	case alive(c.holdState(h)):
		c.compare(2, id, "the order has %d units, and %d of its items live", h.units, live)
	case live > 0:
		c.fail(3, id, "the order is released, and %d of its items live", live)
	}
}

// checkMoney is invariant 10, as far as it is the order's own.
func (c *check) checkMoney(h *holdRecord, o *orderRecord) {
	id := c.names.id(h.id)
	var total int64
	c.checkChosen(h, o)
	for i := range o.items {
		total += o.items[i].charge.Gross
		if want := charge(o.items[i].charge.Price, o.items[i].charge.Discount, o.Currency); want != o.items[i].charge {
			c.fail(10, id, "item %d is charged %+v, and by its price and discount it is %+v", i+1, o.items[i].charge, want)
		}
	}
	c.compare(10, id, "the order costs %d, and its items %d", o.Total, total)
	c.checkTaxed(h, o)
	confirmed := c.holdState(h) == inventory.HoldConfirmed
	switch {
	case (o.PaymentID == "") != (o.Paid == 0) || (o.PaymentID == "") != (o.paid == 0):
		c.fail(10, id, "%d are paid by payment %q, and audit row %d says so", o.Paid, o.PaymentID, o.paid)
	case o.Paid != 0 && o.Paid != o.Total:
		c.fail(10, id, "%d are paid for the order, which costs %d", o.Paid, o.Total)
	case confirmed && o.Paid != o.Total:
		c.fail(10, id, "the order is confirmed, costs %d, and nothing is paid", o.Total)
	case o.owed[o.PaymentID] > o.Paid:
		c.fail(10, id, "%d are due back of a payment of %d", o.owed[o.PaymentID], o.Paid)
	}
	if c.words.text(h.reason) == string(inventory.ReasonEventCancelled) && o.owed[o.PaymentID] != o.Paid {
		c.fail(10, id, "the event is cancelled, %d are paid for the order and %d due back", o.Paid, o.owed[o.PaymentID])
	}
}

// charge computes a charge in its own way: whole units first, then the rest,
// half of one and more being one more.
func charge(p inventory.Price, discount int64, currency string) inventory.Charge {
	left := p.Amount - discount
	if p.TaxIncluded {
		left = payable(left, currency)
	}
	whole := int64(10_000)
	if p.TaxIncluded {
		whole += p.TaxRate
	}
	tax := left / whole * p.TaxRate
	rest := left % whole * p.TaxRate
	tax += rest / whole
	if rest%whole*2 >= whole {
		tax++
	}
	c := inventory.Charge{Price: p, Discount: discount, Net: left, Tax: tax, Gross: left + tax}
	if p.TaxIncluded {
		c.Net, c.Gross = left-tax, left
	} else if can := payable(c.Gross, currency); can != c.Gross {
		split := charge(inventory.Price{Amount: can, TaxRate: p.TaxRate, TaxIncluded: true}, 0, currency)
		c.Net, c.Tax, c.Gross = split.Net, split.Tax, can
	}
	return c
}

// payable is the nearest amount that is a multiple of what can be paid in the
// currency, half of it and more being one more.
func payable(amount int64, currency string) int64 {
	step := inventory.Step(currency)
	rest := amount % step
	if rest > 0 && rest*2 >= step {
		return amount - rest + step
	}
	return amount - rest
}

func (c *check) countUses(h *holdRecord, o *orderRecord) {
	for _, id := range [...]string{o.PromoID, o.AccessID} {
		if p := c.codes[id]; p != nil && alive(c.holdState(h)) {
			p.used++
		}
	}
}

// codeRow replays a row of a code.
func (c *check) codeRow(r *inventory.AuditRow) {
	p := c.codes[r.Subject]
	if p == nil {
		c.missing(r)
		return
	}
	c.follow(&p.told, r, true)
	p.committed = committedBy(r)
}

func (c *check) checkCodes() {
	ids := make([]string, 0, len(c.codes))
	for id := range c.codes {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		p := c.codes[id]
		state := "active"
		if p.Disabled {
			state = "disabled"
		}
		if told := c.words.text(p.told.state); told != state || p.told.lastSeq != p.LastSeq {
			c.fail(4, id, "the code is %s at audit row %d, and by its audit rows it is %q at %d", state, p.LastSeq, told, p.told.lastSeq)
		}
		c.compare(2, id, "the code counts %d uses, and %d live orders have it", p.Used, p.used)
		if p.MaxUses > 0 && p.used > p.MaxUses {
			c.fail(1, id, "%d live orders have the code, which %d may", p.used, p.MaxUses)
		}
	}
}

// tierRow replays a change of a tier.
func (c *check) tierRow(r *inventory.AuditRow) {
	t := c.tierByID[c.words.number(r.Subject)]
	if t == nil {
		c.missing(r)
		return
	}
	if t.told.lastSeq != 0 && c.words.text(t.told.state) != r.From {
		c.fail(4, r.Subject, "audit row %d changes the price from %s, which was %s", r.Seq, r.From, c.words.text(t.told.state))
	}
	t.was = append(t.was, pastPrice{until: r.Seq, price: c.words.number(r.From)})
	t.told.state, t.told.lastSeq = c.words.number(r.To), r.Seq
	c.termsOfRow(r)
}

func (c *check) checkPrices() {
	for _, t := range c.tiers {
		if told := c.words.text(t.told.state); t.told.lastSeq != 0 && told != t.PriceText() {
			c.fail(4, t.ID, "the tier costs %s, and by its audit rows %s", t.PriceText(), told)
		}
	}
}
