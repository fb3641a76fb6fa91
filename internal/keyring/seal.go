package keyring

import (
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"fmt"
)

// Errors about what is wrapped.
var (
	// ErrUnknownKey: it was wrapped with a master key that is not in the ring.
	ErrUnknownKey = errors.New("keyring: wrapped with another master key")
	// ErrForged: it was changed, or belongs to another purpose.
	ErrForged = errors.New("keyring: what is wrapped was changed")
)

// Wrapped is a secret as it may lie in a database: AES-256-GCM with a random nonce
// before it, authenticated together with its purpose and the key's version and ID.
type Wrapped struct {
	Version int64  // of the master key
	KeyID   string // of the same: another installation has a version 1 too
	Box     []byte
}

// additional is the data that a box is authenticated with.
func additional(purpose string, version int64, keyID string) []byte {
	return fmt.Appendf(nil, "holdfast server key v1\n%s\n%d\n%s", purpose, version, keyID)
}

func (k *key) cipher() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.wrap)
	if err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	return aead, nil
}

// Wrap wraps a secret with the newest key.
func (r *Ring) Wrap(purpose string, secret []byte) (Wrapped, error) {
	k, err := r.newest()
	if err != nil {
		return Wrapped{}, err
	}
	aead, err := k.cipher()
	if err != nil {
		return Wrapped{}, err
	}
	return Wrapped{Version: k.version, KeyID: k.id, Box: aead.Seal(nil, nil, secret, additional(purpose, k.version, k.id))}, nil
}

// Unwrap returns the secret: ErrUnknownKey, or ErrForged.
func (r *Ring) Unwrap(purpose string, w Wrapped) ([]byte, error) {
	for i := range r.keys {
		k := &r.keys[i]
		if k.version != w.Version || k.id != w.KeyID {
			continue
		}
		aead, err := k.cipher()
		if err != nil {
			return nil, err
		}
		secret, err := aead.Open(nil, nil, w.Box, additional(purpose, w.Version, w.KeyID))
		if err != nil {
			return nil, fmt.Errorf("%w: the secret for %s", ErrForged, purpose)
		}
		return secret, nil
	}
	return nil, fmt.Errorf("%w: the secret for %s needs version %d with the ID %s", ErrUnknownKey, purpose, w.Version, w.KeyID)
}
