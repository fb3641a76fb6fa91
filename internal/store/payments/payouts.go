package payments

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The states of a Payout.
const (
	PayoutDue     = "due"     // the provider was not told, or did not answer
	PayoutPending = "pending" // the provider has taken it on
	PayoutDone    = "done"
	PayoutFailed  = "failed" // the provider refuses: a person has to look
)

// ReasonAtProvider is the reason of a payout that was made in the provider's dashboard.
const ReasonAtProvider = "refunded_at_provider"

// Uncovered returns how much of a payment with these payouts was refunded in the
// provider's dashboard while the sale stands: what no decision here has covered since.
func Uncovered(payouts []Payout) (amount int64) {
	for i := range payouts {
		switch o := &payouts[i]; {
		case o.Reason != ReasonAtProvider:
			amount -= o.Owed - o.Amount
		case o.State == PayoutDone:
			amount += o.Amount
		}
	}
	return max(0, amount)
}

// PayoutTally is what went back of a payment: how many payouts it has, and what those give that have not failed.
type PayoutTally struct{ Count, Given int64 }

// TallyOf is that of payouts.
func TallyOf(payouts []Payout) *PayoutTally {
	t := &PayoutTally{Count: int64(len(payouts))}
	for i := range payouts {
		if payouts[i].State != PayoutFailed {
			t.Given += payouts[i].Amount
		}
	}
	return t
}

// stands returns ErrStale unless it is that of the payment of a notice, whose row the transaction holds.
func (t *PayoutTally) stands(ctx context.Context, tx *sql.Tx, n *PaymentNotice) error {
	now, err := table.One(ctx, tx, func(r engine.Row, v *PayoutTally) error { return r.Scan(&v.Count, &v.Given) },
		`select count(*), cast(coalesce(sum(case when state <> 'failed' then amount else 0 end), 0) as bigint) from payouts
		where event_id = $1 and payment_id = $2`, n.EventID, n.PaymentID)
	if err == nil && now != *t {
		err = database.ErrStale
	}
	return err
}

// Payout is money that goes back.
type Payout struct {
	EventID, ID                     string
	Seq                             int64 // of the refund that is due; 0: none was decided here
	OrderID, PaymentID              string
	Amount                          int64 // what is given
	Owed                            int64 // what was decided; more than Amount when the rest was given by hand before
	Currency                        string
	State, Reason, Ref, Note, Error string
	// ErrorCode is by which the provider names why it failed, beside its own words in Error.
	ErrorCode string
	// PaidOn is the day on which it was paid by other means than its provider, as 2027-05-03; "": it was not.
	PaidOn string
	TillID string // of the till that gave it; "": none did
	Tries  int64
	// Attempt is how often a person had it given anew after it failed. What a
	// provider does and what the journal says is of one attempt.
	Attempt              int64
	CreatedAt, UpdatedAt inventory.Instant
	ProviderFee
}

// PayoutTable describes the table payouts; a row is one Payout.
var PayoutTable = table.New("payouts", new(Payout), func(c *table.Columns, v *Payout) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Number("seq", &v.Seq)
	c.Text("order_id", &v.OrderID)
	c.Text("payment_id", &v.PaymentID)
	c.Number("amount", &v.Amount)
	c.Number("owed", &v.Owed)
	c.Text("currency", &v.Currency)
	c.Text("state", &v.State)
	c.Text("reason", &v.Reason)
	c.Text("ref", &v.Ref)
	c.Text("note", &v.Note)
	c.Text("till_id", &v.TillID)
	c.Text("error", &v.Error)
	c.Text("error_code", &v.ErrorCode)
	c.Text("paid_on", &v.PaidOn)
	c.Number("tries", &v.Tries)
	c.Number("attempt", &v.Attempt)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
	v.ProviderFee.visit(c)
})

// cash is how much of it is given in cash by a till.
func (p *Payout) cash() int64 {
	if strings.HasPrefix(p.PaymentID, CashProvider+":") {
		return p.Amount
	}
	return 0
}

// OpenPayout stores a payout that is due, with the journal lines that follow from what
// it gives, and returns it; when it is there already, as it is. What it gives is bounded by what the
// payment has left, so that refunds never exceed what was captured whatever was
// given back at the provider's own desk. A refund of an order with an invoice gets its credit
// note with it.
func (s Payouts) OpenPayout(ctx context.Context, p Payout, lines func(*Payout) []JournalLine) (open Payout, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		fresh, err := InsertPayout(ctx, tx, &p, lines)
		if err == nil && fresh && p.Seq > 0 {
			err = creditRefund(ctx, s.db, tx, &p)
		}
		if err != nil {
			return err
		}
		open, err = table.One(ctx, tx, PayoutTable.Scan, "select "+PayoutTable.Columns+" from payouts"+table.WithID, p.EventID, p.ID)
		return err
	})
	return open, err
}

// InsertPayout stores a payout that is due, with its journal lines, unless it is there.
func InsertPayout(ctx context.Context, tx *sql.Tx, p *Payout, lines func(*Payout) []JournalLine) (fresh bool, err error) {
	left, err := leftOf(ctx, tx, p.EventID, p.PaymentID)
	if err != nil {
		return false, err
	}
	p.Amount = max(0, min(p.Owed, left))
	if p.State = PayoutDue; p.Amount == 0 {
		p.State = PayoutDone
	}
	due := *p
	due.PaidOn, due.ErrorCode = "", ""
	due.Ref, due.Note, due.TillID, due.Error, due.Tries, due.Attempt, due.UpdatedAt, due.ProviderFee = "", "", "", "", 0, 0, p.CreatedAt, ProviderFee{}
	n, err := PayoutTable.InsertUnless(ctx, tx, &due, "on conflict (event_id, id) do nothing")
	if fresh = n == 1; err != nil || !fresh {
		return false, err
	}
	if err := beginRefund(ctx, tx, p); err != nil {
		return false, err
	}
	if lines != nil {
		err = book(ctx, tx, p.EventID, lines(p))
	}
	return true, err
}

// beginRefund notes at the refund that a new payout is of that there is one.
func beginRefund(ctx context.Context, tx *sql.Tx, p *Payout) error {
	if p.Seq == 0 {
		return nil
	}
	return table.ExecOne(ctx, tx, BeginRefundSQL, p.EventID, p.Seq)
}

const BeginRefundSQL = "update refunds_due set begun = true where event_id = $1 and seq = $2"

// leftOf is what of a payment is not given back, and makes the others who ask
// wait until this transaction ends: the write comes first.
func leftOf(ctx context.Context, tx *sql.Tx, event, payment string) (int64, error) {
	if err := table.ExecOne(ctx, tx, "update payments set settled_at = settled_at"+table.WithID, event, payment); err != nil {
		return 0, err
	}
	return table.One(ctx, tx, table.ScanInt, `select p.amount - cast(coalesce((select sum(o.amount) from payouts o
		where o.event_id = p.event_id and o.payment_id = p.id and o.state <> 'failed'), 0) as bigint)
		from payments p where p.event_id = $1 and p.id = $2`, event, payment)
}

// notedPayout stores what a notice says about a payout that stood as was when the
// notice was weighed, nil: that was not there. ErrStale when that is no longer so.
func notedPayout(ctx context.Context, db *database.DB, tx *sql.Tx, p, was *Payout) error {
	var n int64
	var err error
	if was == nil {
		// One who has the refund since: the payment's row is ours, so there is no other.
		taken, lookErr := hasRefund(ctx, tx, p)
		if lookErr != nil {
			return lookErr
		}
		if taken {
			return database.ErrStale
		}
		noted := *p
		noted.Tries = 0
		n, err = PayoutTable.InsertUnless(ctx, tx, &noted, "on conflict (event_id, id) do nothing")
		if err == nil && n == 1 {
			err = beginRefund(ctx, tx, p)
		}
	} else {
		n, err = table.Exec(ctx, tx, `update payouts set state = $1, ref = $2, error = $3, attempt = $4, updated_at = $5, fee = $6, fee_currency = $7, fee_due = $8, error_code = $15
			where event_id = $9 and id = $10 and state = $11 and attempt = $12 and ref = $13 and fee_currency = $14`,
			p.State, p.Ref, p.Error, p.Attempt, int64(p.UpdatedAt), p.Fee, p.FeeCurrency, int64(p.FeeDue), p.EventID, p.ID, was.State, was.Attempt, was.Ref, was.FeeCurrency, p.ErrorCode)
	}
	if err == nil && n == 0 {
		err = database.ErrStale
	}
	if err != nil {
		return err
	}
	return tellFailed(ctx, db, tx, p, was)
}

// hasRefund reports whether another payout of the same payment, which has not failed,
// is the refund that the provider calls as it calls p.
func hasRefund(ctx context.Context, tx *sql.Tx, p *Payout) (bool, error) {
	if p.Ref == "" {
		return false, nil
	}
	n, err := table.One(ctx, tx, table.ScanInt, `select count(*) from payouts
		where event_id = $1 and payment_id = $2 and ref = $3 and id <> $4 and state <> 'failed'`, p.EventID, p.PaymentID, p.Ref, p.ID)
	return n > 0, err
}

// MovePayout notes what became of an attempt of a payout, with its journal lines, if it
// still stands as was: in that state, and with that fee. moved is false when it does not.
// ErrStale: another payout of the payment is this refund; nothing was changed.
func (s Payouts) MovePayout(ctx context.Context, p, was *Payout, lines []JournalLine) (moved bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if p.Ref != "" && p.State != PayoutFailed {
			// The payment's row comes first: whoever notes a refund that nobody here has
			// asked for holds it too.
			if _, err := leftOf(ctx, tx, p.EventID, p.PaymentID); err != nil {
				return err
			}
			if taken, err := hasRefund(ctx, tx, p); err != nil {
				return err
			} else if taken {
				return database.ErrStale
			}
		}
		n, err := table.Exec(ctx, tx, `update payouts set state = $1, ref = $2, note = $3, error = $4, tries = $5, updated_at = $6, fee = $7, fee_currency = $8, fee_due = $9, till_id = $10, error_code = $16
			where event_id = $11 and id = $12 and state = $13 and attempt = $14 and fee_currency = $15`,
			p.State, p.Ref, p.Note, p.Error, p.Tries, int64(p.UpdatedAt), p.Fee, p.FeeCurrency, int64(p.FeeDue), p.TillID, p.EventID, p.ID, was.State, p.Attempt, was.FeeCurrency, p.ErrorCode)
		if moved = n == 1; err != nil || !moved {
			return err
		}
		if p.TillID != was.TillID {
			if err := moveCash(ctx, tx, p.EventID, p.TillID, 0, p.cash()); err != nil {
				return err
			}
		}
		if err := tellFailed(ctx, s.db, tx, p, was); err != nil {
			return err
		}
		return book(ctx, tx, p.EventID, lines)
	})
	return moved, err
}

// Payout returns a payout, or ErrNotFound.
func (s Payouts) Payout(ctx context.Context, event, id string) (*Payout, error) {
	p, err := table.One(ctx, s.db.Read, PayoutTable.Scan, "select "+PayoutTable.Columns+" from payouts"+table.WithID, event, id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &p, nil
}

// PayoutByRef returns the payout of a payment that is the refund which the provider
// calls so, or ErrNotFound. One that somebody here asked for comes before one that was
// taken for a refund at the provider's own desk, and of those one that stands before one in whose
// place it is.
func (s Payouts) PayoutByRef(ctx context.Context, event, payment, ref string) (*Payout, error) {
	p, err := table.One(ctx, s.db.Read, PayoutTable.Scan, "select "+PayoutTable.Columns+` from payouts
		where event_id = $1 and payment_id = $2 and ref = $3 and ref <> ''
		order by case when reason <> 'refunded_at_provider' then 0 when state <> 'failed' then 1 else 2 end, updated_at desc, id limit 1`, event, payment, ref)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &p, nil
}

// PaymentPayouts returns the payouts of a payment, oldest first, at most 500.
func (s Payouts) PaymentPayouts(ctx context.Context, event, payment string) ([]Payout, error) {
	list, err := table.All(ctx, s.db.Read, PayoutTable.Scan, "select "+PayoutTable.Columns+` from payouts
		where event_id = $1 and payment_id = $2 order by created_at, id limit 500`, event, payment)
	return list, s.db.Classify(err)
}

// PayoutsToGive returns payouts of all events that are not ended and were last
// touched before t, the longest ago first.
func (s Payouts) PayoutsToGive(ctx context.Context, t inventory.Instant, limit int) ([]Payout, error) {
	list, err := table.All(ctx, s.db.Read, PayoutTable.Scan, "select "+PayoutTable.Columns+` from payouts
		where (state = 'due' or state = 'pending') and updated_at < $1 order by updated_at, event_id, id limit $2`, int64(t), limit)
	return list, s.db.Classify(err)
}

// RefundsWithoutPayout returns refunds of all events that became due from t to
// until and that nobody has begun to pay.
func (s Payouts) RefundsWithoutPayout(ctx context.Context, t, until inventory.Instant, limit int) ([]DueRefund, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, d *DueRefund) error { return r.Scan(&d.EventID, &d.Seq) },
		OpenRefundsSQL, int64(t), int64(until), limit)
	return list, s.db.Classify(err)
}

const OpenRefundsSQL = `select event_id, seq from refunds_due where not begun and created_at >= $1 and created_at < $2
	order by created_at, event_id, seq limit $3`

// DueRefund names a refund that a decision owes.
type DueRefund struct {
	EventID string
	Seq     int64
}

// RetryPayout makes a payout that failed due again as its next attempt, with its
// job, as far as its payment has that much left. ErrNotFound: it has not failed, or
// was made at the provider's own desk, where it can be made again.
// ErrConstraint: there is not that much left.
func (s Payouts) RetryPayout(ctx context.Context, event, id string, now inventory.Instant, job database.Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err := table.One(ctx, tx, PayoutTable.Scan, "select "+PayoutTable.Columns+" from payouts where event_id = $1 and id = $2 and state = 'failed' and reason <> 'refunded_at_provider'", event, id)
		if err != nil {
			return err
		}
		left, err := leftOf(ctx, tx, event, p.PaymentID)
		switch {
		case err != nil:
			return err
		case left < p.Amount:
			return fmt.Errorf("%w: a payout of %d, %d are left", database.ErrConstraint, p.Amount, left)
		}
		err = table.ExecOne(ctx, tx, `update payouts set state = 'due', ref = '', error = '', error_code = '', attempt = attempt + 1, updated_at = $1
			where event_id = $2 and id = $3 and state = 'failed'`, int64(now), event, id)
		if err != nil {
			return err
		}
		return s.db.InsertJobs(ctx, tx, job)
	})
}

// Payouts is money that goes back.
type Payouts struct{ db *database.DB }

// NewPayouts returns Payouts on a database.
func NewPayouts(db *database.DB) Payouts { return Payouts{db} }

const PayoutKind = "pay_out"
