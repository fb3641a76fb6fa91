package store_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// bookedHour is a room of which somebody else has begun to book an hour.
type bookedHour struct {
	s     *store.Store
	first *sql.Tx
}

const (
	firstBooking = `insert into bookings (org_id, id, venue_id, status, reason, rooms, starts_at, ends_at, setup, teardown, layout, people, purpose, event_id, series_id, created_by, request_hash, created_at, updated_at)
		values ('org_a', 'bkg_first', 'ven_a', 'confirmed', '', '["hall"]', 4000, 5000, 0, 0, '', 0, '', '', '', '', '0123456789abcdef0123456789abcdef', 1, 1)`
	firstRoom = `insert into booking_rooms (org_id, booking_id, room_id, live, busy_from, core_from, core_to, busy_to) values ('org_a', 'bkg_first', 'hall', true, 4000, 4000, 5000, 5000)`
	twice     = `select count(*) from booking_rooms a join booking_rooms b on b.org_id = a.org_id and b.room_id = a.room_id and b.booking_id > a.booking_id
		where a.live and b.live and a.busy_from < b.busy_to and b.busy_from < a.busy_to`
)

func venueWithHall(t *testing.T, s *store.Store) {
	t.Helper()
	for _, err := range []error{
		s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: "org_a", Name: "a", CreatedAt: 1}),
		s.Venues.CreateVenue(t.Context(), venues.Venue{OrgID: "org_a", ID: "ven_a", Name: "House", CreatedAt: 2}),
		s.Venues.CreateRoom(t.Context(), venues.Room{OrgID: "org_a", ID: "hall", VenueID: "ven_a", Name: "Hall", CreatedAt: 3}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// beginFirst begins the first booking, under the lock of the venue.
func beginFirst(t *testing.T, s *store.Store) *bookedHour {
	t.Helper()
	tx, err := s.JobsDB().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"select id from venues where id = 'ven_a' for update", firstBooking, firstRoom} {
		if _, err := tx.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return &bookedHour{s, tx}
}

// second books the same hour.
func second(ctx context.Context, s *store.Store) error {
	_, err := s.Bookings.Book(ctx, bookings.Booking{OrgID: "org_a", ID: "bkg_second", VenueID: "ven_a", Rooms: []string{"hall"}, StartsAt: 4500, EndsAt: 5500}, 1)
	return err
}

// commit lets the first booking commit once the second waits for it, or has ended, and
// returns what the second was told.
func (b *bookedHour) commit(t *testing.T, told <-chan error) error {
	t.Helper()
	const waits = "select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted"
	var early *error
	for deadline := time.Now().Add(30 * time.Second); early == nil; {
		select {
		case err := <-told:
			early = &err
			continue
		default:
		}
		var n int
		if err := b.s.JobsDB().QueryRowContext(t.Context(), waits).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the second booking neither waits nor ends")
		}
	}
	if err := b.first.Commit(); err != nil {
		t.Fatal(err)
	}
	if early != nil {
		return *early
	}
	return <-told
}

func doubles(t *testing.T, s *store.Store) (n int) {
	t.Helper()
	if err := s.JobsDB().QueryRowContext(t.Context(), twice).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNoRoomIsBookedTwice: the lock on the venue lets the second see the first. Without it
// the constraints of the engine refuse the second; without these, too, a room is booked
// twice.
func TestNoRoomIsBookedTwice(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		unlocked, unguarded bool
		check               func(error) bool
		doubles             int
	}{
		"as it is": {check: func(err error) bool {
			var r *bookings.Refused
			return errors.As(err, &r) && r.Code == booking.RoomTaken && r.Conflicts[0].Booking == "bkg_first"
		}},
		"without the constraints":          {unguarded: true, check: func(err error) bool { var r *bookings.Refused; return errors.As(err, &r) }},
		"without the lock":                 {unlocked: true, check: func(err error) bool { return errors.Is(err, database.ErrConstraint) }},
		"without the lock and constraints": {unlocked: true, unguarded: true, check: func(err error) bool { return err == nil }, doubles: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := onPostgres(t)
			venueWithHall(t, s)
			if tt.unlocked {
				s.RemoveRowLock()
			}
			if tt.unguarded {
				run(t, s, "alter table booking_rooms drop constraint booking_rooms_set_up, drop constraint booking_rooms_torn_down")
			}
			b := beginFirst(t, s)
			told := make(chan error, 1)
			go func() { told <- second(t.Context(), s) }()
			if err := b.commit(t, told); !tt.check(err) {
				t.Errorf("the second was told: %v", err)
			}
			if n := doubles(t, s); n != tt.doubles {
				t.Errorf("the room is booked twice %d times, want %d", n, tt.doubles)
			}
		})
	}
}

func run(t *testing.T, s *store.Store, text string) {
	t.Helper()
	if _, err := s.JobsDB().ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}

// TestEnginesRefuseDoubleBookings: what the engines refuse is what the rules of venues do,
// however a row comes about, and they refuse it only while they have their guards.
func TestEnginesRefuseDoubleBookings(t *testing.T) {
	t.Parallel()
	unguard := map[string][]string{
		"sqlite":   {"drop trigger booking_rooms_insert", "drop trigger booking_rooms_update"},
		"postgres": {"alter table booking_rooms drop constraint booking_rooms_set_up, drop constraint booking_rooms_torn_down"},
	}
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			venueWithHall(t, s)
			run(t, s, firstBooking)
			insert := func(id, room string, times ...inventory.Instant) error {
				if _, err := s.JobsDB().ExecContext(t.Context(), "insert into bookings (org_id, id, venue_id, status, reason, rooms, starts_at, ends_at, setup, teardown, layout, people, purpose, event_id, series_id, created_by, request_hash, created_at, updated_at) select org_id, $1, venue_id, status, reason, rooms, starts_at, ends_at, setup, teardown, layout, people, purpose, event_id, series_id, created_by, request_hash, created_at, updated_at from bookings where id = 'bkg_first' on conflict do nothing", id); err != nil {
					t.Fatal(err)
				}
				_, err := s.JobsDB().ExecContext(t.Context(), "insert into booking_rooms (org_id, booking_id, room_id, live, busy_from, core_from, core_to, busy_to) values ('org_a', $1, $2, true, $3, $4, $5, $6)",
					id, room, int64(times[0]), int64(times[1]), int64(times[2]), int64(times[3]))
				return err
			}
			fine := func(err error) {
				t.Helper()
				if err != nil {
					t.Errorf("refused: %v", err)
				}
			}
			bad := func(err error) {
				t.Helper()
				if err == nil {
					t.Error("a room has two bookings at one time")
				}
			}
			// By the rule "larger": from the begin of set-up to the end, and from the start to
			// the end of tear-down.
			fine(insert("bkg_a", "hall", 100, 110, 120, 130))
			fine(insert("bkg_b", "other", 100, 110, 120, 130))
			fine(insert("bkg_c", "hall", 120, 130, 140, 150)) // the two buffers at once
			fine(insert("bkg_d", "hall", 80, 90, 100, 110))
			bad(insert("bkg_e", "hall", 119, 130, 135, 140)) // set-up before the end
			bad(insert("bkg_f", "hall", 140, 149, 160, 170)) // the start before the end of tear-down
			bad(insert("bkg_g", "hall", 60, 70, 80, 91))     // tear-down after the start
			bad(insert("bkg_h", "hall", 60, 70, 81, 90))     // the end after the begin of set-up
			bad(insert("bkg_i", "hall", 0, 0, 1000, 1000))   // around all
			bad(insert("bkg_j", "hall", 111, 112, 113, 114)) // within one
			fine(insert("bkg_k", "hall", 150, 150, 160, 160))
			_, err := s.JobsDB().ExecContext(t.Context(), "update booking_rooms set busy_from = busy_from - 11, core_from = core_from - 11 where booking_id = 'bkg_k'")
			bad(err)
			run(t, s, "update booking_rooms set live = false where booking_id = 'bkg_c'")
			fine(insert("bkg_l", "hall", 130, 135, 140, 145))
			_, err = s.JobsDB().ExecContext(t.Context(), "update booking_rooms set live = true where booking_id = 'bkg_c'")
			bad(err)
			for _, text := range unguard[name] {
				run(t, s, text)
			}
			fine(insert("bkg_m", "hall", 0, 0, 1000, 1000))
		})
	}
}

// TestNoRoomIsBookedTwiceOnSQLite: on SQLite, too, the decision sees what is stored. Without it
// the triggers refuse the second; without these, too, a room is booked twice, which nothing else
// would have kept from happening.
func TestNoRoomIsBookedTwiceOnSQLite(t *testing.T) {
	t.Parallel()
	refused := func(err error) bool {
		var r *bookings.Refused
		return errors.As(err, &r) && r.Code == booking.RoomTaken && r.Conflicts[0].Booking == "bkg_first"
	}
	for name, tt := range map[string]struct {
		undecided, unguarded bool
		check                func(error) bool
		doubles              int
	}{
		"as it is":                              {check: refused},
		"without the triggers":                  {unguarded: true, check: refused},
		"without the decision":                  {undecided: true, check: func(err error) bool { return errors.Is(err, database.ErrConstraint) }},
		"without the decision and the triggers": {undecided: true, unguarded: true, check: func(err error) bool { return err == nil }, doubles: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := engines["sqlite"](t)
			venueWithHall(t, s)
			if tt.undecided {
				s.RemoveBookingDecision()
			}
			if tt.unguarded {
				run(t, s, "drop trigger booking_rooms_insert")
				run(t, s, "drop trigger booking_rooms_update")
			}
			run(t, s, firstBooking)
			run(t, s, firstRoom)
			if err := second(t.Context(), s); !tt.check(err) {
				t.Errorf("the second was told: %v", err)
			}
			if n := doubles(t, s); n != tt.doubles {
				t.Errorf("the room is booked twice %d times, want %d", n, tt.doubles)
			}
		})
	}
}
