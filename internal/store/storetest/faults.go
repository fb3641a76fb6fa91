package storetest

import (
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
)

// FullDisk makes PostgreSQL answer each change of a table as it does when its disk is
// full, until DropFault.
func FullDisk(t testing.TB, s *store.Store, table string) {
	t.Helper()
	fault(t, s, table, "before insert or update", "raise exception 'could not extend file' using errcode = 'disk_full'")
}

// DamagedPage makes PostgreSQL answer each change of a table as it does when it meets
// a damaged page, until DropFault.
func DamagedPage(t testing.TB, s *store.Store, table string) {
	t.Helper()
	fault(t, s, table, "before insert or update", "raise exception 'invalid page in block 7' using errcode = 'data_corrupted'")
}

// HangingCommit makes PostgreSQL not come to the end of a COMMIT that changes a
// table, as it does when its synchronous standby is gone, until DropFault.
func HangingCommit(t testing.TB, s *store.Store, table string) {
	t.Helper()
	execRaw(t, s, "create function fault() returns trigger language plpgsql as $$ begin perform pg_sleep(3600); return null; end $$")
	execRaw(t, s, fmt.Sprintf("create constraint trigger fault after insert on %s deferrable initially deferred for each row execute function fault()", table))
}

func fault(t testing.TB, s *store.Store, table, when, do string) {
	t.Helper()
	execRaw(t, s, fmt.Sprintf("create function fault() returns trigger language plpgsql as $$ begin %s; end $$", do))
	execRaw(t, s, fmt.Sprintf("create trigger fault %s on %s for each row execute function fault()", when, table))
}

// DropFault takes back what one of the others did.
func DropFault(t testing.TB, s *store.Store, table string) {
	t.Helper()
	execRaw(t, s, "drop trigger fault on "+table)
	execRaw(t, s, "drop function fault()")
}
