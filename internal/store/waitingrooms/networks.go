package waitingrooms

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// RoomNetwork is a network from which people joined a draw that is not sealed.
type RoomNetwork struct {
	Network  string // its pseudonym
	Entrants int64
	// Struck is how many of them were struck out, or have left.
	Struck int64
}

// networksText counts along an index, and looks at strikes of the networks that are shown alone.
const networksText = `select t.network, t.entrants,
		(select count(*) from waiting_room_strikes s join waiting_room_entrants e on e.event_id = s.event_id and e.idx = s.idx where s.event_id = $1 and e.network = t.network)
	from (select network, count(*) as entrants from waiting_room_entrants where event_id = $2 and network <> '' group by network order by count(*) desc, network limit $3) t
	order by t.entrants desc, t.network`

// Networks returns from which networks most people have joined a draw, at most limit of them. It reads
// all entrants.
func (s WaitingRooms) Networks(ctx context.Context, event string, limit int) ([]RoomNetwork, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, n *RoomNetwork) error { return r.Scan(&n.Network, &n.Entrants, &n.Struck) }, networksText, event, event, limit)
	return list, s.db.Classify(err)
}

// strikeNetworkText strikes out those of a network who are not.
const strikeNetworkText = `insert into waiting_room_strikes (event_id, idx, reason, at, network, told_at)
	select e.event_id, e.idx, cast($1 as text), cast($2 as bigint), e.network, 0 from waiting_room_entrants e
	where e.event_id = $3 and e.network = $4 and not exists (select 1 from waiting_room_strikes s where s.event_id = e.event_id and s.idx = e.idx) order by e.idx limit $5`

// StrikeNetwork strikes those out of a draw who joined from a network, if may says that it is still
// time, at most limit of them, and returns how many those are. Whoever was struck out before stays so
// for that reason. It holds the lock on the room's row, under which the draw is sealed, and stores tell
// with it. ErrNotFound: nobody has joined from there.
func (s WaitingRooms) StrikeNetwork(ctx context.Context, strike RoomStrike, limit int, tell *database.Job, may func(*inventory.Event, *WaitingRoom) error) (n int64, err error) {
	err = s.db.InSession(ctx, func(session engine.Session) error {
		e, room, err := s.locked(ctx, session, strike.EventID)
		if err != nil {
			return err
		}
		if err := may(e, room); err != nil {
			return err
		}
		var there int64
		if err := session.Run(ctx, []engine.Step{{
			SQL:  "select count(*) from (select 1 from waiting_room_entrants where event_id = $1 and network = $2 and network <> '' limit 1) t",
			Args: []any{strike.EventID, strike.Network}, Row: func(r engine.Row) error { return r.Scan(&there) },
		}}); err != nil {
			return err
		}
		if there == 0 {
			return database.ErrNotFound
		}
		n = 0
		return session.Run(ctx, append([]engine.Step{{
			SQL: strikeNetworkText, Args: []any{strike.Reason, int64(strike.At), strike.EventID, strike.Network, int64(limit)}, Affected: &n,
		}}, jobSteps(tell)...))
	})
	return n, err
}

// ofStrike are those who were struck out one by one, with an index, or with a network; whoever left is
// not among them.
const (
	ofIndex   = "delete from waiting_room_strikes where event_id = $1 and idx = $2 and reason <> 'left'"
	ofNetwork = `delete from waiting_room_strikes where event_id = $1 and idx in
		(select idx from waiting_room_strikes where event_id = $2 and network = $3 and reason <> 'left' order by idx limit $4)`
)

// Restore takes back that entrants of a draw were struck out, if may says that it is still time: of one
// with an index, or where that is negative, of those who were with a network, at most limit of them. It
// returns how many those are. Whoever has left stays out.
func (s WaitingRooms) Restore(ctx context.Context, event string, index int64, network string, limit int, may func(*inventory.Event, *WaitingRoom) error) (n int64, err error) {
	err = s.db.InSession(ctx, func(session engine.Session) error {
		e, room, err := s.locked(ctx, session, event)
		if err != nil {
			return err
		}
		if err := may(e, room); err != nil {
			return err
		}
		n = 0
		step := engine.Step{SQL: ofIndex, Args: []any{event, index}, Affected: &n}
		if index < 0 {
			step.SQL, step.Args = ofNetwork, []any{event, event, network, int64(limit)}
		}
		return session.Run(ctx, []engine.Step{step})
	})
	return n, err
}

// PruneNetworks forgets from which networks draws were joined in which nobody can be struck out any
// more, at most of limit entrants, and returns of how many. Those of events in other cells are forgotten
// there.
func (s WaitingRooms) PruneNetworks(ctx context.Context, limit int) (n int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err = table.Exec(ctx, tx, `update waiting_room_entrants set network = '' where network <> '' and (event_id, idx) in
			(select w.event_id, w.idx from waiting_room_entrants w join waiting_rooms r on r.event_id = w.event_id join events v on v.id = w.event_id
			where w.network <> '' and (r.sealed <> -1 or v.draw_due_at = 0) and `+livesHere+` limit $1)`, limit)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("store: networks of draws: %w", err)
	}
	return n, nil
}

// StruckMails returns those of a draw who are out, but not of themselves, do not know it, and can be
// mailed: by index, from after one on and at most limit of them.
func (s WaitingRooms) StruckMails(ctx context.Context, event string, after int64, limit int) ([]RoomMail, error) {
	list, err := table.All(ctx, s.db.Read, RoomMailTable.Scan, RoomMailTable.From()+` where event_id = $1 and idx > $2 and email <> '' and receipt_at > 0
		and exists (select 1 from waiting_room_strikes s where s.event_id = waiting_room_mails.event_id and s.idx = waiting_room_mails.idx and s.told_at = 0 and s.reason <> 'left')
		order by idx limit $3`, event, after, limit)
	return list, s.db.Classify(err)
}

// StruckTold notes that an entrant was mailed that they are out.
func (s WaitingRooms) StruckTold(ctx context.Context, event string, index int64, at inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, "update waiting_room_strikes set told_at = $1 where event_id = $2 and idx = $3", int64(at), event, index); err != nil {
			return err
		}
		return events.Lives(ctx, tx, event)
	})
}
