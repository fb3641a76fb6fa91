package booking

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// divisible are the rooms of a venue with a hall that is divided twice, and a room by itself.
var divisible = []Room{{"hall", ""}, {"east", "hall"}, {"west", "hall"}, {"west-1", "west"}, {"west-2", "west"}, {"cellar", ""}}

func calendar(t interface{ Fatal(...any) }, rule Rule) *Calendar {
	c, err := New(rule, divisible)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// naive is a calendar as a list of bookings, by other words of the rules.
type naive struct {
	rule Rule
	have []Booking
}

var wholes = map[string][]string{"hall": {"hall"}, "east": {"east", "hall"}, "west": {"west", "hall"}, "west-1": {"west-1", "west", "hall"}, "west-2": {"west-2", "west", "hall"}, "cellar": {"cellar"}}

func share(a, b string) bool {
	return slices.Contains(wholes[a], b) || slices.Contains(wholes[b], a)
}

// gap is what has to lie between the end of one and the start of the next.
func (n *naive) gap(a, b *Booking) inventory.Micros {
	if n.rule == Sum {
		return a.Teardown + b.Setup
	}
	return max(a.Teardown, b.Setup)
}

func (n *naive) apart(a, b *Booking) bool {
	return b.StartsAt-a.EndsAt >= inventory.Instant(n.gap(a, b)) || a.StartsAt-b.EndsAt >= inventory.Instant(n.gap(b, a))
}

func (n *naive) conflicts(b *Booking) []Conflict {
	var list []Conflict
	for i := range n.have {
		o := &n.have[i]
		if o.ID == b.ID || n.apart(o, b) {
			continue
		}
		for _, asked := range b.Rooms {
			for _, booked := range o.Rooms {
				if share(asked, booked) {
					list = append(list, Conflict{Room: asked, Booked: booked, Booking: o.ID, StartsAt: o.StartsAt, EndsAt: o.EndsAt, BusyFrom: o.StartsAt - inventory.Instant(o.Setup), BusyTo: o.EndsAt + inventory.Instant(o.Teardown)})
				}
			}
		}
	}
	slices.SortFunc(list, func(x, y Conflict) int {
		return cmp.Or(cmp.Compare(x.StartsAt, y.StartsAt), cmp.Compare(x.Booking, y.Booking), cmp.Compare(x.Room, y.Room), cmp.Compare(x.Booked, y.Booked))
	})
	return list
}

// pools are the add-ons of the venue: two microphones, one cook, and as many flyers as are
// asked for.
var pools = map[string]int64{"mic": 2, "cook": 1, "flyer": 0}

// scarce counts the add-ons of each moment.
func (n *naive) scarce(b *Booking) []Conflict {
	var list []Conflict
	for _, u := range b.Uses {
		var others []Conflict
		most := int64(0)
		for at := b.BusyFrom(); at < b.BusyTo(); at++ {
			taken := int64(0)
			for i := range n.have {
				o := &n.have[i]
				if o.ID == b.ID || at < o.BusyFrom() || at >= o.BusyTo() || o.units(u.AddOn) == 0 {
					continue
				}
				taken += o.units(u.AddOn)
				if !slices.ContainsFunc(others, func(c Conflict) bool { return c.Booking == o.ID }) {
					others = append(others, Conflict{AddOn: u.AddOn, Units: o.units(u.AddOn), Booking: o.ID, StartsAt: o.StartsAt, EndsAt: o.EndsAt, BusyFrom: o.BusyFrom(), BusyTo: o.BusyTo()})
				}
			}
			most = max(most, taken)
		}
		if pools[u.AddOn] > 0 && most+u.Units > pools[u.AddOn] {
			list = append(list, others...)
		}
	}
	slices.SortFunc(list, func(x, y Conflict) int {
		return cmp.Or(cmp.Compare(x.StartsAt, y.StartsAt), cmp.Compare(x.Booking, y.Booking), cmp.Compare(x.AddOn, y.AddOn))
	})
	return list
}

// nearest tries one start after the other.
func (n *naive) nearest(b *Booking, from, step, end inventory.Instant) *inventory.Instant {
	for start := from; start != end; start += step {
		at := *b
		at.StartsAt, at.EndsAt = start, start+b.EndsAt-b.StartsAt
		if len(n.conflicts(&at)) == 0 && len(n.scarce(&at)) == 0 {
			return &start
		}
	}
	return nil
}

// TestAgainstModel: in random histories of bookings, moves and cancellations a calendar
// decides as a list of bookings does that is gone through from its beginning.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rule := rapid.SampledFrom([]Rule{Sum, Larger}).Draw(t, "rule")
		c, n := calendar(t, rule), &naive{rule: rule}
		c.SetPools(pools)
		uses := [][]Use{nil, nil, {{"mic", 1}}, {{"mic", 2}}, {{"cook", 1}}, {{"flyer", 9}, {"mic", 1}, {"cook", 1}}}
		sets := [][]string{{"hall"}, {"east"}, {"west"}, {"west-1"}, {"west-2"}, {"cellar"}, {"east", "cellar"}, {"west-2", "east"}, {"cellar", "hall"}, {"west-1", "west-2"}}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			id := fmt.Sprint("b", rapid.IntRange(0, 12).Draw(t, "id"))
			if rapid.IntRange(0, 5).Draw(t, "release") == 0 {
				had := slices.ContainsFunc(n.have, func(b Booking) bool { return b.ID == id })
				if c.Release(id) != had {
					t.Fatalf("releasing %s is not %t", id, had)
				}
				n.have = slices.DeleteFunc(n.have, func(b Booking) bool { return b.ID == id })
				continue
			}
			start := inventory.Instant(rapid.IntRange(0, 80).Draw(t, "start"))
			b := Booking{
				ID: id, Rooms: rapid.SampledFrom(sets).Draw(t, "rooms"),
				StartsAt: start, EndsAt: start + inventory.Instant(rapid.IntRange(1, 12).Draw(t, "length")),
				Setup: inventory.Micros(rapid.IntRange(0, 4).Draw(t, "setup")), Teardown: inventory.Micros(rapid.IntRange(0, 4).Draw(t, "teardown")),
			}
			b.Uses = rapid.SampledFrom(uses).Draw(t, "uses")
			now := inventory.Instant(rapid.IntRange(0, 90).Draw(t, "now"))
			want := Decision{Room: -1, Conflicts: n.conflicts(&b)}
			want.Code = RoomTaken
			if len(want.Conflicts) == 0 {
				if want.Code, want.Conflicts = AddOnTaken, n.scarce(&b); len(want.Conflicts) == 0 {
					want.Code = OK
				}
			}
			if want.Code != OK {
				want.After = n.nearest(&b, max(start, now), 1, 1000)
				if start >= now {
					want.Before = n.nearest(&b, start, -1, now-1)
				}
			}
			if diff := gocmp.Diff(want, c.Take(b, now)); diff != "" {
				t.Fatalf("%+v beside %+v:\n%s", b, n.have, diff)
			}
			if want.Code == OK {
				n.have = append(slices.DeleteFunc(n.have, func(o Booking) bool { return o.ID == id }), b)
			}
		}
	})
}

// TestChecks: what a booking asks for has to be possible, whoever else comes.
func TestChecks(t *testing.T) {
	t.Parallel()
	fine := Booking{ID: "b", Rooms: []string{"east", "west-1"}, StartsAt: 10, EndsAt: 20, Setup: MaxBuffer, Teardown: MaxBuffer}
	many := make([]string, MaxRooms+1)
	for name, tt := range map[string]struct {
		change func(*Booking)
		code   Code
		room   int
	}{
		"as it is":               {func(*Booking) {}, OK, -1},
		"the longest":            {func(b *Booking) { b.EndsAt = b.StartsAt + inventory.Instant(MaxLength) }, OK, -1},
		"too long":               {func(b *Booking) { b.EndsAt = b.StartsAt + inventory.Instant(MaxLength) + 1 }, NotATime, -1},
		"no length":              {func(b *Booking) { b.EndsAt = b.StartsAt }, NotATime, -1},
		"before 1970":            {func(b *Booking) { b.StartsAt = -1 }, NotATime, -1},
		"the last moment":        {func(b *Booking) { b.StartsAt, b.EndsAt = latest-1, latest }, OK, -1},
		"after 9999":             {func(b *Booking) { b.StartsAt, b.EndsAt = latest, latest+1 }, NotATime, -1},
		"set-up too long":        {func(b *Booking) { b.Setup++ }, NotABuffer, -1},
		"set-up negative":        {func(b *Booking) { b.Setup = -1 }, NotABuffer, -1},
		"tear-down too long":     {func(b *Booking) { b.Teardown++ }, NotABuffer, -1},
		"tear-down negative":     {func(b *Booking) { b.Teardown = -1 }, NotABuffer, -1},
		"no room":                {func(b *Booking) { b.Rooms = nil }, NoRooms, -1},
		"too many rooms":         {func(b *Booking) { b.Rooms = many }, NoRooms, -1},
		"a room of elsewhere":    {func(b *Booking) { b.Rooms = []string{"east", "attic"} }, UnknownRoom, 1},
		"a room twice":           {func(b *Booking) { b.Rooms = []string{"cellar", "east", "cellar"} }, RoomTwice, 2},
		"a room and its part":    {func(b *Booking) { b.Rooms = []string{"hall", "west-2"} }, RoomTwice, 1},
		"a part and its room":    {func(b *Booking) { b.Rooms = []string{"west-2", "east", "hall"} }, RoomTwice, 2},
		"an add-on of elsewhere": {func(b *Booking) { b.Uses = []Use{{"mic", 1}, {"horse", 1}} }, UnknownAddOn, 1},
		"more than there are":    {func(b *Booking) { b.Uses = []Use{{"mic", 3}} }, TooManyAddOns, 0},
		"all that there are":     {func(b *Booking) { b.Uses = []Use{{"mic", 2}, {"flyer", 1000}} }, OK, -1},
		"two parts of one room":  {func(b *Booking) { b.Rooms = []string{"west-2", "west-1"} }, OK, -1},
	} {
		c, b := calendar(t, Sum), fine
		c.SetPools(pools)
		tt.change(&b)
		if d := c.Take(b, 0); d.Code != tt.code || d.Room != tt.room || len(d.Conflicts) > 0 {
			t.Errorf("%s: %+v, want code %q of room %d", name, d, tt.code, tt.room)
		}
		if kept := c.Release("b"); kept != (tt.code == OK) {
			t.Errorf("%s: that the booking was kept is %t", name, kept)
		}
	}
}

// TestNothingNear: no time is proposed that lies in the past or in no year of four digits.
func TestNothingNear(t *testing.T) {
	t.Parallel()
	c := calendar(t, Larger)
	for _, b := range []Booking{
		{ID: "first", Rooms: []string{"west-1"}, StartsAt: 5, EndsAt: 10},
		{ID: "last", Rooms: []string{"hall"}, StartsAt: latest - 20, EndsAt: latest - 5},
	} {
		if d := c.Take(b, 0); d.Code != OK {
			t.Fatalf("%s: %+v", b.ID, d)
		}
	}
	d := c.Decide(&Booking{ID: "early", Rooms: []string{"hall"}, StartsAt: 2, EndsAt: 8}, 0)
	if d.Code != RoomTaken || d.Before != nil || d.After == nil || *d.After != 10 {
		t.Errorf("what lasts six before the fifth moment: %+v", d)
	}
	d = c.Decide(&Booking{ID: "late", Rooms: []string{"east"}, StartsAt: latest - 10, EndsAt: latest - 4}, 0)
	if d.Code != RoomTaken || d.After != nil || d.Before == nil || *d.Before != latest-26 {
		t.Errorf("what lasts six with five moments left: %+v", d)
	}
	if d = c.Decide(&Booking{ID: "late", Rooms: []string{"east"}, StartsAt: latest - 10, EndsAt: latest - 4}, latest-25); d.Before != nil {
		t.Errorf("a start in the past is proposed: %+v", d)
	}
}

// TestRefusedMoveKeepsItsTime: whoever cannot move stays where they are.
func TestRefusedMoveKeepsItsTime(t *testing.T) {
	t.Parallel()
	c := calendar(t, Sum)
	a, b := Booking{ID: "a", Rooms: []string{"west"}, StartsAt: 10, EndsAt: 20}, Booking{ID: "b", Rooms: []string{"hall"}, StartsAt: 20, EndsAt: 30}
	if c.Take(a, 0).Code != OK || c.Take(b, 0).Code != OK {
		t.Fatal("two bookings one after the other were refused")
	}
	moved := a
	moved.StartsAt, moved.EndsAt = 15, 25
	if d := c.Take(moved, 0); d.Code != RoomTaken || len(d.Conflicts) != 1 || d.Conflicts[0].Booking != "b" || *d.Before != 10 || *d.After != 30 {
		t.Errorf("moving into another booking: %+v", d)
	}
	a.ID = "c"
	if d := c.Take(a, 0); d.Code != RoomTaken || d.Conflicts[0].Booking != "a" {
		t.Errorf("the time of a booking that could not move is free: %+v", d)
	}
	moved.EndsAt = 18
	if d := c.Take(moved, 0); d.Code != OK {
		t.Errorf("a booking is in its own way: %+v", d)
	}
}

// TestNew: rooms that are parts in a circle, or of nothing, make no calendar.
func TestNew(t *testing.T) {
	t.Parallel()
	for name, rooms := range map[string][]Room{
		"of itself":     {{"a", "a"}},
		"in a circle":   {{"a", "b"}, {"b", "c"}, {"c", "a"}},
		"into a circle": {{"d", "a"}, {"a", "b"}, {"b", "a"}},
		"of nothing":    {{"a", "b"}},
		"twice":         {{"a", ""}, {"a", ""}},
		"without id":    {{"", ""}},
	} {
		if _, err := New(Sum, rooms); err == nil {
			t.Errorf("rooms %s make a calendar", name)
		}
	}
	if _, err := New("none", divisible); err == nil {
		t.Error("a venue without a rule has a calendar")
	}
}

// TestClone: a clone says what its original does, and is changed by itself.
func TestClone(t *testing.T) {
	t.Parallel()
	c, err := New(Sum, []Room{{ID: "hall"}, {ID: "east", PartOf: "hall"}})
	if err != nil {
		t.Fatal(err)
	}
	at := func(id, room string, from inventory.Instant) Booking {
		return Booking{ID: id, Rooms: []string{room}, StartsAt: from, EndsAt: from + 10}
	}
	c.Take(at("a", "hall", 10), 0)
	other := c.Clone()
	if d := other.Take(at("b", "east", 15), 0); d.Code != RoomTaken || d.Conflicts[0].Booking != "a" {
		t.Errorf("%+v", d)
	}
	if d := other.Take(at("b", "east", 20), 0); d.Code != OK {
		t.Errorf("%+v", d)
	}
	other.Release("a")
	of := at("c", "east", 10)
	if d := other.Meets(&of); d.Code != OK {
		t.Errorf("%+v", d)
	}
	if d := c.Meets(&of); d.Code != RoomTaken || d.Before != nil || d.After != nil {
		t.Errorf("%+v", d)
	}
	of = at("c", "hall", 20)
	if d := c.Meets(&of); d.Code != OK {
		t.Errorf("what the clone took is taken: %+v", d)
	}
}
