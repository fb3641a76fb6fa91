package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Issue makes a key for an organization and stores its hash. A zero expires
// means never. The text is returned once and kept nowhere.
func Issue(ctx context.Context, s *store.Store, ids *id.Maker, org, name string, role Role, now, expires time.Time) (text string, err error) {
	return IssueFor(ctx, s, ids, "", org, name, role, now, expires)
}

// IssueFor is Issue of a key for one event, which is one of the organization; of all where event is empty.
func IssueFor(ctx context.Context, s *store.Store, ids *id.Maker, event, org, name string, role Role, now, expires time.Time) (text string, err error) {
	if !ValidRole(string(role)) || event != "" && !ValidEventRole(string(role)) {
		return "", fmt.Errorf("identity: no such role: %q", role)
	}
	text, hash := NewKey()
	key := organizations.APIKey{ID: ids.Top(id.APIKey), OrgID: org, EventID: event, Name: name, Role: string(role), Hash: hash, CreatedAt: inventory.At(now)}
	if !expires.IsZero() {
		key.ExpiresAt = inventory.At(expires)
	}
	if err := s.Organizations.CreateAPIKey(ctx, key); err != nil {
		return "", fmt.Errorf("identity: store key: %w", err)
	}
	return text, nil
}
