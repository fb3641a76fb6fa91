package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

const historySeed = 2

// sqliteCopies and postgresCopies make a database once and hand out copies of it.
func sqliteCopies(t *testing.T, logs *tlog.Signer) func(t *testing.T) string {
	path := strings.TrimPrefix(testdb.SQLite(t), "sqlite:")
	fill(t, "sqlite:"+path, logs)
	original, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T) string {
		path := filepath.Join(t.TempDir(), "copy.db")
		if err := os.WriteFile(path, original, 0o600); err != nil {
			t.Fatal(err)
		}
		return "sqlite:" + path
	}
}

func postgresCopies(t *testing.T, logs *tlog.Signer) func(t *testing.T) string {
	url := testdb.Postgres(t)
	fill(t, url, logs)
	original, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T) string { return pgserver.CopyForTest(t, original.Database) }
}

// fill writes the history, with a public log where there is somebody who signs it, and
// closes the database again, so that it can be copied.
func fill(t *testing.T, url string, logs *tlog.Signer) {
	t.Helper()
	if !t.Run("history", func(t *testing.T) {
		f, all := history(t, url, historySeed, 100)
		if logs != nil {
			f.publish(logs, all[0].id)
			f.publish(logs, all[1].id)
			f.include(logs)
			all[0].live(80) // so that its log has a full tile
			f.publish(logs, all[0].id)
			f.include(logs)
		}
		if strings.HasPrefix(url, "sqlite:") {
			if _, err := f.raw.ExecContext(t.Context(), "pragma wal_checkpoint(truncate)"); err != nil {
				t.Fatal(err)
			}
		}
	}) {
		t.FailNow()
	}
}

// TestCorruptionsAreCaught damages a sound database in every way of the list;
// each must be found, and as what it is. A copy of a PostgreSQL database takes
// half a second, and what differs between the engines is how rows are read,
// not how they are judged: there the first of each invariant will do, unless
// HOLDFAST_TEST_ALL is set.
func TestCorruptionsAreCaught(t *testing.T) {
	t.Parallel()
	for engine, copies := range map[string]func(*testing.T, *tlog.Signer) func(*testing.T) string{"sqlite": sqliteCopies, "postgres": postgresCopies} {
		t.Run(engine, func(t *testing.T) {
			logs := signerOfLogs(t, t.TempDir())
			fresh := copies(t, logs)
			t.Run("none", func(t *testing.T) {
				report := run(t, testdb.Open(t, fresh(t)), verify.Options{Logs: logs})
				for _, v := range report.Violations {
					t.Errorf("%+v", v)
				}
				if report.Checked.LogEntries < tlog.TileWidth {
					t.Errorf("the public log has %d entries", report.Checked.LogEntries)
				}
				if report.Checked.Checkpoints != 3 {
					t.Errorf("the log of the installation has %d entries", report.Checked.Checkpoints)
				}
			})
			t.Run("replay", func(t *testing.T) { replays(t, engine, fresh) })
			done := map[int]int{}
			for _, c := range slices.Concat(corruptions, installationCorruptions, bookingCorruptions, resourceCorruptions, releaseCorruptions, statementCorruptions, ballotCorruptions, followCorruptions, phoneCorruptions, invitationCorruptions, applicationCorruptions) {
				if done[c.invariant]++; done[c.invariant] > 1 && engine == "postgres" && os.Getenv("HOLDFAST_TEST_ALL") == "" {
					continue
				}
				t.Run(fmt.Sprintf("%d %s", c.invariant, c.name), func(t *testing.T) {
					t.Parallel()
					catch(t, fresh(t), c, logs)
				})
			}
		})
	}
}

func catch(t *testing.T, url string, c corruption, logs *tlog.Signer) {
	raw := openRaw(t, url)
	for _, statement := range c.sql {
		res, err := raw.ExecContext(t.Context(), statement)
		if err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		n, err := res.RowsAffected()
		if err != nil || (n == 0 && !strings.HasPrefix(statement, "drop ") && !strings.HasPrefix(statement, ifAny)) {
			t.Fatalf("%s: changed %d rows, %v", statement, n, err)
		}
	}
	report := run(t, testdb.Open(t, url), verify.Options{PrintLimit: 1000, Logs: logs})
	if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool {
		return v.Invariant == c.invariant && strings.Contains(v.What, c.says)
	}) {
		t.Errorf("no violation of invariant %d says %q", c.invariant, c.says)
		for i, v := range report.Violations {
			if i < 8 {
				t.Logf("%+v", v)
			}
		}
	}
}
