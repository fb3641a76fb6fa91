package settlement

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/dues"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/transfer"
)

// One bank transfer pays several dates as one page does: it becomes a payment for each, its shares. No
// page was asked for, so one is stored with them, paid from the start, that says what they are of.

// DatesOf is a part of the price of several dates at a time, as package transfer knows orders, for an amount
// that comes in beside what was received for it.
func DatesOf(d *dues.DatesDue, amount int64, now inventory.Instant) transfer.Order {
	o := transfer.Order{
		EventID: d.OrgID, ID: d.Order(), State: inventory.HoldReleased, Received: d.Received, Currency: d.Dates[0].Terms.Currency, Name: d.Dates[0].Name,
		Reference: booking.DatesReference(d.SeriesID, d.Part, d.OrgID),
	}
	shares, total := d.For(d.Received+amount, now)
	o.Total = total
	for _, s := range shares {
		o.Shares = append(o.Shares, transfer.Share(s))
	}
	switch {
	case d.Asked(now):
		o.State = inventory.HoldHeld
	case len(shares) > 0:
		o.Lapsed = true
	default:
		for i := range d.Dates {
			o.Total += d.Dates[i].Total()
		}
		if d.Paid(now) {
			o.State = inventory.HoldConfirmed
		}
	}
	return o
}

// receiveTransfer is Settler.receiveTransfer of what pays several dates.
func (s together) receiveTransfer(ctx context.Context, f *payment.Fact, o *transfer.Order, list []payments.BankTransaction) (fresh bool, err error) {
	now := s.now()
	page := &payments.Checkout{
		EventID: o.EventID, ID: s.cfg.IDs.InOrganization(id.Checkout, o.EventID), OrderID: o.ID, Provider: BankTransfer, Amount: o.Total, Currency: o.Currency,
		State: payments.CheckoutPaid, Standing: string(payment.Captured), Deadline: now, CreatedAt: now, LookAt: now, AskedAt: now,
	}
	for _, share := range o.Shares {
		page.Shares = append(page.Shares, payments.Share(share))
	}
	r := s.received(BankTransfer, f)
	r.Payment.EventID, r.Payment.OrderID = o.EventID, o.ID
	if err := s.split(ctx, page, r); err != nil {
		return false, err
	}
	r.Page, r.Checkout, r.Transactions = page, nil, list
	if fresh, err = s.cfg.Store.Payments.Receive(ctx, r); err != nil {
		return false, fmt.Errorf("settlement: receive a transfer: %w", err)
	}
	return fresh, nil
}

// AssignDates has a transaction be for a part of the price of these dates of a series alone: it pays all
// of them, and what is too much is due back. The errors are those of AssignTransfer, and ErrAmount: it
// does not suffice.
func AssignDates(ctx context.Context, s *Settler, org, transaction, order string, dates []string, by string) error {
	t, err := s.openTransfer(ctx, org, transaction)
	if err != nil {
		return err
	}
	d, err := s.cfg.Store.Dues.DatesDue(ctx, org, order)
	if err != nil {
		return err
	}
	if !d.Only(dates) {
		return database.ErrNotFound
	}
	d.Received = 0 // which is of all dates
	o := DatesOf(d, math.MaxInt64, s.now())
	switch {
	case t.Currency != o.Currency:
		return ErrCurrency
	case t.Kind != string(bankfile.Credit):
		return ErrNotReversed
	case o.State == inventory.HoldConfirmed:
		return ErrPaid
	case len(o.Shares) < len(dates):
		return ErrNotPayable
	case t.Amount < o.Total:
		return ErrAmount
	}
	return s.payByTransfer(ctx, &o, nil, t, by)
}

// oneOf is the order that a transaction is for. Of several dates it is the first that it has paid, with
// which is listed what goes back of what was too much.
func (s together) oneOf(ctx context.Context, t *payments.BankTransaction) (order string, err error) {
	if !isDates(t.OrderID) {
		return t.OrderID, nil
	}
	if t.PaymentID != "" {
		first, err := s.cfg.Store.Payments.Payment(ctx, t.EventID, payments.ShareID(t.PaymentID, 1))
		if err != nil {
			return "", err
		}
		return first.OrderID, nil
	}
	pages, err := s.cfg.Store.Payments.OrderCheckouts(ctx, t.EventID, t.OrderID)
	for i := range pages {
		if c := &pages[i]; c.Provider == BankTransfer && len(c.Shares) > 0 {
			order = c.Shares[0].OrderID // of the newest: other transactions sufficed
		}
	}
	if err == nil && order == "" {
		err = fmt.Errorf("settlement: transaction %s has paid no date", t.ID)
	}
	return order, err
}

// reverse is Settler.reverse of what has paid several dates.
func (s together) reverse(ctx context.Context, t *payments.BankTransaction, o *transfer.Order, by string) error {
	paid, err := s.cfg.Store.Banks.TransactionsOf(ctx, o.EventID, o.ID, payments.TransferMatched)
	if err != nil {
		return err
	}
	for i := range paid {
		if paid[i].Kind != string(bankfile.Credit) || paid[i].PaymentID == "" {
			continue
		}
		first, err := s.cfg.Store.Payments.Payment(ctx, o.EventID, payments.ShareID(paid[i].PaymentID, 1))
		if err != nil {
			return err
		}
		shares, err := s.cfg.Store.Payments.Shares(ctx, first)
		if err != nil {
			return err
		}
		if t.Kind == string(bankfile.CreditReversed) {
			err = s.reverseShares(ctx, t, o, paid[i].PaymentID, shares, by)
		} else {
			err = s.reverseOne(ctx, t, shares, by)
		}
		if !errors.Is(err, ErrNotReversed) {
			return err
		}
	}
	return ErrNotReversed
}

// reverseOne has a refund of one of the dates not have arrived.
func (s together) reverseOne(ctx context.Context, t *payments.BankTransaction, shares []*payments.Payment, by string) error {
	for _, p := range shares {
		if err := s.Settler.reverse(ctx, t, &transfer.Order{EventID: p.EventID, ID: p.OrderID}, by); !errors.Is(err, ErrNotReversed) {
			return err
		}
	}
	return ErrNotReversed
}

// reverseShares has a bank have taken back what one transfer had paid for several dates.
func (s together) reverseShares(ctx context.Context, t *payments.BankTransaction, o *transfer.Order, paid string, shares []*payments.Payment, by string) error {
	var left int64
	for _, p := range shares {
		n, _, err := s.leftOf(ctx, p)
		if err != nil {
			return err
		}
		left += max(0, n)
	}
	if left < t.Amount || shares[0].Currency != t.Currency {
		return ErrNotReversed
	}
	f := s.transferFact(t, o, atProvider(paid), t.Amount)
	f.EventID, f.Kind, f.RefundID = transferID(o.EventID, "bank reversal\n"+t.ID), payment.Reversed, t.ID
	next := moved(t, payments.TransferMatched, by, s.now())
	next.EventID, next.OrderID, next.PaymentID = o.EventID, o.ID, paid
	fresh, err := s.returned(ctx, BankTransfer, f, shares[0], []payments.BankTransaction{*next})
	if err == nil && !fresh {
		err = database.ErrStale
	}
	return err
}
