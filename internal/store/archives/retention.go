package archives

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Retained is how long an organization keeps something.
type Retained struct {
	OrgID, Kind string
	Days        int64
	UpdatedAt   inventory.Instant
}

// RetentionTable describes the table retention; a row is one Retained.
var RetentionTable = table.New("retention", new(Retained), func(c *table.Columns, v *Retained) {
	c.Key("org_id", &v.OrgID)
	c.Key("kind", &v.Kind)
	c.Changes(1)
	c.Number("days", &v.Days)
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// Of returns how long an organization keeps what gets old; what it does not say is missing.
func (s Retentions) Of(ctx context.Context, org string) ([]Retained, error) {
	list, err := table.All(ctx, s.db.Read, RetentionTable.Scan, RetentionTable.From()+" where org_id = $1 order by kind limit $2", org, maxRetentionKinds)
	return list, s.db.Classify(err)
}

// maxRetentionKinds bounds the kinds of things that get old.
const maxRetentionKinds = 50

// Set replaces how long an organization keeps things.
func (s Retentions) Set(ctx context.Context, org string, list []Retained) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.ForUpdate(), org); err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, "delete from retention where org_id = $1", org); err != nil {
			return err
		}
		for i := range list {
			if err := RetentionTable.InsertRow(ctx, tx, &list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// KeepEvents is the kind of events: they are archived so many days after their end, and not
// deleted.
const KeepEvents = "events"

// KeepPeople is the kind of people: so many days after the end of their event they are erased from
// it, and what they had is kept without a name.
const KeepPeople = "people"

// someoneIn selects, of people p, those whom an organization that keeps nobody any longer has
// erased: not whoever is, and not whoever agreed to be written to, until they withdraw that.
const someoneIn = `p.erased_at = 0 and not exists (select 1 from consents c join consent_purposes u on u.org_id = c.org_id and u.id = c.purpose_id
	where c.event_id = p.event_id and c.person_id = p.id and u.ended_at = 0)`

// owesNothing selects, of events e, those with no money to be given back, of which their people
// may have to be told.
const owesNothing = `not exists (select 1 from payouts o where o.event_id = e.id and o.state <> 'done' and not (o.state = 'failed' and o.reason = 'refunded_at_provider'))
	and not exists (select 1 from refunds_due d where d.event_id = e.id and not d.begun)`

// DuePeople returns events behind one whose organization erases people some days after their end,
// and whose time has come, with somebody in them to be erased.
func (s Retentions) DuePeople(ctx context.Context, now inventory.Instant, after string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select e.id from events e join retention k on k.org_id = e.org_id and k.kind = $1
		where e.archived_at = 0 and e.status <> 'draft' and e.status <> 'postponed' and e.ends_at <= $2 - k.days * $3 and e.id > $4 and `+owesNothing+`
			and exists (select 1 from people p where p.event_id = e.id and `+someoneIn+`) order by e.id limit $5`,
		KeepPeople, int64(now), int64(inventory.Day), after, limit)
	return list, s.db.Classify(err)
}

// PeopleOf returns people of an event behind one who are erased when the event is due, by id.
func (s Retentions) PeopleOf(ctx context.Context, event, after string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select p.id from people p where p.event_id = $1 and p.id > $2 and "+someoneIn+" order by p.id limit $3", event, after, limit)
	return list, s.db.Classify(err)
}

// retained are the kinds of rows that are deleted so many days after the end of their event.
var retained = [...]struct{ kind, table string }{
	{"answers", "answers"}, {"feedback", "feedback"}, {"imports", "import_refusals"},
}

// RetentionKinds are the kinds of what gets old: events first, then people, and then what is
// deleted.
func RetentionKinds() []string {
	kinds := []string{KeepEvents, KeepPeople}
	for _, r := range retained {
		kinds = append(kinds, r.kind)
	}
	return kinds
}

// Aged counts what an organization has of a kind of events that ended by a time: what would be
// deleted or, of KeepEvents, archived and, of KeepPeople, erased.
func (s Retentions) Aged(ctx context.Context, org, kind string, endedBy inventory.Instant) (int64, error) {
	text := "select count(*) from events e where e.org_id = $1 and e.ends_at <= $2 and e.archived_at = 0 and e.status <> 'draft' and e.status <> 'postponed'"
	if kind == KeepPeople {
		text = `select count(*) from people p join events e on e.id = p.event_id where e.org_id = $1 and e.ends_at <= $2 and e.archived_at = 0
			and e.status <> 'draft' and e.status <> 'postponed' and ` + owesNothing + " and " + someoneIn
	}
	for _, r := range retained {
		if r.kind == kind {
			text = "select count(*) from " + r.table + " t join events e on e.id = t.event_id where e.org_id = $1 and e.ends_at <= $2"
		}
	}
	n, err := table.One(ctx, s.db.Read, table.ScanInt, text, org, int64(endedBy))
	return n, s.db.Classify(err)
}

// pruneEvents is of how many events rows are deleted in one transaction.
const pruneEvents = 10

// Prune deletes what organizations do not keep any longer, of a few events, and returns how many
// rows that were, and whether there is more.
func (s Retentions) Prune(ctx context.Context, now inventory.Instant) (deleted int64, more bool, err error) {
	for _, r := range retained {
		err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
			events, err := table.All(ctx, tx, table.ScanText, `select e.id from events e join retention k on k.org_id = e.org_id and k.kind = $1
				where e.ends_at <= $2 - k.days * $3 and exists (select 1 from `+r.table+` t where t.event_id = e.id) order by e.id limit $4`,
				r.kind, int64(now), int64(inventory.Day), pruneEvents)
			if err != nil {
				return err
			}
			more = more || len(events) == pruneEvents
			for _, event := range events {
				n, err := table.Exec(ctx, tx, "delete from "+r.table+" where event_id = $1", event)
				if err != nil {
					return err
				}
				deleted += n
				if r.kind == "answers" {
					if _, err := table.Exec(ctx, tx, audience.ReleaseUploads+"event_id = $1 and unused_since = 0", event); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return deleted, more, err
		}
	}
	return deleted, more, nil
}

// Retentions is how long organizations keep what gets old.
type Retentions struct{ db *database.DB }

// NewRetentions returns Retentions on a database.
func NewRetentions(db *database.DB) Retentions { return Retentions{db} }
