package server

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// SetupURL returns the address at which the first owner makes the organization,
// or "" when somebody is a member already. Its token works once, for a day, and
// is for the eyes of whoever started the server: it goes to the terminal and
// into no log.
func (s *Server) SetupURL(ctx context.Context) (string, error) {
	taken, err := s.Store.Organizations.AnyMember(ctx)
	if err != nil || taken {
		return "", err
	}
	now := s.now()
	link := organizations.SignInLink{
		ID: s.IDs.Top(id.SignIn), Purpose: "setup",
		CreatedAt: inventory.At(now), ExpiresAt: inventory.At(now.Add(identity.SetupLife)),
	}
	if err := s.Store.Accounts.CreateSignInLink(ctx, link, nil); err != nil {
		return "", fmt.Errorf("server: set-up link: %w", err)
	}
	return s.links.OneTimeURL(identity.ForSetup, link.ID), nil
}
