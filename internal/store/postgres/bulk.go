package postgres

import (
	"strconv"
	"strings"
	"sync"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// texts caches the SQL of a *engine.Spec or *engine.LookupSpec.
var texts sync.Map // a pure function of its key

func text(spec any, build func() string) string {
	if t, ok := texts.Load(spec); ok {
		return t.(string)
	}
	t, _ := texts.LoadOrStore(spec, build())
	return t.(string)
}

// Bulk writes all rows with one statement whose arguments are one array per column.
func (s *session) Bulk(steps []engine.Step, b *engine.Bulk) []engine.Step {
	if b.Rows == 0 {
		return steps
	}
	t := text(b.Spec, func() string {
		if b.Spec.Kind == engine.Update {
			return UpdateText(b.Spec)
		}
		return insertText(b.Spec)
	})
	args := make([]any, 0, 1+len(b.Columns))
	args = append(args, b.EventID)
	for i := range b.Columns {
		switch b.Spec.Cols[i].Type {
		case engine.Int:
			args = append(args, b.Columns[i].Ints)
		case engine.Text:
			args = append(args, b.Columns[i].Texts)
		default:
			args = append(args, b.Columns[i].Blobs)
		}
	}
	return append(steps, engine.Step{SQL: t, Args: args, Affected: b.Affected})
}

// Find looks each key up on its own: the limit keeps the planner from turning
// the lateral join into a scan of the event's rows, which it prefers to a list
// of keys (= any) while the table has no statistics.
func (s *session) Find(steps []engine.Step, l *engine.Lookup) []engine.Step {
	if len(l.Keys) == 0 {
		return steps
	}
	t := text(l.Spec, func() string { return FindText(l.Spec) })
	args := []any{l.EventID, l.Keys}
	if l.Spec.Key2 != "" {
		args = append(args, l.Keys2)
	}
	return append(steps, engine.Step{SQL: t, Args: args, Row: l.Row})
}

// FindText is the statement of a Lookup; exported for its benchmark.
func FindText(spec *engine.LookupSpec) string {
	where := "t." + spec.Event + " = $1 and t." + spec.Key + " = k.key"
	keys := "unnest($2::text[]) as k(key)"
	if spec.Key2 != "" {
		where += " and t." + spec.Key2 + " = k.key2"
		keys = "unnest($2::text[], $3::text[]) as k(key, key2)"
	}
	if spec.Where != "" {
		where += " and " + spec.Where
	}
	return "select found.* from " + keys + " cross join lateral (select " + spec.Cols +
		" from " + spec.Table + " t where " + where + " limit 1) found"
}

var arrayTypes = [...]string{engine.Int: "bigint[]", engine.Text: "text[]", engine.Blob: "bytea[]"}

// unnest is the rows as a table u with the columns of spec; $1 is the event.
func unnest(spec *engine.Spec) string {
	var args, names []string
	for i, c := range spec.Cols {
		args = append(args, "$"+strconv.Itoa(i+2)+"::"+arrayTypes[c.Type])
		names = append(names, c.Name)
	}
	return "unnest(" + strings.Join(args, ", ") + ") as u(" + strings.Join(names, ", ") + ")"
}

func insertText(spec *engine.Spec) string {
	var names, values, keys, sets []string
	for _, c := range spec.Cols {
		names = append(names, c.Name)
		values = append(values, "u."+c.Name)
		switch {
		case c.Key:
			keys = append(keys, c.Name)
		case spec.Kind == engine.Add:
			sets = append(sets, c.Name+" = "+spec.Table+"."+c.Name+" + excluded."+c.Name)
		default:
			sets = append(sets, c.Name+" = excluded."+c.Name)
		}
	}
	t := "insert into " + spec.Table + " (" + spec.Event + ", " + strings.Join(names, ", ") + ") select $1, " +
		strings.Join(values, ", ") + " from " + unnest(spec)
	if spec.Kind == engine.Insert {
		return t
	}
	return t + " where true on conflict (" + spec.Event + ", " + strings.Join(keys, ", ") + ") do update set " + strings.Join(sets, ", ")
}

// UpdateText is the statement of a Bulk that updates; exported for a test of its plan.
func UpdateText(spec *engine.Spec) string {
	where := "t." + spec.Event + " = $1"
	var sets []string
	for _, c := range spec.Cols {
		if c.Key {
			where += " and t." + c.Name + " = u." + c.Name
		} else {
			sets = append(sets, c.Name+" = u."+c.Name)
		}
	}
	return "update " + spec.Table + " as t set " + strings.Join(sets, ", ") + " from " + unnest(spec) + " where " + where
}
