package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// serveDemo starts a server as `make run` does: with demo data, a mailbox and the
// test provider.
func serveDemo(t *testing.T, db string) *process {
	t.Helper()
	address := freeAddress(t)
	keyFile := filepath.Join(t.TempDir(), "demo.key")
	p := &process{t: t, base: "http://" + address, log: &logBuffer{}}
	p.args = []string{"demo", "--db", db, "--listen", address, "--key-file", keyFile, "--files", t.TempDir(), "--log-level", "warn"}
	p.start("")
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			t.Logf("log of %s:\n%s", p.base, p.log)
		}
	})
	p.ready(30 * time.Second)
	within(t, 30*time.Second, "the demo has a key", func() bool {
		key, err := os.ReadFile(keyFile)
		p.key = strings.TrimSpace(string(key))
		return err == nil && strings.HasSuffix(string(key), "\n")
	})
	return p
}

// TestBuyers has people buy tickets in a browser, from a fresh demo. Their pages are
// looked at with axe, in both themes and two sizes. The same journeys on PostgreSQL
// are TestJourneys'.
func TestBuyers(t *testing.T) {
	db := sqlite(t)
	args := []string{"--thorough"}
	if screens := os.Getenv("HOLDFAST_SCREENS"); screens != "" {
		args = append(args, "--screens", screens)
	}
	browseWith(t, "checkout", serveDemo(t, db), args...)
	verified(t, db)
}
