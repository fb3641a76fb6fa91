package settlement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/settlement/returns"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Dates of a booking that repeats are paid at once: one page asks for the same part of the price of
// several, and says in its row what of the amount is for which. The payment becomes as many payments of
// ours (payments.ShareID), with the notice that the money is there. From then on each is a payment like
// any other, but for what the provider is told and tells, who knows of one payment only.

// together is a Settler towards what is paid at once for several dates.
type together struct{ *Settler }

// isDates reports whether what stands for an order is a part of the price of several dates.
func isDates(order string) bool {
	_, _, ok := bookings.CutSeriesOrder(order)
	return ok
}

// atProvider is the provider's name of a payment, or of the one that it is a share of.
func atProvider(paymentID string) string {
	whole, _ := payments.CutShare(paymentID)
	_, name, _ := cutProvider(whole)
	return name
}

// datesPage is a page on which several dates are paid.
type datesPage struct {
	list   []*bookings.Booking // that are on it, in the order of its shares
	shares []payments.Share
	amount int64
	until  inventory.Instant // the first of their deadlines
}

// datesToPay are the dates of a series of which a part of the price is to be paid now, with enough time
// left for it: by start, in one currency, and the first payment.MaxLines.
func datesToPay(dates []bookings.Booking, part booking.Part, now inventory.Instant) *datesPage {
	p := &datesPage{}
	for i := 0; i < len(dates) && len(p.list) < payment.MaxLines; i++ {
		b := &dates[i]
		amount, until, err := claimed(b, part, now)
		if err != nil || len(p.list) > 0 && b.Terms.Currency != p.list[0].Terms.Currency {
			continue
		}
		if !payable(payments.OrderTime{State: inventory.HoldHeld, CreatedAt: now, ExpiresAt: until, Total: amount}, now) {
			continue
		}
		if p.list, p.shares = append(p.list, b), append(p.shares, payments.Share{OrderID: bookings.BookingOrder(b.ID, part), Amount: amount}); p.until == 0 || until < p.until {
			p.until = until
		}
		p.amount += amount
	}
	return p
}

// CheckoutDates returns the page on which a part of the price of all dates of a series is paid of which
// it is to be paid now, making it when there is none, as CheckoutBooking does for one. Dates of which it
// is not are left out; of a single one it is the page of that.
func (s *Settler) CheckoutDates(ctx context.Context, org, series string, part booking.Part, provider, email, locale string) (*payments.Checkout, error) {
	for n := 1; ; n++ {
		c, err := together{s}.checkoutDates(ctx, org, series, part, provider, email, locale)
		if !errors.Is(err, database.ErrStale) {
			return c, err
		}
		if n == maxAsks { // the account was removed or replaced since it was chosen
			return nil, fmt.Errorf("settlement: checkout: %w", payment.ErrUnavailable)
		}
	}
}

func (s together) checkoutDates(ctx context.Context, org, series string, part booking.Part, provider, email, locale string) (*payments.Checkout, error) {
	if s.cfg.ReturnBooking == nil {
		return nil, ErrNoPage
	}
	dates, err := s.cfg.Store.Bookings.SeriesBookings(ctx, org, series)
	if err != nil {
		return nil, err
	}
	now := s.now()
	due := datesToPay(dates, part, now)
	switch len(due.list) {
	case 0:
		return nil, ErrNotPayable
	case 1:
		return s.checkoutBooking(ctx, org, due.list[0].ID, part, provider, email, locale)
	}
	first := due.list[0]
	v, err := s.cfg.Store.Venues.Venue(ctx, org, first.VenueID)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil {
		return nil, fmt.Errorf("settlement: time zone of venue %s: %w", v.ID, err)
	}
	p, err := s.pageProvider(ctx, org, provider)
	if err != nil {
		return nil, err
	}
	wanted := payments.Checkout{
		EventID: org, ID: s.cfg.IDs.InOrganization(id.Checkout, org), OrderID: bookings.SeriesOrder(series, part), Provider: p.Name(), Amount: due.amount, Currency: first.Terms.Currency,
		Deadline: due.until, CreatedAt: now, Standing: string(payment.Open), AskedAt: now, Shares: due.shares,
	}
	wanted.LookAt = nextLook(&wanted, payments.OrderTime{State: inventory.HoldHeld, CreatedAt: now, ExpiresAt: due.until, Total: due.amount}, now)
	back := s.cfg.ReturnBooking(v.ID, first.ID)
	if first.CreatedBy == bookings.GuestBooker && s.cfg.ReturnGuest != nil {
		back = s.cfg.ReturnGuest(first.ID)
	}
	orderOf := func(c *payments.Checkout) payment.Order {
		return payment.Order{
			Reference: s.bookingReference(org, c.OrderID), Title: payment.ShortTitle(v.Name), Amount: payment.Money{Minor: c.Amount, Currency: c.Currency}, Lines: datesLines(c, dates, v.Name, zone),
			Email: email, Locale: locale, Return: back, Deadline: c.Deadline.Time(),
		}
	}
	return s.page(ctx, p, wanted, orderOf, func(c *payments.Checkout) (bool, error) {
		if slices.Equal(c.Shares, wanted.Shares) {
			return outdated(ctx, s.Settler, p, c, &wanted)
		}
		return true, s.closePage(ctx, p, c) // a date has another price, or is not to be paid any more
	})
}

// datesLines are the dates of a page, one by one, for the provider's page.
func datesLines(c *payments.Checkout, dates []bookings.Booking, venue string, zone *time.Location) []payment.Line {
	starts := make(map[string]string, len(dates))
	for i := range dates {
		starts[dates[i].ID] = dates[i].StartsAt.Time().In(zone).Format("2006-01-02 15:04") + " "
	}
	lines := make([]payment.Line, len(c.Shares))
	for i, share := range c.Shares {
		name, _, _ := bookings.CutBookingOrder(share.OrderID)
		lines[i] = payment.Line{Name: starts[name] + payment.ShortTitle(venue), Count: 1, Each: share.Amount}
	}
	return lines
}

// datesTime is bookingTime of a page for several dates: it can be paid on while what it asks for is what
// is to be paid of each of them.
func (s together) datesTime(ctx context.Context, c *payments.Checkout) (payments.OrderTime, error) {
	o := payments.OrderTime{State: inventory.HoldReleased, CreatedAt: c.CreatedAt, ExpiresAt: c.Deadline, Total: c.Amount, Prolonged: true}
	var first inventory.Instant
	for _, share := range c.Shares {
		name, part, _ := bookings.CutBookingOrder(share.OrderID)
		b, err := s.cfg.Store.Bookings.Booking(ctx, c.EventID, name)
		if err != nil {
			return o, err
		}
		amount, until, err := claimed(b, part, s.now())
		if err != nil || amount != share.Amount {
			return o, nil //nolint:nilerr // it is not to be paid any more, which the state says
		}
		if part == booking.BalancePart {
			until = c.Deadline
		}
		if first == 0 || until < first {
			first = until
		}
	}
	o.State, o.ExpiresAt = inventory.HoldHeld, first
	return o, nil
}

// split makes a captured payment for several dates one for each of them, as the row of its page says. One
// whose page is not known, or that is not what the page asks for, stays whole, and goes back.
func (s together) split(ctx context.Context, c *payments.Checkout, r *payments.Received) error {
	p := r.Payment
	if c == nil {
		pages, err := s.cfg.Store.Payments.OrderCheckouts(ctx, p.EventID, p.OrderID)
		if err != nil {
			return err
		}
		for i := range pages {
			if pages[i].Provider == p.Provider && pages[i].Amount == p.Amount && len(pages[i].Shares) > 0 {
				c = &pages[i] // the newest
			}
		}
	}
	whole, names := *p, []string{p.ID}
	if c != nil && c.Amount == p.Amount && c.Currency == p.Currency && len(c.Shares) > 0 {
		names = nil
		if r.Checkout == nil {
			paid := *c
			paid.State, paid.Standing = payments.CheckoutPaid, string(payment.Captured)
			r.Checkout = &paid
		}
		for i, share := range c.Shares {
			part := whole
			part.ID, part.OrderID, part.Amount, part.CheckoutID = payments.ShareID(whole.ID, i+1), share.OrderID, share.Amount, c.ID
			names = append(names, part.ID)
			if i == 0 {
				r.Payment = &part
				continue
			}
			part.FeeDue = 0 // what the provider keeps of the whole stands with the first
			r.Others = append(r.Others, &part)
		}
	}
	r.Notice.EventID = whole.EventID
	for _, part := range append([]*payments.Payment{r.Payment}, r.Others...) {
		r.Journal = append(r.Journal, journal.Capture(part, r.Notice.ReceivedAt)...)
	}
	settle, err := job(SettleJob{EventID: whole.EventID, PaymentIDs: names}, r.Notice.ReceivedAt+inventory.Instant(settleGrace.Microseconds()))
	r.Jobs = []database.Job{settle}
	return err
}

// recordShares records news of money of a payment that is not stored, but its shares are, as news of
// these. done is false when they are not. Told again it changes nothing.
func (s together) recordShares(ctx context.Context, provider string, f *payment.Fact) (receipt Receipt, done bool, err error) {
	if _, n := payments.CutShare(f.PaymentID); n > 0 || f.PaymentID == "" || !returns.Is(f.Kind) {
		return receipt, false, nil
	}
	first, err := s.cfg.Store.Payments.Payment(ctx, "", payments.ShareID(PaymentID(provider, f.PaymentID), 1))
	switch {
	case errors.Is(err, database.ErrNotFound):
		return receipt, false, nil
	case err != nil:
		return receipt, false, err
	}
	fresh, err := s.returned(ctx, provider, f, first, nil)
	if receipt.Status = "recorded"; !fresh {
		receipt.Status = "duplicate"
	}
	if err != nil {
		return receipt, true, fmt.Errorf("settlement: record a notice of %s: %w", provider, err)
	}
	// It was kept under its own name as one that came before its payment.
	return receipt, true, s.cfg.Store.Payments.DropEarly(ctx, &payments.PaymentNotice{Provider: provider, ID: f.EventID})
}

// returned records news of money of a payment that has shares, of which first is the first, as news of
// those that it is about: each with a notice of its own, in one transaction, in which transactions of a
// bank account become what list says. fresh is false when they were recorded before.
func (s together) returned(ctx context.Context, provider string, f *payment.Fact, first *payments.Payment, list []payments.BankTransaction) (fresh bool, err error) {
	for range classifyTries {
		shares, err := s.cfg.Store.Payments.Shares(ctx, first)
		if err != nil {
			return false, err
		}
		amounts, err := s.spread(ctx, f, shares)
		if err != nil {
			return false, err
		}
		var all []*payments.Received
		for i, amount := range amounts {
			if amount == 0 {
				continue
			}
			part := *f
			part.EventID, part.PaymentID, part.Amount.Minor = payments.ShareID(f.EventID, i+1), payments.ShareID(f.PaymentID, i+1), amount
			r, err := s.classify(ctx, provider, &part)
			if err != nil {
				return false, err
			}
			if r.Payout != nil && r.PayoutWas == nil && len(all) > 0 {
				r.Payout.FeeDue = 0 // what the provider keeps of one refund stands with the first
			}
			all = append(all, r)
		}
		if len(all) == 0 {
			return false, nil
		}
		r := all[0]
		r.With, r.Transactions = all[1:], list
		if fresh, err = s.cfg.Store.Payments.Receive(ctx, r); !errors.Is(err, database.ErrStale) {
			return fresh, err
		}
	}
	return false, database.ErrStale
}

// spread is what of an amount that goes back is of which share: that of the refund that was asked for
// here; those of which the same was heard before; else, of a refund that somebody has made at the provider,
// first those of dates that have ended, because of these it is likeliest; and then the first of which so
// much is left.
func (s together) spread(ctx context.Context, f *payment.Fact, shares []*payments.Payment) ([]int64, error) {
	asked, _ := journal.CutAttempt(f.RefundRef)
	all, err := s.goBack(ctx, shares)
	if err != nil {
		return nil, err
	}
	known, left, whole := make([]int64, len(all)), make([]int64, len(all)), make([]int64, len(all))
	var before int64
	for i := range all {
		if asked != "" && slices.ContainsFunc(all[i].Payouts, func(o payments.Payout) bool { return o.ID == asked }) {
			amounts := make([]int64, len(all))
			amounts[i] = f.Amount.Minor
			return amounts, nil
		}
		known[i], left[i], whole[i] = all[i].Known(f), all[i].Left(), all[i].Payment.Amount
		before += known[i]
	}
	rooms := [][]int64{left, whole} // more than is left: a refund that we were about to make was made there, too
	switch {
	case before > 0:
		rooms = append([][]int64{known}, rooms...)
	case f.Kind == payment.Refunded:
		ended, err := s.ended(ctx, shares, left)
		if err != nil {
			return nil, err
		}
		rooms = append([][]int64{ended}, rooms...)
	}
	return returns.Spread(f.Amount.Minor, rooms...), nil
}

// goBack is what goes back of shares, and what was heard of that.
func (s together) goBack(ctx context.Context, shares []*payments.Payment) (list []returns.Share, err error) {
	list = make([]returns.Share, len(shares))
	for i := range shares {
		if list[i], err = goesBack(ctx, s.Settler, shares[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// ended is what is left of the shares of which the date has ended.
func (s together) ended(ctx context.Context, shares []*payments.Payment, left []int64) ([]int64, error) {
	of := make([]int64, len(shares))
	for i, p := range shares {
		name, _, _ := bookings.CutBookingOrder(p.OrderID)
		b, err := s.cfg.Store.Bookings.Booking(ctx, p.EventID, name)
		switch {
		case errors.Is(err, database.ErrNotFound):
		case err != nil:
			return nil, err
		case b.At(s.now()) != booking.Completed && !b.At(s.now()).Live():
			of[i] = left[i]
		}
	}
	return of, nil
}

// ofShare tells the refunds apart that one refund at the provider is of several shares.
func ofShare(paymentID string) string {
	if _, n := payments.CutShare(paymentID); n > 0 {
		return payments.ShareID("", n)
	}
	return ""
}
