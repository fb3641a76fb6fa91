package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// PassDate is a date of a pass, with what sells the pass and what is set aside on the date.
type PassDate struct {
	passes.Date
	Settled       bool  // nobody is setting places aside
	SettledPlaces int64 // on each date then
	// Capacity and Taken are of the pool that has the passes.
	Capacity, Taken int64
	// InSeries says that the date is one of the series of the pass.
	InSeries bool
	Status   string // of the date; "": its event is not stored
	Archived bool   // its rows are in a file
	// BlockState, BlockTier and BlockUnits are of the block that has the places.
	BlockState, BlockTier string
	BlockUnits            int64
}

// PassDates are the dates of all passes, by pass and date.
func (v *Snapshot) PassDates(fn func(*PassDate) error) error {
	type pool struct{ capacity, taken int64 }
	pools := map[string]pool{}
	_, err := table.All(v.ctx, v.q, func(r engine.Row, id *string) error {
		var event string
		var p pool
		if err := r.Scan(&event, id, &p.capacity, &p.taken); err != nil {
			return err
		}
		if *id == passes.PoolID(event) {
			pools[event] = p
		}
		return nil
	}, "select o.event_id, o.id, o.capacity, o.held + o.confirmed + o.blocked from series_passes p join pools o on o.event_id = p.id")
	if err != nil {
		return err
	}
	list, err := table.All(v.ctx, v.q, func(r engine.Row, d *PassDate) error {
		err := r.Scan(&d.PassID, &d.EventID, &d.TierID, &d.BlockID, &d.Places, (*string)(&d.State), &d.Settled, &d.SettledPlaces, &d.InSeries, &d.Status, &d.Archived, &d.BlockState, &d.BlockTier, &d.BlockUnits)
		d.Capacity, d.Taken = pools[d.PassID].capacity, pools[d.PassID].taken
		return err
	}, `select d.pass_id, d.event_id, d.tier_id, d.block_id, d.places, d.state, p.state = 'settled', p.settled_places,
			exists (select 1 from series_dates s where s.org_id = p.org_id and s.series_id = p.series_id and s.event_id = d.event_id),
			coalesce(e.status, ''), coalesce(e.archived_at, 0) > 0, coalesce(h.state, ''), coalesce(h.tier_id, ''), coalesce(h.units, 0)
		from pass_dates d join series_passes p on p.id = d.pass_id left join events e on e.id = d.event_id
		left join holds h on h.event_id = d.event_id and h.id = d.block_id order by d.pass_id, d.event_id`)
	if err != nil {
		return err
	}
	for i := range list {
		if err := fn(&list[i]); err != nil {
			return err
		}
	}
	return nil
}
