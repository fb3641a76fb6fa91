package hammer

import (
	"math/rand/v2"
	"strconv"
	"sync/atomic"

	"github.com/holdfast-events/holdfast/internal/id"
)

// seats writes what a request about seats begins with, and its body.
func (e *encoder) seats(b []byte, q *request) []byte {
	at := func(b []byte, path string) []byte {
		return append(append(append(b, "POST /v1/events/"...), q.event...), path...)
	}
	named := func(b []byte) []byte {
		b = append(b, `"seat_ids":[`...)
		for i, seat := range q.seats {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(append(b, '"'), seat...), '"')
		}
		return append(b, ']')
	}
	switch q.op {
	case OpReturn:
		return append(append(append(b, "POST /v1/orders/"...), q.subject...), ":cancel"...)
	case OpBlock:
		e.body = append(named(append(e.body, '{')), '}')
		return at(b, "/blocks")
	case OpUnblock:
		e.body = append(named(append(e.body, '{')), '}')
		return append(append(at(b, "/blocks/"), q.subject...), ":unblock"...)
	}
	e.person(q.user, false)
	e.body = e.body[:len(e.body)-len(`"guests":[]}`)] // its comma stays
	if q.op == OpWait {
		e.body = append(strconv.AppendInt(append(e.body, `"quantity":`...), int64(max(1, q.best)), 10), ',')
		if q.section != "" {
			e.body = append(append(append(e.body, `"sections":["`...), q.section...), `"]}`...)
		} else {
			e.body = append(named(e.body), '}')
		}
		return at(b, "/seats:wait")
	}
	e.body = append(e.body, `"items":[`...)
	for i, seat := range q.seats {
		if i > 0 {
			e.body = append(e.body, ',')
		}
		e.body = append(append(append(e.body, `{"seat_id":"`...), seat...), `"}`...)
	}
	if len(q.seats) == 0 {
		e.body = append(strconv.AppendInt(append(e.body, `{"best":{},"quantity":`...), int64(q.best), 10), '}')
	}
	e.body = append(e.body, `]}`...)
	return at(b, "/orders")
}

// tries is how often a buyer of a race chooses seats before asking for the best.
const tries = 3

// race is one buyer after the other, each wanting one to four seats side by side.
type race struct {
	hall   *Hall
	buyers *atomic.Int64 // how many have come, over all connections
	most   int64
	prefix string
	random *rand.Rand

	user string // who is buying; empty: nobody
	size int
	try  int
}

func (r *race) next(q *request) bool {
	if r.user == "" {
		n := r.buyers.Add(1)
		if n > r.most {
			return false
		}
		r.user, r.size, r.try = r.prefix+"-"+strconv.FormatInt(n, 36), 1+r.random.IntN(4), 0
	}
	*q = request{op: OpReserve, event: r.hall.Event, user: r.user, best: r.size}
	if r.try < tries {
		q.seats = r.hall.stretch(r.random.IntN, r.size)
	}
	return true
}

func (r *race) learn(_ *request, reply *Reply) {
	if reply != nil && !reply.OK() && r.try < tries {
		switch Field(reply.Body, "code") {
		case "seat_taken", "seat_left_alone":
			r.try++
			return
		}
	}
	r.user = ""
}

// stand is what a mixed run knows of an order, a block or an entry of seats.
type stand struct {
	user, id, offer string
	seats           []string
}

// seats acts for its own people in a hall.
type seats struct {
	people                          people
	hall                            *Hall
	random                          *rand.Rand
	orders, blocks, entries, offers []stand
	acting                          stand
}

func (s *seats) next(q *request) bool {
	size := 1 + s.random.IntN(4)
	*q = request{event: s.hall.Event, best: size}
	switch roll := s.random.IntN(100); {
	case len(s.offers) > 0 && roll < 40:
		s.acting = drawn(s.random, &s.offers)
		q.op, q.user, q.subject, q.entry = OpAccept, s.acting.user, s.acting.offer, s.acting.id
		if roll < 15 {
			q.op = OpDecline
		}
	case len(s.entries) > 0 && roll < 50:
		s.acting = drawn(s.random, &s.entries)
		q.op, q.user, q.subject, q.entry = OpRead, s.acting.user, s.acting.id, s.acting.id
		if roll < 8 { // most look again, and find an offer some day
			q.op = OpLeave
		}
	case len(s.orders) > 0 && roll < 60:
		s.acting = drawn(s.random, &s.orders)
		q.op, q.user, q.subject = OpReturn, s.acting.user, s.acting.id
	case len(s.blocks) > 0 && roll < 68:
		s.acting = drawn(s.random, &s.blocks)
		q.op, q.subject, q.seats = OpUnblock, s.acting.id, s.acting.seats[:1+s.random.IntN(len(s.acting.seats))]
	case roll < 72:
		q.op, q.seats = OpBlock, s.hall.stretch(s.random.IntN, size)
	case roll < 82:
		q.op, q.user = OpWait, s.people.next()
		if roll < 76 {
			q.section = hallSections[s.random.IntN(min(s.hall.Rows, len(hallSections)))]
		} else {
			q.seats = s.hall.stretch(s.random.IntN, size)
		}
	default:
		q.op, q.user = OpReserve, s.people.next()
		if roll < 95 {
			q.seats = s.hall.stretch(s.random.IntN, size)
		}
	}
	return true
}

// learn keeps book; what was refused or never answered is let go.
func (s *seats) learn(q *request, reply *Reply) {
	if reply == nil || !reply.OK() {
		return
	}
	switch q.op {
	case OpReserve:
		s.orders = append(s.orders, stand{user: q.user, id: FindID(reply.Body, id.Order)})
	case OpBlock:
		s.blocks = append(s.blocks, stand{id: FindID(reply.Body, id.Block), seats: q.seats})
	case OpWait, OpRead:
		who := stand{user: q.user, id: orDefault(FindID(reply.Body, id.Entry), q.entry), offer: FindID(reply.Body, id.Offer)}
		switch Field(reply.Body, "status") {
		case "offered":
			s.offers = append(s.offers, who)
		case "waiting", "waitlisted":
			s.entries = append(s.entries, who)
		}
	case OpAccept:
		s.orders = append(s.orders, stand{user: q.user, id: FindID(reply.Body, id.Order)})
	}
}

// fetches reads the same paths in turn, again and again.
type fetches struct {
	paths        []string
	turn, worker int
	stranger     *guest // who asks, without the key; nil: with it
}

// strangersEach is how many networks the requests of one connection come from in turn.
const strangersEach = 1 << 12

func (f *fetches) next(q *request) bool {
	*q = request{op: OpFetch, subject: f.paths[f.turn%len(f.paths)], guest: f.stranger}
	if f.stranger != nil {
		f.stranger.no = int64(f.worker*strangersEach + f.turn%strangersEach)
	}
	f.turn++
	return true
}

func (*fetches) learn(*request, *Reply) {}
