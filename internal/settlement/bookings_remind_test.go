package settlement_test

import (
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// TestDepositsAreReminded: the booker is reminded once of a deposit that is not there, a day before it is due or, where
// there is less time, at its half, by whichever server looks first; not once it is paid, or the booking has ended; and
// of another deadline again.
func TestDepositsAreReminded(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		remind := func(want int) {
			t.Helper()
			const reminders = "update river_job set priority = priority where kind = 'tell_booking_news' and cast(args as text) like '%deposit_due%'"
			had := h.sql(reminders)
			var wg sync.WaitGroup
			for range 2 { // two servers
				wg.Go(func() {
					if _, err := h.store.Dues.RemindDeposits(t.Context(), inventory.At(h.now()), 100); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if n := h.sql(reminders) - had; n != int64(want) {
				t.Errorf("%d reminders at %s, want %d", n, h.now().Format(time.DateTime), want)
			}
		}
		unpaid, paid, cancelled := h.book(60), h.book(61), h.book(62)
		soon := h.wish(0)
		soon.StartsAt, soon.EndsAt = soon.StartsAt+inventory.Instant(3*inventory.Hour), soon.StartsAt+inventory.Instant(5*inventory.Hour)
		_, err := h.store.Bookings.Book(organizations.WithBy(t.Context(), organizations.By{Actor: "mem_booker", At: inventory.At(h.now())}), soon, inventory.At(h.now()))
		h.must(err)
		h.wait(89 * time.Minute)
		remind(0)
		h.wait(time.Minute)
		remind(1) // at the half of three hours
		remind(0)
		h.wait(22 * time.Hour)
		h.lapse()
		h.is(&soon, booking.Lapsed)
		remind(0)
		h.pay(h.page(paid, booking.DepositPart))
		h.cancel(cancelled, false)
		h.wait(30 * time.Minute)
		remind(1) // a day before it is due
		remind(0)
		got, err := h.store.Bookings.Booking(t.Context(), h.org, unpaid.ID)
		if h.must(err); got.DepositRemindedAt != inventory.At(h.now()) || got.PayUntil != unpaid.PayUntil {
			t.Errorf("%+v", got)
		}
		// What is changed of it leaves the deadline, and its reminder, as they were.
		people := int64(7)
		_, err = h.store.Bookings.MoveBooking(t.Context(), h.org, unpaid.ID, &bookings.Move{People: &people}, inventory.At(h.now()))
		h.must(err)
		remind(0)
		// It is to begin before the deposit would have to be there, which is another deadline.
		from := inventory.At(h.now()) + inventory.Instant(20*inventory.Hour)
		until := from + inventory.Instant(2*inventory.Hour)
		moved, err := h.store.Bookings.MoveBooking(t.Context(), h.org, unpaid.ID, &bookings.Move{StartsAt: &from, EndsAt: &until}, inventory.At(h.now()))
		if h.must(err); moved.PayUntil != from {
			t.Errorf("%+v", moved)
		}
		remind(0)
		h.wait(10 * time.Hour)
		remind(1)
		remind(0)
		h.wait(10 * time.Hour)
		remind(0) // it has lapsed, which nobody has written
		h.lapse()
		h.is(unpaid, booking.Lapsed)
		remind(0)
		h.clean()
	})
}
