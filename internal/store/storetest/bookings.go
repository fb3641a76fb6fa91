package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storesnapshot "github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// dividedHall is a venue with a hall of two parts, of which one has parts again, and a
// cellar beside it.
type dividedHall struct {
	*testing.T
	s    *store.Store
	ctx  context.Context // of somebody who calls at bookingsFrom
	next int
}

// bookingsFrom is the time at which the tests book.
var bookingsFrom = Epoch

func openHall(t *testing.T, open Open) *dividedHall {
	t.Helper()
	h := &dividedHall{T: t, s: open(t), ctx: organizations.WithBy(t.Context(), organizations.By{Actor: "mem_a", At: bookingsFrom})}
	h.ok(h.s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: "org_a", Name: "a", CreatedAt: 1}))
	h.ok(h.s.Venues.CreateVenue(t.Context(), venues.Venue{OrgID: "org_a", ID: "ven_a", Name: "House", CreatedAt: 2, Timezone: "Europe/Vienna"}))
	for _, r := range [][2]string{{"hall", ""}, {"east", "hall"}, {"west", "hall"}, {"west-1", "west"}, {"west-2", "west"}, {"cellar", ""}} {
		h.ok(h.s.Venues.CreateRoom(t.Context(), venues.Room{OrgID: "org_a", ID: r[0], VenueID: "ven_a", Name: r[0], CreatedAt: 3, PartOf: r[1]}))
	}
	return h
}

func (h *dividedHall) ok(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// hour is a time so many hours after bookingsFrom.
func hour(n int) inventory.Instant {
	return bookingsFrom + inventory.Instant(n)*inventory.Instant(inventory.Hour)
}

// booking is one of rooms, separated by spaces, from one hour to another.
func (h *dividedHall) booking(rooms string, from, to int) bookings.Booking {
	h.next++
	return bookings.Booking{OrgID: "org_a", ID: fmt.Sprintf("bkg_%04d", h.next), VenueID: "ven_a", Rooms: strings.Fields(rooms), StartsAt: hour(from), EndsAt: hour(to)}
}

func (h *dividedHall) book(rooms string, from, to int) *bookings.Booking {
	h.Helper()
	b, err := h.s.Bookings.Book(h.ctx, h.booking(rooms, from, to), bookingsFrom)
	h.ok(err)
	return b
}

// refused wants a booking to be refused by a code, and returns what was in its way.
func (h *dividedHall) refused(err error, code booking.Code, others ...*bookings.Booking) {
	h.Helper()
	var r *bookings.Refused
	if !errors.As(err, &r) || r.Code != code {
		h.Fatalf("%v, want a refusal because of %s", err, code)
	}
	var got, want []string
	for _, c := range r.Conflicts {
		got = append(got, c.Booking)
	}
	for _, b := range others {
		want = append(want, b.ID)
	}
	slices.Sort(want)
	slices.Sort(got)
	same(h.T, slices.Compact(got), want)
}

func (h *dividedHall) try(rooms string, from, to int) error {
	_, err := h.s.Bookings.Book(h.ctx, h.booking(rooms, from, to), bookingsFrom)
	return err
}

func (h *dividedHall) ids(f bookings.BookingFilter) string {
	h.Helper()
	var ids []string
	after := bookings.BookingPosition{}
	for {
		list := must[[]bookings.Booking](h.T)(h.s.Bookings.Bookings(h.Context(), "org_a", "ven_a", f, after, 2))
		for i := range list {
			ids = append(ids, list[i].ID[7:])
		}
		if len(list) < 2 {
			return strings.Join(ids, " ")
		}
		after = bookings.BookingPosition{StartsAt: list[1].StartsAt, ID: list[1].ID}
	}
}

func testBookings(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, v := h.ctx, h.s.Venues
	asked := h.booking("west-1 cellar", 10, 12)
	asked.Setup, asked.Teardown, asked.Layout, asked.People, asked.Purpose, asked.EventID, asked.RequestHash = inventory.Hour, 2*inventory.Hour, "rows", 50, "Choir", "evt_x", [32]byte{1}
	want := asked
	want.Status, want.CreatedBy, want.CreatedAt, want.UpdatedAt = booking.Confirmed, "mem_a", bookingsFrom, bookingsFrom
	want.ChangedIn = must[*venues.Venue](t)(v.Venue(ctx, "org_a", "ven_a")).Version + 1
	first := must[*bookings.Booking](t)(h.s.Bookings.Book(ctx, asked, bookingsFrom))
	same(t, first, &want)
	same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(ctx, "org_a", asked.ID)), &want)
	for _, org := range []string{"org_b", ""} {
		_, err := h.s.Bookings.Booking(ctx, org, asked.ID)
		wantErr(t, err, database.ErrNotFound)
	}
	_, err := h.s.Bookings.Book(ctx, asked, bookingsFrom)
	wantErr(t, err, database.ErrConflict)
	foreign := h.booking("hall", 30, 31)
	foreign.OrgID = "org_b"
	_, err = h.s.Bookings.Book(ctx, foreign, bookingsFrom)
	wantErr(t, err, database.ErrNotFound)

	// The whole and the part are in each other's way, set-up and tear-down too; what is
	// beside them is not. All of the rooms are had, or none.
	h.refused(h.try("hall", 13, 15), booking.RoomTaken, first)
	h.refused(h.try("east cellar", 8, 10), booking.RoomTaken, first)
	h.refused(h.try("attic", 8, 10), booking.UnknownRoom)
	h.refused(h.try("west west-2", 8, 10), booking.RoomTwice)
	h.refused(h.try("west", 12, 12), booking.NotATime)
	second := h.book("west-2 east", 8, 14)
	h.refused(h.try("hall", 10, 12), booking.RoomTaken, first, second)
	third := h.book("hall", 14, 16)
	h.refused(h.try("west-1", 15, 17), booking.RoomTaken, third)
	long := h.book("cellar", 20, 60)
	same(t, h.ids(bookings.BookingFilter{}), strings.Join([]string{second.ID[7:], first.ID[7:], third.ID[7:], long.ID[7:]}, " "))
	same(t, h.ids(bookings.BookingFilter{Room: "cellar"}), first.ID[7:]+" "+long.ID[7:])
	same(t, h.ids(bookings.BookingFilter{Room: "west-1"}), first.ID[7:]+" "+third.ID[7:])
	same(t, h.ids(bookings.BookingFilter{From: hour(12), Until: hour(14)}), second.ID[7:])
	same(t, h.ids(bookings.BookingFilter{From: hour(50), Until: hour(51)}), long.ID[7:])
	same(t, h.ids(bookings.BookingFilter{From: hour(16), Until: hour(20)}), "")
	same(t, h.ids(bookings.BookingFilter{Status: booking.Cancelled}), "")
	// Set-up and tear-down count where that is asked for, however long they are.
	same(t, h.ids(bookings.BookingFilter{From: hour(12), Until: hour(14), Busy: true}), second.ID[7:]+" "+first.ID[7:])
	same(t, h.ids(bookings.BookingFilter{From: hour(12), Until: hour(14), Busy: true, Room: "cellar"}), first.ID[7:])
	same(t, h.ids(bookings.BookingFilter{From: hour(8), Until: hour(9), Busy: true, Room: "cellar"}), "")
	slow := h.booking("cellar", 24*12, 24*12+1)
	slow.Setup, slow.Teardown = 7*inventory.Day, 7*inventory.Day
	must[*bookings.Booking](t)(h.s.Bookings.Book(ctx, slow, bookingsFrom))
	for _, room := range []string{"", "cellar"} {
		for _, day := range []int{5, 18} {
			same(t, h.ids(bookings.BookingFilter{From: hour(24*day + 1), Until: hour(24*day + 2), Busy: true, Room: room}), slow.ID[7:])
			same(t, h.ids(bookings.BookingFilter{From: hour(24*day + 1), Until: hour(24*day + 2), Room: room}), "")
		}
	}

	// A trial answers as booking would, and as moving would, and stores nothing.
	trial := h.booking("hall", 10, 12)
	h.refused(h.s.Bookings.CheckBooking(ctx, &trial, bookingsFrom), booking.RoomTaken, first, second)
	trial = h.booking("hall", 100, 102)
	h.ok(h.s.Bookings.CheckBooking(ctx, &trial, bookingsFrom))
	trial = *third
	trial.StartsAt, trial.EndsAt = hour(15), hour(17)
	h.ok(h.s.Bookings.CheckBooking(ctx, &trial, bookingsFrom))
	same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(ctx, "org_a", third.ID)), third)
	trial.OrgID = "org_b"
	wantErr(t, h.s.Bookings.CheckBooking(ctx, &trial, bookingsFrom), database.ErrNotFound)

	// A move is decided as if the booking were not where it is, and stays there when it is
	// refused.
	at := func(from, to int) *bookings.Move {
		s, e := hour(from), hour(to)
		return &bookings.Move{StartsAt: &s, EndsAt: &e}
	}
	_, err = h.s.Bookings.MoveBooking(ctx, "org_a", third.ID, at(13, 15), bookingsFrom)
	h.refused(err, booking.RoomTaken, first, second)
	moved := must[*bookings.Booking](t)(h.s.Bookings.MoveBooking(ctx, "org_a", third.ID, at(15, 17), bookingsFrom+1))
	same(t, [3]inventory.Instant{moved.StartsAt, moved.EndsAt, moved.UpdatedAt}, [3]inventory.Instant{hour(15), hour(17), bookingsFrom + 1})
	h.book("west-2", 14, 15)
	same(t, must[*bookings.Booking](t)(h.s.Bookings.MoveBooking(ctx, "org_a", third.ID, at(15, 17), bookingsFrom+2)).UpdatedAt, bookingsFrom+1) // it was there
	rooms := []string{"cellar"}
	moved = must[*bookings.Booking](t)(h.s.Bookings.MoveBooking(ctx, "org_a", third.ID, &bookings.Move{Rooms: &rooms}, bookingsFrom+3))
	same(t, moved.Rooms, rooms)
	h.book("hall", 15, 16)

	// What has ended keeps nobody out, and nothing more is done with it.
	cancelled := must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", first.ID, booking.Cancelled, "other", false, bookingsFrom+4))
	same(t, [2]string{string(cancelled.Status), cancelled.Reason}, [2]string{"cancelled", "other"})
	same(t, must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", first.ID, booking.Cancelled, "other", false, bookingsFrom+9)), cancelled)
	h.book("west-1 cellar", 10, 12)
	_, err = h.s.Bookings.EndBooking(ctx, "org_a", first.ID, booking.Cancelled, "venue_closed", false, bookingsFrom)
	wantErr(t, err, bookings.ErrBookingEnded)
	_, err = h.s.Bookings.MoveBooking(ctx, "org_a", first.ID, at(90, 91), bookingsFrom)
	wantErr(t, err, bookings.ErrBookingEnded)
	_, err = h.s.Bookings.ConfirmBooking(ctx, "org_a", first.ID, bookingsFrom)
	wantErr(t, err, bookings.ErrBookingEnded)
	_, err = h.s.Bookings.EndBooking(ctx, "org_a", second.ID, booking.Declined, "other", false, bookingsFrom) // it is confirmed
	wantErr(t, err, bookings.ErrBookingEnded)
	for _, id := range []string{"bkg_x", ""} {
		_, err = h.s.Bookings.ConfirmBooking(ctx, "org_a", id, bookingsFrom)
		wantErr(t, err, database.ErrNotFound)
	}
	same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(ctx, "org_a", first.ID)), cancelled)
}

func testBookingStates(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, v := h.ctx, h.s.Venues
	yes, no := true, false
	must[*venues.Venue](t)(v.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{NeedsApproval: &yes}))
	requested := h.book("hall", 10, 12)
	same(t, requested.Status, booking.Requested)
	h.refused(h.try("east", 11, 13), booking.RoomTaken, requested)
	same(t, must[*bookings.Booking](t)(h.s.Bookings.ConfirmBooking(ctx, "org_a", requested.ID, bookingsFrom+1)).Status, booking.Confirmed)
	same(t, must[*bookings.Booking](t)(h.s.Bookings.ConfirmBooking(ctx, "org_a", requested.ID, bookingsFrom+2)).UpdatedAt, bookingsFrom+1)
	people := int64(9)
	same(t, must[*bookings.Booking](t)(h.s.Bookings.MoveBooking(ctx, "org_a", requested.ID, &bookings.Move{People: &people}, bookingsFrom)).Status, booking.Confirmed)
	people++
	same(t, must[*bookings.Booking](t)(h.s.Bookings.MoveBooking(ctx, "org_a", requested.ID, &bookings.Move{People: &people, Ask: true}, bookingsFrom)).Status, booking.Requested)
	declined := must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", requested.ID, booking.Declined, "house_rules", false, bookingsFrom))
	same(t, declined.Status, booking.Declined)

	// A request that nobody answers lapses when it would begin, and whoever comes then has
	// its time, whether or not the job was there. What is confirmed is completed.
	lapses := h.book("hall", 10, 12)
	must[*venues.Venue](t)(v.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{NeedsApproval: &no}))
	same(t, must[int](t)(h.s.Bookings.EndBookings(ctx, hour(10)-1, 10)), 0)
	_, err := h.s.Bookings.ConfirmBooking(ctx, "org_a", lapses.ID, hour(10))
	wantErr(t, err, bookings.ErrBookingEnded)
	late := must[*bookings.Booking](t)(h.s.Bookings.Book(ctx, h.booking("east", 11, 13), hour(10)))
	same(t, late.Status, booking.Confirmed)
	same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(ctx, "org_a", lapses.ID)).Status, booking.Lapsed)
	same(t, must[int](t)(h.s.Bookings.EndBookings(ctx, hour(13)-1, 10)), 0)
	same(t, must[int](t)(h.s.Bookings.EndBookings(ctx, hour(13), 10)), 1)
	same(t, must[int](t)(h.s.Bookings.EndBookings(ctx, hour(13), 10)), 0)
	same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(ctx, "org_a", late.ID)).Status, booking.Completed)
	_, err = h.s.Bookings.EndBooking(ctx, "org_a", late.ID, booking.Cancelled, "other", false, hour(13))
	wantErr(t, err, bookings.ErrBookingEnded)

	// Each of these is in the chain, by whom.
	deeds := map[string]int{}
	h.ok(h.s.Snapshot(ctx, func(snapshot *storesnapshot.Snapshot) error {
		return snapshot.Deeds("org_a", func(d *organizations.Deed) error {
			deeds[strings.TrimPrefix(string(d.Action), "booking_")+" by "+d.Actor]++
			return nil
		})
	}))
	delete(deeds, "organization_created by system")
	same(t, deeds, map[string]int{"created by mem_a": 3, "confirmed by mem_a": 1, "moved by mem_a": 2, "declined by mem_a": 1, "lapsed by system": 1, "completed by system": 1})
}

// testBookingHours: the venue is open where it stands, not in UTC.
func testBookingHours(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, v := h.ctx, h.s.Venues
	hours := booking.Hours{Exceptions: []booking.Exception{{Date: "2026-11-21", Openings: []booking.Span{{Opens: 9 * 60, Closes: 18 * 60}}}}}
	must[*venues.Venue](t)(v.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{Hours: &hours}))
	h.book("east", 4, 5) // 17:00 to 18:00 in Vienna
	h.refused(h.try("east", 5, 6), booking.OutsideHours)
	h.refused(h.try("east", 5, 20), booking.OutsideHours)
	h.book("west", 4, 30)
	asked := h.booking("east", 5, 6)
	before, after, err := h.s.Bookings.Nearest(ctx, &asked, bookingsFrom)
	h.ok(err)
	same(t, [2]inventory.Instant{*before, *after}, [2]inventory.Instant{hour(3), hour(11)}) // before the booking, and at midnight
}

// testBookingRules: a venue changes how far apart bookings have to be, or which rooms are
// part of which, only where no live bookings come into each other's way by it.
func testBookingRules(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, v := h.ctx, h.s.Venues
	sum, larger := booking.Sum, booking.Larger
	rule := func(r *booking.Rule) error {
		_, err := v.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{BufferRule: r})
		return err
	}
	partOf := func(room, whole string) error {
		_, err := v.ChangeRoom(ctx, "org_a", room, &venuechanges.RoomChange{PartOf: &whole})
		return err
	}
	buffered := func(from, to int) (*bookings.Booking, error) {
		b := h.booking("east", from, to)
		b.Setup, b.Teardown = inventory.Hour, inventory.Hour
		return h.s.Bookings.Book(ctx, b, bookingsFrom)
	}
	first := must[*bookings.Booking](t)(buffered(2, 3))
	_, err := buffered(4, 5)
	h.refused(err, booking.RoomTaken, first)
	h.ok(rule(&larger))
	second := must[*bookings.Booking](t)(buffered(4, 5))
	wantErr(t, rule(&sum), bookings.ErrBooked)
	same(t, must[*venues.Venue](t)(v.Venue(ctx, "org_a", "ven_a")).BufferRule, larger)
	must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", second.ID, booking.Cancelled, "other", false, bookingsFrom))
	h.ok(rule(&sum))
	_, err = buffered(4, 5)
	h.refused(err, booking.RoomTaken, first)

	// The cellar becomes part of the hall, and stops being that.
	cellar := h.book("cellar", 20, 22)
	hall := h.book("hall", 21, 23)
	wantErr(t, partOf("cellar", "hall"), bookings.ErrBooked)
	wantErr(t, partOf("cellar", "west-2"), bookings.ErrBooked)
	wantErr(t, partOf("hall", "west-2"), bookings.ErrPartOf)
	wantErr(t, partOf("cellar", "attic"), bookings.ErrPartOf)
	must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", cellar.ID, booking.Cancelled, "other", false, bookingsFrom))
	// One that waits for the hall and the cellar beside it would ask for the cellar twice from then on.
	both := h.booking("hall cellar", 21, 23)
	waits := must[[]bookings.Booking](t)(h.s.Bookings.BookDates(ctx, nil, []bookings.Booking{both}, booking.Wait, bookingsFrom))
	same(t, waits[0].Status, booking.Waiting)
	wantErr(t, partOf("cellar", "west-2"), bookings.ErrBooked)
	must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", both.ID, booking.Cancelled, "other", false, bookingsFrom))
	h.ok(partOf("cellar", "west-2"))
	h.refused(h.try("cellar", 22, 24), booking.RoomTaken, hall)
	h.ok(partOf("cellar", ""))
	free := h.book("cellar", 22, 24)
	wantErr(t, v.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "stage", VenueID: "ven_a", Name: "Stage", PartOf: "attic"}), bookings.ErrPartOf)
	h.ok(v.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "stage", VenueID: "ven_a", Name: "Stage", PartOf: "east"}))
	h.refused(h.try("stage", 22, 24), booking.RoomTaken, hall)

	// Neither a room nor a venue goes while somebody has it.
	_, err = v.DeleteRoom(ctx, "org_a", "stage")
	wantErr(t, err, bookings.ErrBooked)
	_, err = v.DeleteVenue(ctx, "org_a", "ven_a")
	wantErr(t, err, bookings.ErrBooked)
	must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", hall.ID, booking.Cancelled, "other", false, bookingsFrom))

	// Add-ons of live bookings are in nobody's way.
	h.ok(v.CreateAddOn(ctx, venues.AddOn{OrgID: "org_a", ID: "adn_screen", VenueID: "ven_a", Name: "Screen", CreatedAt: 3, Unit: booking.PerPiece, Pool: 2}))
	shown := h.booking("west", 40, 42)
	shown.AddOns = []booking.AddOn{{ID: "adn_screen", Name: "Screen", Unit: booking.PerPiece, Quantity: 2}}
	must[*bookings.Booking](t)(h.s.Bookings.Book(ctx, shown, bookingsFrom))
	h.ok(partOf("cellar", "west"))
	h.ok(v.CreateRoom(ctx, venues.Room{OrgID: "org_a", ID: "box", VenueID: "ven_a", Name: "Box", PartOf: "west"}))
	h.refused(h.try("cellar", 40, 41), booking.RoomTaken, &shown)
	h.refused(h.try("box", 40, 41), booking.RoomTaken, &shown)
	h.ok(partOf("cellar", ""))
	same(t, count(t, h.s, "select count(*) from booking_add_ons where live and units = 2"), int64(1))
	must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", shown.ID, booking.Cancelled, "other", false, bookingsFrom))

	must[int64](t)(v.DeleteRoom(ctx, "org_a", "hall"))
	same(t, must[*venues.Room](t)(v.Room(ctx, "org_a", "east")).PartOf, "")
	late := organizations.WithBy(ctx, organizations.By{At: hour(24)})
	must[venuechanges.VenueRemoval](t)(v.DeleteVenue(late, "org_a", "ven_a"))
	same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(ctx, "org_a", free.ID)).Status, booking.Completed)
	_, err = h.s.Bookings.ConfirmBooking(ctx, "org_a", free.ID, bookingsFrom)
	wantErr(t, err, bookings.ErrBookingEnded)
}

// testBookingNearest: the nearest free times are those of the pure calendar, outside of what
// is near too.
func testBookingNearest(t *testing.T, open Open) {
	h := openHall(t, open)
	for n := range 8 {
		h.book("east", 10+n, 11+n)
	}
	asked := h.booking("hall", 13, 15)
	before, after, err := h.s.Bookings.Nearest(t.Context(), &asked, bookingsFrom)
	h.ok(err)
	same(t, [2]inventory.Instant{*before, *after}, [2]inventory.Instant{hour(8), hour(18)})
	before, _, err = h.s.Bookings.Nearest(t.Context(), &asked, hour(9))
	h.ok(err)
	if before != nil {
		t.Errorf("a time in the past is proposed: %v", before.Time())
	}
}

// race lets racers book hours of rooms, of which there are so many slots.
func race(t *testing.T, stores []*store.Store, racers, slots int) (made int) {
	t.Helper()
	var wg sync.WaitGroup
	got := make([]error, racers)
	begin := make(chan struct{})
	const atOnce = 16
	for g := range atOnce {
		wg.Go(func() {
			<-begin
			for i := g; i < racers; i += atOnce {
				room := []string{"east", "hall", "west-1"}[i%3]
				from := i * 7 % slots
				_, got[i] = stores[i%len(stores)].Bookings.Book(t.Context(), bookings.Booking{
					OrgID: "org_a", ID: fmt.Sprintf("bkg_race_%d", i), VenueID: "ven_a", Rooms: []string{room}, StartsAt: hour(from), EndsAt: hour(from + 1),
				}, bookingsFrom)
			}
		})
	}
	close(begin)
	wg.Wait()
	for i, err := range got {
		var r *bookings.Refused
		switch {
		case err == nil:
			made++
		case !errors.As(err, &r) || r.Code != booking.RoomTaken:
			t.Fatalf("booking %d: %v", i, err)
		}
	}
	return made
}

// overlaps are the pairs of live bookings that have a room, or a room and a part of it, at
// one time, as a plain query sees it.
const overlaps = `select count(*) from booking_rooms a join booking_rooms b on b.org_id = a.org_id and b.room_id = a.room_id and b.booking_id > a.booking_id
	where a.live and b.live and a.busy_from < b.busy_to and b.busy_from < a.busy_to`

func count(t *testing.T, s *store.Store, query string, args ...any) (n int64) {
	t.Helper()
	if err := s.JobsDB().QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// BookingRace lets people race for the time of rooms on two servers, of which there is
// enough for a tenth of them.
func BookingRace(t *testing.T, open Open, racers int) {
	h := openHall(t, open)
	slots := racers / 10
	begin := time.Now()
	made := race(t, []*store.Store{h.s, open(t)}, racers, slots)
	took := time.Since(begin)
	same(t, count(t, h.s, overlaps), int64(0))
	same(t, count(t, h.s, "select count(*) from bookings"), int64(made))
	t.Logf("%d bookings of %d were made, in %s", made, racers, took.Round(time.Millisecond))
	if made < slots {
		t.Errorf("%d bookings were made of %d hours", made, slots)
	}
	// Nobody was refused whose time is free: all that were would be refused now.
	for i := range min(racers, 200) {
		var r *bookings.Refused
		_, err := h.s.Bookings.Book(t.Context(), bookings.Booking{OrgID: "org_a", ID: fmt.Sprint("again", i), VenueID: "ven_a", Rooms: []string{[]string{"east", "hall", "west-1"}[i%3]},
			StartsAt: hour(i * 7 % slots), EndsAt: hour(i*7%slots + 1)}, bookingsFrom)
		if !errors.As(err, &r) {
			t.Fatalf("booking %d is possible after all: %v", i, err)
		}
	}
}

// testBookingsAsInMemory plays random histories and compares each answer with a calendar in
// memory that has all bookings.
func testBookingsAsInMemory(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, v := h.ctx, h.s.Venues
	r := rand.New(rand.NewPCG(seed.Of(t), 22))
	rule := booking.Sum
	rooms := []booking.Room{{ID: "hall"}, {ID: "east", PartOf: "hall"}, {ID: "west", PartOf: "hall"}, {ID: "west-1", PartOf: "west"}, {ID: "west-2", PartOf: "west"}, {ID: "cellar"}}
	sets := []string{"hall", "east", "west", "west-1", "west-2", "cellar", "east cellar", "west-1 west-2", "west-2 east cellar"}
	live := map[string]bookings.Booking{}
	// whole makes the calendar of all that is live, or nothing where that cannot be.
	whole := func() *booking.Calendar {
		c, err := booking.New(rule, rooms)
		if err != nil {
			return nil
		}
		for _, b := range live {
			if c.Take(b.Time(), 0).Code != booking.OK {
				return nil
			}
		}
		return c
	}
	agree := func(what string, want booking.Decision, err error) {
		t.Helper()
		var refused *bookings.Refused
		if want.Code == booking.OK {
			if err != nil {
				t.Fatalf("%s: %v, and in memory it can be", what, err)
			}
			return
		}
		if !errors.As(err, &refused) {
			t.Fatalf("%s: %v, and in memory it is refused: %+v", what, err, want)
		}
		if !refused.Near {
			want.Before, want.After = nil, nil
		}
		same(t, refused.Decision, want)
	}
	for range 120 {
		switch n := r.IntN(12); {
		case n < 7:
			b := h.booking(sets[r.IntN(len(sets))], 0, 0)
			b.StartsAt = hour(1 + r.IntN(60))
			b.EndsAt = b.StartsAt + inventory.Instant(1+r.IntN(10))*inventory.Instant(inventory.Hour)
			b.Setup, b.Teardown = inventory.Micros(r.IntN(3))*inventory.Hour, inventory.Micros(r.IntN(3))*inventory.Hour
			of := b.Time()
			want := whole().Decide(&of, bookingsFrom)
			made, err := h.s.Bookings.Book(ctx, b, bookingsFrom)
			agree("a booking", want, err)
			if err == nil {
				live[b.ID] = *made
			}
		case n < 10 && len(live) > 0:
			ids := make([]string, 0, len(live))
			for id := range live {
				ids = append(ids, id)
			}
			slices.Sort(ids)
			b := live[ids[r.IntN(len(ids))]]
			if n == 7 {
				must[*bookings.Booking](t)(h.s.Bookings.EndBooking(ctx, "org_a", b.ID, booking.Cancelled, "other", false, bookingsFrom))
				delete(live, b.ID)
				continue
			}
			start := hour(1 + r.IntN(60))
			end := start + inventory.Instant(1+r.IntN(10))*inventory.Instant(inventory.Hour)
			to := strings.Fields(sets[r.IntN(len(sets))])
			b.StartsAt, b.EndsAt, b.Rooms = start, end, to
			of := b.Time()
			want := whole().Decide(&of, bookingsFrom)
			moved, err := h.s.Bookings.MoveBooking(ctx, "org_a", b.ID, &bookings.Move{StartsAt: &start, EndsAt: &end, Rooms: &to}, bookingsFrom)
			agree("a move", want, err)
			if err == nil {
				live[b.ID] = *moved
			}
		case n == 10:
			was := rule
			rule = []booking.Rule{booking.Sum, booking.Larger}[r.IntN(2)]
			_, err := v.ChangeVenue(ctx, "org_a", "ven_a", &venuechanges.VenueChange{BufferRule: &rule})
			if possible := whole() != nil; possible != (err == nil) || err != nil && !errors.Is(err, bookings.ErrBooked) {
				t.Fatalf("rule %s: %v, and in memory it can be: %t", rule, err, possible)
			}
			if err != nil {
				rule = was
			}
		default:
			at, to := r.IntN(len(rooms)), ""
			if r.IntN(3) > 0 {
				to = rooms[r.IntN(len(rooms))].ID
			}
			was := rooms[at].PartOf
			rooms[at].PartOf = to
			_, err := v.ChangeRoom(ctx, "org_a", rooms[at].ID, &venuechanges.RoomChange{PartOf: &to})
			if possible := whole() != nil; possible != (err == nil) || err != nil && !errors.Is(err, bookings.ErrBooked) && !errors.Is(err, bookings.ErrPartOf) {
				t.Fatalf("%s as a part of %q: %v, and in memory it can be: %t", rooms[at].ID, to, err, possible)
			}
			if err != nil {
				rooms[at].PartOf = was
			}
		}
	}
	// The rows of rooms are those of the calendar.
	c := whole()
	want := int64(0)
	for _, b := range live {
		want += int64(len(c.Takes(b.Rooms)))
	}
	same(t, count(t, h.s, "select count(*) from booking_rooms where live"), want)
	same(t, count(t, h.s, "select count(*) from bookings where status = 'confirmed'"), int64(len(live)))
}
