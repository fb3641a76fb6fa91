package ticket

import (
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"github.com/holdfast-events/holdfast/internal/id"
)

// MinSecret is the shortest secret that keys are derived from, in bytes.
const MinSecret = 32

// maxKeys bounds the keys that are remembered. One costs 25 µs to derive.
const maxKeys = 4096

// ErrEvent says that an event id is not well-formed.
var ErrEvent = errors.New("ticket: not an event id")

// Keys derives the key of each event from the installation's secret, the server
// key "ticket". It is safe for concurrent use.
type Keys struct {
	secret []byte
	mu     sync.Mutex
	known  map[string]ed25519.PrivateKey // guarded by mu
	// shuffles are the keys of short codes, by event (guarded by mu).
	shuffles map[string]cipher.Block
}

// NewKeys returns the keys that follow from a secret.
func NewKeys(secret []byte) (*Keys, error) {
	if len(secret) < MinSecret {
		return nil, fmt.Errorf("ticket: a secret of %d bytes, want at least %d", len(secret), MinSecret)
	}
	return &Keys{secret: append([]byte(nil), secret...), known: map[string]ed25519.PrivateKey{}, shuffles: map[string]cipher.Block{}}, nil
}

// Public returns the key that tokens of an event are checked with, or ErrEvent.
func (k *Keys) Public(event string) (ed25519.PublicKey, error) {
	key, err := k.private(event)
	if err != nil {
		return nil, err
	}
	return key.Public().(ed25519.PublicKey), nil
}

func (k *Keys) private(event string) (ed25519.PrivateKey, error) {
	if !id.Valid(event, id.Event) {
		return nil, ErrEvent
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if key, ok := k.known[event]; ok {
		return key, nil
	}
	seed, err := hkdf.Key(sha256.New, k.secret, nil, "holdfast ticket v1\n"+event, ed25519.SeedSize)
	if err != nil {
		return nil, fmt.Errorf("ticket: %w", err)
	}
	if len(k.known) >= maxKeys { // whoever asks for so many is not at one door
		clear(k.known)
	}
	key := ed25519.NewKeyFromSeed(seed)
	k.known[event] = key
	return key, nil
}
