package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/witness/witnesstest"
)

// TestWitnessFindsAnOlderMachine: a witness signs what the log of the installation grows to.
// When the whole machine is put back to before, with its key and what it signed last, nothing
// here can know of it, and the witness does: it signs no more, and the operator is told. The
// server sells on.
func TestWitnessFindsAnOlderMachine(t *testing.T) {
	t.Parallel()
	db := sqlite(t)
	signer, err := tlog.OpenSigner(logKey(t), "tickets.example.org")
	if err != nil {
		t.Fatal(err)
	}
	key, err := signer.Key().VerifierKey(tlog.Installation)
	if err != nil {
		t.Fatal(err)
	}
	w := witnesstest.New(t, "witness.example.net/w1")
	w.Knows(t, key)
	list := filepath.Join(t.TempDir(), "witnesses.txt")
	if err := os.WriteFile(list, []byte("# ours\n"+w.Line(w.Listen(t))), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, db, "--witnesses", list)
	event := s.newEvent(20, nil)
	origin := "tickets.example.org/log/installation"
	seen := func(size int64) {
		t.Helper()
		within(t, 60*time.Second, "the witness has signed what was published", func() bool {
			status, checkpoint := s.get("/log/installation/checkpoint")
			return status == 200 && strings.Contains(checkpoint, "\n— witness.example.net/w1 ") && w.Head(origin) >= size
		})
	}
	seen(1)

	before := t.TempDir()
	copied := filepath.Join(before, "holdfast.db")
	must(t, "backup", "--db", db, copied)
	if err := os.CopyFS(filepath.Join(before, "heads"), os.DirFS(logKey(t)+".heads")); err != nil {
		t.Fatal(err)
	}
	s.call("POST", "/v1/events/"+event+"/registrations", person("Ada")).want(201)
	seen(w.Head(origin) + 1)
	s.stop()
	verified(t, db)

	forgetSigned(t)
	if err := os.CopyFS(logKey(t)+".heads", os.DirFS(filepath.Join(before, "heads"))); err != nil {
		t.Fatal(err)
	}
	restored := "sqlite:" + copied
	verified(t, restored)
	s = serveAs(t, restored, s.key, "--witnesses", list)
	s.call("POST", "/v1/events/"+event+"/registrations", person("Ben")).want(201)
	within(t, 60*time.Second, "the operator is told about it", func() bool {
		_, figures := s.get("/metrics")
		return strings.Contains(figures, `holdfast_log_witnesses{standing="contradicts"} 1`)
	})
	// The head of the backup was signed by the witness in its time; the next one is not.
	within(t, 60*time.Second, "the log goes on without the witness", func() bool {
		status, checkpoint := s.get("/log/installation/checkpoint")
		return status == 200 && !strings.HasPrefix(checkpoint, origin+"\n1\n")
	})
	if log := s.log.String(); !strings.Contains(log, "older backup") || !strings.Contains(log, "witness.example.net/w1") {
		t.Errorf("the log says:\n%s", log)
	}
	if _, checkpoint := s.get("/log/installation/checkpoint"); strings.Contains(checkpoint, "witness.example.net") {
		t.Errorf("the witness has signed %s", checkpoint)
	}
	s.call("POST", "/v1/events/"+event+"/registrations", person("Cyd")).want(201)
	s.stop()
	verified(t, restored)

	if _, err := holdfast(t, "serve", "--db", restored, "--listen", freeAddress(t), "--files", t.TempDir(), "--witnesses", filepath.Join(before, "none")); err == nil {
		t.Error("a file that is not there is taken for no witnesses")
	}
	if err := os.WriteFile(list, []byte("witness w1 nothing https://witness.example.net\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := holdfast(t, "serve", "--db", restored, "--listen", freeAddress(t), "--files", t.TempDir(), "--witnesses", list); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a list that cannot be read: %v", err)
	}
}
