package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/batch"
)

// Bounds of what is committed together.
const (
	// togetherTurns is how many sessions share a transaction at most.
	togetherTurns = 128
	// togetherFor is after how long nobody is taken along any more: the first would wait
	// for the last, and a commit takes a fraction of it.
	togetherFor = 10 * time.Millisecond
	// waitingTurns is how many sessions may wait: in effect, any number. Whoever begins
	// one has bounds of its own.
	waitingTurns = 1 << 20
)

// turn is the part of one session in a transaction that it may share with others. There
// is one writer, so its sessions come one behind the other, and those that waited
// together are committed together: each sees what the ones before it have written, and
// none is told that it is committed before all of them are.
//
//	begin ─► turn, turn, turn, … ─► commit ─► outcomes
//
// A turn that is taken back, because something in it failed, takes nothing of the others
// with it (savepoint). When the whole transaction has to be taken back, those who had
// their turn are told that nothing of theirs was written, and try again.
type turn struct {
	begun chan *sql.Conn // the session may go
	gone  chan struct{}  // closed when it has given up waiting
	over  chan bool      // it is done; true: what it wrote is to be committed
	back  chan struct{}  // closed when what it wrote was taken back instead
}

// outcome is what became of a turn. unknown says that an error leaves it open whether it
// was committed.
type outcome struct {
	unknown bool
	err     error
}

// errTakenBack: another turn of the transaction failed so that all of it was taken back.
// Nothing was written.
var errTakenBack = errors.New("sqlite: the transaction was taken back because of another batch in it")

var (
	errTooMany  = errors.New("sqlite: too many transactions wait")
	errTurnsEnd = errors.New("sqlite: the database is closed")
)

// waitForTurns makes the queue of the writer's sessions.
func (db *DB) waitForTurns() (err error) {
	db.turns, err = batch.New(batch.Config[struct{}, *turn, outcome]{
		Waiting: waitingTurns, Together: togetherTurns, Busy: errTooMany, Closed: errTurnsEnd,
		Commit: func(_ struct{}, turns []*turn, _ func() []*turn) ([]outcome, **turn) { return db.together(turns), nil },
	})
	return err
}

// together gives sessions their turns in one transaction, and commits it. Those to whom
// it does not come have theirs in the next.
func (db *DB) together(turns []*turn) []outcome {
	tx, err := db.beginShared()
	if err != nil {
		return slices.Repeat([]outcome{{err: err}}, len(turns))
	}
	outcomes := make([]outcome, 0, len(turns))
	for until := time.Now().Add(togetherFor); len(outcomes) < len(turns); {
		err := tx.give(turns[len(outcomes)], len(outcomes) == 0)
		outcomes = append(outcomes, outcome{err: err})
		if tx.ended {
			return takenBack(outcomes)
		}
		if time.Now().After(until) {
			break
		}
	}
	err = tx.commit()
	for i := range outcomes {
		if outcomes[i].err == nil {
			outcomes[i] = outcome{commitUnknown(err), err}
		}
	}
	return outcomes
}

// sharedTx is a transaction on the writer's connection.
type sharedTx struct {
	db    *DB
	conn  *sql.Conn
	tx    *sql.Tx
	done  func() // ends its turn at the writer
	ended bool   // it was taken back
}

// beginShared takes the writer's connection and the write lock.
func (db *DB) beginShared() (*sharedTx, error) {
	// A batch is not given up halfway when its caller goes away: it is short,
	// and the driver would start a goroutine per statement to watch ctx.
	done, err := db.Turn(context.Background())
	if err != nil {
		return nil, err
	}
	conn, err := db.write.Conn(context.Background())
	if err != nil {
		done()
		return nil, err
	}
	tx, err := conn.BeginTx(context.Background(), nil)
	if err != nil {
		err = errors.Join(err, conn.Close())
		done()
		return nil, err
	}
	return &sharedTx{db: db, conn: conn, tx: tx, done: done}, nil
}

const (
	savepointText = "savepoint turn"
	backText      = "rollback to turn"
	releaseText   = "release turn"
)

// errNothing is the outcome of a turn of which nothing is to be committed.
var errNothing = errors.New("sqlite: taken back by its session")

// give gives a session its turn and waits for its end. The first needs no savepoint: what
// it takes back is the whole transaction.
func (tx *sharedTx) give(t *turn, first bool) error {
	if !first {
		if err := tx.exec(savepointText); err != nil {
			tx.rollback()
			return err
		}
	}
	wrote := false
	select {
	case t.begun <- tx.conn:
		wrote = <-t.over
	case <-t.gone:
	}
	if wrote && first {
		return nil
	}
	if wrote {
		err := tx.exec(releaseText)
		if err != nil {
			tx.rollback()
		}
		return err
	}
	defer close(t.back)
	// An error that SQLite answers with the end of the transaction has taken the savepoint
	// with it.
	if first || tx.exec(backText) != nil || tx.exec(releaseText) != nil {
		tx.rollback()
	}
	return errNothing
}

// takenBack are the outcomes of the turns of a transaction that ended without a commit.
func takenBack(outcomes []outcome) []outcome {
	for i := range outcomes {
		if outcomes[i].err == nil {
			outcomes[i].err = errTakenBack
		}
	}
	return outcomes
}

func (tx *sharedTx) exec(text string) error {
	return tx.conn.Raw(func(dc any) error {
		stmt, err := tx.db.cache.prepare(dc.(driver.Conn), text)
		if err == nil {
			_, err = stmt.(driver.StmtExecContext).ExecContext(context.Background(), nil)
		}
		return err
	})
}

func (tx *sharedTx) commit() error {
	defer tx.done()
	err := tx.tx.Commit()
	return errors.Join(err, tx.conn.Close())
}

func (tx *sharedTx) rollback() {
	defer tx.done()
	tx.ended = true
	if err := tx.tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		// A connection that cannot roll back must not be used again. Its error
		// is the one it was given.
		_ = tx.conn.Raw(func(dc any) error {
			_ = tx.db.cache.closeAll(dc.(driver.Conn)) // it is thrown away with them
			return driver.ErrBadConn
		})
	}
	_ = tx.conn.Close() // returns the connection to the pool; fails only when it is gone
}

// enter waits for the session's turn, or until ctx ends.
func (s *session) enter(ctx context.Context) error {
	t := &turn{begun: make(chan *sql.Conn), gone: make(chan struct{}), over: make(chan bool, 1), back: make(chan struct{})}
	answer, err := s.db.turns.Queue(struct{}{}, t)
	if err != nil {
		return err
	}
	select {
	case s.conn = <-t.begun:
		s.turn, s.answer = t, answer
		return nil
	case out := <-answer:
		return fmt.Errorf("sqlite: begin: %w", out.err)
	case <-ctx.Done():
		close(t.gone)
		return ctx.Err()
	}
}
