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

// Owner makes the demo's owner a member of the organization, unless somebody is
// a member already.
func Owner(ctx context.Context, s *store.Store, ids *id.Maker, org string, now time.Time) error {
	taken, err := s.AnyMember(ctx)
	if err != nil || taken {
		return err
	}
	err = s.AddMember(ctx, store.Member{
		ID: ids.Top(id.Member), OrgID: org, Address: identity.FoldAddress(OwnerEmail), Email: OwnerEmail,
		Name: "Olivia Okafor", Role: string(identity.Owner), CreatedAt: inventory.At(now),
	}, nil)
	if err != nil {
		return fmt.Errorf("demo: owner: %w", err)
	}
	return nil
}
