package settlement_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// limitPerCard lets one card buy so many tickets.
func (s *shop) limitPerCard(n int64) {
	s.t.Helper()
	e, err := s.store.Events.Event(s.t.Context(), s.event)
	s.must(err)
	to := e.Event.Settings
	to.Orders.LimitPerCard = n
	if r := s.do(inventory.Configure{Who: staff, StartsAt: e.Event.StartsAt, EndsAt: e.Event.EndsAt, Zone: e.Event.Zone, Settings: to}); r.Code != inventory.OK {
		s.t.Fatalf("%+v", r)
	}
}

// paidBy has the page of an order paid with a card, and the bank tell it.
func (s *shop) paidBy(order, card string) {
	s.t.Helper()
	s.bank.Set(func(b *bank) { b.PayingCard = card })
	if !s.bank.Pay(s.checkout(order).Ref, payment.Captured) {
		s.t.Fatal("the page cannot be paid on")
	}
	s.hear()
}

// cards wants what was bought by card to be so many tickets each, the most first.
func (s *shop) cards(want ...int64) []events.Taker {
	s.t.Helper()
	list, err := s.store.Events.OriginTakers(s.t.Context(), s.event, "card", 10)
	s.must(err)
	var got []int64
	for i := range list {
		got = append(got, list[i].Taken)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.t.Errorf("by card %d tickets were bought, want %d", got, want)
	}
	return list
}

// TestLimitPerCard: a payment by a card that would buy more than one may is given back in full, and
// its order can be paid with another. What does not come by a card is not counted.
func TestLimitPerCard(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 20)
		s.limitPerCard(3)
		ada, bob, cid, dan := s.order("ada", 2), s.order("bob", 2), s.order("cid", 1), s.order("dan", 3)
		s.paidBy(ada, "visa")
		s.work()
		s.stands(ada, "confirmed")
		s.paidBy(bob, "visa")
		s.work()
		s.stands(bob, "pending")
		s.money(bob, fmt.Sprintf("refund done:%d", 2*price))
		if r := s.hold(bob).Order.Refunds; len(r) != 1 || r[0].Reason != inventory.ReasonCardLimit {
			t.Errorf("%+v", r)
		}
		s.paidBy(cid, "visa")
		s.work()
		s.stands(cid, "confirmed")
		s.later(time.Minute)
		s.paidBy(bob, "mastercard")
		s.work()
		s.stands(bob, "confirmed")
		s.money(bob, fmt.Sprintf("refund done:%d", 2*price), "tickets")
		s.paidBy(dan, "") // a bank transfer
		s.work()
		s.stands(dan, "confirmed")
		s.cards(3, 2)
		s.accounts(map[string]int64{"provider:bank": 8 * price, "sales": -80000, "tax": -15200})
	})
}

// TestCardOfASilentProvider: while a provider does not say which card has paid, an order waits for
// it, two minutes at most. Then its tickets are not counted, and nobody is kept waiting.
func TestCardOfASilentProvider(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 20)
		s.limitPerCard(1)
		ada := s.order("ada", 1)
		s.paidBy(ada, "visa")
		s.bank.Set(func(b *bank) { b.Down = true })
		settle := func() error {
			list, err := s.store.Payments.OrderPayments(t.Context(), s.event, ada)
			s.must(err)
			return s.settler.Settle(t.Context(), s.event, list[0].ID)
		}
		if err := settle(); !errors.Is(err, payment.ErrUnavailable) {
			t.Errorf("settled without an answer: %v", err)
		}
		s.stands(ada, "pending")
		s.later(3 * time.Minute)
		s.must(settle())
		s.stands(ada, "confirmed")
		s.cards()
		s.clean()
	})
}

// TestCardsAreNoted: where nothing is limited, the card of a payment is asked for with its fee, for
// organizers who look at who took how much; it goes with its person.
func TestCardsAreNoted(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 20)
		s.keeps(204, "EUR", 0)
		s.bank.Set(func(b *bank) { b.PayingCard = "visa" })
		ada, _ := s.bought("ada")
		s.bought("bob")
		s.cards()
		s.bookFees()
		list := s.cards(2)
		if list[0].People != 2 {
			t.Errorf("%+v", list)
		}
		s.clean()
		s.do(inventory.Erase{Who: staff, UserID: "ada"})
		s.must(s.store.Events.NoteCard(t.Context(), s.event, ada, inventory.CardOrigin+"another"))
		if list := s.cards(1); list[0].People != 1 {
			t.Errorf("%+v", list)
		}
		s.must(s.store.Events.NoteCard(t.Context(), s.event, ada, list[0].Key))
		s.cards(1)
		s.clean()
	})
}
