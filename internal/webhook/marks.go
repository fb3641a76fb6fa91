package webhook

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

const (
	// sweepEvery is how often all events of an endpoint's organization are gone through,
	// for changes that this process was not told of: those of another server that died
	// before it had sent them, and those from while the endpoint was not enabled.
	sweepEvery = time.Minute
	// sweepPage is how many events one step of that looks at.
	sweepPage = 1000
	// maxMarks is how many events are marked at most, in all and for an endpoint. When
	// there are more they are found by sweeping.
	maxMarks = 10_000
	// maxKnown is how many events are remembered with whose they are.
	maxKnown = 100_000
)

// Marks are the events that have changed in this process, for its Pump: so that it need
// not look for them among all events of an organization. The zero value is ready to use.
type Marks struct {
	listening atomic.Bool // there is an endpoint; read without mu on the path of every commit

	mu      sync.Mutex
	changed map[string]bool // since the last round (guarded by mu)
	lost    bool            // some of them (guarded by mu)
}

// Publish says that an event has changed. It never waits, and costs next to nothing when
// there is no endpoint.
func (m *Marks) Publish(event string) {
	if !m.listening.Load() {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.changed[event]:
	case len(m.changed) >= maxMarks:
		m.lost = true
	case m.changed == nil:
		m.changed = map[string]bool{event: true}
	default:
		m.changed[event] = true
	}
}

// take returns what has changed since it was called last.
func (m *Marks) take() (events []string, lost bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	events, lost = slices.Collect(maps.Keys(m.changed)), m.lost
	m.changed, m.lost = nil, false
	return events, lost
}

// cursor is what is known of the events that are due to an endpoint.
type cursor struct {
	marked map[string]bool
	// after is the last event that the sweep has looked at; sweeping says that it has not
	// come to the end.
	after    string
	sweeping bool
	next     time.Time // when it begins anew
}

// mark adds what has changed to the cursors of the endpoints that are told about it, and
// forgets those of endpoints that are not there any more. anew begins all sweeps anew.
func (p *Pump) mark(ctx context.Context, list []messages.WebhookEndpoint, anew bool) error {
	p.cfg.Marks.listening.Store(len(list) > 0)
	events, lost := p.cfg.Marks.take()
	err := p.learn(ctx, events)
	lost = lost || err != nil
	of := map[string][]string{}
	for _, event := range events {
		if org := p.orgs[event]; org != "" {
			of[org] = append(of[org], event)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.cursors
	p.cursors = make(map[string]*cursor, len(list))
	for i := range list {
		c := before[list[i].ID]
		if c == nil {
			c = &cursor{marked: map[string]bool{}}
		}
		if lost || anew {
			c.restart()
		}
		p.cursors[list[i].ID] = c
		c.add(of[list[i].OrgID])
	}
	return err
}

// learn finds out whose events are.
func (p *Pump) learn(ctx context.Context, events []string) error {
	if len(p.orgs) > maxKnown {
		clear(p.orgs)
	}
	var unknown []string
	for _, event := range events {
		if p.orgs[event] == "" {
			unknown = append(unknown, event)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	orgs, err := p.cfg.Store.Events.OrganizationsOf(ctx, unknown)
	maps.Copy(p.orgs, orgs)
	return err
}

// add marks events. Those that are too many are found by the next sweep. The caller holds
// the pump's mu.
func (c *cursor) add(events []string) {
	for _, event := range events {
		if len(c.marked) >= maxMarks {
			c.next = time.Time{}
			return
		}
		c.marked[event] = true
	}
}

// restart begins the sweep anew.
func (c *cursor) restart() { c.after, c.sweeping, c.next = "", false, time.Time{} }

// marked takes the events that are marked for an endpoint, as many as one round is for.
// more says that there are others.
func (p *Pump) marked(endpoint string) (events []string, more bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.cursors[endpoint]
	if c == nil {
		return nil, false
	}
	for event := range c.marked {
		if len(events) == dueLimit {
			return events, true
		}
		events = append(events, event)
		delete(c.marked, event)
	}
	return events, false
}

// mind marks events for an endpoint: those that were found, and those that were not
// served to the end.
func (p *Pump) mind(endpoint string, events []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.cursors[endpoint]; c != nil {
		c.add(events)
	}
}

// sweep looks at the next page of all events of an endpoint's organization, when it is
// time to, and marks those that have something for it. toTheEnd looks at all pages.
func (p *Pump) sweep(ctx context.Context, e *messages.WebhookEndpoint, now inventory.Instant, toTheEnd bool) error {
	for {
		p.mu.Lock()
		c := p.cursors[e.ID]
		if c == nil || !c.sweeping && now.Time().Before(c.next) {
			p.mu.Unlock()
			return nil
		}
		after := c.after
		p.mu.Unlock()
		found, next, err := p.cfg.Store.Webhooks.WebhookSweep(ctx, e.ID, e.OrgID, after, now, sweepPage)
		if err != nil {
			return err
		}
		p.mu.Lock()
		if c.after == after { // it was not begun anew meanwhile
			c.after, c.sweeping = next, next != ""
			if !c.sweeping {
				c.next = now.Time().Add(sweepEvery)
			}
		}
		c.add(found)
		p.mu.Unlock()
		if !toTheEnd {
			return nil
		}
	}
}
