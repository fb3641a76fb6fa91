package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// textbook is what a careful programmer writes first: one transaction per
// request that locks the event's row, looks, decides and writes. It keeps the
// hash chain of the audit log; it signs no head, queues no job and knows no
// offers, promotion, cutoffs or idempotency keys.
type textbook struct {
	pool *pgxpool.Pool
	ids  id.Maker
}

// textbookConns is the size of the connection pool. The transactions of one
// event follow one another at its row lock: more of them would only queue there.
const textbookConns = 16

func newTextbook(ctx context.Context, url string) (*textbook, error) {
	pool, err := openPool(ctx, url, textbookConns)
	if err != nil {
		return nil, err
	}
	return &textbook{pool: pool}, nil
}

func openPool(ctx context.Context, url string, conns int32) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("bench: database: %w", err)
	}
	cfg.MaxConns = conns
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("bench: database: %w", err)
	}
	return pool, nil
}

func (t *textbook) register(ctx context.Context, event string, in *registration) (out answer, err error) {
	err = pgx.BeginFunc(ctx, t.pool, func(tx pgx.Tx) error {
		out, err = t.decide(ctx, tx, event, in)
		return err
	})
	return out, err
}

// decide runs inside the transaction.
func (t *textbook) decide(ctx context.Context, tx pgx.Tx, event string, in *registration) (answer, error) {
	var seq, joinNo int64
	var head []byte
	err := tx.QueryRow(ctx, `select seq, join_no, head_hash from events where id = $1 for update`, event).Scan(&seq, &joinNo, &head)
	if err != nil {
		return answer{}, err
	}
	var person string
	err = tx.QueryRow(ctx, `select id from people where event_id = $1 and user_id = $2`, event, in.UserID).Scan(&person)
	if err == nil {
		return answer{}, errTaken
	} else if !errors.Is(err, pgx.ErrNoRows) {
		return answer{}, err
	}
	var tier, pool string
	var free int64
	err = tx.QueryRow(ctx, `select tier_id, pool_id, capacity - held - confirmed - blocked
		from tier_pools tp join pools p on p.event_id = tp.event_id and p.id = tp.pool_id
		where tp.event_id = $1`, event).Scan(&tier, &pool, &free)
	if err != nil {
		return answer{}, err
	}
	w := write{event: event, tier: tier, person: t.ids.In(id.Person, event), in: in, seq: seq + 1, now: time.Now().UnixMicro()}
	if free > 0 {
		w.order = t.ids.In(id.Order, event)
	} else {
		w.entry, w.joinNo = t.ids.In(id.Entry, event), joinNo+1
	}
	if err := w.store(ctx, tx, pool, head); err != nil {
		return answer{}, err
	}
	return w.answer(), nil
}

// write is one decided registration.
type write struct {
	event, tier, person string
	order, entry        string // one of them
	in                  *registration
	seq, joinNo, now    int64
}

func (w *write) answer() answer {
	a := answer{Status: "confirmed", OrderID: w.order, EntryID: w.entry, Units: 1, LedgerSeq: w.seq}
	if w.entry != "" {
		a.Status, a.Position = "waitlisted", w.joinNo
	}
	return a
}

func (w *write) audit() inventory.AuditRow {
	row := inventory.AuditRow{
		Seq: w.seq, At: inventory.Instant(w.now), Actor: w.person, Subject: w.order,
		To: "confirmed", Reason: inventory.ReasonRegistered, Units: 1, Rule: 1,
	}
	if w.entry != "" {
		row.Subject, row.To, row.Reason = w.entry, "waiting", inventory.ReasonJoined
	}
	return row
}

// store writes the person, the order or entry, the counters, the audit row, the
// message and the head: a statement each.
func (w *write) store(ctx context.Context, tx pgx.Tx, pool string, head []byte) error {
	row := w.audit()
	var prev audit.Hash
	copy(prev[:], head)
	hash := audit.Chain(prev, w.event, []inventory.AuditRow{row})[0]
	exec := func(err error, sql string, args ...any) error {
		if err == nil {
			_, err = tx.Exec(ctx, sql, args...)
		}
		return err
	}
	err := exec(nil, `insert into people (event_id, id, user_id, email, name, locale, hold_id, entry_id, units, created_at, erased_at)
		values ($1, $2, $3, $4, $5, '', $6, $7, 1, $8, 0)`, w.event, w.person, w.in.UserID, w.in.Email, w.in.Name, w.order, w.entry, w.now)
	kind := "confirmed"
	if w.order != "" {
		err = exec(err, `insert into holds (event_id, id, kind, state, person_id, tier_id, units, entry_id, offer_id, guests, expires_at, created_at, updated_at, reason, last_seq)
			values ($1, $2, 'registration', 'confirmed', $3, $4, 1, '', '', '[]', 0, $5, $5, $6, $7)`, w.event, w.order, w.person, w.tier, w.now, string(row.Reason), w.seq)
		err = exec(err, `update pools set confirmed = confirmed + 1 where event_id = $1 and id = $2`, w.event, pool)
	} else {
		kind = "waitlisted"
		err = exec(err, `insert into waitlist_entries (event_id, id, state, person_id, tier_id, units, class, join_no, rank, passes, guests, offer_id, joined_at, placed_seq, left_seq, updated_at, reason, last_seq)
			values ($1, $2, 'waiting', $3, $4, 1, 0, $5, $6, 0, '[]', '', $6, $7, 0, $6, $8, $7)`, w.event, w.entry, w.person, w.tier, w.joinNo, w.now, w.seq, string(row.Reason))
	}
	err = exec(err, `insert into audit (event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		w.event, row.Seq, int64(row.At), row.Actor, row.Subject, row.From, row.To, string(row.Reason), row.Rule, row.Related, row.Units, row.PrevSeq, hash[:])
	err = exec(err, `insert into messages (event_id, seq, person_id, kind, ref, created_at)
		values ($1, $2, $3, $4, $5, $6)`, w.event, w.seq, w.person, kind, row.Subject, w.now)
	return exec(err, `update events set seq = $2, version = version + 1, head_hash = $3, join_no = greatest(join_no, $4), updated_at = $5 where id = $1`,
		w.event, w.seq, hash[:], w.joinNo, w.now)
}
