package mirror

import "github.com/holdfast-events/holdfast/internal/tlog"

// parts are the tiles and bundles that a tree of so many entries has, and one of the first was of
// them has not: those of the entries first.
func parts(was, size int64) (list []tlog.TilePart) {
	for _, entries := range []bool{true, false} {
		before, now := was, size
		for level := 0; now > 0; level++ {
			for n := before / tlog.TileWidth; n*tlog.TileWidth < now; n++ {
				width := min(now-n*tlog.TileWidth, tlog.TileWidth)
				if before-n*tlog.TileWidth < width {
					list = append(list, tlog.TilePart{Entries: entries, Level: level, N: n, Width: int(width)})
				}
			}
			if entries {
				break
			}
			before, now = before/tlog.TileWidth, now/tlog.TileWidth
		}
	}
	return list
}

// edge are the parts of a tree of so many entries that are not full.
func edge(size int64) (list []tlog.TilePart) {
	for _, entries := range []bool{true, false} {
		now := size
		for level := 0; now > 0; level++ {
			if width := now % tlog.TileWidth; width > 0 {
				list = append(list, tlog.TilePart{Entries: entries, Level: level, N: now / tlog.TileWidth, Width: int(width)})
			}
			if entries {
				break
			}
			now /= tlog.TileWidth
		}
	}
	return list
}
