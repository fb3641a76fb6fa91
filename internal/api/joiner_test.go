package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
)

// placeToken is the token of the last link of a kind that was mailed to somebody who waits.
func (h *testServer) placeToken(what accountmail.Kind) string {
	h.t.Helper()
	for i := len(h.letters) - 1; i >= 0; i-- {
		if h.letters[i].what == what {
			return h.links.PlaceToken(h.letters[i].thing)
		}
	}
	h.t.Fatalf("no %s was mailed", what)
	return ""
}

// openTables makes a resource that everybody may see, and returns its path and its public one.
func (h *testServer) openTables(more object) (path, public string) {
	h.t.Helper()
	body := object{
		"name": "Table at the Old Harbour", "timezone": "Europe/Berlin", "window_seconds": 600, "max_units": 4, "public_page": true, "description": "By the water.\n\nBring a coat.",
		"attributes": []object{{"name": "area", "label": "Where", "values": []string{"terrace", "hall"}}}, "terms": "Come in time.",
	}
	for k, v := range more {
		body[k] = v
	}
	made := h.owner("PUT", "/v1/resources/harbour", body)
	if made.Status != 200 {
		made.want(201)
	}
	return "/v1/resources/harbour", "/v1/public/resources/" + made.text("id")
}

// TestPeopleJoin: somebody joins a waitlist with an address that they confirm first, accepts what
// they are offered by the link, which reaches this place alone; and is erased.
func TestPeopleJoin(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	path, public := h.openTables(object{"public_page": false})
	body := object{"name": "Ada", "email": "Ada@example.org", "units": 2, "attributes": object{"area": "terrace"}}
	h.send("GET", public, "", nil).problem(404, "not_found")
	h.send("POST", public+"/waitlist", "", body).problem(404, "not_found")
	h.openTables(nil)
	seen := h.send("GET", public, "", nil).want(200)
	if seen.text("name") != "Table at the Old Harbour" || seen.text("attributes", 0, "label") != "Where" || seen.number("waiting") != 0 || seen.text("organization") == "" {
		t.Errorf("%s", seen.Raw)
	}
	h.send("POST", public+"/waitlist", "", body).problem(422, "resource_terms").names("terms_version")
	body["terms_version"] = seen.text("terms_version")
	with := func(name string, value any) object {
		changed := object{}
		for k, v := range body {
			changed[k] = v
		}
		changed[name] = value
		return changed
	}
	h.send("POST", public+"/waitlist", "", with("email", "nobody")).problem(422, "invalid_request").names("email")
	h.send("POST", public+"/waitlist", "", with("attributes", object{"area": "roof"})).problem(422, "invalid_request").names("attributes")
	h.send("POST", public+"/waitlist", "", with("units", 5)).problem(422, "resource_units").names("units")
	if got := h.send("POST", public+"/waitlist", "", body).want(202); got.text("status") != "confirm_address" || strings.Contains(got.Raw, "hp_") {
		t.Fatalf("%s", got.Raw)
	}
	place := "/v1/resource-places/" + h.placeToken(accountmail.ResourceAddressMail)
	second := with("name", "Ada again")
	h.send("POST", public+"/waitlist", "", second).want(202)
	again := "/v1/resource-places/" + h.placeToken(accountmail.ResourceAddressMail)

	// Nobody waits before the address is confirmed.
	if got := h.send("GET", place, "", nil).want(200); got.text("status") != "confirm_address" || got.number("units") != 2 {
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", place+":accept", "", nil).problem(409, "resource_not_joined")
	h.send("POST", place+":leave", "", nil).problem(409, "resource_not_joined")
	if got := h.owner("GET", path+"/waitlist", nil).want(200); len(got.at("items").([]any)) != 0 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", path+"/waitlist:join", object{"user_id": "bob", "email": "bob@example.org"}).want(201)
	joined := h.send("POST", place+":confirm", "", nil).want(200)
	if joined.text("status") != "waiting" || joined.number("position") != 2 || joined.text("history", 0, "reason") != "joined" {
		t.Fatalf("%s", joined.Raw)
	}
	h.send("POST", place+":confirm", "", nil).want(200)
	// An address waits once; whoever asks again is mailed the link to the place that they have.
	h.send("POST", again+":confirm", "", nil).problem(409, "resource_already_waiting")
	h.letters = nil
	h.send("POST", public+"/waitlist", "", with("email", "ada@EXAMPLE.org")).want(202)
	if h.placeToken(accountmail.ResourceWaitingMail) != strings.TrimPrefix(place, "/v1/resource-places/") {
		t.Error("the mail does not lead to the place")
	}
	h.send("POST", public+"/waitlist", "", with("email", "bob@example.org")).want(202) // whom the other system knows by another name
	list := h.owner("GET", path+"/waitlist", nil).want(200)
	if len(list.at("items").([]any)) != 2 || list.text("items", 1, "name") != "Ada" || !strings.HasPrefix(list.text("items", 1, "user_id"), "self_") {
		t.Errorf("%s", list.Raw)
	}

	// The token opens this place, and nothing else.
	h.send("GET", path, strings.TrimPrefix(place, "/v1/resource-places/"), nil).problem(401, "checkin_pass_invalid")
	h.send("GET", place[:len(place)-2]+"xx", "", nil).problem(404, "not_found")

	// What is released on the terrace is hers; she accepts, and accepts again.
	h.owner("POST", path+":capacity-released", object{"event_id": "a", "units": 1, "attributes": object{"area": "hall"}}).want(200)
	h.owner("POST", path+":capacity-released", object{"event_id": "b", "units": 2, "attributes": object{"area": "terrace"}}).want(200)
	offered := h.send("GET", place, "", nil).want(200)
	if offered.text("status") != "offered" || offered.number("offer", "units") != 2 || offered.at("position") != nil {
		t.Errorf("%s", offered.Raw)
	}
	if got := h.send("POST", place+":accept", "", nil).want(200); got.text("status") != "accepted" {
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", place+":accept", "", object{}).want(200)
	h.send("POST", place+":decline", "", nil).problem(409, "resource_offer_ended")
	h.send("POST", place+":leave", "", nil).problem(409, "resource_entry_ended")

	// She wants another table, and leaves; and declines the third.
	for _, does := range []string{"leave", "decline"} {
		h.later(time.Hour)
		h.send("POST", public+"/waitlist", "", body).want(202)
		more := "/v1/resource-places/" + h.placeToken(accountmail.ResourceAddressMail)
		h.send("POST", more+":confirm", "", nil).want(200)
		if does == "decline" {
			h.owner("POST", path+":capacity-released", object{"event_id": "c", "units": 2, "attributes": object{"area": "terrace"}}).want(200)
		}
		for range 2 {
			if got := h.send("POST", more+":"+does, "", nil).want(200); got.text("status") != map[string]string{"leave": "left", "decline": "declined"}[does] {
				t.Errorf("%s", got.Raw)
			}
		}
	}
	// Erased: the link is over, and the organization reads no name.
	if got := h.send("POST", place+":erase", "", nil).want(200); got.text("status") != "erased" {
		t.Errorf("%s", got.Raw)
	}
	h.send("GET", place, "", nil).problem(404, "not_found")
	if got := h.owner("GET", path+"/waitlist?everybody=true", nil).want(200); got.at("items", 1, "name") != nil || got.text("items", 2, "name") != "Ada" {
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", again+":erase", "", nil).want(200) // who has not joined is erased, too
	h.send("GET", again, "", nil).problem(404, "not_found")

	// Whoever is told a position is told that it can grow, where others may have priority.
	later := strings.TrimPrefix(h.owner("POST", path+"/waitlist:join", object{"user_id": "eve", "email": "eve@example.org", "units": 4}).want(201).text("page_url"), "http://holdfast.test/w/")
	stands := func(position int64, headStart any) {
		t.Helper()
		for _, got := range []*answer{h.send("GET", "/v1/resource-places/"+later, "", nil).want(200), h.send("GET", public, "", nil).want(200)} {
			if got.at("class_head_start_seconds") != headStart || got.at("position") != nil && got.number("position") != position {
				t.Errorf("want position %d and a head start of %v: %s", position, headStart, got.Raw)
			}
		}
	}
	stands(1, nil)
	h.openTables(object{"class_head_start_seconds": 3600})
	h.owner("POST", path+"/waitlist:join", object{"user_id": "vip", "email": "vip@example.org", "units": 4, "priority_class": 1}).want(201)
	stands(2, 3600.0)
	for _, page := range []string{"/w/" + later, "/resources/" + strings.TrimPrefix(public, "/v1/public/resources/")} {
		if got := h.send("GET", page, "", nil).want(200); !strings.Contains(got.Raw, "each level counts as joining 1 hour earlier") {
			t.Errorf("%s does not say who has priority: %s", page, got.Raw)
		}
	}
	h.sound()
}

// TestPeopleJoinErasure: a person reads what they asked for themselves, confirmed or not, and what
// they agreed to, and has it erased.
func TestPeopleJoinErasure(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	_, public := h.openTables(nil)
	body := object{"name": "Ada", "email": "ada@example.org", "terms_version": h.send("GET", public, "", nil).want(200).text("terms_version")}
	var places []string
	for range 2 {
		h.send("POST", public+"/waitlist", "", body).want(202)
		places = append(places, "/v1/resource-places/"+h.placeToken(accountmail.ResourceAddressMail))
	}
	h.send("POST", places[0]+":confirm", "", nil).want(200)
	cookie := h.signIn("ada@example.org")
	data := h.visit(cookie, "GET", "/v1/me/data", nil).want(200)
	if data.text("resource_entries", 0, "status") != "waiting" || data.text("resource_entries", 1, "status") != "confirm_address" || data.text("resource_entries", 0, "terms") != "Come in time." {
		t.Errorf("%s", data.Raw)
	}
	if gone := h.visit(cookie, "POST", "/v1/me:erase", object{"email": "ada@example.org"}).want(200); gone.number("resource_entries") != 2 {
		t.Errorf("%s", gone.Raw)
	}
	for _, place := range places {
		h.send("GET", place, "", nil).problem(404, "not_found")
	}
	h.sound()
}

// TestPeopleJoinInTime: what is not confirmed in time is no place, and is deleted; a waitlist that is
// full takes nobody, and one that is not public any more neither; who sees no position sees no estimate.
func TestPeopleJoinInTime(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	path, public := h.openTables(object{"terms": "", "waitlist_limit": 1, "position_display": "hidden"})
	ask := func(email string) string {
		t.Helper()
		h.send("POST", public+"/waitlist", "", object{"name": "Ada", "email": email}).want(202)
		return "/v1/resource-places/" + h.placeToken(accountmail.ResourceAddressMail)
	}
	late, ada, bob := ask("late@example.org"), ask("ada@example.org"), ask("bob@example.org")
	if got := h.send("POST", ada+":confirm", "", nil).want(200); got.text("status") != "waiting" || got.at("position") != nil || got.at("expected_at") != nil {
		t.Errorf("%s", got.Raw)
	}
	if got := h.send("GET", public, "", nil).want(200); got.number("waiting") != 0 {
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", bob+":confirm", "", nil).problem(410, "resource_waitlist_full")
	if got := h.send("GET", bob, "", nil).want(200); got.text("status") != "not_joined" {
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", public+"/waitlist", "", object{"name": "Cyd", "email": "cyd@example.org"}).problem(410, "resource_waitlist_full")
	h.openTables(object{"terms": "", "public_page": false})
	h.send("POST", bob+":confirm", "", nil).problem(403, "resource_not_public")
	h.send("GET", ada, "", nil).want(200) // who waits, waits on
	h.openTables(object{"terms": ""})
	h.send("POST", bob+":confirm", "", nil).want(200)
	h.later(3 * time.Hour)
	h.send("POST", late+":confirm", "", nil).problem(410, "join_expired")
	h.later(24 * time.Hour)
	if n, err := h.store.ResourceJoins.Prune(t.Context(), inventory.At(h.now()), 10); err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
	h.send("GET", late, "", nil).problem(404, "not_found")
	if got := h.owner("GET", path+"/waitlist", nil).want(200); len(got.at("items").([]any)) != 2 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("PUT", path, object{"name": "x", "attributes": []object{{"name": "a", "values": []string{"1", "1"}}}}).problem(422, "invalid_request").names("attributes[0].values[1]")
	h.owner("PUT", path, object{"name": "x", "attributes": []object{{"name": "a", "values": []string{"1"}}, {"name": "a", "values": []string{"1"}}}}).problem(422, "invalid_request").names("attributes[1].name")
	h.sound()
}

// TestJoinPages: the same by forms, without a script.
func TestJoinPages(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	path, public := h.openTables(nil)
	page := "/resources/" + strings.TrimPrefix(public, "/v1/public/resources/")
	if got := h.owner("GET", path, nil).want(200); !strings.HasSuffix(got.text("page_url"), page) {
		t.Errorf("%s", got.Raw)
	}
	seen := func(r *http.Request, status int, words ...string) string {
		t.Helper()
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		for _, word := range words {
			if !strings.Contains(w.Body.String(), word) {
				t.Errorf("%s: no %q in %s", r.URL, word, w.Body.String())
			}
		}
		if w.Code != status {
			t.Errorf("%s: %d", r.URL, w.Code)
		}
		return w.Body.String()
	}
	form := func(to string, fields url.Values, status int, words ...string) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(fields.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept-Language", "fr")
		seen(r, status, words...)
	}
	read := func(of string, status int, words ...string) string {
		t.Helper()
		return seen(httptest.NewRequestWithContext(t.Context(), http.MethodGet, of, nil), status, words...)
	}
	read(page, 200, "Table at the Old Harbour", "By the water.", "Come in time.", "terrace", "Waiting now", "Nobody can say yet")
	fields := url.Values{"name": {"Ada"}, "email": {"nobody"}, "units": {"2"}, "asks.area": {"hall"}}
	form(page+"/join", fields, 422, "adresse e-mail valide", `value="Ada"`, "<option selected>hall")
	fields.Set("email", "ada@example.org")
	form(page+"/join", fields, 422, "accepter les conditions")
	fields.Set("terms", h.send("GET", public, "", nil).want(200).text("terms_version"))
	fields.Set("units", "9")
	form(page+"/join", fields, 422, "plus petit")
	fields.Set("units", "2")
	form(page+"/join", fields, 200, "Consultez votre messagerie")
	link := "/w/" + h.placeToken(accountmail.ResourceAddressMail)
	form(page+"/join", fields, 200, "Consultez votre messagerie")
	other := "/w/" + h.placeToken(accountmail.ResourceAddressMail)
	read(link, 200, "One more step", link+"/confirm", link+"/erase", "Where", "hall")
	form(link+"/confirm", nil, 303)
	read(link, 200, "You’re on the waitlist", "#1", "Where", link+"/leave", link+"/erase")
	form(other+"/confirm", nil, 409, "déjà sur cette liste")
	h.owner("POST", path+":capacity-released", object{"event_id": "a", "units": 2, "attributes": object{"area": "hall"}}).want(200)
	read(link, 200, "It’s your turn", "Reserved for you until")
	form(link+"/accept", nil, 303)
	read(link, 200, "It’s yours")
	form(link+"/erase", nil, 200, "supprimées")
	read(link, 404)
	fields.Set("email", "bob@example.org")
	form(page+"/join", fields, 200, "Consultez votre messagerie")
	other = "/w/" + h.placeToken(accountmail.ResourceAddressMail)
	h.later(3 * time.Hour)
	read(other, 200, "This link has expired", page)
	form(other+"/confirm", nil, 410, "expiré")
	form(other+"/erase", nil, 200)
	read(other, 404)
	h.openTables(object{"public_page": false})
	read(page, 404)
	form(page+"/join", fields, 404)
	h.sound()
}

// TestPeopleJoinWhileBusy: while the server is busy a stranger answers a challenge first, which is
// good for one.
func TestPeopleJoinWhileBusy(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	_, public := h.openTables(object{"terms": ""})
	body := object{"name": "Ada", "email": "ada@example.org"}
	event := h.event(10)
	h.queue(event, 5, "none")
	h.later(time.Hour)
	h.fill(0.1)
	h.send("POST", event+"/waiting-room:join", "", nil).problem(403, "challenge_required") // who sees how busy it is
	h.send("POST", public+"/waitlist", "", body).problem(403, "challenge_required")
	answer := h.solve(public, "waitlist")
	h.send("POST", public+"/waitlist", "", body, answer, "Idempotency-Key: one").want(202)
	h.send("POST", public+"/waitlist", "", body, answer, "Idempotency-Key: two").problem(409, "challenge_used")
}
