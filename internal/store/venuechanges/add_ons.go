package venuechanges

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// ErrPool: live bookings have more of an add-on at one time than there would be.
var ErrPool = errors.New("store: live bookings have more of the add-on")

// spanRows is how many rows of an add-on are read at a time.
const spanRows = 1000

// onAddOn does something to an add-on under the lock of its venue.
func (s Venues) onAddOn(ctx context.Context, org, id string, do func(tx *sql.Tx, a *venues.AddOn) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		venue, err := table.One(ctx, tx, table.ScanText, "select venue_id from add_ons where org_id = $1 and id = $2", org, id)
		if err != nil {
			return err
		}
		if _, err := s.bookings.Current(ctx, tx, org, venue, organizations.ByOf(ctx).At); err != nil {
			return err
		}
		a, err := table.One(ctx, tx, venues.AddOnTable.Scan, venues.AddOnTable.From()+" where org_id = $1 and id = $2", org, id)
		if err != nil {
			return err
		}
		return do(tx, &a)
	})
}

// ChangeAddOn changes an add-on by change, and returns what it became, or ErrNotFound. ErrPool:
// live bookings have more of it at one time than there would be. What was booked keeps the price
// that it was booked for; who waits may have what there is more of.
func (s Venues) ChangeAddOn(ctx context.Context, org, id string, change func(*venues.AddOn)) (*venues.AddOn, error) {
	var a *venues.AddOn
	err := s.onAddOn(ctx, org, id, func(tx *sql.Tx, have *venues.AddOn) error {
		change(have)
		if have.Pool > 0 {
			spans, err := takenSpans(ctx, tx, org, id)
			if err != nil {
				return err
			}
			if booking.Peak(spans) > have.Pool {
				return ErrPool
			}
		}
		a = have
		if err := venues.AddOnTable.UpdateRow(ctx, tx, have, 1); err != nil {
			return err
		}
		return s.bookings.GrantAll(ctx, tx, org, have.VenueID, organizations.ByOf(ctx).At)
	})
	return a, err
}

// takenSpans returns when live bookings have how many of an add-on: all of them, however many
// there are, since a pool is made less by what each of them has.
func takenSpans(ctx context.Context, q table.Querier, org, addOn string) ([]booking.TakenSpan, error) {
	var spans []booking.TakenSpan
	for last := (bookings.BookedAddOn{BusyFrom: math.MinInt64}); ; {
		list, err := table.All(ctx, q, bookings.BookedAddOnTable.Scan, bookings.BookedAddOnTable.From()+` where org_id = $1 and add_on_id = $2 and live
			and (busy_from, booking_id) > (cast($3 as bigint), cast($4 as text)) order by busy_from, booking_id limit $5`, org, addOn, int64(last.BusyFrom), last.BookingID, spanRows)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			spans = append(spans, booking.TakenSpan{From: r.BusyFrom, To: r.BusyTo, Units: r.Units})
		}
		if len(list) < spanRows {
			return spans, nil
		}
		last = list[len(list)-1]
	}
}

// DeleteAddOn removes an add-on, or returns ErrNotFound; bookings.ErrBooked: a live booking, or one that
// waits, has it. Bookings that are over say what they had.
func (s Venues) DeleteAddOn(ctx context.Context, org, id string) error {
	return s.onAddOn(ctx, org, id, func(tx *sql.Tx, a *venues.AddOn) error {
		n, err := table.One(ctx, tx, table.ScanInt, `select count(*) from booking_add_ons r join bookings b on b.org_id = r.org_id and b.id = r.booking_id
			where r.org_id = $1 and r.add_on_id = $2 and b.status in ('waiting', 'requested', 'pending_deposit', 'confirmed')`, org, id)
		if err == nil && n > 0 {
			err = bookings.ErrBooked
		}
		if err != nil {
			return err
		}
		if _, err := table.Exec(ctx, tx, "delete from booking_add_ons where org_id = $1 and add_on_id = $2", org, id); err != nil {
			return err
		}
		return table.ExecOne(ctx, tx, "delete from add_ons where org_id = $1 and id = $2", org, a.ID)
	})
}
