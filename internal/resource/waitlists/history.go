package waitlists

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// EstimateOver is how far back an estimate looks.
const EstimateOver = 28 * inventory.Day

// KeptFor is how long a place that has ended has a page.
const KeptFor = inventory.Instant(30 * inventory.Day)

// Step is something that happened to an entry.
type Step struct {
	At      inventory.Instant
	Reason  resource.Reason
	OfferID string // that it is about, or empty
}

// History is what happened to an entry that had these offers, with what the other system was
// asked about them.
func History(e *resources.ResourceEntry, offers []resources.ResourceOffer, asked map[string]resources.ResourceConfirmation) []Step {
	list := []Step{{At: e.JoinedAt, Reason: resource.ReasonJoined}}
	if e.PaidAt != 0 {
		list = append(list, Step{At: e.PaidAt, Reason: resource.ReasonPaid})
	}
	ends := map[resource.OfferState]resource.Reason{
		resource.OfferAccepted: resource.ReasonAccepted, resource.OfferDeclined: resource.ReasonDeclined, resource.OfferExpired: resource.ReasonExpired, resource.OfferTaken: resource.ReasonFaster,
	}
	for i := range offers {
		o := &offers[i]
		list = append(list, Step{o.MadeAt, resource.ReasonOffered, o.ID})
		a, known := asked[o.ID]
		if known {
			list = append(list, Step{a.BegunAt, resource.ReasonAsked, o.ID})
		}
		if known && a.FailedAt != 0 {
			list = append(list, Step{a.FailedAt, resource.ReasonUnanswered, o.ID})
		}
		if known && a.State == resource.Ended {
			list = append(list, Step{o.EndedAt, concluded(&a.Confirmation), o.ID})
		} else if why := ends[o.State]; why != "" {
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
	case resource.Unpaid:
		list = append(list, Step{At: e.EndedAt, Reason: resource.ReasonUnpaid})
	}
	slices.SortStableFunc(list, func(a, b Step) int { return int(a.At - b.At) })
	return list
}

// concluded is what the end of a question meant.
func concluded(a *resource.Confirmation) resource.Reason {
	switch {
	case a.Outcome == resource.OutcomeAccepted:
		return resource.ReasonAccepted
	case a.Outcome == resource.OutcomeTaken:
		return resource.ReasonTaken
	case a.Outcome == resource.OutcomeReturned:
		return resource.ReasonReturned
	case a.Staff:
		return resource.ReasonRefusedByStaff
	}
	return resource.ReasonRefused
}

// LeftToStaff is since when people have to decide what an entry is accepting, because the other system gave no answer
// that decides; 0: they have not.
func LeftToStaff(e *resources.ResourceEntry, asked map[string]resources.ResourceConfirmation) inventory.Instant {
	if a, ok := asked[e.OfferID]; ok && e.State == resource.Accepting && a.State == resource.Failed {
		return a.FailedAt
	}
	return 0
}

// Refusal is the question about the last offer, if the other system declined.
func Refusal(offers []resources.ResourceOffer, asked map[string]resources.ResourceConfirmation) (*resources.ResourceConfirmation, bool) {
	if len(offers) == 0 {
		return nil, false
	}
	last, ok := asked[offers[len(offers)-1].ID]
	return &last, ok && last.Outcome == resource.OutcomeDeclined
}

// Expected is when it would be an entry's turn if units were accepted as they were lately; 0:
// nobody can say.
func Expected(st *resources.Standing, units int64, now inventory.Instant) inventory.Instant {
	over := min(EstimateOver, inventory.Micros(now-st.First))
	if st.Given <= 0 || st.First == 0 || over <= 0 {
		return 0
	}
	need := st.AheadUnits + units
	return now + inventory.Instant(float64(over)/float64(st.Given)*float64(need))
}
