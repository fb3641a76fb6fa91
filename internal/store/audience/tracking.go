package audience

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MaxTrackingLinks is how many tracking links an event has at most, those that ended too.
const MaxTrackingLinks = 500

// TrackingLink is a link that an organizer gives out, by whose code it is known what came
// through it.
type TrackingLink struct {
	EventID, ID string
	Code        string // in lower case, unique in the event
	Name        string // the person or thing it was given to
	PriceCodeID string // the promo or access code that it brings along; "": none
	EndsAt      inventory.Instant
	Visits      int64
	CreatedAt   inventory.Instant
}

// Counts reports whether what comes through the link is counted at a moment.
func (l *TrackingLink) Counts(now inventory.Instant) bool { return l.EndsAt == 0 || now < l.EndsAt }

// TrackingLinkTable describes the table tracking_links; a row is one TrackingLink.
var TrackingLinkTable = table.New("tracking_links", new(TrackingLink), func(c *table.Columns, v *TrackingLink) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("code", &v.Code)
	c.Text("name", &v.Name)
	c.Text("price_code_id", &v.PriceCodeID)
	c.Number("ends_at", (*int64)(&v.EndsAt))
	c.Number("visits", &v.Visits)
	c.Number("created_at", (*int64)(&v.CreatedAt))
})

// Tracked says through which link an order, a registration or an entry came.
type Tracked struct {
	ThingID string // see ThingOf
	LinkID  string
}

// TrackedTable describes through which links orders, registrations and entries came.
var TrackedTable = table.NewBatched("tracked", "event_id", engine.Insert, new(Tracked), func(c *table.Columns, v *Tracked) {
	c.Key("thing_id", &v.ThingID)
	c.Text("link_id", &v.LinkID)
})

// Commitment commits to what the link counts.
func (l *TrackingLink) Commitment() string {
	c := audit.TrackingLink{ID: l.ID, Event: l.EventID, Code: l.Code, PriceCode: l.PriceCodeID, EndsAt: l.EndsAt}
	return c.Commitment()
}

func (l *TrackingLink) deed(a audit.Action) audit.Deed {
	return audit.Deed{Subject: l.ID, Action: a, Commitment: l.Commitment()}
}

// Make stores a link. ErrConflict: its id or its code is taken. ErrNotFound: there is no such
// promo or access code in the event. ErrLimit: the event has MaxTrackingLinks.
func (s Tracking) Make(ctx context.Context, l TrackingLink) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := events.LockEventRow(ctx, s.db, tx, l.EventID); err != nil {
			return err
		}
		if err := bringsAlong(ctx, tx, &l); err != nil {
			return err
		}
		if err := TrackingLinkTable.InsertRow(ctx, tx, &l); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from tracking_links where event_id = $1", l.EventID)
		switch {
		case err != nil:
			return err
		case n > MaxTrackingLinks:
			return database.ErrLimit
		}
		return organizations.RecordOf(ctx, s.db, tx, l.EventID, l.deed(audit.TrackingLinkMade))
	})
}

// bringsAlong returns ErrNotFound when the code that a link brings along is not there.
func bringsAlong(ctx context.Context, q table.Querier, l *TrackingLink) error {
	if l.PriceCodeID == "" {
		return nil
	}
	_, err := table.One(ctx, q, table.ScanText, "select id from price_codes where event_id = $1 and id = $2", l.EventID, l.PriceCodeID)
	return err
}

// Change changes the name, the promo or access code and the end of a link. ErrNotFound: the
// link is not there, or the code that it is to bring along is not.
func (s Tracking) Change(ctx context.Context, event, link string, change func(*TrackingLink)) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		l, err := table.One(ctx, tx, TrackingLinkTable.Scan, TrackingLinkTable.From()+" where event_id = $1 and id = $2"+s.db.ForUpdate, event, link)
		if err != nil {
			return err
		}
		before := l.Commitment()
		change(&l)
		if err := bringsAlong(ctx, tx, &l); err != nil {
			return err
		}
		if err := table.ExecOne(ctx, tx, "update tracking_links set name = $1, price_code_id = $2, ends_at = $3 where event_id = $4 and id = $5",
			l.Name, l.PriceCodeID, int64(l.EndsAt), event, link); err != nil || l.Commitment() == before {
			return err
		}
		return organizations.RecordOf(ctx, s.db, tx, event, l.deed(audit.TrackingLinkChanged))
	})
}

// LinkPosition is a place in the list of the links of an event. Ids do not order them: that of
// a request with an Idempotency-Key follows from the key.
type LinkPosition struct {
	CreatedAt inventory.Instant
	ID        string
}

// Links returns the links of an event behind a position, the latest first; the zero position:
// from the latest.
func (s Tracking) Links(ctx context.Context, event string, before LinkPosition, limit int) ([]TrackingLink, error) {
	list, err := table.All(ctx, s.db.Read, TrackingLinkTable.Scan, TrackingLinkTable.From()+` where event_id = $1
		and (cast($2 as bigint) = 0 or created_at < $2 or created_at = $2 and id < $3) order by created_at desc, id desc limit $4`,
		event, int64(before.CreatedAt), before.ID, limit)
	return list, s.db.Classify(err)
}

// Link returns a link of an event, or ErrNotFound.
func (s Tracking) Link(ctx context.Context, event, link string) (*TrackingLink, error) {
	l, err := table.One(ctx, s.db.Read, TrackingLinkTable.Scan, TrackingLinkTable.From()+" where event_id = $1 and id = $2", event, link)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &l, nil
}

// LinkByCode returns a link of an event by its code, or ErrNotFound.
func (s Tracking) LinkByCode(ctx context.Context, event, code string) (*TrackingLink, error) {
	l, err := table.One(ctx, s.db.Read, TrackingLinkTable.Scan, TrackingLinkTable.From()+" where event_id = $1 and code = $2", event, code)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &l, nil
}

// Visit is a link of an event that somebody came by.
type Visit struct{ EventID, LinkID string }

// AddVisits adds to the visits of links, all or none.
func (s Tracking) AddVisits(ctx context.Context, counts map[Visit]int64) error {
	links := make([]Visit, 0, len(counts))
	for v := range counts {
		links = append(links, v)
	}
	// In one order, so that two servers do not wait for each other.
	slices.SortFunc(links, func(a, b Visit) int {
		return cmp.Or(cmp.Compare(a.EventID, b.EventID), cmp.Compare(a.LinkID, b.LinkID))
	})
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for _, v := range links {
			if _, err := table.Exec(ctx, tx, "update tracking_links set visits = visits + $1 where event_id = $2 and id = $3", counts[v], v.EventID, v.LinkID); err != nil {
				return err
			}
		}
		return nil
	})
}

// TrackedFigures are what came through a link. What was never confirmed is in none of them,
// but in Joins where it waits or waited.
type TrackedFigures struct {
	LinkID        string
	Registrations int64 // that cost nothing
	Joins         int64 // of the waitlist, applications among them
	Orders        int64
	Gross         int64 // of the orders, as they were sold
	Tickets       int64 // of registrations and orders
	Cancelled     int64 // of these tickets, since
}

// Figures counts what came through links of an event.
func (s Tracking) Figures(ctx context.Context, event string, links []string) (map[string]TrackedFigures, error) {
	found := map[string]TrackedFigures{}
	for part := range slices.Chunk(links, table.MaxInList) {
		list, args := table.InList(2, part)
		rows, err := table.All(ctx, s.db.Read, func(r engine.Row, v *TrackedFigures) error {
			return r.Scan(&v.LinkID, &v.Registrations, &v.Joins, &v.Orders, &v.Gross, &v.Tickets, &v.Cancelled)
		}, trackedFiguresSQL("link_id in ("+list+")"), append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for _, v := range rows {
			found[v.LinkID] = v
		}
	}
	return found, nil
}

// trackedFiguresSQL counts what came through the links that a condition selects. What came of
// an entry is found by the offer that it took: a hold that no offer of it became was never
// confirmed. What an order cost, and how many tickets it had, its items say.
func trackedFiguresSQL(which string) string {
	return `select link_id, cast(sum(registration) as bigint), cast(sum(joined) as bigint), cast(sum(ordered) as bigint), cast(sum(gross) as bigint),
		cast(sum(tickets) as bigint), cast(sum(gone) as bigint)
	from (select t.link_id, case when e.id is null then 0 else 1 end as joined,
		case when h.kind = 'registration' then 1 else 0 end as registration,
		case when h.kind = 'order' then 1 else 0 end as ordered,
		case when h.kind = 'order' then o.total else 0 end as gross,
		case when h.kind = 'registration' then ` + events.NumbersOf + ` when h.kind = 'order' then
			(select count(*) from hold_items i where i.event_id = h.event_id and i.hold_id = h.id and ` + events.LetsIn("i") + `) else 0 end as tickets,
		case when h.kind = 'registration' then case when h.state = 'released' then ` + events.NumbersOf + ` else ` + events.NumbersOf + ` - h.units end
			when h.kind = 'order' then (select count(*) from hold_items i where i.event_id = h.event_id and i.hold_id = h.id and i.state = 'released' and ` + events.LetsIn("i") + `)
			else 0 end as gone
		from (select * from tracked where event_id = $1 and ` + which + `) t
		left join waitlist_entries e on e.event_id = $1 and e.id = t.thing_id
		left join offers f on f.event_id = $1 and f.id = e.offer_id
		left join orders o on o.event_id = $1 and o.id = coalesce(f.order_id, t.thing_id)
		left join holds h on h.event_id = $1 and h.id = coalesce(f.order_id, t.thing_id) and (h.state = 'confirmed'
			or h.state = 'released' and (e.id is null or e.state = 'accepted') and (o.id is null or o.total = 0 or o.payment_id <> ''))
	) c group by link_id`
}

// Source is the link through which something came.
type Source struct{ LinkID, Code, Name string }

// Sources returns through which links things of an event came, by thing; those that came by
// none are missing. An order or registration is found by ThingOf.
func (s Tracking) Sources(ctx context.Context, event string, things []string) (map[string]Source, error) {
	type row struct {
		Source
		thing string
	}
	found := map[string]Source{}
	for part := range slices.Chunk(things, table.MaxInList) {
		list, args := table.InList(2, part)
		rows, err := table.All(ctx, s.db.Read, func(r engine.Row, v *row) error { return r.Scan(&v.thing, &v.LinkID, &v.Code, &v.Name) },
			`select t.thing_id, l.id, l.code, l.name from tracked t join tracking_links l on l.event_id = t.event_id and l.id = t.link_id
			where t.event_id = $1 and t.thing_id in (`+list+")", append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for _, v := range rows {
			found[v.thing] = v.Source
		}
	}
	return found, nil
}

// SourcesOfOrders is Sources of orders and registrations by their ids, whether or not they
// came of an entry.
func (s Tracking) SourcesOfOrders(ctx context.Context, event string, orders []string) (map[string]Source, error) {
	things, entries, err := thingsOf(ctx, s.db.Read, event, orders)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	found, err := s.Sources(ctx, event, things)
	for order, entry := range entries {
		if from, ok := found[entry]; ok {
			found[order] = from
		}
	}
	return found, err
}

// thingsOf are what orders and registrations are known by (ThingOf), with themselves, and the
// entries that some of them came of.
func thingsOf(ctx context.Context, q table.Querier, event string, orders []string) (things []string, entries map[string]string, err error) {
	type pair struct{ order, entry string }
	things, entries = slices.Clone(orders), map[string]string{}
	for part := range slices.Chunk(orders, table.MaxInList) {
		list, args := table.InList(2, part)
		pairs, err := table.All(ctx, q, func(r engine.Row, p *pair) error { return r.Scan(&p.order, &p.entry) },
			"select id, entry_id from holds where event_id = $1 and id in ("+list+") and entry_id <> ''", append([]any{event}, args...)...)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range pairs {
			entries[p.order], things = p.entry, append(things, p.entry)
		}
	}
	return things, entries, nil
}

// Tracking is the tracking links of events, and what came through them.
type Tracking struct{ db *database.DB }

// NewTracking returns Tracking on a database.
func NewTracking(db *database.DB) Tracking { return Tracking{db} }
