package settlement_test

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

var owedInFrance = inventory.Taxation{Rule: inventory.ReverseCharge, Country: "FR"}

func isReady() error { return nil }

// tax has an order taxed.
func (s *shop) tax(order string, t inventory.Taxation, number string) int64 {
	s.t.Helper()
	total, err := s.settler.Tax(s.t.Context(), order, t, number, isReady)
	s.must(err)
	return total
}

// sellTo makes an order that is paid, of a business that owes its tax.
func (s *shop) sellTo(user, number string, units int64) string {
	s.t.Helper()
	order := s.order(user, units)
	s.must(s.store.Invoices.SetBilling(s.t.Context(), payments.Billing{
		EventID: s.event, OrderID: order, PersonID: s.hold(order).PersonID, Company: user, Street: "Rue 1", City: "Paris", Country: "FR", VATID: number,
		VATCheck: "valid", VATCheckedAt: inventory.At(s.now()), VATCheckID: "WAPI1", UpdatedAt: inventory.At(s.now()),
	}))
	s.tax(order, owedInFrance, number)
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	s.hear()
	s.work()
	return order
}

// TestReverseCharge follows an order whose buyer owes the tax: the net amount is paid, booked,
// invoiced and given back, and nothing of it is tax.
func TestReverseCharge(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 20)
		s.invoicing()
		order := s.sellTo("ada", "FR40303265045", 3)
		h := s.hold(order)
		if h.State != inventory.HoldConfirmed || h.Order.Paid != 3*10000 || h.Order.Items[0].Tax != 0 || h.Order.Items[0].List("EUR").Gross != price {
			t.Errorf("%+v %+v", h, h.Order)
		}
		d, err := invoice.Decode(s.documents(order, "T-2027-000001 invoice 30000")[0].Document)
		s.must(err)
		if l := d.Lines[0]; len(d.Lines) != 1 || l.Category != invoice.OwedByBuyer || l.Net != 30000 || d.Tax != 0 || d.Buyer.VATID != "FR40303265045" ||
			d.Taxes[0].Reason != "Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)" || d.VATCheck == nil || d.VATCheck.ID != "WAPI1" {
			t.Errorf("%+v", d)
		}
		// One goes back, a half of another, and what is beyond is goodwill.
		s.do(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{1}})
		s.work()
		half, more := int64(5000), int64(10500)
		for i, amount := range []*int64{&half, &more} {
			if r := s.do(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{i + 2}, Refund: amount}); r.Code != inventory.OK {
				t.Fatalf("%+v", r)
			}
			s.work()
		}
		notes := s.documents(order, "T-2027-000001 invoice 30000", "T-2027-000002 credit_note 10000", "T-2027-000003 credit_note 5000", "T-2027-000004 credit_note 10500")
		for _, n := range notes[1:] {
			if d, err := invoice.Decode(n.Document); err != nil || d.Lines[0].Category != invoice.OwedByBuyer || d.Tax != 0 || d.Buyer.VATID == "" {
				t.Errorf("%+v, %v", d, err)
			}
		}
		if got := s.clean()[journal.Tax]; got != 0 {
			t.Errorf("%d of tax are booked", got)
		}
		// Who owes it stays who it was; their address can be corrected while nothing was given back.
		other := s.sellTo("bob", "FR40303265045", 1)
		said := payments.Billing{EventID: s.event, OrderID: other, PersonID: s.hold(other).PersonID, Company: "Bob", Street: "Rue 2", City: "Paris", Country: "FR", UpdatedAt: inventory.At(s.now())}
		if err := s.store.Invoices.SetBilling(t.Context(), said); !errors.Is(err, payments.ErrOwesTax) {
			t.Errorf("without the number: %v", err)
		}
		said.VATID = "FR40303265045"
		s.must(s.store.Invoices.SetBilling(t.Context(), said))
		if _, err := s.settler.Tax(t.Context(), other, inventory.Taxation{}, "", isReady); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("what is paid is taxed otherwise: %v", err)
		}
		s.clean()
	})
}

// TestTaxedWhilePaying: what an order costs changes only when its page is closed; a payment of the
// amount before goes back whole.
func TestTaxedWhilePaying(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 20)
		order := s.order("ada", 1)
		first := s.checkout(order)
		if total := s.tax(order, owedInFrance, "FR40303265045"); total != 10000 {
			t.Errorf("it costs %d", total)
		}
		// What cannot be stored first leaves it as it is.
		failed := errors.New("not stored")
		if _, err := s.settler.Tax(t.Context(), order, inventory.Taxation{}, "", func() error { return failed }); !errors.Is(err, failed) || s.hold(order).Order.Total != 10000 {
			t.Errorf("%v, %+v", err, s.hold(order).Order)
		}
		second := s.checkout(order)
		if second.Ref == first.Ref || second.Amount != 10000 {
			t.Errorf("the page is %+v, and was %+v", second, first)
		}
		if total := s.tax(order, inventory.Taxation{Rule: inventory.BuyerPlace, Country: "FR", Rate: 2000}, ""); total != price {
			t.Errorf("at the buyer's place it costs %d", total)
		}
		s.tax(order, owedInFrance, "FR40303265045")
		s.bank.Pay(s.checkout(order).Ref, payment.Captured)
		// Its payment is under way: the bank knows, and we do not yet.
		ready := func() error {
			t.Error("while it is paid it is not ready to be taxed")
			return nil
		}
		if _, err := s.settler.Tax(t.Context(), order, inventory.Taxation{}, "", ready); !errors.Is(err, payment.ErrUnavailable) {
			t.Errorf("while it is paid: %v", err)
		}
		s.hear()
		s.work()
		if h := s.hold(order); h.State != inventory.HoldConfirmed || h.Order.Paid != 10000 {
			t.Errorf("%+v %+v", h, h.Order)
		}
		s.clean()
	})
}
