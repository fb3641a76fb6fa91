package table

import (
	"reflect"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Field is a column of a table, and what of a value stands beside it. By these the tests of
// the descriptions see that no field was forgotten and none stands beside two columns.
type Field struct {
	Column string
	// Group is that of the updates which write the column, 0: none does.
	Group int
	// Beside: its value comes beside the row.
	Beside bool
	// Plain is the address of the field that the column is read into; nil where the column is
	// not read, or is text that fields are encoded in.
	Plain any
	// Encoded are the addresses of those fields.
	Encoded []uintptr
}

// Fields are the columns of a table with the fields of v.
func (t *Of[T]) Fields(v T) []Field {
	c := Scanning()
	t.Visit(c, v)
	list, next := make([]Field, 0, len(t.all)), 0
	for _, col := range t.all {
		f := Field{Column: col.Name, Group: col.group, Beside: col.given}
		if !col.given && !col.elsewhere && !col.fixed {
			f.Plain, f.Encoded = c.fieldOf(c.dests[next])
			next++
		}
		list = append(list, f)
	}
	return list
}

// fieldOf is the address of the field that dest is scanned for, or of those that it is
// decoded into.
func (c *Columns) fieldOf(dest any) (plain any, in []uintptr) {
	for _, s := range c.after {
		switch f := s.(type) {
		case *flagField:
			if dest == any(&f.number) {
				return f.field, nil
			}
		case *hashField:
			if dest == any(&f.stored) {
				return f.field, nil
			}
		case *encodedField:
			if dest == any(&f.stored) {
				return nil, pointersOf(reflect.ValueOf(f.Encoding))
			}
		}
	}
	return dest, nil
}

// pointersOf are the addresses that the fields of a struct hold.
func pointersOf(v reflect.Value) (at []uintptr) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Pointer {
			at = append(at, f.Pointer())
		}
	}
	return at
}

// Renamed is the description of another table with the same columns; zero is a value that it
// can visit.
func (t *Of[T]) Renamed(name string, zero T) *Of[T] {
	if t.Insert != nil {
		return NewBatched(name, t.Event, t.Insert.Spec.Kind, zero, t.Visit).Derive(t.done)
	}
	return NewIn(name, t.Event, zero, t.Visit).Derive(t.done)
}

// WriteOne is the steps that store one row, as batches do where batches write the table: in
// the event, or what else its rows belong to, and with seven in each column that comes
// beside it.
func (t *Of[T]) WriteOne(session engine.Session, owner string, v T) ([]engine.Step, error) {
	if t.Insert == nil { // batches write no rows of it
		row, err := t.Assign(v, nil)
		if t.Event != "" {
			row.Set(t.Event, owner)
		}
		for _, col := range t.all {
			if col.given {
				row.Set(col.Name, "beside")
			}
		}
		return []engine.Step{row.Insert(t.Name, nil)}, err
	}
	var more []Given
	for _, col := range t.all {
		if col.given {
			more = append(more, Beside(col.Name, engine.Column{Ints: []int64{7}}))
		}
	}
	st := t.statement(engine.Insert, func(c column) bool { return !c.elsewhere })
	cols, err := Values(t, st, 1, func(int) T { return v }, more...)
	return session.Bulk(nil, &engine.Bulk{Spec: st.Spec, EventID: owner, Rows: 1, Columns: cols}), err
}
