package inventory

// Leave ends an entry (and its open offer). By staff it is a removal.
type Leave struct {
	Who
	EntryID string
}

func (c Leave) needs(n *RequiredRows) { n.EntryIDs = append(n.EntryIDs, c.EntryID) }

func (c Leave) forecast(f *forecast) { f.entry(f.w.Entries[c.EntryID]) }

func (c Leave) decide(d *decider) Outcome {
	e := d.w.Entries[c.EntryID]
	if e == nil {
		return Outcome{Code: NotFound}
	}
	d.expireLate(d.w.Offers[e.OfferID])
	to, reason := EntryLeft, ReasonLeft
	if c.Staff {
		to, reason = EntryRemoved, ReasonRemovedByStaff
	}
	switch e.State {
	case EntryApplied:
		if c.Staff {
			return Outcome{Code: ApplicationsPending, EntryID: e.ID}
		}
		d.endApplication(e, to, c.Actor, reason)
	case EntryWaiting:
		d.endWaiting(e, to, c.Actor, reason)
	case EntryOffered:
		d.endOffer(d.w.Offers[e.OfferID], OfferRevoked, to, c.Actor, reason)
	case EntryLeft, to:
		// Done before.
	default:
		return Outcome{Code: EntryEnded, Status: string(e.State), EntryID: e.ID}
	}
	return Outcome{Status: string(e.State), EntryID: e.ID, Units: e.Units}
}
