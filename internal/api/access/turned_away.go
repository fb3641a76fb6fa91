package access

import (
	"cmp"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Refusals is why people were refused at an event, by the codes of the problems that they were
// answered with, as far as this server did so.
type Refusals struct {
	Since time.Time // the first of them
	Items []Refusal // the most frequent first
	// LeftOut is of how many events refusals were forgotten, because those of refusedEvents
	// others came later. This one may be among them, before Since.
	LeftOut int64
}

// Refusal is one reason.
type Refusal struct {
	Code     string
	Count    int64
	LatestAt time.Time
}

// refusedEvents bounds the events of which refusals are remembered.
const refusedEvents = 1024

// turnedAway counts refusals of events in memory. Its zero value is ready.
type turnedAway struct {
	mu     sync.Mutex
	events map[string]map[string]*Refusal // guarded by mu: by event and code
	since  map[string]time.Time           // guarded by mu: by event
	left   int64                          // guarded by mu: events that were forgotten
}

// count notes a refusal. What is not known to be an event is only counted where something was
// refused before: whoever makes up events costs no memory.
func (t *turnedAway) count(event, code string, known bool, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	codes := t.events[event]
	if codes == nil {
		if !known {
			return
		}
		if t.events == nil {
			t.events, t.since = map[string]map[string]*Refusal{}, map[string]time.Time{}
		}
		if len(t.events) >= refusedEvents {
			t.forget()
		}
		codes = map[string]*Refusal{}
		t.events[event], t.since[event] = codes, now
	}
	r := codes[code]
	if r == nil {
		r = &Refusal{Code: code}
		codes[code] = r
	}
	r.Count++
	r.LatestAt = now
}

// forget forgets the event at which nobody was refused for the longest. The caller holds mu.
func (t *turnedAway) forget() {
	var oldest string
	var at time.Time
	for event, codes := range t.events {
		var latest time.Time
		for _, r := range codes {
			if r.LatestAt.After(latest) {
				latest = r.LatestAt
			}
		}
		if oldest == "" || latest.Before(at) {
			oldest, at = event, latest
		}
	}
	delete(t.events, oldest)
	delete(t.since, oldest)
	t.left++
}

// Refused returns why people were refused at an event since this server has started. Those who
// act for its organization are not among them.
func (a *Control) Refused(event string) (out Refusals) {
	t := &a.turnedAway
	t.mu.Lock()
	defer t.mu.Unlock()
	out.Since, out.LeftOut = t.since[event], t.left
	for _, r := range t.events[event] {
		out.Items = append(out.Items, *r)
	}
	slices.SortFunc(out.Items, func(a, b Refusal) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code)) })
	return out
}

// noteRefusal counts an answer that refuses somebody who wanted to take part in an event.
func (c *Call) noteRefusal(err error) {
	if err == nil || c.Route.Method == http.MethodGet || c.Caller.Staff() {
		return
	}
	event := c.Param("event_id")
	if event == "" {
		return
	}
	c.control.turnedAway.count(event, c.API.Problems.Of(err).Code, c.found, c.control.Now())
}
