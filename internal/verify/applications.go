package verify

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 28: nobody who applied was put on the waitlist before the organization approved
// them, in the order in which they were approved; and while an event approves each, nobody
// takes part otherwise. Settings are not in the ledger, so the latter can be
// told since they were last changed.

// entryApplied replays the row with which an application comes.
func (c *check) entryApplied(e *entryRecord, r *inventory.AuditRow) {
	c.applied[e.id] = true
	c.compare(4, r.Subject, "the entry is said to have joined at %d, its audit row is of %d", int64(e.joinedAt), int64(r.At))
}

// entryApproved replays the row with which an application becomes an entry that waits.
func (c *check) entryApproved(e *entryRecord, r *inventory.AuditRow) {
	delete(c.applied, e.id)
	if !byOrganization(r.Actor) {
		c.fail(28, r.Subject, "audit row %d approves the application, and is of %q", r.Seq, r.Actor)
	}
	c.compare(28, r.Subject, "the application is said to have been approved at %d, its audit row is of %d", int64(e.approvedAt), int64(r.At))
	c.entryStands(e, r)
}

// unapprovedRow notes who takes part without having been approved, but for whom the organization
// brought or invited. lets says that it lets somebody in: goods alone need no approval.
func (c *check) unapprovedRow(person key, lets bool, r *inventory.AuditRow) {
	if r.Subject == c.event.Event.ID && (r.Reason == inventory.ReasonSettingsChanged || r.Reason == inventory.ReasonRescheduled || r.Reason == inventory.ReasonCreated) {
		c.unapproved = c.unapproved[:0]
		return
	}
	if !lets || r.From != "" || byStaff(r.Actor) || !c.event.Event.Settings.Approval || r.To == string(inventory.EntryApplied) {
		return
	}
	if strings.HasPrefix(r.Subject, id.Order) || strings.HasPrefix(r.Subject, id.Entry) {
		v := c.invitations[inventory.InvitationID(c.names.id(person))]
		if v == nil || inventory.InvitationState(c.words.text(v.told.state)) != inventory.InvitationSent {
			c.unapproved = append(c.unapproved, strings.Clone(r.Subject))
		}
	}
}

// letsIn reports whether a hold lets somebody in: orders of goods and gifts alone do not.
func (c *check) letsIn(o *orderRecord) bool {
	return o == nil || slices.ContainsFunc(o.items, func(it itemRecord) bool {
		t := c.tierByID[it.tier]
		return t == nil || t.Kind == inventory.TicketTier
	})
}

// byOrganization reports whether an actor is one of the organization.
func byOrganization(actor string) bool { return byStaff(actor) && actor != "system" }

func (c *check) checkApplications() {
	var applied int64
	for e := range c.entries.all() {
		if c.entryState(e) == inventory.EntryApplied {
			applied++
		}
		subject := c.names.id(e.id)
		switch waited := e.joinNo > 0; {
		case c.applied[e.id] && waited:
			c.fail(28, subject, "the entry has the number %d of the waitlist, and no audit row approves it", e.joinNo)
		case c.applied[e.id] && e.approvedAt != 0:
			c.fail(28, subject, "the entry is said to have been approved at %d, and no audit row approves it", int64(e.approvedAt))
		case c.applied[e.id] && e.leftSeq != inventory.NeverWaited:
			c.fail(4, subject, "the entry is said to have stopped waiting by audit row %d, and never waited", e.leftSeq)
		}
	}
	c.compare(2, c.event.Event.ID, "the event counts %d applications, %d entries have applied", c.event.Applications, applied)
	for _, subject := range c.unapproved {
		c.fail(28, subject, "was taken by somebody whom nobody has approved or invited")
	}
}
