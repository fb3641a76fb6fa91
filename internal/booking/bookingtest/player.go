package bookingtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/recurrence"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Player does in a store what people do at a venue. Each call may be made again after it has failed: it has
// then been done once.
type Player struct {
	// Store and Write are of the process; whoever starts another sets them anew. Write has events decided.
	Store *store.Store
	Write func(ctx context.Context, r sequencer.Request) (sequencer.Reply, error)

	Venue
	Org   string // an organization that there is
	Seed  uint64 // of the history, from which all names are
	names func(int) string
	ids   *id.Maker
	taken map[int]Takes // the rooms that events were given, by number
	// made are the ids of what did not get its own name, by that.
	made map[string]string
}

// NewPlayer returns a player of a history of a seed for an organization.
func NewPlayer(h *History, seed uint64, org string, now func() time.Time) *Player {
	random := seed
	return &Player{Venue: h.Venue, Org: org, Seed: seed, names: Namer(seed), taken: map[int]Takes{}, made: map[string]string{}, ids: &id.Maker{Now: now, Rand: func() uint64 {
		random = random*6364136223846793005 + 1442695040888963407 // they only have to differ
		return random
	}}}
}

// Name is the id of a booking.
func (p *Player) Name(n int) string { return p.known(p.names(n)) }

// Made says that what would have an id was made with another one.
func (p *Player) Made(name, id string) { p.made[name] = id }

// Takes says which rooms an event takes that others have made.
func (p *Player) Takes(event int, t Takes) { p.taken[event] = t }

// known is the id of what has a name.
func (p *Player) known(name string) string { return cmp.Or(p.made[name], name) }

func (p *Player) named(prefix, what string, n int) string {
	return p.known(id.TopNamed(prefix, fmt.Sprintf("%d/%s/%d", p.Seed, what, n)))
}

// VenueID is the id of the venue.
func (p *Player) VenueID() string { return p.named(id.Venue, "venue", 0) }

// Room is the id of a room, by its place in the venue.
func (p *Player) Room(n int) string { return p.named(id.Room, "room", n) }

// Extra is the id of an extra, by its place in the venue.
func (p *Player) Extra(n int) string { return p.named(id.AddOn, "extra", n) }

// Event is the id of an event.
func (p *Player) Event(n int) string { return p.named(id.Event, "event", n) }

// Series is the id of what repeats, by the number of its first date.
func (p *Player) Series(n int) string { return p.named(id.BookingDates, "dates", n) }

// Calendar is the id of a calendar of others, by its place in the venue.
func (p *Player) Calendar(n int) string { return p.named(id.RoomCalendar, "calendar", n) }

func (p *Player) roomIDs(list []int) []string {
	ids := make([]string, len(list))
	for i, n := range list {
		ids[i] = p.Room(n)
	}
	return ids
}

// Payment is the id of a payment; "" of number 0.
func (p *Player) Payment(n int) string {
	if n == 0 {
		return ""
	}
	return p.known(fmt.Sprintf("manual:pay_%d_%d", p.Seed, n))
}

// signed is a context of what the organizer does.
func signed(ctx context.Context, now inventory.Instant) context.Context {
	return organizations.WithBy(ctx, organizations.By{Actor: "mem_x", At: now})
}

// Open makes the venue.
func (p *Player) Open(ctx context.Context, now inventory.Instant) error {
	ctx = signed(ctx, now)
	v := p.Store.Venues
	if err := v.CreateVenue(ctx, venues.Venue{
		OrgID: p.Org, ID: p.VenueID(), Name: "House", CreatedAt: now, Timezone: p.Zone, BufferRule: p.Buffer, NeedsApproval: p.Approval, DefaultSetup: p.Setup, Hours: p.Hours, Capacity: p.Capacity, Facilities: []string{}, Terms: p.Terms,
	}); err != nil {
		return err
	}
	for i, r := range p.Rooms {
		of := venues.Room{OrgID: p.Org, ID: p.Room(i), VenueID: p.VenueID(), Name: r.Name, CreatedAt: now, Capacities: r.Holds, Facilities: []string{}}
		if r.PartOf >= 0 {
			of.PartOf = p.Room(r.PartOf)
		}
		if err := v.CreateRoom(ctx, of); err != nil {
			return err
		}
	}
	for i, e := range p.Extras {
		if err := v.CreateAddOn(ctx, venues.AddOn{OrgID: p.Org, ID: p.Extra(i), VenueID: p.VenueID(), Name: e.Name, CreatedAt: now, Unit: e.Unit, Price: e.Price, TaxRate: e.TaxRate, Pool: e.Pool}); err != nil {
			return err
		}
	}
	return p.OpenCalendars(ctx, now)
}

// OpenCalendars makes the calendars of others, which say nothing yet.
func (p *Player) OpenCalendars(ctx context.Context, now inventory.Instant) error {
	for i, room := range p.Calendars {
		address := organizations.ServerKey{Purpose: roomcalendars.AddressPurpose(p.Org, p.Calendar(i)), Secret: []byte{1}, KeyVersion: 1, KeyID: "k", CreatedAt: now}
		if err := p.Store.RoomCalendars.Add(ctx, roomcalendars.RoomCalendar{OrgID: p.Org, ID: p.Calendar(i), VenueID: p.VenueID(), RoomID: p.Room(room), Name: CalendarName(i), Host: "calendar.test", CreatedAt: now, NextAt: now}, address); err != nil {
			return err
		}
	}
	return nil
}

// publish is that a calendar of others was fetched, and says something else.
func (p *Player) publish(ctx context.Context, now inventory.Instant, c Publish) error {
	of, err := p.Store.RoomCalendars.ByID(ctx, p.Org, p.Calendar(c.Calendar))
	if err != nil {
		return err
	}
	return p.Store.RoomCalendars.StoreFetched(ctx, *of, &roomcalendars.Fetched{Periods: booking.Periods(c.Busy), NextAt: now + hour}, now)
}

// Job does what the job of every minute does.
func (p *Player) Job(ctx context.Context, now inventory.Instant) error {
	_, err := p.Store.Bookings.EndBookings(signed(ctx, now), now, 1000)
	return err
}

func (p *Player) booking(n int, w Wish) bookings.Booking {
	return bookings.Booking{
		OrgID: p.Org, ID: p.Name(n), VenueID: p.VenueID(), Rooms: p.roomIDs(w.Rooms), StartsAt: w.From, EndsAt: w.To, Setup: w.Setup, Teardown: w.Teardown,
		Layout: w.Layout, People: w.People, AddOns: p.addOns(w.Extras), Purpose: "Tried",
	}
}

func (p *Player) addOns(chosen [extras]int64) (list []booking.AddOn) {
	for i, n := range chosen {
		if e := p.Extras[i]; n > 0 {
			list = append(list, booking.AddOn{ID: p.Extra(i), Name: e.Name, Unit: e.Unit, Quantity: n, Price: e.Price, TaxRate: e.TaxRate})
		}
	}
	return list
}

// fits is what the API asks before the store: whether rooms hold so many people.
func (p *Player) fits(ctx context.Context, w *Wish) (Answer, error) {
	venue, err := p.Store.Venues.VenueRooms(ctx, p.Org, p.VenueID())
	if err != nil {
		return Answer{}, err
	}
	return Answer{Code: string(bookings.Fits(venue, &bookings.Booking{Rooms: p.roomIDs(w.Rooms), Layout: w.Layout, People: w.People}))}, nil
}

// Probe asks whether a wish could be booked.
func (p *Player) Probe(ctx context.Context, now inventory.Instant, w Wish) (Answer, error) {
	if a, err := p.fits(ctx, &w); err != nil || a.Code != "" {
		return a, err
	}
	b := p.booking(-1, w)
	return p.answered(p.Store.Bookings.CheckBooking(ctx, &b, now))
}

// Do does what a command says, and returns what its sender is told. The error is one that no rule says.
func (p *Player) Do(ctx context.Context, now inventory.Instant, c Command) (Answer, error) {
	ctx = signed(ctx, now)
	v := p.Store.Venues
	a, err := p.refuses(ctx, c)
	if err != nil || a.Code != "" {
		return a, err
	}
	switch c := c.(type) {
	case Book:
		b := p.booking(c.N, c.Wish)
		if c.Event > 0 {
			b.EventID, b.Follows = p.Event(c.Event), booking.FollowsTimes
			if _, known := p.taken[c.Event]; !known {
				return Answer{}, nil
			}
		}
		_, err = p.Store.Bookings.Book(ctx, b, now)
	case Wait:
		_, err = p.Store.Bookings.BookDates(ctx, nil, []bookings.Booking{p.booking(c.N, c.Wish)}, booking.Wait, now)
	case Repeat:
		err = p.repeat(ctx, now, c)
	case Move:
		rooms := p.roomIDs(c.Rooms)
		_, err = p.Store.Bookings.MoveBooking(ctx, p.Org, p.Name(c.Of), &bookings.Move{StartsAt: &c.From, EndsAt: &c.To, Setup: &c.Setup, Teardown: &c.Teardown, Rooms: &rooms, Layout: &c.Layout, People: &c.People, Ask: c.Ask}, now)
	case Choose:
		_, err = p.Store.Bookings.SetAddOns(ctx, p.Org, p.Name(c.Of), p.addOns(c.Extras), c.Ask, now)
	case Confirm:
		_, err = p.Store.Bookings.ConfirmBooking(ctx, p.Org, p.Name(c.Of), now)
	case Decline:
		_, err = p.Store.Bookings.EndBooking(ctx, p.Org, p.Name(c.Of), booking.Declined, "not_available", false, now)
	case Cancel:
		_, err = p.Store.Bookings.EndBooking(ctx, p.Org, p.Name(c.Of), booking.Cancelled, cmp.Or(c.Reason, "other"), c.ByVenue, now)
	case CancelDates:
		err = p.cancelDates(ctx, now, c)
	case Waive:
		_, err = p.Store.Bookings.WaiveDeposit(ctx, p.Org, p.Name(c.Of), "a friend", now)
	case Price:
		a := bookings.AgreedPrice{Price: c.Price}
		if c.Deposit >= 0 {
			a.Deposit = &c.Deposit
		}
		_, err = p.Store.Bookings.PriceBooking(ctx, p.Org, p.Name(c.Of), &a, now)
	case Pay:
		err = p.pay(ctx, now, c)
	case CreateEvent, Shift, Resettle, CallOff:
		return p.doEvent(ctx, now, c)
	case Rule:
		_, err = v.ChangeVenue(ctx, p.Org, p.VenueID(), &venuechanges.VenueChange{BufferRule: &c.Buffer, NeedsApproval: &c.Approval, Inactive: &c.Inactive, Hours: &c.Hours, Capacity: &c.Capacity, Terms: &c.Terms})
	case Furnish:
		_, err = v.ChangeRoom(ctx, p.Org, p.Room(c.Room), &venuechanges.RoomChange{Capacities: &c.Holds})
	case Publish:
		err = p.publish(ctx, now, c)
	}
	return p.answered(err)
}

// refuses is what is said of a command before its venue is asked. Of a booking that is not there, that it is not.
func (p *Player) refuses(ctx context.Context, c Command) (Answer, error) {
	switch c := c.(type) {
	case Book:
		if _, known := p.taken[c.Event]; c.Event == 0 || known {
			return p.fits(ctx, &c.Wish)
		}
	case Wait:
		return p.fits(ctx, &c.Wish)
	case Repeat:
		return p.fits(ctx, &c.Wish)
	case Move:
		if _, err := p.Store.Bookings.Booking(ctx, p.Org, p.Name(c.Of)); err != nil {
			return p.answered(err)
		}
		return p.fits(ctx, &c.Wish)
	}
	return Answer{}, nil
}

// inTheWay are the bookings, and calendars of others, that are in the way, each once.
func (p *Player) inTheWay(conflicts []booking.Conflict) []string {
	ids := bookings.InTheWay(conflicts)
	for i := range p.Calendars {
		if slices.ContainsFunc(conflicts, func(c booking.Conflict) bool { return c.Calendar == p.Calendar(i) }) {
			ids = append(ids, CalendarName(i))
		}
	}
	return ids
}

// answered is what an error tells whoever asked.
func (p *Player) answered(err error) (Answer, error) {
	var one *bookings.Refused
	var dates *bookings.DatesRefused
	var event *bookings.EventRefused
	switch {
	case err == nil, errors.Is(err, database.ErrConflict): // it was made when this was tried before
		return Answer{}, nil
	case errors.Is(err, database.ErrNotFound):
		return Answer{Code: notFound}, nil
	case errors.Is(err, bookings.ErrBookingEnded):
		return Answer{Code: ended}, nil
	case errors.Is(err, bookings.ErrPaidFor):
		return Answer{Code: paidFor}, nil
	case errors.Is(err, bookings.ErrBelowAddOns):
		return Answer{Code: below}, nil
	case errors.Is(err, bookings.ErrBooked):
		return Answer{Code: booked}, nil
	case errors.As(err, &one):
		return Answer{Code: string(one.Code), InTheWay: p.inTheWay(one.Conflicts)}, nil
	case errors.As(err, &dates):
		a := Answer{Code: "dates_refused"}
		for _, d := range dates.Dates {
			a.Each = append(a.Each, Answer{Code: string(d.Code), InTheWay: p.inTheWay(d.Conflicts), About: at(d.StartsAt)})
		}
		return a, nil
	case errors.As(err, &event):
		a := Answer{Code: "event_refused"}
		for i, why := range event.Why {
			a.Each = append(a.Each, Answer{Code: string(why.Code), InTheWay: p.inTheWay(why.Conflicts), About: event.Bookings[i].ID})
		}
		return a, nil
	}
	return Answer{}, err
}

func (p *Player) repeat(ctx context.Context, now inventory.Instant, c Repeat) error {
	text := fmt.Sprintf("FREQ=DAILY;INTERVAL=%d;COUNT=%d", c.Days, c.Count)
	if c.Days == 7 {
		text = fmt.Sprintf("FREQ=WEEKLY;COUNT=%d", c.Count)
	}
	rule, err := recurrence.Parse(text)
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		return err
	}
	series := &bookings.BookingSeries{OrgID: p.Org, ID: p.Series(c.N), VenueID: p.VenueID(), RRule: text, OnConflict: c.Others}
	starts, _ := recurrence.Expand(rule, c.From.Time(), zone, nil, booking.MaxDates)
	dates := make([]bookings.Booking, len(starts))
	for i, start := range starts {
		w := c.Wish
		w.From, w.To = inventory.At(start), inventory.At(recurrence.EndOf(c.From.Time(), c.To.Time(), start, zone))
		dates[i] = p.booking(c.N+i, w)
		dates[i].SeriesID = series.ID
	}
	_, err = p.Store.Bookings.BookDates(ctx, series, dates, c.Others, now)
	return err
}

func (p *Player) cancelDates(ctx context.Context, now inventory.Instant, c CancelDates) error {
	series, err := p.Store.Bookings.BookingSeries(ctx, p.Org, p.Series(c.Of))
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = p.Store.Bookings.CancelSeries(ctx, series, "other", c.ByVenue, now)
	return err
}

// pay stores money that came in, as a webhook does, and has it decided.
func (p *Player) pay(ctx context.Context, now inventory.Instant, c Pay) error {
	currency := p.Currency
	of := &payments.Payment{
		EventID: p.Org, ID: p.Payment(c.N), Provider: "manual", OrderID: bookings.BookingOrder(p.Name(c.Of), c.Part), Amount: c.Amount, Currency: currency,
		CapturedAt: now, ReceivedAt: now, State: payments.PaymentCaptured,
	}
	line := payments.JournalLine{Ref: "capture:" + of.ID, Line: 1, BookedAt: now, At: now, Account: "provider:manual", Debit: c.Amount, Currency: currency, OrderID: of.OrderID, PaymentID: of.ID}
	other := line
	other.Line, other.Account, other.Debit, other.Credit = 2, "buyers", 0, c.Amount
	if _, err := p.Store.Payments.Receive(ctx, &payments.Received{
		Notice:  payments.PaymentNotice{EventID: p.Org, Provider: "manual", ID: of.ID, Kind: "captured", PaymentID: of.ID, Amount: c.Amount, Currency: currency, At: now, ReceivedAt: now},
		Payment: of, Journal: []payments.JournalLine{line, other},
	}); err != nil {
		return err
	}
	_, err := p.Store.Bookings.SettleBooking(ctx, now, of)
	return err
}

// write has an event decided.
func (p *Player) write(ctx context.Context, n int, c inventory.Command, d *events.DetailsChange) (inventory.Code, error) {
	reply, err := p.Write(ctx, sequencer.Request{EventID: p.Event(n), Command: c, Details: d})
	return reply.Code, err
}

var staff = inventory.Who{Actor: "mem_x", Staff: true}

// doEvent does something to an event, as the API does: its bookings first, and then itself.
func (p *Player) doEvent(ctx context.Context, now inventory.Instant, c Command) (Answer, error) {
	switch c := c.(type) {
	case CreateEvent:
		if err := p.create(ctx, c); err != nil {
			return Answer{}, err
		}
		if _, known := p.taken[c.N]; !known {
			p.taken[c.N] = Takes{}
		}
		return p.settle(ctx, now, c.N, c.Place, c.From, c.To, c.takes(), c.Ask)
	case Shift:
		return p.shift(ctx, now, c)
	case Resettle:
		e, a, err := p.open(ctx, now, c.Event)
		if e == nil {
			return a, err
		}
		if e.StartsAt <= now {
			return Answer{Code: over}, nil
		}
		return p.settle(ctx, now, c.Event, c.Place, e.StartsAt, e.EndsAt, c.Takes, c.Ask)
	case CallOff:
		if _, known := p.taken[c.Event]; !known {
			return Answer{}, nil
		}
		if _, err := p.write(ctx, c.Event, inventory.CancelEvent{Who: staff}, nil); err != nil {
			return Answer{}, err
		}
		return p.align(ctx, now, c.Event)
	}
	return Answer{}, nil
}

// settle gives an event the rooms that it takes; a new one that takes none has nothing to do with any.
func (p *Player) settle(ctx context.Context, now inventory.Instant, event, place int, from, to inventory.Instant, t Takes, ask bool) (Answer, error) {
	if len(t.Rooms) > 0 {
		if a, err := p.fits(ctx, &Wish{Rooms: t.Rooms, Layout: t.Layout, People: t.People}); err != nil || a.Code != "" {
			return a, err
		}
	}
	a, err := p.follow(ctx, now, event, place, from, to, p.takes(t), false, ask)
	if err == nil && a.Code == "" {
		p.taken[event] = t
	}
	return a, err
}

func (p *Player) create(ctx context.Context, c CreateEvent) error {
	event := p.Event(c.N)
	pool := p.ids.In(id.Pool, event)
	code, err := p.write(ctx, c.N, inventory.Create{
		Who: staff, Publish: true, Event: inventory.Event{ID: event, OrgID: p.Org, StartsAt: c.From, EndsAt: c.To, Zone: time.UTC, Settings: inventory.Settings{Orders: inventory.OrderSettings{Currency: "EUR"}}},
		Pools: []inventory.Pool{{ID: pool, Name: "all", Capacity: 10}}, Tiers: []inventory.Tier{{ID: p.ids.In(id.Tier, event), Name: "General", Pools: []string{pool}}},
	}, events.Details{Title: "Tried"}.All())
	if err == nil && code != inventory.OK && code != inventory.AlreadyExists {
		err = fmt.Errorf("bookingtest: an event cannot be made: %s", code)
	}
	return err
}

// open returns an event that is not over; nil: with what its sender is told.
func (p *Player) open(ctx context.Context, now inventory.Instant, n int) (*inventory.Event, Answer, error) {
	if _, known := p.taken[n]; !known {
		return nil, Answer{Code: notFound}, nil
	}
	v, err := p.Store.Events.Event(ctx, p.Event(n))
	if err != nil {
		return nil, Answer{}, err
	}
	if v.Event.Status == inventory.Cancelled || v.Event.EndsAt <= now {
		return nil, Answer{Code: over}, nil
	}
	return &v.Event, Answer{}, nil
}

func (p *Player) shift(ctx context.Context, now inventory.Instant, c Shift) (Answer, error) {
	e, a, err := p.open(ctx, now, c.Event)
	if e == nil {
		return a, err
	}
	if !c.Died {
		var rooms *events.EventRooms
		if len(p.taken[c.Event].Rooms) > 0 && c.From >= now { // for one that has begun no other rooms are booked
			rooms = p.takes(p.taken[c.Event])
		}
		if a, err := p.follow(ctx, now, c.Event, c.Place, c.From, c.To, rooms, true, c.Ask); err != nil || a.Code != "" {
			return a, err
		}
	}
	code, err := p.write(ctx, c.Event, inventory.Configure{Who: staff, StartsAt: c.From, EndsAt: c.To, Zone: e.Zone, Settings: e.Settings}, nil)
	if err == nil && code != inventory.OK {
		err = fmt.Errorf("bookingtest: an event cannot be moved: %s", code)
	}
	if err != nil {
		return Answer{}, err
	}
	return p.align(ctx, now, c.Event)
}

func (p *Player) align(ctx context.Context, now inventory.Instant, n int) (Answer, error) {
	_, err := p.Store.Bookings.AlignEvent(ctx, p.Org, p.Event(n), now)
	return Answer{}, err
}

// takes are the rooms that an event takes; of no venue: none.
func (p *Player) takes(t Takes) *events.EventRooms {
	if len(t.Rooms) == 0 {
		return new(events.EventRooms)
	}
	return &events.EventRooms{VenueID: p.VenueID(), Rooms: p.roomIDs(t.Rooms), Layout: t.Layout, People: t.People}
}

func (p *Player) follow(ctx context.Context, now inventory.Instant, n, place int, from, to inventory.Instant, rooms *events.EventRooms, keep, ask bool) (Answer, error) {
	_, err := p.Store.Bookings.FollowEvent(ctx, &bookings.EventTimes{
		OrgID: p.Org, EventID: p.Event(n), StartsAt: from, EndsAt: to, Title: "Tried", Rooms: rooms, Keep: keep, NewID: p.Name(place), Ask: ask,
	}, now)
	return p.answered(err)
}

// Play plays a step after the others in a store and in a model, and says what is different then.
func Play(ctx context.Context, p *Player, m *Model, s *Step) error {
	if s.Job {
		if err := p.Job(ctx, s.At); err != nil {
			return err
		}
	}
	got, err := p.Do(ctx, s.At, s.Command)
	if err == nil {
		err = p.Job(ctx, s.At)
	}
	if err != nil {
		return err
	}
	return p.Agree(ctx, m, s, got)
}

// Agree plays a step in a model, and compares that with a store in which it was played.
func (p *Player) Agree(ctx context.Context, m *Model, s *Step, got Answer) error {
	want := m.Do(s.At, s.Command)
	if !sameAnswer(got, want) {
		return &Difference{fmt.Sprintf("answered %+v, want %+v", got, want)}
	}
	if err := p.Compare(ctx, m); err != nil {
		return err
	}
	probed, err := p.Probe(ctx, s.At, s.Probe)
	if err != nil {
		return err
	}
	if want := m.Probe(s.Probe); !sameAnswer(probed, want) {
		return &Difference{fmt.Sprintf("asked whether %s could be: %+v, want %+v", s.Probe, probed, want)}
	}
	return nil
}

func sameAnswer(a, b Answer) bool {
	return a.Code == b.Code && a.About == b.About && slices.Equal(a.InTheWay, b.InTheWay) && slices.EqualFunc(a.Each, b.Each, sameAnswer)
}
