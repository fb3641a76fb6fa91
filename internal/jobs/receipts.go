package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/drawmail"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// keepReceiptMails is for how long it is tried to mail a receipt. Then it is forgotten where it
// was to go.
const keepReceiptMails = 24 * time.Hour

// receiptFailures is how many mails of a batch may fail before the others wait.
const receiptFailures = 3

// mailReceipts mails the receipts of those who joined a waiting room in one batch. It has no
// address: that is in the table until the mail was sent.
type mailReceipts struct {
	EventID string  `json:"event_id"`
	Indexes []int64 `json:"indexes"`
}

// Kind names the job in the database.
func (mailReceipts) Kind() string { return "mail_receipts" }

// MailReceipts returns the job that mails the receipts of entrants of a waiting room. It is used
// as joins.Config.Mail. It goes behind the messages of other events, as those of a rush do.
func MailReceipts(event string, indexes []int64) (database.Job, error) {
	priority := int64(batchPriority)
	if len(indexes) > stormBatch {
		priority = stormPriority
	}
	job, err := newJob(mailReceipts{EventID: event, Indexes: indexes}, priority, maxAttempts)
	job.Queue = messagesQueue
	return job, err
}

type receiptMailer struct {
	river.WorkerDefaults[mailReceipts]
	jobs    *Jobs
	oneTime OneTimeLinks
}

// Work mails the receipts one after the other, for runFor, and lets people who wait for an
// answer go first. What was sent is noted before the next, so an attempt can end anywhere: at
// worst one mail is sent again, as the same mail.
func (w *receiptMailer) Work(ctx context.Context, job *river.Job[mailReceipts]) error {
	j, until := w.jobs, time.Now().Add(runFor)
	event, err := j.store.Events.Event(ctx, job.Args.EventID)
	if err != nil {
		return fmt.Errorf("mail receipts: %w", err)
	}
	page, failures := 0, []error(nil)
	for _, index := range job.Args.Indexes {
		if page == 0 {
			page = j.dispatcher.Yield(ctx)
		}
		page--
		if j.stopped() || ctx.Err() != nil || time.Now().After(until) {
			return river.JobSnooze(0)
		}
		// One mailbox that is full holds up nobody behind it; a mail server that is away does.
		if err := w.mail(ctx, event, index); err != nil {
			failures = append(failures, fmt.Errorf("mail the receipt of %d: %w", index, err))
		}
		if len(failures) == receiptFailures {
			break
		}
	}
	return errors.Join(failures...)
}

// mail mails the receipt of an entrant, if that was not done. Of one whose place is still to be
// drawn it stays known how to tell them that.
func (w *receiptMailer) mail(ctx context.Context, event *events.EventView, index int64) error {
	j, rooms := w.jobs, w.jobs.store.WaitingRooms
	m, err := rooms.Mail(ctx, event.Event.ID, index)
	if errors.Is(err, database.ErrNotFound) || err == nil && m.Email == "" {
		return nil
	}
	if err != nil {
		return err
	}
	if m.ReceiptAt != 0 { // sent, and how the draw ends is still to be told
		return nil
	}
	done := rooms.Mailed
	if o := &event.Event.Settings.Onsale; o.Mode == inventory.OnsaleDraw && o.Draw.Result.Seed == "" {
		done = func(ctx context.Context, event string, index int64) error {
			return rooms.ReceiptMailed(ctx, event, index, j.instant())
		}
	}
	if event.Event.Status == inventory.Cancelled { // the place leads to nothing
		return done(ctx, event.Event.ID, index)
	}
	if _, nowhere := j.sender.(mail.Nowhere); nowhere {
		j.log.WarnContext(ctx, "jobs: mail not sent: no mail server is configured", slog.String("kind", string(drawmail.RoomReceiptMail)))
		return rooms.Mailed(ctx, event.Event.ID, index)
	}
	reason, err := j.dispatcher.MailSuppressed(ctx, event.Event.OrgID, m.Email)
	switch {
	case err != nil:
		return err
	case reason != "":
		j.log.InfoContext(ctx, "jobs: mail not sent: the address is suppressed", slog.String("kind", string(drawmail.RoomReceiptMail)), slog.String("reason", reason))
		return done(ctx, event.Event.ID, index)
	}
	parcel, err := w.compose(ctx, event, &m)
	if err != nil {
		return err
	}
	err = j.sender.Send(ctx, *parcel)
	if provider.IsPermanent(err) {
		j.log.WarnContext(ctx, "jobs: mail failed", slog.String("kind", string(drawmail.RoomReceiptMail)), slog.Any("error", err))
		return rooms.Mailed(ctx, event.Event.ID, index)
	}
	if err != nil {
		return err
	}
	return done(ctx, event.Event.ID, index)
}

// compose writes the mail with a receipt: its link, and the QR code of that. Of a draw it names the
// receipt as a file, and of a ballot it acknowledges the application.
func (w *receiptMailer) compose(ctx context.Context, event *events.EventView, m *waitingrooms.RoomMail) (*mail.Mail, error) {
	j, e, onsale := w.jobs, &event.Event, &event.Event.Settings.Onsale
	url := w.oneTime.RoomURL(e.ID, m.Index)
	qr, err := ticket.NewCode(url)
	if err != nil {
		return nil, err
	}
	png, err := qr.PNG()
	if err != nil {
		return nil, err
	}
	number := strconv.FormatInt(m.Index+1, 10)
	picture := mail.Image{ID: "place-" + number + "@" + e.ID, Name: "place-" + number + ".png", PNG: png}
	receipt, images := drawmail.RoomReceipt{Number: m.Index + 1, ServesAt: onsale.ServesAt, Picture: picture.ID}, []mail.Image{picture}
	if onsale.Draws() { // it is checked with the receipt
		receipt.File = url + identity.RoomReceiptFile
	}
	if onsale.Mode == inventory.OnsaleBallot { // nobody is let in by it, so nobody takes it to another device
		receipt.Ballot, receipt.Picture, images = true, "", nil
	}
	places, drawn, err := waitroom.PlacesOf(onsale)
	switch {
	case err != nil:
		return nil, err
	case drawn:
		receipt.Place = places.Of(m.Index)
	default:
		receipt.SealsAt = onsale.SealsAt
	}
	words, err := drawmail.RenderRoomReceipt(j.renderer.Layouts, accountmail.Mail{
		Kind: drawmail.RoomReceiptMail, Locale: m.Locale, URL: url, Name: titleFor(event, m.Locale), Zone: e.Zone,
	}, e.ID, &receipt, j.dispatcher.LogHead(ctx, event))
	if err != nil {
		return nil, river.JobCancel(err)
	}
	return &mail.Mail{
		ID: "receipt." + e.ID + "." + number, From: j.from, To: mail.Address{Addr: m.Email},
		Subject: words.Subject, Text: words.Text, HTML: words.HTML, Date: j.now(), Images: images,
	}, nil
}

// forgetReceipts forgets where receipts go that could not be mailed for keepReceiptMails.
func (j *Jobs) forgetReceipts(ctx context.Context) error {
	n, err := inParts(ctx, j, "forget where receipts go", func(limit int) (int64, error) {
		return j.store.WaitingRooms.PruneMails(ctx, inventory.At(j.now().Add(-keepReceiptMails)), limit)
	})
	if n > 0 {
		j.log.WarnContext(ctx, "jobs: gave up mailing receipts of waiting rooms", slog.Int64("mails", n))
	}
	return err
}
