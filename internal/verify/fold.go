package verify

import (
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// checkFold checks invariant 4: the state, units and reason of every row are what its audit rows
// add up to. (That each audit row is a legal step from the one before it is
// checked as they are read, in replay.go.)
func (c *check) checkFold() {
	c.foldEvent()
	for _, p := range c.pools {
		if stored := strconv.FormatInt(p.Capacity, 10); stored != c.words.text(p.told.state) {
			c.fail(4, p.ID, "the pool's capacity is %s, and by its audit rows it is %q", stored, c.words.text(p.told.state))
		}
	}
	for h := range c.holds.all() {
		c.folded(c.names.id(h.id), h.state, h.reason, h.units, h.lastSeq, &h.told)
		if c.words.text(h.told.reason) == string(inventory.ReasonTicketVoided) {
			c.fail(4, c.names.id(h.id), "the last audit row says that a ticket is void, and nothing was given back")
		}
	}
	c.foldParties()
	for e := range c.entries.all() {
		id := c.names.id(e.id)
		if !c.folded(id, e.state, e.reason, e.units, e.lastSeq, &e.told) {
			continue
		}
		c.compare(4, id, "the entry has been passed %d times, its audit rows say %d", e.passes, int64(e.toldPasses))
		if c.words.text(e.told.state) == "waiting" && e.leftSeq != 0 {
			c.fail(4, id, "the entry is said to have stopped waiting by audit row %d, and waits", e.leftSeq)
		}
	}
	for p := range c.people.all() {
		switch {
		case p.erased != (p.erasedSeq > 0):
			c.fail(4, c.names.id(p.id), "that the person is erased is said by the row (%t) or by the ledger (%t), not by both", p.erased, p.erasedSeq > 0)
		case p.erased && !p.blank:
			c.fail(4, c.names.id(p.id), "the person is erased, and personal data is left")
		}
	}
	c.foldNames()
}

// foldNames checks that nobody is named in what belongs to a person who is erased.
func (c *check) foldNames() {
	erased := func(person key) bool {
		p := c.people.find(person)
		return p != nil && p.erased
	}
	for h := range c.holds.all() {
		if h.named && erased(h.person) {
			c.fail(4, c.names.id(h.id), "its person is erased, and the hold names somebody")
		}
	}
	for e := range c.entries.all() {
		if e.named && erased(e.person) {
			c.fail(4, c.names.id(e.id), "its person is erased, and the entry names somebody")
		}
	}
}

// boundOfClocks is how far ahead of the time an event may be (decision 0044).
const boundOfClocks = inventory.Instant(10 * inventory.Second)

func (c *check) foldEvent() {
	e := &c.event.Event
	if state := c.words.text(c.told.state); state != string(e.Status) {
		c.fail(4, e.ID, "the event is %s, and by its audit rows it is %q", e.Status, state)
	}
	c.compare(4, e.ID, "the event's ledger seq is %d, and its last audit row is %d", e.Seq, c.seq)
	if e.Clock < c.at {
		c.fail(4, e.ID, "the event's clock stands at %s, before its last audit row at %s", clock(e.Clock), clock(c.at))
	}
	if now := c.run.options.Now; now != 0 && e.Clock > now+boundOfClocks {
		c.fail(4, e.ID, "the event's clock stands at %s, ahead of the time, which is %s", clock(e.Clock), clock(now))
	}
}

// folded compares a row with what its audit rows say. It is false when there
// are none, which makes further comparison pointless.
func (c *check) folded(id string, state, reason word, units, lastSeq int64, t *trace) bool {
	if t.lastSeq == 0 {
		c.fail(4, id, "no audit row is about %s", id)
		return false
	}
	w := c.words
	if state != t.state {
		c.fail(4, id, "the row says %q, and by its audit rows it is %q", w.text(state), w.text(t.state))
	}
	if reason != t.reason {
		c.fail(4, id, "the row gives the reason %q, its last audit row %q", w.text(reason), w.text(t.reason))
	}
	c.compare(4, id, "the row says %d units, its audit rows %d", units, t.units)
	c.compare(4, id, "the row's last audit row is said to be %d and is %d", lastSeq, t.lastSeq)
	return true
}
