package database

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/table"
)

const (
	// troubleFor is how long a full disk or a damaged page that somebody met counts:
	// whoever asks next need not meet it again.
	troubleFor = 15 * time.Second
	// writeCheckFor is for how long a try to write counts, so that those who ask
	// often cost one transaction a second.
	writeCheckFor = time.Second
	// writeCheckTimeout bounds a try to write. A COMMIT waits for ever for a
	// synchronous standby that is gone.
	writeCheckTimeout = 5 * time.Second
	// writeCheckBytes are written, and deleted again, by each try: more than one page,
	// so that a database without room has to say so.
	writeCheckBytes = 16 << 10
)

// trouble is what requests met last that does not go away by itself.
type trouble struct {
	mu  sync.Mutex
	err error     // guarded by mu
	at  time.Time // guarded by mu
}

func (t *trouble) met(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.err, t.at = err, time.Now()
}

// recent is what was met lately, or nil.
func (t *trouble) recent() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil && time.Since(t.at) < troubleFor {
		return t.err
	}
	return nil
}

// writeCheck is the last try to write.
type writeCheck struct {
	Mu    sync.Mutex
	under chan struct{} // guarded by mu; closed when the try under way ends, nil: none is
	Ended time.Time     // guarded by mu
	err   error         // guarded by mu
}

// writeCheckRow is what a try to write writes.
type writeCheckRow struct {
	ID     string
	Filler []byte
}

// WriteCheckTable describes the table write_checks; a row is one writeCheckRow.
var WriteCheckTable = table.New("write_checks", new(writeCheckRow), func(c *table.Columns, v *writeCheckRow) {
	c.Key("id", &v.ID)
	c.Blob("filler", &v.Filler)
})

// Writable reports whether the database takes what is written: ErrUnavailable, or
// what says it better (ErrFull, ErrDamaged, ErrLost), when it does not, or does not
// in time. Ping reads, and reading goes on when writing does not.
func (s *DB) Writable(ctx context.Context) error {
	if err := s.trouble.recent(); err != nil {
		return err
	}
	c := &s.WriteCheck
	c.Mu.Lock()
	under := c.under
	if under == nil && (c.Ended.IsZero() || time.Since(c.Ended) >= writeCheckFor) {
		under = make(chan struct{})
		c.under = under
		go func() { s.tryWrite(context.WithoutCancel(ctx), under) }()
	}
	c.Mu.Unlock()
	if under != nil {
		select {
		case <-under:
		case <-ctx.Done():
			return fmt.Errorf("%w: a write does not come to its end", ErrUnavailable)
		}
	}
	c.Mu.Lock()
	defer c.Mu.Unlock()
	return c.err
}

// tryWrite writes, and says to those who wait how it went.
func (s *DB) tryWrite(ctx context.Context, under chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, writeCheckTimeout)
	defer cancel()
	err := s.writeSomething(ctx)
	if err != nil && !errors.Is(err, ErrUnavailable) {
		err = fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	c := &s.WriteCheck
	c.Mu.Lock()
	defer c.Mu.Unlock()
	c.under, c.Ended, c.err = nil, time.Now(), err
	close(under)
}

// writeSomething writes a row that nobody else sees, and commits.
func (s *DB) writeSomething(ctx context.Context) error {
	filler := make([]byte, writeCheckBytes) // random: it must not be compressed
	if _, err := rand.Read(filler); err != nil {
		return fmt.Errorf("store: write check: %w", err)
	}
	id := rand.Text()
	err := s.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := WriteCheckTable.InsertUnless(ctx, tx, &writeCheckRow{id, filler}, WriteCheckTable.Otherwise); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, "delete from write_checks where id = $1", id)
	})
	if err != nil {
		return fmt.Errorf("store: write check: %w", err)
	}
	return nil
}

// CheckFiles looks whether the files of an embedded database are still those that
// were opened: else it is ErrLost, and nothing is written any more.
func (s *DB) CheckFiles(ctx context.Context) error {
	if err := s.Eng.CheckFiles(ctx); err != nil {
		return fmt.Errorf("store: files: %w", s.Classify(err))
	}
	return nil
}
