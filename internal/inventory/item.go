package inventory

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Order is the money and the items of a hold of the kind KindOrder.
type Order struct {
	Currency          string
	Total             int64  // gross of all items, fees among them, as it was ordered
	Items             []Item // numbered 1, 2, 3, …; never removed
	PromoID, AccessID string // codes it was made with; empty: none
	PaymentID         string // the payment that confirmed it
	Paid              int64  // of that payment
	// PayUntil is the deadline that the order gets when its payment begins; not later
	// than ExpiresAt: it has that time already. 0 for an order that is held for other
	// reasons than its payment: an offer, and what costs nothing.
	PayUntil  Instant
	Prolonged bool
	// Taxation is how it is taxed, as Taxation.String writes it; "": as its tiers say. VATID is the
	// number of the business that owes the tax of a ReverseCharge, which is the buyer's and erased
	// with them.
	Taxation, VATID string
	Refunds         []Refund // what is due back so far, oldest first
}

// Item is one unit of an order, or a fee, which is none.
type Item struct {
	No   int // from 1; the ticket's id is derived from it
	Tier string
	Seat string // a named seat, or empty
	// FirstSeat is the seat that the item was taken with, when it was moved to another since
	// (see Reseat); else empty.
	FirstSeat string
	// Standing: the seat is another order's, whose holder gives it back as soon as
	// this one is paid (see Exchange).
	Standing bool
	// GoesWith is the number of the ticket that an add-on goes with; 0 of any other item.
	GoesWith int
	// Donation: it is a gift, and not for sale (see donation.go).
	Donation bool
	// Fee has the terms of a fee that the line is, as FeeTerms.String writes them; empty: none.
	Fee string
	// Listed is what it costs as its tier says, as Charge.ListedText writes it, where its order is
	// taxed otherwise; empty: that is its Charge.
	Listed string
	// ReleasedSeq is the ledger seq at which it was released; 0: it is live.
	ReleasedSeq int64
	Charge
}

// Live reports whether the item takes inventory while its hold does.
func (it *Item) Live() bool { return it.ReleasedSeq == 0 }

// Refund is money to be given back. It is written in the transaction of the
// decision that owes it; paying it out is another room's, and its key there is
// (event, Seq).
type Refund struct {
	Seq       int64 // of the audit row that made it due
	OrderID   string
	PaymentID string
	Amount    int64 // minor units, above 0
	Currency  string
	Reason    Reason // of the audit row
	At        Instant
}

// OrderStatus is how people call the state of an order: pending, confirmed,
// cancelled, refunded or expired. It needs the refunds of the order.
func (h *Hold) OrderStatus() string {
	switch h.State {
	case HoldHeld:
		return "pending"
	case HoldConfirmed:
		return "confirmed"
	}
	switch {
	case h.Reason == ReasonOrderExpired || h.Reason == ReasonOfferExpired:
		return "expired"
	case h.Order != nil && len(h.Order.Refunds) > 0:
		return "refunded"
	}
	return "cancelled"
}

// Refundable is what was paid for the order and is not due back yet.
func (o *Order) Refundable() int64 {
	left := o.Paid
	for i := range o.Refunds {
		if o.Refunds[i].PaymentID == o.PaymentID {
			left -= o.Refunds[i].Amount
		}
	}
	return left
}

// An item takes inventory in three functions and nowhere else: takeItem,
// confirmItem and giveItem. Each takes one unit of each pool of the item's tier.
// What an item takes beside that, such as a seat, is taken, confirmed and given
// back in the same three; a Reseat alone changes a seat that an item has. An item that stands on an exchange takes nothing, and no
// seat, until the unit is its own (see Exchange).

func (d *decider) takeItem(h *Hold, it *Item, s HoldState) {
	if d.backing(h, it.No) != nil {
		return // it stands on a unit that is another order's until it is paid
	}
	if it.Standing {
		it.Standing = false
		d.extendHold(h)
	}
	d.setSeat(it, seatState(h, s))
	for _, p := range d.tiers[it.Tier].pools {
		*counterOf(p, h, s)++
		d.touchPool(p)
	}
}

func (d *decider) confirmItem(it *Item) {
	d.setSeat(it, seatmap.Sold)
	for _, p := range d.tiers[it.Tier].pools {
		p.Held--
		p.Confirmed++
		d.touchPool(p)
	}
}

func (d *decider) giveItem(h *Hold, it *Item, s HoldState, seq int64) {
	it.ReleasedSeq = seq
	if x := d.backing(h, it.No); x != nil {
		it.Standing = false
		d.unmatch(x)
		return
	}
	d.setSeat(it, seatmap.Free)
	for _, p := range d.tiers[it.Tier].pools {
		*counterOf(p, h, s)--
		d.touchPool(p)
	}
	if x := d.exchanges.ofItem[itemKey{h.ID, int64(it.No)}]; x != nil {
		d.itemGone(x)
	}
}

// takeItems takes the inventory of a hold that was just made, and of its codes.
func (d *decider) takeItems(h *Hold) {
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; it.Live() {
			d.takeItem(h, it, h.State)
		}
	}
	d.useCodes(h.Order, 1)
}

func (d *decider) confirmItems(h *Hold) {
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; it.Live() {
			d.confirmItem(it)
		}
	}
}

// giveItems gives back all that a hold which was just released still had.
func (d *decider) giveItems(h *Hold, from HoldState) {
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; it.Live() {
			d.giveItem(h, it, from, h.LastSeq)
		}
	}
	d.useCodes(h.Order, -1)
}

// need is how many units of a pool something takes.
type need struct {
	pool  *poolIndex
	units int64
}

// needs adds the units of a tier to what is needed of each pool.
func (t *tierIndex) needs(list []need, units int64) []need {
next:
	for _, p := range t.pools {
		for i := range list {
			if list[i].pool == p {
				list[i].units += units
				continue next
			}
		}
		list = append(list, need{p, units})
	}
	return list
}

// room reports whether all that is needed is free.
func room(list []need) bool {
	for _, n := range list {
		if n.pool.Available() < n.units {
			return false
		}
	}
	return true
}

// numbersOf are the numbers of items.
func numbersOf(items []*Item) []int64 {
	numbers := make([]int64, len(items))
	for i, it := range items {
		numbers[i] = int64(it.No)
	}
	return numbers
}

// listItems writes item numbers as an audit row names them: "1,4".
func listItems(items []*Item) string {
	names := make([]string, len(items))
	for i, it := range items {
		names[i] = strconv.Itoa(it.No)
	}
	return strings.Join(names, ",")
}
