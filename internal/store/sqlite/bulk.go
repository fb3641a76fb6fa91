package sqlite

import (
	"strings"
	"sync"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// chunks are the numbers of rows (or of keys) in one statement. Each size of
// each Spec is a prepared statement, so there are few of them.
var chunks = [...]int{64, 8, 1}

// textKey names the SQL of a Spec and a number of rows in the cache of texts.
type textKey struct {
	spec any // *engine.Spec or *engine.LookupSpec
	n    int
}

var texts sync.Map // textKey → string: a pure function of its key

func text(spec any, n int, build func() string) string {
	k := textKey{spec, n}
	if t, ok := texts.Load(k); ok {
		return t.(string)
	}
	t, _ := texts.LoadOrStore(k, build())
	return t.(string)
}

// Bulk writes rows as multi-row VALUES. Updates go row by row: the statement is
// prepared, each finds its row by the primary key whatever the planner thinks,
// and there is no round trip to save.
func (*session) Bulk(steps []engine.Step, b *engine.Bulk) []engine.Step {
	if b.Spec.Kind == engine.Update {
		t := text(b.Spec, 1, func() string { return updateText(b.Spec) })
		for i := range b.Rows {
			steps = append(steps, engine.Step{SQL: t, Args: updateArgs(b, i), Affected: b.Affected})
		}
		return steps
	}
	for at := 0; at < b.Rows; {
		n := chunkFor(b.Rows - at)
		t := text(b.Spec, n, func() string { return insertText(b.Spec, n) })
		args := append(make([]any, 0, 1+n*len(b.Columns)), b.EventID)
		for i := at; i < at+n; i++ {
			args = appendRow(args, b, i)
		}
		steps = append(steps, engine.Step{SQL: t, Args: args, Affected: b.Affected})
		at += n
	}
	return steps
}

func chunkFor(left int) int {
	for _, n := range chunks {
		if n <= left {
			return n
		}
	}
	return 1
}

func appendRow(args []any, b *engine.Bulk, row int) []any {
	for c := range b.Columns {
		args = append(args, value(b, c, row))
	}
	return args
}

func value(b *engine.Bulk, col, row int) any {
	switch b.Spec.Cols[col].Type {
	case engine.Int:
		return b.Columns[col].Ints[row]
	case engine.Text:
		return b.Columns[col].Texts[row]
	default:
		return b.Columns[col].Blobs[row]
	}
}

func insertText(spec *engine.Spec, n int) string {
	var t strings.Builder
	t.WriteString("insert into " + spec.Table + " (" + spec.Event)
	for _, c := range spec.Cols {
		t.WriteString(", " + c.Name)
	}
	one := "(?1" + strings.Repeat(",?", len(spec.Cols)) + ")" // the event is bound once for all rows
	t.WriteString(") values " + one + strings.Repeat(","+one, n-1))
	if spec.Kind == engine.Upsert || spec.Kind == engine.Add {
		t.WriteString(" on conflict (" + spec.Event)
		for _, c := range spec.Cols {
			if c.Key {
				t.WriteString(", " + c.Name)
			}
		}
		t.WriteString(") do update set ")
		sep := ""
		for _, c := range spec.Cols {
			if c.Key {
				continue
			}
			t.WriteString(sep + c.Name + " = ")
			if spec.Kind == engine.Add {
				t.WriteString(spec.Table + "." + c.Name + " + ")
			}
			t.WriteString("excluded." + c.Name)
			sep = ", "
		}
	}
	return t.String()
}

func updateText(spec *engine.Spec) string {
	set, where := "", " where "+spec.Event+" = ?"
	for _, c := range spec.Cols {
		if c.Key {
			where += " and " + c.Name + " = ?"
		} else {
			set += ", " + c.Name + " = ?"
		}
	}
	if spec.StateCol != "" {
		where += " and " + spec.StateCol + " = '" + spec.State + "'"
	}
	return "update " + spec.Table + " set " + strings.TrimPrefix(set, ", ") + where
}

func updateArgs(b *engine.Bulk, row int) []any {
	args := make([]any, 0, 1+len(b.Columns))
	for c := range b.Columns {
		if !b.Spec.Cols[c].Key {
			args = append(args, value(b, c, row))
		}
	}
	args = append(args, b.EventID)
	for c := range b.Columns {
		if b.Spec.Cols[c].Key {
			args = append(args, value(b, c, row))
		}
	}
	return args
}

// Find looks keys up as DB.Find does.
func (*session) Find(steps []engine.Step, l *engine.Lookup) []engine.Step { return find(steps, l) }

// Find looks keys up with IN lists of a few fixed lengths. The last list is
// filled up by repeating its last key, which finds nothing twice.
func (*DB) Find(steps []engine.Step, l *engine.Lookup) []engine.Step { return find(steps, l) }

func find(steps []engine.Step, l *engine.Lookup) []engine.Step {
	for at := 0; at < l.Len(); {
		left := l.Len() - at
		n := chunks[0]
		for _, size := range chunks {
			if size >= left {
				n = size
			}
		}
		t := text(l.Spec, n, func() string { return findText(l.Spec, n) })
		args := make([]any, 0, 1+2*n)
		args = append(args, l.EventID)
		for i := range n {
			switch k := min(at+i, l.Len()-1); {
			case l.Spec.Blob:
				args = append(args, l.Blobs[k])
			case l.Spec.Key2 != "":
				args = append(args, l.Keys[k], l.Keys2[k])
			default:
				args = append(args, l.Keys[k])
			}
		}
		steps = append(steps, engine.Step{SQL: t, Args: args, Row: l.Row})
		at += n
	}
	return steps
}

func findText(spec *engine.LookupSpec, n int) string {
	key, list := spec.Key, "(?"+strings.Repeat(",?", n-1)+")"
	if spec.Key2 != "" {
		key = "(" + spec.Key + ", " + spec.Key2 + ")"
		list = "(values (?,?)" + strings.Repeat(",(?,?)", n-1) + ")"
	}
	t := "select " + spec.Cols + " from " + spec.Table + " where " + spec.Event + " = ? and " + key + " in " + list
	if spec.Where != "" {
		t += " and " + spec.Where
	}
	return t
}
