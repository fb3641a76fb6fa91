package rehearsal

import (
	"strconv"
	"strings"
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
		w.begin("POST", event+"/waiting-room:join", p)
		w.header("Idempotency-Key", "join-"+strconv.Itoa(p.no))
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
		w.header("Authorization", "Bearer "+p.token)
		w.body = append(w.body, `{"provider":"testpay"}`...)
	case pay:
		w.begin("POST", p.payPath+"/pay", p)
	case confirm:
		w.begin("GET", "/v1/orders/"+p.order, p)
		w.header("Authorization", "Bearer "+p.token)
	case cancel:
		w.begin("POST", "/v1/orders/"+p.order+":cancel", p)
		w.header("Authorization", "Bearer "+p.token)
	}
	return w.end(p.step != confirm)
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
