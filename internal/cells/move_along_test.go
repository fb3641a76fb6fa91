package cells

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

const (
	hour = inventory.Instant(inventory.Hour)
	day  = inventory.Instant(inventory.Day)
)

// exec runs statements in the database of a cell.
func (w *fixture) exec(cell, text string, args ...any) {
	w.t.Helper()
	db, err := sql.Open("pgx", w.urls[cell])
	must(w.t, err)
	defer db.Close() //nolint:errcheck // it is over
	if _, err := db.ExecContext(w.t.Context(), text, args...); err != nil {
		w.t.Fatalf("%s: %v", text, err)
	}
}

// another makes another event, of another organization, which the fixture is about from then on.
func (w *fixture) another(change func(*inventory.Settings)) {
	w.t.Helper()
	w.stored = storetest.NewFixture(w.t, w.of["home"])
	c := w.create()
	change(&c.Event.Settings)
	must(w.t, w.write("home", sequencer.Request{Command: c, Details: events.Details{Title: "Another"}.All()}))
}

// moves moves the event, cut off before each of some steps first, and gone on with.
func (w *fixture) moves(c Config, to string, at ...string) {
	w.t.Helper()
	for _, step := range at {
		killed := false
		c.step = func(s string) error {
			if s == step && !killed {
				killed = true
				return errKilled
			}
			return nil
		}
		if _, err := Run(w.t.Context(), c, w.stored.Event, to); !errors.Is(err, errKilled) {
			w.t.Fatalf("before %s: %v", step, err)
		}
	}
	c.step = func(string) error { return nil }
	r, err := Run(w.t.Context(), c, w.stored.Event, to)
	must(w.t, err)
	if r.To != to {
		w.t.Errorf("%+v", r)
	}
}

// gone fails where a cell has rows of the event in one of some tables.
func (w *fixture) gone(cell string, tables ...string) {
	w.t.Helper()
	for _, table := range tables {
		if n := w.rows(cell, table); n > 0 {
			w.t.Errorf("%s has %d rows left in %s", cell, n, table)
		}
	}
}

// TestMoveTills: an event moves with its tills, open ones too. What they have sold is in their
// reports, they sell on where the event lives, and are opened, renamed and closed nowhere else.
func TestMoveTills(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, event := t.Context(), w.stored.Event
	till := payments.Till{EventID: event, ID: w.stored.In(id.Till), Name: "Front", Currency: "EUR", OpeningFloat: 5000, OpenedBy: "key_box", OpenedAt: inventory.At(time.Now())}
	must(t, w.of["home"].Tills.OpenTill(ctx, till))
	sell := func(cell string) error {
		order := w.stored.In(id.Order)
		return w.write(cell, sequencer.Request{
			Command: inventory.Reserve{
				Who: inventory.Who{Actor: "key_box", Staff: true, Till: till.ID}, OrderID: order, PersonID: w.stored.In(id.Person), UserID: "door:" + order,
				Guests: "[]", Lines: []inventory.OrderLine{{Tier: w.stored.Tier, Quantity: 1}}, Complimentary: true,
			},
			Till: &payments.TillSale{TillID: till.ID, Kind: payments.Complimentary, SoldBy: "key_box"},
		})
	}
	must(t, sell("home"))
	for i, way := range []struct {
		to   string
		kill []string
	}{{"west", []string{"fill tills", "fill till_sales", "say arrived"}}, {"east", []string{"close", "tell"}}, {"home", []string{"clear"}}} {
		w.moves(w.config(nil), way.to, way.kill...)
		must(t, sell(way.to))
		tills := w.of[way.to].Tills
		report, err := tills.TillReport(ctx, event, till.ID)
		if err != nil || report.Orders[payments.Complimentary] != int64(i+2) || report.Till.OpeningFloat != 5000 {
			t.Errorf("in %s: %+v, %v", way.to, report, err)
		}
		must(t, tills.RenameTill(ctx, event, till.ID, "In "+way.to))
		side := till
		side.ID = w.stored.In(id.Till)
		must(t, tills.OpenTill(ctx, side))
		must(t, tills.CloseTill(ctx, event, side.ID, "key_box", 5000, "", side.OpenedAt+1))
		for _, cell := range names {
			if cell == way.to {
				continue
			}
			w.gone(cell, "tills", "till_sales")
			other := w.of[cell].Tills
			side.ID = w.stored.In(id.Till)
			for what, err := range map[string]error{
				"opened":  other.OpenTill(ctx, side),
				"renamed": other.RenameTill(ctx, event, till.ID, "x"), "closed": other.CloseTill(ctx, event, till.ID, "key_box", 1, "", 1),
			} {
				if !errors.Is(err, archives.ErrElsewhere) && !errors.Is(err, database.ErrNotFound) {
					t.Errorf("%s in %s: %v", what, cell, err)
				}
			}
			if err := sell(cell); err == nil {
				t.Errorf("sold in %s", cell)
			}
		}
		w.settled(way.to)
		w.clean()
	}
	must(t, w.of["home"].Tills.CloseTill(ctx, event, till.ID, "key_box", 5000, "all there", till.OpenedAt+1))
	if list, err := w.of["home"].Tills.Tills(ctx, event); err != nil || len(list) != 4 {
		t.Errorf("%d tills, %v", len(list), err)
	}
	w.clean()
}

// TestMoveArchived: an archived event moves with what is known of its file, is brought back where
// it lives, and archived there; no other cell deletes a file that it does not name.
func TestMoveArchived(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, event := t.Context(), w.stored.Event
	files, err := objectstore.Open(t.TempDir(), objectstore.Credentials{})
	must(t, err)
	signer, err := tlog.OpenSigner(filepath.Join(t.TempDir(), "log.key"), "example.test")
	must(t, err)
	clock := time.Now().Add(60 * 24 * time.Hour)
	public := func(cell string) *publiclog.Logs {
		return &publiclog.Logs{Store: w.of[cell], Signer: signer, Log: slog.New(slog.DiscardHandler)}
	}
	archiver := func(cell string) *archive.Archiver {
		a, err := archive.New(archive.Config{Store: w.of[cell], Files: files, Logs: public(cell), Now: func() time.Time { return clock }, Settle: -1})
		must(t, err)
		return a
	}
	settled := func(cell string) {
		for more := true; more; {
			more, err = public(cell).Grow(ctx, event)
			must(t, err)
		}
		w.settled(cell)
		w.exec(cell, "delete from river_job")
	}
	archived := func(cell string) {
		t.Helper()
		settled(cell)
		results, err := archiver(cell).Archive(ctx, event)
		must(t, err)
		if len(results) != 1 || len(results[0].Reasons) > 0 {
			t.Fatalf("%+v", results)
		}
	}
	whole := func() {
		t.Helper()
		for _, name := range names {
			r, err := verify.Run(ctx, w.of[name], verify.Options{AuditKeys: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}, Logs: signer, WithoutJobs: true, Archives: func(ctx context.Context, a *archives.Archive, e *events.EventRecord, l *logs.EventLog) ([]string, error) {
				return archive.Check(ctx, files, a, e, l)
			}})
			must(t, err)
			for _, v := range r.Violations {
				t.Errorf("%s: %+v", name, v)
			}
		}
		r, err := Check(ctx, w.of["home"], w.open)
		if err != nil || len(r.Violations) > 0 {
			t.Errorf("%+v, %v", r, err)
		}
	}
	must(t, w.come("home", 30))
	archived("home")
	before, err := w.of["home"].Archives.Archive(ctx, event)
	must(t, err)
	is := func(cell string, state archives.ArchiveState) {
		t.Helper()
		a, err := w.of[cell].Archives.Archive(ctx, event)
		if err != nil || a.State != state || a.File != before.File || a.ArchivedAt != before.ArchivedAt {
			t.Errorf("in %s: %+v, %v", cell, a, err)
		}
		v, err := w.of[cell].Events.Event(ctx, event)
		if want := map[archives.ArchiveState]inventory.Instant{archives.ArchiveArchived: before.ArchivedAt}[state]; err != nil || v.ArchivedAt != want {
			t.Errorf("the event in %s: %d, want %d, %v", cell, v.ArchivedAt, want, err)
		}
	}
	w.moves(w.config(nil), "west", "close", "fill archives", "compare")
	w.gone("home", "archives", "people", "holds")
	is("west", archives.ArchiveArchived)
	whole()
	if _, err := w.of["west"].Registrations.Registration(ctx, event, "user3"); err != nil {
		t.Errorf("who has a ticket: %v", err)
	}
	// One that is undone is archived as it was.
	if _, err := Run(ctx, w.config(func(s string) error {
		if s == "compare" {
			return errKilled
		}
		return nil
	}), event, "east"); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	if err := archiver("west").Restore(ctx, event); !errors.Is(err, archives.ErrElsewhere) {
		t.Errorf("brought back while it moves: %v", err)
	}
	w.moves(w.config(nil), "west", "undo")
	is("west", archives.ArchiveArchived)
	whole()

	// It is a file of the installation: a cell that does not name it leaves it alone.
	clock = clock.Add(48 * time.Hour)
	for _, cell := range names {
		must(t, archiver(cell).Round(ctx))
	}
	whole()
	must(t, archiver("west").Restore(ctx, event))
	is("west", archives.ArchiveRestored)
	w.moves(w.config(nil), "east", "fill archives", "say arrived")
	is("east", archives.ArchiveRestored)
	w.livesIn("east")
	whole()
	archived("east")
	before, err = w.of["east"].Archives.Archive(ctx, event)
	must(t, err)
	clock = clock.Add(48 * time.Hour)
	for _, cell := range names {
		must(t, archiver(cell).Round(ctx))
	}
	w.moves(w.config(nil), "home")
	is("home", archives.ArchiveArchived)
	whole()
	must(t, archiver("home").Restore(ctx, event))
	w.livesIn("home")
	whole()
}

// TestMoveSeries: a date of a series moves, and belongs to it wherever it lives, by the words that the
// series has in the catalogue. A pass is not made for a date that lives elsewhere.
func TestMoveSeries(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, first, org := t.Context(), w.stored.Event, w.stored.Org
	home := w.of["home"]
	// The second date, as the API makes it: an event of the same organization.
	other := *w.stored
	other.Event = (&id.Maker{}).Top(id.Event)
	other.Pool, other.Tier = other.In(id.Pool), other.In(id.Tier)
	w.stored = &other
	must(t, w.write("home", sequencer.Request{Command: w.create(), Details: events.Details{Title: "Second"}.All()}))
	second := other.Event
	must(t, home.Series.CreateSeries(ctx, events.EventSeries{OrgID: org, ID: "ser_000000000001", Title: "Fridays", CreatedAt: 1}, []events.SeriesDate{
		{OrgID: org, SeriesID: "ser_000000000001", Position: 1, EventID: first, SourceID: first, StartsAt: 1, Made: true},
		{OrgID: org, SeriesID: "ser_000000000001", Position: 2, EventID: second, SourceID: first, StartsAt: 2, Made: true},
	}))
	w.exec("home", "update series set told_plan = 1, told_event = $1, told_dates = 2", first)
	must(t, w.come("home", 5))
	title := "Fridays"
	for _, way := range []struct {
		to, renamed string
		kill        []string
	}{{"west", "Saturdays", []string{"close", "fill series_dates", "compare"}}, {"east", "Sundays", []string{"fill events"}}, {"home", "Mondays", []string{"clear"}}, {"west", "", nil}} {
		w.moves(w.config(nil), way.to, way.kill...)
		v, err := w.of[way.to].Events.Event(ctx, second)
		if err != nil || v.Series == nil || v.Series.Title != title || v.Series.Position != 2 {
			t.Errorf("in %s: %+v, %v", way.to, v.Series, err)
		}
		w.livesIn(way.to)
		w.settled(way.to)
		w.clean()
		dates, err := home.Series.Dates(ctx, org, "ser_000000000001", 10)
		if err != nil || len(dates) != 2 || dates[1].SourceID != first || dates[1].EventID != second {
			t.Errorf("the series in the catalogue: %+v, %v", dates, err)
		}
		if way.renamed != "" {
			title = way.renamed
			_, err := home.Series.ChangeSeries(ctx, org, "ser_000000000001", 2, &title, nil)
			must(t, err)
		}
	}
	pass := passes.Pass{OrgID: org, ID: (&id.Maker{}).Top(id.Event), SeriesID: "ser_000000000001", CreatedAt: 1, Plan: 1, State: passes.Setting}
	date := passes.Date{OrgID: org, PassID: pass.ID, EventID: second, TierID: other.Tier, AddedPlan: 1, State: passes.DatePlanned}
	if err := home.Passes.Create(ctx, pass, []passes.Date{date}); !errors.Is(err, organizations.ErrEventsElsewhere) {
		t.Errorf("a pass for a date that lives elsewhere: %v", err)
	}
	w.moves(w.config(nil), "home")
	must(t, home.Passes.Create(ctx, pass, []passes.Date{date}))
	var bound *cells.BoundError
	if _, err := Run(ctx, w.config(nil), second, "west"); !errors.As(err, &bound) {
		t.Errorf("with a pass: %v", err)
	}
}

// TestStays: each of what keeps an event where it is refuses the move, in its own words, and
// changes nothing; without it the event moves.
func TestStays(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, event, org := t.Context(), w.stored.Event, w.stored.Org
	must(t, w.come("home", 3))
	w.exec("home", "insert into series (org_id, id, title, description, created_at) values ($1, 'ser_1', 'Fridays', '', 1)", org)
	for _, c := range []struct{ why, with, without string }{
		{"it is being archived, or brought back", `insert into archives (event_id, org_id, state, file, checksum, size, row_count, removed, log_size, archived_at, changed_at, keep_until, again)
			select id, org_id, 'sealed', '', '', 0, 0, 0, 0, 1, 1, 0, false from events where id = $1`, "delete from archives where event_id = $1"},
		{"dates of its series are still to be made as copies of it", `insert into series_dates (org_id, series_id, position, event_id, source_id, starts_at, made)
			select org_id, 'ser_1', 1, 'evt_none', id, 1, false from events where id = $1`, "delete from series_dates where source_id = $1"},
		{"it sells passes for a series, or is a date of a series that has passes", `insert into series_passes (org_id, id, series_id, created_at, plan, places, settled_places, state)
			select org_id, id, 'ser_1', 1, 1, 0, 0, 'settled' from events where id = $1`, "delete from series_passes where id = $1"},
		{"its organization issues invoices, whose numbers have no gap in one database alone", `insert into invoicing select org_id, 1, 'Hall', 'Street 1', '1010', 'Vienna', 'AT', '', '', '', '', 'de', 'Europe/Vienna', false, false, '', 1 from events where id = $1`,
			"delete from invoicing where org_id = (select org_id from events where id = $1)"},
		{"its organization is paid to accounts of its own", `insert into payment_accounts (id, org_id, provider, state, mode, version, created_at, changed_at, heard_at)
			select 'pac_1', org_id, 'stripe', 'active', 'test', 1, 1, 1, 0 from events where id = $1`, "delete from payment_accounts where org_id = (select org_id from events where id = $1)"},
		{"its organization is paid by bank transfers", `insert into bank_accounts (org_id, id, iban, bic, holder, changed_at) select org_id, 'bac_1', 'DE02120300000000202051', '', 'Hall', 1 from events where id = $1`,
			"delete from bank_accounts where org_id = (select org_id from events where id = $1)"},
		{"rooms are booked for it", "update events set venue_rooms = '{ }' where id = $1", "update events set venue_rooms = '{}' where id = $1"},
		{"it asks for consents", "insert into event_consents (event_id, purpose_id, since, org_id, until) select id, 'con_1', 1, org_id, 0 from events where id = $1", "delete from event_consents where event_id = $1"},
		{"a file of its rows is being made", `insert into exports (event_id, id, kind, format, state, rows_done, size, created_by, created_at, finished_at, expires_at, file)
			values ($1, 'exp_1', 'guests', 'csv', 'queued', 0, 0, 'key_1', 1, 0, 0, false)`, "delete from exports where event_id = $1"},
		{"an import into it is under way", `insert into imports (event_id, id, source, state, join_waitlist, total, worked, confirmed, waiting, known, refused, people, digest, created_by, created_at, finished_at)
			values ($1, 'imp_1', '', 'running', false, 1, 0, 0, 0, 0, 0, '[]', '', 'key_1', 1, 0)`, "delete from imports where event_id = $1"},
	} {
		w.exec("home", c.with, event)
		var bound *cells.BoundError
		if _, err := Run(ctx, w.config(nil), event, "west"); !errors.As(err, &bound) || !slices.Equal(bound.Reasons, []string{c.why}) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.why, err)
		}
		w.livesIn("home")
		w.exec("home", c.without, event)
	}
	w.moves(w.config(nil), "west")
	w.livesIn("west")
	w.settled("west")
	w.clean()
}
