package tlog

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"github.com/holdfast-events/holdfast/internal/keyring"
)

const (
	keyVersion = "holdfast-log-key/v1"
	// maxKeyFile bounds the file of the key, in bytes.
	maxKeyFile = 4096
)

const keyHeading = `# The key that signs the public logs of this Holdfast installation, with the name that
# its logs go by. What was signed last is in the folder beside it that ends in .heads:
# keep both, and keep them apart from the backups of the database.
`

// ErrKey is a file that is not a key of a log.
var ErrKey = errors.New("tlog: not the key of a log")

// A Key signs the logs of an installation. It does not change.
type Key struct {
	name string // of the installation: what the origin of each log begins with
	seed []byte
}

// MakeKey returns the key of a file, which it makes when there is none, for the
// installation of that name. Of several processes that do so at once, all get the same.
// The name in the file counts: it stays when the installation moves.
func MakeKey(path, name string) (*Key, error) {
	k, err := readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	if !validName(name) {
		return nil, fmt.Errorf("%w: %q cannot name an installation", ErrKey, name)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	k = &Key{name: name, seed: make([]byte, ed25519.SeedSize)}
	if _, err := rand.Read(k.seed); err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	text := strings.Join([]string{keyVersion, name, base64.RawURLEncoding.EncodeToString(k.seed)}, " ")
	// Link, unlike Rename, fails when somebody made the file meanwhile.
	err = keyring.WriteFile(path, keyHeading+text+"\n", os.Link)
	if errors.Is(err, fs.ErrExist) {
		return readKey(path)
	}
	return k, err
}

func readKey(path string) (*Key, error) {
	text, err := keyring.ReadFile(path, maxKeyFile)
	if err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	words := keyring.Words(text)
	if len(words) != 3 || words[0] != keyVersion || !validName(words[1]) {
		return nil, fmt.Errorf("%w (%s)", ErrKey, path)
	}
	seed, err := base64.RawURLEncoding.Strict().DecodeString(words[2])
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%w (%s)", ErrKey, path) // the cause would quote the key
	}
	return &Key{name: words[1], seed: seed}, nil
}

// validName reports whether a name can be the beginning of an origin: the name of a key
// of a signed note has neither white space nor a plus sign.
func validName(name string) bool {
	return name != "" && len(name) <= 200 && !strings.ContainsAny(name, "+#") && len(strings.Fields(name)) == 1 &&
		strings.TrimSpace(name) == name
}

// Derive returns the key for another use, which tells nothing of this one or of that for
// a third use.
func (k *Key) Derive(use string) (ed25519.PrivateKey, error) {
	seed, err := hkdf.Key(sha256.New, k.seed, nil, "holdfast log key v1\n"+use, ed25519.SeedSize)
	if err != nil {
		return nil, fmt.Errorf("tlog: derive: %w", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// Origin returns what the log of an event, or whatever else has a log, is called in its
// checkpoints.
func (k *Key) Origin(log string) string { return k.name + "/log/" + log }

// VerifierKey returns the public half for a log, as C2SP's signed-note has it.
func (k *Key) VerifierKey(log string) (string, error) {
	public, ok := ed25519.NewKeyFromSeed(k.seed).Public().(ed25519.PublicKey)
	if !ok {
		return "", ErrKey
	}
	v, err := note.NewEd25519VerifierKey(k.Origin(log), public)
	if err != nil {
		return "", fmt.Errorf("tlog: %w", err)
	}
	return v, nil
}

func (k *Key) verifier(log string) (note.Verifier, error) {
	text, err := k.VerifierKey(log)
	if err != nil {
		return nil, err
	}
	v, err := note.NewVerifier(text)
	if err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	return v, nil
}

// signer signs notes as one log. All logs have one key: the name of the log is in what is
// signed and in the hash of the key, so no signature serves for another.
type signer struct {
	note.Verifier
	key ed25519.PrivateKey
}

func (s signer) Sign(msg []byte) ([]byte, error) { return ed25519.Sign(s.key, msg), nil }
