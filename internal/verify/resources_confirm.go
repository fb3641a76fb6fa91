package verify

import (
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// Invariant 25: each question to another system about an offer that was accepted ends once, and
// what became of the offer is what was answered, or what people decided.

func (c *resourceCheck) confirmation(a *resources.ResourceConfirmation) error {
	kept := *a
	c.asked[a.OfferID] = &kept
	commits := audit.ResourceConfirmation{
		Resource: c.of.ID, Offer: a.OfferID, State: string(a.State), Outcome: string(a.Outcome), Cause: string(a.Cause), Status: a.Status, Staff: a.Staff,
		BegunAt: a.BegunAt, Since: a.Since, EndedAt: a.EndedAt, BegunSeq: a.BegunSeq, EndedSeq: a.EndedSeq,
	}
	c.compare(c.of.OrgID, resources.ResourceConfirmationSubject(a.OfferID), commits.Commitment(), "what was asked about the offer, or answered")
	return nil
}

// confirmations compares what was asked and answered with the offers.
func (c *resourceCheck) confirmations() {
	for _, id := range slices.Sorted(maps.Keys(c.offers)) {
		if o := c.offers[id]; o.State == resource.OfferAccepting && c.asked[id] == nil {
			c.report.add(25, "", id, "the offer is being accepted, and nobody is asked about it")
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.asked)) {
		a, o := c.asked[id], c.offers[id]
		if o == nil {
			c.report.add(25, "", id, "the question is about an offer that is not stored")
			continue
		}
		want := resource.OfferAccepting
		if a.State == resource.Ended {
			want = map[resource.Outcome]resource.OfferState{
				resource.OutcomeAccepted: resource.OfferAccepted, resource.OutcomeDeclined: resource.OfferDeclined,
				resource.OutcomeTaken: resource.OfferWithdrawn, resource.OutcomeReturned: resource.OfferWithdrawn,
			}[a.Outcome]
		}
		if o.State != want {
			c.report.add(25, "", id, "the offer is %s, and by what was asked about it (%s, %q) %s", o.State, a.State, a.Outcome, want)
		}
		if ended := a.State == resource.Ended; ended != (a.EndedSeq != 0) || ended != (a.Outcome != "") || ended && (a.EndedSeq <= o.EndedSeq || a.EndedAt != o.EndedAt) {
			c.report.add(25, "", id, "the question is %s with the outcome %q, its end is change %d, and that of the offer %d", a.State, a.Outcome, a.EndedSeq, o.EndedSeq)
		}
		if a.BegunSeq <= o.MadeSeq || a.BegunAt < o.MadeAt || a.Since < a.BegunAt || max(a.BegunSeq, a.EndedSeq) > c.of.Seq {
			c.report.add(25, "", id, "the question began with change %d, and the offer was made by change %d of %d", a.BegunSeq, o.MadeSeq, c.of.Seq)
		}
		c.answered(a)
		if a.PaymentMethod != "" && a.State == resource.Ended {
			c.report.add(25, "", id, "a means of payment is stored longer than it is needed")
		}
	}
}

// answered sees that an outcome is what the other system, or somebody, has said.
func (c *resourceCheck) answered(a *resources.ResourceConfirmation) {
	if a.State != resource.Ended {
		return
	}
	said := false
	switch a.Outcome {
	case resource.OutcomeAccepted:
		said = a.Status == 200 || a.Status == 201
	case resource.OutcomeTaken:
		said = a.Status == 409
	case resource.OutcomeDeclined:
		said = a.Status == 422
	}
	if by := a.Staff && a.Status == 0 && a.Outcome != resource.OutcomeTaken; said == by || !said && !by {
		c.report.add(25, "", a.OfferID, "the outcome is %s, and the answer was %d (decided by people: %t)", a.Outcome, a.Status, a.Staff)
	}
}
