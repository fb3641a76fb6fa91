package streams

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/stream"
)

// A reader that takes nothing is disconnected: its stream waits for one write and no
// longer than that may take, and keeps nothing of what comes meanwhile.
func TestASlowReaderIsDropped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hub, err := stream.New(stream.Config{
			Poll:   -1,
			Source: func(context.Context, string, int64) (int64, []stream.Frame, error) { return 0, nil, nil },
			Seqs:   func(context.Context, []string) (map[string]int64, error) { return nil, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		defer hub.Close()
		var writes atomic.Int64
		var left atomic.Bool
		s := &eventStream{
			hub: hub, log: slog.New(slog.DiscardHandler), leave: func() { left.Store(true) },
			run: func(_ context.Context, w *streamWriter) {
				for w.write(bytes.Repeat([]byte("x"), 100)) {
					writes.Add(1)
				}
			},
		}
		server, client := net.Pipe()
		start := time.Now()
		go s.serve(server)
		if _, err := client.Read(make([]byte, 100)); err != nil { // and then no more
			t.Error(err)
		}
		time.Sleep(writeWithin - time.Second)
		synctest.Wait()
		if left.Load() {
			t.Error("it was not given the time to take what is sent")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !left.Load() || writes.Load() != 1 {
			t.Errorf("after %s it has left: %t, and was written to %d times", time.Since(start), left.Load(), writes.Load())
		}
	})
}

// A payment that is under way is looked at soon, and less and less often.
func TestPaymentsAreLookedAtLessAndLess(t *testing.T) {
	t.Parallel()
	f := &follower{}
	for _, want := range []time.Duration{soonest, 2 * soonest, 4 * soonest, 8 * soonest, latest, latest} {
		if f.lookAgain(true, false); f.pause != want {
			t.Errorf("looks after %s, want %s", f.pause, want)
		}
	}
	if f.lookAgain(true, true); f.pause != soonest {
		t.Errorf("after a change it looks after %s", f.pause)
	}
	if f.lookAgain(false, true); !f.again.IsZero() {
		t.Error("it looks though nothing is under way")
	}
}
