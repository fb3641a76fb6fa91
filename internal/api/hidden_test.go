package api_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// Hidden tiers are for staff and people with an access code. Nobody else reads of them:
// no name, no id, no capacity, nothing of what is left, in no answer, page or stream;
// neither can it be told from the totals.
func TestHiddenTiersAreHidden(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	// 9716 is what is left of Velvet box, whose seats are 4 of the Balcony and 6 of the Stalls.
	event := h.theatre(func(e object) {
		e["capacity"], e["title"] = 100, "Moths"
		e["tiers"] = []object{
			{"name": "Front", "price": 5000}, {"name": "Standing", "price": 1000, "capacity": 37},
			{"name": "Back", "price": 2000, "hidden": true},
			{"name": "Velvet box", "price": 0, "hidden": true, "capacity": 9719},
			{"name": "Crew", "price": 0, "hidden": true, "pools": []string{"Moonlit crew"}},
		}
		e["pools"] = []object{{"name": "Moonlit crew", "capacity": 8713}}
		e["capacity"] = 20011
	})
	got := h.owner("GET", event, nil).want(200)
	byName := map[string]string{}
	var secrets []string
	for i := range got.at("tiers").([]any) {
		byName[got.text("tiers", i, "name")] = got.text("tiers", i, "id")
		if got.at("tiers", i, "hidden") == true {
			secrets = append(secrets, got.text("tiers", i, "id"), got.text("tiers", i, "name"))
		}
	}
	for i := range got.at("pools").([]any) {
		if name := got.text("pools", i, "name"); name == "Moonlit crew" || name == "Velvet box" || name == "Back" {
			secrets = append(secrets, got.text("pools", i, "id"), name)
		}
	}
	if len(secrets) != 12 {
		t.Fatalf("hidden are %q of %s", secrets, got.Raw)
	}
	h.owner("POST", event+"/orders", buy("kim", byName["Velvet box"], 3)).want(201)
	h.owner("POST", event+"/orders", take(event, "kit", 14)).want(201) // a seat of Back
	h.owner("POST", event+"/codes", object{"code": "VELVET", "kind": "access", "tier_ids": []string{byName["Velvet box"]}}).want(201)
	h.owner("POST", event+"/codes", object{"code": "BALCONY", "kind": "access", "tier_ids": []string{byName["Back"]}}).want(201)
	// Capacities, what is left of them, and the totals of the event from which both follow.
	secrets = append(secrets, "9719", "9716", "8713", "20011", "20010", "20008", "20007")
	told := regexp.MustCompile(`(?:\b)(` + strings.Join(secrets, "|") + `)\b`)

	ada := h.owner("POST", event+"/orders", buy("ada", byName["Standing"], 2)).want(201)
	person := ada.text("person", "id")
	readers := map[string]func(path string) *answer{
		"the public": func(path string) *answer { return h.send("GET", path, "", nil, "Accept: */*") },
		"the public, de": func(path string) *answer {
			return h.send("GET", path, "", nil, "Accept: text/html", "Accept-Language: de")
		},
		"a guest by link": func(path string) *answer {
			return h.send("GET", path, h.fresh(identity.OrderLink, ada.text("id"), person), nil)
		},
	}
	stranger, guest := h.signIn("stranger@example.org"), h.signIn("ada@example.org")
	readers["a stranger"] = func(path string) *answer { return h.visit(stranger, "GET", path, nil) }
	readers["a guest"] = func(path string) *answer { return h.visit(guest, "GET", path, nil) }
	page := h.fresh(identity.OrderLink, ada.text("id"), person)
	paths := []string{
		"/events/" + eventID(event), "/orders/" + page, "/", event + "/seats/changes?since=1", event + "/stream?only=seats&after_seq=1",
		"/v1/public/events?q=Moths",
	}
	fill := strings.NewReplacer("{event_id}", eventID(event), "{order_id}", ada.text("id"), "{ticket_id}", id.TicketOf(ada.text("id"), 1),
		"{seat_id}", seat(event, 14), "{user_id}", "ada")
	for _, rt := range api.Routes() {
		if path := fill.Replace(rt.Path); rt.Method == http.MethodGet && !strings.Contains(path, "{") {
			paths = append(paths, path)
		}
	}
	read := map[string]int{}
	for who, get := range readers {
		for _, path := range paths {
			a := get(path)
			if secret := told.FindString(a.Raw); secret != "" {
				t.Errorf("%s reads %q at %s: %s", who, secret, path, a.Raw)
			}
			if a.Status == 200 {
				read[path]++
			}
		}
	}
	for _, path := range []string{event, event + "/stream", event + "/seats", event + "/seats/layout", event + "/seats/changes?since=1", "/events/" + eventID(event), "/v1/public/events"} {
		if read[path] == 0 {
			t.Errorf("%s was not read", path)
		}
	}

	// What is left for everybody adds up.
	open := h.send("GET", event, "", nil).want(200)
	if open.number("availability", "capacity") != 43 || open.number("availability", "available") != 41 || open.number("availability", "held") != 2 ||
		open.number("capacity") != 43 || open.number("pools", 0, "capacity") != 43 || open.number("pools", 0, "available") != 41 {
		t.Errorf("the totals: %s", open.Raw)
	}
	// Whoever has the code sees what it opens.
	if a := h.send("POST", event+"/codes:try", "", object{"code": "velvet"}).want(200); a.text("tiers", 0, "name") != "Velvet box" || a.number("tiers", 0, "available") != 9716 {
		t.Errorf("with the code: %s", a.Raw)
	}
	chart := func(query string) string { return h.send("GET", event+"/seats"+query, "", nil).want(200).text("seats") }
	if a, b, c := chart(""), chart("?access_code=balcony"), h.owner("GET", event+"/seats", nil).text("seats"); a != "aaaaaabbbbbbbbbb" || b != "aaaaaaaaaaaaahaa" || c != b {
		t.Errorf("the chart is %s, with a code %s, for staff %s", a, b, c)
	}
	h.send("GET", event+"/seats?access_code=guess", "", nil).problem(404, "not_found")
	if a := h.send("GET", event+"/seats?access_code=velvet", "", nil).want(200); a.text("seats") != chart("") {
		t.Errorf("a code for another tier opens seats: %s", a.Raw)
	}
	if a := h.send("GET", event+"/seats/layout?access_code=BALCONY", "", nil).want(200); a.text("tier_ids", "Back") != byName["Back"] || a.text("tiers", 1) != "Back" {
		t.Errorf("the layout with a code: %s", a.Raw)
	}
	plain, masked := h.owner("GET", event+"/seats/layout", nil).want(200), h.send("GET", event+"/seats/layout", "", nil).want(200)
	if plain.Header.Get("ETag") == masked.Header.Get("ETag") || masked.text("tiers", 1) != "" {
		t.Errorf("layouts: %s %s", plain.Header.Get("ETag"), masked.Raw)
	}
	// Nobody waits for what is hidden from them: a seat, a tier, or a section that has such seats.
	for _, wish := range []object{
		{"sections": []string{"Stalls"}}, {"seat_ids": []string{seat(event, 1), seat(event, 14)}}, {"tier_ids": []string{byName["Front"], byName["Back"]}},
	} {
		wish["name"], wish["email"] = "Nosy", "nosy@example.org"
		if a := h.send("POST", event+"/seats:wait", "", wish); a.Status != 404 {
			t.Errorf("a stranger waits for %v: %d %s", wish, a.Status, a.Raw)
		}
	}
	// What is hidden later is gone from what was encoded before.
	h.owner("PATCH", event, object{"tiers": []object{{"id": byName["Back"], "hidden": false}}}).want(200)
	if a := chart(""); a != "aaaaaaaaaaaaahaa" {
		t.Errorf("shown again: %s", a)
	}
	h.owner("PATCH", event, object{"tiers": []object{{"id": byName["Front"], "hidden": true}}}).want(200)
	if a := chart(""); a != "bbbbbbaaaaaaahaa" {
		t.Errorf("hidden later: %s", a)
	}
	h.sound()
}

// The stream tells staff of hidden tiers, and the public of what is left for it.
func TestHiddenTiersInTheStream(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, _ := h.sale(50, func(e object) {
		e["tiers"] = append(e["tiers"].([]object), object{"name": "Friends", "price": 0, "hidden": true, "capacity": 31})
	})
	friends := h.owner("GET", event, nil).want(200).text("tiers", 3, "id")
	srv := h.serve()
	public, staff := h.open(srv, event+"/stream", ""), h.open(srv, event+"/stream", h.keys[identity.Viewer])
	count := func(s *eventStream) (tiers int, left, confirmed float64) {
		e := s.next("availability_changed")
		of := e.data["availability"].(object)
		return len(e.data["tiers"].([]any)), of["available"].(float64), of["confirmed"].(float64)
	}
	for _, taken := range []float64{0, 2} {
		if taken > 0 {
			h.owner("POST", event+"/orders", buy("kim", friends, 2)).want(201)
		}
		if n, left, confirmed := count(public); n != 3 || left != 50-taken || confirmed != 0 {
			t.Errorf("the public is told about %d tiers, %v left, %v taken", n, left, confirmed)
		}
		if n, left, confirmed := count(staff); n != 4 || left != 50-taken || confirmed != taken {
			t.Errorf("staff is told about %d tiers, %v left, %v taken", n, left, confirmed)
		}
	}
	h.sound()
}
