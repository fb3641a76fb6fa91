package booking

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Calendar is what of a venue is taken. It is not safe for concurrent use.
type Calendar struct {
	rule     Rule
	rooms    map[string]*room
	bookings map[string]*Booking
	pools    map[string]int64      // of add-ons
	uses     map[string][]*Booking // by add-on
	closed   map[Closed]bool
}

type room struct {
	id     string
	parent *room
	takes  []*room // itself and all its parts, of every depth
	// busy are the bookings that have the room, by start. Each clears the next, so that
	// they are also by end, by the begin of set-up and by the end of tear-down.
	busy []*Booking
	// closed are the times in which it is taken elsewhere, in no order. They may overlap one
	// another, and bookings.
	closed []Closed
}

// New returns the calendar of a venue without bookings. It is an error when the rule is
// none, when two rooms have one id, when a room is part of one that the venue does not
// have, or, by way of others, of itself.
func New(rule Rule, rooms []Room) (*Calendar, error) {
	if rule != Sum && rule != Larger {
		return nil, fmt.Errorf("booking: %q is not a rule of a venue", rule)
	}
	c := &Calendar{rule: rule, rooms: make(map[string]*room, len(rooms)), bookings: map[string]*Booking{}, uses: map[string][]*Booking{}, closed: map[Closed]bool{}}
	for _, r := range rooms {
		if r.ID == "" || c.rooms[r.ID] != nil {
			return nil, fmt.Errorf("booking: room %q is not the only one with its id", r.ID)
		}
		c.rooms[r.ID] = &room{id: r.ID}
	}
	for _, r := range rooms {
		if r.PartOf == "" {
			continue
		}
		if c.rooms[r.ID].parent = c.rooms[r.PartOf]; c.rooms[r.ID].parent == nil {
			return nil, fmt.Errorf("booking: room %q is part of %q, which the venue does not have", r.ID, r.PartOf)
		}
	}
	for _, r := range rooms {
		depth := 0
		for up := c.rooms[r.ID]; up != nil; up = up.parent {
			if depth++; depth > len(rooms) {
				return nil, fmt.Errorf("booking: room %q is part of itself", r.ID)
			}
			up.takes = append(up.takes, c.rooms[r.ID])
		}
	}
	return c, nil
}

// Clone returns a calendar that is changed by itself. The bookings are shared: nobody changes
// them.
func (c *Calendar) Clone() *Calendar {
	of := &Calendar{rule: c.rule, rooms: make(map[string]*room, len(c.rooms)), bookings: maps.Clone(c.bookings), pools: c.pools, uses: make(map[string][]*Booking, len(c.uses)), closed: maps.Clone(c.closed)}
	for id, list := range c.uses {
		of.uses[id] = slices.Clone(list)
	}
	for id, r := range c.rooms {
		of.rooms[id] = &room{id: id, busy: slices.Clone(r.busy), closed: slices.Clone(r.closed)}
	}
	for id, r := range c.rooms {
		if r.parent != nil {
			of.rooms[id].parent = of.rooms[r.parent.id]
		}
		for _, part := range r.takes {
			of.rooms[id].takes = append(of.rooms[id].takes, of.rooms[part.id])
		}
	}
	return of
}

// Decide says what would become of a booking, and changes nothing. The booking that has
// its id already, if any, is not in its way. No start before notBefore is proposed.
func (c *Calendar) Decide(b *Booking, notBefore inventory.Instant) Decision {
	d := c.Meets(b)
	if d.Code.Taken() {
		d.Before, d.After = c.before(b, notBefore), c.after(b, notBefore)
	}
	return d
}

// Meets is Decide without a search for free times.
func (c *Calendar) Meets(b *Booking) Decision { return c.meets(b, true) }

// MeetsBookings is Meets but for what is taken elsewhere, of a booking that keeps its rooms and its time.
func (c *Calendar) MeetsBookings(b *Booking) Decision { return c.meets(b, false) }

// meets is Meets. elsewhere: what is taken elsewhere counts.
func (c *Calendar) meets(b *Booking, elsewhere bool) Decision {
	if d := c.Check(b); d.Code != OK {
		return d
	}
	d := Decision{Room: -1}
	for _, asked := range b.Rooms {
		seen := map[string]bool{} // a booking of several parts, or of the whole, is met in each
		for _, r := range c.rooms[asked].takes {
			for _, other := range c.inTheWay(r, b) {
				if !seen[other.ID] {
					seen[other.ID] = true
					d.Conflicts = append(d.Conflicts, c.conflicts(asked, other)...)
				}
			}
		}
		if elsewhere {
			d.Conflicts = append(d.Conflicts, c.metElsewhere(asked, b)...)
		}
	}
	d.Code = RoomTaken
	if len(d.Conflicts) == 0 {
		d.Code, d.Conflicts = AddOnTaken, c.scarce(b)
	}
	if len(d.Conflicts) == 0 {
		d.Code = OK
		return d
	}
	slices.SortFunc(d.Conflicts, func(x, y Conflict) int {
		return cmp.Or(cmp.Compare(x.StartsAt, y.StartsAt), cmp.Compare(x.Booking, y.Booking), cmp.Compare(x.Room, y.Room), cmp.Compare(x.Booked, y.Booked), cmp.Compare(x.AddOn, y.AddOn), cmp.Compare(x.Calendar, y.Calendar))
	})
	return d
}

// Has reports whether the venue has a room.
func (c *Calendar) Has(room string) bool { return c.rooms[room] != nil }

// Takes are the rooms that a booking of rooms has: these, and all their parts.
func (c *Calendar) Takes(rooms []string) []string {
	var taken []string
	for _, asked := range rooms {
		if r := c.rooms[asked]; r != nil {
			for _, part := range r.takes {
				taken = append(taken, part.id)
			}
		}
	}
	slices.Sort(taken)
	return slices.Compact(taken)
}

// Take decides on a booking and keeps it when the code is OK, in place of the one that
// has its id, if any. Otherwise nothing is changed, and that one stays as it was.
func (c *Calendar) Take(b Booking, notBefore inventory.Instant) Decision { //nolint:gocritic // what is kept is a copy
	d := c.Decide(&b, notBefore)
	if d.Code == OK {
		c.put(b)
	}
	return d
}

// Keep is Take of a booking that was decided before: however many of its add-ons there are by
// now, and whatever is taken elsewhere by now, it has them and its time.
func (c *Calendar) Keep(b Booking) Decision { //nolint:gocritic // what is kept is a copy
	bare := b
	bare.Uses = nil
	d := c.meets(&bare, false)
	if d.Code == OK {
		c.put(b)
	}
	return d
}

func (c *Calendar) put(b Booking) { //nolint:gocritic // what is kept is a copy
	c.Release(b.ID)
	b.Rooms = slices.Clone(b.Rooms)
	c.bookings[b.ID] = &b
	for _, asked := range b.Rooms {
		for _, r := range c.rooms[asked].takes {
			at := sort.Search(len(r.busy), func(i int) bool { return r.busy[i].StartsAt > b.StartsAt })
			r.busy = slices.Insert(r.busy, at, &b)
		}
	}
	for _, u := range b.Uses {
		c.uses[u.AddOn] = append(c.uses[u.AddOn], &b)
	}
}

// Release gives the time of a booking back, and reports whether there was one.
func (c *Calendar) Release(id string) bool {
	b := c.bookings[id]
	if b == nil {
		return false
	}
	delete(c.bookings, id)
	for _, asked := range b.Rooms {
		for _, r := range c.rooms[asked].takes {
			at := sort.Search(len(r.busy), func(i int) bool { return r.busy[i].StartsAt >= b.StartsAt })
			r.busy = slices.Delete(r.busy, at, at+1)
		}
	}
	for _, u := range b.Uses {
		c.uses[u.AddOn] = slices.DeleteFunc(c.uses[u.AddOn], func(o *Booking) bool { return o == b })
	}
	return true
}

// Check says what is wrong with a booking by itself, whatever else is booked.
func (c *Calendar) Check(b *Booking) Decision {
	switch {
	case b.StartsAt < 0 || b.EndsAt > latest || b.EndsAt <= b.StartsAt || b.EndsAt-b.StartsAt > inventory.Instant(MaxLength):
		return Decision{Code: NotATime, Room: -1}
	case b.Setup < 0 || b.Setup > MaxBuffer || b.Teardown < 0 || b.Teardown > MaxBuffer:
		return Decision{Code: NotABuffer, Room: -1}
	case len(b.Rooms) == 0 || len(b.Rooms) > MaxRooms:
		return Decision{Code: NoRooms, Room: -1}
	}
	for i, id := range b.Rooms {
		if c.rooms[id] == nil {
			return Decision{Code: UnknownRoom, Room: i}
		}
	}
	for i, id := range b.Rooms {
		for _, before := range b.Rooms[:i] {
			if c.related(id, before) {
				return Decision{Code: RoomTwice, Room: i}
			}
		}
	}
	return c.checkUses(b)
}

// related reports whether two rooms are one, or one is a part of the other.
func (c *Calendar) related(a, b string) bool {
	return within(c.rooms[a], c.rooms[b]) || within(c.rooms[b], c.rooms[a])
}

// within reports whether r is whole or a part of it.
func within(r, whole *room) bool {
	for ; r != nil; r = r.parent {
		if r == whole {
			return true
		}
	}
	return false
}

// inTheWay are the bookings of a room that b does not fit beside, but for b itself.
func (c *Calendar) inTheWay(r *room, b *Booking) []*Booking {
	// Each booking clears the next: whatever is before one that clears b does too, and
	// whatever is after one that b clears.
	from := sort.Search(len(r.busy), func(i int) bool { return !c.rule.clears(r.busy[i], b) })
	to := from + sort.Search(len(r.busy)-from, func(i int) bool { return c.rule.clears(b, r.busy[from+i]) })
	found := r.busy[from:to]
	if at := slices.IndexFunc(found, func(other *Booking) bool { return other.ID == b.ID }); at >= 0 {
		found = slices.Delete(slices.Clone(found), at, at+1)
	}
	return found
}

// conflicts names the rooms of a booking that are in the way of the one that was asked
// for.
func (c *Calendar) conflicts(asked string, other *Booking) []Conflict {
	var list []Conflict
	for _, booked := range other.Rooms {
		if c.related(asked, booked) {
			list = append(list, Conflict{
				Room: asked, Booked: booked, Booking: other.ID, StartsAt: other.StartsAt, EndsAt: other.EndsAt,
				BusyFrom: other.BusyFrom(), BusyTo: other.BusyTo(),
			})
		}
	}
	return list
}

// moved is a booking at another start.
func (b *Booking) moved(start inventory.Instant) *Booking {
	at := *b
	at.moveTo(start)
	return &at
}

func (b *Booking) moveTo(start inventory.Instant) {
	b.StartsAt, b.EndsAt = start, start+b.EndsAt-b.StartsAt
}

// after is the first start, from that of b on and not before notBefore, at which all its
// rooms are free.
func (c *Calendar) after(b *Booking, notBefore inventory.Instant) *inventory.Instant {
	at := b.moved(max(b.StartsAt, notBefore))
	for at.EndsAt <= latest {
		start := at.StartsAt
		c.eachTaken(at, func(found []*Booking) {
			// Whatever is in the way now, is so at each start until the last of it is over.
			last := found[len(found)-1]
			if c.rule == Larger {
				start = max(start, last.BusyTo(), last.EndsAt+inventory.Instant(b.Setup))
			} else {
				start = max(start, last.BusyTo()+inventory.Instant(b.Setup))
			}
		})
		start = max(start, c.afterScarce(at))
		if start == at.StartsAt { // nothing is in the way: that would have moved it
			return &at.StartsAt
		}
		at.moveTo(start)
	}
	return nil
}

// before is the last start, back from that of b and not before notBefore, at which all
// its rooms are free.
func (c *Calendar) before(b *Booking, notBefore inventory.Instant) *inventory.Instant {
	at := b.moved(b.StartsAt)
	for at.StartsAt >= max(notBefore, 0) {
		end := at.EndsAt
		c.eachTaken(at, func(found []*Booking) {
			first := found[0]
			if c.rule == Larger {
				end = min(end, first.BusyFrom(), first.StartsAt-inventory.Instant(b.Teardown))
			} else {
				end = min(end, first.BusyFrom()-inventory.Instant(b.Teardown))
			}
		})
		end = min(end, c.beforeScarce(at))
		if end == at.EndsAt {
			return &at.StartsAt
		}
		at.moveTo(end - (b.EndsAt - b.StartsAt))
	}
	return nil
}

// eachTaken calls use with what is in the way in each room where something is.
func (c *Calendar) eachTaken(b *Booking, use func([]*Booking)) {
	for _, asked := range b.Rooms {
		for _, r := range c.rooms[asked].takes {
			if found := c.inTheWay(r, b); len(found) > 0 {
				use(found)
			}
			for _, of := range r.elsewhere(b) { // which overlap one another, so that each is one
				use([]*Booking{{StartsAt: of.From, EndsAt: of.To}})
			}
		}
	}
}
