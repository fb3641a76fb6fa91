package resources

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ErrJoinExpired: the address of somebody who joins a waitlist was not confirmed in time.
var ErrJoinExpired = errors.New("store: the address was not confirmed in time")

// ResourceJoin is what somebody asks for on the public page of a resource: a place on its waitlist,
// which they have once their address is confirmed.
type ResourceJoin struct {
	ResourceID string
	EntryID    string // that the place has, or would have
	// Who it is, empty when they were erased. Address is the folded email.
	Name, Email, Address, Locale string
	Attributes                   resource.Attributes
	Units                        int64
	Terms                        string // that they agreed to, as these were; empty: there were none
	RequestedAt, ExpiresAt       inventory.Instant
	ConfirmedAt                  inventory.Instant // 0: the address is not confirmed, and there is no place
}

// ResourceJoinTable describes the table resource_joins; a row is one ResourceJoin.
var ResourceJoinTable = table.New("resource_joins", new(ResourceJoin), func(c *table.Columns, j *ResourceJoin) {
	c.Key("resource_id", &j.ResourceID)
	c.Key("entry_id", &j.EntryID)
	c.Text("name", &j.Name)
	c.Text("email", &j.Email)
	c.Text("address", &j.Address)
	c.Text("locale", &j.Locale)
	c.Encoded("attributes", table.AsJSON(&j.Attributes))
	c.Number("units", &j.Units)
	c.Text("terms", &j.Terms)
	c.Number("requested_at", (*int64)(&j.RequestedAt))
	c.Number("expires_at", (*int64)(&j.ExpiresAt))
	c.Number("confirmed_at", (*int64)(&j.ConfirmedAt))
})

// Ask stores what somebody asks for, with the job that mails the link with which the address is
// confirmed.
func (s ResourceJoins) Ask(ctx context.Context, j *ResourceJoin, mail database.Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := ResourceJoinTable.InsertRow(ctx, tx, j); err != nil {
			return err
		}
		return s.db.InsertJobs(ctx, tx, mail)
	})
}

// Remind inserts the job that mails somebody the link to the place that they have.
func (s ResourceJoins) Remind(ctx context.Context, mail database.Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return s.db.InsertJobs(ctx, tx, mail) })
}

// Join returns what was asked for with an entry, or ErrNotFound.
func (s ResourceJoins) Join(ctx context.Context, resourceID, entry string) (*ResourceJoin, error) {
	j, err := joinOf(ctx, s.db.Read, resourceID, entry)
	if err != nil {
		return nil, fmt.Errorf("store: join of a resource: %w", s.db.Classify(err))
	}
	return &j, nil
}

func joinOf(ctx context.Context, q table.Querier, resourceID, entry string) (ResourceJoin, error) {
	return table.One(ctx, q, ResourceJoinTable.Scan, ResourceJoinTable.From()+" where resource_id = $1 and entry_id = $2", resourceID, entry)
}

// OfAddress returns what was asked for with an address, at most limit.
func (s ResourceJoins) OfAddress(ctx context.Context, address string, limit int) ([]ResourceJoin, error) {
	list, err := table.All(ctx, s.db.Read, ResourceJoinTable.Scan, ResourceJoinTable.From()+" where address = $1 and address <> '' order by resource_id, entry_id limit $2", address, limit)
	if err != nil {
		return nil, fmt.Errorf("store: joins of an address: %w", s.db.Classify(err))
	}
	return list, nil
}

// Confirm stores that the address of somebody is theirs, and returns what they asked for.
// ErrNotFound; ErrJoinExpired. Confirming it again changes nothing.
func (s ResourceJoins) Confirm(ctx context.Context, resourceID, entry string, now inventory.Instant) (*ResourceJoin, error) {
	var j ResourceJoin
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if _, err = table.Exec(ctx, tx, `update resource_joins set confirmed_at = $1
			where resource_id = $2 and entry_id = $3 and confirmed_at = 0 and email <> '' and expires_at > $4`, int64(now), resourceID, entry, int64(now)); err != nil {
			return err
		}
		if j, err = joinOf(ctx, tx, resourceID, entry); err == nil && j.ConfirmedAt == 0 {
			err = ErrJoinExpired
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &j, nil
}

// mayJoin returns ErrNotFound unless an entry was asked for by somebody who has confirmed the
// address since, and was not erased. It is asked under the lock of the resource.
func mayJoin(ctx context.Context, tx *sql.Tx, resourceID, entry string) error {
	j, err := joinOf(ctx, tx, resourceID, entry)
	if err == nil && (j.ConfirmedAt == 0 || j.Email == "") {
		err = database.ErrNotFound
	}
	return err
}

// keptJoin is how long what somebody asked for is kept once the link is over and there is no place.
const keptJoin = inventory.Instant(inventory.Day)

// Prune deletes what was asked for of which no place came, and returns how many: fewer than
// limit when there are no more.
func (s ResourceJoins) Prune(ctx context.Context, now inventory.Instant, limit int) (n int, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		due, err := table.All(ctx, tx, ResourceJoinTable.Scan, ResourceJoinTable.From()+` where expires_at <= $1 and email <> ''
			and not exists (select 1 from resource_entries e where e.resource_id = resource_joins.resource_id and e.id = resource_joins.entry_id) order by expires_at limit $2`, int64(now-keptJoin), limit)
		if err != nil {
			return err
		}
		for i := range due {
			if err := dropJoin(ctx, tx, due[i].ResourceID, due[i].EntryID); err != nil {
				return err
			}
		}
		n = len(due)
		return nil
	})
	return n, err
}

func dropJoin(ctx context.Context, tx *sql.Tx, resourceID, entry string) error {
	_, err := table.Exec(ctx, tx, "delete from resource_joins where resource_id = $1 and entry_id = $2", resourceID, entry)
	return err
}

// Forget deletes what somebody asked for of which no place came, and notes that they are erased.
// ErrNotFound: nothing was asked for, or there is a place.
func (s ResourceJoins) Forget(ctx context.Context, resourceID, entry string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := oneResource(ctx, tx, resourceID, s.db.ForUpdate); err != nil { // nobody joins meanwhile
			return err
		}
		if _, err := joinOf(ctx, tx, resourceID, entry); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from resource_entries where resource_id = $1 and id = $2", resourceID, entry)
		if err == nil && n > 0 {
			err = database.ErrNotFound
		}
		if err != nil {
			return err
		}
		if err := dropJoin(ctx, tx, resourceID, entry); err != nil {
			return err
		}
		return noteErased(ctx, s.db, tx, entry, now)
	})
}

// noteErased notes that the person of an entry was erased, and deletes their mail.
func noteErased(ctx context.Context, db *database.DB, tx *sql.Tx, entry string, now inventory.Instant) error {
	if _, err := erasures.ErasureTable.InsertUnless(ctx, tx, &erasures.ErasureRow{Erasure: erasures.Erasure{ID: entry}, ErasedAt: now}, erasures.ErasureTable.Otherwise); err != nil {
		return err
	}
	for _, step := range messages.EraseMailSteps(db, entry, "") {
		if _, err := table.Exec(ctx, tx, step.SQL, step.Args...); err != nil {
			return err
		}
	}
	return nil
}

// ResourceJoins are the people who join waitlists of resources by themselves.
type ResourceJoins struct{ db *database.DB }

// NewResourceJoins returns ResourceJoins on a database.
func NewResourceJoins(db *database.DB) ResourceJoins { return ResourceJoins{db} }
