package bookingtest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Generator makes the history of a seed: it plays along in a model, so that people do what has a meaning.
type Generator struct {
	r     *rand.Rand
	model *Model
	n     int // of the step
	// currency is what the venue asks to be paid in.
	currency string
}

// firstDay is that of all histories: three weeks before clocks in Europe change.
var firstDay = time.Date(2030, 3, 10, 0, 0, 0, 0, time.UTC)

const (
	day   = 24 * hour
	aStep = 100 // the numbers of what a step makes begin with a hundred times its own
)

// Namer names what has a number in the history of a seed.
func Namer(seed uint64) func(n int) string {
	return func(n int) string { return id.TopNamed(id.Booking, fmt.Sprintf("%d/%d", seed, n)) }
}

// Generate returns the history of a seed, with so many steps.
func Generate(seed uint64, steps int) *History {
	g := &Generator{currency: "EUR", r: rand.New(rand.NewPCG(seed, 0x626f6f6b))} //nolint:gosec // it has to be played again
	h := &History{Venue: g.venue(), Begins: inventory.At(firstDay)}
	g.model = NewModel(&h.Venue, Namer(seed))
	g.model.Now = h.Begins
	for g.n = 1; g.n <= steps; g.n++ {
		s := Step{At: g.clock(), Job: g.r.IntN(2) == 0}
		g.model.Come(s.At)
		s.Command = g.command()
		g.model.Do(s.At, s.Command)
		s.Probe = g.wish()
		h.Steps = append(h.Steps, s)
	}
	return h
}

func (g *Generator) one(of int) bool { return g.r.IntN(of) == 0 }

func (g *Generator) venue() Venue {
	h := Venue{
		Rooms: []Room{
			{"Hall", -1, booking.Capacities{"rows": 200, "standing": 400}}, {"East", 0, booking.Capacities{"rows": 80, "tables": 40}}, {"West", 0, nil},
			{"West gallery", 2, booking.Capacities{"rows": 30}}, {"Cellar", -1, booking.Capacities{"standing": 60}},
		},
		Zone: []string{"Europe/Berlin", "UTC", "America/New_York"}[g.r.IntN(3)], Setup: inventory.Micros(g.r.IntN(2)) * inventory.Hour, Calendars: []int{2, 4},
		Extras: [extras]Extra{{"Screen", booking.PerPiece, 1500, 1900, 2}, {"Sound engineer", booking.PerHour, 4100, 1900, 3}, {"Meal", booking.PerPerson, 1300, 700, 0}},
	}
	if g.one(4) {
		g.currency = forint
	}
	h.Currency = g.currency
	h.Rules = g.rules()
	h.Inactive = false
	return h
}

func (g *Generator) rules() Rules {
	r := Rules{Buffer: []booking.Rule{booking.Sum, booking.Larger}[g.r.IntN(2)], Approval: g.one(3), Inactive: g.one(8), Hours: g.hours()}
	if g.one(4) {
		r.Capacity = 150
	}
	if g.one(4) {
		return r
	}
	perHour := int64(10+g.r.IntN(50)) * 100
	if g.currency != forint {
		perHour += int64(g.r.IntN(100))
	}
	r.Terms = booking.Terms{
		Currency: g.currency, PerHour: perHour, PerBooking: int64(g.r.IntN(2)) * 2500, PayWithin: inventory.Micros(1+g.r.IntN(48)) * inventory.Hour, BalanceDays: int64(g.r.IntN(15)),
		GiveBack: [][]booking.GiveBack{nil, {{DaysBefore: 7, Percent: 50}}, {{DaysBefore: 14, Percent: 100}, {DaysBefore: 2, Percent: 33}}}[g.r.IntN(3)], TaxRate: []int64{0, 700, 1900}[g.r.IntN(3)],
	}
	switch g.r.IntN(4) {
	case 0:
	case 1:
		r.Terms.DepositAmount = 5000
	default:
		r.Terms.DepositPercent = int64(10 + g.r.IntN(60))
	}
	return r
}

// hours are when a venue is open: always, each day, or but for Mondays, on three evenings until after midnight too,
// and on some dates otherwise.
func (g *Generator) hours() (h booking.Hours) {
	if g.one(2) {
		return h
	}
	for weekday := time.Sunday; weekday <= time.Saturday; weekday++ {
		if weekday == time.Monday && g.one(2) {
			continue
		}
		span := booking.Span{Opens: 4 * 60, Closes: 23 * 60}
		if weekday >= time.Thursday && g.one(2) {
			span.Closes = 2 * 60
		}
		h.Weekly = append(h.Weekly, booking.Opening{Weekday: weekday, Span: span})
	}
	for n := range 3 {
		e := booking.Exception{Date: firstDay.AddDate(0, 0, 2+10*n+g.r.IntN(10)).Format(time.DateOnly)}
		if g.one(2) {
			e.Openings = []booking.Span{{Opens: 9 * 60, Closes: 12 * 60}, {Opens: 14 * 60}}
		}
		h.Exceptions = append(h.Exceptions, e)
	}
	return h
}

// clock moves time on: mostly a little, and often to when something is due.
func (g *Generator) clock() inventory.Instant {
	now := g.model.Now
	if g.one(5) {
		var due []inventory.Instant
		for _, b := range g.model.Bookings {
			if live(b.State) || b.State == booking.Waiting {
				due = append(due, b.PayUntil, b.From, b.To)
			}
		}
		due = slices.DeleteFunc(due, func(t inventory.Instant) bool { return t <= now || t > now+3*day })
		if len(due) > 0 {
			return max(now+1, due[g.r.IntN(len(due))]+inventory.Instant(g.r.IntN(3)-1))
		}
	}
	switch roll := g.r.IntN(20); {
	case roll < 14:
		return now + inventory.Instant(1+g.r.IntN(30))*hour/60
	case roll < 19:
		return now + inventory.Instant(1+g.r.IntN(6))*hour
	}
	return now + inventory.Instant(1+g.r.IntN(2))*day
}

// start is a time at which something may start, on a half hour within the next weeks; most want the same days.
func (g *Generator) start() inventory.Instant {
	days := 4
	if g.one(3) {
		days = 40
	}
	from := g.model.Now/day*day + inventory.Instant(1+g.r.IntN(days))*day + inventory.Instant(16+g.r.IntN(20))*hour/2
	return max(from, g.model.Now+1)
}

func (g *Generator) rooms() []int {
	sets := [][]int{{0}, {1}, {2}, {3}, {4}, {1, 4}, {4, 0}, {3, 1}, {1, 2}, {0}, {2}}
	if g.one(40) {
		return []int{0, 3} // a room and a part of it
	}
	return sets[g.r.IntN(len(sets))]
}

func (g *Generator) wish() Wish {
	if g.r.IntN(3) > 0 {
		if b := g.any(func(b *Booked) bool { return (live(b.State) || b.State == booking.Waiting) && b.From > g.model.Now }); b != nil { // what somebody else has
			w := b.Wish
			w.Extras = g.extras()
			if g.one(2) {
				w.Rooms = g.rooms()
			}
			g.people(&w)
			if g.one(3) { // beside it
				length := w.To - w.From
				w.From = max(g.model.Now+1, w.From+[]inventory.Instant{length, length + hour/2, length + hour, -hour, hour}[g.r.IntN(5)])
				w.To = w.From + length
			}
			return w
		}
	}
	w := Wish{Rooms: g.rooms(), From: g.start(), Setup: inventory.Micros(g.r.IntN(3)) * 30 * inventory.Minute, Teardown: inventory.Micros(g.r.IntN(3)) * 30 * inventory.Minute}
	w.To = w.From + inventory.Instant(1+g.r.IntN(8))*hour/2
	if g.one(8) {
		w.To += inventory.Instant(1+g.r.IntN(2)) * day
	}
	if g.one(3) {
		w.Extras = g.extras()
	}
	if g.one(60) {
		w.Extras[0] = 3
	}
	g.people(&w)
	return w
}

// extras are some of each, of which most want few.
func (g *Generator) extras() [extras]int64 {
	e := [extras]int64{int64(g.r.IntN(3)), int64(g.r.IntN(2)), 0}
	if g.one(2) {
		e[2] = int64(g.r.IntN(40))
	}
	return e
}

// people says how many come, and how they want the rooms: mostly as these are.
func (g *Generator) people(w *Wish) {
	if w.Layout, w.People = "", 0; g.one(2) {
		return
	}
	holds := g.model.Rooms[w.Rooms[0]].Holds
	if layouts := slices.Sorted(maps.Keys(holds)); len(layouts) > 0 {
		layout := layouts[g.r.IntN(len(layouts))]
		w.People = 1 + int64(g.r.IntN(int(holds[layout])))
		if g.one(3) && len(w.Rooms) == 1 {
			w.Layout = layout
		}
	}
	if g.one(12) {
		w.People += 60
	}
	if g.one(20) {
		w.Layout = []string{"rows", "tables", "standing"}[g.r.IntN(3)]
	}
}

// any is one of the bookings of which something is true; nil: there is none. Those that were made last come
// more often.
func (g *Generator) any(is func(*Booked) bool) *Booked {
	var list []*Booked
	for _, b := range g.model.Bookings {
		if is(b) {
			list = append(list, b)
		}
	}
	if len(list) == 0 {
		return nil
	}
	if g.one(2) {
		list = list[max(0, len(list)-6):]
	}
	return list[g.r.IntN(len(list))]
}

func (g *Generator) in(states ...booking.State) *Booked {
	return g.any(func(b *Booked) bool { return slices.Contains(states, b.State) })
}

// of is one of those in some states, or now and then any.
func (g *Generator) of(states ...booking.State) int {
	b := g.in(states...)
	if b == nil || g.one(12) {
		b = g.in(booking.States...)
	}
	if b == nil {
		return 0
	}
	return b.N
}

func (g *Generator) command() Command {
	n := g.n * aStep
	switch roll := g.r.IntN(100); {
	case roll < 16:
		return Book{N: n, Wish: g.wish()}
	case roll < 26:
		return Wait{n, g.wish()}
	case roll < 34:
		return g.repeat(n)
	case roll < 42:
		return g.move()
	case roll < 46:
		return g.choose()
	case roll < 52:
		return Confirm{g.of(booking.Requested)}
	case roll < 54:
		return Decline{g.of(booking.Requested)}
	case roll < 62:
		if b := g.any(func(b *Booked) bool { return live(b.State) && b.Withheld > 0 }); b != nil && g.one(3) {
			return Cancel{Of: b.N}
		}
		return Cancel{Of: g.of(booking.Confirmed, booking.PendingDeposit, booking.Requested, booking.Waiting), ByVenue: g.one(3)}
	case roll < 63:
		if b := g.any(func(b *Booked) bool { return b.Series >= 0 }); b != nil {
			return CancelDates{b.Series, g.one(2)}
		}
	case roll < 65:
		return Waive{g.of(booking.PendingDeposit)}
	case roll < 69:
		return g.price()
	case roll < 84:
		return g.pay(n)
	case roll < 95:
		return g.event(n)
	case roll < 96:
		room := g.r.IntN(len(g.model.Rooms))
		return Furnish{room, []booking.Capacities{nil, {"rows": 20 + int64(g.r.IntN(100))}, {"rows": 60, "tables": 30, "standing": 200}}[g.r.IntN(3)]}
	case roll < 98:
		if g.one(2) {
			return g.publish()
		}
		if r := g.model.Rules; g.one(2) {
			r.Inactive, r.Approval = false, r.Approval != g.one(2)
			r.Buffer = map[booking.Rule]booking.Rule{booking.Sum: booking.Larger, booking.Larger: booking.Sum}[r.Buffer]
			return Rule{r}
		}
		return Rule{g.rules()}
	}
	return Rest{}
}

// publish is what a calendar of others says: where somebody is, beside them, somewhere, or nothing any more.
func (g *Generator) publish() Command {
	c := Publish{Calendar: g.r.IntN(len(g.model.Calendars))}
	for range g.r.IntN(4) {
		p := Period{From: g.start()}
		if b := g.any(func(b *Booked) bool { return live(b.State) && b.To > g.model.Now }); b != nil && g.one(2) {
			p.From = b.From + []inventory.Instant{0, -hour, b.To - b.From}[g.r.IntN(3)]
		}
		p.To = p.From + inventory.Instant(1+g.r.IntN(6))*hour/2
		if g.one(20) {
			p.To += 40 * day // longer than what is stored as one
		}
		c.Busy = append(c.Busy, p)
	}
	return c
}

func (g *Generator) repeat(n int) Command {
	w := g.wish()
	c := Repeat{N: n, Days: []int{1, 2, 7}[g.r.IntN(3)], Count: 2 + g.r.IntN(4), Others: []booking.OnConflict{booking.Refuse, booking.Skip, booking.Wait, booking.Wait}[g.r.IntN(4)], Wish: w}
	if w.To-w.From >= inventory.Instant(c.Days)*day {
		c.Days = 7
	}
	return c
}

// running is one that has begun; nil: there is none.
func (g *Generator) running() *Booked {
	return g.any(func(b *Booked) bool { return b.State == booking.Confirmed && b.From <= g.model.Now })
}

func (g *Generator) move() Command {
	b := g.in(booking.Confirmed, booking.PendingDeposit, booking.Requested)
	ask := g.one(2)
	if of := g.any(func(b *Booked) bool { return live(b.State) && (b.DepositBy > 0 || b.Agreed) && b.From > g.model.Now }); of != nil && g.one(2) {
		b, ask = of, g.r.IntN(3) > 0 // of which something was paid, or said
	}
	if of := g.running(); of != nil && g.one(3) {
		b = of
	}
	if b == nil {
		return Rest{}
	}
	w := b.Wish
	roll := g.r.IntN(7)
	if (b.Agreed || b.From <= g.model.Now) && g.one(2) {
		roll = 3
	}
	switch roll {
	case 0:
		w = g.wish()
	case 1:
		if w.Rooms = g.rooms(); g.one(2) {
			g.people(&w)
		}
	case 2:
		w.Setup, w.Teardown = inventory.Micros(g.r.IntN(4))*30*inventory.Minute, inventory.Micros(g.r.IntN(4))*30*inventory.Minute
	case 6: // others come to where it is
		g.people(&w)
	case 3:
		w.To += inventory.Instant(1+g.r.IntN(3)) * hour / 2
	case 4:
		by := inventory.Instant(1+g.r.IntN(20)) * day
		w.From, w.To = w.From+by, w.To+by
	default:
		by := inventory.Instant(g.r.IntN(9)-4) * hour
		w.From, w.To = w.From+by, w.To+by
	}
	if w.From <= g.model.Now || b.Follows != booking.FollowsNothing {
		w.From, w.To = b.From, b.To // it has begun, or goes with its event
	}
	return Move{b.N, w, ask}
}

func (g *Generator) choose() Command {
	b := g.in(booking.Confirmed, booking.PendingDeposit, booking.Requested)
	if of := g.running(); of != nil && g.one(3) {
		b = of
	}
	if b == nil {
		return Rest{}
	}
	c := Choose{b.N, b.Extras, g.one(2)}
	for c.Extras == b.Extras { // the same again is nothing
		if c.Extras = g.extras(); g.one(3) {
			c.Extras[1] = b.Extras[1]
			c.Extras[2] = 0
		}
	}
	return c
}

func (g *Generator) price() Command {
	b := g.in(booking.Requested)
	if b == nil || b.Terms.Currency == "" {
		return Rest{}
	}
	c := Price{b.N, int64(g.r.IntN(40)) * 1000, -1}
	if g.one(2) {
		c.Deposit = int64(g.r.IntN(20)) * 1000
	}
	return c
}

// pay pays what is to be paid, and now and then what was paid, what is too late, or another amount.
func (g *Generator) pay(n int) Command {
	b := g.any(func(b *Booked) bool { return b.State == booking.PendingDeposit || b.BalanceDue > 0 })
	switch {
	case g.one(5):
		b = g.any(func(b *Booked) bool { return b.State == booking.Lapsed && b.PayUntil > 0 && b.From > g.model.Now })
	case g.one(5):
		b = g.any(func(b *Booked) bool { return b.Price > 0 })
	}
	if b == nil || b.Price == 0 {
		return Rest{}
	}
	c := Pay{N: n, Of: b.N, Part: booking.DepositPart, Amount: b.Deposit}
	if b.State == booking.Confirmed && b.DepositBy > 0 && g.r.IntN(4) > 0 || g.one(6) || c.Amount == 0 {
		c.Part, c.Amount = booking.BalancePart, b.Rest()
	}
	if g.one(10) || c.Amount == 0 {
		c.Amount++
	}
	return c
}

// event makes an event that takes rooms, or does something to one.
func (g *Generator) event(n int) Command {
	var list []*Event
	for _, e := range g.model.Events {
		if !e.Cancelled && e.To > g.model.Now {
			list = append(list, e)
		}
	}
	if len(list) == 0 || len(list) < 3 && g.one(4) {
		w := g.wish()
		w.Setup, w.Teardown, w.Extras = 0, 0, [extras]int64{}
		if slices.Equal(w.Rooms, []int{0, 3}) || g.one(8) {
			w.Rooms = nil
		}
		return CreateEvent{n, n + 1, w, g.one(2)}
	}
	e := list[g.r.IntN(len(list))]
	switch g.r.IntN(10) {
	case 0:
		return CallOff{e.N}
	case 1, 2:
		w := Wish{Rooms: g.rooms()}
		if g.people(&w); g.one(6) {
			w = Wish{}
		}
		return Resettle{e.N, n, w.takes(), g.one(2)}
	case 3, 4: // another room for its times, which may become its place
		w := g.wish()
		if len(w.Rooms) > 1 {
			w.Rooms = g.rooms()
		}
		if w.From, w.To = e.From, e.To; e.From > g.model.Now {
			return Book{n, e.N, w}
		}
	}
	by := inventory.Instant(g.r.IntN(49)-24) * hour
	if b := g.any(func(b *Booked) bool { return live(b.State) && b.From > g.model.Now }); b != nil && g.one(2) {
		by = b.From - e.From // where somebody else is
	}
	if e.From+by <= g.model.Now {
		by = hour
	}
	if e.From <= g.model.Now { // it goes on for longer
		return Shift{Event: e.N, Place: n, From: e.From, To: e.To + inventory.Instant(1+g.r.IntN(3))*hour, Ask: g.one(2)}
	}
	return Shift{Event: e.N, Place: n, From: e.From + by, To: e.To + by + inventory.Instant(g.r.IntN(2))*hour, Ask: g.one(2), Died: g.one(3)}
}
