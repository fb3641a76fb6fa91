package inventorytest

import (
	"maps"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// The model's strangers: whoever has proven no address is answered as one whom nobody
// knows. The model asks itself what it would answer that one, and takes it back.

func stranger(who inventory.Who) bool { return !who.Staff && !who.Proven && len(who.Origins) > 0 }

// told is whom the caller may be told about.
func told(who inventory.Who, a *attendee) *attendee {
	if stranger(who) {
		return nil
	}
	return a
}

// askedAgain reports whether a command is a stranger's who asks for what a person has.
func (m *Model) askedAgain(c inventory.Command) (who inventory.Who, p inventory.Party, asks bool) {
	switch c := c.(type) {
	case inventory.Register:
		who, p = c.Who, c.Party
	case inventory.Join:
		who, p = c.Who, c.Party
	}
	a := m.users[p.UserID]
	if join, ok := c.(inventory.Join); ok && join.Wish == nil && m.isGoods(p.Tier) {
		return who, p, stranger(who) && m.liveEntryFor(a, p.Tier) != nil
	}
	if !stranger(who) || a == nil || m.liveEntry(a) == nil && m.claimOf(a, "confirmed") == nil && !m.overLimit(a, p.Units) {
		return who, p, false
	}
	return who, p, true
}

// pretend is the answer to a newcomer, who does not come. Only an order that takes the
// place of an entry is made: whose the address is makes no difference to it.
func (m *Model) pretend(c inventory.Command, who inventory.Who, p inventory.Party) inventory.Outcome {
	undo := m.mark()
	newcomer := p
	newcomer.UserID = "a newcomer"
	var o inventory.Outcome
	switch c := c.(type) {
	case inventory.Register:
		c.Party = newcomer
		o = m.Do(c)
	case inventory.Join:
		c.Party = newcomer
		o = m.Do(c)
	}
	undo()
	join, joins := c.(inventory.Join)
	switch {
	case o.Code != inventory.OK:
		return o
	case joins && o.EntryID == "":
		return m.joinAny(join)
	case o.EntryID == "":
		m.comesFrom(who, p.UserID, o.OrderID, p.Units, false)
	default:
		m.comesFrom(who, p.UserID, o.EntryID, p.Units, false)
	}
	if o.Status == "waitlisted" {
		o.Place = 1 // the server reads the place of an entry that has other classes beside it
		for _, w := range m.waiters() {
			if w.tier == m.tierWished(p) {
				o.Place++
			}
		}
	}
	return o
}

func (m *Model) tierWished(p inventory.Party) string {
	if p.Wish == nil {
		return p.Tier
	}
	return m.wished(p.Wish)
}

// mark returns what puts the model back to where it is now, after a command that gives
// somebody something.
func (m *Model) mark() (undo func()) {
	was, users, counted, passes := *m, maps.Clone(m.users), maps.Clone(m.counted), maps.Clone(m.passes)
	undos := []func(){func() { *m, m.users, m.counted, m.passes = was, users, counted, passes }}
	for _, w := range m.line {
		undos = append(undos, restore(w))
	}
	for _, l := range m.lists {
		undos = append(undos, restore(l))
	}
	for _, c := range m.claims {
		undos = append(undos, restore(c))
		for _, it := range c.items {
			undos = append(undos, restore(it))
		}
	}
	return func() {
		for _, u := range undos {
			u()
		}
	}
}

func restore[T any](at *T) func() {
	was := *at
	return func() { *at = was }
}

// countOrigins counts, as a batch begins, what all origins have.
func (m *Model) countOrigins() {
	m.counted = map[string]inventory.OriginCount{}
	for _, o := range m.origins {
		n := m.counted[o.Origin]
		c, w := m.claimByID(o.ThingID), (*waiter)(nil)
		for _, e := range m.line {
			if e.id == o.ThingID {
				w = e
			}
		}
		switch {
		case strings.HasPrefix(o.Origin, inventory.CardOrigin):
			if c.state == "confirmed" {
				n.Bought += m.people(c)
			}
		case o.Unpaid && c != nil && c.state == "pending":
			n.Unpaid += o.Units
		case o.Unpaid:
		case c == nil && w == nil, c != nil && c.live(), w != nil && (w.state == "waiting" || w.state == "offered" || w.state == "applied" || w.state == "accepted"):
			n.Unconfirmed += o.Units
		}
		m.counted[o.Origin] = n
	}
}

// crowded is why so many units more are too many for where a command comes from.
func (m *Model) crowded(who inventory.Who, units int64, unpaid bool) inventory.Code {
	s := &m.event.Settings
	for _, o := range who.Origins {
		n, most := m.counted[o.Key].Unconfirmed, s.UnconfirmedPerNetwork
		switch {
		case o.Bound == inventory.BoundNothing, o.Bound == inventory.BoundPerson && !unpaid:
			continue
		case o.Bound == inventory.BoundPerson:
			n, most = m.counted[o.Key].Unpaid, s.Orders.UnpaidPerPerson
		case unpaid:
			n, most = m.counted[o.Key].Unpaid, s.Orders.UnpaidPerNetwork
		}
		switch {
		case most == 0 || n+units <= most: // no event of the model has the default's many
		case who.Proven:
			return inventory.TooManyUnpaid
		default:
			return inventory.AddressNotConfirmed
		}
	}
	return inventory.OK
}

// comesFrom counts a thing of a user; the model has no other name for a person.
func (m *Model) comesFrom(who inventory.Who, user, thing string, units int64, unpaid bool) {
	if m.showsPass(who) && !unpaid {
		m.done(who.Entrant)
	}
	for _, o := range who.Origins {
		if o.Bound == inventory.BoundNothing {
			continue
		}
		m.origins = append(m.origins, inventory.Originated{Origin: o.Key, ThingID: thing, PersonID: user, Units: units, Unpaid: unpaid})
		n := m.counted[o.Key]
		if unpaid {
			n.Unpaid += units
		} else {
			n.Unconfirmed += units
		}
		m.counted[o.Key] = n
	}
}

// ofStrangers is what strangers have ordered for the address that the person has proven.
func (m *Model) ofStrangers(who inventory.Who) (n int64) {
	for _, o := range who.Origins {
		if o.Bound == inventory.BoundNothing {
			n += m.counted[o.Key].Unpaid
		}
	}
	return n
}
