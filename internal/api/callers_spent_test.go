package api_test

import (
	"context"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// spentToken is a token that opens nothing, and the code with which it is refused.
type spentToken struct{ code, token string }

// spent are tokens that never were good or are so no longer.
func (h *testServer) spent(s *stage) []spentToken {
	h.t.Helper()
	expired, err := identity.Issue(context.Background(), h.store, h.ids, h.org, "expired", identity.Owner, h.now(), h.now().Add(-time.Hour))
	h.must(err)
	made := h.owner("POST", "/v1/api-keys", object{"name": "soon revoked", "role": "owner"}).want(201)
	h.send("GET", "/v1/events", made.text("key"), nil).want(200)
	h.owner("DELETE", "/v1/api-keys/"+made.text("id"), nil).want(200)
	old, err := h.links.Mint(identity.Link{Kind: identity.OrderLink, Reach: identity.ReachFull, ID: s.order, Person: s.person, Expires: h.now().Add(-time.Minute)})
	h.must(err)
	order := h.owner("POST", s.event+"/orders", object{"user_id": "gil", "email": "gil@example.org", "name": "Gil", "items": []object{{"quantity": 1}}}).want(201)
	out := h.fresh(identity.OrderLink, order.text("id"), order.text("person", "id"))
	h.send("POST", "/v1/me/links:revoke", out, nil).want(200)
	pass, phone := h.phone(s.event)
	h.owner("POST", "/v1/checkin-passes/"+pass+":end", object{"late_scans": "refuse"}).want(200)
	return []spentToken{
		{"checkin_pass_ended", phone}, {"checkin_pass_invalid", "hp_" + strings.Repeat("A", 43)},
		{"key_expired", expired}, {"key_revoked", made.text("key")}, {"invalid_key", "hf_" + strings.Repeat("A", 43)}, {"invalid_key", "nonsense"},
		{"invalid_link", "hl_nonsense"}, {"link_expired", old}, {"link_revoked", out},
	}
}
