package table

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Of is the description of a table whose rows are read into values of type T,
// a pointer or a small struct of pointers. Each column stands in it once, beside
// the field that holds it, so that no statement can take one for another: the
// lists of columns, the order in which a row is scanned, and the order in which
// values are written all come from here.
type Of[T any] struct {
	Name string
	// Event is the column of the event's id, or of what else rows belong to, where T
	// does not hold it; else "".
	Event   string
	Columns string // those that are read, separated by ", "
	all     []column
	// Visit calls a method of Columns for each column of a value, in their order.
	Visit func(*Columns, T)
	// done completes a value after its columns were read; nil: nothing is derived.
	done func(T) error

	insertText string                     // of one row, whose arguments are args, after the event
	insertHead string                     // the part of it before "values"
	insertMany [len(pieces)]func() string // of so many rows
	// Otherwise, after insertText, leaves a row as it is that is there already;
	// Replace, by group, changes its columns of that group.
	Otherwise string
	Replace   [groups]string

	Insert *Statement
	Update [groups]*Statement // by group; nil where there are no columns to change
}

// groups bounds the groups of columns that are updated together, 0 among them:
// the columns of group 0 never change.
const groups = 5

// column is a column as its description lists it.
type column struct {
	engine.Col
	group int
	given bool // its value comes beside the row, and it is not read
	// elsewhere: the schema gives it a value, and the statements that read or
	// change it name it.
	elsewhere bool
	fixed     bool // of a new row; read and changed by statements that name it
}

// New makes the description of a table. visit calls a method of Columns for
// each column; zero is a value that it can visit.
func New[T any](name string, zero T, visit func(*Columns, T)) *Of[T] {
	return NewIn(name, "", zero, visit)
}

// NewIn makes the description of a table whose rows belong to an event, or
// to something else, that T does not hold. owner is the column of its id.
func NewIn[T any](name, owner string, zero T, visit func(*Columns, T)) *Of[T] {
	c := &Columns{purpose: listing}
	visit(c, zero)
	t := &Of[T]{Name: name, Event: owner, all: c.listed, Visit: visit}
	var read []string
	for _, col := range t.all {
		if !col.given && !col.elsewhere && !col.fixed {
			read = append(read, col.Name)
		}
	}
	t.Columns = strings.Join(read, ", ")
	t.makeInserts()
	return t
}

// NewBatched makes the description of a table that batches write, by kind:
// Insert, Upsert or Add. event is the column of the event's id.
func NewBatched[T any](name, event string, kind engine.Kind, zero T, visit func(*Columns, T)) *Of[T] {
	t := NewIn(name, event, zero, visit)
	t.Insert = t.statement(kind, func(c column) bool { return !c.elsewhere })
	for g := 1; g < groups; g++ {
		if slices.ContainsFunc(t.all, func(c column) bool { return c.group == g }) {
			t.Update[g] = t.statement(engine.Update, func(c column) bool { return c.Key || c.group == g })
		}
	}
	return t
}

// Derive sets what completes a value after its columns were read.
func (t *Of[T]) Derive(done func(T) error) *Of[T] {
	t.done = done
	return t
}

// Width is how many columns the table has.
func (t *Of[T]) Width() int { return len(t.all) }

// Complete derives what of v its columns do not hold, as after a row was read.
func (t *Of[T]) Complete(v T) error {
	if t.done == nil {
		return nil
	}
	return t.done(v)
}

// As returns the columns that are read, each with the alias of the table.
func (t *Of[T]) As(alias string) string { return Aliased(alias, t.Columns) }

// Aliased puts a table's alias before each of the columns.
func Aliased(alias, columns string) string {
	return alias + "." + strings.ReplaceAll(columns, ", ", ", "+alias+".")
}

// From returns "select … from …" of the columns that are read.
func (t *Of[T]) From() string { return "select " + t.Columns + " from " + t.Name }

// Scan fills v from a row of the columns that are read.
func (t *Of[T]) Scan(r engine.Row, v T) error {
	c := Scanning()
	t.Into(c, v)
	return c.From(r)
}

// Into adds the fields of v to what a row is scanned into.
func (t *Of[T]) Into(c *Columns, v T) {
	t.Visit(c, v)
	if t.done != nil {
		c.after = append(c.after, derived[T]{t.done, v})
	}
}

// Assign collects the columns that are wanted, by group and name, with the
// values that v has for them; nil: all.
func (t *Of[T]) Assign(v T, want func(group int, column string) bool) (Assignments, error) {
	c := &Columns{purpose: assigning, want: want, assigned: make(Assignments, 0, len(t.all))}
	t.Visit(c, v)
	return c.assigned, c.err
}

// Statement is a bulk statement on a table.
type Statement struct {
	Spec *engine.Spec
	// at is where the values of each column of the table go, -1: nowhere.
	at    []int8
	given []string
	// ints and texts are how many columns there are of these types.
	ints, texts int
}

func (t *Of[T]) statement(kind engine.Kind, include func(column) bool) *Statement {
	st := &Statement{Spec: &engine.Spec{Table: t.Name, Kind: kind, Event: t.Event}, at: make([]int8, len(t.all))}
	for i, c := range t.all {
		if st.at[i] = -1; !include(c) {
			continue
		}
		st.at[i] = int8(len(st.Spec.Cols))
		st.Spec.Cols = append(st.Spec.Cols, c.Col)
		switch {
		case c.given:
			st.given = append(st.given, c.Name)
		case c.Type == engine.Int:
			st.ints++
		case c.Type == engine.Text:
			st.texts++
		}
	}
	return st
}

// OfEvent makes a bulk statement on rows of one event, also of a table whose values hold
// the event themselves.
func (t *Of[T]) OfEvent(kind engine.Kind, include func(name string) bool) *Statement {
	st := t.statement(kind, func(c column) bool { return c.Name != columnEvent && include(c.Name) })
	st.Spec.Event = columnEvent
	return st
}

// InState has an update leave rows alone that are in another state.
func (st *Statement) InState(column, state string) *Statement {
	st.Spec.StateCol, st.Spec.State = column, state
	return st
}

// Given is the values of a column that come beside the rows.
type Given struct {
	name string
	engine.Column
}

// Beside is the values of a column, by its name, that come beside the rows.
func Beside(name string, c engine.Column) Given { return Given{name, c} }

// Values collects the columns of a statement from n rows. The arrays of one type
// share their memory.
func Values[T any](t *Of[T], st *Statement, n int, row func(int) T, more ...Given) ([]engine.Column, error) {
	c := visits.Get().(*Columns)
	defer c.free()
	c.purpose, c.at, c.out = collecting, st.at, make([]engine.Column, len(st.Spec.Cols))
	ints, texts := make([]int64, n*st.ints), make([]string, n*st.texts)
	for i, col := range st.Spec.Cols {
		out := &c.out[i]
		switch {
		case slices.Contains(st.given, col.Name):
			at := slices.IndexFunc(more, func(g Given) bool { return g.name == col.Name })
			if at < 0 {
				return nil, fmt.Errorf("store: %s of %s has no values", col.Name, t.Name)
			}
			*out = more[at].Column
		case col.Type == engine.Int:
			out.Ints, ints = ints[:n:n], ints[n:]
		case col.Type == engine.Text:
			out.Texts, texts = texts[:n:n], texts[n:]
		default:
			out.Blobs = make([][]byte, n)
		}
	}
	if len(more) != len(st.given) {
		return nil, fmt.Errorf("store: %d columns beside the rows of %s, want %d", len(more), t.Name, len(st.given))
	}
	for i := range n {
		c.row, c.next = i, 0
		t.Visit(c, row(i))
	}
	return c.out, c.err
}

// columnEvent is the column of an event's id.
const columnEvent = "event_id"

// purpose is what a visit of columns is for.
type purpose int

const (
	listing    purpose = iota // to make the description
	scanInto                  // to collect the addresses that a row is read into
	collecting                // to collect the values of a bulk statement
	assigning                 // to collect names and values for a statement on one row
)

// Columns visits the columns of one row. A description calls its methods with
// the name of each column and the address of its field; the purpose of the visit
// says what becomes of them.
type Columns struct {
	purpose purpose

	listed []column // listing
	group  int      // of the columns that follow

	dests []any // scanInto
	after []settler

	at   []int8 // collecting: where the values of column next go in out
	next int
	row  int
	out  []engine.Column

	assigned Assignments // assigning
	want     func(group int, column string) bool

	err error
}

// visits spares a visit of each row its memory.
var visits = sync.Pool{New: func() any { return new(Columns) }}

// Scanning begins to collect what a row is scanned into; From ends it.
func Scanning() *Columns {
	c := visits.Get().(*Columns)
	c.purpose = scanInto
	return c
}

// Add takes further addresses that a row is scanned into.
func (c *Columns) Add(dests ...any) { c.dests = append(c.dests, dests...) }

// From scans a row into what was collected.
func (c *Columns) From(r engine.Row) error {
	defer c.free()
	if err := r.Scan(c.dests...); err != nil {
		return err
	}
	for _, s := range c.after {
		if err := s.settle(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Columns) free() {
	clear(c.dests)
	clear(c.after)
	*c = Columns{dests: c.dests[:0], after: c.after[:0]}
	visits.Put(c)
}

// Changes begins the columns that an update of group writes.
func (c *Columns) Changes(group int) { c.group = group }

// assign takes a value unless its column is not wanted.
func (c *Columns) assign(name string, value any) {
	if c.wanted(name) {
		c.assigned.Set(name, value)
	}
}

func (c *Columns) wanted(name string) bool { return c.want == nil || c.want(c.group, name) }

func (c *Columns) list(name string, typ engine.Type, key bool) {
	c.listed = append(c.listed, column{Col: engine.Col{Name: name, Type: typ, Key: key}, group: c.group})
}

// Given lists a column whose values come beside the rows.
func (c *Columns) Given(name string, typ engine.Type) {
	switch c.purpose {
	case listing:
		c.list(name, typ, false)
		c.listed[len(c.listed)-1].given = true
	case collecting:
		c.next++
	}
}

// Elsewhere lists a column that neither a row nor what comes beside it holds.
func (c *Columns) Elsewhere(name string, typ engine.Type) {
	switch c.purpose {
	case listing:
		c.list(name, typ, false)
		c.listed[len(c.listed)-1].elsewhere = true
	case collecting:
		c.next++
	}
}

// Fixed lists a column that a new row has one value in, and that only statements
// which name it read or change.
func (c *Columns) Fixed(name string, value any) {
	switch c.purpose {
	case listing:
		typ := engine.Int
		switch value.(type) {
		case string:
			typ = engine.Text
		case bool:
			typ = engine.Bool
		}
		c.list(name, typ, false)
		c.listed[len(c.listed)-1].fixed = true
	case assigning:
		c.assign(name, value)
	}
}

// Key is a column of text that belongs to the primary key.
func (c *Columns) Key(name string, field *string) {
	if c.purpose == listing {
		c.list(name, engine.Text, true)
		return
	}
	c.Text(name, field)
}

// NumberKey is a column of numbers that belongs to the primary key.
func (c *Columns) NumberKey(name string, field *int64) {
	if c.purpose == listing {
		c.list(name, engine.Int, true)
		return
	}
	c.Number(name, field)
}

// SmallKey is a column of small numbers that belongs to the primary key.
func (c *Columns) SmallKey(name string, field *int) {
	if c.purpose == listing {
		c.list(name, engine.Int, true)
		return
	}
	c.Small(name, field)
}

// Text is a column of text.
func (c *Columns) Text(name string, field *string) {
	switch c.purpose {
	case scanInto:
		c.dests = append(c.dests, field)
	case collecting:
		c.collectText(*field)
	case assigning:
		c.assign(name, *field)
	case listing:
		c.list(name, engine.Text, false)
	}
}

// Number is a column of numbers of 64 bits.
func (c *Columns) Number(name string, field *int64) {
	switch c.purpose {
	case scanInto:
		c.dests = append(c.dests, field)
	case collecting:
		c.collectInt(*field)
	case assigning:
		c.assign(name, *field)
	case listing:
		c.list(name, engine.Int, false)
	}
}

// Small is a column of numbers that an int holds.
func (c *Columns) Small(name string, field *int) {
	switch c.purpose {
	case scanInto:
		c.dests = append(c.dests, field)
	case collecting:
		c.collectInt(int64(*field))
	case assigning:
		c.assign(name, int64(*field))
	case listing:
		c.list(name, engine.Int, false)
	}
}

// Flag is a column of numbers that is 1 or 0.
func (c *Columns) Flag(name string, field *bool) {
	switch c.purpose {
	case scanInto:
		f := &flagField{field: field}
		c.dests, c.after = append(c.dests, &f.number), append(c.after, f)
	case collecting:
		c.collectInt(Flag(*field))
	case assigning:
		c.assign(name, Flag(*field))
	case listing:
		c.list(name, engine.Int, false)
	}
}

// Truth is a column of type boolean. Batches write none.
func (c *Columns) Truth(name string, field *bool) {
	switch c.purpose {
	case scanInto:
		c.dests = append(c.dests, field)
	case collecting:
		c.err = fmt.Errorf("store: a batch writes no column of type boolean, and %s is one", name)
	case assigning:
		c.assign(name, *field)
	case listing:
		c.list(name, engine.Bool, false)
	}
}

// Blob is a column of bytes.
func (c *Columns) Blob(name string, field *[]byte) {
	switch c.purpose {
	case scanInto:
		c.dests = append(c.dests, field)
	case collecting:
		c.collectBlob(*field)
	case assigning:
		c.assign(name, *field)
	case listing:
		c.list(name, engine.Blob, false)
	}
}

// Hash is a column of 32 bytes.
func (c *Columns) Hash(name string, field *audit.Hash) {
	switch c.purpose {
	case scanInto:
		f := &hashField{field: field}
		c.dests, c.after = append(c.dests, &f.stored), append(c.after, f)
	case collecting:
		c.collectBlob(field[:])
	case assigning:
		c.assign(name, field[:])
	case listing:
		c.list(name, engine.Blob, false)
	}
}

// ExactHash is a column of 32 bytes; any other number of them is an error.
func (c *Columns) ExactHash(name string, field *[32]byte) {
	if c.purpose == scanInto {
		f := &hashField{field: (*audit.Hash)(field), column: name, exact: true}
		c.dests, c.after = append(c.dests, &f.stored), append(c.after, f)
		return
	}
	c.Hash(name, (*audit.Hash)(field))
}

// Encoded is a column of text that a field is encoded in.
func (c *Columns) Encoded(name string, f Encoding) {
	switch c.purpose {
	case scanInto:
		e := &encodedField{Encoding: f, column: name}
		c.dests, c.after = append(c.dests, &e.stored), append(c.after, e)
	case listing:
		c.list(name, engine.Text, false)
	case collecting:
		c.collectText(c.encode(name, f))
	case assigning:
		if c.wanted(name) {
			c.assigned.Set(name, c.encode(name, f))
		}
	}
}

func (c *Columns) encode(name string, f Encoding) string {
	text, err := f.Encode()
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("store: %s: %w", name, err)
	}
	return text
}

func (c *Columns) collectInt(v int64) {
	if at := c.at[c.next]; at >= 0 {
		c.out[at].Ints[c.row] = v
	}
	c.next++
}

func (c *Columns) collectText(v string) {
	if at := c.at[c.next]; at >= 0 {
		c.out[at].Texts[c.row] = v
	}
	c.next++
}

func (c *Columns) collectBlob(v []byte) {
	if at := c.at[c.next]; at >= 0 {
		c.out[at].Blobs[c.row] = v
	}
	c.next++
}
