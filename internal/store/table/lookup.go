package table

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Reader is a pool or a transaction of an engine: each engine finds many rows by their
// keys in its own way.
type Reader struct {
	Querier
	eng engine.Engine
}

// NewReader is a reader of a pool or a transaction q of an engine.
func NewReader(q Querier, eng engine.Engine) Reader { return Reader{q, eng} }

// LookUp returns the rows of an event with these keys, in no order.
//
// A list of keys in the condition of a query is not enough: PostgreSQL, while it has no
// statistics of a table, takes an event for small and reads all rows of it, or all from
// the lowest key to the highest, rather than look each key up.
func LookUp[T any](ctx context.Context, r Reader, spec *engine.LookupSpec, scan ScanFunc[T], event string, keys []string) ([]T, error) {
	return found(ctx, r, scan, &engine.Lookup{Spec: spec, EventID: event, Keys: eachOnce(keys)})
}

// LookUpWith is LookUp with a spec of two keys, the first of which is the same for all
// rows.
func LookUpWith[T any](ctx context.Context, r Reader, spec *engine.LookupSpec, scan ScanFunc[T], event, first string, keys []string) ([]T, error) {
	keys = eachOnce(keys)
	return found(ctx, r, scan, &engine.Lookup{Spec: spec, EventID: event, Keys: slices.Repeat([]string{first}, len(keys)), Keys2: keys})
}

func eachOnce(keys []string) []string { return slices.Compact(slices.Sorted(slices.Values(keys))) }

func found[T any](ctx context.Context, r Reader, scan ScanFunc[T], l *engine.Lookup) (list []T, err error) {
	for _, step := range r.eng.Find(nil, l) {
		rows, err := All(ctx, r, scan, step.SQL, step.Args...)
		if err != nil {
			return nil, err
		}
		list = append(list, rows...)
	}
	return list, nil
}

// ByID returns rows of one event by id; those that do not exist are missing.
func ByID[T any](ctx context.Context, r Reader, k Kind[T], event string, ids []string) (map[string]*T, error) {
	rows, err := LookUp(ctx, r, k.byID, k.Scan, event, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[string]*T, len(rows))
	for i := range rows {
		found[k.ID(&rows[i])] = &rows[i]
	}
	return found, nil
}

// Kind is a table whose rows have an id.
type Kind[T any] struct {
	*Of[*T]
	byID *engine.LookupSpec
	ID   func(*T) string
}

// NewKind says how rows of a table are looked up by their id.
func NewKind[T any](t *Of[*T], byID *engine.LookupSpec, id func(*T) string) Kind[T] {
	return Kind[T]{t, byID, id}
}
