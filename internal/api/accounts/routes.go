package accounts

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (h *Handlers) keyRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManageKeys, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/api-keys", ID: "create-api-key", Tag: access.TagKeys,
			Status:      http.StatusCreated,
			Summary:     "Make an API key",
			Description: "The key is shown once. A repetition with the same `Idempotency-Key` shows it again. With `event_id` it reaches that event alone, and what is in it.",
			Refusals:    refusal.Kinds(inventory.AlreadyExists), Problems: []httpapi.Kind{kindKeyLimit}, Example: map[string]any{"name": "Door, tablet 3", "role": "door"},
		}, h.createKey),
		access.On(identity.ManageKeys, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/api-keys", ID: "list-api-keys", Tag: access.TagKeys,
			Summary: "List API keys", Description: "The keys of the organization that are not revoked, and the latest that are, without their secrets.",
		}, h.listKeys),
		access.On(identity.ManageKeys, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/api-keys/{key_id}", ID: "revoke-api-key", Tag: access.TagKeys,
			Summary: "Revoke an API key", Description: "Ends a key. Every server refuses it within 5 seconds.", Answer: Revoked{"key_3k9q0a7c1v5m", "revoked"},
		}, h.revokeKey),
	}
}
