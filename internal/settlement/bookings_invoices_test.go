package settlement_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/settlement"
	storebookings "github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// taxed has the venue say that its prices have tax in them.
func (h *venueShop) taxed(rate int64) {
	h.t.Helper()
	v, err := h.store.Venues.Venue(h.t.Context(), h.org, h.venue)
	h.must(err)
	terms := v.Terms
	terms.TaxRate = rate
	_, err = h.store.Venues.ChangeVenue(h.t.Context(), h.org, h.venue, &venuechanges.VenueChange{Terms: &terms})
	h.must(err)
}

// documents are those of a booking, each as number, kind, gross and tax.
func (h *venueShop) documents(b *storebookings.Booking, want ...string) []*invoice.Document {
	h.t.Helper()
	list, err := h.store.Dues.OfBooking(h.t.Context(), h.org, b.ID, 100)
	h.must(err)
	var got []string
	var documents []*invoice.Document
	for _, v := range list {
		got = append(got, fmt.Sprintf("%s %s %d %d", v.Number, v.Kind, v.Gross, v.Tax))
		d, err := invoice.Decode(v.Document)
		h.must(err)
		documents = append(documents, d)
	}
	if !slices.Equal(got, want) {
		h.t.Fatalf("the documents of the booking are %q, want %q", got, want)
	}
	return documents
}

func (h *venueShop) cancel(b *storebookings.Booking, byVenue bool) {
	h.t.Helper()
	_, err := h.store.Bookings.EndBooking(h.t.Context(), h.org, b.ID, booking.Cancelled, "other", byVenue, inventory.At(h.now()))
	h.must(err)
	h.work()
}

func (h *venueShop) billed(b *storebookings.Booking, company string) error {
	return h.store.Dues.SetBookingBilling(h.t.Context(), payments.Billing{
		EventID: h.org, OrderID: b.ID, Company: company, Street: "Rue 1", City: "Paris", Country: "FR", UpdatedAt: inventory.At(h.now()),
	})
}

// TestInvoicesOfABooking follows a booking: its deposit has an invoice, the rest one of all from
// which the deposit is taken off, and what goes back a credit note each. The journal says the
// same of the tax.
func TestInvoicesOfABooking(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		h.taxed(1900)
		none := h.book(60)
		h.pay(h.page(none, booking.DepositPart))
		h.documents(none)
		h.wait(time.Hour)
		h.invoicing()
		b := h.book(61)
		h.pay(h.page(b, booking.DepositPart))
		deposit := h.documents(b, "T-2027-000001 invoice 6000 958")[0]
		if l := deposit.Lines[0]; l.Text != "Anzahlung" || l.Count != 1 || l.TaxRate != 1900 || deposit.Buyer.Name != "Käufer" || !strings.HasPrefix(deposit.Title, "House, ") {
			t.Errorf("%+v of %+v", l, deposit)
		}
		h.must(h.billed(b, "Choir"))
		h.must(h.billed(b, "Choir")) // the same again changes nothing
		h.pay(h.page(b, booking.BalancePart))
		list := h.documents(b, "T-2027-000001 invoice 6000 958", "T-2027-000002 credit_note 6000 958", "T-2027-000003 invoice 6000 958", "T-2027-000004 invoice 14000 2235")
		final := list[3]
		if l := final.Lines; len(l) != 2 || l[0].Text != "Hall" || l[0].Gross != 20000 || l[1].Count != -1 || l[1].Gross != -6000 || !strings.Contains(l[1].Text, "T-2027-000003") || final.Buyer.Name != "Choir" {
			t.Errorf("%+v", final)
		}
		h.wait(45 * 24 * time.Hour) // 16 days are left, and half goes back
		if err := h.billed(b, "Too late"); !errors.Is(err, payments.ErrInvoiceFinal) {
			t.Errorf("corrected after 45 days: %v", err)
		}
		h.cancel(b, false)
		list = h.documents(b, "T-2027-000001 invoice 6000 958", "T-2027-000002 credit_note 6000 958", "T-2027-000003 invoice 6000 958", "T-2027-000004 invoice 14000 2235",
			"T-2027-000005 credit_note 3000 479", "T-2027-000006 credit_note 7000 1118")
		if list[4].Refers.Number != "T-2027-000003" || list[5].Refers.Number != "T-2027-000004" {
			t.Errorf("they refer to %+v and %+v", list[4].Refers, list[5].Refers)
		}
		// All of it goes back line by line, also when invoices are off by then.
		b = h.book(60)
		h.pay(h.page(b, booking.DepositPart))
		v := h.particulars()
		_, err := h.store.Invoices.SetInvoicing(t.Context(), v, false)
		h.must(err)
		h.cancel(b, true)
		list = h.documents(b, "T-2027-000007 invoice 6000 958", "T-2027-000008 credit_note 6000 958")
		if list[1].Lines[0].Text != "Anzahlung" {
			t.Errorf("%+v", list[1])
		}
		if err := h.billed(b, "Nobody"); !errors.Is(err, payments.ErrNoInvoicing) {
			t.Errorf("billing while invoices are off: %v", err)
		}
		h.clean()
	})
}

// TestInvoicesOfAWholePrice: a deposit of all of the price, and a rest without a deposit, are
// invoiced line by line.
func TestInvoicesOfAWholePrice(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		h.taxed(700)
		h.invoicing()
		h.wait(2 * time.Minute)
		b := h.book(60)
		_, err := h.store.Bookings.WaiveDeposit(t.Context(), h.org, b.ID, "Our own", inventory.At(h.now()))
		h.must(err)
		h.pay(h.page(b, booking.BalancePart))
		if d := h.documents(b, "T-2027-000001 invoice 20000 1308")[0]; len(d.Lines) != 1 || d.Lines[0].Text != "Hall" {
			t.Errorf("%+v", d)
		}
		_, err = h.store.Venues.ChangeVenue(t.Context(), h.org, h.venue, &venuechanges.VenueChange{Terms: &booking.Terms{Currency: "EUR", PerBooking: 5000, DepositPercent: 100, PayWithin: inventory.Hour}})
		h.must(err)
		b = h.book(61)
		h.pay(h.page(b, booking.DepositPart))
		if d := h.documents(b, "T-2027-000002 invoice 5000 0")[0]; len(d.Lines) != 1 || d.Lines[0].Text != "Hall" {
			t.Errorf("%+v", d)
		}
		h.clean()
	})
}

// rushBookings is how many bookings are invoiced at once; HOLDFAST_BOOKING_INVOICES says another number.
const rushBookings = 20

// TestInvoicesOfARushOfBookings: deposits of one organization are confirmed at once by two
// servers, some by both, and so are orders; then the rest of every second booking, while its venue
// cancels every third: their numbers have no gap and no double, and what goes back has its credit
// notes.
func TestInvoicesOfARushOfBookings(t *testing.T) {
	t.Parallel()
	bookings := seed.Count(t, "HOLDFAST_BOOKING_INVOICES", rushBookings)
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		h.taxed(1900)
		h.invoicing()
		servers := []*settlement.Settler{h.settler, h.settlerWith(h.bank)}
		var booked []*storebookings.Booking
		for i := range bookings {
			booked = append(booked, h.book(40+i))
			h.bank.Pay(h.page(booked[i], booking.DepositPart).Ref, payment.Captured)
			if i < 5 {
				h.bank.Pay(h.checkout(h.order(fmt.Sprint("u", i), 1)).Ref, payment.Captured)
			}
		}
		// rush has both servers hear all that the bank has to say at once, while somebody else does more.
		rush := func(more func(wg *sync.WaitGroup)) {
			var wg sync.WaitGroup
			for i, w := range h.bank.Mail() {
				for n, server := range servers[:1+i%2] {
					wg.Go(func() {
						r, err := server.Receive(t.Context(), "bank", w.Header, w.Body)
						if err == nil && r.PaymentID != "" && r.EventID != "" {
							err = server.SettleReceived(t.Context(), r)
						}
						if err != nil {
							t.Errorf("server %d: %v", n, err)
						}
					})
				}
			}
			more(&wg)
			wg.Wait()
			h.work()
		}
		rush(func(*sync.WaitGroup) {})
		for i := 0; i < bookings; i += 2 {
			h.bank.Pay(h.page(booked[i], booking.BalancePart).Ref, payment.Captured)
		}
		rush(func(wg *sync.WaitGroup) {
			for i := 0; i < bookings; i += 3 {
				wg.Go(func() {
					if _, err := h.store.Bookings.EndBooking(t.Context(), h.org, booked[i].ID, booking.Cancelled, "venue_closed", true, inventory.At(h.now())); err != nil {
						t.Error(err)
					}
				})
			}
		})
		list, err := h.store.Invoices.Onward(t.Context(), &payments.InvoiceFilter{OrgID: h.org}, payments.InvoicePosition{}, 5*bookings+10)
		h.must(err)
		kinds := map[string]map[string]int{} // of the documents of a booking
		for i := range list {
			if list[i].No != int64(i+1) {
				t.Fatalf("number %d stands at %d", list[i].No, i+1)
			}
			of := list[i].BookingID()
			if kinds[of] == nil {
				kinds[of] = map[string]int{}
			}
			kinds[of][list[i].Kind]++
		}
		if n := kinds[""]["invoice"]; n != 5 {
			t.Errorf("%d invoices of 5 orders", n)
		}
		for i, b := range booked {
			got, err := h.store.Bookings.Booking(t.Context(), h.org, b.ID)
			h.must(err)
			// The rest that came after the booking was cancelled has gone back, and was never invoiced.
			paid, back := 1, 0
			if got.BalanceBy != "" {
				paid = 2
			}
			if i%3 == 0 {
				back = paid
			} else if i%2 == 0 && paid != 2 {
				t.Errorf("the rest of booking %d is lost", i)
			}
			if have := kinds[b.ID]; have["invoice"] != paid || have["credit_note"] != back {
				t.Errorf("booking %d has %v, want %d invoices and %d credit notes", i, have, paid, back)
			}
		}
		h.clean()
	})
}

// TestVerifyCatchesWrongInvoicesOfBookings damages sound invoices of bookings.
func TestVerifyCatchesWrongInvoicesOfBookings(t *testing.T) {
	t.Parallel()
	corruptions := []struct{ name, says, sql string }{
		{"an invoice is lost", "and has none", "delete from invoices where no = 1"},
		{"a credit note is lost", "and no credit note says so", "delete from invoices where kind = 'credit_note'"},
		{"an invoice is of another amount", "did not pay", "update payments set amount = amount + 1 where id = (select substr(ref, 6) from invoices where no = 1)"},
		{"the journal says otherwise", "and the journal", "update journal set credit = credit + 1 where account = 'tax' and ref = (select ref from invoices where no = 1)"},
		{"an id does not follow", "does not follow from", "update invoices set id = 'ivc_x' where no = 1"},
		{"nobody has that booking", "which is not stored", "update billing set order_id = 'bkg_x'"},
	}
	tables := []string{"payments", "payouts", "journal", "invoices", "billing"}
	on(t, func(t *testing.T, url string) {
		h := openVenueShop(t, url)
		h.taxed(1900)
		h.invoicing()
		h.wait(2 * time.Minute)
		b := h.book(60)
		h.must(h.billed(b, "Choir"))
		h.pay(h.page(b, booking.DepositPart))
		h.pay(h.page(b, booking.BalancePart))
		h.cancel(b, true)
		h.clean()
		h.save(tables)
		for _, c := range corruptions {
			if h.sql(c.sql) == 0 {
				t.Errorf("%s: nothing was changed", c.name)
			}
			report, err := verify.Run(t.Context(), h.store, verify.Options{WithoutJobs: true, AuditKeys: auditKeys, Now: inventory.At(h.now())})
			h.must(err)
			if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return strings.Contains(v.What, c.says) }) {
				t.Errorf("%s: nothing that was found says %q: %+v", c.name, c.says, report.Violations)
			}
			h.restore(tables)
		}
		const tax = "update bookings set deposit_shares = replace(deposit_shares, '\"tax\":%d', '\"tax\":%d')"
		h.sql(fmt.Sprintf(tax, 958, 950))
		report, err := verify.Run(t.Context(), h.store, verify.Options{WithoutJobs: true, AuditKeys: auditKeys, Now: inventory.At(h.now())})
		h.must(err)
		if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return strings.Contains(v.What, "moves account tax") }) {
			t.Errorf("another tax of the deposit: %+v", report.Violations)
		}
		h.sql(fmt.Sprintf(tax, 950, 958))
		h.clean()
	})
}
