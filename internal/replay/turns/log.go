package turns

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/merkle"
)

// Errors of reading a log.
var (
	// ErrCheckpoint: the checkpoint is not one that the key has signed.
	ErrCheckpoint = errors.New("turns: the checkpoint is not signed by the key")
	// ErrRoot: the entries are not those that were signed.
	ErrRoot = errors.New("turns: the entries are not those that were signed")
	// ErrForm: an entry is not of the form that is known here.
	ErrForm = errors.New("turns: the entry is not of the form " + Version)
	// ErrBroken: an entry does not follow from those before it.
	ErrBroken = errors.New("turns: the entry does not follow from those before it")
)

// A Log is read from its first entry on. Nothing of it is judged before all of it is
// there and leads to the root that was signed.
type Log struct {
	size int64
	root merkle.Hash
	tree merkle.Frontier // of what was read
	h    *History
}

// Open begins to read the log of a checkpoint. key is the verifier key of the log, as
// C2SP's signed-note has it; tiers are what the event sells by now, and each takes from
// pools. A tier that is not among them is taken to share its pools with no other.
func Open(checkpoint []byte, key string, tiers []Tier) (*Log, error) {
	v, err := note.NewVerifier(key)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	size, root, err := merkle.OpenCheckpoint(checkpoint, v)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	_, event, _ := cutLast(v.Name(), "/")
	return &Log{size: size, root: root, h: newHistory(event, tiers)}, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// Size returns how many entries the log has.
func (l *Log) Size() int64 { return l.size }

// Add takes the next entries: a bundle as C2SP's tlog-tiles has it, each entry after its
// length in two bytes.
func (l *Log) Add(bundle []byte) error {
	for len(bundle) > 0 {
		if len(bundle) < 2 {
			return fmt.Errorf("%w: a bundle ends within an entry", ErrRoot)
		}
		n := int(bundle[0])<<8 | int(bundle[1])
		if len(bundle) < 2+n || l.tree.Size() == l.size {
			return fmt.Errorf("%w: a bundle has more or less than it should", ErrRoot)
		}
		if err := l.add(bundle[2 : 2+n]); err != nil {
			return err
		}
		bundle = bundle[2+n:]
	}
	return nil
}

func (l *Log) add(text []byte) error {
	leaf := tlog.RecordHash(text)
	l.tree.AppendHash(leaf)
	e, err := readEntry(string(text))
	if err != nil {
		return err
	}
	if e.seq != l.tree.Size() {
		return fmt.Errorf("%w: entry %d is of row %d", ErrBroken, l.tree.Size()-1, e.seq)
	}
	l.h.leaves = append(l.h.leaves, leaf)
	if err := l.h.take(e); err != nil {
		return fmt.Errorf("%w (row %d: %s of %s, from %q to %q)", err, e.seq, e.reason, e.subject, e.from, e.to)
	}
	return nil
}

// Close returns what the log tells, once all of it was read and leads to its root.
func (l *Log) Close() (*History, error) {
	if l.tree.Size() != l.size || l.size > 0 && l.tree.Root() != l.root {
		return nil, ErrRoot
	}
	return l.h, nil
}
