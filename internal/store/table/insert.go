package table

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// The statements that insert rows, made of the description of their table.

// makeInserts makes the texts of the statements.
func (t *Of[T]) makeInserts() {
	var names, keys []string
	if t.Event != "" {
		names, keys = append(names, t.Event), append(keys, t.Event)
	}
	var changed [groups][]string
	for _, col := range t.all {
		if col.elsewhere {
			continue
		}
		names = append(names, col.Name)
		if col.Key {
			keys = append(keys, col.Name)
		}
		changed[col.group] = append(changed[col.group], col.Name+" = excluded."+col.Name)
	}
	marks := make([]string, len(names))
	for i := range marks {
		marks[i] = "$" + strconv.Itoa(i+1)
	}
	t.insertHead = "insert into " + t.Name + " (" + strings.Join(names, ", ") + ") "
	t.insertText = t.insertHead + "values (" + strings.Join(marks, ", ") + ")"
	for i, n := range pieces {
		t.insertMany[i] = sync.OnceValue(func() string { return t.insertHead + "values " + places(n, len(names)) })
	}
	conflict := "on conflict (" + strings.Join(keys, ", ") + ") do "
	t.Otherwise = conflict + "nothing"
	for group := 1; group < groups; group++ {
		if len(changed[group]) > 0 {
			t.Replace[group] = conflict + "update set " + strings.Join(changed[group], ", ")
		}
	}
}

// Args are the arguments of insertText, without the event.
func (t *Of[T]) Args(v T) ([]any, error) { return t.appendArgs(nil, v) }

func (t *Of[T]) appendArgs(args []any, v T) ([]any, error) {
	row, err := t.Assign(v, nil)
	for i := range row {
		args = append(args, row[i].Value)
	}
	return args, err
}

// InsertRow stores one row.
func (t *Of[T]) InsertRow(ctx context.Context, q Querier, v T) error {
	args, err := t.Args(v)
	if err != nil {
		return err
	}
	return ExecOne(ctx, q, t.insertText, args...)
}

// pieces are into how many rows of a statement those are cut that are stored at once: few texts,
// each of which stays prepared.
var pieces = [...]int{16, 4, 1}

// places returns "($1, …), ($n+1, …)": rows of so many placeholders.
func places(rows, columns int) string {
	var b strings.Builder
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteByte('(')
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteString("$" + strconv.Itoa(i+1))
	}
	return b.String() + ")"
}

// InsertMany stores rows, many in a statement. They belong to an event, or to what else the table
// is described in; of a table whose rows hold theirs it is empty.
func (t *Of[T]) InsertMany(ctx context.Context, q Querier, event string, rows []T) error {
	for i, n := range pieces {
		for ; len(rows) >= n; rows = rows[n:] {
			var args []any
			for _, v := range rows[:n] {
				if t.Event != "" {
					args = append(args, event)
				}
				var err error
				if args, err = t.appendArgs(args, v); err != nil {
					return err
				}
			}
			stored, err := Exec(ctx, q, t.insertMany[i](), args...)
			if err == nil && stored != int64(n) {
				err = fmt.Errorf("store: of %d rows of %s %d were stored", n, t.Name, stored)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// UpdateRow writes the columns of a group of one row, which is found by its key. Without it the
// error is ErrNotFound.
func (t *Of[T]) UpdateRow(ctx context.Context, q Querier, v T, group int) error {
	row, err := t.Assign(v, nil)
	if err != nil {
		return err
	}
	var set, where []string
	args := make([]any, 0, len(row))
	for _, a := range row {
		col := t.all[slices.IndexFunc(t.all, func(c column) bool { return c.Name == a.Column })]
		if !col.Key && col.group != group {
			continue
		}
		args = append(args, a.Value)
		is := a.Column + " = $" + strconv.Itoa(len(args))
		if col.Key {
			where = append(where, is)
		} else {
			set = append(set, is)
		}
	}
	return ExecOne(ctx, q, "update "+t.Name+" set "+strings.Join(set, ", ")+" where "+strings.Join(where, " and "), args...)
}

// UnlessThere leaves rows as they are that are there already by any unique index. A table
// that has more than one takes this: PostgreSQL looks at the named one alone, and of two
// equal rows that are stored at once, the second fails at another.
const UnlessThere = "on conflict do nothing"

// InsertUnless stores one row, unless there is one already: conflict says what
// happens then. It returns how many rows it stored or changed.
func (t *Of[T]) InsertUnless(ctx context.Context, q Querier, v T, conflict string) (int64, error) {
	args, err := t.Args(v)
	if err != nil {
		return 0, err
	}
	return Exec(ctx, q, t.insertText+" "+conflict, args...)
}

// InsertIn is InsertUnless for a row that belongs to an event, or to what else
// the table is described in.
func (t *Of[T]) InsertIn(ctx context.Context, q Querier, event string, v T, conflict string) (int64, error) {
	step, err := t.InsertStep(event, v, conflict)
	if err != nil {
		return 0, err
	}
	return Exec(ctx, q, step.SQL, step.Args...)
}

// InsertStep is InsertIn as a step of a session; an empty event is of a table
// whose rows hold theirs.
func (t *Of[T]) InsertStep(event string, v T, conflict string) (engine.Step, error) {
	var args []any
	if t.Event != "" {
		args = append(args, event)
	}
	args, err := t.appendArgs(args, v)
	return engine.Step{SQL: t.insertText + " " + conflict, Args: args}, err
}

// placeholder is a parameter of a statement.
var placeholder = regexp.MustCompile(`\$(\d+)`)

// InsertSelect is a step that stores one row of a table whose rows hold their event, if rest
// finds something: what follows the list of a select, as "where not exists (…)", with parameters
// of its own from $1 on.
func (t *Of[T]) InsertSelect(v T, rest string, args ...any) (engine.Step, error) {
	row, err := t.Args(v)
	if err != nil {
		return engine.Step{}, err
	}
	marks := make([]string, 0, len(row))
	for _, col := range t.all {
		if !col.elsewhere {
			marks = append(marks, "cast($"+strconv.Itoa(len(marks)+1)+" as "+sqlTypes[col.Type]+")")
		}
	}
	rest = placeholder.ReplaceAllStringFunc(rest, func(p string) string {
		n, _ := strconv.Atoi(p[1:])
		return "$" + strconv.Itoa(len(row)+n)
	})
	return engine.Step{SQL: t.insertHead + "select " + strings.Join(marks, ", ") + " " + rest, Args: append(row, args...)}, nil
}

// InsertAll stores rows of one event with one statement. It returns how many it
// stored or changed.
func (t *Of[T]) InsertAll(ctx context.Context, q Querier, event string, rows []T, conflict string) (int64, error) {
	types := make([]string, 0, 1+len(t.all))
	types = append(types, "text")
	for _, col := range t.all {
		if !col.elsewhere {
			types = append(types, sqlTypes[col.Type])
		}
	}
	args := make([]any, 0, len(types)*len(rows))
	for _, v := range rows {
		var err error
		if args, err = t.appendArgs(append(args, event), v); err != nil {
			return 0, err
		}
	}
	return Exec(ctx, q, t.insertHead+"values "+Tuples(1, len(rows), types...)+" "+conflict, args...)
}

// sqlTypes are the types of columns as both engines call them.
var sqlTypes = [...]string{engine.Int: "bigint", engine.Text: "text", engine.Blob: "bytea", engine.Bool: "boolean"}

// InsertFrom is the beginning of "insert into … select …": what the select has
// for each column, the event among them.
func (t *Of[T]) InsertFrom(value func(column string) string) string {
	var b strings.Builder
	b.WriteString(t.insertHead + "select " + value(t.Event))
	for _, col := range t.all {
		b.WriteString(", " + value(col.Name))
	}
	return b.String()
}

// Tuples returns "($f, …), ($f+c, …)": rows of cols placeholders. The first row
// casts them, since nothing else in a VALUES says what they are. It casts no bytea, which
// is not a type of SQLite's: a cast would make a number of it. So such rows are for an INSERT,
// whose columns say what they are.
func Tuples(first, rows int, types ...string) string {
	var b strings.Builder
	for r := range rows {
		if r > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('(')
		for i, t := range types {
			if i > 0 {
				b.WriteString(", ")
			}
			n := "$" + strconv.Itoa(first+r*len(types)+i)
			if r == 0 && t != sqlTypes[engine.Blob] {
				n = "cast(" + n + " as " + t + ")"
			}
			b.WriteString(n)
		}
		b.WriteByte(')')
	}
	return b.String()
}
