package discovery

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// errLocked: another process uses the file.
var errLocked = errors.New("discovery: another server uses this index")

// lock keeps other processes from a file of the index.
type lock struct{ unlock func() error }

// lockFor takes the lock of a file, or returns errLocked.
func lockFor(ctx context.Context, path string) (*lock, error) {
	unlock, err := waitingrooms.Lock(ctx, path+".lock")
	switch {
	case errors.Is(err, waitingrooms.ErrLocked):
		return nil, errLocked
	case err != nil:
		return nil, fmt.Errorf("discovery: %w", err)
	}
	return &lock{unlock}, nil
}

// free gives the lock back. What it is on stays.
func (l *lock) free() error { return l.unlock() }
