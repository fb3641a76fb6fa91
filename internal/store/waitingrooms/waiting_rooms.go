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

// WaitingRoom is what moves in the waiting room of an event, whose terms are settings of
// the event. Its zero value, with the event, is one that nobody has joined.
type WaitingRoom struct {
	EventID string
	// Entrants is how many have joined, Nodes the roots of the full subtrees, the
	// largest first. That is all that has to be read before others join.
	Entrants int64
	Nodes    []byte
	Serving  int64 // up to which place people are called
	// Calls is a waitroom.Controller: who was called lately, and how many of them came; "":
	// nobody was called yet.
	Calls string
	// Sealed is how many of them, from the first, take part in the draw; NotSealed: that is
	// not fixed yet.
	Sealed int64
}

// NotSealed is WaitingRoom.Sealed of a room whose draw is not sealed, or that has none.
const NotSealed = -1

// RoomEntrant is somebody who has joined.
type RoomEntrant struct {
	Index      int64 // in the order of arrival, from 0
	Identity   []byte
	Class      int
	Salt       []byte
	Commitment []byte
	JoinedAt   inventory.Instant
	// Network is a pseudonym of the network that a draw was joined from, until it is sealed; "": it is not
	// known, or nobody needs it any more.
	Network string
}

// RoomCheckpoint is the tree as it was after a batch, and its signature.
type RoomCheckpoint struct {
	EventID   string
	Size      int64
	Nodes     []byte
	Signature []byte
	At        inventory.Instant
}

// The tables of a waiting room.
var (
	// WaitingRoomTable describes the table waiting_rooms; a row is one WaitingRoom.
	WaitingRoomTable = table.New("waiting_rooms", new(WaitingRoom), func(c *table.Columns, v *WaitingRoom) {
		c.Key("event_id", &v.EventID)
		c.Number("entrants", &v.Entrants)
		c.Blob("nodes", &v.Nodes)
		c.Number("serving", &v.Serving)
		c.Number("sealed", &v.Sealed)
		c.Text("calls", &v.Calls)
	})

	RoomPassTable = table.NewBatched("waiting_room_passes", "event_id", engine.Insert, new(inventory.Pass), func(c *table.Columns, v *inventory.Pass) {
		c.NumberKey("idx", &v.Index)
		c.Number("entered_at", (*int64)(&v.EnteredAt))
		c.Number("until", (*int64)(&v.Until))
		c.Number("left_at", (*int64)(&v.LeftAt))
		c.Changes(1)
		c.Number("done_at", (*int64)(&v.DoneAt))
	})

	// RoomEntrantTable describes the table waiting_room_entrants; a row is one RoomEntrant.
	RoomEntrantTable = table.NewBatched("waiting_room_entrants", "event_id", engine.Insert, new(RoomEntrant), func(c *table.Columns, v *RoomEntrant) {
		c.NumberKey("idx", &v.Index)
		c.Blob("identity", &v.Identity)
		c.Small("class", &v.Class)
		c.Blob("salt", &v.Salt)
		c.Blob("commitment", &v.Commitment)
		c.Number("joined_at", (*int64)(&v.JoinedAt))
		c.Text("network", &v.Network)
	})

	// RoomCheckpointTable describes the table waiting_room_checkpoints; a row is one RoomCheckpoint.
	RoomCheckpointTable = table.New("waiting_room_checkpoints", new(RoomCheckpoint), func(c *table.Columns, v *RoomCheckpoint) {
		c.Key("event_id", &v.EventID)
		c.NumberKey("size", &v.Size)
		c.Blob("nodes", &v.Nodes)
		c.Blob("signature", &v.Signature)
		c.Number("at", (*int64)(&v.At))
	})
)

// Room returns the waiting room of an event; ErrNotFound: nobody has joined one.
func (s WaitingRooms) Room(ctx context.Context, event string) (WaitingRoom, error) {
	r, err := table.One(ctx, s.db.Read, WaitingRoomTable.Scan, RoomText, event)
	return r, s.db.Classify(err)
}

// RoomText reads the waiting room of an event, eventText the event.
var (
	RoomText  = WaitingRoomTable.From() + " where event_id = $1"
	eventText = events.EventTable.From() + " where id = $1"
)

// RoomGrowth is what a batch of joins adds to a room.
type RoomGrowth struct {
	Entrants   []RoomEntrant // in the order of their indexes, which go on from those there are
	Checkpoint RoomCheckpoint
	Sealed     int64      // of the room, as it is then
	Wishes     []RoomWish // of a ballot: of those who are new, and of those who have joined
	// Mails are the receipts that are to be mailed, of those who are new and of those who have joined,
	// one for each at most, and Job makes what sends those of entrants who had none.
	Mails []RoomMail
	Job   func(indexes []int64) (database.Job, error)
}

// Join lets people into a waiting room, in one transaction that holds the lock on the
// room's row: two servers take turns. grow is told the event with its terms, the room as it
// is, and the indexes of those of the identities that have one, by identity, and returns who
// is new; nil: nobody. It may be called again, when the transaction lost a race. Nothing is
// read of those who joined before but these identities. ErrNotFound: there is no such event.
func (s WaitingRooms) Join(ctx context.Context, event string, identities [][]byte,
	grow func(e *inventory.Event, room *WaitingRoom, known map[string]int64) (*RoomGrowth, error),
) error {
	return s.db.InSession(ctx, func(session engine.Session) error {
		known := make(map[string]int64)
		e, room, err := s.locked(ctx, session, event, session.Find(nil, knownOf(known, event, identities))...)
		if err != nil {
			return err
		}
		g, err := grow(e, room, known)
		if err != nil || g == nil {
			return err
		}
		beside, err := wishSteps(event, g.Wishes)
		if err != nil {
			return err
		}
		mails, err := mailSteps(ctx, session, event, room.Entrants, g)
		if err != nil {
			return err
		}
		if beside = append(beside, mails...); len(g.Entrants) == 0 {
			return session.Run(ctx, beside)
		}
		cols, err := table.Values(RoomEntrantTable, RoomEntrantTable.Insert, len(g.Entrants), func(i int) *RoomEntrant { return &g.Entrants[i] })
		if err != nil {
			return err
		}
		var entered, grown int64
		steps := session.Bulk(nil, &engine.Bulk{
			Spec: RoomEntrantTable.Insert.Spec, EventID: event, Rows: len(g.Entrants), Columns: cols, Affected: &entered,
		})
		signed, err := RoomCheckpointTable.InsertStep("", &g.Checkpoint, "")
		if err != nil {
			return err
		}
		steps = append(steps, signed, engine.Step{
			// Whoever had not taken the lock would find another number here.
			SQL:  "update waiting_rooms set entrants = $1, nodes = $2, sealed = $3 where event_id = $4 and entrants = $5 and sealed = $6",
			Args: []any{g.Checkpoint.Size, g.Checkpoint.Nodes, g.Sealed, event, room.Entrants, room.Sealed}, Affected: &grown,
		})
		if err := session.Run(ctx, append(steps, beside...)); err != nil {
			return err
		}
		if entered != int64(len(g.Entrants)) || grown != 1 {
			return fmt.Errorf("store: %d of %d entrants were stored, and %d of one room", entered, len(g.Entrants), grown)
		}
		return nil
	})
}

// locked reads an event and its waiting room, with the lock on the room's row, which it
// makes where there is none, and then does what also has to be done behind the lock: twice where
// the row was made. The error is events.ErrElsewhere of an event that lives in another
// cell: it is read behind the lock, and behind the row that was made.
func (s WaitingRooms) locked(ctx context.Context, session engine.Session, event string, also ...engine.Step) (*inventory.Event, *WaitingRoom, error) {
	var e events.EventRecord
	var room WaitingRoom
	lock := engine.Step{
		SQL: RoomText + s.db.ForUpdate, Args: []any{event},
		Row: func(r engine.Row) error { return WaitingRoomTable.Scan(r, &room) },
	}
	steps := append([]engine.Step{lock, {
		SQL: eventText, Args: []any{event},
		Row: func(r engine.Row) error { return events.EventTable.Scan(r, &e) },
	}}, also...)
	if err := session.Run(ctx, steps); err != nil {
		return nil, nil, err
	}
	switch {
	case e.Event.ID == "":
		return nil, nil, database.ErrNotFound
	case e.ArchivedAt == events.Elsewhere:
		return nil, nil, events.ErrElsewhere
	case room.EventID != "":
		return &e.Event, &room, nil
	}
	fresh, err := WaitingRoomTable.InsertStep("", &WaitingRoom{EventID: event, Nodes: []byte{}, Sealed: NotSealed}, " on conflict (event_id) do nothing")
	if err != nil {
		return nil, nil, err
	}
	if err := session.Run(ctx, append([]engine.Step{fresh}, steps...)); err != nil {
		return nil, nil, err
	}
	if e.ArchivedAt == events.Elsewhere {
		return nil, nil, events.ErrElsewhere
	}
	return &e.Event, &room, nil
}

// RoomCrowd is a waiting room with the event that it stands before, and how many are
// inside: those whose pass is not over, and who have neither left nor are done.
//
// The time of whoever asks was taken before the lock was, and may be that of another server.
// Meanwhile somebody may have left and somebody else come in. Enter counts both: whoever
// leaves later than its time is inside, so that by the times of the passes there are never
// too many. Call counts in the order of the lock: whoever has left is not inside, whenever that
// was, and no pass counts that was over when the last was given.
type RoomCrowd struct {
	Event  *inventory.Event
	Room   *WaitingRoom
	Inside int64
	// Buying is how many of them have an order that waits for its payment. Only Call counts
	// them.
	Buying int64
}

// Call moves up to which entrant people are called, in one transaction that holds the lock
// on the room's row. serving returns the new number, which never falls; with a higher one
// Room.Calls is stored as it has left it. It may be called again, when the transaction lost a
// race.
func (s WaitingRooms) Call(ctx context.Context, event string, now inventory.Instant, serving func(*RoomCrowd) (int64, error)) (room WaitingRoom, err error) {
	err = s.db.InSession(ctx, func(session engine.Session) error {
		e, locked, err := s.locked(ctx, session, event)
		if err != nil {
			return err
		}
		c := &RoomCrowd{Event: e, Room: locked}
		if err := session.Run(ctx, []engine.Step{
			{SQL: insideText, Args: []any{event, int64(now), int64(e.Settings.Onsale.Admission)}, Row: func(r engine.Row) error { return r.Scan(&c.Inside) }},
			{SQL: buyingText, Args: []any{event, int64(now)}, Row: func(r engine.Row) error { return r.Scan(&c.Buying) }},
		}); err != nil {
			return err
		}
		to, err := serving(c)
		if room = *c.Room; err != nil || to <= room.Serving {
			return err
		}
		room.Serving = to
		return session.Run(ctx, []engine.Step{{SQL: "update waiting_rooms set serving = $1, calls = $2 where event_id = $3", Args: []any{to, room.Calls, event}}})
	})
	return room, err
}

// RoomSale is how the sale behind a waiting room goes so far.
type RoomSale struct {
	Came int64 // people who were let in
	// Decided is how many of them have taken something, have left, or whose pass is over; Took
	// is how many units people have who were let in, those of orders that wait for their
	// payment too.
	Decided, Took int64
}

// TookSQL adds up what people have who were let in, along an index that has only that.
const TookSQL = "select cast(coalesce(sum(units), 0) as bigint) from holds where event_id = $1 and entrant > 0 and state <> 'released'"

// Sale returns how the sale of an event goes, at a time. It reads all passes and all that was
// taken with them: not for each who asks.
func (s WaitingRooms) Sale(ctx context.Context, event string, now inventory.Instant) (v RoomSale, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		var buying int64
		for _, q := range []struct {
			to   *int64
			text string
			args []any
		}{
			{&v.Came, "select count(*) from waiting_room_passes where event_id = $1", []any{event}},
			{&v.Decided, "select count(*) from waiting_room_passes where event_id = $1 and (until <= $2 or left_at <> 0 or done_at <> 0)", []any{event, int64(now)}},
			{&buying, buyingText, []any{event, int64(now)}},
			{&v.Took, TookSQL, []any{event}},
		} {
			if *q.to, err = table.One(ctx, tx, table.ScanInt, q.text, q.args...); err != nil {
				return err
			}
		}
		v.Decided += buying
		return nil
	})
	return v, err
}

// Enter returns the pass of an entrant, which admit gives to an entrant who has none yet: with an error
// nobody is let in. Room.Calls is stored as admit has left it. All of it holds the lock on the room's row, so no two are let in at once
// where there is room for one. admit may be called again, when the transaction lost a race.
func (s WaitingRooms) Enter(ctx context.Context, event string, index int64, now inventory.Instant, admit func(*RoomCrowd) (inventory.Pass, error)) (pass inventory.Pass, err error) {
	err = s.db.InSession(ctx, func(session engine.Session) error {
		e, room, err := s.locked(ctx, session, event)
		if err != nil {
			return err
		}
		c := &RoomCrowd{Event: e, Room: room}
		if err := session.Run(ctx, []engine.Step{{
			SQL:  "select count(*) from waiting_room_passes where event_id = $1 and until > $2 and (left_at = 0 or left_at > $3) and (done_at = 0 or done_at > $4)",
			Args: []any{event, int64(now), int64(now), int64(now)},
			Row:  func(r engine.Row) error { return r.Scan(&c.Inside) },
		}}); err != nil {
			return err
		}
		pass = inventory.Pass{}
		if err := session.Run(ctx, []engine.Step{PassStep(event, index, "", &pass)}); err != nil || pass.Until != 0 {
			return err
		}
		calls := room.Calls
		if pass, err = admit(c); err != nil {
			return err
		}
		step, err := RoomPassTable.InsertStep(event, &pass, "")
		if err != nil {
			return err
		}
		steps := []engine.Step{step}
		if room.Calls != calls {
			steps = append(steps, engine.Step{SQL: "update waiting_rooms set calls = $1 where event_id = $2", Args: []any{room.Calls, event}})
		}
		return session.Run(ctx, steps)
	})
	return pass, err
}

// PassStep reads the pass of an entrant, whose Until is 0 when there is none.
func PassStep(event string, index int64, lock string, pass *inventory.Pass) engine.Step {
	return engine.Step{
		SQL: RoomPassTable.From() + " where event_id = $1 and idx = $2" + lock, Args: []any{event, index},
		Row: func(r engine.Row) error { return RoomPassTable.Scan(r, pass) },
	}
}

// Pass returns the pass of an entrant, whose Until is 0 for an entrant who was not let in.
func (s WaitingRooms) Pass(ctx context.Context, event string, index int64) (inventory.Pass, error) {
	pass, err := table.One(ctx, s.db.Read, RoomPassTable.Scan, RoomPassTable.From()+" where event_id = $1 and idx = $2", event, index)
	if errors.Is(err, database.ErrNotFound) {
		return inventory.Pass{}, nil
	}
	return pass, s.db.Classify(err)
}

// Leave gives up the place inside of an entrant, once: somebody else may have it then, and
// nothing can be taken with the pass. Anyone who is done, or whose pass is over, leaves nothing.
// ErrNotFound: the entrant was not let in.
func (s WaitingRooms) Leave(ctx context.Context, event string, index int64, now inventory.Instant) error {
	return s.db.InSession(ctx, func(session engine.Session) error {
		// With the lock, because whoever comes in counts those inside under it.
		if _, _, err := s.locked(ctx, session, event); err != nil {
			return err
		}
		// A batch that takes something with the pass holds the lock on its row until it is
		// committed. What it took was taken before; the clock of its server may be ahead.
		var pass inventory.Pass
		var clock inventory.Instant
		if err := session.Run(ctx, []engine.Step{PassStep(event, index, s.db.ForUpdate, &pass)}); err != nil {
			return err
		}
		if err := session.Run(ctx, []engine.Step{{
			SQL: "select clock from events where id = $1", Args: []any{event}, Row: func(r engine.Row) error { return r.Scan((*int64)(&clock)) },
		}}); err != nil {
			return err
		}
		if pass.Until == 0 {
			return database.ErrNotFound
		}
		at := max(now, clock, pass.EnteredAt) // a clock that is behind gives nothing back before it was had
		return session.Run(ctx, []engine.Step{{
			SQL:  "update waiting_room_passes set left_at = $1 where event_id = $2 and idx = $3 and left_at = 0 and done_at = 0 and until > $4",
			Args: []any{int64(at), event, index, int64(at)},
		}})
	})
}

// Entrant returns who joined the waiting room of an event by an identity, and the pass of
// one who was let in; ErrNotFound: nobody did.
func (s WaitingRooms) Entrant(ctx context.Context, event string, identity []byte) (e RoomEntrant, pass inventory.Pass, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		if e, err = table.One(ctx, tx, RoomEntrantTable.Scan, RoomEntrantTable.From()+" where event_id = $1 and identity = $2", event, identity); err != nil {
			return err
		}
		pass, err = table.One(ctx, tx, RoomPassTable.Scan, RoomPassTable.From()+" where event_id = $1 and idx = $2", event, e.Index)
		if errors.Is(err, database.ErrNotFound) {
			err = nil
		}
		return err
	})
	return e, pass, err
}

// ForgetEntrant overwrites the identity and the salt of a person who joined a waiting room, if
// anybody did by that identity. The commitment stays, which is a leaf of the tree; without
// the salt it is that of nobody. What they wanted of a ballot is gone, and so is where their receipt
// was to be mailed. instead has to be random, so that nobody has it.
func (s WaitingRooms) ForgetEntrant(ctx context.Context, event string, identity, instead, salt []byte) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := forgetWish(ctx, tx, event, identity); err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, ForgetMail+"event_id = $1 and idx in (select idx from waiting_room_entrants where event_id = $2 and identity = $3)", event, event, identity); err != nil {
			return err
		}
		n, err := table.Exec(ctx, tx, "update waiting_room_entrants set identity = $1, salt = $2, network = '' where event_id = $3 and identity = $4", instead, salt, event, identity)
		if err != nil || n == 0 {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}

// JoinedEvents returns the events, in order and after one, whose waiting room somebody has
// joined.
func (s WaitingRooms) JoinedEvents(ctx context.Context, after string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select event_id from waiting_rooms where event_id > $1 order by event_id limit $2", after, limit)
	return list, s.db.Classify(err)
}

// insideText counts who is inside, in the order of the lock. Each pass is good for the same
// time, which is the last argument: so the one that is over last was given last.
const insideText = `select count(*) from waiting_room_passes where event_id = $1 and until > $2 and left_at = 0 and done_at = 0
	and until > (select max(until) from waiting_room_passes where event_id = $1) - $3`

// buyingText counts who is inside and has an order that waits for its payment. The orders
// come first: there are no more of them than can be paid in the minutes that they are held.
const buyingText = `select count(distinct h.entrant) from holds h
	join waiting_room_passes p on p.event_id = h.event_id and p.idx = h.entrant - 1
	where h.event_id = $1 and h.state = 'held' and h.expires_at > 0 and h.entrant > 0 and p.until > $2 and p.left_at = 0 and p.done_at = 0`

// EntrantsByIdentity finds who has joined by their identities.
var EntrantsByIdentity = &engine.LookupSpec{Table: "waiting_room_entrants", Cols: "identity, idx", Event: "event_id", Key: "identity", Blob: true}

// knownOf looks for the indexes of identities, by identity.
func knownOf(known map[string]int64, event string, identities [][]byte) *engine.Lookup {
	return &engine.Lookup{Spec: EntrantsByIdentity, EventID: event, Blobs: identities, Row: func(r engine.Row) error {
		var identity []byte
		var index int64
		err := r.Scan(&identity, &index)
		known[string(identity)] = index
		return err
	}}
}

// RoomBatch is the batch in which somebody joined: the tree before it, who joined with it,
// and the checkpoint after it.
type RoomBatch struct {
	Before     RoomCheckpoint // its zero value: nobody had joined
	Entrants   []RoomEntrant
	Checkpoint RoomCheckpoint
}

// BatchOf returns the batch in which the entrant of an index joined, or ErrNotFound. Its
// rows never change.
func (s WaitingRooms) BatchOf(ctx context.Context, event string, index int64) (b RoomBatch, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		at := RoomCheckpointTable.From() + " where event_id = $1 and size "
		b.Checkpoint, err = table.One(ctx, tx, RoomCheckpointTable.Scan, at+"> $2 order by size limit 1", event, index)
		if err != nil {
			return err
		}
		b.Before, err = table.One(ctx, tx, RoomCheckpointTable.Scan, at+"<= $2 order by size desc limit 1", event, index)
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			return err
		}
		b.Entrants, err = table.All(ctx, tx, RoomEntrantTable.Scan, RoomEntrantTable.From()+
			" where event_id = $1 and idx >= $2 and idx < $3 order by idx", event, b.Before.Size, b.Checkpoint.Size)
		return err
	})
	return b, err
}

// WaitingRooms is the people who wait before an on-sale, in the order of arrival, and the tree of them.
type WaitingRooms struct{ db *database.DB }

// NewWaitingRooms returns WaitingRooms on a database.
func NewWaitingRooms(db *database.DB) WaitingRooms { return WaitingRooms{db} }
