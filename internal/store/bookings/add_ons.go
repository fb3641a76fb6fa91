package bookings

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Errors of add-ons of bookings.
var (
	// ErrPaidFor: what was paid for already would be given up, or all is paid.
	ErrPaidFor = errors.New("store: it is paid for already")
	// ErrBelowAddOns: a price is less than what the add-ons of the booking cost.
	ErrBelowAddOns = errors.New("store: the add-ons alone cost more")
)

// BookedAddOn is so many of an add-on that a booking has for a time.
type BookedAddOn struct {
	OrgID, BookingID, AddOnID string
	Live                      bool
	Units                     int64
	BusyFrom, BusyTo          inventory.Instant
}

// BookedAddOnTable describes the table booking_add_ons; a row is one BookedAddOn.
var BookedAddOnTable = table.New("booking_add_ons", new(BookedAddOn), func(c *table.Columns, r *BookedAddOn) {
	c.Key("org_id", &r.OrgID)
	c.Key("booking_id", &r.BookingID)
	c.Key("add_on_id", &r.AddOnID)
	c.Truth("live", &r.Live)
	c.Number("units", &r.Units)
	c.Number("busy_from", (*int64)(&r.BusyFrom))
	c.Number("busy_to", (*int64)(&r.BusyTo))
})

// uses are the add-ons of a booking as the calendar of its venue knows them.
func (b *Booking) uses() []booking.Use {
	var list []booking.Use
	for i := range b.AddOns {
		list = append(list, booking.Use{AddOn: b.AddOns[i].ID, Units: b.AddOns[i].Quantity})
	}
	return list
}

// addOnCost is what the add-ons of a booking come to.
func (b *Booking) addOnCost() (sum int64) {
	for i := range b.AddOns {
		sum += b.AddOns[i].Cost()
	}
	return sum
}

// replaceAddOns stores which add-ons a booking has instead of those that it had.
func replaceAddOns(ctx context.Context, q table.Querier, b *Booking) error {
	if _, err := table.Exec(ctx, q, "delete from booking_add_ons where org_id = $1 and booking_id = $2", b.OrgID, b.ID); err != nil {
		return err
	}
	of := b.Time()
	for _, u := range of.Uses {
		r := BookedAddOn{OrgID: b.OrgID, BookingID: b.ID, AddOnID: u.AddOn, Live: b.Status.Live(), Units: u.Units, BusyFrom: of.BusyFrom(), BusyTo: of.BusyTo()}
		if err := BookedAddOnTable.InsertRow(ctx, q, &r); err != nil {
			return err
		}
	}
	return nil
}

// usingIDs are the ids of the live bookings that have an add-on of a booking at some time of it,
// or within some time around it.
func usingIDs(ctx context.Context, q table.Querier, org string, of *booking.Booking, from, to inventory.Instant, limit int) (ids []string, more bool, err error) {
	for _, u := range of.Uses {
		found, err := table.All(ctx, q, table.ScanText, `select booking_id from booking_add_ons where org_id = $1 and add_on_id = $2 and live and busy_from < $3 and busy_to > $4
			order by busy_from, booking_id limit $5`, org, u.AddOn, int64(to), int64(from), limit)
		if err != nil {
			return nil, false, err
		}
		ids, more = append(ids, found...), more || len(found) == limit
	}
	return ids, more, nil
}

// SetAddOns gives a live booking other add-ons. ErrBookingEnded: as of MoveBooking; *Refused: it
// cannot have them, or others have them; ErrPaidFor: it was paid for what it would give up. ask:
// who does so cannot confirm it, and where the venue wants to confirm bookings it is requested
// again.
func (s Bookings) SetAddOns(ctx context.Context, org, id string, list []booking.AddOn, ask bool, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, v *venues.Venue, b *Booking) (audit.Action, error) {
		if !b.At(now).Live() {
			return "", ErrBookingEnded
		}
		was := *b
		b.AddOns = list
		if err := b.charge(now); err != nil {
			return "", err
		}
		if sameAddOns(b.AddOns, was.AddOns) {
			*b = was // what is overdue has been due since then, and not since now
			return "", nil
		}
		if ask && v.NeedsApproval {
			b.Status = booking.Requested
			b.askNothing()
		}
		if b.At(now) == booking.Lapsed {
			return "", ErrBookingEnded // as of MoveBooking
		}
		c, err := s.decideAgain(ctx, tx, v, &was, b)
		if err != nil {
			return "", err
		}
		b.UpdatedAt = now
		if err := updateBooking(ctx, tx, b); err != nil {
			return "", err
		}
		return audit.BookingAddOns, c.replaceRooms(ctx, tx, b)
	})
}

// sameAddOns reports whether two lists ask for the same, in whatever order.
func sameAddOns(a, b []booking.AddOn) bool {
	asked := func(list []booking.AddOn) []booking.AddOn {
		list = slices.Clone(list)
		for i := range list {
			list[i].Each = 0 // which follows from the rest
		}
		slices.SortFunc(list, func(a, b booking.AddOn) int { return strings.Compare(a.ID, b.ID) })
		return list
	}
	return slices.Equal(asked(a), asked(b))
}

// charge has a booking cost what it does with the add-ons that it has now. What its rooms cost
// stays. ErrPaidFor: all is paid, or less would be left than what was paid for.
func (b *Booking) charge(now inventory.Instant) error {
	for i := range b.AddOns {
		b.AddOns[i].For(&b.Terms, b.StartsAt, b.EndsAt)
	}
	price := b.TimePrice + b.addOnCost()
	if b.BalanceBy != "" {
		return ErrPaidFor
	}
	b.Price = price
	if !b.covers() {
		return ErrPaidFor
	}
	switch {
	case b.DepositBy != "":
	case b.Terms.Agreed:
		b.Deposit = min(b.Deposit, price)
	default:
		b.Deposit = b.Terms.Deposit(price)
	}
	b.dueAgain(now)
	return nil
}
