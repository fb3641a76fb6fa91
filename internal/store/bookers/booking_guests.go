package bookers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	storebookings "github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Ask stores what a guest asks for, with the job that mails the link with which the address
// is confirmed.
func (s Bookers) Ask(ctx context.Context, g *storebookings.BookingGuest, mail database.Job) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := storebookings.BookingGuestTable.InsertRow(ctx, tx, g); err != nil {
			return err
		}
		return s.db.InsertJobs(ctx, tx, mail)
	})
}

// Guest returns the guest whose booking has, or would have, an id, or ErrNotFound.
func (s Bookers) Guest(ctx context.Context, bookingID string) (*storebookings.BookingGuest, error) {
	g, err := storebookings.GuestOf(ctx, s.db.Read, bookingID)
	if err != nil {
		return nil, fmt.Errorf("store: guest of a booking: %w", s.db.Classify(err))
	}
	return &g, nil
}

// Of returns the guests of those of some bookings that have one, by booking.
func (s Bookers) Of(ctx context.Context, org string, bookings []string) (map[string]*storebookings.BookingGuest, error) {
	found := map[string]*storebookings.BookingGuest{}
	for i := 0; i < len(bookings); i += table.MaxInList {
		in, args := table.InList(2, bookings[i:min(len(bookings), i+table.MaxInList)])
		list, err := table.All(ctx, s.db.Read, storebookings.BookingGuestTable.Scan, storebookings.BookingGuestTable.From()+" where org_id = $1 and booking_id in ("+in+")", append([]any{org}, args...)...)
		if err != nil {
			return nil, fmt.Errorf("store: guests of bookings: %w", s.db.Classify(err))
		}
		for k := range list {
			found[list[k].BookingID] = &list[k]
		}
	}
	return found, nil
}

// Confirm stores that the address of a guest is theirs, and returns who it is. ErrNotFound;
// ErrGuestExpired. Confirming it again changes nothing.
func (s Bookers) Confirm(ctx context.Context, bookingID string, now inventory.Instant) (*storebookings.BookingGuest, error) {
	var g storebookings.BookingGuest
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if _, err = table.Exec(ctx, tx, "update booking_guests set confirmed_at = $1 where booking_id = $2 and confirmed_at = 0 and expires_at > $3", int64(now), bookingID, int64(now)); err != nil {
			return err
		}
		if g, err = storebookings.GuestOf(ctx, tx, bookingID); err == nil && g.ConfirmedAt == 0 {
			err = storebookings.ErrGuestExpired
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &g, nil
}

// OfAddress returns who has asked for rooms with an address, as it is folded, what was asked for last first:
// of bookings, and of what was not confirmed. At most limit.
func (s Bookers) OfAddress(ctx context.Context, address string, limit int) ([]storebookings.BookingGuest, error) {
	list, err := table.All(ctx, s.db.Read, storebookings.BookingGuestTable.Scan,
		storebookings.BookingGuestTable.From()+" where address = $1 and address <> '' order by requested_at desc, booking_id limit $2", address, limit)
	if err != nil {
		return nil, fmt.Errorf("store: guests with an address: %w", s.db.Classify(err))
	}
	return list, nil
}

// OfMember returns the bookings that a member of an organization has made, the latest first, at most limit.
func (s Bookers) OfMember(ctx context.Context, org, member string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select id from bookings where org_id = $1 and created_by = $2 order by starts_at desc, id limit $3", org, member, limit)
	if err != nil {
		return nil, fmt.Errorf("store: bookings of a member: %w", s.db.Classify(err))
	}
	return list, nil
}

// keptGuest is how long what a guest asked for is kept once its link is over and there is no booking.
const keptGuest = inventory.Instant(inventory.Day)

// Prune deletes what was asked for by guests of whom no booking came, and returns how many:
// fewer than limit when there are no more.
func (s Bookers) Prune(ctx context.Context, now inventory.Instant, limit int) (n int, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		due, err := table.All(ctx, tx, table.ScanText, `select g.booking_id from booking_guests g where g.expires_at <= $1 and g.email <> ''
			and not exists (select 1 from bookings b where b.org_id = g.org_id and b.id = g.booking_id) order by g.expires_at limit $2`, int64(now-keptGuest), limit)
		if err != nil {
			return err
		}
		for _, id := range due {
			if _, err := table.Exec(ctx, tx, "delete from booking_guests where booking_id = $1", id); err != nil {
				return err
			}
		}
		n = len(due)
		return nil
	})
	return n, err
}

// Forget makes a booking nobody's: its guest has no name and no address any more, and what
// was said of whom to invoice is deleted, with what the booking is for. So it is with all dates that
// a guest asked for at once. Invoices that were issued stay as they are. What is live, or waits, is
// cancelled first, as by its booker. ErrNotFound: the organization has no such booking.
func (s Bookers) Forget(ctx context.Context, org, bookingID string, now inventory.Instant) error {
	b, err := s.booked.Booking(ctx, org, bookingID)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	if err == nil && b.CreatedBy == storebookings.GuestBooker && b.SeriesID != "" {
		dates, err := s.booked.SeriesBookings(ctx, org, b.SeriesID)
		if err != nil {
			return err
		}
		for i := range dates {
			if dates[i].ID == bookingID {
				continue
			}
			if err := s.forget(ctx, org, dates[i].ID, now); err != nil {
				return err
			}
		}
	}
	return s.forget(ctx, org, bookingID, now)
}

func (s Bookers) forget(ctx context.Context, org, bookingID string, now inventory.Instant) error {
	b, err := s.booked.Booking(ctx, org, bookingID)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	if err == nil && (b.At(now).Live() || b.At(now) == booking.Waiting) {
		if _, err := s.booked.EndBooking(ctx, org, bookingID, booking.Cancelled, "no_longer_needed", false, now); err != nil && !errors.Is(err, storebookings.ErrBookingEnded) {
			return err
		}
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		g, err := storebookings.GuestOf(ctx, tx, bookingID)
		guest := err == nil && g.OrgID == org
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			return err
		}
		if b == nil && !guest {
			return database.ErrNotFound
		}
		for _, text := range []string{
			// Whoever keeps what bookings are for reads them again. Everybody holds the venue first.
			"update venues set version = version + 1 where org_id = $1 and id = (select venue_id from bookings where org_id = $1 and id = $2)",
			"update booking_guests set name = '', email = '', address = '', locale = '', asked = '{}' where org_id = $1 and booking_id = $2",
			`update bookings set purpose = '', changed_in = coalesce((select version from venues v where v.org_id = bookings.org_id and v.id = bookings.venue_id), changed_in)
				where org_id = $1 and id = $2`,
			"delete from billing where event_id = $1 and order_id = $2",
			`update bank_transactions set payer = '', payer_iban = '', text = '', end_to_end = '', note = '' where event_id = $1 and (order_id in (cast($2 as text) || '-deposit', cast($2 as text) || '-balance')
				or order_id <> '' and substr(order_id, 1, 16) in (select series_id from bookings where org_id = $1 and id = $2 and series_id <> ''))`,
		} {
			if _, err := table.Exec(ctx, tx, text, org, bookingID); err != nil {
				return err
			}
		}
		if _, err := erasures.ErasureTable.InsertUnless(ctx, tx, &erasures.ErasureRow{Erasure: erasures.Erasure{ID: bookingID}, ErasedAt: now}, erasures.ErasureTable.Otherwise); err != nil {
			return err
		}
		for _, step := range messages.EraseMailSteps(s.db, bookingID, "") {
			if _, err := table.Exec(ctx, tx, step.SQL, step.Args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// Organization returns the organization whose booking, or whose guest's, has an id, or ErrNotFound.
func (s Bookers) Organization(ctx context.Context, bookingID string) (string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select org_id from bookings where id = $1 union select org_id from booking_guests where booking_id = $1 limit 1", bookingID)
	if err == nil && len(list) == 0 {
		err = database.ErrNotFound
	}
	if err != nil {
		return "", s.db.Classify(err)
	}
	return list[0], nil
}

// Bookers is who books rooms without being a member.
type Bookers struct {
	db     *database.DB
	booked storebookings.Bookings
}

// NewBookers returns who books rooms of venues without being a member.
func NewBookers(db *database.DB, booked storebookings.Bookings) Bookers { return Bookers{db, booked} }
