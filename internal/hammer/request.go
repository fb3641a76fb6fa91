package hammer

import (
	"strconv"
	"time"
)

// Op is a kind of request.
type Op string

// The kinds of request.
const (
	OpRegister Op = "register"
	OpJoin     Op = "join"
	OpCancel   Op = "cancel"  // a registration, by its person
	OpLeave    Op = "leave"   // the waitlist
	OpAccept   Op = "accept"  // an offer
	OpDecline  Op = "decline" // an offer
	OpRead     Op = "read"    // an entry
	OpCheckIn  Op = "checkin" // a ticket
	OpReserve  Op = "reserve" // seats: named ones, or the best
	OpWait     Op = "wait"    // for seats
	OpReturn   Op = "return"  // an order of seats, by staff
	OpBlock    Op = "block"   // seats
	OpUnblock  Op = "unblock" // some seats of a block
	OpFetch    Op = "fetch"   // one of Config.Paths
	OpBuy      Op = "buy"     // a ticket
	OpPost     Op = "post"    // one of Config.Posts
	// Of seats that cost something: an order is paid by hand, a ticket of it given
	// to the waitlist, and taken back.
	OpPay      Op = "pay"
	OpExchange Op = "exchange"
	OpWithdraw Op = "withdraw"
	// Of a waiting room: joining it, its public document, coming in from it, and giving up
	// a place inside.
	OpArrive Op = "arrive"
	OpWatch  Op = "watch"
	OpEnter  Op = "enter"
	OpQuit   Op = "quit"
)

// request is one request as a scenario wants it.
type request struct {
	op      Op
	event   string
	user    string // of register, join, cancel
	subject string // what is acted on: the id of an order, an entry, an offer, a ticket, an exchange; of a check-in the token
	entry   string // of an offer that is accepted or declined
	key     string // Idempotency-Key; "": none
	// Of seats: which, how many of the best when none are named, and a section to
	// wait for.
	seats   []string
	best    int
	section string
	post    *Body  // of OpPost
	guest   *guest // of the scenarios Room and Draw: who asks, without the API key
	payer   *guest // of the same: for whom staff takes the money
}

// encoder turns requests into bytes. Heads that do not change between requests
// are made once.
type encoder struct {
	host, auth string // header lines
	buf, body  []byte
}

func newEncoder(host, apiKey string) *encoder {
	e := &encoder{host: "Host: " + host + "\r\n"}
	if apiKey != "" {
		e.auth = "Authorization: Bearer " + apiKey + "\r\n"
	}
	return e
}

// encode returns the request's bytes, valid until the next call.
func (e *encoder) encode(q *request) []byte {
	b := e.buf[:0]
	e.body = e.body[:0]
	switch q.op {
	case OpRegister:
		b = append(append(append(b, "POST /v1/events/"...), q.event...), "/registrations"...)
		e.person(q.user, true)
	case OpJoin:
		b = append(append(append(b, "POST /v1/events/"...), q.event...), "/waitlist:join"...)
		e.person(q.user, false)
	case OpCancel:
		b = append(append(append(append(b, "DELETE /v1/events/"...), q.event...), "/registrations/"...), q.user...)
	case OpLeave:
		b = append(append(b, "DELETE /v1/waitlist/"...), q.subject...)
	case OpAccept:
		b = append(append(append(b, "POST /v1/offers/"...), q.subject...), ":accept"...)
	case OpDecline:
		b = append(append(append(b, "POST /v1/offers/"...), q.subject...), ":decline"...)
	case OpRead:
		b = append(append(b, "GET /v1/waitlist/"...), q.subject...)
	case OpReserve, OpWait, OpBlock, OpUnblock, OpReturn:
		b = e.seats(b, q)
	case OpPay, OpExchange, OpWithdraw:
		b = e.deals(b, q)
	case OpArrive, OpWatch, OpEnter, OpQuit:
		b = e.room(b, q)
	case OpBuy:
		b = append(append(append(b, "POST /v1/events/"...), q.event...), "/orders"...)
		if q.guest != nil {
			e.stranger(q)
			break
		}
		e.person(q.user, false)
		e.body = append(e.body[:len(e.body)-len(`"guests":[]}`)], `"items":[{"quantity":1}]}`...)
	case OpPost:
		b = append(append(b, "POST "...), q.post.Path...)
		e.body = append(e.body, q.post.Text...)
	case OpFetch:
		b = append(append(b, "GET "...), q.subject...)
	case OpCheckIn:
		b = append(b, "POST /v1/checkins"...)
		e.body = append(append(append(e.body, `{"event_id":"`...), q.event...), `","token":"`...)
		e.body = append(append(e.body, q.subject...), `","gate":"Load"}`...)
	}
	b = append(append(b, " HTTP/1.1\r\n"...), e.host...)
	if q.guest != nil {
		b = q.guest.headers(b)
	} else {
		b = append(b, e.auth...)
	}
	if q.key != "" {
		b = append(append(append(b, "Idempotency-Key: "...), q.key...), "\r\n"...)
	}
	if q.op == OpPost {
		b = append(b, q.post.Header...)
	}
	if len(e.body) > 0 {
		b = append(b, "Content-Type: application/json\r\n"...)
	}
	if q.op == OpFetch {
		b = append(b, "Accept-Encoding: gzip\r\n"...)
	}
	if q.op.changes() {
		b = append(b, "Content-Length: "...)
		b = append(strconv.AppendInt(b, int64(len(e.body)), 10), "\r\n"...)
	}
	b = append(append(b, "\r\n"...), e.body...)
	e.buf = b
	return b
}

// changes reports whether the request changes anything.
func (o Op) changes() bool { return o != OpRead && o != OpFetch && o != OpWatch }

// repeats reports whether the request does the same when it is sent twice, without an
// Idempotency-Key.
func (o Op) repeats() bool { return o == OpWatch || o == OpEnter || o == OpQuit }

// person writes the body of a registration or of a join.
func (e *encoder) person(user string, register bool) {
	b := append(e.body, `{"user_id":"`...)
	b = append(append(b, user...), `","email":"`...)
	b = append(append(b, user...), `@load.example","name":"Load `...)
	b = append(append(b, user...), `","guests":[]`...)
	if register {
		b = append(b, `,"join_waitlist":true`...)
	}
	e.body = append(b, '}')
}

// newEvent returns the body that makes a published event.
func newEvent(title string, capacity int64, now time.Time) []byte {
	b := append([]byte(`{"title":"`), title...)
	b = append(b, `","starts_at":"`...)
	b = now.UTC().Add(30*24*time.Hour).AppendFormat(b, time.RFC3339)
	b = append(b, `","ends_at":"`...)
	b = now.UTC().Add(31*24*time.Hour).AppendFormat(b, time.RFC3339)
	b = append(b, `","timezone":"UTC","capacity":`...)
	b = strconv.AppendInt(b, capacity, 10)
	return append(b, `,"max_guests":0,"waitlist":{"promotion":"offer"},"publish":true}`...)
}
