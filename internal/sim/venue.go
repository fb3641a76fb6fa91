package sim

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// bookedVenue is the venue of a database, whose rooms people book beside its events: a hall with two
// parts, and a cellar. What they do has randomness and ids of its own, as that of a lobby.
type bookedVenue struct {
	sim    *simulation
	random *rand.Rand
	ids    *id.Maker
	venue  string
	rooms  []string
	made   []*bookedRooms
	tables tables
}

// bookedRooms is a booking that somebody has asked for.
type bookedRooms struct {
	bookings.Booking
	told    bool // that there is one
	asked   bool // for it, whether somebody was answered or not
	refused bool // that there is none
}

// visitors is how many come to the venue after a batch, at most.
const visitors = 2

func (s *simulation) openVenue(ctx context.Context, n int) error {
	h := &bookedVenue{sim: s, random: rand.New(rand.NewPCG(s.cfg.Seed^0x686f757365, uint64(n)))} //nolint:gosec // it has to be played again
	h.ids = &id.Maker{Now: s.clock, Rand: h.random.Uint64}
	h.venue = h.ids.Top(id.Venue)
	v := venues.Venue{
		OrgID: s.org, ID: h.venue, Name: "House", CreatedAt: h.now(), BufferRule: []booking.Rule{booking.Sum, booking.Larger}[h.random.IntN(2)], NeedsApproval: h.random.IntN(2) == 0, Facilities: []string{},
	}
	if h.random.IntN(2) == 0 {
		v.Terms = booking.Terms{Currency: "EUR", PerHour: 4500, DepositPercent: 30, PayWithin: 12 * inventory.Hour}
	}
	if err := s.store.Venues.CreateVenue(h.by(ctx), v); err != nil {
		return err
	}
	for i, name := range []string{"Hall", "East", "West", "Cellar"} {
		r := venues.Room{OrgID: s.org, ID: h.ids.Top(id.Room), VenueID: h.venue, Name: name, CreatedAt: h.now(), Capacities: booking.Capacities{}, Facilities: []string{}}
		if i == 1 || i == 2 {
			r.PartOf = h.rooms[0]
		}
		if err := s.store.Venues.CreateRoom(h.by(ctx), r); err != nil {
			return err
		}
		h.rooms = append(h.rooms, r.ID)
	}
	s.venue = h
	return h.openTables(ctx)
}

func (h *bookedVenue) now() inventory.Instant { return inventory.At(h.sim.clock()) }

func (h *bookedVenue) by(ctx context.Context) context.Context {
	return organizations.WithBy(ctx, organizations.By{Actor: fmt.Sprint("key_", h.random.IntN(3)), At: h.now()})
}

// visit has some people do something, each perhaps with a failure in the middle.
func (h *bookedVenue) visit(ctx context.Context) error {
	for range h.random.IntN(visitors + 1) {
		if err := h.visitor(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (h *bookedVenue) visitor(ctx context.Context) error {
	s := h.sim
	s.faults.decide(nil)
	if h.random.IntN(1000) < s.cfg.Faults {
		s.faults.decide(h.random)
	}
	met := s.faults.met
	act := h.book
	if h.random.IntN(2) == 0 {
		act = h.tables.act
	}
	note, err := act(h.by(ctx))
	failed := s.faults.met > met
	s.report.Faults += s.faults.met - met
	crashed := s.faults.down || s.power != nil && s.power.down()
	s.faults.decide(nil)
	switch {
	case crashed: // nobody was told anything
		if err := s.crash(ctx); err != nil {
			return fmt.Errorf("restart: %w", err)
		}
		return h.kept(ctx)
	case err != nil && failed:
		return nil
	case err != nil:
		return fmt.Errorf("the venue: %w", err)
	}
	note()
	return nil
}

// nothing is what becomes of an answer that nobody has to remember.
func nothing() {}

// book is one thing that somebody does with bookings, and what to note once it is answered. The
// error is one that no rule says.
func (h *bookedVenue) book(ctx context.Context) (note func(), err error) {
	var b *bookedRooms
	if len(h.made) > 0 {
		b = h.made[h.random.IntN(len(h.made))]
	}
	v, now := h.sim.store.Bookings, h.now()
	switch roll := h.random.IntN(20); {
	case b == nil || roll < 8:
		b = h.wish(now)
		h.made = append(h.made, b)
		return h.ask(ctx, b, now)
	case roll < 9:
		if b.SeriesID != "" {
			return nothing, nil
		}
		return h.ask(ctx, b, now) // again
	case roll < 12:
		return h.repeat(ctx, now)
	case roll < 14:
		to := h.wish(now)
		_, err = v.MoveBooking(ctx, b.OrgID, b.ID, &bookings.Move{StartsAt: &to.StartsAt, EndsAt: &to.EndsAt, Rooms: &to.Rooms, Setup: &to.Setup, Ask: h.random.IntN(2) == 0}, now)
	case roll < 16:
		_, err = v.EndBooking(ctx, b.OrgID, b.ID, booking.Cancelled, "other", h.random.IntN(2) == 0, now)
	case roll < 17:
		_, err = v.EndBooking(ctx, b.OrgID, b.ID, booking.Declined, "not_available", false, now)
	case roll < 18:
		_, err = v.ConfirmBooking(ctx, b.OrgID, b.ID, now)
	case roll < 19:
		_, err = v.WaiveDeposit(ctx, b.OrgID, b.ID, "a friend", now)
	default:
		if _, err = v.EndBookings(ctx, now, 100); err == nil {
			err = h.given(ctx)
		}
	}
	return nothing, allowed(ruled(err), bookings.ErrBookingEnded, bookings.ErrPaidFor, database.ErrNotFound)
}

// wish is what somebody might want: some rooms within the next days, or what somebody else has, for
// which people wait then.
func (h *bookedVenue) wish(now inventory.Instant) *bookedRooms {
	if len(h.made) > 0 && h.random.IntN(3) == 0 {
		if other := h.made[h.random.IntN(len(h.made))]; other.StartsAt > now {
			return &bookedRooms{Booking: bookings.Booking{
				OrgID: h.sim.org, ID: h.ids.Top(id.Booking), VenueID: h.venue, Rooms: other.Rooms, StartsAt: other.StartsAt, EndsAt: other.EndsAt, Setup: other.Setup, Teardown: other.Teardown, Purpose: "Simulated",
			}}
		}
	}
	hour := inventory.Instant(inventory.Hour)
	b := bookings.Booking{
		OrgID: h.sim.org, ID: h.ids.Top(id.Booking), VenueID: h.venue, Rooms: []string{h.rooms[h.random.IntN(len(h.rooms))]}, StartsAt: (now/hour + inventory.Instant(1+h.random.IntN(30))) * hour,
		Setup: inventory.Micros(h.random.IntN(3)) * 30 * inventory.Minute, Teardown: inventory.Micros(h.random.IntN(3)) * 30 * inventory.Minute, Purpose: "Simulated",
	}
	if h.random.IntN(3) == 0 { // long before, so that much becomes of it
		b.StartsAt += inventory.Instant(30+h.random.IntN(5)) * inventory.Instant(inventory.Day)
	}
	b.EndsAt = b.StartsAt + inventory.Instant(1+h.random.IntN(4))*hour
	if other := h.rooms[h.random.IntN(len(h.rooms))]; h.random.IntN(3) == 0 && other != b.Rooms[0] && (other == h.rooms[3] || b.Rooms[0] == h.rooms[3]) {
		b.Rooms = append(b.Rooms, other)
	}
	return &bookedRooms{Booking: b}
}

// ask books, for the first time or again.
func (h *bookedVenue) ask(ctx context.Context, b *bookedRooms, now inventory.Instant) (note func(), err error) {
	// Where nobody was answered before, a booking may be there whatever is said of it now.
	away := !b.asked || b.refused
	b.asked, b.refused = true, false
	_, err = h.sim.store.Bookings.Book(ctx, b.Booking, now)
	refused := (*bookings.Refused)(nil)
	switch {
	case errors.As(err, &refused):
		return func() { b.refused = away; h.sim.report.Refused++ }, nil
	case err == nil, errors.Is(err, database.ErrConflict):
		return func() { b.told, b.refused = true, false; h.sim.report.Booked++ }, nil
	}
	return nothing, err
}

// repeat books some days in a row, those that are taken wait.
func (h *bookedVenue) repeat(ctx context.Context, now inventory.Instant) (note func(), err error) {
	series := &bookings.BookingSeries{OrgID: h.sim.org, ID: h.ids.Top(id.BookingDates), VenueID: h.venue, RRule: "FREQ=DAILY;COUNT=3", OnConflict: booking.Wait}
	first := h.wish(now)
	dates := make([]bookings.Booking, 3)
	for i := range dates {
		dates[i] = first.Booking
		dates[i].ID, dates[i].SeriesID = h.ids.Top(id.Booking), series.ID
		dates[i].StartsAt += inventory.Instant(i) * inventory.Instant(inventory.Day)
		dates[i].EndsAt += inventory.Instant(i) * inventory.Instant(inventory.Day)
	}
	kept, err := h.sim.store.Bookings.BookDates(ctx, series, dates, booking.Wait, now)
	if err != nil {
		return nothing, ruled(err)
	}
	return func() {
		for i := range kept {
			h.made = append(h.made, &bookedRooms{Booking: kept[i], told: true})
			if h.sim.report.Booked++; kept[i].Status == booking.Waiting {
				h.sim.report.Waited++
			}
		}
	}, nil
}

// ruled is nil instead of an error that says which rule a booking is refused by.
func ruled(err error) error {
	one, dates := (*bookings.Refused)(nil), (*bookings.DatesRefused)(nil)
	if errors.As(err, &one) || errors.As(err, &dates) {
		return nil
	}
	return err
}

// each calls f with every booking that was tried and what is stored of it; nil: nothing is.
func (h *bookedVenue) each(ctx context.Context, f func(b *bookedRooms, stored *bookings.Booking) error) error {
	for _, b := range h.made {
		stored, err := h.sim.store.Bookings.Booking(ctx, b.OrgID, b.ID)
		if errors.Is(err, database.ErrNotFound) {
			stored, err = nil, nil
		}
		if err != nil {
			return err
		}
		if err := f(b, stored); err != nil {
			return err
		}
	}
	return nil
}

// kept compares what people were told with what is stored.
func (h *bookedVenue) kept(ctx context.Context) error {
	if err := h.each(ctx, func(b *bookedRooms, stored *bookings.Booking) error {
		switch {
		case stored == nil && b.told:
			h.sim.report.violate(0, "the booking %s was acknowledged and is not there", b.ID)
		case stored != nil && b.refused:
			h.sim.report.violate(0, "the booking %s was refused and is there: %s", b.ID, stored.Status)
		}
		return nil
	}); err != nil {
		return err
	}
	return h.tables.kept(ctx)
}

// given finds who waits for rooms that nobody has, once what is over has ended.
func (h *bookedVenue) given(ctx context.Context) error {
	return h.each(ctx, func(b *bookedRooms, stored *bookings.Booking) error {
		if stored == nil || stored.Status != booking.Waiting || stored.StartsAt <= h.now() {
			return nil
		}
		err := h.sim.store.Bookings.CheckBooking(ctx, stored, h.now())
		if err == nil {
			h.sim.report.violate(0, "the booking %s waits for rooms that are free", b.ID)
			return nil
		}
		return ruled(err)
	})
}

// end does what is due, as the job of every minute does, compares at the end, and writes how
// everything stands to the trace.
func (h *bookedVenue) end(ctx context.Context) error {
	by := h.by(ctx)
	_, err := h.sim.store.Bookings.EndBookings(by, h.now(), 1000)
	if s := h.sim; s.power != nil && s.power.down() { // the cut that was planned came only now
		if err := s.crash(ctx); err != nil {
			return fmt.Errorf("restart: %w", err)
		}
		_, err = s.store.Bookings.EndBookings(by, h.now(), 1000)
	}
	if err != nil {
		return err
	}
	if err := h.kept(ctx); err != nil {
		return err
	}
	if err := h.given(ctx); err != nil {
		return err
	}
	return h.each(ctx, func(b *bookedRooms, stored *bookings.Booking) error {
		if stored == nil {
			return nil
		}
		if _, err := fmt.Fprintln(h.sim.trace, b.ID, stored.Status); err != nil {
			return err
		}
		return binary.Write(h.sim.trace, binary.BigEndian, int64(stored.UpdatedAt))
	})
}
