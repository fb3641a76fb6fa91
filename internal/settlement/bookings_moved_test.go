package settlement_test

import (
	"errors"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// move gives a booking other times: so many days later, and so long. ask: its booker does so.
func (h *venueShop) move(b *bookings.Booking, days int, length time.Duration, ask bool) error {
	h.t.Helper()
	ctx := organizations.WithBy(h.t.Context(), organizations.By{Actor: "mem_mover", At: inventory.At(h.now())})
	from := b.StartsAt + inventory.Instant(days)*inventory.Instant(inventory.Day)
	until := from + inventory.Instant(length.Microseconds())
	_, err := h.store.Bookings.MoveBooking(ctx, h.org, b.ID, &bookings.Move{StartsAt: &from, EndsAt: &until, Ask: ask}, inventory.At(h.now()))
	return err
}

// costs wants a booking to cost so much, of which so much is to be paid beside its deposit.
func (h *venueShop) costs(b *bookings.Booking, price, balance int64) {
	h.t.Helper()
	got, err := h.store.Bookings.Booking(h.t.Context(), h.org, b.ID)
	h.must(err)
	if got.Price != price || got.Balance() != balance {
		h.t.Errorf("it costs %d, and %d beside its deposit, want %d and %d", got.Price, got.Balance(), price, balance)
	}
}

// TestAPaidBookingCostsWhatItBecomes: whoever has paid the deposit and makes a booking longer pays more
// as the rest, and less of it for a shorter one, add-ons by the hour included; for less than was paid
// nobody can have it but with the venue's help.
func TestAPaidBookingCostsWhatItBecomes(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		h.taxed(1900)
		h.invoicing()
		h.wait(2 * time.Minute)
		cook := venues.AddOn{OrgID: h.org, ID: h.ids.Top(id.AddOn), VenueID: h.venue, Name: "Cook", CreatedAt: 1, Unit: booking.PerHour, Price: 3000, TaxRate: 700}
		h.must(h.store.Venues.CreateAddOn(t.Context(), cook))
		wish := h.wish(60)
		wish.AddOns = []booking.AddOn{{ID: cook.ID, Name: cook.Name, Unit: cook.Unit, Quantity: 1, Price: cook.Price, TaxRate: cook.TaxRate}}
		b, err := h.store.Bookings.Book(t.Context(), wish, inventory.At(h.now()))
		h.must(err)
		h.costs(b, 26000, 18200)
		stale := h.page(b, booking.DepositPart)
		h.must(h.move(b, 0, 3*time.Hour, true)) // nothing is paid yet
		h.costs(b, 39000, 27300)
		h.pay(stale) // it was for what it cost before
		h.is(b, booking.PendingDeposit, "refund:7800 booking_payment_mismatch done:7800")
		h.pay(h.page(b, booking.DepositPart))
		stale = h.page(b, booking.BalancePart)
		h.must(h.move(b, 0, 4*time.Hour, true))
		h.costs(b, 52000, 40300)
		h.must(h.move(b, 0, 2*time.Hour, true))
		h.costs(b, 26000, 14300)
		if err := h.move(b, 0, 30*time.Minute, true); !errors.Is(err, bookings.ErrPaidFor) {
			t.Errorf("for less than its deposit: %v", err)
		}
		h.costs(b, 26000, 14300)
		h.must(h.move(b, 1, 4*time.Hour, true))
		h.pay(stale)
		h.pay(h.page(b, booking.BalancePart))
		h.costs(b, 52000, 40300)
		h.is(b, booking.Confirmed, "refund:7800 booking_payment_mismatch done:7800", "tickets:11700", "refund:27300 booking_payment_mismatch done:27300", "tickets:40300")
		h.documents(b, "T-2027-000001 invoice 11700 1614", "T-2027-000002 invoice 40300 5558")
		h.balances(52000)
	})
}

// TestABookingThatIsWhollyPaid is moved for what it costs, and becomes neither longer nor shorter but
// with the venue's help, whose price stays then: what its booker makes of that, the venue is asked.
func TestABookingThatIsWhollyPaid(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		b := h.book(60)
		h.pay(h.page(b, booking.DepositPart))
		h.pay(h.page(b, booking.BalancePart))
		for _, length := range []time.Duration{time.Hour, 3 * time.Hour} {
			if err := h.move(b, 0, length, true); !errors.Is(err, bookings.ErrPaidFor) {
				t.Errorf("%s of what is paid for two hours: %v", length, err)
			}
		}
		h.must(h.move(b, 2, 2*time.Hour, true))
		h.is(b, booking.Confirmed, "tickets:6000", "tickets:14000")
		h.must(h.move(b, 2, 3*time.Hour, false))
		h.costs(b, 20000, 14000)
		h.is(b, booking.Confirmed, "tickets:6000", "tickets:14000")
		h.must(h.move(b, 3, 3*time.Hour, true)) // as long as the venue has agreed to
		h.is(b, booking.Confirmed, "tickets:6000", "tickets:14000")
		h.must(h.move(b, 3, 4*time.Hour, true))
		h.costs(b, 20000, 14000)
		h.is(b, booking.Requested, "tickets:6000", "tickets:14000")
		h.balances(20000)
	})
}

// TestMovingFarAheadGivesNoMoreBack: whoever moves what they have paid for and then cancels it gets
// back what they would have when they moved it. Where the venue has moved it, the new time counts.
func TestMovingFarAheadGivesNoMoreBack(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		mover, moved, early, unpaid := h.book(20), h.book(21), h.book(60), h.book(22)
		for _, b := range []*bookings.Booking{mover, moved, early} {
			h.pay(h.page(b, booking.DepositPart))
		}
		h.must(h.move(mover, 300, 2*time.Hour, true))
		h.must(h.move(moved, 300, 2*time.Hour, false))
		h.must(h.move(early, 10, 2*time.Hour, true))
		h.must(h.move(unpaid, 300, 2*time.Hour, true))
		h.pay(h.page(unpaid, booking.DepositPart))
		got := h.is(mover, booking.Confirmed, "tickets:6000")
		if rule := got.Terms.Rule(); got.GivenBack(inventory.At(h.now())) != 3000 || rule[0].Percent != 50 || rule[1].Percent != 50 {
			t.Errorf("%d would go back, by %+v", got.GivenBack(inventory.At(h.now())), rule)
		}
		for _, b := range []*bookings.Booking{mover, moved, early, unpaid} {
			h.cancel(b, false)
		}
		h.is(mover, booking.Cancelled, "tickets:6000 booking_cancelled done:3000")
		for _, b := range []*bookings.Booking{moved, early, unpaid} {
			h.is(b, booking.Cancelled, "tickets:6000 booking_cancelled done:6000")
		}
		h.balances(3000)
	})
}
