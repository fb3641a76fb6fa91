package settlement

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store"
)

// byHand marks the provider that is a person.
type byHand interface{ ByHand() }

func (t *Settler) isByHand(name string) bool {
	p, ok := t.cfg.Providers.Named(name)
	if !ok {
		return false
	}
	_, by := p.(byHand)
	return by
}

// MarkPaid records that the money for an order came by bank transfer or in cash,
// under a text to find it by, and settles it. The same text for the same order
// is the same money. amount is what came, 0: what the order costs.
//
// A wrong amount (ErrAmount) and an order that is paid already (ErrPaid) are
// taken for mistakes of typing: nothing is recorded. An order that has lapsed gets
// its places again if they are free; if not, the money is to be given back, by
// hand too.
func (t *Settler) MarkPaid(ctx context.Context, order, note string, amount int64) (*store.Payment, error) {
	provider := ""
	for _, p := range t.cfg.Providers {
		if t.isByHand(p.Name()) {
			provider = p.Name()
		}
	}
	if provider == "" {
		return nil, ErrNoProvider
	}
	v, err := t.order(ctx, order)
	if err != nil {
		return nil, err
	}
	event, _ := id.EventOf(order, id.Order)
	theirs := id.Named(id.Payment, event, order+"\n"+note)
	known, err := t.cfg.Store.Payments.Payment(ctx, event, PaymentID(provider, theirs))
	switch o := v.Hold.Order; {
	case err == nil:
		return t.settledPayment(ctx, known) // marked before
	case !errors.Is(err, store.ErrNotFound):
		return nil, err
	case v.Hold.State == inventory.HoldConfirmed:
		return nil, ErrPaid
	case amount != 0 && amount != o.Total, o.Total == 0:
		return nil, ErrAmount
	}
	now := t.cfg.Now()
	_, err = t.record(ctx, provider, &payment.Fact{
		EventID: theirs, Kind: payment.Captured, PaymentID: theirs, Reference: t.Reference(order),
		Amount: payment.Money{Minor: v.Hold.Order.Total, Currency: v.Hold.Order.Currency}, At: now, Note: note,
	})
	if err != nil {
		return nil, err
	}
	if known, err = t.cfg.Store.Payments.Payment(ctx, event, PaymentID(provider, theirs)); err != nil {
		return nil, err
	}
	return t.settledPayment(ctx, known)
}

// settledPayment settles a payment and returns it as it is then.
func (t *Settler) settledPayment(ctx context.Context, p *store.Payment) (*store.Payment, error) {
	if p.State == store.PaymentCaptured {
		if err := t.Settle(ctx, p.EventID, p.ID); err != nil {
			return nil, err
		}
	}
	return t.cfg.Store.Payments.Payment(ctx, p.EventID, p.ID)
}

// MarkGiven records that a refund was handed over by a person, under a text to
// find it by. Said again it changes nothing.
func (t *Settler) MarkGiven(ctx context.Context, event, payout, note string) (*store.Payout, error) {
	o, err := t.cfg.Store.Payouts.Payout(ctx, event, payout)
	if err != nil {
		return nil, err
	}
	if name, _, _ := cutProvider(o.PaymentID); !t.isByHand(name) {
		return nil, ErrNotByHand
	}
	if o.State != store.PayoutDone {
		if err := t.arrived(ctx, o, o.State, o.ID, note); err != nil {
			return nil, fmt.Errorf("settlement: mark given: %w", err)
		}
	}
	return t.cfg.Store.Payouts.Payout(ctx, event, payout)
}
