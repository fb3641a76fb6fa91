package verify_test

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/passes"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
	storepasses "github.com/holdfast-events/holdfast/internal/store/passes"
)

// Submit writes a command by itself, for the keeper of passes.
func (f *fixture) Submit(ctx context.Context, r sequencer.Request) (sequencer.Reply, error) {
	results, _ := f.writer.Write(ctx, r.EventID, []sequencer.Request{r})
	return results[0].Reply, results[0].Err
}

// sellPass sells passes for the date of the series, some of which somebody has.
func (f *fixture) sellPass(date *party) {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	now := inventory.At(f.now)
	p := &party{h: f, id: f.ids.Top(id.Event), tiers: []string{""}}
	pool := storepasses.PoolID(p.id)
	p.tiers[0] = f.ids.In(id.Tier, p.id)
	r := p.write(sequencer.Request{EventID: p.id, Details: events.Details{Title: "Pass"}.All(), Command: inventory.Create{
		Who: staff, Publish: true,
		Event: inventory.Event{ID: p.id, OrgID: f.org, Zone: time.UTC, StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day)},
		Pools: []inventory.Pool{{ID: pool, Name: "Pass"}}, Tiers: []inventory.Tier{{ID: p.tiers[0], Name: "Pass", Pools: []string{pool}}},
	}})[0]
	if r.Code != inventory.OK {
		f.t.Fatalf("create: %+v", r)
	}
	date.do(inventory.SetCapacity{Who: staff, Pool: date.pools[0], Capacity: 1000}, inventory.SetCapacity{Who: staff, Pool: date.pools[1], Capacity: 1000})
	series := f.column("select series_id from series_dates where event_id = $1", date.id)[0]
	must(f.store.Passes.Create(f.t.Context(), storepasses.Pass{OrgID: f.org, ID: p.id, SeriesID: series, CreatedAt: now, Plan: 1, Places: 3, State: storepasses.Setting},
		[]storepasses.Date{{OrgID: f.org, PassID: p.id, EventID: date.id, TierID: date.tiers[0], AddedPlan: 1, State: storepasses.DatePlanned, KnownStart: now, KnownEnd: now + 1}}))
	keeper, err := passes.NewKeeper(passes.Config{Store: f.store, Sequencer: f, Now: func() time.Time { return f.now }})
	must(err)
	stands, err := keeper.Settle(f.t.Context(), p.id)
	must(err)
	if stands.SettledPlaces != 3 || stands.Fault != "" {
		f.t.Fatalf("%+v", stands)
	}
	p.do(p.register(0, 2, 0))
}

// passCorruptions are those of passes of series.
var passCorruptions = []corruption{
	// 46
	{"fewer places are kept for a pass than there are passes", 46, "the date keeps 1 places for the pass, and there are 3 passes", []string{"update pass_dates set places = 1"}},
	{"more places are to be kept for a pass", 46, "and is to keep 5", []string{"update series_passes set settled_places = 5"}},
	{"the places for a pass are given back", 46, "are not blocked by", []string{"update pass_dates set block_id = 'blk_lost'"}},
	{"a pass covers what is no date of its series", 46, "not a date of its series", []string{"update series_passes set series_id = 'ser_lost'"}},
}
