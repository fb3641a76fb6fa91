package settlement

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Reasons of payouts beside those of package inventory.
const (
	ReasonUnknownOrder = "unknown_order"         // a payment for an order that does not exist
	ReasonAtProvider   = "given_at_the_provider" // made at the provider's own desk
)

// statusRefundDue is package inventory's answer to a payment that it cannot honour.
const statusRefundDue = "refund_due"

// Settle has package inventory decide what a payment is worth, and records the answer
// with all that follows from it. Once it is recorded, to settle again does
// nothing; until then package inventory answers the same each time.
func (t *Settler) Settle(ctx context.Context, event, paymentID string) error {
	p, err := t.cfg.Store.Payments.Payment(ctx, event, paymentID)
	if err != nil {
		return fmt.Errorf("settlement: settle: %w", err)
	}
	if p.State != store.PaymentCaptured {
		return nil
	}
	if p.EventID == "" {
		return t.refundUnknown(ctx, p)
	}
	reply, err := t.submit(ctx, p.EventID, inventory.Pay{
		Who: inventory.Who{Actor: Actor}, OrderID: p.OrderID, PaymentID: p.ID, Amount: p.Amount, Currency: p.Currency,
	})
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	switch {
	case reply.Code != inventory.OK: // no such order, or nothing that package inventory could take
		return t.refundUnknown(ctx, p)
	case reply.Status == statusRefundDue:
		return t.refundDecided(ctx, p)
	}
	return t.sold(ctx, p)
}

// sold records that the order has its tickets. Pages on which it could be paid a
// second time are closed.
func (t *Settler) sold(ctx context.Context, p *store.Payment) error {
	h, err := t.cfg.Store.Orders.OrderItems(ctx, p.OrderID)
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	open, err := t.cfg.Store.Payments.OrderCheckouts(ctx, p.EventID, p.OrderID)
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	now := t.now()
	d := &store.Settled{EventID: p.EventID, PaymentID: p.ID, State: store.PaymentTickets, At: now, Journal: bookSale(p, h.Order, now)}
	for i := range open {
		if open[i].State != store.CheckoutOpen {
			continue
		}
		watch, err := job(WatchJob{EventID: open[i].EventID, CheckoutID: open[i].ID}, 0)
		if err != nil {
			return err
		}
		d.Jobs = append(d.Jobs, watch)
	}
	return t.settled(ctx, d)
}

// refundDecided records that package inventory owes the payment back. The refund stands
// in the decision's own row; its payout and the job for it are made here, in one
// transaction with the payment's end.
func (t *Settler) refundDecided(ctx context.Context, p *store.Payment) error {
	v, err := t.order(ctx, p.OrderID)
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	for i := range v.Hold.Order.Refunds {
		if r := &v.Hold.Order.Refunds[i]; r.PaymentID == p.ID {
			return t.refund(ctx, p, payoutFor(p, r, t.now()))
		}
	}
	return fmt.Errorf("settlement: payment %s is due back, and no row says so", p.ID)
}

// refundUnknown gives back what is for no order. Package inventory knows nothing of it.
func (t *Settler) refundUnknown(ctx context.Context, p *store.Payment) error {
	t.log.WarnContext(ctx, "settlement: refunding a payment without an order", slog.String("payment", p.ID), slog.String("event", p.EventID))
	return t.refund(ctx, p, &store.Payout{
		EventID: p.EventID, ID: namedRefund(p.EventID, p.ID), OrderID: p.OrderID, PaymentID: p.ID, Owed: p.Amount,
		Currency: p.Currency, Reason: ReasonUnknownOrder, CreatedAt: t.now(),
	})
}

func (t *Settler) refund(ctx context.Context, p *store.Payment, o *store.Payout) error {
	give, err := job(PayoutJob{EventID: o.EventID, PayoutID: o.ID}, 0)
	if err != nil {
		return err
	}
	return t.settled(ctx, &store.Settled{
		EventID: p.EventID, PaymentID: p.ID, State: store.PaymentRefund, Problem: o.Reason, At: t.now(), Payout: o, Jobs: []store.Job{give},
	})
}

func (t *Settler) settled(ctx context.Context, d *store.Settled) error {
	if _, err := t.cfg.Store.Payments.Settle(ctx, d); err != nil {
		return fmt.Errorf("settlement: settle %s: %w", d.PaymentID, err)
	}
	return nil
}

// payoutFor is the payout of a refund that a decision owes. Its id follows from
// the ledger seq, so that it is the same whoever makes it.
func payoutFor(p *store.Payment, r *inventory.Refund, now inventory.Instant) *store.Payout {
	return &store.Payout{
		EventID: p.EventID, ID: id.Seq(id.Refund, p.EventID, r.Seq), Seq: r.Seq, OrderID: r.OrderID, PaymentID: r.PaymentID,
		Owed: r.Amount, Currency: r.Currency, Reason: string(r.Reason), CreatedAt: now,
	}
}

// refundID is the key of a refund in the journal.
func refundID(event string, r *inventory.Refund) string { return id.Seq(id.Refund, event, r.Seq) }

// namedRefund is the id of a payout that no decision of ours made.
func namedRefund(event, of string) string {
	if event != "" {
		return id.Named(id.Refund, event, of)
	}
	sum := sha256.Sum256([]byte("holdfast refund v1\n" + of))
	return id.Refund + hex.EncodeToString(sum[:14])
}

// attemptKey is the key of an attempt of a payout, at the provider and in the
// journal: its id, and from the second attempt on the number of the attempt.
func attemptKey(o *store.Payout) string {
	if o.Attempt == 0 {
		return o.ID
	}
	return o.ID + "." + strconv.FormatInt(o.Attempt, 10)
}

// cutAttempt is the opposite of attemptKey. What was never made by it names nothing.
func cutAttempt(key string) (payout string, attempt int64) {
	payout, number, again := strings.Cut(key, ".")
	if !again {
		return payout, 0
	}
	attempt, err := strconv.ParseInt(number, 10, 64)
	if err != nil || attempt < 1 || strconv.FormatInt(attempt, 10) != number {
		return "", 0
	}
	return payout, attempt
}

// cutProvider parts a payment's id into the provider and its own name of it.
func cutProvider(payment string) (provider, theirs string, ok bool) { return strings.Cut(payment, ":") }
