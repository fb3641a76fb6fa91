package hammer

import (
	"math/rand/v2"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/id"
)

// exchangePrice is what a seat of the hall of Exchanges costs, in minor units:
// only what was paid for goes back to the waitlist for its money.
const exchangePrice = 1000

// deal is what a run of exchanges knows of an order, an entry or a ticket that was
// given to the waitlist.
type deal struct {
	user, id, offer string
	units           int
}

// exchanges acts for people who buy named seats, give their tickets to the waitlist,
// wait for the seats of others, and pay.
type exchanges struct {
	people                               people
	hall                                 *Hall
	random                               *rand.Rand
	unpaid, paid, given, entries, offers []deal
	acting                               deal
}

func (x *exchanges) next(q *request) bool {
	size := 1 + x.random.IntN(3)
	*q = request{event: x.hall.Event, best: size}
	switch roll := x.random.IntN(100); {
	case len(x.unpaid) > 0 && roll < 60:
		x.acting = drawn(x.random, &x.unpaid)
		q.op, q.user, q.subject = OpPay, x.acting.user, x.acting.id
		if roll < 5 {
			q.op = OpReturn
		}
	case len(x.offers) > 0 && roll < 60:
		x.acting = drawn(x.random, &x.offers)
		q.op, q.user, q.subject, q.entry = OpAccept, x.acting.user, x.acting.offer, x.acting.id
		if roll < 25 {
			q.op = OpDecline
		}
	case len(x.entries) > 0 && roll < 30:
		x.acting = drawn(x.random, &x.entries)
		q.op, q.user, q.subject, q.entry = OpRead, x.acting.user, x.acting.id, x.acting.id
	case len(x.given) > 0 && roll < 36:
		x.acting = drawn(x.random, &x.given)
		q.op, q.subject = OpWithdraw, x.acting.id
	case len(x.paid) > 0 && roll < 60:
		x.acting = drawn(x.random, &x.paid)
		q.op, q.user, q.subject = OpExchange, x.acting.user, id.TicketOf(x.acting.id, int64(1+x.random.IntN(x.acting.units)))
		if roll < 38 {
			q.op, q.subject = OpReturn, x.acting.id
		}
	case roll < 85:
		q.op, q.user = OpWait, x.people.next()
		q.section = hallSections[x.random.IntN(min(x.hall.Rows, len(hallSections)))]
		if roll < 70 {
			q.section, q.seats = "", x.hall.stretch(x.random.IntN, size)
		}
	default:
		q.op, q.user = OpReserve, x.people.next()
		if roll < 95 {
			q.seats = x.hall.stretch(x.random.IntN, size)
		}
	}
	if q.op != OpWait && q.op != OpReserve {
		q.best = x.acting.units
	}
	return true
}

// learn keeps book; what was refused or never answered is let go.
func (x *exchanges) learn(q *request, reply *Reply) {
	if reply == nil || !reply.OK() {
		return
	}
	switch q.op {
	case OpReserve, OpAccept:
		x.unpaid = append(x.unpaid, deal{user: q.user, id: FindID(reply.Body, id.Order), units: q.best})
	case OpPay:
		x.paid = append(x.paid, x.acting)
	case OpExchange: // the order's other tickets may be given, too
		x.paid = append(x.paid, x.acting)
		x.given = append(x.given, deal{id: FindID(reply.Body, id.Exchange)})
	case OpWait, OpRead:
		who := deal{user: q.user, id: orDefault(FindID(reply.Body, id.Entry), q.entry), offer: FindID(reply.Body, id.Offer), units: q.best}
		switch Field(reply.Body, "status") {
		case "offered":
			x.offers = append(x.offers, who)
		case "waiting", "waitlisted":
			x.entries = append(x.entries, who)
		}
	}
}

// deals writes what a request about money or an exchange begins with, and its body.
func (e *encoder) deals(b []byte, q *request) []byte {
	at := func(things, verb string) []byte {
		return append(append(append(b, things...), q.subject...), verb...)
	}
	switch q.op {
	case OpPay:
		e.body = append(strconv.AppendQuote(append(e.body, `{"reference":`...), q.user), '}')
		return at("POST /v1/orders/", ":mark-paid")
	case OpExchange:
		return at("POST /v1/tickets/", ":exchange")
	}
	return at("POST /v1/exchanges/", ":withdraw")
}
