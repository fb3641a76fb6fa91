package joiners

import (
	"context"
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/invoices"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/resource"
	storeresources "github.com/holdfast-events/holdfast/internal/store/resources"
)

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	open := []httpapi.Kind{httpapi.KindNotFound, httpapi.KindRateLimited, httpapi.KindUnavailable}
	with := func(kinds ...httpapi.Kind) []httpapi.Kind { return slices.Concat(open, kinds) }
	const public, place = "/v1/public/resources/{resource_id}", "/v1/resource-places/{place_token}"
	return []access.Route{
		access.On(identity.ManageSelf, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/resource-entries", ID: "list-my-resource-entries", Tag: access.TagSignIn,
			Summary: "My places on the waitlists of resources", Description: "Of all organizations, with what each is offered: the places of people with the address that one is signed in with. " +
				"Each can be acted on with the token of its link, as with the one that was mailed.",
		}, h.mine),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: public, ID: "get-public-resource", Tag: access.TagResources,
			Summary: "Read a resource that everybody may see", Description: "Where its organization wants that (`public_page`): what it is, how many wait, and what can be asked for.", Problems: open,
		}, h.public),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: public + "/waitlist", ID: "ask-for-resource-place", Tag: access.TagResources, Status: http.StatusAccepted, Unkeyed: true,
			Summary: "Join the waitlist of a resource as its person",
			Description: "For whoever waits, where the resource has a public page. A link is mailed; what it leads to confirms the address, and from then on there is a place. " +
				"The token is in that mail alone. While the server is busy a challenge has to be answered.",
			Problems: slices.Concat(with(kindClosed, kindTerms, resources.KindFull, resources.KindUnits), access.ChallengeProblems),
			Example:  NewResourceJoin{Name: "Ada Lovelace", Email: "ada@example.org", Units: 2, Attributes: map[string]string{"area": "terrace"}},
		}, h.ask),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: place, ID: "get-resource-place", Tag: access.TagResources,
			Summary: "Read a place on a waitlist by its link", Description: "With the token of the link that was mailed, which reaches this place and nothing else.", Problems: open,
		}, on(h, func(context.Context, *Found, *httpapi.None) error { return nil })),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: place + ":confirm", ID: "confirm-resource-place", Tag: access.TagResources, Unkeyed: true,
			Summary: "Confirm the address and join", Description: "Confirming it again changes nothing. What is free and fits is offered at once.",
			Problems: with(kindLate, kindClosed, resources.KindWaits, resources.KindFull, resources.KindUnits),
		}, on(h, func(ctx context.Context, f *Found, _ *httpapi.None) error { return h.Confirm(ctx, f) })),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: place + ":accept", ID: "accept-resource-place", Tag: access.TagResources, Unkeyed: true, Bodiless: true,
			Summary: "Accept what a place is offered", Description: "As `accept-resource-offer` does: where whoever has the resource is asked first, the place is `accepting` until they have answered. Accepting it again changes nothing.",
			Problems: with(kindNotJoined, resources.KindOfferEnded, resources.KindAcceptedByAnother), Example: map[string]any{"payment_method_id": "pm_1NirD82eZvKYlo2CIvbtLWuY"},
		}, on(h, func(ctx context.Context, f *Found, in *resources.ResourceAccept) error {
			var check httpapi.Checks
			payment := check.Line("payment_method_id", in.PaymentMethodID, 0, 200)
			if err := check.Err(); err != nil {
				return err
			}
			return h.Accept(ctx, f, payment)
		})),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: place + ":opened", ID: "open-resource-place", Tag: access.TagResources, Unkeyed: true,
			Summary: "Say that its person looks at what a place is offered", Description: "For figures alone: how many offers lapsed that nobody had opened. The page behind the link says so by itself; reading the place does not.",
			Problems: open,
		}, on(h, func(ctx context.Context, f *Found, _ *httpapi.None) error { return h.Opened(ctx, f) })),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: place + ":decline", ID: "decline-resource-place", Tag: access.TagResources, Unkeyed: true,
			Summary: "Decline what a place is offered", Description: "The place ends, and the units go on to the next who fits. Declining again changes nothing.",
			Problems: with(kindNotJoined, resources.KindOfferEnded, resources.KindOfferBusy),
		}, on(h, func(ctx context.Context, f *Found, _ *httpapi.None) error { return h.Decline(ctx, f) })),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: place + ":leave", ID: "leave-resource-place", Tag: access.TagResources, Unkeyed: true,
			Summary: "Leave a waitlist by the link of its place", Description: "An open offer ends with it, and its units go on. Leaving again changes nothing.",
			Problems: with(kindNotJoined, resources.KindEntryEnded, resources.KindOfferBusy),
		}, on(h, func(ctx context.Context, f *Found, _ *httpapi.None) error {
			return h.do(ctx, f, func(e *storeresources.ResourceEntry) resource.Command {
				return resource.Leave{EntryID: e.ID, Reason: resource.ReasonLeft}
			})
		})),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: place + ":checkout", ID: "checkout-resource-place", Tag: access.TagResources, Unkeyed: true,
			Summary: "Create a page to pay for a place by its link", Description: "As `checkout-resource-entry` does. The place is in the queue when the provider has told that the payment is in.",
			Problems: slices.Concat(with(kindNotJoined, paying.NotPayable, paying.OrderPaid), paying.Page()), Example: resources.ResourceCheckoutIn{Provider: "testpay"},
		}, h.checkout),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: place + "/billing", ID: "get-resource-place-billing", Tag: access.TagResources,
			Summary: "Who the fee of a place is invoiced to, by its link", Description: "As it was said, and whether there is an invoice at all.", Problems: with(kindNotJoined),
		}, h.billing),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPut, Path: place + "/billing", ID: "set-resource-place-billing", Tag: access.TagResources,
			Summary: "Set who the fee of a place is invoiced to, by its link", Description: "Before or after paying, as `set-resource-entry-billing` does.",
			Problems: slices.Concat(with(kindNotJoined), invoices.FeeKinds), Example: invoices.ExampleBilling,
		}, h.setBilling),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: place + ":erase", ID: "erase-resource-place", Tag: access.TagResources, Unkeyed: true,
			Summary: "Delete who has a place", Description: "Name, address and what was asked for. A place that is live ends; that there was one stays, without a name.",
			Answer: ResourceJoinErased{"erased"}, Problems: open,
		}, h.erase),
	}
}
