package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/seatchart"
)

// theatre is an event with a plan of two sections: Stalls with rows A (Front, 6
// seats) and B (Back, 6), Balcony with row A (Back, 4, the first a wheelchair
// space with a companion seat beside it).
func (h *testServer) theatre(change ...func(object)) string {
	h.t.Helper()
	var csv strings.Builder
	csv.WriteString("section,row,number,tier,accessible,companion\n")
	for n := range 6 {
		fmt.Fprintf(&csv, "Stalls,A,%d,Front,,\n", n+1)
	}
	for n := range 6 {
		fmt.Fprintf(&csv, "Stalls,B,%d,Back,,\n", n+1)
	}
	csv.WriteString("Balcony,A,1,Back,yes,\nBalcony,A,2,Back,,yes\nBalcony,A,3,Back,,\nBalcony,A,4,Back,,\n")
	plan := h.owner("POST", h.room()+"/seating-plans", object{"name": "Theatre", "csv": csv.String()}).want(201).text("id")
	return h.event(100, append([]func(object){func(e object) {
		e["seating"] = object{"plan_id": plan}
		e["currency"] = "EUR"
		e["tiers"] = []object{{"name": "Front", "price": 5000}, {"name": "Standing", "price": 1000}}
	}}, change...)...)
}

// seat is the id of a seat by its place in the plan, from 1.
func seat(event string, n int) string {
	return id.SeatPrefix(strings.TrimPrefix(event, "/v1/events/")) + fmt.Sprintf("%016d", n)
}

// take is the body of an order of seats.
func take(event, user string, seats ...int) object {
	items := []object{}
	for _, n := range seats {
		items = append(items, object{"seat_id": seat(event, n)})
	}
	return object{"user_id": user, "items": items}
}

// shown are the seats as the chart shows them, at least as of a change.
func (h *testServer) shown(event string, after *answer) string {
	h.t.Helper()
	return h.owner("GET", event+"/seats?at_least="+fmt.Sprint(after.number("ledger_seq")), nil).want(200).text("seats")
}

func TestSeatStory(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	got := h.owner("GET", event, nil).want(200)
	var names []string
	for i := range got.at("tiers").([]any) {
		names = append(names, got.text("tiers", i, "name"))
	}
	if strings.Join(names, " ") != "Front Standing Back" || got.number("tiers", 0, "capacity") != 6 || got.number("tiers", 2, "capacity") != 10 {
		t.Fatalf("%s", got.Raw)
	}
	layout := h.send("GET", event+"/seats/layout", "", nil).want(200)
	if layout.number("seats") != 16 || layout.text("seat_id_prefix")+"0000000000000001" != seat(event, 1) || layout.number("sections", 1, "rows", 0, "seat") != 13 {
		t.Errorf("%s", layout.Raw)
	}
	// Two named seats that cost something: held for two minutes.
	ada := h.owner("POST", event+"/orders", take(event, "ada", 3, 4)).want(201)
	if ada.text("status") != "pending" || ada.number("total") != 10_000 || ada.text("items", 1, "seat_id") != seat(event, 4) {
		t.Fatalf("%s", ada.Raw)
	}
	h.owner("POST", event+"/orders", take(event, "bob", 4, 5)).problem(409, "seat_taken").names("items[0].seat_id")
	// The public, by the seat's own address.
	cyd := h.send("POST", event+"/seats/"+seat(event, 7)+"/reserve", "", object{"name": "Cyd", "email": "cyd@example.org", "seat_ids": []string{seat(event, 8)}}).want(201)
	if cyd.text("status") != "confirmed" || cyd.number("units") != 2 { // Back costs nothing
		t.Errorf("%s", cyd.Raw)
	}
	block := h.owner("POST", event+"/blocks", object{"seat_ids": []string{seat(event, 15), seat(event, 16)}}).want(201)
	if s := h.shown(event, block); s != "aahhaassaaaaaabb" {
		t.Errorf("seats %s", s)
	}
	list := h.owner("GET", event+"/blocks", nil).want(200)
	if list.text("items", 0, "seat_ids", 1) != seat(event, 16) {
		t.Errorf("%s", list.Raw)
	}
	// The best are chosen in the decision: by tier, in a section, anywhere.
	best := h.owner("POST", event+"/orders", object{"user_id": "dan", "items": []object{{"best": object{"section": "Balcony", "accessible": true}, "quantity": 2}}}).want(201)
	if best.text("items", 0, "seat_id") != seat(event, 13) || best.text("items", 1, "seat_id") != seat(event, 14) {
		t.Errorf("%s", best.Raw)
	}
	front := got.text("tiers", 0, "id")
	h.owner("POST", event+"/orders", object{"user_id": "eve", "items": []object{{"tier_id": front, "quantity": 3}}}).problem(409, "not_together")
	h.owner("POST", event+"/orders", object{"user_id": "eve", "items": []object{{"tier_id": front, "quantity": 2}}}).want(201)
	last := h.owner("POST", event+"/orders", object{"user_id": "fay", "items": []object{{"best": object{}, "quantity": 1}, {"tier_id": got.text("tiers", 1, "id"), "quantity": 1}}}).want(201)
	if last.number("total") != 6000 || last.text("items", 1, "seat_id") != "" {
		t.Errorf("%s", last.Raw)
	}
	// Gone waits for Ada's seats; they lapse, and in the same step they are offered.
	gone := h.owner("POST", event+"/seats/"+seat(event, 4)+"/waitlist", object{"user_id": "gone"}).want(201)
	if gone.text("status") != "waitlisted" || gone.number("position") != 1 {
		t.Fatalf("%s", gone.Raw)
	}
	h.later(3 * time.Minute)
	h.eventually("Ada's seats lapse", func() bool {
		return h.owner("GET", "/v1/orders/"+ada.text("id"), nil).want(200).text("status") == "expired"
	})
	entry := h.owner("GET", "/v1/waitlist/"+gone.text("entry_id"), nil).want(200)
	if entry.text("state") == "waiting" || entry.text("offer", "id") == "" {
		t.Errorf("%s", entry.Raw)
	}
	accepted := h.owner("POST", "/v1/offers/"+entry.text("offer", "id")+":accept", nil).want(200)
	order := h.owner("GET", "/v1/orders/"+accepted.text("order_id"), nil).want(200)
	if order.text("status") != "pending" || order.text("items", 0, "seat_id") != seat(event, 4) {
		t.Errorf("%s", order.Raw)
	}
	h.owner("DELETE", event+"/blocks/"+block.text("id"), nil).want(200)
	h.sound()
}

// What an order is answered is what reading it answers.
func TestPlacedOrderIsTheOrder(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	for user, body := range map[string]object{
		"pays": take(event, "pays", 1, 2),
		"free": take(event, "free", 7),
		"best": {"user_id": "best", "items": []object{{"best": object{}, "quantity": 2}}, "email": "best@example.org", "name": "Best"},
	} {
		var made, read object
		placed := h.owner("POST", event+"/orders", body, "Idempotency-Key: "+user).want(201)
		h.must(json.Unmarshal([]byte(placed.Raw), &made))
		h.must(json.Unmarshal([]byte(h.owner("GET", "/v1/orders/"+placed.text("id"), nil).want(200).Raw), &read))
		delete(made, "ledger_seq")
		if !reflect.DeepEqual(made, read) {
			t.Errorf("%s: answered\n%v\nread\n%v", user, made, read)
		}
		again := h.owner("POST", event+"/orders", body, "Idempotency-Key: "+user).want(201)
		if again.Raw != placed.Raw {
			t.Errorf("%s: answered\n%s\nand again\n%s", user, placed.Raw, again.Raw)
		}
	}
}

// A block gives back some of its seats: to people who wait for them, in the same step,
// and readers of the chart and of its changes are told.
func TestSomeSeatsAreUnblocked(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	block := h.owner("POST", event+"/blocks", object{"seat_ids": []string{seat(event, 9), seat(event, 10), seat(event, 11)}}).want(201)
	path := event + "/blocks/" + block.text("id")
	if s := h.shown(event, block); s != "aaaaaaaabbbaaaaa" {
		t.Fatalf("seats %s", s)
	}
	waits := h.owner("POST", event+"/seats/"+seat(event, 10)+"/waitlist", object{"user_id": "ada"}).want(201)
	back := func(seats ...int) object {
		var ids []string
		for _, n := range seats {
			ids = append(ids, seat(event, n))
		}
		return object{"seat_ids": ids}
	}
	for name, c := range map[string]struct {
		path   string
		body   object
		status int
		field  string
	}{
		"a seat that it has not":  {path, back(9, 12), 404, "seat_ids[1]"},
		"a seat that is nowhere":  {path, object{"seat_ids": []string{"sea_x"}}, 404, "seat_ids[0]"},
		"no seat":                 {path, object{"seat_ids": []string{}}, 422, "seat_ids"},
		"a block that is nowhere": {path[:len(path)-1] + "_", back(9), 404, ""},
	} {
		a := h.owner("POST", c.path+":unblock", c.body)
		if a.Status != c.status || c.field != "" && a.text("errors", 0, "field") != c.field {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	left := h.owner("POST", path+":unblock", back(9, 10)).want(200)
	if left.text("status") != "held" || left.number("units") != 1 || left.text("seat_ids", 0) != seat(event, 11) {
		t.Errorf("%s", left.Raw)
	}
	// The one is on sale, the other is held for the person who waited; a repetition changes nothing.
	if s := h.shown(event, left); s != "aaaaaaaaahbaaaaa" {
		t.Errorf("seats %s", s)
	}
	if state := h.owner("GET", "/v1/waitlist/"+waits.text("entry_id"), nil).want(200).text("status"); state != "offered" {
		t.Errorf("who waits is %s", state)
	}
	if again := h.owner("POST", path+":unblock", back(10)).want(200); again.number("units") != 1 || again.number("ledger_seq") != left.number("ledger_seq") {
		t.Errorf("%s", again.Raw)
	}
	changes := h.owner("GET", event+"/seats/changes?since="+fmt.Sprint(block.number("ledger_seq")), nil).want(200)
	if len(changes.at("seats").([]any)) != 2 || changes.text("seats", 0, "state") != "a" || changes.text("seats", 1, "state") != "h" {
		t.Errorf("%s", changes.Raw)
	}
	if list := h.owner("GET", event+"/blocks", nil).want(200); len(list.at("items", 0, "seat_ids").([]any)) != 1 {
		t.Errorf("%s", list.Raw)
	}
	if last := h.owner("POST", path+":unblock", back(11)).want(200); last.text("status") != "released" {
		t.Errorf("%s", last.Raw)
	}
	if list := h.owner("GET", event+"/blocks", nil).want(200); len(list.at("items").([]any)) != 0 {
		t.Errorf("%s", list.Raw)
	}
	h.owner("POST", event+"/orders", take(event, "bob", 9, 11)).want(201)
	h.sound()
}

// Whoever waits for any of several is given what comes free first.
func TestSeatWaitlists(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre(func(e object) { e["tiers"] = []object{} })
	orders := map[int]string{}
	for n := 1; n <= 16; n += 2 {
		orders[n] = h.owner("POST", event+"/orders", take(event, fmt.Sprint("u", n), n, n+1)).want(201).text("id")
	}
	wait := func(user string, body object) string {
		body["user_id"] = user
		a := h.owner("POST", event+"/seats:wait", body).want(201)
		if a.text("status") != "waitlisted" {
			t.Fatalf("%s: %s", user, a.Raw)
		}
		return a.text("entry_id")
	}
	back := h.owner("GET", event, nil).want(200).text("tiers", 1, "id")
	pair := wait("pair", object{"sections": []string{"Stalls"}, "quantity": 2})
	single := wait("single", object{"seat_ids": []string{seat(event, 16), seat(event, 1)}})
	tier := wait("tier", object{"tier_ids": []string{back}, "quantity": 1})
	state := func(entry string) string { return h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("status") }
	h.owner("POST", "/v1/orders/"+orders[15]+":cancel", nil).want(200) // 15 and 16, on the balcony
	if state(pair) != "waiting" || state(single) != "offered" || state(tier) != "offered" {
		t.Errorf("pair %s, single %s, tier %s", state(pair), state(single), state(tier))
	}
	h.owner("POST", event+"/orders", take(event, "zoe", 15)).problem(409, "seat_taken")
	h.owner("POST", "/v1/orders/"+orders[5]+":cancel", nil).want(200) // 5 and 6, in the stalls
	if state(pair) != "offered" {
		t.Errorf("pair %s", state(pair))
	}
	h.sound()
}

// TestChartIsEncodedOncePerVersion: however many read at the same time, a version
// of the chart is encoded once, and all of them are given the same bytes.
func TestChartIsEncodedOncePerVersion(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	name := strings.TrimPrefix(event, "/v1/events/")
	at := h.owner("GET", event+"/seats", nil).want(200).number("ledger_seq")
	for version := 1; version <= 5; version++ {
		before := h.charts.Encodes(name)
		at = h.owner("POST", event+"/orders", take(event, fmt.Sprint("reader", version), 2*version, 2*version+1)).want(201).number("ledger_seq")
		var wg sync.WaitGroup
		read := make([]*seatchart.Document, 64)
		for i := range read {
			wg.Go(func() {
				doc, err := h.charts.Status(t.Context(), name, at, nil)
				if err != nil {
					t.Error(err)
				}
				read[i] = doc
			})
		}
		wg.Wait()
		for _, doc := range read {
			if doc != read[0] {
				t.Fatal("readers of one version are shown different documents")
			}
		}
		if n := h.charts.Encodes(name) - before; n != 1 {
			t.Errorf("version %d was encoded %d times", version, n)
		}
	}
}

// BenchmarkChart reads the chart of a hall as a key and as the public, with what a
// server does for each call and without a network.
func BenchmarkChart(b *testing.B) {
	h := newTestServer(b, func(c *api.Config) { c.AccessLevel = slog.LevelDebug })
	event := h.theatre()
	for name, key := range map[string]string{"key": h.key(h.org, identity.Owner), "public": ""} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest("GET", event+"/seats", nil)
			r.Header.Set("Accept-Encoding", "gzip")
			if key != "" {
				r.Header.Set("Authorization", "Bearer "+key)
			}
			w := &nowhere{header: http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				w.written = 0
				if h.handler.ServeHTTP(w, r); w.written == 0 || w.status != 0 {
					b.Fatal(w.status)
				}
			}
		})
	}
}

// nowhere counts what is written.
type nowhere struct {
	header          http.Header
	status, written int
}

func (w *nowhere) Header() http.Header         { return w.header }
func (w *nowhere) WriteHeader(status int)      { w.status = status }
func (w *nowhere) Write(b []byte) (int, error) { w.written += len(b); return len(b), nil }

func TestSeatsBadInput(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, other := h.theatre(func(e object) { e["no_single_seats"] = true }), h.theatre()
	plain := h.event(5)
	h.owner("POST", event+"/blocks", object{"seat_ids": []string{seat(event, 12)}}).want(201)
	before := h.owner("GET", event+"/audit", nil).want(200).Raw
	tiers := h.owner("GET", event, nil).want(200)
	order := func(items ...object) object { return object{"user_id": "ada", "items": items} }
	for name, c := range map[string]struct {
		path   string
		body   object
		status int
		code   string
		field  string
	}{
		"a seat that does not exist":  {"/orders", order(object{"seat_id": seat(event, 17)}), 404, "not_found", "items[0].seat_id"},
		"a seat of another event":     {"/orders", order(object{"seat_id": seat(event, 1)}, object{"seat_id": seat(other, 2)}), 404, "not_found", "items[1].seat_id"},
		"a blocked seat":              {"/orders", order(object{"seat_id": seat(event, 12)}), 409, "seat_blocked", "items[0].seat_id"},
		"the same seat twice":         {"/orders", order(object{"seat_id": seat(event, 1)}, object{"seat_id": seat(event, 1)}), 409, "seat_taken", "items[1].seat_id"},
		"two of a named seat":         {"/orders", order(object{"seat_id": seat(event, 1), "quantity": 2}), 422, "invalid_request", "items[0].seat_id"},
		"eleven seats":                {"/orders", order(object{"quantity": 11, "best": object{}}), 422, "quantity_out_of_range", "items[0].quantity"},
		"a section that is not there": {"/orders", order(object{"quantity": 1, "best": object{"section": "Attic"}}), 404, "not_found", "items[0].best.section"},
		"a lonely seat":               {"/orders", take(event, "ada", 2, 3), 403, "", ""},
		"no quantity":                 {"/orders", order(object{"best": object{}}), 422, "invalid_request", "items[0].quantity"},
		"registration":                {"/registrations", object{"user_id": "ada", "tier_id": tiers.text("tiers", 2, "id")}, 409, "seats_required", "tier_id"},
		"joining without seats":       {"/waitlist:join", object{"user_id": "ada", "tier_id": tiers.text("tiers", 2, "id")}, 409, "seats_required", "tier_id"},
		"blocking units of seats":     {"/blocks", object{"units": 1, "tier_id": tiers.text("tiers", 2, "id")}, 409, "seats_required", "seat_ids"},
		"blocking a blocked seat":     {"/blocks", object{"seat_ids": []string{seat(event, 1), seat(event, 12)}}, 409, "seat_blocked", "seat_ids[1]"},
		"blocking a foreign seat":     {"/blocks", object{"seat_ids": []string{seat(other, 1)}}, 404, "not_found", "seat_ids[0]"},
		"blocking nothing":            {"/blocks", object{}, 422, "invalid_request", "units"},
		"waiting for nothing":         {"/seats:wait", object{"user_id": "ada"}, 422, "invalid_request", "seat_ids"},
		"waiting for a foreign seat":  {"/seats/" + seat(other, 1) + "/waitlist", object{"user_id": "ada"}, 404, "not_found", "seat_ids[0]"},
		"waiting for too many":        {"/seats:wait", object{"user_id": "ada", "sections": []string{"Stalls"}, "quantity": 7}, 422, "party_exceeds_capacity", "quantity"},
		"waiting in an attic":         {"/seats:wait", object{"user_id": "ada", "sections": []string{"Stalls", "Attic"}}, 404, "not_found", "sections[1]"},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			if c.code == "" { // staff may; the public is refused
				a := h.send("POST", event+c.path, "", object{"email": "p@example.org", "name": "P", "items": c.body["items"]})
				a.problem(409, "seat_left_alone").names("items")
				return
			}
			h.owner("POST", event+c.path, c.body).problem(c.status, c.code).names(c.field)
		})
	}
	h.t = t
	if after := h.owner("GET", event+"/audit", nil).want(200).Raw; after != before {
		t.Errorf("a refused call changed something: %s", after)
	}
	for _, path := range []string{"/seats", "/seats/layout", "/seats/changes"} {
		h.owner("GET", plain+path, nil).problem(404, "not_found")
	}
	h.owner("POST", plain+"/orders", take(plain, "ada", 1)).problem(404, "not_found")
	h.owner("POST", plain+"/seats:wait", object{"user_id": "ada", "sections": []string{"x"}}).problem(404, "not_found")
	h.owner("POST", "/v1/events", h.newEvent(5, func(e object) { e["seating"] = object{"plan_id": "pla_000000000000"} })).problem(422, "invalid_request").names("seating.plan_id")
	rival := h.key(h.organization("Rival"), identity.Owner)
	foreign := h.newEvent(5, func(e object) {
		e["seating"] = object{"plan_id": h.owner("POST", h.room()+"/seating-plans", object{"name": "x", "csv": smallPlan}).want(201).text("id")}
	})
	h.send("POST", "/v1/events", rival, foreign).problem(422, "invalid_request").names("seating.plan_id")
	foreign["tiers"] = []object{{"name": "Front", "capacity": 3}}
	h.owner("POST", "/v1/events", foreign).problem(422, "invalid_request").names("tiers[0].capacity")
	delete(foreign, "tiers")
	plan := foreign["seating"].(object)["plan_id"]
	for field, seating := range map[string]object{
		"seating.sections[0].name": {"plan_id": plan, "sections": []object{{"name": "Attic", "tier": "Front"}}},
		"seating.tiers[1].name":    {"plan_id": plan, "tiers": []object{{"name": "Back", "tier": "Front"}, {"name": "Middle", "tier": "Front"}}},
		"seating.sections[1].name": {"plan_id": plan, "sections": []object{{"name": "Stalls", "tier": "Front"}, {"name": "Stalls", "tier": "Back"}}},
		"seating.tiers[0].tier":    {"plan_id": plan, "tiers": []object{{"name": "Front", "tier": " "}}},
	} {
		foreign["seating"] = seating
		h.owner("POST", "/v1/events", foreign).problem(422, "invalid_request").names(field)
	}
}

// An event sells the seats of a plan as tiers of its own: whole sections, and
// what is left of a tier of the plan. The plan stays as it is.
func TestSeatsSoldAsOtherTiers(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	var plan object
	event := h.theatre(func(e object) {
		plan = e["seating"].(object)
		plan["sections"] = []object{{"name": "Balcony", "tier": "Gallery"}}
		plan["tiers"] = []object{{"name": "Front", "tier": "Premium"}}
		e["tiers"] = []object{{"name": "Premium", "price": 7000}, {"name": "Gallery", "price": 1500}}
	})
	got := h.owner("GET", event, nil).want(200)
	capacity := map[string]int64{}
	for i := range got.at("tiers").([]any) {
		capacity[got.text("tiers", i, "name")] = got.number("tiers", i, "capacity")
	}
	if len(capacity) != 3 || capacity["Premium"] != 6 || capacity["Back"] != 6 || capacity["Gallery"] != 4 {
		t.Errorf("%v", capacity)
	}
	if got.text("seating", "plan_id") != plan["plan_id"] || got.number("seating", "version") != 1 {
		t.Errorf("%s", got.Raw)
	}
	layout := h.send("GET", event+"/seats/layout", "", nil).want(200)
	if layout.text("tiers", 0) != "Premium" || layout.text("tiers", 2) != "Gallery" || layout.text("tier_ids", "Gallery") == "" {
		t.Errorf("%s", layout.Raw)
	}
	if order := h.owner("POST", event+"/orders", take(event, "ada", 1, 16)).want(201); order.number("total") != 8500 {
		t.Errorf("%s", order.Raw)
	}
	if stored := h.owner("GET", "/v1/seating-plans/"+plan["plan_id"].(string), nil).want(200); stored.text("layout", "tiers", 0) != "Front" {
		t.Errorf("the plan was changed: %s", stored.Raw)
	}
}

// One encoding for all readers; 304 for clients that have it; gzip for clients that accept it.
func TestSeatChart(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	first := h.owner("GET", event+"/seats", nil).want(200)
	etag := first.Header.Get("ETag")
	h.owner("GET", event+"/seats", nil, "If-None-Match: "+etag).want(304)
	h.owner("GET", event+"/seats", nil, "If-None-Match: W/"+etag).want(304)
	ada := h.owner("POST", event+"/orders", take(event, "ada", 1, 2)).want(201)
	at := fmt.Sprint("?at_least=", ada.number("ledger_seq"))
	packed := h.owner("GET", event+"/seats"+at, nil, "If-None-Match: "+etag, "Accept-Encoding: br, gzip")
	if packed.Status != 200 || packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("Vary") == "" || packed.Header.Get("ETag") == etag {
		t.Fatalf("%d %v", packed.Status, packed.Header)
	}
	z, err := gzip.NewReader(bytes.NewReader([]byte(packed.Raw)))
	h.must(err)
	plain, err := io.ReadAll(z)
	h.must(err)
	var status object
	h.must(json.Unmarshal(plain, &status))
	if status["seats"] != "hhaaaaaaaaaaaaaa" {
		t.Errorf("%s", plain)
	}
	if a := h.owner("GET", event+"/seats"+at, nil, "Accept-Encoding: gzip;q=0").want(200); a.Header.Get("Content-Encoding") != "" {
		t.Errorf("%v", a.Header)
	}
	changes := h.owner("GET", event+"/seats/changes?since="+fmt.Sprint(first.number("ledger_seq")), nil).want(200)
	if changes.at("complete") != true || len(changes.at("seats").([]any)) != 2 || changes.number("seats", 1, "seat") != 2 || changes.text("seats", 1, "state") != "h" {
		t.Errorf("%s", changes.Raw)
	}
	if old := h.owner("GET", event+"/seats/changes?since=0", nil).want(200); old.at("complete") != false {
		t.Errorf("%s", old.Raw)
	}
	h.owner("GET", event+"/seats?at_least=-1", nil).problem(422, "invalid_request").names("at_least")
	draft := h.theatre(func(e object) { e["publish"] = false })
	h.send("GET", draft+"/seats", "", nil).problem(404, "not_found")
	h.send("GET", event+"/seats", h.key(h.organization("Rival"), identity.Viewer), nil).problem(404, "not_found")
}
