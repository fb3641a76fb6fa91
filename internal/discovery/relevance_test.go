package discovery

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// leastRight is how many of sixty queries of the table are answered right.
const leastRight = 55

// TestRelevanceAmongMany: the queries of the table are played among very many sample events too, which are on before
// and between those of the table. Right is what the table wants, or an event that has the words as well and is on
// sooner, or has them better: as many of them in its title and as many anywhere, in forms that weigh no less.
func TestRelevanceAmongMany(t *testing.T) {
	t.Parallel()
	source := &among{seed: 7, many: seed.Count(t, "HOLDFAST_SEARCHED_EVENTS", 3000)}
	table := map[string]*Event{}
	for i, row := range lines(t, "events.txt") {
		e := &Event{ID: row[0], Title: row[1], Place: row[2], Host: row[3], Organizer: "org_1", StartsAt: at(float64(i + 1)), EndsAt: at(float64(i+1) + 0.1)}
		table[e.ID] = e
		source.first = append(source.first, Change{Event: *e})
	}
	x := many(t, source)
	queries := lines(t, "relevance.txt")
	wrong, same := 0, 0
	for _, row := range queries {
		meant := ""
		if len(row) > 2 {
			meant = row[2]
		}
		r := find(t, x, Query{Text: row[0]})
		if len(r.Hits) == 0 {
			wrong++
			t.Logf("%q finds nothing, and wants %s", row[0], row[1])
			continue
		}
		wanted, first := table[row[1]], table[r.Hits[0].ID]
		if first == nil {
			i, err := strconv.Atoi(strings.TrimPrefix(r.Hits[0].ID, "sample "))
			if err != nil {
				t.Fatal(err)
			}
			e := sampled(source.seed, i)
			first = &e
		}
		if first == wanted {
			same++
			continue
		}
		asked := cmp.Or(meant, row[0])
		if r.DidYouMean == meant && hasAsWell(asked, first, wanted) {
			continue
		}
		wrong++
		t.Logf("%q finds %s | %s | %s of %d first, and wants %s; meant %q", row[0], first.Title, first.Place, first.Host, r.Total, row[1], r.DidYouMean)
	}
	t.Logf("%d of %d have the event of the table first, %d are wrong", same, len(queries), wrong)
	if most := len(queries) * (60 - leastRight) / 60; wrong > most {
		t.Errorf("%d of %d queries are answered wrong, and %d may be", wrong, len(queries), most)
	}
}

// hasAsWell reports whether an event has the words of a text as well as another and is on sooner, or has them better.
func hasAsWell(text string, e, other *Event) bool {
	words := strings.Fields(fold(strings.ToLower(text)))
	count := func(in string) (n int) {
		has := strings.FieldsFunc(fold(strings.ToLower(in)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, w := range words {
			if slices.Contains(has, w) {
				n++
			}
		}
		return n
	}
	anywhere := func(e *Event) int { return count(e.Title + " " + e.Place + " " + e.Host) }
	wants := wantsOf(text)
	weight := func(e *Event) int {
		d, f := documentOf(e), strings.Fields
		n, _ := score(wants, &stored{f(d.title), f(d.place), f(d.host), f(d.performers), f(d.tags), f(d.stems), f(d.others), f(d.tails)})
		return n
	}
	if count(e.Title) < count(other.Title) && weight(e) <= weight(other) || anywhere(e) < anywhere(other) {
		return false
	}
	return weight(e) > weight(other) || weight(e) == weight(other) && e.StartsAt <= other.StartsAt
}
