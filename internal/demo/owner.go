package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// OwnerEmail is the address that the demo's owner signs in with.
const OwnerEmail = "olivia@example.org"

// DoorEmail is the address that whoever stands at the demo's door signs in with.
const DoorEmail = "dora@example.org"

// helpsOut is where the demo's owner is an organizer besides, so that a newcomer
// sees what it is to be a member of several organizations.
const helpsOut = "Hafenklang Collective"

// Members makes the demo's owner a member of the organization, and an organizer
// of another, and gives it somebody for the door, unless somebody is a member
// already.
func Members(ctx context.Context, s *store.Store, ids *id.Maker, org string, now time.Time) error {
	taken, err := s.Organizations.AnyMember(ctx)
	if err != nil || taken {
		return err
	}
	other, err := s.Organizations.OrganizationNamed(ctx, helpsOut)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return fmt.Errorf("demo: members: %w", err)
	}
	member := func(in, email, name string, role identity.Role) error {
		return s.Organizations.AddMember(ctx, organizations.Member{
			ID: ids.Top(id.Member), OrgID: in, Address: address.Fold(email), Email: email,
			Name: name, Role: string(role), CreatedAt: inventory.At(now),
		}, nil)
	}
	err = errors.Join(member(org, OwnerEmail, "Olivia Okafor", identity.Owner), member(org, DoorEmail, "Dora Lindqvist", identity.Door))
	if other != nil && other.ID != org {
		err = errors.Join(err, member(other.ID, OwnerEmail, "Olivia Okafor", identity.Organizer))
	}
	if err != nil {
		return fmt.Errorf("demo: members: %w", err)
	}
	return nil
}
