package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// standbysFor is for how long it counts that COMMIT waits for synchronous standbys, or does
// not: so that what asks before each repeated answer costs a query in this time.
const standbysFor = 10 * time.Second

// standbys is whether COMMIT waits for synchronous standbys, as it was known last.
type standbys struct {
	mu  sync.Mutex
	yes bool      // guarded by mu
	at  time.Time // guarded by mu
}

// replicated reports whether COMMIT waits for other servers. Where that cannot be asked it
// does: then it is no less than true.
func (s *DB) replicated(ctx context.Context) bool {
	query := s.Eng.Replicated()
	if query == "" {
		return false
	}
	known := &s.standbys
	known.mu.Lock()
	yes, fresh := known.yes, !known.at.IsZero() && time.Since(known.at) < standbysFor
	known.mu.Unlock()
	if fresh {
		return yes
	}
	if err := s.Read.QueryRowContext(ctx, query).Scan(&yes); err != nil {
		return true
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	known.yes, known.at = yes, time.Now()
	return yes
}

// Settled waits until all that can be read now is where a COMMIT puts it: on the
// synchronous standbys too, if there are any. Whoever tells from a row that was found,
// and not from an own COMMIT, that something was stored, asks this first: a COMMIT that
// lost its connection while a standby was gone is there to be read, and would be lost
// with this server. What is committed now is on a standby only behind it. The error is
// ErrUnavailable.
//
// What changes something by a method of the store need not ask: a transaction that
// found all of it done asks by itself, as do ReplyTo and NoticeVerdict.
func (s *DB) Settled(ctx context.Context) error {
	switch waits, err := s.Eng.Shipped(ctx); {
	case err != nil:
		return fmt.Errorf("store: settled: %w", s.Classify(err))
	case waits:
		return nil
	}
	if !s.replicated(ctx) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, writeCheckTimeout)
	defer cancel()
	err := s.writeSomething(ctx)
	if err != nil {
		err = fmt.Errorf("store: settled: %w", s.Classify(err))
		if !errors.Is(err, ErrUnavailable) {
			err = fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
	return err
}

// WithTx runs fn in a transaction of the write pool, again when it lost a race
// (serialization, deadlock, busy). The error is classified.
//
// One that changed nothing, and one that met a row that is there already, tells its caller
// what others have stored, and had no COMMIT that waits for standbys: see Settled.
func (s *DB) WithTx(ctx context.Context, fn func(*sql.Tx) error) error {
	if !s.replicated(ctx) {
		err := s.InTx(ctx, s.Write, nil, fn)
		if err == nil || errors.Is(err, ErrConflict) || errors.Is(err, ErrStale) {
			if _, lost := s.Eng.Shipped(ctx); lost != nil {
				return fmt.Errorf("%w: %w", ErrCommitUnknown, s.Classify(lost))
			}
		}
		return err
	}
	wrote := true
	err := s.InTx(ctx, s.Write, nil, func(tx *sql.Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, s.Eng.Wrote()).Scan(&wrote)
	})
	if err == nil && !wrote || errors.Is(err, ErrConflict) || errors.Is(err, ErrStale) {
		if lost := s.Settled(ctx); lost != nil {
			return lost
		}
	}
	return err
}
