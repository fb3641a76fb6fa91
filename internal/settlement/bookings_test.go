package settlement_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storepayments "github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// venueShop is a shop with a venue, whose bookings cost 200.00 EUR for two hours.
type venueShop struct {
	*shop
	org, venue, hall string
}

func openVenueShop(t *testing.T, url string) *venueShop {
	t.Helper()
	s := open(t, url, 10)
	e, err := s.store.Events.Event(t.Context(), s.event)
	s.must(err)
	h := &venueShop{s, e.Event.OrgID, s.ids.Top(id.Venue), s.ids.Top(id.Room)}
	s.must(s.store.Venues.CreateVenue(t.Context(), venues.Venue{
		OrgID: h.org, ID: h.venue, Name: "House", CreatedAt: 1, Facilities: []string{}, Terms: booking.Terms{
			Currency: "EUR", PerHour: 10000, DepositPercent: 30, PayWithin: 48 * inventory.Hour, BalanceDays: 14, GiveBack: []booking.GiveBack{{DaysBefore: 30, Percent: 100}, {DaysBefore: 7, Percent: 50}},
		},
	}))
	s.must(s.store.Venues.CreateRoom(t.Context(), venues.Room{OrgID: h.org, ID: h.hall, VenueID: h.venue, Name: "Hall", CreatedAt: 1, Capacities: booking.Capacities{}, Facilities: []string{}}))
	return h
}

// wish is a booking of the hall for two hours, so many days from now.
func (h *venueShop) wish(days int) bookings.Booking {
	from := inventory.At(h.now()) + inventory.Instant(days)*inventory.Instant(inventory.Day)
	return bookings.Booking{OrgID: h.org, ID: h.ids.Top(id.Booking), VenueID: h.venue, Rooms: []string{h.hall}, StartsAt: from, EndsAt: from + inventory.Instant(2*inventory.Hour)}
}

func (h *venueShop) book(days int) *bookings.Booking {
	h.t.Helper()
	b, err := h.store.Bookings.Book(organizations.WithBy(h.t.Context(), organizations.By{Actor: "mem_booker", At: inventory.At(h.now())}), h.wish(days), inventory.At(h.now()))
	h.must(err)
	return b
}

func (h *venueShop) page(b *bookings.Booking, part booking.Part) *storepayments.Checkout {
	h.t.Helper()
	c, err := h.settler.CheckoutBooking(h.t.Context(), h.org, b.ID, part, "", "", "")
	h.must(err)
	return c
}

// pay pays on a page, and settles what comes of it.
func (h *venueShop) pay(c *storepayments.Checkout) {
	h.t.Helper()
	if !h.bank.Pay(c.Ref, payment.Captured) {
		h.t.Fatal("the page cannot be paid on")
	}
	h.hear()
	h.work()
}

// is wants a booking to stand so, and to have had this of money: its payments, each with what
// goes back of it.
func (h *venueShop) is(b *bookings.Booking, want booking.State, money ...string) *bookings.Booking {
	h.t.Helper()
	got, err := h.store.Bookings.Booking(h.t.Context(), h.org, b.ID)
	h.must(err)
	if got.Status != want {
		h.t.Errorf("the booking is %s, want %s", got.Status, want)
	}
	payments, payouts, err := h.store.Dues.BookingPayments(h.t.Context(), h.org, b.ID)
	h.must(err)
	var list []string
	for _, p := range payments {
		text := fmt.Sprintf("%s:%d", p.State, p.Amount)
		for _, o := range payouts {
			if o.PaymentID == p.ID {
				text += fmt.Sprintf(" %s %s:%d", o.Reason, o.State, o.Amount)
			}
		}
		list = append(list, text)
	}
	slices.Sort(list) // what came in at one moment has no order
	if slices.Sort(money); !slices.Equal(list, money) {
		h.t.Errorf("the money of the booking is %q, want %q", list, money)
	}
	return got
}

// balances wants all invariants to hold, and the journal of bookings to balance and to come to
// what is left at the bank.
func (h *venueShop) balances(earned int64) {
	h.t.Helper()
	h.clean()
	sums, err := h.store.Journals.Balances(h.t.Context(), h.org)
	h.must(err)
	all, at := int64(0), map[string]int64{}
	for _, b := range sums {
		all += b.Debit - b.Credit
		at[b.Account] += b.Debit - b.Credit
	}
	if all != 0 || at["buyers"] != 0 || at["bookings"]+at["tax"] != -earned || at["provider:bank"]+at["provider:manual"] != earned {
		h.t.Errorf("the journal is out of balance by %d: %v, want %d earned", all, at, earned)
	}
}

func (h *venueShop) wait(d time.Duration) { h.clock.Add(d.Microseconds()) }

// lapse does what the job of every minute does.
func (h *venueShop) lapse() {
	h.t.Helper()
	_, err := h.store.Bookings.EndBookings(h.t.Context(), inventory.At(h.now()), 100)
	h.must(err)
}

func TestADepositIsPaid(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		b := h.book(60)
		if b.Status != booking.PendingDeposit || b.Price != 20000 || b.Deposit != 6000 || b.Balance() != 14000 || b.PayUntil != inventory.At(h.now())+2*inventory.Instant(inventory.Day) {
			t.Fatalf("%+v", b)
		}
		if _, err := h.settler.CheckoutBooking(t.Context(), h.org, b.ID, booking.BalancePart, "", "", ""); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("the balance before the deposit: %v", err)
		}
		c := h.page(b, booking.DepositPart)
		if again := h.page(b, booking.DepositPart); again.ID != c.ID || again.URL != c.URL || c.Amount != 6000 || c.URL == "" {
			t.Errorf("%+v and %+v", c, again)
		}
		h.is(b, booking.PendingDeposit) // the payer is on the page, or back from it
		h.pay(c)
		got := h.is(b, booking.Confirmed, "tickets:6000")
		if got.PayUntil != 0 || got.BalanceDue != b.StartsAt-14*inventory.Instant(inventory.Day) {
			t.Errorf("%+v", got)
		}
		h.balances(6000)
		h.pay(h.page(b, booking.BalancePart))
		h.is(b, booking.Confirmed, "tickets:6000", "tickets:14000")
		h.balances(20000)
		if _, err := h.settler.CheckoutBooking(t.Context(), h.org, b.ID, booking.BalancePart, "", "", ""); !errors.Is(err, settlement.ErrPaid) {
			t.Errorf("paying again: %v", err)
		}
	})
}

// TestADepositIsLate pays after the booking has lapsed: while its time is free, and when it is
// somebody else's.
func TestADepositIsLate(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		free, taken := h.book(60), h.book(61)
		first, second := h.page(free, booking.DepositPart), h.page(taken, booking.DepositPart)
		h.wait(48 * time.Hour)
		h.lapse()
		h.is(free, booking.Lapsed)
		other, err := h.store.Bookings.Book(t.Context(), h.wish(59), inventory.At(h.now()))
		h.must(err)
		h.pay(first)
		h.pay(second)
		h.is(free, booking.Confirmed, "tickets:6000")
		h.is(taken, booking.Lapsed, "refund:6000 booking_payment_late done:6000")
		h.is(other, booking.PendingDeposit)
		h.balances(6000)
	})
}

// TestWhoWaitsComesBeforeALateDeposit lets a booking wait for the time of one that does not pay:
// nobody had written that it has lapsed when it pays.
func TestWhoWaitsComesBeforeALateDeposit(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		b := h.book(60)
		waits := h.wish(60)
		kept, err := h.store.Bookings.BookDates(t.Context(), nil, []bookings.Booking{waits}, booking.Wait, inventory.At(h.now()))
		h.must(err)
		h.is(&kept[0], booking.Waiting)
		c := h.page(b, booking.DepositPart)
		h.wait(48 * time.Hour)
		h.pay(c)
		h.is(b, booking.Lapsed, "refund:6000 booking_payment_late done:6000")
		granted := h.is(&kept[0], booking.PendingDeposit)
		if granted.PayUntil != inventory.At(h.now())+2*inventory.Instant(inventory.Day) {
			t.Errorf("it has until %d for its deposit, and it is %d", granted.PayUntil, inventory.At(h.now()))
		}
		h.balances(0)
	})
}

func TestADepositIsDoubled(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		b := h.book(60)
		c := h.page(b, booking.DepositPart)
		_, err := h.settler.MarkBookingPaid(t.Context(), h.org, b.ID, booking.DepositPart, "Receipt 1", 0)
		h.must(err)
		h.is(b, booking.Confirmed, "tickets:6000")
		if again, err := h.settler.MarkBookingPaid(t.Context(), h.org, b.ID, booking.DepositPart, "Receipt 1", 0); err != nil || again.State != storepayments.PaymentTickets {
			t.Errorf("the same again: %+v, %v", again, err)
		}
		if _, err := h.settler.MarkBookingPaid(t.Context(), h.org, b.ID, booking.DepositPart, "Receipt 2", 0); !errors.Is(err, settlement.ErrPaid) {
			t.Errorf("another one: %v", err)
		}
		if h.bank.Pay(c.Ref, payment.Captured) { // the page is closed as soon as it is known to be of no use
			h.hear()
			h.work()
			h.is(b, booking.Confirmed, "tickets:6000", "refund:6000 booking_payment_again done:6000")
		}
		h.balances(6000)
	})
}

// TestTwoPaymentsAtOnce has both arrive before either is settled, on two servers.
func TestTwoPaymentsAtOnce(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		b := h.book(60)
		other := newBank("other", h.now)
		second := h.settlerWith(other)
		c := h.page(b, booking.DepositPart)
		d, err := second.CheckoutBooking(t.Context(), h.org, b.ID, booking.DepositPart, "", "", "")
		h.must(err)
		h.bank.Pay(c.Ref, payment.Captured)
		other.Pay(d.Ref, payment.Captured)
		h.hear()
		for _, w := range other.Mail() {
			_, err := second.Receive(t.Context(), "other", w.Header, w.Body)
			h.must(err)
		}
		payments, _, err := h.store.Dues.BookingPayments(t.Context(), h.org, b.ID)
		h.must(err)
		if len(payments) != 2 {
			t.Fatalf("%+v", payments)
		}
		var wg sync.WaitGroup
		for i := range payments {
			for _, s := range []*settlement.Settler{h.settler, second} {
				wg.Go(func() {
					if err := s.Settle(t.Context(), h.org, payments[i].ID); err != nil {
						t.Error(err)
					}
				})
			}
		}
		wg.Wait()
		got, err := h.store.Bookings.Booking(t.Context(), h.org, b.ID)
		h.must(err)
		kept, back := 0, 0
		payments, payouts, err := h.store.Dues.BookingPayments(t.Context(), h.org, b.ID)
		h.must(err)
		for _, p := range payments {
			if p.State == storepayments.PaymentTickets && got.DepositBy == p.ID {
				kept++
			}
		}
		for _, o := range payouts {
			if o.Reason == string(booking.PaidAgain) && o.Owed == 6000 {
				back++
			}
		}
		if got.Status != booking.Confirmed || kept != 1 || back != 1 {
			t.Errorf("%d are kept and %d go back: %+v %+v", kept, back, payments, payouts)
		}
		h.clean()
	})
}

// TestLapseAndPaymentRace has one server write that bookings have lapsed while another settles
// the payments for them. Whoever is first, each booking has its payment or it goes back.
func TestLapseAndPaymentRace(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		other := testdb.Open(t, url)
		var list []*bookings.Booking
		var waits []bookings.Booking
		for i := range 12 {
			b := h.book(60 + i)
			list = append(list, b)
			h.bank.Pay(h.page(b, booking.DepositPart).Ref, payment.Captured)
			if i%2 == 0 { // somebody waits for it
				waits = append(waits, h.wish(60+i))
			}
		}
		for i := range waits {
			_, err := h.store.Bookings.BookDates(t.Context(), nil, waits[i:i+1], booking.Wait, inventory.At(h.now()))
			h.must(err)
		}
		h.hear() // captured before the deadline, settled at it
		h.wait(48 * time.Hour)
		now := inventory.At(h.now())
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := other.Bookings.EndBookings(t.Context(), now, 100); err != nil {
				t.Error(err)
			}
		})
		for _, b := range list {
			payments, _, err := h.store.Dues.BookingPayments(t.Context(), h.org, b.ID)
			h.must(err)
			wg.Go(func() {
				if err := h.settler.Settle(t.Context(), h.org, payments[0].ID); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		h.work()
		earned := int64(0)
		for i, b := range list {
			if i%2 == 0 { // who waited has it
				h.is(b, booking.Lapsed, "refund:6000 booking_payment_late done:6000")
				continue
			}
			h.is(b, booking.Confirmed, "tickets:6000")
			earned += 6000
		}
		h.balances(earned)
	})
}

func TestCancellingByTheRuleOfDaysBefore(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		early, half, late, venue, both := h.book(60), h.book(40), h.book(41), h.book(42), h.book(43)
		for _, b := range []*bookings.Booking{early, half, late, venue, both} {
			h.pay(h.page(b, booking.DepositPart))
		}
		h.pay(h.page(both, booking.BalancePart))
		// What the venue asks of others from now on changes nothing for these.
		_, err := h.store.Venues.ChangeVenue(t.Context(), h.org, h.venue, &venuechanges.VenueChange{Terms: &booking.Terms{Currency: "USD", PerBooking: 1}})
		h.must(err)
		cancel := func(b *bookings.Booking, byVenue bool) {
			t.Helper()
			_, err := h.store.Bookings.EndBooking(t.Context(), h.org, b.ID, booking.Cancelled, "no_longer_needed", byVenue, inventory.At(h.now()))
			h.must(err)
			_, err = h.store.Bookings.EndBooking(t.Context(), h.org, b.ID, booking.Cancelled, "no_longer_needed", byVenue, inventory.At(h.now()))
			h.must(err)
		}
		cancel(early, false) // 60 days before
		h.wait(30 * 24 * time.Hour)
		cancel(half, false) // 10
		cancel(both, false) // 13
		h.wait(5 * 24 * time.Hour)
		cancel(late, false) // 6
		cancel(venue, true) // 7, and by the venue
		h.work()
		h.is(early, booking.Cancelled, "tickets:6000 booking_cancelled done:6000")
		h.is(half, booking.Cancelled, "tickets:6000 booking_cancelled done:3000")
		h.is(both, booking.Cancelled, "tickets:6000 booking_cancelled done:3000", "tickets:14000 booking_cancelled done:7000")
		h.is(late, booking.Cancelled, "tickets:6000")
		h.is(venue, booking.Cancelled, "tickets:6000 booking_cancelled done:6000")
		h.balances(3000 + 10000 + 6000)
	})
}

func TestADepositIsWaivedOrAgreed(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		ctx := organizations.WithBy(t.Context(), organizations.By{Actor: "mem_staff"})
		now := func() inventory.Instant { return inventory.At(h.now()) }
		b := h.book(60)
		page := h.page(b, booking.DepositPart)
		_, err := h.store.Bookings.WaiveDeposit(ctx, h.org, b.ID, "Our own choir", now())
		h.must(err)
		if got := h.is(b, booking.Confirmed); got.Balance() != 20000 || got.BalanceDue == 0 {
			t.Errorf("%+v", got)
		}
		if _, err := h.store.Bookings.WaiveDeposit(ctx, h.org, b.ID, "Another reason", now()); !errors.Is(err, bookings.ErrBookingEnded) {
			t.Errorf("waived twice: %v", err)
		}
		h.pay(page) // who pays it all the same has paid it
		if got := h.is(b, booking.Confirmed, "tickets:6000"); got.Balance() != 14000 {
			t.Errorf("%+v", got)
		}
		yes := true
		_, err = h.store.Venues.ChangeVenue(ctx, h.org, h.venue, &venuechanges.VenueChange{NeedsApproval: &yes})
		h.must(err)
		asked := h.book(61)
		h.is(asked, booking.Requested)
		deposit := int64(1000)
		_, err = h.store.Bookings.PriceBooking(ctx, h.org, asked.ID, &bookings.AgreedPrice{Price: 9000, Deposit: &deposit}, now())
		h.must(err)
		_, err = h.store.Bookings.ConfirmBooking(ctx, h.org, asked.ID, now())
		h.must(err)
		later := asked.StartsAt + inventory.Instant(inventory.Hour)
		until := later + inventory.Instant(8*inventory.Hour)
		_, err = h.store.Bookings.MoveBooking(ctx, h.org, asked.ID, &bookings.Move{StartsAt: &later, EndsAt: &until}, now())
		h.must(err)
		if got := h.is(asked, booking.PendingDeposit); got.Price != 9000 || got.Deposit != 1000 {
			t.Errorf("what was agreed has become %+v", got)
		}
		h.pay(h.page(asked, booking.DepositPart))
		h.is(asked, booking.Confirmed, "tickets:1000")
		// Anyone who moves it may have to ask again, and what was paid stays paid.
		_, err = h.store.Bookings.MoveBooking(ctx, h.org, asked.ID, &bookings.Move{StartsAt: &asked.StartsAt, EndsAt: &asked.EndsAt, Ask: true}, now())
		h.must(err)
		h.is(asked, booking.Requested, "tickets:1000")
		_, err = h.store.Bookings.EndBooking(ctx, h.org, asked.ID, booking.Declined, "not_suitable", false, now())
		h.must(err)
		h.work()
		h.is(asked, booking.Declined, "tickets:1000 booking_declined done:1000")
		h.balances(6000)
	})
}

// TestALateDepositOfAnEventThatWentOn pays for the place of an event after the booking has
// lapsed: it is kept as long as the event stands where it stood and has no other place. Else
// the booking could not be live again, and its payment would be settled never.
func TestALateDepositOfAnEventThatWentOn(t *testing.T) {
	t.Parallel()
	day := inventory.Instant(inventory.Day)
	for name, then := range map[string]struct {
		meanwhile func(h *venueShop, e *inventory.Event)
		want      booking.State
		money     string
	}{
		"nothing has changed": {func(*venueShop, *inventory.Event) {}, booking.Confirmed, "tickets:6000"},
		"it has another place": {func(h *venueShop, e *inventory.Event) {
			other := h.wish(70)
			other.EventID, other.Follows = e.ID, booking.FollowsPlace
			_, err := h.store.Bookings.Book(h.t.Context(), other, inventory.At(h.now()))
			h.must(err)
		}, booking.Lapsed, "refund:6000 booking_payment_late done:6000"},
		"it was moved": {func(h *venueShop, e *inventory.Event) {
			h.do(inventory.Configure{Who: staff, StartsAt: e.StartsAt + day, EndsAt: e.EndsAt + day, Zone: e.Zone, Settings: e.Settings})
		}, booking.Lapsed, "refund:6000 booking_payment_late done:6000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			on(t, func(t *testing.T, url string) {
				h := openVenueShop(t, url)
				e, err := h.store.Events.Event(t.Context(), h.event)
				h.must(err)
				_, err = h.store.Venues.ChangeVenue(t.Context(), h.org, h.venue, &venuechanges.VenueChange{Terms: &booking.Terms{
					Currency: "EUR", PerBooking: 20000, DepositPercent: 30, PayWithin: 48 * inventory.Hour,
				}})
				h.must(err)
				wish := h.wish(60)
				wish.StartsAt, wish.EndsAt, wish.EventID, wish.Follows = e.Event.StartsAt, e.Event.EndsAt, e.Event.ID, booking.FollowsPlace
				b, err := h.store.Bookings.Book(t.Context(), wish, inventory.At(h.now()))
				h.must(err)
				page := h.page(b, booking.DepositPart)
				h.wait(48 * time.Hour)
				h.lapse()
				then.meanwhile(h, &e.Event)
				h.pay(page)
				h.is(b, then.want, then.money)
			})
		})
	}
}

// TestANamedPriceThatIsTheSame: a price that the venue names stays when the booking is moved,
// also where it is what the terms came to.
func TestANamedPriceThatIsTheSame(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		ctx, now := organizations.WithBy(t.Context(), organizations.By{Actor: "mem_staff"}), inventory.At(h.now())
		yes := true
		_, err := h.store.Venues.ChangeVenue(ctx, h.org, h.venue, &venuechanges.VenueChange{NeedsApproval: &yes})
		h.must(err)
		b := h.book(60)
		_, err = h.store.Bookings.PriceBooking(ctx, h.org, b.ID, &bookings.AgreedPrice{Price: b.Price}, now)
		h.must(err)
		until := b.EndsAt + inventory.Instant(8*inventory.Hour)
		_, err = h.store.Bookings.MoveBooking(ctx, h.org, b.ID, &bookings.Move{EndsAt: &until}, now)
		h.must(err)
		if got := h.is(b, booking.Requested); got.Price != b.Price || got.Deposit != b.Deposit {
			t.Errorf("what was agreed has become %+v", got)
		}
		h.clean()
	})
}

// TestAnAccountThatBookingsWerePaidTo keeps its keys as long as something can go back of what
// was paid: until the booking has ended, and the time after that.
func TestAnAccountThatBookingsWerePaidTo(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		b, now := h.book(60), inventory.At(h.now())
		h.pay(h.page(b, booking.DepositPart))
		a := storepayments.PaymentAccount{ID: h.ids.Top(id.PaymentAccount), OrgID: h.org, Provider: "stripe", State: storepayments.PaymentAccountActive, Mode: "live", Version: 1, CreatedAt: now, ChangedAt: now}
		h.must(h.store.Payments.CreatePaymentAccount(t.Context(), a, organizations.ServerKey{Purpose: storepayments.PaymentAccountPurpose + a.ID, Secret: []byte("keys"), KeyVersion: 1, KeyID: "k", CreatedAt: now}))
		h.must(h.store.Payments.RetirePaymentAccount(t.Context(), h.org, a.ID, now))
		for _, c := range []struct {
			since inventory.Instant
			want  bool
		}{{b.EndsAt - 1, false}, {b.EndsAt, true}} {
			if closed, err := h.store.Payments.ClosePaymentAccount(t.Context(), h.org, a.ID, "bank", c.since, now); err != nil || closed != c.want {
				t.Errorf("%d before the end of the booking it is closed: %t, %v", b.EndsAt-c.since, closed, err)
			}
		}
	})
}

// TestBalancesAreReminded: the booker is reminded a week before the rest is due, and once more
// when it is, by whichever server looks first; not before the deposit is paid, and not once the
// rest is, or the booking has ended.
func TestBalancesAreReminded(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		remind := func(want int) {
			t.Helper()
			const reminders = "update river_job set priority = priority where kind = 'tell_booking_news' and cast(args as text) like '%balance_due%'"
			had := h.sql(reminders)
			var wg sync.WaitGroup
			for range 2 { // two servers
				wg.Go(func() {
					if _, err := h.store.Dues.RemindBalances(t.Context(), inventory.At(h.now()), 100); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if n := h.sql(reminders) - had; n != int64(want) {
				t.Errorf("%d reminders on day %s, want %d", n, h.now().Format(time.DateOnly), want)
			}
		}
		paid, cancelled, unpaid := h.book(60), h.book(61), h.book(62)
		h.pay(h.page(paid, booking.DepositPart))
		h.pay(h.page(cancelled, booking.DepositPart))
		h.wait(38 * 24 * time.Hour)
		h.lapse()
		h.is(unpaid, booking.Lapsed)
		remind(0) // the rest is due 14 days before, and that is in eight days
		h.wait(25 * time.Hour)
		remind(1)
		remind(0)
		h.wait(24 * time.Hour)
		h.cancel(cancelled, false)
		remind(0)
		h.wait(6 * 24 * time.Hour)
		remind(1)
		remind(0)
		// Of the day on which it is due once the booking was moved nobody has told its booker.
		later, until := paid.StartsAt+inventory.Instant(60*inventory.Day), paid.EndsAt+inventory.Instant(60*inventory.Day)
		_, err := h.store.Bookings.MoveBooking(t.Context(), h.org, paid.ID, &bookings.Move{StartsAt: &later, EndsAt: &until}, inventory.At(h.now()))
		h.must(err)
		remind(0)
		h.wait(54 * 24 * time.Hour)
		remind(1)
		remind(0)
		h.wait(6 * 24 * time.Hour)
		remind(1)
		remind(0)
		h.pay(h.page(paid, booking.BalancePart))
		h.wait(24 * time.Hour)
		remind(0)
		if again, err := h.store.Bookings.Booking(t.Context(), h.org, paid.ID); err != nil || again.BalanceDue != 0 {
			t.Errorf("%+v, %v", again, err)
		}
		h.clean()
	})
}
