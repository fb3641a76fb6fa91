package sequencer

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Errors of Submit and Write, found with errors.Is.
var (
	// ErrBusy: the event's queue is full. Nothing was changed.
	ErrBusy = errors.New("sequencer: the event's queue is full")
	// ErrClosed: the server is shutting down. Nothing was changed.
	ErrClosed = errors.New("sequencer: shutting down")
	// ErrKeyReused: the idempotency key was used for another request.
	ErrKeyReused = errors.New("sequencer: idempotency key was used for another request")
	// ErrUnavailable: the database cannot be used now. Nothing was changed.
	ErrUnavailable = errors.New("sequencer: the database cannot be used now")
	// ErrUnknown: the database went away during the commit and did not come
	// back in time to tell. The caller repeats the request with the same key.
	ErrUnknown = errors.New("sequencer: cannot tell whether the change was stored")
	// ErrClock: the time is not known well enough to decide anything, or the event's
	// clock is ahead of it. Nothing was changed.
	ErrClock = errors.New("sequencer: the clocks do not agree")
	// ErrInternal: this command made the batch fail, for a reason that is ours.
	// Nothing was changed.
	ErrInternal = errors.New("sequencer: internal error")
)

// Request is one command for one event.
type Request struct {
	EventID string
	Command inventory.Command
	Key     *database.Key // nil: no Idempotency-Key
	Answers *Answers      // to questions of the event, stored with what the command makes; nil: none
	// Imported is what comes with an order of another shop; nil: nothing.
	Imported *Imported
	// Till is what comes with an order that is made at a till; nil: nothing.
	Till *payments.TillSale
	// TrackingLink is the id of the link through which who takes part came; empty: none.
	TrackingLink string
	// Consents are the boxes for marketing and sponsors that were ticked, without what is made
	// and whose it is; nil: none.
	Consents []audience.ConsentEntry
	Details  *events.DetailsChange // with Create (required; what it leaves out is empty) and Configure (optional)

	due  bool // our own Tick, whose answer nobody waits for
	here bool // another server has handed it on
}

// Reply is what a command was answered, after the commit.
type Reply struct {
	inventory.Outcome
	Replayed bool // the stored reply to an earlier request with the same key
	// Placed is the order that a Reserve made, as it was committed, so that nobody
	// has to read it back; nil for every other command and for a stored reply.
	Placed *events.RegistrationView `json:"-"`
}

// Result is a Reply or the error that took its place.
type Result struct {
	Reply Reply
	Err   error
}

// Outbox makes the job, stored in the batch's transaction, that delivers the
// batch's messages.
type Outbox func(event string, messages []inventory.Message) (database.Job, error)

// PayRefunds returns the job, stored in the batch's transaction, that pays the refunds
// of event with fromSeq <= seq <= toSeq.
type PayRefunds func(event string, fromSeq, toSeq int64) (database.Job, error)

// TellAgain returns the job, stored in the batch's transaction, that mails people what they
// have because somebody asked for it again.
type TellAgain func(event string, asked []inventory.AskedAgain) (database.Job, error)

// WriterConfig configures a Writer. Store and SigningKey are required.
type WriterConfig struct {
	Store      *store.Store
	SigningKey ed25519.PrivateKey // signs the head of each audit chain
	Outbox     Outbox             // nil: messages wait in the inbox
	PayRefunds PayRefunds         // nil: refunds that became due wait for the reconciler
	TellAgain  TellAgain          // nil: nobody is mailed
	Now        func() time.Time   // nil: time.Now
	// CheckClock, when not nil, says why Now cannot be relied on: then nothing is
	// decided.
	CheckClock func() error
	// ClockRefused, when not nil, is called for each batch that was refused with ErrClock.
	ClockRefused func()
	// Shared, when not nil, is called with an event that another server was found to write
	// too. It must not wait.
	Shared func(event string)
	Log    *slog.Logger // nil: slog.Default()
	// CacheEvents is how many event states are kept between batches; default 4096.
	CacheEvents int
	// ResolveFor is how long a Write tries to learn whether an ambiguous commit
	// was written, before it answers ErrUnknown; default 15 s.
	ResolveFor time.Duration
	// Pause waits between such tries; nil waits d or until ctx ends. The
	// simulator replaces it.
	Pause func(ctx context.Context, d time.Duration)
}

const (
	defaultCacheEvents = 4096
	defaultResolveFor  = 15 * time.Second
	resolvePause       = 50 * time.Millisecond
	maxResolvePause    = time.Second
	// sharedFor is for how many batches nothing is read ahead of an event after
	// another server was found to write it: what was read would be stale again,
	// and the batch written in vain.
	sharedFor = 64
	// maxAttempts bounds how often one batch is decided again after its cached
	// state was stale or a unique key was taken by another server.
	maxAttempts = 8
	// maxLost bounds how often a batch is decided again after its COMMIT failed and had
	// written nothing: once more in case a connection ended, but a disk that fails
	// every COMMIT is not asked eight times.
	maxLost = 3
	// raceFor bounds how long a batch is tried again after it lost a race with
	// another transaction. PostgreSQL finds a deadlock after a second; SQLite says
	// after five that another process holds its write lock, and that is long enough.
	raceFor = 4 * time.Second
)

// Writer decides and commits batches. Different events may be written at the
// same time; for one event, the caller sees to it that one Write follows
// another. Other servers on the same database may write the same event.
type Writer struct {
	cfg WriterConfig

	mu    sync.Mutex
	told  map[string]time.Time // guarded by mu; when the log was told about an event with a clock that is ahead
	away  away
	cache map[string]*ledger.Cached // guarded by mu; a state is taken out while it is in use
	// shared are events that another server writes too, with the number of
	// batches for which nothing is read ahead. Guarded by mu.
	shared map[string]int
}

// NewWriter checks the configuration.
func NewWriter(cfg WriterConfig) (*Writer, error) {
	if cfg.Store == nil {
		return nil, errors.New("sequencer: WriterConfig.Store is missing")
	}
	if len(cfg.SigningKey) != ed25519.PrivateKeySize {
		return nil, errors.New("sequencer: WriterConfig.SigningKey is not an Ed25519 key")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.CheckClock == nil {
		cfg.CheckClock = func() error { return nil }
	}
	if cfg.ClockRefused == nil {
		cfg.ClockRefused = func() {}
	}
	if cfg.Shared == nil {
		cfg.Shared = func(string) {}
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.CacheEvents == 0 {
		cfg.CacheEvents = defaultCacheEvents
	}
	if cfg.ResolveFor == 0 {
		cfg.ResolveFor = defaultResolveFor
	}
	if cfg.Pause == nil {
		cfg.Pause = pause
	}
	cfg.Store.SignWith(cfg.SigningKey) // the creation of an event is in the chain of its organization too
	return &Writer{cfg: cfg, cache: make(map[string]*ledger.Cached), shared: map[string]int{}, told: map[string]time.Time{}}, nil
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// Write decides reqs, in order, in one transaction, and returns one Result for
// each after the commit. more says that the event has work left that is due now.
//
// A batch that fails for a reason of its own (not because the database is away)
// is written again one request at a time, so that one bad command never takes
// its neighbours down.
func (w *Writer) Write(ctx context.Context, event string, reqs []Request) (results []Result, more bool) {
	return w.WriteAhead(ctx, event, reqs, nil)
}

// WriteAhead is Write; just before it commits it asks next which requests the
// next batch of the event will have, and reads what they name in the round trip
// of the commit. If the next Write has exactly these, it need not read first.
func (w *Writer) WriteAhead(ctx context.Context, event string, reqs []Request, next func() []Request) (results []Result, more bool) {
	shared := w.isShared(event)
	results, more, err := w.attempt(ctx, event, reqs, shared, next)
	if err == nil {
		return results, more
	}
	if errors.Is(err, audience.ErrUploadTaken) && len(reqs) > 1 {
		w.cfg.Log.Info("an answer names a file that another has; writing the commands of the batch one by one", "event", event, "commands", len(reqs))
		return w.oneByOne(ctx, event, reqs, shared)
	}
	if len(reqs) == 1 || errors.Is(err, archives.ErrArchived) || errors.Is(err, ErrUnavailable) || errors.Is(err, ErrUnknown) || errors.Is(err, ErrClock) {
		return FailAll(len(reqs), err), false
	}
	w.cfg.Log.Error("batch failed; writing its commands one by one", "event", event, "commands", len(reqs), "error", err)
	return w.oneByOne(ctx, event, reqs, shared)
}

func (w *Writer) oneByOne(ctx context.Context, event string, reqs []Request, shared bool) (results []Result, more bool) {
	results = make([]Result, 0, len(reqs))
	for i := range reqs {
		one, m, err := w.attempt(ctx, event, reqs[i:i+1], shared, nil)
		if err != nil {
			one, m = FailAll(1, err), false
		}
		results, more = append(results, one...), m
	}
	return results, more
}

// FailAll returns the results of n commands that failed with err.
func FailAll(n int, err error) []Result {
	results := make([]Result, n)
	for i := range results {
		results[i].Err = err
	}
	return results
}

// attempt writes a batch, deciding it again while others are in the way. Its
// error is ErrUnavailable, ErrUnknown or wraps ErrClock, archives.ErrArchived,
// audience.ErrUploadTaken or ErrInternal.
func (w *Writer) attempt(ctx context.Context, event string, reqs []Request, shared bool, next func() []Request) ([]Result, bool, error) {
	began, lost := time.Now(), 0
	for n := 1; ; n++ {
		results, more, err := w.once(ctx, event, reqs, shared, next)
		if errors.Is(err, errDecideAgain) {
			lost++
		}
		switch {
		case err == nil:
			w.available()
			return results, more, nil
		case errors.Is(err, ErrUnavailable), errors.Is(err, ErrUnknown), errors.Is(err, archives.ErrArchived), errors.Is(err, audience.ErrUploadTaken):
			return nil, false, err
		case errors.Is(err, ErrClock):
			w.clockRefused(event, err)
			return nil, false, err
		case n < maxAttempts && errors.Is(err, database.ErrRaced) && time.Since(began) < raceFor && ctx.Err() == nil:
			continue // nothing was written
		case errors.Is(err, database.ErrUnavailable), lost == maxLost:
			w.unavailable(event, err)
			return nil, false, ErrUnavailable
		case n < maxAttempts && (errors.Is(err, database.ErrStale) || errors.Is(err, database.ErrConflict) || errors.Is(err, errDecideAgain)):
			if errors.Is(err, database.ErrStale) {
				w.share(event)
				shared = true
			}
			continue
		default:
			w.cfg.Log.Error("batch failed", "event", event, "commands", len(reqs), "attempt", n, "error", err)
			return nil, false, fmt.Errorf("%w: %w", ErrInternal, err)
		}
	}
}

// errDecideAgain: nothing was written, and it is safe to decide the batch again.
var errDecideAgain = errors.New("sequencer: decide again")

// once loads, decides and commits a batch. On any error the cached state is gone; when
// it was stale, what can be followed to the current one is left of it.
func (w *Writer) once(ctx context.Context, event string, reqs []Request, shared bool, next func() []Request) (results []Result, more bool, err error) {
	if err := w.cfg.CheckClock(); err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrClock, err)
	}
	now := inventory.At(w.cfg.Now())
	batch := inventory.Batch{
		Now:      now,
		DeriveID: func(prefix string, seq int64) string { return id.Seq(prefix, event, seq) },
	}
	var keys []database.Key
	batch.Commands, keys = named(reqs)
	tx, err := ledger.Begin(ctx, w.cfg.Store, ledger.BatchQuery{EventID: event, Cached: w.take(event), Batch: batch, Keys: keys, Shared: shared})
	if err != nil {
		return nil, false, fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	wrote := false // or perhaps: then the batch must not be decided again
	defer func() {
		switch p := recover(); {
		case p != nil && wrote:
			w.cfg.Log.Error("panic after the commit", "event", event, "panic", p, "stack", string(debug.Stack()))
			results, more, err = nil, false, ErrUnknown
		case p != nil:
			err = fmt.Errorf("panic while deciding: %v\n%s", p, debug.Stack())
		}
	}()

	if err := checkAhead(tx.Cached.State, now); err != nil {
		return nil, false, err
	}
	plan := planReplies(reqs, tx.Replies)
	batch.Commands = plan.commands(reqs)
	decided := inventory.Decide(tx.Cached.State, tx.Work, batch)
	write, err := w.prepare(event, reqs, plan, tx.Cached, &decided, now)
	if err != nil {
		return nil, false, err
	}
	if next != nil {
		write.Next = func() ([]inventory.Command, []database.Key) { return named(next()) }
	}
	if !decided.Changes.Empty() || len(write.Replies) > 0 || write.Details != nil {
		wrote = true
		err = w.commit(ctx, event, tx, write)
	} else {
		err = tx.Check(ctx)
		if err == nil && len(tx.Replies) > 0 {
			// A stored reply is told again, and nothing is committed that would have
			// to wait for what it was committed with. That of the creation of another
			// event may be of a batch that shares our transaction.
			if err = tx.End(); err == nil {
				err = w.cfg.Store.Settled(ctx)
			}
		}
	}
	if errors.Is(err, database.ErrStale) {
		if left := tx.Stale(&decided.Changes); left != nil {
			w.keep(event, left)
		}
	}
	if err != nil {
		return nil, false, err
	}
	state := tx.Cached.State
	more = len(decided.Changes.Audit) > 0 && state.Event.DueAt != 0 && state.Event.DueAt <= now
	if state.Event.ID != "" {
		w.keep(event, tx.Cached)
	}
	results = plan.results(decided.Outcomes)
	for i := range results {
		if _, ok := reqs[i].Command.(inventory.Reserve); ok {
			results[i].Reply.Placed = placed(&results[i].Reply, tx.Work)
		}
	}
	return results, more, nil
}

// placed is the order of a reply. What a batch worked on is nobody's once it is
// committed, so it is handed on as it is.
func placed(r *Reply, w *inventory.Work) *events.RegistrationView {
	h := w.Holds[r.OrderID]
	if r.Code != inventory.OK || r.Replayed || h == nil {
		return nil
	}
	p := w.PeopleByID[h.PersonID]
	if p == nil {
		return nil
	}
	return &events.RegistrationView{Person: *p, Hold: h}
}

// named are the commands of requests, and the idempotency keys among them.
func named(reqs []Request) (commands []inventory.Command, keys []database.Key) {
	commands = make([]inventory.Command, len(reqs))
	for i := range reqs {
		commands[i] = reqs[i].Command
		if reqs[i].Key != nil {
			keys = append(keys, *reqs[i].Key)
		}
	}
	return commands, keys
}

// prepare chains and signs what was decided, and encodes the replies to keep.
func (w *Writer) prepare(event string, reqs []Request, plan replyPlan, cached *ledger.Cached, decided *inventory.Result, now inventory.Instant) (ledger.Write, error) {
	write := ledger.Write{Changes: &decided.Changes, Now: now, Outbox: w.cfg.Outbox, PayRefunds: w.cfg.PayRefunds, TellAgain: w.cfg.TellAgain}
	if rows := decided.Changes.Audit; len(rows) > 0 {
		write.Hashes = audit.Chain(cached.Head, event, rows)
		last := len(rows) - 1
		write.HeadSig = audit.SignHead(w.cfg.SigningKey, event, rows[last].Seq, write.Hashes[last])
	}
	for i, n := range plan.decides {
		if n < 0 {
			continue
		}
		outcome := decided.Outcomes[n]
		if reqs[i].Details != nil && outcome.Code == inventory.OK {
			write.Details = write.Details.Then(reqs[i].Details)
		}
		if reqs[i].Answers != nil && outcome.Code == inventory.OK {
			write.Answers = append(write.Answers, reqs[i].Answers.of(&outcome, &decided.Changes, now)...)
			write.Uploads = append(write.Uploads, reqs[i].Answers.claims(&outcome, &decided.Changes)...)
		}
		if reqs[i].Imported != nil && outcome.Code == inventory.OK {
			reqs[i].Imported.add(&write, &outcome)
		}
		if reqs[i].Till != nil && outcome.Code == inventory.OK {
			if order, _ := made(&outcome, &decided.Changes); order != "" {
				sale := *reqs[i].Till
				sale.OrderID, sale.SoldAt = order, now
				write.TillSales = append(write.TillSales, sale)
			}
		}
		if reqs[i].TrackingLink != "" && outcome.Code == inventory.OK {
			if thing, _ := made(&outcome, &decided.Changes); thing != "" {
				write.Tracked = append(write.Tracked, audience.Tracked{ThingID: thing, LinkID: reqs[i].TrackingLink})
			}
		}
		if len(reqs[i].Consents) > 0 && outcome.Code == inventory.OK {
			if thing, person := made(&outcome, &decided.Changes); thing != "" {
				for _, c := range reqs[i].Consents {
					c.ThingID, c.PersonID, c.Action, c.At = thing, person, audience.ConsentGiven, now
					write.Consents = append(write.Consents, c)
				}
			}
		}
		if reqs[i].Key == nil {
			continue
		}
		text, err := json.Marshal(outcome)
		if err != nil {
			return ledger.Write{}, fmt.Errorf("encode reply: %w", err)
		}
		write.Replies = append(write.Replies, database.Reply{Key: *reqs[i].Key, Reply: string(text)})
	}
	return write, nil
}

// commit writes the batch and, when the database cannot say whether it did,
// finds out before anybody is answered.
func (w *Writer) commit(ctx context.Context, event string, tx *ledger.Batch, write ledger.Write) error {
	err := tx.Commit(ctx, write)
	if err == nil || !errors.Is(err, database.ErrCommitUnknown) {
		return err
	}
	rows := write.Changes.Audit
	if len(rows) == 0 {
		// Only replies to refusals: if they were written they will be found.
		return errDecideAgain
	}
	last := len(rows) - 1
	cause := err
	switch {
	case errors.Is(cause, database.ErrLost), errors.Is(cause, database.ErrNotReplicated):
		// What was written would be found, by this process alone; and it was waited for the
		// replica already.
		w.unavailable(event, cause)
		return ErrUnknown
	case !errors.Is(cause, database.ErrFull): // of which the log is told when nothing was written
		w.cfg.Log.Warn("ambiguous commit; looking it up", "event", event, "seq", rows[last].Seq, "error", cause)
	}
	written, err := w.resolve(ctx, event, &write)
	switch {
	case err != nil:
		return ErrUnknown
	case !written && errors.Is(cause, database.ErrFull):
		return database.ErrFull // deciding again makes no room
	case !written:
		return errDecideAgain
	}
	return nil
}

// resolve asks until the database answers whether a batch with audit rows was written.
// The hash of the last covers every field of all of them, so that a row with its seq and
// hash is ours, or that of another server which decided the very same at the same time of
// the event, as both do when an offer ends. Then everything that the rows tell is so, but
// a refusal is told by no row: what the commands with a key were answered must be there too.
func (w *Writer) resolve(ctx context.Context, event string, write *ledger.Write) (bool, error) {
	last := len(write.Hashes) - 1
	seq, hash := write.Changes.Audit[last].Seq, write.Hashes[last]
	// The answer to COMMIT may have been waited for until ctx ended.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.cfg.ResolveFor)
	defer cancel()
	for wait := resolvePause; ; wait = min(2*wait, maxResolvePause) {
		written, err := ledger.Committed(ctx, w.cfg.Store, event, seq, hash)
		if err == nil && written {
			written, err = w.stored(ctx, write.Replies)
		}
		if err == nil && written {
			err = w.cfg.Store.Settled(ctx)
		}
		if err == nil {
			return written, nil
		}
		if ctx.Err() != nil {
			w.cfg.Log.Error("ambiguous commit not resolved in time", "event", event, "seq", seq, "error", err)
			return false, err
		}
		w.cfg.Pause(ctx, wait)
	}
}

// stored reports whether all replies are stored, word for word.
func (w *Writer) stored(ctx context.Context, replies []database.Reply) (bool, error) {
	for i := range replies {
		r, err := w.cfg.Store.Replies.ReplyTo(ctx, &replies[i].Key)
		switch {
		case errors.Is(err, database.ErrNotFound):
			return false, nil
		case err != nil:
			return false, err
		case r.Key.BodyHash != replies[i].Key.BodyHash || r.Reply != replies[i].Reply:
			return false, nil
		}
	}
	return true, nil
}

// isShared reports whether another server wrote an event lately, and counts the
// batches since.
func (w *Writer) isShared(event string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	left, ok := w.shared[event]
	switch {
	case !ok:
	case left <= 1:
		delete(w.shared, event)
	default:
		w.shared[event] = left - 1
	}
	return ok
}

// share notes that another server writes an event.
func (w *Writer) share(event string) {
	w.cfg.Shared(event)
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.shared) >= w.cfg.CacheEvents {
		clear(w.shared) // at worst, some batches are decided twice
	}
	w.shared[event] = sharedFor
}

// take removes the cached state of an event for the time of a batch, so that a
// batch that fails anywhere leaves none behind.
func (w *Writer) take(event string) *ledger.Cached {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.cache[event]
	delete(w.cache, event)
	return c
}

func (w *Writer) keep(event string, c *ledger.Cached) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.cache) >= w.cfg.CacheEvents {
		for other := range w.cache { // any: what is hot comes back at once
			delete(w.cache, other)
			break
		}
	}
	w.cache[event] = c
}
