package jobs_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/homes"
	"github.com/holdfast-events/holdfast/internal/store/replies"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// Old stored replies are pruned soon after the start, young ones stay.
func TestHousekeepingPrunesReplies(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 100)
	ask := func(key string, n int) sequencer.Reply {
		t.Helper()
		results, _ := f.writer.Write(t.Context(), f.event, []sequencer.Request{{
			EventID: f.event, Command: f.registration(n), Key: &database.Key{Scope: f.event, Caller: "key_1", Key: key},
		}})
		if results[0].Err != nil {
			t.Fatal(results[0].Err)
		}
		return results[0].Reply
	}
	f.clock = func() time.Time { return time.Now().Add(-jobs.KeepReplies - time.Hour) }
	f.open(100) // no event's clock goes back
	ask("old", 1)
	f.clock = func() time.Time { return time.Now().Add(-jobs.KeepReplies + time.Hour) }
	ask("young", 2)
	f.clock = time.Now
	if !ask("old", 1).Replayed || !ask("young", 2).Replayed {
		t.Fatal("the replies were not stored, so this shows nothing")
	}
	f.start(f.worker(mail.NewLocal(f.store), nil))
	var again sequencer.Reply
	mailtest.WaitFor(t, "the old reply to be pruned", func() bool {
		again = ask("old", 1)
		return !again.Replayed
	})
	if again.Code != inventory.AlreadyRegistered {
		t.Errorf("without its stored reply the request was answered %q", again.Code)
	}
	if !ask("young", 2).Replayed {
		t.Error("a young reply was pruned")
	}
}

// What was booked and is over is completed.
func TestHousekeepingEndsBookings(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 100)
	now := inventory.At(time.Now())
	for _, err := range []error{
		f.store.Venues.CreateVenue(t.Context(), venues.Venue{OrgID: f.org, ID: "ven_a", Name: "House"}),
		f.store.Venues.CreateRoom(t.Context(), venues.Room{OrgID: f.org, ID: "roo_a", VenueID: "ven_a", Name: "Hall"}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, start := range []inventory.Instant{now - 2000, now + inventory.Instant(inventory.Hour)} {
		if _, err := f.store.Bookings.Book(t.Context(), bookings.Booking{
			OrgID: f.org, ID: fmt.Sprint("bkg_", i), VenueID: "ven_a", Rooms: []string{"roo_a"}, StartsAt: start, EndsAt: start + 1000,
		}, now-3000); err != nil {
			t.Fatal(err)
		}
	}
	state := func(id string) booking.State {
		t.Helper()
		b, err := f.store.Bookings.Booking(t.Context(), f.org, id)
		if err != nil {
			t.Fatal(err)
		}
		return b.Status
	}
	f.start(f.worker(mail.NewLocal(f.store), nil))
	mailtest.WaitFor(t, "the booking to be completed", func() bool { return state("bkg_0") == booking.Completed })
	if s := state("bkg_1"); s != booking.Confirmed {
		t.Errorf("what is not over is %s", s)
	}
}

// A server that died between moving the bookings of an event and the event leaves them where
// the event never came. They are brought back, also where others have the rooms meanwhile.
func TestHousekeepingAlignsBookings(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 100)
	now, v := inventory.At(time.Now()), f.store.Venues
	for _, err := range []error{
		v.CreateVenue(t.Context(), venues.Venue{OrgID: f.org, ID: "ven_a", Name: "House"}),
		v.CreateRoom(t.Context(), venues.Room{OrgID: f.org, ID: "roo_a", VenueID: "ven_a", Name: "Hall"}),
		v.CreateRoom(t.Context(), venues.Room{OrgID: f.org, ID: "roo_b", VenueID: "ven_a", Name: "Foyer"}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	event, err := f.store.Events.Event(t.Context(), f.event)
	if err != nil {
		t.Fatal(err)
	}
	starts, ends := event.Event.StartsAt, event.Event.EndsAt
	const later, ago = inventory.Instant(100 * inventory.Day), inventory.Instant(inventory.Hour)
	book := func(id, room string, by inventory.Instant, of string, follows booking.Follows) {
		t.Helper()
		if _, err := f.store.Bookings.Book(t.Context(), bookings.Booking{
			OrgID: f.org, ID: id, VenueID: "ven_a", Rooms: []string{room}, StartsAt: starts + by, EndsAt: ends + by, EventID: of, Follows: follows,
		}, now-ago); err != nil {
			t.Fatal(err)
		}
	}
	book("bkg_hall", "roo_a", 0, f.event, booking.FollowsPlace)
	book("bkg_foyer", "roo_b", 0, f.event, booking.FollowsTimes)
	if _, err := f.store.Bookings.FollowEvent(t.Context(), &bookings.EventTimes{OrgID: f.org, EventID: f.event, StartsAt: starts + later, EndsAt: ends + later}, now-ago); err != nil {
		t.Fatal(err)
	}
	book("bkg_other", "roo_b", 0, "", booking.FollowsNothing)
	state := func(id string) *bookings.Booking {
		t.Helper()
		b, err := f.store.Bookings.Booking(t.Context(), f.org, id)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if state("bkg_hall").StartsAt != starts+later || state("bkg_foyer").StartsAt != starts+later {
		t.Fatal("the bookings did not move, so this shows nothing")
	}
	f.start(f.worker(mail.NewLocal(f.store), nil))
	mailtest.WaitFor(t, "the hall to be where the event is", func() bool { b := state("bkg_hall"); return b.StartsAt == starts && b.Status == booking.Confirmed })
	mailtest.WaitFor(t, "the foyer, which others have, to be given back", func() bool { return state("bkg_foyer").Status == booking.Cancelled })
	if b := state("bkg_foyer"); b.Reason != bookings.EventMoved {
		t.Errorf("it was given back because of %q", b.Reason)
	}
	if b := state("bkg_other"); b.StartsAt != starts || b.Status != booking.Confirmed {
		t.Errorf("the other booking became %+v", b)
	}
}

// A month after an event nothing says any more where its people came from; before, it does.
func TestHousekeepingPrunesOrigins(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 100)
	come := func() {
		r := f.registration(1)
		r.Who.Origins = []inventory.Origin{{Key: "network", Share: 1}}
		f.write(r)
	}
	left := func() (n int) {
		if err := f.store.JobsDB().QueryRowContext(t.Context(), "select count(*) from origins where event_id = $1", f.event).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	come()
	soon := f.event
	f.clock = func() time.Time { return time.Now().Add(-62 * 24 * time.Hour) }
	f.open(100)
	come()
	f.clock = time.Now
	if left() != 1 {
		t.Fatal("nothing was counted, so this shows nothing")
	}
	f.start(f.worker(mail.NewLocal(f.store), nil))
	mailtest.WaitFor(t, "the origins of an old event to be pruned", func() bool { return left() == 0 })
	if f.event = soon; left() != 1 {
		t.Error("the origins of an event that is still to come were pruned")
	}
}

// An hour after a challenge is over nothing says any more that it was answered; before, it
// does, since another server's clock may be behind.
func TestHousekeepingPrunesChallenges(t *testing.T) {
	t.Parallel()
	f := newFixture(t, database.Config{URL: testdb.SQLite(t)}, 100)
	at := func(before time.Duration) inventory.Instant { return inventory.At(time.Now().Add(-before)) }
	if _, err := f.store.Challenges.Use(t.Context(), []replies.ChallengeUse{
		{ID: "old", UsedBy: "ann", ExpiresAt: at(2 * time.Hour)}, {ID: "young", UsedBy: "ben", ExpiresAt: at(30 * time.Minute)},
	}); err != nil {
		t.Fatal(err)
	}
	used := func(id string) bool {
		_, err := f.store.Challenges.UsedBy(t.Context(), id)
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			t.Fatal(err)
		}
		return err == nil
	}
	if !used("old") {
		t.Fatal("nothing was stored, so this shows nothing")
	}
	// The lease of a server that is long gone goes as well.
	lease := homes.Home{EventID: f.event, Server: "old", Address: "old:1", Until: at(25 * time.Hour)}
	if _, err := f.store.Homes.Take(t.Context(), lease, at(26*time.Hour)); err != nil {
		t.Fatal(err)
	}
	leases := func() (n int) {
		if err := f.store.JobsDB().QueryRowContext(t.Context(), "select count(*) from event_homes").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if leases() != 1 {
		t.Fatal("no lease was stored")
	}
	f.start(f.worker(mail.NewLocal(f.store), nil))
	mailtest.WaitFor(t, "an answer to an old challenge to be pruned", func() bool { return !used("old") })
	mailtest.WaitFor(t, "an old lease to be pruned", func() bool { return leases() == 0 })
	if !used("young") {
		t.Error("an answer to a challenge that was good a moment ago was pruned")
	}
}
