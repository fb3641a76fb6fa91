package delivery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// announceEvery is how often the database is asked which announcements are due.
const announceEvery = time.Second

// announce takes announcements that are due and sends each to its recipients.
func (d *Dispatcher) announce() {
	for !d.stopped() {
		if d.fresh() {
			due, err := d.store.Announcements.TakeDue(d.sendCtx, d.cfg.Worker, d.instant(), cap(d.announcing))
			if err != nil && !d.stopped() {
				d.log.Warn("delivery: cannot read which announcements are due", slog.Any("error", err))
			}
			for i := range due {
				d.announcing <- struct{}{}
				d.loops.Go(func() {
					defer func() { <-d.announcing }()
					d.sendAnnouncement(d.sendCtx, due[i])
				})
			}
		}
		d.sleep(announceEvery)
	}
}

// sendAnnouncement makes the deliveries of an announcement, page after page. The
// progress is stored in the transaction of each page, so that a worker that goes on
// after a crash neither misses nor repeats anybody.
func (d *Dispatcher) sendAnnouncement(ctx context.Context, n messages.Announcement) {
	patience := maxPatience
	for tries := 0; n.State == messages.AnnouncementSending && !d.stopped(); {
		err := d.announcementPage(ctx, &n, &patience)
		switch {
		case err == nil:
			tries = 0
		case errors.Is(err, database.ErrStale):
			return // the event was moved, or another worker has taken over
		default:
			if tries++; !d.stopped() {
				d.log.Warn("delivery: announcement delayed", slog.String("event", n.EventID), slog.String("announcement", n.ID), slog.Any("error", err))
				d.sleep(time.Duration(min(tries, 10)) * time.Second)
			}
		}
	}
}

// roomFor is how long an announcement waits for room in the queue for its next page,
// and maxPatience how often it does so in vain before it stops waiting.
const (
	roomFor     = time.Second
	maxPatience = 8
)

// makeRoom waits for room for a page. A task that finds room goes straight into the
// queue. One that does not is stored, taken and read again, which is half of the cost
// of a mail; that is worth it only where the provider is slow or other workers can
// help. Once there was room, patience starts anew, because the obstacle may be gone,
// such as a rush of registrations whose mails went first.
func (d *Dispatcher) makeRoom(org string, patience *int) {
	ch := d.channels[MailChannel]
	if ch == nil {
		return
	}
	for end := time.Now().Add(roomFor); !ch.queue.fits(org, pageSize); d.sleep(idleLook) {
		if *patience <= 0 || d.stopped() {
			return
		}
		if time.Now().After(end) {
			*patience--
			return
		}
	}
	*patience = maxPatience
}

// announcementPage makes the deliveries of one page of recipients.
func (d *Dispatcher) announcementPage(ctx context.Context, n *messages.Announcement, patience *int) error {
	size := d.Yield(ctx)
	ec, err := d.contexts.get(ctx, d, n.EventID)
	if err != nil {
		return err
	}
	d.makeRoom(ec.event.Event.OrgID, patience)
	if ec, err = d.contexts.get(ctx, d, n.EventID); err != nil {
		return err
	}
	after := *n
	now := d.instant()
	var drafts []draft
	switch {
	case n.Kind == messages.AnnouncementKind:
		var people []events.MessageView
		if ec, people, err = d.writtenPage(ctx, ec, &after, now, size); err != nil {
			return err
		}
		if drafts, _, err = d.draft(ctx, ec, people, n); err != nil {
			return err
		}
	case n.Kind == messages.NewEventKind && noNews(ec.event, now) == "":
		people, err := d.store.Follows.Page(ctx, n.EventID, ec.event.Event.OrgID, n.LastHold, size)
		if err != nil {
			return err
		}
		if len(people) < size {
			after.State = messages.AnnouncementDone
		} else {
			after.LastHold = id.TailOf(people[size-1].Person.ID)
		}
		for i := range people {
			people[i] = *announcementView(people[i], message.NewEvent, now)
		}
		if drafts, _, err = d.draft(ctx, ec, people, n); err != nil {
			return err
		}
	case n.Kind == messages.FeedbackKind && feedback.Open(ec.event, now):
		people, err := d.recipients(ctx, &after, now, size)
		if err == nil {
			people, err = d.whoCame(ctx, n.EventID, people)
		}
		if err != nil {
			return err
		}
		if drafts, _, err = d.draft(ctx, ec, people, n); err != nil {
			return err
		}
	case n.Kind == messages.NewEventKind, n.Kind == messages.FeedbackKind, n.ID != messages.CancellationID && ec.event.Event.Status != takesPlace(n.Kind), now >= ec.event.Event.Ends(), n.Kind == messages.ReminderKind && now >= ec.event.Event.StartsAt:
		after.State = messages.AnnouncementMissed
	default:
		people, err := d.recipients(ctx, &after, now, size)
		if err != nil {
			return err
		}
		// An announcement has no claim window, so there is no job to extend one.
		if drafts, _, err = d.draft(ctx, ec, people, n); err != nil {
			return err
		}
	}
	after.Made += int64(len(drafts))
	err = d.dispatch(drafts, func(rows []messages.Delivery) (map[messages.DeliveryKey]bool, error) {
		return d.store.Announcements.Advance(ctx, d.cfg.Worker, d.instant(), &after, rows)
	})
	if err == nil {
		*n = after
	}
	return err
}

// takesPlace is how the event must stand for an announcement of a kind to go out.
func takesPlace(kind string) inventory.EventStatus {
	if kind == messages.EventPostponedKind {
		return inventory.Postponed
	}
	return inventory.Published
}

// The phases in which the recipients of an announcement are paged through, after those with a
// confirmed hold, whose ids are LastHold in the first: each begins LastHold in its own.
const (
	phaseTickets  = id.Ticket // of others, that were transferred to somebody
	phasePasses   = "pass "   // of the series, that cover the event
	phaseWaiting  = id.Entry
	phasePending  = "pending " // orders
	phaseEntrants = "entrant " // of a draw
)

// recipients returns the next size recipients of an announcement and advances it: first
// the people with a confirmed hold, then those with a transferred ticket, those with a pass of the
// series unless it asks how the event was, and if it is for them
// too those who wait (see waiting). A person with both is returned twice; the second one is dropped
// when deliveries are made.
func (d *Dispatcher) recipients(ctx context.Context, n *messages.Announcement, now inventory.Instant, size int) ([]events.MessageView, error) {
	kind, off := inventory.MessageKind(n.Kind), n.ID == messages.CancellationID
	if off {
		kind = inventory.MsgEventCancelled
	}
	var people []events.MessageView
	var err error
	switch {
	case !off && (n.LastHold == "" || strings.HasPrefix(n.LastHold, id.Order)):
		people, err = d.store.Announcements.ConfirmedPage(ctx, n.EventID, n.LastHold, size)
		n.LastHold = phaseTickets // before every ticket's
		if len(people) == size {
			n.LastHold = people[size-1].Hold.ID
		}
	case n.LastHold == "" || strings.HasPrefix(n.LastHold, phaseTickets):
		if people, n.LastHold, err = d.store.Announcements.ReceivedPage(ctx, n.EventID, n.LastHold, size); n.LastHold == "" {
			n.LastHold = phasePasses
			if n.Kind == messages.FeedbackKind {
				n.State = messages.AnnouncementDone
			}
		}
	case strings.HasPrefix(n.LastHold, phasePasses):
		var at string
		people, at, err = d.store.PassHolders.Page(ctx, n.EventID, strings.TrimPrefix(n.LastHold, phasePasses), off, size)
		switch n.LastHold = phasePasses + at; {
		case at != "":
		case n.ForWaiting():
			n.LastHold = phaseWaiting // before every entry's
		default:
			n.State = messages.AnnouncementDone
		}
	default:
		people, err = d.waiting(ctx, n, size)
	}
	if err == nil && off {
		people, err = d.notYetTold(ctx, n.EventID, people)
	}
	if err != nil {
		return nil, err
	}
	for i := range people {
		if err := d.readPass(ctx, &people[i]); err != nil {
			return nil, err
		}
		people[i] = *announcementView(people[i], kind, now)
	}
	return people, nil
}

// readPass reads the event that sells the pass of a recipient, if it is one with a pass.
func (d *Dispatcher) readPass(ctx context.Context, v *events.MessageView) error {
	if v.Pass == nil {
		return nil
	}
	sells, err := d.contexts.get(ctx, d, v.Pass.EventID)
	if err != nil {
		return fmt.Errorf("delivery: read what sells a pass: %w", err)
	}
	v.Pass.Sells = sells.event
	return nil
}

// waiting returns the next size of those recipients of an announcement who have no ticket and wait
// for one: on the waitlist or for the answer to an application, for the payment of an order, and
// for a draw.
func (d *Dispatcher) waiting(ctx context.Context, n *messages.Announcement, size int) (people []events.MessageView, err error) {
	pending, inPending := strings.CutPrefix(n.LastHold, phasePending)
	entrant, inDraw := strings.CutPrefix(n.LastHold, phaseEntrants)
	switch {
	case inDraw:
		after, err := strconv.ParseInt(entrant, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("delivery: read how far an announcement is: %w", err)
		}
		people, next, err := d.store.Entrants.Page(ctx, n.EventID, after, size)
		n.LastHold = phaseEntrants + strconv.FormatInt(next, 10)
		if next == 0 {
			n.LastHold, n.State = "", messages.AnnouncementDone
		}
		return people, err
	case inPending:
		people, pending, err = d.store.Announcements.PendingPage(ctx, n.EventID, pending, size)
		n.LastHold = phasePending + pending
		if pending == "" {
			n.LastHold = phaseEntrants + "0"
		}
	default:
		people, n.LastHold, err = d.store.Announcements.WaitingPage(ctx, n.EventID, n.LastHold, size)
		if n.LastHold == "" {
			n.LastHold = phasePending
		}
	}
	return people, err
}

// whoCame drops the people none of whose tickets let anybody in, where tickets of the event
// were scanned at the door.
func (d *Dispatcher) whoCame(ctx context.Context, event string, people []events.MessageView) ([]events.MessageView, error) {
	var tickets []string
	for i := range people {
		tickets = append(tickets, ticketsOf(&people[i])...)
	}
	scanned, came, err := d.store.CheckIns.Came(ctx, event, tickets)
	if err != nil || !scanned {
		return people, err
	}
	return slices.DeleteFunc(people, func(v events.MessageView) bool {
		return !slices.ContainsFunc(ticketsOf(&v), func(ticket string) bool { return came[ticket] })
	}), nil
}

// ticketsOf are the tickets that a recipient of an announcement is written to about.
func ticketsOf(v *events.MessageView) (tickets []string) {
	if v.Transfer != nil {
		return []string{v.Transfer.Ticket.ID}
	}
	if v.Hold == nil {
		return nil
	}
	for unit := int64(1); unit <= v.Hold.Numbers(); unit++ {
		tickets = append(tickets, id.TicketOf(v.Hold.ID, unit))
	}
	return tickets
}

// notYetTold drops the people who were told that the event is cancelled by the message
// about their own hold or entry.
func (d *Dispatcher) notYetTold(ctx context.Context, event string, people []events.MessageView) ([]events.MessageView, error) {
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = people[i].Recipient() // nobody with a pass was told so by a message about their hold
	}
	told, err := d.store.Announcements.WereTold(ctx, event, inventory.MsgEventCancelled, ids)
	return slices.DeleteFunc(people, func(v events.MessageView) bool { return told[v.Recipient()] }), err
}
