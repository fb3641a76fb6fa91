package keyring

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The prefixes of a master key and of the public half of its audit key, as text.
const (
	SecretPrefix = "hmk_"
	PublicPrefix = "hap_"
)

// masterLen is the length of a master key in bytes.
const masterLen = 32

// maxVersions bounds a ring: a key for each month of eight years.
const maxVersions = 100

// ErrSyntax says that a text is not a list of master keys.
var ErrSyntax = errors.New("keyring: not a list of master keys")

// Ring is the master keys of an installation, oldest first. It does not change.
type Ring struct{ keys []key }

// key is one version. A version of which only the public half of the audit key is
// known can check signatures, and nothing else.
type key struct {
	version int64
	master  []byte // nil: not known
	id      string // says which key it is, and nothing of the key
	wrap    []byte
	sign    ed25519.PrivateKey
	public  ed25519.PublicKey
}

// newKey derives what a master key is for.
func newKey(version int64, master []byte) (key, error) {
	k := key{version: version, master: slices.Clone(master)}
	var derived [3][]byte
	for i, use := range [...]string{"id", "wrap", "audit"} {
		var err error
		if derived[i], err = hkdf.Key(sha256.New, master, nil, "holdfast master key v1\n"+use, 32); err != nil {
			return key{}, fmt.Errorf("keyring: derive: %w", err)
		}
	}
	k.id, k.wrap = hex.EncodeToString(derived[0][:8]), derived[1]
	k.sign = ed25519.NewKeyFromSeed(derived[2])
	k.public = k.sign.Public().(ed25519.PublicKey)
	return k, nil
}

// Words returns the words of a file of keys; what stands after a # is for people.
func Words(text string) (words []string) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		words = append(words, strings.Fields(line)...)
	}
	return words
}

// Parse reads keys as Text writes them: separated by white space, with comments
// from # to the end of a line. An error never quotes what was read.
func Parse(text string) (*Ring, error) {
	r := &Ring{}
	for _, word := range Words(text) {
		k, err := parseKey(word)
		if err != nil {
			return nil, fmt.Errorf("%w: key %d is %w", ErrSyntax, len(r.keys)+1, err)
		}
		r.keys = append(r.keys, k)
	}
	slices.SortFunc(r.keys, func(a, b key) int { return int(a.version - b.version) })
	for i := 1; i < len(r.keys); i++ {
		if r.keys[i].version == r.keys[i-1].version {
			return nil, fmt.Errorf("%w: version %d is there twice", ErrSyntax, r.keys[i].version)
		}
	}
	if len(r.keys) == 0 {
		return nil, fmt.Errorf("%w: there is none", ErrSyntax)
	}
	return r, nil
}

func parseKey(word string) (key, error) {
	secret := strings.HasPrefix(word, SecretPrefix)
	if !secret && !strings.HasPrefix(word, PublicPrefix) {
		return key{}, errors.New("without the prefix " + SecretPrefix + " or " + PublicPrefix)
	}
	number, text, _ := strings.Cut(word[len(SecretPrefix):], "_")
	version, err := strconv.ParseInt(number, 10, 32)
	if err != nil || version < 1 || number != strconv.FormatInt(version, 10) {
		return key{}, errors.New("without a version")
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != masterLen {
		return key{}, fmt.Errorf("not %d bytes in base64url", masterLen)
	}
	if !secret {
		return key{version: version, public: raw}, nil
	}
	return newKey(version, raw)
}

// New returns a ring with one key, of version 1.
func New() (*Ring, error) { return (&Ring{}).Rotated() }

// Rotated returns a ring with a further, random key, which is the newest.
func (r *Ring) Rotated() (*Ring, error) {
	if len(r.keys) == maxVersions {
		return nil, fmt.Errorf("keyring: there are %d versions already", maxVersions)
	}
	master := make([]byte, masterLen)
	if _, err := rand.Read(master); err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	version := int64(1)
	if n := len(r.keys); n > 0 {
		version = r.keys[n-1].version + 1
	}
	k, err := newKey(version, master)
	if err != nil {
		return nil, err
	}
	return &Ring{keys: append(slices.Clone(r.keys), k)}, nil
}

// Text returns the keys as Parse reads them. It is a secret.
func (r *Ring) Text() string {
	var b strings.Builder
	for _, k := range r.keys {
		prefix, raw := SecretPrefix, k.master
		if raw == nil {
			prefix, raw = PublicPrefix, k.public
		}
		b.WriteString(prefix + strconv.FormatInt(k.version, 10) + "_" + base64.RawURLEncoding.EncodeToString(raw) + "\n")
	}
	return b.String()
}

// Version says of one key what everybody may know.
type Version struct {
	Version int64
	ID      string // empty: only the public half of its audit key is known
	Public  string // that half, as Parse reads it
}

// Versions lists the keys, oldest first.
func (r *Ring) Versions() []Version {
	out := make([]Version, len(r.keys))
	for i, k := range r.keys {
		out[i] = Version{
			Version: k.version, ID: k.id,
			Public: PublicPrefix + strconv.FormatInt(k.version, 10) + "_" + base64.RawURLEncoding.EncodeToString(k.public),
		}
	}
	return out
}

// Follows reports whether the ring has all keys of another, and so can be used in its
// place. A nil ring follows none.
func (r *Ring) Follows(other *Ring) bool {
	if r == nil {
		return false
	}
	for _, v := range other.Versions() {
		if !slices.Contains(r.Versions(), v) {
			return false
		}
	}
	return true
}

// AuditKeys returns the public halves of all audit keys: a head may have been
// signed before the master key was rotated. A nil ring has none.
func (r *Ring) AuditKeys() []ed25519.PublicKey {
	if r == nil {
		return nil
	}
	out := make([]ed25519.PublicKey, len(r.keys))
	for i, k := range r.keys {
		out[i] = k.public
	}
	return out
}

// AuditKey returns the key that signs heads from now on.
func (r *Ring) AuditKey() (ed25519.PrivateKey, error) {
	k, err := r.newest()
	if err != nil {
		return nil, err
	}
	return k.sign, nil
}

// newest returns the key that is used. A ring that ends in a public half uses none:
// an older key must not come back into use because the newer one is missing.
func (r *Ring) newest() (*key, error) {
	k := &r.keys[len(r.keys)-1]
	if k.master == nil {
		return nil, fmt.Errorf("keyring: of master key version %d only the public audit key is here", k.version)
	}
	return k, nil
}
