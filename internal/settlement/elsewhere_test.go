package settlement_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// oneOther is Elsewhere of one other cell, whose servers may be away.
type oneOther struct {
	of   *shop
	away bool
}

func (o *oneOther) AskWhere(ctx context.Context, event, _ string, asked any) (answer []byte, here bool, err error) {
	if event != o.of.event {
		return nil, true, nil
	}
	answer, err = o.ask(ctx, asked)
	return answer, false, err
}

func (o *oneOther) Ask(ctx context.Context, _ string, asked any, take func([]byte) error) error {
	answer, err := o.ask(ctx, asked)
	if err != nil {
		return err
	}
	return take(answer)
}

func (o *oneOther) ask(ctx context.Context, asked any) ([]byte, error) {
	if o.away {
		return nil, database.ErrUnavailable
	}
	question, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	answer, err := o.of.settler.Take(ctx, question)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}

func (*oneOther) Away(context.Context) (map[string]bool, error) { return nil, nil }

// TestMoneyOfAnotherCell: what a provider tells the catalogue of an event of another cell is recorded
// there, or nowhere; also what names no order, and what comes before its payment.
func TestMoneyOfAnotherCell(t *testing.T) {
	t.Parallel()
	west, home := open(t, onSQLite(t), 10), open(t, onSQLite(t), 10)
	others := &oneOther{of: west, away: true}
	home.elsewhere, home.bank = others, west.bank
	home.settler = home.settlerWith(west.bank, manual.Provider{})
	order := west.order("ada", 2)
	west.bank.Pay(west.checkout(order).Ref, payment.Captured)
	paymentID := west.bank.Pages["cs_1"].PaymentID
	paid := west.bank.Mail()
	if _, err := home.settler.Receive(t.Context(), "bank", paid[0].Header, paid[0].Body); !errors.Is(err, database.ErrUnavailable) {
		t.Errorf("of a cell that is away: %v", err)
	}
	others.away = false
	// On its way nothing is recorded of it, in a batch or alone.
	lives := func(at int) {
		t.Helper()
		_, err := west.store.JobsDB().ExecContext(t.Context(), "update events set archived_at = $1 where id = $2", at, west.event)
		west.must(err)
	}
	lives(-1)
	if _, err := home.settler.Receive(t.Context(), "bank", paid[0].Header, paid[0].Body); !errors.Is(err, archives.ErrElsewhere) {
		t.Errorf("of an event that is on its way: %v", err)
	}
	lives(0)
	west.money(order)
	// Half goes back at the bank's own desk, and word of that comes first.
	west.bank.Set(func(b *bank) {
		b.Payments[paymentID].Refunded += price
		b.Tell(payment.Fact{Kind: payment.Refunded, PaymentID: paymentID, RefundID: "re_desk", Amount: payment.Money{Minor: price, Currency: "EUR"}})
	})
	early := func() int {
		t.Helper()
		list, err := home.store.Payments.EarlyNotices(t.Context(), "", 9)
		home.must(err)
		return len(list)
	}
	home.hear()
	if early() != 1 {
		t.Errorf("%d early notices are kept", early())
	}
	for _, want := range []string{"recorded", "duplicate"} {
		if r, err := home.settler.Receive(t.Context(), "bank", paid[0].Header, paid[0].Body); err != nil || r != (settlement.Receipt{Status: want}) {
			t.Errorf("%s: %+v, %v", want, r, err)
		}
	}
	west.stands(order, "confirmed")
	west.money(order, fmt.Sprintf("tickets done:%d", price))
	if early() != 0 {
		t.Errorf("%d early notices are left", early())
	}
	west.bank.Set(func(b *bank) {
		b.Tell(payment.Fact{Kind: payment.Disputed, PaymentID: paymentID, Amount: payment.Money{Minor: price, Currency: "EUR"}})
	})
	disputed := west.bank.Mail()
	lives(-1)
	if _, err := home.settler.Receive(t.Context(), "bank", disputed[0].Header, disputed[0].Body); !errors.Is(err, archives.ErrElsewhere) {
		t.Errorf("a dispute about an event that is on its way: %v", err)
	}
	lives(0)
	west.bank.Sent = disputed
	home.hear()
	notice := fmt.Sprintf("evt_%d", west.bank.Made)
	if _, err := west.store.Payments.NoticeVerdict(t.Context(), "bank", notice); err != nil {
		t.Errorf("the dispute is not recorded where its payment is: %v", err)
	}
	if _, err := home.store.Payments.NoticeVerdict(t.Context(), "bank", notice); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("the dispute is recorded in the catalogue: %v", err)
	}
	west.clean()
	if got := home.clean(); len(got) != 0 {
		t.Errorf("money is booked beside the event: %v", got)
	}
	// What is of an event of its own stays here.
	own := home.order("bob", 1)
	west.bank.Pay(home.checkout(own).Ref, payment.Captured)
	home.hear()
	home.work()
	home.stands(own, "confirmed")
}
