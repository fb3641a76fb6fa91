package verify_test

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// book books a divided hall and a cellar of two venues, each with its own rule of how far
// apart bookings are, in every way that a booking can go.
func (f *fixture) book() {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	now := inventory.At(f.now)
	v, ctx := f.store.Venues, organizations.WithBy(f.t.Context(), organizations.By{Actor: "mem_x", At: now})
	hour := func(n int) inventory.Instant { return now + inventory.Instant(n)*inventory.Instant(inventory.Hour) }
	for _, rule := range []booking.Rule{booking.Sum, booking.Larger} {
		venue, yes := f.ids.Top(id.Venue), true
		must(v.CreateVenue(ctx, venues.Venue{OrgID: f.org, ID: venue, Name: string(rule), BufferRule: rule, CreatedAt: now}))
		hall, east, west, cellar := f.ids.Top(id.Room), f.ids.Top(id.Room), f.ids.Top(id.Room), f.ids.Top(id.Room)
		for _, r := range [][2]string{{hall, ""}, {east, hall}, {west, hall}, {cellar, ""}} {
			must(v.CreateRoom(ctx, venues.Room{OrgID: f.org, ID: r[0], VenueID: venue, Name: "Room", PartOf: r[1], CreatedAt: now}))
		}
		book := func(from, to int, rooms ...string) string {
			f.t.Helper()
			b, err := f.store.Bookings.Book(ctx, bookings.Booking{
				OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: rooms, StartsAt: hour(from), EndsAt: hour(to), Setup: inventory.Hour, Teardown: inventory.Hour,
				Layout: "rows", People: 20, Purpose: "Choir",
			}, now)
			must(err)
			return b.ID
		}
		book(2, 3, hall)
		moved := book(20, 21, east, cellar)
		book(30, 31, west)
		book(0, 1, cellar)
		book(50, 51, cellar)
		if rule == booking.Larger {
			book(4, 5, east)
		} else {
			book(5, 6, east)
		}
		to := hour(23)
		until := hour(24)
		_, err := f.store.Bookings.MoveBooking(ctx, f.org, moved, &bookings.Move{StartsAt: &to, EndsAt: &until}, now)
		must(err)
		_, err = f.store.Bookings.EndBooking(ctx, f.org, book(40, 41, hall), booking.Cancelled, "other", false, now)
		must(err)
		_, err = v.ChangeVenue(ctx, f.org, venue, &venuechanges.VenueChange{NeedsApproval: &yes})
		must(err)
		book(40, 41, hall)
		// One that waits, and one that waited until what was in its way was cancelled.
		wait := func(from, to int, room string) {
			f.t.Helper()
			series := &bookings.BookingSeries{OrgID: f.org, ID: f.ids.Top(id.BookingDates), VenueID: venue, RRule: "FREQ=DAILY;COUNT=1", OnConflict: booking.Wait}
			_, err := f.store.Bookings.BookDates(ctx, series, []bookings.Booking{{
				OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{room}, StartsAt: hour(from), EndsAt: hour(to), SeriesID: series.ID,
			}}, booking.Wait, now)
			must(err)
		}
		wait(40, 41, east)
		given := book(70, 71, hall)
		wait(70, 71, west)
		_, err = f.store.Bookings.EndBooking(ctx, f.org, given, booking.Cancelled, "no_longer_needed", false, now)
		must(err)
		_, err = f.store.Bookings.ConfirmBooking(ctx, f.org, book(50, 51, hall), now)
		must(err)
		_, err = f.store.Bookings.EndBooking(ctx, f.org, book(60, 61, west), booking.Declined, "not_suitable", false, now)
		must(err)
	}
	f.bookFor(ctx)
	f.bookAtRest(ctx)
	f.bookAsGuest(ctx)
	f.bookBesideOthers(ctx)
	f.bookPaid(ctx)
	f.bookAddOns(ctx)
	_, err := f.store.Bookings.EndBookings(ctx, hour(1), 100) // those of the first hour are over
	must(err)
}

// bookAtRest has a booking wait for a room that nobody has, of a venue that takes no bookings.
func (f *fixture) bookAtRest(ctx context.Context) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	v, now, yes := f.store.Venues, inventory.At(f.now), true
	venue, room := f.ids.Top(id.Venue), f.ids.Top(id.Room)
	must(v.CreateVenue(ctx, venues.Venue{OrgID: f.org, ID: venue, Name: "At rest", CreatedAt: now}))
	must(v.CreateRoom(ctx, venues.Room{OrgID: f.org, ID: room, VenueID: venue, Name: "Room", CreatedAt: now}))
	at := now + inventory.Instant(80*inventory.Hour)
	b := bookings.Booking{OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{room}, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour)}
	_, err := f.store.Bookings.Book(ctx, b, now)
	must(err)
	waits := b
	waits.ID = f.ids.Top(id.Booking)
	_, err = f.store.Bookings.BookDates(ctx, nil, []bookings.Booking{waits}, booking.Wait, now)
	must(err)
	_, err = v.ChangeVenue(ctx, f.org, venue, &venuechanges.VenueChange{Inactive: &yes})
	must(err)
	_, err = f.store.Bookings.EndBooking(ctx, f.org, b.ID, booking.Cancelled, "other", false, now)
	must(err)
	if got, err := f.store.Bookings.Booking(ctx, f.org, waits.ID); err != nil || got.Status != booking.Waiting {
		f.t.Fatalf("%+v, %v", got, err)
	}
}

// bookAddOns books a room with two of three screens twice, one after another, and a cook with one
// of them.
func (f *fixture) bookAddOns(ctx context.Context) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	v, now := f.store.Venues, inventory.At(f.now)
	venue, room, screen, cook := f.ids.Top(id.Venue), f.ids.Top(id.Room), f.ids.Top(id.AddOn), f.ids.Top(id.AddOn)
	must(v.CreateVenue(ctx, venues.Venue{OrgID: f.org, ID: venue, Name: "Kitchen", BufferRule: booking.Sum, CreatedAt: now, Terms: booking.Terms{Currency: "EUR", PerBooking: 1000}}))
	must(v.CreateRoom(ctx, venues.Room{OrgID: f.org, ID: room, VenueID: venue, Name: "Room", CreatedAt: now}))
	for _, a := range []venues.AddOn{{ID: screen, Name: "Screen", Unit: booking.PerPiece, Price: 500, Pool: 3}, {ID: cook, Name: "Cook", Unit: booking.PerHour, Price: 3000}} {
		a.OrgID, a.VenueID, a.CreatedAt = f.org, venue, now
		must(v.CreateAddOn(ctx, a))
	}
	for day, addOns := range [][]booking.AddOn{
		{{ID: screen, Name: "Screen", Unit: booking.PerPiece, Price: 500, Quantity: 2}}, {{ID: screen, Name: "Screen", Unit: booking.PerPiece, Price: 500, Quantity: 2}, {ID: cook, Name: "Cook", Unit: booking.PerHour, Price: 3000, Quantity: 1}},
	} {
		at := now + inventory.Instant(90+day)*inventory.Instant(inventory.Day)
		_, err := f.store.Bookings.Book(ctx, bookings.Booking{OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{room}, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Day), AddOns: addOns}, now)
		must(err)
	}
}

// bookPaid books a room that has a price, and pays for it in every way that a payment can go.
func (f *fixture) bookPaid(ctx context.Context) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	v, now := f.store.Venues, inventory.At(f.now)
	venue, room := f.ids.Top(id.Venue), f.ids.Top(id.Room)
	must(v.CreateVenue(ctx, venues.Venue{OrgID: f.org, ID: venue, Name: "Mill", BufferRule: booking.Sum, CreatedAt: now, Terms: booking.Terms{
		Currency: "EUR", PerHour: 10000, DepositPercent: 30, PayWithin: 48 * inventory.Hour, BalanceDays: 14, GiveBack: []booking.GiveBack{{DaysBefore: 7, Percent: 50}},
	}}))
	must(v.CreateRoom(ctx, venues.Room{OrgID: f.org, ID: room, VenueID: venue, Name: "Room", CreatedAt: now}))
	days := 59
	book := func() *bookings.Booking {
		f.t.Helper()
		days++
		at := now + inventory.Instant(days)*inventory.Instant(inventory.Day)
		b, err := f.store.Bookings.Book(ctx, bookings.Booking{OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{room}, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour)}, now)
		must(err)
		return b
	}
	pays := 0
	pay := func(b *bookings.Booking, part booking.Part, amount int64) {
		f.t.Helper()
		pays++
		p := &payments.Payment{
			EventID: f.org, ID: fmt.Sprintf("manual:pay_booking%d", pays), Provider: "manual", OrderID: bookings.BookingOrder(b.ID, part), Amount: amount, Currency: "EUR",
			CapturedAt: now, ReceivedAt: now, State: payments.PaymentCaptured,
		}
		line := payments.JournalLine{Ref: "capture:" + p.ID, Line: 1, BookedAt: now, At: now, Account: "provider:manual", Debit: amount, Currency: "EUR", OrderID: p.OrderID, PaymentID: p.ID}
		other := line
		other.Line, other.Account, other.Debit, other.Credit = 2, "buyers", 0, amount
		_, err := f.store.Payments.Receive(ctx, &payments.Received{
			Notice:  payments.PaymentNotice{EventID: f.org, Provider: "manual", ID: p.ID, Kind: "captured", PaymentID: p.ID, Amount: amount, Currency: "EUR", At: now, ReceivedAt: now},
			Payment: p, Journal: []payments.JournalLine{line, other},
		})
		must(err)
		_, err = f.store.Bookings.SettleBooking(ctx, now, p)
		must(err)
	}
	book() // waits for its deposit
	paid := book()
	pay(paid, booking.DepositPart, 3000)
	pay(paid, booking.DepositPart, 3000) // doubled
	pay(paid, booking.BalancePart, 7000)
	pay(book(), booking.DepositPart, 2999) // not what is asked for
	_, err := f.store.Bookings.WaiveDeposit(ctx, f.org, book().ID, "Our own", now)
	must(err)
	for _, byVenue := range []bool{false, true} {
		b := book()
		pay(b, booking.DepositPart, 3000)
		_, err := f.store.Bookings.EndBooking(ctx, f.org, b.ID, booking.Cancelled, "other", byVenue, now)
		must(err)
	}
	f.bookAndPayTogether(ctx, venue, room)
}

// bookAndPayTogether books three dates and pays the deposits of two of them at once.
func (f *fixture) bookAndPayTogether(ctx context.Context, venue, room string) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	now := inventory.At(f.now)
	series := &bookings.BookingSeries{OrgID: f.org, ID: f.ids.Top(id.BookingDates), VenueID: venue, RRule: "FREQ=DAILY;COUNT=3", OnConflict: booking.Refuse}
	dates := make([]bookings.Booking, 3)
	for i := range dates {
		at := now + inventory.Instant(150+i)*inventory.Instant(inventory.Day)
		dates[i] = bookings.Booking{OrgID: f.org, ID: f.ids.Top(id.Booking), SeriesID: series.ID, VenueID: venue, Rooms: []string{room}, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour)}
	}
	made, err := f.store.Bookings.BookDates(ctx, series, dates, booking.Refuse, now)
	must(err)
	c := payments.Checkout{
		EventID: f.org, ID: f.ids.InOrganization(id.Checkout, f.org), OrderID: bookings.SeriesOrder(series.ID, booking.DepositPart), Provider: "testpay", Amount: 6000, Currency: "EUR",
		Deadline: made[0].PayUntil, CreatedAt: now, LookAt: now, Standing: "open",
	}
	for i := range 2 {
		c.Shares = append(c.Shares, payments.Share{OrderID: bookings.BookingOrder(made[i].ID, booking.DepositPart), Amount: 3000})
	}
	c, err = f.store.Payments.OpenCheckout(ctx, c, "", database.Job{Kind: "watch_checkout", Args: []byte("{}"), Queue: "default", Priority: 2, MaxAttempts: 1})
	must(err)
	c.State = payments.CheckoutPaid
	r := &payments.Received{Checkout: &c, Notice: payments.PaymentNotice{
		EventID: f.org, Provider: c.Provider, ID: "evt_together", Kind: "captured", PaymentID: "testpay:together", Amount: c.Amount, Currency: "EUR", At: now, ReceivedAt: now,
	}}
	for i, s := range c.Shares {
		p := &payments.Payment{
			EventID: f.org, ID: payments.ShareID("testpay:together", i+1), Provider: c.Provider, OrderID: s.OrderID, CheckoutID: c.ID, Amount: s.Amount, Currency: "EUR",
			CapturedAt: now, ReceivedAt: now, State: payments.PaymentCaptured,
		}
		line := payments.JournalLine{Ref: "capture:" + p.ID, Line: 1, BookedAt: now, At: now, Account: "provider:testpay", Debit: s.Amount, Currency: "EUR", OrderID: p.OrderID, PaymentID: p.ID}
		other := line
		other.Line, other.Account, other.Debit, other.Credit = 2, "buyers", 0, s.Amount
		if r.Journal = append(r.Journal, line, other); i == 0 {
			r.Payment = p
		} else {
			r.Others = append(r.Others, p)
		}
	}
	_, err = f.store.Payments.Receive(ctx, r)
	must(err)
	_, err = f.store.Bookings.SettleBooking(ctx, now, append([]*payments.Payment{r.Payment}, r.Others...)...)
	must(err)
}

// bookAsGuest has guests ask for a cellar: one books, one is erased, one never confirms.
func (f *fixture) bookAsGuest(ctx context.Context) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	v, now := f.store.Venues, inventory.At(f.now)
	venue, cellar := f.ids.Top(id.Venue), f.ids.Top(id.Room)
	must(v.CreateVenue(ctx, venues.Venue{OrgID: f.org, ID: venue, Name: "Cellar", Published: true, GuestBookings: true, CreatedAt: now}))
	must(v.CreateRoom(ctx, venues.Room{OrgID: f.org, ID: cellar, VenueID: venue, Name: "Room", CreatedAt: now}))
	for n, name := range []string{"Grace", "Erased", "Never"} {
		at := now + inventory.Instant(n+1)*inventory.Instant(inventory.Day)
		g := &bookings.BookingGuest{
			OrgID: f.org, BookingID: f.ids.Top(id.Booking), VenueID: venue, Name: name, Email: name + "@example.org", Address: name + "@example.org", Locale: "en",
			RequestedAt: now, ExpiresAt: now + inventory.Instant(inventory.Hour),
			Asked: bookings.GuestRequest{Rooms: []string{cellar}, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour), Purpose: "Choir"},
		}
		must(f.store.Bookers.Ask(ctx, g, database.Job{Kind: "send_account_mail", Args: []byte("{}"), Queue: "default", Priority: 2, MaxAttempts: 1}))
		if name == "Never" {
			continue
		}
		_, err := f.store.Bookers.Confirm(ctx, g.BookingID, now)
		must(err)
		by := organizations.WithBy(ctx, organizations.By{Actor: bookings.GuestBooker, At: now})
		_, err = f.store.Bookings.Book(by, g.Booking(), now)
		must(err)
		if name == "Erased" {
			must(f.store.Bookers.Forget(by, f.org, g.BookingID, now))
		}
	}
}

// bookBesideOthers has calendars of others: one that was read and failed since, one that was never
// read, a booking that is in its times and one that waits for them.
func (f *fixture) bookBesideOthers(ctx context.Context) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	v, calendars, now := f.store.Venues, f.store.RoomCalendars, inventory.At(f.now)
	hour := func(n int) inventory.Instant { return now + inventory.Instant(n)*inventory.Instant(inventory.Hour) }
	venue, barn, loft := f.ids.Top(id.Venue), f.ids.Top(id.Room), f.ids.Top(id.Room)
	must(v.CreateVenue(ctx, venues.Venue{OrgID: f.org, ID: venue, Name: "Barn", CreatedAt: now}))
	must(v.CreateRoom(ctx, venues.Room{OrgID: f.org, ID: barn, VenueID: venue, Name: "Barn", CreatedAt: now}))
	must(v.CreateRoom(ctx, venues.Room{OrgID: f.org, ID: loft, VenueID: venue, Name: "Loft", PartOf: barn, CreatedAt: now}))
	there := bookings.Booking{OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{loft}, StartsAt: hour(10), EndsAt: hour(12)}
	_, err := f.store.Bookings.Book(ctx, there, now)
	must(err)
	for range 2 {
		c := roomcalendars.RoomCalendar{OrgID: f.org, ID: f.ids.Top(id.RoomCalendar), VenueID: venue, RoomID: barn, Name: "Parish", Host: "example.org", CreatedAt: now, NextAt: now}
		must(calendars.Add(ctx, c, organizations.ServerKey{Purpose: roomcalendars.AddressPurpose(c.OrgID, c.ID), Secret: []byte{1}, KeyVersion: 1, KeyID: "k", CreatedAt: now}))
	}
	taken, err := calendars.Take(ctx, now, now+1, 1)
	must(err)
	must(calendars.StoreFetched(ctx, taken[0], &roomcalendars.Fetched{Periods: []booking.Period{{From: hour(11), To: hour(14)}, {From: hour(20), To: hour(22)}}, NextAt: now + 2}, now))
	waits := there
	waits.ID, waits.StartsAt, waits.EndsAt, waits.SeriesID = f.ids.Top(id.Booking), hour(21), hour(23), f.ids.Top(id.BookingDates)
	_, err = f.store.Bookings.BookDates(ctx, &bookings.BookingSeries{OrgID: f.org, ID: waits.SeriesID, VenueID: venue, OnConflict: booking.Wait, CreatedAt: now}, []bookings.Booking{waits}, booking.Wait, now)
	must(err)
	for _, c := range taken {
		c, err := calendars.ByID(ctx, f.org, c.ID)
		must(err)
		must(calendars.StoreFetched(ctx, *c, &roomcalendars.Fetched{Failure: "status", Detail: "500", NextAt: now + 3}, now))
	}
}

// bookFor makes an event that takes a hall, for which a foyer was booked besides.
func (f *fixture) bookFor(ctx context.Context) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	p, v, now := f.open(10, inventory.Settings{}), f.store.Venues, inventory.At(f.now)
	venue, hall, foyer, stage := f.ids.Top(id.Venue), f.ids.Top(id.Room), f.ids.Top(id.Room), f.ids.Top(id.Room)
	must(v.CreateVenue(ctx, venues.Venue{OrgID: f.org, ID: venue, Name: "Theatre", BufferRule: booking.Sum, CreatedAt: now}))
	for _, room := range [][2]string{{hall, ""}, {stage, hall}, {foyer, ""}} {
		must(v.CreateRoom(ctx, venues.Room{OrgID: f.org, ID: room[0], VenueID: venue, Name: "Room", PartOf: room[1], CreatedAt: now}))
	}
	at := p.create.Event
	_, err := f.store.Bookings.Book(ctx, bookings.Booking{
		OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: []string{foyer}, StartsAt: at.StartsAt, EndsAt: at.EndsAt, EventID: p.id, Follows: booking.FollowsTimes,
	}, now)
	must(err)
	_, err = f.store.Bookings.FollowEvent(ctx, &bookings.EventTimes{
		OrgID: f.org, EventID: p.id, StartsAt: at.StartsAt, EndsAt: at.EndsAt, NewID: f.ids.Top(id.Booking), Rooms: &events.EventRooms{VenueID: venue, Rooms: []string{hall}},
	}, now)
	must(err)
}

// bookingCorruptions are damage done to the bookings that book makes.
var bookingCorruptions = []corruption{
	{"the guest of a booking is lost", 38, "nothing says which", []string{"delete from booking_guests where name = 'Grace'"}},
	{"a guest books before the address is confirmed", 38, "before the address was confirmed", []string{"update booking_guests set confirmed_at = 0 where name = 'Grace'"}},
	{"an erased guest has a name", 38, "says who it was", []string{"update booking_guests set name = 'Erased' where email = ''"}},
	{"an erased guest is billed", 38, "says whom to invoice", []string{
		"insert into billing (event_id, order_id, person_id, company, street, postal_code, city, country, vat_id, updated_at) select org_id, booking_id, '', 'C', '', '', '', '', '', 1 from booking_guests where email = ''"}},
	{"an add-on is given too often", 35, "are given at", []string{"update add_ons set pool = 1 where pool = 3"}},
	{"an add-on is lost", 35, "which its venue does not have", []string{"delete from add_ons where pool = 0"}},
	{"the row of an add-on is lost", 35, "no row keeps add-on", []string{"delete from booking_add_ons where units = 1"}},
	{"a row has more of an add-on", 35, "no row keeps add-on", []string{"update booking_add_ons set units = 3 where units = 2"}},
	{"an add-on is kept for nobody", 35, "does not have it", []string{"update booking_add_ons set booking_id = (select max(id) from bookings where status = 'cancelled' and org_id = booking_add_ons.org_id) where units = 1"}},
	{"a booking is longer for nothing", 35, "the time of the booking costs", []string{"update bookings set ends_at = ends_at + 3600000000 where price > 0 and pay_until > 0"}},
	{"an add-on is longer for nothing", 35, "each for the time of the booking", []string{"update bookings set ends_at = ends_at + 3600000000 where add_ons like '%\"hour\"%'"}},
	{"an add-on costs nothing", 35, "and its time and add-ons", []string{"update bookings set time_price = time_price + 1 where add_ons like '[{%'"}},
	{"a booking is confirmed without its deposit", 22, "is neither paid nor waived", []string{"update bookings set status = 'confirmed' where status = 'pending_deposit'"}},
	{"a waiver is lost", 22, "is neither paid nor waived", []string{"update bookings set waiver = '' where waiver <> ''"}},
	{"a deposit is of a payment that goes back", 22, "which is not stored as one that was kept", []string{
		"update bookings set deposit_by = (select min(id) from payments where state = 'refund' and problem = 'booking_payment_again') where deposit_by <> '' and balance_by <> ''"}},
	{"a deposit is less than was asked for", 22, "were captured as its deposit", []string{"update bookings set deposit = deposit + 1 where deposit_by <> '' and status = 'confirmed'"}},
	{"a booking waits for a deposit that it has", 22, "waits for a deposit that it has", []string{"update bookings set status = 'pending_deposit', pay_until = starts_at where deposit_by <> '' and status = 'confirmed'"}},
	{"a booking waits for its deposit for ever", 22, "waits for its deposit until", []string{"update bookings set pay_until = 0 where status = 'pending_deposit'"}},
	{"more goes back than the rule says", 22, "by its rule", []string{"update payouts set owed = owed + 1 where reason = 'booking_cancelled'"}},
	{"the rule of a booking is another", 22, "by its rule", []string{"update bookings set terms = replace(terms, '50', '60') where status = 'cancelled' and not by_venue and deposit_by <> ''"}},
	{"who cancelled a booking is forgotten", 22, "by its rule", []string{"update bookings set by_venue = false where by_venue"}},
	{"a share of a payment is lost", 59, "1 shares of the payment are stored", []string{"delete from payments where id = 'testpay:together~2'"}},
	{"a share is of another amount", 59, "and the page asked by testpay for 3000", []string{"update payments set amount = amount + 1 where id = 'testpay:together~1'"}},
	{"a share is for another date", 59, "and the page asked by testpay for 3000", []string{"update payments set order_id = (select max(p.order_id) from payments p where p.provider = 'manual') where id = 'testpay:together~2'"}},
	{"a share is of no page", 59, "of which its page", []string{"update payments set checkout_id = '' where id = 'testpay:together~2'"}},
	{"a page of several dates does not add up", 59, "comes to 6000", []string{"update checkouts set amount = amount + 1 where shares <> '[]'"}},
	{"what was taken for several dates is lost", 59, "and its payment is not stored", []string{"delete from payments where id like 'testpay:together~%'"}},
	{"a payment for a booking is kept by nobody", 10, "was not paid with it", []string{"update bookings set balance_by = '' where balance_by <> ''"}},
	{"what a booking earned is not booked", 10, "something was sold for it is booked", []string{"delete from journal where account in ('bookings', 'buyers') and ref like 'sale:manual:pay_booking%'"}},
	{"the price of a booking is another", 4, "the booking's rooms, time, people or state", []string{"update bookings set price = price + 1 where price > 0"}},
	{"a busy time is lost", 42, "are not the 2 that the last good fetch said", []string{"delete from room_busy where starts_at = (select max(starts_at) from room_busy)"}},
	{"a busy time is longer", 42, "are not the 2 that the last good fetch said", []string{"update room_busy set ends_at = ends_at + 1 where starts_at = (select max(starts_at) from room_busy)"}},
	{"a busy time overlaps another", 42, "overlaps the one before it", []string{"update room_busy set ends_at = (select max(ends_at) from room_busy) where starts_at = (select min(starts_at) from room_busy)"}},
	{"a busy time is of another room", 42, "and its calendar of", []string{"update room_busy set room_id = 'roo_other' where starts_at = (select max(starts_at) from room_busy)"}},
	{"a failed fetch has freed a room", 42, "are not the 2 that the last good fetch said", []string{"delete from room_busy"}},
	{"a calendar was never read", 42, "was never read, and has 2 busy times", []string{"update room_calendars set read_at = 0 where periods > 0"}},
	{"a calendar has failed for no reason", 42, "do not go together", []string{"update room_calendars set failures = 3 where failure = ''"}},
	{"a calendar is of a room of nobody", 42, "which its venue does not have", []string{"update room_calendars set venue_id = (select max(id) from venues where id <> venue_id) where periods > 0"}},
	{"a booking waits for what is no longer taken elsewhere", 21, "waits, and nothing is in its way", []string{"delete from room_busy", "delete from server_keys where purpose like 'room_calendar/%'", "delete from room_calendars"}},
	{"the address of a calendar is lost", 42, "the address of the calendar is not stored", []string{"delete from server_keys where purpose like 'room_calendar/%'"}},
	{"the address of a calendar stays", 42, "of a calendar that is not", []string{"delete from room_busy", "delete from room_calendars"}},
	{"a booking has the time of another", 21, "at the same time", []string{"update bookings set status = 'confirmed' where status = 'cancelled'"}},
	{"a tear-down lasts into the next set-up", 21, "at the same time", []string{"update bookings set teardown = 2 * teardown + 1 where status = 'confirmed' and venue_id in (select id from venues where buffer_rule = 'sum')"}},
	{"a tear-down lasts into the next booking", 21, "at the same time", []string{"update bookings set teardown = 16 * teardown where status = 'confirmed' and venue_id in (select id from venues where buffer_rule = 'larger')"}},
	{"bookings are too near for another rule", 21, "at the same time", []string{"update venues set buffer_rule = 'sum'"}},
	{"a room becomes part of one that is booked", 21, "at the same time", []string{"update rooms set part_of = (select min(r.id) from rooms r where r.venue_id = rooms.venue_id and r.id in (select x.part_of from rooms x)) " +
		"where part_of = '' and id not in (select x.part_of from rooms x) and venue_id in (select r.venue_id from rooms r where r.part_of <> '')"}},
	{"a room is part of itself", 21, "part of itself, by way of others", []string{"update rooms set part_of = (select min(r.id) from rooms r where r.part_of = rooms.id) where id in (select x.part_of from rooms x)"}},
	{"a room is part of what is not there", 21, "is part of", []string{"update rooms set part_of = 'roo_gone' where part_of <> ''"}},
	{"a booking has a room of elsewhere", 21, "which its venue does not have", []string{"update bookings set rooms = '[\"roo_gone\"]' where status = 'requested'"}},
	{"a booking has no room", 21, "and has no room", []string{"update bookings set rooms = '[]' where status = 'requested'"}},
	{"a booking has a room twice", 21, "twice", []string{"update bookings set rooms = replace(rooms, ']', ',' || substr(rooms, 2)) where status = 'requested'"}},
	{"the venue of a booking is gone", 21, "its venue is not stored", []string{"update bookings set venue_id = 'ven_gone' where status = 'requested'"}},
	{"a room is kept for nobody any more", 21, "no row keeps room", []string{"delete from booking_rooms where live"}},
	{"a room is kept for another time", 21, "has other times", []string{"update booking_rooms set busy_to = busy_to + 1 where live and booking_id in (select id from bookings where status = 'requested')"}},
	{"a room is kept for a booking that does not have it", 21, "that does not have it", []string{"update bookings set rooms = (select '[\"' || min(r.id) || '\"]' from rooms r where r.venue_id = bookings.venue_id and r.part_of <> '') where status = 'requested'"}},
	{"a room is kept for a booking that has ended", 21, "that has ended", []string{"update bookings set status = 'cancelled' where status = 'requested'"}},
	{"a booking waits for a room twice", 21, "the booking waits, and asks for a room twice", []string{"update bookings set rooms = replace(rooms, ']', ',' || substr(rooms, 2)) where status = 'waiting'"}},
	{"a booking waits for nothing", 21, "the booking waits, and nothing is in its way", []string{"update bookings set status = 'waiting' where status = 'declined'"}},
	{"a date of what repeats is lost", 21, "dates left out", []string{"delete from booking_rooms where booking_id in (select id from bookings where status = 'waiting')", "delete from bookings where status = 'waiting'"}},
	{"what repeats came to another date", 21, "dates left out", []string{"update booking_series set dates = dates + 1"}},
	{"a booking is of no series", 4, "the booking's rooms, time, people or state", []string{"update bookings set series_id = '' where status = 'waiting'"}},
	{"the series of a booking is lost", 14, "in bookings, series_id names", []string{"delete from booking_series"}},
	{"a booking is lost", 4, "and it is not stored", []string{"delete from booking_rooms where booking_id in (select id from bookings where status = 'declined')", "delete from bookings where status = 'declined'"}},
	{"a booking is of more people", 4, "the booking's rooms, time, people or state", []string{"update bookings set people = people + 1"}},
	{"a booking has other times than its event", 21, "other times than its event", []string{"update bookings set ends_at = ends_at + 1 where follows = 'place'"}},
	{"a booking follows an event that is cancelled", 21, "is cancelled", []string{"update bookings set event_id = (select min(id) from events where status = 'cancelled') where follows = 'place'"}},
	{"a place is booked for a draft", 21, "which is not published", []string{"update events set status = 'draft' where id in (select event_id from bookings where follows = 'place')"}},
	{"an event takes place twice", 21, "already", []string{"drop index bookings_place", "update bookings set follows = 'place' where follows = 'times'"}},
	{"a booking follows no event", 21, "and is for none", []string{"update bookings set event_id = '' where follows = 'place'"}},
	{"a booking is let go by its event", 4, "the booking's rooms, time, people or state", []string{"update bookings set follows = '' where follows = 'place'"}},
	{"a booking is for another organization's event", 14, "in bookings, event_id names", []string{"update bookings set event_id = 'evt_gone'"}},
}
