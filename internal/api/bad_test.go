package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// ledger is everything that a refused request must leave as it was.
func (h *testServer) ledger(event string) string {
	h.t.Helper()
	return h.owner("GET", "/v1/events", nil).want(200).Raw + h.owner("GET", event+"/audit?limit=200", nil).want(200).Raw +
		h.owner("GET", event+"/registrations", nil).want(200).Raw + h.owner("GET", event+"/waitlist", nil).want(200).Raw
}

func set(field string, value any) func(object) {
	return func(o object) {
		at := o
		names := strings.Split(field, ".")
		for _, n := range names[:len(names)-1] {
			next, _ := at[n].(object)
			if next == nil {
				next = object{}
				at[n] = next
			}
			at = next
		}
		at[names[len(names)-1]] = value
	}
}

func without(field string) func(object) { return func(o object) { delete(o, field) } }

// Every kind of bad event gets a problem that names the field and changes nothing.
func TestBadEvents(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	before := h.ledger(event)
	end, err := time.Parse(time.RFC3339, h.newEvent(1)["ends_at"].(string))
	h.must(err)
	afterEnd := end.Add(time.Minute).Format(time.RFC3339)
	long := strings.Repeat("x", 201)
	for _, c := range []struct {
		name, field string
		change      func(object)
	}{
		{"unknown field", "venue", set("venue", "x")},
		{"unknown field inside", "waitlist.size", set("waitlist.size", 3)},
		{"misspelt case", "Title", set("Title", "x")},
		{"title missing", "title", without("title")},
		{"title empty", "title", set("title", "")},
		{"title of spaces", "title", set("title", "   ")},
		{"title too long", "title", set("title", long)},
		{"title of another type", "title", set("title", 7)},
		{"title null", "title", set("title", nil)},
		{"title with CRLF", "title", set("title", "a\r\nBcc: b@example.org")},
		{"title right to left", "title", set("title", "abc\u202Etxt.exe")},
		{"description with a bell", "description", set("description", "a\ab")},
		{"description too long", "description", set("description", strings.Repeat("x", 10_001))},
		{"coordinates of no place", "coordinates", set("coordinates", "91,9")},
		{"coordinates a place", "coordinates", set("coordinates", "Hamburg")},
		{"a category of its own", "category", set("category", "knitting")},
		{"category empty", "category", set("category", "")},
		{"too many tags", "tags", set("tags", slices.Repeat([]string{"a"}, 11))},
		{"a tag too long", "tags[0]", set("tags", []string{strings.Repeat("x", 31)})},
		{"a tag of spaces", "tags[1]", set("tags", []string{"a", "  "})},
		{"a tag twice", "tags[1]", set("tags", []string{"Open Air", "open  air"})},
		{"too many performers", "performers", set("performers", slices.Repeat([]string{"a"}, 21))},
		{"a performer with a line", "performers[0]", set("performers", []string{"a\nb"})},
		{"an unknown language", "language", set("language", "xx")},
		{"a language by its name", "language", set("language", "german")},
		{"an age below zero", "age_min", set("age_min", -1)},
		{"an age of nobody", "age_min", set("age_min", 100)},
		{"capacity missing", "capacity", without("capacity")},
		{"capacity below zero", "capacity", set("capacity", -1)},
		{"capacity absurd", "capacity", set("capacity", 10_000_001)},
		{"capacity beyond 64 bits", "capacity", set("capacity", json.RawMessage("1e30"))},
		{"capacity a fraction", "capacity", set("capacity", 1.5)},
		{"capacity a text", "capacity", set("capacity", "100")},
		{"end before start", "ends_at", set("ends_at", "2020-01-01T00:00:00Z")},
		{"end at start", "ends_at", func(o object) { o["ends_at"] = o["starts_at"] }},
		{"no time", "starts_at", set("starts_at", "tomorrow")},
		{"time without zone", "starts_at", set("starts_at", "2027-01-01T10:00:00")},
		{"time of another age", "starts_at", set("starts_at", "0001-01-01T00:00:00Z")},
		{"unknown zone", "timezone", set("timezone", "Europe/Atlantis")},
		{"the server's zone", "timezone", set("timezone", "Local")},
		{"no zone", "timezone", set("timezone", "")},
		{"a path as zone", "timezone", set("timezone", "../../etc/passwd")},
		{"cutoff after the end", "registration_cutoff", set("registration_cutoff", afterEnd)},
		{"cancellation after the end", "cancellation_cutoff", set("cancellation_cutoff", afterEnd)},
		{"cutoff a number", "registration_cutoff", set("registration_cutoff", 5)},
		{"too many guests", "max_guests", set("max_guests", 51)},
		{"guests below zero", "max_guests", set("max_guests", -1)},
		{"reminder too soon", "reminder_offsets_seconds[1]", set("reminder_offsets_seconds", []int{3600, 5})},
		{"too many reminders", "reminder_offsets_seconds", set("reminder_offsets_seconds", make([]int, 11))},
		{"reminder twice", "reminder_offsets_seconds[1]", set("reminder_offsets_seconds", []int{3600, 3600})},
		{"unknown promotion", "waitlist.promotion", set("waitlist.promotion", "lottery")},
		{"unknown policy", "waitlist.party_policy", set("waitlist.party_policy", "none")},
		{"unknown display", "waitlist.position_display", set("waitlist.position_display", "loud")},
		{"no claim window", "waitlist.claim_window_seconds", set("waitlist.claim_window_seconds", 0)},
		{"waves without interval", "waitlist.wave_interval_seconds", set("waitlist.wave_size", 5)},
		{"line limit below zero", "waitlist.limit", set("waitlist.limit", -5)},
		{"quiet hours of 25:00", "waitlist.quiet_hours.to", set("waitlist.quiet_hours", object{"from": "22:00", "to": "25:00"})},
		{"quiet hours with half an end", "waitlist.quiet_hours.to", set("waitlist.quiet_hours", object{"from": "22:00"})},
		{"waitlist a list", "waitlist", set("waitlist", []int{})},
		{"tier without name", "tiers[1].name", set("tiers", []object{{"name": "A"}, {"name": " "}})},
		{"tier twice", "tiers[1].name", set("tiers", []object{{"name": "A"}, {"name": "A"}})},
		{"tier of a pool there is none of", "tiers[0].pools[0]", set("tiers", []object{{"name": "A", "pools": []string{"B"}}})},
		{"tier with an absurd capacity", "tiers[0].capacity", set("tiers", []object{{"name": "A", "capacity": -3}})},
		{"too many tiers", "tiers", set("tiers", make([]object, 51))},
		{"pool twice", "pools[1].name", set("pools", []object{{"name": "A", "capacity": 1}, {"name": "A", "capacity": 1}})},
		{"publish a text", "publish", set("publish", "yes")},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.t = t
			h.owner("POST", "/v1/events", h.newEvent(10, c.change)).problem(422, "invalid_request").names(c.field)
		})
	}
	h.t = t
	for _, c := range []struct {
		field string
		body  object
	}{
		{"capacity", object{"capacity": -1}}, {"title", object{"title": ""}}, {"ends_at", object{"ends_at": "2020-01-01T00:00:00Z"}},
		{"timezone", object{"timezone": "Mars/Olympus"}}, {"registration_cutoff", object{"registration_cutoff": afterEnd}},
		{"status", object{"status": "published"}}, {"max_guests", object{"max_guests": 51}}, {"waitlist.limit", object{"waitlist": object{"limit": -1}}},
		{"id", object{"id": "evt_000000000000"}}, {"starts_at", object{"starts_at": nil}},
	} {
		h.owner("PATCH", event, c.body).problem(422, "invalid_request").names(c.field)
	}
	if after := h.ledger(event); after != before {
		t.Errorf("something was changed:\n%s\n%s", before, after)
	}
}

func TestBadRegistrations(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(10)
	other := h.owner("GET", h.event(1), nil).want(200).text("tiers", 0, "id")
	for _, c := range []struct {
		name   string
		status int
		code   string
		field  string
		change func(object)
	}{
		{"unknown field", 422, "invalid_request", "nickname", set("nickname", "x")},
		{"name of another type", 422, "invalid_request", "name", set("name", object{})},
		{"name too long", 422, "invalid_request", "name", set("name", strings.Repeat("é", 201))},
		{"name with CRLF", 422, "invalid_request", "name", set("name", "Ada\r\nBcc: x@example.org")},
		{"name with a line separator", 422, "invalid_request", "name", set("name", "Ada\u2028Lovelace")},
		{"name right to left", 422, "invalid_request", "name", set("name", "Ada\u202Eecalevol")},
		{"name with an isolate", 422, "invalid_request", "name", set("name", "Ada\u2066x")},
		{"name with a mark", 422, "invalid_request", "name", set("name", "Ada\u200F")},
		{"name with a NUL", 422, "invalid_request", "name", set("name", "Ada\x00")},
		{"name with a C1 control", 422, "invalid_request", "name", set("name", "Ada\u0085")},
		{"no e-mail", 422, "invalid_request", "email", set("email", "nobody")},
		{"e-mail with a name", 422, "invalid_request", "email", set("email", "Ada <ada@example.org>")},
		{"two e-mails", 422, "invalid_request", "email", set("email", "a@example.org, b@example.org")},
		{"e-mail with CRLF", 422, "invalid_request", "email", set("email", "a@example.org\r\nBcc: b@example.org")},
		{"e-mail with a space", 422, "invalid_request", "email", set("email", "a b@example.org")},
		{"e-mail in quotes", 422, "invalid_request", "email", set("email", "\"a b\"@example.org")},
		{"e-mail of an address literal", 422, "invalid_request", "email", set("email", "a@[127.0.0.1]")},
		{"e-mail too long", 422, "invalid_request", "email", set("email", "a@"+strings.Repeat("x", 260))},
		{"user_id with a control", 422, "invalid_request", "user_id", set("user_id", "a\tb")},
		{"user_id too long", 422, "invalid_request", "user_id", set("user_id", strings.Repeat("u", 201))},
		{"user_id of an erased person", 422, "invalid_request", "user_id", set("user_id", "erased:per_1")},
		{"neither user_id nor email", 422, "invalid_request", "user_id", func(o object) { delete(o, "user_id"); delete(o, "email") }},
		{"guests over the limit", 422, "guests_over_limit", "guests", set("guests", []object{{"name": "1"}, {"name": "2"}, {"name": "3"}, {"name": "4"}})},
		{"guests absurd", 422, "invalid_request", "guests", set("guests", make([]object, 51))},
		{"guests a number", 422, "invalid_request", "guests", set("guests", 3)},
		{"guest without a name", 422, "invalid_request", "guests[1].name", set("guests", []object{{"name": "Grace"}, {"name": ""}})},
		{"guest with CRLF", 422, "invalid_request", "guests[0].name", set("guests", []object{{"name": "G\r\n"}, {"name": "x\ny"}})},
		{"guest with a field", 422, "invalid_request", "guests[0].age", set("guests", []object{{"name": "Grace", "age": 3}})},
		{"locale", 422, "invalid_request", "locale", set("locale", "not a language!")},
		{"another event's tier", 422, "invalid_request", "tier_id", set("tier_id", other)},
		{"class out of range", 422, "invalid_request", "priority_class", set("priority_class", 8)},
		{"class below zero", 422, "invalid_request", "priority_class", set("priority_class", -1)},
		{"join a text", 422, "invalid_request", "join_waitlist", set("join_waitlist", "yes")},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.t = t
			body := person("ada")
			c.change(body)
			a := h.owner("POST", event+"/registrations", body)
			a.problem(c.status, c.code).names(c.field)
			if c.field != "join_waitlist" {
				delete(body, "join_waitlist")
				h.owner("POST", event+"/waitlist:join", body).problem(c.status, c.code).names(c.field)
			}
		})
	}
	h.t = t
	// Markup is text like any other.
	markup := person("eve")
	markup["name"] = `<script>alert("x")</script> & co`
	h.owner("POST", event+"/registrations", markup).want(201)
	if got := h.owner("GET", event+"/registrations/eve", nil).want(200); got.text("person", "name") != markup["name"] {
		t.Errorf("markup: %s", got.Raw)
	}
	h.owner("DELETE", event+"/people/eve", nil).want(200)
	h.owner("GET", event+"/registrations/ada", nil).want(404)
}

func TestBadBodies(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(10)
	before := h.ledger(event)
	for name, c := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"nothing":            {"", 400, "malformed_json"},
		"not JSON":           {"user_id=ada", 400, "malformed_json"},
		"cut off":            {`{"user_id":"ada","name":`, 400, "malformed_json"},
		"trailing data":      {`{"user_id":"ada","name":"Ada"} {}`, 400, "malformed_json"},
		"trailing letters":   {`{"user_id":"ada","name":"Ada"}x`, 400, "malformed_json"},
		"a list":             {`[{"user_id":"ada"}]`, 400, "malformed_json"},
		"null":               {`null`, 400, "malformed_json"},
		"a text":             {`"ada"`, 400, "malformed_json"},
		"very deep":          {strings.Repeat(`{"a":`, 12000), 400, "malformed_json"},
		"over the limit":     {`{"name":"` + strings.Repeat("x", 64<<10) + `"}`, 413, "body_too_large"},
		"no limit in header": {`{"name":"` + strings.Repeat("x", 64<<10) + `"}`, 413, "body_too_large"},
	} {
		a := h.owner("POST", event+"/registrations", c.body, "Content-Type: application/json")
		if name == "no limit in header" {
			a = h.owner("POST", event+"/registrations", c.body, unknownLength)
		}
		a.problem(c.status, c.code)
	}
	h.owner("POST", event+"/registrations", `{"user_id":"ada"}`, "Content-Type: text/plain").problem(415, "unsupported_media_type")
	h.owner("POST", event+"/registrations", `{"user_id":"ada"}`, "Content-Type: application/x-www-form-urlencoded").problem(415, "unsupported_media_type")
	h.owner("POST", event+":publish", strings.Repeat(" ", 65<<10)).problem(413, "body_too_large")
	for _, q := range []string{"limit=0", "limit=201", "limit=x", "limit=-1"} {
		h.owner("GET", event+"/registrations?"+q, nil).problem(422, "invalid_request").names("limit")
	}
	h.owner("GET", event+"/registrations?offset=3", nil).problem(422, "invalid_request").names("offset")
	h.owner("GET", event+"/registrations?limit=1&limit=2", nil).problem(422, "invalid_request").names("limit")
	h.owner("GET", event+"/registrations?status=all", nil).problem(422, "invalid_request").names("status")
	h.owner("GET", event+"/waitlist?tier_id=tir_x", nil).problem(422, "invalid_request").names("tier_id")
	h.owner("GET", event+"/registrations?cursor="+strings.Repeat("a", 5000), nil).problem(414, "query_too_long")
	h.owner("GET", event+"/registrations?%zz", nil).problem(422, "invalid_request")
	h.send("GET", "/nowhere", "", nil).problem(404, "not_found")
	offer := "/v1/offers/off_3k9q0a7c1v5m06f2w8d4xk1n7p9s"
	for path, allow := range map[string]string{
		"/v1/events": "GET, HEAD, POST, OPTIONS", "/v1/brand": "GET, HEAD, PUT, OPTIONS", event: "GET, HEAD, PATCH, OPTIONS",
		offer: "GET, HEAD, OPTIONS", offer + ":accept": "POST, OPTIONS", event + ":publish": "POST, OPTIONS", "/docs": "GET, HEAD, OPTIONS",
		event + "/registrations/a:b": "GET, HEAD, DELETE, OPTIONS",
	} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"} {
			if strings.Contains(allow, method) && method != "OPTIONS" {
				continue
			}
			a := h.send(method, path, "", nil)
			if method == "OPTIONS" {
				a.want(204)
			} else {
				a.problem(405, "method_not_allowed")
			}
			if a.Header.Get("Allow") != allow {
				t.Errorf("%s %s: Allow %q, want %q", method, path, a.Header.Get("Allow"), allow)
			}
		}
	}
	h.send("BREW", "/nowhere", "", nil).problem(404, "not_found")
	h.send("OPTIONS", "/nowhere", "", nil).problem(404, "not_found")
	if after := h.ledger(event); after != before {
		t.Error("something was changed")
	}
}

func TestTamperedCursor(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, other := h.event(9), h.event(9)
	for i := range 4 {
		h.register(event, fmt.Sprint("p", i))
	}
	path := event + "/registrations?limit=2&cursor="
	good := h.owner("GET", path, nil).want(200).text("next_cursor")
	h.owner("GET", path+good, nil).want(200)
	for i := range len(good) {
		b := []byte(good)
		b[i] = map[bool]byte{true: 'B', false: 'A'}[b[i] == 'A']
		h.owner("GET", path+string(b), nil).problem(422, "invalid_request").names("cursor")
	}
	h.owner("GET", other+"/registrations?cursor="+good, nil).problem(422, "invalid_request").names("cursor")
	h.owner("GET", event+"/waitlist?cursor="+good, nil).problem(422, "invalid_request").names("cursor")
	h.owner("GET", path+"x", nil).problem(422, "invalid_request").names("cursor")
}

func TestIdempotency(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	body := h.newEvent(2)
	a := h.owner("POST", "/v1/events", body, "Idempotency-Key: e1").want(201)
	b := h.owner("POST", "/v1/events", body, "Idempotency-Key: e1").want(201)
	if a.text("id") != b.text("id") || b.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("repeated: %s, %s", a.Raw, b.Raw)
	}
	h.owner("POST", "/v1/events", h.newEvent(3), "Idempotency-Key: e1").problem(422, "idempotency_key_reused").names("Idempotency-Key")
	if c := h.as(identity.Organizer, "POST", "/v1/events", body, "Idempotency-Key: e1").want(201); c.text("id") == a.text("id") {
		t.Error("another caller's key is the same")
	}
	event := "/v1/events/" + a.text("id")
	r := h.owner("POST", event+"/registrations", person("ada"), "Idempotency-Key: r1").want(201)
	again := h.owner("POST", event+"/registrations", person("ada"), "Idempotency-Key: r1").want(201)
	if r.text("order_id") != again.text("order_id") || again.Header.Get("Idempotency-Replayed") != "true" || r.number("ledger_seq") != again.number("ledger_seq") {
		t.Errorf("repeated: %s, %s", r.Raw, again.Raw)
	}
	before := h.ledger(event)
	h.owner("POST", event+"/registrations", person("bob"), "Idempotency-Key: r1").problem(422, "idempotency_key_reused").names("Idempotency-Key")
	// The same body at another address is another request.
	h.owner("POST", event+"/waitlist:join", person("ada"), "Idempotency-Key: r1").problem(422, "invalid_request")
	h.owner("POST", "/v1/orders/"+r.text("order_id")+":cancel", nil, "Idempotency-Key: r1").problem(422, "idempotency_key_reused")
	for _, key := range []string{"", " ", "two words", strings.Repeat("k", 129), "ключ", "a\x7f"} {
		h.owner("POST", event+"/registrations", person("bob"), "Idempotency-Key: "+key).problem(422, "invalid_request").names("Idempotency-Key")
	}
	if after := h.ledger(event); after != before {
		t.Error("something was changed")
	}
	// A refusal is stored too: the answer stays, whatever has changed since.
	h.register(event, "bob")
	full := object{"user_id": "cyd", "name": "Cyd"}
	h.owner("POST", event+"/registrations", full, "Idempotency-Key: r2").problem(409, "sold_out")
	h.owner("PATCH", event, object{"capacity": 5}).want(200)
	h.owner("POST", event+"/registrations", full, "Idempotency-Key: r2").problem(409, "sold_out")
	h.owner("POST", event+"/registrations", full, "Idempotency-Key: r3").want(201)
}

// What is cancelled or over, and links and keys that are somebody else's.
func TestBadTimes(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	order := h.register(event, "ada").text("order_id")
	token := func() string { return h.link(identity.OrderLink, order, h.personID(event, "ada")) }
	h.owner("PATCH", event, object{"registration_cutoff": h.now().Add(time.Hour).UTC(), "cancellation_cutoff": h.now().Add(time.Hour).UTC()}).want(200)
	h.later(2 * time.Hour)
	before := h.ledger(event)
	h.owner("POST", event+"/registrations", person("bob")).problem(409, "registration_closed")
	h.owner("POST", event+"/waitlist:join", object{"user_id": "bob"}).problem(409, "registration_closed")
	h.send("DELETE", event+"/registrations/ada", token(), nil).problem(409, "cancellation_closed")
	h.send("POST", "/v1/orders/"+order+":cancel", token(), nil).problem(409, "cancellation_closed")
	if after := h.ledger(event); after != before {
		t.Error("something was changed")
	}
	h.owner("PATCH", event, object{"registration_cutoff": nil}).want(200)
	h.register(event, "bob")
	h.later(31 * 24 * time.Hour)
	h.owner("POST", event+"/registrations", person("cyd")).problem(409, "event_over")
	h.owner("POST", event+":cancel", nil).problem(409, "event_over")
}

// A refusal that was stored by a version that knew more codes, or others, is
// answered as what it is: a refusal of which nothing came.
func TestRefusedByAnotherVersion(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	h.register(event, "ada")
	late := person("bob")
	late["join_waitlist"] = false
	for n, code := range append([]inventory.Code{"of_tomorrow"}, inventory.RetiredCodes()...) {
		key := "Idempotency-Key: k" + string(rune('a'+n))
		h.owner("POST", event+"/registrations", late, key).problem(409, "sold_out")
		changed, err := h.store.JobsDB().ExecContext(t.Context(), "update idempotency_keys set reply = replace(reply, '\"sold_out\"', '\"' || $1 || '\"') where key = $2", string(code), storedKey("", "k"+string(rune('a'+n))))
		h.must(err)
		if rows, err := changed.RowsAffected(); err != nil || rows != 1 {
			t.Fatalf("%d replies changed, %v", rows, err)
		}
		a := h.owner("POST", event+"/registrations", late, key)
		a.problem(409, "refused_by_another_version")
		if a.Header.Get("Idempotency-Replayed") != "true" || strings.Contains(a.Raw, string(code)) {
			t.Errorf("%s: %v %s", code, a.Header, a.Raw)
		}
		h.owner("POST", event+"/registrations", late, "Idempotency-Key: new"+string(rune('a'+n))).problem(409, "sold_out")
	}
	// What there was once is not a fault of the database; what there never was is.
	_, err := h.store.JobsDB().ExecContext(t.Context(), "delete from idempotency_keys where key = $1", storedKey("", "ka"))
	h.must(err)
	h.sound()
}
