package bookingtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Booked is a booking that there is.
type Booked struct {
	N, Series, Event int // Series is the number of the first date; -1 of none. Event 0: of none
	Follows          booking.Follows
	Wish
	State   booking.State
	Reason  string
	Made    inventory.Instant
	ByVenue bool
	charged
}

// Event is an event that may take rooms; nil: it takes none.
type Event struct {
	N         int
	From, To  inventory.Instant
	Cancelled bool
	Takes
}

// Answer is what somebody is told: "" or why not, with what is in the way, in order. Each is what is said of
// each date, or booking of an event, that cannot be; About says which that is.
type Answer struct {
	Code     string
	InTheWay []string
	About    string
	Each     []Answer
}

// Model is a venue as lists. Name gives what has a number its id, by which those who asked at one moment
// are in order.
type Model struct {
	Venue
	Name     func(n int) string
	Now      inventory.Instant
	Bookings []*Booked
	Events   []*Event
	Payments []*Payment
	Busy     [][]Period // what each calendar of others says
	// Wrong is the name of a rule that the model leaves out: tests see by that that the rule is tried.
	Wrong string
}

// NewModel returns a venue without bookings.
func NewModel(h *Venue, name func(int) string) *Model {
	m := &Model{Venue: *h, Name: name, Busy: make([][]Period, len(h.Calendars))}
	m.Rooms = slices.Clone(h.Rooms) // which change
	return m
}

// Rulebook are the names of the rules that a model can leave out.
var Rulebook = []string{
	"whole", "buffer", "larger", "pools", "order", "waits", "grant", "skip", "all", "approval", "asked", "deposit", "lapse", "unanswered", "completed", "late", "twice", "waived", "days", "withheld",
	"venue pays", "balance", "agreed", "paid for", "follow", "adopt", "event cancelled", "event moved", "clocks", "begun",
	"hours", "past midnight", "closed days", "dates of their own", "closed dates are left out", "elsewhere", "elsewhere in parts", "elsewhere beside set-up", "those there stay", "people", "layouts", "all of the venue",
	"hourly", "coins", "rates", "taxed parts", "extras of what is agreed",
}

func (m *Model) wrong(rule string) bool { return m.Wrong == rule }

// Find returns a booking, or nil.
func (m *Model) Find(n int) *Booked {
	for _, b := range m.Bookings {
		if b.N == n {
			return b
		}
	}
	return nil
}

// FindEvent returns an event, or nil.
func (m *Model) FindEvent(n int) *Event {
	for _, e := range m.Events {
		if e.N == n {
			return e
		}
	}
	return nil
}

func live(s booking.State) bool {
	return s == booking.Requested || s == booking.PendingDeposit || s == booking.Confirmed
}

// Do is what becomes of a command at a time, and of all bookings by then: what is asked for when it would
// begin at that moment has lapsed.
func (m *Model) Do(now inventory.Instant, c Command) Answer {
	m.Come(now)
	a := m.do(c)
	m.Come(now)
	return a
}

func (m *Model) do(c Command) Answer {
	switch c := c.(type) {
	case Book:
		return m.book(c)
	case Wait:
		return m.wait(c)
	case Repeat:
		return m.repeat(c)
	case Move:
		return m.move(c)
	case Choose:
		return m.choose(c)
	case Confirm:
		return m.confirm(c)
	case Decline:
		return m.decline(c)
	case Cancel:
		return m.cancel(c)
	case CancelDates:
		return m.cancelDates(c)
	case Waive:
		return m.waive(c)
	case Price:
		return m.price(c)
	case Pay:
		m.pay(c)
	case CreateEvent:
		return m.createEvent(c)
	case Shift:
		return m.shift(c)
	case Resettle:
		return m.resettle(c)
	case CallOff:
		m.callOff(c)
	case Rule:
		return m.rule(c)
	case Furnish:
		m.Rooms[c.Room].Holds = c.Holds
	case Publish:
		m.Busy[c.Calendar] = c.Busy
		m.serve()
	}
	return Answer{}
}

// Come is what the time alone makes of bookings.
func (m *Model) Come(now inventory.Instant) {
	m.Now = now
	for _, b := range m.Bookings {
		switch {
		case b.State == booking.PendingDeposit && b.PayUntil <= now && !m.wrong("lapse"):
			m.end(b, booking.Lapsed, "")
		case (b.State == booking.Requested || b.State == booking.Waiting) && b.From <= now && !m.wrong("unanswered"):
			m.end(b, booking.Lapsed, "")
		case b.State == booking.Confirmed && b.To <= now && !m.wrong("completed"):
			m.end(b, booking.Completed, "")
		}
	}
	m.serve()
}

// end ends a booking, and says what of its money goes back.
func (m *Model) end(b *Booked, state booking.State, reason string) {
	b.State, b.Reason = state, reason
	m.giveBack(b)
}

// Waiting are those who wait, who came first first.
func (m *Model) Waiting() []*Booked {
	var list []*Booked
	for _, b := range m.Bookings {
		if b.State == booking.Waiting {
			list = append(list, b)
		}
	}
	slices.SortFunc(list, func(x, y *Booked) int {
		return cmp.Or(cmp.Compare(x.Made, y.Made), strings.Compare(m.Name(x.N), m.Name(y.N)))
	})
	if m.wrong("order") {
		slices.Reverse(list)
	}
	return list
}

// serve gives what is free to those who wait for it.
func (m *Model) serve() {
	if m.wrong("grant") {
		return
	}
	for _, b := range m.Waiting() {
		if a := m.decide(b); a.Code == "" {
			m.first(b)
			m.due(b)
		}
	}
}

// first is the state that a new booking has.
func (m *Model) first(b *Booked) {
	b.State = booking.Confirmed
	if m.Approval && !m.wrong("approval") {
		b.State = booking.Requested
	}
}

// within: a room is another, or a part of it.
func (m *Model) within(room, whole int) bool {
	for room >= 0 {
		if room == whole {
			return true
		}
		if room = m.Rooms[room].PartOf; m.wrong("whole") {
			return false
		}
	}
	return false
}

// share: two rooms cannot be had by two at once.
func (m *Model) share(a, b int) bool { return m.within(a, b) || m.within(b, a) }

// gap is what has to lie between the end of one and the start of the next.
func (m *Model) gap(a, b *Booked) inventory.Instant {
	tear, set := a.Teardown, b.Setup
	switch {
	case m.wrong("buffer"):
		return 0
	case m.Buffer == booking.Sum || m.wrong("larger"):
		return inventory.Instant(tear + set)
	case tear > set:
		return inventory.Instant(tear)
	}
	return inventory.Instant(set)
}

func (m *Model) apart(a, b *Booked) bool {
	return b.From-a.To >= m.gap(a, b) || a.From-b.To >= m.gap(b, a)
}

// decide is what a booking is answered that wants its rooms and extras beside all others.
func (m *Model) decide(b *Booked) Answer { return m.decideFrom(nil, b) }

// decideFrom is decide of a booking that was elsewhere before; nil: it is new. One that keeps its rooms and its
// time is not asked again whether the venue is open, and what others have there.
func (m *Model) decideFrom(was, b *Booked) Answer {
	if m.Inactive {
		return Answer{Code: string(booking.NotActive)}
	}
	for i, room := range b.Rooms {
		for _, other := range b.Rooms[:i] {
			if m.share(room, other) {
				return Answer{Code: string(booking.RoomTwice)}
			}
		}
	}
	for i, n := range b.Extras {
		if pool := m.Extras[i].Pool; pool > 0 && n > pool {
			return Answer{Code: string(booking.TooManyAddOns)}
		}
	}
	stays := was != nil && sameTime(&was.Wish, &b.Wish) && !m.wrong("those there stay")
	if !stays && !m.open(b.From, b.To) {
		return Answer{Code: string(booking.OutsideHours)}
	}
	a := Answer{}
	for _, o := range m.Bookings {
		if o.N == b.N || !live(o.State) || m.apart(o, b) {
			continue
		}
		for _, mine := range b.Rooms {
			for _, theirs := range o.Rooms {
				if m.share(mine, theirs) {
					a.Code, a.InTheWay = string(booking.RoomTaken), append(a.InTheWay, m.Name(o.N))
				}
			}
		}
	}
	if !stays {
		if busy := m.elsewhere(b); len(busy) > 0 {
			a.Code, a.InTheWay = string(booking.RoomTaken), append(a.InTheWay, busy...)
		}
	}
	if a.Code == "" && !m.wrong("pools") {
		a = m.scarce(b)
	}
	slices.Sort(a.InTheWay)
	a.InTheWay = slices.Compact(a.InTheWay)
	return a
}

// scarce are those who have so much of an extra that too little is left.
func (m *Model) scarce(b *Booked) (a Answer) {
	for i, n := range b.Extras {
		if n == 0 || m.Extras[i].Pool == 0 {
			continue
		}
		if others := m.short(i, b); len(others) > 0 {
			a.Code, a.InTheWay = string(booking.AddOnTaken), append(a.InTheWay, others...)
		}
	}
	return a
}

// short counts, at each moment at which somebody begins to have some of an extra, how many are taken.
func (m *Model) short(extra int, b *Booked) []string {
	from := func(o *Booked) inventory.Instant { return o.From - inventory.Instant(o.Setup) }
	to := func(o *Booked) inventory.Instant { return o.To + inventory.Instant(o.Teardown) }
	var others []*Booked
	var names []string
	moments := []inventory.Instant{from(b)}
	for _, o := range m.Bookings {
		if o.N != b.N && live(o.State) && o.Extras[extra] > 0 && from(o) < to(b) && from(b) < to(o) {
			others, moments, names = append(others, o), append(moments, max(from(o), from(b))), append(names, m.Name(o.N))
		}
	}
	for _, t := range moments {
		taken := b.Extras[extra]
		for _, o := range others {
			if from(o) <= t && t < to(o) {
				taken += o.Extras[extra]
			}
		}
		if taken > m.Extras[extra].Pool {
			return names
		}
	}
	return nil
}

// Probe is what would become of a wish now.
func (m *Model) Probe(w Wish) Answer {
	if a := m.fits(&w); a.Code != "" {
		return a
	}
	return m.decide(&Booked{N: -1, Wish: w})
}

// make is a booking as it is asked for.
func (m *Model) make(n int, w Wish) *Booked {
	b := &Booked{N: n, Series: -1, Wish: w, Made: m.Now}
	m.first(b)
	b.Terms = m.Terms
	m.count(b)
	m.due(b)
	return b
}

func (m *Model) book(c Book) Answer {
	b := m.make(c.N, c.Wish)
	if c.Event > 0 {
		if m.FindEvent(c.Event) == nil {
			return Answer{}
		}
		b.Event, b.Follows = c.Event, booking.FollowsTimes
	}
	a := m.fits(&c.Wish)
	if a.Code == "" {
		a = m.decide(b)
	}
	if a.Code == "" {
		m.Bookings = append(m.Bookings, b)
	}
	return a
}

func (m *Model) wait(c Wait) Answer { return m.dates([]*Booked{m.make(c.N, c.Wish)}, booking.Wait) }

func (m *Model) repeat(c Repeat) Answer {
	var list []*Booked
	for i, from := range m.Dates(c) {
		w := c.Wish
		w.From, w.To = from, m.dateEnds(&c, from)
		b := m.make(c.N+i, w)
		b.Series = c.N
		list = append(list, b)
	}
	return m.dates(list, c.Others)
}

// dates decides about dates one after another, all or those that can be.
func (m *Model) dates(list []*Booked, others booking.OnConflict) Answer {
	if a := m.fits(&list[0].Wish); a.Code != "" {
		return a
	}
	had := len(m.Bookings)
	var refused []Answer
	for _, b := range list {
		a := m.decide(b)
		closed := a.Code == string(booking.OutsideHours) && !m.wrong("closed dates are left out")
		switch taken := a.Code == string(booking.RoomTaken) || a.Code == string(booking.AddOnTaken); {
		case a.Code == "":
		case !taken && !closed:
			m.Bookings = m.Bookings[:had]
			return a // no date can be, whenever it is
		case taken && others == booking.Wait && !m.wrong("waits"):
			b.State, b.PayUntil, b.BalanceDue = booking.Waiting, 0, 0
		default:
			a.About = at(b.From)
			refused = append(refused, a)
			continue
		}
		m.Bookings = append(m.Bookings, b)
	}
	all := others == booking.Refuse && !m.wrong("all") || m.wrong("skip")
	if len(refused) > 0 && (all || len(refused) == len(list)) {
		m.Bookings = m.Bookings[:had]
		return Answer{Code: "dates_refused", Each: refused}
	}
	return Answer{}
}

// The codes of what is neither refused nor done.
const (
	notFound = "not_found"
	ended    = "ended"
	paidFor  = "paid_for"
	below    = "below_add_ons"
	booked   = "booked"
	over     = "over"
)

func (m *Model) confirm(c Confirm) Answer {
	b := m.Find(c.Of)
	switch {
	case b == nil:
		return Answer{Code: notFound}
	case b.State == booking.Confirmed || b.State == booking.PendingDeposit:
		return Answer{}
	case b.State != booking.Requested:
		return Answer{Code: ended}
	}
	b.State = booking.Confirmed
	m.due(b)
	return Answer{}
}

func (m *Model) decline(c Decline) Answer {
	b := m.Find(c.Of)
	switch {
	case b == nil:
		return Answer{Code: notFound}
	case b.State == booking.Declined:
		return Answer{}
	case b.State != booking.Requested:
		return Answer{Code: ended}
	}
	m.end(b, booking.Declined, "not_available")
	m.serve()
	return Answer{}
}

func (m *Model) cancel(c Cancel) Answer {
	b := m.Find(c.Of)
	switch {
	case b == nil:
		return Answer{Code: notFound}
	case b.State == booking.Cancelled && b.Reason == cmp.Or(c.Reason, "other"):
		return Answer{}
	case !live(b.State) && b.State != booking.Waiting:
		return Answer{Code: ended}
	}
	b.ByVenue = c.ByVenue
	m.end(b, booking.Cancelled, cmp.Or(c.Reason, "other"))
	m.serve()
	return Answer{}
}

func (m *Model) cancelDates(c CancelDates) Answer {
	for _, b := range m.Bookings {
		if b.Series == c.Of && (live(b.State) || b.State == booking.Waiting) {
			b.ByVenue = c.ByVenue
			m.end(b, booking.Cancelled, "other")
		}
	}
	m.serve()
	return Answer{}
}

// move: what cannot be so stays where it is.
func (m *Model) move(c Move) Answer {
	b := m.Find(c.Of)
	if b == nil {
		return Answer{Code: notFound}
	}
	if a := m.fits(&c.Wish); a.Code != "" {
		return a
	}
	if !live(b.State) {
		return Answer{Code: ended}
	}
	next := *b
	next.Wish = c.Wish
	next.Extras = b.Extras
	if same(next.Wish, b.Wish) {
		return Answer{}
	}
	if a := m.relocate(b, &next, c.Ask); a.Code != "" {
		return a
	}
	m.serve()
	return Answer{}
}

// tooLate: a booking would have to be confirmed, or its deposit paid, before it begins, and it has begun.
func (m *Model) tooLate(b *Booked) bool {
	return (b.State == booking.Requested && b.From <= m.Now || b.State == booking.PendingDeposit && b.PayUntil <= m.Now) && !m.wrong("begun")
}

func sameTime(a, b *Wish) bool {
	return slices.Equal(a.Rooms, b.Rooms) && a.From == b.From && a.To == b.To && a.Setup == b.Setup && a.Teardown == b.Teardown
}

func same(a, b Wish) bool {
	return sameTime(&a, &b) && a.Extras == b.Extras && a.Layout == b.Layout && a.People == b.People
}

// relocate is a booking elsewhere, if it can be: with the price of that, and asked for again where
// whoever moves it cannot confirm it.
func (m *Model) relocate(b, next *Booked, ask bool) Answer {
	if ask && m.Approval && !m.wrong("asked") {
		next.State = booking.Requested
	}
	if !m.charge(b, next, ask) {
		return Answer{Code: paidFor}
	}
	if m.tooLate(next) {
		return Answer{Code: ended}
	}
	if a := m.decideFrom(b, next); a.Code != "" {
		return a
	}
	*b = *next
	return Answer{}
}

// rule gives a venue other rules. Bookings that are too near each other for a new one are in the way of it.
func (m *Model) rule(c Rule) Answer {
	was := m.Rules
	m.Rules = c.Rules
	if was.Buffer != m.Buffer {
		for i, a := range m.Bookings {
			for _, b := range m.Bookings[:i] {
				if live(a.State) && live(b.State) && !m.apart(a, b) && slices.ContainsFunc(a.Rooms, func(x int) bool {
					return slices.ContainsFunc(b.Rooms, func(y int) bool { return m.share(x, y) })
				}) {
					m.Rules = was
					return Answer{Code: booked}
				}
			}
		}
	}
	m.serve()
	return Answer{}
}

// String is how everything stands, a line for each booking and payment.
func (m *Model) String() string {
	var text strings.Builder
	for _, b := range m.Bookings {
		fmt.Fprintf(&text, "b%d %s %s %+v e%d %q %+v\n", b.N, b.State, b.Wish, b.charged, b.Event, b.Follows, b.Reason)
	}
	for _, p := range m.Payments {
		fmt.Fprintf(&text, "p%d %+v\n", p.N, *p)
	}
	return text.String()
}
