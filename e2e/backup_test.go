package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestBackup copies a database while it is written, restores the copy, and
// serves from it: what was acknowledged before the backup began is there.
func TestBackup(t *testing.T) {
	seed.InTurn(t, 0)
	engines(t, func(t *testing.T, db string) {
		s := serve(t, db)
		acks := hammer.NewAckLog(nil)
		load := s.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 200, Acks: acks, Seed: 5})
		stop := load.start(t)
		within(t, 30*time.Second, "500 changes are acknowledged", func() bool { return len(acks.Acks()) >= 500 })
		before := acks.Acks()
		copied := filepath.Join(t.TempDir(), "copy")
		must(t, "backup", "--db", db, copied)
		stop()
		if _, err := holdfast(t, "backup", "--db", db, copied); err == nil {
			t.Error("a backup was written over another")
		}
		if out, _ := holdfast(t, "doctor", "--db", db); !strings.Contains(out, "holdfast backup has made the last") {
			t.Errorf("doctor does not know of the backup: %s", out)
		}
		restored := "sqlite:" + copied
		if db[:8] == "postgres" {
			restored = pgserver.ForTest(t)
			restore(t, copied, restored)
		}
		moreIsSigned(t, restored)
		s.stop()
		verified(t, db)

		forgetSigned(t)
		verified(t, restored)
		r := serveAs(t, restored, s.key)
		for _, a := range before {
			if a.Unknown() || a.OrderID == "" && a.EntryID == "" {
				continue
			}
			what := "/v1/orders/" + a.OrderID
			if a.OrderID == "" {
				what = "/v1/waitlist/" + a.EntryID
			}
			r.call("GET", what, nil).want(200)
		}
		r.stop()
		verified(t, restored)
	})
}

func restore(t *testing.T, file, db string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if out, err := exec.CommandContext(ctx, "pg_restore", "--exit-on-error", "--no-owner", "--dbname", db, file).CombinedOutput(); err != nil {
		t.Fatalf("pg_restore: %v\n%s", err, out)
	}
}

// moreIsSigned waits until more is signed of a public log, outside of the database, than a
// copy of it has.
func moreIsSigned(t *testing.T, copied string) {
	t.Helper()
	within(t, 30*time.Second, "more is signed of the log than the copy has", func() bool {
		_, err := holdfast(t, "verify", "--db", copied)
		return err != nil && strings.Contains(err.Error(), "what was signed last is of")
	})
}

// forgetSigned removes what was signed of all public logs, as
// OPERATIONS tells whoever means to go on from an older copy.
func forgetSigned(t *testing.T) {
	t.Helper()
	signed, err := filepath.Glob(filepath.Join(logKey(t)+".heads", "*"))
	if err != nil || len(signed) == 0 {
		t.Fatalf("%v, %v", signed, err)
	}
	for _, head := range signed {
		if err := os.Remove(head); err != nil {
			t.Fatal(err)
		}
	}
}
