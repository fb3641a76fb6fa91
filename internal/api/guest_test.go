package api_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// guestsOf are the user ids that a guest list answers with, over all pages.
func (h *testServer) guestsOf(event, query string) []string {
	h.t.Helper()
	var users []string
	for cursor := ""; ; {
		a := h.as(identity.Viewer, "GET", event+"/guests?limit=2&"+query+cursor, nil).want(200)
		for i := range a.at("items").([]any) {
			users = append(users, a.text("items", i, "person", "user_id"))
		}
		next := a.text("next_cursor")
		if next == "" {
			slices.Sort(users)
			return users
		}
		cursor = "&cursor=" + url.QueryEscape(next)
	}
}

// The guest list is found in by words, standing, tier and whether they came in.
func TestGuestList(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(4, set("tiers", []object{{"name": "Stalls"}, {"name": "Box"}}))
	box := h.owner("GET", event, nil).want(200).text("tiers", 1, "id")
	zoe := person("zoe", "Márta Özgür")
	zoe["name"] = "Zoë Åström"
	first := h.owner("POST", event+"/registrations", zoe).want(201)
	inBox := person("ada")
	inBox["tier_id"] = box
	h.owner("POST", event+"/registrations", inBox).want(201)
	h.register(event, "bob")
	h.register(event, "cyd") // waits
	h.owner("DELETE", event+"/registrations/bob", nil).want(200)
	h.scan(event, h.ticketsOf(first.text("order_id"))[0]["token"].(string)).verdict("admit")

	for query, want := range map[string]string{
		"":                            "ada bob cyd zoe",
		"q=zoe":                       "zoe",
		"q=astrom+ZOE":                "zoe",
		"q=ozgur":                     "zoe",
		"q=ada@example.org":           "ada",
		"q=" + first.text("order_id"): "zoe",
		"q=nobody":                    "",
		"standing=confirmed":          "ada zoe",
		"standing=waiting":            "",
		"standing=ended":              "bob",
		"standing=offered":            "cyd",
		"tier_id=" + box:              "ada",
		"checked_in=yes":              "zoe",
		"checked_in=no":               "ada zoe",
		"checked_in=no&q=example":     "ada zoe",
	} {
		if got := strings.Join(h.guestsOf(event, query), " "); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	for query, field := range map[string]string{"standing=gone": "standing", "checked_in=perhaps": "checked_in", "tier_id=tir_x": "tier_id", "q=" + strings.Repeat("x", 101): "q"} {
		h.owner("GET", event+"/guests?"+query, nil).problem(422, "invalid_request").names(field)
	}

	record := h.owner("GET", event+"/guests/zoe", nil).want(200)
	if record.text("standing") != "confirmed" || record.number("tickets") != 2 || record.number("checked_in") != 1 ||
		record.text("guest_tickets", 0, "admitted_at") == "" || record.text("guest_tickets", 1, "attendee") != "Márta Özgür" || strings.Contains(record.Raw, "token") {
		t.Errorf("%s", record.Raw)
	}
	if bob := h.owner("GET", event+"/guests/bob", nil).want(200); bob.text("past_orders", 0, "status") != "released" {
		t.Errorf("%s", bob.Raw)
	}
	if cyd := h.owner("GET", event+"/guests/cyd", nil).want(200); cyd.text("entry", "offer", "id") == "" || cyd.text("orders", 0, "status") != "held" {
		t.Errorf("%s", cyd.Raw)
	}
	h.owner("GET", event+"/guests/nobody", nil).problem(404, "not_found")
}

// Orders are found by their buyer and shown the latest first.
func TestOrderSearch(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(9)
	ids := map[string]string{}
	for _, name := range []string{"ada", "bob", "cyd"} {
		ids[name] = h.owner("POST", event+"/orders", buy(name, tiers["Regular"], 1)).want(201).text("id")
	}
	newest := h.owner("GET", event+"/orders?sort=newest&limit=2", nil).want(200)
	last := h.owner("GET", event+"/orders?sort=newest&limit=2&cursor="+newest.text("next_cursor"), nil).want(200)
	if newest.text("items", 0, "id") != ids["cyd"] || newest.text("items", 1, "id") != ids["bob"] || last.text("items", 0, "id") != ids["ada"] || last.text("next_cursor") != "" {
		t.Errorf("%s\n%s", newest.Raw, last.Raw)
	}
	for q, want := range map[string]string{"BOB": ids["bob"], "cyd@example": ids["cyd"], ids["ada"]: ids["ada"]} {
		found := h.owner("GET", event+"/orders?status=pending&q="+url.QueryEscape(q), nil).want(200)
		if len(found.at("items").([]any)) != 1 || found.text("items", 0, "id") != want {
			t.Errorf("%s: %s", q, found.Raw)
		}
	}
	if none := h.owner("GET", event+"/orders?q=ada+bob", nil).want(200); len(none.at("items").([]any)) != 0 {
		t.Errorf("%s", none.Raw)
	}
	h.owner("GET", event+"/orders?sort=price", nil).problem(422, "invalid_request").names("sort")
}

// The story of a seat is that of all who had it.
func TestStoryOfASeat(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	one := seat(event, 1)
	var orders []string
	for _, name := range []string{"ada", "bob"} {
		o := h.owner("POST", event+"/seats/"+one+"/reserve", object{"email": name + "@example.org", "name": name}).want(201).text("id")
		h.owner("POST", "/v1/orders/"+o+":cancel", nil).want(200)
		orders = append(orders, o)
	}
	story := h.owner("GET", event+"/audit?subject="+one, nil).want(200)
	var subjects []string
	for i := range story.at("items").([]any) {
		subjects = append(subjects, story.text("items", i, "subject"))
	}
	if !slices.Equal(subjects, []string{orders[0], orders[0], orders[1], orders[1]}) {
		t.Errorf("%s", story.Raw)
	}
	if none := h.owner("GET", event+"/audit?subject="+seat(event, 2), nil).want(200); len(none.at("items").([]any)) != 0 {
		t.Errorf("%s", none.Raw)
	}
}
