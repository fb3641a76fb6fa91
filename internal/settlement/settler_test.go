package settlement_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func onSQLite(t *testing.T) string { return testdb.SQLite(t) }

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	if _, err := settlement.New(settlement.Config{}); err == nil {
		t.Error("an empty configuration was accepted")
	}
}

func TestAnOrderIsPaid(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		order := s.order("ada", 2)
		c := s.checkout(order)
		if again := s.checkout(order); again.ID != c.ID || again.URL != c.URL || c.Amount != 2*price || c.URL == "" {
			t.Errorf("%+v and %+v", c, again)
		}
		if !s.bank.Pay(c.Ref, payment.Captured) {
			t.Fatal("the page cannot be paid on")
		}
		s.hear()
		s.stands(order, "pending") // recorded, and not decided yet
		s.money(order, "captured")
		s.work()
		s.stands(order, "confirmed")
		s.money(order, "tickets")
		s.accounts(map[string]int64{"provider:bank": 2 * price, "sales": -20000, "tax": -3800})
		if _, err := s.pageOf(order, ""); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("paying again: %v", err)
		}
		if got, err := s.store.Payments.Checkout(t.Context(), s.event, c.ID); err != nil || got.State != payments.CheckoutPaid {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// TestWebhooksAgainAndInAnyOrder tells everything many times at once.
func TestWebhooksAgainAndInAnyOrder(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		order := s.order("ada", 1)
		c := s.checkout(order)
		s.bank.Pay(c.Ref, payment.Pending)
		s.bank.Pay(c.Ref, payment.Captured)
		list := s.bank.Mail()
		var wg sync.WaitGroup
		for i := range 24 {
			wg.Go(func() {
				w := list[(i+1)%len(list)]
				r, err := s.settler.Receive(t.Context(), "bank", w.Header, w.Body)
				if err == nil && r.PaymentID != "" && r.EventID != "" {
					err = s.settler.Settle(t.Context(), r.EventID, r.PaymentID)
				}
				if err != nil && !errors.Is(err, database.ErrNotFound) { // a pending one has no payment to settle
					t.Error(err)
				}
			})
		}
		wg.Wait()
		s.work()
		s.stands(order, "confirmed")
		s.money(order, "tickets")
		s.accounts(map[string]int64{"provider:bank": price, "sales": -10000, "tax": -1900})
	})
}

func TestALatePaymentGetsItsPlacesAgainOrGoesBack(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 2)
		lucky, late := s.order("ada", 1), s.order("bob", 1)
		for _, order := range []string{lucky, late} {
			s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		}
		post := s.bank.Mail()
		s.later(16 * time.Minute)
		s.stands(lucky, "expired")
		quick := s.order("cyd", 1) // takes one of the two places
		// The webhooks come now, again and again.
		for _, w := range append(post, post...) {
			w = s.bank.Sign(w.Body)
			if _, err := s.settler.Receive(t.Context(), "bank", w.Header, w.Body); err != nil {
				t.Fatal(err)
			}
			s.work()
		}
		s.stands(lucky, "confirmed")
		s.money(lucky, "tickets")
		s.stands(late, "refunded")
		s.money(late, fmt.Sprintf("refund done:%d", price))
		s.stands(quick, "pending")
		s.accounts(map[string]int64{"provider:bank": price, "sales": -10000, "tax": -1900})
		if n := len(s.bank.Refunds); n != 1 {
			t.Errorf("%d refunds", n)
		}
	})
}

func TestBeforeAnOrderLapsesItsPaymentIsLookedUp(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 4)
	ctx := t.Context()
	watch := func(c *payments.Checkout) time.Duration {
		t.Helper()
		again, err := s.settler.Watch(ctx, c.EventID, c.ID)
		s.must(err)
		if again == 0 {
			return 0
		}
		return again.Time().Sub(s.now())
	}
	lost, slow, idle, failed := s.order("ada", 1), s.order("bob", 1), s.order("cyd", 1), s.order("dan", 1)
	pages := map[string]*payments.Checkout{}
	for _, o := range []string{lost, slow, idle, failed} {
		pages[o] = s.checkout(o)
		if next := watch(pages[o]); next != time.Minute {
			t.Errorf("an open page is looked at again in %s", next)
		}
	}
	s.bank.Pay(pages[lost].Ref, payment.Captured)
	s.bank.Pay(pages[slow].Ref, payment.Pending)
	s.bank.Pay(pages[failed].Ref, payment.Failed)
	s.bank.Mail() // lost, all of it
	s.later(14*time.Minute + 45*time.Second)

	if next := watch(pages[lost]); next != 0 {
		t.Errorf("what is paid is looked at again in %s", next)
	}
	s.stands(lost, "confirmed")
	s.money(lost, "tickets")

	watch(pages[slow])
	row := s.hold(slow).LastSeq
	if next := watch(pages[slow]); next != 14*time.Minute+45*time.Second || s.hold(slow).LastSeq != row {
		t.Errorf("a payment that has got its time is looked at again in %s, row %d, then %d", next, row, s.hold(slow).LastSeq)
	}
	if h := s.stands(slow, "pending"); h.ExpiresAt.Time().Sub(s.now()) != 30*time.Minute {
		t.Errorf("a payment under way has until %s", h.ExpiresAt.Time())
	}
	for _, o := range []string{idle, failed} {
		if next := watch(pages[o]); next != 0 {
			t.Errorf("a closed page is looked at again in %s", next)
		}
		if s.bank.Pay(pages[o].Ref, payment.Captured) {
			t.Error("a closed page was paid on")
		}
		if _, err := s.pageOf(o, ""); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("an order about to lapse: %v", err)
		}
	}
	s.later(time.Minute)
	s.stands(idle, "expired")
	s.stands(failed, "expired")

	// It took longer than the order could wait, a second time it gets none.
	s.later(31 * time.Minute)
	s.stands(slow, "expired")
	if next := watch(pages[slow]); next <= 0 {
		t.Error("a payment that is still under way is forgotten")
	}
	s.bank.Pay(pages[slow].Ref, payment.Captured)
	s.bank.Mail()
	watch(pages[slow])
	s.stands(slow, "confirmed") // the place was still free
	s.accounts(map[string]int64{"provider:bank": 2 * price, "sales": -20000, "tax": -3800})
}

// TestNothingIsCapturedForAnOrderThatLapsed: where the payer only agrees, the
// order gets time before the money is taken, and none is taken too late.
func TestNothingIsCapturedForAnOrderThatLapsed(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 4)
	agreeing := &agreeing{bank: newBank("bank", s.now)}
	s.bank, s.settler = agreeing.bank, s.settlerWith(agreeing)
	good, late := s.order("ada", 1), s.order("bob", 1)
	for i, o := range []string{good, late} {
		c := s.checkout(o)
		s.later(time.Duration(i) * 15 * time.Minute)
		s.bank.Pay(c.Ref, payment.Approved)
		s.hear()
		if _, err := s.settler.Watch(t.Context(), c.EventID, c.ID); err != nil {
			t.Fatal(err)
		}
		s.work()
	}
	s.stands(good, "confirmed")
	s.stands(late, "expired")
	if agreeing.captured != 1 {
		t.Errorf("%d captures", agreeing.captured)
	}
	s.accounts(map[string]int64{"provider:bank": price, "sales": -10000, "tax": -1900})
}

// agreeing is a bank whose payers only agree.
type agreeing struct {
	*bank
	captured int
}

func (a *agreeing) Capture(ctx context.Context, id, _ string) (payment.CheckoutStatus, error) {
	if status, err := a.LookUp(ctx, id); err != nil || status.Kind != payment.Approved {
		return status, err
	}
	a.captured++
	a.Pay(id, payment.Captured)
	return a.LookUp(ctx, id)
}

func TestRefundsOfWhatWasSold(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 10)
		order := s.order("ada", 3)
		s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		s.hear()
		s.work()
		s.do(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{2}})
		s.work()
		s.stands(order, "confirmed")
		s.money(order, fmt.Sprintf("tickets done:%d", price))
		s.accounts(map[string]int64{"provider:bank": 2 * price, "sales": -20000, "tax": -3800})
		half := int64(price / 2)
		s.do(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{1}, Refund: &half})
		s.work()
		s.accounts(map[string]int64{"provider:bank": 2*price - half, "sales": -(20000 - half + 950), "tax": -(3800 - 950)})
		// More than the rest is refused by package inventory, and the rest goes as a whole.
		tooMuch := int64(3 * price)
		if r := s.do(inventory.CancelOrder{Who: staff, OrderID: order, Refund: &tooMuch}); r.Code != inventory.RefundTooHigh {
			t.Errorf("more than was paid: %+v", r)
		}
		s.do(inventory.CancelOrder{Who: staff, OrderID: order})
		s.work()
		s.stands(order, "refunded")
		s.clean()
	})
}

// TestRefundsGoBackOnce: whatever fails on the way.
func TestRefundsGoBackOnce(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 10)
	ctx := t.Context()
	paid := func(user string) string {
		order := s.order(user, 1)
		s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		s.hear()
		s.work()
		return order
	}
	order := paid("ada")
	s.do(inventory.CancelOrder{Who: staff, OrderID: order})
	s.bank.Set(func(b *bank) { b.Down = true })
	if err := s.settler.PayRefunds(ctx, s.event, 0, 1<<40); !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("the bank is down: %v", err)
	}
	s.money(order, fmt.Sprintf("tickets due:%d", price))
	s.clean()
	s.bank.Set(func(b *bank) { b.Down = false; b.Slow = payment.RefundPending })
	s.work()
	s.money(order, fmt.Sprintf("tickets pending:%d", price))
	s.bank.Set(func(b *bank) {
		for _, g := range b.Refunds {
			g.State = payment.RefundDone
		}
	})
	s.later(11 * time.Minute)
	if r, err := s.settler.Reconcile(ctx); err != nil || r.Paid != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	s.money(order, fmt.Sprintf("tickets done:%d", price))
	if n := len(s.bank.Refunds); n != 1 {
		t.Errorf("%d refunds", n)
	}

	// The bank refuses for good: a person looks, and tries again.
	second := paid("bob")
	s.bank.Set(func(b *bank) { b.Refuses = true; b.Slow = payment.RefundDone })
	s.do(inventory.CancelOrder{Who: staff, OrderID: second})
	s.work()
	s.money(second, fmt.Sprintf("tickets failed:%d", price))
	list, err := s.store.Payouts.PaymentPayouts(ctx, s.event, s.hold(second).Order.PaymentID)
	s.must(err)
	s.bank.Set(func(b *bank) { b.Refuses = false })
	s.must(s.settler.Retry(ctx, s.event, list[0].ID))
	if err := s.settler.Retry(ctx, s.event, list[0].ID); !errors.Is(err, settlement.ErrNotFailed) {
		t.Errorf("trying again what has not failed: %v", err)
	}
	if err := s.settler.Retry(ctx, s.event, s.ids.In(id.Refund, s.event)); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("trying again what does not exist: %v", err)
	}
	s.work()
	s.money(second, fmt.Sprintf("tickets done:%d", price))
	s.accounts(map[string]int64{})
}

func TestRefundsThatDoNotArriveAndThoseMadeAtTheProvider(t *testing.T) {
	t.Parallel()
	on(t, refundsAtTheProvider)
}

func refundsAtTheProvider(t *testing.T, url string) {
	s := open(t, url, 10)
	order := s.order("ada", 2)
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	paymentID := s.bank.Pages["cs_1"].PaymentID
	post := s.bank.Mail()
	// The organizer gives half back at the bank's own desk, and word of that comes
	// before the payment itself is.
	s.bank.Set(func(b *bank) {
		b.Payments[paymentID].Refunded += price
		for range 2 { // created, updated
			b.Tell(payment.Fact{Kind: payment.Refunded, PaymentID: paymentID, RefundID: "re_desk", Amount: payment.Money{Minor: price, Currency: "EUR"}})
		}
	})
	s.hear()
	s.bank.Sent = post
	s.hear()
	s.work()
	s.money(order, fmt.Sprintf("tickets done:%d", price))
	// The sale and its tickets stand: the books say so, and the owners are told once.
	s.stands(order, "confirmed")
	s.accounts(map[string]int64{"provider:bank": price, "refunded_at_provider": price, "sales": -20000, "tax": -3800})
	if len(s.told) != 1 || s.told[0] != s.payout(order).ID {
		t.Errorf("the owners were told about %v", s.told)
	}
	// What is decided later gives only what is left.
	s.do(inventory.CancelOrder{Who: staff, OrderID: order})
	s.work()
	s.money(order, fmt.Sprintf("tickets done:%d done:%d", price, price))
	s.accounts(map[string]int64{})
	// The last one comes back.
	var ours *given
	for _, g := range s.bank.Refunds {
		ours = g
	}
	s.bank.Set(func(b *bank) {
		b.Tell(payment.Fact{Kind: payment.RefundFailed, PaymentID: paymentID, RefundID: ours.ID, RefundRef: ours.Ref, Amount: ours.Amount})
	})
	s.hear()
	s.money(order, fmt.Sprintf("tickets done:%d failed:%d", price, price))
	if got := s.clean(); got["buyers"] != -price || got["provider:bank"] != price {
		t.Errorf("%v", got)
	}
}

func TestDisputes(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 10)
	order := s.order("ada", 1)
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	s.hear()
	s.work()
	eur := payment.Money{Minor: price, Currency: "EUR"}
	tell := func(kind payment.Kind) {
		s.bank.Set(func(b *bank) { b.Tell(payment.Fact{Kind: kind, PaymentID: b.Pages["cs_1"].PaymentID, Amount: eur}) })
		s.hear()
	}
	tell(payment.Disputed)
	s.accounts(map[string]int64{"disputes": price, "sales": -10000, "tax": -1900})
	tell(payment.DisputeWon)
	s.accounts(map[string]int64{"provider:bank": price, "sales": -10000, "tax": -1900})
}

func TestWebhooksThatAreNotBelieved(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 10)
	order := s.order("ada", 1)
	c := s.checkout(order)
	s.bank.Pay(c.Ref, payment.Captured)
	good := s.bank.Mail()[0]
	old := s.bank.Sign(good.Body)
	s.clock.Add((6 * time.Minute).Microseconds())
	for _, w := range []struct {
		name, provider string
		header         http.Header
		body           []byte
		want           error
	}{
		{"unsigned", "bank", http.Header{}, good.Body, payment.ErrSignature},
		{"tampered", "bank", good.Header, bytes.Replace(good.Body, []byte("11900"), []byte("1"), 1), payment.ErrSignature},
		{"old", "bank", old.Header, old.Body, payment.ErrStale},
		{"another provider", "nobody", good.Header, good.Body, settlement.ErrNoProvider},
		{"by hand", manual.Name, good.Header, good.Body, payment.ErrSignature},
	} {
		if _, err := s.settler.Receive(t.Context(), w.provider, w.header, w.body); !errors.Is(err, w.want) {
			t.Errorf("%s: %v, want %v", w.name, err, w.want)
		}
	}
	s.money(order)
	s.stands(order, "pending")
	s.clean()
}

func TestMoneyThatComesByHand(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 2)
	ctx := t.Context()
	order := s.order("ada", 1)
	if _, err := s.settler.MarkPaid(ctx, order, "slip 1", price-1); !errors.Is(err, settlement.ErrAmount) {
		t.Errorf("a wrong amount: %v", err)
	}
	s.money(order)
	for range 2 { // said twice: the same money
		p, err := s.settler.MarkPaid(ctx, order, "slip 1", price)
		if err != nil || p.State != payments.PaymentTickets || p.Note != "slip 1" {
			t.Fatalf("%+v, %v", p, err)
		}
	}
	s.stands(order, "confirmed")
	if _, err := s.settler.MarkPaid(ctx, order, "slip 2", 0); !errors.Is(err, settlement.ErrPaid) {
		t.Errorf("paid a second time: %v", err)
	}
	if _, err := s.settler.MarkPaid(ctx, s.ids.In(id.Order, s.event), "slip", 0); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("no such order: %v", err)
	}
	if _, err := s.pageOf(order, manual.Name); !errors.Is(err, settlement.ErrNoPage) {
		t.Errorf("a page to pay by hand on: %v", err)
	}
	s.do(inventory.CancelOrder{Who: staff, OrderID: order})
	s.work()
	s.money(order, fmt.Sprintf("tickets pending:%d", price))
	o := func() payments.Payout {
		list, err := s.store.Payouts.PaymentPayouts(ctx, s.event, s.hold(order).Order.PaymentID)
		s.must(err)
		return list[0]
	}()
	for range 2 {
		if got, err := s.settler.MarkRefunded(ctx, s.event, o.ID, "cash, 3 May"); err != nil || got.State != payments.PayoutDone || got.Note != "cash, 3 May" {
			t.Errorf("%+v, %v", got, err)
		}
	}
	s.accounts(map[string]int64{})

	// Too late, and the places are gone: it is to be given back by hand.
	late := s.order("bob", 2)
	s.later(16 * time.Minute)
	s.order("cyd", 2)
	if p, err := s.settler.MarkPaid(ctx, late, "slip 3", 0); err != nil || p.State != payments.PaymentRefund {
		t.Errorf("%+v, %v", p, err)
	}
	s.work()
	s.money(late, fmt.Sprintf("refund pending:%d", 2*price))
	s.clean()
}

func TestOnlyTheBankGivesItsRefunds(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 2)
	order := s.order("ada", 1)
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	s.hear()
	s.work()
	s.bank.Set(func(b *bank) { b.Slow = payment.RefundPending })
	s.do(inventory.CancelOrder{Who: staff, OrderID: order})
	s.work()
	list, err := s.store.Payouts.PaymentPayouts(t.Context(), s.event, s.hold(order).Order.PaymentID)
	s.must(err)
	if _, err := s.settler.MarkRefunded(t.Context(), s.event, list[0].ID, "cash"); !errors.Is(err, settlement.ErrNotManual) {
		t.Errorf("%v", err)
	}
}

// TestTheReconcilerFindsWhatWasLost: no webhook comes and no job runs.
func TestTheReconcilerFindsWhatWasLost(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 10)
	ctx := t.Context()
	paid, noted := s.order("ada", 1), s.order("bob", 1)
	s.bank.Pay(s.checkout(paid).Ref, payment.Captured)
	s.bank.Mail()
	s.bank.Pay(s.checkout(noted).Ref, payment.Captured)
	s.hear() // recorded, its job is lost
	s.later(11 * time.Minute)
	if r, err := s.settler.Reconcile(ctx); err != nil || r.Settled != 1 || r.Looked != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	s.stands(paid, "confirmed")
	s.stands(noted, "confirmed")
	s.do(inventory.CancelOrder{Who: staff, OrderID: paid}) // its job is lost
	s.later(11 * time.Minute)
	if r, err := s.settler.Reconcile(ctx); err != nil || r.Paid != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	s.money(paid, fmt.Sprintf("tickets done:%d", price))
	s.accounts(map[string]int64{"provider:bank": price, "sales": -10000, "tax": -1900})
	if r, err := s.settler.Reconcile(ctx); err != nil || r != (settlement.Reconciled{}) {
		t.Errorf("with nothing left: %+v, %v", r, err)
	}
}

// TestTheBankIsDown: nothing is lost, and what was asked for leads to one page.
func TestTheBankIsDown(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 10)
	order := s.order("ada", 1)
	s.bank.Set(func(b *bank) { b.Down = true })
	if _, err := s.pageOf(order, "bank"); !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	s.bank.Set(func(b *bank) { b.Down = false })
	c := s.checkout(order)
	s.bank.Set(func(b *bank) { b.Down = true })
	if _, err := s.settler.Watch(t.Context(), c.EventID, c.ID); !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	if n := len(s.bank.Pages); n != 1 {
		t.Errorf("%d pages", n)
	}
}

func TestTwoPagesOneSale(t *testing.T) {
	t.Parallel()
	s := open(t, onSQLite(t), 10)
	ctx := t.Context()
	other := newBank("other", s.now)
	s.settler = s.settlerWith(s.bank, other, manual.Provider{})
	order := s.order("ada", 1)
	if _, err := s.pageOf(order, ""); !errors.Is(err, settlement.ErrChoose) {
		t.Errorf("two providers and none named: %v", err)
	}
	if _, err := s.pageOf(order, "nobody"); !errors.Is(err, settlement.ErrNoProvider) {
		t.Errorf("an unknown provider: %v", err)
	}
	one, err := s.pageOf(order, "bank")
	s.must(err)
	two, err := s.pageOf(order, "other")
	s.must(err)
	s.bank.Pay(one.Ref, payment.Captured)
	s.hear()
	s.work()
	// The other page is closed as soon as the order is paid.
	if again, err := s.settler.Watch(ctx, two.EventID, two.ID); err != nil || again != 0 {
		t.Errorf("%v, %v", again, err)
	}
	if other.Pay(two.Ref, payment.Captured) {
		t.Error("an order that is paid was paid on another page")
	}
	s.accounts(map[string]int64{"provider:bank": price, "sales": -10000, "tax": -1900})
}
