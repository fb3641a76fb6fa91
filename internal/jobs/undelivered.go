package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Messages that reached nobody wait on a page until somebody looks at it. Members hear of them by mail:
// once a day of all, and at once of offers, whose claim windows run.
const (
	// tellOffersEvery and tellDigestEvery are how often it is looked for what is to be told.
	tellOffersEvery = time.Minute
	tellDigestEvery = 15 * time.Minute
	// offersApart is how long members are not mailed again of offers of the same event, and offersSince
	// how long ago they may have been given up: a server that was down has missed none.
	offersApart = inventory.Instant(inventory.Hour)
	offersSince = 2 * offersApart
	// digestApart is how long members of an organization are not mailed again of all messages,
	// digestGathers how long the first of them waits for more, and digestSince how old they may be.
	digestApart   = inventory.Instant(inventory.Day)
	digestGathers = inventory.Instant(inventory.Hour)
	digestSince   = 2 * digestApart
	// digestLasts is how long quiet hours hold the mail back at most: those of events in several zones
	// may leave no moment.
	digestLasts = inventory.Instant(inventory.Day)
	// digestEvents is how many events such a mail names.
	digestEvents = 10
	// keepTold is how long it is kept when members were told.
	keepTold = inventory.Instant(7 * inventory.Day)
)

// tellUndelivered tells members of messages that reached nobody: of offers, or of all.
type tellUndelivered struct {
	Digest bool `json:"digest,omitempty"`
}

// Kind names the job in the database.
func (tellUndelivered) Kind() string { return "tell_undelivered" }

// tellUndeliveredNow are the jobs that look for what is to be told, periodically.
func tellUndeliveredNow() []*river.PeriodicJob {
	every := func(d time.Duration, digest bool) *river.PeriodicJob {
		return river.NewPeriodicJob(river.PeriodicInterval(d), func() (river.JobArgs, *river.InsertOpts) {
			return tellUndelivered{digest}, &river.InsertOpts{MaxAttempts: 1} // it runs periodically anyway
		}, &river.PeriodicJobOpts{RunOnStart: true})
	}
	return []*river.PeriodicJob{every(tellOffersEvery, false), every(tellDigestEvery, true)}
}

type undeliveredTeller struct {
	river.WorkerDefaults[tellUndelivered]
	jobs *Jobs
}

// Work stores the mails that are due. Each is stored with the moment of it, so an attempt can end
// anywhere, and of two servers one mails.
func (w *undeliveredTeller) Work(ctx context.Context, job *river.Job[tellUndelivered]) error {
	tell := w.offers
	if job.Args.Digest {
		tell = w.digests
	}
	if err := tell(ctx, w.jobs.instant()); err != nil {
		return fmt.Errorf("jobs: tell of messages that reached nobody: %w", err)
	}
	return nil
}

// offers tells of offers, event by event.
func (w *undeliveredTeller) offers(ctx context.Context, now inventory.Instant) error {
	return w.each(ctx, messages.UndeliveredQuery{Offers: true, Since: now - offersSince, News: now - offersApart}, func(list []messages.Undelivered) error {
		return w.offersOf(ctx, list, now)
	})
}

// each reads of which events messages reached nobody, page by page: of an organization with more than a
// page of them, the first.
func (w *undeliveredTeller) each(ctx context.Context, q messages.UndeliveredQuery, do func([]messages.Undelivered) error) error {
	for {
		list, err := w.jobs.store.Deliveries.Undelivered(ctx, q)
		if err != nil || len(list) == 0 {
			return err
		}
		if err := do(list); err != nil || len(list) < messages.MaxUndelivered {
			return err
		}
		q.After = list[len(list)-1].OrgID
	}
}

func (w *undeliveredTeller) offersOf(ctx context.Context, list []messages.Undelivered, now inventory.Instant) error {
	for i := range list {
		u := &list[i]
		if err := w.tell(ctx, messages.UndeliveredTold{OrgID: u.OrgID, EventID: u.EventID, ToldAt: now}, now-offersApart,
			sendAccountMail{What: accountmail.OffersUndeliveredMail, Org: u.OrgID, Event: u.EventID, Since: max(u.Told, now-offersSince)}); err != nil {
			return err
		}
	}
	return nil
}

// digests tells of all messages, organization by organization.
func (w *undeliveredTeller) digests(ctx context.Context, now inventory.Instant) error {
	err := w.each(ctx, messages.UndeliveredQuery{Since: now - digestSince}, func(list []messages.Undelivered) error {
		for org := range orgsOf(list) {
			if err := w.digest(ctx, org, now); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = inParts(ctx, w.jobs, "prune when members were told", func(limit int) (int64, error) {
		return w.jobs.store.Deliveries.PruneUndeliveredTold(ctx, now-keepTold, limit)
	})
	return err
}

// orgsOf are the organizations of a list that is sorted by them, each once.
func orgsOf(list []messages.Undelivered) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range list {
			if (i == 0 || list[i].OrgID != list[i-1].OrgID) && !yield(list[i].OrgID) {
				return
			}
		}
	}
}

func (w *undeliveredTeller) digest(ctx context.Context, org string, now inventory.Instant) error {
	told, err := w.jobs.store.Deliveries.UndeliveredTold(ctx, org, "")
	if err != nil || told > now-digestApart {
		return err
	}
	since := max(told, now-digestSince)
	list, err := w.jobs.store.Deliveries.Undelivered(ctx, messages.UndeliveredQuery{OrgID: org, Since: since})
	if err != nil || len(list) == 0 {
		return err
	}
	first := slices.MinFunc(list, func(a, b messages.Undelivered) int { return cmp.Compare(a.First, b.First) }).First
	if now-first < digestGathers {
		return nil
	}
	if now-first < digestLasts {
		asleep, err := w.asleep(ctx, list, now)
		if err != nil || asleep {
			return err
		}
	}
	return w.tell(ctx, messages.UndeliveredTold{OrgID: org, ToldAt: now}, now-digestApart,
		sendAccountMail{What: accountmail.UndeliveredMail, Org: org, Since: since})
}

// asleep reports whether one of the events has quiet hours now.
func (w *undeliveredTeller) asleep(ctx context.Context, list []messages.Undelivered, now inventory.Instant) (bool, error) {
	for i := range list[:min(len(list), digestEvents)] {
		e, err := w.jobs.store.Events.Event(ctx, list[i].EventID)
		if errors.Is(err, database.ErrNotFound) {
			continue
		}
		if err != nil {
			return false, err
		}
		hours := &e.Event.Settings.Waitlist
		if inventory.QuietUntil(now, e.Event.Zone, hours.QuietFrom, hours.QuietTo) > now {
			return true, nil
		}
	}
	return false, nil
}

// tell stores a mail to each member who sees the page, unless they were told after before.
func (w *undeliveredTeller) tell(ctx context.Context, t messages.UndeliveredTold, before inventory.Instant, letter sendAccountMail) error {
	mails, err := tellMembers(ctx, w.jobs.store, letter, identity.Owner, identity.Organizer)
	if err != nil || len(mails) == 0 {
		return err
	}
	_, err = w.jobs.store.Deliveries.TellUndelivered(ctx, t, before, mails)
	return err
}

// undelivered begins a mail about messages that reached nobody: to whom it is, and how many; errObsolete
// when all of them were sent again.
func (w *mailSender) undelivered(ctx context.Context, args *sendAccountMail, offers bool) (to string, l accountmail.Mail, list []messages.Undelivered, err error) {
	st := w.jobs.store
	member, err := st.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, nil, err
	}
	list, err = st.Deliveries.Undelivered(ctx, messages.UndeliveredQuery{OrgID: args.Org, EventID: args.Event, Offers: offers, Since: args.Since})
	if err != nil {
		return "", l, nil, err
	}
	for i := range list {
		l.Count += list[i].Count
	}
	if l.Count == 0 {
		return "", l, nil, errObsolete
	}
	l.Kind, l.URL = args.What, w.oneTime.SignInURL()+"?to=/manage/undelivered"
	l.Locale, err = w.localeOf(ctx, member)
	return member.Email, l, list, err
}

// undeliveredMail returns the mail of a day to a member, with the events of the most messages first.
func (w *mailSender) undeliveredMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	to, l, list, err := w.undelivered(ctx, args, false)
	if err != nil {
		return "", l, err
	}
	org, err := w.jobs.store.Organizations.Profile(ctx, args.Org)
	if err != nil {
		return "", l, err
	}
	l.Name = org.Name
	slices.SortStableFunc(list, func(a, b messages.Undelivered) int { return cmp.Compare(b.Count, a.Count) })
	for i := range list[:min(len(list), digestEvents)] {
		e, err := w.jobs.store.Events.Event(ctx, list[i].EventID)
		if err != nil {
			return "", l, err
		}
		l.Events = append(l.Events, accountmail.EventCount{Title: titleFor(e, l.Locale), URL: l.URL, Count: list[i].Count})
	}
	return to, l, nil
}

// offersMail returns the mail to a member about offers of an event.
func (w *mailSender) offersMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	to, l, _, err = w.undelivered(ctx, args, true)
	if err != nil {
		return "", l, err
	}
	e, err := w.jobs.store.Events.Event(ctx, args.Event)
	if err != nil {
		return "", l, err
	}
	l.Name = titleFor(e, l.Locale)
	return to, l, nil
}
