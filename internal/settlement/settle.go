package settlement

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Reasons of payouts, in addition to those of package inventory.
const (
	ReasonUnknownOrder = "unknown_order"           // a payment for an order that does not exist
	ReasonAtProvider   = payments.ReasonAtProvider // made in the provider's dashboard
)

// statusRefundDue is the outcome of a payment that gets no tickets.
const statusRefundDue = "refund_due"

// Settle has package inventory decide what a payment buys, and records the decision with
// its consequences. It is idempotent: the decision is the same each time, and nothing
// happens once it is recorded.
func (s *Settler) Settle(ctx context.Context, event, paymentID string) error {
	p, err := s.cfg.Store.Payments.Payment(ctx, event, paymentID)
	if err != nil {
		return fmt.Errorf("settlement: settle: %w", err)
	}
	return s.settle(ctx, p)
}

// SettleReceived is Settle for the payment that a receipt names, if any.
func (s *Settler) SettleReceived(ctx context.Context, r Receipt) error {
	switch {
	case r.PaymentID == "":
		return nil
	case r.payment != nil:
		return s.settle(ctx, r.payment)
	}
	return s.Settle(ctx, r.EventID, r.PaymentID)
}

// settle is Settle for a payment as it was read, together with others of its event.
func (s *Settler) settle(ctx context.Context, p *payments.Payment) error {
	if p.State != payments.PaymentCaptured {
		return nil
	}
	if p.EventID == "" {
		return s.refundUnknown(ctx, p)
	}
	if isBooking(p.OrderID) {
		return s.settleBooking(ctx, p)
	}
	if isFee(p.OrderID) {
		return places{s}.settleFee(ctx, p)
	}
	if isDates(p.OrderID) { // it is not what its page asked for
		return s.refundUnknown(ctx, p)
	}
	got, err := s.settling.Submit(ctx, p.EventID, p)
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	return s.settled(ctx, p, &got)
}

// payCommand has package inventory decide about a payment.
func payCommand(p *payments.Payment) inventory.Pay {
	return inventory.Pay{Who: inventory.Who{Actor: Actor}, OrderID: p.OrderID, PaymentID: p.ID, Amount: p.Amount, Currency: p.Currency, Unasked: true}
}

// getsTickets reports whether a payment was decided to be for its order.
func getsTickets(r *sequencer.Reply) bool {
	return r.Code == inventory.OK && r.Status != statusRefundDue && r.Status != inventory.CardNeeded
}

// settled records what was decided about a payment, if that was not done together with
// others.
func (s *Settler) settled(ctx context.Context, p *payments.Payment, d *decided) error {
	switch {
	case d.err != nil:
		return fmt.Errorf("settlement: settle %s: %w", p.ID, d.err)
	case d.done:
		return nil
	case d.reply.Status == inventory.CardNeeded:
		return cards{s}.settle(ctx, p)
	case d.reply.Code != inventory.OK: // an unknown order, or one that cannot be paid
		return s.refundUnknown(ctx, p)
	case !getsTickets(&d.reply):
		return s.refundDecided(ctx, p)
	}
	return s.fulfil(ctx, p)
}

// fulfil records that the order has its tickets, and closes other pages on which it could
// be paid a second time.
func (s *Settler) fulfil(ctx context.Context, p *payments.Payment) error {
	h, err := s.cfg.Store.Orders.OrderItems(ctx, p.OrderID)
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	pages, err := s.cfg.Store.Payments.OrderCheckouts(ctx, p.EventID, p.OrderID)
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	d, err := s.fulfilled(p, h.Order.Items, pages)
	if err != nil {
		return err
	}
	return s.recordSettlement(ctx, d)
}

// fulfilled returns what is recorded of a payment whose order, with these items and pages,
// has its tickets.
func (s *Settler) fulfilled(p *payments.Payment, items []inventory.Item, pages []payments.Checkout) (*payments.Settlement, error) {
	now := s.now()
	d := &payments.Settlement{EventID: p.EventID, PaymentID: p.ID, State: payments.PaymentTickets, At: now, Journal: journal.Sale(p, items, now)}
	for i := range pages {
		if pages[i].State != payments.CheckoutOpen {
			continue
		}
		watch, err := job(WatchJob{EventID: pages[i].EventID, CheckoutID: pages[i].ID}, 0)
		if err != nil {
			return nil, err
		}
		d.Jobs = append(d.Jobs, watch)
	}
	return d, nil
}

// refundDecided records that the payment has to be refunded. The refund due is a row of
// the decision; its payout and job are stored here, in one transaction with the new state
// of the payment.
func (s *Settler) refundDecided(ctx context.Context, p *payments.Payment) error {
	v, err := s.order(ctx, p.OrderID)
	if err != nil {
		return fmt.Errorf("settlement: settle %s: %w", p.ID, err)
	}
	for i := range v.Hold.Order.Refunds {
		if r := &v.Hold.Order.Refunds[i]; r.PaymentID == p.ID {
			return s.refund(ctx, p, payoutFor(p, r, s.now()))
		}
	}
	return fmt.Errorf("settlement: payment %s has to be refunded, and there is no refund due", p.ID)
}

// refundUnknown refunds a payment without an order, which package inventory does not know.
func (s *Settler) refundUnknown(ctx context.Context, p *payments.Payment) error {
	s.log.WarnContext(ctx, "settlement: refunding a payment without an order", slog.String("payment", p.ID), slog.String("event", p.EventID))
	return s.refund(ctx, p, &payments.Payout{
		EventID: p.EventID, ID: namedRefund(p.EventID, p.ID), OrderID: p.OrderID, PaymentID: p.ID, Owed: p.Amount,
		Currency: p.Currency, Reason: ReasonUnknownOrder, CreatedAt: s.now(),
	})
}

func (s *Settler) refund(ctx context.Context, p *payments.Payment, o *payments.Payout) error {
	give, err := job(PayoutJob{EventID: o.EventID, PayoutID: o.ID}, 0)
	if err != nil {
		return err
	}
	return s.recordSettlement(ctx, &payments.Settlement{
		EventID: p.EventID, PaymentID: p.ID, State: payments.PaymentRefund, Problem: o.Reason, At: s.now(), Payout: o, Jobs: []database.Job{give},
		PayoutJournal: func(o *payments.Payout) []payments.JournalLine { return payments.CoveredLines(p, o) },
	})
}

func (s *Settler) recordSettlement(ctx context.Context, d *payments.Settlement) error {
	if _, err := s.cfg.Store.Payments.RecordSettlement(ctx, d); err != nil {
		return fmt.Errorf("settlement: settle %s: %w", d.PaymentID, err)
	}
	return nil
}

// payoutFor returns the payout of a refund due. Its ID follows from the ledger seq, so
// that it is always the same.
func payoutFor(p *payments.Payment, r *inventory.Refund, now inventory.Instant) *payments.Payout {
	return &payments.Payout{
		EventID: p.EventID, ID: id.Seq(id.Refund, p.EventID, r.Seq), Seq: r.Seq, OrderID: r.OrderID, PaymentID: r.PaymentID,
		Owed: r.Amount, Currency: r.Currency, Reason: string(r.Reason), CreatedAt: now,
	}
}

// namedRefund returns the ID of a payout that no decision of ours has caused.
func namedRefund(event, of string) string {
	if payments.OfBookings(event) {
		return id.OfOrganization(id.Refund, event, sha256.Sum256([]byte("holdfast refund v1\n"+of)))
	}
	if event != "" {
		return id.Named(id.Refund, event, of)
	}
	sum := sha256.Sum256([]byte("holdfast refund v1\n" + of))
	return id.Refund + hex.EncodeToString(sum[:14])
}

// cutProvider splits the ID of a payment into the provider and the provider's ID.
func cutProvider(payment string) (provider, theirs string, ok bool) { return strings.Cut(payment, ":") }
