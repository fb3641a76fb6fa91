package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// behindWriter writes batches in bulk, with the same rows as textbook.
type behindWriter struct {
	pool   *pgxpool.Pool
	heads  map[string]audit.Hash
	offset map[string]int64 // ledger seq of the event before the run
}

// columns are the rows of one batch, as arrays for unnest.
type columns struct {
	event, person, user, email, name []string
	order, orderEvent, orderPerson   []string
	entry, entryEvent, entryPerson   []string
	line, orderSeq, entrySeq         []int64
	subject, to, reason, kind        []string
	seq, now                         []int64
	hash                             [][]byte
}

func (w *behindWriter) write(ctx context.Context, records []string) error {
	var c columns
	taken := map[string]int64{}
	for _, text := range records {
		var rec behind
		var seq, line int64
		head, body, _ := strings.Cut(text, " {")
		if n, err := fmt.Sscan(head, &seq, &line); n != 2 {
			return fmt.Errorf("record %.40q: %w", text, err)
		}
		if err := json.Unmarshal([]byte("{"+body), &rec); err != nil {
			return err
		}
		if err := w.know(ctx, rec.Event); err != nil {
			return err
		}
		d := write{event: rec.Event, person: rec.Person, seq: seq + w.offset[rec.Event], joinNo: line, now: rec.Now}
		if line > 0 {
			d.entry = rec.Entry
			c.entry, c.entryEvent, c.entryPerson = append(c.entry, rec.Entry), append(c.entryEvent, rec.Event), append(c.entryPerson, rec.Person)
			c.line, c.entrySeq = append(c.line, line), append(c.entrySeq, d.seq)
		} else {
			d.order = rec.Order
			taken[rec.Event]++
			c.order, c.orderEvent, c.orderPerson = append(c.order, rec.Order), append(c.orderEvent, rec.Event), append(c.orderPerson, rec.Person)
			c.orderSeq = append(c.orderSeq, d.seq)
		}
		row := d.audit()
		hash := audit.Chain(w.heads[rec.Event], rec.Event, []inventory.AuditRow{row})[0]
		w.heads[rec.Event] = hash
		c.event, c.person, c.user = append(c.event, rec.Event), append(c.person, rec.Person), append(c.user, rec.User)
		c.email, c.name = append(c.email, rec.Email), append(c.name, rec.Name)
		c.subject, c.to, c.reason = append(c.subject, row.Subject), append(c.to, row.To), append(c.reason, string(row.Reason))
		c.kind = append(c.kind, map[bool]string{true: "waitlisted", false: "confirmed"}[line > 0])
		c.seq, c.now, c.hash = append(c.seq, d.seq), append(c.now, rec.Now), append(c.hash, append([]byte(nil), hash[:]...))
	}
	return w.insert(ctx, &c, taken)
}

// know reads where the ledger of an event stands, once.
func (w *behindWriter) know(ctx context.Context, event string) error {
	if _, ok := w.offset[event]; ok {
		return nil
	}
	var seq int64
	var head []byte
	if err := w.pool.QueryRow(ctx, `select seq, head_hash from events where id = $1`, event).Scan(&seq, &head); err != nil {
		return err
	}
	var h audit.Hash
	copy(h[:], head)
	w.offset[event], w.heads[event] = seq, h
	return nil
}

func (w *behindWriter) insert(ctx context.Context, c *columns, taken map[string]int64) error {
	var batch pgx.Batch
	batch.Queue(`insert into people (event_id, id, user_id, email, name, locale, hold_id, entry_id, units, created_at, erased_at)
		select e, p, u, m, n, '', s, '', 1, t, 0 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) as v(e, p, u, m, n, s, t)`,
		c.event, c.person, c.user, c.email, c.name, c.subject, c.now)
	if len(c.order) > 0 {
		batch.Queue(`insert into holds (event_id, id, kind, state, person_id, tier_id, units, entry_id, offer_id, guests, expires_at, created_at, updated_at, reason, last_seq)
			select e, o, 'registration', 'confirmed', p, '', 1, '', '', '[]', 0, $5, $5, 'registered', s from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as v(e, o, p, s)`,
			c.orderEvent, c.order, c.orderPerson, c.orderSeq, time.Now().UnixMicro())
	}
	if len(c.entry) > 0 {
		batch.Queue(`insert into waitlist_entries (event_id, id, state, person_id, tier_id, units, class, join_no, rank, passes, guests, offer_id, joined_at, placed_seq, left_seq, updated_at, reason, last_seq)
			select e, i, 'waiting', p, '', 1, 0, l, $6, 0, '[]', '', $6, s, 0, $6, 'joined', s from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) as v(e, i, p, l, s)`,
			c.entryEvent, c.entry, c.entryPerson, c.line, c.entrySeq, time.Now().UnixMicro())
	}
	batch.Queue(`insert into audit (event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash)
		select e, s, t, p, x, '', y, r, 1, '', 1, 0, h from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[]) as v(e, s, t, p, x, y, r, h)`,
		c.event, c.seq, c.now, c.person, c.subject, c.to, c.reason, c.hash)
	batch.Queue(`insert into messages (event_id, seq, person_id, kind, ref, created_at)
		select e, s, p, k, x, t from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[]) as v(e, s, p, k, x, t)`,
		c.event, c.seq, c.person, c.kind, c.subject, c.now)
	for event, n := range taken {
		batch.Queue(`update pools set confirmed = confirmed + $2 where event_id = $1`, event, n)
	}
	last := len(c.seq) - 1
	batch.Queue(`update events set seq = $2, version = version + 1, head_hash = $3 where id = $1`, c.event[last], c.seq[last], c.hash[last])
	return pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error { return tx.SendBatch(ctx, &batch).Close() })
}
