package discovery

import (
	"slices"
	"testing"
)

func TestTags(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{{"Open Air", "open  air"}, {"Café", "cafe"}, {" jazz ", "JAZZ"}, {"C++", "c++"}} {
		if !HasTag([]string{"other", same[0]}, same[1]) {
			t.Errorf("%q is not %q", same[0], same[1])
		}
	}
	for _, other := range [][2]string{{"C++", "c"}, {"open air", "air"}, {"jazz", "jazzy"}} {
		if HasTag([]string{other[0]}, other[1]) {
			t.Errorf("%q is %q", other[0], other[1])
		}
	}
}

// TestLabels finds events by what they say of themselves, and by the words of it.
func TestLabels(t *testing.T) {
	t.Parallel()
	evening, morning, street := event("evening", "An evening", 1), event("morning", "A morning", 2), event("street", "Okoye street party", 3)
	evening.Category, evening.Tags, evening.Performers, evening.Spoken, evening.AgeMin = "music", []string{"Open Air", "C++"}, []string{"Nina Okoye", "王伟力"}, "en", 18
	morning.Category, morning.Tags, morning.Performers, morning.Spoken, morning.AgeMin = "family", []string{"Concerts"}, []string{"Ana Lima"}, "pt", 6
	var source list
	source.put(evening, morning, street)
	x := opened(t, &source, temporary(t))
	age := func(n int64) Query { return Query{Age: &n} }
	for _, c := range []struct {
		what    string
		q       Query
		want    []string
		matched string // of the first
	}{
		{"a category", Query{Category: "music"}, []string{"evening"}, ""},
		{"one that no event has", Query{Category: "sport"}, nil, ""},
		{"a tag", Query{Tag: "concerts"}, []string{"morning"}, ""},
		{"a tag in another spelling", Query{Tag: " OPEN  air"}, []string{"evening"}, ""},
		{"a part of a tag", Query{Tag: "open"}, nil, ""},
		{"a tag of signs", Query{Tag: "c++"}, []string{"evening"}, ""},
		{"a performer by name", Query{Performer: " nina  OKOYE"}, []string{"evening"}, ""},
		{"a part of a name", Query{Performer: "nina"}, nil, ""},
		{"a language", Query{Language: "pt"}, []string{"morning"}, ""},
		{"two that no event has", Query{Language: "pt", Category: "music"}, nil, ""},
		{"of age", age(18), []string{"evening", "morning", "street"}, ""},
		{"not of age", age(17), []string{"morning", "street"}, ""},
		{"a child", age(5), []string{"street"}, ""},
		{"older than any bound", age(120), []string{"evening", "morning", "street"}, ""},
		{"a performer", Query{Text: "nina okoye"}, []string{"evening"}, FieldPerformer},
		{"the beginning of a performer", Query{Text: "lim"}, []string{"morning"}, FieldPerformer},
		{"a performer in a script without spaces", Query{Text: "王伟力"}, []string{"evening"}, FieldPerformer},
		{"a name in a title and of a performer", Query{Text: "okoye"}, []string{"street", "evening"}, FieldTitle},
		{"a form of a tag", Query{Text: "concert"}, []string{"morning"}, FieldTag},
		{"a performer who was mistyped", Query{Text: "okoyy nina"}, []string{"evening"}, FieldPerformer},
	} {
		c.q.Sort = ByRelevance
		r := find(t, x, c.q)
		if got := ids(r); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		} else if c.matched != "" && !slices.Equal(r.Hits[0].Matched, []string{c.matched}) {
			t.Errorf("%s: matched %v, want %s", c.what, r.Hits[0].Matched, c.matched)
		}
	}
	// What it says becomes something else.
	evening.Tags, evening.Category = nil, "film"
	source.put(evening)
	turn(t, x)
	if got := ids(find(t, x, Query{Tag: "open air"})); len(got) > 0 {
		t.Errorf("by an earlier tag: %v", got)
	}
	if got := ids(find(t, x, Query{Category: "film"})); !slices.Equal(got, []string{"evening"}) {
		t.Errorf("by the category of now: %v", got)
	}
}
