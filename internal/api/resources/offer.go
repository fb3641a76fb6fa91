package resources

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// ResourceAccept is the body that accepts an offer. It may be absent.
type ResourceAccept struct {
	PaymentMethodID string `json:"payment_method_id,omitempty" maxLength:"200" doc:"What your payment provider calls the person's means of payment. It is handed on to confirm_url, and forgotten when that has decided. Without a confirm_url it is not kept." example:"pm_1NirD82eZvKYlo2CIvbtLWuY"`
}

// ResourceResolve is the body that decides about an offer of which the resource's system gave
// no answer that decides.
type ResourceResolve struct {
	As string `json:"as" enum:"accepted,returned,declined,retry" doc:"accepted: your system has given it to the person. returned: it has not; the person waits on in their place, and the units leave the release. declined: it has not, and the person leaves the waitlist; the units go on. retry: ask it again."`
}

// offerAt is the offer in the path, with its resource.
func (h *Handlers) offerAt(c *access.Call) (*resources.Resource, *resources.ResourceOffer, error) {
	offer := c.Param("resource_offer_id")
	r, err := h.ofThing(c, offer, id.ResourceOffer)
	if err != nil {
		return nil, nil, err
	}
	o, err := h.Store.Resources.Offer(c.Context(), r.ID, offer)
	return r, o, err
}

// answered is an offer as a decision left it. 202: the other system is asked.
func (h *Handlers) answered(c *access.Call, r *resources.Resource, offer string, d *resource.Decision, err error) (*ResourceOffer, error) {
	if err != nil {
		return nil, err
	}
	if d.Code != resource.OK {
		return nil, Refused(d)
	}
	o, err := h.Store.Resources.Offer(c.Context(), r.ID, offer)
	if err != nil {
		return nil, err
	}
	asked, err := h.Store.Resources.ConfirmationsBetween(c.Context(), r.ID, o.MadeSeq, o.MadeSeq, 1)
	if err != nil {
		return nil, err
	}
	if o.State == resource.OfferAccepting {
		c.Status = http.StatusAccepted
	}
	out := offerOf(o, asked)
	out.Seq = d.Seq
	return &out, nil
}

func (h *Handlers) accept(c *access.Call, in *ResourceAccept) (*ResourceOffer, error) {
	r, o, err := h.offerAt(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	payment := check.Line("payment_method_id", in.PaymentMethodID, 0, 200)
	if err := check.Err(); err != nil {
		return nil, err
	}
	d, err := h.Waitlists.Accept(organizations.WithBy(c.Context(), c.By()), r.ID, o.ID, payment)
	return h.answered(c, r, o.ID, d, err)
}

func (h *Handlers) decline(c *access.Call, _ *httpapi.None) (*ResourceOffer, error) {
	r, o, err := h.offerAt(c)
	if err != nil {
		return nil, err
	}
	_, d, err := h.Waitlists.Do(organizations.WithBy(c.Context(), c.By()), r.ID, resource.Answer{OfferID: o.ID})
	return h.answered(c, r, o.ID, d, err)
}

func (h *Handlers) resolve(c *access.Call, in *ResourceResolve) (*ResourceOffer, error) {
	r, o, err := h.offerAt(c)
	if err != nil {
		return nil, err
	}
	var cmd resource.Command = resource.Conclude{OfferID: o.ID, As: resource.Outcome(in.As), Staff: true}
	if in.As == "retry" {
		cmd = resource.Retry{OfferID: o.ID}
	}
	_, d, err := h.Waitlists.Do(organizations.WithBy(c.Context(), c.By()), r.ID, cmd)
	return h.answered(c, r, o.ID, d, err)
}
