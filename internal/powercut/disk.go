package powercut

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
)

// sector is what a disk writes whole or not at all.
const sector = 512

// Disk is what one SQLite database is kept on. Its files are written through, so that
// everybody reads what was written; the Disk remembers besides what of it was synced.
// It is safe for concurrent use.
type Disk struct {
	path string

	mu     sync.Mutex
	files  map[string]*file // guarded by mu; by name
	left   int              // guarded by mu; calls until the power goes; below 0: it stays
	synced bool             // guarded by mu; whether the call with which it goes is still done, if it is a sync
	down   bool             // guarded by mu
	cuts   Cuts             // guarded by mu
}

// file is a file as it is on the disk, and the writes that are not yet.
type file struct {
	synced  []byte
	named   bool // its name is on the disk
	pending []write
}

// write is a write, or with data nil a truncation, that was not synced.
type write struct {
	at   int64
	data []byte
}

// Cuts says what was cut.
type Cuts struct {
	Cuts       int
	Checkpoint int // while a checkpoint had written to the database file, and not synced it
	Dropped    int // sectors that were written and are gone
	Kept       int // sectors that were not synced and are there
}

// Open returns the disk of the database at path, whose file, if there is one, is on it.
func Open(path string) (*Disk, error) {
	d := &Disk{path: path, files: map[string]*file{}, left: -1}
	text, err := os.ReadFile(path)
	switch {
	case err == nil:
		d.files[path] = &file{synced: text, named: true}
	case !os.IsNotExist(err):
		return nil, err
	}
	disks.Store(path, d)
	return d, nil
}

// Close forgets the disk.
func (d *Disk) Close() { disks.Delete(d.path) }

// CutAfter lets the power go with the call after so many writes and syncs. synced says
// that this call, if it is a sync, is still done; nobody learns of it.
func (d *Disk) CutAfter(calls int, synced bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left, d.synced = calls, synced
}

// Down reports whether the power is gone.
func (d *Disk) Down() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.down
}

// Cuts says what was cut so far.
func (d *Disk) Cuts() Cuts {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.cuts
}

// Restore turns the power on: the files become what was left of them. Nobody may have
// the database open.
func (d *Disk) Restore(r *rand.Rand) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.files[d.path]; f != nil && len(f.pending) > 0 {
		d.cuts.Checkpoint++
	}
	d.cuts.Cuts++
	odds := []int{0, 50, 50, 90, 100}[r.IntN(5)] // of 100, that a sector was written by itself
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		f := d.files[name]
		if !f.named && r.IntN(2) == 0 {
			delete(d.files, name)
			if err := remove(name); err != nil {
				return err
			}
			continue
		}
		f.lose(r, odds, &d.cuts)
		if err := os.WriteFile(name, f.synced, 0o600); err != nil {
			return err
		}
		f.named = true
	}
	d.down, d.left = false, -1
	return remove(d.path + "-shm") // which is memory
}

func remove(name string) error {
	if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// lose decides which of the writes that were not synced are on the disk.
func (f *file) lose(r *rand.Rand, odds int, cuts *Cuts) {
	for _, w := range f.pending {
		if w.data == nil {
			if r.IntN(100) < odds {
				f.apply(w)
			}
			continue
		}
		for at := 0; at < len(w.data); {
			end := min(len(w.data), at+sector-int((w.at+int64(at))%sector))
			if r.IntN(100) < odds {
				f.apply(write{w.at + int64(at), w.data[at:end]})
				cuts.Kept++
			} else {
				cuts.Dropped++
			}
			at = end
		}
	}
	f.pending = nil
}

// apply does a write on the disk.
func (f *file) apply(w write) {
	end := w.at + int64(len(w.data))
	if w.data == nil || end > int64(len(f.synced)) {
		f.synced = append(f.synced[:min(end, int64(len(f.synced)))], make([]byte, max(0, end-int64(len(f.synced))))...)
	}
	copy(f.synced[w.at:], w.data)
}

// call counts a call, and reports whether the power is there, and whether it goes now.
// It is called with mu held.
func (d *Disk) call() (power, goes bool) {
	if d.down {
		return false, false
	}
	if d.left < 0 {
		return true, false
	}
	d.left--
	d.down = d.left < 0
	return true, d.down
}

// of returns a file of the disk, which it makes. It is called with mu held.
func (d *Disk) of(name string) *file {
	f := d.files[name]
	if f == nil {
		f = &file{}
		d.files[name] = f
	}
	return f
}

// wrote notes a write, or with data nil a truncation, that was done or is about to be.
// It reports whether its caller may learn that it was done.
func (d *Disk) wrote(name string, at int64, data []byte) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	power, goes := d.call()
	if power {
		f := d.of(name)
		f.pending = append(f.pending, write{at, data})
	}
	return power && !goes
}

// sync notes that a file was synced.
func (d *Disk) sync(name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	power, goes := d.call()
	if power && (!goes || d.synced) {
		f := d.of(name)
		for _, w := range f.pending {
			f.apply(w)
		}
		f.pending, f.named = nil, true
	}
	return power && !goes
}

// deleted notes that a file was deleted.
func (d *Disk) deleted(name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.down {
		return false
	}
	delete(d.files, name)
	return true
}

// disks are those that are open, by the path of their database.
var disks sync.Map

// diskOf is the disk of a file, nil when it is on none.
func diskOf(name string) *Disk {
	for _, suffix := range []string{"", "-wal", "-journal"} {
		if path, ok := strings.CutSuffix(name, suffix); ok {
			if d, ok := disks.Load(path); ok {
				return d.(*Disk)
			}
		}
	}
	return nil
}

var errNoVFS = fmt.Errorf("powercut: SQLite's own file layer: %w", fs.ErrNotExist)
