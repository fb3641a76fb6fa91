package store_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/placement"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// notUniqueOnCitus are the indexes that are not unique on Citus, because a value may be in
// the rows of two events, and what keeps it from being there twice.
var notUniqueOnCitus = map[string]string{
	"checkouts_by_ref":   "verify",
	"payments_once":      "verify",
	"invoices_number":    "the lock on the row of invoice_series",
	"rehearsals_running": "the lock on the machine that rehearses",
}

// notReferredOnCitus are the foreign keys that are not there on Citus, since a table that one
// node has, or all have, cannot refer to rows of events.
var notReferredOnCitus = []string{
	"feed_event_id_fkey",
	"follows_account_id_fkey",
	"installation_entries_event_id_fkey",
}

// TestEveryTableIsPlaced: whoever makes a table says in package placement where its rows are
// on Citus. What begins its key with event_id is with its event.
func TestEveryTableIsPlaced(t *testing.T) {
	t.Parallel()
	s := testdb.Open(t, testdb.Postgres(t))
	places := map[string]placement.Table{}
	for _, p := range placement.Tables() {
		if places[p.Name].Name != "" {
			t.Errorf("%s is placed twice", p.Name)
		}
		places[p.Name] = p
	}
	moved, stay := store.MovedNames()
	known := slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(stay)), moved...)))
	if placed := slices.Sorted(maps.Keys(places)); !slices.Equal(known, placed) {
		t.Errorf("the tables are\n%v\nand those that are placed\n%v", known, placed)
	}
	const unused = "" // there is no SQLite here
	for _, key := range texts(t, s, unused, `select c.relname || ' ' || (select string_agg(a.attname, ',' order by k.n) from unnest(cast(i.indkey as int2[])) with ordinality k(num, n)
			join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num) from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary where c.relnamespace = 'public'::regnamespace`) {
		name, columns, _ := strings.Cut(key, " ")
		switch p := places[name]; {
		case p.Kind == placement.ByEvent && !slices.Contains(strings.Split(columns, ","), p.Column):
			t.Errorf("%s is placed by %s, which is not in its primary key %s", name, p.Column, columns)
		case p.Kind != placement.ByEvent && strings.HasPrefix(columns, "event_id") && name != "payment_notices" && name != "event_cells": // of no event, or one that comes later; of the catalogue
			t.Errorf("%s begins its primary key with event_id, and is not with its event", name)
		}
	}
	var loose []string
	for _, index := range texts(t, s, unused, `select t.relname || ' ' || x.relname || ' ' || (select string_agg(a.attname, ',') from pg_attribute a where a.attrelid = t.oid and a.attnum = any (cast(i.indkey as int2[])))
			from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relname <> 'river_job'`) {
		f := strings.Fields(index)
		if p := places[f[0]]; p.Kind == placement.ByEvent && !slices.Contains(strings.Split(f[2], ","), p.Column) {
			loose = append(loose, f[1])
		}
	}
	if want := slices.Sorted(maps.Keys(notUniqueOnCitus)); !slices.Equal(slices.Sorted(slices.Values(loose)), want) {
		t.Errorf("on Citus are not unique %v, want %v", loose, want)
	}
	var lost []string
	for _, key := range texts(t, s, unused, `select conrelid::regclass || ' ' || confrelid::regclass || ' ' || conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`) {
		f := strings.Fields(key)
		if !placement.Refers(places[f[0]].Kind, places[f[1]].Kind) {
			lost = append(lost, f[2])
		}
	}
	if slices.Sort(lost); !slices.Equal(lost, notReferredOnCitus) {
		t.Errorf("on Citus are not there the foreign keys %v, want %v", lost, notReferredOnCitus)
	}
}
