package hammer

import (
	"math/rand/v2"
	"strconv"
	"sync/atomic"

	"github.com/holdfast-events/holdfast/internal/id"
)

// scenario chooses the requests of one connection. It is used by one goroutine.
type scenario interface {
	// next says what to send; false when there is nothing more to do.
	next(q *request) bool
	// learn is told how a request ended. reply is nil when no answer came.
	learn(q *request, reply *Reply)
}

// people makes names that no other connection and no other run uses.
type people struct {
	prefix string
	n      int64
}

func (p *people) next() string {
	p.n++
	b := make([]byte, 0, len(p.prefix)+8)
	return string(strconv.AppendInt(append(b, p.prefix...), p.n, 36))
}

// fresh sends one new person after the other: Register, Join and Buy.
type fresh struct {
	op     Op
	people people
	events []string
	turn   int
}

func (f *fresh) next(q *request) bool {
	*q = request{op: f.op, event: f.events[f.turn%len(f.events)], user: f.people.next()}
	f.turn++
	return true
}

func (*fresh) learn(*request, *Reply) {}

// places reads entries at random.
type places struct {
	entries []string
	random  *rand.Rand
}

func (p *places) next(q *request) bool {
	*q = request{op: OpRead, subject: p.entries[p.random.IntN(len(p.entries))]}
	return true
}

func (*places) learn(*request, *Reply) {}

// scans shows one ticket after the other, each once as long as there are some;
// all connections share them.
type scans struct {
	tokens []string
	event  string
	shown  *atomic.Int64
}

func (s *scans) next(q *request) bool {
	n := int(s.shown.Add(1) - 1)
	*q = request{op: OpCheckIn, event: s.event, subject: s.tokens[n%len(s.tokens)]}
	return true
}

func (*scans) learn(*request, *Reply) {}

// posts sends one thing after the other; all connections share them.
type posts struct {
	list []Body
	sent *atomic.Int64
}

func (p *posts) next(q *request) bool {
	n := int(p.sent.Add(1) - 1)
	if n >= len(p.list) {
		return false
	}
	*q = request{op: OpPost, post: &p.list[n]}
	return true
}

func (*posts) learn(*request, *Reply) {}

// member is somebody of whom a mixed run knows where they stand.
type member struct{ event, user, order, entry, offer string }

// mixed acts for its own people: each is driven by one connection only, so what
// the server should know of them is always known here.
type mixed struct {
	people                      people
	events                      []string
	random                      *rand.Rand
	answered                    *atomic.Int64 // offers; all connections share it
	confirmed, waiting, offered []member
	acting                      member // taken out of its list while a request acts on it
}

// drawn takes one out of a list at random.
func drawn[T any](random *rand.Rand, list *[]T) T {
	i, last := random.IntN(len(*list)), len(*list)-1
	got := (*list)[i]
	(*list)[i] = (*list)[last]
	*list = (*list)[:last]
	return got
}

func (m *mixed) next(q *request) bool {
	roll := m.random.IntN(100)
	switch {
	case len(m.offered) > 0 && roll < 50:
		m.acting = drawn(m.random, &m.offered)
		op := OpAccept
		if m.answered.Add(1)%4 == 2 { // the second of four, so that a run with few offers has both
			op = OpDecline
		}
		*q = request{op: op, event: m.acting.event, user: m.acting.user, subject: m.acting.offer, entry: m.acting.entry}
	case len(m.confirmed) > 0 && roll < 65:
		m.acting = drawn(m.random, &m.confirmed)
		*q = request{op: OpCancel, event: m.acting.event, user: m.acting.user, subject: m.acting.order}
	case len(m.waiting) > 0 && roll < 75:
		m.acting = drawn(m.random, &m.waiting)
		*q = request{op: OpLeave, event: m.acting.event, user: m.acting.user, subject: m.acting.entry}
	case len(m.waiting) > 0 && roll < 88:
		m.acting = drawn(m.random, &m.waiting)
		*q = request{op: OpRead, event: m.acting.event, user: m.acting.user, subject: m.acting.entry}
	default:
		op := OpRegister
		if roll%4 == 0 {
			op = OpJoin
		}
		*q = request{op: op, event: m.events[m.random.IntN(len(m.events))], user: m.people.next()}
	}
	return true
}

// learn keeps book. A member whose request was never answered, or refused, is
// let go: what became of it is for CheckAcks to find out.
func (m *mixed) learn(q *request, reply *Reply) {
	if reply == nil || !reply.OK() {
		return
	}
	switch q.op {
	case OpRegister, OpJoin, OpAccept:
		who := member{event: q.event, user: q.user, order: FindID(reply.Body, id.Order), offer: FindID(reply.Body, id.Offer)}
		who.entry = orDefault(FindID(reply.Body, id.Entry), q.entry)
		m.file(who, Field(reply.Body, "status"))
	case OpRead:
		m.acting.offer = FindID(reply.Body, id.Offer)
		m.file(m.acting, Field(reply.Body, "status"))
	}
}

func (m *mixed) file(who member, status string) {
	switch {
	case status == "confirmed" && who.order != "":
		m.confirmed = append(m.confirmed, who)
	case status == "offered" && who.offer != "":
		m.offered = append(m.offered, who)
	case (status == "waiting" || status == "waitlisted") && who.entry != "":
		m.waiting = append(m.waiting, who)
	}
}
