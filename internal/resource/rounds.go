package resource

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Where a resource says that the first to accept has what came free, the same units are offered
// to several at once: a round. Its units are held once, whoever of it accepts.

// round is units of a release that are about to be offered, and to whom.
type round struct {
	of     *Signal
	units  int64
	people []*Entry // the first of them decides how many units it is about
	id     string
}

// promote offers what is free to those who wait: each in turn the first release that fits.
func (d *decision) promote() {
	free := d.st.releases(d.now)
	if len(free) == 0 {
		return
	}
	rounds, rest := d.begin(free)
	var later []follower
	if d.st.Settings.AtOnce > 1 {
		later = d.fill(rounds, rest)
	}
	for _, r := range rounds {
		r.id = d.propose(r, r.people[0])
	}
	for _, f := range later {
		d.propose(f.of, f.who)
	}
}

// begin gives units to those who would get them if each were offered theirs alone, and returns
// those for whom there is nothing.
func (d *decision) begin(free []*Signal) (rounds []*round, rest []*Entry) {
	none := map[string]bool{} // what was asked for, and nothing fits: less is free from then on
	for _, e := range d.st.Line() {
		if e.State != Waiting {
			continue
		}
		asked := e.asks()
		at := -1
		if !none[asked] {
			at = slices.IndexFunc(free, func(s *Signal) bool { return s.Free(d.now) >= e.Units && s.Attributes.Has(e.Attributes) })
		}
		if at < 0 {
			none[asked] = true
			rest = append(rest, e)
			continue
		}
		free[at].Offered += e.Units
		rounds = append(rounds, &round{of: free[at], units: e.Units, people: []*Entry{e}})
	}
	return rounds, rest
}

// follower is somebody who is offered units beside whoever is offered them first.
type follower struct {
	of  *round
	who *Entry
}

// fill lets the others in their order try for units that are about to be offered and would fit
// them: those for which the fewest do.
func (d *decision) fill(rounds []*round, rest []*Entry) (list []follower) {
	none := map[string]bool{} // what was asked for, and no round with room fits
	for _, e := range rest {
		asked := e.asks()
		if none[asked] {
			continue
		}
		var best *round
		for _, r := range rounds {
			if int64(len(r.people)) < d.st.Settings.AtOnce && r.units >= e.Units && r.of.Attributes.Has(e.Attributes) && (best == nil || len(r.people) < len(best.people)) {
				best = r
			}
		}
		if best == nil {
			none[asked] = true
			continue
		}
		best.people = append(best.people, e)
		list = append(list, follower{best, e})
	}
	return list
}

// propose makes the offer of a round to one of its people, and returns its id.
func (d *decision) propose(r *round, e *Entry) string {
	o := &Offer{
		ID: d.ids(), EntryID: e.ID, ReleaseID: r.of.EventID, Units: e.Units, MadeAt: d.now,
		Deadline: min(d.now+inventory.Instant(d.st.Settings.ClaimWindow), ends(r.of)),
		Price:    d.st.Settings.Price, PriceCurrency: d.st.Settings.PriceCurrency,
	}
	if len(r.people) > 1 {
		o.Round, o.RoundUnits, o.RoundSize = cmp.Or(r.id, o.ID), r.units, int64(len(r.people))
	}
	d.st.Offers[o.ID] = o
	d.rounds[o.Round] = append(d.rounds[o.Round], o)
	d.offer(o, ReasonOffered, OfferOpen)
	if r.id == "" {
		d.signal(r.of, ReasonUnits)
	}
	e.OfferID = o.ID
	d.entry(e, ReasonOffered, Offered)
	d.tell(ReasonOffered, e, o)
	return o.ID
}

// round are the open offers of the same units as an offer, the last that was made first.
func (d *decision) round(o *Offer) []*Offer {
	if o.Round == "" {
		return []*Offer{o}
	}
	return openOf(slices.Values(d.rounds[o.Round]))
}

// outrun ends the other offers of a round of which one was accepted, and gives back what of its
// units was not asked for. Their people wait on, in their old places.
func (d *decision) outrun(won *Offer) {
	if won.Round == "" {
		return
	}
	for _, o := range slices.Backward(d.round(won)) {
		d.offer(o, ReasonFaster, OfferTaken)
		d.part(o, ReasonFaster, Waiting)
	}
	if s := d.st.Signals[won.ReleaseID]; s != nil && won.RoundUnits > won.Units {
		s.Offered -= won.RoundUnits - won.Units
		d.signal(s, ReasonUnits)
	}
}
