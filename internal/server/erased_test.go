package server

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// The person who is erased, and what is looked for afterwards.
const (
	erasedName  = "Zebedee Quixworth"
	erasedEmail = "zebedee@quixworth.example"
	erasedPhone = "+4930555987654"
)

var erasedTraces = []string{"Zebedee", "Quixworth", "zebedee", "quixworth", "4930555987654", "Wilhelmina"}

// TestNothingIsLeft: everything that is stored about somebody, by them and by staff, is
// gone once they are erased: out of every column of every table, and on SQLite out of the
// files, where what is deleted stands until it is written over.
func TestNothingIsLeft(t *testing.T) {
	if seed.Brief() {
		t.Skip("what is left has to do with no goroutine")
	}
	for engine, db := range map[string]func(testing.TB) string{"sqlite": testdb.SQLite, "postgres": testdb.Postgres} {
		t.Run(engine, func(t *testing.T) {
			url := db(t)
			n := startNode(t, url, 0)
			n.ownKey("Test")
			event, user := n.aboutSomebody()
			if engine == "sqlite" && len(inFiles(t, url)) == 0 {
				t.Fatal("nothing is in the files: they are not those of the database")
			}
			if found := inTables(t, n.Store); len(found) < 8 {
				t.Fatalf("only in %v: there is too little to erase", found)
			}
			n.call("DELETE", event+"/people/"+user, nil).want(200)
			for _, place := range inTables(t, n.Store) {
				t.Errorf("still in %s", place)
			}
			if engine == "sqlite" {
				for _, place := range inFiles(t, url) {
					t.Errorf("still in %s", place)
				}
			}
			// What others are concerned with is as it was.
			list := n.call("GET", event+"/announcements", nil).want(200)
			if text := fmt.Sprint(list.body); !strings.Contains(text, "Doors open at seven") || !strings.Contains(text, erasures.ErasedText) {
				t.Errorf("announcements: %s", text)
			}
			report, err := verify.Run(t.Context(), n.Store, verify.Options{Now: inventory.At(time.Now()), AuditKeys: auditKeys(t), Logs: n.logs.Signer})
			if err != nil {
				t.Fatal(err)
			}
			var found strings.Builder
			if err := report.WriteText(&found); err != nil || !report.Clean() {
				t.Errorf("verify: %v\n%s", err, found.String())
			}
		})
	}
}

// ownKey makes an organization, and an owner's key for it.
func (n *node) ownKey(name string) {
	n.t.Helper()
	org := n.IDs.Top(id.Organization)
	err := n.Store.Organizations.CreateOrganization(n.t.Context(), organizations.Organization{ID: org, Name: name, CreatedAt: 1})
	if err == nil {
		n.key, err = identity.Issue(n.t.Context(), n.Store, n.IDs, org, "test", identity.Owner, time.Now(), time.Time{})
	}
	if err != nil {
		n.t.Fatal(err)
	}
}

// aboutSomebody fills an event with much that is about one person, and with others.
func (n *node) aboutSomebody() (event, user string) {
	n.t.Helper()
	type object = map[string]any
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
	event = "/v1/events/" + n.call("POST", "/v1/events", object{
		"title": "Concert", "starts_at": in(720 * time.Hour), "ends_at": in(722 * time.Hour), "timezone": "UTC", "capacity": 400, "max_guests": 3, "publish": true,
		"currency": "EUR", "tiers": []any{object{"name": "General", "price": 1000}, object{"name": "Free"}},
	}).want(201).text("id")
	shown := n.call("GET", event, nil).want(200)
	tier := func(i int) any { return shown.body["tiers"].([]any)[i].(object)["id"] }
	user = "mail-" + erasedEmail
	who := object{"user_id": user, "email": erasedEmail, "name": erasedName}
	with := func(more object) object {
		out := object{}
		for _, o := range []object{who, more} {
			for k, v := range o {
				out[k] = v
			}
		}
		return out
	}
	// Others around them, so that pages of the trees are split and merged.
	for i := range 120 {
		n.call("POST", event+"/registrations", object{"user_id": fmt.Sprint("u", i), "email": fmt.Sprintf("u%d@example.org", i), "name": fmt.Sprint("Guest ", i), "tier_id": tier(1),
			"guests": []any{object{"name": strings.Repeat("x", i+1)}}}).want(201)
		if i == 60 {
			free := n.keyed("register-"+erasedEmail, "POST", event+"/registrations", with(object{"tier_id": tier(1), "guests": []any{object{"name": "Wilhelmina Quixworth"}}})).want(201)
			ticket := id.TicketOf(free.text("order_id"), 1)
			n.call("PATCH", "/v1/tickets/"+ticket, object{"attendee": erasedName, "attendee_email": erasedEmail}).want(200)
			n.call("POST", "/v1/checkins:override", object{
				"event_id": strings.TrimPrefix(event, "/v1/events/"), "ticket_id": ticket, "gate": "North", "device_id": "boss", "scan_id": "1", "reason": "Mr Quixworth forgot his ticket",
			}).want(200)
		}
	}
	n.call("PUT", event+"/people/"+user+"/contact", object{"phone": erasedPhone, "sms_consent": true}).want(200)
	order := n.call("POST", event+"/orders", with(object{"name": "Z. Quixworth", "items": []any{object{"tier_id": tier(0), "quantity": 1}}})).want(201).text("id")
	n.call("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "transfer of Zebedee Quixworth"}).want(200)
	person := ""
	for _, g := range n.call("GET", event+"/guests?q=quixworth", nil).want(200).body["items"].([]any) {
		person = fmt.Sprint(g.(object)["person"].(object)["id"])
	}
	for _, a := range []object{
		{"subject": "Dear Zebedee", "body": []any{"Mr Quixworth, your bag is here."}, "audience": object{"person_ids": []any{person}}},
		{"subject": "For all", "body": []any{"Doors open at seven."}},
	} {
		a["locale"] = "en"
		made := n.call("POST", event+"/announcements", a).want(201).text("id")
		n.until("an announcement is sent", func() bool {
			return n.call("GET", "/v1/announcements/"+made, nil).want(200).text("state") == "done"
		})
	}
	n.call("POST", event+"/imports", object{"csv": "email,name,user_id\n" + erasedEmail + "," + erasedName + "," + user + "\n"}).want(202)
	n.call("POST", event+"/exports", object{"kind": "guests"}).want(202)
	n.until("the mails are sent", func() bool {
		var mails int
		db := n.Store.JobsDB()
		if err := db.QueryRowContext(n.t.Context(), "select count(*) from mailbox where address = '"+erasedEmail+"'").Scan(&mails); err != nil {
			n.t.Fatal(err)
		}
		return mails == 4 // all of them: one on its way would arrive after the erasure
	})
	return event, user
}

// until waits for what happens in the background.
func (n *node) until(what string, ok func() bool) {
	n.t.Helper()
	poll.Until(n.t, what, ok)
}

// inFiles are the files of an SQLite database that have a trace.
func inFiles(t *testing.T, url string) (found []string) {
	t.Helper()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		raw, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:") + suffix)
		if err != nil {
			t.Fatal(err)
		}
		for _, trace := range erasedTraces {
			if at := strings.Index(string(raw), trace); at >= 0 {
				found = append(found, fmt.Sprintf("the file %q (%d times): %q", suffix, strings.Count(string(raw), trace), raw[max(0, at-40):min(len(raw), at+60)]))
			}
		}
	}
	return found
}

// inTables are the columns of all tables that have a trace.
func inTables(t *testing.T, st *store.Store) (found []string) {
	t.Helper()
	db := st.JobsDB()
	tables, columns := "select name from sqlite_master where type = 'table'", "select name from pragma_table_info($1)"
	text := "cast(%q as text)"
	if st.Engine() == "postgres" {
		tables = "select table_name from information_schema.tables where table_schema = current_schema()"
		columns = "select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1"
	}
	for _, table := range texts(t, db, tables) {
		for _, column := range texts(t, db, columns, table) {
			for _, trace := range erasedTraces {
				var n int
				query := fmt.Sprintf("select count(*) from %q where "+text+" like '%%%s%%'", table, column, trace)
				if err := db.QueryRowContext(context.Background(), query).Scan(&n); err != nil {
					t.Fatal(query, err)
				}
				if n > 0 {
					found = append(found, fmt.Sprintf("%s.%s (%s, %d rows)", table, column, trace, n))
				}
			}
		}
	}
	return found
}

func texts(t *testing.T, db *sql.DB, query string, args ...any) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}
