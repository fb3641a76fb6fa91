package discovery

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// list is a source that tells what was put into it, in order.
// list tells each event once, as it was put last, in the order in which they were put:
// as the database does.
type list struct {
	mu      sync.Mutex
	changes []Change
	numbers []int // of the changes, rising
	last    int
}

func (l *list) put(changes ...Change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range changes {
		if i := slices.IndexFunc(l.changes, func(old Change) bool { return old.ID == c.ID }); i >= 0 {
			l.changes, l.numbers = slices.Delete(l.changes, i, i+1), slices.Delete(l.numbers, i, i+1)
		}
		l.last++
		l.changes, l.numbers = append(l.changes, c), append(l.numbers, l.last)
	}
}

func (l *list) Changes(_ context.Context, cursor string, limit int) ([]Change, string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var after int
	if cursor != "" {
		n, err := strconv.Atoi(cursor)
		if err != nil {
			return nil, "", err
		}
		after = n
	}
	from, _ := slices.BinarySearch(l.numbers, after+1)
	to := min(from+limit, len(l.changes))
	if to > from {
		cursor = strconv.Itoa(l.numbers[to-1])
	}
	return slices.Clone(l.changes[from:to]), cursor, nil
}

var quiet = slog.New(slog.DiscardHandler)

const now = inventory.Instant(1_800_000_000_000_000)

// opened is an index that has taken in all that the source tells. Nothing follows the
// source: the test takes the turns.
func opened(t *testing.T, source Source, path string) *Index {
	t.Helper()
	x, err := New(Config{Path: path, Source: source, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	close(ended)
	x.stop, x.ended = func() {}, ended
	t.Cleanup(func() {
		if err := x.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	turn(t, x)
	return x
}

func turn(t *testing.T, x *Index) {
	t.Helper()
	if err := x.turn(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func temporary(t *testing.T) string { return filepath.Join(t.TempDir(), "index.db") }

// lines are the rows of a table, without comments.
func lines(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(line, "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		out = append(out, row)
	}
	return out
}

func find(t *testing.T, x *Index, q Query) *Result {
	t.Helper()
	if q.Now == 0 {
		q.Now = now
	}
	if q.Limit == 0 {
		q.Limit = 20
	}
	r, err := x.Search(t.Context(), &q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return r
}

func ids(r *Result) []string {
	var out []string
	for _, h := range r.Hits {
		out = append(out, h.ID)
	}
	return out
}

func at(days float64) inventory.Instant { return now + inventory.Instant(days*float64(inventory.Day)) }

func event(id, title string, days float64) Change {
	return Change{Event: Event{ID: id, Title: title, Place: "Town Hall", Host: "Riverside", Organizer: "org_1", StartsAt: at(days), EndsAt: at(days + 0.1), Available: true}}
}

func TestRelevance(t *testing.T) {
	t.Parallel()
	var source list
	for i, row := range lines(t, "events.txt") {
		source.put(Change{Event: Event{
			ID: row[0], Title: row[1], Place: row[2], Host: row[3], Organizer: "org_1", StartsAt: at(float64(i + 1)), EndsAt: at(float64(i+1) + 0.1),
		}})
	}
	x := opened(t, &source, temporary(t))
	queries := lines(t, "relevance.txt")
	if len(queries) < 60 {
		t.Fatalf("%d queries", len(queries))
	}
	for _, row := range queries {
		meant := ""
		if len(row) > 2 {
			meant = row[2]
		}
		r := find(t, x, Query{Text: row[0]})
		if len(r.Hits) == 0 || r.Hits[0].ID != row[1] || r.DidYouMean != meant {
			t.Errorf("%q finds %v, meant %q; want %s first, meant %q", row[0], ids(r), r.DidYouMean, row[1], meant)
		}
	}
}

// TestNothingFound: words that no event has, and signs, find nothing.
func TestNothingFound(t *testing.T) {
	t.Parallel()
	var source list
	source.put(event("a", "Barock im Schloss", 1), event("b", "Jazz", 2), event("c", "Schweinefest", 3), event("d", "Das Schwein", 4), event("e", "Singapore food", 5))
	x := opened(t, &source, temporary(t))
	for _, text := range []string{"rock", "wein", "weine", "singer", "xylophonist", "!!!", `"`, "jazz xylophonist", "title:jazz", "NEAR(jazz)", "*", "\x00", "\xff", strings.Repeat("jazz klezmer ", 50)} {
		if r := find(t, x, Query{Text: text}); len(r.Hits) != 0 || r.Total != 0 {
			t.Errorf("%q finds %v", text, ids(r))
		}
	}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	var source list
	full, other, long, over, ending := event("full", "Jazz", 3), event("other", "Jazz", 4), event("long", "Jazz", -30), event("over", "Jazz", -3), event("ending", "Jazz", -0.05)
	full.Available = false
	other.Organizer = "org_2"
	long.EndsAt = at(30)
	source.put(event("soon", "Jazz", 1), event("late", "Jazz", 10), full, other, long, over, ending)
	x := opened(t, &source, temporary(t))
	for _, c := range []struct {
		name string
		q    Query
		want string
	}{
		{"all that are not over, by start", Query{Text: "jazz"}, "long ending soon full other late"},
		{"without words", Query{}, "long ending soon full other late"},
		{"with places left", Query{Available: true}, "long ending soon other late"},
		{"of an organizer", Query{Organizer: "org_2"}, "other"},
		{"of nobody", Query{Organizer: "org_3"}, ""},
		{"that are over, the latest first", Query{Past: true}, "over"},
		{"that are over, from a time on", Query{Past: true, From: at(-2)}, ""},
		{"that are over, until a time", Query{Past: true, Until: at(-2)}, "over"},
		{"from and until", Query{From: at(2), Until: at(5)}, "long full other"},
		{"until does not include its moment", Query{From: at(2), Until: at(4)}, "long full"},
		{"one microsecond more does", Query{From: at(2), Until: at(4) + 1}, "long full other"},
		{"from does not include what ends then", Query{From: at(3.1)}, "long other late"},
		{"one microsecond before does", Query{From: at(3.1) - 1}, "long full other late"},
	} {
		if r := find(t, x, c.q); strings.Join(ids(r), " ") != c.want || r.Total != len(r.Hits) {
			t.Errorf("%s: %v of %d, want %s", c.name, ids(r), r.Total, c.want)
		}
	}
}

// TestChanges: what is written anew replaces what was there, also on another day.
func TestChanges(t *testing.T) {
	t.Parallel()
	var source list
	source.put(event("a", "Jazz", 1), event("b", "Jazz", 2))
	x := opened(t, &source, temporary(t))
	source.put(event("a", "Klezmer", 3), Change{Event: Event{ID: "c"}, Gone: true})
	turn(t, x)
	for text, want := range map[string]string{"jazz": "b", "klezmer": "a", "": "b a"} {
		if got := strings.Join(ids(find(t, x, Query{Text: text})), " "); got != want {
			t.Errorf("%q finds %s, want %s", text, got, want)
		}
	}
	source.put(Change{Event: Event{ID: "b"}, Gone: true})
	turn(t, x)
	if r := find(t, x, Query{Text: "jazz"}); len(r.Hits) != 0 {
		t.Errorf("what is gone is found: %v", ids(r))
	}
	// A word that nobody has any more is not what was meant.
	if r := find(t, x, Query{Text: "jazzz"}); r.DidYouMean != "" {
		t.Errorf("%q was meant, which no event has", r.DidYouMean)
	}
}

func TestTotalIsExactToItsBound(t *testing.T) {
	t.Parallel()
	var source list
	for i := range MaxTotal {
		source.put(event(strconv.Itoa(i), "Jazz", 1+float64(i)/1000))
	}
	x := opened(t, &source, temporary(t))
	if r := find(t, x, Query{Text: "jazz"}); r.Total != MaxTotal {
		t.Errorf("%d of %d", r.Total, MaxTotal)
	}
	source.put(event("x", "Jazz", 5), event("y", "Jazz", 6))
	turn(t, x)
	if r := find(t, x, Query{Text: "jazz"}); r.Total != MaxTotal+1 {
		t.Errorf("%d of more than %d", r.Total, MaxTotal)
	}
}

// TestFileInDoubt: a file that is damaged, gone, not closed or of another layout is
// filled anew, and until then nobody gets half an answer.
func TestFileInDoubt(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(t *testing.T, x *Index, path string){
		"overwritten while it is open": func(t *testing.T, x *Index, path string) {
			if _, err := x.file.write.ExecContext(t.Context(), "pragma wal_checkpoint(truncate)"); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteAt(make([]byte, info.Size()), 0); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		},
		"removed while it is open": func(t *testing.T, _ *Index, path string) {
			if err := remove(path); err != nil {
				t.Fatal(err)
			}
		},
		"a table is gone": func(t *testing.T, x *Index, _ string) {
			if _, err := x.file.write.ExecContext(t.Context(), "drop table events"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var source list
			for i := range 50 {
				source.put(event(strconv.Itoa(i), "Jazz", float64(i+1)))
			}
			path := temporary(t)
			x := opened(t, &source, path)
			harm(t, x, path)
			q := Query{Text: "jazz", Now: now, Limit: 60}
			if r, err := x.Search(t.Context(), &q); err == nil && len(r.Hits) != 50 || err != nil && !errors.Is(err, ErrNotReady) {
				t.Errorf("a search in it: %v, %v", r, err)
			}
			source.put(event("new", "Jazz", 60))
			for range 3 { // the damage may be met by a turn, and mended by the next
				if err := x.turn(t.Context()); err == nil && x.Ready() {
					break
				}
			}
			if r := find(t, x, q); len(r.Hits) != 51 {
				t.Errorf("%d of 51 are found in the new file", len(r.Hits))
			}
		})
	}
}

// TestOpenAgain: a file that was closed is gone on with; any other is not.
func TestOpenAgain(t *testing.T) {
	t.Parallel()
	var source list
	source.put(event("a", "Jazz", 1))
	path := temporary(t)
	open := func() *Index {
		x, err := New(Config{Path: path, Source: &source, Log: quiet, Every: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if err := x.open(t.Context()); err != nil {
			t.Fatal(err)
		}
		return x
	}
	cursor := func(x *Index) string {
		c, err := x.file.cursor(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	x := open()
	turn(t, x)
	if err := errors.Join(x.file.close(t.Context()), x.locked.free()); err != nil {
		t.Fatal(err)
	}
	x = open()
	if got := cursor(x); got != "1" {
		t.Errorf("a file that was closed begins at %q", got)
	}
	if _, err := x.Search(t.Context(), &Query{Now: now, Limit: 1}); !errors.Is(err, ErrNotReady) {
		t.Errorf("a search before the first turn: %v", err)
	}
	if err := errors.Join(x.file.abandon(), x.locked.free()); err != nil {
		t.Fatal(err)
	}
	x = open()
	if got := cursor(x); got != "" {
		t.Errorf("a file that was not closed begins at %q", got)
	}
	if _, err := x.file.write.ExecContext(t.Context(), "update meta set value = 'old' where name = 'layout'"); err != nil {
		t.Fatal(err)
	}
	turn(t, x)
	if err := errors.Join(x.file.close(t.Context()), x.locked.free()); err != nil {
		t.Fatal(err)
	}
	x = open()
	if got := cursor(x); got != "" {
		t.Errorf("a file of another layout begins at %q", got)
	}
	if err := errors.Join(x.file.close(t.Context()), x.locked.free()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no database at all, and long enough to be looked at"), 0o600); err != nil {
		t.Fatal(err)
	}
	x = open()
	turn(t, x)
	if r := find(t, x, Query{Text: "jazz"}); len(r.Hits) != 1 {
		t.Errorf("%v after a file that was none", ids(r))
	}
	if err := errors.Join(x.file.close(t.Context()), x.locked.free()); err != nil {
		t.Fatal(err)
	}
}

// TestSearchWhileItChanges: pages that are read while other events come and go show
// each event that stays exactly once.
func TestSearchWhileItChanges(t *testing.T) {
	t.Parallel()
	var source list
	const stay = 120
	for i := range stay {
		source.put(event("stay"+strconv.Itoa(i), "Jazz"+strings.Repeat(" night", i%3), 1+float64(i%40)))
	}
	x, err := New(Config{Source: &source, Log: quiet, Every: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	x.sizes.window = 50
	if err := x.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	folder := x.folder
	for !x.Ready() {
		time.Sleep(time.Millisecond)
	}
	ctx, stop := context.WithCancel(t.Context())
	pace := time.NewTicker(100 * time.Microsecond)
	defer pace.Stop()
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			e := event("moves"+strconv.Itoa(i%10), "Jazz night", 1+float64(i%37))
			e.Gone = i%3 == 0
			source.put(e)
			<-pace.C
		}
	})
	rounds := 20
	if testing.Short() {
		rounds = 3
	}
	for range rounds {
		seen := map[string]int{}
		q := Query{Text: "jazz", Now: now, Limit: 7}
		for {
			r, err := x.Search(t.Context(), &q)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range r.Hits {
				seen[h.ID]++
			}
			if r.Next == nil {
				break
			}
			q.After = *r.Next
		}
		for i := range stay {
			if n := seen["stay"+strconv.Itoa(i)]; n != 1 {
				t.Errorf("stay%d is shown %d times", i, n)
			}
		}
	}
	stop()
	writer.Wait()
	if err := x.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder is left: %v", err)
	}
	if _, err := x.Search(t.Context(), &Query{Now: now, Limit: 1}); !errors.Is(err, ErrNotReady) {
		t.Errorf("a search after the end: %v", err)
	}
}

// TestTranslated: an event is found by its words in each language, and no longer by those that
// are gone.
func TestTranslated(t *testing.T) {
	t.Parallel()
	var source list
	walk := event("a", "Laternenumzug", 1)
	walk.Translated = []Translated{{"fr", "Marche aux lanternes", "Vieux port"}, {"pl", "Pochód lampionów", ""}}
	source.put(walk, event("b", "Jazz", 2))
	x := opened(t, &source, temporary(t))
	for _, text := range []string{"laternenumzug", "marche lanterne", "vieux port", "lampionow", "town hall lanternes"} {
		if r := find(t, x, Query{Text: text}); len(r.Hits) != 1 || r.Hits[0].ID != "a" {
			t.Errorf("%q finds %v", text, ids(r))
		}
	}
	if r := find(t, x, Query{Text: "marche"}); len(r.Hits) != 1 || !slices.Contains(r.Hits[0].Matched, FieldTitle) {
		t.Errorf("found in %+v", r.Hits)
	}
	walk.Translated = walk.Translated[1:]
	source.put(walk)
	turn(t, x)
	if r := find(t, x, Query{Text: "marche"}); len(r.Hits) != 0 {
		t.Errorf("gone: %+v", r.Hits)
	}
}
