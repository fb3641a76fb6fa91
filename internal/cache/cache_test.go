package cache_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
)

func newCache(t *testing.T, limit int, load func(context.Context, string) (int, error)) *cache.Cache[string, int] {
	t.Helper()
	m, err := cache.New(cache.Config[string, int]{Load: load, Fresh: 2 * time.Second, Stale: 4 * time.Second, Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func get(t *testing.T, m *cache.Cache[string, int], k string) int {
	t.Helper()
	v, err := m.Get(t.Context(), k)
	if err != nil {
		t.Error(err)
	}
	return v
}

func TestServesWhileFresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		m := newCache(t, 8, func(context.Context, string) (int, error) { n++; return n, nil })
		if a, b := get(t, m, "a"), get(t, m, "a"); a != 1 || b != 1 {
			t.Errorf("read %d, then %d", a, b)
		}
		time.Sleep(2 * time.Second)
		if v := get(t, m, "a"); v != 2 {
			t.Errorf("an aged value was served: %d", v)
		}
		m.Forget("a")
		if v := get(t, m, "a"); v != 3 {
			t.Errorf("a forgotten value was served: %d", v)
		}
		m.ForgetIf(func(k string, v int) bool { return k == "a" && v == 3 })
		if v := get(t, m, "a"); v != 4 {
			t.Errorf("a forgotten value was served: %d", v)
		}
	})
}

// A crowd that meets an aged value sends one of them to the database; when the
// value is too old, all wait for that one.
func TestOneReadForACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		m := newCache(t, 8, func(context.Context, string) (int, error) {
			n++
			v := n
			time.Sleep(3 * time.Second) // a slow database, in the bubble's time
			return v, nil
		})
		crowd := func(want int) {
			var wg sync.WaitGroup
			for range 20 {
				wg.Go(func() {
					if v := get(t, m, "a"); v != want {
						t.Errorf("got %d, want %d", v, want)
					}
				})
			}
			wg.Wait()
		}
		crowd(1)
		if n != 1 {
			t.Fatalf("%d reads for the first crowd", n)
		}
		time.Sleep(4 * time.Second)
		crowd(2) // too old: nobody is served the first value
		if n != 2 {
			t.Errorf("%d reads for two crowds", n)
		}
	})
}

// A read that began before Forget must not bring the old value back.
func TestForgetBeatsARead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		m := newCache(t, 8, func(context.Context, string) (int, error) {
			n++
			v := n
			time.Sleep(time.Second)
			return v, nil
		})
		go get(t, m, "a")
		synctest.Wait()
		m.Forget("a")
		if v := get(t, m, "a"); v != 2 {
			t.Errorf("joined a read from before Forget: %d", v)
		}
		if v := get(t, m, "a"); v == 1 {
			t.Errorf("the old read was remembered")
		}
	})
}

func TestErrorsAreNotRemembered(t *testing.T) {
	fail := errors.New("no database")
	n := 0
	m := newCache(t, 8, func(context.Context, string) (int, error) {
		if n++; n == 1 {
			return 0, fail
		}
		return n, nil
	})
	if _, err := m.Get(t.Context(), "a"); !errors.Is(err, fail) {
		t.Errorf("err = %v", err)
	}
	if v := get(t, m, "a"); v != 2 {
		t.Errorf("v = %d", v)
	}
}

func TestLimit(t *testing.T) {
	n := 0
	m := newCache(t, 2, func(context.Context, string) (int, error) { n++; return n, nil })
	for _, k := range []string{"a", "b", "c"} {
		get(t, m, k)
	}
	kept := 0
	m.ForgetIf(func(string, int) bool { kept++; return false })
	if kept != 2 {
		t.Errorf("%d values kept, limit 2", kept)
	}
}

func TestNewChecks(t *testing.T) {
	if _, err := cache.New(cache.Config[string, int]{}); err == nil {
		t.Error("an empty configuration was accepted")
	}
}
