package booking

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// MaxPiece is how long a period of a calendar of others is at most: what is longer follows as
// another one. So whatever reaches into a time begins no longer than this before it.
const MaxPiece = 31 * inventory.Day

// Period is a time from its first moment to the one behind its last.
type Period struct{ From, To inventory.Instant }

// Periods puts periods in order: those that overlap or follow one another at once are one, and
// what is longer than MaxPiece is several. What ends before it begins is none.
func Periods(list []Period) []Period {
	list = slices.DeleteFunc(slices.Clone(list), func(p Period) bool { return p.To <= p.From })
	slices.SortFunc(list, func(a, b Period) int {
		switch {
		case a.From < b.From:
			return -1
		case a.From > b.From:
			return 1
		}
		return 0
	})
	var whole []Period
	for _, p := range list {
		if n := len(whole); n > 0 && p.From <= whole[n-1].To {
			whole[n-1].To = max(whole[n-1].To, p.To)
			continue
		}
		whole = append(whole, p)
	}
	var pieces []Period
	for _, p := range whole {
		for ; p.To-p.From > inventory.Instant(MaxPiece); p.From += inventory.Instant(MaxPiece) {
			pieces = append(pieces, Period{p.From, p.From + inventory.Instant(MaxPiece)})
		}
		pieces = append(pieces, p)
	}
	return pieces
}

// Digest is of periods in their order.
func Digest(list []Period) [32]byte {
	text := make([]byte, 0, 16*len(list))
	for _, p := range list {
		text = binary.BigEndian.AppendUint64(text, uint64(p.From)) //nolint:gosec // any bits do
		text = binary.BigEndian.AppendUint64(text, uint64(p.To))   //nolint:gosec // any bits do
	}
	return sha256.Sum256(text)
}

// Closed is a time in which a room is taken elsewhere, as a calendar of others says. It keeps
// its room, the parts of that and what these are parts of from bookings to come; those that are
// there already stand.
type Closed struct {
	Calendar, Room string
	Period
}

// Close says in which times rooms are taken elsewhere. What is said twice counts once, and what
// is said of rooms that the venue does not have counts for nothing.
func (c *Calendar) Close(list []Closed) {
	for _, of := range list {
		r := c.rooms[of.Room]
		if r == nil || c.closed[of] {
			continue
		}
		c.closed[of] = true
		for _, part := range r.takes {
			part.closed = append(part.closed, of)
		}
	}
}

// elsewhere are the times of a room that are taken elsewhere and that a booking would need.
// Nothing is known of set-up there, so that only that of the booking counts, by either rule.
func (r *room) elsewhere(b *Booking) (list []Closed) {
	for _, of := range r.closed {
		if of.From < b.BusyTo() && b.BusyFrom() < of.To {
			list = append(list, of)
		}
	}
	return list
}

// metElsewhere are the times that are taken elsewhere and that a booking would need of a room
// that it asks for, as conflicts.
func (c *Calendar) metElsewhere(asked string, b *Booking) (list []Conflict) {
	seen := map[Closed]bool{}
	for _, r := range c.rooms[asked].takes {
		for _, of := range r.elsewhere(b) {
			if !seen[of] {
				seen[of] = true
				list = append(list, Conflict{Calendar: of.Calendar, Room: asked, Booked: of.Room, StartsAt: of.From, EndsAt: of.To, BusyFrom: of.From, BusyTo: of.To})
			}
		}
	}
	return list
}
