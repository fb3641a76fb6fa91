package verify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
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
	registered map[key]int     // how many replies say that they made a registration
	ordered    map[promise]int // how many, of orders to be paid: by the order and the row that made it
	said       []saying
	count      int64
}

// promise is one thing that a reply names; with the zero key, only the ledger
// seq that it speaks of.
type promise struct {
	thing key
	seq   int64
}

// saying is what a reply says of the state of a thing, as it was after audit row seq.
type saying struct {
	thing key
	seq   int64
	state said
}

// said is a state that a reply names.
type said uint8

const (
	saidPending said = iota + 1
	saidConfirmed
	saidWaiting
	saidOffered
	saidApplied
)

// state is the state of the row of which that is said.
func (s said) state() string {
	return [...]string{saidPending: string(inventory.HoldHeld), saidConfirmed: string(inventory.HoldConfirmed),
		saidWaiting: string(inventory.EntryWaiting), saidOffered: string(inventory.EntryOffered), saidApplied: string(inventory.EntryApplied)}[s]
}

// loadReplies reads all replies, and keeps what those of wanted events name.
func (r *run) loadReplies() error {
	r.replies = map[string]*promises{}
	return r.snapshot.Replies(func(p *snapshot.ReplyRecord) error {
		scope := p.Key.Scope
		if len(r.options.Events) > 0 && !r.wanted(scope) {
			return nil
		}
		r.report.Checked.Replies++
		s := r.replies[scope]
		if s == nil {
			s = &promises{names: newNames(scope), registered: map[key]int{}, ordered: map[promise]int{}}
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
		return fmt.Errorf("it is not an outcome: %w", err)
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
	s.addSaying(&o)
	switch {
	case o.Status == string(inventory.HoldConfirmed) && o.OrderID == "",
		(o.Status == "waitlisted" || o.Status == string(inventory.EntryApplied)) && o.EntryID == "",
		o.Status == string(inventory.EntryOffered) && o.OfferID == "" && o.TransferID == "":
		return fmt.Errorf("it says %q and names nothing", o.Status)
	case o.Status == string(inventory.HoldConfirmed) && o.EntryID == "":
		s.registered[s.names.key(o.OrderID)]++
	}
	return nil
}

// addSaying notes what a reply says of the state of its order or entry.
func (s *promises) addSaying(o *inventory.Outcome) {
	if o.TransferID != "" || o.ExchangeID != "" {
		return
	}
	switch {
	case o.Status == "pending" && o.OrderID != "":
		s.said = append(s.said, saying{s.names.key(o.OrderID), o.Seq, saidPending})
		// What else leaves an order pending, beginning its payment and prolonging it, is
		// asked for without a key.
		if o.EntryID == "" && o.OfferID == "" {
			s.ordered[promise{s.names.key(o.OrderID), o.Seq}]++
		}
	case o.Status == string(inventory.HoldConfirmed) && o.OrderID != "" && o.OfferID == "" && o.Currency == "":
		s.said = append(s.said, saying{s.names.key(o.OrderID), o.Seq, saidConfirmed})
	case o.Status == string(inventory.EntryApplied) && o.EntryID != "":
		s.said = append(s.said, saying{s.names.key(o.EntryID), o.Seq, saidApplied})
	case o.Status == "waitlisted" && o.EntryID != "":
		s.said = append(s.said, saying{s.names.key(o.EntryID), o.Seq, saidWaiting})
	case o.Status == string(inventory.EntryOffered) && o.EntryID != "":
		s.said = append(s.said, saying{s.names.key(o.EntryID), o.Seq, saidOffered})
	}
}

// openSayings puts what replies say in the order of the ledger.
func (c *check) openSayings() {
	if s := c.run.replies[c.event.Event.ID]; s != nil {
		slices.SortFunc(s.said, func(a, b saying) int { return cmp.Compare(a.seq, b.seq) })
		c.said = s.said
	}
}

// checkSayings compares what replies say of the time before an audit row with what the
// audit rows until then have made of it.
func (c *check) checkSayings(before int64) {
	for len(c.said) > 0 && c.said[0].seq < before {
		s := c.said[0]
		c.said = c.said[1:]
		var now trace
		if h := c.holds.find(s.thing); h != nil {
			if s.state == saidConfirmed && c.words.text(h.kind) == string(inventory.KindOrder) {
				continue // a payment gets its answer again, whatever became of the order since
			}
			now = h.told
		} else if e := c.entries.find(s.thing); e != nil {
			now = e.told
		} else {
			continue // checkReplies says that it is not stored
		}
		if got, want := c.words.text(now.state), s.state.state(); got != want {
			c.fail(9, c.names.id(s.thing), "a stored reply says that it was %q after audit row %d, and by the audit rows it was %q", want, s.seq, got)
		}
	}
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
		if p.thing != (key{}) && c.pretended[p.thing] == (key{}) && c.holds.find(p.thing) == nil && c.entries.find(p.thing) == nil && c.offers.find(p.thing) == nil && c.transfers[name] == nil && c.exchanges[name] == nil {
			c.fail(9, name, "a stored reply names %s, which is not stored", name)
		}
	}
	for made, n := range s.ordered {
		if n > 1 {
			c.fail(9, c.names.id(made.thing), "%d stored replies say that they made the order: it was made for another key", n)
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
		if strings.HasPrefix(scope, id.Organization) && slices.ContainsFunc(organizations, func(o snapshot.OrganizationRecord) bool { return o.ID == scope }) {
			continue
		}
		r.report.add(9, scope, "", "%d stored replies are for %q, which is neither an event nor an organization", s.count, scope)
	}
	return nil
}
