package moves

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MovedTables are the tables whose rows go along when a database is moved: each behind
// those that it refers to.
var MovedTables = []string{
	"organizations", "organization_audit", "security_log", "server_keys", "api_keys", "accounts", "members", "sign_in_links", "sign_in_requests",
	"sessions", "calendar_addresses", "passkeys", "passkey_challenges", "oidc_links", "oidc_attempts", "tls_files", "tls_locks",
	"venues", "rooms", "gallery_pictures", "seating_plans", "booking_series", "bookings", "booking_rooms", "add_ons", "booking_add_ons", "booking_guests", "room_calendars", "room_busy",
	"resources", "resource_entries", "resource_joins", "resource_signals", "resource_offers", "resource_confirmations",
	"pictures", "events", "series", "series_dates", "series_passes", "pass_dates", "event_seating", "event_translations", "question_lists", "pools", "tiers", "tier_pools",
	"people", "invitations", "holds", "orders", "hold_items", "price_codes", "tracking_links", "tracked", "consent_purposes", "consent_versions", "event_consents", "consents", "consent_log", "campaigns", "campaign_mails", "refunds_due", "waitlist_entries", "origins", "answers", "uploads", "past_placements", "lanes",
	"waitlist_counts", "offers", "exchanges", "statements", "audit", "name_seals", "messages", "idempotency_keys",
	"ticket_versions", "imported_tickets", "transfers", "attendees", "checkin_lists", "checkin_passes", "admissions", "scans", "scan_slots",
	"payment_accounts", "checkouts", "provider_denials", "payment_notices", "payments", "tills", "till_sales", "payouts", "journal", "bank_accounts", "bank_statements", "bank_transactions", "invoicing", "invoice_series", "invoices", "billing", "testpay_checkouts", "testpay_refunds",
	"deliveries", "undelivered_told", "announcements", "written_announcements", "contacts", "follows", "feedback", "push_subscriptions", "suppressions", "wordings", "brands", "link_marks",
	"mailbox", "address_book", "address_marks", "guest_chunks", "guest_runs", "guest_stale", "guest_marks",
	"feed", "feed_events", "webhook_endpoints", "webhook_positions", "webhook_deliveries", "exports", "imports", "import_refusals", "erasures",
	"waiting_rooms", "waiting_room_entrants", "waiting_room_checkpoints", "waiting_room_passes", "waiting_room_strikes", "waiting_room_wishes", "waiting_room_mails", "refusal_counts", "rehearsals", "challenge_uses",
	"event_logs", "log_tiles", "log_bundles", "replay_snapshots", "installation_log", "installation_entries", "installation_tiles",
	"archives", "retention", "cells", "event_cells",
}

// JobsTable has the jobs of the queue. Each engine has them in columns of its own.
const JobsTable = "river_job"

// NotMoved are the tables whose rows stay, and why.
var NotMoved = map[string]string{
	"workers":            "servers that run, of which there are none",
	"event_homes":        "servers that run, of which there are none",
	"write_checks":       "no row outlasts its transaction",
	"backups":            "copies of this database, of which the other has none",
	"moves":              "says which of the two databases this is",
	"move_tables":        "how far the move is",
	JobsTable:            "what is to be done is moved as jobs; what is done or failed stays",
	"river_leader":       "which server gives the queue its turns",
	"river_queue":        "made by servers that start",
	"river_client":       "made by servers that start",
	"river_client_queue": "made by servers that start",
	"river_migration":    "made with the schema",
	"goose_db_version":   "made with the schema",
}

// frozenTables are those that nobody changes while their database is moved, and after.
func frozenTables() []string {
	return append(slices.Clone(MovedTables), JobsTable, "workers", "event_homes", "write_checks")
}

// MovedTable is a table as a move reads and writes it.
type MovedTable struct {
	Name    string
	Columns []MovedColumn // by name
	Primary []int         // in Columns, in the order of the primary key
	first   string        // reads the first rows
	next    string        // reads those behind a key
}

// MovedColumn is a column of such a table: of type text, bigint, boolean or bytea.
type MovedColumn struct{ Name, Type string }

// ErrForeignTable: there is a table that is not part of Holdfast, or one that this program
// does not know.
var ErrForeignTable = errors.New("store: there is a table that this program does not know")

// MovedTables returns the tables whose rows are moved, in the order in which they are
// written. The error is ErrForeignTable when there is one that would be left behind and
// that nobody has said this of.
func (s Moves) MovedTables(ctx context.Context) ([]MovedTable, error) {
	type columnOf struct {
		table, column, typ string
		place              int64
	}
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, c *columnOf) error {
		return r.Scan(&c.table, &c.column, &c.typ, &c.place)
	}, s.db.Eng.Layout())
	if err != nil {
		return nil, fmt.Errorf("store: move: read the tables: %w", s.db.Classify(err))
	}
	columns, keys := map[string][]MovedColumn{}, map[string][]string{}
	for _, c := range list {
		columns[c.table] = append(columns[c.table], MovedColumn{c.column, c.typ})
		if c.place > 0 {
			keys[c.table] = append(keys[c.table], make([]string, max(0, int(c.place)-len(keys[c.table])))...)
			keys[c.table][c.place-1] = c.column
		}
	}
	for name := range columns {
		if !slices.Contains(MovedTables, name) && NotMoved[name] == "" && !strings.HasPrefix(name, "sqlite_") {
			return nil, fmt.Errorf("%w: %s", ErrForeignTable, name)
		}
	}
	tables := make([]MovedTable, len(MovedTables))
	for i, name := range MovedTables {
		if tables[i], err = layOut(name, columns[name], keys[name]); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// layOut makes the texts that read a table.
func layOut(name string, columns []MovedColumn, key []string) (MovedTable, error) {
	slices.SortFunc(columns, func(a, b MovedColumn) int { return strings.Compare(a.Name, b.Name) })
	t := MovedTable{Name: name, Columns: columns}
	if len(columns) == 0 || len(key) == 0 {
		return t, fmt.Errorf("%w: %s is not there, or has no primary key", database.ErrSchemaOld, name)
	}
	for _, c := range columns {
		if c.Type != "text" && c.Type != "bigint" && c.Type != "boolean" && c.Type != "bytea" {
			return t, fmt.Errorf("store: move: %s.%s is of type %s", name, c.Name, c.Type)
		}
	}
	var marks []string
	for i, k := range key {
		at := slices.IndexFunc(columns, func(c MovedColumn) bool { return c.Name == k })
		if at < 0 || columns[at].Type != "text" && columns[at].Type != "bigint" {
			return t, fmt.Errorf("store: move: the primary key of %s cannot be read in order", name)
		}
		t.Primary = append(t.Primary, at)
		marks = append(marks, "cast($"+strconv.Itoa(i+1)+" as "+columns[at].Type+")")
	}
	keys := strings.Join(key, ", ")
	t.first = "select " + strings.Join(t.Names(), ", ") + " from " + name + " order by " + keys + " limit $1"
	t.next = "select " + strings.Join(t.Names(), ", ") + " from " + name + " where (" + keys + ") > (" + strings.Join(marks, ", ") + ")" +
		" order by " + keys + " limit $" + strconv.Itoa(len(key)+1)
	return t, nil
}

// Names are the names of the columns, in the order of the values of a row.
func (t *MovedTable) Names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// Differs says how another database has the table otherwise; "": it does not.
func (t *MovedTable) Differs(other *MovedTable) string {
	switch {
	case t.Name != other.Name:
		return t.Name + " is " + other.Name
	case !slices.Equal(t.Columns, other.Columns):
		return fmt.Sprintf("%s has the columns %v and %v", t.Name, t.Columns, other.Columns)
	}
	return ""
}

// keyOf returns the primary key of a row as text.
func (t *MovedTable) keyOf(row []any) (string, error) {
	parts := make([]string, len(t.Primary))
	for i, at := range t.Primary {
		parts[i] = fmt.Sprint(row[at])
	}
	text, err := json.Marshal(parts)
	return string(text), err
}

// behind are the arguments of next for a key.
func (t *MovedTable) behind(key string) ([]any, error) {
	var parts []string
	if err := json.Unmarshal([]byte(key), &parts); err != nil || len(parts) != len(t.Primary) {
		return nil, errors.Join(fmt.Errorf("store: move: %q is not a key of %s", key, t.Name), err)
	}
	args := make([]any, len(parts))
	for i, at := range t.Primary {
		args[i] = parts[i]
		if t.Columns[at].Type == "bigint" {
			n, err := strconv.ParseInt(parts[i], 10, 64)
			if err != nil {
				return nil, fmt.Errorf("store: move: %q is not a key of %s: %w", key, t.Name, err)
			}
			args[i] = n
		}
	}
	return args, nil
}

// ErrUnmovable: there is a value that the other engine cannot keep.
var ErrUnmovable = errors.New("store: a value cannot be moved")

// PlainRow makes the values of a row what they are in every engine: int64, string, bool,
// []byte or nil. It returns how many bytes they take, about.
func (t *MovedTable) PlainRow(row []any) (size int, err error) {
	for i := range t.Columns {
		v, n, ok := plainValue(t.Columns[i].Type, row[i])
		if !ok {
			key, _ := t.keyOf(row) // it only says where
			return 0, fmt.Errorf("%w: %s.%s of the row %s is a %T that is not a %s", ErrUnmovable, t.Name, t.Columns[i].Name, key, row[i], t.Columns[i].Type)
		}
		row[i], size = v, size+n
	}
	return size, nil
}

// plainValue makes a value of a type what it is in every engine. ok is false where the
// value is of another type, or text that PostgreSQL does not keep.
func plainValue(typ string, v any) (plain any, size int, ok bool) {
	const word = 8
	switch v := v.(type) {
	case nil:
		return nil, word, true
	case int64:
		if typ == "boolean" { // SQLite has none
			return v != 0, word, v == 0 || v == 1
		}
		return v, word, typ == "bigint"
	case bool:
		return v, word, typ == "boolean"
	case string:
		if typ == "bytea" { // a default of '' in SQLite
			return []byte(v), len(v), true
		}
		return v, word + len(v), typ == "text" && utf8.ValidString(v) && !strings.Contains(v, "\x00")
	case []byte:
		if v == nil {
			v = []byte{}
		}
		return v, word + len(v), typ == "bytea"
	}
	return nil, 0, false
}
