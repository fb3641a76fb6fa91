package registrations

import (
	"net/http"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func (h *Handlers) applicationRoutes() []access.Route {
	const list = "/v1/events/{event_id}/applications"
	example := ApplicationNames{EntryIDs: []string{"wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s"}}
	return []access.Route{
		access.InEvent(identity.ReadApplications, httpapi.Route{
			Method: http.MethodGet, Path: list, ID: "list-applications", Tag: access.TagWaitlist,
			Summary: "Applications that wait for an answer",
			Description: "At an event of which `approval` is true whoever takes part alone applies first. An application is an entry of the waitlist that stands nowhere " +
				"yet and takes nothing. In the order in which they came, with what was answered to the questions of the event. With `status=to_pay` those " +
				"that were approved and have to be paid: the place is held for each until `order.expires_at`, and goes to the next on the waitlist if it is not paid by then.",
			Query: []string{"limit", "cursor", "status"}, Values: map[string][]any{"status": {statusApplied, statusToPay}},
		}, h.listApplications),
		access.InEvent(identity.AnswerApplications, httpapi.Route{
			Method: http.MethodPost, Path: list + ":approve", ID: "approve-applications", Tag: access.TagWaitlist,
			Summary: "Approve applications",
			Description: "Up to 200 at once, all or none. Each goes to the end of the waitlist, in the order in which they applied, and from there things go on as on any " +
				"waitlist, in the same step: where there is room they are confirmed, or offered the place, as `promotion` of the waitlist says; else they wait. What costs something is offered, at its price of " +
				"that moment, and is theirs once it is paid within the claim window. " +
				"An application that was answered or withdrawn before is left alone.",
			Refusals: refusal.Closed(inventory.RegistrationClosed),
			Example:  example, Answer: Approved{Approved: 1, LedgerSeq: 48},
		}, approveApplications),
		access.InEvent(identity.AnswerApplications, httpapi.Route{
			Method: http.MethodPost, Path: list + ":decline", ID: "decline-applications", Tag: access.TagWaitlist,
			Summary:     "Decline applications",
			Description: "Up to 200 at once, all or none, for one reason, which each of them is mailed. It is final; the person may apply again.",
			Example:     Declining{ApplicationNames: example, Reason: "no_places"}, Answer: Declined{Declined: 1, LedgerSeq: 49},
		}, declineApplications),
	}
}

// ApplicationNames says which applications.
type ApplicationNames struct {
	EntryIDs []string `json:"entry_ids" minItems:"1" maxItems:"200" maxLength:"64" doc:"Which applications."`
}

// Declining is the body that declines applications.
type Declining struct {
	ApplicationNames
	Reason string `json:"reason" enum:"no_places,audience,incomplete,duplicate,rules" doc:"no_places: there are fewer places than people who applied. audience: the event is for others. incomplete: the application does not say what was asked for. duplicate: the same people have applied otherwise. rules: by the rules of the event or the place."`
}

// declineReasons are the reasons by which the API calls them.
var declineReasons = map[string]inventory.Reason{
	"no_places": inventory.ReasonDeclinedNoPlaces, "audience": inventory.ReasonDeclinedAudience, "incomplete": inventory.ReasonDeclinedIncomplete,
	"duplicate": inventory.ReasonDeclinedDuplicate, "rules": inventory.ReasonDeclinedRules,
}

// Approved says how many were approved.
type Approved struct {
	Approved  int64 `json:"approved" doc:"How many were approved by this call; those that were answered before are not counted."`
	LedgerSeq int64 `json:"ledger_seq" doc:"The number of the last audit row of this change."`
}

// Declined says how many were declined.
type Declined struct {
	Declined  int64 `json:"declined" doc:"How many were declined by this call; those that were answered before are not counted."`
	LedgerSeq int64 `json:"ledger_seq" doc:"The number of the last audit row of this change."`
}

// Application is an entry that waits for an answer, with what was answered to the questions of
// the event.
type Application struct {
	*wire.Entry
	Answers []wire.Answer `json:"answers" doc:"To the questions of the event."`
	Order   *ToPay        `json:"order,omitempty" doc:"What is to be paid, once it was approved."`
	Wish    *SeatsWished  `json:"wish,omitempty" doc:"Where there are seats, what the person wishes for; absent where that is any of the tier."`
}

// SeatsWished is what somebody wishes for where there are seats: any of these.
type SeatsWished struct {
	Seats    []wire.NamedSeat `json:"seats,omitempty" doc:"The first the dearest."`
	Sections []string         `json:"sections,omitempty" doc:"By preference."`
	TierIDs  []string         `json:"tier_ids,omitempty" doc:"By preference."`
}

// wishOf is what an entry wishes for where there are seats; nil: any of its tier.
func (h *Handlers) wishOf(c *access.Call, e *inventory.Entry) (*SeatsWished, error) {
	if e.Wish == "" {
		return nil, nil
	}
	w, err := inventory.ReadSeatWish(e.Wish)
	if err != nil {
		return nil, err
	}
	if len(w.Seats)+len(w.Sections) == 0 && len(w.Tiers) == 1 && w.Tiers[0] == e.Tier {
		return nil, nil
	}
	out := &SeatsWished{Sections: w.Sections, TierIDs: w.Tiers}
	for _, seat := range w.Seats {
		named, err := h.Reader.NamedSeat(c.Context(), seat)
		if err != nil {
			return nil, err
		}
		out.Seats = append(out.Seats, named)
	}
	return out, nil
}

// ToPay is what somebody who was approved has to pay.
type ToPay struct {
	ID        string    `json:"id" example:"ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Accepted  bool      `json:"accepted" doc:"The person has accepted the offer and goes on to pay."`
	Total     int64     `json:"total" doc:"In minor units of the currency; where people choose what they pay and have not yet, what is suggested."`
	Currency  string    `json:"currency" example:"EUR"`
	ExpiresAt time.Time `json:"expires_at" doc:"The first moment at which it can no longer be paid."`
	Beside    []Beside  `json:"beside,omitempty" doc:"What the person has taken with the tickets where they accepted: add-ons, and donations."`
}

// Beside is so many of something that was taken with the tickets of an offer.
type Beside struct {
	TierID   string `json:"tier_id"`
	Quantity int64  `json:"quantity"`
	Total    int64  `json:"total" doc:"What they cost together, in minor units."`
}

// besideIn are the add-ons and donations in an order, in the order in which they were taken. k knows
// which tiers let nobody in.
func besideIn(k *access.EventSummary, o *inventory.Order) (list []Beside) {
	for i := range o.Items {
		it := &o.Items[i]
		if !it.Live() || it.IsFee() || !slices.Contains(k.Extras, it.Tier) {
			continue
		}
		at := slices.IndexFunc(list, func(b Beside) bool { return b.TierID == it.Tier })
		if at < 0 {
			at, list = len(list), append(list, Beside{TierID: it.Tier})
		}
		list[at].Quantity++
		list[at].Total += it.Gross
	}
	return list
}

// Which applications a list has.
const (
	statusApplied = "applied"
	statusToPay   = "to_pay"
)

// ApplicationList is a page of applications.
type ApplicationList struct {
	Open                      int64 `json:"open" doc:"How many wait for an answer in all."`
	ToPay                     int64 `json:"to_pay" doc:"How many were approved and have to be paid, in all."`
	httpapi.List[Application] `doc:"In the order in which they came."`
}

func (h *Handlers) listApplications(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*ApplicationList, error) {
	open, err := h.Store.Waitlist.Applications(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	toPay, err := h.Store.Waitlist.ApprovedToPay(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	list, read := "applications ", h.Store.Waitlist.ApplicationsPage
	switch c.Query.Get("status") {
	case "", statusApplied:
	case statusToPay:
		list, read = "applications to pay ", h.Store.Waitlist.ApprovedToPayPage
	default:
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "status", Code: "not_allowed", Message: "must be applied or to_pay"})
	}
	views, next, err := httpapi.Page(&c.Request, list+k.EventID,
		func(after string, limit int) ([]events.RegistrationView, error) {
			return read(c.Context(), k.EventID, after, limit)
		},
		func(v *events.RegistrationView) string { return v.Entry.ID })
	if err != nil {
		return nil, err
	}
	answers, err := h.answersOf(c, k, views)
	if err != nil {
		return nil, err
	}
	out := &ApplicationList{Open: open, ToPay: toPay, List: httpapi.NewList([]Application{}, next)}
	for i := range views {
		a := Application{Entry: wire.EntryWithoutPlace(k, &views[i]), Answers: answers[i]}
		if a.Wish, err = h.wishOf(c, views[i].Entry); err != nil {
			return nil, err
		}
		if o := views[i].Hold; o != nil && o.Order != nil {
			a.Order = &ToPay{
				ID: o.ID, Accepted: views[i].Entry.State == inventory.EntryAccepted, Total: o.Order.Total, Currency: o.Order.Currency, ExpiresAt: o.ExpiresAt.Time(),
				Beside: besideIn(k, o.Order),
			}
		}
		out.Items = append(out.Items, a)
	}
	return out, nil
}

func approveApplications(c *access.Call, k *access.EventSummary, in *ApplicationNames) (*Approved, error) {
	reply, err := c.Submit(k.EventID, inventory.Approve{Who: c.Who(), EntryIDs: in.EntryIDs}, nil)
	if err != nil {
		return nil, err
	}
	return &Approved{Approved: reply.Units, LedgerSeq: reply.Seq}, nil
}

func declineApplications(c *access.Call, k *access.EventSummary, in *Declining) (*Declined, error) {
	reply, err := c.Submit(k.EventID, inventory.DeclineApplications{Who: c.Who(), EntryIDs: in.EntryIDs, Reason: declineReasons[in.Reason]}, nil)
	if err != nil {
		return nil, err
	}
	return &Declined{Declined: reply.Units, LedgerSeq: reply.Seq}, nil
}
