package store

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// reader is a pool or a transaction of an engine: each engine finds many rows by their
// keys in its own way.
type reader struct {
	querier
	eng engine.Engine
}

// newReader is a reader of a pool or a transaction q of an engine.
func newReader(q querier, eng engine.Engine) reader { return reader{q, eng} }

func (s *db) reader(q querier) reader { return newReader(q, s.eng) }

// lookUp returns the rows of an event with these keys, in no order.
//
// A list of keys in the condition of a query is not enough: PostgreSQL, while it has no
// statistics of a table, takes an event for small and reads all rows of it, or all from
// the lowest key to the highest, rather than look each key up.
func lookUp[T any](ctx context.Context, r reader, spec *engine.LookupSpec, scan scanFunc[T], event string, keys []string) ([]T, error) {
	return found(ctx, r, scan, &engine.Lookup{Spec: spec, EventID: event, Keys: eachOnce(keys)})
}

// lookUpWith is lookUp with a spec of two keys, the first of which is the same for all
// rows.
func lookUpWith[T any](ctx context.Context, r reader, spec *engine.LookupSpec, scan scanFunc[T], event, first string, keys []string) ([]T, error) {
	keys = eachOnce(keys)
	return found(ctx, r, scan, &engine.Lookup{Spec: spec, EventID: event, Keys: slices.Repeat([]string{first}, len(keys)), Keys2: keys})
}

func eachOnce(keys []string) []string { return slices.Compact(slices.Sorted(slices.Values(keys))) }

func found[T any](ctx context.Context, r reader, scan scanFunc[T], l *engine.Lookup) (list []T, err error) {
	for _, step := range r.eng.Find(nil, l) {
		rows, err := all(ctx, r, scan, step.SQL, step.Args...)
		if err != nil {
			return nil, err
		}
		list = append(list, rows...)
	}
	return list, nil
}

// byID returns rows of one event by id; those that do not exist are missing.
func byID[T any](ctx context.Context, r reader, k kind[T], event string, ids []string) (map[string]*T, error) {
	rows, err := lookUp(ctx, r, k.byID, k.scan, event, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[string]*T, len(rows))
	for i := range rows {
		found[k.id(&rows[i])] = &rows[i]
	}
	return found, nil
}

// kind is a table whose rows have an id.
type kind[T any] struct {
	*table[*T]
	byID *engine.LookupSpec
	id   func(*T) string
}

// newKind says how rows of a table are looked up by their id.
func newKind[T any](t *table[*T], byID *engine.LookupSpec, id func(*T) string) kind[T] {
	return kind[T]{t, byID, id}
}
