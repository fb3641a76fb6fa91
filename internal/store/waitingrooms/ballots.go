package waitingrooms

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// RoomWish is what somebody who joined a ballot wants, and what became of it.
type RoomWish struct {
	Index  int64 // of the entrant
	UserID string
	Email  string
	Name   string
	Locale string
	Tiers  string // JSON array of ids, by preference
	Units  int64
	// Outcome is WishPlaced, or the code of the refusal; "": it is not the entrant's turn yet.
	// EntryID is the place on the waitlist.
	Outcome string
	EntryID string
	// MailUntil is until when it is tried to mail the result to a person who came away without a place;
	// 0: there is none to be mailed.
	MailUntil inventory.Instant
}

// MailDrawsFor is for how long it is tried to mail somebody how a draw ended.
const MailDrawsFor = inventory.Day

// WishPlaced is RoomWish.Outcome of a person who was put on the waitlist.
const WishPlaced = "placed"

// RoomWishTable describes the table waiting_room_wishes; a row is one RoomWish.
var RoomWishTable = table.NewIn("waiting_room_wishes", "event_id", new(RoomWish), func(c *table.Columns, v *RoomWish) {
	c.NumberKey("idx", &v.Index)
	c.Text("user_id", &v.UserID)
	c.Text("email", &v.Email)
	c.Text("name", &v.Name)
	c.Text("locale", &v.Locale)
	c.Text("tiers", &v.Tiers)
	c.Number("units", &v.Units)
	c.Text("outcome", &v.Outcome)
	c.Text("entry_id", &v.EntryID)
	c.Number("mail_until", (*int64)(&v.MailUntil))
})

// wishAgain replaces what somebody wants who said so before.
const wishAgain = ` on conflict (event_id, idx) do update set user_id = excluded.user_id, email = excluded.email, name = excluded.name,
	locale = excluded.locale, tiers = excluded.tiers, units = excluded.units`

// wishSteps store what people want.
func wishSteps(event string, wishes []RoomWish) (steps []engine.Step, err error) {
	for i := range wishes {
		step, err := RoomWishTable.InsertStep(event, &wishes[i], wishAgain)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// Wish returns what an entrant of a ballot wants; ErrNotFound: nothing is known of it.
func (s WaitingRooms) Wish(ctx context.Context, event string, index int64) (RoomWish, error) {
	w, err := table.One(ctx, s.db.Read, RoomWishTable.Scan, RoomWishTable.From()+" where event_id = $1 and idx = $2", event, index)
	return w, s.db.Classify(err)
}

// EventOf returns the event of a waiting room, without what it has to give: that takes one row.
func (s WaitingRooms) EventOf(ctx context.Context, event string) (*inventory.Event, error) {
	e, err := table.One(ctx, s.db.Read, events.EventTable.Scan, events.EventTable.From()+" where id = $1", event)
	return &e.Event, s.db.Classify(err)
}

// ErrPlaced says that another server had come to a place of a ballot before.
var ErrPlaced = errors.New("store: the place of the ballot was come to before")

// Placed notes what became of the entrant who has a place in a ballot, which has come to the
// place before it, and forgets how to reach them: that is known at the place on the waitlist.
// How to mail somebody who is on none is forgotten when the result was mailed, which is to be
// done until w.MailUntil. A wish without an outcome is that of an entrant who was struck out; nil: nothing
// is known of one. The error is ErrPlaced when the ballot has come to another place.
func (s WaitingRooms) Placed(ctx context.Context, event string, place int64, w *RoomWish) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, "update waiting_rooms set serving = $1 where event_id = $2 and serving = $3", place, event, place-1)
		switch {
		case err != nil:
			return err
		case n != 1:
			return ErrPlaced
		}
		if err := events.Lives(ctx, tx, event); err != nil || w == nil {
			return err
		}
		_, err = table.Exec(ctx, tx, "update waiting_room_wishes set outcome = $1, entry_id = $2, mail_until = $3, user_id = '', email = $4, name = '', locale = $5 where event_id = $6 and idx = $7",
			w.Outcome, w.EntryID, int64(w.MailUntil), w.Email, w.Locale, event, w.Index)
		return err
	})
}

// livesHere is the condition on a row w of an event that it does not live in another cell.
const livesHere = "not exists (select 1 from events e where e.id = w.event_id and e.archived_at < 0)"

// ReachableBallot returns the first event after one, by id, that lives here and in whose ballot it
// is known how to reach somebody; "": there is none.
func (s WaitingRooms) ReachableBallot(ctx context.Context, after string) (event string, err error) {
	event, err = table.One(ctx, s.db.Read, table.ScanText, "select event_id from waiting_room_wishes w where email <> '' and event_id > $1 and "+livesHere+" order by event_id limit 1", after)
	if err = s.db.Classify(err); errors.Is(err, database.ErrNotFound) {
		return "", nil
	}
	return event, err
}

// EndBallot has those of a ballot that is over mailed until a time who are not to be mailed
// anything yet, at most limit of them, and returns how many those are.
func (s WaitingRooms) EndBallot(ctx context.Context, event string, until inventory.Instant, limit int) (n int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err = table.Exec(ctx, tx, `update waiting_room_wishes set mail_until = $1 where event_id = $2 and email <> '' and mail_until = 0 and idx in
			(select idx from waiting_room_wishes where event_id = $3 and email <> '' and mail_until = 0 order by idx limit $4)`, int64(until), event, event, limit)
		if err != nil || n == 0 {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
	return n, err
}

// BallotMails returns those who are to be mailed the result of a ballot, by index, from after one
// on and at most limit of them.
func (s WaitingRooms) BallotMails(ctx context.Context, event string, after int64, limit int) ([]RoomWish, error) {
	list, err := table.All(ctx, s.db.Read, RoomWishTable.Scan,
		RoomWishTable.From()+" where event_id = $1 and mail_until > 0 and idx > $2 and email <> '' order by idx limit $3", event, after, limit)
	return list, s.db.Classify(err)
}

// BallotMailed notes that the result of a ballot was mailed to an entrant, or given up, and
// forgets how to reach them.
func (s WaitingRooms) BallotMailed(ctx context.Context, event string, index int64) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update waiting_room_wishes set mail_until = 0, user_id = '', email = '', name = '', locale = '' where event_id = $1 and idx = $2", event, index)
		if err != nil {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}

// forgetWish deletes what somebody wants who joined by an identity.
func forgetWish(ctx context.Context, tx *sql.Tx, event string, identity []byte) error {
	_, err := table.Exec(ctx, tx, `delete from waiting_room_wishes where event_id = $1
		and idx in (select idx from waiting_room_entrants where event_id = $2 and identity = $3)`, event, event, identity)
	return err
}
