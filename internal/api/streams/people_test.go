package streams

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"github.com/holdfast-events/holdfast/internal/stream"
)

// TestStreamsOfPeopleShareTheirLooks: in an event that changes all the time a crowd of
// streams reads the database as often as they may together, and whoever was told something
// does not wait for that.
func TestStreamsOfPeopleShareTheirLooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seq int64
		hub, err := stream.New(stream.Config{
			Poll:   -1,
			Source: func(context.Context, string, int64) (int64, []stream.Frame, error) { return 0, nil, nil },
			Seqs:   func(context.Context, []string) (map[string]int64, error) { return map[string]int64{"a": 1}, nil },
			Told: func(context.Context, string, int64, int) ([]string, int64, error) {
				seq++
				return []string{"person 99"}, seq, nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer hub.Close()
		h := &Handlers{Looks: rate.NewLimiter(10, 20), Streams: hub}
		var crowd []*meStream
		for i := range 100 {
			m := &meStream{s: h, wake: make(chan struct{}, 1)}
			w, err := hub.Watch("a", fmt.Sprint("person ", i), m.wake)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Leave()
			m.followers = []*follower{{watch: w}}
			crowd = append(crowd, m)
		}
		looks := make([]int, len(crowd))
		const seconds = 5
		for range 10 * seconds {
			hub.Publish("a")
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			for i, m := range crowd {
				if m.plan(); !m.lookAt.IsZero() && !time.Now().Before(m.lookAt) {
					m.lookAt, m.looked = time.Time{}, time.Now()
					m.followers[0].dirty = false
					looks[i]++
				}
			}
		}
		all := 0
		for _, n := range looks[:99] {
			all += n
		}
		if all < 50 || all > 20+10*seconds {
			t.Errorf("%d looks of 99 streams in %d seconds", all, seconds)
		}
		if looks[99] != seconds {
			t.Errorf("%d looks in %d seconds of a reader who is told something all the time", looks[99], seconds)
		}
	})
}
