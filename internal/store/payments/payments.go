package payments

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The states of a Payment.
const (
	PaymentCaptured = "captured" // the money is in; what becomes of it is being decided
	PaymentTickets  = "tickets"  // the order has it
	PaymentRefund   = "refund"   // it goes back
	// PaymentForeign is money of somebody else who uses the same account at the
	// provider: it is not ours to give back.
	PaymentForeign = "foreign"
)

// Payment is money that came in.
type Payment struct {
	EventID, ID, Provider string // ID is the provider's name of it with the provider before it
	OrderID, CheckoutID   string
	Amount                int64
	Currency              string
	CapturedAt            inventory.Instant
	ReceivedAt            inventory.Instant
	State                 string
	Problem, Note         string
	Disputed              int64
	SettledAt             inventory.Instant
	ProviderFee
}

// PaymentTable describes the table payments; a row is one Payment.
var PaymentTable = table.New("payments", new(Payment), func(c *table.Columns, v *Payment) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("provider", &v.Provider)
	c.Text("order_id", &v.OrderID)
	c.Text("checkout_id", &v.CheckoutID)
	c.Number("amount", &v.Amount)
	c.Text("currency", &v.Currency)
	c.Number("captured_at", (*int64)(&v.CapturedAt))
	c.Number("received_at", (*int64)(&v.ReceivedAt))
	c.Text("state", &v.State)
	c.Text("problem", &v.Problem)
	c.Text("note", &v.Note)
	c.Number("disputed", &v.Disputed)
	c.Number("settled_at", (*int64)(&v.SettledAt))
	v.ProviderFee.visit(c)
})

// PaymentNotice is a notification of a provider that was verified.
type PaymentNotice struct {
	EventID, Provider, ID, Kind, PaymentID string
	RefundID, RefundRef                    string // of a refund or dispute: the provider's name of it, and ours
	Amount                                 int64
	Currency                               string
	At, ReceivedAt                         inventory.Instant
	Verdict                                string // '' or the code of the problem that it is answered with
}

// Received is what a notice changes, all of it in one transaction.
type Received struct {
	Notice  PaymentNotice
	Payment *Payment // captured by it
	// Others are the other shares of it, where it is for several orders, and Page, when not nil, says
	// what they are of: it is stored with them, where no page was asked for.
	Others []*Payment
	Page   *Checkout
	// Disputed, when not nil, is how much of the payment named by the notice the
	// payer's bank now has back; DisputedWas, how much that was when the notice was
	// weighed, and ReturnsHeard, how many others of PaymentReturns there were.
	Disputed     *int64
	DisputedWas  int64
	ReturnsHeard int64
	// Payout, when not nil, is a refund that the notice tells of; PayoutWas, how it
	// stood when the notice was weighed, nil: it was not known.
	Payout    *Payout
	PayoutWas *Payout
	// Ends, when not nil, is a payout that stood as EndsWas and has ended; Payout is in its place.
	Ends, EndsWas *Payout
	// Weighed, when not nil, is what of the payment went back, by PayoutTally, when it was weighed what this
	// changes of that.
	Weighed *PayoutTally
	// Record, when not nil, is a row of the chain of the organization whose payment it is.
	Record   *audit.Deed
	Checkout *Checkout // whose state it changes, with the new one
	// Till is the till that took the payment, and TillCash how much of it is cash; "": none
	// did.
	Till     string
	TillCash int64
	// Transactions of a bank account are of the payment from now on, as each is here.
	Transactions []BankTransaction
	Journal      []JournalLine
	Jobs         []database.Job
	// With are the same news of the other shares of a payment, each with a notice of its own.
	With []*Received
}

// NoticeEarly is the verdict on a notice of a payment that is not known yet.
const NoticeEarly = "early"

// PaymentNoticeTable describes the table payment_notices; a row is one PaymentNotice.
var PaymentNoticeTable = table.New("payment_notices", new(PaymentNotice), func(c *table.Columns, v *PaymentNotice) {
	c.Text("event_id", &v.EventID)
	c.Key("provider", &v.Provider)
	c.Key("id", &v.ID)
	c.Text("kind", &v.Kind)
	c.Text("payment_id", &v.PaymentID)
	c.Text("refund_id", &v.RefundID)
	c.Text("refund_ref", &v.RefundRef)
	c.Number("amount", &v.Amount)
	c.Text("currency", &v.Currency)
	c.Number("at", (*int64)(&v.At))
	c.Number("received_at", (*int64)(&v.ReceivedAt))
	c.Text("verdict", &v.Verdict)
})

// EarlyNotices returns notices that came before the payment they tell of; "": before any.
func (s Payments) EarlyNotices(ctx context.Context, payment string, limit int) ([]PaymentNotice, error) {
	if payment == "" {
		list, err := table.All(ctx, s.db.Read, PaymentNoticeTable.Scan, "select "+PaymentNoticeTable.Columns+` from payment_notices
			where verdict = 'early' order by received_at, id limit $1`, limit)
		return list, s.db.Classify(err)
	}
	list, err := table.All(ctx, s.db.Read, PaymentNoticeTable.Scan, "select "+PaymentNoticeTable.Columns+` from payment_notices
		where payment_id = $1 and verdict = 'early' order by received_at, id limit $2`, payment, limit)
	return list, s.db.Classify(err)
}

// DropEarly forgets an early notice that another cell has recorded.
func (s Payments) DropEarly(ctx context.Context, n *PaymentNotice) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from payment_notices where event_id = $1 and provider = $2 and id = $3 and verdict = 'early'", n.EventID, n.Provider, n.ID)
		return err
	})
}

// lives is nil when an event lives in this database, or is not known in it. Notices about the money
// of one that lives elsewhere, or is on its way there, are recorded there (0188).
func lives(ctx context.Context, q table.Querier, event string) error {
	if event == "" || OfBookings(event) {
		return nil
	}
	return events.Lives(ctx, q, event)
}

// ForgottenNotices returns early notices whose payment has come since.
func (s Payments) ForgottenNotices(ctx context.Context, limit int) ([]PaymentNotice, error) {
	list, err := table.All(ctx, s.db.Read, PaymentNoticeTable.Scan, "select "+PaymentNoticeTable.As("n")+` from payment_notices n join payments p on p.id = n.payment_id or p.id = n.payment_id || '~1'
		where n.verdict = 'early' and p.state <> 'foreign' order by n.received_at, n.id limit $1`, limit)
	return list, s.db.Classify(err)
}

// Receive stores a notice and what it changes. fresh is false when the notice
// was stored before, unless it was early: then nothing is changed. A payment that
// is there already stays as it is, and is not booked twice. ErrStale: something
// changed after the notice was weighed, so it has to be weighed again; nothing was
// stored.
func (s Payments) Receive(ctx context.Context, r *Received) (fresh bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n := &r.Notice
		count, err := PaymentNoticeTable.InsertUnless(ctx, tx, n, table.UnlessThere)
		if err == nil && count == 0 && n.Verdict != NoticeEarly {
			count, err = table.Exec(ctx, tx, "update payment_notices set event_id = $1, verdict = $2 where provider = $3 and id = $4 and verdict = 'early'",
				n.EventID, n.Verdict, n.Provider, n.ID)
		}
		if fresh = count == 1; err != nil || !fresh {
			return err
		}
		// Behind the first write: whoever closes the event waits for those that have written by then.
		if err := lives(ctx, tx, n.EventID); err != nil {
			return err
		}
		for _, other := range r.With {
			n, err := PaymentNoticeTable.InsertUnless(ctx, tx, &other.Notice, table.UnlessThere)
			if err == nil && n == 1 {
				err = s.received(ctx, tx, other)
			}
			if err != nil {
				return err
			}
		}
		return s.received(ctx, tx, r)
	})
	return fresh, err
}

func (s Payments) received(ctx context.Context, tx *sql.Tx, r *Received) error {
	if p := r.Payment; p != nil {
		for _, p := range append([]*Payment{p}, r.Others...) {
			if err := insertPayment(ctx, tx, p); err != nil {
				return err
			}
		}
	}
	if r.Page != nil {
		if err := CheckoutTable.InsertRow(ctx, tx, r.Page); err != nil {
			return err
		}
	}
	if r.Disputed != nil {
		if err := notedDispute(ctx, tx, r); err != nil {
			return err
		}
	}
	if c := r.Checkout; c != nil {
		if _, err := table.Exec(ctx, tx, "update checkouts set state = $1, standing = $2 where event_id = $3 and id = $4 and state = 'open'", c.State, c.Standing, c.EventID, c.ID); err != nil {
			return err
		}
	}
	if r.Weighed != nil {
		if err := r.Weighed.stands(ctx, tx, &r.Notice); err != nil {
			return err
		}
	}
	if r.Ends != nil {
		if err := notedPayout(ctx, s.db, tx, r.Ends, r.EndsWas); err != nil {
			return err
		}
	}
	if r.Payout != nil {
		if err := notedPayout(ctx, s.db, tx, r.Payout, r.PayoutWas); err != nil {
			return err
		}
	}
	if r.Till != "" {
		if err := moveCash(ctx, tx, r.Notice.EventID, r.Till, r.TillCash, 0); err != nil {
			return err
		}
	}
	if err := book(ctx, tx, r.Notice.EventID, r.Journal); err != nil {
		return err
	}
	if err := s.db.InsertJobs(ctx, tx, r.Jobs...); err != nil {
		return err
	}
	if r.Record != nil {
		if err := organizations.Record(ctx, s.db, tx, r.Notice.EventID, "", *r.Record); err != nil {
			return err
		}
	}
	return moveTransactions(ctx, s.db, tx, r.Transactions)
}

// notedDispute writes how much of a payment is disputed. The update takes the
// payment's row even where it changes nothing, so that of two notices at the same
// time the second sees the first and is weighed again.
func notedDispute(ctx context.Context, tx *sql.Tx, r *Received) error {
	n, err := table.Exec(ctx, tx, "update payments set disputed = $1 where event_id = $2 and id = $3 and disputed = $4",
		*r.Disputed, r.Notice.EventID, r.Notice.PaymentID, r.DisputedWas)
	if err != nil {
		return err
	}
	heard, err := table.One(ctx, tx, table.ScanInt, "select count(*) from payment_notices"+ofReturns, r.Notice.EventID, r.Notice.PaymentID)
	if err == nil && (n == 0 || heard != r.ReturnsHeard+1) {
		err = database.ErrStale
	}
	return err
}

const ofReturns = ` where event_id = $1 and payment_id = $2 and verdict <> 'early'
	and kind in ('disputed', 'dispute_won', 'dispute_lost', 'reversed', 'refunded', 'refund_failed', 'refund_moved')`

// PaymentReturns returns what was heard of money of a payment that goes back: its
// disputes, how they ended, reversals and refunds, limit of them in no order.
func (s Payments) PaymentReturns(ctx context.Context, event, payment string, limit int) ([]PaymentNotice, error) {
	list, err := table.All(ctx, s.db.Read, PaymentNoticeTable.Scan, "select "+PaymentNoticeTable.Columns+" from payment_notices"+ofReturns+" limit $3", event, payment, limit)
	return list, s.db.Classify(err)
}

// insertPayment stores a payment unless it is there. One that says something
// else about the same money is ErrConflict.
func insertPayment(ctx context.Context, tx *sql.Tx, p *Payment) error {
	fresh := *p
	fresh.Disputed, fresh.SettledAt, fresh.ProviderFee = 0, 0, ProviderFee{FeeDue: p.FeeDue}
	n, err := PaymentTable.InsertUnless(ctx, tx, &fresh, table.UnlessThere)
	if err != nil || n == 1 {
		return err
	}
	was, err := table.One(ctx, tx, PaymentTable.Scan, "select "+PaymentTable.Columns+" from payments where id = $1", p.ID)
	if err != nil {
		return err
	}
	if was.EventID != p.EventID || was.OrderID != p.OrderID || was.Amount != p.Amount || was.Currency != p.Currency {
		return fmt.Errorf("%w: payment %s was reported with another order or amount", database.ErrConflict, p.ID)
	}
	return nil
}

// NoticeVerdict returns how a notice was answered, or ErrNotFound. What it returns is
// settled.
func (s Payments) NoticeVerdict(ctx context.Context, provider, id string) (string, error) {
	v, err := table.One(ctx, s.db.Read, table.ScanText, "select verdict from payment_notices where provider = $1 and id = $2", provider, id)
	if err != nil {
		return "", s.db.Classify(err)
	}
	return v, s.db.Settled(ctx)
}

// Payment returns a payment, or ErrNotFound. An event of "" means any.
func (s Payments) Payment(ctx context.Context, event, id string) (*Payment, error) {
	p, err := table.One(ctx, s.db.Read, PaymentTable.Scan, "select "+PaymentTable.Columns+" from payments where id = $1", id)
	if err == nil && event != "" && p.EventID != event {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &p, nil
}

// OrderPayments returns the payments for an order, oldest first, at most 200.
func (s Payments) OrderPayments(ctx context.Context, event, order string) ([]Payment, error) {
	list, err := table.All(ctx, s.db.Read, PaymentTable.Scan, "select "+PaymentTable.Columns+` from payments
		where event_id = $1 and order_id = $2 order by received_at, id limit 200`, event, order)
	return list, s.db.Classify(err)
}

// PaidFor returns what was paid for orders of an event, or for what stands in their place, and what of
// that goes back: order by order, the oldest first.
func (s Payments) PaidFor(ctx context.Context, event string, orders ...string) (in []Payment, out []Payout, err error) {
	for _, order := range orders {
		list, err := s.OrderPayments(ctx, event, order)
		if err != nil {
			return nil, nil, err
		}
		for i := range list {
			back, err := NewPayouts(s.db).PaymentPayouts(ctx, event, list[i].ID)
			if err != nil {
				return nil, nil, err
			}
			out = append(out, back...)
		}
		in = append(in, list...)
	}
	return in, out, nil
}

// EventPayments returns a page of the payments of an event by id, ids greater
// than after.
func (s Payments) EventPayments(ctx context.Context, event, after string, limit int) ([]Payment, error) {
	list, err := table.All(ctx, s.db.Read, PaymentTable.Scan, "select "+PaymentTable.Columns+` from payments
		where event_id = $1 and id > $2 order by id limit $3`, event, after, limit)
	return list, s.db.Classify(err)
}

// PaymentsToSettle returns payments of all events that were received before t
// and are not settled, the oldest first.
func (s Payments) PaymentsToSettle(ctx context.Context, t inventory.Instant, limit int) ([]Payment, error) {
	list, err := table.All(ctx, s.db.Read, PaymentTable.Scan, "select "+PaymentTable.Columns+` from payments
		where state = 'captured' and received_at < $1 order by received_at, event_id, id limit $2`, int64(t), limit)
	return list, s.db.Classify(err)
}

// Settlement is how a payment ended.
type Settlement struct {
	EventID, PaymentID string
	State              string // PaymentTickets or PaymentRefund
	Problem            string
	At                 inventory.Instant
	Payout             *Payout // of PaymentRefund
	// PayoutJournal returns the journal lines of the payout, once it is known how much it
	// gives.
	PayoutJournal func(*Payout) []JournalLine
	Journal       []JournalLine
	Jobs          []database.Job
}

// RecordSettlement ends a payment that was captured, with its payout, its journal lines
// and its jobs in one transaction. changed is false when it had ended before, in
// the same way; another way is ErrConflict.
func (s Payments) RecordSettlement(ctx context.Context, d *Settlement) (changed bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		changed, err = RecordSettlement(ctx, s.db, tx, d)
		if err != nil || !changed || d.State != PaymentTickets {
			return err
		}
		return invoiceSales(ctx, s.db, tx, d.EventID, []string{d.PaymentID}, d.At)
	})
	return changed, err
}

// RecordSettlement ends one payment, without its invoice.
func RecordSettlement(ctx context.Context, db *database.DB, tx *sql.Tx, d *Settlement) (changed bool, err error) {
	n, err := table.Exec(ctx, tx, "update payments set state = $1, problem = $2, settled_at = $3 where event_id = $4 and id = $5 and state = 'captured'",
		d.State, d.Problem, int64(d.At), d.EventID, d.PaymentID)
	if err != nil {
		return false, err
	}
	if n == 0 {
		state, err := table.One(ctx, tx, table.ScanText, "select state from payments"+table.WithID, d.EventID, d.PaymentID)
		if err == nil && state != d.State {
			err = fmt.Errorf("%w: payment %s ended in %s, not in %s", database.ErrConflict, d.PaymentID, state, d.State)
		}
		return false, err
	}
	if d.Payout != nil {
		if _, err := InsertPayout(ctx, tx, d.Payout, d.PayoutJournal); err != nil {
			return false, err
		}
	}
	if err := book(ctx, tx, d.EventID, d.Journal); err != nil {
		return false, err
	}
	if err := db.InsertJobs(ctx, tx, d.Jobs...); err != nil {
		return false, err
	}
	return true, nil
}

// Payments is checkouts, payments and what their providers said of them.
type Payments struct{ db *database.DB }

// NewPayments returns Payments on a database.
func NewPayments(db *database.DB) Payments { return Payments{db} }

// moveTransactions is MoveTransaction for several, in a transaction of which it is the last.
func moveTransactions(ctx context.Context, db *database.DB, tx *sql.Tx, list []BankTransaction) error {
	if len(list) == 0 {
		return nil
	}
	deeds := make([]audit.Deed, len(list))
	for i := range list {
		t := &list[i]
		if t.OrgID != list[0].OrgID {
			return fmt.Errorf("%w: transactions of two organizations", database.ErrConflict)
		}
		was, err := table.One(ctx, tx, table.ScanInt, "select version from bank_transactions where org_id = $1 and id = $2"+db.ForUpdate, t.OrgID, t.ID)
		if err != nil {
			return err
		}
		if was != t.Version-1 {
			return database.ErrStale
		}
		if err := BankTransactionTable.UpdateRow(ctx, tx, t, 1); err != nil {
			return err
		}
		deeds[i] = audit.Deed{Subject: t.ID, Action: audit.BankTransactionChanged, Commitment: t.Commitment()}
	}
	return organizations.Record(ctx, db, tx, list[0].OrgID, "", deeds...)
}
