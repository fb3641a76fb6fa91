package sqlite

import (
	"context"
	"database/sql"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// maxFillArgs bounds the arguments of one statement of Fill: a longer one is not faster.
const maxFillArgs = 512

// changes are the ways to change a table, each of which has a trigger of its own.
var changes = [...]string{"insert", "update", "delete"}

// Freeze makes SQLite refuse whatever changes one of the tables.
func (*DB) Freeze(tables []string) []string {
	var texts []string
	for _, t := range tables {
		for _, change := range changes {
			texts = append(texts, "create trigger moved_"+change+"_"+t+" before "+change+" on "+t+
				" begin select raise(abort, 'this database is moved to another'); end")
		}
	}
	return texts
}

// Thaw takes back what Freeze did.
func (*DB) Thaw(tables []string) []string {
	var texts []string
	for _, t := range tables {
		for _, change := range changes {
			texts = append(texts, "drop trigger if exists moved_"+change+"_"+t)
		}
	}
	return texts
}

// Layout asks SQLite for the columns of all tables.
func (*DB) Layout() string {
	return `select m.name, c.name, lower(c.type), c.pk from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name <> '` + stampTable + `' order by m.name, c.cid`
}

// Fill writes rows with statements of many rows, which stay prepared.
func (db *DB) Fill(ctx context.Context, first engine.Step, table string, columns []string, rows [][]any) (err error) {
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	done, err := tx.ExecContext(ctx, first.SQL, first.Args...)
	if err == nil {
		var n int64
		if n, err = done.RowsAffected(); err == nil && n != 1 {
			err = &engine.Missed{}
		}
	}
	if err == nil {
		err = fill(ctx, tx, table, columns, rows)
	}
	if err != nil {
		_ = tx.Rollback() // what went wrong before is what counts
		return err
	}
	return tx.Commit()
}

func fill(ctx context.Context, tx *sql.Tx, table string, columns []string, rows [][]any) error {
	most := max(1, maxFillArgs/len(columns))
	text := ""
	args := make([]any, 0, most*len(columns))
	for at, n := 0, most; at < len(rows); at += n {
		if left := len(rows) - at; text == "" || left < n {
			n = min(n, left)
			one := "(?" + strings.Repeat(",?", len(columns)-1) + ")"
			text = "insert into " + table + " (" + strings.Join(columns, ", ") + ") values " + one + strings.Repeat(","+one, n-1)
		}
		args = args[:0]
		for _, row := range rows[at : at+n] {
			args = append(args, row...)
		}
		if _, err := tx.ExecContext(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

// Filled is nothing: plans are made without statistics.
func (*DB) Filled() []string { return nil }
