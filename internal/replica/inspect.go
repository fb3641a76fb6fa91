package replica

import (
	"context"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
)

// Inspected is what a replica has.
type Inspected struct {
	Empty    bool
	Seq      uint64    // the newest entry
	At       time.Time // when it was sent
	Host     string    // by which server
	Entries  int       // behind the newest snapshot
	Snapshot time.Time // zero: there is none that is complete
}

// Inspect reads what a replica has, and makes sure that it can be kept there.
func Inspect(ctx context.Context, at objectstore.Store) (*Inspected, error) {
	t := target{at}
	if err := t.strict(ctx); err != nil {
		return nil, err
	}
	last, err := t.newest(ctx)
	if err != nil {
		return nil, fmt.Errorf("replica: %w", err)
	}
	if last == nil {
		return &Inspected{Empty: true}, nil
	}
	i := &Inspected{Seq: last.Seq, At: last.time(), Host: last.Host}
	snapshots, err := t.snapshots(ctx)
	if err != nil || len(snapshots) == 0 {
		return i, err
	}
	s, err := t.manifest(ctx, snapshots[0])
	if err != nil {
		return nil, fmt.Errorf("replica: %w", err)
	}
	i.Snapshot, i.Entries = time.UnixMicro(s.At), int(last.Seq-s.Seq) //nolint:gosec // few
	return i, nil
}
