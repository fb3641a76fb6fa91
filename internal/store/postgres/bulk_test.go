package postgres

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// pairs is a Bulk of rows with a key and two columns beside it.
func pairs(spec *engine.Spec, a []int64, b []string) *engine.Bulk {
	keys := make([]string, len(a))
	for i := range keys {
		keys[i] = "same" // a key is an array even so
	}
	return &engine.Bulk{Spec: spec, EventID: "evt", Rows: len(a), Columns: []engine.Column{{Texts: keys}, {Ints: a}, {Texts: b}}}
}

// TestSharedValuesTravelOnce: what is the same in all rows is one argument, and
// the text says so.
func TestSharedValuesTravelOnce(t *testing.T) {
	spec := &engine.Spec{Table: "t", Kind: engine.Insert, Event: "event_id", Cols: []engine.Col{
		{Name: "id", Type: engine.Text, Key: true}, {Name: "a", Type: engine.Int}, {Name: "b", Type: engine.Text},
	}}
	for _, c := range []struct {
		a      []int64
		b      []string
		values string // what a row is made of
		types  string // of the arguments behind the event
	}{
		{[]int64{1, 2}, []string{"x", "y"}, "u.id, u.a, u.b", "[]string []int64 []string"},
		{[]int64{1, 1}, []string{"x", "y"}, "u.id, $3::bigint, u.b", "[]string int64 []string"},
		{[]int64{1, 2}, []string{"x", "x"}, "u.id, u.a, $4::text", "[]string []int64 string"},
		{[]int64{7}, []string{"x"}, "u.id, $3::bigint, $4::text", "[]string int64 string"},
	} {
		steps := (&session{}).Bulk(nil, pairs(spec, c.a, c.b))
		if !strings.Contains(steps[0].SQL, "select $1, "+c.values+" from unnest(") {
			t.Errorf("%v %v: %s", c.a, c.b, steps[0].SQL)
		}
		types := fmt.Sprintf("%T %T %T", steps[0].Args[1:]...)
		if types != c.types {
			t.Errorf("%v %v: arguments %s, want %s", c.a, c.b, types, c.types)
		}
	}
}

// TestTextsAreBounded: when there are as many texts as there may be, one that
// fits is taken, and never one that would lose a value.
func TestTextsAreBounded(t *testing.T) {
	cols := []engine.Col{{Name: "id", Type: engine.Text, Key: true}}
	for i := range 10 {
		cols = append(cols, engine.Col{Name: fmt.Sprint("c", i), Type: engine.Int})
	}
	spec := &engine.Spec{Table: "t", Kind: engine.Insert, Event: "event_id", Cols: cols}
	texts := map[string]bool{}
	for same := range 1 << 10 {
		b := &engine.Bulk{Spec: spec, Rows: 2, Columns: []engine.Column{{Texts: []string{"a", "b"}}}}
		for i := range 10 {
			second := int64(1)
			if same&(1<<i) != 0 {
				second = 0
			}
			b.Columns = append(b.Columns, engine.Column{Ints: []int64{0, second}})
		}
		text, taken := insertTextFor(b)
		texts[text] = true
		if taken&^columnSet(same<<1) != 0 {
			t.Fatalf("columns %b are the same, %b were taken to be", same<<1, taken)
		}
	}
	if len(texts) > maxVariants {
		t.Errorf("%d texts, want at most %d", len(texts), maxVariants)
	}
}
