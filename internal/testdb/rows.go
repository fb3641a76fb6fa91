package testdb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Rows returns the rows of a query as texts, sorted: the same on both engines, whose drivers
// give booleans and bytes in types of their own.
func Rows(t testing.TB, db *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, dest := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		dest[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(err)
		}
		texts := make([]string, len(values))
		for i, v := range values {
			switch v := v.(type) {
			case bool:
				texts[i] = map[bool]string{true: "1", false: "0"}[v]
			case []byte:
				texts[i] = string(v)
			default:
				texts[i] = fmt.Sprint(v)
			}
		}
		list = append(list, strings.Join(texts, "|"))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}
