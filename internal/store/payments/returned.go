package payments

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// What of a payment goes back is decided by whoever has what was paid for, in a transaction of
// theirs, if that is not an event.

// TwoLines are the lines of an entry of two accounts; none, where nothing moves.
func TwoLines(ref string, p *Payment, debit, credit string, amount int64, at inventory.Instant) []JournalLine {
	if amount == 0 {
		return nil
	}
	line := func(n int64, account string, debit, credit int64) JournalLine {
		return JournalLine{
			Ref: ref, Line: n, BookedAt: at, At: at, Account: account, Debit: debit, Credit: credit, Currency: p.Currency, OrderID: p.OrderID, PaymentID: p.ID,
		}
	}
	return []JournalLine{line(1, debit, amount, 0), line(2, credit, 0, amount)}
}

// TaxedLines makes the lines of an entry of a payment that buyers owe gross for, of which tax is tax and
// the rest is of an account: a sale, or with back what is taken back of one. Both are in minor units.
func TaxedLines(ref string, p *Payment, account string, gross, tax int64, back bool, at inventory.Instant) []JournalLine {
	var lines []JournalLine
	add := func(account string, debit, credit int64) {
		if debit+credit == 0 {
			return
		}
		if back {
			debit, credit = credit, debit
		}
		lines = append(lines, JournalLine{
			Ref: ref, Line: int64(len(lines) + 1), BookedAt: at, At: at, Account: account, Debit: debit, Credit: credit, Currency: p.Currency, OrderID: p.OrderID, PaymentID: p.ID,
		})
	}
	add("buyers", gross, 0)
	add(account, 0, gross-tax)
	add("tax", 0, tax)
	return lines
}

// CoveredLines books what of a payout was given in the provider's dashboard before.
func CoveredLines(p *Payment, o *Payout) []JournalLine {
	return TwoLines("covered:"+o.ID, p, "buyers", ReasonAtProvider, o.Owed-o.Amount, o.CreatedAt)
}

// moneyQueue is the queue of the jobs that move money.
const moneyQueue = "money"

// PayoutJob is the job that gives a payout.
func PayoutJob(o *Payout) (database.Job, error) {
	text, err := json.Marshal(map[string]string{"event_id": o.EventID, "payout_id": o.ID})
	if err != nil {
		return database.Job{}, fmt.Errorf("store: job of a refund: %w", err)
	}
	return database.Job{Kind: PayoutKind, Args: text, Queue: moneyQueue, Priority: 1, MaxAttempts: 100}, nil
}

// TurnDown stores that all of a payment goes back, for the reason of its payout.
func TurnDown(ctx context.Context, db *database.DB, tx *sql.Tx, p *Payment, o *Payout) error {
	give, err := PayoutJob(o)
	if err != nil {
		return err
	}
	_, err = RecordSettlement(ctx, db, tx, &Settlement{
		EventID: p.EventID, PaymentID: p.ID, State: PaymentRefund, Problem: o.Reason, At: o.CreatedAt, Payout: o, Jobs: []database.Job{give},
		PayoutJournal: func(o *Payout) []JournalLine { return CoveredLines(p, o) },
	})
	return err
}
