package verify_test

import (
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// track is an event with a tracking link by which some register, buy and wait; one of those
// who wait is offered a place and takes it, and the organizer keeps a place back.
func (f *fixture) track() {
	f.t.Helper()
	p := f.open(8, line(inventory.PromoteOffer, inventory.BoundedSkip))
	link := audience.TrackingLink{EventID: p.id, ID: f.ids.In(id.TrackingLink, p.id), Code: "poster", Name: "Poster", PriceCodeID: p.code, CreatedAt: inventory.At(f.now)}
	if err := f.store.Tracking.Make(f.t.Context(), link); err != nil {
		f.t.Fatal(err)
	}
	by := func(cmd inventory.Command) sequencer.Reply {
		f.t.Helper()
		r := p.write(sequencer.Request{EventID: p.id, Command: cmd, TrackingLink: link.ID})[0]
		if r.Code != inventory.OK {
			f.t.Fatalf("%+v", r)
		}
		return r
	}
	first := by(p.register(0, 4, 0))
	by(p.register(0, 2, 0))
	waits := by(p.register(0, 1, 0))
	by(p.register(0, 1, 0)) // waits on
	p.must(inventory.Cancel{Who: staff, OrderID: first.OrderID})
	offer := f.column("select id from offers where event_id = $1 and entry_id = $2", p.id, waits.EntryID)[0]
	p.must(inventory.Accept{Who: staff, OfferID: offer}, inventory.Block{Who: staff, HoldID: f.ids.In(id.Block, p.id), Tier: p.tiers[1], Units: 1})
	if err := f.store.Tracking.AddVisits(f.t.Context(), map[audience.Visit]int64{{EventID: p.id, LinkID: link.ID}: 3, {EventID: p.id, LinkID: "tkl_none"}: 1}); err != nil {
		f.t.Fatal(err)
	}
	want := audience.TrackedFigures{LinkID: link.ID, Registrations: 3, Joins: 2, Tickets: 7, Cancelled: 4}
	got, err := f.store.Tracking.Figures(f.t.Context(), p.id, []string{link.ID})
	if err != nil || got[link.ID] != want {
		f.t.Fatalf("what came by the link: %+v, %v, want %+v", got, err, want)
	}
}
