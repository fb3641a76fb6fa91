package settlement

import (
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// The arguments of settlement jobs. Package jobs runs them.
type (
	// SettleJob settles payments of one event that were received together.
	SettleJob struct {
		EventID    string   `json:"event_id"`
		PaymentIDs []string `json:"payment_ids"`
	}
	// WatchJob looks up a checkout until it is paid or closed.
	WatchJob struct {
		EventID    string `json:"event_id"`
		CheckoutID string `json:"checkout_id"`
	}
	// PayRefundsJob pays the refunds due of an event with fromSeq <= seq <= toSeq.
	PayRefundsJob struct {
		EventID string `json:"event_id"`
		FromSeq int64  `json:"from_seq"`
		ToSeq   int64  `json:"to_seq"`
	}
	// PayoutJob makes one payout.
	PayoutJob struct {
		EventID  string `json:"event_id"`
		PayoutID string `json:"payout_id"`
	}
	// MatchTransfersJob goes on with what the statements of an organization's bank account say.
	MatchTransfersJob struct {
		OrgID string `json:"org_id"`
	}
	// BookFeesJob books what providers have kept.
	BookFeesJob struct{}
	// ReconcileJob compares open payments with the providers.
	ReconcileJob struct{}
)

// Kind names the job in the database.
func (SettleJob) Kind() string { return snapshot.SettleKind }

// Kind names the job in the database.
func (WatchJob) Kind() string { return "watch_checkout" }

// Kind names the job in the database.
func (PayRefundsJob) Kind() string { return snapshot.PayRefundsKind }

// Kind names the job in the database.
func (PayoutJob) Kind() string { return payments.PayoutKind }

// Kind names the job in the database.
func (MatchTransfersJob) Kind() string { return payments.MatchTransfersKind }

// Kind names the job in the database.
func (BookFeesJob) Kind() string { return "book_fees" }

// Kind names the job in the database.
func (ReconcileJob) Kind() string { return "reconcile_payments" }

// The queue, priority and maximum attempts of settlement jobs. They come before messages, whose
// priority is 1 too but whose queue they do not wait in.
const (
	Queue    = "money"
	priority = 1
	maxTries = 100
)

func job(args interface{ Kind() string }, at inventory.Instant) (database.Job, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return database.Job{}, fmt.Errorf("settlement: a job of kind %s: %w", args.Kind(), err)
	}
	return database.Job{Kind: args.Kind(), Args: text, Queue: Queue, Priority: priority, MaxAttempts: maxTries, At: at}, nil
}

// PayRefunds returns the job that pays the refunds due of an event with
// fromSeq <= seq <= toSeq. It is used as ledger.Write.PayRefunds.
func PayRefunds(event string, fromSeq, toSeq int64) (database.Job, error) {
	return job(PayRefundsJob{EventID: event, FromSeq: fromSeq, ToSeq: toSeq}, 0)
}
