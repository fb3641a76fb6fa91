package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestMyData: everything under every name that one has, nothing of others, and
// nothing that would let somebody in.
func TestMyData(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	held, full := h.event(3), h.event(1)
	order := h.register(held, "ada", "Grace").text("order_id")
	h.register(held, "bob")
	h.register(full, "bob")
	h.register(full, "ada")
	h.scan(held, h.ticketsOf(order)[0]["token"].(string)).verdict("admit")
	h.owner("PUT", held+"/people/ada/contact", object{"phone": "+4930123456", "sms_consent": true}).want(200)
	ada := h.signIn("ADA@example.org")
	got := h.visit(ada, "GET", "/v1/me/data", nil).want(200)
	if !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") || got.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers: %v", got.Header)
	}
	if n := len(got.at("events").([]any)); n != 2 || got.text("account", "email") != "ADA@example.org" || len(got.at("sessions").([]any)) != 1 {
		t.Errorf("%d events: %s", n, got.Raw)
	}
	for _, want := range []string{order, "Grace", "+4930123456", `"verdict":"admit"`, `"kind":"registration_confirmed"`, `"status":"waiting"`, `"reason":"registered"`} {
		if !strings.Contains(got.Raw, want) {
			t.Errorf("%s is missing: %s", want, got.Raw)
		}
	}
	for _, not := range []string{"bob", "Bob", `"token"`, `"jwt"`, "qr_svg"} {
		if strings.Contains(got.Raw, not) {
			t.Errorf("%s does not belong there: %s", not, got.Raw)
		}
	}
	one := h.owner("GET", held+"/people/ada/data", nil).want(200)
	if one.text("person", "user_id") != "ada" || len(one.at("tickets").([]any)) != 2 || len(one.at("scans").([]any)) != 1 {
		t.Errorf("to the owner: %s", one.Raw)
	}
	h.as(identity.Organizer, "GET", held+"/people/ada/data", nil).problem(403, "forbidden")
	h.send("GET", held+"/people/ada/data", h.fresh(identity.OrderLink, order, h.personID(held, "ada")), nil).want(200)
	h.send("GET", held+"/people/bob/data", h.fresh(identity.OrderLink, order, h.personID(held, "ada")), nil).problem(404, "not_found")
}

// TestEraseMe: gone from every event and everywhere else, the waitlist served, the
// audit chain whole, and in the list that outlives the database.
func TestEraseMe(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	one, two := h.event(1), h.event(5)
	h.register(one, "ada")
	waits := h.register(one, "bob").text("entry_id")
	h.send("POST", two+"/registrations", "", object{"email": "Ada@Example.org", "name": "Ada", "guests": []object{{"name": "Grace"}}}).want(201)
	person := h.personID(one, "ada")
	export := h.owner("POST", two+"/exports", object{"kind": "guests"}).want(202).text("id")
	list := h.owner("POST", two+"/imports", object{"csv": "email,name\nada@example.org,Ada\n"}).want(202).text("id")
	ada, elsewhere := h.signIn("ada@example.org"), h.signIn("ada@example.org")
	h.visit(ada, "GET", "/v1/me/registrations", nil).want(200) // writes the address book
	h.visit(ada, "POST", "/v1/me:erase", object{"email": "bob@example.org"}).problem(422, "invalid_request").names("email")
	h.visit(ada, "POST", "/v1/me:erase", object{}).problem(422, "invalid_request").names("email")
	h.send("POST", "/v1/me:erase", "", object{"email": "ada@example.org"}, "Cookie: "+string(ada), "Sec-Fetch-Site: cross-site").problem(403, "cross_origin")
	done := h.visit(ada, "POST", "/v1/me:erase", object{"email": " ADA@example.org"}).want(200)
	if done.text("status") != "erased" || done.number("events") != 2 {
		t.Errorf("erased: %s", done.Raw)
	}
	for _, c := range []cookie{ada, elsewhere} {
		h.visit(c, "GET", "/v1/me/data", nil).problem(401, "credentials_required")
	}
	for _, query := range []string{
		"select count(*) from people where email like '%da@%' or name = 'Ada'", "select count(*) from holds where guests like '%Grace%'",
		"select count(*) from accounts", "select count(*) from sessions", "select count(*) from sign_in_links", "select count(*) from sign_in_requests",
		"select count(*) from address_book where address like 'ada%'", "select count(*) from imports where people <> ''",
	} {
		var n int
		h.must(h.store.JobsDB().QueryRowContext(t.Context(), query).Scan(&n))
		if n != 0 {
			t.Errorf("%s: %d", query, n)
		}
	}
	for _, text := range []string{"ada@example.org", "Ada@Example.org", "Grace"} {
		for _, place := range h.traces(text) {
			t.Errorf("%q is still in %s", text, place)
		}
	}
	if got := h.owner("GET", "/v1/exports/"+export, nil).want(200); got.text("state") != "cancelled" {
		t.Errorf("a file is still made: %s", got.Raw)
	}
	if got := h.owner("GET", "/v1/imports/"+list, nil).want(200); got.text("state") != "cancelled" {
		t.Errorf("a list is still read: %s", got.Raw)
	}
	if got := h.owner("GET", "/v1/waitlist/"+waits, nil).want(200); got.text("status") != "offered" {
		t.Errorf("her place went to nobody: %s", got.Raw)
	}
	if row := h.owner("GET", one+"/audit", nil).want(200); !strings.Contains(row.Raw, `"actor":"`+person+`"`) {
		t.Errorf("who erased her: %s", row.Raw)
	}
	if file, _, err := h.files.Get(t.Context(), "erasures/"+person); err != nil {
		t.Errorf("not in the list: %v", err)
	} else {
		h.must(file.Close())
	}
	h.sound()
	if again := h.visit(h.signIn("ada@example.org"), "GET", "/v1/me/data", nil).want(200); len(again.at("events").([]any)) != 0 {
		t.Errorf("somebody new with the address: %s", again.Raw)
	}
}

// TestEraseMeWhoPaidNothing: an order that waits for its payment tells its buyer nothing,
// and is theirs all the same: they see it, and it goes with them.
func TestEraseMeWhoPaidNothing(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event, tiers := h.sale(10)
		order := h.send("POST", event+"/orders", "", object{"email": "cora@example.org", "name": "Cora Reed", "items": []object{{"tier_id": tiers["Regular"], "quantity": 2}}}).want(201)
		cora := h.signIn("cora@example.org")
		for range 2 { // before and after it is in the book
			if mine := h.visit(cora, "GET", "/v1/me/overview", nil).want(200); !strings.Contains(mine.Raw, order.text("id")) {
				t.Errorf("her order is not hers: %s", mine.Raw)
			}
		}
		if done := h.visit(cora, "POST", "/v1/me:erase", object{"email": "cora@example.org"}).want(200); done.number("events") != 1 {
			t.Errorf("erased: %s", done.Raw)
		}
		var n int
		h.must(h.store.JobsDB().QueryRowContext(t.Context(), "select count(*) from people where name = 'Cora Reed' or email <> ''").Scan(&n))
		if n != 0 {
			t.Errorf("%d people are still known", n)
		}
		if got := h.owner("GET", "/v1/orders/"+order.text("id"), nil).want(200); got.text("status") != "cancelled" {
			t.Errorf("her order: %s", got.Raw)
		}
		h.sound()
	})
}

// traces are the columns of the whole database in which a text stands.
func (h *testServer) traces(text string) (found []string) {
	h.t.Helper()
	db := h.store.JobsDB()
	texts := func(query string, args ...any) (list []string) {
		rows, err := db.QueryContext(h.t.Context(), query, args...)
		h.must(err)
		defer func() { h.must(rows.Close()) }()
		for rows.Next() {
			var s string
			h.must(rows.Scan(&s))
			list = append(list, s)
		}
		h.must(rows.Err())
		return list
	}
	for _, table := range texts("select name from sqlite_master where type = 'table'") {
		for _, column := range texts("select name from pragma_table_info($1)", table) {
			var n int
			h.must(db.QueryRowContext(h.t.Context(), `select count(*) from "`+table+`" where instr(cast("`+column+`" as text), $1) > 0`, text).Scan(&n))
			if n > 0 {
				found = append(found, table+"."+column)
			}
		}
	}
	return found
}

// TestEraseMeRefused: whoever is the only owner of something, and whoever has paid for
// what is still to come.
func TestEraseMeRefused(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	owner := h.member(h.organization("Harbour Concerts"), identity.Owner, "olga@example.org")
	refused := h.visit(owner, "POST", "/v1/me:erase", object{"email": "olga@example.org"}).problem(409, "last_owner")
	if !strings.Contains(refused.text("detail"), "Harbour Concerts") {
		t.Errorf("%s", refused.Raw)
	}
	event := h.paidEvent(5)
	order := h.placeOrder(event, "ada", 1)
	h.pay(order, "pay_1", h.owner("GET", "/v1/orders/"+order, nil).want(200).number("total"))
	ada := h.signIn("ada@example.org")
	h.visit(ada, "POST", "/v1/me:erase", object{"email": "ada@example.org"}).problem(409, "paid_tickets")
	if got := h.owner("GET", "/v1/orders/"+order, nil).want(200); got.text("status") != "confirmed" {
		t.Errorf("a refusal changed something: %s", got.Raw)
	}
	h.later(400 * 24 * time.Hour)
	ada = h.signIn("ada@example.org")
	h.visit(ada, "POST", "/v1/me:erase", object{"email": "ada@example.org"}).want(200)
	after := h.owner("GET", "/v1/orders/"+order, nil).want(200)
	if after.text("status") != "confirmed" || after.number("refunded") != 0 || strings.Contains(strings.ToLower(after.Raw), `"ada`) {
		t.Errorf("once it is over: %s", after.Raw)
	}
	h.sound()
}

// TestMyContacts: one for each organization, changed by its subject.
func TestMyContacts(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	one, two := h.event(3), h.event(3)
	h.register(one, "ada")
	h.register(two, "ada")
	h.send("POST", two+"/registrations", "", object{"email": "bob@example.org", "name": "Bob"}).want(201)
	ada, bob := h.signIn("ada@example.org"), h.signIn("bob@example.org")
	list := h.visit(ada, "GET", "/v1/me/contacts", nil).want(200)
	if len(list.at("items").([]any)) != 1 || len(list.at("items", 0, "people").([]any)) != 1 || list.text("items", 0, "organization", "name") != "Test" {
		t.Fatalf("%s", list.Raw)
	}
	path := "/v1/events/" + list.text("items", 0, "people", 0, "event_id") + "/people/" + list.text("items", 0, "people", 0, "user_id") + "/contact"
	h.visit(ada, "PUT", path, object{"phone": "0", "sms_consent": true}).problem(422, "invalid_request").names("phone")
	h.visit(ada, "PUT", path, object{"phone": "+4930123456", "sms_consent": true, "timezone": "Europe/Lisbon", "no_reminders": true, "quiet_hours": object{"from": "20:00", "to": "09:30"}}).want(200)
	h.visit(ada, "PUT", path, object{"quiet_hours": object{"from": "20:00", "to": "25:00"}}).problem(422, "invalid_request").names("quiet_hours.to")
	again := h.visit(ada, "GET", "/v1/me/contacts", nil).want(200)
	if again.text("items", 0, "contact", "phone") != "+4930123456" || again.text("items", 0, "contact", "timezone") != "Europe/Lisbon" ||
		again.text("items", 0, "contact", "quiet_hours", "from") != "20:00" || again.text("items", 0, "contact", "quiet_hours", "to") != "09:30" {
		t.Errorf("%s", again.Raw)
	}
	h.visit(bob, "PUT", path, object{"no_reminders": true}).problem(404, "not_found")
	h.visit(bob, "GET", path, nil).problem(404, "not_found")
	if mine := h.visit(bob, "GET", "/v1/me/contacts", nil).want(200); mine.text("items", 0, "people", 0, "user_id") != "mail:bob@example.org" {
		t.Errorf("%s", mine.Raw)
	}
}
