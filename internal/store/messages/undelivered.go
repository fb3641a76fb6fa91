package messages

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// UndeliveredTold says when members of an organization were told last of messages that reached nobody:
// once a day, with EventID "", or of offers of an event at once.
type UndeliveredTold struct {
	OrgID, EventID string
	ToldAt         inventory.Instant
}

// UndeliveredToldTable describes the table undelivered_told; a row is one UndeliveredTold.
var UndeliveredToldTable = table.New("undelivered_told", new(UndeliveredTold), func(c *table.Columns, v *UndeliveredTold) {
	c.Key("org_id", &v.OrgID)
	c.Key("event_id", &v.EventID)
	c.Number("told_at", (*int64)(&v.ToldAt))
})

// Undelivered is how many messages of an event reached nobody on any channel, and when it was known of
// the first and the last of them.
type Undelivered struct {
	OrgID, EventID string
	Count          int64
	First, Last    inventory.Instant
	// Told is when members were told last of those of the event; 0: not yet, or long ago.
	Told inventory.Instant
}

// UndeliveredQuery says which messages are meant.
type UndeliveredQuery struct {
	OrgID, EventID string // "": all
	After          string // organizations with an id greater than this
	Offers         bool   // offers alone, of which the claim window runs
	Since          inventory.Instant
	// News is the time after which members were not told of an event that has messages which they were not
	// told of: no others are read. 0: whatever they were told.
	News inventory.Instant
}

// MaxUndelivered is of how many events is read at once.
const MaxUndelivered = 2000

// Undelivered returns how many messages reached nobody since a time, of each event. One that arrived on
// another channel did, and one that is sent again may yet.
func (s Deliveries) Undelivered(ctx context.Context, q UndeliveredQuery) ([]Undelivered, error) {
	offers := ""
	if q.Offers {
		offers = " and (d.kind = '" + string(inventory.MsgOffer) + "' or d.kind = '" + string(inventory.MsgOfferExtended) + "')"
	}
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, u *Undelivered) error {
		return r.Scan(&u.OrgID, &u.EventID, &u.Count, (*int64)(&u.First), (*int64)(&u.Last), (*int64)(&u.Told))
	}, `select d.org_id, d.event_id, cast(count(distinct d.message) as bigint), cast(min(d.ended_at) as bigint), cast(max(d.ended_at) as bigint),
			cast(coalesce(max(t.told_at), 0) as bigint)
		from deliveries d left join undelivered_told t on t.org_id = d.org_id and t.event_id = d.event_id
		where (d.state = 'failed' or d.state = 'bounced') and d.ended_at > $1 and d.org_id > $7 and ($2 = '' or d.org_id = $3) and ($4 = '' or d.event_id = $5)`+offers+`
			and not exists (select 1 from deliveries o where o.event_id = d.event_id and o.message = d.message and o.channel <> d.channel
				and (o.state = 'queued' or o.state = 'sent' or o.state = 'delivered'))
		group by d.org_id, d.event_id
		having cast($8 as bigint) = 0 or coalesce(max(t.told_at), 0) <= $9 and coalesce(max(t.told_at), 0) < max(d.ended_at)
		order by d.org_id, d.event_id limit $6`,
		int64(q.Since), q.OrgID, q.OrgID, q.EventID, q.EventID, MaxUndelivered, q.After, int64(q.News), int64(q.News))
	return list, s.db.Classify(err)
}

// UndeliveredTold returns when members were told last; 0: not yet, or long ago.
func (s Deliveries) UndeliveredTold(ctx context.Context, org, event string) (inventory.Instant, error) {
	at, err := table.One(ctx, s.db.Read, table.ScanInt, "select told_at from undelivered_told where org_id = $1 and event_id = $2", org, event)
	if errors.Is(err, database.ErrNotFound) {
		return 0, nil
	}
	return inventory.Instant(at), s.db.Classify(err)
}

// TellUndelivered stores that members are told at t.ToldAt, with the jobs that mail them, unless they
// were told after before; told reports whether they are.
func (s Deliveries) TellUndelivered(ctx context.Context, t UndeliveredTold, before inventory.Instant, jobs []database.Job) (told bool, err error) {
	err = s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		n, err := UndeliveredToldTable.InsertUnless(ctx, tx, &t, "on conflict (org_id, event_id) do nothing")
		if err == nil && n == 0 {
			n, err = table.Exec(ctx, tx, "update undelivered_told set told_at = $1 where org_id = $2 and event_id = $3 and told_at <= $4",
				int64(t.ToldAt), t.OrgID, t.EventID, int64(before))
		}
		if told = err == nil && n == 1; !told {
			return err
		}
		return s.db.InsertJobs(ctx, tx, jobs...)
	})
	return told, err
}

// PruneUndeliveredTold deletes at most limit of what says when members were told before a time.
func (s Deliveries) PruneUndeliveredTold(ctx context.Context, before inventory.Instant, limit int) (int64, error) {
	var n int64
	err := s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, `delete from undelivered_told where (org_id, event_id) in (
			select org_id, event_id from undelivered_told where told_at < $1 limit $2)`, int64(before), limit)
		return err
	})
	return n, err
}
