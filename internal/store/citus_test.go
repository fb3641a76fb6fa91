package store_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store/placement"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestCitus is TestPostgres on a Citus cluster, where testdb.CitusURL names one.
func TestCitus(t *testing.T) { storetest.All(t, on(testdb.Citus)) }

// TestMigrateDistributes: the migrations of a database with Citus place each table where
// package placement says, whatever they were interrupted at; foreign keys that a node can
// check are there, and no others.
func TestMigrateDistributes(t *testing.T) {
	if os.Getenv("HOLDFAST_TEST_ALL") == "" {
		t.Skip("HOLDFAST_TEST_ALL is not set: to distribute three times takes a while, and TestCitus of e2e does once")
	}
	t.Parallel()
	const shards = 1
	at, err := pgserver.RequireCitus(t, shards).CreateDB(t.Context(), "hf")
	if err != nil {
		t.Fatal(err)
	}
	s := testdb.Open(t, at)
	// It is interrupted somewhere, twice, and then not.
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if err := s.Migrate(ctx); err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		cancel()
	}
	for range 2 { // the second does nothing
		if err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{}
	for _, p := range placement.Tables() {
		want[p.Name] = map[placement.Kind]string{placement.ByEvent: "h", placement.Everywhere: "t", placement.Coordinator: ""}[p.Kind] + p.Column
	}
	have := map[string]string{}
	for _, row := range texts(t, s, "", `select c.relname || ' ' || coalesce((select case when p.partmethod = 'h' then 'h' || column_to_column_name(p.logicalrelid, p.partkey)
			when p.repmodel = 't' then 't' else '' end from pg_dist_partition p where p.logicalrelid = c.oid), '')
			from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not exists (select 1 from citus_shards where shard_name = c.relname)`) {
		var name, place string
		if _, err := fmt.Sscan(row, &name, &place); err != nil && place != "" {
			t.Fatal(err)
		}
		have[name] = place
	}
	if !maps.Equal(have, want) {
		t.Errorf("the tables are placed\n%v\nwant\n%v", have, want)
	}
	groups := texts(t, s, "", "select distinct cast(colocationid as text) from pg_dist_partition where partmethod = 'h'")
	if len(groups) != 1 {
		t.Errorf("the tables of events are in %d groups of shards", len(groups))
	}
	const ofKeys = `select cast(conname as text) from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '_[0-9]{6}$'`
	kept := texts(t, s, "", ofKeys)
	lost := slices.DeleteFunc(texts(t, testdb.Open(t, testdb.Postgres(t)), "", ofKeys), func(key string) bool { return slices.Contains(kept, key) })
	if slices.Sort(lost); !slices.Equal(lost, notReferredOnCitus) {
		t.Errorf("the foreign keys that are not there are %v, want %v", lost, notReferredOnCitus)
	}
}
