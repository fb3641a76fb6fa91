package verify

import (
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Invariant 47: where the same units are offered to several at once, one of these has accepted
// them at most, the others were told so and were not asked about, and no more units are accepted
// or being accepted than were released less those that were withdrawn.

// takes are the units of its release that an offer keeps from others. The units of a round are kept
// by the first of its open offers, or by the one that was accepted.
func (c *resourceCheck) takes(o *resources.ResourceOffer) int64 {
	switch {
	case !o.State.Takes():
		return 0
	case o.State != resource.OfferOpen || o.Round == "":
		return o.Units
	}
	for _, other := range c.races[o.Round] {
		if other.State == resource.OfferOpen {
			if other.ID == o.ID {
				return o.RoundUnits
			}
			return 0
		}
	}
	return 0
}

// rounds sees what became of units that were offered to several at once.
func (c *resourceCheck) rounds() {
	for _, id := range slices.Sorted(maps.Keys(c.offers)) {
		if o := c.offers[id]; o.Round == "" && (o.RoundUnits != 0 || o.RoundSize != 0 || o.State == resource.OfferTaken) {
			c.report.add(47, "", id, "the offer is %s, and its units were offered to nobody else", o.State)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.races)) {
		c.race(id, c.races[id])
	}
	accepted, taken := map[string]int64{}, map[string]int64{}
	for _, o := range c.offers {
		if o.State == resource.OfferAccepting || o.State == resource.OfferAccepted {
			accepted[o.ReleaseID] += o.Units
		}
	}
	for _, g := range c.signals {
		if g.Kind == resource.Withdrawn {
			taken[g.ReleaseID] += g.Taken
		}
	}
	for _, event := range slices.Sorted(maps.Keys(c.signals)) {
		if g := c.signals[event]; g.Kind == resource.Released && accepted[event]+taken[event] > g.Units {
			c.report.add(47, "", c.of.ID, "of %d units of %s %d were withdrawn, and %d are accepted", g.Units, event, taken[event], accepted[event])
		}
	}
}

// race compares the offers of one round.
func (c *resourceCheck) race(id string, list []*resources.ResourceOffer) {
	first := c.offers[id]
	if first == nil || first.Round != id {
		c.report.add(47, "", id, "%d offers are of the same units as an offer that is not stored, or is of others", len(list))
		return
	}
	if n := int64(len(list)); n != first.RoundSize || n < resource.MinAtOnce || n > resource.MaxAtOnce || first.Units != first.RoundUnits {
		c.report.add(47, "", id, "%d units are offered to %d, and by the first of their offers %d to %d", first.Units, n, first.RoundUnits, first.RoundSize)
	}
	var won *resources.ResourceOffer
	for _, o := range list {
		if o.ReleaseID != first.ReleaseID || o.RoundUnits != first.RoundUnits || o.RoundSize != first.RoundSize || o.MadeAt != first.MadeAt || o.Deadline != first.Deadline || o.Units > o.RoundUnits {
			c.report.add(47, "", o.ID, "the offer is of other units, of more, or for another time than that of %s", id)
		}
		if o.State == resource.OfferTaken && c.asked[o.ID] != nil {
			c.report.add(47, "", o.ID, "somebody else was first, and the other system was asked about it")
		}
		if c.acceptedAt(o) == 0 {
			continue
		}
		if won != nil {
			c.report.add(47, "", o.ID, "the offer was accepted, and %s of the same units, too", won.ID)
		}
		won = o
	}
	for _, o := range list {
		switch {
		case won == nil && o.State == resource.OfferTaken:
			c.report.add(47, "", o.ID, "somebody else was first, and nobody accepted")
		case won != nil && o.State == resource.OfferOpen:
			c.report.add(47, "", o.ID, "the offer is open, and %s of the same units was accepted", won.ID)
		case won != nil && o.State == resource.OfferTaken && o.EndedAt != c.acceptedAt(won):
			c.report.add(47, "", o.ID, "somebody else was first at another time than %s was accepted", won.ID)
		}
	}
}
