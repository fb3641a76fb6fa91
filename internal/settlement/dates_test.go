package settlement_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/settlement/returns"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storepayments "github.com/holdfast-events/holdfast/internal/store/payments"
)

// dates books the hall on so many days in a row.
func (h *venueShop) dates(from, count int) (series string, list []bookings.Booking) {
	h.t.Helper()
	s := &bookings.BookingSeries{OrgID: h.org, ID: h.ids.Top(id.BookingDates), VenueID: h.venue, RRule: fmt.Sprintf("FREQ=DAILY;COUNT=%d", count), OnConflict: booking.Refuse}
	for i := range count {
		b := h.wish(from + i)
		b.SeriesID = s.ID
		list = append(list, b)
	}
	made, err := h.store.Bookings.BookDates(organizations.WithBy(h.t.Context(), organizations.By{Actor: "mem_booker", At: inventory.At(h.now())}), s, list, booking.Refuse, inventory.At(h.now()))
	h.must(err)
	return s.ID, made
}

func (h *venueShop) together(series string) *storepayments.Checkout {
	h.t.Helper()
	c, err := h.settler.CheckoutDates(h.t.Context(), h.org, series, booking.DepositPart, "", "", "")
	h.must(err)
	return c
}

func (h *venueShop) ends(b *bookings.Booking, byVenue bool) {
	h.t.Helper()
	_, err := h.store.Bookings.EndBooking(organizations.WithBy(h.t.Context(), organizations.By{Actor: "mem_booker", At: inventory.At(h.now())}), h.org, b.ID, booking.Cancelled, "other", byVenue, inventory.At(h.now()))
	h.must(err)
}

// inDashboard has the bank say of the only payment of an amount that so much of it went back, or was
// disputed, under a name.
func (h *venueShop) inDashboard(whole int64, kind payment.Kind, name string, amount int64) {
	h.t.Helper()
	h.bank.Set(func(b *bank) {
		for of, p := range b.Payments {
			if p.Order.Amount.Minor != whole {
				continue
			}
			if kind == payment.Refunded {
				p.Refunded += amount
			}
			b.Tell(payment.Fact{Kind: kind, PaymentID: of, RefundID: name, Amount: payment.Money{Minor: amount, Currency: "EUR"}})
		}
	})
}

// TestDatesArePaidAtOnce pays the deposits of three dates with one payment. Each has its own: one date is
// cancelled, and what goes back is what its rule says of that date, out of the one payment.
func TestDatesArePaidAtOnce(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		c := h.together(series)
		if again := h.together(series); again.ID != c.ID || c.Amount != 18000 || len(c.Shares) != 3 || c.URL == "" {
			t.Errorf("%+v and %+v", c, again)
		}
		if _, err := h.settler.CheckoutDates(t.Context(), h.org, series, booking.BalancePart, "", "", ""); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("the rest before the deposits: %v", err)
		}
		h.bank.Set(func(b *bank) {
			lines := b.Pages[c.Ref].Order.Lines
			if len(lines) != 3 || lines[0].Each != 6000 || lines[0].Name == lines[1].Name {
				t.Errorf("the page of the bank lists %+v", lines)
			}
			b.Charged, b.Back = payment.Money{Minor: 204, Currency: "EUR"}, 10
		})
		if !h.bank.Pay(c.Ref, payment.Captured) {
			t.Fatal("the page cannot be paid on")
		}
		post := h.bank.Mail()
		for range 2 { // the bank repeats itself
			for _, w := range post {
				_, err := h.settler.Receive(t.Context(), "bank", w.Header, w.Body)
				h.must(err)
			}
		}
		for i := range list {
			h.is(&list[i], booking.PendingDeposit, "captured:6000") // nobody has settled it, and the server dies
		}
		h.work()
		h.work()
		for i := range list {
			h.is(&list[i], booking.Confirmed, "tickets:6000")
		}
		h.balances(18000)
		if _, err := h.settler.CheckoutDates(t.Context(), h.org, series, booking.DepositPart, "", "", ""); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("paying again: %v", err)
		}
		h.ends(&list[1], false)
		h.work()
		h.is(&list[0], booking.Confirmed, "tickets:6000")
		h.is(&list[1], booking.Cancelled, "tickets:6000 booking_cancelled done:6000")
		h.balances(12000)
		h.wait(40 * 24 * time.Hour) // 20 days are left: the half goes back
		h.ends(&list[0], false)
		h.work()
		h.is(&list[0], booking.Cancelled, "tickets:6000 booking_cancelled done:3000")
		h.balances(9000)
		h.wait(2 * time.Minute)
		h.must(h.settler.BookFees(t.Context())) // of the one payment once
		sums, err := h.store.Journals.Balances(t.Context(), h.org)
		h.must(err)
		for _, b := range sums {
			if b.Account == "fees" && b.Debit-b.Credit != 204-2*10 {
				t.Errorf("the bank has kept %d", b.Debit-b.Credit)
			}
		}
		h.clean()
		// The rest of what is left is that of one date, which is its own page.
		if c, err := h.settler.CheckoutDates(t.Context(), h.org, series, booking.BalancePart, "", "", ""); err != nil || c.OrderID != bookings.BookingOrder(list[2].ID, booking.BalancePart) {
			t.Errorf("%+v, %v", c, err)
		}
	})
}

// TestDatesThatAreNotToBePaid: of a page that was made before the venue has declined a date, or one was
// paid by itself, that date goes back, and a new page leaves it out.
func TestDatesThatAreNotToBePaid(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 4)
		stale := h.together(series)
		h.ends(&list[0], true)
		next := h.together(series)
		if next.ID == stale.ID || next.Amount != 18000 || len(next.Shares) != 3 {
			t.Errorf("%+v", next)
		}
		if h.bank.Pay(stale.Ref, payment.Captured) {
			t.Error("the page from before can be paid on")
		}
		_, err := h.settler.MarkBookingPaid(t.Context(), h.org, list[1].ID, booking.DepositPart, "Receipt 1", 0)
		h.must(err)
		if h.bank.Pay(next.Ref, payment.Captured) { // which is closed as soon as it is known to be of no use
			t.Error("the page with a date that is paid can be paid on")
		}
		last := h.together(series)
		h.ends(&list[2], true) // and nobody has closed the page yet
		h.pay(last)
		h.is(&list[0], booking.Cancelled)
		h.is(&list[1], booking.Confirmed, "tickets:6000")
		h.is(&list[2], booking.Cancelled, "refund:6000 booking_payment_late done:6000")
		h.is(&list[3], booking.Confirmed, "tickets:6000")
		h.balances(12000)
	})
}

// TestDatesArePaidLate pays after all dates have lapsed: those that are still free are confirmed.
func TestDatesArePaidLate(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		c := h.together(series)
		h.wait(48 * time.Hour)
		h.lapse()
		other, err := h.store.Bookings.Book(t.Context(), h.wish(59), inventory.At(h.now())) // the time of the second
		h.must(err)
		h.pay(c)
		h.is(&list[0], booking.Confirmed, "tickets:6000")
		h.is(&list[1], booking.Lapsed, "refund:6000 booking_payment_late done:6000")
		h.is(&list[2], booking.Confirmed, "tickets:6000")
		h.is(other, booking.PendingDeposit)
		h.balances(12000)
	})
}

// TestDatesArePaidTwice has the same paid by hand while a payment is under way, and a payment that failed
// before another one succeeded.
func TestDatesArePaidTwice(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 2)
		c := h.together(series)
		h.bank.Pay(c.Ref, payment.Failed)
		h.hear()
		h.work()
		h.is(&list[0], booking.PendingDeposit)
		if !h.bank.Pay(c.Ref, payment.Captured) {
			t.Fatal("the page cannot be paid on")
		}
		h.bank.Mail() // which is lost
		_, err := h.settler.MarkBookingPaid(t.Context(), h.org, list[0].ID, booking.DepositPart, "Receipt 1", 0)
		h.must(err)
		_, err = h.settler.Watch(t.Context(), h.org, c.ID) // and found by whoever looks at the page
		h.must(err)
		h.work()
		h.is(&list[0], booking.Confirmed, "tickets:6000", "refund:6000 booking_payment_again done:6000")
		h.is(&list[1], booking.Confirmed, "tickets:6000")
		h.balances(12000)
	})
}

// TestReturnsOfDates has the bank tell of what goes back of the one payment: in its dashboard, as what was
// asked for here and did not arrive, and as a dispute.
func TestReturnsOfDates(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		h.pay(h.together(series))
		h.inDashboard(18000, payment.Refunded, "re_dashboard", 9000) // the first, and half of the second
		post := h.bank.Mail()
		for range 2 {
			for _, w := range post {
				_, err := h.settler.Receive(t.Context(), "bank", w.Header, w.Body)
				h.must(err)
			}
		}
		h.clean()
		h.is(&list[0], booking.Confirmed, "tickets:6000 refunded_at_provider done:6000")
		h.is(&list[1], booking.Confirmed, "tickets:6000 refunded_at_provider done:3000")
		h.is(&list[2], booking.Confirmed, "tickets:6000")
		// Of what is cancelled then, no more goes back than is left.
		h.ends(&list[1], false)
		h.work()
		h.is(&list[1], booking.Cancelled, "tickets:6000 refunded_at_provider done:3000 booking_cancelled done:3000")
		h.clean()
		h.inDashboard(18000, payment.Disputed, "dp_1", 6000)
		h.hear()
		h.clean()
		if _, payouts, err := h.store.Dues.BookingPayments(t.Context(), h.org, list[2].ID); err != nil || len(payouts) != 0 {
			t.Errorf("%+v, %v", payouts, err)
		}
		disputed := func() (all int64) {
			for i := range list {
				in, _, err := h.store.Dues.BookingPayments(t.Context(), h.org, list[i].ID)
				h.must(err)
				all += in[0].Disputed
			}
			return all
		}
		if n := disputed(); n != 6000 {
			t.Errorf("%d are disputed", n)
		}
		h.inDashboard(18000, payment.DisputeWon, "dp_1", 6000)
		h.hear()
		if n := disputed(); n != 0 {
			t.Errorf("%d are disputed", n)
		}
		h.clean()
	})
}

// TestADashboardRefundOfADateThatEnded: what somebody gives back in the bank's dashboard is first of a date
// that has ended.
func TestADashboardRefundOfADateThatEnded(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(20, 3)
		h.pay(h.together(series))
		h.ends(&list[1], false) // of which the half goes back
		h.work()
		h.is(&list[1], booking.Cancelled, "tickets:6000 booking_cancelled done:3000")
		h.wait(time.Minute)
		h.inDashboard(18000, payment.Refunded, "re_dashboard", 4000)
		post := h.bank.Mail()
		for range 2 {
			for _, w := range post {
				_, err := h.settler.Receive(t.Context(), "bank", w.Header, w.Body)
				h.must(err)
			}
		}
		h.is(&list[0], booking.Confirmed, "tickets:6000 refunded_at_provider done:1000")
		h.is(&list[1], booking.Cancelled, "tickets:6000 booking_cancelled done:3000 refunded_at_provider done:3000")
		h.is(&list[2], booking.Confirmed, "tickets:6000")
		h.clean()
	})
}

// saysOf has staff say of which dates a refund in the bank's dashboard is.
func (h *venueShop) saysOf(of *bookings.Booking, list []bookings.Booking, want error, amounts ...int64) {
	h.t.Helper()
	_, payouts, err := h.store.Dues.BookingPayments(h.t.Context(), h.org, of.ID)
	h.must(err)
	said := map[string]int64{}
	for i, n := range amounts {
		said[bookings.BookingOrder(list[i].ID, booking.DepositPart)] = n
	}
	for i := range payouts {
		if payouts[i].Reason != storepayments.ReasonAtProvider {
			continue
		}
		ctx := organizations.WithBy(h.t.Context(), organizations.By{Actor: "mem_staff", At: inventory.At(h.now())})
		if _, err := settlement.AssignRefund(ctx, h.settler, &payouts[i], said, "other_date"); !errors.Is(err, want) {
			h.t.Errorf("assigning %v: %v, want %v", amounts, err, want)
		}
		return
	}
	h.t.Fatal("nothing went back in the dashboard")
}

// TestStaffSayOfWhichDatesARefundIs: what staff say of a refund in the bank's dashboard is what it is, in the books and
// whatever comes of it later: said again, told again, failed at last; and a bank's fee for it is booked once.
func TestStaffSayOfWhichDatesARefundIs(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		h.bank.Set(func(b *bank) { b.Back = 10 })
		h.pay(h.together(series))
		h.inDashboard(18000, payment.Refunded, "re_dashboard", 9000)
		h.hear()
		told := func() { // once more, as another event
			t.Helper()
			h.bank.Set(func(b *bank) {
				for of, p := range b.Payments {
					if p.Order.Amount.Minor == 18000 {
						b.Tell(payment.Fact{Kind: payment.Refunded, PaymentID: of, RefundID: "re_dashboard", Amount: payment.Money{Minor: 9000, Currency: "EUR"}})
					}
				}
			})
			h.hear()
		}
		told()
		h.is(&list[0], booking.Confirmed, "tickets:6000 refunded_at_provider done:6000")
		kept := func(want int64) {
			t.Helper()
			h.wait(2 * time.Minute)
			h.must(h.settler.BookFees(t.Context()))
			sums, err := h.store.Journals.Balances(t.Context(), h.org)
			h.must(err)
			for _, b := range sums {
				if b.Account == "fees" && b.Debit-b.Credit != want {
					t.Errorf("the bank has kept %d, want %d", b.Debit-b.Credit, want)
				}
			}
			h.clean()
		}
		kept(-10)
		h.saysOf(&list[0], list, returns.ErrSum, 6000, 2999)
		h.saysOf(&list[0], list, returns.ErrTooMuch, 0, 0, 9000)
		for range 2 {
			h.saysOf(&list[0], list, nil, 0, 4000, 5000)
			h.is(&list[0], booking.Confirmed, "tickets:6000 refunded_at_provider failed:6000")
			h.is(&list[1], booking.Confirmed, "tickets:6000 refunded_at_provider failed:3000 refunded_at_provider done:4000")
			h.is(&list[2], booking.Confirmed, "tickets:6000 refunded_at_provider done:5000")
			kept(-10)
			told() // which changes nothing
		}
		// And back again, with the half of it.
		h.saysOf(&list[0], list, nil, 3000, 4000, 2000)
		h.is(&list[0], booking.Confirmed, "tickets:6000 refunded_at_provider failed:6000 refunded_at_provider done:3000")
		h.is(&list[2], booking.Confirmed, "tickets:6000 refunded_at_provider failed:5000 refunded_at_provider done:2000")
		kept(-10)
		told()
		// The second is cancelled: what was given of it before counts there, and stays.
		h.ends(&list[1], true)
		h.work()
		h.is(&list[1], booking.Cancelled, "tickets:6000 refunded_at_provider failed:3000 refunded_at_provider done:4000 booking_cancelled done:2000")
		h.saysOf(&list[0], list, returns.ErrCounted, 3000, 0, 6000)
		h.saysOf(&list[0], list, returns.ErrTooMuch, 1000, 6001, 1999)
		h.saysOf(&list[0], list, nil, 5000, 4000)
		h.clean()
		// A dispute of what is left, and a refund that has failed at last: of those of which it is by then.
		h.inDashboard(18000, payment.Disputed, "dp_1", 7000)
		h.hear()
		h.clean()
		h.inDashboard(18000, payment.RefundFailed, "re_dashboard", 9000)
		h.hear()
		told()
		h.is(&list[2], booking.Confirmed, "tickets:6000 refunded_at_provider failed:5000 refunded_at_provider failed:2000")
		for i := range list {
			_, payouts, err := h.store.Dues.BookingPayments(t.Context(), h.org, list[i].ID)
			h.must(err)
			for _, o := range payouts {
				if o.Reason == storepayments.ReasonAtProvider && o.State != storepayments.PayoutFailed {
					t.Errorf("%+v", o)
				}
			}
		}
		h.saysOf(&list[0], list, settlement.ErrNotAssignable, 0, 0, 9000)
		h.clean()
	})
}

// TestTwoSayOfWhichDatesARefundIs: of two members who say of which dates a refund is, and a date that is cancelled in
// the same moment, the books are whole and no more goes back than came in.
func TestTwoSayOfWhichDatesARefundIs(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		h.pay(h.together(series))
		h.inDashboard(18000, payment.Refunded, "re_dashboard", 6000)
		h.hear()
		_, payouts, err := h.store.Dues.BookingPayments(t.Context(), h.org, list[0].ID)
		h.must(err)
		var all sync.WaitGroup
		for _, to := range []int{1, 2, 1, 2} {
			all.Go(func() {
				said := map[string]int64{bookings.BookingOrder(list[to].ID, booking.DepositPart): 6000}
				if _, err := settlement.AssignRefund(t.Context(), h.settler, &payouts[0], said, "agreed"); err != nil && !errors.Is(err, returns.ErrTooMuch) && !errors.Is(err, returns.ErrCounted) {
					t.Errorf("%v", err)
				}
			})
		}
		all.Go(func() { h.ends(&list[1], true) })
		all.Wait()
		h.work()
		var back int64
		for i := range list {
			_, payouts, err := h.store.Dues.BookingPayments(t.Context(), h.org, list[i].ID)
			h.must(err)
			for _, o := range payouts {
				if o.State == storepayments.PayoutDone {
					back += o.Amount
				}
			}
		}
		if back != 6000 && back != 12000 {
			t.Errorf("%d went back", back)
		}
		h.clean()
	})
}

// TestVerifyCatchesWrongDatesOfRefunds damages what staff have said of a refund.
func TestVerifyCatchesWrongDatesOfRefunds(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		h.pay(h.together(series))
		h.inDashboard(18000, payment.Refunded, "re_dashboard", 6000)
		h.hear()
		h.saysOf(&list[0], list, nil, 0, 2000, 4000)
		h.saysOf(&list[0], list, nil, 0, 3000, 3000)
		h.clean()
		h.catches(append([]string{"payment_notices"}, moneyTables...), h.now(), []corruption{
			{"staff have said something else", 4, "of which dates staff have said", "update payment_notices set amount = amount + 1 where kind = 'refund_moved'"},
			{"staff have said why otherwise", 4, "of which dates staff have said", "update payment_notices set refund_ref = 'agreed' where kind = 'refund_moved'"},
			{"what staff said is lost", 4, "", "delete from payment_notices where kind = 'refund_moved'"},
			{"the last that staff said is lost", 4, "of which dates staff have said", "delete from payment_notices where kind = 'refund_moved' and id like 'assigned re_dashboard 3~%'"},
			{"of a date more went back than staff have said", 59, "and staff have said that 3000 of it are of this date", "update payouts set amount = 2999 where state = 'done'"},
		})
	})
}

// TestAnotherAmountForDates: what is not what the page asks for goes back whole.
func TestAnotherAmountForDates(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 2)
		c := h.together(series)
		h.bank.Set(func(b *bank) { b.Pages[c.Ref].Order.Amount.Minor = 11000 })
		h.pay(c)
		for i := range list {
			h.is(&list[i], booking.PendingDeposit)
		}
		in, err := h.store.Payments.OrderPayments(t.Context(), h.org, c.OrderID)
		h.must(err)
		if len(in) != 1 || in[0].State != storepayments.PaymentRefund {
			t.Fatalf("%+v", in)
		}
		back, err := h.store.Payouts.PaymentPayouts(t.Context(), h.org, in[0].ID)
		h.must(err)
		if len(back) != 1 || back[0].Amount != 11000 || back[0].State != storepayments.PayoutDone {
			t.Errorf("%+v", back)
		}
		h.balances(0)
	})
}

// TestARefundBeforeItsDates hears of a refund before the payment of several dates.
func TestARefundBeforeItsDates(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 2)
		c := h.together(series)
		if !h.bank.Pay(c.Ref, payment.Captured) {
			t.Fatal("the page cannot be paid on")
		}
		captured := h.bank.Mail()
		h.inDashboard(12000, payment.Refunded, "re_early", 6000)
		h.hear()
		for _, w := range captured {
			_, err := h.settler.Receive(t.Context(), "bank", w.Header, w.Body)
			h.must(err)
		}
		h.work()
		h.is(&list[0], booking.Confirmed, "tickets:6000 refunded_at_provider done:6000")
		h.is(&list[1], booking.Confirmed, "tickets:6000")
		if early, err := h.store.Payments.EarlyNotices(t.Context(), "", 10); err != nil || len(early) != 0 {
			t.Errorf("%+v, %v", early, err)
		}
		h.clean()
	})
}
