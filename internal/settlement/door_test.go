package settlement_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// openTill opens a till with a float of 100.00.
func (s *shop) openTill(name string) string {
	s.t.Helper()
	t := payments.Till{
		EventID: s.event, ID: s.ids.In(id.Till, s.event), Name: name, Currency: "EUR", OpeningFloat: 10000, OpenedBy: "key_box", OpenedAt: inventory.At(s.now()),
	}
	s.must(s.store.Tills.OpenTill(s.t.Context(), t))
	return t.ID
}

// sold reserves units at a till, and returns the order, which is not paid yet.
func (s *shop) sold(till, kind string, units int64) string {
	s.t.Helper()
	order := s.ids.In(id.Order, s.event)
	c := inventory.Reserve{
		Who: inventory.Who{Actor: "key_box", Staff: true, Till: till}, OrderID: order, PersonID: s.ids.In(id.Person, s.event), UserID: "door:" + order,
		Guests: "[]", Lines: []inventory.OrderLine{{Tier: s.tier, Quantity: units}}, Complimentary: kind == payments.Complimentary,
	}
	r, err := s.seq.Submit(s.t.Context(), sequencer.Request{EventID: s.event, Command: c, Till: &payments.TillSale{TillID: till, Kind: kind, SoldBy: "key_box"}})
	s.must(err)
	if r.Code != inventory.OK {
		s.t.Fatalf("%+v", r)
	}
	return order
}

func (s *shop) till(till string) *payments.Till {
	s.t.Helper()
	t, err := s.store.Tills.Till(s.t.Context(), s.event, till)
	s.must(err)
	return t
}

// evening is a till that has sold for cash, by card and for nothing, and given some back, and
// one that is closed.
func (s *shop) evening() (open, closed string) {
	s.t.Helper()
	ctx := s.t.Context()
	open, closed = s.openTill("Front"), s.openTill("Side")
	s.later(time.Minute)
	for _, sale := range []struct {
		till, kind string
		units      int64
	}{{open, settlement.Cash, 3}, {open, settlement.CardTerminal, 2}, {open, payments.Complimentary, 1}, {closed, settlement.Cash, 1}} {
		order := s.sold(sale.till, sale.kind, sale.units)
		if sale.kind == payments.Complimentary {
			continue
		}
		s.must(s.settler.TakeAtTill(ctx, order, "receipt"))
		s.must(s.settler.TakeAtTill(ctx, order, "receipt")) // changes nothing
		if sale.units > 1 {
			s.do(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{1}})
			if given, err := s.settler.GiveAtTill(ctx, order, open, "changed their mind"); err != nil || given != price {
				s.t.Fatalf("%d, %v", given, err)
			}
			if given, err := s.settler.GiveAtTill(ctx, order, open, "again"); err != nil || given != 0 {
				s.t.Fatalf("again: %d, %v", given, err)
			}
		}
	}
	s.later(time.Minute)
	s.must(s.store.Tills.CloseTill(ctx, s.event, closed, "key_box", 21000, "short", inventory.At(s.now())))
	s.work()
	return open, closed
}

// TestTill: what is paid at a till and given back there is settled at once, counted in the
// till in the same transaction, and nothing is once the till is closed.
func TestTill(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		ctx := t.Context()
		front, side := s.evening()
		if f := s.till(front); f.CashIn != 3*price || f.CashOut != price || f.Expected() != 10000+2*price {
			t.Errorf("%+v", f)
		}
		if f := s.till(side); f.CashIn != price || f.Counted != 21000 || f.ClosedBy != "key_box" {
			t.Errorf("%+v", f)
		}
		late := s.sold(side, settlement.Cash, 1)
		if err := s.settler.TakeAtTill(ctx, late, ""); !errors.Is(err, payments.ErrTillClosed) {
			t.Errorf("a till that is closed has taken something: %v", err)
		}
		if err := s.store.Tills.CloseTill(ctx, s.event, side, "key_box", 1, "", inventory.At(s.now())); !errors.Is(err, payments.ErrTillClosed) {
			t.Errorf("closed a second time: %v", err)
		}
		s.must(s.store.Tills.CloseTill(ctx, s.event, side, "key_box", 21000, "short", inventory.At(s.now())))
		paid := s.sold(front, settlement.Cash, 1)
		s.must(s.settler.TakeAtTill(ctx, paid, ""))
		s.do(inventory.CancelOrder{Who: staff, OrderID: paid})
		if _, err := s.settler.GiveAtTill(ctx, paid, side, ""); !errors.Is(err, payments.ErrTillClosed) {
			t.Errorf("a till that is closed has given something: %v", err)
		}
		_, err := s.settler.MarkPaid(ctx, late, "to the organizer", 0)
		s.must(err)
		if err := s.settler.TakeAtTill(ctx, late, ""); !errors.Is(err, settlement.ErrPaid) {
			t.Errorf("paid twice: %v", err)
		}
		if err := s.settler.TakeAtTill(ctx, s.order("online", 1), ""); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("a till has taken what was not sold there: %v", err)
		}
		// Of several who give the same back at once, one does.
		twice := s.sold(front, settlement.Cash, 1)
		s.must(s.settler.TakeAtTill(ctx, twice, ""))
		s.do(inventory.CancelOrder{Who: staff, OrderID: twice})
		var gave atomic.Int64
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				given, err := s.settler.GiveAtTill(ctx, twice, front, "")
				if gave.Add(given); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if gave.Load() != price {
			t.Errorf("%d of %d were given back", gave.Load(), price)
		}
		slow := s.sold(front, settlement.CardTerminal, 1)
		s.later(16 * time.Minute)
		if err := s.settler.TakeAtTill(ctx, slow, ""); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("what lapsed was paid: %v", err)
		}
		r, err := s.store.Tills.TillReport(ctx, s.event, front)
		s.must(err)
		want := []payments.TillSold{
			{TierID: s.tier, Kind: payments.SoldByCard, TaxRate: 1900, Count: 2, GivenBack: 1, Net: 20000, Tax: 3800, Gross: 2 * price},
			{TierID: s.tier, Kind: payments.SoldForCash, TaxRate: 1900, Count: 5, GivenBack: 3, Net: 50000, Tax: 9500, Gross: 5 * price},
			{TierID: s.tier, Kind: payments.Complimentary, TaxRate: 1900, Count: 1, Discount: price},
		}
		slices.SortFunc(want, func(a, b payments.TillSold) int { return strings.Compare(a.Kind, b.Kind) })
		if d := cmp.Diff(want, r.Sold); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]payments.TillRefund{{Provider: settlement.CardTerminal, Count: 1, Amount: price}, {Provider: settlement.Cash, Count: 2, Amount: 2 * price}}, r.Refunds); d != "" {
			t.Error(d)
		}
		if r.Due != price || r.Orders[payments.SoldForCash] != 3 {
			t.Errorf("%+v", r)
		}
		list, err := s.store.Tills.TillSales(ctx, s.event, front, payments.TillPosition{}, 2)
		if err != nil || len(list) != 2 || list[0].OrderID != slow || list[0].Paid || list[1].OrderID != twice || list[1].Refunded != price {
			t.Errorf("%+v, %v", list, err)
		}
		s.clean()
	})
}

// TestGivenAtTill: whoever repeats a request is told what that till gave by the first one, and
// nothing that somebody else gave.
func TestGivenAtTill(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		ctx := t.Context()
		front, side := s.openTill("Front"), s.openTill("Side")
		told := func(order, till string, seq, want int64) {
			t.Helper()
			if given, err := s.settler.GivenAtTill(ctx, order, till, seq); err != nil || given != want {
				t.Errorf("told again that %d were given, not %d: %v", given, want, err)
			}
		}
		part := s.sold(front, settlement.Cash, 4)
		s.must(s.settler.TakeAtTill(ctx, part, ""))
		var seqs [3]int64
		for i := range seqs {
			seqs[i] = s.do(inventory.CancelItems{Who: staff, OrderID: part, Items: []int{i + 1}}).Seq
			if i == 1 {
				continue // nobody gives it yet
			}
			_, err := s.settler.GiveAtTill(ctx, part, front, "")
			s.must(err)
			s.later(time.Second)
		}
		told(part, front, seqs[0], price)
		told(part, front, seqs[2], 2*price)
		told(part, side, seqs[2], 0)
		byHand := s.do(inventory.CancelItems{Who: staff, OrderID: part, Items: []int{4}}).Seq
		told(part, front, byHand, 0)
		s.work()
		_, err := s.settler.MarkRefunded(ctx, s.event, id.Seq(id.Refund, s.event, byHand), "transferred")
		s.must(err)
		if given, err := s.settler.GiveAtTill(ctx, part, front, ""); err != nil || given != 0 {
			t.Errorf("%d were given twice: %v", given, err)
		}
		told(part, front, byHand, 0)
		if f := s.till(front); f.CashOut != 3*price {
			t.Errorf("%+v", f)
		}
		s.clean()
	})
}

// TestVerifyCatchesWrongTills damages sound tills in every way of the list; each must be
// found, and as what it is, on both engines.
func TestVerifyCatchesWrongTills(t *testing.T) {
	t.Parallel()
	corruptions := []corruption{
		{"a till had another float", 4, "what the till had when it was opened or closed", "update tills set opening_float = 1"},
		{"a till was counted otherwise", 4, "what the till had when it was opened or closed", "update tills set counted = counted + 900 where closed_at > 0"},
		{"a till is open again", 4, "what the till had when it was opened or closed", "update tills set closed_at = 0, closed_by = '', counted = 0, note = '' where closed_at > 0"},
		{"a till is half closed", 29, "and to have been closed: false", "update tills set closed_at = 0 where closed_at > 0"},
		{"a till is lost", 4, "and it is not stored", "delete from tills where closed_at = 0"},
		{"a till is of nobody", 4, "no row of organization", "insert into tills select event_id, 'til_thief', name, currency, 0, 0, 0, 'key_thief', opened_at, '', 0, 0, '' from tills where closed_at = 0"},
		{"cash is missing", 29, "in cash and given", "update tills set cash_in = cash_in - 100 where closed_at = 0"},
		{"cash was given for nothing", 29, "in cash and given", "update tills set cash_out = cash_out + 100 where closed_at = 0"},
		{"a sale is at another till", 29, "and its first audit row names", "update till_sales set till_id = (select max(id) from tills)"},
		{"a sale is lost", 29, "and no sale of a till is stored", "delete from till_sales where kind = 'complimentary'"},
		{"a sale for cash was one by card", 29, "was not sold there for cash", "update till_sales set kind = 'card_terminal' where kind = 'cash'"},
		{"a sale was given away", 29, "and costs", "update till_sales set kind = 'complimentary' where kind = 'cash'"},
		{"too little was given for a sale", 29, "were given for the order", "update till_sales set tendered = 1 where kind = 'cash'"},
		{"cash was given for a card", 29, "were given for the order", "update till_sales set tendered = 1 where kind = 'card_terminal'"},
		{"something was sold before the till was opened", 29, "before that was opened", "update till_sales set sold_at = 1"},
		{"a till counts in another currency", 29, "at a till that counts in", "update tills set currency = 'USD'"},
		{"a till took something when it was closed", 29, "came into a till that was closed", "update payments set received_at = received_at + 3600000000"},
		{"a refund was given by another till", 29, "in cash and given", "update payouts set till_id = (select max(id) from tills) where till_id <> ''"},
		{"a refund was given by a till that was closed", 29, "given by a till that was closed", "update payouts set till_id = (select max(id) from tills), updated_at = updated_at + 3600000000 where till_id <> ''"},
		{"a refund was not given", 29, "a till gave the refund, which is", "update payouts set state = 'pending' where till_id <> ''"},
		{"a refund was given by no till", 29, "in cash and given", "update payouts set till_id = ''"},
		{"a refund was given by a till that is lost", 14, "missing from tills", "update payouts set till_id = 'til_lost' where till_id <> ''"},
	}
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		s.evening()
		s.clean()
		s.catches(append([]string{"tills", "till_sales"}, moneyTables...), s.now(), corruptions)
		s.clean()
	})
}
