package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// ScanFunc fills a T from one row.
type ScanFunc[T any] func(engine.Row, *T) error

// All runs a query and returns all its rows. The caller bounds how many.
func All[T any](ctx context.Context, q Querier, scan ScanFunc[T], query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	var list []T
	for rows.Next() {
		var v T
		if err := scan(rows, &v); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// One runs a query and returns its first row, or ErrNone.
func One[T any](ctx context.Context, q Querier, scan ScanFunc[T], query string, args ...any) (T, error) {
	list, err := All(ctx, q, scan, query, args...)
	if err == nil && len(list) == 0 {
		err = ErrNone
	}
	if err != nil {
		var none T
		return none, err
	}
	return list[0], nil
}

// Exec runs a statement and returns how many rows it changed.
func Exec(ctx context.Context, q Querier, query string, args ...any) (int64, error) {
	res, err := q.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// ExecOne runs a statement that must change exactly one row; none is ErrNone.
func ExecOne(ctx context.Context, q Querier, query string, args ...any) error {
	n, err := Exec(ctx, q, query, args...)
	switch {
	case err != nil:
		return err
	case n == 0:
		return ErrNone
	case n > 1:
		return fmt.Errorf("store: a statement for one row changed %d", n)
	}
	return nil
}

// ScanInt scans a row of one number.
func ScanInt(r engine.Row, v *int64) error { return r.Scan(v) }

// ScanText scans a row of one text.
func ScanText(r engine.Row, v *string) error { return r.Scan(v) }

// WholeKey is a condition on the columns of a primary key, of which the first is
// the event $1 and the others are text. It always holds, and stands beside the
// ones that look a row up by these columns.
//
// It is for PostgreSQL, which plans a prepared statement once. To a planner a
// table without rows has an event of one row; then any index that begins with the
// event costs as much as that of the key, the youngest is taken, and for as long
// as the plan is kept each look reads all rows of the event. This condition is
// one more for the index of the key, but for another it is a filter, which costs
// more. With columns of another table in the place of values it does not help:
// the planner may then join first and look afterwards.
func WholeKey(columns ...string) string {
	return "(" + strings.Join(columns, ", ") + ") >= (cast($1 as text)" + strings.Repeat(", ''", len(columns)-1) + ")"
}

// WithID is the condition that looks a row of the event $1 up by its id $2.
var WithID = " where event_id = $1 and id = $2 and " + WholeKey("event_id", "id")

// ErrNone: there is no row.
var ErrNone = errors.New("store: not found")

// Querier is a pool or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}
