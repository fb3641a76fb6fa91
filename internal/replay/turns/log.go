package turns

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
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
	size  int64
	root  tlog.Hash
	read  int64
	stack []subtree // full subtrees, the largest first
	h     *History
}

// subtree is the root of a full subtree of the tree.
type subtree struct {
	height int
	hash   tlog.Hash
}

// Open begins to read the log of a checkpoint. key is the verifier key of the log, as
// C2SP's signed-note has it; tiers are what the event sells by now, and each takes from
// pools. A tier that is not among them is taken to share its pools with no other.
func Open(checkpoint []byte, key string, tiers []Tier) (*Log, error) {
	v, err := note.NewVerifier(key)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	signed, err := note.Open(checkpoint, note.VerifierList(v))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) < 4 || lines[0] != v.Name() {
		return nil, fmt.Errorf("%w: it is of another log", ErrCheckpoint)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 {
		return nil, fmt.Errorf("%w: its size is %q", ErrCheckpoint, lines[1])
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return nil, fmt.Errorf("%w: its root is %q", ErrCheckpoint, lines[2])
	}
	_, event, _ := cutLast(lines[0], "/")
	return &Log{size: size, root: tlog.Hash(root), h: newHistory(event, tiers)}, nil
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
		if len(bundle) < 2+n || l.read == l.size {
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
	l.push(leaf)
	l.read++
	e, err := readEntry(string(text))
	if err != nil {
		return err
	}
	if e.seq != l.read {
		return fmt.Errorf("%w: entry %d is of row %d", ErrBroken, l.read-1, e.seq)
	}
	l.h.leaves = append(l.h.leaves, leaf)
	if err := l.h.take(e); err != nil {
		return fmt.Errorf("%w (row %d: %s of %s, from %q to %q)", err, e.seq, e.reason, e.subject, e.from, e.to)
	}
	return nil
}

// push appends a leaf, RFC 9162 section 2.1.1.
func (l *Log) push(leaf tlog.Hash) {
	node := subtree{0, leaf}
	for n := len(l.stack); n > 0 && l.stack[n-1].height == node.height; n = len(l.stack) {
		node = subtree{node.height + 1, tlog.NodeHash(l.stack[n-1].hash, node.hash)}
		l.stack = l.stack[:n-1]
	}
	l.stack = append(l.stack, node)
}

// Close returns what the log tells, once all of it was read and leads to its root.
func (l *Log) Close() (*History, error) {
	var root tlog.Hash
	if n := len(l.stack); n > 0 {
		root = l.stack[n-1].hash
		for i := n - 2; i >= 0; i-- {
			root = tlog.NodeHash(l.stack[i].hash, root)
		}
	}
	if l.read != l.size || l.size > 0 && root != l.root {
		return nil, ErrRoot
	}
	return l.h, nil
}
