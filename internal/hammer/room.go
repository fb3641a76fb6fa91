package hammer

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// Rooms that a run makes.
const (
	roomPrice     = 2500 // of a ticket, in cents
	roomAdmission = 60   // seconds: the least there may be, so that a guest who forgets the pass blocks nobody for long
)

// NewRoom makes a published event of cfg.Capacity tickets, which cost something, at the
// first target, before which a waiting room is open: a queue that serves, or in the scenario Draw
// a draw that is sealed after cfg.SealAfter.
func NewRoom(ctx context.Context, cfg Config) (event string, err error) {
	if event, err = NewShop(ctx, cfg, max(cfg.Capacity, 1), roomPrice); err != nil {
		return "", err
	}
	m, err := newMaker(cfg)
	if err != nil {
		return "", err
	}
	defer m.close()
	if err := m.change(ctx, "PUT", "/v1/events/"+event+"/onsale", roomTerms(&m.cfg, event, m.cfg.serverTime())); err != nil || cfg.LetIn == 0 {
		return event, err
	}
	return event, m.change(ctx, "PATCH", "/v1/events/"+event+"/onsale", map[string]any{"rate_per_minute": 60 * cfg.LetIn})
}

// A habit is what a guest of a waiting room is up to.
type habit int

// Habits.
const (
	buys    habit = iota
	quits         // comes in, looks around, and leaves
	absent        // joins, and is never seen again
	early         // tries to come in at once, and then waits like everybody
	forgets       // comes in, and is never seen again
)

// Of a hundred guests, so many are up to something else than buying.
const (
	percentQuits   = 5
	percentAbsent  = 3
	percentEarly   = 4
	percentForgets = 1
)

// guest is somebody who comes to a waiting room.
type guest struct {
	user  string
	no    int64 // of all guests, from which the network follows
	habit habit

	index, place int64 // place 0: it is not drawn
	receipt      string

	// What changes while the guest is inside; one goroutine has the guest at a time.
	step  Op
	since time.Time // when the step is to be made
	pass  string
	order string
}

// network is an address in a network of the guest's own: the first 48 bits of an IPv6
// address. Nothing is ever sent to it.
func (g *guest) network() string {
	return fmt.Sprintf("2%03x:%x:%x::1", 0x400|g.no>>20, g.no>>8&0xfff, 0x100|g.no&0xff)
}

// headers appends those of a request of the guest's.
func (g *guest) headers(b []byte) []byte {
	b = append(append(append(b, "X-Forwarded-For: "...), g.network()...), "\r\n"...)
	if g.pass != "" {
		b = append(append(append(b, "Holdfast-Pass: "...), g.pass...), "\r\n"...)
	}
	return b
}

// room writes what a request about a waiting room begins with, and its body.
func (e *encoder) room(b []byte, q *request) []byte {
	at := func(method, path string) []byte {
		return append(append(append(append(b, method...), " /v1/events/"...), q.event...), path...)
	}
	switch q.op {
	case OpArrive:
		return at("POST", "/waiting-room:join")
	case OpWatch:
		return at("GET", "/waiting-room")
	}
	e.body = append(strconv.AppendQuote(append(e.body, `{"receipt":`...), q.guest.receipt), '}')
	if q.op == OpQuit {
		return at("POST", "/waiting-room:leave")
	}
	return at("POST", "/waiting-room:enter")
}

// stranger writes the body of an order for one ticket by somebody who has no key.
func (e *encoder) stranger(q *request) {
	b := append(append(e.body, `{"email":"`...), mailOf(q.user)...)
	e.body = append(append(append(b, `","name":"`...), q.user...), `","items":[{"quantity":1}]}`...)
}

// mailOf is the address of somebody.
func mailOf(user string) string { return user + "@load.example" }

// RoomAck is what is known of a waiting room by one answer: of a guest's place, or of the
// public document (OpWatch).
type RoomAck struct {
	// Of the person who joined, came in, bought or left.
	Index   int64  `json:"index"`
	Place   int64  `json:"place,omitempty"`   // not of OpArrive
	Receipt string `json:"receipt,omitempty"` // of OpArrive
	Network string `json:"network,omitempty"` // of OpArrive
	Until   int64  `json:"until,omitempty"`   // of OpEnter: the end of the pass, in microseconds since the log began
	// Of the public document, as of AsOf.
	Entrants  int64 `json:"entrants,omitempty"`
	Serving   int64 `json:"serving,omitempty"`
	Inside    int64 `json:"inside,omitempty"`
	MaxInside int64 `json:"max_inside,omitempty"`
	AsOf      int64 `json:"as_of,omitempty"`
}

// note adds to an Ack what a guest's answer says of the room.
func (g *guest) note(a *Ack, reply *Reply, ok bool, log *AckLog) {
	if a.Op == OpWatch {
		if d, err := documentOf(reply.Body); err == nil {
			a.Room = &RoomAck{Entrants: d.Entrants, Serving: d.Serving, Inside: d.Inside, MaxInside: d.MaxInside, AsOf: log.told(d.AsOf)}
		}
		return
	}
	a.Room = &RoomAck{Index: g.index}
	if a.Op != OpArrive { // which may be drawn at this moment
		a.Room.Place = g.place
	}
	switch {
	case a.Op == OpArrive:
		a.Room.Network = g.network()
		if ok {
			a.Room.Receipt = g.receipt
		}
	case a.Op == OpEnter && ok:
		if until, err := time.Parse(time.RFC3339Nano, Field(reply.Body, "expires_at")); err == nil {
			a.Room.Until = log.told(until)
		}
	}
}

// document is the public document of a waiting room.
type document struct {
	Mode      inventory.OnsaleMode `json:"mode"`
	Entrants  int64                `json:"entrants"`
	Serving   int64                `json:"serving"`
	Inside    int64                `json:"inside"`
	MaxInside int64                `json:"max_inside"`
	Available int64                `json:"available"`
	AsOf      time.Time            `json:"as_of"`
	Draw      struct {
		Entrants *int64 `json:"entrants"`
		Seed     string `json:"seed"`
	} `json:"draw"`
}

func documentOf(body []byte) (d document, err error) {
	return d, json.Unmarshal(body, &d)
}

// places computes the places of the room, as everybody can who has the document; ok is
// false while they are not drawn.
func (d *document) places() (p waitroom.Places, ok bool, err error) {
	o := inventory.Onsale{Mode: d.Mode}
	if d.Draw.Entrants != nil {
		o.Draw.Seal.Entrants, o.Draw.Result.Seed = *d.Draw.Entrants, d.Draw.Seed
	}
	return waitroom.PlacesOf(&o)
}

// visitor is the scenario Room on one connection.
type visitor struct {
	crowd  *crowd
	people people
	random *rand.Rand
}

func newVisitor(c *crowd, p people, random *rand.Rand) *visitor { return &visitor{c, p, random} }

// next is the next guest who joins.
func (v *visitor) next(q *request) bool {
	g := &guest{user: v.people.next(), no: v.crowd.guests.Add(1), step: OpEnter}
	switch roll := v.random.IntN(100); {
	case roll < percentQuits:
		g.habit = quits
	case roll < percentQuits+percentAbsent:
		g.habit = absent
	case roll < percentQuits+percentAbsent+percentEarly:
		g.habit = early
	case roll < percentQuits+percentAbsent+percentEarly+percentForgets:
		g.habit = forgets
	}
	*q = request{op: OpArrive, event: v.crowd.event, user: g.user, guest: g}
	return true
}

// learn has a guest go on. What was refused or never answered is let go, and is for
// CheckAcks to find out.
func (v *visitor) learn(q *request, reply *Reply) {
	ok := reply != nil && reply.OK()
	g, now := q.guest, time.Now()
	switch {
	case q.op == OpWatch && ok:
		if d, err := documentOf(reply.Body); err == nil {
			v.crowd.look(&d, v.random)
		}
	case q.op == OpArrive && ok:
		g.index, g.receipt = number(Field(reply.Body, "index")), receiptOf(reply.Body)
		v.crowd.arrived(g, v.random)
	case q.op == OpEnter && ok:
		g.pass = Field(reply.Body, "pass")
		v.crowd.count(&v.crowd.entered)
		switch g.habit {
		case quits:
			v.crowd.goOn(g, OpQuit, now.Add(v.thinks()))
		case forgets:
		default:
			v.crowd.goOn(g, OpBuy, now.Add(v.thinks()))
		}
	case q.op == OpEnter && reply != nil && reply.Status == 425:
		v.crowd.turnedAway(g, now.Add(max(reply.RetryAfter, time.Second)+time.Duration(v.random.Int64N(int64(time.Second)))))
	case q.op == OpBuy && ok:
		if g.order = FindID(reply.Body, id.Order); Field(reply.Body, "status") == "pending" {
			v.crowd.goOn(g, OpPay, now.Add(v.thinks()))
			return
		}
		v.crowd.count(&v.crowd.bought)
	case q.op == OpBuy && reply != nil && reply.Status == 409: // it is sold out
		v.crowd.goOn(g, OpQuit, now)
	case q.op == OpPay && ok:
		v.crowd.count(&v.crowd.bought)
	}
}

// thinks is for how long a guest thinks: half as long as on average to half as long again.
func (v *visitor) thinks() time.Duration {
	return time.Duration((0.5 + v.random.Float64()) * float64(v.crowd.run.cfg.Think))
}

// receiptOf is the receipt in an answer, which has line feeds.
func receiptOf(body []byte) string {
	var a struct {
		Receipt string `json:"receipt"`
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return ""
	}
	return a.Receipt
}
