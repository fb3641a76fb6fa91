package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
)

// counting is a driver that counts what its connections prepare to keep.
type counting struct {
	driver.Driver
	prepared []string
}

func (c *counting) Open(name string) (driver.Conn, error) {
	conn, err := c.Driver.Open(name)
	return &countingConn{keptConn{Conn: conn, files: &files{}}, c}, err
}

// countingConn passes everything on, as a keptConn that keeps nothing does.
type countingConn struct {
	keptConn
	of *counting
}

func (c *countingConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	c.of.prepared = append(c.of.prepared, text)
	return c.keptConn.PrepareContext(ctx, text)
}

func (c *countingConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.(driver.ExecerContext).ExecContext(ctx, text, args)
}

func (c *countingConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, text, args)
}

// keeping opens a database with one connection that keeps its statements.
func keeping(t *testing.T) (*sql.DB, *counting) {
	t.Helper()
	plain, err := sql.Open("sqlite", "")
	if err != nil {
		t.Fatal(err)
	}
	c := &counting{Driver: plain.Driver()}
	if err := plain.Close(); err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(keeper{driver: c, dsn: "file:" + filepath.Join(t.TempDir(), "a.db"), files: &files{}})
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	do(t, db, "create table t (a int primary key)")
	return db, c
}

func do(t *testing.T, db *sql.DB, text string, args ...any) {
	t.Helper()
	if _, err := db.Exec(text, args...); err != nil {
		t.Fatal(err)
	}
}

func TestStatementsStayPrepared(t *testing.T) {
	db, c := keeping(t)
	const insert, read = "insert into t values ($1)", "-- name: Read\nselect a from t where a >= $1 order by a"
	for n := range 5 {
		do(t, db, insert, n)
		var first int
		if err := db.QueryRow(read, n).Scan(&first); err != nil || first != n {
			t.Errorf("%d, %v", first, err)
		}
	}
	if want := []string{insert, read}; !slices.Equal(c.prepared, want) {
		t.Errorf("prepared %q, want %q", c.prepared, want)
	}
	// A statement whose rows are being read is not begun anew under them.
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := tx.Query(read, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	var seen []int
	for rows.Next() {
		var a, inner int
		if err := rows.Scan(&a); err != nil {
			t.Fatal(err)
		}
		if err := tx.QueryRow(read, 3).Scan(&inner); err != nil || inner != 3 {
			t.Errorf("%d, %v", inner, err)
		}
		seen = append(seen, a)
	}
	if err := rows.Err(); err != nil || !slices.Equal(seen, []int{0, 1, 2, 3, 4}) {
		t.Errorf("%v, %v", seen, err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	// It follows the schema, and is prepared anew after it failed.
	if _, err := db.Exec(insert, 1); err == nil {
		t.Error("a key is there twice")
	}
	do(t, db, "alter table t add column b int not null default 7")
	do(t, db, "insert into t (a) values ($1)", 9)
	const all = "select * from t where a = $1"
	var a, b int
	if err := db.QueryRow(all, 9).Scan(&a, &b); err != nil || b != 7 {
		t.Errorf("%d, %v", b, err)
	}
	do(t, db, "alter table t add column c int not null default 8")
	var last int
	if err := db.QueryRow(all, 9).Scan(&a, &b, &last); err != nil || last != 8 {
		t.Errorf("%d, %v", last, err)
	}
}

// TestLimitsStayPrepared: SQLite is not told the limit of a statement that is kept while it
// plans, and takes as many rows as the limit says.
func TestLimitsStayPrepared(t *testing.T) {
	db, c := keeping(t)
	for n := range 5 {
		do(t, db, "insert into t values ($1)", n)
	}
	c.prepared = nil
	const page, newest = "select a from t where a >= $1 order by a limit $2", "select a from (select a from t order by a desc LIMIT $1) order by a limit 9"
	for _, limit := range []int{2, 0, 4, -1} {
		want := []int{1, 2, 3, 4}
		if limit >= 0 {
			want = want[:limit]
		}
		if got := numbers(t, db, page, 1, limit); !slices.Equal(got, want) {
			t.Errorf("limit %d: %v, want %v", limit, got, want)
		}
	}
	if got := numbers(t, db, newest, 2); !slices.Equal(got, []int{3, 4}) {
		t.Errorf("the newest: %v", got)
	}
	if want := []string{page + " + 0", "select a from (select a from t order by a desc limit $1 + 0) order by a limit 9"}; !slices.Equal(c.prepared, want) {
		t.Errorf("prepared %q, want %q", c.prepared, want)
	}
}

func numbers(t *testing.T, db *sql.DB, text string, args ...any) (list []int) {
	t.Helper()
	rows, err := db.Query(text, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	for rows.Next() {
		var a int
		if err := rows.Scan(&a); err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestFewStatementsStayPrepared: a text that is made anew each time fills no memory.
func TestFewStatementsStayPrepared(t *testing.T) {
	db, _ := keeping(t)
	for n := range 3 * keptStatements {
		do(t, db, fmt.Sprintf("insert into t values (%d)", n))
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // the pool closes it
	if err := conn.Raw(func(dc any) error {
		if n := len(dc.(*keptConn).byText); n != keptStatements {
			t.Errorf("%d statements are kept, want %d", n, keptStatements)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsKept(t *testing.T) {
	for text, want := range map[string]bool{
		"select 1": true, " SELECT\n1": true, "-- name: X :one\n-- more\nwith a as (select 1) select * from a": true, "insert into t values (1)": true,
		"update t set a = 1": true, "delete from t": true, "select(1)": true,
		"": false, "-- nothing": false, "pragma foreign_keys": false, "create table t (a int)": false, "select 1; select 2": false, "vacuum into $1": false,
		"begin immediate": false, "select '" + string(make([]byte, keptLength)) + "'": false,
	} {
		if keeps(text) != want {
			t.Errorf("%.40q: %t", text, !want)
		}
	}
}
