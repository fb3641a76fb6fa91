package ledger

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// ahead is what the commands of the next batch name, read in the transaction of
// the batch before: after its writes and before its COMMIT, and so exactly as
// that batch left it. It belongs to the state that this batch left, and is
// thrown away with it.
type ahead struct {
	needs   inventory.RequiredRows
	keys    []database.Key
	work    *inventory.Work
	replies map[database.Key]database.Reply
	lookups int // that it took
}

// reading is an ahead and the steps that fill it.
type reading struct {
	*ahead
	steps []engine.Step
}

// readAhead makes the steps that read what the next batch needs. There are none
// when nothing waits.
func (b *Batch) readAhead(next func() ([]inventory.Command, []database.Key)) reading {
	if next == nil || !b.mode.prefetches() {
		return reading{}
	}
	commands, keys := next()
	needs := inventory.RequiredRowsOf(commands)
	if len(commands) == 0 || len(needs.Passes) > 0 {
		return reading{}
	}
	return b.reads(b.Cached.known, needs, keys)
}

// reads makes the steps that read what commands need, but for people who are not
// on known.
func (b *Batch) reads(known *knownUsers, needs inventory.RequiredRows, keys []database.Key) reading {
	n := &Batch{
		s: b.s, session: b.session, query: BatchQuery{EventID: b.query.EventID, Keys: keys},
		Work: inventory.NewWork(), Replies: map[database.Key]database.Reply{},
	}
	steps := n.findNamed(nil, &needs, known)
	return reading{&ahead{needs, keys, n.Work, n.Replies, len(steps)}, steps}
}

// fits reports whether exactly these rows and keys were read.
func (a *ahead) fits(needs *inventory.RequiredRows, keys []database.Key) bool {
	return reflect.DeepEqual(&a.needs, needs) && slices.Equal(a.keys, keys)
}

// beginUnlocked begins a batch whose mode does not lock, when all that it needs is
// in memory: what was read ahead, or nothing at all. It reports whether it did.
func (b *Batch) beginUnlocked(ctx context.Context) bool {
	a, s := b.named()
	if b.mode = modeOf(s); b.mode.locks() {
		return false
	}
	cached, session := b.query.Cached, b.session
	b.session = memory{session}
	b.Cached, b.Work, b.Replies = cached, a.work, a.replies
	b.ordersOf, b.releases, b.promises = a.needs.OrdersOf, a.needs.Releases, a.needs.Statements
	b.exists, b.version, b.seq, b.head = true, cached.State.Event.Version, cached.State.Event.Seq, cached.Head
	err := b.loadRest(ctx)
	b.session = session
	if err != nil {
		b.Cached, b.exists, b.version, b.seq, b.head, b.mode = nil, false, 0, 0, audit.Hash{}, locked
	}
	return err == nil
}

// named finds what the commands name, as far as that can be told without asking:
// what was read ahead, when that is exactly it, else what it would take to read it.
func (b *Batch) named() (*ahead, situation) {
	q := &b.query
	needs := inventory.RequiredRowsOf(q.Batch.Commands)
	s := situation{shared: q.Shared, cached: q.Cached.current(), commands: len(q.Batch.Commands), passes: len(needs.Passes) > 0}
	if modeOf(s).locks() {
		return nil, s
	}
	a := q.Cached.ahead
	q.Cached.ahead = nil // it is used once: deciding changes it
	if s.read = a != nil && a.fits(&needs, q.Keys); !s.read {
		a = b.reads(q.Cached.known, needs, q.Keys).ahead
	}
	s.lookups = a.lookups
	return a, s
}

// errNotRead: a batch needs more than was read ahead.
var errNotRead = errors.New("store: not read ahead")

// memory is a session that reads nothing: whoever would read learns so.
type memory struct{ engine.Session }

func (memory) Run(_ context.Context, steps []engine.Step) error {
	if len(steps) > 0 {
		return errNotRead
	}
	return nil
}

// Check makes sure that the event is still as it was when the batch was read
// ahead, and locks its row. What a batch decides without writing it must hold
// too. ErrStale: another server has written.
func (b *Batch) Check(ctx context.Context) error {
	if b.mode.locks() {
		return nil
	}
	version, head := int64(-1), audit.Hash{}
	err := b.session.Run(ctx, []engine.Step{{
		SQL:  "select version, head_hash from events where id = $1" + b.s.Guards().LockEvent,
		Args: []any{b.query.EventID},
		Row:  func(r engine.Row) error { return scanHead(r, &head, &version) },
	}})
	switch {
	case err != nil:
		return fmt.Errorf("store: check: %w", b.s.Classify(err))
	case version != b.version, head != b.head:
		return database.ErrStale
	}
	return nil
}
