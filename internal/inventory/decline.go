package inventory

// Decline gives an open offer back; the waitlist moves on in the same decision.
type Decline struct {
	Who
	OfferID string
}

func (c Decline) needs(n *RequiredRows) { n.OfferIDs = append(n.OfferIDs, c.OfferID) }

func (c Decline) forecast(f *forecast) { f.offer(c.OfferID) }

func (c Decline) decide(d *decider) Outcome {
	o, ended := d.openOfferByID(c.OfferID)
	if ended.Code != OK && (o == nil || o.State != OfferDeclined) {
		return ended
	}
	if o.State == OfferOpen {
		d.endOffer(o, OfferDeclined, EntryDeclined, c.Actor, ReasonDeclined)
	}
	return Outcome{Status: string(OfferDeclined), EntryID: o.EntryID, OfferID: o.ID}
}
