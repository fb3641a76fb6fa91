package bookings

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// BookingNews is what the booker of bookings, or the staff of their venue, is to be told. It is
// what the job of that kind has.
type BookingNews struct {
	OrgID    string   `json:"org_id"`
	Bookings []string `json:"bookings"` // that it is about, which were changed together
	// What happened: an action of the organization's chain, NewsBalance or NewsDeposit.
	What  string `json:"what"`
	Actor string `json:"actor,omitempty"` // who did it, and knows
}

// NewsBalance is news that the rest of a price is to be paid, and NewsDeposit that a deposit is not there yet.
const (
	NewsBalance = "balance_due"
	NewsDeposit = "deposit_due"
)

// BookingNewsKind is the kind of the job that tells news of bookings.
const BookingNewsKind = "tell_booking_news"

// Kind names the job in the database.
func (BookingNews) Kind() string { return BookingNewsKind }

// Tell stores the job that tells news of bookings, in the transaction that they are of.
func (s Bookings) Tell(ctx context.Context, tx *sql.Tx, n *BookingNews) error {
	text, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("store: job of news of bookings: %w", err)
	}
	return s.db.InsertJobs(ctx, tx, database.Job{Kind: BookingNewsKind, Args: text, Queue: "default", Priority: 2, MaxAttempts: 8})
}

// told are the actions of which somebody is told.
var told = map[audit.Action]bool{
	audit.BookingConfirmed: true, audit.BookingApproved: true, audit.BookingDeclined: true, audit.BookingCancelled: true, audit.BookingLapsed: true, audit.BookingGranted: true,
	audit.BookingDepositWaived: true,
}

// record appends rows to the chain of an organization, with the jobs that tell of them.
func (s Bookings) record(ctx context.Context, tx *sql.Tx, org, detail string, rows ...audit.Deed) error {
	actor := organizations.ByOf(ctx).Actor
	var list []*BookingNews
	for i := range rows {
		what := string(rows[i].Action)
		switch n := len(list); {
		case !told[rows[i].Action]:
		case n > 0 && list[n-1].What == what:
			list[n-1].Bookings = append(list[n-1].Bookings, rows[i].Subject)
		default:
			list = append(list, &BookingNews{OrgID: org, Bookings: []string{rows[i].Subject}, What: what, Actor: actor})
		}
	}
	for _, n := range list {
		if err := s.Tell(ctx, tx, n); err != nil {
			return err
		}
	}
	return organizations.Record(ctx, s.db, tx, org, detail, rows...)
}

// made tells of new bookings that wait for somebody: for the venue, or for their deposit; and guests of
// those that are confirmed: who is no member has only the link in that mail.
func (s Bookings) made(ctx context.Context, tx *sql.Tx, list ...Booking) error {
	var news, confirmed *BookingNews
	for i := range list {
		st := list[i].Status
		if st == booking.Confirmed && list[i].CreatedBy == GuestBooker {
			if confirmed == nil {
				confirmed = &BookingNews{OrgID: list[i].OrgID, What: string(audit.BookingConfirmed), Actor: GuestBooker}
			}
			confirmed.Bookings = append(confirmed.Bookings, list[i].ID)
		}
		if st != booking.Requested && st != booking.PendingDeposit {
			continue
		}
		if news == nil {
			news = &BookingNews{OrgID: list[i].OrgID, What: string(audit.BookingCreated), Actor: cmp.Or(list[i].CreatedBy, "system")}
		}
		news.Bookings = append(news.Bookings, list[i].ID)
	}
	for _, n := range []*BookingNews{confirmed, news} {
		if n == nil {
			continue
		}
		if err := s.Tell(ctx, tx, n); err != nil {
			return err
		}
	}
	return nil
}

// placed writes which rooms a booking has that was moved, and tells of it, if its time or its rooms
// are others, and the venue, if it is to confirm it again.
func (s Bookings) placed(ctx context.Context, tx *sql.Tx, c *venueCalendar, was, b *Booking, asks bool) error {
	if err := c.replaceRooms(ctx, tx, b); err != nil {
		return err
	}
	news := BookingNews{OrgID: b.OrgID, Bookings: []string{b.ID}, What: string(audit.BookingMoved), Actor: organizations.ByOf(ctx).Actor}
	if b.StartsAt != was.StartsAt || b.EndsAt != was.EndsAt || !slices.Equal(b.Rooms, was.Rooms) {
		if err := s.Tell(ctx, tx, &news); err != nil {
			return err
		}
	}
	if news.What = string(audit.BookingCreated); !asks || b.Status != booking.Requested {
		return nil
	}
	return s.Tell(ctx, tx, &news)
}
