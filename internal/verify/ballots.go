package verify

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// Invariant 18 says that those who take part in a ballot were put on the waitlist in the order
// that was drawn, each for what they wanted, and nobody was left out. That each place then
// went to the first on the waitlist who fitted is invariant 6.

// balloted is a place on the waitlist that a ballot gave.
type balloted struct {
	subject string
	index   int64 // of the entrant
	tier    string
	units   int64
}

// ballotRow notes the row that put an entrant of a ballot on the waitlist; false: it is none.
func (c *check) ballotRow(thing key, r *inventory.AuditRow) bool {
	if c.event.Event.Settings.Onsale.Mode != inventory.OnsaleBallot {
		return false
	}
	if r.From != "" {
		return true
	}
	b := balloted{subject: strings.Clone(r.Subject), index: c.entrants[thing] - 1, units: r.Units}
	if e := c.entries.find(thing); e != nil {
		b.tier = c.words.text(e.tier)
	}
	c.ballot = append(c.ballot, b)
	return true
}

// checkBallot compares the people put on the waitlist with those who take part.
func (c *check) checkBallot(room *waitingrooms.WaitingRoom) error {
	event, o := c.event.Event.ID, &c.event.Event.Settings.Onsale
	placed := map[int64]*balloted{} // by entrant
	last := int64(0)
	for i := range c.ballot {
		b := &c.ballot[i]
		place := placeOf(o, b.index)
		switch {
		case placed[b.index] != nil:
			c.fail(18, b.subject, "entrant %d of the ballot was put on the waitlist before, as %s", b.index, placed[b.index].subject)
		case place <= last:
			c.fail(18, b.subject, "entrant %d, of place %d, was put on the waitlist after place %d", b.index, place, last)
		case place > room.Serving+1: // the place that is under way is noted after its row
			c.fail(18, b.subject, "entrant %d, of place %d, is on the waitlist, and the ballot has come to place %d", b.index, place, room.Serving)
		case c.draw.struck[b.index]:
			c.fail(18, b.subject, "entrant %d is on the waitlist, and was struck out of the ballot", b.index)
		}
		placed[b.index], last = b, max(last, place)
	}
	if step := o.Draw.Step; step == inventory.DrawPlaced && room.Serving != o.Draw.Seal.Entrants {
		c.fail(18, event, "the ballot is said to be over, and has come to place %d of %d", room.Serving, o.Draw.Seal.Entrants)
	}
	return c.run.snapshot.RoomWishes(event, func(w *waitingrooms.RoomWish) error {
		c.checkWish(w, placed[w.Index], placeOf(o, w.Index) <= room.Serving && o.Draw.Result.Seed != "")
		return nil
	})
}

// checkWish checks what became of what an entrant wants. come says that it was the entrant's
// turn, b is the place on the waitlist, nil when there is none.
func (c *check) checkWish(w *waitingrooms.RoomWish, b *balloted, come bool) {
	event := c.event.Event.ID
	var tiers []string
	if err := json.Unmarshal([]byte(w.Tiers), &tiers); err != nil {
		c.fail(18, event, "what entrant %d of the ballot wants cannot be read: %v", w.Index, err)
		return
	}
	switch struck := c.draw.struck[w.Index]; {
	case b != nil && (b.units != w.Units || !slices.Contains(tiers, b.tier)):
		c.fail(18, b.subject, "entrant %d waits for %d of %s, and wanted something else", w.Index, b.units, b.tier)
	case struck && w.Outcome != "":
		c.fail(18, event, "entrant %d was struck out of the ballot, and is %q", w.Index, w.Outcome)
	case struck:
	case come != (w.Outcome != ""):
		c.fail(18, event, "entrant %d of the ballot is %q, and whether it was their turn is %v", w.Index, w.Outcome, come)
	case w.Outcome == waitingrooms.WishPlaced && (b == nil || b.subject != w.EntryID):
		c.fail(18, event, "entrant %d of the ballot is said to be on the waitlist as %s, and no row says so", w.Index, w.EntryID)
	case come && w.Outcome != waitingrooms.WishPlaced && b != nil:
		c.fail(18, b.subject, "entrant %d of the ballot is on the waitlist, and is said to be %q", w.Index, w.Outcome)
	}
}
