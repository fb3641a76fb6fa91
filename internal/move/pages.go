package move

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/moves"
)

// Bounds of a page: rows, and about how many bytes they take. The first page of a table is
// small, and none is much larger than the one before: how large rows are is not known.
const (
	firstRows = 100
	maxRows   = 5000
	maxBytes  = 4 << 20
	growth    = 4
)

// page is rows of a table, with the checksum of all up to them.
type page struct {
	*moves.MovedPage
	sum  database.Checksum
	last bool // there are no more
}

// nextLimit is how many rows the page after p may have.
func nextLimit(p *moves.MovedPage, limit int) int {
	size := max(1, p.Bytes/max(1, len(p.Rows)))
	return max(1, min(maxRows, limit*growth, maxBytes/size))
}

// each reads a table behind a key and hands its pages to take, one by one; there is at
// least one. The next is read while take has one.
func each(ctx context.Context, st *store.Store, t *moves.MovedTable, behind string, sum database.Checksum, take func(*page) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := make(chan *page)
	var failed error // of the reader, once pages is closed
	go func() {
		defer close(pages)
		for limit := firstRows; ; {
			read, err := st.Moves.Page(ctx, t, behind, limit)
			if err != nil {
				failed = err
				return
			}
			for _, row := range read.Rows {
				sum.Add(row)
			}
			p := &page{MovedPage: read, sum: sum, last: len(read.Rows) < limit}
			select {
			case pages <- p:
			case <-ctx.Done():
				failed = ctx.Err()
				return
			}
			if p.last {
				return
			}
			behind, limit = read.LastKey, nextLimit(read, limit)
		}
	}()
	var err error
	for p := range pages {
		if err != nil {
			continue // the reader is on its way out
		}
		if err = take(p); err != nil {
			cancel()
		}
	}
	if err != nil {
		return err
	}
	return failed
}
