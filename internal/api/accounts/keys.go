package accounts

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// NewAPIKey is the body that makes a key.
type NewAPIKey struct {
	Name      string     `json:"name" minLength:"1" maxLength:"200" doc:"What the key is for." example:"Door, tablet 3"`
	Role      string     `json:"role" enum:"owner,organizer,box_office,door,viewer" doc:"What the key may do. A key for one event is no owner's."`
	EventID   string     `json:"event_id,omitempty" maxLength:"64" doc:"The one event of the organization that the key is for, with what is in it: orders, tickets, the door, the waitlist. Other events are not found by it, and calls about the organization are refused. Default: all events, and the organization." example:"evt_3k9q0a7c1v5m"`
	ExpiresAt *time.Time `json:"expires_at,omitempty" doc:"When it stops working. Default: never."`
}

// APIKey is a key without its secret.
type APIKey struct {
	ID         string     `json:"id" example:"key_3k9q0a7c1v5m"`
	Name       string     `json:"name"`
	Role       string     `json:"role" enum:"owner,organizer,box_office,door,viewer"`
	EventID    string     `json:"event_id,omitempty" doc:"The one event that it is for. Absent: all events, and the organization." example:"evt_3k9q0a7c1v5m"`
	EventTitle string     `json:"event_title,omitempty" doc:"The title of that event." example:"Open evening"`
	CreatedAt  time.Time  `json:"created_at"`
	ExpiresAt  *time.Time `json:"expires_at,omitempty"`
	RevokedAt  *time.Time `json:"revoked_at,omitempty"`
}

// CreatedAPIKey is a key with its secret.
type CreatedAPIKey struct {
	APIKey
	Key string `json:"key" doc:"The key itself. It is shown this once; only its SHA-256 is stored." example:"hf_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"`
}

// APIKeyList are the keys of an organization.
type APIKeyList struct {
	Items []APIKey `json:"items"`
}

// apiKeyOf shows a key, with the title that its event has now.
func (h *Handlers) apiKeyOf(c *access.Call, k *organizations.APIKey) (APIKey, error) {
	out := APIKey{
		ID: k.ID, Name: k.Name, Role: k.Role, EventID: k.EventID, CreatedAt: k.CreatedAt.Time(),
		ExpiresAt: wire.TimePtr(k.ExpiresAt), RevokedAt: wire.TimePtr(k.RevokedAt),
	}
	if k.EventID == "" {
		return out, nil
	}
	event, err := h.Access.Event(c.Context(), k.EventID)
	if err != nil {
		return out, err
	}
	out.EventTitle = event.Title
	return out, nil
}

// keyFor checks the event that a key is to be for.
func (h *Handlers) keyFor(c *access.Call, check *httpapi.Checks, in *NewAPIKey) error {
	if in.EventID == "" {
		return nil
	}
	if !identity.ValidEventRole(in.Role) {
		check.Add("role", "not_allowed", "must be organizer, box_office, door or viewer: an owner is one of the whole organization")
	}
	event, err := h.Access.Event(c.Context(), in.EventID)
	if errors.Is(err, database.ErrNotFound) || err == nil && event.OrgID != c.Caller.OrgID {
		check.Add("event_id", "unknown", "is not an event of this organization")
		return nil
	}
	return err
}

func (h *Handlers) createdKey(c *access.Call, k *organizations.APIKey, text string) (*CreatedAPIKey, error) {
	shown, err := h.apiKeyOf(c, k)
	return &CreatedAPIKey{APIKey: shown, Key: text}, err
}

// createKey makes a key. With an Idempotency-Key the secret is derived from it
// and from a secret of this installation, so that a repetition can be given the
// same key although only its hash was stored.
func (h *Handlers) createKey(c *access.Call, in *NewAPIKey) (*CreatedAPIKey, error) {
	var check httpapi.Checks
	now := inventory.At(h.Now())
	key := organizations.APIKey{
		ID: h.IDs.Top(id.APIKey), OrgID: c.Caller.OrgID, EventID: in.EventID, Role: in.Role, CreatedAt: now,
		Name: check.Line("name", in.Name, 1, httpapi.MaxName),
	}
	if in.ExpiresAt != nil {
		if key.ExpiresAt = wire.Moment(&check, "expires_at", *in.ExpiresAt); key.ExpiresAt != 0 && key.ExpiresAt <= now {
			check.Add("expires_at", "out_of_range", "must be in the future")
		}
	}
	if err := h.keyFor(c, &check, in); err != nil {
		return nil, err
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	text, hash := identity.NewKey()
	if c.Key != "" {
		seed := c.Caller.OrgID + "\n" + c.Caller.Actor() + "\n" + c.Key
		var bits [32]byte
		mac := hmac.New(sha256.New, h.Links.Derive("api key"))
		mac.Write([]byte(seed))
		mac.Sum(bits[:0])
		text, hash = identity.KeyFrom(bits)
		key.ID = id.TopNamed(id.APIKey, seed)
	}
	key.Hash = hash
	err := h.Store.Organizations.CreateAPIKey(c.Context(), key)
	if errors.Is(err, database.ErrConflict) && c.Key != "" {
		return h.sameKey(c, key, text)
	}
	if errors.Is(err, database.ErrLimit) {
		return nil, kindKeyLimit.Problem()
	}
	if err != nil {
		return nil, err
	}
	h.Access.Keys.Forget(key.ID)
	return h.createdKey(c, &key, text)
}

// sameKey answers a repetition with the key that the first request made.
func (h *Handlers) sameKey(c *access.Call, want organizations.APIKey, text string) (*CreatedAPIKey, error) {
	have, err := h.Store.Organizations.APIKeyByHash(c.Context(), want.Hash)
	if err != nil {
		return nil, err
	}
	same := have.OrgID == want.OrgID && have.Name == want.Name && have.Role == want.Role && have.EventID == want.EventID && have.ExpiresAt == want.ExpiresAt
	if err := c.Repeated(same); err != nil {
		return nil, err
	}
	return h.createdKey(c, have, text)
}

func (h *Handlers) listKeys(c *access.Call, _ *httpapi.None) (*APIKeyList, error) {
	keys, err := h.Store.Organizations.APIKeys(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	out := &APIKeyList{Items: make([]APIKey, 0, len(keys))}
	for i := range keys {
		shown, err := h.apiKeyOf(c, &keys[i])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, shown)
	}
	return out, nil
}

// Revoked is the answer to a key that was revoked.
type Revoked struct {
	ID     string `json:"id"`
	Status string `json:"status" enum:"revoked"`
}

func (h *Handlers) revokeKey(c *access.Call, _ *httpapi.None) (*Revoked, error) {
	key := c.Param("key_id")
	if !id.Valid(key, id.APIKey) {
		return nil, database.ErrNotFound
	}
	if err := h.Store.Organizations.RevokeAPIKey(c.Context(), c.Caller.OrgID, key, inventory.At(h.Now())); err != nil {
		return nil, err
	}
	h.Access.Keys.Forget(key)
	return &Revoked{ID: key, Status: "revoked"}, nil
}
