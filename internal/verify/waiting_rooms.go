package verify

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/merkle"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// checkWaitingRoom checks who stands in the waiting room of the event, and who was let in
// (invariants 15 and 16); what becomes of a draw is checked by checkDraw. Its terms are settings, to which the audit rows commit.
func (c *check) checkWaitingRoom() error {
	event := c.event.Event.ID
	room, err := c.run.snapshot.WaitingRoom(event)
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	c.run.report.Checked.WaitingRooms++
	o := &c.event.Event.Settings.Onsale
	if o.Mode == inventory.OnsaleOpen {
		c.fail(15, event, "people wait before a sale that has no waiting room")
	}
	if room.Serving < 0 || room.Serving > room.Entrants {
		c.fail(15, event, "%d of %d entrants are called", room.Serving, room.Entrants)
	}
	if seal := &o.Draw.Seal; seal.At != 0 && room.Sealed != seal.Entrants {
		c.fail(17, event, "the seal has %d entrants, and the waiting room was sealed with %d", seal.Entrants, room.Sealed)
	}
	if err := c.checkEntrants(room); err != nil {
		return err
	}
	if err := c.loadStrikes(); err != nil {
		return err
	}
	if o.Mode == inventory.OnsaleBallot {
		if err := c.checkBallot(room); err != nil {
			return err
		}
	}
	if err := c.checkRoomMails(room, o); err != nil {
		return err
	}
	return c.checkAdmitted(room, o)
}

// checkRoomMails checks whom it is known how to mail: entrants, and how a draw ended only where
// it has.
func (c *check) checkRoomMails(room *waitingrooms.WaitingRoom, o *inventory.Onsale) error {
	event := c.event.Event.ID
	over := o.Draw.Result.Seed != "" || o.Draw.Step == inventory.DrawClosed || c.event.Event.Status == inventory.Cancelled
	return c.run.snapshot.RoomMails(event, func(m *waitingrooms.RoomMail) error {
		switch {
		case m.Index < 0 || m.Index >= room.Entrants:
			c.fail(15, event, "entrant %d is mailed a receipt, and has not joined", m.Index)
		case m.ReceiptAt != 0 && o.Mode != inventory.OnsaleDraw, m.MailUntil != 0 && !over:
			c.fail(15, event, "entrant %d is told how a draw ended that has not", m.Index)
		}
		return nil
	})
}

// checkEntrants builds the tree of those who joined anew.
func (c *check) checkEntrants(room *waitingrooms.WaitingRoom) error {
	event := c.event.Event.ID
	tree, err := merkle.NewFrontier(0, nil)
	if err != nil {
		return err
	}
	next := int64(0)
	err = c.run.snapshot.RoomEntrants(event, func(e *waitingrooms.RoomEntrant) error {
		c.run.report.Checked.Entrants++
		if e.Index != next {
			c.fail(15, event, "entrant %d follows entrant %d", e.Index, next-1)
		}
		next = e.Index + 1
		leaf := draw.Entrant{EventID: event, Index: e.Index, Class: e.Class}
		copy(leaf.Commitment[:], e.Commitment)
		text := leaf.Text()
		tree.AppendHash(tlog.RecordHash([]byte(text)))
		c.joinedDraw(e, text)
		return nil
	})
	if err != nil {
		return err
	}
	var nodes []byte
	for _, h := range tree.Nodes() {
		nodes = append(nodes, h[:]...)
	}
	if tree.Size() != room.Entrants || !bytes.Equal(nodes, room.Nodes) {
		c.fail(15, event, "the %d entrants are not those of the tree, of %d", tree.Size(), room.Entrants)
	}
	return nil
}

// checkAdmitted checks who was let in, and how many were inside at once.
func (c *check) checkAdmitted(room *waitingrooms.WaitingRoom, o *inventory.Onsale) error {
	event := c.event.Event.ID
	type step struct {
		at    inventory.Instant
		moves int64
	}
	var steps []step
	err := c.run.snapshot.RoomPasses(event, func(p *inventory.Pass) error {
		c.run.report.Checked.Passes++
		switch place := placeOf(o, p.Index); {
		case place < 1 || place > room.Serving:
			c.fail(15, event, "entrant %d, of place %d, was let in, and only %d are called", p.Index, place, room.Serving)
		case c.draw.struck[p.Index]:
			c.fail(15, event, "entrant %d was let in, and was struck out of the draw", p.Index)
		case p.EnteredAt < o.ServesAt:
			c.fail(15, event, "entrant %d was let in before anybody was served", p.Index)
		case p.EnteredAt < o.Slots.Start(o.ServesAt, place):
			c.fail(15, event, "entrant %d, of place %d, was let in before the slot of that place", p.Index, place)
		case p.Until-p.EnteredAt != inventory.Instant(o.Admission):
			c.fail(15, event, "the pass of entrant %d is good for %d microseconds, and the terms say %d", p.Index, p.Until-p.EnteredAt, o.Admission)
		}
		ends := p.Until
		switch gone := max(p.LeftAt, p.DoneAt); {
		case p.LeftAt != 0 && p.DoneAt != 0:
			c.fail(15, event, "entrant %d has left, and is done", p.Index)
		case gone != 0:
			if ends = gone; ends < p.EnteredAt || ends >= p.Until {
				c.fail(15, event, "entrant %d left outside of the time of the pass", p.Index)
			}
		}
		steps = append(steps, step{p.EnteredAt, 1}, step{ends, -1})
		return nil
	})
	if err != nil {
		return err
	}
	// Whoever's pass is over goes before another comes in.
	slices.SortFunc(steps, func(a, b step) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.moves, b.moves)) })
	inside, most := int64(0), int64(0)
	for _, s := range steps {
		inside += s.moves
		most = max(most, inside)
	}
	if most > o.Inside {
		c.fail(16, event, "%d were inside at once, and the terms say %d", most, o.Inside)
	}
	return nil
}
