package store_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// execIn runs a statement in the transaction of a batch.
func execIn(ctx context.Context, b *ledger.Batch, query string, args ...any) error {
	return b.Session().Run(ctx, []engine.Step{{SQL: query, Args: args}})
}

// textsIn runs a query for one column of text in the transaction of a batch.
func textsIn(ctx context.Context, b *ledger.Batch, query string, args ...any) (list []string, err error) {
	err = b.Session().Run(ctx, []engine.Step{{SQL: query, Args: args, Row: func(r engine.Row) error {
		var text string
		err := r.Scan(&text)
		list = append(list, text)
		return err
	}}})
	return list, err
}

// TestBulkUpdateFindsRowsByKey asks PostgreSQL how it would change a few rows of
// a large event that it has no statistics of. Left to itself it joins them to
// all rows of the event.
func TestBulkUpdateFindsRowsByKey(t *testing.T) {
	t.Parallel()
	h := storetest.OpenEvent(t, onPostgres(t), 10, nil)
	b := h.Begin()
	if err := execIn(t.Context(), b, fmt.Sprintf(`insert into people
		select '%s', 'per_' || i, 'user' || i, 'e', 'n', 'en', '', '', '', 0, 0, 0 from generate_series(1, 20000) i`, h.Event)); err != nil {
		t.Fatal(err)
	}
	plan, err := textsIn(t.Context(), b, "explain "+store.UpdatePeopleText(), h.Event, []string{"per_1"}, []string{""}, []string{""}, []string{""}, []int64{1}, []int64{0})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(plan, "\n")
	if !strings.Contains(text, "people_pkey") || strings.Contains(text, "Hash Join") || strings.Contains(text, "Seq Scan") {
		t.Errorf("the plan of a bulk update:\n%s", text)
	}
}

// TestOpenRowsAreChangedByKey asks PostgreSQL how it would change those of a few rows that
// are in a state, where it has planned that once for all values, and has no statistics.
// Their tables have indexes of all rows of an event, and of all in that state, which are
// many in a rush.
func TestOpenRowsAreChangedByKey(t *testing.T) {
	t.Parallel()
	b := storetest.OpenEvent(t, onPostgres(t), 10, nil).Begin()
	do := func(text string) {
		if err := execIn(t.Context(), b, text); err != nil {
			t.Fatal(err)
		}
	}
	do("set local plan_cache_mode = force_generic_plan")
	checkouts, payments := store.UpdateOpenTexts()
	for _, rows := range []int{0, 3000} {
		do(fmt.Sprintf(`insert into checkouts (event_id, id, order_id, provider, ref, url, amount, currency, state, deadline, created_at, look_at)
			select 'e', 'chk_' || i, 'ord_' || i, 'p', 'cs_' || i, 'u', 1, 'EUR', 'open', 1, 1, 1 from generate_series(1, %d) i`, rows))
		do(fmt.Sprintf(`insert into payments (event_id, id, provider, order_id, checkout_id, amount, currency, captured_at, received_at, state, problem, note, disputed, settled_at, fee, fee_currency, fee_due)
			select 'e', 'p:' || i, 'p', 'ord_' || i, '', 1, 'EUR', 1, 1, 'captured', '', '', 0, 0, 0, '', 0 from generate_series(1, %d) i`, rows))
		do(fmt.Sprintf("prepare checkouts_%d (text, text[], text[], text[]) as %s", rows, checkouts))
		do(fmt.Sprintf("prepare payments_%d (text, text[], text[], text[], bigint[]) as %s", rows, payments))
		for table, values := range map[string]string{"checkouts": "'e', '{x}', '{paid}', '{captured}'", "payments": "'e', '{x}', '{tickets}', '{}', '{1}'"} {
			plan, err := textsIn(t.Context(), b, fmt.Sprintf("explain execute %s_%d (%s)", table, rows, values))
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Join(plan, "\n")
			if !strings.Contains(text, table+"_pkey") || !strings.Contains(text, "(id = u.id)") || strings.Contains(text, "Filter: (id") || strings.Contains(text, "Join Filter") || !strings.Contains(text, "Tid Scan") {
				t.Errorf("how open %s of %d are changed:\n%s", table, rows, text)
			}
		}
	}
}

// TestTheTillFindsByKey asks SQLite, which has no statistics either, how it would
// find what belongs to one order: an event has a hundred thousand of them.
func TestTheTillFindsByKey(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	for _, c := range []struct{ name, sql, index string }{
		{"checkouts of an order", payments.OrderCheckoutsSQL, "checkouts_by_order"},
		{"a checkout that is watched", payments.WatchedSQL, "checkouts_1 (event_id=? AND id=?)"},
		{"checkouts to look at", payments.ToLookSQL, "checkouts_to_look"},
		{"an order with its items", events.OrderItemsSQL, "hold_items_1 (event_id=? AND hold_id=?)"},
	} {
		plan := explain(t, s, c.sql, []any{longEvent, "x"})
		if !strings.Contains(plan, c.index) || strings.Contains(plan, "(event_id=?)") || strings.Contains(plan, "SCAN h") || strings.Contains(plan, "SCAN o") {
			t.Errorf("%s:\n%s", c.name, plan)
		}
	}
}

// TestTheReconcilerReadsWhatIsOpen asks how refunds that nobody pays are found
// among all that were ever due, and how one is noted as begun.
func TestTheReconcilerReadsWhatIsOpen(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			h := storetest.OpenEvent(t, open(t), 10, nil)
			for seq := range 2000 {
				if _, err := h.S.JobsDB().ExecContext(t.Context(), `insert into refunds_due (event_id, seq, order_id, payment_id, amount, currency, reason, created_at, begun)
					values ($1, $2, 'o', 'p', 1, 'EUR', 'r', $3, $4)`, h.Event, seq, seq, seq%500 > 0); err != nil {
					t.Fatal(err)
				}
			}
			plan := explain(t, h.S, payments.OpenRefundsSQL, []any{1, 1900, 500})
			if !strings.Contains(plan, "refunds_due_open") || strings.Contains(plan, "Filter") || strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("what is open:\n%s", plan)
			}
			if list, err := h.S.Payouts.RefundsWithoutPayout(t.Context(), 1, 1900, 500); err != nil || len(list) != 3 {
				t.Errorf("%v, %v", list, err)
			}
		})
	}
	t.Run("begun", func(t *testing.T) {
		checkLooks(t, []look{{"a refund that is begun", payments.BeginRefundSQL, "text, bigint", "'e', 1", []any{"e", 1}, map[string]string{"refunds_due": "seq"}}})
	})
}

// look is a statement that reads rows by their keys.
type look struct {
	name, sql, types, values string
	args                     []any
	keys                     map[string]string // the last column of the key, by table and alias
}

// TestAScanReadsByKey asks how a scan would read its ticket, and who is in with
// it, where nobody has registered yet: PostgreSQL keeps the plan that it makes
// then when 20,000 have.
func TestAScanReadsByKey(t *testing.T) {
	t.Parallel()
	checkLooks(t, []look{
		{"ticket", store.TicketSQL, "text, text, bigint, text", "'e', 'o', 1, 't'", []any{"e", "o", 1, "t"}, map[string]string{
			"holds h": "id", "events e": "id", "people p": "id", "hold_items i": "no",
			"ticket_versions v": "ticket_id", "people hp": "id", "attendees a": "ticket_id",
		}},
		{"who is in", store.WhoSQL, "text, text, text", "'e', 'l', 't'", []any{"e", "l", "t"}, map[string]string{"admissions": "ticket_id"}},
	})
}

// TestRowsAreReadByID asks the same of all that is looked up by its id, and of
// what a batch looks up.
func TestRowsAreReadByID(t *testing.T) {
	t.Parallel()
	var looks []look
	for _, name := range []string{
		"people", "holds", "waitlist_entries", "offers", "price_codes", "invitations", "transfers", "exchanges", "checkouts", "payments", "payouts",
	} {
		looks = append(looks, look{name, "select * from " + name + table.WithID, "text, text", "'e', 'x'", []any{"e", "x"}, map[string]string{name: "id"}})
	}
	checkLooks(t, looks)
	t.Run("batch", func(t *testing.T) {
		looks = nil
		for _, f := range store.Findings() {
			l := look{f.Table + " by " + f.Column, f.SQL, "text, " + f.Keys, "'e', '{x}'", nil, map[string]string{f.Table + " t": f.Column}}
			if f.Two {
				l.types, l.values = l.types+", text[]", l.values+", '{y}'"
			}
			looks = append(looks, l)
		}
		checkPostgresLooks(t, looks)
	})
}

func checkLooks(t *testing.T, looks []look) {
	t.Run("sqlite", func(t *testing.T) {
		s := onSQLite(t)
		for _, look := range looks {
			plan := explain(t, s, look.sql, look.args)
			for table, column := range look.keys {
				name := table[strings.Index(table, " ")+1:]
				if !regexp.MustCompile(`SEARCH ` + name + ` USING INDEX \w+ \((\w+=\? AND )*` + column + `=\?\)`).MatchString(plan) {
					t.Errorf("%s: %s is not read by its key:\n%s", look.name, table, plan)
				}
			}
		}
	})
	t.Run("postgres", func(t *testing.T) { checkPostgresLooks(t, looks) })
}

// checkPostgresLooks has each statement planned once for all values, as
// PostgreSQL does with one that comes again and again.
func checkPostgresLooks(t *testing.T, looks []look) {
	h := storetest.OpenEvent(t, onPostgres(t), 10, nil)
	b := h.Begin()
	do := func(text string) {
		if err := execIn(t.Context(), b, text); err != nil {
			t.Fatal(err)
		}
	}
	do("set local plan_cache_mode = force_generic_plan")
	for _, on := range []string{"off", "on"} { // as for batches, which scans are, and as for other queries
		for _, way := range []string{"hashjoin", "mergejoin", "seqscan"} {
			do("set local enable_" + way + " = " + on)
		}
		for i, look := range looks {
			name := fmt.Sprint("look_", on, i)
			do("prepare " + name + " (" + look.types + ") as " + look.sql)
			lines, err := textsIn(t.Context(), b, "explain execute "+name+" ("+look.values+")")
			if err != nil {
				t.Fatal(err)
			}
			plan := strings.Join(lines, "\n")
			for table, column := range look.keys {
				if !regexp.MustCompile(` on ` + table + ` .*\n *Index Cond: .*\(` + column + ` = `).MatchString(plan) {
					t.Errorf("%s: %s is not read by its key:\n%s", look.name, table, plan)
				}
			}
		}
	}
}
