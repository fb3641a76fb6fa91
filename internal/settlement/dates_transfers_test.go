package settlement_test

import (
	"errors"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	storebookings "github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// ofDates is what whoever pays a part of the price of several dates writes.
func (h *venueShop) ofDates(series string, part booking.Part) string {
	return booking.DatesReference(series, part, h.org)
}

// assignsDates has a transaction be for the deposits of a series, or of some of its dates.
func (h *venueShop) assignsDates(t *payments.BankTransaction, series string, want error, only ...*storebookings.Booking) {
	h.t.Helper()
	order := storebookings.SeriesOrder(series, booking.DepositPart)
	var err error
	if len(only) == 0 {
		err = h.settler.AssignTransfer(h.t.Context(), h.org, t.ID, order, "mem_kim")
	} else {
		var ids []string
		for _, b := range only {
			ids = append(ids, b.ID)
		}
		err = settlement.AssignDates(h.t.Context(), h.settler, h.org, t.ID, order, ids, "mem_kim")
	}
	if !errors.Is(err, want) {
		h.t.Errorf("%v, want %v", err, want)
	}
}

// refunded has a person make the only refund of a booking.
func (h *venueShop) refunded(b *storebookings.Booking) payments.Payout {
	h.t.Helper()
	_, payouts, err := h.store.Dues.BookingPayments(h.t.Context(), h.org, b.ID)
	h.must(err)
	if len(payouts) != 1 {
		h.t.Fatalf("%+v", payouts)
	}
	_, err = h.settler.MarkRefunded(h.t.Context(), h.org, payouts[0].ID, "transfer of 3 May")
	h.must(err)
	return payouts[0]
}

// TestDatesByTransfer: one transfer pays the deposits of three dates, and another the rest of those that
// are left, once, however often files have it. Each date has its payment, invoice and credit note.
func TestDatesByTransfer(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		h.invoicing()
		series, list := h.dates(60, 3)
		page := h.together(series)
		mine := credit(18000, "Anzahlungen "+h.ofDates(series, booking.DepositPart))
		got := h.statement("first", mine)
		again := h.statement("first", mine)
		more := h.statement("overlaps", mine, credit(1, "x"))
		if became(got) != "matched" || became(again) != "matched" || became(more) != "open no_reference" {
			t.Fatalf("%s, %s, %s", became(got), became(again), became(more))
		}
		h.work()
		for i := range list {
			h.is(&list[i], booking.Confirmed, "tickets:6000")
		}
		if h.bank.Pay(page.Ref, payment.Captured) {
			t.Error("the page of what is paid can be paid on")
		}
		h.documents(&list[0], "T-2027-000001 invoice 6000 0")
		h.banked(18000, 18000)

		h.cancel(&list[1], true)
		h.work()
		h.is(&list[1], booking.Cancelled, "tickets:6000 booking_cancelled pending:6000")
		h.refunded(&list[1])
		h.is(&list[1], booking.Cancelled, "tickets:6000 booking_cancelled done:6000")
		if docs := h.documents(&list[1], "T-2027-000002 invoice 6000 0", "T-2027-000004 credit_note 6000 0"); len(docs) != 2 {
			t.Errorf("%+v", docs)
		}
		h.banked(12000, 12000)

		rests := h.statement("rests", credit(28000, "Rest "+h.ofDates(series, booking.BalancePart)))
		if became(rests) != "matched" {
			t.Errorf("%s", became(rests))
		}
		h.is(&list[0], booking.Confirmed, "tickets:6000", "tickets:14000")
		h.is(&list[2], booking.Confirmed, "tickets:6000", "tickets:14000")
		h.banked(40000, 40000)

		// What is said of the payer is gone with the booker of one of the dates.
		h.must(h.store.Bookers.Forget(t.Context(), h.org, list[0].ID, inventory.At(h.now())))
		left, err := h.store.Banks.Transaction(t.Context(), h.org, got[0].ID)
		h.must(err)
		if left.Payer+left.Text+left.PayerIBAN != "" {
			t.Errorf("%+v", left)
		}
		h.clean()
	})
}

// TestTransfersForDatesAtTheDesk: what is not what the dates cost waits for a person, who can have it be a
// part of that, pay it with too much, or say of which dates it is.
func TestTransfersForDatesAtTheDesk(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		other, others := h.dates(80, 3)
		text := h.ofDates(series, booking.DepositPart)
		francs, elsewhere := credit(18000, text), credit(18000, text)
		francs.Currency, elsewhere.Account = "CHF", "DE89370400440532013000"
		got := h.statement("first", credit(17000, text), credit(18500, h.ofDates(other, booking.DepositPart)), francs, elsewhere,
			credit(18000, text+" "+reference(&list[0], booking.DepositPart)), credit(12000, "no reference"), credit(28000, h.ofDates(series, booking.BalancePart)))
		if want := "open too_little|open too_much|open wrong_currency|open other_account|open several_orders|open no_reference|open order_lapsed"; became(got) != want {
			t.Fatalf("%s", became(got))
		}
		for i := range list {
			h.is(&list[i], booking.PendingDeposit)
		}
		h.assignsDates(&got[2], series, settlement.ErrCurrency)
		h.assignsDates(&got[0], series, nil) // a part
		for i := range list {
			h.is(&list[i], booking.PendingDeposit)
		}
		h.banked(0, 0)
		rest := h.statement("rest", credit(1000, "the rest "+text))
		if became(rest) != "matched" {
			t.Errorf("%s", became(rest))
		}
		h.work()
		for i := range list {
			h.is(&list[i], booking.Confirmed, "tickets:6000")
		}
		h.assignsDates(&got[3], series, settlement.ErrPaid)
		h.banked(18000, 18000)

		// Too much goes back with the first date; and two of three dates, by hand, before it.
		h.assignsDates(&got[5], other, settlement.ErrAmount, &others[0], &others[1], &others[2])
		h.assignsDates(&got[5], other, database.ErrNotFound, &others[0], &list[0])
		h.assignsDates(&got[5], other, nil, &others[0], &others[2])
		h.assignsDates(&got[5], other, settlement.ErrTransferDone, &others[0], &others[2])
		h.is(&others[0], booking.Confirmed, "tickets:6000")
		h.is(&others[1], booking.PendingDeposit)
		h.is(&others[2], booking.Confirmed, "tickets:6000")
		h.assignsDates(&got[3], other, settlement.ErrNotPayable, &others[0], &others[1])
		h.assignsDates(&got[1], other, nil)
		h.work()
		h.is(&others[1], booking.Confirmed, "tickets:6000", "refund:12500 booking_payment_again pending:12500")
		h.refunded(&others[1])
		h.banked(36000, 36000)

		// A person gives back what names the dates and pays none of them.
		h.must(h.settler.GiveTransferBack(t.Context(), h.org, got[3].ID, "twice", "mem_kim"))
		h.must(h.settler.MarkTransferReturned(t.Context(), h.org, got[3].ID, "transfer of 3 May", "mem_kim"))
		h.must(h.settler.UndoTransfer(t.Context(), h.org, got[3].ID, "mem_kim"))
		h.banked(36000, 36000)
	})
}

// TestDatesByTransferMeanwhile: of what was asked for when the payer read it, a date that has ended,
// or is paid, since goes back, and the others stand. Where the amount does not say what it is for, a person
// decides.
func TestDatesByTransferMeanwhile(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		h.ends(&list[1], true)
		single := h.statement("single", credit(6000, reference(&list[2], booking.DepositPart)))
		late := h.statement("late", credit(18000, h.ofDates(series, booking.DepositPart)))
		if became(single) != "matched" || became(late) != "matched" {
			t.Fatalf("%s, %s", became(single), became(late))
		}
		h.work()
		h.is(&list[0], booking.Confirmed, "tickets:6000")
		h.is(&list[1], booking.Cancelled, "refund:6000 booking_payment_late pending:6000")
		h.is(&list[2], booking.Confirmed, "tickets:6000", "refund:6000 booking_payment_again pending:6000")
		h.refunded(&list[1])
		h.refunded(&list[2])
		h.banked(12000, 12000)

		// One has ended: what is asked for now is right, too.
		next, others := h.dates(70, 3)
		h.ends(&others[0], false)
		if now := h.statement("now", credit(12000, h.ofDates(next, booking.DepositPart))); became(now) != "matched" {
			t.Errorf("%s", became(now))
		}
		h.is(&others[0], booking.Cancelled)
		h.is(&others[2], booking.Confirmed, "tickets:6000")

		// All are paid, have ended, or one is paid by card and another has ended.
		twice := h.statement("twice", credit(12000, "again "+h.ofDates(next, booking.DepositPart)))
		third, four := h.dates(90, 4)
		h.pay(h.page(&four[0], booking.DepositPart))
		h.ends(&four[1], false)
		unclear := h.statement("unclear", credit(18000, h.ofDates(third, booking.DepositPart)))
		h.ends(&four[2], false)
		h.ends(&four[3], false)
		h.ends(&four[0], false)
		over := h.statement("over", credit(12000, h.ofDates(third, booking.DepositPart)))
		if became(twice) != "open already_paid" || became(unclear) != "open too_much" || became(over) != "open already_paid" {
			t.Errorf("%s, %s, %s", became(twice), became(unclear), became(over))
		}
		h.assignsDates(&over[0], third, settlement.ErrPaid)
		h.clean()
	})
}

// TestDatesByTransferLate: dates that have lapsed are confirmed while their time is free; that of another
// one goes back. What was not told of them pays those that wait alone.
func TestDatesByTransferLate(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		part := h.statement("part", credit(500, "for "+h.ofDates(series, booking.DepositPart)))
		h.assignsDates(&part[0], series, nil)
		h.wait(48 * time.Hour)                                                          // nobody has written that they have lapsed
		_, err := h.store.Bookings.Book(t.Context(), h.wish(59), inventory.At(h.now())) // the time of the second
		h.must(err)
		got := h.statement("late", credit(17500, h.ofDates(series, booking.DepositPart)))
		h.lapse()
		h.work()
		if became(got) != "matched" {
			t.Errorf("%s", became(got))
		}
		h.is(&list[0], booking.Confirmed, "tickets:6000")
		h.is(&list[1], booking.Lapsed, "refund:6000 booking_payment_late pending:6000")
		h.is(&list[2], booking.Confirmed, "tickets:6000")
		h.banked(12000, 18000)

		// A part of what has lapsed since waits no more once all of it is paid in another way.
		next, others := h.dates(70, 2)
		some := h.statement("some", credit(500, "for "+h.ofDates(next, booking.DepositPart)))
		h.assignsDates(&some[0], next, nil)
		for i := range others {
			_, err := h.settler.MarkBookingPaid(t.Context(), h.org, others[i].ID, booking.DepositPart, "cash", 0)
			h.must(err)
		}
		h.must(h.settler.MatchTransfers(t.Context(), h.org))
		left, err := h.store.Banks.Transaction(t.Context(), h.org, some[0].ID)
		h.must(err)
		if left.State != payments.TransferOpen || left.Reason != "already_paid" {
			t.Errorf("%+v", left)
		}
		h.clean()
	})
}

// TestReversalsOfDates: a bank takes one transfer for three dates back, and the refund of a date comes back.
func TestReversalsOfDates(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, list := h.dates(60, 3)
		h.statement("first", credit(18000, h.ofDates(series, booking.DepositPart)))
		h.cancel(&list[1], true)
		h.work()
		h.refunded(&list[1])
		back := func(kind bankfile.Kind, amount int64, text string) bankfile.Transaction {
			return bankfile.Transaction{Account: ourIBAN, Amount: amount, Currency: "EUR", Kind: kind, Booked: "2027-01-03", Text: text}
		}
		got := h.statement("back", back(bankfile.DebitReversed, 6000, "a"), back(bankfile.CreditReversed, 18001, "b"), back(bankfile.CreditReversed, 18000, "c"), back(bankfile.DebitReversed, 5000, "d"))
		if became(got) != "open reversal|open reversal|open reversal|open reversal" {
			t.Fatalf("%s", became(got))
		}
		h.assignsDates(&got[3], series, settlement.ErrNotReversed)
		h.assignsDates(&got[0], series, nil)
		h.is(&list[1], booking.Cancelled, "tickets:6000 booking_cancelled failed:6000")
		h.clean()
		h.assignsDates(&got[1], series, settlement.ErrNotReversed)
		h.assignsDates(&got[2], series, settlement.ErrNotReversed, &list[0])
		h.assignsDates(&got[2], series, nil)
		h.assignsDates(&got[2], series, settlement.ErrTransferDone)
		for i := range list {
			in, _, err := h.store.Dues.BookingPayments(t.Context(), h.org, list[i].ID)
			h.must(err)
			if in[0].Disputed != 6000 {
				t.Errorf("%+v", in[0])
			}
		}
		h.clean()
	})
}

// TestVerifyCatchesWrongTransfersOfDates damages transfers that are for several dates.
func TestVerifyCatchesWrongTransfersOfDates(t *testing.T) {
	t.Parallel()
	corruptions := []corruption{
		{"a share is lost", 30, "the payment is 12000, and its bank transactions add up to 18000", "delete from payments where id like 'bank_transfer:%~2'"},
		{"a share has no page", 59, "of which its page", "update payments set checkout_id = '' where id like 'bank_transfer:%~2'"},
		{"the page of a transfer is lost", 59, "knows nothing", "delete from checkouts where provider = 'bank_transfer'"},
		{"a transfer for dates has no transaction", 30, "and no transaction of the account is in it", "update bank_transactions set state = 'open', reason = 'no_reference', payment_id = '', applied = 0, back = 0, back_payment_id = '' where state = 'matched' and applied = 18000"},
		{"a transfer for dates is more than its transaction", 30, "its bank transactions add up to", "update bank_transactions set amount = amount - 1, applied = applied - 1 where state = 'matched' and applied = 18000"},
		{"a transfer is for other dates", 30, "and its transactions are", "update bank_transactions set order_id = (select max(order_id) from bank_transactions where state = 'part') where state = 'matched'"},
		{"a transfer is for dates that are not there", 14, "which is not stored", "update bank_transactions set order_id = 'bks_000000000000-deposit' where state = 'part'"},
		{"what was too much goes back with a date of other ones", 30, "and its transactions are", "update payments set order_id = (select max(b.id) || '-deposit' from bookings b where b.status = 'pending_deposit') where provider = 'bank_transfer' and state = 'refund'"},
		{"parts wait for dates that are paid", 30, "of which none waits", "update bank_transactions set order_id = (select max(order_id) from bank_transactions where applied > 0) where state = 'part'"},
		{"parts suffice for dates, and nothing is paid", 30, "and is not paid", "update bank_transactions set amount = 12000 where state = 'part'"},
	}
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		series, _ := h.dates(60, 3)
		other, _ := h.dates(70, 2)
		got := h.statement("first", credit(18300, h.ofDates(series, booking.DepositPart)), credit(900, h.ofDates(other, booking.DepositPart)))
		h.assignsDates(&got[0], series, nil)
		h.assignsDates(&got[1], other, nil)
		h.work()
		h.clean()
		h.catches(append([]string{"bank_accounts", "bank_statements", "bank_transactions", "checkouts"}, moneyTables...), h.now().Add(3*time.Hour), corruptions)
	})
}
