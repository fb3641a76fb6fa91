package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/store"
)

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
}

// letter is a message that is ready to go.
type letter struct {
	message *store.MessageView
	mail    mail.Mail
}

// deliver hands a page over, and returns the seq to go on with: of the first
// message that was not tried, or the one after the page. When the server takes
// nothing at the moment, the rest of the page is judged by that without a try.
func (p *delivery) deliver(ctx context.Context, page []store.MessageView) (next int64) {
	end := page[len(page)-1].Message.Seq + 1
	if _, ok := p.jobs.sender.(mail.Nowhere); ok {
		for i := range page {
			p.settle(&page[i], "suppressed", mail.NowhereReason)
		}
		return end
	}
	letters := p.prepare(ctx, page)
	if b, ok := p.jobs.sender.(mail.Batcher); ok {
		p.bulk(ctx, b, letters)
		return end
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
	begun := 0
	for begun < len(letters) && !p.isDown() && p.mayBegin(ctx) {
		queue <- letters[begun]
		begun++
	}
	close(queue)
	senders.Wait()
	for _, l := range letters[begun:] {
		if p.down == nil {
			return l.message.Message.Seq
		}
		p.judge(ctx, l.message, p.down)
	}
	return end
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

// erasedPrefix begins the user id of a person whose data was removed (see
// inventory.PersonChange).
const erasedPrefix = "erased:"

// suppress says why a message is not to be sent any more; "" when it is.
func suppress(m *store.MessageView, now inventory.Instant) string {
	if strings.HasPrefix(m.Person.UserID, erasedPrefix) {
		return "the person was erased"
	}
	if m.Person.Profile.Email == "" {
		return "the person has no address"
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
		return // cut short by us: that was no try
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
