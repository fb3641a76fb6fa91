package jobs

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
)

const (
	// fetchCalendarsEvery is how often it is looked for calendars of others that are due.
	fetchCalendarsEvery = time.Minute
	// calendarsAtOnce is how many are fetched at once.
	calendarsAtOnce = 8
	// calendarTakenFor is how long one belongs to the process that fetches it.
	calendarTakenFor = inventory.Instant(5 * inventory.Minute)
	// calendarTold is after how many failures in a row members are told: not of every hiccup, and
	// once until it works again.
	calendarTold = 3
)

// Calendars fetches calendars of others.
type Calendars interface {
	Fetch(ctx context.Context, c *roomcalendars.RoomCalendar, zone *time.Location, now inventory.Instant) (*roomcalendars.Fetched, error)
}

// fetchCalendars fetches the calendars of others that are due.
type fetchCalendars struct{}

// Kind names the job in the database.
func (fetchCalendars) Kind() string { return "fetch_calendars" }

type calendarFetcher struct {
	river.WorkerDefaults[fetchCalendars]
	jobs *Jobs
	from Calendars
}

// Work fetches what is due, as long as there is time. Each calendar is written by itself: one that
// fails holds no other up.
func (w *calendarFetcher) Work(ctx context.Context, _ *river.Job[fetchCalendars]) error {
	j := w.jobs
	for end := time.Now().Add(runFor); !j.stopped() && ctx.Err() == nil && time.Now().Before(end); {
		now := j.instant()
		list, err := j.store.RoomCalendars.Take(ctx, now, now+calendarTakenFor, calendarsAtOnce)
		if err != nil {
			return fmt.Errorf("jobs: calendars of others: %w", err)
		}
		errs := make([]error, len(list))
		var all sync.WaitGroup
		for i := range list {
			all.Go(func() { errs[i] = w.one(ctx, &list[i]) })
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			return fmt.Errorf("jobs: calendars of others: %w", err)
		}
		if len(list) < calendarsAtOnce {
			return nil
		}
	}
	return nil
}

func (w *calendarFetcher) one(ctx context.Context, c *roomcalendars.RoomCalendar) error {
	v, err := w.jobs.store.Venues.Venue(ctx, c.OrgID, c.VenueID)
	if errors.Is(err, database.ErrNotFound) { // it was deleted
		return nil
	}
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil {
		return fmt.Errorf("time zone of venue %s: %w", v.ID, err)
	}
	got, err := w.from.Fetch(ctx, c, zone, w.jobs.instant())
	switch {
	case ctx.Err() != nil: // we have stopped: its server may be well
		return ctx.Err()
	case errors.Is(err, database.ErrNotFound): // it was deleted
		return nil
	case err != nil:
		return err
	}
	var tell []database.Job
	if got.Failure != "" && c.Failures+1 == calendarTold {
		if tell, err = tellMembers(ctx, w.jobs.store, sendAccountMail{What: accountmail.CalendarFailsMail, Org: c.OrgID, Calendar: c.ID}, identity.Owner, identity.Organizer); err != nil {
			return err
		}
	}
	return w.jobs.store.RoomCalendars.StoreFetched(ctx, *c, got, w.jobs.instant(), tell...)
}

// calendarMail is the mail to a member that a calendar of others cannot be read, unless it can by
// now.
func (w *mailSender) calendarMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	st := w.jobs.store
	member, err := st.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, err
	}
	c, err := st.RoomCalendars.ByID(ctx, args.Org, args.Calendar)
	if err != nil {
		return "", l, err
	}
	if c.Failure == "" {
		return "", l, errObsolete
	}
	v, err := st.Venues.Venue(ctx, args.Org, c.VenueID)
	if err != nil {
		return "", l, err
	}
	l = accountmail.Mail{
		Kind: args.What, URL: w.oneTime.SignInURL() + "?to=" + url.QueryEscape("/manage/venues/"+v.ID), Name: c.Name, Place: v.Name, Cause: c.Failure, Words: c.Detail, Until: c.WorkedAt,
	}
	if l.Zone, err = time.LoadLocation(v.Timezone); err != nil {
		return "", l, fmt.Errorf("jobs: time zone of venue %s: %w", v.ID, err)
	}
	l.Locale, err = w.localeOf(ctx, member)
	return member.Email, l, err
}

// addCalendars adds the job that fetches calendars of others.
func (j *Jobs) addCalendars(conf *river.Config, from Calendars) error {
	if from == nil {
		return nil
	}
	conf.PeriodicJobs = append(conf.PeriodicJobs, river.NewPeriodicJob(river.PeriodicInterval(fetchCalendarsEvery),
		func() (river.JobArgs, *river.InsertOpts) { return fetchCalendars{}, &river.InsertOpts{MaxAttempts: 1} }, // it runs periodically anyway
		&river.PeriodicJobOpts{RunOnStart: true}))
	return river.AddWorkerSafely(conf.Workers, &calendarFetcher{jobs: j, from: from})
}
