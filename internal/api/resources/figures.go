package resources

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// ResourceOfferFigures are what became of the offers of a resource lately.
type ResourceOfferFigures struct {
	Since    time.Time               `json:"since" doc:"28 days ago; what follows is of offers that ended since then."`
	Accepted int64                   `json:"accepted"`
	Declined int64                   `json:"declined" doc:"By their person, or by your system after they were accepted."`
	Expired  int64                   `json:"expired"`
	Unopened int64                   `json:"expired_unopened" doc:"Of those that expired: the page of the offer was never opened."`
	Ended    int64                   `json:"withdrawn" doc:"Their capacity was taken back or gone, or their person left."`
	Faster   int64                   `json:"accepted_by_another" doc:"They were offered to several at once, and somebody else accepted first."`
	Failures []ResourceOfferFailure  `json:"failures" doc:"Offers that were accepted and not given, or that somebody had to decide, by cause."`
	Taken    *ResourceAcceptedWithin `json:"accepted_within,omitempty" doc:"From the release of the units to the accepted offer. Absent when none was accepted."`
}

// ResourceOfferFailure is how many offers were accepted and not given, for a cause.
type ResourceOfferFailure struct {
	Cause string `json:"cause" enum:"taken,timeout,unreachable,unavailable,too_many_requests,server_error,unexpected_answer,no_confirm_url,not_asked,payment_failed,not_eligible,limit_reached,unspecified,decided_by_staff" doc:"taken: it had been given otherwise. decided_by_staff: your system gave no answer that decides, and somebody did."`
	Count int64  `json:"count"`
}

// ResourceAcceptedWithin says how long released units took to be accepted.
type ResourceAcceptedWithin struct {
	Half int64 `json:"half_seconds" doc:"Half of them were accepted within so long."`
	Most int64 `json:"nine_in_ten_seconds"`
}

func (h *Handlers) figures(c *access.Call, _ *httpapi.None) (*ResourceOfferFigures, error) {
	r, err := h.resource(c)
	if err != nil {
		return nil, err
	}
	since := inventory.At(h.Now()) - inventory.Instant(waitlists.EstimateOver)
	past, err := h.Store.Resources.OfferHistory(c.Context(), r.ID, since)
	if err != nil {
		return nil, err
	}
	return figuresOf(past, since), nil
}

func figuresOf(past *resources.OfferHistory, since inventory.Instant) *ResourceOfferFigures {
	out := &ResourceOfferFigures{Since: since.Time(), Failures: []ResourceOfferFailure{}}
	for _, e := range past.Ends {
		switch e.State {
		case resource.OfferAccepted:
			out.Accepted = e.Count
			out.Taken = &ResourceAcceptedWithin{int64(past.Half / inventory.Second), int64(past.Most / inventory.Second)}
		case resource.OfferDeclined:
			out.Declined = e.Count
		case resource.OfferExpired:
			out.Expired, out.Unopened = e.Count, e.Count-e.Seen
		case resource.OfferTaken:
			out.Faster = e.Count
		case resource.OfferWithdrawn:
			out.Ended = e.Count
		}
	}
	for _, f := range past.Failures {
		out.Failures = append(out.Failures, ResourceOfferFailure{string(f.Cause), f.Count})
	}
	return out
}
