package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/store"
)

// deliverMessages delivers the queued messages of one batch.
type deliverMessages struct {
	EventID string `json:"event_id"`
	FromSeq int64  `json:"from_seq"`
	ToSeq   int64  `json:"to_seq"`
}

// Kind names the job in the database.
func (deliverMessages) Kind() string { return "deliver_messages" }

type deliverer struct {
	river.WorkerDefaults[deliverMessages]
	jobs *Jobs
}

// errAgain asks River for the next try of a job that has left messages queued.
var errAgain = errors.New("messages are still queued")

// Work delivers page after page. Each page is recorded before the next is read,
// so whatever ends the job, the next try begins where it was.
func (w *deliverer) Work(ctx context.Context, job *river.Job[deliverMessages]) error {
	j, args := w.jobs, job.Args
	ev, err := j.store.Event(ctx, args.EventID)
	if err != nil {
		return fmt.Errorf("read the event: %w", err)
	}
	until := time.Now().Add(runFor)
	var left int
	for from := args.FromSeq; from <= args.ToSeq && !j.stopped() && time.Now().Before(until); {
		page, err := j.store.QueuedMessages(ctx, args.EventID, from, args.ToSeq, j.pageSize())
		if err != nil {
			return fmt.Errorf("read queued messages: %w", err)
		}
		if len(page) == 0 {
			return again(left)
		}
		p := &delivery{jobs: j, event: ev, until: until, last: job.Attempt >= job.MaxAttempts}
		p.deliver(ctx, page)
		if err := j.record(ctx, args.EventID, p.done); err != nil {
			return err
		}
		if p.cut {
			break
		}
		left += p.queued
		if p.down != nil && p.queued > 0 {
			return fmt.Errorf("%w: %w", errAgain, p.down)
		}
		if from = page[len(page)-1].Message.Seq + 1; from > args.ToSeq {
			return again(left)
		}
	}
	if j.stopped() {
		return river.JobSnooze(0) // the next start takes it up at once
	}
	return river.JobSnooze(time.Second)
}

func again(left int) error {
	if left == 0 {
		return nil
	}
	return fmt.Errorf("%w: %d", errAgain, left)
}

func (j *Jobs) pageSize() int {
	if _, ok := j.sender.(mail.Batcher); ok {
		return bulkPageSize
	}
	return PageSize
}

// record stores what became of a page. It outlives the end of ctx: a mail that
// was handed over must not be forgotten because the process is told to stop.
func (j *Jobs) record(ctx context.Context, event string, done []store.Delivery) error {
	if len(done) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := j.store.RecordDeliveries(ctx, event, j.instant(), done); err != nil {
		return fmt.Errorf("record deliveries: %w", err)
	}
	return nil
}

// delivery is one page on its way.
type delivery struct {
	jobs  *Jobs
	event *store.EventView
	until time.Time // no mail is begun later
	last  bool      // the last try of the job: what cannot be sent now has failed

	mu     sync.Mutex
	done   []store.Delivery // (guarded by mu)
	queued int              // how many messages stay queued after a try (guarded by mu)
	down   error            // the server takes nothing now (guarded by mu)
	cut    bool             // ended before all were tried, by Stop, ctx or until (guarded by mu)
}

// letter is a message that is ready to go.
type letter struct {
	message *store.MessageView
	mail    mail.Mail
}

// deliver hands a page over. When the server takes nothing at the moment, the
// rest of the page is not tried.
func (p *delivery) deliver(ctx context.Context, page []store.MessageView) {
	letters := p.prepare(ctx, page)
	if b, ok := p.jobs.sender.(mail.Batcher); ok {
		p.bulk(ctx, b, letters)
		return
	}
	queue := make(chan letter)
	var senders sync.WaitGroup
	for range min(pageSenders, len(letters)) {
		senders.Go(func() {
			for l := range queue {
				p.one(ctx, l)
			}
		})
	}
	next := 0
	for next < len(letters) && !p.isDown() && p.mayBegin(ctx) {
		queue <- letters[next]
		next++
	}
	close(queue)
	senders.Wait()
	for _, l := range letters[next:] {
		if p.down == nil {
			p.cut = true
			return
		}
		p.judge(ctx, l.message, p.down)
	}
}

// mayBegin says whether there is time for another mail.
func (p *delivery) mayBegin(ctx context.Context) bool {
	return !p.jobs.stopped() && ctx.Err() == nil && time.Now().Before(p.until)
}

// prepare puts a page into words. What must not or cannot be sent is settled here.
func (p *delivery) prepare(ctx context.Context, page []store.MessageView) []letter {
	j := p.jobs
	letters := make([]letter, 0, len(page))
	for i := range page {
		m := &page[i]
		if reason := suppress(m, j.instant()); reason != "" {
			p.settle(m, "suppressed", reason)
			continue
		}
		words, err := j.renderer.Render(p.event, m)
		if err != nil {
			j.log.ErrorContext(ctx, "jobs: a message cannot be put into words",
				slog.String("event", m.EventID), slog.Int64("seq", m.Message.Seq), slog.Any("error", err))
			p.settle(m, "failed", "the message cannot be put into words")
			continue
		}
		letters = append(letters, letter{message: m, mail: mail.Mail{
			ID: mailID(m), From: j.from, To: mail.Address{Addr: m.Person.Profile.Email},
			Subject: words.Subject, Text: words.Text, HTML: words.HTML, Date: j.now(),
		}})
	}
	return letters
}

// mailID is the stable key of a message as a mail.
func mailID(m *store.MessageView) string {
	return fmt.Sprintf("%s.%d", m.EventID, m.Message.Seq)
}

// suppress says why a message is not to be sent any more; "" when it is.
func suppress(m *store.MessageView, now inventory.Instant) string {
	if m.Person.Profile.Email == "" {
		return "no address"
	}
	switch m.Message.Kind {
	case inventory.MsgOffer, inventory.MsgOfferExtended:
		switch {
		case m.Offer == nil:
			return ""
		case m.Offer.State != inventory.OfferOpen:
			return "the offer was " + string(m.Offer.State) + " before the mail went out"
		case m.Offer.ExpiresAt != 0 && m.Offer.ExpiresAt <= now:
			return "the offer ended before the mail went out"
		}
	}
	return ""
}

// one hands one mail over and notes what became of it.
func (p *delivery) one(ctx context.Context, l letter) {
	err := p.jobs.sender.Send(ctx, l.mail)
	if err != nil && ctx.Err() != nil && !mail.IsPermanent(err) {
		p.mu.Lock()
		p.cut = true // by us: that was no try
		p.mu.Unlock()
		return
	}
	p.judge(ctx, l.message, err)
}

// bulk hands all mails over in one go.
func (p *delivery) bulk(ctx context.Context, b mail.Batcher, letters []letter) {
	mails := make([]mail.Mail, 0, len(letters))
	for _, l := range letters {
		mails = append(mails, l.mail)
	}
	err := b.SendAll(ctx, mails)
	for _, l := range letters {
		p.judge(ctx, l.message, err)
	}
}

// judge turns the answer to a mail into the new state of its message.
func (p *delivery) judge(ctx context.Context, m *store.MessageView, err error) {
	j := p.jobs
	if err == nil {
		p.settle(m, "sent", "")
		return
	}
	reason := "the mail could not be sent"
	if e, ok := errors.AsType[*mail.Error](err); ok {
		reason = e.Error()
		if e.Server && !e.Permanent {
			p.serverDown(err)
		}
	}
	tooOld := j.now().Sub(m.Message.At.Time()) > GiveUpAfter
	if mail.IsPermanent(err) || tooOld || p.last {
		j.log.WarnContext(ctx, "jobs: a message has failed", slog.String("event", m.EventID),
			slog.Int64("seq", m.Message.Seq), slog.String("reason", reason))
		p.settle(m, "failed", reason)
		return
	}
	p.settle(m, "queued", reason)
}

func (p *delivery) settle(m *store.MessageView, state, reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = append(p.done, store.Delivery{Seq: m.Message.Seq, State: state, Error: reason})
	if state == "queued" {
		p.queued++
	}
}

func (p *delivery) serverDown(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = err
}

func (p *delivery) isDown() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.down != nil
}
