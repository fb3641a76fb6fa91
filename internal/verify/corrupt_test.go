package verify_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
)

const historySeed = 5

// takenIn is an event whose newest head is in its organization's chain.
const takenIn = "select max(o.subject) from organization_audit o where o.event_seq = (select e.seq from events e where e.id = o.subject)"

// otherEvent is an event that the damaged row is not of, and has something of each kind.
const otherEvent = "(select max(e.id) from events e where e.id in (select event_id from holds) and e.id in (select event_id from waitlist_entries) and e.id in (select event_id from price_codes))"

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
			all[0].live(160) // so that its log has a full tile
			f.publish(logs, all[0].id)
			f.include(logs)
		}
		for _, event := range f.column("select id from events order by id") {
			f.snapshots(event, 60)
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
// each must be found, and as what it is. Unless HOLDFAST_TEST_ALL is set, the first of
// each invariant is, and on SQLite a fifth of the others, which each run draws anew:
// those that are not drawn only have to find rows to damage. On PostgreSQL a copy of
// the database takes half a second, and what differs between the engines is how rows
// are read, not how they are judged. On few processors it is one of the engines, every
// second of the first, and on SQLite a twentieth of the others, all drawn.
func TestCorruptionsAreCaught(t *testing.T) {
	t.Parallel()
	ways := map[string]func(*testing.T, *tlog.Signer) func(*testing.T) string{"sqlite": sqliteCopies, "postgres": postgresCopies}
	if seed.Few() {
		delete(ways, []string{"sqlite", "postgres"}[seed.Draw(t, len(ways))])
	}
	for engine, copies := range ways {
		t.Run(engine, func(t *testing.T) {
			logs := signerOfLogs(t, t.TempDir())
			fresh := copies(t, logs)
			t.Run("none", func(t *testing.T) {
				report := run(t, testdb.Open(t, fresh(t)), verify.Options{Logs: logs, Uploads: uploads})
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
			done := map[int]bool{}
			all := os.Getenv("HOLDFAST_TEST_ALL") != ""
			share, firsts := 5, 1
			if seed.Few() {
				share, firsts = 20, 2
			}
			drawn := seed.Draw(t, share)
			var rest []corruption
			for i, c := range slices.Concat(corruptions, snapshotCorruptions, extraCorruptions, feeCorruptions, installationCorruptions, bookingCorruptions, holdFeeCorruptions, resourceCorruptions, releaseCorruptions, statementCorruptions, ballotCorruptions, followCorruptions, phoneCorruptions, invitationCorruptions, applicationCorruptions, goodsCorruptions) {
				first := !done[c.invariant]
				done[c.invariant] = true
				drawnNow := first && (c.invariant+drawn)%firsts == 0 || engine == "sqlite" && i%share == drawn
				if !all && !drawnNow {
					rest = append(rest, c)
					continue
				}
				t.Run(fmt.Sprintf("%d %s", c.invariant, c.name), func(t *testing.T) {
					t.Parallel()
					catch(t, fresh(t), c, logs)
				})
			}
			t.Run("not drawn", func(t *testing.T) {
				t.Parallel()
				raw := openUnchecked(t, fresh(t))
				for _, c := range rest {
					tx, err := raw.BeginTx(t.Context(), nil)
					if err != nil {
						t.Fatal(err)
					}
					c.damage(t, tx)
					if err := tx.Rollback(); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

// damage makes the corruption; each statement has to find what it damages.
func (c corruption) damage(t *testing.T, db interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}) {
	t.Helper()
	for _, statement := range c.sql {
		res, err := db.ExecContext(t.Context(), statement)
		if err != nil {
			t.Errorf("%d %s: %s: %v", c.invariant, c.name, statement, err)
			return
		}
		n, err := res.RowsAffected()
		if err != nil || (n == 0 && !strings.HasPrefix(statement, "drop ") && !strings.HasPrefix(statement, ifAny)) {
			t.Errorf("%d %s: %s: changed %d rows, %v", c.invariant, c.name, statement, n, err)
			return
		}
	}
}

func catch(t *testing.T, url string, c corruption, logs *tlog.Signer) {
	c.damage(t, openUnchecked(t, url))
	report := run(t, testdb.Open(t, url), verify.Options{PrintLimit: 1000, Logs: logs, Uploads: uploads})
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
