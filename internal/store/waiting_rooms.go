package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// WaitingRoom is a waiting room: its terms, and the tree of those who joined.
type WaitingRoom struct {
	EventID                    string
	Mode                       string // as package waitroom calls it
	OpensAt, SealsAt, ServesAt inventory.Instant
	Inside                     int
	Admission                  inventory.Micros
	// Entrants is how many have joined, Nodes the roots of the full subtrees, the
	// largest first. That is all that has to be read before others join.
	Entrants int64
	Nodes    []byte
}

// RoomEntrant is somebody who has joined.
type RoomEntrant struct {
	Index      int64 // in the order of arrival, from 0
	Identity   []byte
	Class      int
	Salt       []byte
	Commitment []byte
	JoinedAt   inventory.Instant
}

// RoomCheckpoint is the tree as it was after a batch, and its signature.
type RoomCheckpoint struct {
	EventID   string
	Size      int64
	Nodes     []byte
	Signature []byte
	At        inventory.Instant
}

var (
	waitingRoomTable = describe("waiting_rooms", new(WaitingRoom), func(c *columns, v *WaitingRoom) {
		c.key("event_id", &v.EventID)
		c.changes(1)
		c.text("mode", &v.Mode)
		c.number("opens_at", (*int64)(&v.OpensAt))
		c.number("seals_at", (*int64)(&v.SealsAt))
		c.number("serves_at", (*int64)(&v.ServesAt))
		c.small("inside", &v.Inside)
		c.number("admission", (*int64)(&v.Admission))
		c.changes(2)
		c.number("entrants", &v.Entrants)
		c.blob("nodes", &v.Nodes)
	})

	roomEntrantTable = describeBatch("waiting_room_entrants", "event_id", engine.Insert, new(RoomEntrant), func(c *columns, v *RoomEntrant) {
		c.numberKey("idx", &v.Index)
		c.blob("identity", &v.Identity)
		c.small("class", &v.Class)
		c.blob("salt", &v.Salt)
		c.blob("commitment", &v.Commitment)
		c.number("joined_at", (*int64)(&v.JoinedAt))
	})

	roomCheckpointTable = describe("waiting_room_checkpoints", new(RoomCheckpoint), func(c *columns, v *RoomCheckpoint) {
		c.key("event_id", &v.EventID)
		c.numberKey("size", &v.Size)
		c.blob("nodes", &v.Nodes)
		c.blob("signature", &v.Signature)
		c.number("at", (*int64)(&v.At))
	})
)

// SetTerms stores the terms of a waiting room. Once it has opened, or somebody has
// joined, they are frozen: set is false then, and nothing changed. The clocks of two
// servers differ, so somebody may have joined before this one finds it open.
func (s WaitingRooms) SetTerms(ctx context.Context, r WaitingRoom, now inventory.Instant) (set bool, err error) {
	r.Entrants, r.Nodes = 0, []byte{}
	args, err := waitingRoomTable.args(&r)
	if err != nil {
		return false, err
	}
	args = append(args, int64(now))
	err = s.withTx(ctx, func(tx *sql.Tx) error {
		n, err := exec(ctx, tx, waitingRoomTable.insertText+" "+waitingRoomTable.replace[1]+
			" where waiting_rooms.entrants = 0 and waiting_rooms.opens_at > $"+strconv.Itoa(len(args)), args...)
		set = n == 1
		return err
	})
	return set, err
}

// Room returns a waiting room, or ErrNotFound.
func (s WaitingRooms) Room(ctx context.Context, event string) (WaitingRoom, error) {
	r, err := one(ctx, s.read, waitingRoomTable.scan, roomText, event)
	return r, s.classify(err)
}

var roomText = waitingRoomTable.from() + " where event_id = $1"

// RoomGrowth is what a batch of joins adds to a room.
type RoomGrowth struct {
	Entrants   []RoomEntrant // in the order of their indexes, which go on from those there are
	Checkpoint RoomCheckpoint
}

// Join lets people into a waiting room, in one transaction that holds the lock on the
// room's row: two servers take turns. grow is told the room as it is and the indexes of
// those of the identities that have one, by identity, and returns who is new; nil: nobody.
// It may be called again, when the transaction lost a race. Nothing is read of those who
// joined before but these identities. ErrNotFound: the event has no waiting room.
func (s WaitingRooms) Join(ctx context.Context, event string, identities [][]byte,
	grow func(room *WaitingRoom, known map[string]int64) (*RoomGrowth, error),
) error {
	return s.inSession(ctx, func(session engine.Session) error {
		var room WaitingRoom
		known := make(map[string]int64)
		steps := []engine.Step{{
			SQL: roomText + s.forUpdate, Args: []any{event},
			Row: func(r engine.Row) error { return waitingRoomTable.scan(r, &room) },
		}}
		for _, identity := range identities {
			steps = append(steps, knownStep(known, event, identity))
		}
		if err := session.Run(ctx, steps); err != nil {
			return err
		}
		if room.EventID == "" {
			return ErrNotFound
		}
		g, err := grow(&room, known)
		if err != nil || g == nil {
			return err
		}
		cols, err := values(roomEntrantTable, roomEntrantTable.insert, len(g.Entrants), func(i int) *RoomEntrant { return &g.Entrants[i] })
		if err != nil {
			return err
		}
		var entered, grown int64
		steps = session.Bulk(steps[:0], &engine.Bulk{
			Spec: roomEntrantTable.insert.spec, EventID: event, Rows: len(g.Entrants), Columns: cols, Affected: &entered,
		})
		signed, err := roomCheckpointTable.insertStep("", &g.Checkpoint, "")
		if err != nil {
			return err
		}
		steps = append(steps, signed, engine.Step{
			// Whoever had not taken the lock would find another number here.
			SQL:  "update waiting_rooms set entrants = $1, nodes = $2 where event_id = $3 and entrants = $4",
			Args: []any{g.Checkpoint.Size, g.Checkpoint.Nodes, event, room.Entrants}, Affected: &grown,
		})
		if err := session.Run(ctx, steps); err != nil {
			return err
		}
		if entered != int64(len(g.Entrants)) || grown != 1 {
			return fmt.Errorf("store: %d of %d entrants were stored, and %d of one room", entered, len(g.Entrants), grown)
		}
		return nil
	})
}

// knownStep looks for the index of an identity. Each is looked up by its key: a list of
// them is planned while the table is empty, and then reads everybody who has joined.
func knownStep(known map[string]int64, event string, identity []byte) engine.Step {
	return engine.Step{
		SQL: "select idx from waiting_room_entrants where event_id = $1 and identity = $2", Args: []any{event, identity},
		Row: func(r engine.Row) error {
			var index int64
			err := r.Scan(&index)
			known[string(identity)] = index
			return err
		},
	}
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
	err = s.withSnapshot(ctx, func(tx *sql.Tx) error {
		at := roomCheckpointTable.from() + " where event_id = $1 and size "
		b.Checkpoint, err = one(ctx, tx, roomCheckpointTable.scan, at+"> $2 order by size limit 1", event, index)
		if err != nil {
			return err
		}
		b.Before, err = one(ctx, tx, roomCheckpointTable.scan, at+"<= $2 order by size desc limit 1", event, index)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		b.Entrants, err = all(ctx, tx, roomEntrantTable.scan, roomEntrantTable.from()+
			" where event_id = $1 and idx >= $2 and idx < $3 order by idx", event, b.Before.Size, b.Checkpoint.Size)
		return err
	})
	return b, err
}
