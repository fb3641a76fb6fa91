package store_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/store"
)

// TestTables compares the descriptions of all tables with the schema of each
// engine, and writes and reads back a row of each in which every field has a
// value of its own.
func TestTables(t *testing.T) {
	t.Parallel()
	for engine, open := range engines {
		t.Run(engine, func(t *testing.T) {
			s := open(t)
			have := schema(t, s)
			for _, table := range store.Tables() {
				want := have[table.Name]
				delete(have, table.Name)
				got := slices.Sorted(slices.Values(table.Columns))
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("columns of %s (-schema +description):\n%s", table.Name, d)
					continue
				}
				if err := table.RoundTrip(t.Context(), s); err != nil {
					t.Errorf("%s: %v", table.Name, err)
				}
			}
			for name := range have {
				t.Errorf("the table %s is not described", name)
			}
		})
	}
}

// schema is the sorted columns of each table that is ours.
func schema(t *testing.T, s *store.Store) map[string][]string {
	t.Helper()
	query := "select table_name, column_name from information_schema.columns where table_schema = current_schema() order by 1, 2"
	if s.Engine() == "sqlite" {
		query = `select m.name, c.name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' order by 1, 2`
	}
	rows, err := s.JobsDB().QueryContext(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	tables := map[string][]string{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(table, "river_") && !strings.HasPrefix(table, "goose_") && !strings.HasPrefix(table, "sqlite_") {
			tables[table] = append(tables[table], column)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return tables
}

// TestColumnsAreNamedAfterFields finds a column that stands beside the field of
// another: its name is that of the field, unless it is listed here.
func TestColumnsAreNamedAfterFields(t *testing.T) {
	t.Parallel()
	for _, table := range store.Tables() {
		for column, field := range table.Fields {
			plain := strings.ReplaceAll(column, "_", "")
			field = strings.ToLower(field)
			inner := field[strings.LastIndexByte(field, '.')+1:]
			if plain != inner && named[table.Name+"."+column] != field && named[column] != field {
				t.Errorf("%s.%s is beside the field %s", table.Name, column, field)
			}
		}
	}
}

// named are the columns that are not named after their field.
var named = map[string]string{
	"waiting_room_entrants.idx": "index", // a word of SQL
	"waiting_room_passes.idx":   "index",
	"waiting_room_strikes.idx":  "index",
	"waiting_room_wishes.idx":   "index",
	"waiting_room_mails.idx":    "index",
	"archives.row_count":        "rows", // a word of SQL
	"list_id":                   "list", "ticket_id": "ticket", "device_id": "device", "scan_id": "id",
	"first_device": "first.device", "first_scan": "first.id", "plan_version": "version",
	"tier_id": "tier", "pool_id": "pool", "seat_id": "seat", "first_seat_id": "firstseat", "hold_items.hold_id": "order",
	"tiers.price": "price.amount", "hold_items.price": "amount", "waitlist_counts.tier_id": "lane.tier", "sale_starts_at": "salestarts", "sale_ends_at": "saleends",
	"price_codes.code": "text", "percent_bp": "percent", "price_codes.starts_at": "starts", "price_codes.ends_at": "ends",
	"refunds_due.created_at": "at", "messages.created_at": "at", "statements.created_at": "at",
	"from_person": "from", "to_person": "to",
	"rows_done": "rows", "offset_seconds": "offset",
	"state_from": "from", "state_to": "to", "audit.rule_version": "rule",
}

// TestEveryFieldIsStored finds a field that somebody added to what batches write
// and that no column, or no part of a JSON document, holds.
func TestEveryFieldIsStored(t *testing.T) {
	t.Parallel()
	diff, unset, err := store.SettingsRoundTrip()
	if diff != "" || len(unset) > 0 || err != nil {
		t.Errorf("settings (-written +read):\n%s\nwithout a value or a name: %v, %v", diff, unset, err)
	}
	diff, unknown := store.DetailsRoundTrip()
	if diff != "" || len(unknown) > 0 {
		t.Errorf("details (-wanted +changed):\n%s\nwithout a column: %v", diff, unknown)
	}
	if d := cmp.Diff(notStored, store.FieldsNotStored()); d != "" {
		t.Errorf("fields that no column holds (-expected +found):\n%s", d)
	}
}

// notStored are the fields that are derived, or have tables of their own.
var notStored = map[string][]string{
	// from the column timezone, and in the document of venue_rooms
	"Event": {
		"Event.Zone", "Details.VenueRooms.Rooms", "Details.VenueRooms.SetupMinutes", "Details.VenueRooms.TeardownMinutes", "Details.VenueRooms.Layout", "Details.VenueRooms.People",
		"Details.Cover.X", "Details.Cover.Y", "Details.Cover.Width", "Details.Cover.Height",
	},
	"Hold":  {"Order"},            // orders, hold_items and refunds_due
	"Item":  {"Standing"},         // from the column state
	"Order": {"Items", "Refunds"}, // hold_items and refunds_due
	// tier_pools, and as one text
	"Tier":     {"Pools", "FeeTerms.Ticket", "FeeTerms.Rate", "FeeTerms.Max", "FeeTerms.Kept", "FeeTerms.NotAtDoor"},
	"Transfer": {"OrderID", "Unit"}, // from the column ticket_id
}
