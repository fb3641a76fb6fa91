package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store"
)

const (
	// mailBallotsEvery is how often it is looked for people whom a ballot gave no place. It is
	// more than runFor, so that no two runs mail side by side.
	mailBallotsEvery = 20 * time.Second
	// ballotFailures is how many mails of one ballot may fail before the others wait for the
	// next run.
	ballotFailures = 3
)

// mailBallots mails the results of ballots to people whom they put on no waitlist: those refused or
// struck out, and all who were not reached when a ballot ended early. Anyone who is on the waitlist is
// told by its messages.
type mailBallots struct{}

// Kind names the job in the database.
func (mailBallots) Kind() string { return "mail_ballots" }

func mailBallotsNow() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(mailBallotsEvery),
		func() (river.JobArgs, *river.InsertOpts) { return mailBallots{}, &river.InsertOpts{MaxAttempts: 1} },
		&river.PeriodicJobOpts{RunOnStart: true})
}

type ballotMailer struct {
	river.WorkerDefaults[mailBallots]
	jobs  *Jobs
	links message.Links
}

// Work mails one result after the other, for runFor, and lets people who wait for an answer go
// first; the next run continues. What was sent is noted before the next, so a run can end
// anywhere: at worst one mail is sent again, as the same mail.
func (w *ballotMailer) Work(ctx context.Context, _ *river.Job[mailBallots]) error {
	rooms, until := w.jobs.store.WaitingRooms, time.Now().Add(runFor)
	var errs []error
	for after := ""; ; {
		event, err := rooms.ReachableBallot(ctx, after)
		if err != nil {
			return errors.Join(append(errs, fmt.Errorf("mail ballots: %w", err))...)
		}
		if event == "" || w.over(ctx, until) {
			return errors.Join(errs...)
		}
		if err := w.ballot(ctx, event, until); err != nil {
			errs = append(errs, fmt.Errorf("mail the ballot of %s: %w", event, err))
		}
		after = event
	}
}

// over reports whether a run is to end.
func (w *ballotMailer) over(ctx context.Context, until time.Time) bool {
	return w.jobs.stopped() || ctx.Err() != nil || time.Now().After(until)
}

// ballot mails the results of the ballot of an event that are known.
func (w *ballotMailer) ballot(ctx context.Context, event string, until time.Time) error {
	j, rooms := w.jobs, w.jobs.store.WaitingRooms
	v, err := j.store.Events.Event(ctx, event)
	if err != nil {
		return err
	}
	if ballotOver(&v.Event) {
		for n := int64(pruneLimit); n == pruneLimit && !w.over(ctx, until); {
			if n, err = rooms.EndBallot(ctx, event, j.instant()+inventory.Instant(store.MailBallotsFor), pruneLimit); err != nil {
				return err
			}
		}
	}
	var failed []error
	for after := int64(-1); ; {
		list, err := rooms.BallotMails(ctx, event, after, j.dispatcher.Yield(ctx))
		if err != nil {
			return err
		}
		for i := range list {
			if w.over(ctx, until) {
				return errors.Join(failed...)
			}
			// One mailbox that is full holds up nobody behind it; a mail server that is away does.
			if err := w.mail(ctx, v, &list[i]); err != nil {
				failed = append(failed, fmt.Errorf("entrant %d: %w", list[i].Index, err))
			}
			if len(failed) == ballotFailures {
				return errors.Join(failed...)
			}
			after = list[i].Index
		}
		if len(list) == 0 {
			return errors.Join(failed...)
		}
	}
}

// ballotOver reports whether nobody else gets a place by the ballot of an event.
func ballotOver(e *inventory.Event) bool {
	return e.Status == inventory.Cancelled || e.Settings.Onsale.Draw.Step == inventory.DrawClosed
}

// mail mails an entrant the result, and forgets how to reach them.
func (w *ballotMailer) mail(ctx context.Context, event *store.EventView, wish *store.RoomWish) error {
	j, rooms, e := w.jobs, w.jobs.store.WaitingRooms, &event.Event
	struck, err := rooms.Struck(ctx, e.ID, wish.Index)
	switch {
	case err != nil:
		return err
	case struck == string(draw.Left): // they did it themselves, and were answered
		return rooms.BallotMailed(ctx, e.ID, wish.Index)
	}
	_, nowhere := j.sender.(mail.Nowhere)
	late := wish.MailUntil <= j.instant()
	if nowhere || late {
		j.log.WarnContext(ctx, "jobs: mail not sent: no mail server is configured, or none has taken it for a day", slog.String("kind", string(message.BallotMail)))
		return rooms.BallotMailed(ctx, e.ID, wish.Index)
	}
	parcel, err := w.compose(ctx, event, wish, struck != "")
	if err != nil {
		return err
	}
	if err := j.sender.Send(ctx, *parcel); provider.IsPermanent(err) {
		j.log.WarnContext(ctx, "jobs: mail failed", slog.String("kind", string(message.BallotMail)), slog.Any("error", err))
	} else if err != nil {
		return err
	}
	return rooms.BallotMailed(ctx, e.ID, wish.Index)
}

// compose writes the mail with the result of a ballot.
func (w *ballotMailer) compose(ctx context.Context, event *store.EventView, wish *store.RoomWish, struck bool) (*mail.Mail, error) {
	j, e := w.jobs, &event.Event
	url := w.links.EventURL(e.ID)
	drawn, err := message.DrawnOf(event, wish.Index, url)
	if err != nil {
		return nil, err
	}
	words, err := j.renderer.RenderBallot(message.AccountMail{
		Kind: message.BallotMail, Locale: wish.Locale, URL: url + "/waiting-room", Name: event.Details.Title, Zone: e.Zone,
	}, e.ID, ballotResult(e, wish, struck), drawn, j.dispatcher.LogHead(ctx, event))
	if err != nil {
		return nil, err
	}
	return &mail.Mail{
		ID: "ballot." + e.ID + "." + strconv.FormatInt(wish.Index+1, 10), From: j.from, To: mail.Address{Addr: wish.Email},
		Subject: words.Subject, Text: words.Text, HTML: words.HTML, Date: j.now(),
	}, nil
}

// ballotResult is how a ballot ended for an entrant who has no place by it.
func ballotResult(e *inventory.Event, wish *store.RoomWish, struck bool) message.BallotResult {
	switch {
	case e.Status == inventory.Cancelled: // whatever became of the entry
		return message.BallotCancelled
	case struck:
		return message.BallotStruck
	case wish.Outcome == "":
		return message.BallotClosed
	case wish.Outcome == string(inventory.WaitlistFull) || wish.Outcome == string(inventory.SoldOut):
		return message.BallotFull
	}
	return message.BallotRefused
}
