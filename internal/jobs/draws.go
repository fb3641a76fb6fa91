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
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/drawmail"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

const (
	// mailDrawsEvery is how often it is looked for people who are to be told how a draw ended. It
	// is more than runFor, so that no two runs mail side by side.
	mailDrawsEvery = 20 * time.Second
	// drawFailures is how many mails of one draw may fail before the others wait for the next run.
	drawFailures = 3
)

// mailDraws mails the results of draws to those who know of none otherwise. Of a ballot that is
// anybody it put on no waitlist: those refused or struck out, and all who were not reached when it
// ended early; anyone who is on the waitlist is told by its messages. Of another draw it is
// everybody whose receipt was mailed before it was drawn.
type mailDraws struct{}

// Kind names the job in the database.
func (mailDraws) Kind() string { return "mail_draws" }

func mailDrawsNow() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(mailDrawsEvery),
		func() (river.JobArgs, *river.InsertOpts) { return mailDraws{}, &river.InsertOpts{MaxAttempts: 1} },
		&river.PeriodicJobOpts{RunOnStart: true})
}

type drawMailer struct {
	river.WorkerDefaults[mailDraws]
	jobs    *Jobs
	links   message.Links
	oneTime OneTimeLinks
}

// Work mails one result after the other, for runFor, and lets people who wait for an answer go
// first; the next run continues. What was sent is noted before the next, so a run can end
// anywhere: at worst one mail is sent again, as the same mail.
func (w *drawMailer) Work(ctx context.Context, _ *river.Job[mailDraws]) error {
	rooms, until := w.jobs.store.WaitingRooms, time.Now().Add(runFor)
	return errors.Join(
		w.each(ctx, until, rooms.ReachableBallot, w.ballot),
		w.each(ctx, until, rooms.ReachableDraw, w.draw),
	)
}

// each tells people of one event after the other. An event of which it fails keeps none of the
// others.
func (w *drawMailer) each(ctx context.Context, until time.Time, next func(ctx context.Context, after string) (string, error),
	tell func(ctx context.Context, event *events.EventView, until time.Time) error,
) error {
	var errs []error
	for after := ""; ; {
		event, err := next(ctx, after)
		if err != nil {
			return errors.Join(append(errs, fmt.Errorf("mail draws: %w", err))...)
		}
		if event == "" || w.over(ctx, until) {
			return errors.Join(errs...)
		}
		v, err := w.jobs.store.Events.Event(ctx, event)
		if err == nil {
			err = tell(ctx, v, until)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("mail the draw of %s: %w", event, err))
		}
		after = event
	}
}

// over reports whether a run is to end.
func (w *drawMailer) over(ctx context.Context, until time.Time) bool {
	return w.jobs.stopped() || ctx.Err() != nil || time.Now().After(until)
}

// end has people told how a draw ended that has ended for all of them: set does so for a part.
func (w *drawMailer) end(ctx context.Context, event string, until time.Time,
	set func(ctx context.Context, event string, until inventory.Instant, limit int) (int64, error),
) error {
	for n := int64(pruneLimit); n == pruneLimit && !w.over(ctx, until); {
		var err error
		if n, err = set(ctx, event, w.jobs.instant()+inventory.Instant(waitingrooms.MailDrawsFor), pruneLimit); err != nil {
			return err
		}
	}
	return nil
}

// tellAll mails people of an event how its draw ended, page by page. page returns the next of
// them, and how many it has; tell mails the one of the page with that number.
func (w *drawMailer) tellAll(ctx context.Context, until time.Time, page func(limit int) (int, error), tell func(i int) error) error {
	var failed []error
	for {
		n, err := page(w.jobs.dispatcher.Yield(ctx))
		if err != nil || n == 0 {
			return errors.Join(append(failed, err)...)
		}
		for i := range n {
			if w.over(ctx, until) {
				return errors.Join(failed...)
			}
			// One mailbox that is full holds up nobody behind it; a mail server that is away does.
			err := tell(i)
			if err != nil {
				failed = append(failed, err)
			}
			if len(failed) == drawFailures || errors.Is(err, events.ErrElsewhere) { // it has left: who is left is told there
				return errors.Join(failed...)
			}
		}
	}
}

// result is the mail that tells an entrant how a draw ended.
type result struct {
	kind      accountmail.Kind
	event     *events.EventView
	index     int64
	email     string
	mailUntil inventory.Instant
	// strike says that they are out, before there is a result.
	strike bool
	// compose writes it; forget notes that it was sent or given up.
	compose func(struck string) (*mail.Mail, error)
	forget  func(ctx context.Context, event string, index int64) error
}

// send mails an entrant the result, and forgets how to reach them. Anyone who left the draw
// themselves was answered then, and anyone who was struck out and mailed so knows it.
func (w *drawMailer) send(ctx context.Context, r *result) error {
	j, e := w.jobs, &r.event.Event
	struck, err := j.store.WaitingRooms.StrikeOf(ctx, e.ID, r.index)
	switch {
	case err != nil:
		return err
	case struck.Reason == string(draw.Left), struck.ToldAt != 0:
		return r.forget(ctx, e.ID, r.index)
	case r.strike && struck.Reason == "": // it was taken back meanwhile
		return nil
	}
	kind := slog.String("kind", string(r.kind))
	if _, nowhere := j.sender.(mail.Nowhere); nowhere || r.mailUntil <= j.instant() {
		j.log.WarnContext(ctx, "jobs: mail not sent: no mail server is configured, or none has taken it for a day", kind)
		return r.forget(ctx, e.ID, r.index)
	}
	reason, err := j.dispatcher.MailSuppressed(ctx, e.OrgID, r.email)
	switch {
	case err != nil:
		return err
	case reason != "":
		j.log.InfoContext(ctx, "jobs: mail not sent: the address is suppressed", kind, slog.String("reason", reason))
		return r.forget(ctx, e.ID, r.index)
	}
	parcel, err := r.compose(struck.Reason)
	if err != nil {
		return err
	}
	if err := j.sender.Send(ctx, *parcel); provider.IsPermanent(err) {
		j.log.WarnContext(ctx, "jobs: mail failed", kind, slog.Any("error", err))
	} else if err != nil {
		return fmt.Errorf("entrant %d: %w", r.index, err)
	}
	return r.forget(ctx, e.ID, r.index)
}

// drawClosed reports whether nothing comes of the draw of an event any more.
func drawClosed(e *inventory.Event) bool {
	return e.Status == inventory.Cancelled || e.Settings.Onsale.Draw.Step == inventory.DrawClosed
}

// draw mails those who took part in the draw of an event what place they have, or that nothing
// comes of it.
func (w *drawMailer) draw(ctx context.Context, event *events.EventView, until time.Time) error {
	rooms, e := w.jobs.store.WaitingRooms, &event.Event
	places, drawn, err := waitroom.PlacesOf(&e.Settings.Onsale)
	switch {
	case err != nil:
		return err
	case !drawn && !drawClosed(e):
		return nil
	}
	if err := w.end(ctx, e.ID, until, rooms.EndDraw); err != nil {
		return err
	}
	var list []waitingrooms.RoomMail
	after := int64(-1)
	return w.tellAll(ctx, until, func(limit int) (n int, err error) {
		list, err = rooms.DrawMails(ctx, e.ID, after, limit)
		return len(list), err
	}, func(i int) error {
		m := &list[i]
		after = m.Index
		return w.send(ctx, &result{
			kind: drawmail.DrawMail, event: event, index: m.Index, email: m.Email, mailUntil: m.MailUntil, forget: rooms.Mailed,
			compose: func(struck string) (*mail.Mail, error) {
				return w.composeDraw(ctx, event, m, drawResult(e, m.Index, struck != ""), &places)
			},
		})
	})
}

// struck mails those who were struck out of the draw of an event that they are, while there is time to
// object. How to reach them is kept until it has ended: a strike can be taken back.
func (w *drawMailer) struck(ctx context.Context, event *events.EventView, until time.Time) error {
	rooms, e := w.jobs.store.WaitingRooms, &event.Event
	if drawClosed(e) || e.Settings.Onsale.Draw.Result.Seed != "" {
		return nil // they are told with the result
	}
	told := func(ctx context.Context, event string, index int64) error {
		return rooms.StruckTold(ctx, event, index, w.jobs.instant())
	}
	var list []waitingrooms.RoomMail
	after := int64(-1)
	return w.tellAll(ctx, until, func(limit int) (n int, err error) {
		list, err = rooms.StruckMails(ctx, e.ID, after, limit)
		return len(list), err
	}, func(i int) error {
		m := &list[i]
		after = m.Index
		return w.send(ctx, &result{
			kind: drawmail.DrawMail, event: event, index: m.Index, email: m.Email, mailUntil: w.jobs.instant() + inventory.Instant(waitingrooms.MailDrawsFor), strike: true, forget: told,
			compose: func(string) (*mail.Mail, error) {
				parcel, err := w.composeDraw(ctx, event, m, drawmail.DrawStruck, nil)
				if err == nil {
					parcel.ID = "struck." + e.ID + "." + strconv.FormatInt(m.Index+1, 10)
				}
				return parcel, err
			},
		})
	})
}

// drawResult is how a draw ended for an entrant.
func drawResult(e *inventory.Event, index int64, struck bool) drawmail.DrawResult {
	switch {
	case e.Status == inventory.Cancelled:
		return drawmail.DrawCancelled
	case struck:
		return drawmail.DrawStruck
	case e.Settings.Onsale.Draw.Step == inventory.DrawClosed:
		return drawmail.DrawClosed
	case index >= e.Settings.Onsale.Draw.Seal.Entrants:
		return drawmail.DrawLate
	}
	return drawmail.DrawDrawn
}

// composeDraw writes the mail with the result of a draw: with the link to the place where there
// is one.
func (w *drawMailer) composeDraw(ctx context.Context, event *events.EventView, m *waitingrooms.RoomMail, how drawmail.DrawResult, places *waitroom.Places) (*mail.Mail, error) {
	j, e, o := w.jobs, &event.Event, &event.Event.Settings.Onsale
	page := w.links.EventURL(e.ID)
	part, err := drawmail.DrawnOf(event, m.Index, page)
	if err != nil {
		return nil, err
	}
	url := page
	switch how {
	case drawmail.DrawDrawn, drawmail.DrawLate:
		url = w.oneTime.RoomURL(e.ID, m.Index)
	case drawmail.DrawStruck:
		url, part.Place = page+"/waiting-room", 0
	}
	out := drawmail.DrawOutcome{Result: how, Part: *part}
	if how == drawmail.DrawDrawn || how == drawmail.DrawLate {
		out.Part.Place = places.Of(m.Index)
		out.ServesAt = o.Slots.Start(o.ServesAt, out.Part.Place)
		out.Slot = o.Slots != (inventory.OnsaleSlots{})
	}
	words, err := drawmail.RenderDraw(j.renderer.Layouts, accountmail.Mail{
		Kind: drawmail.DrawMail, Locale: m.Locale, URL: url, Name: titleFor(event, m.Locale), Zone: e.Zone,
	}, e.ID, &out, j.dispatcher.LogHead(ctx, event))
	if err != nil {
		return nil, err
	}
	return &mail.Mail{
		ID: "draw." + e.ID + "." + strconv.FormatInt(m.Index+1, 10), From: j.from, To: mail.Address{Addr: m.Email},
		Subject: words.Subject, Text: words.Text, HTML: words.HTML, Date: j.now(),
	}, nil
}
