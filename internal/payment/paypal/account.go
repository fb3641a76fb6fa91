package paypal

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// Test asks for a token with the keys, and for the webhook that they name.
//
// Source: developer.paypal.com/docs/api/webhooks/v1/#webhooks_get.
func (p *Provider) Test(ctx context.Context, address string) (payment.Tested, error) {
	var hook struct {
		URL    string `json:"url"`
		Events []struct {
			Name string `json:"name"`
		} `json:"event_types"`
	}
	err := p.call(ctx, http.MethodGet, "/v1/notifications/webhooks/"+url.PathEscape(p.cfg.WebhookID), "", nil, &hook)
	switch {
	case errors.Is(err, payment.ErrUnknown), errors.Is(err, payment.ErrRejected): // no such webhook, or none of this app
		return payment.Tested{Webhook: payment.WebhookNotFound}, nil
	case err != nil:
		return payment.Tested{}, fmt.Errorf("paypal: test the keys: %w", err)
	case hook.URL != address:
		return payment.Tested{Webhook: payment.WebhookNotFound}, nil
	}
	found := payment.Tested{Webhook: payment.WebhookFound}
	for _, e := range Events() {
		sent := false
		for _, h := range hook.Events {
			sent = sent || h.Name == e || h.Name == "*"
		}
		if !sent {
			found.Missing = append(found.Missing, e)
		}
	}
	slices.Sort(found.Missing)
	return found, nil
}
