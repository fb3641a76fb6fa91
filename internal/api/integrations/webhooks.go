package integrations

import (
	"errors"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

const (
	// prefixWebhook begins the ids of webhook endpoints.
	prefixWebhook = "whk_"
	// MaxWebhooks bounds the endpoints of an organization.
	MaxWebhooks = messages.MaxWebhooks
)

// NewWebhook is the body that makes an endpoint.
type NewWebhook struct {
	URL         string   `json:"url" minLength:"1" maxLength:"2000" doc:"Where changes are sent: an https address that is not inside a private network." example:"https://example.org/holdfast"`
	Description string   `json:"description,omitempty" maxLength:"200" doc:"What it is for."`
	Types       []string `json:"types,omitempty" maxItems:"50" doc:"Which changes: a type (order.registered), a thing with all its changes (order.*; event, tier, pool, code, block, entry, offer, transfer, exchange and person are the others), or *. Default: everything."`
}

// WebhookChange is the body that changes an endpoint. What is absent stays.
type WebhookChange struct {
	URL         *string   `json:"url,omitempty" minLength:"1" maxLength:"2000"`
	Description *string   `json:"description,omitempty" maxLength:"200"`
	Types       *[]string `json:"types,omitempty" maxItems:"50" doc:"Replaces the list."`
	Enabled     *bool     `json:"enabled,omitempty" doc:"false pauses it; true lets it go on where it was, at once."`
}

// Webhook is an endpoint.
type Webhook struct {
	ID             string     `json:"id" example:"whk_3k9q0a7c1v5m"`
	URL            string     `json:"url"`
	Description    string     `json:"description"`
	Types          []string   `json:"types" doc:"Empty: everything."`
	State          string     `json:"state" enum:"enabled,paused,disabled" doc:"disabled: it accepted nothing for three days, or answered that it is gone (410)."`
	DisabledReason string     `json:"disabled_reason,omitempty"`
	SecretVersion  int64      `json:"secret_version" doc:"Which secret signs." example:"1"`
	CreatedAt      time.Time  `json:"created_at"`
	SucceededAt    *time.Time `json:"succeeded_at" doc:"When it last took a change; null: never."`
	FailingSince   *time.Time `json:"failing_since" doc:"The first failure since then; null: none."`
}

// WebhookWithSecret is an endpoint with its secret.
type WebhookWithSecret struct {
	Webhook
	Secret string `json:"secret" doc:"What signatures are checked with, as Standard Webhooks says. Shown here only." example:"whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="`
}

// WebhookList are the endpoints of an organization.
type WebhookList struct {
	Items []Webhook `json:"items"`
}

func webhookOf(e *messages.WebhookEndpoint) Webhook {
	w := Webhook{
		ID: e.ID, URL: e.URL, Description: e.Description, Types: e.Types, State: e.State, DisabledReason: e.Reason,
		SecretVersion: e.SecretVersion, CreatedAt: e.CreatedAt.Time(), SucceededAt: wire.TimePtr(e.SucceededAt), FailingSince: wire.TimePtr(e.FailingSince),
	}
	if w.Types == nil {
		w.Types = []string{}
	}
	return w
}

// webhookURL checks the address of an endpoint.
func (h *Handlers) webhookURL(check *httpapi.Checks, url string) string {
	switch err := h.Webhooks.Check(url); {
	case errors.Is(err, netguard.ErrPrivate):
		check.Add("url", "forbidden", "is an address inside a private network")
	case err != nil:
		check.Add("url", "bad_format", "is not an https address without a user, a password or a fragment")
	}
	return url
}

// webhookTypes checks patterns.
func webhookTypes(c *httpapi.Checks, patterns []string) []string {
	for i, p := range patterns {
		if !changefeed.Known(p) {
			c.Add("types["+httpapi.Itoa(int64(i))+"]", "unknown", "is not a type of change, as order.registered, order.* or *")
		}
	}
	return patterns
}

// createWebhook makes an endpoint. With an Idempotency-Key its id, and so its
// secret, is derived from the key: a repetition is shown the same.
func (h *Handlers) createWebhook(c *access.Call, in *NewWebhook) (*WebhookWithSecret, error) {
	var check httpapi.Checks
	e := messages.WebhookEndpoint{
		ID: c.OwnID(prefixWebhook), OrgID: c.Caller.OrgID, State: "enabled", SecretVersion: 1, CreatedAt: inventory.At(h.Now()),
		URL: h.webhookURL(&check, in.URL), Description: check.Line("description", in.Description, 0, httpapi.MaxName), Types: webhookTypes(&check, in.Types),
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	have, err := h.Store.Webhooks.WebhooksOf(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	for i := range have {
		if have[i].ID == e.ID {
			return h.sameWebhook(c, &e, &have[i])
		}
	}
	err = h.Store.Webhooks.CreateWebhook(c.Context(), e)
	if errors.Is(err, database.ErrLimit) {
		return nil, kindWebhookLimit.Problem()
	}
	if errors.Is(err, database.ErrConflict) { // the same request at the same moment
		first, err := h.Store.Webhooks.Webhook(c.Context(), e.OrgID, e.ID)
		if err != nil {
			return nil, err
		}
		return h.sameWebhook(c, &e, first)
	}
	if err == nil {
		err = h.followed(c.Context(), e.OrgID)
	}
	if err != nil {
		return nil, err
	}
	return &WebhookWithSecret{webhookOf(&e), h.Webhooks.Secret(&e)}, nil
}

// sameWebhook answers a repetition with what the first request made.
func (h *Handlers) sameWebhook(c *access.Call, want, have *messages.WebhookEndpoint) (*WebhookWithSecret, error) {
	same := have.URL == want.URL && have.Description == want.Description && strings.Join(have.Types, ",") == strings.Join(want.Types, ",")
	if err := c.Repeated(same); err != nil {
		return nil, err
	}
	if err := h.followed(c.Context(), have.OrgID); err != nil {
		return nil, err
	}
	return &WebhookWithSecret{webhookOf(have), h.Webhooks.Secret(have)}, nil
}

func (h *Handlers) listWebhooks(c *access.Call, _ *httpapi.None) (*WebhookList, error) {
	list, err := h.Store.Webhooks.WebhooksOf(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	out := &WebhookList{Items: make([]Webhook, 0, len(list))}
	for i := range list {
		out.Items = append(out.Items, webhookOf(&list[i]))
	}
	return out, nil
}

// webhook finds the endpoint of the path in the caller's organization.
func (h *Handlers) webhook(c *access.Call) (*messages.WebhookEndpoint, error) {
	name := c.Param("webhook_id")
	if !id.Valid(name, prefixWebhook) {
		return nil, database.ErrNotFound
	}
	return h.Store.Webhooks.Webhook(c.Context(), c.Caller.OrgID, name)
}

func (h *Handlers) getWebhook(c *access.Call, _ *httpapi.None) (*Webhook, error) {
	e, err := h.webhook(c)
	if err != nil {
		return nil, err
	}
	out := webhookOf(e)
	return &out, nil
}

func (h *Handlers) changeWebhook(c *access.Call, in *WebhookChange) (*Webhook, error) {
	e, err := h.webhook(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	if in.URL != nil {
		h.webhookURL(&check, *in.URL)
	}
	if in.Description != nil {
		*in.Description = check.Line("description", *in.Description, 0, httpapi.MaxName)
	}
	if in.Types != nil {
		webhookTypes(&check, *in.Types)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	e, err = h.Store.Webhooks.ChangeWebhook(c.Context(), c.Caller.OrgID, e.ID, func(e *messages.WebhookEndpoint) error {
		in.apply(e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if in.Enabled != nil && *in.Enabled {
		if err := h.Store.Webhooks.RetryWebhook(c.Context(), e.ID); err != nil {
			return nil, err
		}
	}
	out := webhookOf(e)
	return &out, nil
}

func (in *WebhookChange) apply(e *messages.WebhookEndpoint) {
	if in.URL != nil {
		e.URL = *in.URL
	}
	if in.Description != nil {
		e.Description = *in.Description
	}
	if in.Types != nil {
		e.Types = *in.Types
	}
	switch {
	case in.Enabled == nil:
	case *in.Enabled:
		e.State, e.Reason, e.FailingSince = "enabled", "", 0
	case e.State == "enabled":
		e.State = "paused"
	}
}

// WebhookDeleted is the answer to an endpoint that was removed.
type WebhookDeleted struct {
	ID     string `json:"id"`
	Status string `json:"status" enum:"deleted"`
}

func (h *Handlers) deleteWebhook(c *access.Call, _ *httpapi.None) (*WebhookDeleted, error) {
	e, err := h.webhook(c)
	if err != nil {
		return nil, err
	}
	return &WebhookDeleted{e.ID, "deleted"}, h.Store.Webhooks.DeleteWebhook(c.Context(), c.Caller.OrgID, e.ID)
}

// NewSecret is the body that asks for another secret.
type NewSecret struct {
	SecretVersion int64 `json:"secret_version" minimum:"1" doc:"The version to replace, as the endpoint says. So a repetition changes nothing more." example:"1"`
}

// rotateSecret makes another secret. The one before signs beside it for a day.
func (h *Handlers) rotateSecret(c *access.Call, in *NewSecret) (*WebhookWithSecret, error) {
	e, err := h.webhook(c)
	if err != nil {
		return nil, err
	}
	e, err = h.Store.Webhooks.ChangeWebhook(c.Context(), c.Caller.OrgID, e.ID, func(e *messages.WebhookEndpoint) error {
		switch e.SecretVersion {
		case in.SecretVersion:
			e.SecretVersion, e.RotatedAt = e.SecretVersion+1, inventory.At(h.Now())
		case in.SecretVersion + 1: // a repetition
		default:
			return httpapi.Invalid(httpapi.FieldError{Field: "secret_version", Code: "out_of_range", Message: "is not the present version"})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &WebhookWithSecret{webhookOf(e), h.Webhooks.Secret(e)}, nil
}
