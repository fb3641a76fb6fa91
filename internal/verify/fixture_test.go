package verify_test

import (
	"crypto/ed25519"
	"database/sql"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // corruptions go past the store
	_ "modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

var (
	signingKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	auditKeys  = []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}
)

// engines runs a test on SQLite and on PostgreSQL, at the same time.
func engines(t *testing.T, test func(t *testing.T, url string)) {
	testdb.EnginesAtOnce(t, test)
}

// openRaw opens the same database past the store, with no guard of ours.
func openRaw(t testing.TB, url string) *sql.DB {
	t.Helper()
	driver, name := "pgx", url
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, name = "sqlite", path+"?_pragma=busy_timeout(5000)"
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// openUnchecked is openRaw without foreign keys, which SQLite looks at only where it
// is asked to: corruptions are what no engine would let in.
func openUnchecked(t testing.TB, url string) *sql.DB {
	t.Helper()
	if strings.HasPrefix(url, "postgres:") {
		url += "&session_replication_role=replica"
	}
	return openRaw(t, url)
}

// fixture is a database, what writes to it, and a clock that the test moves.
type fixture struct {
	t      testing.TB
	url    string
	store  *store.Store
	raw    *sql.DB
	writer *sequencer.Writer
	ids    *id.Maker
	rng    *rand.Rand
	now    time.Time
	org    string
	keys   int
}

func newFixture(t testing.TB, url string, seed uint64) *fixture {
	t.Helper()
	f := &fixture{t: t, url: url, store: testdb.Open(t, url), raw: openRaw(t, url), rng: rand.New(rand.NewPCG(seed, 1))}
	f.now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { return f.now }
	f.ids = &id.Maker{Now: clock, Rand: f.rng.Uint64}
	var err error
	f.writer, err = sequencer.NewWriter(sequencer.WriterConfig{
		Store: f.store, SigningKey: signingKey, Outbox: jobs.Outbox, Now: clock, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	f.org = f.ids.Top(id.Organization)
	if err := f.store.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: f.org, Name: "Test", CreatedAt: 1}); err != nil {
		t.Fatal(err)
	}
	return f
}

// party is an event under way.
type party struct {
	h      *fixture
	id     string
	pools  []string
	tiers  []string
	orders []string
	waits  []string
	create inventory.Create
	gen    *inventorytest.Generator
	// priced is the tier that costs something, codes its promo code.
	priced, code string
}

var staff = inventory.Who{Actor: "key_staff", Staff: true}

// open creates an event with a pool for all, one for each of two tiers, and a
// third tier that shares the first one's.
func (f *fixture) open(capacity int64, settings inventory.Settings) *party {
	f.t.Helper()
	p := &party{h: f, id: f.ids.Top(id.Event)}
	p.gen = p.generator()
	for range 3 {
		p.pools = append(p.pools, f.ids.In(id.Pool, p.id))
		p.tiers = append(p.tiers, f.ids.In(id.Tier, p.id))
	}
	p.priced, p.code = f.ids.In(id.Tier, p.id), f.ids.In(id.Code, p.id)
	now := inventory.At(f.now)
	settings.MaxGuests, settings.Orders.Currency = 4, "EUR"
	p.create = inventory.Create{
		Who: staff, Publish: true,
		Event: inventory.Event{
			ID: p.id, OrgID: f.org, Zone: time.UTC, Settings: settings,
			StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
		},
		Pools: []inventory.Pool{
			{ID: p.pools[0], Name: "all", Capacity: capacity}, {ID: p.pools[1], Name: "hall", Capacity: capacity * 3 / 4},
			{ID: p.pools[2], Name: "box", Capacity: capacity / 2},
		},
		Tiers: []inventory.Tier{
			{ID: p.tiers[0], Name: "General", Pools: []string{p.pools[0], p.pools[1]}},
			{ID: p.tiers[1], Name: "VIP", Pools: []string{p.pools[0], p.pools[2]}},
			{ID: p.tiers[2], Name: "Early", Pools: []string{p.pools[0], p.pools[1]}},
			{ID: p.priced, Name: "Paid", Pools: []string{p.pools[0]}, Price: inventory.Price{Amount: 1250, TaxRate: 1900, TaxIncluded: true}},
		},
	}
	r := p.write(sequencer.Request{EventID: p.id, Command: p.create, Details: events.Details{Title: "Test"}.All()})[0]
	if r.Code != inventory.OK {
		f.t.Fatalf("create: %+v", r)
	}
	p.do(inventory.PutCode{Who: staff, Code: inventory.PriceCode{ID: p.code, Text: "TEN", Kind: inventory.PromoCode, Percent: 1000, MaxUses: 3}})
	return p
}

// do writes commands as one batch, every third with a key, but what the server asks
// for itself and without one: that a payment begins, and that it is under way.
func (p *party) do(cmds ...inventory.Command) []sequencer.Reply {
	p.h.t.Helper()
	reqs := make([]sequencer.Request, len(cmds))
	for i, c := range cmds {
		reqs[i] = sequencer.Request{EventID: p.id, Command: c}
		switch c.(type) {
		case inventory.BeginPayment, inventory.Prolong, inventory.TaxOrder:
			continue
		}
		if p.h.keys++; p.h.keys%3 == 0 {
			reqs[i].Key = &database.Key{Scope: p.id, Caller: "test", Key: fmt.Sprint(p.h.keys), BodyHash: [32]byte{1}}
		}
	}
	return p.write(reqs...)
}

func (p *party) write(reqs ...sequencer.Request) []sequencer.Reply {
	p.h.t.Helper()
	results, more := p.h.writer.Write(p.h.t.Context(), p.id, reqs)
	replies := make([]sequencer.Reply, len(results))
	for i, r := range results {
		if r.Err != nil {
			p.h.t.Fatalf("%T: %v", reqs[i].Command, r.Err)
		}
		replies[i] = r.Reply
		if r.Reply.OrderID != "" {
			p.orders = append(p.orders, r.Reply.OrderID)
		}
		if r.Reply.EntryID != "" {
			p.waits = append(p.waits, r.Reply.EntryID)
		}
	}
	for more {
		results, more = p.h.writer.Write(p.h.t.Context(), p.id, []sequencer.Request{{EventID: p.id, Command: inventory.Tick{}}})
		if results[0].Err != nil {
			p.h.t.Fatal(results[0].Err)
		}
	}
	return replies
}

// register is a wish of one more person.
func (p *party) register(tier int, units int64, class int) inventory.Command {
	p.h.keys++
	guests := inventory.NoGuests
	if units > 1 {
		guests = `[{"name":"Guest"}]`
	}
	return inventory.Register{
		Who: inventory.Who{Actor: "public", Staff: class > 0}, OrderID: p.h.ids.In(id.Order, p.id), JoinWaitlist: true,
		Party: inventory.Party{
			UserID: fmt.Sprint("user", p.h.keys), Profile: inventory.Profile{Email: fmt.Sprintf("u%d@example.org", p.h.keys), Name: "N"},
			Tier: p.tiers[tier], Guests: guests, Units: units, Class: class,
			PersonID: p.h.ids.In(id.Person, p.id), EntryID: p.h.ids.In(id.Entry, p.id),
		},
	}
}

func pick(r *rand.Rand, from []string) string {
	if len(from) == 0 {
		return ""
	}
	return from[r.IntN(len(from))]
}

func (f *fixture) column(query string, args ...any) []string {
	f.t.Helper()
	rows, err := f.raw.QueryContext(f.t.Context(), query, args...)
	if err != nil {
		f.t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // read to its end below
	var list []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			f.t.Fatal(err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		f.t.Fatal(err)
	}
	return list
}

// live lets the event live through random batches.
func (p *party) live(batches int) {
	for range batches {
		p.h.now = p.h.now.Add(time.Duration(p.h.rng.IntN(40)) * time.Minute)
		known := p.known()
		cmds := make([]inventory.Command, p.gen.Some(6))
		for i := range cmds {
			cmds[i] = p.gen.Command(known)
		}
		p.do(cmds...)
	}
}

func line(promotion inventory.Promotion, policy inventory.PartyPolicy) inventory.Settings {
	return inventory.Settings{Waitlist: inventory.WaitlistSettings{
		Promotion: promotion, PartyPolicy: policy, PositionDisplay: inventory.PositionExact, ClaimWindow: 3 * inventory.Hour,
		ClassHeadStart: 2 * inventory.Hour,
	}}
}

// history fills a database with events of every kind.
func history(t testing.TB, url string, seed uint64, batches int) (*fixture, []*party) {
	t.Helper()
	f := newFixture(t, url, seed)
	waves := line(inventory.PromoteOffer, inventory.BoundedSkip)
	waves.Waitlist.WaveSize, waves.Waitlist.WaveInterval = 2, inventory.Hour
	waves.Orders.Instructions = "In cash."
	var all []*party
	for _, s := range []inventory.Settings{
		line(inventory.PromoteOffer, inventory.BoundedSkip), line(inventory.PromoteOffer, inventory.Strict),
		line(inventory.PromoteConfirm, inventory.BoundedSkip), waves, line(inventory.PromoteOffer, inventory.BoundedSkip),
		line(inventory.PromoteOffer, inventory.BoundedSkip),
	} {
		p := f.open(16, s)
		p.first()
		p.live(batches / 2)
		f.seal()
		p.live(batches - batches/2)
		all = append(all, p)
	}
	// The last two are closed down: one cancelled, one past its cutoff.
	all[4].do(inventory.CancelEvent{Who: staff})
	cut := all[5].create.Event
	cut.Settings.RegistrationCutoff = inventory.At(f.now.Add(time.Minute))
	all[5].do(inventory.Configure{Who: staff, StartsAt: cut.StartsAt, EndsAt: cut.EndsAt, Zone: time.UTC, Settings: cut.Settings})
	f.now = f.now.Add(2 * time.Minute)
	all[5].do(inventory.Tick{})
	f.open(4, line(inventory.PromoteOffer, inventory.BoundedSkip)).goToPay()
	quiet := f.open(16, line(inventory.PromoteOffer, inventory.BoundedSkip)) // where everybody has a ticket that never moved
	for range 8 {
		quiet.must(quiet.register(0, 1, 0))
	}
	quiet.must(quiet.register(0, 2, 0))
	f.partyOfTwo()
	f.ask()
	f.send()
	f.repeat(quiet)
	f.sellPass(quiet)
	quiet.do(quiet.register(0, 4, 0)) // waits
	f.apart(1, f.drawByRound)
	f.apart(2, f.drawByCeremony)
	f.apart(3, f.balloted)
	f.apart(4, f.moveIn)
	f.queue()
	f.inParts()
	f.apart(5, f.invite)
	f.apart(6, f.apply)
	f.apart(7, f.track)
	f.apart(11, f.show)
	f.apart(8, f.choosePrices)
	f.apart(9, f.sellExtras)
	f.apart(13, f.sellFees)
	f.apart(10, f.agree)
	f.apart(12, f.promotes)
	f.now = f.now.Add(time.Minute) // so that its id is the greatest
	given := f.open(4, line(inventory.PromoteOffer, inventory.BoundedSkip))
	given.giveToLine()
	all = append(all, given, quiet)
	for _, p := range all {
		p.door()
	}
	f.seal()
	f.staff()
	// Somebody who is in cancels: that the ticket was good is in the ledger.
	gone := f.column("select h.id from holds h where h.event_id = $1 and h.state = 'confirmed' and h.kind = 'registration' order by h.id limit 1", all[0].id)
	all[0].do(inventory.Cancel{Who: staff, OrderID: pick(f.rng, gone)})
	return f, all
}

// partyOfTwo is an event with a party of four of which two do not come. One of them is
// in, and somebody is offered a place that another party gave back.
func (f *fixture) partyOfTwo() {
	f.t.Helper()
	p := f.open(16, line(inventory.PromoteOffer, inventory.BoundedSkip)) // twelve in the hall
	p.must(p.register(0, 4, 0))
	order := p.orders[0]
	for _, unit := range []int64{2, 4} {
		p.must(inventory.CancelGuest{Who: staff, TicketID: id.TicketOf(order, unit), OrderID: order, Unit: unit})
	}
	p.must(p.register(0, 5, 0), p.register(0, 5, 0))
	p.do(p.register(0, 4, 0)) // waits
	last := p.orders[len(p.orders)-1]
	p.must(inventory.Cancel{Who: staff, OrderID: last})
	got, err := f.store.CheckIns.CheckIn(f.t.Context(), p.id, []checkins.Entering{{
		Scan: checkin.Scan{Device: "gate", ID: "1", Ticket: id.TicketOf(order, 1), At: inventory.At(f.now), Gate: "north"}, Version: -1}})
	if err != nil || got[0].Verdict != checkin.Admit {
		f.t.Fatalf("%v, %v", got, err)
	}
}

func run(t testing.TB, st *store.Store, o verify.Options) *verify.Report {
	t.Helper()
	if o.AuditKeys == nil {
		o.AuditKeys = auditKeys
	}
	report, err := verify.Run(t.Context(), st, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func wantClean(t testing.TB, st *store.Store) *verify.Report {
	t.Helper()
	report := run(t, st, verify.Options{})
	for _, v := range report.Violations {
		t.Errorf("%+v", v)
	}
	if !report.Clean() {
		t.Fatalf("%d violations", report.Found())
	}
	return report
}
