package events

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// EventView is an event as it stands, all read in one snapshot.
type EventView struct {
	Event    inventory.Event
	Details  Details
	Timezone string
	Pools    []inventory.Pool // in position order
	Tiers    []inventory.Tier // in position order
	Waiting  int64            // entries in state waiting
	// TierWaiting is the same by tier; a tier in whose waitlist nobody ever stood
	// is not in it.
	TierWaiting map[string]int64
	// Seated are the tiers that are sold by seats; nil in an event without.
	Seated map[string]bool
	// The plan that it copied; "" in an event without.
	PlanID      string
	PlanVersion int64
	Offered     int64 // entries in state offered
	// Applications are the entries in state applied.
	Applications int64
	Questions    int64 // how many it asks
	Consents     int64 // how many purposes of consent it asks for
	Statement    int64 // the newest version of what was promised before the opening; 0: nothing was
	// ArchivedAt is since when its rows are in a file; 0: they are not; Elsewhere: it lives in
	// another cell.
	ArchivedAt inventory.Instant
	// MovedFrom is when it was to start before it was moved last, once it was published; 0: it
	// never was.
	MovedFrom inventory.Instant
	// Series is that of which it is a date; nil: it is none.
	Series *InSeries
	// Covers are the dates that the passes open which it sells, by start; only what writes
	// messages reads them.
	Covers []*EventView
	// Releases are the parts that are held back, by their time, with Tier empty for named
	// seats, which are not read.
	Releases []inventory.Release
	// Bank is the account to which its buyers transfer money; nil: they do not. Only Event
	// reads it.
	Bank *BankAccount
	// Translations are its words in other languages; only Event and TranslatedByID
	// read them.
	Translations translation.All
	// Shown is the language of its words, as In returned it; "": they are as they were written.
	Shown string
	// Untranslated are the fields that are in the main language nevertheless, in the order of the event.
	Untranslated []string
	CreatedAt    inventory.Instant
	UpdatedAt    inventory.Instant
	HeadHash     audit.Hash
	HeadSig      []byte
}

// Tier returns a tier by its id, nil when the event has none.
func (v *EventView) Tier(id string) *inventory.Tier {
	for i := range v.Tiers {
		if v.Tiers[i].ID == id {
			return &v.Tiers[i]
		}
	}
	return nil
}

// SellsPasses reports whether it sells passes for the dates of a series.
func (v *EventView) SellsPasses() bool { return v.Series != nil && v.Series.Position == 0 }

// Event returns an event, or ErrNotFound.
func (s Events) Event(ctx context.Context, id string) (*EventView, error) {
	var views []EventView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		record, err := table.One(ctx, tx, EventTable.Scan, "select "+EventTable.Columns+" from events where id = $1", id)
		if err != nil {
			return err
		}
		if views, err = EventViews(ctx, tx, []EventRecord{record}); err != nil {
			return err
		}
		if err = fillTranslations(ctx, tx, map[string]*EventView{id: &views[0]}); err != nil || !record.Event.Settings.Orders.BankTransfer {
			return err
		}
		account, err := table.One(ctx, tx, BankAccountTable.Scan, BankAccountTable.From()+" where org_id = $1", record.Event.OrgID)
		if errors.Is(err, table.ErrNone) {
			return nil
		}
		views[0].Bank = &account
		return err
	})
	if err != nil {
		return nil, err
	}
	return &views[0], nil
}

// WithTiers returns an event with its tiers and what both are called in other languages, and nothing
// else, or ErrNotFound.
func (s Events) WithTiers(ctx context.Context, id string) (*EventView, error) {
	found, err := s.eventsByID(ctx, []string{id}, fillTiers, fillTranslations)
	if err == nil && found[id] == nil {
		err = database.ErrNotFound
	}
	return found[id], err
}

// EventsPage returns a page of an organization's events by id, ids greater than after.
func (s Events) EventsPage(ctx context.Context, org, after string, limit int) ([]EventView, error) {
	var views []EventView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		records, err := table.All(ctx, tx, EventTable.Scan,
			"select "+EventTable.Columns+" from events where org_id = $1 and id > $2 order by id limit $3", org, after, limit)
		if err != nil {
			return err
		}
		views, err = EventViews(ctx, tx, records)
		return err
	})
	return views, err
}

// EventsOf is EventsPage of those that are named.
func (s Events) EventsOf(ctx context.Context, org string, named []string, after string, limit int) ([]EventView, error) {
	var ids []string
	for _, event := range slices.Sorted(slices.Values(named)) {
		if event > after && len(ids) < limit {
			ids = append(ids, event)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	var views []EventView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list, args := table.InList(2, ids)
		records, err := table.All(ctx, tx, EventTable.Scan,
			"select "+EventTable.Columns+" from events where org_id = $1 and id in ("+list+") order by id", append([]any{org}, args...)...)
		if err != nil {
			return err
		}
		views, err = EventViews(ctx, tx, records)
		return err
	})
	return views, err
}

// EventViews adds to events what belongs to them, for all of them at once.
func EventViews(ctx context.Context, q table.Querier, records []EventRecord) ([]EventView, error) {
	views := bareViews(records)
	for i := 0; i < len(views); i += table.MaxInList {
		at := make(map[string]*EventView, table.MaxInList)
		for k := range views[i:min(len(views), i+table.MaxInList)] {
			at[views[i+k].Event.ID] = &views[i+k]
		}
		if err := fillEvents(ctx, q, at); err != nil {
			return nil, err
		}
	}
	return views, nil
}

// bareViews are events as their rows say.
func bareViews(records []EventRecord) []EventView {
	views := make([]EventView, len(records))
	for i, r := range records {
		views[i] = EventView{Event: r.Event, Details: r.Details, Timezone: r.Timezone, Offered: r.LiveOffers, Applications: r.Applications,
			CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, HeadHash: r.HeadHash, HeadSig: r.HeadSig, ArchivedAt: r.ArchivedAt, MovedFrom: r.MovedFrom}
	}
	return views
}

// fillEvents adds to events all that EventView has of them.
func fillEvents(ctx context.Context, q table.Querier, at map[string]*EventView) error {
	for _, fill := range []filler{fillSold, fillRest, fillSeries} {
		if err := fill(ctx, q, at); err != nil {
			return err
		}
	}
	return nil
}

// listOf is the list of the ids of events for a statement.
func listOf(at map[string]*EventView) (list string, args []any) {
	return table.InList(1, slices.Sorted(maps.Keys(at)))
}

// fillSold adds what events sell, and how much of it is left and waited for.
func fillSold(ctx context.Context, q table.Querier, at map[string]*EventView) error {
	list, args := listOf(at)
	_, err := table.All(ctx, q, func(r engine.Row, p *inventory.Pool) error {
		var event string
		c := table.Scanning()
		c.Add(&event)
		PoolTable.Into(c, p)
		err := c.From(r)
		if err == nil {
			at[event].Pools = append(at[event].Pools, *p)
		}
		return err
	}, "select event_id, "+PoolTable.Columns+" from pools where event_id in ("+list+") order by event_id, position, id", args...)
	if err != nil {
		return err
	}
	if err := fillTiers(ctx, q, at); err != nil {
		return err
	}
	_, err = table.All(ctx, q, func(r engine.Row, pool *string) error {
		var event, tier string
		err := r.Scan(&event, &tier, pool)
		if err == nil {
			AddPool(at[event].Tiers, tier, *pool)
		}
		return err
	}, "select event_id, tier_id, pool_id from tier_pools where event_id in ("+list+") order by event_id, tier_id, position", args...)
	if err != nil {
		return err
	}
	_, err = table.All(ctx, q, func(r engine.Row, waiting *int64) error {
		var event, tier string
		err := r.Scan(&event, &tier, waiting)
		if err == nil {
			v := at[event]
			if v.TierWaiting == nil {
				v.TierWaiting = map[string]int64{}
			}
			v.TierWaiting[tier] = *waiting
			v.Waiting += *waiting
		}
		return err
	}, "select event_id, tier_id, cast(sum(waiting) as bigint) from lanes where event_id in ("+list+") group by event_id, tier_id", args...)
	if err != nil {
		return err
	}
	_, err = table.All(ctx, q, func(r engine.Row, tiers *string) error {
		var event, plan string
		var version int64
		if err := r.Scan(&event, &plan, &version, tiers); err != nil {
			return err
		}
		var byName map[string]string
		if err := json.Unmarshal([]byte(*tiers), &byName); err != nil {
			return fmt.Errorf("tiers of the plan of %s: %w", event, err)
		}
		v := at[event]
		v.PlanID, v.PlanVersion = plan, version
		v.Seated = make(map[string]bool, len(byName))
		for _, tier := range byName {
			v.Seated[tier] = true
		}
		return nil
	}, "select event_id, plan_id, plan_version, tiers from event_seating where event_id in ("+list+")", args...)
	return err
}

// fillTiers adds the tiers of events, without their pools.
func fillTiers(ctx context.Context, q table.Querier, at map[string]*EventView) error {
	list, args := listOf(at)
	_, err := table.All(ctx, q, func(r engine.Row, t *inventory.Tier) error {
		var event string
		c := table.Scanning()
		c.Add(&event)
		TierTable.Into(c, t)
		err := c.From(r)
		if err == nil {
			at[event].Tiers = append(at[event].Tiers, *t)
		}
		return err
	}, "select event_id, "+TierTable.Columns+" from tiers where event_id in ("+list+") order by event_id, position, id", args...)
	return err
}

// fillRest adds what only pages of a single event say, and what its members see.
func fillRest(ctx context.Context, q table.Querier, at map[string]*EventView) error {
	list, args := listOf(at)
	_, err := table.All(ctx, q, func(r engine.Row, p *inventory.Release) error {
		var event string
		err := r.Scan(&event, (*int64)(&p.At), &p.Tier, &p.Units)
		if err == nil {
			at[event].Releases = append(at[event].Releases, *p)
		}
		return err
	}, "select event_id, expires_at, tier_id, units from holds where event_id in ("+list+") and kind = 'block' and expires_at > 0 and state = 'held' order by event_id, expires_at, id", args...)
	if err != nil {
		return err
	}
	_, err = table.All(ctx, q, func(r engine.Row, version *int64) error {
		var event string
		err := r.Scan(&event, version)
		if err == nil {
			at[event].Statement = *version
		}
		return err
	}, "select event_id, max(version) from statements where event_id in ("+list+") group by event_id", args...)
	if err != nil {
		return err
	}
	_, err = table.All(ctx, q, func(r engine.Row, event *string) error {
		var questions, consents int64
		err := r.Scan(event, &questions, &consents)
		if err == nil {
			at[*event].Questions += questions
			at[*event].Consents += consents
		}
		return err
	}, `select asked.event_id, asked.questions, 0 from question_lists asked where asked.event_id in (`+list+`)
			and not exists (select 1 from question_lists newer where newer.event_id = asked.event_id and newer.version > asked.version)
		union all select wanted.event_id, 0, count(*) from event_consents wanted join consent_purposes p on p.org_id = wanted.org_id and p.id = wanted.purpose_id
			where wanted.event_id in (`+list+`) and wanted.until = 0 and p.ended_at = 0 group by wanted.event_id`, args...)
	return err
}

// AddPool gives the tier a pool. There are at most inventory.MaxTiers.
func AddPool(tiers []inventory.Tier, tier, pool string) {
	for i := range tiers {
		if tiers[i].ID == tier {
			tiers[i].Pools = append(tiers[i].Pools, pool)
			return
		}
	}
}

// DueEvents returns events with DueAt <= now, most overdue first, at most limit.
func (s Events) DueEvents(ctx context.Context, now inventory.Instant, limit int) ([]string, error) {
	ids, err := table.All(ctx, s.db.Read, table.ScanText,
		"select id from events where due_at > 0 and due_at <= $1 and archived_at = 0 order by due_at, id limit $2", int64(now), limit)
	if err != nil {
		return nil, fmt.Errorf("store: due events: %w", s.db.Classify(err))
	}
	return ids, nil
}

// Events is events as they stand, with their pools, tiers, seats, figures and audit rows.
type Events struct {
	db      *database.DB
	layouts *layouts
}

// NewEvents returns the events of a database.
func NewEvents(d *database.DB) Events { return Events{d, &layouts{}} }

// BankAccount is the account at a bank to which the buyers of an organization transfer money.
type BankAccount struct {
	OrgID, ID         string
	IBAN, BIC, Holder string
	ChangedAt         inventory.Instant
}

// BankAccountTable describes the table bank_accounts; a row is one BankAccount.
var BankAccountTable = table.New("bank_accounts", new(BankAccount), func(c *table.Columns, v *BankAccount) {
	c.Key("org_id", &v.OrgID)
	c.Text("id", &v.ID)
	c.Text("iban", &v.IBAN)
	c.Text("bic", &v.BIC)
	c.Text("holder", &v.Holder)
	c.Number("changed_at", (*int64)(&v.ChangedAt))
})

// Commitment commits to what buyers are told.
func (a *BankAccount) Commitment() string {
	c := audit.BankAccount{ID: a.ID, Org: a.OrgID, IBAN: a.IBAN, BIC: a.BIC, Holder: a.Holder}
	return c.Commitment()
}

// IsArchived reports whether rows of an event are in a file.
func IsArchived(ctx context.Context, q table.Querier, event string) (bool, error) {
	at, err := table.One(ctx, q, table.ScanInt, "select archived_at from events where id = $1", event)
	return at > 0, err
}
