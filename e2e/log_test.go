package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// broken are the invariants of which `holdfast verify` finds violations, with how many; none: it
// says that all holds.
func broken(t *testing.T, args ...string) map[int]int {
	t.Helper()
	out, err := holdfast(t, append([]string{"verify", "--json"}, args...)...)
	var report struct{ Violations []struct{ Invariant int } }
	if wrong := json.NewDecoder(strings.NewReader(out)).Decode(&report); wrong != nil {
		t.Fatalf("%v, %v: %s", err, wrong, out)
	}
	found := map[int]int{}
	for _, v := range report.Violations {
		found[v.Invariant]++
	}
	if (err == nil) != (len(found) == 0) {
		t.Errorf("verify finds %v and ends with %v", found, err)
	}
	return found
}

// TestLogStops: of a backup from before more was signed the server signs nothing. It tells readers
// and the operator so, sells on, and verify with the key of the logs finds it.
func TestLogStops(t *testing.T) {
	seed.InTurn(t, 0)
	together(t, func(t *testing.T, db string) {
		key := []string{"--log-key", logKey(t)}
		s := serve(t, db, key...)
		event := s.newEvent(50, object{"log": "public"})
		register := func(s *process, from, to int) {
			for n := from; n < to; n++ {
				s.call("POST", "/v1/events/"+event+"/registrations", person(fmt.Sprint("Guest", n))).want(201)
			}
		}
		register(s, 0, 3)
		size := s.logged(event, 4)
		copied := filepath.Join(t.TempDir(), "copy")
		must(t, "backup", "--db", db, copied)
		register(s, 3, 8)
		if grown := s.logged(event, size+5); grown <= size {
			t.Fatalf("the log grew from %d to %d", size, grown)
		}
		if n := s.figure("holdfast_logs_stopped"); n != 0 {
			t.Errorf("%v logs have stopped before anything was restored", n)
		}
		s.stop()
		verified(t, db)

		older := "sqlite:" + copied
		if db[:8] == "postgres" {
			older = pgserver.ForTest(t)
			restore(t, copied, older)
		}
		if found := broken(t, append(key, "--db", older)...); found[19] == 0 {
			t.Errorf("verify of the older copy finds %v", found)
		}
		s = serveAs(t, older, s.key, key...)
		status, said := s.get("/log/" + event + "/checkpoint")
		if status != 503 || !strings.Contains(said, `"code":"log_stopped"`) {
			t.Errorf("whoever reads the log is answered %d %s", status, said)
		}
		register(s, 8, 9)
		within(t, 60*time.Second, "the operator is told", func() bool { return s.figure("holdfast_logs_stopped") >= 1 })
		if log := s.log.String(); !strings.Contains(log, "not signed any more") {
			t.Errorf("the log of the server says\n%s", log)
		}
		if status, said := s.get("/log/" + event + "/checkpoint"); status != 503 {
			t.Errorf("whoever reads the log is answered %d %s", status, said)
		}
		s.stop()
		if found := broken(t, append(key, "--db", older)...); found[19] == 0 {
			t.Errorf("verify of the older copy finds %v", found)
		}
	})
}

// TestLogCopies: what the server copies of its public logs into a folder is what it serves, and
// verify finds a byte of it that somebody has changed.
func TestLogCopies(t *testing.T) {
	seed.InTurn(t, 3)
	together(t, func(t *testing.T, db string) {
		folder := filepath.Join(t.TempDir(), "copies")
		s := serve(t, db, "--log-copy", folder)
		event, own := s.newEvent(20, object{"log": "public"}), s.newEvent(20, object{"log": "people"})
		for n := range 6 {
			for _, e := range []string{event, own} {
				s.call("POST", "/v1/events/"+e+"/registrations", person(fmt.Sprint("Guest", n))).want(201)
			}
		}
		s.logged(event, 7)
		s.logged(own, 7)
		// By now all that is signed is served; what is copied comes within ten seconds.
		files := func() (list []string) {
			err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					list = append(list, name)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		same := func(name string) bool {
			copied, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return false // not yet, or not any more: the edge of a log has another file when it has grown
			}
			status, served := s.get("/" + name)
			return status == 200 && string(copied) == served
		}
		// Again until they are: the logs may grow while they are compared.
		within(t, 60*time.Second, "the copies are what is served", func() bool {
			return !slices.ContainsFunc(append(files(), "log/"+event+"/checkpoint", "log/installation/checkpoint"), func(name string) bool { return !same(name) })
		})
		var tile string
		tiles := map[string]int{}
		for _, name := range files() {
			log := strings.Split(name, "/")[1]
			if log != event && log != "installation" {
				t.Errorf("%s is copied", name)
			}
			if strings.Contains(name, "/tile/") {
				tiles[log]++
			}
			if strings.HasPrefix(name, "log/"+event+"/tile/0/") {
				tile = name
			}
		}
		if tile == "" || tiles[event] < 2 || tiles["installation"] < 2 { // hashes and entries
			t.Fatalf("copied are %q", files())
		}
		s.stop()
		if found := broken(t, "--db", db, "--log-copy", folder); len(found) != 0 {
			t.Errorf("verify finds %v", found)
		}
		changed := filepath.Join(folder, tile)
		text, err := os.ReadFile(changed)
		if err != nil {
			t.Fatal(err)
		}
		forged := bytes.Clone(text)
		forged[len(forged)-1] ^= 1
		if err := os.WriteFile(changed, forged, 0o600); err != nil {
			t.Fatal(err)
		}
		if found := broken(t, "--db", db, "--log-copy", folder); found[54] != 1 || len(found) != 1 {
			t.Errorf("of a byte that was changed verify finds %v", found)
		}
		verified(t, db) // nothing in the database has changed
	})
}
