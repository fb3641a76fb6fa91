package settlement_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/settlement"
	storepayments "github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// tables are the tables of a restaurant, whose waitlist asks for 5.00 EUR.
type tables struct {
	*venueShop
	of        string
	waitlists *waitlists.Service
}

func openTables(t *testing.T, url string, rule resource.GiveBack) *tables {
	t.Helper()
	s := open(t, url, 10)
	e, err := s.store.Events.Event(t.Context(), s.event)
	s.must(err)
	d, err := waitlists.New(s.store, nil, s.now, nil)
	s.must(err)
	h := &tables{&venueShop{shop: s, org: e.Event.OrgID}, s.ids.Top(id.Resource), d}
	at := inventory.At(s.now())
	_, _, err = s.store.Resources.PutResource(t.Context(), resources.Resource{
		ID: h.of, OrgID: h.org, Key: "tables", Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: at, UpdatedAt: at,
		Settings: resource.Settings{ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 50, MaxUnits: 4, HoldFee: 500, HoldFeeCurrency: "EUR", GiveBack: rule},
	})
	s.must(err)
	return h
}

func (h *tables) join(who string) string {
	h.t.Helper()
	entry := h.ids.InResource(id.ResourceEntry, h.of)
	d, err := h.waitlists.Join(h.t.Context(), h.of, resource.Join{EntryID: entry, UserID: who, Address: who + "@example.org", Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: who + "@example.org", Locale: "en"})
	h.must(err)
	if d.Code != resource.OK {
		h.t.Fatalf("joining: %s", d.Code)
	}
	return entry
}

func (h *tables) do(cmd resource.Command) {
	h.t.Helper()
	_, d, err := h.waitlists.Do(h.t.Context(), h.of, cmd)
	h.must(err)
	if d.Code != resource.OK {
		h.t.Fatalf("%+v: %s", cmd, d.Code)
	}
}

func (h *tables) release(event string) {
	h.t.Helper()
	h.do(resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Released, Units: 1, Attributes: resource.Attributes{}}})
}

func (h *tables) feePage(entry string) *storepayments.Checkout {
	h.t.Helper()
	c, err := h.settler.CheckoutFee(h.t.Context(), h.of, entry, "")
	h.must(err)
	return c
}

// place wants an entry to stand so, and to have had this of money.
func (h *tables) place(entry string, want resource.EntryState, money ...string) *resources.ResourceEntry {
	h.t.Helper()
	e, err := h.store.Resources.Entry(h.t.Context(), h.of, entry)
	h.must(err)
	if e.State != want {
		h.t.Errorf("the place is %s, want %s", e.State, want)
	}
	payments, payouts, err := h.store.Resources.FeePayments(h.t.Context(), h.org, entry)
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
	if fmt.Sprint(list) != fmt.Sprint(money) {
		h.t.Errorf("the money of the place is %q, want %q", list, money)
	}
	return e
}

// earned wants all invariants to hold, and so much of fees to be kept or held.
func (h *tables) earned(want int64) {
	h.t.Helper()
	h.clean()
	sums, err := h.store.Journals.Balances(h.t.Context(), h.org)
	h.must(err)
	all, at := int64(0), map[string]int64{}
	for _, b := range sums {
		all += b.Debit - b.Credit
		at[b.Account] += b.Debit - b.Credit
	}
	if all != 0 || at["buyers"] != 0 || -at["hold_fees"]-at["tax"] != want || at["provider:bank"] != want {
		h.t.Errorf("the journal has %v, want %d of fees", at, want)
	}
}

// TestFirstPaidIsFirstServed: a place is there when its payment is, in the order of the payments, and
// the browser decides nothing.
func TestFirstPaidIsFirstServed(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveUnlessDeclined)
		a, b := h.join("a"), h.join("b")
		first, second := h.feePage(a), h.feePage(b)
		if again := h.feePage(a); again.ID != first.ID || first.Amount != 500 || first.Currency != "EUR" {
			t.Errorf("%+v", again)
		}
		h.release("x")
		h.place(a, resource.PendingPayment)
		h.pay(second)
		h.place(b, resource.Offered, "tickets:500")
		h.pay(first)
		h.place(a, resource.Waiting, "tickets:500")
		h.earned(1000)
		if _, err := h.settler.CheckoutFee(t.Context(), h.of, a, ""); !errors.Is(err, settlement.ErrPaid) {
			t.Errorf("paying again: %v", err)
		}
		e := h.place(b, resource.Offered, "tickets:500")
		h.do(resource.Answer{OfferID: e.OfferID})
		h.work()
		h.place(b, resource.Declined, "tickets:500") // by the rule it is kept
		e = h.place(a, resource.Offered, "tickets:500")
		h.do(resource.Answer{OfferID: e.OfferID, Accept: true})
		h.work()
		h.place(a, resource.Accepted, "tickets:500 place_ended done:500")
		h.earned(500)
	})
}

// TestAFeeIsLate: what comes after the time, or after the place was left, goes back.
func TestAFeeIsLate(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveNever)
		late, left := h.join("late"), h.join("left")
		first, second := h.feePage(late), h.feePage(left)
		h.do(resource.Leave{EntryID: left, Reason: resource.ReasonLeft})
		if _, err := h.settler.CheckoutFee(t.Context(), h.of, left, ""); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("paying for what was left: %v", err)
		}
		h.bank.Pay(second.Ref, payment.Captured)
		h.hear()
		h.wait(31 * time.Minute)
		h.bank.Pay(first.Ref, payment.Captured)
		h.hear()
		h.work()
		h.place(late, resource.Unpaid, "refund:500 place_payment_late done:500")
		h.place(left, resource.Left, "refund:500 place_payment_late done:500")
		h.earned(0)
		// Nobody wrote that it has lapsed: the look for what is due does.
		silent := h.join("silent")
		c := h.feePage(silent)
		h.wait(31 * time.Minute)
		if n, err := h.waitlists.Lapse(t.Context()); n != 1 || err != nil {
			t.Errorf("%d resources, %v", n, err)
		}
		h.place(silent, resource.Unpaid)
		h.must(func() error { _, err := h.settler.Watch(t.Context(), h.org, c.ID); return err }())
		if h.bank.Pay(c.Ref, payment.Captured) {
			t.Error("the page of a place that has ended is open")
		}
		h.earned(0)
	})
}

// TestAFeeIsPaidTwice has both payments arrive before either is settled, on two servers: one gives
// the place, and the other goes back.
func TestAFeeIsPaidTwice(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveAlways)
		entry := h.join("a")
		other := newBank("other", h.now)
		second := h.settlerWith(other)
		c := h.feePage(entry)
		d, err := second.CheckoutFee(t.Context(), h.of, entry, "")
		h.must(err)
		h.bank.Pay(c.Ref, payment.Captured)
		other.Pay(d.Ref, payment.Captured)
		h.hear()
		for range 2 { // webhooks come again
			for _, w := range other.Mail() {
				_, err := second.Receive(t.Context(), "other", w.Header, w.Body)
				h.must(err)
			}
		}
		payments, _, err := h.store.Resources.FeePayments(t.Context(), h.org, entry)
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
		payments, payouts, err := h.store.Resources.FeePayments(t.Context(), h.org, entry)
		h.must(err)
		states := map[string]int{}
		for _, p := range payments {
			states[p.State]++
		}
		if states[storepayments.PaymentTickets] != 1 || states[storepayments.PaymentRefund] != 1 || len(payouts) != 1 || payouts[0].Reason != "place_payment_again" {
			t.Errorf("%v, %+v", states, payouts)
		}
		h.clean()
		// Staff remove them: all that is left of their money goes back, once.
		h.do(resource.Leave{EntryID: entry, Reason: resource.ReasonRemoved})
		if _, payouts, err = h.store.Resources.FeePayments(t.Context(), h.org, entry); err != nil || len(payouts) != 2 {
			t.Errorf("%+v, %v", payouts, err)
		}
		h.clean()
	})
}

// TestAFeeOfAnotherAmount: a payment that is not the fee, or for a place that nobody knows, goes back.
func TestAFeeOfAnotherAmount(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveAlways)
		entry := h.join("a")
		for i, of := range []string{entry, h.ids.InResource(id.ResourceEntry, h.of)} {
			p := &storepayments.Payment{
				EventID: h.org, ID: fmt.Sprintf("bank:other-%d", i), Provider: "bank", OrderID: resources.FeeOrder(of), Amount: 499, Currency: "EUR", State: storepayments.PaymentCaptured,
				ReceivedAt: inventory.At(h.now()),
			}
			_, err := h.store.Payments.Receive(t.Context(), &storepayments.Received{
				Notice:  storepayments.PaymentNotice{EventID: h.org, Provider: "bank", ID: p.ID, Kind: "captured", PaymentID: p.ID, Amount: p.Amount, Currency: p.Currency, ReceivedAt: p.ReceivedAt},
				Payment: p, Journal: storepayments.TwoLines("capture:"+p.ID, p, "provider:bank", "buyers", p.Amount, p.ReceivedAt),
			})
			h.must(err)
			h.must(h.settler.Settle(t.Context(), h.org, p.ID))
		}
		h.place(entry, resource.PendingPayment, "refund:499 place_payment_mismatch due:499")
		h.clean()
	})
}

// TestFeesGoBackByTheirRule: what is kept, and what goes back, when a place ends, once each.
func TestFeesGoBackByTheirRule(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveNever)
		entry := h.join("a")
		h.pay(h.feePage(entry))
		h.do(resource.Leave{EntryID: entry, Reason: resource.ReasonLeft})
		h.work()
		h.place(entry, resource.Left, "tickets:500")
		h.earned(500)
		// The rule is that of the time when they joined.
		b := h.join("b")
		r, err := h.store.Resources.ByID(t.Context(), h.of)
		h.must(err)
		r.Version, r.HoldFee, r.GiveBack = 0, 700, resource.GiveAlways
		_, _, err = h.store.Resources.PutResource(t.Context(), *r)
		h.must(err)
		h.pay(h.feePage(b))
		h.do(resource.Leave{EntryID: b, Reason: resource.ReasonRemoved})
		h.work()
		h.place(b, resource.Removed, "tickets:500 place_ended done:500")
		c := h.join("c")
		h.pay(h.feePage(c))
		h.must(h.waitlists.Forget(t.Context(), c))
		h.must(h.waitlists.Forget(t.Context(), c))
		h.work()
		h.place(c, resource.Removed, "tickets:700 place_ended done:700")
		h.earned(500)
	})
}
