package settlement

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// manualProvider is implemented by the provider whose money a person handles.
type manualProvider interface{ Manual() }

func (s *Settler) isManual(name string) bool {
	p, ok := s.named(name)
	if !ok {
		return false
	}
	_, by := p.(manualProvider)
	return by
}

// closedAccount is implemented by the provider of an account whose keys are gone. What is
// to be refunded there, a person refunds.
type closedAccount interface{ Closed() }

func (s *Settler) isClosed(ctx context.Context, name string) bool {
	p, err := s.provider(ctx, name)
	_, closed := p.(closedAccount)
	return err == nil && closed
}

// MarkPaid records that an order was paid by bank transfer or in cash, with a note to
// find the payment by, and settles it. The same note for the same order is the same
// payment. amount is the amount received; 0: the order's total.
//
// A wrong amount (ErrAmount) and an order that is paid already (ErrPaid) are treated as
// typing errors: nothing is recorded. An order that has lapsed gets its units again if
// they are available; if not, a manual refund is due.
func (s *Settler) MarkPaid(ctx context.Context, order, note string, amount int64) (*payments.Payment, error) {
	v, err := s.order(ctx, order)
	if err != nil {
		return nil, err
	}
	event, _ := id.EventOf(order, id.Order)
	return payByHand(ctx, s, event, s.Reference(order), id.Named(id.Payment, event, order+"\n"+note), note, amount, func() (due payment.Money, err error) {
		switch o := v.Hold.Order; {
		case v.Hold.State == inventory.HoldConfirmed:
			return due, ErrPaid
		case o.Total == 0:
			return due, ErrAmount
		default:
			return payment.Money{Minor: o.Total, Currency: o.Currency}, nil
		}
	})
}

// payByHand records and settles a payment that a person took, with a name of its own within event, which is an
// organization where what is paid is of no event. due is what is to be paid; amount is what was received, 0: that.
func payByHand(ctx context.Context, s *Settler, event, reference, theirs, note string, amount int64, due func() (payment.Money, error)) (*payments.Payment, error) {
	at := slices.IndexFunc(s.cfg.Providers, func(p payment.Provider) bool { return s.isManual(p.Name()) })
	if at < 0 {
		return nil, ErrNoProvider
	}
	provider := s.cfg.Providers[at].Name()
	known, err := s.cfg.Store.Payments.Payment(ctx, event, PaymentID(provider, theirs))
	if err == nil { // recorded before
		if err := s.cfg.Store.Settled(ctx); err != nil {
			return nil, err
		}
		return s.settledPayment(ctx, known)
	}
	if !errors.Is(err, database.ErrNotFound) {
		return nil, err
	}
	owed, err := due()
	switch {
	case err != nil:
		return nil, err
	case amount != 0 && amount != owed.Minor:
		return nil, ErrAmount
	}
	if _, err := s.record(ctx, provider, &payment.Fact{
		EventID: theirs, Kind: payment.Captured, PaymentID: theirs, Reference: reference, Amount: owed, At: s.cfg.Now(), Note: note,
	}); err != nil {
		return nil, err
	}
	if known, err = s.cfg.Store.Payments.Payment(ctx, event, PaymentID(provider, theirs)); err != nil {
		return nil, err
	}
	return s.settledPayment(ctx, known)
}

// paidInFull is what no provider tells: that an order was paid just now, with a note to
// find the payment by.
func (s *Settler) paidInFull(h *inventory.Hold, theirs, note string) *payment.Fact {
	return &payment.Fact{
		EventID: theirs, Kind: payment.Captured, PaymentID: theirs, Reference: s.Reference(h.ID),
		Amount: payment.Money{Minor: h.Order.Total, Currency: h.Order.Currency}, At: s.cfg.Now(), Note: note,
	}
}

// settledPayment settles a payment and returns it.
func (s *Settler) settledPayment(ctx context.Context, p *payments.Payment) (*payments.Payment, error) {
	if p.State == payments.PaymentCaptured {
		if err := s.Settle(ctx, p.EventID, p.ID); err != nil {
			return nil, err
		}
	}
	return s.cfg.Store.Payments.Payment(ctx, p.EventID, p.ID)
}

// MarkRefunded records that a person has made a refund, with a note to find it by; of one
// that failed, that it was made anew. It is idempotent.
func (s *Settler) MarkRefunded(ctx context.Context, event, payout, note string) (*payments.Payout, error) {
	o, err := s.cfg.Store.Payouts.Payout(ctx, event, payout)
	if err != nil {
		return nil, err
	}
	if name, _, _ := cutProvider(o.PaymentID); !s.isManual(name) && !s.isClosed(ctx, name) {
		return nil, ErrNotManual
	}
	if o.State == payments.PayoutDone { // recorded before
		err = s.cfg.Store.Settled(ctx)
	} else {
		if o.State == payments.PayoutFailed { // it came back, and was made anew
			if err = s.Retry(ctx, event, payout); err == nil {
				o, err = s.cfg.Store.Payouts.Payout(ctx, event, payout)
			}
			if err != nil {
				return nil, fmt.Errorf("settlement: mark refunded: %w", err)
			}
		}
		next := *o
		err = s.arrived(ctx, &next, o, o.ID, note)
	}
	if err != nil {
		return nil, fmt.Errorf("settlement: mark refunded: %w", err)
	}
	return s.cfg.Store.Payouts.Payout(ctx, event, payout)
}
