package passes

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// How many kinds of passes a series has at most, and how many dates one covers.
const (
	MaxOfSeries = 20
	MaxDates    = 100
)

// State is how far the plan of a pass is.
type State string

// The states of a plan.
const (
	Setting State = "setting" // places are being set aside
	Undoing State = "undoing" // a date could not give them: the dates go back to what they had
	Settled State = "settled"
)

// Pass is a kind of pass of a series, with what is set aside for it.
type Pass struct {
	OrgID, ID string // ID is that of the event that sells it
	SeriesID  string
	CreatedAt inventory.Instant
	// Plan counts the changes of the places and the dates.
	Plan int64
	// Places are what the plan sets aside on each date, SettledPlaces what the last one did.
	Places, SettledPlaces int64
	State                 State
	// Fault is why the last plan was given up, and FaultEvent the event that refused.
	Fault, FaultEvent string
	LeasedUntil       inventory.Instant
}

// PassTable describes the table series_passes; a row is one Pass.
var PassTable = table.New("series_passes", new(Pass), func(c *table.Columns, p *Pass) {
	c.Key("org_id", &p.OrgID)
	c.Key("id", &p.ID)
	c.Text("series_id", &p.SeriesID)
	c.Number("created_at", (*int64)(&p.CreatedAt))
	c.Changes(1)
	c.Number("plan", &p.Plan)
	c.Number("places", &p.Places)
	c.Number("settled_places", &p.SettledPlaces)
	c.Text("state", (*string)(&p.State))
	c.Text("fault", &p.Fault)
	c.Text("fault_event", &p.FaultEvent)
	c.Number("leased_until", (*int64)(&p.LeasedUntil))
})

// DateState is how a date stands to a pass.
type DateState string

// The states of dates of passes.
const (
	DatePlanned   DateState = "planned"   // its places are not set aside yet, so it is not covered
	DateSet       DateState = "set"       // they are
	DatePast      DateState = "past"      // it was over when it was asked for places last
	DateCancelled DateState = "cancelled" // it was cancelled then
)

// Date is a date that a pass covers, or is to cover.
type Date struct {
	OrgID, PassID string
	EventID       string // the date
	TierID        string // whose units are set aside
	AddedPlan     int64  // the plan that added it
	BlockID       string // that has the places; "": none are set aside
	Places        int64
	State         DateState
	// KnownStart and KnownEnd are when it takes place, by which the event of the passes has its
	// times; it may have been moved since.
	KnownStart, KnownEnd inventory.Instant
}

// Covered reports whether the pass opens the door of the date.
func (d *Date) Covered() bool { return d.State != DatePlanned }

// DateTable describes the table pass_dates; a row is one Date.
var DateTable = table.New("pass_dates", new(Date), func(c *table.Columns, d *Date) {
	c.Text("org_id", &d.OrgID)
	c.Key("pass_id", &d.PassID)
	c.Key("event_id", &d.EventID)
	c.Text("tier_id", &d.TierID)
	c.Number("added_plan", &d.AddedPlan)
	c.Changes(1)
	c.Text("block_id", &d.BlockID)
	c.Number("places", &d.Places)
	c.Text("state", (*string)(&d.State))
	c.Number("known_start", (*int64)(&d.KnownStart))
	c.Number("known_end", (*int64)(&d.KnownEnd))
})

// WithDates is a pass with its dates, by the ids of their events.
type WithDates struct {
	Pass
	Dates []Date
}

// Date returns the date that an event is, or nil.
func (w *WithDates) Date(event string) *Date {
	for i := range w.Dates {
		if w.Dates[i].EventID == event {
			return &w.Dates[i]
		}
	}
	return nil
}

// Passes are the passes of series.
type Passes struct{ db *database.DB }

// PoolID is the pool of the event of a pass that has its places: others have add-ons and goods.
func PoolID(pass string) string { return id.Named(id.Pool, pass, "passes") }

// NewPasses returns the passes of a database.
func NewPasses(db *database.DB) Passes { return Passes{db} }

const datesOfPass = " where pass_id = $1 order by event_id limit $2"

// Create stores a pass whose first plan is to be carried out. ErrConflict: there is one with that
// id; ErrLimit: its series has MaxOfSeries; ErrNotFound: the organization has no such series;
// organizations.ErrEventsElsewhere: a date lives in another cell.
func (s Passes) Create(ctx context.Context, p Pass, dates []Date) error { //nolint:gocritic // what is kept is a copy
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanText, "select id from series where org_id = $1 and id = $2"+s.db.ForUpdate, p.OrgID, p.SeriesID); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from series_passes where series_id = $1", p.SeriesID)
		if err != nil {
			return err
		}
		if n >= MaxOfSeries {
			return database.ErrLimit
		}
		if err := PassTable.InsertRow(ctx, tx, &p); err != nil {
			return err
		}
		return insertDates(ctx, tx, dates)
	})
}

func insertDates(ctx context.Context, tx *sql.Tx, dates []Date) error {
	for i := range dates {
		if err := DateTable.InsertRow(ctx, tx, &dates[i]); err != nil {
			return err
		}
	}
	if len(dates) == 0 {
		return nil
	}
	away, err := table.All(ctx, tx, table.ScanInt, "select 1 from pass_dates d join events e on e.id = d.event_id where d.pass_id = $1 and e.archived_at < 0 limit 1", dates[0].PassID)
	if err == nil && len(away) > 0 {
		err = organizations.ErrEventsElsewhere
	}
	return err
}

// Pass returns a pass with its dates, or ErrNotFound.
func (s Passes) Pass(ctx context.Context, pass string) (*WithDates, error) {
	list, err := s.read(ctx, "id = $1", 1, pass)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, database.ErrNotFound
	}
	return &list[0], nil
}

// OfSeries returns the passes of a series, by id: MaxOfSeries at most.
func (s Passes) OfSeries(ctx context.Context, series string) ([]WithDates, error) {
	return s.read(ctx, "series_id = $1", MaxOfSeries, series)
}

// OfDate returns the passes of the series of which an event is a date, or of the series whose
// passes it sells, MaxOfSeries at most: those that cover it and those that do not.
func (s Passes) OfDate(ctx context.Context, event string) ([]WithDates, error) {
	return s.read(ctx, "id = $1 or series_id in (select d.series_id from series_dates d where d.event_id = $2)", MaxOfSeries, event, event)
}

// Covered returns the dates that the passes cover which events sell, by the id of what sells them;
// events that sell none are missing.
func (s Passes) Covered(ctx context.Context, sells []string) (map[string][]string, error) {
	found := map[string][]string{}
	for part := range slices.Chunk(sells, table.MaxInList) {
		in, args := table.InList(1, part)
		list, err := table.All(ctx, s.db.Read, func(r engine.Row, d *Date) error { return r.Scan(&d.PassID, &d.EventID) },
			"select pass_id, event_id from pass_dates where state <> 'planned' and pass_id in ("+in+") order by pass_id, known_start, event_id", args...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range list {
			found[list[i].PassID] = append(found[list[i].PassID], list[i].EventID)
		}
	}
	return found, nil
}

// Dates returns the dates that the passes cover which an event sells, by start, with their words
// in all languages; drafts are left out. Of an event that sells none it reads nothing.
func (s Passes) Dates(ctx context.Context, sells *events.EventView) ([]*events.EventView, error) {
	if !sells.SellsPasses() {
		return nil, nil
	}
	covered, err := s.Covered(ctx, []string{sells.Event.ID})
	if err != nil {
		return nil, err
	}
	views, err := events.NewEvents(s.db).TranslatedByID(ctx, covered[sells.Event.ID])
	if err != nil {
		return nil, s.db.Classify(err)
	}
	dates := slices.DeleteFunc(slices.Collect(maps.Values(views)), func(v *events.EventView) bool { return v.Event.Status == inventory.Draft })
	slices.SortFunc(dates, func(a, b *events.EventView) int {
		return cmp.Or(cmp.Compare(a.Event.StartsAt, b.Event.StartsAt), cmp.Compare(a.Event.ID, b.Event.ID))
	})
	return dates, nil
}

// Unsettled returns passes whose plan nobody carries out at a time, at most limit.
func (s Passes) Unsettled(ctx context.Context, now inventory.Instant, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select id from series_passes where state <> 'settled' and leased_until <= $1 order by id limit $2", int64(now), limit)
	return list, s.db.Classify(err)
}

// Moved returns passes that are sold and of which a date was moved or cancelled since the event
// that sells them had its times, at most limit.
func (s Passes) Moved(ctx context.Context, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select distinct d.pass_id from pass_dates d join events v on v.id = d.event_id
		where d.state in ('set', 'past') and (v.status = 'cancelled' or v.starts_at <> d.known_start or v.ends_at <> d.known_end)
			and d.pass_id in (select e.id from events e join series_passes p on p.id = e.id where p.state = 'settled' and e.status <> 'cancelled')
		order by d.pass_id limit $1`, limit)
	return list, s.db.Classify(err)
}

// SetKnown notes when dates take place, and which were cancelled: once the event that sells the
// pass has its times by them.
func (s Passes) SetKnown(ctx context.Context, dates []Date) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for i := range dates {
			d := &dates[i]
			if _, err := table.Exec(ctx, tx, "update pass_dates set known_start = $1, known_end = $2, state = $3 where pass_id = $4 and event_id = $5 and state <> 'planned'",
				int64(d.KnownStart), int64(d.KnownEnd), string(d.State), d.PassID, d.EventID); err != nil {
				return err
			}
		}
		return nil
	})
}

// read returns passes of which where holds, with their dates.
func (s Passes) read(ctx context.Context, where string, limit int, args ...any) (found []WithDates, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		found = nil
		list, err := table.All(ctx, tx, PassTable.Scan, PassTable.From()+" where "+where+fmt.Sprintf(" order by id limit %d", limit), args...)
		if err != nil || len(list) == 0 {
			return err
		}
		for i := range list {
			dates, err := table.All(ctx, tx, DateTable.Scan, DateTable.From()+datesOfPass, list[i].ID, MaxDates)
			if err != nil {
				return err
			}
			found = append(found, WithDates{list[i], dates})
		}
		return nil
	})
	return found, s.db.Classify(err)
}

// Change makes the next plan of a pass. change is told how it stands, with nobody else changing
// it, and returns the dates to add; it sets the places. ErrBusy: the plan before is under way;
// organizations.ErrEventsElsewhere: a date that is added lives in another cell.
func (s Passes) Change(ctx context.Context, pass string, change func(*WithDates) ([]Date, error)) error {
	return s.locked(ctx, pass, func(tx *sql.Tx, p *WithDates) error {
		if p.State != Settled {
			return ErrBusy
		}
		more, err := change(p)
		if err != nil || p.Places == p.SettledPlaces && len(more) == 0 {
			return err
		}
		p.Plan, p.State, p.Fault, p.FaultEvent = p.Plan+1, Setting, "", ""
		for i := range more {
			more[i].AddedPlan = p.Plan
		}
		if err := insertDates(ctx, tx, more); err != nil {
			return err
		}
		return update(ctx, tx, &p.Pass)
	})
}

// ErrBusy says that the plan of a pass is being carried out.
var ErrBusy = fmt.Errorf("%w: places are being set aside for the pass", database.ErrConflict)

func update(ctx context.Context, tx *sql.Tx, p *Pass) error {
	return table.ExecOne(ctx, tx, `update series_passes set plan = $1, places = $2, settled_places = $3, state = $4, fault = $5, fault_event = $6, leased_until = $7
		where org_id = $8 and id = $9`, p.Plan, p.Places, p.SettledPlaces, string(p.State), p.Fault, p.FaultEvent, int64(p.LeasedUntil), p.OrgID, p.ID)
}

// locked runs fn with a pass that nobody else changes meanwhile.
func (s Passes) locked(ctx context.Context, pass string, fn func(*sql.Tx, *WithDates) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err := table.One(ctx, tx, PassTable.Scan, PassTable.From()+" where id = $1"+s.db.ForUpdate, pass)
		if err != nil {
			return err
		}
		dates, err := table.All(ctx, tx, DateTable.Scan, DateTable.From()+datesOfPass, pass, MaxDates)
		if err != nil {
			return err
		}
		return fn(tx, &WithDates{p, dates})
	})
}

// Lease returns a pass whose plan the caller alone carries out until a time. got is false if it is
// settled, or somebody else has it.
func (s Passes) Lease(ctx context.Context, pass string, now, until inventory.Instant) (p *WithDates, got bool, err error) {
	err = s.locked(ctx, pass, func(tx *sql.Tx, have *WithDates) error {
		if p = have; p.State == Settled || p.LeasedUntil > now {
			got = false
			return nil
		}
		p.LeasedUntil, got = until, true
		return update(ctx, tx, &p.Pass)
	})
	return p, got, err
}

// Advance writes how far the plan of a pass is, and its dates, for whoever has leased it until
// lease. ErrStale: somebody else has taken it over.
func (s Passes) Advance(ctx context.Context, p *WithDates, lease inventory.Instant, dates ...*Date) error {
	return s.locked(ctx, p.ID, func(tx *sql.Tx, have *WithDates) error {
		if have.LeasedUntil != lease {
			return database.ErrStale
		}
		for _, d := range dates {
			err := table.ExecOne(ctx, tx, "update pass_dates set block_id = $1, places = $2, state = $3 where pass_id = $4 and event_id = $5",
				d.BlockID, d.Places, string(d.State), d.PassID, d.EventID)
			if err != nil {
				return err
			}
		}
		if p.State == Settled { // dates that a plan added in vain
			if _, err := table.Exec(ctx, tx, "delete from pass_dates where pass_id = $1 and state = 'planned'", p.ID); err != nil {
				return err
			}
		}
		return update(ctx, tx, &p.Pass)
	})
}

// SetAside is what is set aside for passes on a date: by the ids of blocks, or of those that are
// about to be made.
type SetAside struct {
	// Tiers are how many units of each tier, by its id.
	Tiers map[string]int64
	// Blocks are the ids of the blocks.
	Blocks []string
}

// SetAside returns what is set aside on a date. block names the block of a pass and a plan.
func (s Passes) SetAside(ctx context.Context, event string, block func(event, pass string, plan int64) string) (*SetAside, error) {
	out := &SetAside{Tiers: map[string]int64{}}
	list, err := s.OfDate(ctx, event)
	for i := range list {
		d := list[i].Date(event)
		if d == nil || list[i].ID == event {
			continue
		}
		out.Tiers[d.TierID] += max(d.Places, list[i].Places)
		out.Blocks = append(out.Blocks, block(event, list[i].ID, list[i].Plan))
		if d.BlockID != "" && !slices.Contains(out.Blocks, d.BlockID) {
			out.Blocks = append(out.Blocks, d.BlockID)
		}
	}
	return out, err
}
