package rehearsal

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// writer writes requests. What it wrote is valid until it writes the next one.
type writer struct {
	host string
	out  []byte
	body []byte
}

// request writes the request of a person's step.
func (w *writer) request(c *copied, p *person) []byte {
	w.body = w.body[:0]
	event := "/v1/events/" + c.event
	switch p.step {
	case join:
		if c.mode == inventory.OnsaleBallot {
			w.wishes(c, p, event)
			break
		}
		w.begin("POST", event+"/waiting-room:join", p)
		w.header("Idempotency-Key", "join-"+strconv.Itoa(p.no))
	case ownPart:
		w.begin("GET", event+"/ballot", p)
	case ownPlace:
		w.begin("GET", "/v1/waitlist/"+p.entry, p)
	case accept:
		w.begin("POST", "/v1/offers/"+p.offer+":accept", p)
		if t := &c.tiers[p.tier]; t.Chosen() {
			w.body = append(strconv.AppendInt(append(w.body, `{"unit_price":`...), t.Price.Amount, 10), '}')
		}
	case decline:
		w.begin("POST", "/v1/offers/"+p.offer+":decline", p)
	case enter, leave:
		path := event + "/waiting-room:enter"
		if p.step == leave {
			path = event + "/waiting-room:leave"
		}
		w.begin("POST", path, p)
		w.body = append(strconv.AppendQuote(append(w.body, `{"receipt":`...), p.receipt), '}')
	case order:
		w.takes(c, p, event)
	case payPage:
		w.begin("POST", "/v1/orders/"+p.order+":checkout", p)
		w.owns(p)
		w.body = append(w.body, `{"provider":"testpay"}`...)
	case pay:
		w.begin("POST", p.payPath+"/pay", p)
	case confirm:
		w.begin("GET", "/v1/orders/"+p.order, p)
		w.owns(p)
	case cancel:
		w.begin("POST", "/v1/orders/"+p.order+":cancel", p)
		w.owns(p)
	}
	return w.end(p.step != confirm && p.step != ownPart && p.step != ownPlace)
}

// owns shows whose order it is, where nobody is signed in.
func (w *writer) owns(p *person) {
	if p.token != "" {
		w.header("Authorization", "Bearer "+p.token)
	}
}

// maxChoices is how many tiers somebody may want in a ballot.
const maxChoices = 10

// wishes writes what a person wants of a ballot: their tier, and then any other.
func (w *writer) wishes(c *copied, p *person, event string) {
	w.begin("PUT", event+"/ballot", p)
	w.body = append(strconv.AppendInt(append(w.body, `{"name":"Person `...), int64(p.no), 10), `","tier_ids":[`...)
	for i := range min(len(c.tiers), maxChoices) {
		if i > 0 {
			w.body = append(w.body, ',')
		}
		w.body = strconv.AppendQuote(w.body, c.tiers[(p.tier+i)%len(c.tiers)].ID)
	}
	w.body = append(strconv.AppendInt(append(w.body, `],"units":`...), p.units, 10), '}')
}

// takes writes a registration, or where something may cost an order.
func (w *writer) takes(c *copied, p *person, event string) {
	path, no := event+"/orders", strconv.Itoa(p.no)
	if c.free() {
		path = event + "/registrations"
	}
	w.begin("POST", path, p)
	// The same basket again where the answer was lost, and another one where it was refused.
	w.header("Idempotency-Key", strings.Join([]string{"take", no, strconv.Itoa(p.tier), strconv.FormatInt(p.units, 10)}, "-"))
	if p.pass != "" {
		w.header("Holdfast-Pass", p.pass)
	}
	w.body = append(append(append(w.body, `{"email":"person`...), no...), `@rehearsal.invalid","name":"Person `...)
	w.body = append(append(append(w.body, no...), `",`...), `"locale":"en",`...)
	tier := c.tiers[p.tier].ID
	if c.free() {
		w.body = append(append(append(w.body, `"tier_id":"`...), tier...), `","guests":[`...)
		for i := range p.units - 1 {
			if i > 0 {
				w.body = append(w.body, ',')
			}
			w.body = append(w.body, `{"name":"Guest"}`...)
		}
		w.body = append(w.body, `]}`...)
		return
	}
	w.body = append(append(append(w.body, `"items":[{"tier_id":"`...), tier...), `","quantity":`...)
	w.body = strconv.AppendInt(w.body, p.units, 10)
	if t := &c.tiers[p.tier]; t.Chosen() { // everybody pays what is suggested
		w.body = strconv.AppendInt(append(w.body, `,"unit_price":`...), t.Price.Amount, 10)
	}
	w.body = append(w.body, `}]}`...)
}

func (w *writer) begin(method, path string, p *person) {
	w.out = append(append(append(append(w.out[:0], method...), ' '), path...), " HTTP/1.1\r\n"...)
	w.header("Host", w.host)
	w.header("X-Forwarded-For", p.address())
	if p.cookie != "" {
		w.header("Cookie", "holdfast="+p.cookie)
	}
}

func (w *writer) header(name, value string) {
	w.out = append(append(append(append(w.out, name...), ": "...), value...), "\r\n"...)
}

// end returns the request, with the length of its body where it has one.
func (w *writer) end(body bool) []byte {
	if body {
		if len(w.body) > 0 {
			w.header("Content-Type", "application/json")
		}
		w.header("Content-Length", strconv.Itoa(len(w.body)))
	}
	w.out = append(append(w.out, "\r\n"...), w.body...)
	return w.out
}

// watch writes the request of a cache for the public document of the waiting room.
func (w *writer) watch(c *copied, cache *person) []byte {
	w.body = w.body[:0]
	w.begin("GET", "/v1/events/"+c.event+"/waiting-room", cache)
	return w.end(false)
}
