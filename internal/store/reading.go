package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/postgres"
)

// DefaultReadLag is how far a read replica may be behind to be used.
const DefaultReadLag = 2 * time.Second

// Reading is a kind of reads that can go to a read replica.
type Reading string

// The kinds of reads that can go to a read replica. Whatever is not here is read from the
// primary: all that decides something, and all that a guest or a door waits for.
const (
	ReadExport Reading = "export" // the rows of a file that somebody asked for
	ReadSearch Reading = "search" // what the index of public events is filled from
)

// readings are how long each kind waits for the replica to have what the primary has, before
// it reads the primary.
var readings = map[Reading]time.Duration{
	ReadExport: 2 * time.Second,
	ReadSearch: time.Second,
}

// readReplica is a replica and the Store on it.
type readReplica struct {
	*postgres.Replica
	store *Store
}

// Reading is where reads of a kind go now: a store on the read replica, if there is one that
// has all that could be read when this was called, else s itself. Nothing can be written there.
func (s *Store) Reading(ctx context.Context, what Reading) *Store {
	wait, ok := readings[what]
	if s.replica == nil || !ok || !s.replica.CaughtUp(ctx, wait) {
		return s
	}
	return s.replica.store
}

// ReadReplica returns how the read replica is doing; ok is false where there is none.
func (s *Store) ReadReplica() (f postgres.ReplicaFigures, ok bool) {
	if s.replica == nil {
		return f, false
	}
	return s.replica.Figures(), true
}

// openReplica opens the read replica of a database.
func (s *Store) openReplica(ctx context.Context, c *database.Config) error {
	primary, ok := s.db.Eng.(*postgres.DB)
	if !ok {
		return errors.New("store: only PostgreSQL has read replicas")
	}
	bound := c.ReadLag
	if bound <= 0 {
		bound = DefaultReadLag
	}
	log := c.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	r, err := postgres.OpenReplica(ctx, c.Read, primary, bound, log)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	copied, err := onDB(database.NewDB(r.DB(), log))
	if err != nil {
		return errors.Join(err, r.Close())
	}
	s.replica = &readReplica{r, copied}
	return nil
}
