package store_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// TestEveryTableIsMoved: whoever makes a table says whether its rows go along when a
// database is moved (MovedTables, behind those that it refers to) or stay (NotMoved, and
// why). What stays behind unsaid would be lost.
func TestEveryTableIsMoved(t *testing.T) {
	t.Parallel()
	moved, stay := store.MovedNames()
	for i, name := range moved {
		if slices.Index(moved, name) != i {
			t.Errorf("%s is moved twice", name)
		}
	}
	for engine, open := range engines {
		t.Run(engine, func(t *testing.T) {
			s := open(t)
			have := map[string]bool{}
			for _, name := range texts(t, s, "select name from sqlite_master where type = 'table'", "select cast(relname as text) from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace") {
				if have[name] = true; strings.HasPrefix(name, "sqlite_") {
					continue
				}
				if slices.Contains(moved, name) == (stay[name] != "") {
					t.Errorf("the table %s is in movedTables and in notMoved, or in neither", name)
				}
			}
			for _, name := range append(slices.Collect(maps.Keys(stay)), moved...) {
				if !have[name] {
					t.Errorf("there is no table %s", name)
				}
			}
			for _, pair := range texts(t, s, "select m.name || ' ' || f.\"table\" from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'",
				"select cast(conrelid::regclass as text) || ' ' || cast(confrelid::regclass as text) from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace") {
				table, refers, _ := strings.Cut(pair, " ")
				if slices.Contains(moved, table) && slices.Index(moved, refers) >= slices.Index(moved, table) {
					t.Errorf("%s refers to %s, and is moved before it", table, refers)
				}
			}
			tables, err := s.Moves.MovedTables(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			described := map[string][]string{}
			for _, d := range store.Tables() {
				described[d.Name] = slices.Sorted(slices.Values(d.Columns))
			}
			for i, table := range tables {
				var names []string
				for _, c := range table.Columns {
					names = append(names, c.Name)
				}
				if table.Name != moved[i] || !slices.Equal(names, described[table.Name]) {
					t.Errorf("%s is read as %s with %v, and described with %v", moved[i], table.Name, names, described[table.Name])
				}
			}
		})
	}
}

// texts returns the rows of a query, which is another one for each engine.
func texts(t *testing.T, s *store.Store, sqlite, postgres string) (list []string) {
	t.Helper()
	query := sqlite
	if s.Engine() == "postgres" {
		query = postgres
	}
	rows, err := s.JobsDB().QueryContext(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestChecksum: it is the same in any order, and another where a row, a value, its type or
// its place is another, or a row is there twice.
func TestChecksum(t *testing.T) {
	t.Parallel()
	sum := func(rows ...[]any) string {
		var c database.Checksum
		for _, r := range rows {
			c.Add(r)
		}
		read, err := database.ParseChecksum(c.String())
		if err != nil || read != c {
			t.Errorf("%s is read as %s, %v", c, read, err)
		}
		return c.String()
	}
	a, b := []any{int64(1), "x", []byte{}, true, nil}, []any{int64(-1 << 63), "", []byte{0, 255}, false, "y"}
	if sum(a, b) != sum(b, a) {
		t.Error("the order counts")
	}
	seen := map[string]int{}
	for i, rows := range [][][]any{
		{}, {a}, {b}, {a, b}, {a, a}, {a, a, b},
		{{"ab", "c"}}, {{"a", "bc"}}, {{"abc"}}, {{[]byte("abc")}}, {{int64(1)}}, {{true}}, {{false}}, {{int64(0)}}, {{nil}}, {{""}}, {{[]byte{}}}, {{nil, nil}},
		{{int64(1<<53 + 1)}}, {{int64(1 << 53)}}, {{"x"}, {"y"}}, {{"x", "y"}}, {{"y", "x"}},
	} {
		s := sum(rows...)
		if other, ok := seen[s]; ok {
			t.Errorf("%d and %d have one checksum", i, other)
		}
		seen[s] = i
	}
	for _, bad := range []string{"x", "00", strings.Repeat("z", 64)} {
		if _, err := database.ParseChecksum(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
