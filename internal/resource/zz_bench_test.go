package resource_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
)

func TestZZ(t *testing.T) {
	n := 0
	ids := func() string { n++; return fmt.Sprint("o", n) }
	st := &resource.State{Settings: resource.Settings{ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 20000, MaxUnits: 4, AtOnce: 20},
		Entries: map[string]*resource.Entry{}, Offers: map[string]*resource.Offer{}, Signals: map[string]*resource.Signal{}, Confirmations: map[string]*resource.Confirmation{}}
	for i := range 5000 {
		id := fmt.Sprint("e", i)
		st.Entries[id] = &resource.Entry{ID: id, UserID: id, Units: 1, State: resource.Waiting, JoinNo: int64(i), Rank: int64(i)}
	}
	now := inventory.Instant(1e15)
	at := time.Now()
	d := resource.Decide(st, resource.Receive{Signal: resource.Signal{EventID: "x", Kind: resource.Released, Units: 250}}, now, ids)
	t.Log(d.Code, len(d.Changes), time.Since(at))
	st = d.After(st)
	at = time.Now()
	d = resource.Decide(st, resource.Tick{}, now+inventory.Instant(11*inventory.Minute), ids)
	t.Log(d.Code, len(d.Changes), time.Since(at))
	at = time.Now()
	d = resource.Decide(st, resource.Receive{Signal: resource.Signal{EventID: "w", ReleaseID: "x", Kind: resource.Withdrawn, Units: 250}}, now, ids)
	t.Log(d.Code, len(d.Changes), time.Since(at))
}
