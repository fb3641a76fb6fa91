package tlog

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/keyring"
)

// ErrRewritten says that a tree is not what was signed before, grown: the database is an
// older backup, or its history was changed.
var ErrRewritten = errors.New("tlog: the log is not a continuation of what was signed")

// A Signer signs checkpoints, and only such as continue those that it signed before. It
// is safe for concurrent use.
type Signer struct {
	key    *Key
	folder string // of the last checkpoint of each log

	mu sync.Mutex // one checkpoint is compared, kept and returned before the next
}

// Prove returns the proof that the tree to be signed continues its first old leaves.
type Prove func(old int64) (tlog.TreeProof, error)

// OpenSigner returns the signer of the key in a file, made by MakeKey. It keeps what it
// signs in the folder beside the file.
func OpenSigner(path, name string) (*Signer, error) {
	k, err := MakeKey(path, name)
	if err != nil {
		return nil, err
	}
	folder := headsOf(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	return &Signer{key: k, folder: folder}, nil
}

// ReadSigner returns the signer whose key is in a file that is there; one that is not is
// an fs.ErrNotExist.
func ReadSigner(path string) (*Signer, error) {
	k, err := readKey(path)
	if err != nil {
		return nil, err
	}
	return &Signer{key: k, folder: headsOf(path)}, nil
}

// headsOf is the folder of what was signed last with the key in a file.
func headsOf(path string) string { return path + ".heads" }

// Key returns the key, for what is signed and is not a log.
func (s *Signer) Key() *Key { return s.key }

// Last returns the checkpoint that was signed last of a log, and what it says. The
// checkpoint is empty when none was.
func (s *Signer) Last(log string) ([]byte, Head, error) {
	if log == "" || strings.ContainsAny(log, "./\\ \n+") {
		return nil, Head{}, fmt.Errorf("tlog: %q cannot name a log", log)
	}
	signed, err := os.ReadFile(filepath.Join(s.folder, log))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, Head{}, nil
	}
	if err != nil {
		return nil, Head{}, fmt.Errorf("tlog: %w", err)
	}
	v, err := s.key.verifier(log)
	if err != nil {
		return nil, Head{}, err
	}
	h, err := open(signed, v)
	return signed, h, err
}

// Heads returns what was signed last of each log, by its name.
func (s *Signer) Heads() (map[string]Head, error) {
	files, err := os.ReadDir(s.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	heads := make(map[string]Head, len(files))
	for _, f := range files {
		if f.IsDir() { // of a checkpoint that is being written
			continue
		}
		signed, h, err := s.Last(f.Name())
		if err != nil {
			return nil, err
		}
		if signed != nil {
			heads[f.Name()] = h
		}
	}
	return heads, nil
}

// Sign returns the checkpoint of a log: signed, and on disk as the last one. It refuses,
// with ErrRewritten, what does not continue the checkpoint before. Prove is called where
// there is one of a smaller tree that is not empty.
func (s *Signer) Sign(log string, h Head, prove Prove) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	signed, last, err := s.Last(log)
	if err != nil {
		return nil, err
	}
	if signed != nil {
		if err := last.continues(h, prove); err != nil {
			return nil, fmt.Errorf("%w (%s)", err, log)
		}
		if h == last {
			return signed, nil
		}
	}
	v, err := s.key.verifier(log)
	if err != nil {
		return nil, err
	}
	signed, err = note.Sign(&note.Note{Text: h.text(s.key.Origin(log))}, signer{v, ed25519.NewKeyFromSeed(s.key.seed)})
	if err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	// Kept before anybody has it: a crash in between has at worst signed something that
	// nobody saw, and the log goes on from there.
	if err := keyring.WriteFile(filepath.Join(s.folder, log), string(signed), os.Rename); err != nil {
		return nil, err
	}
	return signed, nil
}

// continues returns nil when next is h, grown.
func (h Head) continues(next Head, prove Prove) error {
	switch {
	case next.Size < h.Size:
		return fmt.Errorf("%w: it has %d leaves, and %d were signed", ErrRewritten, next.Size, h.Size)
	case next.Size == h.Size && next.Root != h.Root:
		return fmt.Errorf("%w: of %d leaves another root was signed", ErrRewritten, h.Size)
	case next.Size == h.Size, h.Size == 0:
		return nil
	}
	proof, err := prove(h.Size)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, next.Size, next.Root, h.Size, h.Root); err != nil {
		return fmt.Errorf("%w: the first %d leaves are others: %w", ErrRewritten, h.Size, err)
	}
	return nil
}
