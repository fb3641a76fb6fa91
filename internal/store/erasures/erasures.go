package erasures

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// Erasure says that a person of an event, or with EventID "" an account, somebody on the waitlist of
// a resource, or who booked rooms, was erased.
type Erasure struct{ EventID, ID string }

// ErasureRow is an erasure as it is stored.
type ErasureRow struct {
	Erasure
	ErasedAt inventory.Instant
	Kept     bool // it is in the copy outside the database
}

// ErasureTable describes who was erased, and when.
var ErasureTable = table.New("erasures", new(ErasureRow), func(c *table.Columns, v *ErasureRow) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Number("erased_at", (*int64)(&v.ErasedAt))
	c.Truth("kept", &v.Kept)
})

// ErasuresToKeep returns erasures that are not in the copy outside the database.
func (s Erasures) ErasuresToKeep(ctx context.Context, limit int) ([]Erasure, error) {
	rows, err := table.All(ctx, s.db.Read, ErasureTable.Scan, ErasureTable.From()+" where not kept order by event_id, id limit $1", limit)
	list := make([]Erasure, len(rows))
	for i := range rows {
		list[i] = rows[i].Erasure
	}
	return list, s.db.Classify(err)
}

// ErasureKept says that an erasure is in the copy.
func (s Erasures) ErasureKept(ctx context.Context, e Erasure) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update erasures set kept = true where event_id = $1 and id = $2", e.EventID, e.ID)
		return err
	})
}

// Erased says which of these were erased in this database.
func (s Erasures) Erased(ctx context.Context, list []Erasure) (map[Erasure]bool, error) {
	found := map[Erasure]bool{}
	for _, e := range list {
		n, err := table.One(ctx, s.db.Read, table.ScanInt, "select count(*) from erasures where event_id = $1 and id = $2", e.EventID, e.ID)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		if n > 0 {
			found[e] = true
		}
	}
	return found, nil
}

// SoleOwner returns the names of organizations that have no owner but this address:
// MaxMemberships at most.
func (s Erasures) SoleOwner(ctx context.Context, address string) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select o.name from members m join organizations o on o.id = m.org_id
		where m.address = $1 and m.role = 'owner'
			and not exists (select 1 from members x where x.org_id = m.org_id and x.role = 'owner' and x.id <> m.id)
		order by o.name limit $2`, address, organizations.MaxMemberships)
	return list, s.db.Classify(err)
}

// EraseAccount removes an account and all that hangs on it: its sessions,
// passkeys, links, what it is at providers, and memberships. What its person has in events is not touched.
// ErrNotFound, or ErrLastOwner.
func (s Erasures) EraseAccount(ctx context.Context, account string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		a, err := table.One(ctx, tx, organizations.AccountTable.Scan, "select "+organizations.AccountTable.Columns+" from accounts where id = $1"+s.db.Eng.ForUpdate(), account)
		if err != nil {
			return err
		}
		roles, err := organizations.Memberships(ctx, tx, a.Address)
		if err != nil {
			return err
		}
		// In one order, as everybody does who locks several organizations.
		slices.SortFunc(roles, func(a, b organizations.Membership) int { return strings.Compare(a.OrgID, b.OrgID) })
		for _, m := range roles {
			if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.ForUpdate(), m.OrgID); err != nil {
				return err
			}
			if err := organizations.NotLastOwner(ctx, tx, m.OrgID, m.ID); err != nil {
				return err
			}
		}
		if err := removeMemberships(ctx, s.db, tx, a.Address); err != nil {
			return err
		}
		for _, q := range []struct{ sql, arg string }{
			{"delete from follows where account_id = $1", a.ID},
			{"delete from sessions where account_id = $1", a.ID},
			{"delete from calendar_addresses where account_id = $1", a.ID},
			{"delete from passkeys where account_id = $1", a.ID},
			{"delete from passkey_challenges where account_id = $1", a.ID},
			{"delete from oidc_links where account_id = $1", a.ID},
			{"delete from sign_in_links where address = $1", a.Address},
			{"delete from sign_in_requests where address = $1", a.Address},
			{"delete from accounts where id = $1", a.ID},
		} {
			if _, err := table.Exec(ctx, tx, q.sql, q.arg); err != nil {
				return err
			}
		}
		if err := forgetTraces(ctx, s.db, tx, a.ID, a.Address); err != nil {
			return err
		}
		_, err = ErasureTable.InsertUnless(ctx, tx, &ErasureRow{Erasure: Erasure{ID: a.ID}, ErasedAt: now}, ErasureTable.Otherwise)
		return err
	})
}

// ForgetTraces removes what says of an account or its address that it was here, outside of events:
// of a database that does not have the account, but events of its person.
func (s Erasures) ForgetTraces(ctx context.Context, account, address string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return forgetTraces(ctx, s.db, tx, account, address) })
}

func forgetTraces(ctx context.Context, db *database.DB, tx *sql.Tx, account, address string) error {
	for _, q := range []struct{ sql, arg string }{
		{"update security_log set network = '', account_id = '' where account_id = $1", account},
		{"delete from address_book where address = $1", address},
	} {
		if _, err := table.Exec(ctx, tx, q.sql, q.arg); err != nil {
			return err
		}
	}
	rooms, err := table.All(ctx, tx, table.ScanText, waitingrooms.ForgetMail+"address = $1 and email <> '' returning event_id", address)
	if err != nil {
		return err
	}
	for _, event := range rooms {
		if err := events.Lives(ctx, tx, event); err != nil { // its rows are being copied
			return err
		}
	}
	for _, step := range messages.EraseMailSteps(db, "", address) {
		if _, err := table.Exec(ctx, tx, step.SQL, step.Args...); err != nil {
			return err
		}
	}
	return nil
}

// removeMemberships removes an address from all organizations, with a row in the chain
// of each.
func removeMemberships(ctx context.Context, db *database.DB, tx *sql.Tx, address string) error {
	gone, err := table.All(ctx, tx, func(r engine.Row, m *organizations.Member) error { return r.Scan(&m.OrgID, &m.ID) },
		"delete from members where address = $1 returning org_id, id", address)
	if err != nil {
		return err
	}
	slices.SortFunc(gone, func(a, b organizations.Member) int { return strings.Compare(a.OrgID, b.OrgID) })
	for _, m := range gone {
		// Whom to invoice for what they booked; what was issued says so itself.
		if _, err := table.Exec(ctx, tx, `delete from billing where event_id = $1 and order_id in (select b.id from bookings b where b.org_id = $1 and b.created_by = $2)`, m.OrgID, m.ID); err != nil {
			return err
		}
		if err := organizations.Record(organizations.ByDefault(ctx, m.ID), db, tx, m.OrgID, "", audit.Deed{Subject: m.ID, Action: audit.MemberRemoved}); err != nil {
			return err
		}
	}
	return nil
}

// Erasures is the list of erased people.
type Erasures struct{ db *database.DB }

// NewErasures returns Erasures on a database.
func NewErasures(db *database.DB) Erasures { return Erasures{db} }

// forgetLogSalts erases the salts of the rows about people that the log of an event has.
func (s Erasures) forgetLogSalts(ctx context.Context, tx *sql.Tx, event string, people []string) error {
	// With the lock, because a log that grows writes the newest bundle anew.
	if _, err := table.All(ctx, tx, table.ScanText, "select event_id from event_logs where event_id = $1"+s.db.Eng.ForUpdate(), event); err != nil {
		return err
	}
	salts := &logs.LogSalts{Ctx: ctx, Tx: tx, Event: event, Pages: map[int64][]byte{}, Changed: map[int64]bool{}}
	if err := salts.Forget(people); err != nil {
		return err
	}
	return salts.Store()
}
