package settlement

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/transfer"
)

// ErrNotReversed means that the order has no money that a reversal can be of.
var ErrNotReversed = errors.New("settlement: the order has no transfer or refund of that amount")

// goOnWithPart goes on with a transaction that is a part of an order. Where the parts of the
// order suffice, they pay it; where it is paid in another way or has ended, the part is at the
// desk again, because the order will never take it.
func (s *Settler) goOnWithPart(ctx context.Context, t *payments.BankTransaction) error {
	o, err := s.dueOf(ctx, t, t.OrderID)
	if err != nil {
		return err
	}
	if o.Waits() {
		if o.Due() > t.Amount {
			return nil
		}
		return together{s}.payWithParts(ctx, &o, t, t.ChangedBy)
	}
	next := moved(t, payments.TransferOpen, "", s.now())
	if next.Reason = string(transfer.OrderLapsed); o.State == inventory.HoldConfirmed {
		next.Reason = string(transfer.AlreadyPaid)
	}
	return s.cfg.Store.Banks.MoveTransaction(ctx, next)
}

// reverse records whose money it was that a bank took back, or that came back because a
// refund did not arrive. The payment is disputed by as much, as one of which another provider
// says so; the refund has failed, and a person makes it anew.
func (s *Settler) reverse(ctx context.Context, t *payments.BankTransaction, o *transfer.Order, by string) error {
	if isDates(o.ID) {
		return together{s}.reverse(ctx, t, o, by)
	}
	f, err := s.reversal(ctx, t, o)
	if err != nil {
		return err
	}
	next := moved(t, payments.TransferMatched, by, s.now())
	next.EventID, next.OrderID, next.PaymentID = o.EventID, o.ID, PaymentID(BankTransfer, f.PaymentID)
	fresh, err := s.receiveTransfer(ctx, f, []payments.BankTransaction{*next})
	if err == nil && !fresh {
		err = database.ErrStale
	}
	return err
}

// reversal is what a reversal says of the payment, or of the refund, of an order.
func (s *Settler) reversal(ctx context.Context, t *payments.BankTransaction, o *transfer.Order) (*payment.Fact, error) {
	list, err := s.cfg.Store.Payments.OrderPayments(ctx, o.EventID, o.ID)
	if err != nil {
		return nil, err
	}
	for i := range list {
		p := &list[i]
		provider, theirs, _ := cutProvider(p.ID)
		if provider != BankTransfer || p.Currency != t.Currency {
			continue
		}
		left, payouts, err := together{s}.leftOf(ctx, p)
		if err != nil {
			return nil, err
		}
		f := s.transferFact(t, o, theirs, t.Amount)
		f.EventID = transferID(o.EventID, "bank reversal\n"+t.ID)
		for j := range payouts {
			b := &payouts[j]
			if t.Kind == string(bankfile.DebitReversed) && b.Amount == t.Amount {
				f.Kind, f.RefundID, f.RefundRef = payment.RefundFailed, b.Ref, journal.AttemptKey(b)
				return f, nil
			}
		}
		if t.Kind == string(bankfile.CreditReversed) && left >= t.Amount {
			f.Kind, f.RefundID = payment.Reversed, t.ID
			return f, nil
		}
	}
	return nil, ErrNotReversed
}

// leftOf is what of a payment is neither given back nor disputed, and the payouts of it that are done.
func (s together) leftOf(ctx context.Context, p *payments.Payment) (left int64, done []payments.Payout, err error) {
	payouts, err := s.cfg.Store.Payouts.PaymentPayouts(ctx, p.EventID, p.ID)
	left = p.Amount - p.Disputed
	for i := range payouts {
		if payouts[i].State == payments.PayoutDone {
			left, done = left-payouts[i].Amount, append(done, payouts[i])
		}
	}
	return left, done, err
}
