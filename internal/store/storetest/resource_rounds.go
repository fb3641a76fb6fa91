package storetest

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// testFirstToAccept: of those who are offered the same and accept at the same moment one has it, and
// the engine refuses a second one by itself; without its index it would not.
func testFirstToAccept(t *testing.T, open Open) {
	h := openTable(t, open)
	rules := h.resource()
	rules.AtOnce = 5
	_, _, err := h.s.Resources.PutResource(t.Context(), rules)
	must[struct{}](t)(struct{}{}, err)
	do := func(cmd resource.Command) {
		t.Helper()
		_, d, err := h.s.Resources.Decide(t.Context(), h.call(cmd))
		if err != nil || d.Code != resource.OK {
			t.Fatalf("%+v: %+v %v", cmd, d, err)
		}
	}
	for _, user := range []string{"ada", "ben", "cyd", "dan", "eve", "fay"} {
		do(resource.Join{EntryID: h.ids.InResource(id.ResourceEntry, h.id), UserID: user, Units: 1, Attributes: resource.Attributes{}})
	}
	do(resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 1, Attributes: resource.Attributes{}}})
	offers := h.stored().Offers
	same(t, len(offers), 5)
	var ran sync.WaitGroup
	var won, late atomic.Int64
	for offer := range offers {
		ran.Go(func() {
			_, d, err := h.s.Resources.Decide(t.Context(), h.call(resource.Answer{OfferID: offer, Accept: true}))
			switch {
			case err != nil:
				t.Error(err)
			case d.Code == resource.OK:
				won.Add(1)
			case d.Code == resource.AcceptedByAnother:
				late.Add(1)
			}
		})
	}
	ran.Wait()
	same(t, int(won.Load()), 1)
	same(t, int(late.Load()), 4)
	states := map[resource.EntryState]int{}
	for _, e := range h.stored().Entries {
		states[e.State]++
	}
	same(t, states, map[resource.EntryState]int{resource.Accepted: 1, resource.Waiting: 5})
	second := func() error {
		_, err := h.s.JobsDB().ExecContext(t.Context(), "update resource_offers set state = 'accepted' where state = 'taken' and id = (select min(o.id) from resource_offers o where o.state = 'taken')")
		return err
	}
	if second() == nil {
		t.Error("the engine lets two accept the same units")
	}
	execRaw(t, h.s, "drop index resource_offers_round")
	must[struct{}](t)(struct{}{}, second())
}

// testResourceChangedByTwo: whoever has read a resource before somebody else changed it does not
// overwrite that.
func testResourceChangedByTwo(t *testing.T, open Open) {
	h := openTable(t, open)
	first := must[*resources.Resource](t)(h.s.Resources.ByID(t.Context(), h.id))
	second := *first
	first.Name, second.Name = "Terrace", "Hall"
	kept, created, err := h.s.Resources.PutResource(t.Context(), *first)
	must[struct{}](t)(struct{}{}, err)
	same(t, created, false)
	same(t, kept.Version, first.Version+1)
	_, _, err = h.s.Resources.PutResource(t.Context(), second)
	wantErr(t, err, resources.ErrChanged)
	second.Version = 0 // whatever it is by now
	kept, _, err = h.s.Resources.PutResource(t.Context(), second)
	must[struct{}](t)(struct{}{}, err)
	same(t, kept.Name, "Hall")
	second.Key, second.Version = "another", 1
	_, _, err = h.s.Resources.PutResource(t.Context(), second)
	wantErr(t, err, resources.ErrChanged)
}
