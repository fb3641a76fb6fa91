package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// deliverMessages makes the deliveries of the messages of one batch, and of those behind it
// that are there when it begins.
type deliverMessages struct {
	EventID string `json:"event_id"`
	FromSeq int64  `json:"from_seq"`
	ToSeq   int64  `json:"to_seq"`
	Urgent  bool   `json:"urgent,omitempty"` // one of the messages is an offer
}

// Jobs with an offer among their messages are in the default queue, at
// river.PriorityDefault. The others have a queue of their own and wait only for each
// other.
const (
	messagesQueue = "messages"
	// messagesAtOnce is how many of these jobs are fetched at once. The dispatcher routes
	// few pages in parallel, so most of them wait; but each fetch is a transaction with a
	// pause after it, and a rush leaves thousands of jobs.
	messagesAtOnce = 64
	// batchPriority is the priority of messages without an offer.
	batchPriority = 2
	// stormPriority is the priority of a batch of more than stormBatch messages: an
	// on-sale that a whole town waits for, or an imported guest list. Thousands of them
	// would delay the few messages of other events.
	stormPriority = 3
	stormBatch    = 50
	// batchSpan and stormSpan are how many seqs of the event a job is for: those of the next
	// batches too, which need no job of their own while it waits.
	batchSpan = 250
	stormSpan = 1000
)

// Kind names the job in the database.
func (deliverMessages) Kind() string { return "deliver_messages" }

type deliverer struct {
	river.WorkerDefaults[deliverMessages]
	jobs *Jobs
}

// Work routes the messages. Each page is stored before the next is read, and storing
// one again changes nothing, so an attempt can end anywhere.
func (w *deliverer) Work(ctx context.Context, job *river.Job[deliverMessages]) error {
	a := &job.Args
	err := w.jobs.dispatcher.Route(ctx, w.jobs.stopping, a.EventID, a.FromSeq, a.ToSeq, a.Urgent)
	if errors.Is(err, delivery.ErrStopped) {
		return river.JobSnooze(0) // the next process continues
	}
	return err
}

// extendOffer extends a claim window, because a channel failed or it is night for the
// person.
type extendOffer struct{ delivery.Extend }

// Kind names the job in the database.
func (extendOffer) Kind() string { return delivery.ExtendKind }

type extender struct {
	river.WorkerDefaults[extendOffer]
	submit Submit
}

// Work submits the extension. Extending to the same end twice is one extension. A
// refusal is fine: the offer has ended, or already lasts longer.
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
