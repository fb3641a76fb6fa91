package inventory

// Extend moves the end of an open offer to Until, or by By when Until is 0.
// It never shortens and never reaches past the registration cutoff. The same
// Until again changes nothing and is OK.
type Extend struct {
	Who
	OfferID string
	Until   Instant
	By      Micros
}

func (c Extend) needs(n *RequiredRows) { n.OfferIDs = append(n.OfferIDs, c.OfferID) }

func (c Extend) forecast(f *forecast) { f.late(c.OfferID) }

func (c Extend) decide(d *decider) Outcome {
	o, ended := d.openOfferByID(c.OfferID)
	if ended.Code != OK {
		return ended
	}
	if d.st.Event.Status == Cancelled {
		return Outcome{Code: EventIsCancelled}
	}
	limit := d.st.Event.RegistrationEnds()
	until := c.Until
	if until == 0 {
		// Compared as lengths, so that an absurd length cannot wrap around.
		if c.By > 0 && c.By > Micros(limit-o.ExpiresAt) {
			return Outcome{Code: ExtendPastCutoff}
		}
		until = o.ExpiresAt + Instant(c.By)
	}
	done := Outcome{Status: string(OfferOpen), EntryID: o.EntryID, OfferID: o.ID, ExpiresAt: o.ExpiresAt}
	switch {
	case c.Until != 0 && c.Until == o.ExpiresAt && o.Extensions > 0:
		return done // the same extension again
	case until <= o.ExpiresAt:
		return Outcome{Code: ExtendTooShort}
	case until > limit:
		return Outcome{Code: ExtendPastCutoff}
	}
	h := d.w.Holds[o.OrderID]
	d.commitHold(h)
	o.ExpiresAt, done.ExpiresAt = until, until
	o.Extensions++
	o.LastSeq = d.write(transition{
		who: c.Actor, subject: o.ID, from: string(OfferOpen), to: string(OfferOpen), reason: ReasonOfferExtended,
		related: o.EntryID, person: o.PersonID, prev: o.LastSeq,
	})
	d.touchOffer(o, false)
	d.extendHold(h)
	h.ExpiresAt, h.UpdatedAt = until, d.now
	d.rowOf(o.LastSeq).Commitment = HoldCommitment(h)
	d.due(until)
	return done
}
