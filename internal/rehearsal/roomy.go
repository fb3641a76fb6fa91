package rehearsal

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// connections are how many of PostgreSQL the server of a copy takes at most, and what judges
// it afterwards; spare are those that others shall have left.
const connections, spare = 45, 15

// errCrowdedCluster: the cluster has too few connections for a rehearsal beside what it does.
var errCrowdedCluster = errors.New("rehearsal: the PostgreSQL cluster has too few connections left")

// roomy returns an error if the server of a copy could take connections of a cluster that
// others need.
func roomy(ctx context.Context, url string) error {
	if server.SQLitePath(url) != "" {
		return nil
	}
	free, err := waitingrooms.FreeConnections(ctx, url)
	if err != nil {
		return err
	}
	return enough(free)
}

// enough returns an error if so many connections are too few.
func enough(free int64) error {
	if free < connections+spare {
		return fmt.Errorf("%w: %d, and a rehearsal takes up to %d (max_connections)", errCrowdedCluster, free, connections)
	}
	return nil
}
