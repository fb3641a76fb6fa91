package snapshot

import (
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Orphan is a row that names another one which does not exist in the same
// event, or whose event does not exist.
type Orphan struct {
	Table, EventID, ID string
	Column, Ref        string // what it names, and in which column
	Missing            string // the table that Ref is missing from
}

func (o Orphan) String() string {
	return fmt.Sprintf("%s %s of %s: %s %s is missing from %s", o.Table, o.ID, o.EventID, o.Column, o.Ref, o.Missing)
}

// maxOrphans bounds the orphans found per reference: a hundred of a kind say
// enough.
const maxOrphans = 100

// reference is a column that names a row of another table in the same event.
// The foreign keys of the schema see to a few of these; the others would cost
// the hot path a lookup each, and are checked here.
type reference struct {
	table, id, column, target string
	prefix                    string // the column names a target only with this prefix
	only                      string // a condition that the row fulfils, about t; "": all do
	with                      string // what only names besides; "": nothing
}

var references = []reference{
	{table: "tier_pools", id: "tier_id", column: "tier_id", target: "tiers"},
	{table: "tier_pools", id: "tier_id", column: "pool_id", target: "pools"},
	{table: "lanes", id: "tier_id", column: "tier_id", target: "tiers"},
	{table: "waitlist_counts", id: "tier_id", column: "tier_id", target: "tiers"},
	{table: "people", id: "id", column: "hold_id", target: "holds"},
	{table: "people", id: "id", column: "entry_id", target: "waitlist_entries"},
	{table: "holds", id: "id", column: "person_id", target: "people"},
	{table: "holds", id: "id", column: "tier_id", target: "tiers"},
	{table: "holds", id: "id", column: "entry_id", target: "waitlist_entries"},
	{table: "holds", id: "id", column: "offer_id", target: "offers"},
	{table: "waitlist_entries", id: "id", column: "person_id", target: "people"},
	{table: "waitlist_entries", id: "id", column: "tier_id", target: "tiers"},
	{table: "waitlist_entries", id: "id", column: "offer_id", target: "offers"},
	{table: "offers", id: "id", column: "entry_id", target: "waitlist_entries"},
	{table: "offers", id: "id", column: "order_id", target: "holds"},
	{table: "offers", id: "id", column: "person_id", target: "people"},
	{table: "orders", id: "id", column: "id", target: "holds"},
	{table: "orders", id: "id", column: "promo_id", target: "price_codes"},
	{table: "orders", id: "id", column: "access_id", target: "price_codes"},
	{table: "hold_items", id: "t.hold_id", column: "hold_id", target: "holds"},
	{table: "hold_items", id: "t.hold_id", column: "tier_id", target: "tiers"},
	{table: "refunds_due", id: "cast(t.seq as text)", column: "order_id", target: "orders"},
	{table: "messages", id: "cast(t.seq as text)", column: "person_id", target: "people"},
	{table: "deliveries", id: "t.message", column: "person_id", target: "people", only: ofTheEvent, with: withPasses},
	{table: "messages", id: "cast(t.seq as text)", column: "ref", target: "holds", prefix: "ord_"},
	{table: "messages", id: "cast(t.seq as text)", column: "ref", target: "waitlist_entries", prefix: "wle_"},
	{table: "messages", id: "cast(t.seq as text)", column: "ref", target: "offers", prefix: "off_"},
	{table: "messages", id: "cast(t.seq as text)", column: "ref", target: "transfers", prefix: "trf_"},
	{table: "messages", id: "cast(t.seq as text)", column: "ref", target: "invitations", prefix: "inv_"},
	{table: "invitations", id: "id", column: "person_id", target: "people"},
	{table: "attendees", id: "t.ticket_id", column: "person_id", target: "people"},
	{table: "answers", id: "t.thing_id", column: "person_id", target: "people"},
	{table: "feedback", id: "t.person_id", column: "person_id", target: "people"},
	{table: "answers", id: "t.thing_id", column: "thing_id", target: "holds", prefix: "ord_"},
	{table: "answers", id: "t.thing_id", column: "thing_id", target: "waitlist_entries", prefix: "wle_"},
	{table: "uploads", id: "id", column: "person_id", target: "people"},
	{table: "uploads", id: "id", column: "thing_id", target: "holds", prefix: "ord_"},
	{table: "uploads", id: "id", column: "thing_id", target: "waitlist_entries", prefix: "wle_"},
	{table: "messages", id: "cast(t.seq as text)", column: "ref", target: "exchanges", prefix: "exc_"},
	{table: "exchanges", id: "id", column: "order_id", target: "orders"},
	{table: "exchanges", id: "id", column: "taker_id", target: "orders"},
	{table: "exchanges", id: "id", column: "tier_id", target: "tiers"},
	{table: "exchanges", id: "id", column: "person_id", target: "people"},
	{table: "transfers", id: "id", column: "from_person", target: "people"},
	{table: "transfers", id: "id", column: "to_person", target: "people"},
	{table: "ticket_versions", id: "t.ticket_id", column: "holder_id", target: "people"},
	{table: "scans", id: "t.scan_id", column: "list_id", target: "checkin_lists"},
	{table: "admissions", id: "t.ticket_id", column: "list_id", target: "checkin_lists"},
	{table: "checkin_passes", id: "id", column: "list_id", target: "checkin_lists"},
	{table: "scans", id: "t.scan_id", column: "device_id", target: "checkin_passes", prefix: "cpa_"},
	{table: "till_sales", id: "t.order_id", column: "order_id", target: "orders"},
	{table: "till_sales", id: "t.order_id", column: "till_id", target: "tills"},
	{table: "invoices", id: "id", column: "order_id", target: "orders", prefix: "ord_"},
	{table: "invoices", id: "id", column: "refers_to", target: "invoices"},
	{table: "billing", id: "t.order_id", column: "order_id", target: "orders", prefix: "ord_"},
	{table: "billing", id: "t.order_id", column: "person_id", target: "people", only: "t.event_id like 'evt%'"},
	{table: "payouts", id: "id", column: "till_id", target: "tills", prefix: "til_"},
	{table: "tracking_links", id: "id", column: "price_code_id", target: "price_codes"},
	{table: "tracked", id: "t.thing_id", column: "link_id", target: "tracking_links"},
	{table: "tracked", id: "t.thing_id", column: "thing_id", target: "holds", prefix: "ord_"},
	{table: "tracked", id: "t.thing_id", column: "thing_id", target: "waitlist_entries", prefix: "wle_"},
	{table: "consents", id: "t.thing_id", column: "thing_id", target: "holds", prefix: "ord_"},
	{table: "consents", id: "t.thing_id", column: "thing_id", target: "waitlist_entries", prefix: "wle_"},
	{table: "consents", id: "t.thing_id", column: "person_id", target: "people"},
	{table: "consent_log", id: "t.thing_id", column: "thing_id", target: "holds", prefix: "ord_"},
	{table: "consent_log", id: "t.thing_id", column: "thing_id", target: "waitlist_entries", prefix: "wle_"},
	{table: "consent_log", id: "t.thing_id", column: "person_id", target: "people"},
	{table: "bank_transactions", id: "id", column: "order_id", target: "orders", prefix: "ord_"},
}

// ofTheEvent leaves out deliveries to people who are none of the event: followers, entrants of a
// draw, whose numbers stand for them, and those with a pass that covers the event.
var ofTheEvent = fmt.Sprintf(`t.kind <> '%s' and (t.announcement = '' or substr(t.person_id, length(t.person_id) - %d, 7) <> '0000000')
	and not (t.announcement <> '' and exists (select 1 from passes w
		where w.date_id = t.event_id and w.person_id = '%s' || substr(w.pass_id, %d) || substr(t.person_id, length(t.person_id) - %d)))`,
	messages.NewEventKind, id.TailLen-1, id.Person, len(id.Event)+1, id.TailLen-1)

// withPasses are those with a pass, for each date that it covers. They are rows of the pass, which
// is another event, so they are not joined with those of the date where they are compared.
const withPasses = `with passes as (select d.event_id as date_id, d.pass_id, w.id as person_id from pass_dates d
	join people w on w.event_id = d.pass_id where d.state <> 'planned') `

// inEvents are the tables whose rows belong to an event.
var inEvents = []string{"pools", "tiers", "tier_pools", "lanes", "waitlist_counts", "people", "holds",
	"waitlist_entries", "offers", "orders", "hold_items", "price_codes", "refunds_due", "audit", "messages", "deliveries", "announcements", "ticket_versions", "admissions", "scans",
	"attendees", "imported_tickets", "transfers", "exchanges", "checkin_lists", "checkin_passes", "tills", "till_sales", "tracking_links", "tracked", "event_consents", "consents", "consent_log", "campaign_mails", "written_announcements", "origins", "refusal_counts", "event_translations", "question_lists", "answers", "uploads", "feedback", "invitations", "invoices", "billing"}

// withoutEvent joins what rows are of instead of an event, and is that there is none of it: bookings b, and places p on
// the waitlist of a resource s. They have their organization in the place of the event.
var withoutEvent = map[string]struct{ join, none string }{
	"invoices": {
		` left join bookings b on b.org_id = t.event_id and b.id = substr(t.order_id, 1, 16)
		left join resource_entries p on p.resource_id = 'res_' || substr(t.order_id, 5, 12) and p.id = substr(t.order_id, 1, 32) and t.order_id = p.id || '-fee'
		left join resources s on s.id = p.resource_id and s.org_id = t.event_id`, " and b.id is null and s.id is null",
	},
	"billing": {
		` left join bookings b on b.org_id = t.event_id and b.id = t.order_id
		left join resource_entries p on p.resource_id = 'res_' || substr(t.order_id, 5, 12) and p.id = t.order_id
		left join resources s on s.id = p.resource_id and s.org_id = t.event_id`, " and b.id is null and s.id is null",
	},
}

// Orphans returns the rows that name what does not exist, of each kind of
// reference at most 100.
func (v *Snapshot) Orphans() ([]Orphan, error) {
	found, err := v.orphans("organizations", `select 'events', o.id, o.id, 'org_id', o.org_id, 'organizations' from events o
		where not exists (select 1 from organizations g where g.id = o.org_id)`)
	if err != nil {
		return nil, err
	}
	keys, err := v.orphans("organizations", `select 'api_keys', '', k.id, 'org_id', k.org_id, 'organizations' from api_keys k
		where not exists (select 1 from organizations g where g.id = k.org_id)`)
	if err != nil {
		return nil, err
	}
	found = append(found, keys...)
	kept, err := v.orphans("events", `select 'api_keys', '', k.id, 'event_id', k.event_id, 'events' from api_keys k
		left join events e on e.id = k.event_id and e.org_id = k.org_id where k.event_id <> '' and e.id is null`)
	if err != nil {
		return nil, err
	}
	found = append(found, kept...)
	booked, err := v.orphans("events", `select 'bookings', '', b.id, 'event_id', b.event_id, 'events' from bookings b
		left join events e on e.id = b.event_id and e.org_id = b.org_id where b.event_id <> '' and e.id is null`)
	if err != nil {
		return nil, err
	}
	found = append(found, booked...)
	dates, err := v.orphans("events", `select 'series_dates', '', d.event_id, 'event_id', d.event_id, 'events' from series_dates d
		left join events e on e.id = d.event_id where d.made and e.id is null or e.org_id <> d.org_id`)
	if err != nil {
		return nil, err
	}
	sources, err := v.orphans("events", `select 'series_dates', '', d.event_id, 'source_id', d.source_id, 'events' from series_dates d
		left join events e on e.id = d.source_id and e.org_id = d.org_id where e.id is null`)
	if err != nil {
		return nil, err
	}
	repeated, err := v.orphans("booking_series", `select 'bookings', '', b.id, 'series_id', b.series_id, 'booking_series' from bookings b
		where b.series_id <> '' and not exists (select 1 from booking_series s where s.id = b.series_id and s.org_id = b.org_id)`)
	if err != nil {
		return nil, err
	}
	announced, err := v.orphans("series_dates", `select 'series', '', s.id, 'told_event', s.told_event, 'series_dates' from series s
		where s.told_event <> '' and not exists (select 1 from series_dates d where d.org_id = s.org_id and d.series_id = s.id and d.event_id = s.told_event)`)
	if err != nil {
		return nil, err
	}
	found = slices.Concat(found, dates, sources, announced, repeated)
	followed, err := v.followers()
	if err != nil {
		return nil, err
	}
	found = append(found, followed...)
	told, err := v.strangers()
	if err != nil {
		return nil, err
	}
	found = append(found, told...)
	entries, err := logged(v)
	if err != nil {
		return nil, err
	}
	found = append(found, entries...)
	for _, table := range inEvents {
		of := withoutEvent[table]
		list, err := v.orphans("events", "select distinct '"+table+"', t.event_id, '', 'event_id', t.event_id, 'events' from "+table+` t
			left join events e on e.id = t.event_id`+of.join+" where e.id is null"+of.none)
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	for _, r := range references {
		list, err := v.orphans(r.target, r.query())
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	missing, err := v.orphans("audit", `select 'messages', t.event_id, cast(t.seq as text), 'seq', cast(t.seq as text), 'audit' from messages t`+archived+`
		where not exists (select 1 from audit a where a.event_id = t.event_id and a.seq = t.seq)`+hereOnly)
	if err != nil {
		return nil, err
	}
	unsent, err := v.orphans("messages", `select 'deliveries', t.event_id, t.message, 'seq', cast(t.seq as text), 'messages' from deliveries t`+archived+`
		where t.announcement = '' and not exists (select 1 from messages m where m.event_id = t.event_id and m.seq = t.seq)`+hereOnly)
	if err != nil {
		return nil, err
	}
	joined, err := v.orphans("waiting_rooms", `select distinct 'waiting_room_entrants', t.event_id, '', 'event_id', t.event_id, 'waiting_rooms' from waiting_room_entrants t
		left join waiting_rooms r on r.event_id = t.event_id where r.event_id is null`)
	if err != nil {
		return nil, err
	}
	strayed, err := v.orphans("organizations", `select 'deliveries', t.event_id, t.message, 'org_id', t.org_id, 'events' from deliveries t
		join events e on e.id = t.event_id where e.org_id <> t.org_id`)
	return slices.Concat(found, missing, unsent, joined, strayed), err
}

// Strays returns deliveries that were taken by a worker that is not known, at
// most 100, each as event and message.
func (v *Snapshot) Strays() ([][2]string, error) {
	return table.All(v.ctx, v.q, func(r engine.Row, s *[2]string) error { return r.Scan(&s[0], &s[1]) },
		fmt.Sprintf(`select event_id, message from deliveries where owner <> '' and state = 'queued'
			and owner not in (select id from workers) order by event_id, message limit %d`, maxOrphans))
}

// followers are follows of or by what is not there, and calendars of what is not an account.
func (v *Snapshot) followers() ([]Orphan, error) {
	by, err := v.orphans("accounts", `select 'follows', '', f.org_id, 'account_id', f.account_id, 'accounts' from follows f
		where not exists (select 1 from accounts a where a.id = f.account_id)`)
	if err != nil {
		return nil, err
	}
	calendars, err := v.orphans("accounts", `select 'calendar_addresses', '', c.account_id, 'account_id', c.account_id, 'accounts' from calendar_addresses c
		where not exists (select 1 from accounts a where a.id = c.account_id)`)
	if err != nil {
		return nil, err
	}
	of, err := v.orphans("organizations", `select 'follows', '', f.account_id, 'org_id', f.org_id, 'organizations' from follows f
		where not exists (select 1 from organizations o where o.id = f.org_id)`)
	if err != nil {
		return nil, err
	}
	series, err := v.orphans("series", `select 'follows', '', f.account_id, 'series_id', f.series_id, 'series' from follows f
		where f.series_id <> '' and not exists (select 1 from series s where s.org_id = f.org_id and s.id = f.series_id)`)
	return slices.Concat(by, calendars, of, series), err
}

// logged are entries of the installation's log about events that have none: no foreign key is left
// where the tables are on several machines.
func logged(v *Snapshot) ([]Orphan, error) {
	return v.orphans("event_logs", `select 'installation_entries', i.event_id, cast(i.n as text), 'event_id', i.event_id, 'event_logs' from installation_entries i
		left join event_logs l on l.event_id = i.event_id where l.event_id is null`)
}

// Doubled is a name that may be there once and is in the rows of several events.
type Doubled struct {
	Table, Name string
	Times       int64
}

// doubled are the names of which a unique index says that they are there once, where the tables
// are on one machine.
var doubled = []string{
	"select 'payments', id, count(*) from payments group by id having count(*) > 1 order by 2",
	"select 'checkouts', provider || ' ' || ref, count(*) from checkouts where ref <> '' group by provider, ref having count(*) > 1 order by 2",
	"select 'rehearsals', state, count(*) from rehearsals where state = 'running' group by state having count(*) > 1 order by 2",
}

// DoubledIn returns names that are there more than once, at most 100 of a kind.
func DoubledIn(v *Snapshot) (list []Doubled, err error) {
	for _, query := range doubled {
		found, err := table.All(v.ctx, v.q, func(r engine.Row, d *Doubled) error { return r.Scan(&d.Table, &d.Name, &d.Times) },
			fmt.Sprintf("%s limit %d", query, maxOrphans))
		if err != nil {
			return nil, fmt.Errorf("store: looking for what is there twice: %w", err)
		}
		list = append(list, found...)
	}
	return list, nil
}

// Retold are messages to followers that went out, or are to, more than once.
type Retold struct {
	EventID, PersonID string
	Times             int64
}

// Retold returns those who were told about an event of an organization that they follow more
// often than once on a channel, at most 100.
func (v *Snapshot) Retold() ([]Retold, error) {
	return table.All(v.ctx, v.q, func(r engine.Row, t *Retold) error { return r.Scan(&t.EventID, &t.PersonID, &t.Times) },
		fmt.Sprintf(`select event_id, person_id, count(*) from deliveries where kind = '%s'
			group by event_id, person_id, channel having count(*) > 1 order by event_id, person_id limit %d`, messages.NewEventKind, maxOrphans))
}

// ToldTwice returns dates of series of which followers are told although another date of the
// same plan tells of it, each as its event and that of the other, and events of which they
// are told by an announcement that is not the one an event has, each with its id; at most 100
// of both. What the event was told about before it was made the first date of a series is its own.
func (v *Snapshot) ToldTwice() ([][2]string, error) {
	pair := func(r engine.Row, s *[2]string) error { return r.Scan(&s[0], &s[1]) }
	dates, err := table.All(v.ctx, v.q, pair, fmt.Sprintf(`select n.event_id, o.event_id from announcements n
		join series_dates d on d.event_id = n.event_id and d.source_id <> d.event_id
		join series_dates o on o.org_id = d.org_id and o.series_id = d.series_id and o.plan = d.plan and o.position < d.position and o.source_id <> o.event_id
		where n.kind = '%[1]s' and n.state <> 'missed' and o.event_id in (select m.event_id from announcements m where m.kind = '%[1]s' and m.state <> 'missed')
		order by n.event_id, o.event_id limit %[2]d`, messages.NewEventKind, maxOrphans))
	if err != nil {
		return nil, err
	}
	others, err := table.All(v.ctx, v.q, pair, fmt.Sprintf(`select n.event_id, n.id from announcements n
		where n.kind = '%s' and n.id <> '%s' order by n.event_id, n.id limit %d`, messages.NewEventKind, events.NewEventID, maxOrphans))
	return append(dates, others...), err
}

// strangers are rows through which one organization would be told about another's
// events, or about none.
func (v *Snapshot) strangers() ([]Orphan, error) {
	found, err := v.orphans("events", `select 'feed', f.event_id, cast(f.no as text), 'org_id', f.org_id, 'events' from feed f
		left join events e on e.id = f.event_id and e.org_id = f.org_id where e.id is null`)
	if err != nil {
		return nil, err
	}
	told, err := v.orphans("events", `select 'webhook_positions', p.event_id, p.endpoint_id, 'endpoint_id', p.endpoint_id, 'events' from webhook_positions p
		where not exists (select 1 from webhook_endpoints w join events e on e.org_id = w.org_id where w.id = p.endpoint_id and e.id = p.event_id)`)
	return append(found, told...), err
}

// hereOnly leaves out rows of archived events: what some of them name is in a file.
const hereOnly = " and h.event_id is null"

const archived = " left join archives h on h.event_id = t.event_id and h.state <> 'restored'"

func (r *reference) query() string {
	id, only := r.id, ""
	if id == "id" || id == "tier_id" {
		id = "t." + id
	}
	if r.prefix != "" {
		only = fmt.Sprintf(" and substr(t.%s, 1, %d) = '%s'", r.column, len(r.prefix), r.prefix)
	}
	if r.only != "" {
		only += " and " + r.only
	}
	only += hereOnly
	return r.with + fmt.Sprintf(`select '%[1]s', t.event_id, %[2]s, '%[3]s', t.%[3]s, '%[4]s' from %[1]s t`+archived+`
		left join %[4]s x on x.event_id = t.event_id and x.id = t.%[3]s where t.%[3]s <> '' and x.id is null%[5]s`,
		r.table, id, r.column, r.target, only)
}

func (v *Snapshot) orphans(target, query string) ([]Orphan, error) {
	list, err := table.All(v.ctx, v.q, func(r engine.Row, o *Orphan) error {
		return r.Scan(&o.Table, &o.EventID, &o.ID, &o.Column, &o.Ref, &o.Missing)
	}, query+fmt.Sprintf(" limit %d", maxOrphans))
	if err != nil {
		return nil, fmt.Errorf("store: looking for rows that name what is missing from %s: %w", target, err)
	}
	return list, nil
}
