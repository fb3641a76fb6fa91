package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 27: whoever is invited has as many places as the invitation says at most. Counted is
// what the person, or the organization, took or waits for. What somebody took who typed the
// address without proving it is not the person's doing, and what another shop has sold came
// with that.

// invitationRecord is an invitation: its row, and what the audit rows say of it.
type invitationRecord struct {
	row    inventory.Invitation
	told   trace
	person string // by the rows, as all that follow
	places int64
	sentAt inventory.Instant
}

func (c *check) loadInvitations() error {
	return c.run.snapshot.Invitations(c.event.Event.ID, func(v *inventory.Invitation) error {
		c.run.report.Checked.Invitations++
		c.checkHome(v.ID)
		row := *v
		row.ID, row.PersonID = strings.Clone(v.ID), strings.Clone(v.PersonID)
		c.invitations[row.ID] = &invitationRecord{row: row}
		return nil
	})
}

func (c *check) invitationRow(r *inventory.AuditRow) {
	v := c.invitations[r.Subject]
	if v == nil {
		c.missing(r)
		return
	}
	if v.told.lastSeq == 0 {
		c.namedBy(c.names.key(r.Related), r.Seq)
	}
	v.told.units = r.Units // which change with the places
	c.follow(&v.told, r, true)
	v.person, v.places = strings.Clone(r.Related), r.Units
	if r.Reason.MakesLink() {
		v.sentAt = r.At
	}
}

// uncounted notes the first row of what no invitation counts.
func (c *check) uncounted(thing key, r *inventory.AuditRow) {
	if r.From == "" && len(c.invitations) > 0 && (r.Actor == "public" || strings.HasPrefix(r.Related, "import:")) {
		c.strangers[thing] = true
	}
}

func (c *check) checkInvitations() {
	invited := map[key]int64{}
	for id, v := range c.invitations {
		if v.told.lastSeq == 0 {
			c.fail(4, id, "no audit row is about %s", id)
			continue
		}
		if state := c.words.text(v.told.state); state != string(v.row.State) {
			c.fail(4, id, "the row says %q, and by its audit rows it is %q", v.row.State, state)
		}
		c.compare(4, id, "the row's last audit row is said to be %d and is %d", v.row.LastSeq, v.told.lastSeq)
		c.compare(4, id, "the invitation is for %d places, and by its audit rows for %d", v.row.Places, v.places)
		if v.row.PersonID != v.person || id != inventory.InvitationID(v.person) {
			c.fail(4, id, "the invitation is of %s, and by its audit rows of %s", v.row.PersonID, v.person)
		}
		if v.row.SentAt != v.sentAt {
			c.fail(4, id, "the link that is good is said to be of %s, and was sent at %s", clock(v.row.SentAt), clock(v.sentAt))
		}
		if v.row.State == inventory.InvitationSent {
			invited[c.names.key(v.row.PersonID)] = v.row.Places
		}
	}
	has := map[key]int64{}
	count := func(person, first key, units int64) {
		if _, some := invited[person]; some && !c.strangers[first] {
			has[person] += units
		}
	}
	for h := range c.holds.all() {
		first := h.id
		if h.entry != (key{}) {
			first = h.entry
		}
		if state := c.holdState(h); state == inventory.HoldHeld || state == inventory.HoldConfirmed {
			count(h.person, first, c.admits(h))
		}
	}
	for e := range c.entries.all() {
		if s := c.entryState(e); (s == inventory.EntryWaiting || s == inventory.EntryApplied) && !c.forGoods(e) {
			count(e.person, e.id, e.units)
		}
	}
	for p := range c.people.all() {
		places, some := invited[p.id]
		c.compare(27, c.names.id(p.id), "the person may have %d places, and is invited to %d", p.places, places)
		if some && has[p.id] > places {
			c.fail(27, c.names.id(p.id), "the person has %d places, and is invited to %d", has[p.id], places)
		}
	}
}
