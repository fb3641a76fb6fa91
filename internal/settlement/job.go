package settlement

import (
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// The jobs of the till: what their rows hold. Package jobs works them.
type (
	// SettleJob settles one payment.
	SettleJob struct {
		EventID   string `json:"event_id"`
		PaymentID string `json:"payment_id"`
	}
	// WatchJob looks a checkout up until it is paid or closed.
	WatchJob struct {
		EventID    string `json:"event_id"`
		CheckoutID string `json:"checkout_id"`
	}
	// GiveBackJob pays what an event came to owe with fromSeq <= seq <= toSeq.
	GiveBackJob struct {
		EventID string `json:"event_id"`
		FromSeq int64  `json:"from_seq"`
		ToSeq   int64  `json:"to_seq"`
	}
	// PayoutJob gives one payout.
	PayoutJob struct {
		EventID  string `json:"event_id"`
		PayoutID string `json:"payout_id"`
	}
	// ReconcileJob compares what is open with the providers.
	ReconcileJob struct{}
)

// Kind names the job in the database.
func (SettleJob) Kind() string { return store.SettleKind }

// Kind names the job in the database.
func (WatchJob) Kind() string { return "watch_checkout" }

// Kind names the job in the database.
func (GiveBackJob) Kind() string { return store.GiveBackKind }

// Kind names the job in the database.
func (PayoutJob) Kind() string { return store.PayoutKind }

// Kind names the job in the database.
func (ReconcileJob) Kind() string { return "reconcile_payments" }

// Queue, priority and tries of the till's jobs. They come before messages, whose
// priority is 1 too but whose queue they do not wait in.
const (
	Queue    = "money"
	priority = 1
	maxTries = 100
)

func job(args interface{ Kind() string }, at inventory.Instant) (store.Job, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return store.Job{}, fmt.Errorf("settlement: a job of kind %s: %w", args.Kind(), err)
	}
	return store.Job{Kind: args.Kind(), Args: text, Queue: Queue, Priority: priority, MaxAttempts: maxTries, At: at}, nil
}

// GiveBack makes the job that pays what an event came to owe with
// fromSeq <= seq <= toSeq. It fits store.Write.GiveBack.
func GiveBack(event string, fromSeq, toSeq int64) (store.Job, error) {
	return job(GiveBackJob{EventID: event, FromSeq: fromSeq, ToSeq: toSeq}, 0)
}
