// Package engine is the agreement between package store and its two database
// engines: how errors are told apart, and how one transaction of a batch talks
// to its connection. It holds no SQL; the portable text is in store, the words
// of one engine are in sqlite and postgres.
package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/placement"
)

// Class is what an error of a database means to a caller.
type Class int

// The classes of errors.
const (
	Other       Class = iota // a mistake of ours: bad SQL, a value out of range
	Conflict                 // a unique key is taken
	Constraint               // check, foreign key or not null was violated
	Retry                    // the transaction lost a race (serialization, deadlock, busy); again may succeed
	Unavailable              // the connection or the server is gone
	Full                     // there is no room to write: the disk is full
	Damaged                  // what is stored cannot be read: a page is damaged
	Lost                     // a file of the database was deleted or replaced under the server
)

// ErrNotReplicated: where the database is replicated to does not have what was committed, or
// is away, so that nothing is.
var ErrNotReplicated = errors.New("engine: not replicated")

// Replica is where an embedded database is replicated to.
type Replica interface {
	// Refuse is why nothing may be written now, which wraps ErrNotReplicated; nil: it may.
	Refuse() error
	// Shipped is that of Engine.
	Shipped(ctx context.Context) (waits bool, err error)
}

// Row is one row of an answer. Scan takes *int64, *int, *bool, *string and
// *[]byte, and types of these kinds through the helpers of package store.
type Row interface {
	Scan(dest ...any) error
}

// Step is one statement of a round trip. Args are int64, string, []byte, bool,
// or, on PostgreSQL only, slices of these.
type Step struct {
	SQL  string
	Args []any
	// Row, when not nil, is called for each row of the answer, in order.
	Row func(Row) error
	// Affected, when not nil, is raised by the number of rows that changed.
	Affected *int64
	// Must, when not 0, is how many rows AtOnce has to find changed by this step.
	Must int64
}

// Kind says what a bulk statement does with its rows.
type Kind int

// The kinds of bulk statements.
const (
	Insert Kind = iota
	Update      // rows are found by the key columns and always exist
	Upsert      // insert, or overwrite the columns that are not part of the key
	Add         // insert, or add the columns that are not part of the key to what is there
)

// Type is the type of a column.
type Type int

// The types of columns: one per field of Column, and one that no batch writes.
const (
	Int Type = iota
	Text
	Blob
	Bool
)

// Spec is a bulk statement on one table, all of whose rows belong to one event.
// It is made once and compared by address: an engine caches its text by it.
type Spec struct {
	Table string
	Kind  Kind
	// Event is the name of the column that holds the event's id. It is part of
	// the key and not listed in Cols.
	Event string
	Cols  []Col
	// StateCol, of an Update, is a column of text that has to be State, or the row is
	// left as it is; "": any row.
	StateCol, State string
}

// Col is a column of a Spec.
type Col struct {
	Name string
	Type Type
	Key  bool
}

// Bulk is a Spec with its rows, column by column. Of each Column the field that
// Spec.Cols says is filled, with Rows values.
type Bulk struct {
	Spec    *Spec
	EventID string
	Rows    int
	Columns []Column
	// Affected, when not nil, is raised by the number of rows that changed.
	Affected *int64
}

// Column is the values of one column.
type Column struct {
	Ints  []int64
	Texts []string
	Blobs [][]byte
}

// Lookup finds rows of one event by key: each key at most one row, unless its
// Spec says that there may be many.
type Lookup struct {
	Spec    *LookupSpec
	EventID string
	Keys    []string
	Keys2   []string // the second column of each key, when Spec.Key2 is set
	Blobs   [][]byte // instead of Keys, when Spec.Blob is set
	Row     func(Row) error
}

// Len is how many keys are looked up.
func (l *Lookup) Len() int { return max(len(l.Keys), len(l.Blobs)) }

// LookupSpec is the text of a Lookup. It is made once and compared by address.
type LookupSpec struct {
	Table string
	Cols  string // comma-separated, as selected
	Event string // column of the event's id
	Key   string // column of the key
	Key2  string // second column of the key, or ""
	Where string // a further condition with no arguments, or ""
	Blob  bool   // keys are bytes and not text; Key2 is ""
	Many  bool   // a key may have several rows; they come in no order
	// Across: Event is another column, and the rows are of any events.
	Across bool
}

// Session is one transaction on one connection. It is used by one goroutine.
type Session interface {
	// Run does the steps in order, in one round trip where the engine has them,
	// and stops at the first error. The first Run may begin the transaction.
	Run(ctx context.Context, steps []Step) error
	// Bulk and Find append the steps that do b or l.
	Bulk(steps []Step, b *Bulk) []Step
	Find(steps []Step, l *Lookup) []Step
	// Commit does the last steps, which only read, and commits, in one round trip
	// where the engine has them. unknown says that an error leaves it open
	// whether the commit was written.
	Commit(last []Step) (unknown bool, err error)
	// Rollback ends the transaction and frees the connection; after Commit it
	// does nothing.
	Rollback()
}

// AtOnce is a Session that writes and commits in one round trip.
type AtOnce interface {
	Session
	// CommitAll does all steps of a transaction that has not begun, and commits. When a step changes another number of rows than
	// it Must, nothing is committed and the error is a *Missed. unknown says that
	// an error leaves it open whether the commit was written. key is what it is about:
	// transactions about different things may share a commit, as long as none fails.
	CommitAll(ctx context.Context, key string, steps []Step) (unknown bool, err error)
}

// Missed says that a step did not find the rows that it had to change.
type Missed struct {
	Step int // its index
}

func (e *Missed) Error() string {
	return fmt.Sprintf("statement %d did not change as many rows as it must", e.Step)
}

// Pools are the connections of an open database.
type Pools struct {
	Read  *sql.DB // for queries
	Write *sql.DB // for short transactions outside of batches
	Jobs  *sql.DB // for the job queue
}

// Server is one of the servers of a database, as it was seen last.
type Server struct {
	Host string // HOST:PORT
	// Up: it answers. Primary: it takes writes, and is written to.
	Up, Primary bool
	// Stray: it takes writes, and another one was made the primary since.
	Stray bool
	Lag   time.Duration // of a standby: how old the newest commit is that it has
	Why   string        // what is wrong with it; empty: nothing
}

// Standby is a server that follows the primary, as the primary sees it.
type Standby struct {
	Name, State string
	// Sync is "sync" or "quorum" for one that a COMMIT waits for.
	Sync string
	Lag  time.Duration // how long it takes until a commit can be read there
}

// Waits reports whether a COMMIT waits for the standby.
func (s *Standby) Waits() bool { return s.Sync == "sync" || s.Sync == "quorum" }

// Cluster is what is known of the servers of a database.
type Cluster struct {
	// Servers are those that the URL names, none where it names one of which nothing is asked.
	Servers []Server
	Changes int // how often another server has become the primary
	// Synchronous are the standbys that a COMMIT waits for, in the words of the primary;
	// empty: it waits for none.
	Synchronous string
	Standbys    []Standby
	// Hidden: the user may not see how the standbys are doing.
	Hidden bool
	// Workers is how many machines the database is spread over, 0: it is on one. Recovers is how
	// often it looks for commits that one of them was lost in; 0: never.
	Workers  int
	Recovers time.Duration
}

// Engine is an open database of one kind.
type Engine interface {
	Name() string // "sqlite" or "postgres"
	Pools() Pools
	// Turn waits until it is one's turn to use the only connection that writes, in the order in which it
	// was asked for, and done ends it; where there are several, it does not wait. Begin takes turns by
	// itself.
	Turn(ctx context.Context) (done func(), err error)
	// Classify says what an error of this engine means.
	Classify(err error) Class
	// Begin opens the transaction of a batch.
	Begin(ctx context.Context) (Session, error)
	// Find appends the steps of a lookup outside of a batch.
	Find(steps []Step, l *Lookup) []Step
	// ForUpdate is appended to the select that locks the event's row; empty
	// where the transaction itself holds the lock.
	ForUpdate() string
	// LockEvent is ForUpdate for an event's row. Rows that refer to the event can be
	// inserted meanwhile, by a transaction that holds what the batch wants next.
	LockEvent() string
	// Share is appended to a select whose row nobody is to change until the transaction
	// ends. Many can have it at once.
	Share() string
	// Doors are two statements with the event's id as their argument, which hold until
	// the transaction ends. Any number can be in enter at once, and none of them while
	// somebody is in watch. Both are empty where transactions that write wait for each
	// other anyway.
	Doors() (enter, watch string)
	// JobUnlessWaiting is the text that inserts a job (kind, args, queue, priority, attempts;
	// $1 to $5) and answers its id, unless the job $6 with the args $7 still waits: then
	// nobody begins that one before the transaction ends.
	JobUnlessWaiting() string
	// Cluster asks for the servers of the database, where it can have several. With an error
	// what was seen before is there, and what the primary says is not.
	Cluster(ctx context.Context) (Cluster, error)
	// Replicated is the text that asks whether a COMMIT waits for other servers, which
	// may not have what this one has; empty where there are none.
	Replicated() string
	// Shipped waits until all that is committed by now is where the database is replicated to
	// in batches, if a commit counts only there; waits reports whether it does. The error
	// wraps ErrNotReplicated.
	Shipped(ctx context.Context) (waits bool, err error)
	// Wrote is the text that asks whether the transaction has changed anything, where
	// Replicated is not empty.
	Wrote() string
	// CheckFiles looks whether the files of the database are still those that were
	// opened, where they are this process's. The error is of the class Lost, and
	// nothing is written any more.
	CheckFiles(ctx context.Context) error
	// Scrub empties the log of an embedded database, in which deleted rows still stand,
	// unless somebody reads: then clean is false.
	Scrub(ctx context.Context) (clean bool, err error)
	// Clock is the text that reads the database's clock, in microseconds; empty
	// where the database has none of its own.
	Clock() string
	// LockSchema waits until no other program migrates this database. unlock is
	// told whether the migration was done.
	LockSchema(ctx context.Context) (unlock func(done bool) error, err error)
	// Guards are the statements that make the engine itself refuse two live bookings of a
	// room at one time.
	Guards() []string
	// Distribute places the tables of a database that is spread over several machines. It
	// does nothing where the database is on one.
	Distribute(ctx context.Context, tables []placement.Table) error
	// Spread reports whether the database is one whose tables Distribute places.
	Spread(ctx context.Context) (bool, error)
	// Freeze are the statements that make the engine itself refuse whatever changes one of
	// the tables. They wait for those who change them now. Thaw are those that end it.
	Freeze(tables []string) []string
	Thaw(tables []string) []string
	// Layout is the text that asks for the columns of all tables: the table, the column, its
	// type and its place in the primary key, from 1; 0: it is not in it.
	Layout() string
	// Fill writes rows into a table, in one transaction behind a statement that has to
	// change one row: else nothing is written, and the error is a *Missed. Values are
	// int64, string, []byte, bool or nil.
	Fill(ctx context.Context, first Step, table string, columns []string, rows [][]any) error
	// Filled are the statements that are done once all tables are filled.
	Filled() []string
	// Size is the text that asks how many bytes of the database are used, and how many it takes.
	Size() string
	// Shrink are the statements, each outside of a transaction, that give back the room that
	// deleted rows of the tables took.
	Shrink(tables []string) []string
	Close() error
}
