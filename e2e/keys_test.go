package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestMasterKeys: the keys are rotated while a server runs; without them nothing
// starts, and verify says what it cannot check; with them everything is as before.
func TestMasterKeys(t *testing.T) {
	seed.InTurn(t, 2)
	together(t, func(t *testing.T, db string) {
		file := filepath.Join(t.TempDir(), "keys", "master.keys")
		keys := []string{"--db", db, "--master-key-file", file}
		s := serve(t, db, "--master-key-file", file)
		event := s.newEvent(2, nil)
		s.call("POST", "/v1/events/"+event+"/registrations", person("before")).want(201)
		if out := must(t, append([]string{"keys", "rotate"}, keys...)...); !strings.Contains(out, "version 2") {
			t.Errorf("rotated: %s", out)
		}
		s.call("POST", "/v1/events/"+event+"/registrations", person("after")).want(201)
		s.stop()
		must(t, append([]string{"verify"}, keys...)...)
		s.restart()
		s.call("POST", "/v1/events/"+event+"/registrations", person("later")).want(201)
		s.stop()
		must(t, append([]string{"verify"}, keys...)...)

		if err := os.Rename(file, file+".away"); err != nil {
			t.Fatal(err)
		}
		_, err := holdfast(t, append([]string{"serve", "--listen", freeAddress(t), "--files", t.TempDir()}, keys...)...)
		if err == nil || !strings.Contains(err.Error(), "there is no master key") || !strings.Contains(err.Error(), file) {
			t.Errorf("started without the master keys: %v", err)
		}
		if _, err := holdfast(t, append([]string{"verify"}, keys...)...); err == nil || !strings.Contains(err.Error(), "master keys are not here") {
			t.Errorf("verified without the master keys: %v", err)
		}
		if _, err := os.Stat(file); err == nil {
			t.Error("a file was made that opens nothing")
		}
	})
}
