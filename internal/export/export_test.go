package export_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/files"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func engines(t *testing.T, test func(f *fixture)) {
	testdb.Engines(t, func(t *testing.T, url string) { test(newFixture(t, url)) })
}

// fixture is an event with people, and a folder.
type fixture struct {
	*testing.T
	store  *store.Store
	writer *sequencer.Writer
	ids    *id.Maker
	files  objectstore.Store
	maker  *export.Maker
	clock  time.Time
	event  string
	tier   string
}

func newFixture(t *testing.T, url string) *fixture { return newFixtureOf(t, url, 5) }

// newFixtureOf is newFixture with that many places.
func newFixtureOf(t *testing.T, url string, capacity int64) *fixture {
	st := testdb.Open(t, url)
	var err error
	f := &fixture{T: t, store: st, ids: &id.Maker{}, clock: time.Now()}
	f.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, 32))})
	f.must(err)
	f.files, err = objectstore.Open(t.TempDir(), objectstore.Credentials{})
	f.must(err)
	f.maker = &export.Maker{Store: st, Files: f.files, Now: func() time.Time { return f.clock }, Log: slog.New(slog.DiscardHandler)}
	org := f.ids.Top(id.Organization)
	f.must(st.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test"}))
	f.event = f.ids.Top(id.Event)
	pool := f.ids.In(id.Pool, f.event)
	f.tier = f.ids.In(id.Tier, f.event)
	start := inventory.At(f.clock.Add(30 * 24 * time.Hour))
	f.write(events.Details{Title: "Concert"}.All(), inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: f.event, OrgID: org, StartsAt: start, EndsAt: start + inventory.Instant(inventory.Hour), Zone: time.UTC,
			Settings: inventory.Settings{MaxGuests: 5}},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: capacity}}, Tiers: []inventory.Tier{{ID: f.tier, Name: "General", Pools: []string{pool}}},
		Publish: true,
	})
	return f
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) write(d *events.DetailsChange, commands ...inventory.Command) {
	f.Helper()
	reqs := make([]sequencer.Request, len(commands))
	for i, c := range commands {
		reqs[i] = sequencer.Request{EventID: f.event, Command: c, Details: d}
	}
	results, _ := f.writer.Write(f.Context(), f.event, reqs)
	for _, r := range results {
		if r.Err != nil || r.Reply.Code != inventory.OK {
			f.Fatalf("%+v", r)
		}
	}
}

func (f *fixture) register(name, guests string) {
	f.Helper()
	units := int64(1 + strings.Count(guests, "name"))
	f.write(nil, inventory.Register{Who: inventory.Who{Actor: "public"}, JoinWaitlist: true, OrderID: f.ids.In(id.Order, f.event), Party: inventory.Party{
		UserID: "u-" + name, Tier: f.tier, Units: units, Guests: guests, PersonID: f.ids.In(id.Person, f.event), EntryID: f.ids.In(id.Entry, f.event),
		Profile: inventory.Profile{Email: "x@example.org", Name: name},
	}})
}

func (f *fixture) ask(kind export.Kind, format export.Format) *files.Export {
	f.Helper()
	e := files.Export{ID: f.ids.In(files.ExportPrefix, f.event), EventID: f.event, Kind: string(kind), Format: string(format), CreatedAt: inventory.At(f.clock)}
	f.must(f.store.Exports.CreateExport(f.Context(), e, database.Job{Kind: "export", Args: []byte("{}"), Queue: "default", Priority: 4, MaxAttempts: 1}))
	return &e
}

func (f *fixture) now(e *files.Export) *files.Export {
	f.Helper()
	got, err := f.store.Exports.ExportByID(f.Context(), e.ID)
	f.must(err)
	return got
}

func (f *fixture) read(e *files.Export) ([]byte, error) {
	r, _, err := f.files.Get(f.Context(), export.Name(e))
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // only read
	return io.ReadAll(r)
}

// table makes an export and returns its rows as text.
func (f *fixture) table(kind export.Kind, format export.Format) [][]string {
	f.Helper()
	e := f.ask(kind, format)
	f.must(f.maker.Make(f.Context(), e.ID))
	done := f.now(e)
	body, err := f.read(e)
	f.must(err)
	var rows [][]string
	if format == export.CSV {
		text, ok := strings.CutPrefix(string(body), "\ufeff")
		if !ok {
			f.Error("no byte order mark")
		}
		rows, err = csv.NewReader(strings.NewReader(text)).ReadAll()
	} else {
		var book *excelize.File
		if book, err = excelize.OpenReader(bytes.NewReader(body)); err == nil {
			rows, err = book.GetRows("Sheet1")
		}
	}
	f.must(err)
	if done.State != "done" || done.Rows != int64(len(rows)-1) || done.Size != int64(len(body)) || done.ExpiresAt == 0 {
		f.Errorf("%+v of %d rows and %d bytes", done, len(rows)-1, len(body))
	}
	return rows
}

// commitment is what no spreadsheet takes for a formula, so that it is exported as
// it is.
var commitment = regexp.MustCompile("^[0-9a-f]{32}$")

// TestKinds makes every kind in both formats. A name that a spreadsheet would
// take for a formula is a text in each.
func TestKinds(t *testing.T) {
	engines(t, func(f *fixture) {
		f.register("=HYPERLINK(1)", `[{"name":"@sum"},{"name":"Grace \"G\", Hopper"}]`)
		f.register("Ada\r\nX", "[]")
		f.register("Bob", "[]")
		f.register("Late", `[{"name":"+1"}]`)
		for _, format := range []export.Format{export.CSV, export.XLSX} {
			quote := ""
			if format == export.CSV {
				quote = "'"
			}
			guests := f.table(export.Guests, format)
			var names []string
			for _, r := range guests[1:] {
				names = append(names, r[3])
			}
			slices.Sort(names)
			want := []string{quote + "=HYPERLINK(1)", quote + "@sum", "Ada", "Bob", `Grace "G", Hopper`}
			for i, w := range want {
				if !strings.HasPrefix(names[i], w) && !slices.Contains(names, w) {
					t.Errorf("%s: attendees %q, want %q", format, names, want)
					break
				}
			}
			if len(names) != 5 {
				t.Errorf("%s: %d tickets, want 5", format, len(names))
			}
			line := f.table(export.Waitlist, format)
			if len(line) != 2 || line[1][0] != "1" || line[1][3] != "Late" || line[1][7] != quote+"+1" {
				t.Errorf("%s: line %q", format, line)
			}
			ledger := f.table(export.Audit, format)
			if len(ledger) != 8 || ledger[1][0] != "1" || len(ledger[1][10]) != 64 {
				t.Errorf("%s: ledger of %d rows: %q", format, len(ledger), ledger[1])
			}
			if !slices.ContainsFunc(ledger[1:], func(r []string) bool { return len(r) == 12 && commitment.MatchString(r[11]) }) {
				t.Errorf("%s: no row of the ledger commits to the terms", format)
			}
			if h := guests[0]; h[10] != "checked_in_at" || h[11] != "gate" || slices.ContainsFunc(guests[1:], func(r []string) bool { return len(r) > 10 && r[10] != "" }) {
				t.Errorf("%s: somebody came in: %q", format, guests)
			}
			for _, kind := range []export.Kind{export.Orders, export.Checkins} {
				if rows := f.table(kind, format); len(rows) != 1 || len(rows[0]) < 5 {
					t.Errorf("%s %s: %q", kind, format, rows)
				}
			}
		}
	})
}

// TestGuestsWhoCame: the guest list says when each ticket first came in, and where.
func TestGuestsWhoCame(t *testing.T) {
	engines(t, func(f *fixture) {
		f.register("Ada", `[{"name":"Bo"}]`)
		ticket := ""
		f.must(f.store.Tickets.EachTicket(f.Context(), f.event, func(v *events.TicketView) bool { ticket = v.ID; return v.Unit != 2 }))
		at := inventory.At(time.Date(2030, 5, 1, 18, 2, 11, 0, time.UTC))
		_, err := f.store.CheckIns.CheckIn(f.Context(), f.event, []checkins.Entering{{Version: -1, Scan: checkin.Scan{Device: "d", ID: "1", Ticket: ticket, At: at, Gate: "North"}}})
		f.must(err)
		for _, format := range []export.Format{export.CSV, export.XLSX} {
			rows := f.table(export.Guests, format)
			if len(rows) != 3 || len(rows[1]) > 10 && rows[1][10] != "" || rows[2][3] != "Bo" || !strings.Contains(rows[2][10], "2030") && format == export.CSV || rows[2][11] != "North" {
				t.Errorf("%s: %q", format, rows)
			}
		}
	})
}

// TestPages makes a file that is longer than a page and asks for its progress.
func TestPages(t *testing.T) {
	engines(t, func(f *fixture) {
		var commands []inventory.Command
		for n := range 2600 {
			person := f.ids.In(id.Person, f.event)
			commands = append(commands, inventory.Register{Who: inventory.Who{Actor: "public"}, JoinWaitlist: true, OrderID: f.ids.In(id.Order, f.event), Party: inventory.Party{
				UserID: fmt.Sprint("u", n), Tier: f.tier, Units: 1, Guests: "[]", PersonID: person, EntryID: f.ids.In(id.Entry, f.event),
			}})
		}
		f.write(nil, commands...)
		rows := f.table(export.Waitlist, export.CSV)
		for i, r := range rows[1:] {
			if r[0] != fmt.Sprint(i+1) {
				t.Fatalf("row %d is place %s", i+1, r[0])
			}
		}
		if len(rows) != 2596 {
			t.Errorf("%d rows, want 2595 and a header", len(rows))
		}
	})
}

// TestUnwanted: what was cancelled is not made, and what is made ends when
// somebody is erased, and after a day.
func TestUnwanted(t *testing.T) {
	engines(t, func(f *fixture) {
		var ended []string
		f.maker.Observe = func(kind export.Kind, state string, took time.Duration) {
			ended = append(ended, string(kind)+" "+state)
			if took < 0 {
				t.Errorf("%s after %s", state, took)
			}
		}
		f.register("Ada", "[]")
		f.register("Bob", "[]")
		cancelled := f.ask(export.Guests, export.CSV)
		if ok, err := f.store.Exports.CancelExport(f.Context(), cancelled.ID, inventory.At(f.clock)); err != nil || !ok {
			t.Fatal(ok, err)
		}
		f.must(f.maker.Make(f.Context(), cancelled.ID))
		if _, err := f.read(cancelled); err == nil || f.now(cancelled).State != "cancelled" {
			t.Errorf("a cancelled export was made: %+v", f.now(cancelled))
		}
		f.must(f.maker.Make(f.Context(), "exp_nothing"))

		made := f.ask(export.Guests, export.CSV)
		f.must(f.maker.Make(f.Context(), made.ID))
		f.write(nil, inventory.Erase{Who: inventory.Who{Actor: "system", Staff: true}, UserID: "u-Ada"})
		if got := f.now(made); got.State != "expired" {
			t.Errorf("after somebody was erased: %+v", got)
		}
		later := f.ask(export.Guests, export.CSV)
		f.must(f.maker.Make(f.Context(), later.ID))
		f.clock = time.Now().Add(time.Second) // the writer's clock is the real one
		f.must(f.maker.Prune(f.Context()))
		if _, err := f.read(made); err == nil {
			t.Error("the file with the erased person is still there")
		}
		if body, err := f.read(later); err != nil || strings.Contains(string(body), "Ada") || !strings.Contains(string(body), "Bob") {
			t.Errorf("the file made since: %q, %v", body, err)
		}
		f.clock = f.clock.Add(export.KeepFor)
		f.must(f.maker.Prune(f.Context()))
		if _, err := f.read(later); err == nil || f.now(later).State != "expired" {
			t.Errorf("after a day: %+v", f.now(later))
		}
		failed := f.ask(export.Guests, export.CSV)
		f.must(f.maker.GiveUp(f.Context(), failed.ID))
		if got := f.now(failed); got.State != "failed" {
			t.Errorf("%+v", got)
		}
		if fmt.Sprint(ended) != "[guests done guests done guests failed]" {
			t.Errorf("told of %v", ended)
		}
	})
}

// TestAnswers: what was answered is in a column of its question, and what was answered to
// other words in one of its own.
func TestAnswers(t *testing.T) {
	engines(t, func(f *fixture) {
		list := question.List{Questions: []question.Question{
			{ID: "company", Kind: question.Text, Scope: question.Order, Label: "=Company"},
			{ID: "diet", Kind: question.Choice, Scope: question.Attendee, Label: "Diet", Options: []question.Option{{Value: "all", Label: "Everything"}, {Value: "vegan", Label: "Vegan"}}},
		}}
		set := func() {
			text, err := list.Encode()
			f.must(err)
			_, err = f.store.Questions.SetQuestions(f.Context(), f.event, text, len(list.Questions), nil, question.MaxVersions, inventory.At(f.clock))
			f.must(err)
		}
		link := audience.TrackingLink{EventID: f.event, ID: f.ids.In(id.TrackingLink, f.event), Code: "poster", Name: "+Poster"}
		f.must(f.store.Tracking.Make(f.Context(), link))
		register := func(name, via string, answers map[int64]string) {
			results, _ := f.writer.Write(f.Context(), f.event, []sequencer.Request{{EventID: f.event, TrackingLink: via, Answers: &sequencer.Answers{Units: answers}, Command: inventory.Register{
				Who: inventory.Who{Actor: "public"}, OrderID: f.ids.In(id.Order, f.event), Party: inventory.Party{
					UserID: name, Tier: f.tier, Units: 2, Guests: `[{"name":"Bo"}]`, PersonID: f.ids.In(id.Person, f.event), EntryID: f.ids.In(id.Entry, f.event),
					Profile: inventory.Profile{Name: name},
				}}}})
			f.must(results[0].Err)
		}
		set()
		register("Ada", link.ID, map[int64]string{0: `[{"q":"company","v":1,"a":["@sum"]}]`, 1: `[{"q":"diet","v":1,"a":["all"]}]`, 2: `[{"q":"diet","v":1,"a":["vegan"]}]`})
		list.Questions = list.Questions[1:]
		list.Questions[0].Label = "Meal"
		set()
		register("Cy", "", map[int64]string{1: `[{"q":"diet","v":2,"a":["vegan"]}]`})
		for _, format := range []export.Format{export.CSV, export.XLSX} {
			quote := ""
			if format == export.CSV {
				quote = "'"
			}
			var got []string
			for _, r := range f.table(export.Guests, format) {
				got = append(got, strings.TrimRight(r[3]+"|"+strings.Join(r[min(len(r), 12):], "|"), "|"))
			}
			want := []string{
				"attendee_name|via|via_name|Meal|" + quote + "=Company|Diet", "Ada|poster|" + quote + "+Poster||" + quote + "@sum|Everything",
				"Bo|poster|" + quote + "+Poster||" + quote + "@sum|Vegan", "Cy|||Vegan", "Bo",
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", format, got, want)
			}
			if rows := f.table(export.Orders, format); rows[0][len(rows[0])-1] != quote+"=Company" {
				t.Errorf("%s: %q", format, rows[0])
			}
		}
	})
}
