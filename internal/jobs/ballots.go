package jobs

import (
	"context"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/drawmail"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// ballot mails the results of the ballot of an event that are known.
func (w *drawMailer) ballot(ctx context.Context, event *events.EventView, until time.Time) error {
	rooms, e := w.jobs.store.WaitingRooms, &event.Event
	if drawClosed(e) { // nobody else gets a place by it
		if err := w.end(ctx, e.ID, until, rooms.EndBallot); err != nil {
			return err
		}
	}
	var list []waitingrooms.RoomWish
	after := int64(-1)
	return w.tellAll(ctx, until, func(limit int) (n int, err error) {
		list, err = rooms.BallotMails(ctx, e.ID, after, limit)
		return len(list), err
	}, func(i int) error {
		wish := &list[i]
		after = wish.Index
		return w.send(ctx, &result{
			kind: drawmail.BallotMail, event: event, index: wish.Index, email: wish.Email, mailUntil: wish.MailUntil, forget: rooms.BallotMailed,
			compose: func(struck string) (*mail.Mail, error) { return w.composeBallot(ctx, event, wish, struck != "") },
		})
	})
}

// composeBallot writes the mail with the result of a ballot.
func (w *drawMailer) composeBallot(ctx context.Context, event *events.EventView, wish *waitingrooms.RoomWish, struck bool) (*mail.Mail, error) {
	j, e := w.jobs, &event.Event
	url := w.links.EventURL(e.ID)
	drawn, err := drawmail.DrawnOf(event, wish.Index, url)
	if err != nil {
		return nil, err
	}
	words, err := drawmail.RenderBallot(j.renderer.Layouts, accountmail.Mail{
		Kind: drawmail.BallotMail, Locale: wish.Locale, URL: url + "/waiting-room", Name: titleFor(event, wish.Locale), Zone: e.Zone,
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
func ballotResult(e *inventory.Event, wish *waitingrooms.RoomWish, struck bool) drawmail.BallotResult {
	switch {
	case e.Status == inventory.Cancelled: // whatever became of the entry
		return drawmail.BallotCancelled
	case struck:
		return drawmail.BallotStruck
	case wish.Outcome == "":
		return drawmail.BallotClosed
	case wish.Outcome == string(inventory.WaitlistFull) || wish.Outcome == string(inventory.SoldOut):
		return drawmail.BallotFull
	}
	return drawmail.BallotRefused
}
