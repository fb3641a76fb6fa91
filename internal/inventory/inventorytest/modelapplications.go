package inventorytest

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// mustApply reports whether somebody who takes part has to be approved by the organizer.
func (m *Model) mustApply(who inventory.Who, user string) bool {
	return m.event.Settings.Approval && !who.Staff && !m.isInvited(told(who, m.users[user]))
}

func (m *Model) apply(who inventory.Who, p inventory.Party) inventory.Outcome {
	if m.full() {
		return refuse(inventory.WaitlistFull)
	}
	if code := m.crowded(who, p.Units, false); code != inventory.OK {
		return refuse(code)
	}
	m.comesFrom(who, p.UserID, p.EntryID, p.Units, false)
	w := &waiter{
		id: p.EntryID, owner: m.attendee(p.UserID, p.PersonID), tier: p.Tier, units: p.Units, class: p.Class,
		state: "applied", wish: p.Wish, entrant: m.entrantOf(who),
	}
	m.line = append(m.line, w)
	m.entered = w
	return inventory.Outcome{}
}

// applied are those of the named entries that wait for an answer, in the order in which they
// came; false: one of the names is nobody's.
func (m *Model) applied(ids []string) ([]*waiter, bool) {
	var open []*waiter
	known := 0
	for _, w := range m.line {
		if !slices.Contains(ids, w.id) {
			continue
		}
		known++
		if w.state == "applied" {
			open = append(open, w)
		}
	}
	names := slices.Clone(ids)
	slices.Sort(names)
	return open, known == len(slices.Compact(names))
}

func (m *Model) approve(c inventory.Approve) inventory.Outcome {
	switch {
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.now >= m.event.Ends():
		return refuse(inventory.EventOver)
	case m.now >= m.event.RegistrationEnds():
		return refuse(inventory.RegistrationClosed)
	}
	open, ok := m.applied(c.EntryIDs)
	if !ok {
		return refuse(inventory.NotFound)
	}
	for _, w := range open {
		m.stand(w)
	}
	return inventory.Outcome{Status: "approved", Units: int64(len(open))}
}

func (m *Model) declineApplications(c inventory.DeclineApplications) inventory.Outcome {
	open, ok := m.applied(c.EntryIDs)
	switch {
	case !slices.Contains(inventory.DeclineReasons(), c.Reason):
		return refuse(inventory.InvalidSettings)
	case !ok:
		return refuse(inventory.NotFound)
	}
	for _, w := range open {
		w.state = "rejected"
	}
	return inventory.Outcome{Status: "rejected", Units: int64(len(open))}
}

// approvalStays is why the settings cannot be changed as to approvals.
func (m *Model) approvalStays(c inventory.Configure) inventory.Code {
	for _, w := range m.line {
		if w.state == "applied" && !c.Settings.Approval {
			return inventory.ApplicationsPending
		}
	}
	return inventory.OK
}

// applications: an application stands nowhere and takes nothing before a row of the
// organization approves it, and is then placed by that row.
func (c *checker) applications() {
	var applied int64
	approved := map[string]inventory.AuditRow{}
	begun := map[string]bool{}
	for _, r := range c.Audit {
		switch r.Reason {
		case inventory.ReasonApplied:
			begun[r.Subject] = true
		case inventory.ReasonApproved:
			approved[r.Subject] = r
			c.want(begun[r.Subject], "28: %s is approved by row %d, and did not apply", r.Subject, r.Seq)
		case inventory.ReasonOffered, inventory.ReasonPromoted:
			if _, ok := approved[r.Subject]; begun[r.Subject] {
				c.want(ok, "28: %s is served by row %d, and was not approved", r.Subject, r.Seq)
			}
		}
	}
	for id, e := range c.Entries {
		r, ok := approved[id]
		if e.State == inventory.EntryApplied {
			applied++
		}
		c.want(e.Placed() == (ok || !begun[id]), "28: %s has the number %d, and was approved: %v", id, e.JoinNo, ok)
		c.want(e.ApprovedAt == r.At, "28: %s was approved at %d, by its row at %d", id, e.ApprovedAt, r.At)
		c.want(e.Placed() || e.LeftSeq == inventory.NeverWaited, "28: %s stands nowhere and left at %d", id, e.LeftSeq)
	}
	c.want(applied == c.Applied, "2: %d have applied, the event counts %d", applied, c.Applied)
}

// applicants are entries, more often than not of those who applied; now and then one that
// does not exist.
func (g *Generator) applicants(k Known) []string {
	var ids []string
	for range 1 + g.Intn(3) {
		ids = append(ids, g.one(k.Applications, "wle_"))
	}
	if g.Intn(5) == 0 {
		ids = append(ids, g.one(k.Entries, "wle_"))
	}
	return ids
}

func (g *Generator) approve(k Known) inventory.Approve {
	return inventory.Approve{Who: inventory.Who{Actor: "key_gen", Staff: true}, EntryIDs: g.applicants(k)}
}

func (g *Generator) declineApplications(k Known) inventory.DeclineApplications {
	reasons := inventory.DeclineReasons()
	c := inventory.DeclineApplications{Who: inventory.Who{Actor: "key_gen", Staff: true}, EntryIDs: g.applicants(k), Reason: reasons[g.Intn(len(reasons))]}
	if g.Intn(20) == 0 {
		c.Reason = inventory.ReasonDeclined
	}
	return c
}

// approval makes now and then an event at which the organizer approves each, from a stream
// of its own.
func (g *Generator) approval(s *inventory.Settings) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("approval"); !g.Unapproved && g.Intn(5) == 0 && s.Onsale.Mode == "" && s.Demand != inventory.DemandExtreme && !s.Waitlist.Disabled {
		s.Approval = true
	}
}

// approvalStays keeps the settings of an event such that its applications can stay, mostly.
func (g *Generator) approvalStays(k Known, s *inventory.Settings) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("approval stays"); g.Intn(4) > 0 {
		s.Approval = k.Event.Settings.Approval
	}
	if k.Event.Settings.Onsale.Mode != "" {
		s.Approval = false
	}
	if s.Approval {
		s.Onsale, s.Demand, s.Waitlist.Disabled = inventory.Onsale{}, "", false
	}
}
