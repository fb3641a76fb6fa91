package rehearsal

import (
	"bytes"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestManyTimesEMF has as many people as HOLDFAST_EMF_PEOPLE says come within the 13 seconds of the
// on-sale of EMF Camp, through a waiting room and without one: whatever they waited, no basket that was
// acknowledged is lost, exactly what there is is sold, and every invariant holds. How long they waited
// is told, and how much longer people inside did where all who join are worked on at once.
func TestManyTimesEMF(t *testing.T) {
	people := seed.Count(t, "HOLDFAST_EMF_PEOPLE", 0)
	if people == 0 {
		t.Skip("HOLDFAST_EMF_PEOPLE is not set: it takes minutes, and make prove has it")
	}
	capacity := max(int64(people)/40, 1)
	p99 := map[string]float64{} // of people inside, where joins take turns, by engine
	for _, c := range []struct {
		name   string
		inside int64
		turns  int
	}{{"waiting room", 500, 0}, {"waiting room, all at once", 500, -1}, {"none", WithoutRoom, 0}} {
		t.Run(c.name, func(t *testing.T) {
			testdb.Engines(t, func(t *testing.T, url string) {
				event := announced(t, url, capacity, func(s *inventory.Settings) {
					s.Onsale = inventory.Onsale{
						Mode: inventory.OnsaleQueue, Identity: inventory.OnsaleNobody, Inside: 500, Admission: 10 * inventory.Minute,
						OpensAt: inventory.At(time.Now().Add(48 * time.Hour)), ServesAt: inventory.At(time.Now().Add(48 * time.Hour)),
					}
				})
				r := rehearse(t, Config{
					DB: url, Event: event, Folder: t.TempDir(), People: people, Curve: EMF, Inside: c.inside, Think: 500 * time.Millisecond, Duration: 20 * time.Minute, Seed: seed.Of(t), joinTurns: c.turns,
				})
				if len(r.LostBaskets) > 0 || r.Baskets == 0 {
					t.Errorf("of %d baskets are lost: %q", r.Baskets, r.LostBaskets)
				}
				if r.Capacity != capacity || r.Sold != capacity || !r.SoldOut {
					t.Errorf("%d of %d are sold, and there are %d", r.Sold, r.Capacity, capacity)
				}
				if !r.Verified || len(r.Violations) > 0 {
					t.Errorf("verify: %+v", r.Violations)
				}
				if joined := r.Joined; c.inside != WithoutRoom && joined != int64(people) {
					t.Errorf("%d of %d have joined", joined, people)
				}
				if want := float64(people) / (emfPeak * EMF.lasts().Seconds()); r.Factor != want {
					t.Errorf("%g times that of EMF Camp, want %g", r.Factor, want)
				}
				if c.turns < 0 && p99[r.Engine] > 0 {
					t.Logf("inside, all at once by turns: %.0f by %.0f ms, %.2f times as long (99%%)", r.Inside.P99, p99[r.Engine], r.Inside.P99/p99[r.Engine])
				} else if c.inside != WithoutRoom {
					p99[r.Engine] = r.Inside.P99
				}
				var text bytes.Buffer
				must(t, r.WriteText(&text))
				t.Logf("\n%s", text.Bytes())
			})
		})
	}
}
