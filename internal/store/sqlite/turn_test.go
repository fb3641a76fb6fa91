package sqlite

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurnsInOrder: whoever wants to write is served in the order of arrival, and whoever goes away
// meanwhile keeps nobody.
func TestTurnsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := &DB{writing: make(chan struct{}, 1)}
		first, err := db.Turn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		gone, leave := context.WithCancel(t.Context())
		var order []int
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				ctx := t.Context()
				if i == 7 {
					ctx = gone
				}
				done, err := db.Turn(ctx)
				if i == 7 {
					if !errors.Is(err, context.Canceled) {
						t.Errorf("%v, want that it was cancelled", err)
					}
					return
				}
				order = append(order, i)
				done()
			})
			synctest.Wait()
		}
		leave()
		synctest.Wait()
		first()
		wg.Wait()
		if len(order) != 19 || !slices.IsSorted(order) {
			t.Errorf("served in the order %v", order)
		}
	})
}

// TestSessionsTakeTurns: a batch waits for the turn of whoever writes without one, and gives its own
// back, committed or not.
func TestSessionsTakeTurns(t *testing.T) {
	h := openTestDB(t)
	done, err := h.db.Turn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	began := make(chan *sharedTx, 1)
	begin := func() {
		tx, err := h.db.beginShared()
		if err != nil {
			t.Error(err)
		}
		began <- tx
	}
	go begin()
	select {
	case <-began:
		t.Fatal("it began while somebody else had the turn")
	case <-time.After(50 * time.Millisecond):
	}
	done()
	(<-began).rollback()
	begin()
	if err := (<-began).commit(); err != nil {
		t.Error(err)
	}
	if len(h.db.writing) != 0 {
		t.Error("a turn is still taken")
	}
}
