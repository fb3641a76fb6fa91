package bookingtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
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
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Player does in a store what people do in a house. Each call may be made again after it has failed: it has
// then been done once.
type Player struct {
	// Store and Write are of the process; whoever starts another sets them anew. Write has events decided.
	Store *store.Store
	Write func(ctx context.Context, r sequencer.Request) (sequencer.Reply, error)

	House
	Org   string // an organization that there is
	Seed  uint64 // of the history, from which all names are
	name  func(int) string
	ids   *id.Maker
	taken map[int][]int // the rooms that events were given, by number
}

// NewPlayer returns a player of a history of a seed for an organization.
func NewPlayer(h *History, seed uint64, org string, now func() time.Time) *Player {
	random := seed
	return &Player{House: h.House, Org: org, Seed: seed, name: Namer(seed), taken: map[int][]int{}, ids: &id.Maker{Now: now, Rand: func() uint64 {
		random = random*6364136223846793005 + 1442695040888963407 // they only have to differ
		return random
	}}}
}

func (p *Player) named(prefix, what string, n int) string {
	return id.TopNamed(prefix, fmt.Sprintf("%d/%s/%d", p.Seed, what, n))
}

func (p *Player) venue() string      { return p.named(id.Venue, "venue", 0) }
func (p *Player) room(n int) string  { return p.named(id.Room, "room", n) }
func (p *Player) screen() string     { return p.named(id.AddOn, "screen", 0) }
func (p *Player) event(n int) string { return p.named(id.Event, "event", n) }

func (p *Player) roomIDs(list []int) []string {
	ids := make([]string, len(list))
	for i, n := range list {
		ids[i] = p.room(n)
	}
	return ids
}

// payment is the id of a payment; "" of number 0.
func (p *Player) payment(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("manual:pay_%d_%d", p.Seed, n)
}

// signed is a context of what the organizer does.
func signed(ctx context.Context, now inventory.Instant) context.Context {
	return organizations.WithBy(ctx, organizations.By{Actor: "mem_x", At: now})
}

// Open makes the house.
func (p *Player) Open(ctx context.Context, now inventory.Instant) error {
	ctx = signed(ctx, now)
	v := p.Store.Venues
	if err := v.CreateVenue(ctx, venues.Venue{
		OrgID: p.Org, ID: p.venue(), Name: "House", CreatedAt: now, Timezone: p.Zone, BufferRule: p.Buffer, NeedsApproval: p.Approval, DefaultSetup: p.Setup, Facilities: []string{}, Terms: p.Terms,
	}); err != nil {
		return err
	}
	for i, r := range p.Rooms {
		of := venues.Room{OrgID: p.Org, ID: p.room(i), VenueID: p.venue(), Name: r.Name, CreatedAt: now, Capacities: booking.Capacities{}, Facilities: []string{}}
		if r.PartOf >= 0 {
			of.PartOf = p.room(r.PartOf)
		}
		if err := v.CreateRoom(ctx, of); err != nil {
			return err
		}
	}
	return v.CreateAddOn(ctx, venues.AddOn{OrgID: p.Org, ID: p.screen(), VenueID: p.venue(), Name: "Screen", CreatedAt: now, Unit: booking.PerPiece, Price: p.ScreenPrice, Pool: p.Screens})
}

// Job does what the job of every minute does.
func (p *Player) Job(ctx context.Context, now inventory.Instant) error {
	_, err := p.Store.Bookings.EndBookings(signed(ctx, now), now, 1000)
	return err
}

func (p *Player) booking(n int, w Wish) bookings.Booking {
	return bookings.Booking{
		OrgID: p.Org, ID: p.name(n), VenueID: p.venue(), Rooms: p.roomIDs(w.Rooms), StartsAt: w.From, EndsAt: w.To, Setup: w.Setup, Teardown: w.Teardown, AddOns: p.addOns(w.Screens), Purpose: "Tried",
	}
}

func (p *Player) addOns(screens int64) []booking.AddOn {
	if screens == 0 {
		return nil
	}
	return []booking.AddOn{{ID: p.screen(), Name: "Screen", Unit: booking.PerPiece, Quantity: screens, Price: p.ScreenPrice}}
}

// Probe asks whether a wish could be booked.
func (p *Player) Probe(ctx context.Context, now inventory.Instant, w Wish) (Answer, error) {
	b := p.booking(-1, w)
	return answered(p.Store.Bookings.CheckBooking(ctx, &b, now))
}

// Do does what a command says, and returns what its sender is told. The error is one that no rule says.
func (p *Player) Do(ctx context.Context, now inventory.Instant, c Command) (Answer, error) {
	ctx = signed(ctx, now)
	v := p.Store.Venues
	var err error
	switch c := c.(type) {
	case Book:
		b := p.booking(c.N, c.Wish)
		if c.Event > 0 {
			b.EventID, b.Follows = p.event(c.Event), booking.FollowsTimes
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
		_, err = p.Store.Bookings.MoveBooking(ctx, p.Org, p.name(c.Of), &bookings.Move{StartsAt: &c.From, EndsAt: &c.To, Setup: &c.Setup, Teardown: &c.Teardown, Rooms: &rooms, Ask: c.Ask}, now)
	case Choose:
		_, err = p.Store.Bookings.SetAddOns(ctx, p.Org, p.name(c.Of), p.addOns(c.Screens), c.Ask, now)
	case Confirm:
		_, err = p.Store.Bookings.ConfirmBooking(ctx, p.Org, p.name(c.Of), now)
	case Decline:
		_, err = p.Store.Bookings.EndBooking(ctx, p.Org, p.name(c.Of), booking.Declined, "not_available", false, now)
	case Cancel:
		_, err = p.Store.Bookings.EndBooking(ctx, p.Org, p.name(c.Of), booking.Cancelled, "other", c.ByVenue, now)
	case CancelDates:
		err = p.cancelDates(ctx, now, c)
	case Waive:
		_, err = p.Store.Bookings.WaiveDeposit(ctx, p.Org, p.name(c.Of), "a friend", now)
	case Price:
		a := bookings.AgreedPrice{Price: c.Price}
		if c.Deposit >= 0 {
			a.Deposit = &c.Deposit
		}
		_, err = p.Store.Bookings.PriceBooking(ctx, p.Org, p.name(c.Of), &a, now)
	case Pay:
		err = p.pay(ctx, now, c)
	case Stage, Shift, Resettle, CallOff:
		return p.doEvent(ctx, now, c)
	case Rule:
		_, err = v.ChangeVenue(ctx, p.Org, p.venue(), &venuechanges.VenueChange{BufferRule: &c.Buffer, NeedsApproval: &c.Approval, Inactive: &c.Inactive, Terms: &c.Terms})
	}
	return answered(err)
}

// answered is what an error tells whoever asked.
func answered(err error) (Answer, error) {
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
		return Answer{string(one.Code), bookings.InTheWay(one.Conflicts)}, nil
	case errors.As(err, &dates):
		a := Answer{Code: "dates_refused"}
		for _, d := range dates.Dates {
			a.InTheWay = append(a.InTheWay, string(d.Code)+" "+at(d.StartsAt)+" "+strings.Join(bookings.InTheWay(d.Conflicts), " "))
		}
		return a, nil
	case errors.As(err, &event):
		a := Answer{Code: "event_refused"}
		for i, why := range event.Why {
			a.InTheWay = append(a.InTheWay, event.Bookings[i].ID+" "+string(why.Code)+" "+strings.Join(bookings.InTheWay(why.Conflicts), " "))
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
	series := &bookings.BookingSeries{OrgID: p.Org, ID: p.named(id.BookingDates, "dates", c.N), VenueID: p.venue(), RRule: text, OnConflict: c.Others}
	starts, _ := recurrence.Expand(rule, c.From.Time(), zone, nil, booking.MaxDates)
	dates := make([]bookings.Booking, len(starts))
	for i, start := range starts {
		w := c.Wish
		w.From = inventory.At(start)
		w.To = w.From + c.To - c.From
		dates[i] = p.booking(c.N+i, w)
		dates[i].SeriesID = series.ID
	}
	_, err = p.Store.Bookings.BookDates(ctx, series, dates, c.Others, now)
	return err
}

func (p *Player) cancelDates(ctx context.Context, now inventory.Instant, c CancelDates) error {
	series, err := p.Store.Bookings.BookingSeries(ctx, p.Org, p.named(id.BookingDates, "dates", c.Of))
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
	of := &payments.Payment{
		EventID: p.Org, ID: p.payment(c.N), Provider: "manual", OrderID: bookings.BookingOrder(p.name(c.Of), c.Part), Amount: c.Amount, Currency: "EUR",
		CapturedAt: now, ReceivedAt: now, State: payments.PaymentCaptured,
	}
	line := payments.JournalLine{Ref: "capture:" + of.ID, Line: 1, BookedAt: now, At: now, Account: "provider:manual", Debit: c.Amount, Currency: "EUR", OrderID: of.OrderID, PaymentID: of.ID}
	other := line
	other.Line, other.Account, other.Debit, other.Credit = 2, "buyers", 0, c.Amount
	if _, err := p.Store.Payments.Receive(ctx, &payments.Received{
		Notice:  payments.PaymentNotice{EventID: p.Org, Provider: "manual", ID: of.ID, Kind: "captured", PaymentID: of.ID, Amount: c.Amount, Currency: "EUR", At: now, ReceivedAt: now},
		Payment: of, Journal: []payments.JournalLine{line, other},
	}); err != nil {
		return err
	}
	_, err := p.Store.Bookings.SettleBooking(ctx, now, of)
	return err
}

// write has an event decided.
func (p *Player) write(ctx context.Context, n int, c inventory.Command, d *events.DetailsChange) (inventory.Code, error) {
	reply, err := p.Write(ctx, sequencer.Request{EventID: p.event(n), Command: c, Details: d})
	return reply.Code, err
}

var staff = inventory.Who{Actor: "mem_x", Staff: true}

// doEvent does something to an event, as the API does: its bookings first, and then itself.
func (p *Player) doEvent(ctx context.Context, now inventory.Instant, c Command) (Answer, error) {
	switch c := c.(type) {
	case Stage:
		if err := p.create(ctx, c); err != nil {
			return Answer{}, err
		}
		if _, known := p.taken[c.N]; !known {
			p.taken[c.N] = nil
		}
		if len(c.Rooms) == 0 {
			return Answer{}, nil
		}
		a, err := p.follow(ctx, now, c.N, c.Place, c.From, c.To, p.takes(c.Rooms), false, c.Ask)
		if err == nil && a.Code == "" {
			p.taken[c.N] = c.Rooms
		}
		return a, err
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
		a, err = p.follow(ctx, now, c.Event, c.Place, e.StartsAt, e.EndsAt, p.takes(c.Rooms), false, c.Ask)
		if err == nil && a.Code == "" {
			p.taken[c.Event] = c.Rooms
		}
		return a, err
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

func (p *Player) create(ctx context.Context, c Stage) error {
	event := p.event(c.N)
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
	v, err := p.Store.Events.Event(ctx, p.event(n))
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
		if len(p.taken[c.Event]) > 0 && c.From >= now { // for one that has begun no other rooms are booked
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
	_, err := p.Store.Bookings.AlignEvent(ctx, p.Org, p.event(n), now)
	return Answer{}, err
}

// takes are the rooms that an event takes; of no venue: none.
func (p *Player) takes(rooms []int) *events.EventRooms {
	if len(rooms) == 0 {
		return new(events.EventRooms)
	}
	return &events.EventRooms{VenueID: p.venue(), Rooms: p.roomIDs(rooms)}
}

func (p *Player) follow(ctx context.Context, now inventory.Instant, n, place int, from, to inventory.Instant, rooms *events.EventRooms, keep, ask bool) (Answer, error) {
	_, err := p.Store.Bookings.FollowEvent(ctx, &bookings.EventTimes{
		OrgID: p.Org, EventID: p.event(n), StartsAt: from, EndsAt: to, Title: "Tried", Rooms: rooms, Keep: keep, NewID: p.name(place), Ask: ask,
	}, now)
	return answered(err)
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

func sameAnswer(a, b Answer) bool { return a.Code == b.Code && slices.Equal(a.InTheWay, b.InTheWay) }
