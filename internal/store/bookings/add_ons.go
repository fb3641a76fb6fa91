package bookings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MaxVenueAddOns is how many add-ons a venue can have.
const MaxVenueAddOns = 200

// spanRows is how many rows of an add-on are read at a time.
const spanRows = 1000

// Errors of add-ons of bookings.
var (
	// ErrPaidFor: what was paid for already would be given up, or all is paid.
	ErrPaidFor = errors.New("store: it is paid for already")
	// ErrBelowAddOns: a price is less than what the add-ons of the booking cost.
	ErrBelowAddOns = errors.New("store: the add-ons alone cost more")
	// ErrPool: live bookings have more of an add-on at one time than there would be.
	ErrPool = errors.New("store: live bookings have more of the add-on")
)

// AddOn is what a venue offers with its rooms: catering, equipment, people.
type AddOn struct {
	OrgID, ID, VenueID, Name, Description string
	CreatedAt                             inventory.Instant
	Unit                                  booking.Unit
	Price                                 int64            // per unit, in minor units of the currency of the venue's terms, with its tax
	TaxRate                               int64            // in basis points
	Pool                                  int64            // how many there are at one time; 0: as many as are asked for
	Lead                                  inventory.Micros // how long before the start it has to be chosen
	Inactive                              bool             // nobody chooses it any more; who has it keeps it
}

// AddOnTable describes the table add_ons; a row is one AddOn.
var AddOnTable = table.New("add_ons", new(AddOn), func(c *table.Columns, v *AddOn) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Text("venue_id", &v.VenueID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Changes(1)
	c.Text("name", &v.Name)
	c.Text("description", &v.Description)
	c.Text("unit", (*string)(&v.Unit))
	c.Number("price", &v.Price)
	c.Number("tax_rate", &v.TaxRate)
	c.Number("pool", &v.Pool)
	c.Number("lead", (*int64)(&v.Lead))
	c.Truth("inactive", &v.Inactive)
})

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

// AddOns returns the add-ons of a venue, the oldest first, at most MaxVenueAddOns.
func (s Venues) AddOns(ctx context.Context, org, venue string) ([]AddOn, error) {
	list, err := addOnsOf(ctx, s.db.Read, org, venue)
	if err != nil {
		return nil, fmt.Errorf("store: add-ons of a venue: %w", s.db.Classify(err))
	}
	return list, nil
}

func addOnsOf(ctx context.Context, q table.Querier, org, venue string) ([]AddOn, error) {
	return table.All(ctx, q, AddOnTable.Scan, AddOnTable.From()+" where org_id = $1 and venue_id = $2 order by created_at, id limit $3", org, venue, MaxVenueAddOns)
}

// AddOn returns an add-on of an organization, or ErrNotFound.
func (s Venues) AddOn(ctx context.Context, org, id string) (*AddOn, error) {
	a, err := table.One(ctx, s.db.Read, AddOnTable.Scan, AddOnTable.From()+" where org_id = $1 and id = $2", org, id)
	if err != nil {
		return nil, fmt.Errorf("store: add-on: %w", s.db.Classify(err))
	}
	return &a, nil
}

// CreateAddOn stores an add-on: ErrConflict when the id is taken, ErrNotFound when the
// organization has no such venue, ErrLimit when that has MaxVenueAddOns.
func (s Venues) CreateAddOn(ctx context.Context, a AddOn) error { //nolint:gocritic // what is kept is a copy
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.lockVenue(ctx, tx, a.OrgID, a.VenueID); err != nil {
			return err
		}
		switch _, err := table.One(ctx, tx, table.ScanText, "select id from add_ons where org_id = $1 and id = $2", a.OrgID, a.ID); {
		case err == nil:
			return database.ErrConflict
		case !errors.Is(err, database.ErrNotFound):
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from add_ons where org_id = $1 and venue_id = $2", a.OrgID, a.VenueID)
		if err == nil && n >= MaxVenueAddOns {
			err = fmt.Errorf("%w: add-ons of a venue", database.ErrLimit)
		}
		if err != nil {
			return err
		}
		return AddOnTable.InsertRow(ctx, tx, &a)
	})
}

// onAddOn does something to an add-on under the lock of its venue.
func (s Venues) onAddOn(ctx context.Context, org, id string, do func(tx *sql.Tx, a *AddOn) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		venue, err := table.One(ctx, tx, table.ScanText, "select venue_id from add_ons where org_id = $1 and id = $2", org, id)
		if err != nil {
			return err
		}
		if err := s.lockVenue(ctx, tx, org, venue); err != nil {
			return err
		}
		if err := s.endDue(ctx, tx, org, venue, organizations.ByOf(ctx).At); err != nil {
			return err
		}
		a, err := table.One(ctx, tx, AddOnTable.Scan, AddOnTable.From()+" where org_id = $1 and id = $2", org, id)
		if err != nil {
			return err
		}
		return do(tx, &a)
	})
}

// ChangeAddOn changes an add-on by change, and returns what it became, or ErrNotFound. ErrPool:
// live bookings have more of it at one time than there would be. What was booked keeps the price
// that it was booked for; who waits may have what there is more of.
func (s Venues) ChangeAddOn(ctx context.Context, org, id string, change func(*AddOn)) (*AddOn, error) {
	var a *AddOn
	err := s.onAddOn(ctx, org, id, func(tx *sql.Tx, have *AddOn) error {
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
		if err := AddOnTable.UpdateRow(ctx, tx, have, 1); err != nil {
			return err
		}
		return s.grantAll(ctx, tx, org, have.VenueID, organizations.ByOf(ctx).At)
	})
	return a, err
}

// takenSpans returns when live bookings have how many of an add-on: all of them, however many
// there are, since a pool is made less by what each of them has.
func takenSpans(ctx context.Context, q table.Querier, org, addOn string) ([]booking.TakenSpan, error) {
	var spans []booking.TakenSpan
	for last := (BookedAddOn{BusyFrom: math.MinInt64}); ; {
		list, err := table.All(ctx, q, BookedAddOnTable.Scan, BookedAddOnTable.From()+` where org_id = $1 and add_on_id = $2 and live
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

// DeleteAddOn removes an add-on, or returns ErrNotFound; ErrBooked: a live booking, or one that
// waits, has it. Bookings that are over say what they had.
func (s Venues) DeleteAddOn(ctx context.Context, org, id string) error {
	return s.onAddOn(ctx, org, id, func(tx *sql.Tx, a *AddOn) error {
		n, err := table.One(ctx, tx, table.ScanInt, `select count(*) from booking_add_ons r join bookings b on b.org_id = r.org_id and b.id = r.booking_id
			where r.org_id = $1 and r.add_on_id = $2 and b.status in ('waiting', 'requested', 'pending_deposit', 'confirmed')`, org, id)
		if err == nil && n > 0 {
			err = ErrBooked
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
func (s Venues) SetAddOns(ctx context.Context, org, id string, list []booking.AddOn, ask bool, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, v *Venue, b *Booking) (audit.Action, []audit.Deed, error) {
		if !b.At(now).Live() {
			return "", nil, ErrBookingEnded
		}
		was := *b
		b.AddOns = list
		if err := b.charge(now); err != nil {
			return "", nil, err
		}
		if commitBooking(b) == commitBooking(&was) {
			return "", nil, nil
		}
		if ask && v.NeedsApproval {
			b.Status = booking.Requested
			b.askNothing()
		}
		if b.At(now) == booking.Lapsed {
			return "", nil, ErrBookingEnded // as of MoveBooking
		}
		c, deeds, err := decideAgain(ctx, s, tx, v, &was, b, now)
		if err != nil {
			return "", nil, err
		}
		b.UpdatedAt = now
		if err := updateBooking(ctx, tx, b); err != nil {
			return "", nil, err
		}
		return audit.BookingAddOns, deeds, c.replaceRooms(ctx, tx, b)
	})
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
