package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// lapseBookingsEvery is how often it is looked for bookings whose deposit did not come, and for
// prices whose rest is to be paid. Whoever comes to a booking in between finds that it has lapsed,
// too.
const lapseBookingsEvery = time.Minute

// lapseBookings writes of bookings that they have lapsed, and reminds of the rest of their prices.
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
		{"end bookings", j.store.Venues.EndBookings},
		{"delete what guests asked for and did not confirm", j.store.Bookers.Prune},
		{"remind of what is to be paid for bookings", j.store.Venues.RemindBalances},
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
		b, err := st.Venues.Booking(ctx, news.OrgID, id)
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
	b, err := st.Venues.Booking(ctx, news.OrgID, news.Bookings[0])
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
	letter := sendAccountMail{Org: b.OrgID, Booking: b.ID, More: int64(len(news.Bookings) - 1)}
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
func bookingMails(news *bookings.BookingNews, b *bookings.Booking, v *bookings.Venue) (booker, staff message.AccountMailKind) {
	own := news.Actor == b.CreatedBy
	switch what := audit.Action(news.What); what {
	case audit.BookingCreated, audit.BookingApproved:
		if b.Status == booking.Requested {
			return "", message.BookingRequestedMail
		}
		return message.BookingDepositMail, ""
	case audit.BookingGranted:
		if b.Status == booking.Requested {
			return message.BookingGrantedMail, message.BookingRequestedMail
		}
		return message.BookingGrantedMail, ""
	case audit.BookingConfirmed, audit.BookingDepositWaived:
		booker = message.BookingConfirmedMail
	case audit.BookingDeclined:
		booker = message.BookingDeclinedMail
	case audit.BookingMoved:
		booker = message.BookingMovedMail
	case audit.BookingLapsed:
		booker = message.BookingLapsedMail
	case audit.BookingCancelled:
		// Anyone who uses their own house does not write to everybody who leaves a room.
		if booker = message.BookingCancelledMail; b.Price > 0 || v.NeedsApproval {
			staff = message.BookingCancelledMail
		}
		if !own {
			staff = ""
		}
	case bookings.NewsBalance:
		return message.BookingBalanceMail, ""
	}
	if own && b.CreatedBy != bookings.GuestBooker { // who has no other record of it than their mail
		booker = ""
	}
	return booker, staff
}

// guestMail is the mail with which somebody who is no member confirms their address, before there
// is a booking.
func (w *mailSender) guestMail(ctx context.Context, args *sendAccountMail) (to string, l message.AccountMail, err error) {
	g, err := w.jobs.store.Bookers.Guest(ctx, args.ID)
	if err != nil {
		return "", l, err
	}
	now := w.jobs.instant()
	if g.Email == "" || g.ConfirmedAt != 0 || g.ExpiresAt <= now {
		return "", l, errObsolete
	}
	v, err := w.jobs.store.Venues.Venue(ctx, g.OrgID, g.VenueID)
	if err != nil {
		return "", l, err
	}
	l = message.AccountMail{
		Kind: args.What, Locale: g.Locale, URL: w.oneTime.BookingURL(g.BookingID), Name: v.Name, Starts: g.Asked.StartsAt, More: max(0, g.Asked.Dates-1), Guest: true, Minutes: minutesLeft(g.ExpiresAt - now),
	}
	if l.Zone, err = time.LoadLocation(v.Timezone); err != nil {
		return "", l, fmt.Errorf("jobs: time zone of venue %s: %w", v.ID, err)
	}
	return g.Email, l, nil
}

// bookerMail begins a mail to the booker of a booking or a member: to whom it is, in which
// language, and where its link leads.
func (w *mailSender) bookerMail(ctx context.Context, args *sendAccountMail, v *bookings.Venue) (to string, l message.AccountMail, err error) {
	l.Kind, l.Name = args.What, v.Name
	if args.ID == args.Booking {
		g, err := w.jobs.store.Bookers.Guest(ctx, args.ID)
		if err != nil {
			return "", l, err
		}
		if g.Email == "" { // erased
			return "", l, errObsolete
		}
		l.Guest, l.Locale, l.URL = true, g.Locale, w.oneTime.BookingURL(g.BookingID)
		return g.Email, l, nil
	}
	member, err := w.jobs.store.Organizations.MemberByID(ctx, args.Org, args.ID)
	if err != nil {
		return "", l, err
	}
	l.URL = w.oneTime.SignInURL() + "?to=" + url.QueryEscape("/manage/venues/"+v.ID+"?booking="+args.Booking)
	l.Locale, err = w.localeOf(ctx, member)
	return member.Email, l, err
}

// bookingMail is a mail to a member or a guest about a booking, unless it stands otherwise by now.
func (w *mailSender) bookingMail(ctx context.Context, args *sendAccountMail) (to string, l message.AccountMail, err error) {
	if args.What == message.BookingAddressMail {
		return w.guestMail(ctx, args)
	}
	st := w.jobs.store
	b, err := st.Venues.Booking(ctx, args.Org, args.Booking)
	if err != nil {
		return "", l, err
	}
	v, err := st.Venues.Venue(ctx, args.Org, b.VenueID)
	if err != nil {
		return "", l, err
	}
	if to, l, err = w.bookerMail(ctx, args, v); err != nil {
		return "", l, err
	}
	l.Words, l.Starts, l.More = b.Purpose, b.StartsAt, args.More
	if l.Zone, err = time.LoadLocation(v.Timezone); err != nil {
		return "", l, fmt.Errorf("jobs: time zone of venue %s: %w", v.ID, err)
	}
	money := func(n int64) string { return message.Money(l.Locale, n, b.Terms.Currency) }
	at := b.At(w.jobs.instant())
	switch args.What {
	case message.BookingRequestedMail:
		if at != booking.Requested {
			return "", l, errObsolete
		}
	case message.BookingDepositMail:
		if at != booking.PendingDeposit {
			return "", l, errObsolete
		}
		l.Amount, l.Until = money(b.Deposit), b.PayUntil
	case message.BookingGrantedMail:
		if !at.Live() {
			return "", l, errObsolete
		}
		if at == booking.PendingDeposit {
			l.Amount, l.Until = money(b.Deposit), b.PayUntil
		}
	case message.BookingMovedMail:
		if !at.Live() {
			return "", l, errObsolete
		}
		if l.Place, err = w.roomsOf(ctx, b, l.Locale); err != nil {
			return "", l, err
		}
	case message.BookingConfirmedMail:
		if at != booking.Confirmed {
			return "", l, errObsolete
		}
	case message.BookingBalanceMail:
		if b.BalanceDue == 0 || at != booking.Confirmed {
			return "", l, errObsolete
		}
		l.Amount, l.Until = money(b.Balance()), b.BalanceDue
	case message.BookingCancelledMail, message.BookingDeclinedMail:
		back, err := w.givenBack(ctx, b)
		if err != nil {
			return "", l, err
		}
		if back > 0 && args.More == 0 {
			l.Amount = money(back)
		}
	case message.BookingLapsedMail:
		if at != booking.Lapsed { // a payment that came late was kept
			return "", l, errObsolete
		}
	}
	l.Booked = bookedTime(args, b, v, at)
	if l.Until != 0 && args.More == 0 { // of several, each has a reference of its own, on its page
		if l.Transfer, err = st.Venues.Transfer(ctx, b, w.jobs.instant()); err != nil {
			return "", l, err
		}
	}
	return to, l, nil
}

// bookedTime is what goes with a mail to the booker as an entry for their calendar: a booking that
// is confirmed or was cancelled, unless the mail is about several; nil: nothing does.
func bookedTime(args *sendAccountMail, b *bookings.Booking, v *bookings.Venue, at booking.State) *message.BookedTime {
	cancelled := args.What == message.BookingCancelledMail
	confirmed := (args.What == message.BookingConfirmedMail || args.What == message.BookingGrantedMail || args.What == message.BookingMovedMail) && at == booking.Confirmed
	if args.More > 0 || args.ID != args.Booking && args.ID != b.CreatedBy || !cancelled && !confirmed {
		return nil
	}
	return &message.BookedTime{
		ID: b.ID, Sequence: b.Sequence(), Title: v.Name, Where: strings.Join(strings.Fields(v.Address), " "), Starts: b.StartsAt, Ends: b.EndsAt, Cancelled: cancelled,
	}
}

// roomsOf are the names of the rooms that a booking has.
func (w *mailSender) roomsOf(ctx context.Context, b *bookings.Booking, tag string) (string, error) {
	house, err := w.jobs.store.Venues.VenueRooms(ctx, b.OrgID, b.VenueID)
	if err != nil {
		return "", err
	}
	var names []string
	for _, room := range b.Rooms {
		for i := range house.Rooms {
			if r := &house.Rooms[i]; r.ID == room {
				names = append(names, r.Name)
			}
		}
	}
	return strings.Join(names, locale.Comma(locale.Tags[locale.Of(tag)])), nil
}

// givenBack is what goes back of what was paid for a booking that has ended.
func (w *mailSender) givenBack(ctx context.Context, b *bookings.Booking) (back int64, err error) {
	_, payouts, err := w.jobs.store.Venues.BookingPayments(ctx, b.OrgID, b.ID)
	for i := range payouts {
		if p := &payouts[i]; p.PaymentID == b.DepositBy || p.PaymentID == b.BalanceBy {
			back += p.Owed
		}
	}
	return back, err
}
