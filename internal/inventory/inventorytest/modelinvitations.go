package inventorytest

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// modelInvitation is an invitation; the model finds it by whose it is.
type modelInvitation struct {
	of     *attendee
	state  string
	places int64
	sentAt inventory.Instant
	byHand bool // there is no address
}

func invitationID(person string) string { return "inv_" + strings.TrimPrefix(person, "per_") }

func (m *Model) invitationOf(a *attendee) *modelInvitation {
	for _, v := range m.invitations {
		if a != nil && v.of == a {
			return v
		}
	}
	return nil
}

func (m *Model) invitationByID(id string) *modelInvitation {
	for _, v := range m.invitations {
		if invitationID(v.of.id) == id {
			return v
		}
	}
	return nil
}

// isInvited reports whether somebody has an invitation that stands.
func (m *Model) isInvited(a *attendee) bool {
	v := m.invitationOf(a)
	return v != nil && v.state == "invited"
}

// beyondInvitation reports whether so many units more are more than somebody is invited to.
func (m *Model) beyondInvitation(a *attendee, units int64) bool {
	return m.isInvited(a) && m.unitsOf(a)+units > m.invitationOf(a).places
}

// needsInvitation reports whether somebody would need one to take part, and has none.
func (m *Model) needsInvitation(who inventory.Who, a *attendee) bool {
	return m.event.Settings.Visibility == inventory.ByInvitation && !who.Staff && !m.isInvited(a)
}

func (m *Model) invite(c inventory.Invite) inventory.Outcome {
	switch {
	case m.event.Status == inventory.Draft && c.Import == "":
		return refuse(inventory.EventNotPublished)
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.now >= m.event.Ends():
		return refuse(inventory.EventOver)
	case m.now >= m.event.RegistrationEnds():
		return refuse(inventory.RegistrationClosed)
	}
	for _, g := range c.Guests {
		a := m.users[g.UserID]
		switch {
		case g.Places < 1 || g.Places > 100:
			return refuse(inventory.InvalidSettings)
		case !m.isInvited(a) && m.unitsOf(a) > g.Places:
			return refuse(inventory.PlacesTaken)
		}
	}
	var n int64
	for _, g := range c.Guests {
		a := m.attendee(g.UserID, g.PersonID)
		if m.isInvited(a) {
			continue
		}
		v := m.invitationOf(a)
		if v == nil {
			v = &modelInvitation{of: a, byHand: g.Profile.Email == ""}
			m.invitations = append(m.invitations, v)
		}
		v.state, v.places, v.sentAt = "invited", g.Places, m.now
		n++
	}
	return inventory.Outcome{Status: "invited", Units: n}
}

// standing answers for an invitation that stands, else it says why not.
func standing(v *modelInvitation) inventory.Outcome {
	switch {
	case v == nil:
		return refuse(inventory.NotFound)
	case v.state != "invited":
		return inventory.Outcome{Code: inventory.InvitationOver, Status: v.state}
	}
	return v.answer()
}

func (v *modelInvitation) answer() inventory.Outcome {
	return inventory.Outcome{Status: v.state, Units: v.places}
}

func (m *Model) resendInvitation(c inventory.ResendInvitation) inventory.Outcome {
	v := m.invitationByID(c.InvitationID)
	switch {
	case v != nil && m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case v != nil && m.now >= m.event.RegistrationEnds():
		return refuse(inventory.RegistrationClosed)
	}
	o := standing(v)
	if o.Code == inventory.OK {
		v.sentAt = m.now
	}
	return o
}

func (m *Model) claimInvitation(c inventory.ClaimInvitation) inventory.Outcome {
	v := m.invitationByID(c.InvitationID)
	switch {
	case v == nil:
		return refuse(inventory.NotFound)
	case m.event.Status == inventory.Draft:
		return refuse(inventory.EventNotPublished)
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.now >= m.event.RegistrationEnds():
		return refuse(inventory.RegistrationClosed)
	case v.state != "invited" || !v.byHand || v.sentAt != c.SentAt:
		return inventory.Outcome{Code: inventory.InvitationOver, Status: v.state}
	}
	v.byHand, v.sentAt = false, m.now
	return v.answer()
}

func (m *Model) changeInvitation(c inventory.ChangeInvitation) inventory.Outcome {
	v := m.invitationByID(c.InvitationID)
	if o := standing(v); o.Code != inventory.OK {
		return o
	}
	if c.Places != 0 {
		switch {
		case c.Places < 0 || c.Places > 100:
			return refuse(inventory.InvalidSettings)
		case c.Places < v.places && c.Places < m.unitsOf(v.of):
			return refuse(inventory.PlacesTaken)
		}
		v.places = c.Places
	}
	return v.answer()
}

func (m *Model) endInvitation(c inventory.EndInvitation) inventory.Outcome {
	v := m.invitationByID(c.InvitationID)
	if v == nil {
		return refuse(inventory.NotFound)
	}
	v.state = "ended"
	return v.answer()
}

func (m *Model) declineInvitation(c inventory.DeclineInvitation) inventory.Outcome {
	v := m.invitationByID(c.InvitationID)
	switch {
	case v == nil || !c.Staff && c.Actor != v.of.id:
		return refuse(inventory.NotFound)
	case v.state == "declined":
		return v.answer()
	case v.state == "invited" && m.unitsOf(v.of) > 0:
		return refuse(inventory.PlacesTaken)
	}
	if o := standing(v); o.Code != inventory.OK {
		return o
	}
	v.state = "declined"
	return v.answer()
}

// matchInvitations says in what an invitation and the model's differ.
func (w *MemoryStore) matchInvitations(m *Model) error {
	if len(w.Invitations) != len(m.invitations) {
		return fmt.Errorf("%d invitations, the model has %d", len(w.Invitations), len(m.invitations))
	}
	for _, v := range m.invitations {
		have := w.Invitations[invitationID(v.of.id)]
		if string(have.State) != v.state || have.Places != v.places || have.PersonID != v.of.id {
			return fmt.Errorf("invitation %+v, in the model %+v", have, *v)
		}
	}
	return nil
}

// invitationsHold: each invitation is as its rows say, and its person is bound by it while it
// stands. Nobody who is known by more than an address that was typed has more.
func (c *checker) invitationsHold() {
	told, counts := map[string]inventory.Invitation{}, map[string]bool{}
	for _, r := range c.Audit {
		if r.From == "" {
			counts[r.Subject] = r.Actor != "public" && !strings.HasPrefix(r.Related, "import:")
		}
		if kindOf(r.Subject) != "inv" {
			continue
		}
		v := told[r.Subject]
		c.want(r.PrevSeq == v.LastSeq, "4: row %d follows %d, want %d", r.Seq, r.PrevSeq, v.LastSeq)
		v.State, v.PersonID, v.Places, v.LastSeq = inventory.InvitationState(r.To), r.Related, r.Units, r.Seq
		if r.Reason.MakesLink() {
			v.SentAt = r.At
		}
		told[r.Subject] = v
	}
	places := map[string]int64{}
	for id, v := range c.Invitations {
		t := told[id]
		c.want(t.State == v.State && t.PersonID == v.PersonID && t.Places == v.Places && t.SentAt == v.SentAt && t.LastSeq == v.LastSeq,
			"4: %s is %+v, its rows say %+v", id, v, t)
		if v.State == inventory.InvitationSent {
			places[v.PersonID] = v.Places
		}
	}
	c.want(len(told) == len(c.Invitations), "4: rows of %d invitations, and there are %d", len(told), len(c.Invitations))
	units := map[string]int64{}
	for id, h := range c.Holds {
		if first := cmp.Or(h.EntryID, id); h.Live() && counts[first] {
			units[h.PersonID] += c.admits(&h)
		}
	}
	for id, e := range c.Entries {
		if (e.State == inventory.EntryWaiting || e.State == inventory.EntryApplied) && counts[id] && c.Tiers[e.Tier].Kind != inventory.GoodsTier {
			units[e.PersonID] += e.Units
		}
	}
	for id, p := range c.People {
		c.want(p.Places == places[id], "27: %s may have %d, and is invited to %d", id, p.Places, places[id])
		c.want(p.Places == 0 || units[id] <= p.Places, "27: %s has %d, and is invited to %d", id, units[id], p.Places)
	}
}

// invitee is an invitation that there is or might be.
func (g *Generator) invitee(k Known) string {
	return g.one(k.Invitations, "inv_")
}

func (g *Generator) invite(Known) inventory.Invite {
	c := inventory.Invite{Who: inventory.Who{Actor: "key_gen", Staff: true}}
	for range 1 + g.Intn(3) {
		user := g.user()
		c.Guests = append(c.Guests, inventory.Invitee{
			PersonID: g.id("per_"), UserID: user, Places: int64(1 + g.Intn(5)),
			Profile: inventory.Profile{Email: user + "@example.org", Name: user, Locale: "en"},
		})
	}
	return c
}

func (g *Generator) resendInvitation(k Known) inventory.ResendInvitation {
	return inventory.ResendInvitation{Who: g.who(), InvitationID: g.invitee(k)}
}

func (g *Generator) changeInvitation(k Known) inventory.ChangeInvitation {
	return inventory.ChangeInvitation{Who: g.who(), InvitationID: g.invitee(k), Places: int64(g.Intn(6))}
}

func (g *Generator) endInvitation(k Known) inventory.EndInvitation {
	return inventory.EndInvitation{Who: g.who(), InvitationID: g.invitee(k)}
}

func (g *Generator) declineInvitation(k Known) inventory.DeclineInvitation {
	who := g.who()
	c := inventory.DeclineInvitation{Who: who, InvitationID: g.invitee(k)}
	if !who.Staff && g.Intn(6) > 0 {
		c.Actor = "per_" + strings.TrimPrefix(c.InvitationID, "inv_")
	}
	return c
}

// handInvitation invites somebody without an address, who does nothing else.
func (g *Generator) handInvitation(Known) inventory.Invite {
	user := "hand" + strconv.Itoa(g.Intn(3))
	c := inventory.Invite{Who: inventory.Who{Actor: "key_gen", Staff: true}, Guests: []inventory.Invitee{{
		PersonID: g.id("per_"), UserID: user, Places: int64(1 + g.Intn(3)), Waited: int64(g.Intn(2)), Profile: inventory.Profile{Name: user},
	}}}
	if g.Intn(4) == 0 {
		c.Import = "meetup"
	}
	return c
}

func (g *Generator) claimInvitation(k Known) inventory.ClaimInvitation {
	of := k.Handed
	if len(of) == 0 || g.Intn(6) == 0 {
		of = k.Invitations
	}
	c := inventory.ClaimInvitation{Who: inventory.Who{Actor: "public"}, InvitationID: g.one(of, "inv_"), Email: "claimed@example.org", Locale: "de"}
	if c.SentAt = k.Made[c.InvitationID]; g.Intn(6) == 0 {
		c.SentAt--
	}
	return c
}

// visibility keeps now and then everybody out who is not invited, from a stream of its own.
func (g *Generator) visibility(s *inventory.Settings) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("visibility"); g.Intn(8) == 0 && s.Onsale.Mode == "" && s.Demand != inventory.DemandExtreme {
		s.Visibility = inventory.ByInvitation
	}
}
