package identity

import (
	"context"
	"crypto/subtle"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// KeyPrefix begins the text of every API key.
const KeyPrefix = "hf_"

// How long a key that was read is used before it is read again, and the longest
// that a key revoked on another server can still be used.
const (
	keyFresh = 2 * time.Second
	keyStale = 4 * time.Second
	keyLimit = 10_000 // keys remembered
)

// Errors of Keys.Authenticate.
var (
	ErrKeyInvalid = errors.New("identity: not a valid API key")
	ErrKeyExpired = errors.New("identity: the API key has expired")
	ErrKeyRevoked = errors.New("identity: the API key was revoked")
)

// NewKey makes a key and the hash that is stored of it.
func NewKey() (text string, hash [32]byte) { return newSecret(KeyPrefix) }

// KeyFrom returns the key with these bits and its hash.
func KeyFrom(b [secretBytes]byte) (text string, hash [32]byte) { return secretFrom(KeyPrefix, b) }

// Keys finds API keys by their text.
type Keys struct {
	cached *cache.Cache[[32]byte, *organizations.APIKey] // nil value: no such key
	now    func() time.Time
}

// NewKeys returns Keys that reads from s. A nil now means time.Now.
func NewKeys(s *store.Store, now func() time.Time) (*Keys, error) {
	if s == nil {
		return nil, errors.New("identity: a store is required")
	}
	if now == nil {
		now = time.Now
	}
	m, err := cache.New(cache.Config[[32]byte, *organizations.APIKey]{
		Fresh: keyFresh, Stale: keyStale, Limit: keyLimit,
		Load: func(ctx context.Context, hash [32]byte) (*organizations.APIKey, error) {
			k, err := s.Organizations.APIKeyByHash(ctx, hash)
			if errors.Is(err, database.ErrNotFound) {
				return nil, nil
			}
			return k, err
		},
	})
	return &Keys{cached: m, now: now}, err
}

// Authenticate returns the key with that text, or one of the errors above, or
// the store's error when it cannot be read. A key that has expired or was revoked is
// returned with that error.
func (k *Keys) Authenticate(ctx context.Context, text string) (*organizations.APIKey, error) {
	hash := hashSecret(KeyPrefix, text)
	if hash == nil {
		return nil, ErrKeyInvalid
	}
	key, err := k.cached.Get(ctx, *hash)
	if err != nil {
		return nil, err
	}
	// The look-up compares hashes of the text, about which an attacker learns
	// nothing from how long it takes; the last word is constant-time all the same.
	if key == nil || subtle.ConstantTimeCompare(key.Hash[:], hash[:]) != 1 {
		return nil, ErrKeyInvalid
	}
	switch now := inventory.At(k.now()); {
	case key.RevokedAt != 0:
		return key, ErrKeyRevoked
	case key.ExpiresAt != 0 && key.ExpiresAt <= now:
		return key, ErrKeyExpired
	}
	return key, nil
}

// Forget makes the next use of a key read it again: call it after revoking.
func (k *Keys) Forget(id string) {
	k.cached.ForgetIf(func(_ [32]byte, key *organizations.APIKey) bool { return key == nil || key.ID == id })
}
