package settlement

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

const (
	// cardAsked bounds how long a provider is asked for the card of a payment.
	cardAsked = 5 * time.Second
	// cardPatience is how long after a payment its card is asked for, where the event limits what
	// one card buys. A provider that does not answer until then takes nobody's tickets.
	cardPatience = 2 * time.Minute
	cardHash     = 16 // bytes
)

// cards is a Settler that knows which card has paid.
type cards struct{ *Settler }

// settle settles a payment for an event that limits what one card buys.
func (s cards) settle(ctx context.Context, p *payments.Payment) error {
	card, err := s.of(ctx, p)
	switch {
	case err == nil:
	case s.now().Time().Sub(p.ReceivedAt.Time()) < cardPatience || ctx.Err() != nil:
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	default:
		s.log.WarnContext(ctx, "settlement: the card of a payment is not known; it is not counted", slog.String("payment", p.ID), slog.Any("error", err))
	}
	pay := payCommand(p)
	pay.Card, pay.Unasked = card, false
	reply, err := s.submit(ctx, p.EventID, pay)
	return s.settled(ctx, p, &decided{reply: reply, err: err})
}

// of asks the provider of a payment for its card, and returns the origin of that, "" where
// there is none or the provider will never tell. The error is that of a provider that may tell
// later.
func (s cards) of(ctx context.Context, p *payments.Payment) (string, error) {
	provider, err := s.provider(ctx, p.Provider)
	if errors.Is(err, ErrNoProvider) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	_, theirs, _ := cutProvider(p.ID)
	charge := payment.Charge{PaymentID: theirs, Currency: p.Currency}
	if p.CheckoutID != "" {
		switch c, err := s.cfg.Store.Payments.Checkout(ctx, p.EventID, p.CheckoutID); {
		case err == nil:
			charge.CheckoutID = c.Ref
		case !errors.Is(err, database.ErrNotFound):
			return "", err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, cardAsked)
	defer cancel()
	card, err := provider.Card(ctx, charge)
	switch {
	case errors.Is(err, payment.ErrRejected), errors.Is(err, payment.ErrUnknown):
		s.log.WarnContext(ctx, "settlement: the provider does not tell which card has paid", slog.String("payment", p.ID), slog.Any("error", err))
		return "", nil
	case err != nil || card == "":
		return "", err
	}
	h := hmac.New(sha256.New, s.cfg.Key)
	h.Write([]byte("holdfast card v1\n" + p.Provider + "\n" + card)) // two accounts name a card differently
	return inventory.CardOrigin + hex.EncodeToString(h.Sum(nil)[:cardHash]), nil
}

// noteCard notes which card has paid an order whose event limits nothing, for organizers who look
// at who took how much. It is asked for with the fee, when nobody waits; what a provider does not
// tell then stays unknown.
func (f *fees) noteCard(ctx context.Context, p *payments.Payment) error {
	if p.State != payments.PaymentTickets || p.FeeCurrency == "" || hasNoEvent(p.OrderID) || f.settler.isManual(p.Provider) {
		return nil
	}
	card, err := cards{f.settler}.of(ctx, p)
	if err != nil {
		f.settler.log.WarnContext(ctx, "settlement: the card of a payment is not known; it is not counted", slog.String("payment", p.ID), slog.Any("error", err))
	}
	if card == "" || ctx.Err() != nil {
		return ctx.Err()
	}
	return f.settler.cfg.Store.Events.NoteCard(ctx, p.EventID, p.OrderID, card)
}
