package messages

import (
	"context"
	"database/sql"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// LeaseWebhook gives the right to deliver to an endpoint to one process until a
// time, or again to the process that has it. false: another has it, or the
// endpoint is not enabled any more.
func (s Webhooks) LeaseWebhook(ctx context.Context, id, process string, now, until inventory.Instant) (bool, error) {
	var n int64
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, `update webhook_endpoints set leased_by = $1, leased_until = $2
			where id = $3 and state = 'enabled' and (leased_by = $4 or leased_until <= $5)`,
			process, int64(until), id, process, int64(now))
		return err
	})
	return n == 1, err
}

// ReleaseWebhook ends the lease of a process that has nothing more for an endpoint.
func (s Webhooks) ReleaseWebhook(ctx context.Context, id, process string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update webhook_endpoints set leased_by = '', leased_until = 0 where id = $1 and leased_by = $2", id, process)
		return err
	})
}

// ReleaseWebhooks ends the leases of a process that stops.
func (s Webhooks) ReleaseWebhooks(ctx context.Context, process string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update webhook_endpoints set leased_by = '', leased_until = 0 where leased_by = $1", process)
		return err
	})
}

// WebhookWork is an event of which an endpoint has not taken everything.
type WebhookWork struct {
	EventID      string
	Seq          int64             // taken so far
	Last         int64             // of the event's ledger
	Attempts     int64             // of the change that comes next
	FailingSince inventory.Instant // when it was first tried; 0: not yet
}

// WebhookDue returns which of some events, at most table.MaxInList, of the organization that live
// here have something for the endpoint to take now.
func (s Webhooks) WebhookDue(ctx context.Context, endpoint, org string, events []string, now inventory.Instant) ([]WebhookWork, error) {
	if len(events) == 0 {
		return nil, nil
	}
	in, args := table.InList(4, events)
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, w *WebhookWork) error {
		return r.Scan(&w.EventID, &w.Last, &w.Seq, &w.Attempts, (*int64)(&w.FailingSince))
	}, `select e.id, e.seq, coalesce(p.seq, 0), coalesce(p.attempts, 0), coalesce(p.failing_since, 0) from events e
		left join webhook_positions p on p.endpoint_id = $1 and p.event_id = e.id
		where e.org_id = $2 and e.archived_at >= 0 and e.seq > coalesce(p.seq, 0) and coalesce(p.next_at, 0) <= $3 and e.id in (`+in+")",
		append([]any{endpoint, org, int64(now)}, args...)...)
	return list, s.db.Classify(err)
}

// WebhookRetries returns events of which a change is to be tried again now, at most limit
// of them, those that wait longest first.
func (s Webhooks) WebhookRetries(ctx context.Context, endpoint string, now inventory.Instant, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, webhookRetriesSQL, endpoint, int64(now), limit)
	return list, s.db.Classify(err)
}

const webhookRetriesSQL = "select event_id from webhook_positions where endpoint_id = $1 and next_at > 0 and next_at <= $2 order by next_at limit $3"

// WebhookSweep looks at limit events of the organization in the order of their ids, after
// one, and returns those with something for the endpoint to take now. next is the last
// that it looked at; "" when there are no more.
func (s Webhooks) WebhookSweep(ctx context.Context, endpoint, org, after string, now inventory.Instant, limit int) (due []string, next string, err error) {
	type seen struct {
		event string
		due   bool
	}
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, e *seen) error { return r.Scan(&e.event, &e.due) },
		`select e.id, e.archived_at >= 0 and e.seq > coalesce(p.seq, 0) and coalesce(p.next_at, 0) <= $1 from events e
		left join webhook_positions p on p.endpoint_id = $2 and p.event_id = e.id
		where e.org_id = $3 and e.id > $4 order by e.id limit $5`, int64(now), endpoint, org, after, limit)
	if err != nil {
		return nil, "", s.db.Classify(err)
	}
	for _, e := range list {
		if e.due {
			due = append(due, e.event)
		}
	}
	if len(list) == limit {
		next = list[limit-1].event
	}
	return due, next, nil
}

// WebhookDelivery is what became of a change that was sent.
type WebhookDelivery struct {
	EventID         string
	Seq             int64
	Type            string
	State           string // delivered, retrying or failed
	Attempts        int64
	Status          int64 // of the last answer; 0: none
	Error           string
	FirstAt, LastAt inventory.Instant
}

// WebhookDeliveryTable describes the table webhook_deliveries; a row is one WebhookDelivery.
var WebhookDeliveryTable = table.NewIn("webhook_deliveries", "endpoint_id", new(WebhookDelivery), func(c *table.Columns, v *WebhookDelivery) {
	c.Key("event_id", &v.EventID)
	c.NumberKey("seq", &v.Seq)
	c.Text("type", &v.Type)
	c.Number("first_at", (*int64)(&v.FirstAt))
	c.Changes(1)
	c.Text("state", &v.State)
	c.Number("attempts", &v.Attempts)
	c.Number("status", &v.Status)
	c.Text("error", &v.Error)
	c.Number("last_at", (*int64)(&v.LastAt))
})

// webhookPosition is how far an endpoint has taken the ledger of an event.
type webhookPosition struct {
	EventID       string
	Seq, Attempts int64
	FailingSince  inventory.Instant
	NextAt        inventory.Instant
}

// WebhookPositionTable describes the table webhook_positions; a row is one webhookPosition.
var WebhookPositionTable = table.NewIn("webhook_positions", "endpoint_id", new(webhookPosition), func(c *table.Columns, v *webhookPosition) {
	c.Key("event_id", &v.EventID)
	c.Changes(1)
	c.Number("seq", &v.Seq)
	c.Number("attempts", &v.Attempts)
	c.Number("failing_since", (*int64)(&v.FailingSince))
	c.Number("next_at", (*int64)(&v.NextAt))
})

// WebhookProgress is what a run of deliveries of one event to one endpoint came to.
type WebhookProgress struct {
	EndpointID, EventID string
	Before              int64 // the position that the run began with
	Seq                 int64 // taken up to
	Attempts            int64
	FailingSince        inventory.Instant
	NextAt              inventory.Instant
	Deliveries          []WebhookDelivery
	SucceededAt         inventory.Instant // of the last that was taken; 0: none was
	FailedAt            inventory.Instant // of the last that was not; 0: none
}

// RecordWebhook stores progress. A position that was moved meanwhile, by a
// replay, stays where it was moved to. It returns ErrNotFound of an endpoint that was
// deleted meanwhile, and events.ErrElsewhere of an event that has left for another cell: from there
// what is not recorded is sent again.
func (s Webhooks) RecordWebhook(ctx context.Context, p *WebhookProgress) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// First, because it holds the row: an endpoint that is deleted meanwhile is not
		// found here, where a position of it would refer to nothing.
		err := table.ExecOne(ctx, tx, `update webhook_endpoints set
			succeeded_at = case when cast($1 as bigint) > 0 then cast($2 as bigint) else succeeded_at end,
			failing_since = case when cast($3 as bigint) > 0 then 0 when failing_since = 0 then cast($4 as bigint) else failing_since end
			where id = $5`, int64(p.SucceededAt), int64(p.SucceededAt), int64(p.SucceededAt), int64(p.FailedAt), p.EndpointID)
		if err == nil {
			err = events.Lives(ctx, tx, p.EventID)
		}
		if err != nil {
			return err
		}
		step, err := WebhookPositionTable.InsertStep(p.EndpointID, &webhookPosition{p.EventID, p.Seq, p.Attempts, p.FailingSince, p.NextAt},
			WebhookPositionTable.Replace[1]+" where webhook_positions.seq = $7")
		if err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, step.SQL, append(step.Args, p.Before)...); err != nil {
			return err
		}
		for i := range p.Deliveries {
			if _, err := WebhookDeliveryTable.InsertIn(ctx, tx, p.EndpointID, &p.Deliveries[i], WebhookDeliveryTable.Replace[1]); err != nil {
				return err
			}
		}
		return nil
	})
}

// DisableWebhook ends deliveries to an endpoint that is enabled; false when it
// was not. What it has not taken stays, for the day it is enabled again. The jobs
// that tell somebody are stored with it.
func (s Webhooks) DisableWebhook(ctx context.Context, id, reason string, tell []database.Job) (bool, error) {
	var n int64
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, "update webhook_endpoints set state = 'disabled', reason = $1 where id = $2 and state = 'enabled'", reason, id)
		if err != nil || n == 0 {
			return err
		}
		return s.db.InsertJobs(ctx, tx, tell...)
	})
	return n == 1, err
}

// ReplayWebhook moves an endpoint back, so that it is sent the changes of an
// event from a ledger seq on again, and tries at once (next_at is long past, and not 0, so that it is found). A seq that was not taken
// yet is no further back: then only the wait ends.
func (s Webhooks) ReplayWebhook(ctx context.Context, endpoint, event string, from int64) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, `update webhook_positions set seq = case when seq < cast($1 as bigint) then seq else cast($2 as bigint) end,
			attempts = 0, failing_since = 0, next_at = 1 where endpoint_id = $3 and event_id = $4`, from-1, from-1, endpoint, event); err != nil {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}

// RetryWebhook lets everything that waits for its next attempt be tried now.
func (s Webhooks) RetryWebhook(ctx context.Context, endpoint string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, retryText, endpoint)
		return err
	})
}

// retryText lets what waits for an endpoint be tried now, of the events that live here.
const retryText = `update webhook_positions set attempts = 0, failing_since = 0, next_at = 1
	where endpoint_id = $1 and next_at > 1 and event_id not in (select id from events where archived_at < 0)`

// DeliveryPosition is a place in the list of deliveries.
type DeliveryPosition struct {
	LastAt  inventory.Instant `json:"t"`
	EventID string            `json:"e"`
	Seq     int64             `json:"s"`
}

// WebhookDeliveries returns a page of what was sent to an endpoint, latest
// first, before a position (the zero value: from the latest on). state "" is any.
func (s Webhooks) WebhookDeliveries(ctx context.Context, endpoint, state string, before DeliveryPosition, limit int) ([]WebhookDelivery, error) {
	query := WebhookDeliveryTable.From() + " where endpoint_id = $1"
	args := []any{endpoint}
	if before.LastAt != 0 {
		query += ` and (last_at, event_id, seq) < (cast($2 as bigint), cast($3 as text), cast($4 as bigint))`
		args = append(args, int64(before.LastAt), before.EventID, before.Seq)
	}
	if state != "" {
		args = append(args, state)
		query += " and state = $" + strconv.Itoa(len(args))
	}
	args = append(args, limit)
	query += " order by last_at desc, event_id desc, seq desc limit $" + strconv.Itoa(len(args))
	list, err := table.All(ctx, s.db.Read, WebhookDeliveryTable.Scan, query, args...)
	return list, s.db.Classify(err)
}

// PruneWebhookDeliveries deletes records of what was delivered before a time, at
// most limit, and returns how many. What failed stays.
func (s Webhooks) PruneWebhookDeliveries(ctx context.Context, before inventory.Instant, limit int) (n int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		n, err = table.Exec(ctx, tx, `delete from webhook_deliveries where (endpoint_id, event_id, seq) in (
			select endpoint_id, event_id, seq from webhook_deliveries where state = 'delivered' and last_at < $1 limit $2
			) and state = 'delivered'`, int64(before), limit)
		return err
	})
	return n, err
}
