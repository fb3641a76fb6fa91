package stripe

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	stripe "github.com/stripe/stripe-go/v85"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// Live reports whether a key moves real money.
func Live(key string) bool {
	return !strings.HasPrefix(key, "sk_test_") && !strings.HasPrefix(key, "rk_test_")
}

// endpointPage is a page of a list of webhook endpoints, as far as it is read.
type endpointPage struct {
	stripe.APIResource
	HasMore bool `json:"has_more"`
	Data    []struct {
		ID     string   `json:"id"`
		URL    string   `json:"url"`
		Status string   `json:"status"`
		Events []string `json:"enabled_events"`
	} `json:"data"`
}

// listed is a list of which nothing is read but that it was given.
type listed struct{ stripe.APIResource }

// listParams are the parameters of a list.
type listParams struct {
	stripe.Params `form:"*"`
	Limit         *int64  `form:"limit"`
	StartingAfter *string `form:"starting_after"`
}

// Test reads what payments read: a key that may write something may read it too. A
// restricted key need not be allowed to list webhook endpoints.
//
// Sources: docs.stripe.com/keys/restricted-api-keys, /api/webhook_endpoints/list.
func (p *Provider) Test(ctx context.Context, address string) (payment.Tested, error) {
	for _, path := range []string{"/v1/checkout/sessions", "/v1/refunds", "/v1/payment_intents"} {
		if err := p.api.call(ctx, http.MethodGet, path, &listParams{Limit: stripe.Int64(1)}, &listed{}); err != nil {
			return payment.Tested{}, said("test the key", err)
		}
	}
	found := payment.Tested{Webhook: payment.WebhookNotFound}
	params := &listParams{Limit: stripe.Int64(100)}
	for {
		var page endpointPage
		err := p.api.call(ctx, http.MethodGet, "/v1/webhook_endpoints", params, &page)
		if err != nil {
			if err = said("list the webhook endpoints", err); errors.Is(err, payment.ErrDenied) {
				return payment.Tested{Webhook: payment.WebhookNotToldOf}, nil
			}
			return payment.Tested{}, err
		}
		for _, e := range page.Data {
			if e.URL != address || e.Status == "disabled" {
				continue
			}
			found.Webhook, found.Missing = payment.WebhookFound, missing(e.Events)
			if len(found.Missing) == 0 {
				return found, nil
			}
		}
		if !page.HasMore || len(page.Data) == 0 {
			return found, nil
		}
		params.StartingAfter = stripe.String(page.Data[len(page.Data)-1].ID)
	}
}

// missing are the types of events that an endpoint is not subscribed to.
func missing(have []string) (list []string) {
	for _, e := range Events() {
		if !slices.Contains(have, e) && !slices.Contains(have, "*") {
			list = append(list, e)
		}
	}
	return list
}
