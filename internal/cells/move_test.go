package cells

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

var signingKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fixture is an installation of three cells.
type fixture struct {
	t      *testing.T
	urls   map[string]string
	of     map[string]*store.Store
	stored *storetest.Fixture
	n      int // people who came
}

// names of the cells; the first is the catalogue.
var names = []string{"home", "west", "east"}

func newFixture(t *testing.T) *fixture {
	w := &fixture{t: t, urls: map[string]string{}, of: map[string]*store.Store{}}
	for _, name := range names {
		w.urls[name] = testdb.Postgres(t)
		w.of[name] = testdb.Open(t, w.urls[name])
		w.of[name].SignWith(signingKey)
	}
	home := w.of["home"]
	_, err := home.Organizations.ServerKey(t.Context(), organizations.ServerKey{Purpose: "link", Secret: []byte{0, 1, 0xff}, KeyVersion: 1, KeyID: "x", CreatedAt: 1})
	must(t, err)
	for _, name := range names {
		c := cells.Cell{Name: name, Region: name + "ern", Address: name + ":1", AddedAt: 1}
		if name != "home" {
			c.Database = w.urls[name]
		}
		must(t, Add(t.Context(), home, c, w.open))
	}
	w.stored = storetest.NewFixture(t, home)
	must(t, w.write("home", sequencer.Request{Command: w.create(), Details: events.Details{Title: "Größe — 夜"}.All()}))
	return w
}

func (w *fixture) create() inventory.Create {
	now := inventory.At(time.Now())
	c := w.stored.CreateCommand(40, nil)
	c.Event.StartsAt, c.Event.EndsAt = now+inventory.Instant(30*inventory.Day), now+inventory.Instant(31*inventory.Day)
	return c
}

func (*fixture) open(ctx context.Context, c *cells.Cell) (*store.Store, error) {
	st, err := store.Open(ctx, database.Config{URL: c.Database})
	if err == nil {
		st.SignWith(signingKey)
	}
	return st, err
}

func (w *fixture) config(step func(string) error) Config {
	if step == nil {
		step = func(string) error { return nil }
	}
	return Config{Catalogue: w.of["home"], Open: w.open, step: step, Now: func(context.Context) (inventory.Instant, error) { return inventory.At(time.Now()), nil }}
}

// write has a cell decide commands about the event, and returns the first error.
func (w *fixture) write(cell string, reqs ...sequencer.Request) error {
	w.t.Helper()
	writer, err := sequencer.NewWriter(sequencer.WriterConfig{Store: w.of[cell], SigningKey: signingKey, Outbox: jobs.Outbox, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	must(w.t, err)
	for i := range reqs {
		reqs[i].EventID = w.stored.Event
	}
	results, _ := writer.Write(w.t.Context(), w.stored.Event, reqs)
	for _, r := range results {
		if r.Err != nil {
			return r.Err
		}
		if r.Reply.Code != inventory.OK {
			return fmt.Errorf("%+v", r)
		}
	}
	return nil
}

// come has so many people register in a cell, some with keys.
func (w *fixture) come(cell string, people int) error {
	var reqs []sequencer.Request
	for range people {
		w.n++
		req := sequencer.Request{Command: w.stored.Register(fmt.Sprint("user", w.n), 1)}
		if w.n%3 == 0 {
			req.Key = &database.Key{Scope: w.stored.Event, Caller: "test", Key: fmt.Sprint(w.n), BodyHash: [32]byte{1}}
		}
		reqs = append(reqs, req)
	}
	return w.write(cell, reqs...)
}

// settled has a cell do what its servers do behind the ledger.
func (w *fixture) settled(cell string) {
	st := w.of[cell]
	storetest.IndexGuests(w.t, st, inventory.At(time.Now()))
	_, err := st.Erasures.SealNames(w.t.Context(), w.stored.Org)
	must(w.t, err)
	_, err = st.Organizations.TakeHeads(w.t.Context(), w.stored.Org)
	must(w.t, err)
}

// clean verifies every cell and the catalogue.
func (w *fixture) clean() {
	w.t.Helper()
	for _, name := range names {
		r, err := verify.Run(w.t.Context(), w.of[name], verify.Options{AuditKeys: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}})
		must(w.t, err)
		if !r.Clean() {
			var text strings.Builder
			_ = r.WriteText(&text)
			for line := range strings.Lines(text.String()) {
				if strings.HasPrefix(line, "invariant") {
					w.t.Errorf("%s: %s", name, line)
				}
			}
		}
	}
	r, err := Check(w.t.Context(), w.of["home"], w.open)
	must(w.t, err)
	if len(r.Violations) > 0 || r.Cells != len(names) {
		w.t.Errorf("%+v", r)
	}
}

// rows counts the rows of the event in a cell.
func (w *fixture) rows(cell, table string) (n int) {
	w.t.Helper()
	db, err := sql.Open("pgx", w.urls[cell])
	must(w.t, err)
	defer db.Close() //nolint:errcheck // it was read
	must(w.t, db.QueryRowContext(w.t.Context(), "select count(*) from "+table+" where event_id = $1", w.stored.Event).Scan(&n))
	return n
}

// livesIn fails unless the event takes people in one cell, and is refused in the others.
func (w *fixture) livesIn(cell string) {
	w.t.Helper()
	for _, name := range names {
		w.n += (3 - w.n%3) % 3 // the next two have no key: where the event never was, nobody could tell of what it is
		err := w.come(name, 2)
		there := w.rows(name, "audit") > 0
		if name == cell {
			if err != nil || !there {
				w.t.Errorf("in %s, where it lives: %v, rows: %t", name, err, there)
			}
		} else if err == nil || there {
			w.t.Errorf("in %s it is changed (%v), or has rows: %t", name, err, there)
		}
	}
}

// TestMove: an event goes to another cell, on to a third, and back, with all that is its own and
// what waits to be done; every cell verifies after each way, and where it lives it goes on.
func TestMove(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	must(t, w.come("home", 50))
	w.settled("home")
	for _, to := range []string{"west", "east", "home"} {
		r, err := Run(t.Context(), w.config(nil), w.stored.Event, to)
		must(t, err)
		if r.To != to || r.Rows < 200 || r.Already || r.Resumed {
			t.Errorf("%+v", r)
		}
		w.livesIn(to)
		w.settled(to)
		w.clean()
		if again, err := Run(t.Context(), w.config(nil), w.stored.Event, to); err != nil || !again.Already {
			t.Errorf("once more: %+v, %v", again, err)
		}
	}
	if err := w.come("east", 1); !errors.Is(err, archives.ErrElsewhere) {
		t.Errorf("where it was: %v", err)
	}
}

var errKilled = errors.New("killed")

// TestKilled: a move that is cut off before any of its steps is gone on with when it is begun
// again, and, until the catalogue has said that the event lives where it went, undone when it is
// moved back. Nothing is lost, and nothing is there twice.
func TestKilled(t *testing.T) {
	seed.InTurn(t, 0)
	t.Parallel()
	var steps []string
	w := newFixture(t)
	must(t, w.come("home", 20))
	w.settled("home")
	_, err := Run(t.Context(), w.config(func(s string) error { steps = append(steps, s); return nil }), w.stored.Event, "west")
	must(t, err)
	if len(steps) < 20 {
		t.Fatalf("%q", steps)
	}
	// Each table is filled in the same way: a few stand for all.
	steps = slices.DeleteFunc(steps, func(s string) bool {
		return strings.HasPrefix(s, "fill ") && !slices.Contains([]string{"fill events", "fill people", "fill idempotency_keys"}, s)
	})
	from, to := "west", "east"
	random := rand.New(rand.NewPCG(seed.Of(t), 0))
	for _, undo := range []bool{false, true} {
		for _, at := range steps {
			if !seed.Proving() && random.IntN(3) > 0 { // CI tries a third
				continue
			}
			killed := false
			step := func(s string) error {
				if s == at && !killed {
					killed = true
					return errKilled
				}
				return nil
			}
			if _, err := Run(t.Context(), w.config(step), w.stored.Event, to); !errors.Is(err, errKilled) {
				t.Fatalf("%s: %v", at, err)
			}
			want := to
			if undo {
				want = from
			}
			r, err := Run(t.Context(), w.config(nil), w.stored.Event, want)
			must(t, err)
			if r.To != want {
				t.Errorf("%s: %+v", at, r)
			}
			w.livesIn(want)
			if want == to {
				from, to = to, from
			}
		}
		w.settled(from)
		w.clean()
	}
}

// TestBound: what cannot be moved stays, and the reason is said; what is asked wrongly changes
// nothing.
func TestBound(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx := t.Context()
	if _, err := Run(ctx, w.config(nil), w.stored.Event, "north"); !errors.Is(err, ErrNoCell) {
		t.Errorf("no cell: %v", err)
	}
	if _, err := Run(ctx, w.config(nil), "evt_000000000000", "west"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("no event: %v", err)
	}
	db, err := sql.Open("pgx", w.urls["home"])
	must(t, err)
	defer db.Close() //nolint:errcheck // it is over
	_, err = db.ExecContext(ctx, "insert into bank_accounts (org_id, id, iban, bic, holder, changed_at) values ($1, 'bac_1', 'DE02120300000000202051', '', 'Hall', 1)", w.stored.Org)
	must(t, err)
	var bound *cells.BoundError
	if _, err := Run(ctx, w.config(nil), w.stored.Event, "west"); !errors.As(err, &bound) || !slices.Equal(bound.Reasons, []string{"its organization is paid by bank transfers"}) {
		t.Errorf("with a bank account: %v", err)
	}
	_, err = db.ExecContext(ctx, "delete from bank_accounts")
	must(t, err)
	if err := Add(ctx, w.of["home"], cells.Cell{Name: "west", Database: w.urls["east"], Address: "x:1"}, w.open); !errors.Is(err, database.ErrConflict) {
		t.Errorf("another database: %v", err)
	}
	// A move to one cell is not turned into a move to another.
	if _, err := Run(ctx, w.config(func(s string) error {
		if s == "copy" {
			return errKilled
		}
		return nil
	}), w.stored.Event, "west"); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	if _, err := Run(ctx, w.config(nil), w.stored.Event, "east"); err == nil || !strings.Contains(err.Error(), "on its way from home to west") {
		t.Errorf("elsewhere meanwhile: %v", err)
	}
	if r, err := Check(ctx, w.of["home"], w.open); err != nil || len(r.Violations) == 0 {
		t.Errorf("on its way: %+v, %v", r, err)
	}
	if r, err := verify.Run(ctx, w.of["home"], verify.Options{}); err != nil || !slices.ContainsFunc(r.Violations, func(v verify.Violation) bool { return v.Invariant == 52 }) {
		t.Errorf("rows are left: %+v, %v", r, err)
	}
	_, err = Run(ctx, w.config(nil), w.stored.Event, "home")
	must(t, err)
	w.livesIn("home")
	w.clean()
}
