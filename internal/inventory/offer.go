package inventory

// systemActor is the actor of what happens by rule, without a command.
const systemActor = "system"

// openOffer takes a hold for the head of the waitlist, with a claim window.
func (d *decider) openOffer(e *Entry, t *tierIndex) {
	d.openOfferWith(e, t, func(id string) *Hold {
		if d.hasAddOns(t.Tier) { // which are taken when it is accepted
			return d.orderForEntry(e, t, id)
		}
		return d.holdFor(e, t, id)
	})
}

// openOfferWith is openOffer with a hold of the caller's making.
func (d *decider) openOfferWith(e *Entry, t *tierIndex, hold func(id string) *Hold) {
	d.stopWaiting(e)
	seq := d.st.Event.Seq + 1 // of the entry's row, which names the offer
	o := &Offer{
		ID: d.id("off_", seq), State: OfferOpen, EntryID: e.ID, OrderID: d.id("ord_", seq), PersonID: e.PersonID,
		OpenedAt: d.now, RuleVersion: RuleVersion,
	}
	o.WindowStartsAt, o.ExpiresAt = ClaimWindow(&d.st.Event, d.now)
	e.OfferID = o.ID
	d.moveEntry(e, EntryOffered, systemActor, ReasonOffered, o.ID)
	h := hold(o.OrderID)
	h.OfferID, h.ExpiresAt = o.ID, o.ExpiresAt
	d.match(h, t)
	d.take(h, t, HoldHeld, systemActor, ReasonOffered, e.ID)
	d.w.Offers[o.ID] = o
	d.touchOffer(o, true)
	d.st.LiveOffers++
	d.due(o.ExpiresAt)
}

// confirmEntry gives the head of the waitlist the place at once.
func (d *decider) confirmEntry(e *Entry, t *tierIndex) {
	d.confirmEntryWith(e, t, func(id string) *Hold { return d.holdFor(e, t, id) })
}

// confirmEntryWith is confirmEntry with a hold of the caller's making.
func (d *decider) confirmEntryWith(e *Entry, t *tierIndex, hold func(id string) *Hold) {
	d.stopWaiting(e)
	order := d.id("ord_", d.st.Event.Seq+1)
	d.moveEntry(e, EntryAccepted, systemActor, ReasonPromoted, order)
	h := hold(order)
	d.take(h, t, HoldConfirmed, systemActor, ReasonPromoted, e.ID)
	d.ceases(d.person(e.PersonID), e, 0)
}

// holdFor makes the hold of a promoted entry: in a tier that costs something it
// or of goods is an order, with the price of this moment.
func (d *decider) holdFor(e *Entry, t *tierIndex, order string) *Hold {
	if t.Paid() || !t.Admits() {
		return d.orderForEntry(e, t, order)
	}
	p := d.person(e.PersonID)
	p.HoldID = order
	d.touchPerson(p, false)
	h := &Hold{
		ID: order, Kind: KindRegistration, PersonID: e.PersonID, Tier: e.Tier, Units: e.Units,
		EntryID: e.ID, Name: e.Name, Guests: e.Guests,
	}
	return h
}

// endOffer ends an open offer without a registration: its hold is released and
// its entry ends with it.
func (d *decider) endOffer(o *Offer, to OfferState, entryTo EntryState, who string, reason Reason) {
	e, h, p := d.w.Entries[o.EntryID], d.w.Holds[o.OrderID], d.person(o.PersonID)
	d.moveEntry(e, entryTo, who, reason, o.ID)
	d.release(h, who, reason, o.ID)
	o.State, o.EndedAt = to, d.now
	d.touchOffer(o, false)
	if h.Order == nil {
		p.HoldID = ""
	}
	d.ceases(p, e, h.Units)
	d.st.LiveOffers--
}

// closeAccepted ends an offer that was claimed.
func (d *decider) closeAccepted(o *Offer) {
	o.State, o.EndedAt = OfferAccepted, d.now
	d.touchOffer(o, false)
	d.ceases(d.person(o.PersonID), d.w.Entries[o.EntryID], 0)
	d.st.LiveOffers--
}

// expireLate ends an offer whose window has passed, in case there was more due
// than one batch releases.
func (d *decider) expireLate(o *Offer) {
	if o != nil && o.State == OfferOpen && o.ExpiresAt <= d.now {
		d.endOffer(o, OfferExpired, EntryExpired, systemActor, ReasonOfferExpired)
	}
}

// releaseDue ends the offers whose window, and the orders whose deadline, has
// passed.
func (d *decider) releaseDue() {
	for _, id := range d.w.Due {
		switch h := d.w.Holds[id]; {
		case h == nil || h.State != HoldHeld:
		case h.Kind == KindOrder:
			d.lapse(h)
		case h.IsRelease():
			d.release(h, systemActor, ReasonUnitsReleased, "")
		default:
			d.expireLate(d.w.Offers[h.OfferID])
		}
	}
}

// openOfferByID finds an open offer, or says how it ended.
func (d *decider) openOfferByID(id string) (*Offer, Outcome) {
	o := d.w.Offers[id]
	if o == nil {
		return nil, Outcome{Code: NotFound}
	}
	d.expireLate(o)
	if o.State != OfferOpen {
		return o, Outcome{Code: OfferEnded, OfferState: o.State, OfferID: o.ID, EntryID: o.EntryID}
	}
	return o, Outcome{}
}
