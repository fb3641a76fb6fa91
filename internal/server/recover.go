package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// ErrNotOwner: the address is that of no owner of an organization.
var ErrNotOwner = errors.New("server: the address is that of no owner of an organization")

// Recover stores a link that signs an owner in once, within identity.SignInLife, whatever the
// organization asks of its members, and returns its address and the organizations that are owned:
// for when the OpenID Connect provider is down, or the only passkey is lost. base is where people
// reach the server. ErrNotOwner, ErrNoMasterKey, ErrMasterKey or ErrNothingWrapped.
func Recover(ctx context.Context, st *store.Store, keys MasterKeys, base, email string, now time.Time) (link string, owned []string, err error) {
	folded := address.Fold(email)
	if owned, err = st.Organizations.OwnedBy(ctx, folded); err != nil {
		return "", nil, err
	}
	if len(owned) == 0 {
		return "", nil, ErrNotOwner
	}
	key, err := keys.linkKey(ctx, st)
	if err != nil {
		return "", nil, err
	}
	l := organizations.SignInLink{
		ID: (&id.Maker{}).Top(id.SignIn), Purpose: organizations.ForRecovery, Address: folded, Email: email,
		CreatedAt: inventory.At(now), ExpiresAt: inventory.At(now.Add(identity.SignInLife)),
	}
	if err := st.Accounts.CreateSignInLink(ctx, l, nil); err != nil {
		return "", nil, fmt.Errorf("server: link of recovery: %w", err)
	}
	return identity.Links{Key: key, Base: base}.OneTimeURL(identity.ForRecovery, l.ID), owned, nil
}

// linkKey returns the secret that links are made with.
func (m MasterKeys) linkKey(ctx context.Context, st *store.Store) ([]byte, error) {
	wrapped, err := st.Organizations.ServerKeys(ctx)
	if err != nil {
		return nil, fmt.Errorf("server: read the wrapped secrets: %w", err)
	}
	i := slices.IndexFunc(wrapped, func(k organizations.ServerKey) bool { return k.Purpose == "link" })
	if i < 0 {
		return nil, ErrNothingWrapped
	}
	ring, err := m.Read()
	switch {
	case err != nil:
		return nil, err
	case ring == nil:
		return nil, m.missing(wrapped)
	}
	return m.unwrap(ring, &wrapped[i])
}
