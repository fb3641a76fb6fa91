package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Bounds of a read replica.
const (
	// replicaEvery is how often it is compared with the primary, and replicaWithin how long
	// that may take. What was not compared for replicaStale is not used.
	replicaEvery  = 500 * time.Millisecond
	replicaWithin = 2 * time.Second
	replicaStale  = 5 * time.Second
	// replicaPause is how long whoever waits for it to catch up waits before asking again.
	replicaPause = 5 * time.Millisecond
	// maxMarks bounds how many positions of the primary it is still expected to reach.
	maxMarks = 1000
)

// Replica is a standby that is read from. Whoever reads there first learns how far the
// primary is, and reads only what is at least as new: nobody is shown what was before the
// moment at which they asked, so whoever has just written reads what they wrote.
type Replica struct {
	db, primary *DB
	bound       time.Duration
	log         *slog.Logger
	watched     sync.WaitGroup
	unwatch     context.CancelFunc

	mu sync.Mutex
	// known is the timeline on which a row that was written for it on the primary was seen on
	// the replica: they have one history, and their positions can be compared. Guarded by mu,
	// as all that follows.
	known  string
	marks  []positionAt
	lag    time.Duration
	looked time.Time
	fault  error
	used   map[bool]uint64 // reads by whether it could be used
}

// positionAt is how far the primary was, and when.
type positionAt struct {
	position uint64
	at       time.Time
}

// ReplicaFigures are how a replica is doing.
type ReplicaFigures struct {
	Up            bool // it is used
	Lag           time.Duration
	Used, Avoided uint64 // reads that went to it, and that went to the primary instead
	Why           error  // why it is not used; nil: it is
}

// OpenReplica opens the standby at a URL, which is not used before it was compared with
// the primary, nor while it is behind by more than bound.
func OpenReplica(ctx context.Context, url string, primary *DB, bound time.Duration, log *slog.Logger) (*Replica, error) {
	given, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("postgres: the URL of the read replica cannot be read")
	}
	for _, w := range ways(given) {
		if nameOf(w) != nameOf(ways(given)[0]) {
			return nil, errors.New("postgres: the URL of the read replica names several servers: name one, whose position can be compared")
		}
	}
	db, err := open(ctx, url, nil)
	if err != nil {
		return nil, err
	}
	r := &Replica{db: db, primary: primary, bound: bound, log: log, used: map[bool]uint64{}, fault: errors.New("it was not compared with the primary yet")}
	watching, unwatch := context.WithCancel(context.WithoutCancel(ctx))
	r.unwatch = unwatch
	r.watched.Go(func() { r.watch(watching) })
	return r, nil
}

// DB is the replica as a database, in which nothing can be written.
func (r *Replica) DB() *DB { return r.db }

// Close closes all connections to the replica.
func (r *Replica) Close() error {
	r.unwatch()
	r.watched.Wait()
	return r.db.Close()
}

// Figures are how the replica is doing.
func (r *Replica) Figures() ReplicaFigures {
	r.mu.Lock()
	defer r.mu.Unlock()
	why := r.unusable()
	return ReplicaFigures{why == nil, r.lag, r.used[true], r.used[false], why}
}

// unusable says why the replica is not used; mu is held.
func (r *Replica) unusable() error {
	switch {
	case r.fault != nil:
		return r.fault
	case time.Since(r.looked) > replicaStale:
		return errors.New("it was not compared with the primary lately")
	case r.lag > r.bound:
		return fmt.Errorf("it is %s behind", r.lag.Round(time.Millisecond))
	}
	return nil
}

// watch compares the replica with the primary again and again.
func (r *Replica) watch(ctx context.Context) {
	tick := time.NewTicker(replicaEvery)
	defer tick.Stop()
	for {
		r.look(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// position is how far the primary has written what is acknowledged, and on which timeline.
func (db *DB) position(ctx context.Context) (position, timeline string, err error) {
	err = db.readPool.QueryRow(ctx, "select pg_current_wal_flush_lsn()::text, substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8)").Scan(&position, &timeline)
	return position, timeline, err
}

// number is a position as a number, which only grows on a timeline.
func number(position string) (uint64, error) {
	var high, low uint64
	if _, err := fmt.Sscanf(strings.TrimSpace(position), "%X/%X", &high, &low); err != nil {
		return 0, fmt.Errorf("postgres: position %q: %w", position, err)
	}
	return high<<32 | low, nil
}

// look compares the replica with the primary once.
func (r *Replica) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, replicaWithin)
	defer cancel()
	asked := time.Now()
	position, timeline, err := r.primary.position(ctx)
	if err != nil {
		r.found(asked, fmt.Errorf("the primary does not answer: %w", err))
		return
	}
	r.mu.Lock()
	known := r.known == timeline
	r.mu.Unlock()
	if !known {
		if err := r.introduce(ctx); err != nil {
			r.found(asked, err)
			return
		}
	}
	var standby bool
	var replayed string
	if err := r.db.readPool.QueryRow(ctx, "select pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn()::text, '0/0')").Scan(&standby, &replayed); err != nil {
		r.found(asked, fmt.Errorf("it does not answer: %w", err))
		return
	}
	if !standby {
		r.found(asked, errors.New("it does not follow another server"))
		return
	}
	at, err := number(position)
	if err != nil {
		r.found(asked, err)
		return
	}
	there, err := number(replayed)
	if err != nil {
		r.found(asked, err)
		return
	}
	r.mu.Lock()
	if !known {
		r.known, r.marks = timeline, nil
	}
	if len(r.marks) < maxMarks {
		r.marks = append(r.marks, positionAt{at, asked})
	}
	for len(r.marks) > 0 && r.marks[0].position <= there {
		r.marks = r.marks[1:]
	}
	r.lag = 0
	if len(r.marks) > 0 {
		r.lag = time.Since(r.marks[0].at)
	}
	r.mu.Unlock()
	r.found(asked, nil)
}

// found keeps how it went, and says so when it is not as it was.
func (r *Replica) found(at time.Time, fault error) {
	r.mu.Lock()
	before := r.fault
	r.looked, r.fault = at, fault
	r.mu.Unlock()
	switch {
	case fault != nil && before == nil:
		r.log.Warn("store: the read replica is not used; the primary is read", slog.Any("error", fault))
	case fault == nil && before != nil:
		r.log.Info("store: the read replica is used")
	}
}

// introduce writes a row on the primary and waits for it on the replica: then they have one
// history up to there. Without that a position says nothing, as on a standby that has
// followed another primary than the one that was promoted.
func (r *Replica) introduce(ctx context.Context) (err error) {
	id := "replica:" + rand.Text()
	if _, err := r.primary.writePool.Exec(ctx, "insert into write_checks (id, filler) values ($1, '')", id); err != nil {
		return fmt.Errorf("nothing can be written for it on the primary: %w", err)
	}
	defer func() {
		_, gone := r.primary.writePool.Exec(context.WithoutCancel(ctx), "delete from write_checks where id = $1", id)
		err = errors.Join(err, gone)
	}()
	for {
		var there bool
		if err := r.db.readPool.QueryRow(ctx, "select exists (select 1 from write_checks where id = $1)", id).Scan(&there); err != nil {
			return fmt.Errorf("it does not show what was written on the primary: %w", err)
		}
		if there {
			return nil
		}
		if !pause(ctx, replicaPause) {
			return errors.New("it does not show what was written on the primary")
		}
	}
}

// CaughtUp waits until the replica has all that could be read on the primary when it was
// called, and reports whether it has: else the primary is to be read.
func (r *Replica) CaughtUp(ctx context.Context, wait time.Duration) bool {
	yes := r.caughtUp(ctx, wait)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used[yes]++
	return yes
}

func (r *Replica) caughtUp(ctx context.Context, wait time.Duration) bool {
	r.mu.Lock()
	why, known := r.unusable(), r.known
	r.mu.Unlock()
	if why != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	position, timeline, err := r.primary.position(ctx)
	if err != nil || timeline != known {
		return false
	}
	for {
		var there bool
		err := r.db.readPool.QueryRow(ctx, "select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::text::pg_lsn", position).Scan(&there)
		switch {
		case err != nil:
			return false
		case there:
			return true
		case !pause(ctx, replicaPause):
			return false
		}
	}
}

// pause waits, and reports whether ctx goes on.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
