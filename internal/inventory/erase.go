package inventory

import "sort"

// NoGuests is what the guests of an erased person become: an empty JSON array.
const NoGuests = "[]"

// Erase removes the personal data of a person from the event. What is still
// live (registration, entry) ends first, in the same decision.
type Erase struct {
	Who
	UserID string
}

func (c Erase) needs(n *RequiredRows) {
	n.UserIDs = append(n.UserIDs, c.UserID)
	n.OrdersOf = append(n.OrdersOf, c.UserID)
	n.Moved, n.Invitations = true, true
}

func (c Erase) forecast(f *forecast) {
	p := f.w.People[c.UserID]
	if p == nil {
		return
	}
	f.release(f.w.Holds[p.HoldID])
	for _, id := range p.LiveEntries() {
		f.entry(f.w.Entries[id])
	}
	for _, h := range f.w.Holds {
		if h.Kind == KindOrder && h.PersonID == p.ID {
			f.release(h)
		}
	}
}

// decide ends what is live of a person and takes the personal data away. The
// person's id stays, as the pseudonym that the ledger uses.
func (c Erase) decide(d *decider) Outcome {
	p := d.byUser(c.UserID)
	if p == nil {
		return Outcome{Code: NotFound, Field: "user_id"}
	}
	d.endAll(p, c.Who)
	d.endInvitation(p, c.Actor)
	d.write(transition{who: c.Actor, subject: p.ID, from: "known", to: "erased", reason: ReasonPersonErased})
	change := d.touchPerson(p, false)
	change.Erased, change.ErasedEmail = true, p.Profile.Email
	delete(d.w.People, p.UserID)
	p.UserID, p.Profile = erasedPrefix+p.ID, Profile{}
	d.w.People[p.UserID] = p
	for _, h := range d.out.Holds {
		if h.PersonID == p.ID {
			h.Name, h.Guests = "", NoGuests
		}
	}
	for _, e := range d.out.Entries {
		if e.PersonID == p.ID {
			e.Name, e.Guests = "", NoGuests
		}
	}
	return Outcome{Status: "erased"}
}

// endAll ends the live entries, offers and registration of a person. Cutoffs do not
// bind: a person's right to be forgotten has none. Once the event is over nobody's place can be
// used by another: who was there is still counted, without a name.
func (d *decider) endAll(p *Person, who Who) {
	entryTo, entryReason, holdReason := EntryLeft, ReasonLeft, ReasonCancelledByPerson
	if who.Staff {
		entryTo, entryReason, holdReason = EntryRemoved, ReasonRemovedByStaff, ReasonCancelledByStaff
	}
	for _, id := range p.LiveEntries() {
		e := d.w.Entries[id]
		d.expireLate(d.w.Offers[e.OfferID])
		switch e.State {
		case EntryApplied:
			d.endApplication(e, entryTo, who.Actor, entryReason)
		case EntryWaiting:
			d.endWaiting(e, entryTo, who.Actor, entryReason)
		case EntryOffered:
			d.endOffer(d.w.Offers[e.OfferID], OfferRevoked, entryTo, who.Actor, entryReason)
		}
	}
	if h := d.w.Holds[p.HoldID]; h != nil && h.State == HoldConfirmed && d.now < d.st.Event.Ends() {
		d.voidMoved(h, who.Actor)
		d.releaseRegistration(h, who.Actor, holdReason)
	}
	d.endOrders(p, who)
}

// endOrders ends all live orders of a person; what was paid is due back. Once the
// event is over its tickets have been used, and stay as they are: to be forgotten
// is not a way to a refund.
func (d *decider) endOrders(p *Person, who Who) {
	var orders []*Hold
	for _, h := range d.w.Holds {
		if h.Kind == KindOrder && h.PersonID == p.ID {
			orders = append(orders, h)
		}
	}
	sort.Slice(orders, func(i, j int) bool { return orders[i].ID < orders[j].ID })
	for _, h := range orders {
		switch d.lapse(h); h.State {
		case HoldHeld:
			d.endOrder(h, who.Actor, ReasonOrderCancelled, "")
		case HoldConfirmed:
			if d.now >= d.st.Event.Ends() {
				continue
			}
			d.voidMoved(h, who.Actor)
			d.releaseItems(h, who.Actor, liveItems(h.Order), h.Order.Refundable(), goneFor{})
		}
	}
}
