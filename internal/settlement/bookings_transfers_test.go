package settlement_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/settlement"
	storebookings "github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// reference is what whoever pays a part of a booking writes.
func reference(b *storebookings.Booking, part booking.Part) string {
	return booking.Reference(b.ID, part, b.OrgID)
}

// became is what became of transactions: the state of each, and why a person has to look at it.
func became(list []payments.BankTransaction) string {
	var states []string
	for i := range list {
		states = append(states, strings.TrimRight(list[i].State+" "+list[i].Reason, " "))
	}
	return strings.Join(states, "|")
}

// assigns has a transaction be for a part of a booking's price.
func (h *venueShop) assigns(t *payments.BankTransaction, b *storebookings.Booking, part booking.Part, want error) {
	h.t.Helper()
	if err := h.settler.AssignTransfer(h.t.Context(), h.org, t.ID, storebookings.BookingOrder(b.ID, part), "mem_kim"); !errors.Is(err, want) {
		h.t.Errorf("%v, want %v", err, want)
	}
}

// banked wants all invariants to hold, and the journal of bookings to come to what was earned and
// what is at the bank.
func (h *venueShop) banked(earned, atBank int64) {
	h.t.Helper()
	h.clean()
	sums, err := h.store.Journals.Balances(h.t.Context(), h.org)
	h.must(err)
	at := map[string]int64{}
	for _, b := range sums {
		at[b.Account] += b.Debit - b.Credit
	}
	if at["bookings"] != -earned || at["provider:bank_transfer"] != atBank {
		h.t.Errorf("the journal is %v, want %d earned and %d at the bank", at, earned, atBank)
	}
}

// TestBookingsByTransfer: a transfer that names the deposit or the rest of a booking and is what
// that costs pays it, once, however often files have it; all else waits for a person.
func TestBookingsByTransfer(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		h.invoicing()
		a, b, c, d, gone := h.book(60), h.book(61), h.book(62), h.book(63), h.book(64)
		h.cancel(gone, false)
		deposit := func(of *storebookings.Booking) string { return reference(of, booking.DepositPart) }
		francs := credit(6000, deposit(d))
		francs.Currency = "CHF"
		wrong := []byte(deposit(d))
		wrong[10] = map[bool]byte{true: '3', false: '4'}[wrong[10] == '4']
		got := h.statement("first", credit(6000, "Anzahlung "+strings.ToLower(deposit(a))), credit(6000, "again "+deposit(a)), credit(5000, deposit(b)), credit(6500, deposit(c)), francs,
			credit(6000, string(wrong)), credit(6000, deposit(gone)), credit(14000, reference(b, booking.BalancePart)), credit(6000, deposit(a)+" "+deposit(d)))
		if want := "matched|open already_paid|open too_little|open too_much|open wrong_currency|open unknown_reference|open order_lapsed|open order_lapsed|open several_orders"; became(got) != want {
			t.Fatalf("%s", became(got))
		}
		h.is(a, booking.Confirmed, "tickets:6000")
		h.documents(a, "T-2027-000001 invoice 6000 0")
		h.banked(6000, 6000)

		// The same file, and the same transaction in another.
		again := h.statement("first", credit(6000, "Anzahlung "+strings.ToLower(deposit(a))))
		more := h.statement("overlaps", credit(6000, "Anzahlung "+strings.ToLower(deposit(a))), credit(14000, "Rest "+reference(a, booking.BalancePart)))
		if became(again) != became(got) || became(more) != "matched" {
			t.Errorf("%s, and %s", became(again), became(more))
		}
		h.is(a, booking.Confirmed, "tickets:6000", "tickets:14000")
		h.banked(20000, 20000)

		// Too little waits for the rest, and is put where it belongs by hand; too much pays, and the
		// rest of it goes back.
		h.assigns(&got[2], b, booking.DepositPart, nil)
		h.is(b, booking.PendingDeposit)
		rest := h.statement("rest", credit(1000, "the rest "+deposit(b)))
		if became(rest) != "matched" {
			t.Errorf("%s", became(rest))
		}
		h.is(b, booking.Confirmed, "tickets:6000")
		h.assigns(&got[7], b, booking.BalancePart, nil)
		h.is(b, booking.Confirmed, "tickets:6000", "tickets:14000")
		h.assigns(&got[3], c, booking.DepositPart, nil)
		h.work()
		h.is(c, booking.Confirmed, "tickets:6000", "refund:500 booking_payment_again pending:500")
		h.assigns(&got[4], d, booking.DepositPart, settlement.ErrCurrency)
		h.assigns(&got[5], a, booking.DepositPart, settlement.ErrPaid)
		h.assigns(&got[6], gone, booking.DepositPart, settlement.ErrNotPayable)
		h.assigns(&got[5], gone, booking.BalancePart, settlement.ErrNotPayable)
		h.assigns(&got[5], d, "none", database.ErrNotFound)
		h.assigns(&got[5], d, booking.DepositPart, nil)
		h.assigns(&got[5], d, booking.DepositPart, settlement.ErrTransferDone)
		h.is(d, booking.Confirmed, "tickets:6000")

		// What was for a booking that has ended, or paid twice, goes back as a refund that a person
		// makes, as what a cancelled booking gives back does.
		h.must(h.settler.GiveTransferBack(t.Context(), h.org, got[6].ID, "cancelled", "mem_kim"))
		h.must(h.settler.GiveTransferBack(t.Context(), h.org, got[1].ID, "twice", "mem_kim"))
		h.cancel(d, true)
		h.work()
		h.is(gone, booking.Cancelled, "refund:6000 booking_payment_late pending:6000")
		h.is(d, booking.Cancelled, "tickets:6000 booking_cancelled pending:6000")
		_, payouts, err := h.store.Dues.BookingPayments(t.Context(), h.org, d.ID)
		h.must(err)
		for range 2 {
			if _, err := h.settler.MarkRefunded(t.Context(), h.org, payouts[0].ID, "transfer of 3 May"); err != nil {
				t.Error(err)
			}
		}
		h.is(d, booking.Cancelled, "tickets:6000 booking_cancelled done:6000")
		// 5 deposits and 2 balances came in, and 500 and 6000 twice more; 6000 was sent back.
		h.banked(2*20000+6000, 2*20000+6000+500+6000+6000)

		// What is said of the payer is gone with the booker.
		h.must(h.store.Bookers.Forget(t.Context(), h.org, a.ID, inventory.At(h.now())))
		left, err := h.store.Banks.Transaction(t.Context(), h.org, got[0].ID)
		h.must(err)
		if left.Payer+left.Text+left.PayerIBAN != "" {
			t.Errorf("%+v", left)
		}
		h.clean()
	})
}

// TestALateDepositByTransfer: a booking that lapsed is confirmed while its time is free; else all
// of it is to be sent back; and a part waits.
func TestALateDepositByTransfer(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		free, taken, part := h.book(60), h.book(61), h.book(70)
		got := h.statement("part", credit(2000, reference(part, booking.DepositPart)))
		first := got[0]
		h.assigns(&first, part, booking.DepositPart, nil)
		h.wait(48 * time.Hour) // nobody has written that they have lapsed
		_, err := h.store.Bookings.Book(t.Context(), h.wish(59), inventory.At(h.now()))
		h.must(err)
		got = h.statement("late", credit(6000, reference(free, booking.DepositPart)), credit(6000, reference(taken, booking.DepositPart)), credit(3000, reference(part, booking.DepositPart)))
		if became(got) != "matched|matched|open order_lapsed" {
			t.Errorf("%s", became(got))
		}
		h.work()
		h.is(free, booking.Confirmed, "tickets:6000")
		h.is(taken, booking.Lapsed, "refund:6000 booking_payment_late pending:6000")
		h.lapse()
		h.is(part, booking.Lapsed)
		h.assigns(&got[2], part, booking.DepositPart, settlement.ErrNotPayable) // it does not suffice
		h.banked(6000, 12000)
		// Paid in another way, it has no use for the part any more, which is at the desk again.
		if _, err := h.settler.MarkBookingPaid(t.Context(), h.org, part.ID, booking.DepositPart, "cash", 0); err != nil {
			t.Fatal(err)
		}
		h.must(h.settler.MatchTransfers(t.Context(), h.org))
		if left, err := h.store.Banks.Transaction(t.Context(), h.org, first.ID); err != nil || left.State != payments.TransferOpen || left.Reason != "already_paid" {
			t.Errorf("%+v, %v", left, err)
		}
		h.clean()
	})
}

// TestBookingsOnAnotherAccount: what comes in on an account that is not set pays nothing by itself.
func TestBookingsOnAnotherAccount(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		b := h.book(60)
		other := credit(6000, reference(b, booking.DepositPart))
		other.Account = "DE89370400440532013000"
		back := bankfile.Transaction{Account: ourIBAN, Amount: 6000, Currency: "EUR", Kind: bankfile.CreditReversed, Booked: "2027-01-03", Text: "back"}
		got := h.statement("other", other, back)
		if became(got) != "open other_account|open reversal" {
			t.Errorf("%s", became(got))
		}
		h.is(b, booking.PendingDeposit)
		h.assigns(&got[0], b, booking.DepositPart, nil)
		h.is(b, booking.Confirmed, "tickets:6000")
		// The bank takes it back: it is in dispute, as with another provider.
		h.assigns(&got[1], b, booking.DepositPart, nil)
		in, _, err := h.store.Dues.BookingPayments(t.Context(), h.org, b.ID)
		h.must(err)
		if in[0].Disputed != 6000 {
			t.Errorf("%+v", in[0])
		}
		h.clean()
	})
}

// TestVerifyCatchesWrongTransfersOfBookings damages transfers that are for bookings.
func TestVerifyCatchesWrongTransfersOfBookings(t *testing.T) {
	t.Parallel()
	corruptions := []corruption{
		{"a deposit has no transaction", 30, "and no transaction of the account is in it", "update bank_transactions set state = 'open', reason = 'no_reference', payment_id = '', applied = 0 where state = 'matched'"},
		{"a deposit is more than its transaction", 30, "its bank transactions add up to", "update bank_transactions set amount = amount - 1, applied = applied - 1 where state = 'matched'"},
		{"a transaction is for another organization", 30, "and it came to organization", "update bank_transactions set event_id = 'org_000000000000' where state = 'matched'"},
		{"a transaction is for a booking that is not there", 14, "which is not stored", "update bank_transactions set order_id = 'bkg_000000000000-deposit' where state = 'part'"},
		{"a part is of a booking that is paid", 30, "does not wait for them", "update bank_transactions set order_id = (select max(order_id) from bank_transactions where applied > 0) where state = 'part'"},
		{"parts suffice, and nothing is paid", 30, "and is not paid", "update bank_transactions set amount = 6000 where state = 'part'"},
		{"a deposit came in another way", 30, "which came by manual", "update payments set provider = 'manual' where provider = 'bank_transfer'"},
	}
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		a, b := h.book(60), h.book(61)
		got := h.statement("first", credit(6000, reference(a, booking.DepositPart)), credit(900, reference(b, booking.DepositPart)))
		h.assigns(&got[1], b, booking.DepositPart, nil)
		h.work()
		h.clean()
		h.catches(append([]string{"bank_accounts", "bank_statements", "bank_transactions"}, moneyTables...), h.now().Add(3*time.Hour), corruptions)
	})
}
