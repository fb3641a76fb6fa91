package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// lapseBookingsEvery is how often it is looked for bookings whose deposit did not come, and for
// prices whose rest is to be paid. Whoever comes to a booking in between finds that it has lapsed,
// too.
const lapseBookingsEvery = time.Minute

// lapseBookings writes of bookings that they have lapsed, and reminds of their deposits and the rest of their prices.
type lapseBookings struct{}

// Kind names the job in the database.
func (lapseBookings) Kind() string { return "lapse_bookings" }

type bookingLapser struct {
	river.WorkerDefaults[lapseBookings]
	jobs *Jobs
}

// Work does what is due.
func (w *bookingLapser) Work(ctx context.Context, _ *river.Job[lapseBookings]) error {
	j := w.jobs
	for _, due := range []struct {
		what string
		do   func(context.Context, inventory.Instant, int) (int, error)
	}{
		{"end bookings", j.store.Bookings.EndBookings},
		{"delete what guests asked for and did not confirm", j.store.Bookers.Prune},
		{"remind of deposits of bookings", func(ctx context.Context, now inventory.Instant, limit int) (int, error) {
			return j.store.Dues.RemindDeposits(ctx, now, limit)
		}},
		{"remind of what is to be paid for bookings", j.store.Dues.RemindBalances},
	} {
		if _, err := inParts(ctx, j, due.what, func(limit int) (int, error) { return due.do(ctx, j.instant(), limit) }); err != nil {
			return err
		}
	}
	return nil
}

func lapseBookingsNow() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(lapseBookingsEvery),
		func() (river.JobArgs, *river.InsertOpts) { return lapseBookings{}, &river.InsertOpts{MaxAttempts: 1} }, // it runs periodically anyway
		&river.PeriodicJobOpts{RunOnStart: true})
}

// bookingTeller makes the mails of what became of bookings.
type bookingTeller struct {
	river.WorkerDefaults[bookings.BookingNews]
	jobs *Jobs
}

// Work stores a mail for each member or guest who is to be told. A member of whom the news is knows
// it. What was changed together may be of several bookers: each is told about their own.
func (w *bookingTeller) Work(ctx context.Context, job *river.Job[bookings.BookingNews]) error {
	st, news := w.jobs.store, &job.Args
	var bookers []string
	of, made := map[string][]string{}, map[string]string{}
	for _, id := range news.Bookings {
		b, err := st.Bookings.Booking(ctx, news.OrgID, id)
		if err != nil {
			return fmt.Errorf("jobs: news of a booking: %w", err)
		}
		who := b.CreatedBy
		if who == bookings.GuestBooker {
			who = cmp.Or(b.SeriesID, b.ID) // a guest has no other name than what was asked for at once
		}
		if of[who] == nil {
			bookers = append(bookers, who)
		}
		of[who], made[who] = append(of[who], id), b.CreatedBy
	}
	var list []database.Job
	for _, who := range bookers {
		mine := *news
		if mine.Bookings = of[who]; len(bookers) > 1 && news.What == string(audit.BookingCreated) {
			mine.Actor = made[who] // several made theirs at once
		}
		mails, err := w.mails(ctx, &mine)
		if err != nil {
			return err
		}
		list = append(list, mails...)
	}
	return st.Jobs.InsertJobs(ctx, list...)
}

// mails are those that tell of news of one booker.
func (w *bookingTeller) mails(ctx context.Context, news *bookings.BookingNews) (list []database.Job, err error) {
	st := w.jobs.store
	b, err := st.Bookings.Booking(ctx, news.OrgID, news.Bookings[0])
	if err != nil {
		return nil, fmt.Errorf("jobs: news of a booking: %w", err)
	}
	v, err := st.Venues.Venue(ctx, b.OrgID, b.VenueID)
	if errors.Is(err, database.ErrNotFound) { // deleted since, and nothing can be said of it
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	letter := sendAccountMail{Org: b.OrgID, Booking: b.ID, Others: news.Bookings[1:]}
	booker, staff := bookingMails(news, b, v)
	members, err := st.Organizations.Members(ctx, b.OrgID)
	if err != nil {
		return nil, err
	}
	if b.CreatedBy == bookings.GuestBooker && booker != "" {
		letter.ID, letter.What = b.ID, booker
		mail, err := newJob(letter, river.PriorityDefault, mailAttempts)
		if err != nil {
			return nil, err
		}
		list = append(list, mail)
	}
	for i := range members {
		m := &members[i]
		letter.ID = m.ID
		switch role := identity.Role(m.Role); {
		case m.ID == b.CreatedBy:
			letter.What = booker
		case m.ID == news.Actor:
			continue
		case role == identity.Owner, role == identity.Organizer:
			letter.What = staff
		default:
			continue
		}
		if letter.What == "" {
			continue
		}
		mail, err := newJob(letter, river.PriorityDefault, mailAttempts)
		if err != nil {
			return nil, err
		}
		list = append(list, mail)
	}
	return list, nil
}

// bookingMails are the mails that news of a booking are to its booker and to the staff of the
// venue; none, where they know it or it does not matter to them.
func bookingMails(news *bookings.BookingNews, b *bookings.Booking, v *venues.Venue) (booker, staff accountmail.Kind) {
	own := news.Actor == b.CreatedBy
	switch what := audit.Action(news.What); what {
	case audit.BookingCreated, audit.BookingApproved:
		if b.Status == booking.Requested {
			return "", accountmail.BookingRequestedMail
		}
		return accountmail.BookingDepositMail, ""
	case audit.BookingGranted:
		if b.Status == booking.Requested {
			return accountmail.BookingGrantedMail, accountmail.BookingRequestedMail
		}
		return accountmail.BookingGrantedMail, ""
	case audit.BookingConfirmed, audit.BookingDepositWaived:
		booker = accountmail.BookingConfirmedMail
	case audit.BookingDeclined:
		booker = accountmail.BookingDeclinedMail
	case audit.BookingMoved:
		booker = accountmail.BookingMovedMail
	case audit.BookingLapsed:
		booker = accountmail.BookingLapsedMail
	case audit.BookingCancelled:
		// Anyone who uses their own venue does not write to everybody who leaves a room.
		if booker = accountmail.BookingCancelledMail; b.Price > 0 || v.NeedsApproval {
			staff = accountmail.BookingCancelledMail
		}
		if !own {
			staff = ""
		}
	case bookings.NewsBalance:
		return accountmail.BookingBalanceMail, ""
	case bookings.NewsDeposit:
		return accountmail.BookingReminderMail, ""
	}
	if own && b.CreatedBy != bookings.GuestBooker { // who has no other record of it than their mail
		booker = ""
	}
	return booker, staff
}
