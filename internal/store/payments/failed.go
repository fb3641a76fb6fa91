package payments

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// A refund has failed for good when its provider refuses it, or says that it did not arrive: nothing
// tries it again but a person. Whoever may is told, with what stores that it failed.

// TellFailedKind is the kind of the job that tells members of a refund that failed.
const TellFailedKind = "tell_failed_refund"

// tellFailedAfter is how long a refund that failed may be retried before anybody is mailed: who
// watches it fail tries again at once.
const tellFailedAfter = 2 * inventory.Minute

// FailedRefund are the arguments of that job: one attempt of a refund.
type FailedRefund struct {
	EventID  string `json:"event_id"` // or the organization, of bookings and places
	RefundID string `json:"refund_id"`
	Attempt  int64  `json:"attempt"`
}

// NeedsPerson reports whether it stays unpaid until a person does something. One from the provider's
// own desk is no debt of ours: it can be made there again.
func (p *Payout) NeedsPerson() bool { return p.State == PayoutFailed && p.Reason != ReasonAtProvider }

// tellFailed stores the job that tells of a payout that has failed now and stood as was before,
// nil: it was not there.
func tellFailed(ctx context.Context, db *database.DB, tx *sql.Tx, p, was *Payout) error {
	if !p.NeedsPerson() || was != nil && was.State == PayoutFailed && was.Attempt == p.Attempt {
		return nil
	}
	text, err := json.Marshal(FailedRefund{p.EventID, p.ID, p.Attempt})
	if err != nil {
		return fmt.Errorf("store: job of a refund that failed: %w", err)
	}
	return db.InsertJobs(ctx, tx, database.Job{
		Kind: TellFailedKind, Args: text, Queue: "default", Priority: 1, MaxAttempts: 100, At: p.UpdatedAt + inventory.Instant(tellFailedAfter),
	})
}

// failedRefunds are the payouts that need a person, with the organization of each.
const failedRefunds = ` from payouts p left join events e on e.id = p.event_id
	where p.state = 'failed' and p.reason <> 'refunded_at_provider'`

// FailedCursor is where a page of failed refunds begins.
type FailedCursor struct {
	UpdatedAt   int64
	EventID, ID string
}

// Failed returns the refunds of an organization that need a person, those of its events, bookings and
// places, the latest first.
func (s Payouts) Failed(ctx context.Context, org string, after FailedCursor, limit int) ([]Payout, error) {
	older, args := "", []any{org, org}
	if after.ID != "" {
		older = ` and (p.updated_at, p.event_id, p.id) < (cast($3 as bigint), cast($4 as text), cast($5 as text))`
		args = append(args, after.UpdatedAt, after.EventID, after.ID)
	}
	list, err := table.All(ctx, s.db.Read, PayoutTable.Scan, "select "+PayoutTable.As("p")+failedRefunds+" and (e.org_id = $1 or p.event_id = $2)"+older+
		fmt.Sprintf(" order by p.updated_at desc, p.event_id desc, p.id desc limit %d", limit), args...)
	return list, s.db.Classify(err)
}

// CountFailed returns how many refunds need a person: of an organization, "" of all.
func (s Payouts) CountFailed(ctx context.Context, org string) (int64, error) {
	of, args := "", []any{}
	if org != "" {
		of, args = " and (e.org_id = $1 or p.event_id = $2)", []any{org, org}
	}
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select cast(count(*) as bigint)"+failedRefunds+of, args...)
	return n, s.db.Classify(err)
}

// AccountOtherMeans is the account of the journal from which a refund is taken that was paid by other means
// than its provider, which has the money still.
const AccountOtherMeans = "other_means"

// PayOtherwise stores that a payout which failed, and stood as was, was paid by other means, as p says, with
// its journal lines and the row of the chain of its organization. ErrStale: it does not stand so any more.
// ErrConstraint: there is not that much left of its payment.
func (s Payouts) PayOtherwise(ctx context.Context, org string, p, was *Payout, lines []JournalLine) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		left, err := leftOf(ctx, tx, p.EventID, p.PaymentID)
		switch {
		case err != nil:
			return err
		case left < p.Amount:
			return fmt.Errorf("%w: a payout of %d, %d are left", database.ErrConstraint, p.Amount, left)
		}
		n, err := table.Exec(ctx, tx, `update payouts set state = 'done', ref = $1, note = $2, error = '', error_code = '', paid_on = $3, attempt = $4, updated_at = $5
			where event_id = $6 and id = $7 and state = 'failed' and attempt = $8 and reason <> 'refunded_at_provider'`,
			p.Ref, p.Note, p.PaidOn, p.Attempt, int64(p.UpdatedAt), p.EventID, p.ID, was.Attempt)
		switch {
		case err != nil:
			return err
		case n == 0:
			return database.ErrStale
		}
		if err := book(ctx, tx, p.EventID, lines); err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, org, "", audit.Deed{Subject: p.ID, Action: audit.RefundPaidOtherwise, Commitment: p.PaidOtherwise(org).Commitment()})
	})
}

// PaidOtherwise is what the chain of an organization commits to of a payout that was paid by other means.
func (p *Payout) PaidOtherwise(org string) *audit.PaidOtherwise {
	return &audit.PaidOtherwise{Org: org, Of: p.EventID, Refund: p.ID, Amount: p.Amount, Currency: p.Currency, PaidOn: p.PaidOn}
}
