package integrations

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) webhookRoutes() []access.Route {
	const one = "/v1/webhook-endpoints/{webhook_id}"
	example := NewWebhook{URL: "https://example.org/holdfast", Types: []string{"order.*", "entry.offered"}}
	return []access.Route{
		access.On(identity.ReadChanges, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/changes", ID: "list-changes", Tag: access.TagWebhooks,
			Summary: "Everything that happened",
			Description: "The feed of all changes in the organization's events, with the same content as webhooks. Keep `next_cursor`, and ask again with " +
				"it as `after`: nothing is missed and nothing comes twice.",
			Query: []string{"limit", "after"},
		}, h.listChanges),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/webhook-endpoints", ID: "create-webhook", Tag: access.TagWebhooks,
			Status:  http.StatusCreated,
			Summary: "Be told of changes",
			Description: "Changes from now on are sent to the address, signed as Standard Webhooks says (standardwebhooks.com), within an event in ledger " +
				"order, and again for up to three days until the answer is 2xx. The same change always has the same `webhook-id`: do once what you " +
				"do for it.",
			Problems: []httpapi.Kind{kindWebhookLimit, access.KindElsewhere}, Example: example,
		}, h.createWebhook),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/webhook-endpoints", ID: "list-webhooks", Tag: access.TagWebhooks,
			Summary: "List endpoints", Description: "All of the organization.",
		}, h.listWebhooks),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodGet, Path: one, ID: "get-webhook", Tag: access.TagWebhooks,
			Summary: "An endpoint", Description: "As it stands, without its secret.",
		}, h.getWebhook),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodPatch, Path: one, ID: "change-webhook", Tag: access.TagWebhooks,
			Summary:     "Change an endpoint",
			Description: "Its address, what it is told about, and whether it is. One that was disabled goes on where it was.",
			Example:     map[string]any{"enabled": true},
		}, h.changeWebhook),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodDelete, Path: one, ID: "delete-webhook", Tag: access.TagWebhooks,
			Summary: "Remove an endpoint", Description: "With the record of what was sent to it.", Answer: WebhookDeleted{"whk_3k9q0a7c1v5m", "deleted"},
		}, h.deleteWebhook),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodPost, Path: one + ":rotate-secret", ID: "rotate-webhook-secret", Tag: access.TagWebhooks,
			Summary: "Another secret", Description: "The secret before signs beside the new one for 24 hours.", Example: NewSecret{1},
		}, h.rotateSecret),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodPost, Path: one + ":replay", ID: "replay-webhook", Tag: access.TagWebhooks,
			Summary:     "Send again",
			Description: "Sends the changes of an event from a ledger seq on again, with the ids that they had.",
			Example:     Replay{"evt_3k9q0a7c1v5m", 17},
			Answer:      Replayed{"queued"},
		}, h.replayWebhook),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodPost, Path: one + ":test", ID: "test-webhook", Tag: access.TagWebhooks,
			Summary:     "Send a test",
			Description: "Sends a change of type `webhook.test`, which did not happen, and says how it was answered.",
			Answer:      WebhookTest{Taken: true, Status: 200},
		}, h.testWebhook),
		access.On(identity.ManageWebhooks, httpapi.Route{
			Method: http.MethodGet, Path: one + "/deliveries", ID: "list-webhook-deliveries", Tag: access.TagWebhooks,
			Summary: "What was sent", Description: "What became of each change, the latest first.", Query: []string{"limit", "cursor", "delivery_state"},
		}, h.listWebhookDeliveries),
	}
}
