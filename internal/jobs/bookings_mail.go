package jobs

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/dues"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// guestMail is the mail with which somebody who is no member confirms their address, before there
// is a booking.
func (w *mailSender) guestMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
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
	l = accountmail.Mail{
		Kind: args.What, Locale: g.Locale, URL: w.oneTime.BookingURL(g.BookingID), Name: v.Name, Starts: g.Asked.StartsAt, More: max(0, g.Asked.Dates-1), Guest: true, Minutes: minutesLeft(g.ExpiresAt - now),
	}
	if l.Zone, err = time.LoadLocation(v.Timezone); err != nil {
		return "", l, fmt.Errorf("jobs: time zone of venue %s: %w", v.ID, err)
	}
	return g.Email, l, nil
}

// bookerMail begins a mail to the booker of a booking or a member: to whom it is, in which
// language, and where its link leads.
func (w *mailSender) bookerMail(ctx context.Context, args *sendAccountMail, v *venues.Venue) (to string, l accountmail.Mail, err error) {
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
	l.URL = w.deskURL(v, args.Booking)
	l.Locale, err = w.localeOf(ctx, member)
	return member.Email, l, err
}

// roomsOf are the names of the rooms that a booking has.
func (w *mailSender) roomsOf(ctx context.Context, b *bookings.Booking, tag string) (string, error) {
	venue, err := w.jobs.store.Venues.VenueRooms(ctx, b.OrgID, b.VenueID)
	if err != nil {
		return "", err
	}
	var names []string
	for _, room := range b.Rooms {
		for i := range venue.Rooms {
			if r := &venue.Rooms[i]; r.ID == room {
				names = append(names, r.Name)
			}
		}
	}
	return strings.Join(names, locale.Comma(locale.Tags[locale.Of(tag)])), nil
}

// bookingMail is a mail to a member or a guest about bookings, unless all of them stand otherwise by
// now.
func (w *mailSender) bookingMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	if args.What == accountmail.BookingAddressMail {
		return w.guestMail(ctx, args)
	}
	m := bookingLetter{mailSender: w, args: args, now: w.jobs.instant()}
	if m.list, err = w.bookingsOf(ctx, args); err != nil {
		return "", l, err
	}
	v, err := w.jobs.store.Venues.Venue(ctx, args.Org, m.list[0].VenueID)
	if err != nil {
		return "", l, err
	}
	if to, l, err = w.bookerMail(ctx, args, v); err != nil {
		return "", l, err
	}
	if l.Zone, err = time.LoadLocation(v.Timezone); err != nil {
		return "", l, fmt.Errorf("jobs: time zone of venue %s: %w", v.ID, err)
	}
	m.letter = &l
	if err := m.say(ctx); err != nil {
		return "", l, err
	}
	l.Booked = m.entries(v)
	return to, l, m.dates(ctx, v)
}

// bookingsOf are the bookings that a mail is about, each once.
func (w *mailSender) bookingsOf(ctx context.Context, args *sendAccountMail) (list []bookings.Booking, err error) {
	for _, name := range append([]string{args.Booking}, args.Others...) {
		b, err := w.jobs.store.Bookings.Booking(ctx, args.Org, name)
		if err != nil {
			return nil, err
		}
		list = append(list, *b)
	}
	slices.SortStableFunc(list, func(a, b bookings.Booking) int { return cmp.Compare(a.StartsAt, b.StartsAt) })
	return list, nil
}

// bookingLetter is a mail about bookings while it is made.
type bookingLetter struct {
	*mailSender
	args   *sendAccountMail
	now    inventory.Instant
	list   []bookings.Booking // by start
	letter *accountmail.Mail
}

// fits reports whether a mail may still tell its news of a booking that stands so.
func fits(what accountmail.Kind, b *bookings.Booking, at booking.State) bool {
	switch what {
	case accountmail.BookingRequestedMail:
		return at == booking.Requested
	case accountmail.BookingDepositMail, accountmail.BookingReminderMail:
		return at == booking.PendingDeposit
	case accountmail.BookingGrantedMail, accountmail.BookingMovedMail:
		return at.Live()
	case accountmail.BookingConfirmedMail:
		return at == booking.Confirmed
	case accountmail.BookingBalanceMail:
		return b.BalanceDue != 0 && at == booking.Confirmed
	case accountmail.BookingLapsedMail:
		return at == booking.Lapsed // else a payment that came late was kept
	}
	return true
}

// say fills in what is said of those bookings of which the news is still true: when the first begins
// and what it is for, what is to be paid for them or goes back, and by when. errObsolete: it is true
// of none.
func (bl *bookingLetter) say(ctx context.Context) error {
	l, what := bl.letter, bl.args.What
	var of []*bookings.Booking
	for i := range bl.list {
		if b := &bl.list[i]; fits(what, b, b.At(bl.now)) {
			of = append(of, b)
		}
	}
	if len(of) == 0 {
		return errObsolete
	}
	b := of[0]
	l.Words, l.Starts, l.More = b.Purpose, b.StartsAt, int64(len(of)-1)
	var amount int64
	var cost depositsCost
	for _, b := range of {
		switch at := b.At(bl.now); what {
		case accountmail.BookingDepositMail, accountmail.BookingGrantedMail:
			if at == booking.PendingDeposit {
				amount += b.Deposit
				l.Until = booking.Sooner(l.Until, b.PayUntil)
				cost.add(b)
			}
		case accountmail.BookingReminderMail:
			amount += b.Deposit
			l.Until = booking.Sooner(l.Until, b.PayUntil)
		case accountmail.BookingBalanceMail:
			amount += b.Balance()
			l.Until = booking.Sooner(l.Until, b.BalanceDue)
		case accountmail.BookingCancelledMail, accountmail.BookingDeclinedMail:
			back, err := bl.givenBack(ctx, b)
			if err != nil {
				return err
			}
			amount += back
		}
	}
	if amount > 0 {
		l.Amount = bl.money(b, amount)
	}
	if cost.price > 0 {
		l.Cost = &accountmail.BookingCost{Price: bl.money(b, cost.price), RestDue: cost.restDue, Rule: cost.rule, Ruled: !cost.various}
		if cost.rest > 0 {
			l.Cost.Rest = bl.money(b, cost.rest)
		}
	}
	var err error
	if what == accountmail.BookingMovedMail {
		if l.Place, err = bl.roomsOf(ctx, b, l.Locale); err != nil {
			return err
		}
	}
	switch {
	case l.Until == 0:
	case len(bl.list) == 1:
		l.Transfer, err = bl.jobs.store.Dues.Transfer(ctx, b, bl.now)
	default:
		l.Transfer, err = bl.atOnce(ctx, amount)
	}
	return err
}

// depositsCost is what bookings cost whose deposits are to be paid.
type depositsCost struct {
	price, rest int64
	restDue     inventory.Instant
	rule        []booking.GiveBack
	various     bool // not all of them give back the same
}

func (c *depositsCost) add(b *bookings.Booking) {
	if rule := b.Terms.Rule(); c.price == 0 {
		c.rule = rule
	} else if !slices.Equal(rule, c.rule) {
		c.various = true
	}
	c.price += b.Price
	if rest := b.Balance(); rest > 0 {
		c.rest += rest
		c.restDue = booking.Sooner(c.restDue, b.Terms.BalanceDue(b.StartsAt, b.PayUntil))
	}
}

// atOnce is how an amount that is to be paid for several bookings is transferred at once; nil: they are no
// dates of one series, of which it is what is to be paid. Then each has a reference of its own.
func (bl *bookingLetter) atOnce(ctx context.Context, amount int64) (*dues.Transfer, error) {
	first := &bl.list[0]
	if first.SeriesID == "" {
		return nil, nil //nolint:nilnil // there may be no way, and that is not an error
	}
	dates, err := bl.jobs.store.Bookings.SeriesBookings(ctx, first.OrgID, first.SeriesID)
	if err != nil {
		return nil, err
	}
	how, err := bl.jobs.store.Dues.TransferDates(ctx, dates, bl.now)
	if how != nil && how.Amount != amount {
		return nil, err
	}
	return how, err
}

func (bl *bookingLetter) money(b *bookings.Booking, n int64) string {
	return mailkit.Money(bl.letter.Locale, n, b.Terms.Currency)
}

// dates lists the bookings of a mail that is about several, each with where it stands and what names
// it: where it can be paid by a transfer of its own the reference of that, else its id.
func (bl *bookingLetter) dates(ctx context.Context, v *venues.Venue) error {
	if len(bl.list) == 1 {
		return nil
	}
	for i := range bl.list {
		b := &bl.list[i]
		d := accountmail.BookedDate{ID: b.ID, Starts: b.StartsAt, Ends: b.EndsAt, Status: b.At(bl.now), URL: bl.toBooking(v, b)}
		if _, amount, _ := b.Asks(bl.now); amount > 0 {
			d.Amount = bl.money(b, amount)
		}
		if bl.letter.Transfer == nil {
			how, err := bl.jobs.store.Dues.Transfer(ctx, b, bl.now)
			if err != nil {
				return err
			}
			if how != nil {
				d.Reference = how.Reference
			}
		}
		bl.letter.Dates = append(bl.letter.Dates, d)
	}
	return nil
}

// toBooking is where a reader finds a booking.
func (bl *bookingLetter) toBooking(v *venues.Venue, b *bookings.Booking) string {
	if bl.letter.Guest {
		return bl.oneTime.BookingURL(b.ID)
	}
	return bl.deskURL(v, b.ID)
}

// deskURL leads a member to a booking.
func (w *mailSender) deskURL(v *venues.Venue, bookingID string) string {
	return w.oneTime.SignInURL() + "?to=" + url.QueryEscape("/manage/venues/"+v.ID+"?booking="+bookingID)
}

// entries go with a mail to the booker, for their calendar: a booking that is confirmed or was
// cancelled, or each of several with where it stands. What waits for its time is no entry.
func (bl *bookingLetter) entries(v *venues.Venue) (list []mailkit.BookedTime) {
	what, first := bl.args.What, &bl.list[0]
	if bl.args.ID != bl.args.Booking && bl.args.ID != first.CreatedBy {
		return nil
	}
	if len(bl.list) == 1 {
		confirms := what == accountmail.BookingConfirmedMail || what == accountmail.BookingGrantedMail || what == accountmail.BookingMovedMail
		if what != accountmail.BookingCancelledMail && (!confirms || first.At(bl.now) != booking.Confirmed) {
			return nil
		}
	}
	where := strings.Join(strings.Fields(v.Address), " ")
	for i := range bl.list {
		b := &bl.list[i]
		at := b.At(bl.now)
		if at == booking.Waiting {
			continue
		}
		list = append(list, mailkit.BookedTime{
			ID: b.ID, Sequence: b.Sequence(), Title: v.Name, Where: where, Starts: b.StartsAt, Ends: b.EndsAt,
			Cancelled: !at.Live() && at != booking.Completed, Tentative: at == booking.Requested || at == booking.PendingDeposit,
		})
	}
	return list
}

// givenBack is what goes back of what was paid for a booking that has ended.
func (w *mailSender) givenBack(ctx context.Context, b *bookings.Booking) (back int64, err error) {
	_, payouts, err := w.jobs.store.Dues.BookingPayments(ctx, b.OrgID, b.ID)
	for i := range payouts {
		if p := &payouts[i]; p.PaymentID == b.DepositBy || p.PaymentID == b.BalanceBy {
			back += p.Owed
		}
	}
	return back, err
}
