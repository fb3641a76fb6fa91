package settlement_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storepayments "github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

func TestMain(m *testing.M) { pgserver.Main(m, 4) }

var (
	signingKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	auditKeys  = []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}
)

const price = 11900 // 19 % tax included

// shop is the real store, sequencer and settler with a bank in memory and a clock
// that the test moves. Its jobs run when the test says so.
type shop struct {
	t       testing.TB
	store   *store.Store
	seq     *sequencer.Sequencer
	settler *settlement.Settler
	// elsewhere is what settlers are given that are made from then on.
	elsewhere settlement.Elsewhere
	told      []string // of what owners were told, by its id
	bank      *bank
	ids       *id.Maker
	event     string
	tier      string
	pool      string
	base      string // of the addresses that payers return to
	clock     atomic.Int64
	log       lines
}

// lines is a log that is written and read at the same time.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// on runs a test on both engines, at the same time.
func on(t *testing.T, test func(t *testing.T, url string)) {
	testdb.EnginesAtOnce(t, test)
}

func open(t testing.TB, url string, capacity int64) *shop {
	t.Helper()
	return openAround(t, url, capacity, nil)
}

// openAround is open with something around the engine of the database.
func openAround(t testing.TB, url string, capacity int64, around func(engine.Engine) engine.Engine) *shop {
	t.Helper()
	s := &shop{t: t, ids: &id.Maker{}, base: "https://shop.example/r/"}
	s.clock.Store(time.Date(2027, 1, 4, 9, 0, 0, 0, time.UTC).UnixMicro())
	s.ids.Now = s.now
	st := testdb.Open(t, url, func(c *database.Config) { c.Around = around })
	s.store = st
	var err error
	s.seq, err = sequencer.New(sequencer.Config{WriterConfig: sequencer.WriterConfig{
		Store: st, SigningKey: signingKey, PayRefunds: settlement.PayRefunds, Now: s.now, Log: slog.New(slog.DiscardHandler),
	}, Tick: -1})
	s.must(err)
	t.Cleanup(func() { s.must(s.seq.Close(context.WithoutCancel(t.Context()))) })
	s.bank = newBank("bank", s.now)
	s.settler = s.settlerWith(s.bank, manual.Provider{})
	s.create(capacity)
	return s
}

func (s *shop) settlerWith(providers ...payment.Provider) *settlement.Settler {
	s.t.Helper()
	return s.settlerAt(s.now, providers...)
}

// settlerAt is settlerWith another clock.
func (s *shop) settlerAt(now func() time.Time, providers ...payment.Provider) *settlement.Settler {
	s.t.Helper()
	base := s.base
	places, err := waitlists.New(s.store, nil, now, nil)
	s.must(err)
	t, err := settlement.New(settlement.Config{
		Store: s.store, Sequencer: s.seq, Providers: providers, Key: bytes.Repeat([]byte{3}, 32), IDs: s.ids, Now: now, Notify: telling{s}, Elsewhere: s.elsewhere,
		ReturnBooking: func(venue, booking string) string { return base + venue + "/" + booking },
		ReturnPlace:   func(entry string) string { return base + "places/" + entry }, Places: places,
		Return: func(order string, _ time.Time) string { return base + order }, Log: slog.New(slog.NewTextHandler(&s.log, nil)),
	})
	s.must(err)
	return t
}

// telling notes of what owners would be told.
type telling struct{ s *shop }

func (t telling) RefundedAtProvider(_ context.Context, o *storepayments.Payout) ([]database.Job, error) {
	t.s.told = append(t.s.told, o.ID)
	return nil, nil
}

func (telling) ProviderDenies(_ context.Context, org, provider string) ([]database.Job, error) {
	return []database.Job{{Kind: "tell_" + provider, Args: []byte(`{"org":"` + org + `"}`), Queue: settlement.Queue, Priority: 1, MaxAttempts: 1}}, nil
}

func (s *shop) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) now() time.Time { return time.UnixMicro(s.clock.Load()).UTC() }

// later moves the clock and lets the event do what is due.
func (s *shop) later(d time.Duration) {
	s.t.Helper()
	s.clock.Add(d.Microseconds())
	s.do(inventory.Tick{})
}

func (s *shop) do(cmd inventory.Command) sequencer.Reply {
	s.t.Helper()
	r, err := s.seq.Submit(s.t.Context(), sequencer.Request{EventID: s.event, Command: cmd})
	s.must(err)
	return r
}

var staff = inventory.Who{Actor: "key_staff", Staff: true}

func (s *shop) create(capacity int64) {
	s.t.Helper()
	s.createAt(capacity, "EUR", inventory.Price{Amount: price, TaxRate: 1900, TaxIncluded: true})
}

// createAt makes an event with one tier at a price in a currency.
func (s *shop) createAt(capacity int64, currency string, p inventory.Price) {
	s.t.Helper()
	org := s.ids.Top(id.Organization)
	s.must(s.store.Organizations.CreateOrganization(s.t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}))
	s.event = s.ids.Top(id.Event)
	s.pool, s.tier = s.ids.In(id.Pool, s.event), s.ids.In(id.Tier, s.event)
	now := inventory.At(s.now())
	settings := inventory.Settings{Orders: inventory.OrderSettings{Currency: currency, SelfRefund: true}}
	r, err := s.seq.Submit(s.t.Context(), sequencer.Request{EventID: s.event, Details: events.Details{Title: "An evening"}.All(), Command: inventory.Create{
		Who: staff, Publish: true,
		Event: inventory.Event{
			ID: s.event, OrgID: org, Zone: time.UTC, Settings: settings,
			StartsAt: now + inventory.Instant(60*inventory.Day), EndsAt: now + inventory.Instant(61*inventory.Day),
		},
		Pools: []inventory.Pool{{ID: s.pool, Name: "all", Capacity: capacity}},
		Tiers: []inventory.Tier{{ID: s.tier, Name: "General", Pools: []string{s.pool}, Price: p}},
	}})
	s.must(err)
	if r.Code != inventory.OK {
		s.t.Fatalf("create: %+v", r)
	}
}

// order makes a pending order.
func (s *shop) order(user string, units int64) string {
	s.t.Helper()
	return s.orderBy(inventory.Who{Actor: "public"}, user, units)
}

// orderBy is order, made by somebody else than the buyer.
func (s *shop) orderBy(who inventory.Who, user string, units int64) string {
	s.t.Helper()
	r := s.do(inventory.Reserve{
		Who: who, OrderID: s.ids.In(id.Order, s.event), PersonID: s.ids.In(id.Person, s.event), UserID: user,
		Profile: inventory.Profile{Email: user + "@example.org", Name: user, Locale: "en"}, Guests: "[]",
		Lines: []inventory.OrderLine{{Tier: s.tier, Quantity: units}},
	})
	if r.Code != inventory.OK || r.Status != "pending" {
		s.t.Fatalf("order of %s: %+v", user, r)
	}
	return r.OrderID
}

// pageOf asks for the page of an order, as its buyer would.
func (s *shop) pageOf(order, provider string) (*storepayments.Checkout, error) {
	s.t.Helper()
	v, err := s.store.Registrations.Hold(s.t.Context(), order)
	if err != nil {
		return nil, err
	}
	return s.settler.Checkout(s.t.Context(), v, provider)
}

// checkout opens the page of an order.
func (s *shop) checkout(order string) *storepayments.Checkout {
	s.t.Helper()
	c, err := s.pageOf(order, "")
	s.must(err)
	return c
}

// hear delivers what the bank has to say.
func (s *shop) hear() {
	s.t.Helper()
	for _, w := range s.bank.Mail() {
		if _, err := s.settler.Receive(s.t.Context(), "bank", w.Header, w.Body); err != nil && !errors.Is(err, settlement.ErrAmount) && !errors.Is(err, settlement.ErrUnknownOrder) {
			s.t.Fatal(err)
		}
	}
}

// work runs what the jobs of money would run by now, until nothing changes.
func (s *shop) work() {
	s.t.Helper()
	ctx := s.t.Context()
	far := inventory.At(s.now().Add(time.Hour))
	for range 5 {
		payments, err := s.store.Payments.PaymentsToSettle(ctx, far, 1000)
		s.must(err)
		for _, p := range payments {
			s.must(s.settler.Settle(ctx, p.EventID, p.ID))
		}
		s.must(s.settler.PayRefunds(ctx, s.event, 0, 1<<40))
		payouts, err := s.store.Payouts.PayoutsToGive(ctx, far, 1000)
		s.must(err)
		for _, o := range payouts {
			s.must(s.settler.PayOut(ctx, o.EventID, o.ID))
		}
		s.hear()
	}
}

func (s *shop) hold(order string) *inventory.Hold {
	s.t.Helper()
	v, err := s.store.Registrations.Hold(s.t.Context(), order)
	s.must(err)
	return v.Hold
}

func (s *shop) stands(order, want string) *inventory.Hold {
	s.t.Helper()
	h := s.hold(order)
	if got := h.OrderStatus(); got != want {
		s.t.Errorf("order %s is %s, want %s", order, got, want)
	}
	return h
}

// payments of an order, each as "state" or "state:given of owed".
func (s *shop) money(order string, want ...string) {
	s.t.Helper()
	list, err := s.store.Payments.OrderPayments(s.t.Context(), s.event, order)
	s.must(err)
	var got []string
	for _, p := range list {
		text := p.State
		payouts, err := s.store.Payouts.PaymentPayouts(s.t.Context(), p.EventID, p.ID)
		s.must(err)
		var back []string
		for _, o := range payouts {
			back = append(back, fmt.Sprintf(" %s:%d", o.State, o.Amount))
		}
		slices.Sort(back)
		got = append(got, text+strings.Join(back, ""))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.t.Errorf("the payments of %s are %q, want %q", order, got, want)
	}
}

// clean wants every invariant to hold and the journal to balance, and returns its
// accounts: what each was debited minus what it was credited.
func (s *shop) clean() map[string]int64 {
	s.t.Helper()
	report, err := verify.Run(s.t.Context(), s.store, verify.Options{WithoutJobs: true, AuditKeys: auditKeys})
	s.must(err)
	if !report.Clean() {
		var text bytes.Buffer
		s.must(report.WriteText(&text))
		s.t.Errorf("%s", text.String())
	}
	sums, err := s.store.Journals.Balances(s.t.Context(), s.event)
	s.must(err)
	accounts, all := map[string]int64{}, int64(0)
	for _, b := range sums {
		accounts[b.Account] = b.Debit - b.Credit
		all += b.Debit - b.Credit
	}
	if all != 0 {
		s.t.Errorf("the journal is out of balance by %d: %v", all, accounts)
	}
	return accounts
}

func (s *shop) accounts(want map[string]int64) {
	s.t.Helper()
	got := s.clean()
	for _, name := range []string{"buyers", "sales", "tax", "goodwill", "disputes", "refunded_at_provider", "fees", "provider:bank", "provider:manual"} {
		if got[name] != want[name] {
			s.t.Errorf("account %s stands at %d, want %d (%v)", name, got[name], want[name], got)
		}
	}
}
