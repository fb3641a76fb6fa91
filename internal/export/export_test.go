package export_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func engines(t *testing.T, test func(h *house)) {
	t.Run("sqlite", func(t *testing.T) { test(newHouse(t, testdb.SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { test(newHouse(t, testdb.Postgres(t))) })
}

// house is an event with people, and a folder.
type house struct {
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

func newHouse(t *testing.T, url string) *house { return newHall(t, url, 5) }

// newHall is newHouse with that many places.
func newHall(t *testing.T, url string, capacity int64) *house {
	st, err := store.Open(t.Context(), store.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &house{T: t, store: st, ids: &id.Maker{}, clock: time.Now()}
	h.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, 32))})
	h.must(err)
	h.files, err = objectstore.Open(t.TempDir(), objectstore.Credentials{})
	h.must(err)
	h.maker = &export.Maker{Store: st, Files: h.files, Now: func() time.Time { return h.clock }, Log: slog.New(slog.DiscardHandler)}
	org := h.ids.Top(id.Organization)
	h.must(st.Organizations.CreateOrganization(t.Context(), store.Organization{ID: org, Name: "Test"}))
	h.event = h.ids.Top(id.Event)
	pool := h.ids.In(id.Pool, h.event)
	h.tier = h.ids.In(id.Tier, h.event)
	start := inventory.At(h.clock.Add(30 * 24 * time.Hour))
	h.write(store.Details{Title: "Concert"}.All(), inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: h.event, OrgID: org, StartsAt: start, EndsAt: start + inventory.Instant(inventory.Hour), Zone: time.UTC,
			Settings: inventory.Settings{MaxGuests: 5}},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: capacity}}, Tiers: []inventory.Tier{{ID: h.tier, Name: "General", Pools: []string{pool}}},
		Publish: true,
	})
	return h
}

func (h *house) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *house) write(d *store.DetailsChange, commands ...inventory.Command) {
	h.Helper()
	reqs := make([]sequencer.Request, len(commands))
	for i, c := range commands {
		reqs[i] = sequencer.Request{EventID: h.event, Command: c, Details: d}
	}
	results, _ := h.writer.Write(h.Context(), h.event, reqs)
	for _, r := range results {
		if r.Err != nil || r.Reply.Code != inventory.OK {
			h.Fatalf("%+v", r)
		}
	}
}

func (h *house) register(name, guests string) {
	h.Helper()
	units := int64(1 + strings.Count(guests, "name"))
	h.write(nil, inventory.Register{Who: inventory.Who{Actor: "public"}, JoinWaitlist: true, OrderID: h.ids.In(id.Order, h.event), Party: inventory.Party{
		UserID: "u-" + name, Tier: h.tier, Units: units, Guests: guests, PersonID: h.ids.In(id.Person, h.event), EntryID: h.ids.In(id.Entry, h.event),
		Profile: inventory.Profile{Email: "x@example.org", Name: name},
	}})
}

func (h *house) ask(kind export.Kind, format export.Format) *store.Export {
	h.Helper()
	e := store.Export{ID: h.ids.In(store.ExportPrefix, h.event), EventID: h.event, Kind: string(kind), Format: string(format), CreatedAt: inventory.At(h.clock)}
	h.must(h.store.Exports.CreateExport(h.Context(), e, store.Job{Kind: "export", Args: []byte("{}"), Queue: "default", Priority: 4, MaxAttempts: 1}))
	return &e
}

func (h *house) now(e *store.Export) *store.Export {
	h.Helper()
	got, err := h.store.Exports.ExportByID(h.Context(), e.ID)
	h.must(err)
	return got
}

func (h *house) read(e *store.Export) ([]byte, error) {
	r, _, err := h.files.Get(h.Context(), export.Name(e))
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // only read
	return io.ReadAll(r)
}

// table makes an export and returns its rows as text.
func (h *house) table(kind export.Kind, format export.Format) [][]string {
	h.Helper()
	e := h.ask(kind, format)
	h.must(h.maker.Make(h.Context(), e.ID))
	done := h.now(e)
	body, err := h.read(e)
	h.must(err)
	var rows [][]string
	if format == export.CSV {
		text, ok := strings.CutPrefix(string(body), "\ufeff")
		if !ok {
			h.Error("no byte order mark")
		}
		rows, err = csv.NewReader(strings.NewReader(text)).ReadAll()
	} else {
		var f *excelize.File
		if f, err = excelize.OpenReader(bytes.NewReader(body)); err == nil {
			rows, err = f.GetRows("Sheet1")
		}
	}
	h.must(err)
	if done.State != "done" || done.Rows != int64(len(rows)-1) || done.Size != int64(len(body)) || done.ExpiresAt == 0 {
		h.Errorf("%+v of %d rows and %d bytes", done, len(rows)-1, len(body))
	}
	return rows
}

// TestKinds makes every kind in both formats. A name that a spreadsheet would
// take for a formula is a text in each.
func TestKinds(t *testing.T) {
	engines(t, func(h *house) {
		h.register("=HYPERLINK(1)", `[{"name":"@sum"},{"name":"Grace \"G\", Hopper"}]`)
		h.register("Ada\r\nX", "[]")
		h.register("Bob", "[]")
		h.register("Late", `[{"name":"+1"}]`)
		for _, format := range []export.Format{export.CSV, export.XLSX} {
			quote := ""
			if format == export.CSV {
				quote = "'"
			}
			guests := h.table(export.Guests, format)
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
			line := h.table(export.Waitlist, format)
			if len(line) != 2 || line[1][0] != "1" || line[1][3] != "Late" || line[1][7] != quote+"+1" {
				t.Errorf("%s: line %q", format, line)
			}
			ledger := h.table(export.Audit, format)
			if len(ledger) != 8 || ledger[1][0] != "1" || len(ledger[1][10]) != 64 {
				t.Errorf("%s: ledger of %d rows: %q", format, len(ledger), ledger[1])
			}
			for _, kind := range []export.Kind{export.Orders, export.Checkins} {
				if rows := h.table(kind, format); len(rows) != 1 || len(rows[0]) < 5 {
					t.Errorf("%s %s: %q", kind, format, rows)
				}
			}
		}
	})
}

// TestPages makes a file that is longer than a page and asks for its progress.
func TestPages(t *testing.T) {
	engines(t, func(h *house) {
		var commands []inventory.Command
		for n := range 2600 {
			person := h.ids.In(id.Person, h.event)
			commands = append(commands, inventory.Register{Who: inventory.Who{Actor: "public"}, JoinWaitlist: true, OrderID: h.ids.In(id.Order, h.event), Party: inventory.Party{
				UserID: fmt.Sprint("u", n), Tier: h.tier, Units: 1, Guests: "[]", PersonID: person, EntryID: h.ids.In(id.Entry, h.event),
			}})
		}
		h.write(nil, commands...)
		rows := h.table(export.Waitlist, export.CSV)
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
	engines(t, func(h *house) {
		var ended []string
		h.maker.Observe = func(kind export.Kind, state string, took time.Duration) {
			ended = append(ended, string(kind)+" "+state)
			if took < 0 {
				t.Errorf("%s after %s", state, took)
			}
		}
		h.register("Ada", "[]")
		h.register("Bob", "[]")
		cancelled := h.ask(export.Guests, export.CSV)
		if ok, err := h.store.Exports.CancelExport(h.Context(), cancelled.ID, inventory.At(h.clock)); err != nil || !ok {
			t.Fatal(ok, err)
		}
		h.must(h.maker.Make(h.Context(), cancelled.ID))
		if _, err := h.read(cancelled); err == nil || h.now(cancelled).State != "cancelled" {
			t.Errorf("a cancelled export was made: %+v", h.now(cancelled))
		}
		h.must(h.maker.Make(h.Context(), "exp_nothing"))

		made := h.ask(export.Guests, export.CSV)
		h.must(h.maker.Make(h.Context(), made.ID))
		h.write(nil, inventory.Erase{Who: inventory.Who{Actor: "system", Staff: true}, UserID: "u-Ada"})
		if got := h.now(made); got.State != "expired" {
			t.Errorf("after somebody was erased: %+v", got)
		}
		later := h.ask(export.Guests, export.CSV)
		h.must(h.maker.Make(h.Context(), later.ID))
		h.clock = time.Now().Add(time.Second) // the writer's clock is the real one
		h.must(h.maker.Prune(h.Context()))
		if _, err := h.read(made); err == nil {
			t.Error("the file with the erased person is still there")
		}
		if body, err := h.read(later); err != nil || strings.Contains(string(body), "Ada") || !strings.Contains(string(body), "Bob") {
			t.Errorf("the file made since: %q, %v", body, err)
		}
		h.clock = h.clock.Add(export.KeepFor)
		h.must(h.maker.Prune(h.Context()))
		if _, err := h.read(later); err == nil || h.now(later).State != "expired" {
			t.Errorf("after a day: %+v", h.now(later))
		}
		failed := h.ask(export.Guests, export.CSV)
		h.must(h.maker.GiveUp(h.Context(), failed.ID))
		if got := h.now(failed); got.State != "failed" {
			t.Errorf("%+v", got)
		}
		if fmt.Sprint(ended) != "[guests done guests done guests failed]" {
			t.Errorf("told of %v", ended)
		}
	})
}
