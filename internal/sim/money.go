package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"math/rand/v2"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/bank"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// paidEvery is how many histories of events there are to one of money, and paidSteps how many steps
// that has.
const (
	paidEvery = 5
	paidSteps = 400
)

// money is a history of its own beside those of events: people pay deposits and balances of rooms, and
// the fee of a waitlist for tables, at two banks that fail as banks do, and another system is asked
// about what they accept. It has a database, a clock, randomness and ids of its own, so that all other
// histories are what they are without it.
type money struct {
	*simulation // of its database; the report is everybody's
	number      int

	org, venue, room, tables string
	rule                     resource.GiveBack
	banks                    []*bank.Bank
	decided                  map[string]int // the status that the other system has for each offer
	taken                    int64          // that people have paid, in minor units

	bookings, places []string
	led              map[string]bool // the pages that somebody was led to, by bank and name
	post             []letter        // webhooks on their way
	signals          int

	// of the process
	of        *store.Store
	settler   *settlement.Settler
	waitlists *waitlists.Service
}

// letter is a webhook of a bank on its way.
type letter struct {
	bank int
	body []byte
}

// noEvents is the sequencer of an organization without events.
type noEvents struct{}

var errNoEvents = errors.New("sim: there are no events to pay for")

func (noEvents) Submit(context.Context, sequencer.Request) (sequencer.Reply, error) {
	return sequencer.Reply{}, errNoEvents
}

func (noEvents) SubmitAll(context.Context, string, []sequencer.Request) ([]sequencer.Result, error) {
	return nil, errNoEvents
}

// takeMoney plays the nth history of money.
func (s *simulation) takeMoney(ctx context.Context, n int) error {
	m := &money{number: n, simulation: &simulation{
		cfg: s.cfg, report: s.report, trace: s.trace, template: s.template, base: s.base,
		now: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC), rand: rand.New(rand.NewPCG(s.cfg.Seed^0x6d6f6e6579, uint64(n))), //nolint:gosec // it has to be played again
	}}
	m.ids = &id.Maker{Now: m.clock, Rand: rand.New(rand.NewPCG(s.cfg.Seed^0x6d6f6e6579, 1<<32+uint64(n))).Uint64} //nolint:gosec // the same
	m.led = map[string]bool{}
	m.decided = map[string]int{}
	if err := m.begin(ctx); err != nil {
		return err
	}
	for range paidSteps {
		if err := m.step(ctx); err != nil {
			return errors.Join(err, m.closeStore())
		}
	}
	err := m.judge(ctx)
	if err == nil {
		err = m.verified(ctx, m.wrong)
	}
	if err := errors.Join(err, m.closeStore()); err != nil {
		return err
	}
	return m.remove()
}

// begin makes a venue with a room and the tables that another system owns, and opens the banks.
func (m *money) begin(ctx context.Context) error {
	if err := m.copyTemplate(fmt.Sprintf("money-%d.db", m.number)); err != nil {
		return err
	}
	if err := m.open(ctx); err != nil {
		return err
	}
	m.banks = []*bank.Bank{bank.New("bank", m.clock), bank.New("other", m.clock)}
	m.org, m.venue, m.room, m.tables = m.ids.Top(id.Organization), m.ids.Top(id.Venue), m.ids.Top(id.Room), m.ids.Top(id.Resource)
	m.rule = resource.GiveBacks[m.rand.IntN(len(resource.GiveBacks))]
	if err := m.store.Organizations.CreateOrganization(ctx, organizations.Organization{ID: m.org, Name: "Paid", CreatedAt: 1}); err != nil {
		return err
	}
	if err := m.store.Venues.CreateVenue(m.by(ctx), venues.Venue{
		OrgID: m.org, ID: m.venue, Name: "House", CreatedAt: m.instant(), NeedsApproval: m.rand.IntN(2) == 0, Facilities: []string{},
		Terms: booking.Terms{
			Currency: "EUR", PerHour: 4500, DepositPercent: 30, PayWithin: 12 * inventory.Hour, BalanceDays: 14, GiveBack: []booking.GiveBack{{DaysBefore: 30, Percent: 100}, {DaysBefore: 7, Percent: 50}},
		},
	}); err != nil {
		return err
	}
	if err := m.store.Venues.CreateRoom(m.by(ctx), venues.Room{OrgID: m.org, ID: m.room, VenueID: m.venue, Name: "Hall", CreatedAt: m.instant(), Capacities: booking.Capacities{}, Facilities: []string{}}); err != nil {
		return err
	}
	_, _, err := m.store.Resources.PutResource(m.by(ctx), resources.Resource{
		ID: m.tables, OrgID: m.org, Key: "tables", Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: m.instant(), UpdatedAt: m.instant(),
		Settings: resource.Settings{
			ClaimWindow: 10 * inventory.Hour, WaitlistLimit: 20, MaxUnits: 2, AtOnce: int64(m.rand.IntN(2)) * 2, HoldFee: 500, HoldFeeCurrency: "EUR", HoldFeeTaxRate: 700, GiveBack: m.rule,
			Price: 4500, PriceCurrency: "EUR", ConfirmURL: "https://tables.example/confirm",
		},
	})
	return err
}

func (m *money) instant() inventory.Instant { return inventory.At(m.now) }

func (m *money) by(ctx context.Context) context.Context {
	return organizations.WithBy(ctx, organizations.By{Actor: fmt.Sprint("key_", m.rand.IntN(3)), At: m.instant()})
}

// process makes what a process has beside its store, after each start.
func (m *money) process() (err error) {
	if m.of == m.store {
		return nil
	}
	made, err := waitlists.New(m.store, jobs.ResourceOutbox, m.clock, nil)
	if err != nil {
		return err
	}
	m.waitlists = made.Naming(m.ids)
	m.settler, err = settlement.New(settlement.Config{
		Store: m.store, Sequencer: noEvents{}, Providers: payment.Providers{m.banks[0], m.banks[1]}, Key: bytes.Repeat([]byte{5}, 32), IDs: m.ids, Now: m.clock, Places: m.waitlists, Log: m.cfg.Log,
		Return:        func(order string, _ time.Time) string { return "https://venue.example/" + order },
		ReturnBooking: func(venue, booking string) string { return "https://venue.example/" + venue + "/" + booking },
		ReturnPlace:   func(entry string) string { return "https://venue.example/" + entry },
	})
	m.of = m.store
	return err
}

// step is something that somebody does, perhaps with a failure in the middle, some time after the step
// before.
func (m *money) step(ctx context.Context) error {
	m.wait()
	if err := m.process(); err != nil {
		return err
	}
	m.faults.decide(nil)
	if m.rand.IntN(1000) < m.cfg.Faults {
		m.faults.decide(m.rand)
	}
	met := m.faults.met
	err := m.act(m.by(ctx))
	failed := m.faults.met > met
	m.report.Faults += m.faults.met - met
	crashed := m.faults.down
	m.faults.decide(nil)
	switch {
	case crashed:
		if err := m.crash(ctx); err != nil {
			return fmt.Errorf("restart: %w", err)
		}
	case err != nil && !failed:
		return fmt.Errorf("money: %w", err)
	}
	m.collect()
	return nil
}

// wait moves time on: mostly a little, and sometimes beyond the time to pay.
func (m *money) wait() {
	switch r := m.rand.IntN(1000); {
	case r < 850:
		m.now = m.now.Add(time.Duration(m.rand.IntN(20_000)) * time.Millisecond)
	case r < 980:
		m.now = m.now.Add(time.Duration(m.rand.IntN(360)) * time.Second)
	case r < 997:
		m.now = m.now.Add(time.Duration(m.rand.IntN(240)) * time.Minute)
	default:
		m.now = m.now.Add(time.Duration(m.rand.IntN(72)) * time.Hour)
	}
}

// saw counts something that has happened, by a name for the figures.
func (m *money) saw(what string) { m.report.Money[what]++ }

// judge has everything end as it would within days, and compares what the banks have with what the
// organization has given: each payment has what it was for, or all of it went back.
func (m *money) judge(ctx context.Context) error {
	if err := m.rest(m.by(ctx)); err != nil {
		return err
	}
	books, err := m.store.Journals.Balances(ctx, m.org)
	if err != nil {
		return err
	}
	accounts, had, given := map[string]int64{}, int64(0), int64(0)
	for _, b := range books {
		accounts[b.Account] += b.Debit - b.Credit
	}
	for i, b := range m.banks {
		at := int64(0)
		for _, page := range inOrder(b) {
			if page.Kind != payment.Captured {
				continue
			}
			had += page.Order.Amount.Minor
			given += page.Refunded
			at += page.Order.Amount.Minor - page.Refunded
			if err := m.judgePayment(ctx, i, page); err != nil {
				return err
			}
		}
		if name := "provider:" + b.Name(); accounts[name] != at {
			m.wrong("the books have %d at %s, which has %d", accounts[name], b.Name(), at)
		}
	}
	if had != m.taken {
		m.wrong("people have paid %d, and the banks have had %d", m.taken, had)
	}
	if kept := -accounts["bookings"] - accounts["hold_fees"] - accounts["tax"]; accounts["buyers"] != 0 || kept != had-given {
		m.wrong("%d is kept of %d that was paid and %d that went back: %v", kept, had, given, accounts)
	}
	if err := m.judgePlaces(ctx); err != nil {
		return err
	}
	return traceMoney(m.trace, had, given)
}

func traceMoney(h hash.Hash, amounts ...int64) error {
	_, err := fmt.Fprintln(h, amounts)
	return err
}

func (m *money) wrong(format string, a ...any) {
	m.report.violate(m.number*paidEvery, "money: "+format, a...)
}

// judgePayment: what a payment was for is there, and named by it, or all of it went back. At the bank
// as much went back as the books say.
func (m *money) judgePayment(ctx context.Context, at int, page *bank.Page) error {
	name := settlement.PaymentID(m.banks[at].Name(), page.PaymentID)
	p, err := m.store.Payments.Payment(ctx, m.org, name)
	if err != nil {
		m.wrong("%s was paid, and is not known: %v", name, err)
		return nil
	}
	payouts, err := m.store.Payouts.PaymentPayouts(ctx, m.org, p.ID)
	if err != nil {
		return err
	}
	back := int64(0)
	for i := range payouts {
		if payouts[i].State != payments.PayoutDone {
			m.wrong("the refund %s of %s is %s for good", payouts[i].ID, name, payouts[i].State)
			continue
		}
		back += payouts[i].Amount
	}
	has, err := m.has(ctx, p)
	switch {
	case err != nil:
		return err
	case back != page.Refunded:
		m.wrong("of %s went back %d by the books, and %d at the bank", name, back, page.Refunded)
	case p.State == payments.PaymentTickets && !has:
		m.wrong("%s is said to be for %s, which does not name it", name, p.OrderID)
	case p.State == payments.PaymentRefund && (has || back != p.Amount):
		m.wrong("%s goes back, and of %d went back %d; %s names it: %v", name, p.Amount, back, p.OrderID, has)
	case p.State != payments.PaymentTickets && p.State != payments.PaymentRefund:
		m.wrong("%s is %s for good", name, p.State)
	}
	m.saw("a payment that is " + map[bool]string{true: "for something", false: "given back whole"}[has])
	return nil
}

// has reports whether what a payment was for says that it was paid by it.
func (m *money) has(ctx context.Context, p *payments.Payment) (bool, error) {
	if of, entry, ok := resources.CutFeeOrder(p.OrderID); ok {
		e, err := m.store.Resources.Entry(ctx, of, entry)
		return err == nil && e.PaidBy == p.ID, err
	}
	name, part, _ := bookings.CutBookingOrder(p.OrderID)
	b, err := m.store.Bookings.Booking(ctx, m.org, name)
	if err != nil {
		return false, err
	}
	return part == booking.DepositPart && b.DepositBy == p.ID || part == booking.BalancePart && b.BalanceBy == p.ID, nil
}
