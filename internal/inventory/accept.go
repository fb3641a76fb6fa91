package inventory

// Accept claims an open offer.
type Accept struct {
	Who
	OfferID string
	// UnitPrice is what the person chose to pay for each unit, of a tier whose buyers choose;
	// nil of any other.
	UnitPrice *int64
	Promo     string // the code that makes it cheaper, in upper case; empty: none
	// AddOns are add-ons that are taken with the tickets, and donations; Seat, Best and Price are not
	// read.
	AddOns []OrderLine
}

func (c Accept) needs(n *RequiredRows) {
	n.OfferIDs = append(n.OfferIDs, c.OfferID)
	if c.Promo != "" {
		n.Codes = append(n.Codes, c.Promo)
	}
}

func (c Accept) forecast(f *forecast) { f.late(c.OfferID) }

func (c Accept) decide(d *decider) Outcome {
	o, ended := d.openOfferByID(c.OfferID)
	if ended.Code != OK && (o == nil || o.State != OfferAccepted) {
		return ended
	}
	h := d.w.Holds[o.OrderID]
	if h.Order != nil {
		d.lapse(h)
	}
	done := Outcome{Status: string(HoldConfirmed), OrderID: o.OrderID, EntryID: o.EntryID, OfferID: o.ID, Units: h.Units}
	switch {
	case o.State == OfferAccepted && h.Order != nil:
		return acceptedOrder(h, o)
	case o.State == OfferAccepted:
		return done
	case d.st.Event.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= d.st.Event.RegistrationEnds():
		return Outcome{Code: RegistrationClosed} // the cutoff was moved before the end of the window
	}
	promo, refusal := d.codeFor(c.Promo, PromoCode, "promo_code")
	if refusal.Code != OK {
		return refusal
	}
	if o := d.choosePrice(h, &c, promo); o.Code != OK {
		return o
	}
	if h.Order != nil && h.Order.Total > 0 {
		d.acceptOrder(h, c.Actor)
		d.askForPayment(h)
		return acceptedOrder(h, o)
	}
	d.moveEntry(d.w.Entries[o.EntryID], EntryAccepted, c.Actor, ReasonAccepted, o.ID)
	d.confirm(h, c.Actor, ReasonAccepted, o.ID)
	d.closeAccepted(o)
	if h.Order != nil {
		return acceptedOrder(h, o) // as on a repeated request
	}
	return done
}

// acceptOrder accepts the offer that a pending order began as, if it is open:
// whoever starts to pay has claimed the place.
func (d *decider) acceptOrder(h *Hold, who string) {
	o := d.w.Offers[h.OfferID]
	if o == nil || o.State != OfferOpen {
		return
	}
	d.moveEntry(d.w.Entries[o.EntryID], EntryAccepted, who, ReasonAccepted, o.ID)
	d.moveHold(h, HoldHeld, who, ReasonAccepted, o.ID)
	d.closeAccepted(o)
}

// acceptedOrder is the answer to a person who claims a place that costs something: the
// order, which is to be paid by the end of the claim window.
func acceptedOrder(h *Hold, o *Offer) Outcome {
	done := orderOutcome(h)
	done.EntryID, done.OfferID = o.EntryID, o.ID
	return done
}
