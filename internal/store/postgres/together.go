package postgres

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Bounds of what is committed together.
const (
	// lanes are the connections on which whole transactions are committed together. What is
	// about one event is always in the same.
	lanes = 4
	// togetherWholes is how many whole transactions share one at most.
	togetherWholes = 64
	// togetherTries is how often those that share one are written at most: when others of them
	// still fail, each goes alone, so that nobody waits for all of them to fail in turn.
	togetherTries = 3
	// waitingWholes is how many may wait: in effect, any number. Whoever makes one has
	// bounds of its own.
	waitingWholes = 1 << 20
	// patienceText is how long a lane waits for a lock that somebody else holds. A batch that would
	// have to wait longer goes alone, and keeps nobody waiting.
	patienceText = "set local lock_timeout = '50ms'"
	// lockTimeout is the SQLSTATE of a statement that was not that patient.
	lockTimeout = "55P03"
)

// whole is a transaction that is known to its last statement before it begins. So many of
// them can travel as one: BEGIN, the statements of all, COMMIT. When one of them fails it is
// taken out, and the others are written again without it.
type whole struct {
	key   string // what it is about: those with the same are never in one transaction
	steps []engine.Step
	taken atomic.Bool // by the commit that it is in, or by its caller, who gave up waiting
}

// outcome is what became of a whole. unknown says that an error leaves it open whether it was
// committed.
type outcome struct {
	unknown bool
	err     error
}

// errAlone: nothing of it was written, and it has to go alone: a lock that it needs is held
// by somebody else, or it cannot be told whether it or another made the transaction fail, or
// too many others did.
var errAlone = errors.New("postgres: it has to go alone")

var (
	errTooMany  = errors.New("postgres: too many transactions wait")
	errLanesEnd = errors.New("postgres: the database is closed")
)

var laneSeed = maphash.MakeSeed()

func laneOf(key string) int { return int(maphash.String(laneSeed, key) % lanes) }

// openLanes makes the queues of whole transactions.
func (db *DB) openLanes() (err error) {
	db.lanes, err = batch.New(batch.Config[int, *whole, outcome]{
		Waiting: waitingWholes, Together: togetherWholes, Busy: errTooMany, Closed: errLanesEnd,
		Commit: func(_ int, list []*whole, _ func() []*whole) ([]outcome, **whole) { return db.together(list), nil },
	})
	return err
}

// commitWhole commits a whole transaction, with others where some wait. Once it is begun it
// is not bound to the caller's context.
func (db *DB) commitWhole(ctx context.Context, w *whole) (unknown bool, err error) {
	answer, err := db.lanes.Queue(laneOf(w.key), w)
	if err != nil {
		return false, err
	}
	var out outcome
	select {
	case out = <-answer:
	case <-ctx.Done():
		if w.taken.CompareAndSwap(false, true) {
			return false, ctx.Err()
		}
		out = <-answer
	}
	if errors.Is(out.err, errAlone) {
		return db.alone(ctx, w)
	}
	return out.unknown, out.err
}

// together commits whole transactions in one, and returns what became of each.
func (db *DB) together(list []*whole) []outcome {
	outcomes := make([]outcome, len(list))
	var order []int // those that are still to be written
	for i, w := range list {
		if w.taken.CompareAndSwap(false, true) {
			order = append(order, i)
		} else {
			outcomes[i].err = context.Canceled // whose caller is gone
		}
	}
	// Whoever locks rows of several events locks them in this order, so that no two wait
	// for each other.
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(list[a].key, list[b].key) })
	for try := 1; len(order) > 0; try++ {
		if try > togetherTries && len(order) > 1 {
			for _, i := range order {
				outcomes[i].err = errAlone
			}
			break
		}
		var steps []engine.Step
		ends := make([]int, len(order)) // of the steps of each
		for n, i := range order {
			steps = append(steps, list[i].steps...)
			ends[n] = len(steps)
		}
		failed, out := db.commitSteps(context.Background(), steps, beginText, patienceText)
		if failed < 0 && out.err != nil && !out.unknown && len(order) > 1 {
			out.err = errAlone // nobody knows whose mistake it is
		}
		if out.err == nil || out.unknown || failed < 0 {
			for _, i := range order {
				outcomes[i] = out
			}
			break
		}
		n, _ := slices.BinarySearch(ends, failed+1)
		w := list[order[n]]
		if out.err = w.named(out.err, failed-ends[n]+len(w.steps)); isLockTimeout(out.err) {
			out.err = errAlone
		}
		outcomes[order[n]] = out
		order = slices.Delete(order, n, n+1)
	}
	return outcomes
}

// alone commits a whole transaction by itself, on a connection of its own, and waits for
// the locks that it needs.
func (db *DB) alone(ctx context.Context, w *whole) (unknown bool, err error) {
	if err := db.enter(ctx); err != nil {
		return false, err
	}
	defer db.leave()
	failed, out := db.commitSteps(ctx, w.steps, beginText)
	return out.unknown, w.named(out.err, failed)
}

// named is the error of one of the steps, which says so when it did not change as many rows
// as it must.
func (w *whole) named(err error, step int) error {
	if step >= 0 && w.steps[step].Must != 0 && isMissed(err) {
		return errors.Join(&engine.Missed{Step: step}, err)
	}
	return err
}

// commitSteps commits steps behind first, in one transaction and one round trip. failed is the
// step that failed, -1: it was none of them. Once there is a connection it is not bound to ctx.
func (db *DB) commitSteps(ctx context.Context, steps []engine.Step, first ...string) (failed int, out outcome) {
	failed, out = db.tryCommit(ctx, steps, first...)
	if isReadOnly(out.err) { // a standby, which has written nothing; its connection is gone
		failed, out = db.tryCommit(ctx, steps, first...)
	}
	return failed, out
}

// tryCommit is commitSteps on one connection.
func (db *DB) tryCommit(ctx context.Context, steps []engine.Step, first ...string) (failed int, out outcome) {
	acquiring, cancel := context.WithTimeout(ctx, commitTimeout)
	defer cancel()
	conn, err := db.writePool.Acquire(acquiring)
	if err != nil {
		return -1, outcome{err: err}
	}
	defer conn.Release()
	ctx, cancel = context.WithTimeout(context.Background(), commitTimeout)
	defer cancel()
	failed, err = sendAndCommit(ctx, conn, first, steps)
	out = outcome{commitUnknown(err), err}
	if err != nil && !out.unknown {
		rollback(ctx, conn)
	}
	return failed, out
}

func isLockTimeout(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && stateOfError(e) == lockTimeout
}
