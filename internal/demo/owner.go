package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// OwnerEmail is the address that the demo's owner signs in with.
const OwnerEmail = "olivia@example.org"

// helpsOut is where the demo's owner is an organizer besides, so that a newcomer
// sees what it is to be a member of several organizations.
const helpsOut = "Hafenklang Collective"

// Owner makes the demo's owner a member of the organization, and an organizer of
// another, unless somebody is a member already.
func Owner(ctx context.Context, s *store.Store, ids *id.Maker, org string, now time.Time) error {
	taken, err := s.AnyMember(ctx)
	if err != nil || taken {
		return err
	}
	orgs, err := s.Organizations(ctx)
	if err != nil {
		return fmt.Errorf("demo: owner: %w", err)
	}
	roles := map[string]identity.Role{org: identity.Owner}
	for _, o := range orgs {
		if o.Name == helpsOut && o.ID != org {
			roles[o.ID] = identity.Organizer
		}
	}
	for in, role := range roles {
		err = s.AddMember(ctx, store.Member{
			ID: ids.Top(id.Member), OrgID: in, Address: identity.FoldAddress(OwnerEmail), Email: OwnerEmail,
			Name: "Olivia Okafor", Role: string(role), CreatedAt: inventory.At(now),
		}, nil)
		if err != nil {
			return fmt.Errorf("demo: owner: %w", err)
		}
	}
	return nil
}
