package inventory

import "strings"

// Invite invites people: all of them or none. Anyone who is invited already is left alone, so that
// a list can be sent again; whoever declined, or whose invitation was ended, is invited anew. Of
// people without an address nothing is mailed: the organizer hands their links over.
type Invite struct {
	Who
	Guests []Invitee
}

// Invitee is somebody whom an Invite names.
type Invitee struct {
	PersonID, UserID string // PersonID is used when the person is new
	Profile          Profile
	Places           int64
	Waited           int64 // see Invitation
}

func (c Invite) needs(n *RequiredRows) {
	for i := range c.Guests {
		n.UserIDs = append(n.UserIDs, c.Guests[i].UserID)
	}
	n.Invitations = true
}

func (Invite) forecast(*forecast) {}

func (c Invite) decide(d *decider) Outcome {
	e := &d.st.Event
	switch {
	case e.Status == Draft && !c.imports():
		return Outcome{Code: EventNotPublished}
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= e.Ends():
		return Outcome{Code: EventOver}
	case d.now >= e.RegistrationEnds():
		return Outcome{Code: RegistrationClosed}
	case len(c.Guests) == 0 || len(c.Guests) > MaxInvited:
		return Outcome{Code: InvalidSettings, Field: "invitations"}
	}
	for i := range c.Guests {
		g := &c.Guests[i]
		at := "invitations[" + text(int64(i)) + "]."
		switch p := d.byUser(g.UserID); {
		case strings.HasPrefix(g.UserID, erasedPrefix):
			return Outcome{Code: InvalidSettings, Field: at + "email"}
		case g.Profile.Email != "" && e.Status == Draft: // it would be mailed
			return Outcome{Code: EventNotPublished}
		case g.Places < 1 || g.Places > MaxInvitedPlaces:
			return Outcome{Code: InvalidSettings, Field: at + "places"}
		case p != nil && p.Places == 0 && p.Units > g.Places:
			return Outcome{Code: PlacesTaken, Field: at + "places"}
		}
	}
	var invited int64
	for i := range c.Guests {
		if d.invite(c.Who, &c.Guests[i]) {
			invited++
		}
	}
	return Outcome{Status: "invited", Units: invited}
}

// invite reports whether somebody was invited who was not before.
func (d *decider) invite(who Who, g *Invitee) bool {
	p := d.byUser(g.UserID)
	if p != nil && p.Places > 0 {
		return false
	}
	p, _ = d.personFor(who, &Party{UserID: g.UserID, Profile: g.Profile, PersonID: g.PersonID}, p)
	v := d.invitation(p)
	if v == nil {
		v = &Invitation{ID: InvitationID(p.ID), PersonID: p.ID, CreatedAt: d.now}
		d.w.Invitations[v.ID] = v
	}
	v.Places, v.Waited = g.Places, g.Waited
	d.moveInvitation(v, InvitationSent, who.Actor, linkReason(p, ReasonInvited))
	return true
}

// linkReason is the reason of a row that makes a link: mailed, or handed over by the organizer
// where there is no address.
func linkReason(p *Person, mailed Reason) Reason {
	if p.byHand() {
		return ReasonInvitationMade
	}
	return mailed
}

// ResendInvitation mails an invitation again, or makes the link anew that is handed over. Only the
// new link is good from then on.
type ResendInvitation struct {
	Who
	InvitationID string
}

func (c ResendInvitation) needs(n *RequiredRows) {
	n.InvitationIDs = append(n.InvitationIDs, c.InvitationID)
}

func (ResendInvitation) forecast(*forecast) {}

func (c ResendInvitation) decide(d *decider) Outcome {
	v := d.w.Invitations[c.InvitationID]
	switch e := &d.st.Event; {
	case v == nil:
		return Outcome{Code: NotFound}
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= e.RegistrationEnds():
		return Outcome{Code: RegistrationClosed}
	case v.State != InvitationSent:
		return Outcome{Code: InvitationOver, Status: string(v.State)}
	}
	d.moveInvitation(v, v.State, c.Actor, linkReason(d.person(v.PersonID), ReasonInvitationSent))
	return invitationOutcome(v)
}

// ChangeInvitation changes the places of an invitation, or the invited person's name. There
// are never fewer places than the person has.
type ChangeInvitation struct {
	Who
	InvitationID string
	Places       int64  // 0: as many as there are
	Name         string // "": as it is
}

func (c ChangeInvitation) needs(n *RequiredRows) {
	n.InvitationIDs = append(n.InvitationIDs, c.InvitationID)
}

func (ChangeInvitation) forecast(*forecast) {}

func (c ChangeInvitation) decide(d *decider) Outcome {
	v := d.w.Invitations[c.InvitationID]
	if v == nil {
		return Outcome{Code: NotFound}
	}
	if v.State != InvitationSent {
		return Outcome{Code: InvitationOver, Status: string(v.State)}
	}
	p := d.person(v.PersonID)
	switch {
	case c.Places == 0:
		c.Places = v.Places
	case c.Places < 0 || c.Places > MaxInvitedPlaces:
		return Outcome{Code: InvalidSettings, Field: "places"}
	case c.Places < v.Places && c.Places < p.Units:
		return Outcome{Code: PlacesTaken, Field: "places"}
	}
	if c.Name != "" {
		d.personFor(c.Who, &Party{Profile: Profile{Name: c.Name}}, p)
	}
	if c.Places != v.Places {
		v.Places = c.Places
		d.moveInvitation(v, v.State, c.Actor, ReasonInvitationChanged)
	}
	return invitationOutcome(v)
}
