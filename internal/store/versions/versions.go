// Package versions keeps what was read of things in a database, each with the version that the
// thing had: as long as that is the one that is stored, nothing of it need be read again.
package versions

import (
	"cmp"
	"sync"
)

// A Version is something as it was in one version, of which a later one has a larger number.
type Version interface {
	comparable
	Version() int64
}

// Kept keeps something of some keys. It is safe for concurrent use; its zero value keeps nothing
// yet.
type Kept[K comparable, T Version] struct {
	// Most bounds the keys of which something is kept; 0: most. It is set before anything is kept.
	Most int

	mu   sync.Mutex
	list map[K]T // guarded by mu
}

// most is of how many keys something is kept where nobody says.
const most = 64

// Get returns what is kept of a key, or nothing.
func (v *Kept[K, T]) Get(k K) T {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.list[k]
}

// Keep keeps something of a key, unless what is kept is newer.
func (v *Kept[K, T]) Keep(k K, of T) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if have, there := v.list[k]; there && have.Version() > of.Version() {
		return // of a snapshot that is older
	}
	if v.list == nil {
		v.list = map[K]T{}
	}
	if _, there := v.list[k]; !there {
		for other := range v.list {
			if len(v.list) < cmp.Or(v.Most, most) {
				break
			}
			delete(v.list, other)
		}
	}
	v.list[k] = of
}

// Drop no longer keeps something of a key, if that is what is kept.
func (v *Kept[K, T]) Drop(k K, of T) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.list[k] == of {
		delete(v.list, k)
	}
}

// Current returns what is kept of a key, if that is what is stored or, as it may have become so
// meanwhile, newer; else nothing. stored reads the version, and is not called where nothing is
// kept. of are the changes of this program: of one that is stored, it is waited for until it is
// kept.
func (v *Kept[K, T]) Current(k K, of *Changes[K], stored func() (int64, error)) (have T, err error) {
	var none T
	if have = v.Get(k); have == none {
		return none, nil
	}
	version, err := stored()
	if err != nil {
		return none, err
	}
	switch {
	case have.Version() > version: // the database was put back to what it was before
		v.Drop(k, have)
		return none, nil
	case have.Version() < version:
		of.wait(k)
		if have = v.Get(k); have == none || have.Version() < version {
			return none, nil
		}
	}
	return have, nil
}

// Changes are those of this program that are being committed, one of a key at a time. It is safe
// for concurrent use; its zero value has none.
type Changes[K comparable] struct {
	mu    sync.Mutex
	under map[K]chan struct{} // guarded by mu; closed at the end
}

// Begin says that a change of a key is about to be committed, if that was not said before.
func (c *Changes[K]) Begin(k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.under == nil {
		c.under = map[K]chan struct{}{}
	}
	if c.under[k] == nil {
		c.under[k] = make(chan struct{})
	}
}

// End says that what came of the change is kept, or that nothing came of it. It need not have
// begun.
func (c *Changes[K]) End(k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if under := c.under[k]; under != nil {
		close(under)
		delete(c.under, k)
	}
}

// wait waits for the end of a change that has begun.
func (c *Changes[K]) wait(k K) {
	c.mu.Lock()
	under := c.under[k]
	c.mu.Unlock()
	if under != nil {
		<-under
	}
}
