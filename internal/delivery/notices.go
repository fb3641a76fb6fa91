package delivery

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// noticeEvery is how often it is asked which notices are due.
const noticeEvery = time.Second

// notices takes notices that are due and pages through their people.
func (k *Dispatcher) notices() {
	for !k.stopped() {
		if k.fresh() {
			due, err := k.store.Announcements.DueNotices(k.sendCtx, k.cfg.Worker, k.instant(), cap(k.fan))
			if err != nil && !k.stopped() {
				k.log.Warn("delivery: cannot read which announcements are due", slog.Any("error", err))
			}
			for i := range due {
				k.fan <- struct{}{}
				k.loops.Go(func() {
					defer func() { <-k.fan }()
					k.notify(k.sendCtx, due[i])
				})
			}
		}
		k.sleep(noticeEvery)
	}
}

// notify makes the deliveries of a notice, page after page. After each page the
// row of the notice says how far it is, in the same transaction, so that whoever
// goes on after a crash neither misses nor repeats anybody.
func (k *Dispatcher) notify(ctx context.Context, n store.Announcement) {
	patience := noticePatience
	for tries := 0; n.State == store.NoticeSending && !k.stopped(); {
		err := k.page(ctx, &n, &patience)
		switch {
		case err == nil:
			tries = 0
		case errors.Is(err, store.ErrStale):
			return // the event was moved, or others go on with it
		default:
			if tries++; !k.stopped() {
				k.log.Warn("delivery: announcement delayed", slog.String("event", n.EventID), slog.String("notice", n.ID), slog.Any("error", err))
				k.sleep(time.Duration(min(tries, 10)) * time.Second)
			}
		}
	}
}

// How long a notice waits for room in memory for its next page, and how often in
// vain before it only looks.
const (
	roomFor        = time.Second
	noticePatience = 8
)

// makeRoom waits for room for a page. What has room is handed over as it is; what
// has none is stored, taken again and read again, which is half of what a mail
// costs. Where a provider is slow, or other workers can help, that is worth it. It is
// patient again once there was room: what was in the way may be over, such as people
// who registered meanwhile and whose mails went first.
func (k *Dispatcher) makeRoom(org string, patience *int) {
	ch := k.channels[MailChannel]
	if ch == nil {
		return
	}
	for end := time.Now().Add(roomFor); !ch.queue.fits(org, pageSize); k.sleep(idleLook) {
		if *patience <= 0 || k.stopped() {
			return
		}
		if time.Now().After(end) {
			*patience--
			return
		}
	}
	*patience = noticePatience
}

// page makes the deliveries of one page of people.
func (k *Dispatcher) page(ctx context.Context, n *store.Announcement, patience *int) error {
	size := k.Yield(ctx)
	s, err := k.scenes.get(ctx, k, n.EventID)
	if err != nil {
		return err
	}
	k.makeRoom(s.event.Event.OrgID, patience)
	if s, err = k.scenes.get(ctx, k, n.EventID); err != nil {
		return err
	}
	after := *n
	now := k.instant()
	var drafts []draft
	switch {
	case n.Kind == store.NoticeBulletin:
		var people []store.MessageView
		if s, people, err = k.bulletinPage(ctx, s, &after, now, size); err != nil {
			return err
		}
		if drafts, _, err = k.draft(ctx, s, people, n); err != nil {
			return err
		}
	case n.ID != store.CalledOff && s.event.Event.Status != inventory.Published, now >= s.event.Event.EndsAt, n.Kind == store.NoticeReminder && now >= s.event.Event.StartsAt:
		after.State = store.NoticeMissed
	default:
		people, err := k.noticed(ctx, &after, now, size)
		if err != nil {
			return err
		}
		// A notice has no claim window, so it calls for no job.
		if drafts, _, err = k.draft(ctx, s, people, n); err != nil {
			return err
		}
	}
	after.Made += int64(len(drafts))
	err = k.dispatch(drafts, func(rows []store.Delivery) (map[store.DeliveryKey]bool, error) {
		return k.store.Announcements.AdvanceNotice(ctx, k.cfg.Worker, k.instant(), &after, rows)
	})
	if err == nil {
		*n = after
	}
	return err
}

// noticed returns who a notice goes to of the next size people, and moves it on: who
// has a place, and then who has a ticket from somebody else. Who has both comes twice,
// and one of the two is dropped where deliveries are made.
func (k *Dispatcher) noticed(ctx context.Context, n *store.Announcement, now inventory.Instant, size int) ([]store.MessageView, error) {
	kind, off := inventory.MessageKind(n.Kind), n.ID == store.CalledOff
	if off {
		kind = inventory.MsgEventCancelled
	}
	var people []store.MessageView
	var err error
	if !off && !strings.HasPrefix(n.LastHold, id.Ticket) {
		people, err = k.store.Announcements.ConfirmedPage(ctx, n.EventID, n.LastHold, size)
		n.LastHold = id.Ticket // before every ticket's
		if len(people) == size {
			n.LastHold = people[size-1].Hold.ID
		}
	} else {
		people, n.LastHold, err = k.store.Announcements.ReceivedPage(ctx, n.EventID, n.LastHold, size)
		if n.LastHold == "" {
			n.State = store.NoticeDone
		}
	}
	if err == nil && off {
		people, err = k.untoldOf(ctx, n.EventID, people)
	}
	if err != nil {
		return nil, err
	}
	for i := range people {
		people[i] = *noticeView(people[i], kind, now)
	}
	return people, nil
}

// untoldOf leaves out who was told that the event is off by the row of a place of
// their own.
func (k *Dispatcher) untoldOf(ctx context.Context, event string, people []store.MessageView) ([]store.MessageView, error) {
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = people[i].Person.ID
	}
	told, err := k.store.Announcements.WereTold(ctx, event, inventory.MsgEventCancelled, ids)
	return slices.DeleteFunc(people, func(v store.MessageView) bool { return told[v.Person.ID] }), err
}
