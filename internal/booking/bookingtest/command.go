package bookingtest

import (
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Room is a room of a venue. PartOf is the place in the list of the room of which it is a part; -1: of none.
type Room struct {
	Name   string
	PartOf int
	Holds  booking.Capacities // people, by layout; none: as many as come
}

// Rules are what a venue can change: how far apart bookings are, when it is open, how many people it holds
// in all (0: not said), and what becomes of new bookings.
type Rules struct {
	Buffer   booking.Rule
	Approval bool
	Inactive bool
	Hours    booking.Hours
	Capacity int64
	Terms    booking.Terms
}

// Extra is what bookings can have beside rooms. There are Pool of it at one time; 0: as many as are asked for.
type Extra struct {
	Name                 string
	Unit                 booking.Unit
	Price, TaxRate, Pool int64
}

// extras is how many kinds of them a venue has.
const extras = 3

// Venue is where people book rooms.
type Venue struct {
	Rooms     []Room
	Zone      string
	Setup     inventory.Micros // of an event, which says none
	Extras    [extras]Extra
	Calendars []int  // the rooms of which others keep a calendar
	Currency  string // of its terms, when they ask for anything
	Rules
}

// Wish is rooms for a time, with so many of each extra, for so many people. Rooms are places in the list of
// the venue.
type Wish struct {
	Rooms           []int
	From, To        inventory.Instant
	Setup, Teardown inventory.Micros
	Extras          [extras]int64
	Layout          string
	People          int64
}

// Takes is the rooms that an event takes; nil: none.
type Takes struct {
	Rooms  []int
	Layout string
	People int64
}

func (w *Wish) takes() Takes { return Takes{w.Rooms, w.Layout, w.People} }

// Period is from when to when others have a room.
type Period = booking.Period

// Command is something that somebody does. What it makes has a number, which is that of nothing else.
type Command interface{ String() string }

// The commands. Of is the number of a booking.
type (
	// Book asks for a booking; of an event, whose times it then has.
	Book struct {
		N, Event int // Event 0: of none
		Wish
	}
	// Wait asks for one that waits, if its time is taken.
	Wait struct {
		N int
		Wish
	}
	// Repeat asks for Count dates with so many Days between. The numbers of the dates follow N.
	Repeat struct {
		N, Days, Count int
		Others         booking.OnConflict
		Wish
	}
	// Move gives a booking another time, other rooms, or other buffers.
	Move struct {
		Of int
		Wish
		Ask bool
	}
	// Choose gives a booking so many of each extra.
	Choose struct {
		Of     int
		Extras [extras]int64
		Ask    bool
	}
	// Confirm confirms what was requested.
	Confirm struct{ Of int }
	// Decline declines what was requested.
	Decline struct{ Of int }
	// Cancel cancels a booking.
	Cancel struct {
		Of      int
		ByVenue bool
		Reason  string // "": other
	}
	// CancelDates cancels all dates of what repeats, which has the number of its first.
	CancelDates struct {
		Of      int
		ByVenue bool
	}
	// Waive says that the venue wants no deposit.
	Waive struct{ Of int }
	// Price is what the venue asks for what was requested. Deposit below 0: as its terms say.
	Price struct {
		Of             int
		Price, Deposit int64
	}
	// Pay is a payment that comes in, of which is then decided.
	Pay struct {
		N, Of  int
		Part   booking.Part
		Amount int64
	}
	// CreateEvent makes an event, and books the rooms that it takes.
	CreateEvent struct {
		N, Place int // Place: the number of that booking
		Wish
		Ask bool
	}
	// Shift gives an event other times. Died: the server died between its bookings and it, so that they
	// are brought back to where it stands.
	Shift struct {
		Event, Place int
		From, To     inventory.Instant
		Ask, Died    bool
	}
	// Resettle gives an event other rooms; none: it takes none.
	Resettle struct {
		Event, Place int
		Takes
		Ask bool
	}
	// CallOff cancels an event.
	CallOff struct{ Event int }
	// Rule gives a venue other rules.
	Rule struct{ Rules }
	// Furnish has a room hold other numbers of people.
	Furnish struct {
		Room  int
		Holds booking.Capacities
	}
	// Publish is what a calendar of others says from then on.
	Publish struct {
		Calendar int
		Busy     []Period
	}
	// Rest does nothing but let time go on.
	Rest struct{}
)

// Step is a command at a time. Job: what is over by then was written before by the job of each minute.
type Step struct {
	At  inventory.Instant
	Job bool
	Command
	// Probe is what somebody asks after it, without booking it.
	Probe Wish
}

// History is what people do at a venue, from when on.
type History struct {
	Venue
	Begins inventory.Instant
	Steps  []Step
}

func at(t inventory.Instant) string { return t.Time().UTC().Format("Mon 02 Jan 15:04:05.999999") }

func (w Wish) String() string {
	text := fmt.Sprintf("rooms %v %s to %s", w.Rooms, at(w.From), at(w.To))
	if w.Setup > 0 || w.Teardown > 0 {
		text += fmt.Sprintf(" -%s +%s", minutes(w.Setup), minutes(w.Teardown))
	}
	if w.Extras != [extras]int64{} {
		text += fmt.Sprintf(" with %d", w.Extras)
	}
	if w.People > 0 || w.Layout != "" {
		text += fmt.Sprintf(" for %d people %s", w.People, w.Layout)
	}
	return text
}

func minutes(d inventory.Micros) time.Duration { return time.Duration(d) * time.Microsecond }

func asks(ask bool) string {
	return map[bool]string{true: ", by its booker", false: ", by the venue"}[ask]
}

func by(venue bool) string { return asks(!venue) }

func (c Book) String() string {
	if c.Event > 0 {
		return fmt.Sprintf("book b%d for event e%d: %s", c.N, c.Event, c.Wish)
	}
	return fmt.Sprintf("book b%d: %s", c.N, c.Wish)
}
func (c Wait) String() string { return fmt.Sprintf("book or wait b%d: %s", c.N, c.Wish) }
func (c Repeat) String() string {
	return fmt.Sprintf("repeat b%d, %d dates, each %d days, others %s: %s", c.N, c.Count, c.Days, c.Others, c.Wish)
}
func (c Move) String() string { return fmt.Sprintf("move b%d to %s%s", c.Of, c.Wish, asks(c.Ask)) }
func (c Choose) String() string {
	return fmt.Sprintf("choose %d for b%d%s", c.Extras, c.Of, asks(c.Ask))
}
func (c Confirm) String() string { return fmt.Sprintf("confirm b%d", c.Of) }
func (c Decline) String() string { return fmt.Sprintf("decline b%d", c.Of) }
func (c Cancel) String() string  { return fmt.Sprintf("cancel b%d%s", c.Of, by(c.ByVenue)) }
func (c CancelDates) String() string {
	return fmt.Sprintf("cancel all dates of b%d%s", c.Of, by(c.ByVenue))
}
func (c Waive) String() string { return fmt.Sprintf("waive the deposit of b%d", c.Of) }
func (c Price) String() string {
	return fmt.Sprintf("name a price for b%d: %d, deposit %d", c.Of, c.Price, c.Deposit)
}
func (c Pay) String() string {
	return fmt.Sprintf("pay p%d, %d for the %s of b%d", c.N, c.Amount, c.Part, c.Of)
}
func (c CreateEvent) String() string {
	return fmt.Sprintf("event e%d, place b%d: %s%s", c.N, c.Place, c.Wish, asks(c.Ask))
}
func (c Shift) String() string {
	text := fmt.Sprintf("move event e%d (place b%d) to %s, %s%s", c.Event, c.Place, at(c.From), at(c.To), asks(c.Ask))
	if c.Died {
		text += "; its bookings follow afterwards"
	}
	return text
}
func (c Resettle) String() string {
	return fmt.Sprintf("event e%d takes %+v, place b%d%s", c.Event, c.Takes, c.Place, asks(c.Ask))
}
func (c CallOff) String() string { return fmt.Sprintf("cancel event e%d", c.Event) }
func (c Rule) String() string    { return fmt.Sprintf("rules %+v", c.Rules) }
func (c Furnish) String() string { return fmt.Sprintf("room %d holds %v", c.Room, c.Holds) }
func (c Publish) String() string {
	text := fmt.Sprintf("calendar %d is busy", c.Calendar)
	for _, p := range c.Busy {
		text += fmt.Sprintf(" from %s to %s", at(p.From), at(p.To))
	}
	return text
}
func (Rest) String() string { return "nothing" }

func (s Step) String() string {
	return fmt.Sprintf("%s %s%s", at(s.At), map[bool]string{true: "(job) "}[s.Job], s.Command)
}

// String is a history for people: a line for each step.
func (h *History) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "venue %+v from %s\n", h.Venue, at(h.Begins))
	for i, s := range h.Steps {
		fmt.Fprintf(&b, "%3d %s\n", i, s)
	}
	return b.String()
}
