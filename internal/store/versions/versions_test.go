package versions_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/holdfast-events/holdfast/internal/store/versions"
)

// read is what was read of a thing.
type read struct{ version int64 }

func (r *read) Version() int64 { return r.version }

// TestCurrent: what is kept is used where it is what is stored, or newer, and not where it is
// older, or the database was put back.
func TestCurrent(t *testing.T) {
	t.Parallel()
	var kept versions.Kept[string, *read]
	var changes versions.Changes[string]
	stored, asked := int64(0), 0
	current := func() *read {
		t.Helper()
		have, err := kept.Current("a", &changes, func() (int64, error) { asked++; return stored, nil })
		if err != nil {
			t.Fatal(err)
		}
		return have
	}
	if current() != nil || asked > 0 {
		t.Errorf("nothing is kept, and the version was asked for %d times", asked)
	}
	second := &read{2}
	kept.Keep("a", second)
	kept.Keep("a", &read{1}) // of an older snapshot
	kept.Keep("b", &read{7})
	if stored = 2; current() != second {
		t.Error("what is stored is not what is kept")
	}
	if stored = 3; current() != nil || kept.Get("a") != second {
		t.Error("an older version passes for what is stored, or is no longer known")
	}
	broken := errors.New("broken")
	if have, err := kept.Current("a", &changes, func() (int64, error) { return 0, broken }); have != nil || !errors.Is(err, broken) {
		t.Errorf("%v, %v", have, err)
	}
	// It may become newer while the version is asked for.
	fourth := &read{4}
	have, err := kept.Current("a", &changes, func() (int64, error) { kept.Keep("a", fourth); return 3, nil })
	if have != fourth || err != nil {
		t.Errorf("%v, %v", have, err)
	}
	// A database that was put back has less than what is kept of it.
	if stored = 3; current() != nil || kept.Get("a") != nil {
		t.Error("what was lost is kept")
	}
	kept.Drop("b", &read{7}) // another one
	if have := kept.Get("b"); have == nil || have.version != 7 {
		t.Errorf("%v is kept of another", have)
	}
}

// TestBound: not more is kept than of so many.
func TestBound(t *testing.T) {
	t.Parallel()
	var kept versions.Kept[int, *read]
	for k := range 1000 {
		kept.Keep(k, &read{1})
	}
	n := 0
	for k := range 1000 {
		if kept.Get(k) != nil {
			n++
		}
	}
	if n != 64 || kept.Get(999) == nil {
		t.Errorf("%d are kept", n)
	}
}

// TestChanges: who finds a change of this program stored waits until it is kept, and not for that
// of another, or one that came to nothing.
func TestChanges(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var kept versions.Kept[string, *read]
		var changes versions.Changes[string]
		kept.Keep("a", &read{1})
		look := func() <-chan *read {
			found := make(chan *read, 1)
			go func() {
				have, err := kept.Current("a", &changes, func() (int64, error) { return 2, nil })
				if err != nil {
					t.Error(err)
				}
				found <- have
			}()
			synctest.Wait()
			return found
		}
		changes.Begin("b")
		if have := <-look(); have != nil {
			t.Errorf("version %d is not stored", have.version)
		}
		changes.Begin("a")
		changes.Begin("a") // tried again
		found := look()
		if len(found) > 0 {
			t.Error("nobody waits for the change")
		}
		second := &read{2}
		kept.Keep("a", second)
		changes.End("a")
		if have := <-found; have != second {
			t.Errorf("%v, and the change is kept", have)
		}
		kept.Drop("a", second)
		kept.Keep("a", &read{1})
		changes.Begin("a")
		found = look()
		changes.End("a")
		changes.End("a")
		if have := <-found; have != nil {
			t.Errorf("version %d is not stored", have.version)
		}
	})
}
