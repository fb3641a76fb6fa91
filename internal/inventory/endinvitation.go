package inventory

// EndInvitation takes an invitation back: its link is good for nothing any more. What the
// person has by then stays, until somebody cancels it.
type EndInvitation struct {
	Who
	InvitationID string
}

func (c EndInvitation) needs(n *RequiredRows) {
	n.InvitationIDs = append(n.InvitationIDs, c.InvitationID)
}

func (EndInvitation) forecast(*forecast) {}

func (c EndInvitation) decide(d *decider) Outcome {
	v := d.w.Invitations[c.InvitationID]
	if v == nil {
		return Outcome{Code: NotFound}
	}
	if v.State != InvitationEnded {
		d.moveInvitation(v, InvitationEnded, c.Actor, ReasonInvitationEnded)
	}
	return invitationOutcome(v)
}

// DeclineInvitation says that the invited person does not come. Anyone who has places gives those back
// first.
type DeclineInvitation struct {
	Who
	InvitationID string
}

func (c DeclineInvitation) needs(n *RequiredRows) {
	n.InvitationIDs = append(n.InvitationIDs, c.InvitationID)
}

func (DeclineInvitation) forecast(*forecast) {}

func (c DeclineInvitation) decide(d *decider) Outcome {
	v := d.w.Invitations[c.InvitationID]
	switch {
	case v == nil || !c.Staff && c.Actor != v.PersonID:
		return Outcome{Code: NotFound}
	case v.State == InvitationDeclined:
	case v.State != InvitationSent:
		return Outcome{Code: InvitationOver, Status: string(v.State)}
	case d.person(v.PersonID).Units > 0:
		return Outcome{Code: PlacesTaken}
	default:
		d.moveInvitation(v, InvitationDeclined, c.Actor, ReasonInvitationDeclined)
	}
	return invitationOutcome(v)
}
