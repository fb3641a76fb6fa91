package settlement_test

import (
	"container/heap"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// stormOrders is how many orders the storm has; HOLDFAST_PAYMENT_ORDERS says
// otherwise. The figure of the project is 100,000.
const stormOrders = 200

// TestStorm sells an event over and over while webhooks are dropped (20 %), come
// 1 to 11 times each, in any order, up to 72 hours late; jobs are lost; payers
// pay at the last moment, too late, slowly, or not at all; and orders that were
// paid are given back, wholly or in part. In the end each captured payment has
// exactly one of tickets and a refund, at the bank as in the books, and the
// journal balances to the cent.
func TestStorm(t *testing.T) {
	seed.InTurn(t, 3)
	t.Parallel()
	orders := seed.Count(t, "HOLDFAST_PAYMENT_ORDERS", stormOrders)
	on(t, func(t *testing.T, url string) {
		began := time.Now()
		// Fewer places than orders want, so that some who pay late find none.
		s := open(t, url, int64(orders)*2/3)
		st := &storm{shop: s, rng: rand.New(rand.NewPCG(seed.Of(t), 11)), wanted: orders}
		st.run()
		st.judge()
		t.Logf("%d orders: %d captured, %d of them late; %d webhooks, %d dropped, %d delivered; %d settled by tickets, %d by a refund, %d refunds in all; %s",
			st.made.Load(), len(s.bank.Payments), st.late.Load(), st.told, st.dropped, st.delivered, st.tickets, st.refunds, len(s.bank.Refunds), time.Since(began).Round(time.Second))
	})
}

// stormWorkers is how much happens at the same moment.
const stormWorkers = 16

// storm is a queue of what is to happen, by the time at which it does.
type storm struct {
	*shop
	wanted int

	mu        sync.Mutex
	rng       *rand.Rand // (guarded by mu)
	queue     moments    // (guarded by mu)
	confirmed []string   // orders that may be given back (guarded by mu)

	made, late               atomic.Int64
	told, dropped, delivered int
	tickets, refunds         int
}

// moment is something that happens at a time.
type moment struct {
	at int64 // microseconds
	no int
	do func()
}

type moments []moment

func (m moments) Len() int { return len(m) }
func (m moments) Less(i, j int) bool {
	return m[i].at < m[j].at || m[i].at == m[j].at && m[i].no < m[j].no
}
func (m moments) Swap(i, j int) { m[i], m[j] = m[j], m[i] }
func (m *moments) Push(x any)   { *m = append(*m, x.(moment)) }
func (m *moments) Pop() any {
	old := *m
	last := old[len(old)-1]
	*m = old[:len(old)-1]
	return last
}

// in has something happen after d.
func (st *storm) in(d time.Duration, do func()) {
	st.mu.Lock()
	defer st.mu.Unlock()
	heap.Push(&st.queue, moment{st.clock.Load() + d.Microseconds(), len(st.queue), do})
}

// within is a random time up to d; chance is true n times of 100.
func (st *storm) within(d time.Duration) time.Duration {
	st.mu.Lock()
	defer st.mu.Unlock()
	return time.Duration(st.rng.Int64N(int64(d)))
}

func (st *storm) chance(n int) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.rng.IntN(100) < n
}

// run plays all there is, what happens within the same seconds at once.
func (st *storm) run() {
	for range st.wanted {
		st.in(st.within(time.Duration(st.wanted)*200*time.Millisecond), st.buy)
	}
	last := time.Duration(st.wanted)*200*time.Millisecond + 80*time.Hour
	for d := 15 * time.Minute; d < last; d += 15 * time.Minute {
		st.in(d, func() { st.reconcile() })
	}
	for len(st.queue) > 0 {
		until := st.queue[0].at + (20 * time.Second).Microseconds()
		st.clock.Store(max(st.clock.Load(), st.queue[0].at))
		var now []func()
		for len(st.queue) > 0 && st.queue[0].at <= until {
			now = append(now, heap.Pop(&st.queue).(moment).do)
		}
		work := make(chan func())
		var wg sync.WaitGroup
		for range min(stormWorkers, len(now)) {
			wg.Go(func() {
				for do := range work {
					do()
				}
			})
		}
		for _, do := range now {
			work <- do
		}
		close(work)
		wg.Wait()
		st.post()
	}
}

func (st *storm) fail(err error) {
	if err != nil {
		st.t.Error(err)
	}
}

// post sends what the bank has to say on its way.
func (st *storm) post() {
	for _, w := range st.bank.Mail() {
		st.told++
		if st.chance(20) {
			st.dropped++
			continue
		}
		copies := 1 + int(st.within(11))
		for range copies {
			delay := st.within(5 * time.Second)
			if st.chance(30) {
				delay = st.within(72 * time.Hour)
			}
			st.delivered++
			st.in(delay, func() { st.receive(w.Body) })
		}
	}
}

func (st *storm) receive(body []byte) {
	w := st.bank.Sign(body)
	r, err := st.settler.Receive(st.t.Context(), "bank", w.Header, w.Body)
	st.fail(err)
	if r.PaymentID != "" && r.Status == "recorded" && !st.chance(5) { // else the job is lost
		st.in(st.within(3*time.Second), func() { st.settle(r.EventID, r.PaymentID) })
	}
}

func (st *storm) settle(event, payment string) {
	st.fail(st.settler.Settle(st.t.Context(), event, payment))
	p, err := st.store.Payments.Payment(st.t.Context(), event, payment)
	st.fail(err)
	if p.State == payments.PaymentTickets {
		st.mu.Lock()
		st.confirmed = append(st.confirmed, p.OrderID)
		st.mu.Unlock()
	}
}

// submit hands in a command and does the job that it leads to, mostly.
func (st *storm) submit(cmd inventory.Command) sequencer.Reply {
	r, err := st.seq.Submit(st.t.Context(), sequencer.Request{EventID: st.event, Command: cmd})
	st.fail(err)
	if r.Refund > 0 && !st.chance(10) {
		st.in(st.within(time.Second), func() { st.fail(st.settler.PayRefunds(st.t.Context(), st.event, r.Seq-5, r.Seq)) })
	}
	return r
}

// buy orders, and when all is sold gives back somebody's places first.
func (st *storm) buy() {
	units := 1 + int64(st.within(3))
	for range 20 {
		n := st.made.Add(1)
		user := fmt.Sprintf("buyer%d", n)
		r := st.submit(inventory.Reserve{
			Who: inventory.Who{Actor: "public"}, OrderID: st.ids.In(id.Order, st.event), PersonID: st.ids.In(id.Person, st.event), UserID: user,
			Profile: inventory.Profile{Email: user + "@example.org", Name: user}, Guests: "[]", Lines: []inventory.OrderLine{{Tier: st.tier, Quantity: units}},
		})
		if r.Code == inventory.OK {
			st.in(st.within(10*time.Second), func() { st.open(r.OrderID) })
			return
		}
		st.made.Add(-1)
		st.giveBack()
	}
	st.in(st.within(time.Hour), st.buy)
}

// giveBack cancels an order that was paid, or an item of it, for all or a part of
// the money.
func (st *storm) giveBack() {
	st.mu.Lock()
	if len(st.confirmed) == 0 {
		st.mu.Unlock()
		return
	}
	i := st.rng.IntN(len(st.confirmed))
	order := st.confirmed[i]
	st.confirmed[i] = st.confirmed[len(st.confirmed)-1]
	st.confirmed = st.confirmed[:len(st.confirmed)-1]
	st.mu.Unlock()
	if st.chance(30) {
		part := int64(st.within(price))
		st.submit(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{1}, Refund: &part})
		return
	}
	st.submit(inventory.CancelOrder{Who: staff, OrderID: order})
}

// open opens the page of an order, and decides what the payer will do on it.
func (st *storm) open(order string) {
	c, err := st.pageOf(order, "")
	if errors.Is(err, settlement.ErrNotPayable) {
		return
	}
	st.fail(err)
	if err != nil {
		return
	}
	st.watch(c, time.Minute)
	pay := func(kind payment.Kind) func() {
		return func() {
			if st.bank.Pay(c.Ref, kind) && kind == payment.Captured && c.Deadline <= inventory.At(st.now()) {
				st.late.Add(1)
			}
		}
	}
	at := st.within(13 * time.Minute)
	switch dice := int(st.within(100)); {
	case dice < 60:
		st.in(at, pay(payment.Captured))
	case dice < 70: // about when it lapses
		st.in(14*time.Minute+st.within(2*time.Minute), pay(payment.Captured))
	case dice < 80: // slowly
		st.in(at, pay(payment.Pending))
		st.in(at+st.within(60*time.Hour), pay(payment.Captured))
	case dice < 85:
		st.in(at, pay(payment.Pending))
		st.in(at+st.within(60*time.Hour), pay(payment.Failed))
	case dice < 90:
		st.in(at, pay(payment.Failed))
		st.in(at+st.within(time.Minute), pay(payment.Captured))
	}
}

// watch looks at a checkout as its job does; now and then the job is lost.
func (st *storm) watch(c *payments.Checkout, d time.Duration) {
	if st.chance(3) {
		return
	}
	st.in(d, func() {
		again, err := st.settler.Watch(st.t.Context(), c.EventID, c.ID)
		st.fail(err)
		if again != 0 {
			st.watch(c, again.Time().Sub(st.now()))
		}
	})
}

func (st *storm) reconcile() settlement.Reconciled {
	r, err := st.settler.Reconcile(st.t.Context())
	st.fail(err)
	return r
}

// judge asks the reconciler until nothing is left, and compares the books with
// the bank and with the orders.
func (st *storm) judge() {
	t := st.t
	st.later(73 * time.Hour)
	for st.reconcile() != (settlement.Reconciled{}) {
		st.hear()
		st.later(15 * time.Minute)
	}
	var captured, given int64
	for name, page := range st.bank.Payments {
		captured += page.Order.Amount.Minor
		given += page.Refunded
		st.judgePayment(name, page)
	}
	accounts := st.clean()
	if got := accounts["provider:bank"]; got != captured-given {
		t.Errorf("the books say that the bank has %d, it has %d", got, captured-given)
	}
	if accounts["buyers"] != 0 {
		t.Errorf("%d are owed to buyers, and nothing is open", -accounts["buyers"])
	}
	if sold := -accounts["sales"] - accounts["tax"] - accounts["goodwill"]; sold != captured-given {
		t.Errorf("%d were sold, the bank has %d", sold, captured-given)
	}
	list, err := st.store.Payments.EventPayments(t.Context(), st.event, "", 1<<30)
	st.must(err)
	if len(list) != len(st.bank.Payments) {
		t.Errorf("%d payments are known of %d", len(list), len(st.bank.Payments))
	}
	if st.late.Load() == 0 || st.tickets == 0 || st.refunds == 0 {
		t.Errorf("no storm: %d late, %d tickets, %d refunds", st.late.Load(), st.tickets, st.refunds)
	}
}

// judgePayment: exactly one of tickets and a refund.
func (st *storm) judgePayment(name string, page *page) {
	st.t.Helper()
	p, err := st.store.Payments.Payment(st.t.Context(), st.event, settlement.PaymentID("bank", name))
	if err != nil {
		st.t.Errorf("a captured payment: %v", err)
		return
	}
	payouts, err := st.store.Payouts.PaymentPayouts(st.t.Context(), st.event, p.ID)
	st.must(err)
	var done int64
	for _, o := range payouts {
		if o.State == payments.PayoutDone {
			done += o.Amount
		}
	}
	h := st.hold(p.OrderID)
	paidBy := h.Order.PaymentID == p.ID
	switch p.State {
	case payments.PaymentTickets:
		st.tickets++
		if !paidBy {
			st.t.Errorf("%s ended in tickets, and its order has none of it", p.ID)
		}
	case payments.PaymentRefund:
		st.refunds++
		if paidBy || done != p.Amount {
			st.t.Errorf("%s ended in a refund; of %d went back %d, tickets %v", p.ID, p.Amount, done, paidBy)
		}
	default:
		st.t.Errorf("%s ended in %s", p.ID, p.State)
	}
	if done != page.Refunded || done > p.Amount {
		st.t.Errorf("%s: %d of %d went back by the books, %d at the bank", p.ID, done, p.Amount, page.Refunded)
	}
}
