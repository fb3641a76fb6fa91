package messages

import (
	"context"
	"database/sql"

	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Outcome is the result of a delivery that a worker had taken.
type Outcome struct {
	EventID, Message, Channel string
	State                     string // queued: again at DueAt
	DueAt                     inventory.Instant
	Answer, ProviderID        string
	// After a failure, Next is the delivery on the next channel, Job a job to run, and
	// Suppress the address to suppress; each may be nil.
	Next     *Delivery
	Job      *database.Job
	Suppress *Suppression
}

// outcome is what the deliveries of one update have in common.
type outcome struct {
	event, channel, state, answer, provider string
	due                                     inventory.Instant
}

// RecordOutcomes stores the results of deliveries of a worker. Deliveries that others
// have taken meanwhile, because this worker was taken for dead, are left alone.
func (s Deliveries) RecordOutcomes(ctx context.Context, worker string, now inventory.Instant, list []Outcome) error {
	groups := map[outcome][]string{}
	var order []outcome
	for i := range list {
		d := &list[i]
		o := outcome{d.EventID, d.Channel, d.State, d.Answer, d.ProviderID, d.DueAt}
		if groups[o] == nil {
			order = append(order, o)
		}
		groups[o] = append(groups[o], d.Message)
	}
	return s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		for _, o := range order {
			for part := range slices.Chunk(groups[o], table.MaxInList) {
				if err := recordOutcome(ctx, tx, worker, now, o, part); err != nil {
					return err
				}
			}
		}
		for i := range list {
			if err := follow(ctx, s.db, tx, now, &list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// recordOutcome also names the range of the messages, for the same reason as table.ByID.
func recordOutcome(ctx context.Context, q table.Querier, worker string, now inventory.Instant, o outcome, messages []string) error {
	sent, ended := int64(0), int64(now)
	switch o.state {
	case DeliverySent, DeliveryDelivered:
		sent = int64(now)
	case DeliveryQueued:
		ended = 0
	}
	list, args := table.InList(12, messages)
	_, err := table.Exec(ctx, q, `update deliveries set owner = '', state = $1, due_at = $2, answer = $3, provider_id = $4, sent_at = $5, ended_at = $6
		where event_id = $7 and channel = $8 and message >= $9 and message <= $10 and owner = $11 and state = 'queued' and message in (`+list+`)`,
		append([]any{o.state, int64(o.due), o.answer, o.provider, sent, ended, o.event, o.channel,
			slices.Min(messages), slices.Max(messages), worker}, args...)...)
	return err
}

// follow stores what follows from a failure.
func follow(ctx context.Context, db *database.DB, q table.Querier, now inventory.Instant, d *Outcome) error {
	if d.Suppress != nil {
		if err := suppress(ctx, q, now, d.Suppress); err != nil {
			return err
		}
	}
	if d.Next != nil {
		if _, err := addDeliveries(ctx, q, []Delivery{*d.Next}); err != nil {
			return err
		}
	}
	return db.InsertJobs(ctx, q, database.SomeJob(d.Job)...)
}

// DeliveryByKey returns a delivery, or ErrNotFound.
func (s Deliveries) DeliveryByKey(ctx context.Context, event, message, channel string) (*Delivery, error) {
	d, err := table.One(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+" from deliveries where event_id = $1 and message = $2 and channel = $3",
		event, message, channel)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &d, nil
}

// DeliveryByProvider returns a delivery by the provider's ID, or ErrNotFound.
func (s Deliveries) DeliveryByProvider(ctx context.Context, channel, providerID string) (*Delivery, error) {
	if providerID == "" {
		return nil, database.ErrNotFound
	}
	d, err := table.One(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+" from deliveries where channel = $1 and provider_id = $2 and provider_id <> ''",
		channel, providerID)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &d, nil
}

// LastToldBy returns the newest delivery of an announcement to a person on a channel.
func (s Deliveries) LastToldBy(ctx context.Context, event, person, channel string) (*Delivery, error) {
	d, err := table.One(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+` from deliveries
		where event_id = $1 and person_id = $2 and announcement <> '' and channel = $3 order by created_at desc limit 1`, event, person, channel)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &d, nil
}

// ReportDelivery stores what a provider reports later about a delivery that it accepted:
// delivered, bounced or failed. Reports may arrive twice and in any order. The first one
// that ends a delivery counts; changed reports whether it was this one.
//
// With a ProviderID the report is about a delivery that is not recorded as sent yet: a
// worker is sending it, or it seems to wait for a retry although it has arrived. It is
// then recorded as sent and ended at once.
func (s Deliveries) ReportDelivery(ctx context.Context, now inventory.Instant, r Outcome) (changed bool, err error) {
	if r.State != DeliveryDelivered && r.State != DeliveryBounced && r.State != DeliveryFailed {
		return false, fmt.Errorf("store: a provider cannot report %q", r.State)
	}
	err = s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, `update deliveries set state = $1, answer = $2, ended_at = $3
			where event_id = $4 and message = $5 and channel = $6 and state = 'sent'`,
			r.State, r.Answer, int64(now), r.EventID, r.Message, r.Channel)
		if err == nil && n == 0 && r.ProviderID != "" {
			n, err = table.Exec(ctx, tx, `update deliveries set state = $1, answer = $2, ended_at = $3, sent_at = $4, provider_id = $5, owner = '', due_at = 0
				where event_id = $6 and message = $7 and channel = $8 and state = 'queued' and (owner <> '' or $9 = 'delivered')`,
				r.State, r.Answer, int64(now), int64(now), r.ProviderID, r.EventID, r.Message, r.Channel, r.State)
		}
		if err != nil || n == 0 {
			changed = false
			return err
		}
		changed = true
		return follow(ctx, s.db, tx, now, &r)
	})
	return changed, err
}

// DeliveriesOf returns the deliveries of messages of an event's ledger.
func (s Deliveries) DeliveriesOf(ctx context.Context, event string, seqs []int64) (map[int64][]Delivery, error) {
	found := map[int64][]Delivery{}
	for part := range slices.Chunk(seqs, table.MaxInList) {
		names := make([]string, len(part))
		for i, seq := range part {
			names[i] = MessageOfSeq(seq)
		}
		in, args := table.InList(4, names)
		list, err := table.All(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+` from deliveries
			where event_id = $1 and message >= $2 and message <= $3 and message in (`+in+") order by created_at, channel",
			append([]any{event, slices.Min(names), slices.Max(names)}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for _, d := range list {
			found[d.Seq] = append(found[d.Seq], d)
		}
	}
	return found, nil
}

// Told returns the announcements that a person of an event was sent, newest first.
func (s Deliveries) Told(ctx context.Context, event, person string, limit int) ([]Delivery, error) {
	list, err := table.All(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+` from deliveries
		where event_id = $1 and person_id = $2 and announcement <> '' order by created_at desc, message limit $3`, event, person, limit)
	return list, s.db.Classify(err)
}

// ToldOfDates returns the announcements of dates that somebody was sent who has a pass for them, by
// the id of the date and newest first: limit at most of each 256 dates. person is theirs at the event
// that sells the pass.
func (s Deliveries) ToldOfDates(ctx context.Context, dates []string, person string, limit int) (map[string][]Delivery, error) {
	told := map[string][]Delivery{}
	for part := range slices.Chunk(dates, table.MaxInList) {
		as := make([]string, len(part))
		for i, date := range part {
			as[i] = id.With(id.Person, date, id.TailOf(person))
		}
		events, args := table.InList(1, part)
		people, more := table.InList(len(args)+1, as)
		list, err := table.All(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+" from deliveries where event_id in ("+events+") and person_id in ("+people+") and announcement <> ''"+
			fmt.Sprintf(" order by created_at desc, event_id, message limit %d", limit), slices.Concat(args, more)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range list {
			told[list[i].EventID] = append(told[list[i].EventID], list[i])
		}
	}
	return told, nil
}

// DeadCursor is where a page of dead letters begins.
type DeadCursor struct {
	EndedAt                   int64
	EventID, Message, Channel string
}

// DeadLetters returns deliveries of an organization that failed or bounced, the latest
// first.
func (s Deliveries) DeadLetters(ctx context.Context, org string, after DeadCursor, limit int) ([]Delivery, error) {
	older, args := "", []any{org}
	if after.EventID != "" {
		older = ` and (ended_at, event_id, message, channel) < (cast($2 as bigint), cast($3 as text), cast($4 as text), cast($5 as text))`
		args = append(args, after.EndedAt, after.EventID, after.Message, after.Channel)
	}
	list, err := table.All(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+" from deliveries where org_id = $1 and (state = 'failed' or state = 'bounced')"+older+
		fmt.Sprintf(" order by ended_at desc, event_id desc, message desc, channel desc limit %d", limit), args...)
	return list, s.db.Classify(err)
}

// ReplayDelivery queues a dead letter again. It returns ErrNotFound if the organization
// has no such delivery, and ErrStale if it has not failed or bounced.
func (s Deliveries) ReplayDelivery(ctx context.Context, org, event, message, channel string) (*Delivery, error) {
	var d Delivery
	err := s.db.InTx(ctx, s.db.Eng.Pools().Jobs, nil, func(tx *sql.Tx) error {
		list, err := table.All(ctx, tx, DeliveryTable.Scan, `update deliveries set state = 'queued', due_at = 0, owner = '', ended_at = 0, attempts = 0
			where event_id = $1 and message = $2 and channel = $3 and org_id = $4 and (state = 'failed' or state = 'bounced')
			returning `+DeliveryTable.Columns, event, message, channel, org)
		if err != nil {
			return err
		}
		if len(list) == 1 {
			d = list[0]
			return nil
		}
		_, err = table.One(ctx, tx, table.ScanText, "select state from deliveries where event_id = $1 and message = $2 and channel = $3 and org_id = $4",
			event, message, channel, org)
		if err == nil {
			err = database.ErrStale
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &d, nil
}

// DeliveryCount is how many deliveries are in a state.
type DeliveryCount struct {
	Channel, State string
	Count          int64
}

// CountDeliveries counts the deliveries of an announcement.
func (s Deliveries) CountDeliveries(ctx context.Context, event, announcement string) ([]DeliveryCount, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, c *DeliveryCount) error { return r.Scan(&c.Channel, &c.State, &c.Count) },
		`select channel, state, cast(count(*) as bigint) from deliveries
		where event_id = $1 and message >= $2 and message < $3 and announcement = $4 group by channel, state order by channel, state`,
		event, announcement+".", announcement+"/", announcement)
	return list, s.db.Classify(err)
}

// Waiting is how many deliveries of a channel are queued, and how long the oldest one
// that can go out has waited, for the metrics.
func (s Deliveries) Waiting(ctx context.Context, channel string, now inventory.Instant) (queued int64, oldest inventory.Micros, err error) {
	since := int64(0)
	queued, err = table.One(ctx, s.db.Read, table.ScanInt, "select cast(count(*) as bigint) from deliveries where channel = $1 and "+ready, channel)
	if err == nil {
		since, err = table.One(ctx, s.db.Read, table.ScanInt, "select cast(coalesce(min(created_at), 0) as bigint) from deliveries where channel = $1 and "+ready, channel)
	}
	if err != nil || since == 0 {
		return queued, 0, s.db.Classify(err)
	}
	return queued, inventory.Micros(int64(now) - since), nil
}

// QueuedDeliveries counts the queued deliveries of an event, taken or not.
func (s Deliveries) QueuedDeliveries(ctx context.Context, event string) (int64, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select cast(count(*) as bigint) from deliveries where event_id = $1 and state = 'queued'", event)
	return n, s.db.Classify(err)
}

// DeliveriesOfEvent returns all deliveries of an event by message and channel,
// for tests and exports; after is the last of the page before.
func (s Deliveries) DeliveriesOfEvent(ctx context.Context, event string, after Delivery, limit int) ([]Delivery, error) {
	list, err := table.All(ctx, s.db.Read, DeliveryTable.Scan, "select "+DeliveryTable.Columns+` from deliveries
		where event_id = $1 and (message, channel) > (cast($2 as text), cast($3 as text)) order by message, channel limit $4`,
		event, after.Message, after.Channel, limit)
	return list, s.db.Classify(err)
}
