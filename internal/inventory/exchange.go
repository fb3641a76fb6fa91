package inventory

import "slices"

// ExchangeState is where an exchange stands. It ends exactly once.
type ExchangeState string

// The states of an exchange.
const (
	ExchangeNone      ExchangeState = "" // not asked for yet; only in audit rows
	ExchangeOpen      ExchangeState = "open"
	ExchangeMatched   ExchangeState = "matched" // somebody of the waitlist is offered a place for it
	ExchangeDone      ExchangeState = "exchanged"
	ExchangeWithdrawn ExchangeState = "withdrawn"
	ExchangeClosed    ExchangeState = "closed" // nobody can take it any more, or there is nothing to take
)

// Exchange is a unit that its holder gives back as soon as somebody of the waitlist
// has paid for a place. Until then it stays the holder's: it is confirmed and
// counted once, in the holder's order. An item of a taker's order that stands on
// it takes no inventory while it is pending (see backing).
type Exchange struct {
	ID        string // exc_…
	State     ExchangeState
	TicketID  string // of unit Unit of the order
	OrderID   string
	Unit      int64
	Tier      string
	Seat      string // of the unit, if it has one: then it goes to the first who waits for that very seat
	PersonID  string // whose order it is
	TakerID   string // the order that stands on it, or took it; empty: none
	TakerUnit int64  // the number of that order's item
	Refund    int64  // what was due back for it when it was taken
	OpenedAt  Instant
	EndedAt   Instant
	OpenedSeq int64
	LastSeq   int64
}

// Ended reports whether nothing can come of the exchange any more.
func (x *Exchange) Ended() bool { return x.State != ExchangeOpen && x.State != ExchangeMatched }

// itemKey names an item of an order.
type itemKey struct {
	order string
	no    int64
}

// exchanges are those that have not ended, by what people and rows call them.
type exchanges struct {
	byID   map[string]*Exchange
	lentTo map[itemKey]*Exchange // by the taker's item that stands on it
	ofItem map[itemKey]*Exchange // by the holder's item
}

func (x *index) buildExchanges(st *State) {
	x.exchanges = exchanges{}
	if len(st.Exchanges) == 0 {
		return
	}
	for _, e := range st.Exchanges {
		x.listExchange(e)
		if e.State == ExchangeMatched {
			x.exchanges.lentTo[itemKey{e.TakerID, e.TakerUnit}] = e
		} else {
			x.lend(e, 1)
		}
	}
}

func (x *index) listExchange(e *Exchange) {
	if x.exchanges.byID == nil {
		x.exchanges = exchanges{map[string]*Exchange{}, map[itemKey]*Exchange{}, map[itemKey]*Exchange{}}
	}
	x.exchanges.byID[e.ID] = e
	x.exchanges.ofItem[itemKey{e.OrderID, e.Unit}] = e
}

// covers reports whether a unit of one tier can become one of another: it has all
// of its pools, and whoever takes it pays.
func covers(of, t *Tier) bool {
	if of == nil || t.LeastPrice().Amount == 0 || len(t.Pools) > len(of.Pools) {
		return false
	}
	for _, p := range t.Pools {
		if !slices.Contains(of.Pools, p) {
			return false
		}
	}
	return true
}

// lend counts an exchange that nobody stands on where the waitlist can have it.
func (x *index) lend(e *Exchange, n int64) {
	if e.Seat != "" {
		return // see State.standing
	}
	of := x.tiers[e.Tier]
	for _, t := range x.tiers {
		if covers(of.Tier, t.Tier) && !t.seats {
			t.spare += n
		}
	}
}

// respare counts again what the waitlist of a tier could have, whose price is another
// now.
func (x *index) respare(t *tierIndex) {
	t.spare = 0
	for _, e := range x.exchanges.byID {
		if e.State == ExchangeOpen && e.Seat == "" && !t.seats && covers(x.tiers[e.Tier].Tier, t.Tier) {
			t.spare++
		}
	}
}

// supply is the number of units of a tier that the waitlist could have.
func (t *tierIndex) supply() int64 { return t.available() + t.spare }

// backing is the exchange that an item stands on, nil when it takes a unit of
// its own.
func (d *decider) backing(h *Hold, no int) *Exchange {
	return d.exchanges.lentTo[itemKey{h.ID, int64(no)}]
}

func exchangeOutcome(x *Exchange) Outcome {
	return Outcome{Status: string(x.State), ExchangeID: x.ID, OrderID: x.OrderID, Units: 1}
}

// moveExchange writes a transition of an exchange.
func (d *decider) moveExchange(x *Exchange, to ExchangeState, who string, reason Reason, related string) {
	isNew, known := x.State == ExchangeNone, x.LastSeq > d.start
	seq := d.write(transition{
		who: who, subject: x.ID, from: string(x.State), to: string(to), reason: reason,
		related: related, units: 1, person: x.PersonID, prev: x.LastSeq,
	})
	x.State, x.LastSeq = to, seq
	if known {
		return
	}
	d.out.Exchanges = append(d.out.Exchanges, ExchangeChange{Exchange: x, New: isNew})
}

// endExchange ends an exchange, whatever it was; whoever stands on it must have been
// seen to.
func (d *decider) endExchange(x *Exchange, to ExchangeState, who string, reason Reason, related string) {
	if x.State == ExchangeOpen {
		d.lend(x, -1)
	}
	d.moveExchange(x, to, who, reason, related)
	x.EndedAt = d.now
	delete(d.exchanges.byID, x.ID)
	delete(d.exchanges.ofItem, itemKey{x.OrderID, x.Unit})
	d.st.Exchanges = slices.DeleteFunc(d.st.Exchanges, func(other *Exchange) bool { return other == x })
	if len(d.st.Exchanges) == 0 {
		d.st.Exchanges = nil
	}
	d.w.Exchanges[x.ID] = x
}

// match puts the last items of an order that is about to be taken on exchanges,
// the oldest first, as far as there are not units enough for it; t is nil for
// named seats.
func (d *decider) match(h *Hold, t *tierIndex) {
	switch {
	case h.Order == nil:
		return
	case t == nil:
		d.matchSeats(h)
		return
	}
	missing := h.Units - t.available()
	if missing <= 0 {
		return
	}
	no := h.Units - missing
	for _, x := range d.st.Exchanges {
		if no == h.Units {
			return
		}
		if x.State != ExchangeOpen || x.Seat != "" || !covers(d.tiers[x.Tier].Tier, t.Tier) {
			continue
		}
		no++
		d.stand(h, no, x)
	}
}

// matchSeats puts the items of an order that is about to be taken on the
// exchanges of their seats, those of them that another order has.
func (d *decider) matchSeats(h *Hold) {
	for i := range h.Order.Items {
		it := &h.Order.Items[i]
		for _, x := range d.st.Exchanges {
			if it.Seat != "" && x.State == ExchangeOpen && x.Seat == it.Seat {
				it.Standing = true
				d.stand(h, int64(it.No), x)
				break
			}
		}
	}
}

// stand puts an item of an order on an exchange.
func (d *decider) stand(h *Hold, no int64, x *Exchange) {
	d.lend(x, -1)
	x.TakerID, x.TakerUnit = h.ID, no
	d.exchanges.lentTo[itemKey{h.ID, no}] = x
	d.moveExchange(x, ExchangeMatched, systemActor, ReasonExchangeMatched, h.ID)
}

// standing are the seats that the waitlist could have from their holders, in order: they
// are in exchange, nobody stands on them, and whoever takes one pays.
func (s *State) standing() (seats []int32) {
	for _, x := range s.Exchanges {
		if x.Seat == "" || x.State != ExchangeOpen || !s.Tiers[x.Tier].Paid() {
			continue
		}
		if seat, ok := s.Seats.Index(x.Seat); ok {
			seats = append(seats, seat)
		}
	}
	slices.Sort(seats)
	return seats
}

// unmatch frees an exchange whose taker's item is given back: it is the waitlist's
// again, or over with the waitlist.
func (d *decider) unmatch(x *Exchange) {
	taker := x.TakerID
	d.standsAlone(x)
	if e := &d.st.Event; e.Status == Published && d.now >= e.RegistrationEnds() {
		d.endExchange(x, ExchangeClosed, systemActor, ReasonExchangeClosed, taker)
		return
	}
	d.moveExchange(x, ExchangeOpen, systemActor, ReasonExchangeUnmatched, taker)
	d.lend(x, 1)
}

// standsAlone takes an exchange from under the item that stands on it.
func (d *decider) standsAlone(x *Exchange) {
	delete(d.exchanges.lentTo, itemKey{x.TakerID, x.TakerUnit})
	x.TakerID, x.TakerUnit = "", 0
}

// itemGone ends the exchange of an item that was just given back. Anyone who stands on
// it takes the unit that came free, before anybody else sees it.
func (d *decider) itemGone(x *Exchange) {
	if x.State != ExchangeMatched {
		d.endExchange(x, ExchangeClosed, systemActor, ReasonExchangeVoid, x.TicketID)
		return
	}
	taker, no := d.standsOn(x), x.TakerUnit
	if x == d.swapping {
		delete(d.exchanges.lentTo, itemKey{x.TakerID, x.TakerUnit})
		d.endExchange(x, ExchangeDone, systemActor, ReasonExchanged, x.TakerID)
	} else {
		d.standsAlone(x)
		d.endExchange(x, ExchangeClosed, systemActor, ReasonExchangeVoid, taker.ID)
	}
	d.takeItem(taker, &taker.Order.Items[no-1], taker.State)
}

// standsOn is the order that stands on an exchange. That it is there is the
// loader's promise.
func (d *decider) standsOn(x *Exchange) *Hold {
	h := d.w.Holds[x.TakerID]
	if h == nil {
		panic("inventory: the work lacks order " + x.TakerID + ", which stands on " + x.ID)
	}
	return h
}

// takeOver makes the units that a paid order stands on its own: their holders
// are refunded and their tickets void in the same decision. When a holder came in
// with the ticket meanwhile and no other unit is free, the order ends instead; of a
// named seat there is no other.
func (d *decider) takeOver(h *Hold) bool {
	var used []*Exchange
	var list []need
	seated := false
	for i := range h.Order.Items {
		if x := d.backing(h, i+1); x != nil && d.w.Admitted[x.TicketID] {
			used = append(used, x)
			list = d.tiers[h.Order.Items[i].Tier].needs(list, 1)
			seated = seated || x.Seat != ""
		}
	}
	enough := !seated && room(list)
	if !enough {
		d.endOrder(h, systemActor, ReasonExchangeUsed, "")
	}
	for _, x := range used {
		if x.Ended() {
			continue // with its waitlist
		}
		no := x.TakerUnit
		if enough {
			d.standsAlone(x)
		}
		d.endExchange(x, ExchangeClosed, systemActor, ReasonExchangeUsed, x.TicketID)
		if enough {
			d.takeItem(h, &h.Order.Items[no-1], h.State)
		}
	}
	if !enough {
		return false
	}
	for i := range h.Order.Items {
		if x := d.backing(h, i+1); x != nil {
			d.swap(x)
		}
	}
	return true
}

// swap gives the unit of an exchange to the order that stands on it.
func (d *decider) swap(x *Exchange) {
	h := d.w.Holds[x.OrderID]
	it := &h.Order.Items[x.Unit-1]
	x.Refund = min(it.Gross, h.Order.Refundable())
	d.swapping = x
	d.releaseItems(h, systemActor, []*Item{it}, x.Refund, goneFor{ReasonOrderExchanged, ReasonItemsExchanged})
	d.swapping = nil
}

// canTakeOver reports whether the holders of all units that an order stands on were
// loaded. They were, unless the order came into being in this very batch and its holder
// was named by nothing else in it. No buyer gets there: a way to pay is made for an order
// that was read from the database, and the ids of such orders are told after the commit.
// Only a provider's notice with an invented reference can name an order before there is
// one. It is answered as what it is, a payment for no order: settlement refunds it, and
// the order stays to be paid. Loading the holders of everything that might be promoted
// would cost each batch more than that answer is worth.
func (d *decider) canTakeOver(h *Hold) bool {
	for i := range h.Order.Items {
		if x := d.backing(h, i+1); x != nil && d.w.Holds[x.OrderID] == nil {
			return false
		}
	}
	return true
}

// closeExchanges ends those that nobody took before registration closed: their
// holders keep the tickets.
func (d *decider) closeExchanges() {
	e := &d.st.Event
	if len(d.st.Exchanges) == 0 || e.Status != Published || d.now < e.RegistrationEnds() {
		return
	}
	var over []*Exchange
	for _, x := range d.st.Exchanges {
		if x.State == ExchangeOpen {
			over = append(over, x)
		}
	}
	if len(over) > MaxSweep {
		over, d.workLeft = over[:MaxSweep], true
	}
	for _, x := range over {
		d.endExchange(x, ExchangeClosed, systemActor, ReasonExchangeClosed, x.TicketID)
	}
}

// exchangesWait reports whether an exchange must be closed when registration does.
func (s *State) exchangesWait() bool {
	return slices.ContainsFunc(s.Exchanges, func(x *Exchange) bool { return x.State == ExchangeOpen })
}

// ExchangesWanted says what must be loaded beside what was: the orders on the
// other side of the exchanges of those that were, and the tickets of which it
// matters whether somebody came in with them.
func ExchangesWanted(st *State, w *Work) (holds, tickets []string) {
	for _, x := range st.Exchanges {
		if x.State != ExchangeMatched {
			continue
		}
		holder, taker := w.Holds[x.OrderID], w.Holds[x.TakerID]
		if taker != nil {
			tickets = append(tickets, x.TicketID)
			if holder == nil && !slices.Contains(holds, x.OrderID) {
				holds = append(holds, x.OrderID)
			}
		}
		if holder != nil && taker == nil && !slices.Contains(holds, x.TakerID) {
			holds = append(holds, x.TakerID)
		}
	}
	return holds, tickets
}
