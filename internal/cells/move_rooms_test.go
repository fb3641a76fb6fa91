package cells

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// TestMoveRoom: an event moves with its waiting room before that opens and when it is over, and not
// while people wait. Receipts stay what they were, whoever joins next has the next place, and a
// mail that waits to be sent is sent by the cell where the event lives, and by no other.
func TestMoveRoom(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, now := t.Context(), inventory.At(time.Now())
	opens := now + hour
	w.another(func(s *inventory.Settings) {
		s.Onsale = inventory.Onsale{Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, Inside: 10, Admission: 10 * inventory.Minute, OpensAt: opens, ServesAt: opens + hour}
	})
	event := w.stored.Event
	config := func(at inventory.Instant) Config {
		c := w.config(nil)
		c.Now = func(context.Context) (inventory.Instant, error) { return at, nil }
		return c
	}
	door := func(cell string) *joins.Writer {
		j, err := joins.New(joins.Config{Store: w.of[cell], Key: signingKey, IdentityKey: make([]byte, 32), Now: func() inventory.Instant { return opens + 1 }})
		must(t, err)
		return j
	}
	w.moves(config(now), "west") // nobody has joined yet
	w.moves(config(now), "home")
	receipts := map[string]string{}
	join := func(cell, who string, index int64) {
		t.Helper()
		r, err := door(cell).Join(ctx, event, who)
		must(t, err)
		if r.Entrant.Index != index {
			t.Errorf("%s has index %d, want %d", who, r.Entrant.Index, index)
		}
		receipts[who] = r.Text()
	}
	for i := range int64(30) {
		join("home", fmt.Sprint("guest", i), i)
	}
	rooms := w.of["home"].WaitingRooms
	in := func(i int64) (inventory.Pass, error) {
		return rooms.Enter(ctx, event, i, opens+hour, func(*waitingrooms.RoomCrowd) (inventory.Pass, error) {
			return inventory.Pass{Index: i, EnteredAt: opens + hour, Until: opens + hour + inventory.Instant(10*inventory.Minute)}, nil
		})
	}
	_, err := rooms.Call(ctx, event, opens+hour, func(*waitingrooms.RoomCrowd) (int64, error) { return 5, nil })
	must(t, err)
	for i := range int64(5) {
		_, err := in(i)
		must(t, err)
	}
	w.exec("home", "insert into waiting_room_mails (event_id, idx, email, address, locale, asked_at, receipt_at, mail_until) values ($1, 3, 'a@example.org', 'a@example.org', 'en', 1, 0, 0)", event)

	var bound *cells.BoundError
	if _, err := Run(ctx, config(opens+hour), event, "west"); !errors.As(err, &bound) || !slices.Equal(bound.Reasons, []string{"its waiting room is open"}) {
		t.Errorf("while people wait: %v", err)
	}
	for _, way := range []struct {
		at   inventory.Instant
		to   string
		kill []string
	}{
		{now, "west", []string{"close", "fill waiting_room_entrants", "compare", "clear"}},
		{now + 32*day, "east", []string{"fill waiting_rooms", "say arrived"}},
		{now + 32*day, "home", nil},
	} {
		w.moves(config(way.at), way.to, way.kill...)
		for _, cell := range names {
			if cell == way.to {
				continue
			}
			w.gone(cell, "waiting_rooms", "waiting_room_entrants", "waiting_room_checkpoints", "waiting_room_passes", "waiting_room_mails")
			rooms := w.of[cell].WaitingRooms
			if _, err := door(cell).Join(ctx, event, "somebody"); !errors.Is(err, archives.ErrElsewhere) && !errors.Is(err, database.ErrNotFound) {
				t.Errorf("joined in %s: %v", cell, err)
			}
			w.gone(cell, "waiting_rooms")
			if n, err := rooms.PruneMails(ctx, now+100*day, 10); n != 0 || err != nil {
				t.Errorf("%s forgets %d mails, %v", cell, n, err)
			}
		}
		for i := range int64(len(receipts)) {
			r, err := door(way.to).Receipt(ctx, event, i)
			must(t, err)
			if who := fmt.Sprint("guest", i); r.Text() != receipts[who] {
				t.Errorf("the receipt of %s in %s is another", who, way.to)
			}
			if _, err := waitroom.ParseReceipt(r.Text(), event, []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}); err != nil {
				t.Error(err)
			}
		}
		join(way.to, fmt.Sprint("guest", len(receipts)), int64(len(receipts)))
		pass, err := w.of[way.to].WaitingRooms.Pass(ctx, event, 4)
		if err != nil || pass.EnteredAt != opens+hour {
			t.Errorf("the pass in %s: %+v, %v", way.to, pass, err)
		}
		m, err := w.of[way.to].WaitingRooms.Mail(ctx, event, 3)
		if err != nil || m.Email != "a@example.org" {
			t.Errorf("the mail in %s: %+v, %v", way.to, m, err)
		}
		w.settled(way.to)
		w.clean()
	}
}

// TestRoomWhileItMoves: who does something in the waiting room of an event that is closed because
// it moves is refused, whatever it is, and nothing is changed.
func TestRoomWhileItMoves(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, now := t.Context(), inventory.At(time.Now())
	w.another(func(s *inventory.Settings) {
		s.Onsale = inventory.Onsale{Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, Inside: 10, Admission: 10 * inventory.Minute, OpensAt: now + hour, ServesAt: now + 2*hour}
	})
	event, st := w.stored.Event, w.of["home"]
	j, err := joins.New(joins.Config{Store: st, Key: signingKey, IdentityKey: make([]byte, 32), Now: func() inventory.Instant { return now + hour + 1 }})
	must(t, err)
	_, err = j.Join(ctx, event, "guest")
	must(t, err)
	w.exec("home", "insert into waiting_room_mails (event_id, idx, email, address, locale, asked_at, receipt_at, mail_until) values ($1, 0, 'a@example.org', 'a@example.org', 'en', 1, 1, 0)", event)
	if _, err := Run(ctx, w.config(func(s string) error {
		if s == "copy" {
			return errKilled
		}
		return nil
	}), event, "west"); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	rooms := st.WaitingRooms
	if first, err := rooms.ReachableDraw(ctx, ""); first != "" || err != nil {
		t.Errorf("%s is to be told here, %v", first, err)
	}
	for what, do := range map[string]func() error{
		"join": func() error { _, err := j.Join(ctx, event, "another"); return err },
		"call": func() error {
			_, err := rooms.Call(ctx, event, now, func(*waitingrooms.RoomCrowd) (int64, error) { return 1, nil })
			return err
		},
		"enter": func() error {
			_, err := rooms.Enter(ctx, event, 0, now, func(*waitingrooms.RoomCrowd) (inventory.Pass, error) { return inventory.Pass{Until: now + hour}, nil })
			return err
		},
		"leave": func() error { return rooms.Leave(ctx, event, 0, now) },
		"seal": func() error {
			_, err := rooms.Seal(ctx, event, func(*inventory.Event) error { return nil })
			return err
		},
		"forget":  func() error { return j.Forget(ctx, event, "guest") },
		"mailed":  func() error { return rooms.Mailed(ctx, event, 0) },
		"receipt": func() error { return rooms.ReceiptMailed(ctx, event, 0, now) },
		"end":     func() error { _, err := rooms.EndDraw(ctx, event, now, 10); return err },
		"traces":  func() error { return st.Erasures.ForgetTraces(ctx, "acc_none", "a@example.org") },
		"told":    func() error { return rooms.StruckTold(ctx, event, 0, now) },
		"strike a network": func() error {
			_, err := rooms.StrikeNetwork(ctx, waitingrooms.RoomStrike{EventID: event, Network: "a", Reason: "fraud", At: now}, 10, nil, func(*inventory.Event, *waitingrooms.WaitingRoom) error { return nil })
			return err
		},
		"restore": func() error {
			_, err := rooms.Restore(ctx, event, 0, "", 10, func(*inventory.Event, *waitingrooms.WaitingRoom) error { return nil })
			return err
		},
		"strike": func() error {
			_, err := rooms.Strike(ctx, waitingrooms.RoomStrike{EventID: event, Reason: "fraud", At: now}, nil, func(*inventory.Event, *waitingrooms.WaitingRoom) error { return nil })
			return err
		},
	} {
		if err := do(); !errors.Is(err, archives.ErrElsewhere) {
			t.Errorf("%s: %v", what, err)
		}
	}
	w.moves(w.config(nil), "west")
	r, err := w.of["west"].WaitingRooms.Room(ctx, event)
	if err != nil || r.Entrants != 1 || r.Serving != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if m, err := w.of["west"].WaitingRooms.Mail(ctx, event, 0); err != nil || m.Email == "" || m.MailUntil != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	if first, err := w.of["west"].WaitingRooms.ReachableDraw(ctx, ""); first != event || err != nil {
		t.Errorf("%s is to be told there, %v", first, err)
	}
	w.exec("west", "update waiting_room_mails set receipt_at = 0") // of a draw alone
	w.settled("west")
	w.clean()
}
