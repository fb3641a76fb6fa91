package public

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TestHoldsUntil: what lists show of an event is the same at every time from when it was read until the time
// changes it.
func TestHoldsUntil(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		at := func(name string) inventory.Instant { return inventory.Instant(rapid.IntRange(0, 40).Draw(rt, name)) }
		v := &events.EventView{Event: inventory.Event{ID: "evt_1", Status: rapid.SampledFrom([]inventory.EventStatus{inventory.Published, inventory.Postponed, inventory.Cancelled}).Draw(rt, "status")}}
		v.Event.StartsAt = at("starts")
		v.Event.EndsAt = v.Event.StartsAt + 1 + at("lasts")
		v.Event.Settings.RegistrationCutoff = at("cutoff")
		v.Event.Settings.Orders.Currency = "EUR"
		if rapid.Bool().Draw(rt, "waiting room") {
			o := &v.Event.Settings.Onsale
			o.Mode, o.OpensAt, o.ServesAt, o.Closed = inventory.OnsaleQueue, at("opens"), at("serves"), rapid.Bool().Draw(rt, "closed")
		}
		v.Pools = []inventory.Pool{{ID: "pol_1", Capacity: int64(rapid.IntRange(0, 2).Draw(rt, "capacity"))}}
		for i := range rapid.IntRange(1, 3).Draw(rt, "tiers") {
			v.Tiers = append(v.Tiers, inventory.Tier{
				ID: "tir_" + string(rune('a'+i)), Pools: []string{"pol_1"}, Price: inventory.Price{Amount: int64(100 * i)},
				SaleStarts: at("sale starts"), SaleEnds: at("sale ends"), Hidden: rapid.Bool().Draw(rt, "hidden"),
			})
		}
		now := at("now")
		b := &events.Brief{EventID: "evt_1", Status: v.Event.Status, StartsAt: v.Event.StartsAt, EndsAt: v.Event.EndsAt}
		want := publicEvent(b, v, now)
		until := wire.HoldsUntil(v, now)
		if until <= now {
			rt.Fatalf("until %d, read at %d", until, now)
		}
		for then := now; then < min(until, 100); then++ {
			if got := publicEvent(b, v, then); !reflect.DeepEqual(got, want) {
				rt.Fatalf("at %d %+v, read at %d %+v", then, got, now, want)
			}
		}
	})
}

// TestWrittenAhead: a list whose events were written when they were read is the same JSON as one that is
// written as it is.
func TestWrittenAhead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		l := &PublicEventList{List: httpapi.NewList([]PublicEvent{}, rapid.SampledFrom([]string{"", "c"}).Draw(rt, "cursor")), DidYouMean: rapid.SampledFrom([]string{"", `a "<b>" & c`}).Draw(rt, "instead")}
		if rapid.Bool().Draw(rt, "total") {
			l.Total = new(rapid.IntRange(0, 1001).Draw(rt, "number"))
		}
		for range rapid.IntRange(0, 3).Draw(rt, "events") {
			e := PublicEvent{State: "on_sale", Available: rapid.Int64Range(0, 5).Draw(rt, "available")}
			e.ID, e.Title = "evt_1", rapid.SampledFrom([]string{"", `"<Fair>" & more`, "Ünicode\n"}).Draw(rt, "title")
			if rapid.Bool().Draw(rt, "written") {
				var err error
				if e.said, err = httpapi.JSON(&e); err != nil {
					rt.Fatal(err)
				}
			}
			e.Matched = rapid.SampledFrom([][]string{nil, {"title"}, {"title", "tag"}}).Draw(rt, "matched")
			if rapid.Bool().Draw(rt, "near") {
				km := math.Round(rapid.Float64Range(0, 20000).Draw(rt, "km")*10) / 10
				e.DistanceKM = &km
			}
			e.MoreDates = rapid.IntRange(0, 2).Draw(rt, "dates")
			l.Items = append(l.Items, e)
		}
		plain, err := json.Marshal(l)
		if err != nil {
			rt.Fatal(err)
		}
		if err := l.write(); err != nil {
			rt.Fatal(err)
		}
		var got, want any
		if err := json.Unmarshal(l.JSON(), &got); err != nil {
			rt.Fatalf("%s: %v", l.JSON(), err)
		}
		if err := json.Unmarshal(plain, &want); err != nil {
			rt.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			rt.Fatalf("%s is not %s", l.JSON(), plain)
		}
	})
}
