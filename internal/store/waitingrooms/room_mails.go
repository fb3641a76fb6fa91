package waitingrooms

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// RoomMail is the mail with the receipt of somebody who joined a waiting room, and where its
// place is drawn, the mail with that. An entrant has one of each, ever. Email and Address are ""
// from when the last of them was sent or given up: that it was asked for is kept, and where it
// went is not.
type RoomMail struct {
	Index   int64 // of the entrant
	Email   string
	Address string // Email, folded
	Locale  string
	AskedAt inventory.Instant
	// ReceiptAt is when the receipt was sent to an entrant whose place was still to be drawn;
	// 0: it was not.
	ReceiptAt inventory.Instant
	// MailUntil is until when it is tried to mail how the draw ended; 0: it has not.
	MailUntil inventory.Instant
}

// RoomMailTable describes the table waiting_room_mails; a row is one RoomMail.
var RoomMailTable = table.NewBatched("waiting_room_mails", "event_id", engine.Insert, new(RoomMail), func(c *table.Columns, v *RoomMail) {
	c.NumberKey("idx", &v.Index)
	c.Text("email", &v.Email)
	c.Text("address", &v.Address)
	c.Text("locale", &v.Locale)
	c.Number("asked_at", (*int64)(&v.AskedAt))
	c.Number("receipt_at", (*int64)(&v.ReceiptAt))
	c.Number("mail_until", (*int64)(&v.MailUntil))
})

// mailSteps store the mails that are asked for, each of another entrant, and the job that sends
// them. Those with an index below known joined before: whoever has a mail keeps it, and no second
// job may send it beside the first. The caller holds the lock on the room's row.
func mailSteps(ctx context.Context, session engine.Session, event string, known int64, g *RoomGrowth) (steps []engine.Step, err error) {
	has := map[int64]bool{}
	for i := range g.Mails {
		if index := g.Mails[i].Index; index < known {
			steps = append(steps, engine.Step{
				SQL: "select count(*) from waiting_room_mails where event_id = $1 and idx = $2", Args: []any{event, index},
				Row: func(r engine.Row) error {
					var n int64
					err := r.Scan(&n)
					has[index] = n > 0
					return err
				},
			})
		}
	}
	if len(steps) > 0 {
		if err := session.Run(ctx, steps); err != nil {
			return nil, err
		}
	}
	var fresh []*RoomMail
	var indexes []int64
	for i := range g.Mails {
		if m := &g.Mails[i]; !has[m.Index] {
			fresh, indexes = append(fresh, m), append(indexes, m.Index)
		}
	}
	if len(fresh) == 0 {
		return nil, nil
	}
	cols, err := table.Values(RoomMailTable, RoomMailTable.Insert, len(fresh), func(i int) *RoomMail { return fresh[i] })
	if err != nil {
		return nil, err
	}
	job, err := g.Job(indexes)
	if err != nil {
		return nil, err
	}
	steps = session.Bulk(nil, &engine.Bulk{Spec: RoomMailTable.Insert.Spec, EventID: event, Rows: len(fresh), Columns: cols})
	return append(steps, engine.Step{SQL: database.JobText, Args: []any{job.Kind, job.Args, job.Queue, job.Priority, job.MaxAttempts}}), nil
}

// Mail returns the mail of an entrant; ErrNotFound: none was asked for.
func (s WaitingRooms) Mail(ctx context.Context, event string, index int64) (RoomMail, error) {
	m, err := table.One(ctx, s.db.Read, RoomMailTable.Scan, RoomMailTable.From()+" where event_id = $1 and idx = $2", event, index)
	return m, s.db.Classify(err)
}

// ForgetMail forgets where a mail goes.
const ForgetMail = "update waiting_room_mails set email = '', address = '', locale = '' where "

// ReceiptMailed notes that the receipt of an entrant was sent whose place is still to be drawn:
// it stays known how to tell them.
func (s WaitingRooms) ReceiptMailed(ctx context.Context, event string, index int64, at inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, "update waiting_room_mails set receipt_at = $1 where event_id = $2 and idx = $3 and email <> ''", int64(at), event, index); err != nil {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}

// ReachableDraw returns the first event after one, by id, that lives here and of whose draw somebody is to be told who
// has the receipt; "": there is none.
func (s WaitingRooms) ReachableDraw(ctx context.Context, after string) (event string, err error) {
	event, err = table.One(ctx, s.db.Read, table.ScanText, "select event_id from waiting_room_mails w where email <> '' and receipt_at > 0 and event_id > $1 and "+livesHere+" order by event_id limit 1", after)
	if err = s.db.Classify(err); errors.Is(err, database.ErrNotFound) {
		return "", nil
	}
	return event, err
}

// EndDraw has those told until a time how a draw ended who are not to be told anything yet, at
// most limit of them, and returns how many those are.
func (s WaitingRooms) EndDraw(ctx context.Context, event string, until inventory.Instant, limit int) (n int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err = table.Exec(ctx, tx, `update waiting_room_mails set mail_until = $1 where event_id = $2 and email <> '' and receipt_at > 0 and mail_until = 0 and idx in
			(select idx from waiting_room_mails where event_id = $3 and email <> '' and receipt_at > 0 and mail_until = 0 order by idx limit $4)`, int64(until), event, event, limit)
		if err != nil || n == 0 {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
	return n, err
}

// DrawMails returns those who are to be told how a draw ended, by index, from after one on and at
// most limit of them.
func (s WaitingRooms) DrawMails(ctx context.Context, event string, after int64, limit int) ([]RoomMail, error) {
	list, err := table.All(ctx, s.db.Read, RoomMailTable.Scan,
		RoomMailTable.From()+" where event_id = $1 and mail_until > 0 and idx > $2 and email <> '' and receipt_at > 0 order by idx limit $3", event, after, limit)
	return list, s.db.Classify(err)
}

// Mailed notes that the last mail of an entrant was sent or given up, and forgets where it went.
func (s WaitingRooms) Mailed(ctx context.Context, event string, index int64) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, ForgetMail+"event_id = $1 and idx = $2", event, index); err != nil {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}

// PruneMails forgets where receipts go that were asked for before a time and could not be sent, at
// most limit of them, and returns of how many. Those of events in other cells are forgotten there.
func (s WaitingRooms) PruneMails(ctx context.Context, before inventory.Instant, limit int) (n int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err = table.Exec(ctx, tx, ForgetMail+`email <> '' and (event_id, idx) in
			(select event_id, idx from waiting_room_mails w where email <> '' and receipt_at = 0 and asked_at < $1 and `+livesHere+` order by asked_at limit $2)`, int64(before), limit)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("store: mails of waiting rooms: %w", err)
	}
	return n, nil
}
