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
	p.args = []string{"demo", "--db", db, "--listen", address, "--key-file", keyFile, "--files", t.TempDir(), "--search-index", t.TempDir(), "--log-level", "warn"}
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
