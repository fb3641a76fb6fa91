package snapshot

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Snapshot reads whole tables as they were at one moment, for verify. Rows come
// in the order of their primary keys, a page at a time, so that memory does not
// grow with the table; a callback may use the Snapshot itself. An error of a
// callback ends the reading and is returned.
type Snapshot struct {
	ctx context.Context // the snapshot is one transaction, which lives in one call of Store.Snapshot
	q   table.Querier
	eng engine.Engine
}

// rowsOf streams the rows of one event by id.
func rowsOf[T any](v *Snapshot, k table.Kind[T], event string, fn func(*T) error) error {
	return database.Stream(func(last *T) ([]T, error) {
		after := ""
		if last != nil {
			after = k.ID(last)
		}
		return table.All(v.ctx, v.q, k.Scan, k.From()+" where event_id = $1 and id > $2 order by id limit $3", event, after, database.PageRows)
	}, fn)
}

// Events streams all events.
func (v *Snapshot) Events(fn func(*events.EventRecord) error) error {
	return database.Stream(func(last *events.EventRecord) ([]events.EventRecord, error) {
		after := ""
		if last != nil {
			after = last.Event.ID
		}
		return table.All(v.ctx, v.q, events.EventTable.Scan, "select "+events.EventTable.Columns+" from events where id > $1 order by id limit $2", after, database.PageRows)
	}, fn)
}

// Pools returns the pools of an event by id.
func (v *Snapshot) Pools(event string) ([]inventory.Pool, error) {
	return table.All(v.ctx, v.q, events.PoolTable.Scan, "select "+events.PoolTable.Columns+" from pools where event_id = $1 order by id", event)
}

// Tiers returns the tiers of an event by id, with their pools.
func (v *Snapshot) Tiers(event string) ([]inventory.Tier, error) {
	tiers, err := table.All(v.ctx, v.q, events.TierTable.Scan,
		"select "+events.TierTable.Columns+" from tiers where event_id = $1 order by id", event)
	if err != nil {
		return nil, err
	}
	_, err = table.All(v.ctx, v.q, func(r engine.Row, pool *string) error {
		var tier string
		err := r.Scan(&tier, pool)
		events.AddPool(tiers, tier, *pool)
		return err
	}, "select tier_id, pool_id from tier_pools where event_id = $1 order by tier_id, position", event)
	return tiers, err
}

// Lanes returns the lanes of an event by tier and class.
func (v *Snapshot) Lanes(event string) ([]inventory.Lane, error) {
	return table.All(v.ctx, v.q, events.LaneTable.Scan, events.LaneTable.From()+" where event_id = $1 order by tier_id, class", event)
}

// WaitlistCounts streams the counts of an event.
func (v *Snapshot) WaitlistCounts(event string, fn func(*events.WaitlistCount) error) error {
	return database.Stream(func(last *events.WaitlistCount) ([]events.WaitlistCount, error) {
		if last == nil {
			last = &events.WaitlistCount{Lane: inventory.LaneKey{Class: -1}}
		}
		return table.All(v.ctx, v.q, events.CountTable.Scan, events.CountTable.From()+` where event_id = $1
			and (tier_id, class, level, bucket) > (cast($2 as text), cast($3 as bigint), cast($4 as bigint), cast($5 as bigint))
			order by tier_id, class, level, bucket limit $6`,
			event, last.Lane.Tier, last.Lane.Class, last.Level, last.Bucket, database.PageRows)
	}, fn)
}

// PersonRecord is the row of a person as it is stored.
type PersonRecord struct {
	inventory.Person
	CreatedAt, ErasedAt inventory.Instant
}

// People streams the people of an event.
func (v *Snapshot) People(event string, fn func(*PersonRecord) error) error {
	return database.Stream(func(last *PersonRecord) ([]PersonRecord, error) {
		if last == nil {
			last = &PersonRecord{}
		}
		return table.All(v.ctx, v.q, func(r engine.Row, p *PersonRecord) error {
			c := table.Scanning()
			events.PersonTable.Into(c, &p.Person)
			c.Add((*int64)(&p.CreatedAt), (*int64)(&p.ErasedAt))
			return c.From(r)
		}, "select "+events.PersonTable.Columns+", created_at, erased_at from people where event_id = $1 and id > $2 order by id limit $3",
			event, last.ID, database.PageRows)
	}, fn)
}

// Origins streams where orders, registrations and entries of an event came from.
func (v *Snapshot) Origins(event string, fn func(*inventory.Originated) error) error {
	return database.Stream(func(last *inventory.Originated) ([]inventory.Originated, error) {
		if last == nil {
			last = &inventory.Originated{}
		}
		return table.All(v.ctx, v.q, events.OriginTable.Scan, events.OriginTable.From()+
			" where event_id = $1 and (origin, thing_id) > (cast($2 as text), cast($3 as text)) order by origin, thing_id limit $4",
			event, last.Origin, last.ThingID, database.PageRows)
	}, fn)
}

// Holds streams the holds of an event. Those of orders have no Order.
func (v *Snapshot) Holds(event string, fn func(*inventory.Hold) error) error {
	return rowsOf(v, events.HoldKind, event, fn)
}

// Entries streams the entries of an event.
func (v *Snapshot) Entries(event string, fn func(*inventory.Entry) error) error {
	return rowsOf(v, events.EntryKind, event, fn)
}

// PastPlacements streams where the entries of an event stood that were moved, by entry,
// oldest first.
func (v *Snapshot) PastPlacements(event string, fn func(*inventory.PastPlacement) error) error {
	return database.Stream(func(last *inventory.PastPlacement) ([]inventory.PastPlacement, error) {
		if last == nil {
			last = &inventory.PastPlacement{}
		}
		return table.All(v.ctx, v.q, events.PastPlacementTable.Scan, events.PastPlacementTable.From()+` where event_id = $1
			and (entry_id, placed_seq) > (cast($2 as text), cast($3 as bigint)) order by entry_id, placed_seq limit $4`,
			event, last.EntryID, last.PlacedSeq, database.PageRows)
	}, fn)
}

// Offers streams the offers of an event.
func (v *Snapshot) Offers(event string, fn func(*inventory.Offer) error) error {
	return rowsOf(v, events.OfferKind, event, fn)
}

// Audit streams the audit rows of an event by seq.
func (v *Snapshot) Audit(event string, fn func(*events.ChainedRow) error) error {
	return database.Stream(func(last *events.ChainedRow) ([]events.ChainedRow, error) {
		after := int64(-1 << 63)
		if last != nil {
			after = last.Seq
		}
		return events.AuditPage(v.ctx, v.q, event, after, database.PageRows)
	}, fn)
}

// MessageRecord is a message as it is stored.
type MessageRecord struct {
	events.MessageView      // Person, Hold, Entry and Offer are not filled
	Routed             bool // it has deliveries
}

// Messages streams the messages of an event by seq.
func (v *Snapshot) Messages(event string, fn func(*MessageRecord) error) error {
	return database.Stream(func(last *MessageRecord) ([]MessageRecord, error) {
		after := int64(-1 << 63)
		if last != nil {
			after = last.Message.Seq
		}
		return table.All(v.ctx, v.q, func(r engine.Row, m *MessageRecord) error {
			c := table.Scanning()
			events.MessageInto(c, &m.MessageView)
			c.Add(&m.Routed)
			return c.From(r)
		}, "select "+table.Aliased("m", events.MessageColumns)+`, exists (select 1 from deliveries d where d.event_id = m.event_id and d.message = cast(m.seq as text))
			from messages m where m.event_id = $1 and m.seq > $2 order by m.seq limit $3`, event, after, database.PageRows)
	}, fn)
}

// DeliverKind is the kind of the jobs that deliver messages.
const DeliverKind = "deliver_messages"

// Kinds of the jobs that move money, as far as verify looks for them.
const (
	SettleKind     = "settle_payment"
	PayRefundsKind = "pay_refunds"
)

// JobRange is a job that delivers the messages of an event with
// FromSeq <= seq <= ToSeq. State is one of River's: available, scheduled,
// retryable, running, pending, completed, discarded, cancelled. River deletes
// jobs some time after they ended.
type JobRange struct {
	ID             int64
	State          string
	EventID        string
	FromSeq, ToSeq int64
}

// JobRanges streams the delivery jobs of one event, or of all for event "", by
// job id, whatever their state.
func (v *Snapshot) JobRanges(event string, fn func(*JobRange) error) error {
	return database.Stream(func(last *JobRange) ([]JobRange, error) {
		after := int64(-1 << 63)
		if last != nil {
			after = last.ID
		}
		// LIKE only spares reading the jobs of other events; what is exact is below.
		return table.All(v.ctx, v.q, scanJob, `select id, cast(state as text), cast(args as text) from river_job
			where kind = $1 and cast(args as text) like $2 and id > $3 order by id limit $4`,
			DeliverKind, "%"+event+"%", after, database.PageRows)
	}, func(j *JobRange) error {
		if event != "" && j.EventID != event {
			return nil
		}
		return fn(j)
	})
}

func scanJob(r engine.Row, j *JobRange) error {
	var args string
	if err := r.Scan(&j.ID, &j.State, &args); err != nil {
		return err
	}
	var a struct {
		EventID string `json:"event_id"`
		FromSeq int64  `json:"from_seq"`
		ToSeq   int64  `json:"to_seq"`
	}
	if err := json.Unmarshal([]byte(args), &a); err != nil {
		return fmt.Errorf("store: arguments of job %d: %w", j.ID, err)
	}
	j.EventID, j.FromSeq, j.ToSeq = a.EventID, a.FromSeq, a.ToSeq
	return nil
}

// ReplyRecord is a stored reply.
type ReplyRecord struct {
	database.Reply
	CreatedAt inventory.Instant
}

// Replies streams the stored replies of all scopes.
func (v *Snapshot) Replies(fn func(*ReplyRecord) error) error {
	return database.Stream(func(last *ReplyRecord) ([]ReplyRecord, error) {
		if last == nil {
			last = &ReplyRecord{}
		}
		return table.All(v.ctx, v.q, func(r engine.Row, p *ReplyRecord) error {
			var body []byte
			err := r.Scan(&p.Key.Scope, &p.Key.Caller, &p.Key.Key, &body, &p.Reply.Reply, (*int64)(&p.CreatedAt))
			p.Key.BodyHash = table.HashOf(body)
			return err
		}, `select scope, caller, key, body_hash, reply, created_at from idempotency_keys
			where (scope, caller, key) > (cast($1 as text), cast($2 as text), cast($3 as text))
			order by scope, caller, key limit $4`, last.Key.Scope, last.Key.Caller, last.Key.Key, database.PageRows)
	}, fn)
}

// ReadSnapshot calls fn with one read-only snapshot of a database. It may call fn again from
// the start when the database ended the first snapshot.
func ReadSnapshot(ctx context.Context, db *database.DB, fn func(*Snapshot) error) error {
	return db.WithSnapshot(ctx, func(tx *sql.Tx) error { return fn(&Snapshot{ctx: ctx, q: tx, eng: db.Eng}) })
}
