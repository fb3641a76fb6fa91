package gather

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// TestGroup: those who come while one is worked for are served together, in their order,
// and a caller who leaves, or work that panics, is nobody else's trouble.
func TestGroup(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun := make(chan struct{})
		var lists [][]int
		k := Key{"org_a", "ven_a"}
		g, err := New(func(ctx context.Context, of Key, list []int) []Answer[int] {
			<-begun
			if ctx.Err() != nil {
				t.Error("the work ends with its caller")
			}
			if of != k {
				t.Errorf("work for %v", of)
			}
			lists = append(lists, list)
			if list[0] == 1 {
				panic("one")
			}
			answers := make([]Answer[int], len(list))
			for i, n := range list {
				answers[i].Out = 10 * n
			}
			return answers
		})
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		ask := func(ctx context.Context, n int, want func(int, error) bool) {
			wg.Go(func() {
				if out, err := g.Do(ctx, k, n); !want(out, err) {
					t.Errorf("%d: %d, %v", n, out, err)
				}
			})
			synctest.Wait()
		}
		ask(t.Context(), 1, func(_ int, err error) bool { return err != nil && strings.Contains(err.Error(), "panicked: one") })
		leaves, leave := context.WithCancel(t.Context())
		ask(leaves, 2, func(_ int, err error) bool { return errors.Is(err, context.Canceled) })
		for n := 3; n < 6; n++ {
			ask(t.Context(), n, func(out int, err error) bool { return err == nil && out == 10*n })
		}
		leave()
		synctest.Wait()
		close(begun)
		wg.Wait()
		if len(lists) != 2 || len(lists[1]) != 4 || lists[1][3] != 5 {
			t.Errorf("worked for %v", lists)
		}
		if synctest.Wait(); g.Busy() {
			t.Error("the key is kept")
		}
	})
}
