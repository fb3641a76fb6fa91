package settlement_test

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	stripehook "github.com/stripe/stripe-go/v85/webhook"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
)

// permutations are all orders of n things.
func permutations(n int) (list [][]int) {
	var grow func(head []int)
	grow = func(head []int) {
		if len(head) == n {
			list = append(list, append([]int{}, head...))
			return
		}
		for i := range n {
			used := false
			for _, h := range head {
				used = used || h == i
			}
			if !used {
				grow(append(head, i))
			}
		}
	}
	grow(nil)
	return list
}

// TestDisputesInAnyOrder: two disputes about one payment, of which one is won, the
// capture among what is said of them, and one of the notices twice. In any order
// the books end the same.
func TestDisputesInAnyOrder(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 1000)
		const part = 400
		eur := func(n int64) payment.Money { return payment.Money{Minor: n, Currency: "EUR"} }
		disputed := int64(0)
		for i, list := range permutations(4) {
			order := s.order(fmt.Sprintf("buyer%d", i), 1)
			s.bank.Pay(s.checkout(order).Ref, payment.Captured)
			captured := s.bank.Mail()
			var paid string
			s.bank.Set(func(b *bank) {
				for name, p := range b.Payments {
					if p.Order.Reference == s.settler.Reference(order) {
						paid = name
					}
				}
				b.Tell(payment.Fact{Kind: payment.Disputed, PaymentID: paid, RefundID: "dp_won", Amount: eur(price)})
				b.Tell(payment.Fact{Kind: payment.DisputeWon, PaymentID: paid, RefundID: "dp_won", Amount: eur(price)})
				b.Tell(payment.Fact{Kind: payment.Disputed, PaymentID: paid, RefundID: "dp_lost", Amount: eur(part)})
			})
			notices := append(captured, s.bank.Mail()...)
			for _, n := range append(list, list[0]) {
				_, err := s.settler.Receive(t.Context(), "bank", notices[n].Header, notices[n].Body)
				s.must(err)
			}
			s.work()
			list, err := s.store.Payments.OrderPayments(t.Context(), s.event, order)
			s.must(err)
			if disputed += part; len(list) != 1 || list[0].Disputed != part {
				t.Errorf("order %d: %+v", i, list)
			}
		}
		if got := s.clean()["disputes"]; got != disputed {
			t.Errorf("%d are disputed in the journal, want %d", got, disputed)
		}
	})
}

// TestDisputesOfStripeInAnyOrder is the same with the words of Stripe, as signed.
func TestDisputesOfStripeInAnyOrder(t *testing.T) {
	t.Parallel()
	const secret = "whsec_test"
	s := open(t, onSQLite(t), 100)
	p, err := stripe.New(stripe.Config{Key: "sk_test_1", Secret: secret})
	s.must(err)
	s.settler = s.settlerWith(p)
	for i, list := range permutations(3) {
		order := s.order(fmt.Sprintf("buyer%d", i), 1)
		event := func(no int, kind, object string) []byte {
			return fmt.Appendf(nil, `{"id":"evt_%d_%d","object":"event","type":%q,"created":%d,"data":{"object":%s}}`, i, no, kind, s.now().Unix(), object)
		}
		dispute := fmt.Sprintf(`{"id":"dp_%d","amount":%d,"currency":"eur","payment_intent":"pi_%d","status":`, i, price, i)
		bodies := [][]byte{
			event(0, "checkout.session.completed", fmt.Sprintf(`{"id":"cs_%d","amount_total":%d,"currency":"eur","payment_status":"paid","payment_intent":"pi_%d","metadata":{"holdfast_reference":%q}}`,
				i, price, i, s.settler.Reference(order))),
			event(1, "charge.dispute.created", dispute+`"needs_response"}`),
			event(2, "charge.dispute.closed", dispute+`"won"}`),
		}
		for _, n := range list {
			now := time.Now()
			head := http.Header{"Stripe-Signature": {fmt.Sprintf("t=%d,v1=%s", now.Unix(), hex.EncodeToString(stripehook.ComputeSignature(now, bodies[n], secret)))}}
			_, err := s.settler.Receive(t.Context(), "stripe", head, bodies[n])
			s.must(err)
		}
		s.work()
		s.money(order, "tickets")
	}
	if got := s.clean()["disputes"]; got != 0 {
		t.Errorf("%d are disputed in the journal, and all was won", got)
	}
}

// TestDisputesAtTheSameTime: that there is one and that it was won, at once.
func TestDisputesAtTheSameTime(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 100)
		eur := payment.Money{Minor: price, Currency: "EUR"}
		for i := range 8 {
			order := s.order(fmt.Sprintf("buyer%d", i), 1)
			s.bank.Pay(s.checkout(order).Ref, payment.Captured)
			s.hear()
			s.work()
			_, paid, _ := strings.Cut(s.hold(order).Order.PaymentID, ":")
			s.bank.Set(func(b *bank) {
				b.Tell(payment.Fact{Kind: payment.Disputed, PaymentID: paid, RefundID: "dp_1", Amount: eur})
				b.Tell(payment.Fact{Kind: payment.DisputeWon, PaymentID: paid, RefundID: "dp_1", Amount: eur})
			})
			errs := make(chan error, 2)
			for _, w := range s.bank.Mail() {
				go func() {
					_, err := s.settler.Receive(t.Context(), "bank", w.Header, w.Body)
					errs <- err
				}()
			}
			s.must(<-errs)
			s.must(<-errs)
		}
		if got := s.clean()["disputes"]; got != 0 {
			t.Errorf("%d are disputed in the journal, and all was won", got)
		}
	})
}

// TestHowDisputesEnd: won, lost, lost in part, ended by a refund, taken up again, and seen
// as a reversal too, in any order in which the notices come.
func TestHowDisputesEnd(t *testing.T) {
	t.Parallel()
	const all, part = price, 400
	fact := func(kind payment.Kind, name string, minor int64) payment.Fact {
		return payment.Fact{Kind: kind, RefundID: name, Amount: payment.Money{Minor: minor, Currency: "EUR"}}
	}
	cases := []struct {
		name     string
		notices  []payment.Fact // as they happened
		disputed int64
		refunded int64
	}{
		{"open, and reversed", []payment.Fact{fact(payment.Disputed, "dp", part), fact(payment.Reversed, "rv", part)}, part, 0},
		{"only reversed, twice", []payment.Fact{fact(payment.Reversed, "rv1", part), fact(payment.Reversed, "rv2", part)}, 2 * part, 0},
		{"reversed and won", []payment.Fact{fact(payment.Disputed, "dp", all), fact(payment.Reversed, "rv", all), fact(payment.DisputeWon, "dp", all)}, 0, 0},
		{"lost", []payment.Fact{fact(payment.Disputed, "dp", all), fact(payment.DisputeLost, "dp", all), fact(payment.Reversed, "rv", all)}, all, 0},
		{"lost in part", []payment.Fact{fact(payment.Disputed, "dp", all), fact(payment.Reversed, "rv", all), fact(payment.DisputeLost, "dp", part)}, part, 0},
		{"lost, and won on appeal", []payment.Fact{fact(payment.Disputed, "dp", all), fact(payment.DisputeLost, "dp", all), fact(payment.DisputeWon, "dp", all)}, 0, 0},
		{"won, and lost on appeal", []payment.Fact{fact(payment.Disputed, "dp", all), fact(payment.DisputeWon, "dp", all), fact(payment.DisputeLost, "dp", part)}, part, 0},
		{"ended by a refund", []payment.Fact{fact(payment.Disputed, "dp", part), fact(payment.Refunded, "re", part), fact(payment.DisputeLost, "dp", part)}, 0, part},
		{"refunded before", []payment.Fact{fact(payment.Refunded, "re", part), fact(payment.Disputed, "dp", part)}, part, part},
		{"of what a refund has left", []payment.Fact{fact(payment.Refunded, "re", all-part), fact(payment.Disputed, "dp", all)}, part, all - part},
		{"a refund that did not arrive", []payment.Fact{fact(payment.Disputed, "dp", part), fact(payment.Refunded, "re", part), fact(payment.RefundFailed, "re", part)}, part, 0},
	}
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 1000)
		disputed, refunded, payments := int64(0), int64(0), int64(0)
		for no, c := range cases {
			for i, list := range permutations(len(c.notices)) {
				order := s.order(fmt.Sprintf("buyer%d-%d", no, i), 1)
				s.bank.Pay(s.checkout(order).Ref, payment.Captured)
				s.hear()
				s.work()
				_, paid, _ := strings.Cut(s.hold(order).Order.PaymentID, ":")
				for _, f := range c.notices {
					f.PaymentID, f.RefundID = paid, fmt.Sprintf("%s_%d_%d", f.RefundID, no, i)
					s.clock.Add(time.Second.Microseconds())
					s.bank.Set(func(b *bank) { b.Tell(f) })
				}
				notices := s.bank.Mail()
				for _, n := range list {
					_, err := s.settler.Receive(t.Context(), "bank", notices[n].Header, notices[n].Body)
					s.must(err)
				}
				now, err := s.store.Payments.OrderPayments(t.Context(), s.event, order)
				s.must(err)
				if len(now) != 1 || now[0].Disputed != c.disputed {
					t.Errorf("%s, in the order %v: %+v, want %d disputed", c.name, list, now, c.disputed)
				}
				disputed, refunded, payments = disputed+c.disputed, refunded+c.refunded, payments+1
			}
		}
		if got := s.clean(); got["disputes"] != disputed || got["provider:bank"] != payments*price-disputed-refunded {
			t.Errorf("the journal says %v, want %d disputed and %d refunded of %d", got, disputed, refunded, payments*price)
		}
	})
}
