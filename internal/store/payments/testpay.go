package payments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// TestCheckout is a page of the built-in test provider. Times are microseconds.
type TestCheckout struct {
	ID, Key, Reference, Title, ReturnURL string
	Lines                                string // what is bought one by one, JSON
	Amount                               int64
	Currency                             string
	State                                string
	PaymentID                            string
	Card                                 string // the hash of what was typed; "": no card has paid
	At                                   int64  // of the last change
}

// TestCheckoutTable describes the table testpay_checkouts; a row is one TestCheckout.
var TestCheckoutTable = table.New("testpay_checkouts", new(TestCheckout), func(c *table.Columns, v *TestCheckout) {
	c.Key("id", &v.ID)
	c.Text("key", &v.Key)
	c.Text("reference", &v.Reference)
	c.Text("title", &v.Title)
	c.Text("lines", &v.Lines)
	c.Text("return_url", &v.ReturnURL)
	c.Number("amount", &v.Amount)
	c.Text("currency", &v.Currency)
	c.Text("state", &v.State)
	c.Text("payment_id", &v.PaymentID)
	c.Text("card", &v.Card)
	c.Number("at", &v.At)
})

// CardOfTestPayment returns the hash of the card that has paid. ErrNotFound: there is no such
// payment.
func (s TestPayments) CardOfTestPayment(ctx context.Context, payment string) (string, error) {
	card, err := table.One(ctx, s.db.Read, table.ScanText, "select card from testpay_checkouts where payment_id = $1", payment)
	return card, s.db.Classify(err)
}

// OpenTestCheckout stores a page and returns it; with a key that is known, the
// page that was made with it.
func (s TestPayments) OpenTestCheckout(ctx context.Context, c TestCheckout) (made TestCheckout, err error) {
	insert, err := TestCheckoutTable.InsertStep("", &c, "on conflict (key) do nothing")
	if err != nil {
		return made, err
	}
	find := engine.Step{SQL: TestCheckoutTable.From() + " where key = $1", Args: []any{c.Key}, Row: func(r engine.Row) error { return TestCheckoutTable.Scan(r, &made) }}
	err = s.db.InSession(ctx, func(session engine.Session) error { return session.Run(ctx, []engine.Step{insert, find}) })
	return made, err
}

// TestCheckout returns a page, or ErrNotFound.
func (s TestPayments) TestCheckout(ctx context.Context, id string) (TestCheckout, error) {
	c, err := table.One(ctx, s.db.Read, TestCheckoutTable.Scan, "select "+TestCheckoutTable.Columns+" from testpay_checkouts where id = $1", id)
	return c, s.db.Classify(err)
}

// MoveTestCheckout gives a page another state if it has one of from, and returns
// it as it is then. A page that has no payment yet gets payment. card is what was typed now.
func (s TestPayments) MoveTestCheckout(ctx context.Context, id string, from []string, to, payment, card string, at int64) (now TestCheckout, err error) {
	find := engine.Step{SQL: TestCheckoutTable.From() + " where id = $1", Args: []any{id}, Row: func(r engine.Row) error { return TestCheckoutTable.Scan(r, &now) }}
	err = s.db.InSession(ctx, func(session engine.Session) error {
		now = TestCheckout{}
		switch err := session.Run(ctx, []engine.Step{find}); {
		case err != nil:
			return err
		case now.ID == "":
			return database.ErrNotFound
		case !slices.Contains(from, now.State):
			return nil
		}
		was := now.State
		if now.PaymentID == "" || was == "failed" {
			now.PaymentID = payment // a new try is a new payment
		}
		// What is found behind the change is what stands: of two buttons at once the first.
		return session.Run(ctx, []engine.Step{{
			SQL: "update testpay_checkouts set state = $1, payment_id = $2, card = $3, at = $4 where id = $5 and state = $6", Args: []any{to, now.PaymentID, card, at, id, was},
		}, find})
	})
	return now, err
}

// TestRefund is money that the test provider gave back.
type TestRefund struct {
	Ref, ID, PaymentID string
	Amount             int64
	Currency           string
	At                 int64
}

// TestRefundTable describes the table testpay_refunds; a row is one TestRefund.
var TestRefundTable = table.New("testpay_refunds", new(TestRefund), func(c *table.Columns, v *TestRefund) {
	c.Key("ref", &v.Ref)
	c.Text("id", &v.ID)
	c.Text("payment_id", &v.PaymentID)
	c.Number("amount", &v.Amount)
	c.Text("currency", &v.Currency)
	c.Number("at", &v.At)
})

// RefundTestPayment notes a refund and returns its id; a Ref that is known, the
// id of that one. ErrNotFound: no such payment was captured. ErrConstraint: more
// than is left of it. ErrConflict: the Ref is that of another refund.
func (s TestPayments) RefundTestPayment(ctx context.Context, r TestRefund) (id string, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		var err error
		known, err := table.One(ctx, tx, TestRefundTable.Scan, TestRefundTable.From()+" where ref = $1", r.Ref)
		switch {
		case err == nil && (known.PaymentID != r.PaymentID || known.Amount != r.Amount || known.Currency != r.Currency):
			return fmt.Errorf("%w: %s is another refund", database.ErrConflict, r.Ref)
		case !errors.Is(err, database.ErrNotFound):
			id = known.ID
			return err
		}
		// The write comes first: it makes two refunds of one payment wait for each other.
		err = table.ExecOne(ctx, tx, `update testpay_checkouts set at = at where payment_id = $1 and state = 'captured' and currency = $2`, r.PaymentID, r.Currency)
		if err != nil {
			return err
		}
		left, err := table.One(ctx, tx, table.ScanInt, `select c.amount - cast(coalesce((select sum(f.amount) from testpay_refunds f where f.payment_id = $1), 0) as bigint)
			from testpay_checkouts c where c.payment_id = $2`, r.PaymentID, r.PaymentID)
		switch {
		case err != nil:
			return err
		case left < r.Amount:
			return fmt.Errorf("%w: a refund of %d, %d are left", database.ErrConstraint, r.Amount, left)
		}
		id = r.ID
		return TestRefundTable.InsertRow(ctx, tx, &r)
	})
	return id, err
}

// TestPayments is what the built-in test provider remembers.
type TestPayments struct{ db *database.DB }

// NewTestPayments returns TestPayments on a database.
func NewTestPayments(db *database.DB) TestPayments { return TestPayments{db} }
