package joiners

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
)

// PublicResource is what everybody may know of a resource.
type PublicResource struct {
	ID              string                        `json:"id" example:"res_3k9q0a7c1v5m"`
	Name            string                        `json:"name"`
	Organization    string                        `json:"organization" doc:"The name of whose it is."`
	Description     string                        `json:"description,omitempty"`
	Timezone        string                        `json:"timezone"`
	WindowSeconds   int64                         `json:"window_seconds" doc:"How long somebody has to accept an offer."`
	MaxUnits        int64                         `json:"max_units" doc:"How many units somebody may wait for."`
	Attributes      []resources.ResourceAttribute `json:"attributes" doc:"What can be asked for."`
	Terms           string                        `json:"terms,omitempty" doc:"What has to be agreed to; plain text."`
	TermsVersion    string                        `json:"terms_version,omitempty" doc:"Sent with what is asked for when the terms are agreed to."`
	FirstToAccept   int64                         `json:"first_to_accept" doc:"To how many the same units are offered at once: the first to accept has them, and the others keep their places. 0: to one after another."`
	HeadStart       int64                         `json:"class_head_start_seconds,omitempty" doc:"Where some people have priority: as how much earlier joined each step of it counts, so that somebody who joins later can come before others. Absent: it goes by the time of joining alone."`
	Price           *resources.ResourcePrice      `json:"price,omitempty" doc:"What a unit costs. Nothing is charged here."`
	HoldFee         *resources.ResourceFee        `json:"hold_fee,omitempty" doc:"What a place costs, and when that goes back. Whoever joins confirms the address and pays; the place counts from when the payment is in."`
	PositionDisplay string                        `json:"position_display" enum:"exact,hidden"`
	Waiting         int64                         `json:"waiting" doc:"Who waits and has no offer; 0 where position_display is hidden."`
	ExpectedAt      *time.Time                    `json:"expected_at,omitempty" doc:"About when it would be the turn of somebody who joined now, for one unit, if units came as they did within the last 28 days. Absent when none did, or where position_display is hidden. It is not a promise."`
}

// ResourcePlaceOffer is what a person is offered.
type ResourcePlaceOffer struct {
	Units     int64     `json:"units"`
	OfferedTo int64     `json:"offered_to,omitempty" doc:"How many are offered the same at once, if it is more than you: the first to accept has it."`
	OfferedAt time.Time `json:"offered_at"`
	ExpiresAt time.Time `json:"expires_at" doc:"Not after that it can be accepted."`

	Price *resources.ResourcePrice `json:"price,omitempty" doc:"What a unit costs, as it was when it was offered."`
}

// ResourcePlace is a place on the waitlist of a resource, as its person sees it.
type ResourcePlace struct {
	Status       string                      `json:"status" enum:"confirm_address,not_joined,pending_payment,waiting,offered,accepting,accepted,declined,expired,left,removed,unpaid" doc:"confirm_address: the address is not confirmed, and there is no place. not_joined: it is, and nobody could be put on the waitlist. pending_payment: the fee is to be paid, with checkout, and the place is not in the queue yet. unpaid: it was not paid in time. accepting: whoever has the resource is asked whether it is still there. declined: you have, or they could not give it to you: cause says why."`
	ResourceID   string                      `json:"resource_id"`
	ResourceName string                      `json:"resource_name"`
	Timezone     string                      `json:"timezone"`
	Name         string                      `json:"name"`
	Email        string                      `json:"email"`
	Units        int64                       `json:"units"`
	Attributes   map[string]string           `json:"attributes" doc:"What was asked for."`
	ConfirmBy    *time.Time                  `json:"confirm_by,omitempty" doc:"Until when the address can be confirmed."`
	JoinedAt     *time.Time                  `json:"joined_at,omitempty"`
	EndedAt      *time.Time                  `json:"ended_at,omitempty"`
	Position     int64                       `json:"position,omitempty" doc:"While it waits: 1 is next. It grows when somebody with priority joins. Absent where the resource shows none."`
	HeadStart    int64                       `json:"class_head_start_seconds,omitempty" doc:"Where some people have priority: as how much earlier joined each step of it counts. Absent: it goes by the time of joining alone."`
	ExpectedAt   *time.Time                  `json:"expected_at,omitempty" doc:"About when it would be its turn if units came as they did lately. It is not a promise."`
	Fee          *resources.ResourceEntryFee `json:"hold_fee,omitempty" doc:"What you pay, or have paid, for the place."`
	Providers    []string                    `json:"payment_providers,omitempty" doc:"Where the fee can be paid, while it is to be paid."`
	Offer        *ResourcePlaceOffer         `json:"offer,omitempty" doc:"That is open, or being accepted."`
	LeftToStaff  *time.Time                  `json:"left_to_staff_at,omitempty" doc:"While it is accepting: since when somebody has to decide it, because the system of whoever has the resource gave no answer that decides. Absent: that is still asked."`
	Cause        string                      `json:"cause,omitempty" enum:"payment_failed,not_eligible,limit_reached,unspecified" doc:"Why what was accepted was not given."`
	Message      string                      `json:"message,omitempty" doc:"The words of whoever has the resource about it."`
	History      []resources.ResourceStep    `json:"history" doc:"What happened to it."`
}

// ResourceJoinErased is the answer to somebody who was erased.
type ResourceJoinErased struct {
	Status string `json:"status" enum:"erased"`
}

// ask takes what a stranger asks for.
func (h *Handlers) ask(c *access.Call, in *NewResourceJoin) (*ResourceJoinAsked, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	r, err := h.Store.Resources.Public(c.Context(), c.Param("resource_id"))
	if err != nil {
		return nil, err
	}
	if err := c.ScreenedBusy(r.ID, challenge.Wait); err != nil {
		return nil, err
	}
	return h.Ask(c.Context(), c.Address, r, wire.FirstLanguage(c.HTTP.Header.Get("Accept-Language")), in)
}

func (h *Handlers) public(c *access.Call, _ *httpapi.None) (*PublicResource, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	ctx := c.Context()
	r, err := h.Store.Resources.Public(ctx, c.Param("resource_id"))
	if err != nil {
		return nil, err
	}
	org, err := h.Store.Organizations.Profile(ctx, r.OrgID)
	if err != nil {
		return nil, err
	}
	out := &PublicResource{
		ID: r.ID, Name: r.Name, Organization: org.Name, Description: r.Description, Timezone: r.Timezone, WindowSeconds: int64(r.ClaimWindow / inventory.Second), MaxUnits: r.MaxUnits,
		Attributes: resources.Attributes(r), Terms: r.Terms, TermsVersion: r.TermsVersion(), PositionDisplay: r.PositionDisplay, FirstToAccept: r.AtOnce, HeadStart: int64(r.HeadStart / inventory.Second),
		Price: resources.PriceOf(r.Price, r.PriceCurrency), HoldFee: resources.FeeOf(r),
	}
	if r.PositionDisplay == "hidden" {
		return out, nil
	}
	now := inventory.At(h.Now())
	end, err := h.Store.Resources.End(ctx, r.ID, now-inventory.Instant(waitlists.EstimateOver))
	if err != nil {
		return nil, err
	}
	out.Waiting, out.ExpectedAt = end.Ahead, wire.TimePtr(waitlists.Expected(end, 1, now))
	return out, nil
}

// show is what was found, as its person sees it.
func (h *Handlers) show(ctx context.Context, f *Found) (*ResourcePlace, error) {
	r, e := f.Resource, f.Entry
	out := &ResourcePlace{ResourceID: r.ID, ResourceName: r.Name, Timezone: r.Timezone, Attributes: map[string]string{}, History: []resources.ResourceStep{}}
	if e == nil {
		j := f.Join
		out.Status, out.Name, out.Email, out.Units, out.ConfirmBy = "confirm_address", j.Name, j.Email, j.Units, wire.TimePtr(j.ExpiresAt)
		if j.ConfirmedAt != 0 {
			out.Status, out.ConfirmBy = "not_joined", nil
		}
		for name, value := range j.Attributes {
			out.Attributes[name] = value
		}
		return out, nil
	}
	out.Status, out.Name, out.Email, out.Units, out.JoinedAt, out.EndedAt = string(e.State), e.Name, e.Email, e.Units, wire.TimePtr(e.JoinedAt), wire.TimePtr(e.EndedAt)
	for name, value := range e.Attributes {
		out.Attributes[name] = value
	}
	st, now := h.Store.Resources, inventory.At(h.Now())
	offers, err := st.EntryOffers(ctx, r.ID, e.ID, mostSeen)
	if err != nil {
		return nil, err
	}
	asked, err := st.EntryConfirmations(ctx, r.ID, e.ID, mostSeen)
	if err != nil {
		return nil, err
	}
	for i := range offers {
		switch o := &offers[i]; {
		case o.State == resource.OfferOpen && o.Deadline <= now:
			out.Status = string(resource.Expired) // which the next look of the server writes
		case o.State == resource.OfferOpen, o.State == resource.OfferAccepting:
			out.Offer = &ResourcePlaceOffer{o.Units, o.RoundSize, o.MadeAt.Time(), o.Deadline.Time(), resources.PriceOf(o.Price, o.PriceCurrency)}
		}
	}
	if out.Fee = resources.EntryFeeOf(e); e.State == resource.PendingPayment {
		if out.Providers, err = h.Settler.PageProviders(ctx, r.OrgID); err != nil {
			return nil, err
		}
	}
	if a, ok := waitlists.Refusal(offers, asked); ok && e.State == resource.Declined {
		out.Cause, out.Message = string(a.Cause), a.Words
	}
	out.LeftToStaff = wire.TimePtr(waitlists.LeftToStaff(e, asked))
	for _, s := range waitlists.History(e, offers, asked) {
		out.History = append(out.History, resources.ResourceStep{At: s.At.Time(), Reason: string(s.Reason), OfferID: s.OfferID})
	}
	if e.State != resource.Waiting {
		return out, nil
	}
	if out.HeadStart = int64(r.HeadStart / inventory.Second); r.PositionDisplay == "hidden" {
		return out, nil
	}
	standing, err := st.Standing(ctx, e, now-inventory.Instant(waitlists.EstimateOver))
	if err != nil {
		return nil, err
	}
	out.Position, out.ExpectedAt = standing.Ahead+1, wire.TimePtr(waitlists.Expected(standing, e.Units, now))
	return out, nil
}

// tokenParam names the token in the paths.
const tokenParam = "place_token"

// found is what the token in the path leads to.
func (h *Handlers) found(c *access.Call) (*Found, error) {
	return access.Linked(c, tokenParam, h.Find)
}

// on does something to what the token in the path leads to, and shows what came of it.
func on[In any](h *Handlers, do func(ctx context.Context, f *Found, in *In) error) func(*access.Call, *In) (*ResourcePlace, error) {
	return access.ByLink(tokenParam, h.Find, do, h.show)
}

func (h *Handlers) checkout(c *access.Call, in *resources.ResourceCheckoutIn) (*resources.ResourceCheckout, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	f, err := h.found(c)
	if err != nil {
		return nil, err
	}
	return h.Checkout(c.Context(), f, in.Provider)
}

// erase deletes who has the token.
func (h *Handlers) erase(c *access.Call, _ *httpapi.None) (*ResourceJoinErased, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	f, err := h.found(c)
	if err != nil {
		return nil, err
	}
	if err := h.Forget(c.Context(), f); err != nil {
		return nil, err
	}
	return &ResourceJoinErased{"erased"}, nil
}

// joined is the place that the token in the path leads to.
func (h *Handlers) joined(c *access.Call) (*Found, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	f, err := h.found(c)
	if err == nil && f.Entry == nil {
		err = kindNotJoined.Problem()
	}
	return f, err
}

func (h *Handlers) billing(c *access.Call, _ *httpapi.None) (*wire.Billing, error) {
	f, err := h.joined(c)
	if err != nil {
		return nil, err
	}
	return h.Invoices.FeeBilling(c.Context(), f.Resource.OrgID, f.Entry.ID)
}

func (h *Handlers) setBilling(c *access.Call, in *wire.BillingIn) (*wire.Billing, error) {
	f, err := h.joined(c)
	if err != nil {
		return nil, err
	}
	return h.Invoices.SetFeeBilling(c.Context(), f.Resource.OrgID, f.Entry.ID, in)
}
