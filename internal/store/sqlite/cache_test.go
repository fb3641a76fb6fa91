package sqlite

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
)

// BenchmarkReadAfterCommit shows what a commit costs those who read: the next
// read of each connection empties its cache, and all of them share one lock for
// that. An operation is that one read on each connection; the commit before it
// and the reads that fill the caches again are not counted.
func BenchmarkReadAfterCommit(b *testing.B) {
	const (
		rows  = 32_000 // of about 1 KB, in a part of the file that is not mapped
		fills = 4000   // random reads that fill the largest cache
	)
	for _, cacheKB := range []int{otherCacheKB, 8 * 1024} {
		b.Run(fmt.Sprintf("%dKB", cacheKB), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "cache.db")
			write := openTest(b, path, pool{conns: 1, cacheKB: writerCacheKB, txlock: "immediate", sync: "NORMAL"})
			if _, err := write.Exec(fmt.Sprintf(`create table filler as select zeroblob(%d) body;
				create table t (id integer primary key, body blob not null);
				with recursive n(id) as (select 1 union all select id + 1 from n where id < %d)
				insert into t select id, zeroblob(1000) from n;`, mmapBytes, rows)); err != nil {
				b.Fatal(err)
			}
			db := openTest(b, path, pool{conns: readers, cacheKB: cacheKB, txlock: "deferred", sync: "NORMAL", readOnly: true})
			read := make([]*sql.Conn, readers)
			for i := range read {
				var err error
				if read[i], err = db.Conn(b.Context()); err != nil {
					b.Fatal(err)
				}
				defer read[i].Close() //nolint:errcheck // only read
			}
			reads := func(n int) {
				var all sync.WaitGroup
				for _, c := range read {
					all.Go(func() {
						for range n {
							var size int
							if err := c.QueryRowContext(b.Context(), "select length(body) from t where id = ?", 1+rand.IntN(rows)).Scan(&size); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				all.Wait()
			}
			for b.Loop() {
				b.StopTimer()
				reads(fills)
				if _, err := write.Exec("update t set body = randomblob(1000) where id = ?", 1+rand.IntN(rows)); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				reads(1)
			}
		})
	}
}

func openTest(tb testing.TB, path string, p pool) *sql.DB {
	tb.Helper()
	db, err := (&DB{path: path, files: &files{path: path}}).openPool("sqlite", p)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}
