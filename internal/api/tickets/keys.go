package tickets

import (
	"encoding/base64"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// TicketKeys is a JSON Web Key Set (RFC 7517): what the JWT of an event's tickets
// is checked with, by programs of others.
type TicketKeys struct {
	Keys []TicketKey `json:"keys" doc:"One: the event's."`
}

// TicketKey is an Ed25519 public key as RFC 8037 writes it.
type TicketKey struct {
	Type      string `json:"kty" enum:"OKP"`
	Curve     string `json:"crv" enum:"Ed25519"`
	ID        string `json:"kid" doc:"The event's id, as in the header of a JWT." example:"evt_3k9q0a7c1v5m"`
	Use       string `json:"use" enum:"sig"`
	Algorithm string `json:"alg" enum:"EdDSA"`
	X         string `json:"x" doc:"The key, base64url."`
}

func (h *Handlers) ticketKeys(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*TicketKeys, error) {
	public, err := h.Tickets.Public(k.EventID)
	if err != nil {
		return nil, err
	}
	return &TicketKeys{Keys: []TicketKey{{
		Type: "OKP", Curve: "Ed25519", ID: k.EventID, Use: "sig", Algorithm: "EdDSA", X: base64.RawURLEncoding.EncodeToString(public),
	}}}, nil
}
