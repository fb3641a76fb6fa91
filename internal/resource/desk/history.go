package desk

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store"
)

// EstimateOver is how far back an estimate looks.
const EstimateOver = 28 * inventory.Day

// Step is something that happened to an entry.
type Step struct {
	At      inventory.Instant
	Reason  resource.Reason
	OfferID string // that it is about, or empty
}

// History is what happened to an entry that had these offers.
func History(e *store.ResourceEntry, offers []store.ResourceOffer) []Step {
	list := []Step{{At: e.JoinedAt, Reason: resource.ReasonJoined}}
	ends := map[resource.OfferState]resource.Reason{
		resource.OfferAccepted: resource.ReasonAccepted, resource.OfferDeclined: resource.ReasonDeclined, resource.OfferExpired: resource.ReasonExpired,
	}
	for i := range offers {
		o := &offers[i]
		list = append(list, Step{o.MadeAt, resource.ReasonOffered, o.ID})
		if why := ends[o.State]; why != "" {
			list = append(list, Step{o.EndedAt, why, o.ID})
		} else if o.State == resource.OfferWithdrawn && (e.EndedSeq == 0 || o.EndedSeq+2 < e.EndedSeq) {
			list = append(list, Step{o.EndedAt, resource.ReasonWithdrawn, o.ID})
		}
	}
	switch e.State {
	case resource.Left:
		list = append(list, Step{At: e.EndedAt, Reason: resource.ReasonLeft})
	case resource.Removed:
		list = append(list, Step{At: e.EndedAt, Reason: resource.ReasonRemoved})
	}
	slices.SortStableFunc(list, func(a, b Step) int { return int(a.At - b.At) })
	return list
}

// Expected is when it would be an entry's turn if units were accepted as they were lately; 0:
// nobody can say.
func Expected(st *store.Standing, units int64, now inventory.Instant) inventory.Instant {
	over := min(EstimateOver, inventory.Micros(now-st.First))
	if st.Given <= 0 || st.First == 0 || over <= 0 {
		return 0
	}
	need := st.AheadUnits + units
	return now + inventory.Instant(float64(over)/float64(st.Given)*float64(need))
}
