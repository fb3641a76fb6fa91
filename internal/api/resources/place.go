package resources

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Limits of texts.
const (
	maxUser  = 200
	maxName  = 60 // of an attribute, and of its value
	maxProse = 4000
	mostSeen = 200
)

// ResourceEntryIn is the body that puts somebody on the waitlist of a resource.
type ResourceEntryIn struct {
	UserID     string            `json:"user_id" minLength:"1" maxLength:"200" doc:"Your own name for the person. A person waits once for a resource, and for as many resources as they like." example:"u_1815"`
	Email      string            `json:"email" minLength:"3" maxLength:"254" doc:"Where offers go."`
	Name       string            `json:"name,omitempty" maxLength:"200" doc:"Plain text."`
	Locale     string            `json:"locale,omitempty" maxLength:"35" doc:"The language of messages, as in BCP 47. Default: that of the server."`
	Units      int64             `json:"units,omitempty" minimum:"1" maximum:"1000" doc:"How many units, all of one release. Default: 1."`
	Attributes map[string]string `json:"attributes,omitempty" maxProperties:"20" doc:"What the units have to be like: of a release that fits, each of these is equal."`
	Class      int64             `json:"priority_class,omitempty" minimum:"0" maximum:"7" doc:"Priority, worth class_head_start_seconds of the resource each step. Default: 0."`
}

// ResourceOffer is an offer of units.
type ResourceOffer struct {
	ID             string                `json:"id" example:"rof_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EntryID        string                `json:"entry_id"`
	Status         string                `json:"status" enum:"open,accepting,accepted,declined,expired,withdrawn,taken" doc:"accepting: it was accepted, and confirm_url is asked. taken: the units were offered to several at once, somebody else accepted first, and the entry waits in its old place. withdrawn: its units were taken back, and the entry waits in its old place; or the entry has ended."`
	ReleaseEventID string                `json:"release_event_id" doc:"Of the release that it is of."`
	Units          int64                 `json:"units"`
	OfferedTo      int64                 `json:"offered_to,omitempty" doc:"How many were offered these units at once, if it was more than one: the first to accept has them."`
	RoundID        string                `json:"round_id,omitempty" doc:"The same of all offers of these units: the id of the first of them."`
	OfferedAt      time.Time             `json:"offered_at"`
	ExpiresAt      time.Time             `json:"expires_at"`
	EndedAt        *time.Time            `json:"ended_at,omitempty"`
	Price          *ResourcePrice        `json:"price,omitempty" doc:"What a unit cost when it was made."`
	Confirmation   *ResourceConfirmation `json:"confirmation,omitempty" doc:"What confirm_url was asked about it, if it was."`
	Seq            int64                 `json:"seq,omitempty" doc:"Of the answer to the person who accepts or declines it: the last change of the waitlist."`
}

// ResourceConfirmation is what the resource's system was asked about an offer that was accepted.
type ResourceConfirmation struct {
	Status     string     `json:"status" enum:"asking,failed,ended" doc:"failed: it gave no answer that decides, and somebody has to."`
	Outcome    string     `json:"outcome,omitempty" enum:"accepted,taken,declined,returned" doc:"When it has ended. taken: it was gone, and the person waits on in their place. returned: you decided as if it were."`
	Cause      string     `json:"cause,omitempty" enum:"timeout,unreachable,unavailable,too_many_requests,server_error,unexpected_answer,no_confirm_url,not_asked,payment_failed,not_eligible,limit_reached,unspecified" doc:"Why it failed or declined; while it is asked, why the last attempt did not decide."`
	HTTPStatus int64      `json:"http_status,omitempty" doc:"Of the answer that this is from."`
	Message    string     `json:"message,omitempty" doc:"Your system's own words about it."`
	ByStaff    bool       `json:"by_staff" doc:"You have decided it."`
	Attempts   int64      `json:"attempts"`
	AcceptedAt time.Time  `json:"accepted_at" doc:"When the person accepted."`
	NextAt     *time.Time `json:"next_attempt_at,omitempty" doc:"While it is asked: not before."`
	FailedAt   *time.Time `json:"failed_at,omitempty" doc:"Since when you have to decide it, or had to."`
	EndedAt    *time.Time `json:"ended_at,omitempty"`
}

// ResourceStep is something that happened to a place.
type ResourceStep struct {
	At      time.Time `json:"at"`
	Reason  string    `json:"reason" enum:"joined,fee_paid,fee_unpaid,offered,confirmation_asked,confirmation_failed,accepted,declined,not_confirmed,declined_by_staff,taken_meanwhile,accepted_by_another,returned_by_staff,offer_expired,capacity_withdrawn,left,removed_by_staff"`
	OfferID string    `json:"offer_id,omitempty"`
}

// ResourceEstimate says how long it may take, from what was given lately. It is not a promise.
type ResourceEstimate struct {
	UnitsAhead int64      `json:"units_ahead" doc:"Units that those before want."`
	UnitsGiven int64      `json:"units_given" doc:"Units that were accepted within the last 28 days."`
	ExpectedAt *time.Time `json:"expected_at,omitempty" doc:"When it would be the turn of the place if units came as they did within these days; absent when none did."`
}

// ResourceEntry is a place on the waitlist of a resource.
type ResourceEntry struct {
	ID         string            `json:"id" example:"rwe_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Resource   string            `json:"resource" doc:"The key of the resource."`
	Status     string            `json:"status" enum:"pending_payment,waiting,offered,accepting,accepted,declined,expired,left,removed,unpaid" doc:"pending_payment: its fee is to be paid, and it is not in the queue yet. accepting: the person has accepted, and confirm_url is asked. Those behind it are ends; unpaid: the fee was not paid in time."`
	UserID     string            `json:"user_id,omitempty" doc:"Absent when the person was erased."`
	Email      string            `json:"email,omitempty"`
	Name       string            `json:"name,omitempty"`
	Units      int64             `json:"units"`
	Attributes map[string]string `json:"attributes"`
	Class      int64             `json:"priority_class"`
	JoinedAt   time.Time         `json:"joined_at"`
	EndedAt    *time.Time        `json:"ended_at,omitempty"`
	OfferID    string            `json:"offer_id,omitempty" doc:"That is open, being accepted, or was accepted."`
	Fee        *ResourceEntryFee `json:"hold_fee,omitempty" doc:"What its person pays, or has paid, for it."`
	Position   int64             `json:"position,omitempty" doc:"While it waits: 1 is next."`
	Estimate   *ResourceEstimate `json:"estimate,omitempty" doc:"While it waits, of one place."`
	Offers     []ResourceOffer   `json:"offers,omitempty" doc:"Of one place: what it was offered, in this order."`
	History    []ResourceStep    `json:"history,omitempty" doc:"Of one place: what happened to it."`
	PageURL    string            `json:"page_url,omitempty" doc:"Of one place, for a caller who may answer for its person: the page that the mails lead to. Whoever has it can accept, decline and leave."`
	Seq        int64             `json:"seq,omitempty" doc:"Of the answer to a change: the last change of the waitlist."`
}

// ResourceEntryList is a page of places.
type ResourceEntryList struct {
	httpapi.List[ResourceEntry] `doc:"By the order of the waitlist; with everybody=true by when they joined."`
}

// ResourceOfferList is a page of offers.
type ResourceOfferList struct {
	httpapi.List[ResourceOffer] `doc:"The newest first."`
}

func offerOf(o *resources.ResourceOffer, asked map[string]resources.ResourceConfirmation) ResourceOffer {
	var about *ResourceConfirmation
	if a, ok := asked[o.ID]; ok {
		about = confirmationOf(&a)
	}
	return ResourceOffer{
		Confirmation: about,
		ID:           o.ID, EntryID: o.EntryID, Status: string(o.State), ReleaseEventID: o.ReleaseID, Units: o.Units,
		OfferedAt: o.MadeAt.Time(), ExpiresAt: o.Deadline.Time(), EndedAt: wire.TimePtr(o.EndedAt), OfferedTo: o.RoundSize, RoundID: o.Round, Price: PriceOf(o.Price, o.PriceCurrency),
	}
}

func confirmationOf(a *resources.ResourceConfirmation) *ResourceConfirmation {
	out := &ResourceConfirmation{
		Status: string(a.State), Outcome: string(a.Outcome), Cause: string(a.Cause), HTTPStatus: a.Status, Message: a.Words, ByStaff: a.Staff, Attempts: a.Attempts,
		AcceptedAt: a.BegunAt.Time(), FailedAt: wire.TimePtr(a.FailedAt), EndedAt: wire.TimePtr(a.EndedAt),
	}
	if a.State == resource.Asking {
		out.Cause, out.HTTPStatus, out.NextAt = string(a.LastCause), a.LastStatus, wire.TimePtr(a.DueAt)
	}
	return out
}

func placeOf(r *resources.Resource, e *resources.ResourceEntry) *ResourceEntry {
	p := &ResourceEntry{
		ID: e.ID, Resource: r.Key, Status: string(e.State), UserID: e.UserID, Email: e.Email, Name: e.Name, Units: e.Units, Attributes: e.Attributes, Class: e.Class,
		JoinedAt: e.JoinedAt.Time(), EndedAt: wire.TimePtr(e.EndedAt), OfferID: e.OfferID, Fee: EntryFeeOf(e),
	}
	if p.Attributes == nil {
		p.Attributes = map[string]string{}
	}
	return p
}

// wholePlace is a place with its position, its estimate and its history.
func (h *Handlers) wholePlace(ctx context.Context, r *resources.Resource, e *resources.ResourceEntry) (*ResourceEntry, error) {
	p := placeOf(r, e)
	offers, err := h.Store.Resources.EntryOffers(ctx, r.ID, e.ID, mostSeen)
	if err != nil {
		return nil, err
	}
	asked, err := h.Store.Resources.EntryConfirmations(ctx, r.ID, e.ID, mostSeen)
	if err != nil {
		return nil, err
	}
	for i := range offers {
		p.Offers = append(p.Offers, offerOf(&offers[i], asked))
	}
	for _, s := range waitlists.History(e, offers, asked) {
		p.History = append(p.History, ResourceStep{s.At.Time(), string(s.Reason), s.OfferID})
	}
	if e.State != resource.Waiting {
		return p, nil
	}
	now := inventory.At(h.Now())
	st, err := h.Store.Resources.Standing(ctx, e, now-inventory.Instant(waitlists.EstimateOver))
	if err != nil {
		return nil, err
	}
	p.Position = st.Ahead + 1
	p.Estimate = &ResourceEstimate{UnitsAhead: st.AheadUnits, UnitsGiven: st.Given, ExpectedAt: wire.TimePtr(waitlists.Expected(st, e.Units, now))}
	return p, nil
}

// attributes checks what units are like, or have to be like.
func attributes(check *httpapi.Checks, in map[string]string) resource.Attributes {
	out := resource.Attributes{}
	for name, value := range in {
		if field := "attributes." + name; len(name) == 0 || len([]rune(name)) > maxName {
			check.Add("attributes", "bad_format", "names must have 1 to %d characters", maxName)
		} else {
			out[name] = check.Line(field, value, 1, maxName)
			check.Line(field, name, 1, maxName)
		}
	}
	return out
}

func (h *Handlers) join(c *access.Call, in *ResourceEntryIn) (*ResourceEntry, error) {
	r, err := h.resource(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	who := &resources.ResourceEntry{
		Email: check.Email("email", in.Email), Name: check.Line("name", in.Name, 0, httpapi.MaxName), Locale: check.Locale("locale", in.Locale), RequestHash: c.BodyHash(),
	}
	cmd := resource.Join{UserID: check.Line("user_id", in.UserID, 1, maxUser), Address: address.Fold(who.Email), Units: cmp.Or(in.Units, 1), Attributes: attributes(&check, in.Attributes), Class: in.Class}
	if err := check.Err(); err != nil {
		return nil, err
	}
	cmd.EntryID = c.OwnIDOf(id.ResourceEntry, r.ID)
	d, err := h.Waitlists.Join(organizations.WithBy(c.Context(), c.By()), r.ID, cmd, who)
	if err != nil {
		return nil, err
	}
	if d.Code != resource.OK {
		return nil, Refused(d)
	}
	e, err := h.Store.Resources.Entry(c.Context(), r.ID, cmd.EntryID)
	if err != nil {
		return nil, err
	}
	if d.Repeated {
		if err := c.Repeated(e.RequestHash == who.RequestHash); err != nil {
			return nil, err
		}
	}
	p, err := h.wholePlace(c.Context(), r, e)
	if err != nil {
		return nil, err
	}
	p.PageURL, p.Seq = h.Links.PlaceURL(e.ID), d.Seq
	return p, nil
}

// Refused is the problem that a refusal becomes.
func Refused(d *resource.Decision) error {
	switch d.Code {
	case resource.AlreadyWaiting:
		return KindWaits.With("The user waits already, with the place "+d.EntryID+".", httpapi.FieldError{Field: "user_id", Code: KindWaits.Code, Message: "is on the waitlist"})
	case resource.WaitlistFull:
		return KindFull.Problem()
	case resource.TooManyUnits:
		return KindUnits.Problem(httpapi.FieldError{Field: "units", Code: KindUnits.Code, Message: "must be at most max_units of the resource"})
	case resource.EntryEnded:
		return KindEntryEnded.Problem()
	case resource.OfferEnded:
		return KindOfferEnded.Problem()
	case resource.AcceptedByAnother:
		return KindAcceptedByAnother.Problem()
	case resource.OfferBusy:
		return KindOfferBusy.Problem()
	case resource.NotFailed:
		return kindNotFailed.Problem()
	case resource.EventIDReused:
		return kindEventID.Problem(httpapi.FieldError{Field: "event_id", Code: kindEventID.Code, Message: "was used for something else"})
	case resource.NotReleased:
		return kindNoRelease.Problem(httpapi.FieldError{Field: "release_event_id", Code: kindNoRelease.Code, Message: "is not a release"})
	case resource.TooManyRelease:
		return kindReleases.Problem()
	}
	return errors.New("resources: unknown outcome " + string(d.Code))
}

// place is the place in the path, with its resource.
func (h *Handlers) place(c *access.Call) (*resources.Resource, *resources.ResourceEntry, error) {
	entry := c.Param("resource_entry_id")
	r, err := h.ofThing(c, entry, id.ResourceEntry)
	if err != nil {
		return nil, nil, err
	}
	e, err := h.Store.Resources.Entry(c.Context(), r.ID, entry)
	return r, e, err
}

// ofThing is the resource that a thing is of by its id.
func (h *Handlers) ofThing(c *access.Call, thing, prefix string) (*resources.Resource, error) {
	of, ok := id.ResourceOf(thing, prefix)
	if !ok {
		return nil, database.ErrNotFound
	}
	r, err := h.Store.Resources.ByID(c.Context(), of)
	if err != nil {
		return nil, err
	}
	return r, ownedBy(c, r.OrgID)
}

func (h *Handlers) getPlace(c *access.Call, _ *httpapi.None) (*ResourceEntry, error) {
	r, e, err := h.place(c)
	if err != nil {
		return nil, err
	}
	p, err := h.wholePlace(c.Context(), r, e)
	if err == nil && e.Email != "" && c.Caller.May(actJoin) == nil {
		p.PageURL = h.Links.PlaceURL(e.ID)
	}
	return p, err
}

func (h *Handlers) listPlaces(c *access.Call, _ *httpapi.None) (*ResourceEntryList, error) {
	r, err := h.resource(c)
	if err != nil {
		return nil, err
	}
	all, err := truth(c, "everybody")
	if err != nil {
		return nil, err
	}
	list := "resource waitlist " + r.ID
	if all {
		list = "resource entries " + r.ID
	}
	page, err := httpapi.ReadList(&c.Request, list,
		func(after resources.ResourcePosition, limit int) ([]resources.ResourceEntry, error) {
			if all {
				return h.Store.Resources.Everybody(c.Context(), r.ID, after, limit)
			}
			return h.Store.Resources.Waiting(c.Context(), r.ID, after, limit)
		},
		func(e *resources.ResourceEntry) resources.ResourcePosition {
			return resources.ResourcePosition{Rank: e.Rank, JoinNo: e.JoinNo}
		},
		func(e *resources.ResourceEntry) ResourceEntry { return *placeOf(r, e) })
	return &ResourceEntryList{page}, err
}

// truth is a parameter of the query that is true or false.
func truth(c *access.Call, name string) (bool, error) {
	text := c.Query.Get(name)
	if text != "" && text != "true" && text != "false" {
		return false, httpapi.Invalid(httpapi.FieldError{Field: name, Code: "not_allowed", Message: "must be true or false"})
	}
	return text == "true", nil
}

func (h *Handlers) listOffers(c *access.Call, _ *httpapi.None) (*ResourceOfferList, error) {
	r, err := h.resource(c)
	if err != nil {
		return nil, err
	}
	accepting, err := truth(c, "accepting")
	if err != nil {
		return nil, err
	}
	rows, next, err := httpapi.Page(&c.Request, "resource offers "+r.ID,
		func(before int64, limit int) ([]resources.ResourceOffer, error) {
			return h.Store.Resources.OffersPage(c.Context(), r.ID, accepting, before, limit)
		},
		func(o *resources.ResourceOffer) int64 { return o.MadeSeq })
	if err != nil {
		return nil, err
	}
	out := &ResourceOfferList{httpapi.NewList(make([]ResourceOffer, len(rows)), next)}
	if len(rows) == 0 {
		return out, nil
	}
	asked, err := h.Store.Resources.ConfirmationsBetween(c.Context(), r.ID, rows[len(rows)-1].MadeSeq, rows[0].MadeSeq, len(rows))
	if err != nil {
		return nil, err
	}
	for i := range rows {
		out.Items[i] = offerOf(&rows[i], asked)
	}
	return out, nil
}

// ResourceEntryEnd is the body that ends a place.
type ResourceEntryEnd struct {
	Reason string `json:"reason,omitempty" enum:"left,removed_by_staff" doc:"left, the default: its person wanted so. removed_by_staff: you did, and the person is told."`
}

func (h *Handlers) leave(c *access.Call, in *ResourceEntryEnd) (*ResourceEntry, error) {
	r, e, err := h.place(c)
	if err != nil {
		return nil, err
	}
	_, d, err := h.Waitlists.Do(organizations.WithBy(c.Context(), c.By()), r.ID, resource.Leave{EntryID: e.ID, Reason: cmp.Or(resource.Reason(in.Reason), resource.ReasonLeft)})
	if err != nil {
		return nil, err
	}
	if d.Code != resource.OK {
		return nil, Refused(d)
	}
	if e, err = h.Store.Resources.Entry(c.Context(), r.ID, e.ID); err != nil {
		return nil, err
	}
	p, err := h.wholePlace(c.Context(), r, e)
	if err == nil {
		p.Seq = d.Seq
	}
	return p, err
}

// ResourceEntryErased is the answer to a place whose person was erased.
type ResourceEntryErased struct {
	ID     string `json:"id"`
	Status string `json:"status" enum:"erased"`
}

func (h *Handlers) erase(c *access.Call, _ *httpapi.None) (*ResourceEntryErased, error) {
	r, e, err := h.place(c)
	if err != nil {
		return nil, err
	}
	if err := h.Waitlists.Forget(organizations.WithBy(c.Context(), c.By()), e.ID); err != nil {
		return nil, err
	}
	if err := h.Erasures.Visited(c.Context(), r.OrgID, e.UserID, e.Email); err != nil {
		return nil, err
	}
	// When that fails a job does it within a minute.
	_ = h.Erasures.Work(c.Context())
	return &ResourceEntryErased{e.ID, "erased"}, nil
}
