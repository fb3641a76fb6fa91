package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/store/placement"
)

// ErrNotCoordinator says that a worker of a Citus cluster was asked to change the schema.
var ErrNotCoordinator = errors.New("postgres: this is a worker of a Citus cluster: migrate at its coordinator")

// citus asks for the extension.
const citus = "select exists (select 1 from pg_extension where extname = 'citus')"

// Spread reports whether the database has the extension Citus. Once it has answered it does
// not ask again: who adds the extension starts the servers anew.
func (db *DB) Spread(ctx context.Context) (bool, error) {
	if known := db.spread.Load(); known != nil {
		return *known, nil
	}
	var there bool
	if err := db.readPool.QueryRow(ctx, citus).Scan(&there); err != nil {
		return false, err
	}
	db.spread.Store(&there)
	return there, nil
}

// forNodes readies a connection of any pool; the first one finds out what Spread says. With
// Citus, statements that change rows of many events do so on one connection for each node, and
// not on many at once: what is everywhere could not be changed any more in their transaction. A
// node that does not answer keeps a connection for so long as citus.node_connection_timeout says:
// too many of them would keep those that other nodes could answer waiting.
func (db *DB) forNodes(ctx context.Context, c *pgx.Conn) error {
	known := db.spread.Load()
	if known == nil {
		known = new(bool)
		if err := c.QueryRow(ctx, citus, pgx.QueryExecModeSimpleProtocol).Scan(known); err != nil {
			return err
		}
		db.spread.Store(known)
	}
	if !*known {
		return nil
	}
	_, err := c.Exec(ctx, "set citus.multi_shard_modify_mode = 'sequential'; set citus.node_connection_timeout = '3s'", pgx.QueryExecModeSimpleProtocol)
	return err
}

// Distribute places the tables of a database with the extension Citus, and does nothing in
// others. What is placed already stays, so that it may be called again, and goes on where
// it was interrupted.
func (db *DB) Distribute(ctx context.Context, tables []placement.Table) error {
	if there, err := db.Spread(ctx); err != nil || !there {
		return err
	}
	conn, err := db.writePool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	d := distribution{conn: conn.Conn(), want: map[string]placement.Table{}}
	for _, t := range tables {
		d.want[t.Name] = t
	}
	if done, err := d.look(ctx); done || err != nil {
		return err
	}
	if err := d.loosen(ctx); err != nil {
		return fmt.Errorf("postgres: distribute: take away what spans nodes: %w", err)
	}
	for _, t := range tables {
		if err := d.place(ctx, t); err != nil {
			return fmt.Errorf("postgres: distribute %s: %w", t.Name, err)
		}
	}
	if err := d.tighten(ctx); err != nil {
		return fmt.Errorf("postgres: distribute: refer again: %w", err)
	}
	return nil
}

// distribution is one run of Distribute.
type distribution struct {
	conn *pgx.Conn
	want map[string]placement.Table
	have map[string]placement.Kind // of those that are placed; Coordinator is not said
	open bool                      // a run was interrupted
}

// held has the foreign keys that were taken away and may have to come back. It is there
// while a run lasts.
const held = "distributing"

// look reads how the tables are placed. done reports that nothing is left to be done.
func (d *distribution) look(ctx context.Context) (done bool, err error) {
	var coordinator bool
	if err := d.conn.QueryRow(ctx, "select citus_is_coordinator(), to_regclass('"+held+"') is not null").Scan(&coordinator, &d.open); err != nil {
		return false, err
	}
	if !coordinator {
		return false, ErrNotCoordinator
	}
	rows, err := d.conn.Query(ctx, `select c.relname, p.partmethod = 'h', p.repmodel = 't' from pg_dist_partition p
		join pg_class c on c.oid = p.logicalrelid where c.relnamespace = cast(cast(current_schema() as text) as regnamespace)`)
	if err != nil {
		return false, err
	}
	d.have = map[string]placement.Kind{}
	var name string
	var hashed, copied bool
	if _, err := pgx.ForEachRow(rows, []any{&name, &hashed, &copied}, func() error {
		switch {
		case hashed:
			d.have[name] = placement.ByEvent
		case copied:
			d.have[name] = placement.Everywhere
		}
		return nil
	}); err != nil {
		return false, err
	}
	done = !d.open
	for name, t := range d.want {
		switch have := d.have[name]; {
		case have == 0 && t.Kind != placement.Coordinator:
			done = false
		case have != 0 && have != t.Kind:
			return false, fmt.Errorf("postgres: distribute: Citus has the table %s in another way than this program", name)
		}
	}
	return done, nil
}

// loosen takes away what keeps tables from being placed: all foreign keys, which are noted
// in the table held, and that an index is unique whose columns are without the event's. Of
// these the index stays.
func (d *distribution) loosen(ctx context.Context) error {
	return pgx.BeginFunc(ctx, d.conn, func(tx pgx.Tx) error {
		if !d.open {
			if _, err := tx.Exec(ctx, "create table "+held+` as select cast(conrelid as regclass)::text as name, conname::text as key,
				cast(confrelid as regclass)::text as refers, pg_get_constraintdef(oid) as definition from pg_constraint
				where contype = 'f' and connamespace = cast(cast(current_schema() as text) as regnamespace) and conparentid = 0`); err != nil {
				return err
			}
		}
		keys, err := heldKeys(ctx, tx)
		if err != nil {
			return err
		}
		for _, k := range keys {
			if _, ours := d.want[k.name]; !ours {
				continue
			}
			if _, err := tx.Exec(ctx, "alter table "+k.name+" drop constraint if exists "+pgx.Identifier{k.key}.Sanitize()); err != nil {
				return err
			}
		}
		return d.relax(ctx, tx)
	})
}

// relax replaces each unique index that does not have the event's column, of a table of an
// event's rows that is not placed yet, by one that is not unique.
func (d *distribution) relax(ctx context.Context, tx pgx.Tx) error {
	type index struct{ table, name, definition, constraint string }
	rows, err := tx.Query(ctx, `select cast(t.relname as text), cast(x.relname as text), pg_get_indexdef(i.indexrelid), coalesce(cast(c.conname as text), '')
		from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
		left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
		where i.indisunique and not i.indisprimary and t.relnamespace = cast(cast(current_schema() as text) as regnamespace)
		and not exists (select 1 from pg_attribute a where a.attrelid = t.oid and a.attnum = any (cast(i.indkey as int2[])) and a.attname = (select w.col from
			unnest($1::text[], $2::text[]) as w(name, col) where w.name = t.relname))
		and t.relname = any ($1) order by 1, 2`, d.names(), d.columns())
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (x index, err error) {
		return x, r.Scan(&x.table, &x.name, &x.definition, &x.constraint)
	})
	if err != nil {
		return err
	}
	for _, x := range list {
		away := "drop index " + pgx.Identifier{x.name}.Sanitize()
		if x.constraint != "" {
			away = "alter table " + x.table + " drop constraint " + pgx.Identifier{x.constraint}.Sanitize()
		}
		for _, text := range []string{away, strings.Replace(x.definition, "CREATE UNIQUE INDEX", "CREATE INDEX", 1)} {
			if _, err := tx.Exec(ctx, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// names and columns are those of the tables of events that are not placed yet.
func (d *distribution) names() (list []string) {
	for name, t := range d.want {
		if t.Kind == placement.ByEvent && d.have[name] == 0 {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func (d *distribution) columns() (list []string) {
	for _, name := range d.names() {
		list = append(list, d.want[name].Column)
	}
	return list
}

// place places a table, unless it is placed.
func (d *distribution) place(ctx context.Context, t placement.Table) (err error) {
	switch {
	case d.have[t.Name] != 0 || t.Kind == placement.Coordinator:
	case t.Kind == placement.Everywhere:
		_, err = d.conn.Exec(ctx, "select create_reference_table($1)", t.Name)
	case t.Name == "events":
		_, err = d.conn.Exec(ctx, "select create_distributed_table($1, $2, colocate_with => 'none')", t.Name, t.Column)
	default:
		_, err = d.conn.Exec(ctx, "select create_distributed_table($1, $2, colocate_with => 'events')", t.Name, t.Column)
	}
	return err
}

// heldKey is a foreign key that was taken away.
type heldKey struct{ name, key, refers, definition string }

// querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, text string, args ...any) (pgx.Rows, error)
}

func heldKeys(ctx context.Context, q querier) ([]heldKey, error) {
	rows, err := q.Query(ctx, "select name, key, refers, definition from "+held+" order by name, key")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (k heldKey, err error) {
		return k, r.Scan(&k.name, &k.key, &k.refers, &k.definition)
	})
}

// tighten makes those foreign keys again that no node needs another one for.
func (d *distribution) tighten(ctx context.Context) error {
	keys, err := heldKeys(ctx, d.conn)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if !placement.Refers(d.want[k.name].Kind, d.want[k.refers].Kind) {
			continue
		}
		if _, err := d.conn.Exec(ctx, "alter table "+k.name+" drop constraint if exists "+pgx.Identifier{k.key}.Sanitize()); err != nil {
			return err
		}
		if _, err := d.conn.Exec(ctx, "alter table "+k.name+" add constraint "+pgx.Identifier{k.key}.Sanitize()+" "+k.definition); err != nil {
			return fmt.Errorf("%s: %w", k.key, err)
		}
	}
	_, err = d.conn.Exec(ctx, "drop table "+held)
	return err
}
