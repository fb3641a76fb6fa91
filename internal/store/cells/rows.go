package cells

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/moves"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// stay are the tables with rows of events that do not go along, and why.
var stay = map[string]string{
	"pass_dates": "a date that passes cover does not move", "bookings": "an event with booked rooms does not move",
	"bank_transactions": "an event of an organization with a bank account does not move", "provider_denials": "of no event alone", "undelivered_told": "for a while, of no event alone",
	"campaign_mails": "an event with campaigns does not move",
	"feed":           "in the order in which it was gathered here", "feed_events": "up to where it was gathered here", "installation_entries": "the log of the installation is of each database",
	"exports": "files that expire", "imports": "deleted by retention", "import_refusals": "deleted by retention", "suppressions": "the organization's",
	"rehearsals": "the organization's", "challenge_uses": "for an hour", "sign_in_links": "for a while, of the catalogue", "event_cells": "says where the event is", "event_homes": "servers that run",
}

// derived are the tables whose rows follow from others: they are deleted here, and made there.
var derived = []string{"guest_runs", "guest_stale", "guest_chunks", "guest_marks", "address_marks", "replay_snapshots"}

// stubs are the tables whose row of the event stays where it has left: others refer to it, and
// lists tell of it.
var stubs = []string{"events", "event_logs", "series_dates"}

// organizational are the tables with what mails and pages need of an organization; it goes
// along, and stays.
var organizational = []string{"series", "brands", "wordings", "contacts", "suppressions"}

// Table is a table with rows of events that go along.
type Table struct {
	moves.MovedTable
	event string // the column of the event
	stub  bool
}

// GoneTable is a table without rows of an event that lives in another cell, by Column.
type GoneTable struct{ Table, Column string }

// Gone are the tables without rows of events that live in other cells: a few that every event
// has rows in, and those whose rows would be acted on.
func Gone() []GoneTable {
	return []GoneTable{
		{"pools", "event_id"}, {"tiers", "event_id"}, {"people", "event_id"}, {"holds", "event_id"}, {"orders", "event_id"}, {"waitlist_entries", "event_id"}, {"offers", "event_id"},
		{"audit", "event_id"}, {"messages", "event_id"}, {"deliveries", "event_id"}, {"announcements", "event_id"}, {"admissions", "event_id"}, {"scans", "event_id"}, {"checkin_passes", "event_id"}, {"uploads", "event_id"}, {"transfers", "event_id"},
		{"checkouts", "event_id"}, {"payments", "event_id"}, {"payouts", "event_id"}, {"refunds_due", "event_id"}, {"journal", "event_id"}, {"payment_notices", "event_id"},
		{"tills", "event_id"}, {"till_sales", "event_id"}, {"webhook_positions", "event_id"}, {"webhook_deliveries", "event_id"}, {"archives", "event_id"},
		{"waiting_rooms", "event_id"}, {"waiting_room_entrants", "event_id"}, {"waiting_room_mails", "event_id"}, {"waiting_room_wishes", "event_id"},
		{"idempotency_keys", "scope"}, {"guest_marks", "event_id"}, {"link_marks", "event_id"},
	}
}

// Tables returns the tables whose rows make up an event, each behind those that it refers to,
// and those of its organization.
func (s Cells) Tables(ctx context.Context) (ofEvents, ofOrganizations []Table, err error) {
	all, err := moves.NewMoves(s.db).MovedTables(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range all {
		if slices.Contains(organizational, t.Name) {
			ofOrganizations = append(ofOrganizations, Table{MovedTable: t, event: "org_id"})
		}
		column := "event_id"
		switch t.Name {
		case "events":
			column = "id"
		case "idempotency_keys":
			column = "scope"
		case "series", "wordings":
			continue
		}
		of := Table{MovedTable: t, event: column, stub: slices.Contains(stubs, t.Name)}
		if stay[t.Name] == "" && !slices.Contains(derived, t.Name) && of.column(column) >= 0 {
			ofEvents = append(ofEvents, of)
		}
	}
	return ofEvents, ofOrganizations, nil
}

func (t *Table) column(name string) int {
	return slices.IndexFunc(t.Columns, func(c moves.MovedColumn) bool { return c.Name == name })
}

// pageRows is how many rows are read, written or deleted at once.
const pageRows = 2000

// each hands the rows of an event in a table to take, pages of them, in the order of its key.
func (s Cells) each(ctx context.Context, q table.Querier, t *Table, event string, take func(rows [][]any) error) error {
	keys, marks := make([]string, len(t.Primary)), make([]string, len(t.Primary))
	for i, at := range t.Primary {
		keys[i] = t.Columns[at].Name
		marks[i] = "cast($" + strconv.Itoa(i+2) + " as " + t.Columns[at].Type + ")"
	}
	text := "select " + strings.Join(t.Names(), ", ") + " from " + t.Name + " where " + t.event + " = $1"
	var behind []any
	for {
		query, args := text, append([]any{event}, behind...)
		if behind != nil {
			query += " and (" + strings.Join(keys, ", ") + ") > (" + strings.Join(marks, ", ") + ")"
		}
		rows, err := table.All(ctx, q, func(r engine.Row, row *[]any) error {
			values, dest := make([]any, len(t.Columns)), make([]any, len(t.Columns))
			for i := range values {
				dest[i] = &values[i]
			}
			if err := r.Scan(dest...); err != nil {
				return err
			}
			*row = values
			_, err := t.PlainRow(values)
			return err
		}, query+" order by "+strings.Join(keys, ", ")+" limit $"+strconv.Itoa(len(args)+1), append(args, pageRows)...)
		if err != nil {
			return fmt.Errorf("store: cells: read %s: %w", t.Name, s.db.Classify(err))
		}
		if len(rows) > 0 {
			last := rows[len(rows)-1]
			behind = make([]any, len(t.Primary))
			for i, at := range t.Primary {
				behind[i] = last[at]
			}
			if err := take(rows); err != nil {
				return err
			}
		}
		if len(rows) < pageRows {
			return nil
		}
	}
}

// Content is what a database has of an event: rows of each table, and their checksum.
type Content map[string]Sum

// Sum is how many rows there are, and their checksum.
type Sum struct {
	Rows     int64
	Checksum database.Checksum
}

// Differs names the tables that have other rows than those of another Content.
func (c Content) Differs(other Content) (names []string) {
	for name, sum := range c {
		if other[name] != sum {
			names = append(names, name)
		}
	}
	for name, sum := range other {
		if _, ok := c[name]; !ok && sum.Rows > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Rows is how many rows there are in all.
func (c Content) Rows() (n int64) {
	for _, sum := range c {
		n += sum.Rows
	}
	return n
}

// neutral takes out of a row what a database may say otherwise of an event that is the same.
func (t *Table) neutral(row []any) []any {
	var own []string
	switch t.Name {
	case "events":
		own = []string{"archived_at", "version"}
	case "event_logs":
		own = []string{"included"}
	case "deliveries":
		own = []string{"owner"}
	default:
		return row
	}
	row = slices.Clone(row)
	for _, name := range own {
		row[t.column(name)] = nil
	}
	return row
}

func (c Content) add(t *Table, rows [][]any) {
	if t.Name == "series_dates" { // the catalogue's, of which cells have a copy
		return
	}
	sum := c[t.Name]
	for _, row := range rows {
		sum.Rows++
		sum.Checksum.Add(t.neutral(row))
	}
	c[t.Name] = sum
}

// insert writes rows. Those that are there already are replaced, or left as they are.
func insert(ctx context.Context, q table.Querier, t *Table, rows [][]any, replace bool) error {
	var keys, sets []string
	for _, at := range t.Primary {
		keys = append(keys, t.Columns[at].Name)
	}
	for i, c := range t.Columns {
		if !slices.Contains(t.Primary, i) {
			sets = append(sets, c.Name+" = excluded."+c.Name)
		}
	}
	conflict := "on conflict (" + strings.Join(keys, ", ") + ") do nothing"
	if replace && len(sets) > 0 {
		conflict = "on conflict (" + strings.Join(keys, ", ") + ") do update set " + strings.Join(sets, ", ")
	}
	if err := table.InsertRows(ctx, q, t.Name, t.Names(), rows, conflict); err != nil {
		return fmt.Errorf("store: cells: write %s: %w", t.Name, err)
	}
	return nil
}
