package inventory

import "strings"

// Bounds of invitations.
const (
	// MaxInvited bounds those whom one command invites.
	MaxInvited = 500
	// MaxInvitedPlaces bounds the places of one invitation.
	MaxInvitedPlaces = 100
)

// InvitationState is where an invitation stands.
type InvitationState string

// The states of an invitation. That somebody has come of it is told by what they have.
const (
	InvitationNone     InvitationState = "" // not sent yet; only in audit rows
	InvitationSent     InvitationState = "invited"
	InvitationDeclined InvitationState = "declined"
	InvitationEnded    InvitationState = "ended" // by the organizer
)

// Invitation lets one person take so many places of an event, whoever else may. While it
// stands, Person.Places bounds all that the person has or waits for, whichever way it came;
// and only a person who has one takes part in an event whose Visibility is ByInvitation.
type Invitation struct {
	ID       string // inv_…, see InvitationID
	State    InvitationState
	PersonID string
	Places   int64
	// Waited is the person's number on the waitlist of the shop from which the invitation came; 0:
	// they had a place there, or it came from none.
	Waited int64
	// SentAt is when the link was made that is good: those made before are not.
	SentAt    Instant
	CreatedAt Instant
	UpdatedAt Instant
	LastSeq   int64
}

// InvitationID is the id of the invitation of a person, who has one in an event at most.
func InvitationID(person string) string { return "inv_" + strings.TrimPrefix(person, "per_") }

// invitation returns the invitation of a person, nil when there never was one.
func (d *decider) invitation(p *Person) *Invitation { return d.w.Invitations[InvitationID(p.ID)] }

// moveInvitation writes a transition of an invitation. Its row has the places.
func (d *decider) moveInvitation(v *Invitation, to InvitationState, who string, reason Reason) {
	d.touchInvitation(v)
	v.LastSeq = d.write(transition{
		who: who, subject: v.ID, from: string(v.State), to: string(to), reason: reason, related: v.PersonID, units: v.Places,
		person: v.PersonID, prev: v.LastSeq,
	})
	v.State, v.UpdatedAt = to, d.now
	if reason.MakesLink() {
		v.SentAt = d.now
	}
	p := d.person(v.PersonID)
	places := v.Places
	if to != InvitationSent {
		places = 0
	}
	if p.Places != places {
		d.touchPerson(p, false)
		p.Places = places
	}
}

// MakesLink reports whether an invitation has a new link by a row with this reason: those before
// are good for nothing any more.
func (r Reason) MakesLink() bool {
	return r == ReasonInvited || r == ReasonInvitationSent || r == ReasonInvitationMade || r == ReasonInvitationClaimed
}

// Erased reports whether the personal data of somebody was taken away.
func (p *Person) Erased() bool { return strings.HasPrefix(p.UserID, erasedPrefix) }

// byHand reports whether nothing can be mailed to a person: what they are invited with is a link
// that somebody hands over.
func (p *Person) byHand() bool { return p.Profile.Email == "" }

// uninvited reports whether somebody who takes part needs an invitation and has none.
func (d *decider) uninvited(who Who, p *Person) bool {
	return d.st.Event.Settings.VisibleTo() == ByInvitation && !who.Staff && (p == nil || p.Places == 0)
}

// endInvitation ends the invitation of a person who is erased.
func (d *decider) endInvitation(p *Person, who string) {
	if v := d.invitation(p); v != nil && v.State != InvitationEnded {
		d.moveInvitation(v, InvitationEnded, who, ReasonInvitationEnded)
	}
}

func invitationOutcome(v *Invitation) Outcome {
	return Outcome{Status: string(v.State), Units: v.Places}
}
