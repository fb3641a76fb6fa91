package powercut

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrNoCompiler: there is no C compiler, which makes what is loaded into PostgreSQL.
var ErrNoCompiler = errors.New("powercut: there is no C compiler")

// block is what the kernel writes of a file whole: a page of its cache.
const block = 4096

// Cluster is what a PostgreSQL cluster is kept on. A library that is loaded into the
// server copies each file to a folder of its own when it is synced; that folder is the
// disk.
type Cluster struct {
	data, disk, library string
	cuts                Cuts
}

// OpenCluster makes the disk of the cluster whose files are in the folder data, which
// are on it. source is the text of the library, dir a folder for what is made.
func OpenCluster(data, source, dir string) (*Cluster, error) {
	compiler, err := exec.LookPath("cc")
	if err != nil {
		return nil, ErrNoCompiler
	}
	c := &Cluster{data: data, disk: filepath.Join(filepath.Dir(data), "disk"), library: filepath.Join(dir, "synced.so")}
	if out, err := exec.Command(compiler, "-shared", "-fPIC", "-O2", "-o", c.library, source, "-ldl").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("powercut: compile %s: %w\n%s", source, err, out)
	}
	return c, mirror(data, c.disk, nil)
}

// Wrap are the words before the server's own that load the library into it.
func (c *Cluster) Wrap() []string {
	return []string{"env", "LD_PRELOAD=" + c.library, "POWERCUT_DATA=" + c.data, "POWERCUT_DISK=" + c.disk}
}

// Cuts says what was cut so far; Dropped and Kept are blocks here.
func (c *Cluster) Cuts() Cuts { return c.cuts }

// Restore makes the files of the cluster, whose server was killed, what is left on the
// disk: what was synced, and any of the blocks that were written since.
func (c *Cluster) Restore(r *rand.Rand) error {
	odds := []int{0, 50, 50, 90}[r.IntN(4)]
	c.cuts.Cuts++
	inBase, whole := false, map[string]bool{}
	err := filepath.WalkDir(c.data, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && strings.HasPrefix(e.Name(), "pgsql_tmp") {
			return err
		}
		name := strings.TrimPrefix(path, c.data)
		if e.IsDir() {
			return makeLike(c.disk+name, path)
		}
		if !e.Type().IsRegular() || name == "/postmaster.pid" {
			return nil
		}
		written, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		synced, err := os.ReadFile(c.disk + name)
		fresh := errors.Is(err, fs.ErrNotExist)
		switch {
		case err != nil && !fresh:
			return err
		case fresh && r.IntN(100) >= odds:
			return nil
		case !fresh && bytes.Equal(written, synced):
			whole[name] = true
			return nil
		}
		inBase = inBase || strings.HasPrefix(name, "/base/")
		if err := os.WriteFile(c.disk+name, c.mixed(r, odds, synced, written), 0o600); err != nil {
			return err
		}
		return ownedLike(c.disk+name, path)
	})
	if err != nil {
		return fmt.Errorf("powercut: %w", err)
	}
	if inBase {
		c.cuts.Checkpoint++
	}
	return c.become(whole)
}

// become makes the files of the cluster those on the disk. It has a thousand, of which few
// were written since they were synced: those that are whole are left as they are.
func (c *Cluster) become(whole map[string]bool) error {
	err := filepath.WalkDir(c.data, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || whole[strings.TrimPrefix(path, c.data)] {
			return err
		}
		return os.Remove(path)
	})
	if err != nil {
		return fmt.Errorf("powercut: %w", err)
	}
	return mirror(c.disk, c.data, whole)
}

// mixed is what is left of a file: what was synced, with some of the blocks that were
// written since.
func (c *Cluster) mixed(r *rand.Rand, odds int, synced, written []byte) []byte {
	size := len(synced)
	if r.IntN(100) < odds {
		size = len(written)
	}
	left := make([]byte, size)
	copy(left, synced)
	for at := 0; at < min(size, len(written)); at += block {
		end := min(at+block, size, len(written))
		switch {
		case bytes.Equal(left[at:end], written[at:end]):
		case r.IntN(100) < odds:
			copy(left[at:end], written[at:end])
			c.cuts.Kept++
		default:
			c.cuts.Dropped++
		}
	}
	return left
}

// mirror copies a folder, but for files that are there already.
func mirror(from, to string, there map[string]bool) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(path, from)
		switch {
		case e.IsDir():
			return makeLike(to+name, path)
		case !e.Type().IsRegular() || there[name]:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(to+name, text, 0o600); err != nil {
			return err
		}
		return ownedLike(to+name, path)
	})
}

func makeLike(folder, like string) error {
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return ownedLike(folder, like)
}
