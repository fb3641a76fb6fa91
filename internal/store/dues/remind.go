package dues

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// remindBefore is how long before the rest of a price is due its booker is reminded.
const remindBefore = inventory.Instant(7 * inventory.Day)

// RemindBalances stores jobs that remind of the rest of prices, a week before each is due and
// when it is, and returns how many. Reminders of when it was due before a booking was moved do not
// count.
func (s Dues) RemindBalances(ctx context.Context, now inventory.Instant, limit int) (int, error) {
	list, err := table.All(ctx, s.db.Read, bookings.BookingTable.Scan, bookings.BookingTable.From()+` where balance_due > 0 and balance_by = '' and status = 'confirmed' and ends_at > $1
		and (balance_due <= $2 and reminded_at < balance_due - $3 or balance_due <= $4 and reminded_at < balance_due) order by balance_due, id limit $5`,
		int64(now), int64(now+remindBefore), int64(remindBefore), int64(now), limit)
	if err != nil {
		return 0, fmt.Errorf("store: bookings whose rest is due: %w", s.db.Classify(err))
	}
	for i := range list {
		b := &list[i]
		err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
			// Of two who do so at once, the second changes nothing.
			n, err := table.Exec(ctx, tx, "update bookings set reminded_at = $1 where org_id = $2 and id = $3 and reminded_at = $4 and balance_by = '' and status = 'confirmed'",
				int64(now), b.OrgID, b.ID, int64(b.RemindedAt))
			if err != nil || n == 0 {
				return err
			}
			return s.bookings.Tell(ctx, tx, &bookings.BookingNews{OrgID: b.OrgID, Bookings: []string{b.ID}, What: bookings.NewsBalance})
		})
		if err != nil {
			return 0, err
		}
	}
	return len(list), nil
}

// RemindDeposits stores jobs that remind of deposits, each once before it has to be there, and returns of how many. Who
// is reminded and has another time to pay since, because the booking was moved or asked for anew, is reminded of that
// again. Dates that were booked at once, and have to be paid until the same time, are one reminder.
func (s Dues) RemindDeposits(ctx context.Context, now inventory.Instant, limit int) (int, error) {
	list, err := table.All(ctx, s.db.Read, bookings.BookingTable.Scan, bookings.BookingTable.From()+` where status = 'pending_deposit' and pay_until > $1 and pay_until <= $2
		and remind_deposit_at > 0 and remind_deposit_at <= $3 and deposit_reminded_at < remind_deposit_at order by pay_until, org_id, series_id, created_by, id limit $4`,
		int64(now), int64(now+inventory.Instant(booking.RemindMost)), int64(now), limit)
	if err != nil {
		return 0, fmt.Errorf("store: bookings whose deposit is to be paid: %w", s.db.Classify(err))
	}
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && remindedWith(&list[to], &list[from]) {
			to++
		}
		if err := s.remindDeposit(ctx, list[from:to], now); err != nil {
			return 0, err
		}
		from = to
	}
	return len(list), nil
}

// remindedWith reports whether one reminder is of the deposits of both bookings.
func remindedWith(b, o *bookings.Booking) bool {
	return b.SeriesID != "" && b.SeriesID == o.SeriesID && b.OrgID == o.OrgID && b.CreatedBy == o.CreatedBy && b.PayUntil == o.PayUntil
}

// remindDeposit stores the job of a reminder of bookings, but for those of which somebody else has stored it, which
// are paid or have ended, or which have another deadline since.
func (s Dues) remindDeposit(ctx context.Context, list []bookings.Booking, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		news := bookings.BookingNews{OrgID: list[0].OrgID, What: bookings.NewsDeposit}
		for i := range list {
			b := &list[i]
			n, err := table.Exec(ctx, tx, `update bookings set deposit_reminded_at = $1 where org_id = $2 and id = $3 and deposit_reminded_at = $4
				and pay_until = $5 and status = 'pending_deposit'`, int64(now), b.OrgID, b.ID, int64(b.DepositRemindedAt), int64(b.PayUntil))
			if err != nil {
				return err
			}
			if n > 0 {
				news.Bookings = append(news.Bookings, b.ID)
			}
		}
		if len(news.Bookings) == 0 {
			return nil
		}
		return s.bookings.Tell(ctx, tx, &news)
	})
}
