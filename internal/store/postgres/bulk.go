package postgres

import (
	"math/bits"
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

// Bulk writes all rows with one statement whose arguments are one array per
// column. A column of an insert that has one value in all rows travels as that
// value: the server unpacks each array into a table of its own, which cost as
// much as writing the rows did.
func (*session) Bulk(steps []engine.Step, b *engine.Bulk) []engine.Step {
	if b.Rows == 0 {
		return steps
	}
	var t string
	var same columnSet
	switch b.Spec.Kind {
	case engine.Update:
		t = text(b.Spec, func() string { return UpdateText(b.Spec) })
	case engine.Insert:
		t, same = insertTextFor(b)
	default:
		t = text(b.Spec, func() string { return insertText(b.Spec, 0) })
	}
	args := make([]any, 0, 1+len(b.Columns))
	args = append(args, b.EventID)
	for i := range b.Columns {
		c := &b.Columns[i]
		switch one := same.has(i); b.Spec.Cols[i].Type {
		case engine.Int:
			args = append(args, oneOrAll(c.Ints, one))
		case engine.Text:
			args = append(args, oneOrAll(c.Texts, one))
		default:
			args = append(args, oneOrAll(c.Blobs, one))
		}
	}
	step := engine.Step{SQL: t, Args: args, Affected: b.Affected}
	if b.Spec.Kind == engine.Update {
		step.Must = int64(b.Rows)
	}
	return append(steps, step)
}

func oneOrAll[T any](list []T, one bool) any {
	if one {
		return list[0]
	}
	return list
}

// columnSet is a set of columns of a Spec, by their index.
type columnSet uint64

func (s columnSet) has(i int) bool { return s&(1<<i) != 0 }

// sameColumns are the columns with one value in all rows. Keys are left out:
// their arrays say how many rows there are.
func sameColumns(b *engine.Bulk) (s columnSet) {
	for i := range b.Columns {
		c := &b.Columns[i]
		same := false
		switch col := b.Spec.Cols[i]; {
		case col.Key:
		case col.Type == engine.Int:
			same = allSame(c.Ints)
		case col.Type == engine.Text:
			same = allSame(c.Texts)
		}
		if same {
			s |= 1 << i
		}
	}
	return s
}

func allSame[T comparable](list []T) bool {
	for _, v := range list[1:] {
		if v != list[0] {
			return false
		}
	}
	return true
}

// maxVariants bounds the texts of one Spec: each is a prepared statement on each
// connection.
const maxVariants = 8

// variants are the texts of a Spec that inserts.
type variants struct {
	mu   sync.Mutex
	list []variant // guarded by mu; the first has no shared column and serves all
}

type variant struct {
	same columnSet
	text string
}

var insertVariants sync.Map // *engine.Spec → *variants

// insertTextFor returns the text that leaves the fewest arrays. A new text is
// made while there is room for it; then the best of those that fit is taken.
func insertTextFor(b *engine.Bulk) (string, columnSet) {
	v, ok := insertVariants.Load(b.Spec)
	if !ok {
		v, _ = insertVariants.LoadOrStore(b.Spec, &variants{list: []variant{{0, insertText(b.Spec, 0)}}})
	}
	return v.(*variants).fit(b.Spec, sameColumns(b))
}

func (v *variants) fit(spec *engine.Spec, same columnSet) (string, columnSet) {
	v.mu.Lock()
	defer v.mu.Unlock()
	best := v.list[0]
	for _, have := range v.list {
		if have.same&^same == 0 && bits.OnesCount64(uint64(have.same)) > bits.OnesCount64(uint64(best.same)) {
			best = have
		}
	}
	if best.same != same && len(v.list) < maxVariants {
		best = variant{same, insertText(spec, same)}
		v.list = append(v.list, best)
	}
	return best.text, best.same
}

// Find looks keys up as DB.Find does.
func (s *session) Find(steps []engine.Step, l *engine.Lookup) []engine.Step {
	return s.db.Find(steps, l)
}

// Find looks each key up on its own: the limit keeps the planner from turning
// the lateral join into a scan of the event's rows, which it prefers to a list
// of keys (= any) while the table has no statistics.
func (db *DB) Find(steps []engine.Step, l *engine.Lookup) []engine.Step {
	if l.Len() == 0 {
		return steps
	}
	t := text(l.Spec, func() string { return FindText(l.Spec) })
	if spread := db.spread.Load(); l.Spec.Across && spread != nil && *spread {
		t = acrossText(l.Spec)
	}
	args := []any{l.EventID, l.Keys}
	switch {
	case l.Spec.Blob:
		args[1] = l.Blobs
	case l.Spec.Key2 != "":
		args = append(args, l.Keys2)
	}
	return append(steps, engine.Step{SQL: t, Args: args, Row: l.Row})
}

// FindText is the statement of a Lookup; exported for its benchmark.
func FindText(spec *engine.LookupSpec) string {
	where := "t." + spec.Event + " = $1 and t." + spec.Key + " = k.key"
	keys, all, lowest := "unnest($2::"+keyArray(spec)+") as k(key)", "t."+spec.Event+", t."+spec.Key, "$1, ''"
	if spec.Key2 != "" {
		all, lowest = all+", t."+spec.Key2, lowest+", ''"
		where += " and t." + spec.Key2 + " = k.key2"
		keys = "unnest($2::text[], $3::text[]) as k(key, key2)"
	}
	// It always holds, and leads a plan that was made while the table was empty
	// to the index of the key: table.WholeKey says how.
	where += " and (" + all + ") >= (" + lowest + ")"
	if spec.Where != "" {
		where += " and " + spec.Where
	}
	fence := " limit 1"
	if spec.Many {
		fence = " offset 0" // which keeps the planner out as well
	}
	return "select found.* from " + keys + " cross join lateral (select " + spec.Cols +
		" from " + spec.Table + " t where " + where + fence + ") found"
}

// keyArray is the type of a list of keys.
func keyArray(spec *engine.LookupSpec) string {
	if spec.Blob {
		return arrayTypes[engine.Blob]
	}
	return arrayTypes[engine.Text]
}

// acrossText is FindText of rows of any events where these are on several machines, each of
// which is asked for all keys.
func acrossText(spec *engine.LookupSpec) string {
	return "select " + spec.Cols + " from " + spec.Table + " t where t." + spec.Event + " = $1 and t." + spec.Key + " = any ($2::text[]) and " + spec.Where
}

var (
	arrayTypes = [...]string{engine.Int: "bigint[]", engine.Text: "text[]", engine.Blob: "bytea[]"}
	valueTypes = [...]string{engine.Int: "bigint", engine.Text: "text", engine.Blob: "bytea"}
)

// unnest is the rows as a table u with the columns of spec, but for those that
// have the same value in all rows; $1 is the event.
func unnest(spec *engine.Spec, same columnSet) string {
	var args, names []string
	for i, c := range spec.Cols {
		if same.has(i) {
			continue
		}
		args = append(args, "$"+strconv.Itoa(i+2)+"::"+arrayTypes[c.Type])
		names = append(names, c.Name)
	}
	return "unnest(" + strings.Join(args, ", ") + ") as u(" + strings.Join(names, ", ") + ")"
}

func insertText(spec *engine.Spec, same columnSet) string {
	var names, values, keys, sets []string
	for i, c := range spec.Cols {
		names = append(names, c.Name)
		if same.has(i) {
			values = append(values, "$"+strconv.Itoa(i+2)+"::"+valueTypes[c.Type])
		} else {
			values = append(values, "u."+c.Name)
		}
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
		strings.Join(values, ", ") + " from " + unnest(spec, same)
	if spec.Kind == engine.Insert {
		return t
	}
	return t + " where true on conflict (" + spec.Event + ", " + strings.Join(keys, ", ") + ") do update set " + strings.Join(sets, ", ")
}

// UpdateText is the statement of a Bulk that updates; exported for a test of its plan.
func UpdateText(spec *engine.Spec) string {
	if spec.StateCol != "" {
		return updateFoundText(spec)
	}
	where := "t." + spec.Event + " = $1"
	var sets []string
	for _, c := range spec.Cols {
		if c.Key {
			where += " and t." + c.Name + " = u." + c.Name
		} else {
			sets = append(sets, c.Name+" = u."+c.Name)
		}
	}
	return "update " + spec.Table + " as t set " + strings.Join(sets, ", ") + " from " + unnest(spec, 0) + " where " + where
}

// updateFoundText first finds each row on its own, as Find does, and then goes to where it
// lies. Joined to the table, the rows would be compared with all rows of the event: a
// planner without statistics takes those for a few. Their keys are text. The state is looked at where the row
// is changed, so that of two who change it at the same time the second finds it changed.
func updateFoundText(spec *engine.Spec) string {
	where := "k." + spec.Event + " = $1"
	keys, lowest := "k."+spec.Event, "$1"
	var sets []string
	for _, c := range spec.Cols {
		if c.Key {
			where += " and k." + c.Name + " = u." + c.Name
			keys, lowest = keys+", k."+c.Name, lowest+", ''"
		} else {
			sets = append(sets, c.Name+" = f."+c.Name)
		}
	}
	return "update " + spec.Table + " as t set " + strings.Join(sets, ", ") + " from (select u.*, r.place from " + unnest(spec, 0) +
		" cross join lateral (select k.ctid as place from " + spec.Table + " k where " + where + " and (" + keys + ") >= (" + lowest + ") limit 1) r) f" +
		" where t." + spec.Event + " = $1 and t.ctid = f.place and t." + spec.StateCol + " = '" + spec.State + "'"
}
