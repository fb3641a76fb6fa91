package bookings

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// What is paid for bookings is in the tables of payments, with the id of the organization where
// that of an event stands, and with the booking and the part of its price in the place of the
// order. What a payment becomes is decided under the lock of the venue, as everything of its
// bookings is: of a payment and the lapse of its booking one is first, whoever writes them.

// BookingMoney is what a booking costs, and what of that was paid.
type BookingMoney struct {
	Terms          booking.Terms // of the venue when it was made
	Price, Deposit int64         // minor units of Terms.Currency
	TimePrice      int64         // what of the price is for the time of the rooms; the rest is for add-ons
	// PayUntil is when the deposit has to be there, and BalanceDue when the rest is due. Each is
	// 0 while nobody is asked for it.
	PayUntil, BalanceDue inventory.Instant
	// RemindDepositAt is when its booker is reminded of the deposit if it is not there; 0: never.
	RemindDepositAt inventory.Instant
	// DepositBy and BalanceBy are the payments that were kept for these, or empty.
	DepositBy, BalanceBy string
	// DepositShares are what of the deposit that was paid is taxed at which rate.
	DepositShares []booking.Share
	Waiver        string // why the venue wants no deposit, or empty
	ByVenue       bool   // it was the venue that cancelled it
}

func (m *BookingMoney) visit(c *table.Columns) {
	c.Encoded("terms", table.AsJSON(&m.Terms))
	c.Number("price", &m.Price)
	c.Number("time_price", &m.TimePrice)
	c.Number("deposit", &m.Deposit)
	c.Number("pay_until", (*int64)(&m.PayUntil))
	c.Number("balance_due", (*int64)(&m.BalanceDue))
	c.Number("remind_deposit_at", (*int64)(&m.RemindDepositAt))
	c.Text("deposit_by", &m.DepositBy)
	c.Text("balance_by", &m.BalanceBy)
	c.Encoded("deposit_shares", table.AsJSON(&m.DepositShares))
	c.Text("waiver", &m.Waiver)
	c.Truth("by_venue", &m.ByVenue)
}

// AgreedPrice is what the venue asks for a booking, whatever its terms say.
type AgreedPrice struct {
	Price   int64
	Deposit *int64 // nil: as its terms say of that price
}

// At is where a booking stands at a time, which a job may not have written yet.
func (b *Booking) At(now inventory.Instant) booking.State {
	return b.Status.At(b.StartsAt, b.EndsAt, b.PayUntil, now)
}

// OwesDeposit reports whether a booking can only be confirmed once its deposit is paid.
func (b *Booking) OwesDeposit() bool { return b.Deposit > 0 && b.DepositBy == "" && b.Waiver == "" }

// Balance is what is to be paid beside the deposit: all of the price where that was waived and
// not paid.
func (b *Booking) Balance() int64 {
	if b.Waiver != "" && b.DepositBy == "" {
		return b.Price
	}
	return b.Price - b.Deposit
}

// GivenBack is what goes back of what was paid if its booker cancels a booking at a time.
func (b *Booking) GivenBack(now inventory.Instant) (back int64) {
	percent := b.Terms.Percent(b.StartsAt, now)
	if b.DepositBy != "" {
		back += b.Terms.Back(b.Deposit, percent)
	}
	if b.BalanceBy != "" {
		back += b.Terms.Back(b.Balance(), percent)
	}
	return back
}

// ask gives a booking the terms of its venue, by which it costs what it does.
func (b *Booking) ask(t *booking.Terms, now inventory.Instant) {
	b.BookingMoney = BookingMoney{Terms: *t}
	b.count()
	b.due(now)
}

// Quote gives a booking that is not made yet the state and the price that it would have.
func Quote(v *venues.Venue, b *Booking, now inventory.Instant) {
	b.Status = v.FirstState()
	b.ask(&v.Terms, now)
}

// Requote gives a booking the price and the state that it would have once it is moved from where it
// was; ErrPaidFor as of MoveBooking.
func (b *Booking) Requote(was *Booking, ask bool, now inventory.Instant) error {
	return b.moved(was, ask, now)
}

// Equip gives a booking other add-ons, and the price that it would have with them; ErrPaidFor as of
// SetAddOns.
func (b *Booking) Equip(list []booking.AddOn, now inventory.Instant) error {
	b.AddOns = slices.Clone(list)
	return b.charge(now)
}

// count computes what a booking costs by its terms.
func (b *Booking) count() {
	b.TimePrice = b.Terms.Price(len(b.Rooms), b.StartsAt, b.EndsAt)
	b.AddOns = slices.Clone(b.AddOns) // dates of what repeats begin with the same list
	for i := range b.AddOns {
		b.AddOns[i].For(&b.Terms, b.StartsAt, b.EndsAt)
	}
	b.Price = b.TimePrice + b.addOnCost()
	b.Deposit = b.Terms.Deposit(b.Price)
}

// agree gives a booking the price that the venue asks for it, which stays as it is.
func (b *Booking) agree(p *AgreedPrice) {
	b.Terms.Agreed, b.Price, b.TimePrice = true, p.Price, p.Price-b.addOnCost()
	if b.Deposit = b.Terms.Deposit(p.Price); p.Deposit != nil {
		b.Deposit = min(*p.Deposit, p.Price)
	}
}

// due has a booking that would be confirmed wait for its deposit, if that is not there, and says
// when what is to be paid is due.
func (b *Booking) due(now inventory.Instant) {
	b.askNothing()
	if b.Status != booking.Confirmed {
		return
	}
	from := now
	if b.OwesDeposit() {
		b.Status, b.PayUntil = booking.PendingDeposit, b.Terms.PayUntil(now, b.StartsAt)
		b.RemindDepositAt = booking.RemindOfDeposit(now, b.PayUntil)
		from = b.PayUntil
	}
	if b.Balance() > 0 && b.BalanceBy == "" {
		b.BalanceDue = b.Terms.BalanceDue(b.StartsAt, from)
	}
}

// askNothing has nobody asked for what is to be paid for a booking.
func (b *Booking) askNothing() { b.PayUntil, b.RemindDepositAt, b.BalanceDue = 0, 0, 0 }

// dueAgain is due of a booking that was changed: whoever has not paid their deposit has as long for it as before, but not
// beyond the start, and is reminded of it as before, if they have as long.
func (b *Booking) dueAgain(now inventory.Instant) {
	until, remind, pending := b.PayUntil, b.RemindDepositAt, b.Status == booking.PendingDeposit
	if pending {
		b.Status = booking.Confirmed
	}
	if b.due(now); !pending || b.Status != booking.PendingDeposit {
		return
	}
	if b.PayUntil, b.RemindDepositAt = until, remind; b.StartsAt < until {
		b.PayUntil, b.RemindDepositAt = b.StartsAt, booking.RemindOfDeposit(now, b.StartsAt)
	}
}

// recount is count of a booking that something may be paid of: the deposit stays what was paid.
// ErrPaidFor, and nothing is changed: all is paid and the price would be another, or less would be
// left than what was paid for.
func (b *Booking) recount() error {
	of := *b
	of.count()
	if b.DepositBy != "" || b.BalanceBy != "" {
		of.Deposit = b.Deposit
	}
	if b.BalanceBy != "" && !slices.Equal(booking.Shares(of.Items()), booking.Shares(b.Items())) || !of.covers() {
		return ErrPaidFor
	}
	*b = of
	return nil
}

// covers reports whether a booking costs at least what was paid of it as its deposit, at each rate of
// tax.
func (b *Booking) covers() bool {
	return b.DepositBy == "" || !slices.ContainsFunc(booking.Less(booking.Shares(b.Items()), b.DepositShares), func(s booking.Share) bool { return s.Gross < 0 || s.Tax < 0 })
}

// moved gives a booking that has another time, or other rooms, than it had the price of these, unless
// the venue has named it. Anyone who has not paid their deposit has as long for it as before.
//
// ask: it is its booker who moves it, and not the venue. Then it is ErrPaidFor if too much is paid for
// another price (see recount), and what goes back if it is cancelled is no more than when it was
// moved. Where the venue moves it, or its event does, which is not held up by that, the price stays as
// if the venue had named it; and what it has named for another length or number of rooms it is asked
// again.
func (b *Booking) moved(was *Booking, ask bool, now inventory.Instant) error {
	if !b.Terms.Agreed {
		if err := b.recount(); err != nil && ask && was.Follows == booking.FollowsNothing {
			return err
		} else if err != nil {
			b.Terms.Agreed = true
		}
	}
	if ask && b.Terms.Agreed && (b.EndsAt-b.StartsAt != was.EndsAt-was.StartsAt || len(b.Rooms) != len(was.Rooms)) {
		b.Status = booking.Requested
	}
	if ask && b.StartsAt != was.StartsAt && (b.DepositBy != "" || b.BalanceBy != "") {
		b.Terms.Withheld = 100 - was.Terms.Percent(was.StartsAt, now)
	}
	b.dueAgain(now)
	return nil
}

// BookingOrder is what stands for a part of a booking's price where an order stands.
func BookingOrder(bookingID string, part booking.Part) string { return bookingID + "-" + string(part) }

// CutBookingOrder reverses BookingOrder; ok is false for what it cannot have made.
func CutBookingOrder(order string) (bookingID string, part booking.Part, ok bool) {
	bookingID, name, _ := strings.Cut(order, "-")
	part = booking.Part(name)
	return bookingID, part, strings.HasPrefix(bookingID, id.Booking) && (part == booking.DepositPart || part == booking.BalancePart)
}

// SeriesOrder is what stands for a part of the price of several dates of a series, which are paid at
// once, where an order stands.
func SeriesOrder(series string, part booking.Part) string { return series + "-" + string(part) }

// CutSeriesOrder reverses SeriesOrder; ok is false for what it cannot have made.
func CutSeriesOrder(order string) (series string, part booking.Part, ok bool) {
	series, name, _ := strings.Cut(order, "-")
	part = booking.Part(name)
	return series, part, strings.HasPrefix(series, id.BookingDates) && (part == booking.DepositPart || part == booking.BalancePart)
}

// AccountBookings is the account of the journal that has what was earned with bookings.
const AccountBookings = "bookings"

// Reasons of payouts of bookings that have ended, beside the verdicts of package booking.
const (
	ReasonBookingCancelled = "booking_cancelled"
	ReasonBookingDeclined  = "booking_declined"
	ReasonBookingLapsed    = "booking_lapsed"
)

// bookingRefund is the payout of a payment for a booking, of which there is one at most.
func bookingRefund(p *payments.Payment, reason string, owed int64, now inventory.Instant) *payments.Payout {
	return &payments.Payout{
		EventID: p.EventID, ID: id.OfOrganization(id.Refund, p.EventID, sha256.Sum256([]byte("holdfast booking refund v1\n"+p.ID))), OrderID: p.OrderID, PaymentID: p.ID,
		Owed: owed, Currency: p.Currency, Reason: reason, CreatedAt: now,
	}
}

// giveBack stores what of the payments for a booking goes back, now that it has ended: all, or
// when its booker cancels, what its rule says of the days before.
func (s Bookings) giveBack(ctx context.Context, tx *sql.Tx, b *Booking, now inventory.Instant) error {
	if b.Status == booking.Completed {
		return nil
	}
	percent, reason := int64(100), ReasonBookingCancelled
	switch {
	case b.Status == booking.Declined:
		reason = ReasonBookingDeclined
	case b.Status == booking.Lapsed:
		reason = ReasonBookingLapsed
	case !b.ByVenue:
		percent = b.Terms.Percent(b.StartsAt, now)
	}
	for _, payment := range []string{b.DepositBy, b.BalanceBy} {
		if payment == "" {
			continue
		}
		p, err := table.One(ctx, tx, payments.PaymentTable.Scan, "select "+payments.PaymentTable.Columns+" from payments"+table.WithID, b.OrgID, payment)
		if err != nil {
			return fmt.Errorf("store: payment %s of booking %s: %w", payment, b.ID, err)
		}
		owed := b.Terms.Back(p.Amount, percent)
		if owed == 0 {
			continue
		}
		o := bookingRefund(&p, reason, owed, now)
		_, part, _ := CutBookingOrder(p.OrderID)
		back := booking.PartOf(b.Shares(part), owed)
		fresh, err := payments.InsertPayout(ctx, tx, o, func(o *payments.Payout) []payments.JournalLine {
			return append(bookingJournal("refund:"+o.ID, &p, back, true, now), payments.CoveredLines(&p, o)...)
		})
		if err != nil {
			return err
		}
		if !fresh {
			continue
		}
		give, err := payments.PayoutJob(o)
		if err == nil {
			err = s.db.InsertJobs(ctx, tx, give)
		}
		if err == nil {
			err = payments.CreditReturn(ctx, s.db, tx, o, back)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SettleBooking decides what a captured payment for a booking becomes, and stores it with all
// that follows, in one transaction: the booking has it, which is confirmed when it waited for
// it, or it goes back. What was settled before stays as it is. Several payments, which came in as
// one, are decided one after another in that transaction, and told of together. series is what their
// dates are of; "": they are of none.
func (s Bookings) SettleBooking(ctx context.Context, now inventory.Instant, list ...*payments.Payment) (series string, err error) {
	if by := organizations.ByOf(ctx); by.Actor == "system" {
		ctx = organizations.WithBy(ctx, organizations.By{At: now})
	}
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		var deeds []audit.Deed
		for _, p := range list {
			deed, of, err := s.settleOne(ctx, tx, p, now)
			if err != nil {
				return err
			}
			if series = cmp.Or(of, series); deed != nil {
				deeds = append(deeds, *deed)
			}
		}
		if len(deeds) == 0 {
			return nil
		}
		return s.record(ctx, tx, list[0].EventID, "", deeds...)
	})
	return series, err
}

// settleOne is SettleBooking of one payment. It returns what is to be recorded of its booking; nil:
// nothing.
func (s Bookings) settleOne(ctx context.Context, tx *sql.Tx, p *payments.Payment, now inventory.Instant) (deed *audit.Deed, series string, err error) {
	name, part, ok := CutBookingOrder(p.OrderID)
	if !ok {
		return nil, "", fmt.Errorf("store: payment %s is for no booking", p.ID)
	}
	b, err := One(ctx, tx, p.EventID, name)
	if errors.Is(err, database.ErrNotFound) {
		return nil, "", s.turnDown(ctx, tx, p, booking.PaidNothing, now)
	}
	if err != nil {
		return nil, "", err
	}
	// Anyone who waits for time that nobody knew to be free comes before one who pays too late for it.
	v, err := s.Current(ctx, tx, b.OrgID, b.VenueID, now)
	if errors.Is(err, database.ErrNotFound) { // which has no live booking
		return nil, b.SeriesID, s.turnDown(ctx, tx, p, booking.PaidLate, now)
	}
	if err != nil {
		return nil, "", err
	}
	if b, err = One(ctx, tx, b.OrgID, b.ID); err != nil {
		return nil, "", err
	}
	state, err := table.One(ctx, tx, table.ScanText, "select state from payments"+table.WithID, p.EventID, p.ID)
	if err != nil || state != payments.PaymentCaptured {
		return nil, b.SeriesID, err
	}
	deed, err = s.settleOf(ctx, tx, &v, &b, p, part, now)
	return deed, b.SeriesID, err
}

// Settles is what becomes of a payment of an amount for a part of the price, at a time.
func (b *Booking) Settles(part booking.Part, amount int64, currency string, now inventory.Instant) booking.Verdict {
	claim := booking.Claim{
		State: b.At(now), Currency: b.Terms.Currency, Deposit: b.Deposit, Balance: b.Balance(),
		DepositPaid: b.DepositBy != "" || b.Waiver != "" && b.BalanceBy != "", BalancePaid: b.BalanceBy != "",
	}
	verdict := claim.Settle(part, amount, currency)
	if verdict == booking.KeptIfFree && (b.PayUntil == 0 || b.StartsAt <= now) { // it lapsed unanswered, or is over
		verdict = booking.PaidLate
	}
	return verdict
}

// settleOf is SettleBooking of a booking whose venue is held.
func (s Bookings) settleOf(ctx context.Context, tx *sql.Tx, v *venues.Venue, b *Booking, p *payments.Payment, part booking.Part, now inventory.Instant) (*audit.Deed, error) {
	verdict := b.Settles(part, p.Amount, p.Currency, now)
	if verdict == booking.KeptIfFree {
		left, err := leftByEvent(ctx, tx, b)
		if err != nil {
			return nil, err
		}
		if left {
			verdict = booking.PaidLate
		}
	}
	action := audit.BookingPaid
	if verdict == booking.KeptIfFree {
		c, err := s.decide(ctx, tx, v, b)
		if refused := (*Refused)(nil); errors.As(err, &refused) {
			return nil, s.turnDown(ctx, tx, p, booking.PaidLate, now)
		} else if err != nil {
			return nil, err
		}
		b.Status = booking.Confirmed
		if err := c.replaceRooms(ctx, tx, b); err != nil {
			return nil, err
		}
		action, verdict = audit.BookingConfirmed, booking.Kept
	}
	if verdict != booking.Kept {
		return nil, s.turnDown(ctx, tx, p, verdict, now)
	}
	shares := b.Shares(part)
	if part == booking.BalancePart {
		b.BalanceBy, b.BalanceDue = p.ID, 0
	} else {
		b.DepositBy, b.DepositShares = p.ID, shares
		if b.Status == booking.PendingDeposit {
			b.Status, action = booking.Confirmed, audit.BookingConfirmed
		}
		if b.Status == booking.Confirmed {
			b.due(now)
		}
	}
	b.UpdatedAt = now
	if err := updateBooking(ctx, tx, b); err != nil {
		return nil, err
	}
	if _, err := payments.RecordSettlement(ctx, s.db, tx, &payments.Settlement{
		EventID: p.EventID, PaymentID: p.ID, State: payments.PaymentTickets, At: now, Journal: bookingJournal("sale:"+p.ID, p, shares, false, now),
	}); err != nil {
		return nil, err
	}
	if err := s.invoiceBooking(ctx, tx, v, b, p, part, now); err != nil {
		return nil, err
	}
	deed := bookingDeed(b, action)
	return &deed, nil
}

// leftByEvent reports whether the event that a booking follows has no use for it any more: it is
// cancelled, stands at other times, or has another place since.
func leftByEvent(ctx context.Context, tx *sql.Tx, b *Booking) (bool, error) {
	if b.Follows == booking.FollowsNothing {
		return false, nil
	}
	n, err := table.One(ctx, tx, table.ScanInt, `select count(*) from events e where e.id = $1 and e.org_id = $2 and e.starts_at = $3 and e.ends_at = $4 and e.status <> 'cancelled'
		and (cast($5 as text) <> 'place' or e.status <> 'draft' and not exists (select 1 from bookings o where o.org_id = e.org_id and o.event_id = e.id and o.follows = 'place'
			and o.status in ('requested', 'pending_deposit', 'confirmed')))`, b.EventID, b.OrgID, int64(b.StartsAt), int64(b.EndsAt), string(b.Follows))
	return n == 0, err
}

// turnDown stores that all of a payment goes back.
func (s Bookings) turnDown(ctx context.Context, tx *sql.Tx, p *payments.Payment, verdict booking.Verdict, now inventory.Instant) error {
	return payments.TurnDown(ctx, s.db, tx, p, bookingRefund(p, string(verdict), p.Amount, now))
}

// PriceBooking gives a booking that is requested the price that the venue asks for it. It stays,
// whatever the booking is moved to; its add-ons are a part of it. ErrBookingEnded: it is not
// requested; ErrBelowAddOns: these alone cost more.
func (s Bookings) PriceBooking(ctx context.Context, org, id string, price *AgreedPrice, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, _ *venues.Venue, b *Booking) (audit.Action, error) {
		if b.At(now) != booking.Requested || b.DepositBy != "" || b.BalanceBy != "" {
			return "", ErrBookingEnded
		}
		if price.Price < b.addOnCost() {
			return "", ErrBelowAddOns
		}
		was, named := commitBooking(b), b.Terms.Agreed
		if b.agree(price); named && commitBooking(b) == was {
			return "", nil
		}
		b.UpdatedAt = now
		return audit.BookingPriced, updateBooking(ctx, tx, b)
	})
}

// WaiveDeposit confirms a booking that waits for its deposit, which the venue does not want.
// ErrBookingEnded: it does not wait for one.
func (s Bookings) WaiveDeposit(ctx context.Context, org, id, why string, now inventory.Instant) (*Booking, error) {
	return s.onBooking(ctx, org, id, now, func(tx *sql.Tx, _ *venues.Venue, b *Booking) (audit.Action, error) {
		switch at := b.At(now); {
		case at == booking.Confirmed && b.Waiver == why:
			return "", nil
		case at != booking.PendingDeposit:
			return "", ErrBookingEnded
		}
		b.Status, b.Waiver, b.UpdatedAt = booking.Confirmed, why, now
		b.due(now)
		return audit.BookingDepositWaived, updateBooking(ctx, tx, b)
	})
}

// Asks says what of a booking's price is to be paid at a time, and by when; 0: nothing is said of
// that. part is empty when nothing is to be paid.
func (b *Booking) Asks(now inventory.Instant) (part booking.Part, amount int64, due inventory.Instant) {
	switch at := b.At(now); {
	case at == booking.PendingDeposit:
		return booking.DepositPart, b.Deposit, b.PayUntil
	case (at == booking.Confirmed || at == booking.Completed) && b.BalanceBy == "" && b.Balance() > 0:
		return booking.BalancePart, b.Balance(), b.BalanceDue
	}
	return "", 0, 0
}
