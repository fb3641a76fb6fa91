package waitingrooms

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// RoomStrike is an entrant who was struck out of a draw.
type RoomStrike struct {
	EventID string
	Index   int64
	Reason  string
	At      inventory.Instant
	// Network is that with which all were struck out who came from it; "": this one alone.
	Network string
	ToldAt  inventory.Instant // when they were mailed that they are out; 0: they were not
}

// RoomStrikeTable describes the table waiting_room_strikes; a row is one RoomStrike.
var RoomStrikeTable = table.New("waiting_room_strikes", new(RoomStrike), func(c *table.Columns, v *RoomStrike) {
	c.Key("event_id", &v.EventID)
	c.NumberKey("idx", &v.Index)
	c.Text("reason", &v.Reason)
	c.Number("at", (*int64)(&v.At))
	c.Text("network", &v.Network)
	c.Number("told_at", (*int64)(&v.ToldAt))
})

// DueDraws returns the events, in order and after one, whose draw can come a step further
// by now.
func (s WaitingRooms) DueDraws(ctx context.Context, now inventory.Instant, after string, limit int) ([]string, error) {
	ids, err := table.All(ctx, s.db.Read, table.ScanText,
		"select id from events where draw_due_at > 0 and draw_due_at <= $1 and archived_at = 0 and id > $2 order by id limit $3", int64(now), after, limit)
	if err != nil {
		return nil, fmt.Errorf("store: due draws: %w", s.db.Classify(err))
	}
	return ids, nil
}

// Seal fixes who takes part in the draw of a waiting room, if ready says that it is time:
// those who have joined. All of it holds the lock on the room's row, so whoever is joining
// meanwhile is in before it, or stands behind. Where it was fixed before, nothing changes.
// The result is the tree of those who take part, by the checkpoint that their last batch
// was signed with: its zero value when nobody does. ErrNotFound: there is no such event.
func (s WaitingRooms) Seal(ctx context.Context, event string, ready func(*inventory.Event) error) (tree RoomCheckpoint, err error) {
	err = s.db.InSession(ctx, func(session engine.Session) error {
		e, room, err := s.locked(ctx, session, event)
		if err != nil {
			return err
		}
		steps := []engine.Step{}
		if room.Sealed == NotSealed {
			if err := ready(e); err != nil {
				return err
			}
			room.Sealed = room.Entrants
			steps = append(steps, engine.Step{
				SQL: "update waiting_rooms set sealed = $1 where event_id = $2 and sealed = $3", Args: []any{room.Sealed, event, int64(NotSealed)},
			})
		}
		tree = RoomCheckpoint{}
		if err := session.Run(ctx, append(steps, sealedStep(&tree, event, room.Sealed))); err != nil {
			return err
		}
		if tree.Size != room.Sealed {
			return fmt.Errorf("store: the draw of %s was sealed with %d entrants, and no batch ended there", event, room.Sealed)
		}
		return nil
	})
	return tree, err
}

func sealedStep(tree *RoomCheckpoint, event string, size int64) engine.Step {
	return engine.Step{
		SQL: RoomCheckpointTable.From() + " where event_id = $1 and size = $2", Args: []any{event, size},
		Row: func(r engine.Row) error { return RoomCheckpointTable.Scan(r, tree) },
	}
}

// Checkpoint returns the signed tree of a waiting room at a size, or ErrNotFound.
func (s WaitingRooms) Checkpoint(ctx context.Context, event string, size int64) (RoomCheckpoint, error) {
	c, err := table.One(ctx, s.db.Read, RoomCheckpointTable.Scan, RoomCheckpointTable.From()+" where event_id = $1 and size = $2", event, size)
	return c, s.db.Classify(err)
}

// FirstCheckpoint returns the signed tree of a waiting room as it was after its first batch, or
// ErrNotFound.
func (s WaitingRooms) FirstCheckpoint(ctx context.Context, event string) (RoomCheckpoint, error) {
	c, err := table.One(ctx, s.db.Read, RoomCheckpointTable.Scan, RoomCheckpointTable.From()+" where event_id = $1 order by size limit 1", event)
	return c, s.db.Classify(err)
}

// Strike strikes an entrant out of a draw, if may says that it is still time, and returns
// the row: that of an earlier strike if there is one, which stands. It holds the lock on the
// room's row, under which the draw is sealed. tell is stored with a new one; nil: nothing is. ErrNotFound:
// there is no such entrant.
func (s WaitingRooms) Strike(ctx context.Context, strike RoomStrike, tell *database.Job, may func(*inventory.Event, *WaitingRoom) error) (RoomStrike, error) {
	stored := RoomStrike{}
	err := s.db.InSession(ctx, func(session engine.Session) error {
		e, room, err := s.locked(ctx, session, strike.EventID)
		switch {
		case err != nil:
			return err
		case strike.Index < 0 || strike.Index >= room.Entrants:
			return database.ErrNotFound
		}
		stored = RoomStrike{}
		find := engine.Step{
			SQL: RoomStrikeTable.From() + " where event_id = $1 and idx = $2", Args: []any{strike.EventID, strike.Index},
			Row: func(r engine.Row) error { return RoomStrikeTable.Scan(r, &stored) },
		}
		if err := session.Run(ctx, []engine.Step{find}); err != nil || stored.EventID != "" {
			return err
		}
		if err := may(e, room); err != nil {
			return err
		}
		step, err := RoomStrikeTable.InsertStep("", &strike, "")
		if err != nil {
			return err
		}
		return session.Run(ctx, append([]engine.Step{step, find}, jobSteps(tell)...))
	})
	return stored, err
}

// jobSteps store a job; nil: none.
func jobSteps(job *database.Job) []engine.Step {
	if job == nil {
		return nil
	}
	return []engine.Step{{SQL: database.JobText, Args: []any{job.Kind, job.Args, job.Queue, job.Priority, job.MaxAttempts}}}
}

// Struck returns for which reason an entrant was struck out of the draw; "": they were not.
func (s WaitingRooms) Struck(ctx context.Context, event string, index int64) (reason string, err error) {
	strike, err := s.StrikeOf(ctx, event, index)
	return strike.Reason, err
}

// StrikeOf returns how an entrant was struck out of the draw; its zero value: they were not.
func (s WaitingRooms) StrikeOf(ctx context.Context, event string, index int64) (RoomStrike, error) {
	strike, err := table.One(ctx, s.db.Read, RoomStrikeTable.Scan, RoomStrikeTable.From()+" where event_id = $1 and idx = $2", event, index)
	if errors.Is(err, database.ErrNotFound) {
		return RoomStrike{}, nil
	}
	return strike, s.db.Classify(err)
}

// Strikes returns those who were struck out of a draw, in order, from an index on.
func (s WaitingRooms) Strikes(ctx context.Context, event string, from int64, limit int) ([]RoomStrike, error) {
	list, err := table.All(ctx, s.db.Read, RoomStrikeTable.Scan, RoomStrikeTable.From()+" where event_id = $1 and idx >= $2 order by idx limit $3", event, from, limit)
	return list, s.db.Classify(err)
}

// Entrants returns those who joined a waiting room, in order, from an index on and below
// another.
func (s WaitingRooms) Entrants(ctx context.Context, event string, from, below int64, limit int) ([]RoomEntrant, error) {
	list, err := table.All(ctx, s.db.Read, RoomEntrantTable.Scan,
		RoomEntrantTable.From()+" where event_id = $1 and idx >= $2 and idx < $3 order by idx limit $4", event, from, below, limit)
	return list, s.db.Classify(err)
}
