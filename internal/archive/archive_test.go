package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/translation"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// TestArchive: an event that is over goes into a file, read only, and comes back row by row as it
// was; people with tickets, and the public log, are read meanwhile.
func TestArchive(t *testing.T) {
	t.Parallel()
	people := seed.Count(t, "HOLDFAST_ARCHIVE_REGISTRATIONS", 400)
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		w := finished(t, url, people)
		w.clean()
		a := w.archiver(w.st, w.files)
		before := w.contents()
		bundles := entries(t, w)
		usedBefore, _, err := w.st.Archives.Size(t.Context())
		must(t, err)

		plan, err := a.Plan(t.Context(), w.event)
		must(t, err)
		w.same(before)
		results, err := a.Archive(t.Context(), w.event)
		must(t, err)
		r := results[0]
		if len(plan.Reasons)+len(r.Reasons) > 0 || r.Rows != plan.Rows || r.Leaving != plan.Leaving || r.Leaving < int64(3*people) || r.Title == "" {
			t.Errorf("planned %+v, did %+v", plan, r)
		}
		report := w.clean()
		if report.Checked.Archives != 1 || report.Checked.AuditRows != 0 {
			t.Errorf("%+v", report.Checked)
		}
		after := w.contents()
		for _, table := range []string{"audit", "messages", "deliveries", "idempotency_keys", "name_seals", "waitlist_entries", "waitlist_counts"} {
			if len(after[table]) != 0 || len(before[table]) == 0 {
				t.Errorf("%s: %d rows, %d before", table, len(after[table]), len(before[table]))
			}
		}
		if len(after["holds"]) != people || len(after["people"]) != people || !slices.Equal(after["log_tiles"], before["log_tiles"]) {
			t.Errorf("%d holds, %d people", len(after["holds"]), len(after["people"]))
		}
		if !slices.Equal(bundles, entries(t, w)) {
			t.Error("the entries of the public log are not what they were")
		}
		if _, err := w.st.Registrations.Registration(t.Context(), w.event, "user3"); err != nil {
			t.Errorf("who has a ticket: %v", err)
		}
		for range 2 { // with what the server has in memory, and without
			results, _ := w.writer.Write(t.Context(), w.event, []sequencer.Request{{EventID: w.event, Command: w.stored.Register("late", 1)}})
			if !errors.Is(results[0].Err, archives.ErrArchived) {
				t.Errorf("a change: %v", results[0].Err)
			}
		}
		must(t, w.st.Archives.Shrink(t.Context()))
		usedAfter, total, err := w.st.Archives.Size(t.Context())
		must(t, err)
		t.Logf("%s: %d people: %d of %d rows left, file %d bytes; database %d bytes before, %d after, of %d", w.st.Engine(), people, r.Leaving, r.Rows, r.Size, usedBefore, usedAfter, total)
		if usedAfter >= usedBefore {
			t.Errorf("%d bytes before, %d after", usedBefore, usedAfter)
		}
		if results, err = a.Archive(t.Context(), w.event); err != nil || !slices.Contains(results[0].Reasons, "archived") {
			t.Errorf("again: %+v, %v", results, err)
		}

		must(t, a.Restore(t.Context(), w.event))
		w.same(before)
		w.clean()
		w.write(sequencer.Request{EventID: w.event, Command: inventory.Erase{Who: inventory.Who{Actor: "system", Staff: true}, UserID: "user0"}})
		w.execute("delete from river_job")
		w.settle()
		w.clean()
		if err := a.Restore(t.Context(), w.event); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("brought back twice: %v", err)
		}
	})
}

// TestTranslationsAreArchived: the words of an event in other languages stay as long as somebody has
// a ticket, whose pages are read in them; else they leave with the event, and come back with it.
func TestTranslationsAreArchived(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		w := finished(t, url, 20)
		a := w.archiver(w.st, w.files)
		french := func() string {
			v, err := w.st.Events.Event(t.Context(), w.event)
			must(t, err)
			return v.In("fr").Details.Title
		}
		words := &events.DetailsChange{Translations: translation.All{"fr": {translation.Title: {Text: "Marche aux lanternes"}}, "pl": {translation.Title: {Text: "Spacer"}}}}
		translate := func() {
			v, err := w.st.Events.Event(t.Context(), w.event)
			must(t, err)
			e := &v.Event
			w.write(sequencer.Request{EventID: w.event, Details: words, Command: inventory.Configure{
				Who: inventory.Who{Actor: "system", Staff: true}, From: e, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings,
			}})
			w.execute("delete from river_job")
			w.settle()
		}
		translate()
		before := w.contents()
		_, err := a.Archive(t.Context(), w.event)
		must(t, err)
		if got := french(); got != "Marche aux lanternes" {
			t.Errorf("people with tickets read %q", got)
		}
		w.clean()
		must(t, a.Restore(t.Context(), w.event))
		w.same(before)

		w.held(5)
		translate()
		for _, order := range testdb.Rows(t, w.raw(), fmt.Sprintf("select id from waitlist_entries where event_id = '%s' and state = 'waiting'", w.event)) {
			w.write(sequencer.Request{EventID: w.event, Command: inventory.Leave{Who: inventory.Who{Actor: "public"}, EntryID: order}})
		}
		for _, order := range testdb.Rows(t, w.raw(), fmt.Sprintf("select id from holds where event_id = '%s' and state = 'confirmed'", w.event)) {
			w.write(sequencer.Request{EventID: w.event, Command: inventory.Cancel{Who: inventory.Who{Actor: "system", Staff: true}, OrderID: order}})
		}
		if n := len(testdb.Rows(t, w.raw(), fmt.Sprintf("select id from holds where event_id = '%s' and state = 'confirmed'", w.event))); n != 0 {
			t.Fatalf("%d people have tickets", n)
		}
		w.execute("delete from river_job")
		w.settle()
		before = w.contents()
		results, err := a.Archive(t.Context(), w.event)
		must(t, err)
		if len(results[0].Reasons) > 0 {
			t.Fatalf("not archived: %q", results[0].Reasons)
		}
		if rows := testdb.Rows(t, w.raw(), "select language from event_translations where event_id = '"+w.event+"'"); len(rows) != 0 {
			t.Errorf("nobody has a ticket, and there are words in %q", rows)
		}
		w.clean()
		must(t, a.Restore(t.Context(), w.event))
		w.same(before)
		if got := french(); got != "Marche aux lanternes" {
			t.Errorf("it is back, and reads %q", got)
		}
		w.clean()
	})
}

// TestFiveYears: of an event each month for five years, four years are archived: how much smaller
// the database is then, and how much sooner it is verified. HOLDFAST_ARCHIVE_EVENTS says how many
// events there are, and HOLDFAST_ARCHIVE_PEOPLE for how many people each.
func TestFiveYears(t *testing.T) {
	t.Parallel()
	events, people := seed.Count(t, "HOLDFAST_ARCHIVE_EVENTS", 5), seed.Count(t, "HOLDFAST_ARCHIVE_PEOPLE", 20)
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		w := finished(t, url, people)
		all := []string{w.event}
		for range events - 1 {
			w.held(people)
			all = append(all, w.event)
		}
		a := w.archiver(w.st, w.files)
		figures := func() (used int64, took time.Duration) {
			must(t, w.st.Archives.Shrink(t.Context()))
			used, _, err := w.st.Archives.Size(t.Context())
			must(t, err)
			begun := time.Now()
			w.clean()
			return used, time.Since(begun)
		}
		before, verifiedIn := figures()
		begun := time.Now()
		results, err := a.Archive(t.Context(), all[:events*4/5]...)
		must(t, err)
		took := time.Since(begun)
		var rows, left, size int64
		for _, r := range results {
			if len(r.Reasons) > 0 {
				t.Fatalf("%+v", r)
			}
			rows, left, size = rows+r.Rows, left+r.Leaving, size+r.Size
		}
		after, thenIn := figures()
		t.Logf("%s: %d events of %d people, %d archived in %s (%d rows, of which %d left: %.0f a second; files %d bytes): database %d bytes before, %d after: ratio %.2f; verified in %s before, %s after",
			w.st.Engine(), events, people, len(results), took, rows, left, float64(left)/took.Seconds(), size, before, after, float64(after)/float64(before), verifiedIn, thenIn)
		if after >= before && events*people >= 2000 { // of less an engine gives nothing back
			t.Errorf("%d bytes before, %d after", before, after)
		}
	})
}

// entries are the bundles of the public log, as they are served.
func entries(t *testing.T, w *fixture) (list []string) {
	t.Helper()
	w.logs.Archived = LogEntries{w.st, w.files}.Bundle
	p, err := w.logs.Published(t.Context(), w.event)
	must(t, err)
	for n := int64(0); n*tlog.TileWidth < p.Head.Size; n++ {
		for _, width := range []int{int(min(tlog.TileWidth, p.Head.Size-n*tlog.TileWidth)), 3} {
			bundle, err := w.logs.Tile(t.Context(), p, tlog.TilePart{Entries: true, N: n, Width: width})
			must(t, err)
			list = append(list, string(bundle))
		}
	}
	return list
}

// audited are the audit rows of the event, as those read them who follow its changes.
func audited(t *testing.T, w *fixture, limit int) (all []string) {
	t.Helper()
	v, err := w.st.Events.Event(t.Context(), w.event)
	must(t, err)
	a := w.archiver(w.st, w.files)
	for at := (messages.FeedPosition{}); ; {
		page, err := w.st.Feeds.Changes(t.Context(), v.Event.OrgID, at, limit, 1, a.Audit)
		must(t, err)
		for i := range page {
			all = append(all, fmt.Sprint(page[i].EventID, page[i].ChainedRow))
			at = page[i].At
		}
		if len(page) == 0 {
			return all
		}
	}
}

func (d *dying) dies(after bool) error {
	if d.after == after {
		if d.left--; d.left == 0 {
			return errCrash
		}
	}
	return nil
}

func (d *dying) Put(ctx context.Context, name string, r io.Reader, size int64, mediaType string) error {
	if err := d.dies(false); err != nil {
		return err
	}
	return errors.Join(d.Store.Put(ctx, name, r, size, mediaType), d.dies(true))
}

func (d *dying) Delete(ctx context.Context, name string) error {
	if err := d.dies(false); err != nil {
		return err
	}
	return errors.Join(d.Store.Delete(ctx, name), d.dies(true))
}

// TestCutOff: archiving and bringing back that are cut off at any call of the database or of the
// files leave the event whole in one place, which verify sees, and the next round goes on.
func TestCutOff(t *testing.T) {
	seed.InTurn(t, 1)
	t.Parallel()
	from := seed.Of(t)
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		w := finished(t, url, 60)
		audit := audited(t, w, 7)
		before := w.contents()
		random := rand.New(rand.NewPCG(from, 1))
		a := w.archiver(w.st, w.files)
		cut := 0
		for range 12 {
			for _, back := range []bool{false, true} {
				st, files := w.st, w.files
				if w.st.Engine() == "sqlite" && random.IntN(3) > 0 {
					var left atomic.Int64
					left.Store(1 + random.Int64N(260))
					when := []faultsql.When{faultsql.Before, faultsql.After}[random.IntN(2)]
					driver := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, x faultsql.When) bool {
						return x == when && op != faultsql.OpRollback && left.Load() < 1<<40 && left.Add(-1) <= 0 // from then on nothing works: it is dead
					})
					broken, err := store.Open(t.Context(), database.Config{URL: url, SQLiteDriver: driver})
					if err != nil {
						continue
					}
					defer broken.Close() //nolint:errcheck // it fails by design
					st = broken
				} else {
					files = &dying{Store: w.files, left: 1 + random.IntN(4), after: random.IntN(2) == 0}
				}
				b := w.archiver(st, files)
				var err error
				if back {
					err = b.Restore(t.Context(), w.event)
				} else {
					_, err = b.Archive(t.Context(), w.event)
				}
				if err != nil {
					cut++
				}
				w.clean()
				if got := audited(t, w, 50); !slices.Equal(got, audit) {
					t.Errorf("who follows the changes reads %d of %d audit rows", len(got), len(audit))
				}
				if now, err := w.st.Archives.Archive(t.Context(), w.event); err == nil && now.State == archives.ArchiveRemoving && random.IntN(2) == 0 {
					// Whoever asks for it again goes on with it.
					results, err := a.Archive(t.Context(), w.event)
					if must(t, err); len(results) != 1 || len(results[0].Reasons) > 0 || results[0].Rows == 0 {
						t.Errorf("%+v", results)
					}
				}
				must(t, a.finish(t.Context()))
				w.clean()
				archived, err := w.st.Archives.Archived(t.Context(), w.event)
				must(t, err)
				switch {
				case !archived:
					w.same(before)
				case back: // it was not begun, or was unsealed
					must(t, a.Restore(t.Context(), w.event))
					w.same(before)
				}
			}
		}
		if t.Logf("cut off %d times", cut); cut == 0 {
			t.Error("nothing was cut off")
		}
	})
}

// TestDamaged: verify finds a file that is gone or changed, and nothing comes back from it.
func TestDamaged(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		w := finished(t, url, 40)
		a := w.archiver(w.st, w.files)
		results, err := a.Archive(t.Context(), w.event)
		must(t, err)
		name := filepath.Join(w.folder, results[0].File)
		sound, err := os.ReadFile(name)
		must(t, err)
		flipped := slices.Clone(sound)
		flipped[len(flipped)/2] ^= 1
		for what, content := range map[string][]byte{"flipped": flipped, "cut off": sound[:len(sound)-9], "longer": append(slices.Clone(sound), 0), "empty": {}, "gone": nil} {
			must(t, os.Remove(name))
			if content != nil {
				must(t, os.WriteFile(name, content, 0o600))
			}
			if !slices.ContainsFunc(w.verified().Tallies, func(n verify.Tally) bool { return n.Invariant == 40 && n.Found > 0 }) {
				t.Errorf("%s: verify does not see it", what)
			}
			if err := a.Restore(t.Context(), w.event); err == nil {
				t.Errorf("%s: it came back", what)
			}
			must(t, os.WriteFile(name, sound, 0o600))
		}
		entry := filepath.Join(w.folder, strings.TrimSuffix(results[0].File, suffix)+logSuffix, "0")
		text, err := os.ReadFile(entry)
		must(t, err)
		text[20] ^= 1
		must(t, os.WriteFile(entry, text, 0o600))
		if w.verified().Clean() {
			t.Error("verify does not see a changed entry of the log")
		}
		text[20] ^= 1
		must(t, os.WriteFile(entry, text, 0o600))
		w.clean()
		w.execute("insert into messages (event_id, seq, person_id, kind, ref, created_at) select event_id, 1, id, 'x', '', 1 from people limit 1")
		if w.verified().Clean() {
			t.Error("verify does not see a row that is back by itself")
		}
		w.execute("delete from messages")
		w.execute("update archives set state = 'restored'")
		if w.verified().Clean() {
			t.Error("verify does not see an archive whose event is not back")
		}
	})
}

// TestErasure: after somebody was erased from an archived event, no file has them, and a database
// from before, which names the old file, takes the new one.
func TestErasure(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		w := finished(t, url, 40)
		a := w.archiver(w.st, w.files)
		results, err := a.Archive(t.Context(), w.event)
		must(t, err)
		old, err := w.st.Archives.Archive(t.Context(), w.event)
		must(t, err)
		must(t, a.RestoreForErasure(t.Context(), w.event))
		w.write(sequencer.Request{EventID: w.event, Command: inventory.Erase{Who: inventory.Who{Actor: "system", Staff: true}, UserID: "user47"}})
		w.execute("delete from river_job", "delete from deliveries where state = 'queued'")
		w.settle()
		// Nobody has said that the event is to be archived: it was.
		w.now = w.now.Add(1e9)
		must(t, a.Round(t.Context()))
		fresh, err := w.st.Archives.Archive(t.Context(), w.event)
		must(t, err)
		if fresh.State != archives.ArchiveArchived || fresh.File == old.File {
			t.Fatalf("%+v", fresh)
		}
		if _, _, err := w.files.Get(t.Context(), results[0].File); !errors.Is(err, objectstore.ErrNotFound) {
			t.Errorf("the old file: %v", err)
		}
		w.clean()
		must(t, a.open(t.Context(), &fresh, func(f *reader) error {
			for f.lines.Scan() {
				if strings.Contains(f.lines.Text(), "user47\"") || strings.Contains(f.lines.Text(), "user47@") {
					t.Errorf("%s", f.lines.Text())
				}
			}
			return f.lines.Err()
		}))
		w.execute("update archives set file = '" + old.File + "', checksum = '" + old.Checksum + "'")
		must(t, a.Restore(t.Context(), w.event))
		w.clean()
	})
}

// TestDue: the job archives events of organizations that want it, and forgets the file of one that
// was brought back after 30 days.
func TestDue(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		w := finished(t, url, 40)
		a := w.archiver(w.st, w.files)
		must(t, a.Round(t.Context()))
		w.wantArchived(false)
		v, err := w.st.Events.Event(t.Context(), w.event)
		must(t, err)
		must(t, w.st.Retention.Set(t.Context(), v.Event.OrgID, []archives.Retained{{OrgID: v.Event.OrgID, Kind: "events", Days: 30}}))
		must(t, a.Round(t.Context())) // 60 days from now, 29 after its end
		w.wantArchived(false)
		w.now = w.now.Add(48 * 3600 * 1e9)
		must(t, a.Round(t.Context()))
		w.wantArchived(true)
		must(t, a.Restore(t.Context(), w.event))
		w.now = w.now.Add(29 * 24 * 3600 * 1e9)
		must(t, a.Round(t.Context()))
		w.wantArchived(false)
		w.now = w.now.Add(2 * 24 * 3600 * 1e9)
		must(t, a.Round(t.Context()))
		w.wantArchived(true)
		w.clean()
		names, err := a.filesOf(t.Context(), w.event)
		if must(t, err); len(names) != 1 {
			t.Errorf("%q", names)
		}
	})
}

func (w *fixture) wantArchived(want bool) {
	w.t.Helper()
	got, err := w.st.Archives.Archived(w.t.Context(), w.event)
	if must(w.t, err); got != want {
		w.t.Errorf("archived: %t, want %t", got, want)
	}
}

// TestUnready: an event that something is still to become of stays.
func TestUnready(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		w := finished(t, url, 40)
		a := w.archiver(w.st, w.files)
		w.execute("update deliveries set state = 'queued' where seq = (select min(seq) from deliveries)", "insert into scan_slots (event_id, slot) values ('"+w.event+"', 1)")
		results, err := a.Archive(t.Context(), w.event)
		must(t, err)
		if want := []string{"messages_queued", "scans_unsealed"}; !slices.Equal(results[0].Reasons, want) {
			t.Errorf("%q", results[0].Reasons)
		}
		if _, err := a.Archive(t.Context(), "evt_000000000000"); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("no event: %v", err)
		}
	})
}
