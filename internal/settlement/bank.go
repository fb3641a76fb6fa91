package settlement

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

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

// BankTransfer is the provider of payments that came in on an organization's bank account,
// as its statements say. A person makes each refund.
const BankTransfer = payments.BankProvider

// Errors of what staff do with transactions of a bank account, found with errors.Is.
var (
	// ErrTransferDone means that the transaction is in a payment, or where it was put before.
	ErrTransferDone = errors.New("settlement: the transaction is dealt with")
	// ErrNoCredit means that no money came in with the transaction that could be given back.
	ErrNoCredit = errors.New("settlement: the transaction is a reversal")
	// ErrCurrency means that the order is in another currency.
	ErrCurrency = errors.New("settlement: the order is in another currency")
)

// Limits of what is looked at together.
const (
	transfersPage = 100
	maxReferences = 5
)

// TakeStatement stores what was read from a file of a bank, once, with the transactions that
// no file before had, which MatchTransfers goes on with. fresh is false when the file was read before.
func (s *Settler) TakeStatement(ctx context.Context, org, name, by string, file []byte, read *bankfile.File) (b *payments.BankStatement, fresh bool, err error) {
	now, sum := s.now(), sha256.Sum256(file)
	b = &payments.BankStatement{
		OrgID: org, ID: id.OfOrganization(id.BankStatement, org, sum), Hash: hex.EncodeToString(sum[:]), Name: name, Format: read.Format,
		Pending: int64(read.Pending), ReadBy: by, ReadAt: now,
	}
	var list []payments.BankTransaction
	keys := bankfile.Keys(read.Transactions)
	for i := range read.Transactions {
		t := &read.Transactions[i]
		if b.FromDay == "" || t.Booked < b.FromDay {
			b.FromDay = t.Booked
		}
		b.ToDay = max(b.ToDay, t.Booked)
		if t.Kind == bankfile.Debit {
			b.Debits++
			continue
		}
		list = append(list, payments.BankTransaction{
			OrgID: org, ID: id.OfOrganization(id.BankTransaction, org, sha256.Sum256([]byte(keys[i]))), StatementID: b.ID, Line: int64(t.Line),
			Account: t.Account, Currency: t.Currency, Amount: t.Amount, Kind: string(t.Kind), Booked: t.Booked, Payer: t.Payer, PayerIBAN: t.PayerIBAN,
			Text: t.Text, EndToEnd: t.EndToEnd, BankRef: t.BankRef, State: payments.TransferNew, TakenAt: now, ChangedAt: now,
		})
	}
	next, err := job(MatchTransfersJob{OrgID: org}, now+inventory.Instant(settleGrace.Microseconds()))
	if err != nil {
		return nil, false, err
	}
	if fresh, err = s.cfg.Store.Banks.TakeStatement(ctx, b, list, next); err != nil {
		return nil, false, fmt.Errorf("settlement: take a bank statement: %w", err)
	}
	return b, fresh, nil
}

// MatchTransfers goes on with the transactions of an organization's account of which no person
// has to think first. It is idempotent. The error is of those that have to wait.
func (s *Settler) MatchTransfers(ctx context.Context, org string) error {
	var errs error
	for after := (payments.BankTransaction{}); ; {
		page, err := s.cfg.Store.Banks.TransactionsToMatch(ctx, org, &after, transfersPage)
		if err != nil {
			return fmt.Errorf("settlement: match transfers: %w", err)
		}
		for i := range page {
			after = page[i]
			if err := s.matchTransfer(ctx, &page[i]); err != nil && !errors.Is(err, database.ErrStale) {
				s.log.ErrorContext(ctx, "settlement: a bank transaction waits", slog.String("transaction", page[i].ID), slog.Any("error", err))
				errs = errors.Join(errs, err)
			}
			if ctx.Err() != nil {
				return errors.Join(errs, ctx.Err())
			}
		}
		if len(page) < transfersPage {
			return errs
		}
	}
}

// matchTransfer decides about a transaction that is new, gives the rest of one back, or goes on
// with a part.
func (s *Settler) matchTransfer(ctx context.Context, t *payments.BankTransaction) error {
	switch t.State {
	case payments.TransferMatched:
		return s.owe(ctx, t)
	case payments.TransferPart:
		return s.goOnWithPart(ctx, t)
	}
	iban := ""
	switch a, err := s.cfg.Store.Banks.Account(ctx, t.OrgID); {
	case err == nil:
		iban = a.IBAN
	case !errors.Is(err, database.ErrNotFound):
		return err
	}
	orders, names, err := s.namedOrders(ctx, t)
	if err != nil {
		return err
	}
	v := transfer.Decide(TransactionOf(t), iban, names, orders)
	if v.Pay {
		return together{s}.payWithParts(ctx, v.Order, t, "")
	}
	next := moved(t, payments.TransferOpen, "", s.now())
	next.Reason = string(v.Reason)
	if v.Order != nil {
		next.EventID, next.OrderID = v.Order.EventID, v.Order.ID
	}
	return s.cfg.Store.Banks.MoveTransaction(ctx, next)
}

// namedOrders returns the orders, and parts of prices of bookings, that the payer of a transaction
// named by their references. names is whether there is any reference that may be ours.
func (s *Settler) namedOrders(ctx context.Context, t *payments.BankTransaction) (orders []transfer.Order, names bool, err error) {
	text := t.Text + "\n" + t.EndToEnd
	found := inventory.References(text)
	for _, r := range found[:min(len(found), maxReferences)] {
		list, err := s.cfg.Store.Banks.OrdersReferenced(ctx, t.OrgID, r.Tail, r.Mark)
		if err != nil {
			return nil, false, err
		}
		for i := range list {
			orders = append(orders, OrderOf(&list[i]))
		}
		switch due, err := s.cfg.Store.Dues.BookingReferenced(ctx, t.OrgID, r); {
		case err == nil:
			orders = append(orders, PartOf(due, s.now()))
		case !errors.Is(err, database.ErrNotFound):
			return nil, false, err
		}
		switch due, err := s.cfg.Store.Dues.DatesReferenced(ctx, t.OrgID, r); {
		case err == nil:
			orders = append(orders, DatesOf(due, t.Amount, s.now()))
		case !errors.Is(err, database.ErrNotFound):
			return nil, false, err
		}
	}
	return orders, len(found) > 0 || inventory.HasReference(text), nil
}

// moved is a transaction in another state.
func moved(t *payments.BankTransaction, state, by string, now inventory.Instant) *payments.BankTransaction {
	next := *t
	next.State, next.ChangedAt, next.Version = state, now, t.Version+1
	if next.ChangedBy = by; by == "" {
		next.ChangedBy = Actor
	}
	return &next
}

// TransactionOf is a stored transaction as it was read.
func TransactionOf(t *payments.BankTransaction) *bankfile.Transaction {
	return &bankfile.Transaction{
		Line: int(t.Line), Account: t.Account, Amount: t.Amount, Currency: t.Currency, Kind: bankfile.Kind(t.Kind), Booked: t.Booked,
		Payer: t.Payer, PayerIBAN: t.PayerIBAN, Text: t.Text, EndToEnd: t.EndToEnd, BankRef: t.BankRef,
	}
}

// OrderOf is an order as package transfer knows it.
func OrderOf(o *payments.BankOrder) transfer.Order {
	h := &o.Hold
	return transfer.Order{
		EventID: o.EventID, ID: h.ID, State: h.State, Lapsed: h.State == inventory.HoldReleased && h.Reason == inventory.ReasonOrderExpired,
		Total: h.Order.Total, Received: o.Received, Currency: h.Order.Currency, Name: inventory.NameFor(h.Name, &o.Person),
	}
}

// PartOf is a part of a booking's price at a time, as package transfer knows orders: where a payment of what
// it costs is kept, it waits.
func PartOf(d *dues.BookingDue, now inventory.Instant) transfer.Order {
	o := transfer.Order{
		EventID: d.OrgID, ID: d.Order(), State: inventory.HoldReleased, Total: d.Total(), Received: d.Received, Currency: d.Terms.Currency, Name: d.Name,
		Reference: booking.Reference(d.ID, d.Part, d.OrgID),
	}
	switch d.Settles(now) {
	case booking.Kept:
		o.State = inventory.HoldHeld
	case booking.KeptIfFree:
		o.Lapsed = true
	case booking.PaidAgain:
		o.State = inventory.HoldConfirmed
	}
	return o
}

// dueOf is what a transaction is for that names an order: that, or a part of the price of a booking or of
// several dates. What was received for it is what others have brought.
func (s *Settler) dueOf(ctx context.Context, t *payments.BankTransaction, order string) (o transfer.Order, err error) {
	own := int64(0)
	if t.State == payments.TransferPart && t.OrderID == order {
		own = t.Amount
	}
	switch {
	case isBooking(order):
		due, err := s.cfg.Store.Dues.BookingDue(ctx, t.OrgID, order)
		if err != nil {
			return o, err
		}
		o = PartOf(due, s.now())
	case isDates(order):
		due, err := s.cfg.Store.Dues.DatesDue(ctx, t.OrgID, order)
		if err != nil {
			return o, err
		}
		due.Received -= own
		return DatesOf(due, t.Amount, s.now()), nil
	default:
		found, err := s.cfg.Store.Banks.OrderForTransfer(ctx, t.OrgID, order)
		if err != nil {
			return o, err
		}
		o = OrderOf(found)
	}
	o.Received -= own
	return o, nil
}

// payWithParts is payByTransfer with the parts that came before.
func (s together) payWithParts(ctx context.Context, o *transfer.Order, t *payments.BankTransaction, by string) error {
	parts, err := s.cfg.Store.Banks.TransactionParts(ctx, o.EventID, o.ID)
	if err != nil {
		return err
	}
	return s.payByTransfer(ctx, o, parts, t, by)
}

// payByTransfer pays an order with a transaction and parts that came before, and settles
// that. What is more than the order costs is due back.
func (s *Settler) payByTransfer(ctx context.Context, o *transfer.Order, parts []payments.BankTransaction, t *payments.BankTransaction, by string) error {
	now, left := s.now(), o.Total
	theirs := transferID(o.EventID, "bank transfer\n"+t.ID)
	paid := PaymentID(BankTransfer, theirs)
	parts = slices.DeleteFunc(parts, func(p payments.BankTransaction) bool { return p.ID == t.ID })
	list := append(parts, *t) // it comes last, and only of it there can be too much
	for i := range list {
		next := moved(&list[i], payments.TransferMatched, by, now)
		next.EventID, next.OrderID, next.PaymentID = o.EventID, o.ID, paid
		next.Applied = min(next.Amount, left)
		next.Back = next.Amount - next.Applied
		if left -= next.Applied; next.Applied == 0 {
			next.PaymentID = ""
		}
		list[i] = *next
	}
	if left > 0 { // a part was taken away meanwhile
		return database.ErrStale
	}
	fact, receive := s.transferFact(t, o, theirs, o.Total), s.receiveTransfer
	if isDates(o.ID) {
		paid = payments.ShareID(paid, 1) // with which the others are settled
		receive = func(ctx context.Context, f *payment.Fact, list []payments.BankTransaction) (bool, error) {
			return together{s}.receiveTransfer(ctx, f, o, list)
		}
	}
	switch fresh, err := receive(ctx, fact, list); {
	case err != nil:
		return err
	case !fresh: // somebody else has put the same transaction in a payment meanwhile
		return database.ErrStale
	}
	if err := s.Settle(ctx, o.EventID, paid); err != nil {
		return err
	}
	for i := range list {
		if err := s.owe(ctx, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// transferID is what names a payment, or a notice of one, that a seed says: within an event, or
// within the organization of a booking.
func transferID(within, seed string) string {
	if payments.OfBookings(within) {
		return id.OfOrganization(id.Payment, within, sha256.Sum256([]byte("holdfast booking transfer v1\n"+seed)))
	}
	return id.Named(id.Payment, within, seed)
}

// transferFact is what a transaction says of an amount of it.
func (s *Settler) transferFact(t *payments.BankTransaction, o *transfer.Order, theirs string, amount int64) *payment.Fact {
	at := s.cfg.Now()
	if day, err := time.Parse(time.DateOnly, t.Booked); err == nil && day.Before(at) {
		at = day
	}
	reference := s.Reference(o.ID)
	if hasNoEvent(o.ID) {
		reference = s.bookingReference(o.EventID, o.ID)
	}
	return &payment.Fact{
		EventID: theirs, Kind: payment.Captured, PaymentID: theirs, Reference: reference, Amount: payment.Money{Minor: amount, Currency: t.Currency}, At: at,
	}
}

// receiveTransfer records a payment, and that transactions are in it, in one transaction of the
// database. fresh is false when the payment was recorded before: then nothing is changed, and
// list is not what the transactions are. database.ErrStale: somebody has done something else with
// one of them.
func (s *Settler) receiveTransfer(ctx context.Context, f *payment.Fact, list []payments.BankTransaction) (fresh bool, err error) {
	r, err := s.classify(ctx, BankTransfer, f)
	if err != nil {
		return false, err
	}
	r.Transactions = list
	if fresh, err = s.cfg.Store.Payments.Receive(ctx, r); err != nil {
		return false, fmt.Errorf("settlement: receive a transfer: %w", err)
	}
	return fresh, nil
}

// owe records that what an order did not need of a transaction is due back: as a payment of
// its own for the order, which is turned down.
func (s *Settler) owe(ctx context.Context, t *payments.BankTransaction) error {
	if t.Back == 0 || t.BackPaymentID != "" {
		return nil
	}
	theirs := transferID(t.EventID, "bank transfer, too much\n"+t.ID)
	next := moved(t, t.State, t.ChangedBy, s.now())
	next.BackPaymentID = PaymentID(BankTransfer, theirs)
	order, err := together{s}.oneOf(ctx, t)
	if err != nil {
		return err
	}
	if _, err := s.receiveTransfer(ctx, s.transferFact(t, &transfer.Order{EventID: t.EventID, ID: order}, theirs, t.Back), []payments.BankTransaction{*next}); err != nil {
		return err
	}
	return s.Settle(ctx, t.EventID, next.BackPaymentID)
}

// openTransfer returns a transaction that staff can still decide about.
func (s *Settler) openTransfer(ctx context.Context, org, transaction string) (*payments.BankTransaction, error) {
	t, err := s.cfg.Store.Banks.Transaction(ctx, org, transaction)
	if err == nil && t.State != payments.TransferOpen && t.State != payments.TransferPart {
		err = ErrTransferDone
	}
	return t, err
}

// AssignTransfer has a transaction be for an order, or for what stands for a part of the price of a
// booking, or of several dates, in its place: it pays it, with those that were assigned
// before, if they suffice; what is too much is due back. If not, it waits for more. A reversal
// takes back what the order was paid, or says that a refund of it did not arrive.
//
// ErrTransferDone, ErrNotReversed, ErrCurrency, ErrPaid: the order is paid. ErrNotPayable: the
// order has ended, or has lapsed and this does not suffice. database.ErrNotFound: the
// organization has no such transaction or order. database.ErrStale: somebody was faster.
func (s *Settler) AssignTransfer(ctx context.Context, org, transaction, order, by string) error {
	t, err := s.openTransfer(ctx, org, transaction)
	if err != nil {
		return err
	}
	o, err := s.dueOf(ctx, t, order)
	if err != nil {
		return err
	}
	switch suffices := t.Amount >= o.Due(); {
	case t.Currency != o.Currency:
		return ErrCurrency
	case t.Kind != string(bankfile.Credit):
		return s.reverse(ctx, t, &o, by)
	case o.State == inventory.HoldConfirmed:
		return ErrPaid
	case o.State != inventory.HoldHeld && !(o.Lapsed && suffices):
		return ErrNotPayable
	case suffices:
		return together{s}.payWithParts(ctx, &o, t, by)
	}
	next := moved(t, payments.TransferPart, by, s.now())
	next.EventID, next.OrderID = o.EventID, o.ID
	if err := s.cfg.Store.Banks.MoveTransaction(ctx, next); err != nil {
		return err
	}
	// Of two parts that are assigned at once, each may have been weighed without the other, and
	// the order may be paid in another way meanwhile.
	if err := s.goOnWithPart(ctx, next); !errors.Is(err, database.ErrStale) {
		return err
	}
	return nil // whoever assigned the other pays it
}

// GiveTransferBack has all of a transaction be due back. If it names an order, or a booking, that it
// cannot pay, it is a refund of that; else it waits to be given back at the desk.
func (s *Settler) GiveTransferBack(ctx context.Context, org, transaction, note, by string) error {
	t, err := s.openTransfer(ctx, org, transaction)
	if err != nil {
		return err
	}
	if t.Kind != string(bankfile.Credit) {
		return ErrNoCredit
	}
	next := moved(t, payments.TransferToReturn, by, s.now())
	next.Note = note
	if t.OrderID == "" || isDates(t.OrderID) {
		return s.cfg.Store.Banks.MoveTransaction(ctx, next)
	}
	o, err := s.dueOf(ctx, t, t.OrderID)
	if err != nil {
		return err
	}
	// A payment that is not what the order costs, or is for one that is paid or has ended, is
	// turned down, and what is turned down is due back.
	if t.Amount == o.Total && t.Currency == o.Currency && o.Waits() {
		return s.cfg.Store.Banks.MoveTransaction(ctx, next)
	}
	theirs := transferID(o.EventID, "bank transfer, given back\n"+t.ID)
	next.State, next.Back, next.BackPaymentID = payments.TransferMatched, t.Amount, PaymentID(BankTransfer, theirs)
	if _, err := s.receiveTransfer(ctx, s.transferFact(t, &o, theirs, t.Amount), []payments.BankTransaction{*next}); err != nil {
		return err
	}
	return s.Settle(ctx, o.EventID, next.BackPaymentID)
}

// IgnoreTransfer notes that a transaction is not for tickets.
func (s *Settler) IgnoreTransfer(ctx context.Context, org, transaction, note, by string) error {
	t, err := s.openTransfer(ctx, org, transaction)
	if err != nil {
		return err
	}
	next := moved(t, payments.TransferIgnored, by, s.now())
	next.Note = note
	return s.cfg.Store.Banks.MoveTransaction(ctx, next)
}

// MarkTransferReturned notes that a person has given a transaction back that is in no payment.
func (s *Settler) MarkTransferReturned(ctx context.Context, org, transaction, note, by string) error {
	t, err := s.cfg.Store.Banks.Transaction(ctx, org, transaction)
	switch {
	case err != nil:
		return err
	case t.State == payments.TransferReturned:
		return nil
	case t.State != payments.TransferToReturn:
		return ErrTransferDone
	}
	next := moved(t, payments.TransferReturned, by, s.now())
	next.Note = note
	return s.cfg.Store.Banks.MoveTransaction(ctx, next)
}

// undone are the states that a decision of staff about a transaction can be taken back from,
// and to which.
var undone = map[string]string{
	payments.TransferPart: payments.TransferOpen, payments.TransferIgnored: payments.TransferOpen, payments.TransferToReturn: payments.TransferOpen, payments.TransferReturned: payments.TransferToReturn,
}

// UndoTransfer takes back what staff decided about a transaction, as long as no payment has
// come of it.
func (s *Settler) UndoTransfer(ctx context.Context, org, transaction, by string) error {
	t, err := s.cfg.Store.Banks.Transaction(ctx, org, transaction)
	if err != nil {
		return err
	}
	to, ok := undone[t.State]
	if !ok {
		return ErrTransferDone
	}
	next := moved(t, to, by, s.now())
	if next.Note = ""; t.State == payments.TransferReturned {
		next.Note = t.Note
	}
	if to == payments.TransferOpen { // for the order that its payer names, as when it was taken
		orders, _, err := s.namedOrders(ctx, t)
		if err != nil {
			return err
		}
		if next.EventID, next.OrderID = "", ""; len(orders) == 1 {
			next.EventID, next.OrderID = orders[0].EventID, orders[0].ID
		}
	}
	return s.cfg.Store.Banks.MoveTransaction(ctx, next)
}
