package discovery

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/translation"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

// sourceOf is the source of a database at a time that the test sets, reading few marks
// at once, so that a handful of changes are many.
func sourceOf(s *store.Store, now *inventory.Instant) *published {
	p := Published(s, func() time.Time { return now.Time() }).(*published)
	p.marks = 3
	return p
}

// titled publishes an event of an organization of its own, which is called as told, at
// a time.
func titled(t *testing.T, s *store.Store, organization string, at inventory.Instant) *storetest.Fixture {
	t.Helper()
	h := storetest.NewFixture(t, s)
	if organization != "" {
		rename(t, h, organization)
	}
	h.Now = at
	h.Must(h.CreateCommand(10, nil))
	return h
}

func rename(t *testing.T, h *storetest.Fixture, name string) {
	t.Helper()
	if err := h.S.Organizations.ChangeProfile(t.Context(), organizations.Profile{ID: h.Org, Name: name}); err != nil {
		t.Fatal(err)
	}
}

// TestLateCommits: what is committed after something that was decided later is found all
// the same, and so is an event that was told about before and changes late.
func TestLateCommits(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		s := testdb.Open(t, db)
		now := storetest.Epoch + inventory.Instant(inventory.Minute)
		x := opened(t, sourceOf(s, &now), "")
		sees := func(what string, want int) {
			t.Helper()
			turn(t, x)
			if r := find(t, x, Query{Text: "evening", Now: storetest.Epoch, Limit: 50}); len(r.Hits) != want {
				t.Errorf("%s: %d of %d events are found", what, len(r.Hits), want)
			}
		}
		second := inventory.Instant(inventory.Second)
		first := titled(t, s, "", now-10*second)
		sees("in order", 1)
		for i := range 7 {
			titled(t, s, "", now-20*second-inventory.Instant(i)*second)
		}
		sees("seven late ones", 8)
		for range 5 {
			titled(t, s, "", now-30*second)
		}
		sees("five of one moment", 13)
		late := titled(t, s, "", now-second)
		sees("in order again", 14)
		first.Now = now - 5*second
		first.Must(inventory.CancelEvent{Who: inventory.Who{Actor: "key_test", Staff: true}})
		sees("called off late", 13)
		now += 2 * lateness // what was told is forgotten, and the marks with it
		late.Now = now
		late.Must(inventory.CancelEvent{Who: inventory.Who{Actor: "key_test", Staff: true}})
		sees("called off after a while", 12)
	})
}

// TestFoundBySeries: a date is found by what its series is called, in each of its languages, and
// in the next turn by what that becomes.
func TestFoundBySeries(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		s := testdb.Open(t, db)
		now := inventory.At(time.Now())
		x := opened(t, sourceOf(s, &now), "")
		h := titled(t, s, "", storetest.Epoch)
		turn(t, x)
		finds := func(text string, want int) {
			t.Helper()
			turn(t, x)
			if r := find(t, x, Query{Text: text, Now: storetest.Epoch, Limit: 50}); len(r.Hits) != want || want > 0 && !slices.Contains(r.Hits[0].Matched, FieldTitle) {
				t.Errorf("%s: %+v, want %d", text, r.Hits, want)
			}
		}
		finds("glowworms", 0)
		series := events.EventSeries{OrgID: h.Org, ID: "ser_1", Title: "Glowworms", CreatedAt: now}
		if err := s.Series.CreateSeries(t.Context(), series, []events.SeriesDate{{OrgID: h.Org, SeriesID: "ser_1", Position: 1, EventID: h.Event, SourceID: h.Event, StartsAt: storetest.Epoch, Made: true, Plan: 1}}); err != nil {
			t.Fatal(err)
		}
		finds("glowworms", 1)
		says := func(language, title string) {
			t.Helper()
			now += inventory.Instant(inventory.Second)
			if _, err := s.Series.SetTexts(t.Context(), h.Org, "ser_1", now, language, func(v *events.EventSeries) translation.Texts {
				return translation.Texts{translation.Title: {Text: title, Of: translation.Mark(v.Title)}}
			}); err != nil {
				t.Fatal(err)
			}
		}
		says("de", "Glühwürmchen")
		says("fr", "Lucioles")
		finds("gluhwurmchen", 1)
		finds("lucioles", 1)
		says("fr", "Vers luisants")
		finds("luisants", 1)
		finds("lucioles", 0)
		now += inventory.Instant(inventory.Second)
		title := "Moths"
		if _, err := s.Series.ChangeSeries(t.Context(), h.Org, "ser_1", now, &title, nil); err != nil {
			t.Fatal(err)
		}
		finds("moths", 1)
		finds("glowworms", 0)
	})
}

// TestManyRenamed: however many organizations take another name at once, their events are
// found by it in the next turn.
func TestManyRenamed(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		s := testdb.Open(t, db)
		now := inventory.At(time.Now())
		p := sourceOf(s, &now)
		x := opened(t, p, "")
		var halls []*storetest.Fixture
		for i := range 10 {
			halls = append(halls, titled(t, s, "Old"+strconv.Itoa(i), storetest.Epoch))
		}
		finds := func(name string, want int) {
			t.Helper()
			turn(t, x)
			if r := find(t, x, Query{Text: name, Now: storetest.Epoch, Limit: 50}); len(r.Hits) != want || r.DidYouMean != "" {
				t.Errorf("%d of %d events are found by %s (%q)", len(r.Hits), want, name, r.DidYouMean)
			}
		}
		finds("old", 10)
		for i, h := range halls {
			rename(t, h, "Young"+strconv.Itoa(i))
		}
		now = inventory.At(time.Now())
		finds("young", 10)
		// All in one moment, and marked late.
		if _, err := s.JobsDB().ExecContext(t.Context(), fmt.Sprintf("update organization_audit set at = %d where action = 'organization_changed'", int64(now)-1)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.JobsDB().ExecContext(t.Context(), "update organizations set name = 'Ancient'"); err != nil {
			t.Fatal(err)
		}
		finds("ancient", 10)
		// The marks are forgotten once they are old, and the cursor goes on.
		now += 2 * renamedStep
		turn(t, x)
		turn(t, x)
		if cursor, err := x.file.cursor(t.Context()); err != nil || len(p.organizations) != 0 || cursor == "" {
			t.Errorf("after a while %d organizations are kept, cursor %q, %v", len(p.organizations), cursor, err)
		}
		rename(t, halls[0], "Newest")
		now = inventory.At(time.Now()) + 2*renamedStep // the clock of the database is behind by less than the marks are kept for
		if _, err := s.JobsDB().ExecContext(t.Context(), fmt.Sprintf("update organization_audit set at = %d where org_id = '%s' and seq = (select max(seq) from organization_audit where org_id = '%s')", int64(now), halls[0].Org, halls[0].Org)); err != nil {
			t.Fatal(err)
		}
		finds("newest", 1)
	})
}

// failing answers the first reads of a source, and then not.
type failing struct {
	Source
	fails func() bool
}

func (f failing) Changes(ctx context.Context, cursor string, limit int) ([]Change, string, error) {
	if f.fails() {
		return nil, "", errors.New("the database does not answer")
	}
	return f.Source.Changes(ctx, cursor, limit)
}

// TestSourceDoesNotAnswer: while the database does not answer, what was found before is
// found, and what changed meanwhile as soon as it answers.
func TestSourceDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := testdb.Open(t, testdb.SQLite(t))
	now, down := storetest.Epoch, false
	x := opened(t, failing{sourceOf(s, &now), func() bool { return down }}, "")
	titled(t, s, "", now)
	turn(t, x)
	q := Query{Text: "evening", Now: storetest.Epoch, Limit: 10}
	down = true
	titled(t, s, "", now)
	if err := x.turn(t.Context()); err == nil {
		t.Error("a turn without the database went well")
	}
	if r := find(t, x, q); len(r.Hits) != 1 {
		t.Errorf("%d of 1 event is found meanwhile", len(r.Hits))
	}
	down = false
	turn(t, x)
	if r := find(t, x, q); len(r.Hits) != 2 {
		t.Errorf("%d of 2 events are found afterwards", len(r.Hits))
	}
}

// TestTwoServers: each of two servers has an index of its own and finds what was
// published, renamed and called off on either.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	db := testdb.Postgres(t)
	var stores []*store.Store
	var indexes []*Index
	for range 2 {
		s := testdb.Open(t, db)
		x, err := New(Config{Source: Published(s, time.Now), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := x.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
		stores, indexes = append(stores, s), append(indexes, x)
	}
	// finds waits until both find so many, and says how long the later one took.
	finds := func(what, text string, want int) {
		t.Helper()
		since := time.Now()
		for i, x := range indexes {
			for {
				r, err := x.Search(t.Context(), &Query{Text: text, Now: storetest.Epoch, Limit: 20})
				if err == nil && len(r.Hits) == want && r.DidYouMean == "" {
					break
				}
				if err != nil && !errors.Is(err, ErrNotReady) {
					t.Fatal(err)
				}
				if time.Since(since) > 20*time.Second {
					t.Fatalf("%s: server %d finds %v, %v; want %d", what, i, r, err, want)
				}
				time.Sleep(5 * time.Millisecond)
			}
		}
		t.Logf("%s: found on both after %s", what, time.Since(since).Round(time.Millisecond))
	}
	var halls []*storetest.Fixture
	for i := range 6 {
		halls = append(halls, titled(t, stores[i%2], "Harbour "+strconv.Itoa(i), inventory.At(time.Now())))
	}
	finds("published", "harbour evening", 6)
	rename(t, halls[1].Beside(stores[0]), "Lighthouse")
	finds("renamed", "lighthouse", 1)
	other := halls[0].Beside(stores[1])
	other.Now = inventory.At(time.Now())
	other.Must(inventory.CancelEvent{Who: inventory.Who{Actor: "key_test", Staff: true}})
	finds("called off", "harbour", 4)
	if !slices.ContainsFunc(indexes, (*Index).Ready) {
		t.Error("no index is ready")
	}
}
