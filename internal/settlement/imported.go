package settlement

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Imported is the provider of payments that another ticket shop has taken. The money is
// where that shop has paid it out to, so a person makes each refund.
const Imported = payments.ImportProvider

// elsewhere is a provider whose money was taken outside of here, by name: Imported, Cash,
// CardTerminal and BankTransfer. It has no page to pay on.
type elsewhere string

// Name is the provider's name.
func (e elsewhere) Name() string { return string(e) }

// Manual marks a provider whose money a person handles.
func (elsewhere) Manual() {}

func (elsewhere) Checkout(context.Context, payment.Order) (payment.Checkout, error) {
	return payment.Checkout{}, payment.ErrRejected
}

func (elsewhere) Verify(context.Context, http.Header, []byte) (payment.Fact, error) {
	return payment.Fact{}, payment.ErrSignature
}

func (elsewhere) LookUp(context.Context, string) (payment.CheckoutStatus, error) {
	return payment.CheckoutStatus{}, payment.ErrUnknown
}

func (elsewhere) Expire(context.Context, string) error { return payment.ErrUnknown }

func (elsewhere) Refund(_ context.Context, r payment.Refund) (payment.RefundResult, error) {
	return payment.RefundResult{ID: r.Ref, State: payment.RefundPending}, nil
}

func (elsewhere) Fee(_ context.Context, c payment.Charge) (payment.Money, error) {
	return payment.Money{Currency: c.Currency}, nil
}

// Card is none that is known here.
func (elsewhere) Card(context.Context, payment.Charge) (string, error) { return "", nil }

// MarkImported records that an order was paid at another shop, with a note to find it by
// there, and settles it. It is idempotent. false: the order had lapsed before; then nothing
// is recorded, as for one that has ended in any other way.
func (s *Settler) MarkImported(ctx context.Context, order, note string) (bool, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return false, database.ErrNotFound
	}
	theirs := id.Named(id.Payment, event, order)
	known, err := s.cfg.Store.Payments.Payment(ctx, event, PaymentID(Imported, theirs))
	switch {
	case err == nil: // recorded before
		return true, s.settle(ctx, known)
	case !errors.Is(err, database.ErrNotFound):
		return false, err
	}
	v, err := s.order(ctx, order)
	if err != nil {
		return false, err
	}
	switch {
	case v.Hold.State != inventory.HoldHeld:
		return v.Hold.OrderStatus() != "expired", nil
	case v.Hold.ExpiresAt <= s.now():
		return false, nil
	}
	r, err := s.receive(ctx, Imported, s.paidInFull(v.Hold, theirs, note))
	if err != nil {
		return false, fmt.Errorf("settlement: mark imported: %w", err)
	}
	return true, s.SettleReceived(ctx, r)
}
