package verify

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/merkle"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// logTree recomputes the tree of a public log.
type logTree struct {
	name   string // what the log is called in sentences
	of     string // what it is of: the ID of the event, or tlog.Installation
	tree   merkle.Frontier
	heads  []claimedHead // by size, from sorted on
	next   int           // the first of them that the tree has not come to
	edges  []edge        // by level
	stored func(level, n int64) ([]byte, error)
	fail   func(subject, format string, args ...any)
}

// claimedHead is a root that the log is said to have, or to have had.
type claimedHead struct {
	tlog.Head
	by string // who says so
}

// edge is what a level of the tree has on the right of its full tiles.
type edge struct {
	full   int64 // tiles
	hashes []byte
}

// newLogTree begins the tree of a log that is an event's, or with an empty event the
// installation's; stored reads its tiles.
func newLogTree(r *run, event, name string, stored func(level, n int64) ([]byte, error)) *logTree {
	return &logTree{name: name, of: cmp.Or(event, tlog.Installation), stored: stored, fail: func(subject, format string, args ...any) {
		r.report.add(19, event, subject, format, args...)
	}}
}

// claim remembers a root for when the tree has come to its size.
func (l *logTree) claim(h tlog.Head, by string) {
	if h.Size > 0 {
		l.heads = append(l.heads, claimedHead{h, by})
	}
}

// sorted ends the claims.
func (l *logTree) sorted() {
	slices.SortStableFunc(l.heads, func(a, b claimedHead) int { return cmp.Compare(a.Size, b.Size) })
}

// add takes a leaf into the tree.
func (l *logTree) add(leaf merkle.Hash) error {
	l.tree.AppendHash(leaf)
	if err := l.hash(0, leaf); err != nil {
		return err
	}
	for ; l.next < len(l.heads) && l.heads[l.next].Size <= l.tree.Size(); l.next++ {
		if h := &l.heads[l.next]; h.Root != l.tree.Root() {
			l.fail(l.of, "the first %d entries of %s are not those of the root that %s has: what they tell of, or the log, was changed", h.Size, l.name, h.by)
		}
	}
	return nil
}

// hash takes a hash into a level of the tree, and compares the tile when it is full.
func (l *logTree) hash(level int, h merkle.Hash) error {
	if level == len(l.edges) {
		l.edges = append(l.edges, edge{})
	}
	e := &l.edges[level]
	if e.hashes = append(e.hashes, h[:]...); len(e.hashes) < tlog.TileWidth*tlog.HashSize {
		return nil
	}
	if err := l.checkTile(level, e); err != nil {
		return err
	}
	var tile merkle.Frontier
	for at := 0; at < len(e.hashes); at += tlog.HashSize {
		tile.AppendHash(merkle.Hash(e.hashes[at : at+tlog.HashSize]))
	}
	e.full, e.hashes = e.full+1, e.hashes[:0]
	return l.hash(level+1, tile.Root())
}

func (l *logTree) checkTile(level int, e *edge) error {
	stored, err := l.stored(int64(level), e.full)
	if err == nil && !bytes.Equal(stored, e.hashes) {
		l.fail(l.of, "tile %d of level %d of %s is not that of the tree", e.full, level, l.name)
	}
	return err
}

// end compares what the tree has on its right edge, and looks for what is too much; the log
// has so many tiles.
func (l *logTree) end(stored int64) error {
	tiles := int64(0)
	for level := range l.edges {
		e := &l.edges[level]
		tiles += e.full
		if len(e.hashes) == 0 {
			continue
		}
		tiles++
		if err := l.checkTile(level, e); err != nil {
			return err
		}
	}
	if stored != tiles {
		l.fail(l.of, "%s has %d tiles, and its tree %d", l.name, stored, tiles)
	}
	for _, h := range l.heads {
		if h.Size > l.tree.Size() {
			l.fail(l.of, "%s has %d entries, and %s is of %d", l.name, l.tree.Size(), h.by, h.Size)
		}
	}
	return nil
}
