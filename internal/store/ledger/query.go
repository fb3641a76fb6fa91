package ledger

import (
	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Cached is what the sequencer keeps of an event between batches.
type Cached struct {
	State *inventory.State
	Head  audit.Hash
	ahead *ahead // of the next batch, nil when nothing was read ahead
	// known says who need not be looked up; nil: anybody may be there.
	known *knownUsers
	// shown is what the last batch stored for the public list; nil: it is not known.
	shown *shown
	// published: it was read that the event was listed once.
	published bool
	// waiting is the job that the last batch with messages left for them, which later ones
	// need no other for while nobody has begun it; nil: there is none.
	waiting *waitingJob
	// stale: of State only the seats are left, as they stood at ledger seq State.Event.Seq.
	stale bool
}

// BatchQuery says what a batch needs to see.
type BatchQuery struct {
	EventID string
	Cached  *Cached // nil: load it
	Batch   inventory.Batch
	Keys    []database.Key // replies to look for
	// Shared: another server writes the event too, so that its row is locked, and
	// compared with the cached state, before anything is decided.
	Shared bool
}

// Write is what a batch has decided.
type Write struct {
	Changes *inventory.Changes
	Hashes  []audit.Hash // of Changes.Audit
	HeadSig []byte
	Details *events.DetailsChange // when not nil, what becomes of the event's details (with Create: required; what it leaves out is empty)
	Replies []database.Reply
	Answers []audience.Answered // to questions of the event, all new
	// Uploads are the files that these name.
	Uploads []audience.UploadClaim
	// Imported are the codes of tickets that another shop has sold, all new.
	Imported []events.ImportedTicket
	// Attendees are the people who come in with them, all new.
	Attendees []files.ImportedAttendee
	// TillSales are the orders that were made at tills, all new.
	TillSales []payments.TillSale
	// Tracked say through which links orders, registrations and entries came, all new.
	Tracked []audience.Tracked
	// Consents are the boxes for marketing and sponsors that were ticked with them, all new.
	Consents []audience.ConsentEntry
	// Outbox, when not nil, makes the job that is inserted with the batch if
	// there are messages: all of them, in the order of their seq. It is not inserted while
	// one of an earlier batch waits that covers them.
	Outbox func(event string, messages []inventory.Message) (database.Job, error)
	// PayRefunds, when not nil, makes the job that is inserted with the batch if it
	// came to owe money: the refunds of event with fromSeq <= seq <= toSeq.
	PayRefunds func(event string, fromSeq, toSeq int64) (database.Job, error)
	// TellAgain, when not nil, makes the job that is inserted with the batch if strangers
	// asked for what people of the event have already.
	TellAgain func(event string, asked []inventory.AskedAgain) (database.Job, error)
	// Now is the wall time for created_at and updated_at.
	Now inventory.Instant
	// Next, when not nil, is called once everything is written, and says which
	// commands the next batch will have. What they name is read together with
	// the commit; see Begin.
	Next func() (commands []inventory.Command, keys []database.Key)
}
