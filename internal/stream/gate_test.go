package stream_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/stream"
)

// A crowd that comes at once opens its streams over time, in the order in which it came;
// whoever would have to wait too long is told so at once and waits with no request open.
func TestACrowdTakesTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := stream.NewGate(0, 0)
		start := time.Now()
		var opened, refused atomic.Int64
		crowd := 2_000 * int64(runtime.GOMAXPROCS(0))
		for range crowd {
			go func() {
				if g.Turn(t.Context()) {
					opened.Add(1)
				} else if refused.Add(1); time.Since(start) > 0 {
					t.Error("refused after having waited")
				}
			}()
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		atOnce := opened.Load()
		if atOnce == 0 || atOnce > crowd/10 {
			t.Errorf("%d streams are opened at once", atOnce)
		}
		time.Sleep(500 * time.Millisecond)
		synctest.Wait()
		later := opened.Load() - atOnce
		if later == 0 || opened.Load()+refused.Load() == crowd {
			t.Errorf("%d streams are opened in half a second, %d are refused", later, refused.Load())
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := opened.Load(); got+refused.Load() != crowd || got > atOnce+5*later {
			t.Errorf("%d streams are opened in the end, %d are refused", got, refused.Load())
		}
	})
}
