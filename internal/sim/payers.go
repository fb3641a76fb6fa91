package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/bank"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// act is one thing that somebody does. The error is one that no rule says.
func (m *money) act(ctx context.Context) error {
	switch roll := m.rand.IntN(100); {
	case roll < 6:
		return m.book(ctx)
	case roll < 26:
		return m.page(ctx)
	case roll < 45:
		m.pay()
		return nil
	case roll < 61:
		return m.deliver(ctx)
	case roll < 66:
		return m.join(ctx)
	case roll < 72:
		return m.signal(ctx)
	case roll < 80:
		return m.answer(ctx)
	case roll < 86:
		return m.confirm(ctx)
	case roll < 89:
		return m.leave(ctx)
	case roll < 92:
		return m.change(ctx)
	case roll < 97:
		return m.work(ctx)
	case roll < 99:
		return m.again(ctx)
	}
	m.trouble()
	return nil
}

// book asks for the hall, some weeks ahead.
func (m *money) book(ctx context.Context) error {
	from := m.instant() + inventory.Instant(1+m.rand.IntN(400))*inventory.Instant(inventory.Hour)
	b := bookings.Booking{OrgID: m.org, ID: m.ids.Top(id.Booking), VenueID: m.venue, Rooms: []string{m.room}, StartsAt: from, EndsAt: from + inventory.Instant(2*inventory.Hour), Purpose: "Simulated"}
	m.bookings = append(m.bookings, b.ID)
	_, err := m.store.Bookings.Book(ctx, b, m.instant())
	return ruled(err)
}

// change has a booking confirmed, waived, moved or cancelled, or ends what is over.
func (m *money) change(ctx context.Context) error {
	if len(m.bookings) == 0 {
		return nil
	}
	v, of := m.store.Bookings, m.bookings[m.rand.IntN(len(m.bookings))]
	var err error
	switch m.rand.IntN(10) {
	case 8, 9: // to another time, perhaps as long as before
		var b *bookings.Booking
		if b, err = v.Booking(ctx, m.org, of); err != nil {
			break
		}
		from := b.StartsAt + inventory.Instant(m.rand.IntN(5)-2)*inventory.Instant(inventory.Hour)
		until := from + inventory.Instant(1+m.rand.IntN(4))*inventory.Instant(inventory.Hour)
		_, err = v.MoveBooking(ctx, m.org, of, &bookings.Move{StartsAt: &from, EndsAt: &until, Ask: m.rand.IntN(3) > 0}, m.instant())
	case 0, 1, 2:
		_, err = v.ConfirmBooking(ctx, m.org, of, m.instant())
	case 3:
		_, err = v.WaiveDeposit(ctx, m.org, of, "a friend", m.instant())
	case 4, 5:
		_, err = v.EndBooking(ctx, m.org, of, booking.Cancelled, "other", m.rand.IntN(2) == 0, m.instant())
	default:
		_, err = v.EndBookings(ctx, m.instant(), 100)
	}
	return allowed(ruled(err), bookings.ErrBookingEnded, bookings.ErrPaidFor, database.ErrNotFound)
}

// page opens a page to pay on, at one of the banks: whoever opens it at both can pay twice.
func (m *money) page(ctx context.Context) error {
	at := m.banks[m.rand.IntN(len(m.banks))].Name()
	var c *payments.Checkout
	var err error
	switch {
	case m.rand.IntN(2) == 0 && len(m.places) > 0:
		c, err = m.settler.CheckoutFee(ctx, m.tables, recently(m, m.places), at)
	case len(m.bookings) > 0:
		part := booking.DepositPart
		if m.rand.IntN(3) == 0 {
			part = booking.BalancePart
		}
		c, err = m.settler.CheckoutBooking(ctx, m.org, recently(m, m.bookings), part, at, "", "")
	}
	if err == nil && c != nil {
		m.led[at+c.Ref] = true
	}
	return allowed(err, settlement.ErrNotPayable, settlement.ErrPaid, database.ErrNotFound, payment.ErrUnavailable)
}

// recently is one of a list, more often one of the last.
func recently(m *money, list []string) string {
	if m.rand.IntN(4) > 0 {
		list = list[max(0, len(list)-4):]
	}
	return list[m.rand.IntN(len(list))]
}

// inOrder are the pages of a bank in the order in which they were made.
func inOrder(b *bank.Bank) []*bank.Page {
	return slices.SortedFunc(maps.Values(b.Pages), func(a, b *bank.Page) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), strings.Compare(a.ID, b.ID))
	})
}

// pay is what somebody does on a page that they were led to: they pay at once or by something slow, or their card is
// declined. The page does not know what has become of what is paid on it.
func (m *money) pay() {
	b := m.banks[m.rand.IntN(len(m.banks))]
	var open []*bank.Page
	for _, page := range inOrder(b) {
		if m.led[b.Name()+page.ID] && page.Kind != payment.Captured && page.Kind != payment.Expired {
			open = append(open, page)
		}
	}
	if len(open) == 0 {
		return
	}
	if m.rand.IntN(4) > 0 {
		open = open[max(0, len(open)-3):]
	}
	page, to := open[m.rand.IntN(len(open))], payment.Captured
	switch roll := m.rand.IntN(10); {
	case page.Kind == payment.Pending && roll < 3, page.Kind != payment.Pending && roll < 2:
		to = payment.Failed
	case page.Kind != payment.Pending && roll < 4:
		to = payment.Pending
	}
	late := page.Order.Deadline.Before(m.now)
	if !b.Pay(page.ID, to) {
		return
	}
	m.saw("a page on which a payment is " + string(to))
	if to != payment.Captured {
		return
	}
	m.taken += page.Order.Amount.Minor
	m.report.Paid++
	if late {
		m.saw("a payment that is late")
	}
	for _, other := range m.banks {
		for _, twin := range other.Pages {
			if twin != page && twin.Kind == payment.Captured && twin.Order.Reference == page.Order.Reference {
				m.saw("a payment of what was paid")
			}
		}
	}
}

// collect takes the webhooks that the banks have sent: one of ten is lost.
func (m *money) collect() {
	for i, b := range m.banks {
		for _, w := range b.Mail() {
			if m.rand.IntN(10) > 0 {
				m.post = append(m.post, letter{i, w.Body})
			}
		}
	}
}

// deliver has some webhooks arrive, in any order. One of four comes again.
func (m *money) deliver(ctx context.Context) error {
	for range 1 + m.rand.IntN(4) {
		if len(m.post) == 0 {
			return nil
		}
		i := m.rand.IntN(len(m.post))
		l := m.post[i]
		if m.rand.IntN(4) > 0 {
			m.post = slices.Delete(m.post, i, i+1)
		}
		if err := m.hear(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// hear receives a webhook. Of a payment that it tells of nothing is decided at times until its job comes.
func (m *money) hear(ctx context.Context, l letter) error {
	b := m.banks[l.bank]
	w := b.Sign(l.body)
	r, err := m.settler.Receive(ctx, b.Name(), w.Header, w.Body)
	if err != nil {
		return allowed(err, settlement.ErrReturns)
	}
	if r.PaymentID == "" || m.rand.IntN(3) == 0 {
		return nil
	}
	return m.settler.SettleReceived(ctx, r)
}

// work does what jobs of the queue do some time.
func (m *money) work(ctx context.Context) error {
	if _, err := m.waitlists.Lapse(ctx); err != nil {
		return err
	}
	if m.rand.IntN(2) == 0 {
		return m.reconcile(ctx)
	}
	list, err := m.store.Payouts.PayoutsToGive(ctx, m.instant()+1, 100)
	if err != nil {
		return err
	}
	for i := range list {
		if err := allowed(m.settler.PayOut(ctx, m.org, list[i].ID), payment.ErrUnavailable); err != nil {
			return err
		}
	}
	return nil
}

func (m *money) reconcile(ctx context.Context) error {
	_, err := m.settler.Reconcile(ctx)
	if slices.ContainsFunc(m.banks, func(b *bank.Bank) bool { return b.Down || b.Denies }) {
		return allowed(err, payment.ErrUnavailable)
	}
	return err
}

// again tries refunds that have failed once more, as staff do, and has a bank end those that are under
// way: most arrive, and some do not.
func (m *money) again(ctx context.Context) error {
	failed, err := m.failed(ctx)
	if err != nil {
		return err
	}
	for _, o := range failed {
		if err := allowed(m.settler.Retry(ctx, m.org, o), settlement.ErrNotFailed); err != nil {
			return err
		}
		m.saw("a refund that is tried again")
	}
	m.arrive(4)
	return nil
}

// failed are the refunds that have failed.
func (m *money) failed(ctx context.Context) (list []string, err error) {
	all, err := m.store.Payments.EventPayments(ctx, m.org, "", 1<<20)
	if err != nil {
		return nil, err
	}
	for i := range all {
		payouts, err := m.store.Payouts.PaymentPayouts(ctx, m.org, all[i].ID)
		if err != nil {
			return nil, err
		}
		for k := range payouts {
			if payouts[k].State == payments.PayoutFailed {
				list = append(list, payouts[k].ID)
			}
		}
	}
	return list, nil
}

// arrive ends the refunds that are under way at the banks. One of lost does not arrive; 0: all do.
func (m *money) arrive(lost int) {
	for _, b := range m.banks {
		for _, ref := range slices.Sorted(maps.Keys(b.Refunds)) {
			g := b.Refunds[ref]
			if g.State != payment.RefundPending {
				continue
			}
			b.Set(func(b *bank.Bank) {
				if lost > 0 && m.rand.IntN(lost) == 0 {
					g.State = payment.RefundNotArrived
					b.Payments[g.PaymentID].Refunded -= g.Amount.Minor
					b.Say(payment.RefundFailed, g)
					m.saw("a refund that has not arrived")
					return
				}
				g.State = payment.RefundDone
				b.Say(payment.Refunded, g)
			})
		}
	}
}

// trouble changes what one of the banks does: it answers nobody, or not in time, refuses refunds, or
// takes its time with them.
func (m *money) trouble() {
	m.banks[m.rand.IntN(len(m.banks))].Set(func(b *bank.Bank) {
		b.Down, b.Mute, b.Fails, b.Refuses, b.Slow = false, false, false, false, payment.RefundDone
		switch m.rand.IntN(7) {
		case 0:
			b.Down = true
		case 1:
			b.Mute = true
		case 2:
			b.Fails = true
		case 3, 4:
			b.Refuses = true
			m.saw("a bank that refuses refunds")
		case 5:
			b.Slow = payment.RefundPending
		}
	})
}

// restLooks is how often everything that is due is done at the end, with so much time in between.
const (
	restLooks = 40
	restPause = 3 * time.Hour
)

// rest has all come to its end: banks answer, webhooks arrive, jobs are done, and people decide what no
// machine does.
func (m *money) rest(ctx context.Context) error {
	if err := m.process(); err != nil {
		return err
	}
	for _, b := range m.banks {
		b.Set(func(b *bank.Bank) {
			b.Down, b.Mute, b.Fails, b.Refuses, b.Slow = false, false, false, false, payment.RefundDone
		})
	}
	for n := range restLooks {
		m.now = m.now.Add(restPause)
		if n == 0 { // nobody pays any more; what is slow comes or does not
			for _, b := range m.banks {
				for _, page := range inOrder(b) {
					if page.Kind == payment.Pending && b.Pay(page.ID, payment.Captured) {
						m.taken += page.Order.Amount.Minor
					}
				}
			}
		}
		m.arrive(0)
		m.collect()
		for _, l := range m.post {
			if err := m.hear(ctx, l); err != nil {
				return err
			}
		}
		m.post = nil
		if _, err := m.store.Bookings.EndBookings(ctx, m.instant(), 1000); err != nil {
			return err
		}
		if _, err := m.waitlists.Lapse(ctx); err != nil {
			return err
		}
		if err := m.decide(ctx); err != nil {
			return err
		}
		failed, err := m.failed(ctx)
		if err != nil {
			return err
		}
		for _, o := range failed {
			if err := m.settler.Retry(ctx, m.org, o); err != nil {
				return err
			}
		}
		r, err := m.settler.Reconcile(ctx)
		if err != nil {
			return err
		}
		due, err := m.store.Payouts.PayoutsToGive(ctx, m.instant()+1, 1)
		if err != nil {
			return err
		}
		// Pages to pay balances on stay open for weeks, and are looked at as long.
		if r.Looked = 0; n > 2 && r == (settlement.Reconciled{}) && len(failed) == 0 && len(due) == 0 {
			m.arrived()
			return nil
		}
	}
	return errors.New("sim: money does not come to rest within " + strconv.Itoa(restLooks) + " looks")
}

// arrived counts the refunds that were made.
func (m *money) arrived() {
	for _, b := range m.banks {
		for _, g := range b.Refunds {
			if g.State == payment.RefundDone {
				m.report.Refunded++
			}
		}
	}
	m.saw(fmt.Sprintf("a history with the rule %s", m.rule))
}
