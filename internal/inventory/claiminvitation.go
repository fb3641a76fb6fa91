package inventory

// ClaimInvitation gives an invitation without an address to the first person who has confirmed one
// with its link: from then on it is theirs, and mailed to them as any other. The link that was
// handed over is good for nothing any more.
type ClaimInvitation struct {
	Who
	InvitationID string
	SentAt       Instant // of the link with which the address was confirmed
	Email        string
	Locale       string // "": as it is
}

func (c ClaimInvitation) needs(n *RequiredRows) {
	n.InvitationIDs = append(n.InvitationIDs, c.InvitationID)
}

func (ClaimInvitation) forecast(*forecast) {}

func (c ClaimInvitation) decide(d *decider) Outcome {
	v := d.w.Invitations[c.InvitationID]
	switch e := &d.st.Event; {
	case v == nil:
		return Outcome{Code: NotFound}
	case e.Status == Draft:
		return Outcome{Code: EventNotPublished}
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= e.RegistrationEnds():
		return Outcome{Code: RegistrationClosed}
	case v.State != InvitationSent || v.SentAt != c.SentAt || !d.person(v.PersonID).byHand():
		return Outcome{Code: InvitationOver, Status: string(v.State)}
	case c.Email == "":
		return Outcome{Code: InvalidSettings, Field: "email"}
	}
	who := Who{Actor: v.PersonID, Proven: true} // whoever reads the mail is the person from here on
	d.personFor(who, &Party{Profile: Profile{Email: c.Email, Locale: c.Locale}}, d.person(v.PersonID))
	d.moveInvitation(v, v.State, v.PersonID, ReasonInvitationClaimed)
	return invitationOutcome(v)
}
