package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// frozen is the name of the triggers of Freeze and of their function. The code of its
// error is that of a database that only reads.
const frozen = "moved_away"

// Freeze makes PostgreSQL refuse whatever changes one of the tables. Each trigger waits
// for those who are changing its table.
func (*DB) Freeze(tables []string) []string {
	texts := []string{`create or replace function ` + frozen + `() returns trigger language plpgsql as $$ begin
		raise exception 'this database is moved to another' using errcode = 'read_only_sql_transaction'; end $$`}
	for _, t := range tables {
		texts = append(texts, "create trigger "+frozen+" before insert or update or delete or truncate on "+t+
			" for each statement execute function "+frozen+"()")
	}
	return texts
}

// Thaw takes back what Freeze did.
func (*DB) Thaw(tables []string) []string {
	var texts []string
	for _, t := range tables {
		texts = append(texts, "drop trigger if exists "+frozen+" on "+t)
	}
	return append(texts, "drop function if exists "+frozen+"()")
}

// Layout asks PostgreSQL for the columns of all tables. Parts of a table are not tables of
// their own.
func (*DB) Layout() string {
	return `select cast(c.relname as text), cast(a.attname as text), format_type(a.atttypid, a.atttypmod), cast(coalesce(k.place, 0) as bigint)
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		left join pg_index i on i.indrelid = c.oid and i.indisprimary
		left join lateral (select u.place from unnest(cast(i.indkey as int2[])) with ordinality as u(num, place) where u.num = a.attnum) k on true
		where c.relnamespace = cast(cast(current_schema() as text) as regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
		order by c.relname, a.attnum`
}

// Fill writes rows with COPY.
func (db *DB) Fill(ctx context.Context, first engine.Step, table string, columns []string, rows [][]any) error {
	return pgx.BeginFunc(ctx, db.writePool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, first.SQL, first.Args...)
		switch {
		case err != nil:
			return err
		case tag.RowsAffected() != 1:
			return &engine.Missed{}
		case len(rows) == 0:
			return nil
		}
		n, err := tx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
		if err == nil && n != int64(len(rows)) {
			err = fmt.Errorf("postgres: %d of %d rows were copied", n, len(rows))
		}
		return err
	})
}

// Filled lets the planner know what there is now, for it has looked when there was nothing.
func (*DB) Filled() []string { return []string{"analyze"} }
