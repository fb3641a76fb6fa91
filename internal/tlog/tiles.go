package tlog

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/tlog"
)

// TileWidth is how many hashes a full tile has, and how many entries a full bundle.
const TileWidth = torchwood.TileWidth

// HashSize is the size of a hash in bytes.
const HashSize = tlog.HashSize

// ErrTiles are tiles that are not those of the tree: the database was damaged or changed.
var ErrTiles = errors.New("tlog: the tiles are not those of the tree")

// A Tile is a run of the hashes of one level of the tree: the hashes of the entries at
// level 0, and at each level above those of the full tiles of the level below. What is on
// the right grows; what is there stays.
type Tile struct {
	Level int
	N     int64  // from the left, from 0
	Data  []byte // 32 bytes a hash
}

// Tiles reads the hashes of a tile from the left: width of them.
type Tiles func(ctx context.Context, level int, n int64, width int) ([]byte, error)

// tileReader reads tiles for package tlog, which checks them against the root of the tree.
type tileReader struct {
	ctx  context.Context
	read Tiles
}

// Height returns the height of the tiles.
func (tileReader) Height() int { return torchwood.TileHeight }

// ReadTiles reads the tiles.
func (t tileReader) ReadTiles(list []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(list))
	for i, tile := range list {
		var err error
		if data[i], err = t.read(t.ctx, tile.L, tile.N, tile.W); err != nil {
			return nil, err
		}
		if len(data[i]) != tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%w: %s is not whole", ErrTiles, torchwood.TilePath(tile))
		}
	}
	return data, nil
}

// SaveTiles does nothing: what was read is stored already.
func (tileReader) SaveTiles([]tlog.Tile, [][]byte) {}

// reader reads hashes of a tree, each checked against its root.
func (h Head) reader(ctx context.Context, read Tiles) tlog.HashReader {
	r := tlog.TileHashReader(tlog.Tree{N: h.Size, Hash: h.Root}, tileReader{ctx, read})
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		if len(indexes) == 0 {
			return nil, nil
		}
		hashes, err := r.ReadHashes(indexes)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrTiles, err)
		}
		return hashes, nil
	})
}

// Grow returns the head of a tree with more leaves at its end, and the tiles that became
// more. It reads only what is on the right edge of the tree, and refuses, with ErrTiles,
// tiles that do not lead to its root.
func (h Head) Grow(ctx context.Context, read Tiles, leaves [][]byte) (Head, []Tile, error) {
	if len(leaves) == 0 {
		return h, nil, nil
	}
	stored := h.reader(ctx, read)
	if h.Size == 0 {
		stored = tlog.HashReaderFunc(func([]int64) ([]tlog.Hash, error) { return nil, nil })
	}
	first := tlog.StoredHashCount(h.Size)
	var added []tlog.Hash
	all := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		hashes, old, at := make([]tlog.Hash, len(indexes)), []int64(nil), []int(nil)
		for i, index := range indexes {
			if index >= first {
				hashes[i] = added[index-first]
				continue
			}
			old, at = append(old, index), append(at, i)
		}
		found, err := stored.ReadHashes(old)
		for i := range found {
			hashes[at[i]] = found[i]
		}
		return hashes, err
	})
	for i, leaf := range leaves {
		hashes, err := tlog.StoredHashes(h.Size+int64(i), leaf, all)
		if err != nil {
			return Head{}, nil, fmt.Errorf("tlog: grow: %w", err)
		}
		added = append(added, hashes...)
	}
	grown := Head{Size: h.Size + int64(len(leaves))}
	var err error
	if grown.Root, err = tlog.TreeHash(grown.Size, all); err != nil {
		return Head{}, nil, fmt.Errorf("tlog: grow: %w", err)
	}
	var more []Tile
	for _, t := range tlog.NewTiles(torchwood.TileHeight, h.Size, grown.Size) {
		data, err := tlog.ReadTileData(t, all)
		if err != nil {
			return Head{}, nil, fmt.Errorf("tlog: grow: %w", err)
		}
		more = append(more, Tile{Level: t.L, N: t.N, Data: data})
	}
	return grown, more, nil
}

// ProveGrowth returns the proof that the tree continues its first old leaves.
func (h Head) ProveGrowth(ctx context.Context, read Tiles) Prove {
	return func(old int64) (tlog.TreeProof, error) {
		p, err := tlog.ProveTree(h.Size, old, h.reader(ctx, read))
		if err != nil {
			return nil, fmt.Errorf("tlog: prove: %w", err)
		}
		return p, nil
	}
}

// ProveEntry returns the proof that a leaf is in the log, as C2SP's tlog-proof has it,
// under a checkpoint that was signed of this tree. Extra goes with it and is proven by
// nothing.
func (h Head) ProveEntry(ctx context.Context, read Tiles, index int64, checkpoint, extra []byte) ([]byte, error) {
	p, err := tlog.ProveRecord(h.Size, index, h.reader(ctx, read))
	if err != nil {
		return nil, fmt.Errorf("tlog: prove: %w", err)
	}
	return torchwood.FormatProofWithExtraData(index, extra, p, checkpoint), nil
}

// A TilePart is what an address below the log's own asks for: the first Width hashes of a
// tile, or entries of a bundle.
type TilePart struct {
	Entries bool // a bundle of entries; else a tile
	Level   int
	N       int64
	Width   int
}

// ParseTile reads the address of a tile or a bundle as C2SP's tlog-tiles has it:
// tile/0/x001/234, tile/entries/000.p/17.
func ParseTile(path string) (TilePart, error) {
	t, err := torchwood.ParseTilePath(path)
	if err != nil {
		return TilePart{}, fmt.Errorf("tlog: %w", err)
	}
	if t.L < 0 {
		return TilePart{Entries: true, N: t.N, Width: t.W}, nil
	}
	return TilePart{Level: t.L, N: t.N, Width: t.W}, nil
}

// Path is the address of a part, which ParseTile reads.
func (t TilePart) Path() string {
	level := t.Level
	if t.Entries {
		level = -1
	}
	return torchwood.TilePath(tlog.Tile{H: torchwood.TileHeight, L: level, N: t.N, W: t.Width})
}

// Continues returns nil when the tree of another head is the beginning of this one.
func (h Head) Continues(ctx context.Context, read Tiles, old Head) error {
	if old.Size == h.Size {
		if old.Root != h.Root {
			return fmt.Errorf("tlog: two trees of %d entries", h.Size)
		}
		return nil
	}
	p, err := h.ProveGrowth(ctx, read)(old.Size)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(p, h.Size, h.Root, old.Size, old.Root); err != nil {
		return fmt.Errorf("tlog: %w", err)
	}
	return nil
}

// EmptyRoot returns the root of a tree without leaves.
func EmptyRoot() tlog.Hash { return sha256.Sum256(nil) }

// LeafHash returns the hash of an entry in the tree.
func LeafHash(text []byte) tlog.Hash { return tlog.RecordHash(text) }

// Full returns how many hashes or entries a tile of the tree has; less than 1: it has
// none of it.
func (h Head) Full(t TilePart) int64 {
	return min(h.Size>>(t.Level*torchwood.TileHeight)-t.N*TileWidth, TileWidth)
}

// AppendEntry appends an entry to a bundle.
func AppendEntry(bundle, text []byte) ([]byte, error) {
	b, err := torchwood.AppendTileEntry(bundle, text)
	if err != nil {
		return nil, fmt.Errorf("tlog: %w", err)
	}
	return b, nil
}

// SplitEntries returns the entries of a bundle, each of which has its length before it.
func SplitEntries(bundle []byte) (texts [][]byte, err error) {
	for len(bundle) > 0 {
		if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
			return nil, ErrBundle
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		texts, bundle = append(texts, bundle[2:end]), bundle[end:]
	}
	return texts, nil
}

// CutEntries returns a bundle of the first entries of one.
func CutEntries(bundle []byte, width int) ([]byte, error) {
	texts, err := SplitEntries(bundle)
	if err != nil {
		return nil, err
	}
	if len(texts) < width {
		return nil, ErrBundle
	}
	size := 0
	for _, text := range texts[:width] {
		size += 2 + len(text)
	}
	return bundle[:size], nil
}
