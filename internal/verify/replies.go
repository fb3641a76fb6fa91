package verify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Invariant 9: one effect per key. That a key is stored once is its primary
// key's doing; here each stored reply must be one that the server can give
// again, and what it names must exist: a reply that was stored without its
// effect, or an effect that was given to two keys, is found. Keys and callers
// are not named in the report: a caller may be a person's network.

// promises are what the stored replies of one scope say there is.
type promises struct {
	names      *names
	list       []promise
	registered map[key]int // how many replies say that they made a registration
	count      int64
}

// promise is one thing that a reply names; with the zero key, only the ledger
// seq that it speaks of.
type promise struct {
	thing key
	seq   int64
}

// loadReplies reads all replies, and keeps what those of wanted events name.
func (r *run) loadReplies() error {
	r.replies = map[string]*promises{}
	return r.snapshot.Replies(func(p *store.ReplyRecord) error {
		scope := p.Key.Scope
		if len(r.options.Events) > 0 && !r.wanted(scope) {
			return nil
		}
		r.report.Checked.Replies++
		s := r.replies[scope]
		if s == nil {
			s = &promises{names: newNames(scope), registered: map[key]int{}}
			r.replies[strings.Clone(scope)] = s
		}
		s.count++
		if err := s.add(p.Reply.Reply); err != nil {
			r.report.add(9, scope, "", "a stored reply of %s cannot be given again: %v", clock(p.CreatedAt), err)
		}
		return nil
	})
}

// add notes what a reply names.
func (s *promises) add(reply string) error {
	var o inventory.Outcome
	d := json.NewDecoder(strings.NewReader(reply))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return fmt.Errorf("it is no outcome: %w", err)
	}
	if !slices.Contains(inventory.AllCodes(), o.Code) && !slices.Contains(inventory.RetiredCodes(), o.Code) {
		return fmt.Errorf("there is no code %q", o.Code)
	}
	s.list = append(s.list, promise{seq: o.Seq})
	for _, thing := range []string{o.OrderID, o.EntryID, o.OfferID, o.TransferID, o.ExchangeID} {
		if thing != "" {
			s.list = append(s.list, promise{thing: s.names.key(thing)})
		}
	}
	if o.Code != inventory.OK {
		return nil
	}
	switch {
	case o.Status == string(inventory.HoldConfirmed) && o.OrderID == "",
		o.Status == "waitlisted" && o.EntryID == "",
		o.Status == string(inventory.EntryOffered) && o.OfferID == "" && o.TransferID == "":
		return fmt.Errorf("it says %q and names nothing", o.Status)
	case o.Status == string(inventory.HoldConfirmed) && o.EntryID == "":
		s.registered[s.names.key(o.OrderID)]++
	}
	return nil
}

// checkReplies looks for what the event's replies name.
func (c *check) checkReplies() {
	s := c.run.replies[c.event.Event.ID]
	if s == nil {
		return
	}
	for _, p := range s.list {
		name := c.names.id(p.thing)
		if p.thing == (key{}) && p.seq > c.event.Event.Seq {
			c.fail(9, name, "a stored reply names ledger seq %d, and the event is at %d", p.seq, c.event.Event.Seq)
		}
		if p.thing != (key{}) && c.holds.find(p.thing) == nil && c.entries.find(p.thing) == nil && c.offers.find(p.thing) == nil && c.transfers[name] == nil && c.exchanges[name] == nil {
			c.fail(9, name, "a stored reply names %s, which is not stored", name)
		}
	}
	for h := range c.holds.all() {
		// What is done with an order, paying it for one, answers with its state too.
		if n := s.registered[h.id]; n > 1 && c.words.text(h.kind) != string(inventory.KindOrder) {
			c.fail(9, c.names.id(h.id), "%d stored replies say that they made the order: it was made for another key", n)
		}
	}
}

// checkRepliesOfUnknownScopes finds replies of no event and no organization.
func (r *run) checkRepliesOfUnknownScopes() error {
	if len(r.options.Events) > 0 {
		return nil
	}
	organizations, err := r.snapshot.Organizations()
	if err != nil {
		return err
	}
	for scope, s := range r.replies {
		if strings.HasPrefix(scope, id.Organization) && slices.ContainsFunc(organizations, func(o store.Organization) bool { return o.ID == scope }) {
			continue
		}
		r.report.add(9, scope, "", "%d stored replies are for %q, which is no event and no organization", s.count, scope)
	}
	return nil
}
