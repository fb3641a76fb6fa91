package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOpenedTwice: a process that opens a database again keeps the locks of its first
// connections, without which another process could take the log away. Closing any
// descriptor of a file ends them all.
func TestOpenedTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "holdfast.db")
	db, err := Open(path, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	inode := fmt.Sprint(":", info.Sys().(*syscall.Stat_t).Ino)
	locks := func() string {
		t.Helper()
		text, err := os.ReadFile("/proc/locks")
		if err != nil {
			t.Fatal(err)
		}
		var of []string
		for line := range strings.Lines(string(text)) {
			if fields := strings.Fields(line); len(fields) > 7 && strings.HasSuffix(fields[5], inode) {
				of = append(of, fields[6]+"-"+fields[7])
			}
		}
		return strings.Join(of, " ")
	}
	before := locks()
	if err := db.files.private(); err != nil {
		t.Fatal(err)
	}
	if after := locks(); before == "" || after != before {
		t.Errorf("locks of the database file: %q, then %q", before, after)
	}
}
