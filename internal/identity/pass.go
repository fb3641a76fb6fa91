package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// PassPrefix begins the token of every phone that has a pass for check-in, and
// PassCodePrefix the code in the link by which it gets one.
const (
	PassPrefix     = "hp_"
	PassCodePrefix = "hq_"
)

// The code is used once, and strangers can try few: 128 random bits, so that the QR code of
// its link stays small.
const (
	passCodeBytes = 16
	passCodeChars = 22 // of base64url
)

// passSeen is how long it takes until a phone that calls is noted again.
const passSeen = time.Minute

// Errors of Passes.Authenticate.
var (
	ErrPassInvalid = errors.New("identity: not the token of a phone")
	ErrPassExpired = errors.New("identity: the time of the phone's pass is over")
	ErrPassEnded   = errors.New("identity: the phone was signed out")
)

// Pass is the caller who is a phone with a pass: where it may check in.
type Pass struct {
	ID, EventID string
	List, Gate  string // "": the event's own list, and no gate
	// Late: the pass is over. It opens nothing but handing in what was scanned before.
	Late bool
	pass checkin.Pass
}

// Takes reports whether a scan that the phone made at a time is taken.
func (p *Pass) Takes(at inventory.Instant) bool { return p.pass.Takes(at) }

// PassCode makes the code of a pass from random bits, or from those of a seed.
func PassCode(seed []byte) (text, hash string) {
	var b [passCodeBytes]byte
	if seed == nil {
		rand.Read(b[:])
	} else {
		copy(b[:], seed)
	}
	text = PassCodePrefix + base64.RawURLEncoding.EncodeToString(b[:])
	return text, HashPassCode(text)
}

// HashPassCode is what is stored of a code; "" for what cannot be one.
func HashPassCode(text string) string {
	if !strings.HasPrefix(text, PassCodePrefix) || len(text) != len(PassCodePrefix)+passCodeChars {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// PassToken makes the token of a phone from random bits, or from those of a seed.
func PassToken(seed *[32]byte) (text, hash string) {
	var sum [32]byte
	if seed == nil {
		text, sum = newSecret(PassPrefix)
	} else {
		text, sum = secretFrom(PassPrefix, *seed)
	}
	return text, hex.EncodeToString(sum[:])
}

// HashPassToken is what is stored of the token of a phone; "" for what cannot be one.
func HashPassToken(text string) string {
	sum := hashSecret(PassPrefix, text)
	if sum == nil {
		return ""
	}
	return hex.EncodeToString(sum[:])
}

// Passes finds the passes of phones by their tokens.
type Passes struct {
	store  *store.Store
	cached *cache.Cache[string, *checkins.PassOfPhone] // by the hash of the token; nil value: none
	now    func() time.Time
}

// NewPasses returns Passes that reads from s. A nil now means time.Now.
func NewPasses(s *store.Store, now func() time.Time) (*Passes, error) {
	if s == nil {
		return nil, errors.New("identity: a store is required")
	}
	if now == nil {
		now = time.Now
	}
	m, err := cache.New(cache.Config[string, *checkins.PassOfPhone]{
		Fresh: keyFresh, Stale: keyStale, Limit: keyLimit,
		Load: func(ctx context.Context, hash string) (*checkins.PassOfPhone, error) {
			p, err := s.CheckIns.PassByToken(ctx, hash)
			if errors.Is(err, database.ErrNotFound) {
				return nil, nil
			}
			return p, err
		},
	})
	return &Passes{store: s, cached: m, now: now}, err
}

// Authenticate returns the phone with that token, or ErrPassInvalid, or the store's error.
// One whose pass is not good now is returned with the error that says so.
func (p *Passes) Authenticate(ctx context.Context, text string) (*Pass, string, error) {
	sum := hashSecret(PassPrefix, text)
	if sum == nil {
		return nil, "", ErrPassInvalid
	}
	hash := hex.EncodeToString(sum[:])
	found, err := p.cached.Get(ctx, hash)
	switch {
	case err != nil:
		return nil, "", err
	case found == nil:
		return nil, "", ErrPassInvalid
	}
	now := inventory.At(p.now())
	out := &Pass{ID: found.ID, EventID: found.EventID, List: found.List, Gate: found.Gate, pass: found.Pass}
	switch found.Refuses(now) {
	case checkin.RefusedExpired:
		out.Late = found.HandsIn(now)
		return out, found.OrgID, ErrPassExpired
	case checkin.RefusedEnded:
		out.Late = found.HandsIn(now)
		return out, found.OrgID, ErrPassEnded
	}
	if now.Time().Sub(found.SeenAt.Time()) < passSeen {
		return out, found.OrgID, nil
	}
	// Of many calls at once the first that comes notes it, and the others find that done.
	if err := p.store.CheckIns.SeePass(ctx, found.EventID, found.ID, now); err != nil {
		return nil, "", err
	}
	p.cached.Forget(hash)
	return out, found.OrgID, nil
}

// Forget makes the next call of the phone of a pass read it again: call it after a change.
func (p *Passes) Forget(id string) {
	p.cached.ForgetIf(func(_ string, found *checkins.PassOfPhone) bool { return found == nil || found.ID == id })
}
