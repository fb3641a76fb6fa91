package ledger

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Batch is an open transaction that holds the row lock of one event.
type Batch struct {
	// Cached is current. For an event that does not exist its State is empty
	// (State.Event.ID == "").
	Cached *Cached
	Work   *inventory.Work
	// Replies found, by Key with a zero BodyHash.
	Replies map[database.Key]database.Reply

	s       *store.Store
	session engine.Session
	query   BatchQuery
	exists  bool  // the event's row was found, and is locked in a mode that locks
	version int64 // of that row
	seq     int64 // of the ledger, before the batch
	// head is the hash of the newest audit row before the batch. A version alone does not say
	// what was read: a database that another one takes the place of, behind by some commits,
	// comes to the same version once more, with other rows.
	head audit.Hash
	// ordersOf are the users all of whose live orders are needed.
	ordersOf []string
	// releases and promises say that all releases, and all statements, are needed.
	releases, promises bool
	// invited says that the invitations of all people who are loaded are needed.
	invited bool
	mode    mode
}

// Begin opens a batch: takes the event's row lock, checks the cached state
// against the row's version (and loads it again when it is stale), and loads
// everything that deciding BatchQuery.Batch needs. In a mode that does not lock,
// nothing is asked of the database, and the version is compared later: by the
// fence of the writes, or by Check for a batch that writes nothing.
func Begin(ctx context.Context, s *store.Store, q BatchQuery) (*Batch, error) {
	session, err := s.BeginSession(ctx)
	if err != nil {
		return nil, fmt.Errorf("store: begin: %w", s.Classify(err))
	}
	b := &Batch{s: s, session: session, query: q}
	if b.beginUnlocked(ctx) {
		return b, nil
	}
	if err := b.load(ctx); err != nil {
		session.Rollback()
		return nil, fmt.Errorf("store: load batch: %w", s.Classify(err))
	}
	return b, nil
}

// Session is the transaction of the batch, for callers that have more to ask or to do in it.
func (b *Batch) Session() engine.Session { return b.session }

// Rollback ends a batch that wrote nothing. It is safe after Commit.
func (b *Batch) Rollback() { b.session.Rollback() }

// End ends a batch that wrote nothing, once all is committed that it may have read: on SQLite
// it can have shared a transaction with batches that were not committed yet.
func (b *Batch) End() error {
	if _, err := b.session.Commit(nil); err != nil {
		return fmt.Errorf("store: end of a batch that wrote nothing: %w", b.s.Classify(err))
	}
	return nil
}

// Committed resolves an ErrCommitUnknown: it reports whether the audit row seq of
// event has that hash. Only a batch with audit rows is ambiguous: one without
// can be decided again.
func Committed(ctx context.Context, s *store.Store, event string, seq int64, hash audit.Hash) (bool, error) {
	session, err := s.BeginSession(ctx)
	if err != nil {
		return false, fmt.Errorf("store: committed: %w", s.Classify(err))
	}
	defer session.Rollback()
	written, err := committed(ctx, s, session, event, seq, hash)
	if err != nil {
		return false, fmt.Errorf("store: committed: %w", s.Classify(err))
	}
	return written, nil
}

func committed(ctx context.Context, s *store.Store, session engine.Session, event string, seq int64, hash audit.Hash) (bool, error) {
	// The lost COMMIT may still be at work in the server. It holds the event's
	// row, so this waits for its end. An event that it is just creating has no
	// row to see yet, but its foreign key holds the row of its organization.
	found := false
	var stored []byte
	err := session.Run(ctx, []engine.Step{
		{SQL: "select id from events where id = $1" + s.Guards().LockEvent, Args: []any{event}, Row: func(r engine.Row) error {
			var id string
			found = true
			return r.Scan(&id)
		}},
	})
	if err == nil && !found {
		err = session.Run(ctx, []engine.Step{{SQL: "select id from organizations order by id" + s.Guards().LockRow, Row: discardText}})
	}
	if err != nil {
		return false, err
	}
	err = session.Run(ctx, []engine.Step{
		{SQL: "select hash from audit where event_id = $1 and seq = $2", Args: []any{event, seq}, Row: func(r engine.Row) error {
			return r.Scan(&stored)
		}},
	})
	return err == nil && len(stored) == len(hash) && audit.Hash(stored) == hash, err
}

func discardText(r engine.Row) error {
	var text string
	return r.Scan(&text)
}

// errCommit wraps an error of COMMIT that leaves open whether it was written.
func (b *Batch) errCommit(err error) error {
	return fmt.Errorf("%w: %w", database.ErrCommitUnknown, b.s.Classify(err))
}

// emptyState is the State of an event that does not exist.
func emptyState() *inventory.State {
	return &inventory.State{
		Pools: map[string]*inventory.Pool{}, Tiers: map[string]*inventory.Tier{}, Lanes: map[inventory.LaneKey]*inventory.Lane{},
	}
}
