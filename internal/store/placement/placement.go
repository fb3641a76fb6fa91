// Package placement has the one list of where the rows of each table are when PostgreSQL is
// spread over several machines by Citus. The store hands it to the engine, which distributes;
// on a single PostgreSQL and on SQLite nothing of it matters.
//
// It imports nothing of Holdfast and reads no database.
package placement

import (
	"maps"
	"slices"
)

// Kind is where the rows of a table are.
type Kind int

// The kinds.
const (
	// ByEvent: the rows of an event are together on one node, with those of all other
	// tables of this kind.
	ByEvent Kind = iota + 1
	// Everywhere: each node has a copy of all rows, so that the rows of any event can be
	// joined with them where they are. Each change is made on all nodes in one transaction.
	Everywhere
	// Coordinator: one node has the rows, the one that was asked to migrate.
	Coordinator
)

// Table is where the rows of a table are.
type Table struct {
	Name string
	Kind Kind
	// Column has the event's id. It is part of the primary key, and set where Kind is ByEvent.
	Column string
}

// byEvent are the tables of kind ByEvent, whose Column is event_id.
var byEvent = []string{
	"event_seating", "event_translations", "question_lists", "pools", "tiers", "tier_pools", "people", "invitations", "holds", "orders", "hold_items", "price_codes",
	"tracking_links", "tracked", "event_consents", "consents", "consent_log", "refunds_due", "waitlist_entries", "origins", "answers", "past_placements", "lanes",
	"waitlist_counts", "offers", "exchanges", "statements", "audit", "name_seals", "messages",
	"ticket_versions", "imported_tickets", "transfers", "attendees", "checkin_lists", "checkin_passes", "admissions", "scans", "scan_slots",
	"checkouts", "payments", "tills", "till_sales", "payouts", "journal", "invoices", "billing",
	"deliveries", "announcements", "written_announcements", "feedback", "link_marks",
	"address_book", "address_marks", "guest_chunks", "guest_runs", "guest_stale", "guest_marks",
	"feed_events", "webhook_positions", "webhook_deliveries", "exports", "imports", "import_refusals", "erasures",
	"waiting_rooms", "waiting_room_entrants", "waiting_room_checkpoints", "waiting_room_passes", "waiting_room_strikes", "waiting_room_wishes", "waiting_room_mails", "refusal_counts", "rehearsals",
	"event_logs", "log_tiles", "log_bundles", "replay_snapshots", "archives", "uploads", "event_homes",
}

// everywhere are the tables of kind Everywhere: what of an organization is read together with
// the rows of its events, and changes seldom. Whoever changes or locks a row of such a table
// waits for everybody who does so with any other row of it.
var everywhere = []string{
	"organizations", "series", "series_dates", "series_passes", "pass_dates", "pictures", "consent_purposes", "consent_versions",
	"contacts", "push_subscriptions", "follows", "suppressions", "wordings", "brands", "webhook_endpoints", "retention",
}

// coordinator are the tables of kind Coordinator, and why they are.
var coordinator = map[string]string{
	"api_keys":               "who acts for organizations, of no event",
	"accounts":               "who acts for organizations, of no event",
	"members":                "who acts for organizations, of no event",
	"calendar_addresses":     "who acts for organizations, of no event",
	"passkeys":               "who acts for organizations, of no event",
	"oidc_links":             "who acts for organizations, of no event",
	"organization_audit":     "who acts for organizations, of no event",
	"venues":                 "decided under the lock of a venue, of no event",
	"rooms":                  "decided under the lock of a venue, of no event",
	"gallery_pictures":       "decided under the lock of a venue, of no event",
	"seating_plans":          "decided under the lock of a venue, of no event",
	"booking_series":         "decided under the lock of a venue, of no event",
	"bookings":               "decided under the lock of a venue, of no event",
	"booking_rooms":          "decided under the lock of a venue, of no event",
	"add_ons":                "decided under the lock of a venue, of no event",
	"booking_add_ons":        "decided under the lock of a venue, of no event",
	"booking_guests":         "decided under the lock of a venue, of no event",
	"room_calendars":         "decided under the lock of a venue, of no event",
	"room_busy":              "decided under the lock of a venue, of no event",
	"resources":              "decided under the lock of a resource, of no event",
	"resource_entries":       "decided under the lock of a resource, of no event",
	"resource_joins":         "decided under the lock of a resource, of no event",
	"resource_signals":       "decided under the lock of a resource, of no event",
	"resource_offers":        "decided under the lock of a resource, of no event",
	"resource_confirmations": "decided under the lock of a resource, of no event",
	"payment_notices":        "of any event or none, once for each name that a provider gave",
	"payment_accounts":       "money of organizations, locked by them",
	"provider_denials":       "money of organizations, locked by them",
	"bank_accounts":          "money of organizations, locked by them",
	"bank_statements":        "money of organizations, locked by them",
	"bank_transactions":      "money of organizations, locked by them",
	"invoicing":              "money of organizations, locked by them",
	"invoice_series":         "money of organizations, locked by them",
	"undelivered_told":       "mails of organizations, of no event alone",
	"campaigns":              "mails of organizations, of no event",
	"campaign_mails":         "mails of organizations, of no event",
	"feed":                   "mails of organizations, of no event",
	"server_keys":            "read once at the start of each server",
	"sign_in_links":          "of people, of no event",
	"sign_in_requests":       "of people, of no event",
	"sessions":               "of people, of no event",
	"passkey_challenges":     "of people, of no event",
	"oidc_attempts":          "of people, of no event",
	"security_log":           "written often, and read by owners alone",
	"challenge_uses":         "of no event that anybody could tell",
	"tls_files":              "read once at the start of each server",
	"tls_locks":              "one row that servers wait for",
	"installation_log":       "one tree of the whole installation, which one job grows",
	"installation_entries":   "of installation_log",
	"installation_tiles":     "of installation_log",
	"testpay_checkouts":      "the test provider is another company's database",
	"testpay_refunds":        "the test provider is another company's database",
	"mailbox":                "of installations that send no mail",
	"write_checks":           "tried by each server where it is connected to",
	"backups":                "of the whole database",
	"cells":                  "of the catalogue, of no event",
	"event_cells":            "of the catalogue, which is asked where events of other databases are",
	"workers":                "rows of servers, not of events",
	"moves":                  "one row",
	"move_tables":            "how far a move is",
	"river_job":              "the queue takes rows that nobody else has locked, which one node can tell",
	"river_leader":           "of the queue",
	"river_queue":            "of the queue",
	"river_client":           "of the queue",
	"river_client_queue":     "of the queue",
	"river_migration":        "made with the schema",
	"goose_db_version":       "made with the schema",
}

// Tables are all tables, those that others refer to in no order. Events are first among those
// of kind ByEvent, whose shards the others lie beside.
func Tables() []Table {
	tables := make([]Table, 0, len(everywhere)+len(byEvent)+len(coordinator)+2)
	for _, name := range everywhere {
		tables = append(tables, Table{Name: name, Kind: Everywhere})
	}
	// Stored replies are looked for by scope, which is the event of those that count.
	tables = append(tables, Table{Name: "events", Kind: ByEvent, Column: "id"}, Table{Name: "idempotency_keys", Kind: ByEvent, Column: "scope"})
	for _, name := range byEvent {
		tables = append(tables, Table{Name: name, Kind: ByEvent, Column: "event_id"})
	}
	for _, name := range slices.Sorted(maps.Keys(coordinator)) {
		tables = append(tables, Table{Name: name, Kind: Coordinator})
	}
	return tables
}

// Refers reports whether Citus checks a foreign key from a table of one kind to a table of
// another: within an event, from anything to what is everywhere, and at the coordinator.
func Refers(from, to Kind) bool { return from == to || to == Everywhere }
