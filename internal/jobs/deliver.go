package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// deliverMessages makes the deliveries of the messages of one batch.
type deliverMessages struct {
	EventID string `json:"event_id"`
	FromSeq int64  `json:"from_seq"`
	ToSeq   int64  `json:"to_seq"`
	Urgent  bool   `json:"urgent,omitempty"` // there is an offer among them
}

// Jobs with an offer among their messages are in the queue of everything else, at
// river.PriorityDefault. The others have a queue of their own, and wait there for
// each other only.
const (
	messagesQueue = "messages"
	// messagesAtOnce is how many of them are taken up at once. The dispatcher routes few
	// pages side by side, so most of them wait for their turn; but each time jobs are
	// fetched is a transaction, with a pause after it, and a storm leaves thousands.
	messagesAtOnce = 64
	// batchPriority is that of messages without an offer among them.
	batchPriority = 2
	// stormPriority is that of a batch of more than stormBatch messages: a festival
	// that a whole town asks for at once, or a list that is brought in. It would stand
	// before everybody else's few messages by the thousand.
	stormPriority = 3
	stormBatch    = 50
)

// Kind names the job in the database.
func (deliverMessages) Kind() string { return "deliver_messages" }

type deliverer struct {
	river.WorkerDefaults[deliverMessages]
	jobs *Jobs
}

// Work routes the messages. Each page is stored before the next is read, and
// storing one again changes nothing, so it does not matter where a try ended.
func (w *deliverer) Work(ctx context.Context, job *river.Job[deliverMessages]) error {
	a := &job.Args
	err := w.jobs.dispatcher.Route(ctx, w.jobs.stopping, a.EventID, a.FromSeq, a.ToSeq, a.Urgent)
	if errors.Is(err, delivery.ErrStopped) {
		return river.JobSnooze(0) // whoever comes next does it
	}
	return err
}

// extendOffer asks package inventory for a longer claim window, after a channel failed
// or because the person sleeps.
type extendOffer struct{ delivery.Extend }

// Kind names the job in the database.
func (extendOffer) Kind() string { return delivery.ExtendKind }

type extender struct {
	river.WorkerDefaults[extendOffer]
	submit Submit
}

// Work asks once more for each try: the same end of a window twice is one
// extension. A refusal is an answer: the offer has ended, or already lasts longer.
func (w *extender) Work(ctx context.Context, job *river.Job[extendOffer]) error {
	err := w.submit(ctx, job.Args.EventID, inventory.Extend{
		Who:     inventory.Who{Actor: delivery.Actor, Staff: true},
		OfferID: job.Args.OfferID, Until: inventory.Instant(job.Args.Until),
	})
	if err != nil {
		return fmt.Errorf("extend an offer: %w", err)
	}
	return nil
}
