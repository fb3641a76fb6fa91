package settlement_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
)

// TestTaxOfALargeRefund: twenty tickets of 5,000,000.00 rupiah with a tax of 90 %, of
// which half the price is given back. Twice the tax times the price is more than an
// int64 holds.
func TestTaxOfALargeRefund(t *testing.T) {
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 100)
		s.createAt(100, "IDR", inventory.Price{Amount: 500_000_000, TaxRate: 9000})
		order := s.order("ada", 20)
		const half = 10 * 950_000_000
		s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		s.hear()
		s.work()
		s.stands(order, "confirmed")
		back := int64(half)
		if r := s.do(inventory.CancelOrder{Who: staff, OrderID: order, Refund: &back}); r.Code != inventory.OK {
			t.Fatalf("%+v", r)
		}
		s.work()
		s.accounts(map[string]int64{"provider:bank": half, "sales": -5_000_000_000, "tax": -4_500_000_000})
	})
}
