package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestFirstToAccept: what came free is offered to several at once, who all know that; the first to
// accept has it, and the others are told and wait on.
func TestFirstToAccept(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	path := "/v1/resources/harbour"
	body := object{"name": "Tables", "public_page": true, "first_to_accept": 1}
	h.owner("PUT", path, body).problem(422, "invalid_request").names("first_to_accept")
	body["first_to_accept"] = 21
	h.owner("PUT", path, body).problem(422, "invalid_request").names("first_to_accept")
	body["first_to_accept"] = 3
	made := h.owner("PUT", path, body).want(201)
	public := "/v1/public/resources/" + made.text("id")
	if got := h.send("GET", public, "", nil).want(200); made.number("first_to_accept") != 3 || got.number("first_to_accept") != 3 {
		t.Errorf("%s: %s", made.Raw, got.Raw)
	}
	page := func(of string, words ...string) {
		t.Helper()
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, of, nil))
		for _, word := range words {
			if !strings.Contains(w.Body.String(), word) {
				t.Errorf("%s: no %q in %s", of, word, w.Body.String())
			}
		}
	}
	const rule = "is offered to up to 3 people at once. The first to accept gets it"
	page("/resources/"+made.text("id"), rule)
	entry, place := map[string]string{}, map[string]string{}
	for _, user := range []string{"ada", "ben", "cyd", "dan"} {
		entry[user] = h.owner("POST", path+"/waitlist:join", object{"user_id": user, "email": user + "@example.org"}).want(201).text("id")
		place[user] = "/v1/resource-places/" + h.links.PlaceToken(entry[user])
	}
	page("/w/"+h.links.PlaceToken(entry["dan"]), rule)
	h.owner("POST", path+":capacity-released", object{"event_id": "a", "units": 1}).want(200)
	if got := h.send("GET", place["cyd"], "", nil).want(200); got.text("status") != "offered" || got.number("offer", "offered_to") != 3 {
		t.Errorf("%s", got.Raw)
	}
	page("/w/"+h.links.PlaceToken(entry["cyd"]), "offered to 3 people at once: the first to accept gets it", "Accept")
	if got := h.send("GET", place["dan"], "", nil).want(200); got.text("status") != "waiting" {
		t.Errorf("%s", got.Raw)
	}
	if got := h.send("POST", place["ben"]+":accept", "", nil).want(200); got.text("status") != "accepted" {
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", place["ada"]+":accept", "", nil).problem(409, "resource_offer_taken")
	late := h.owner("GET", "/v1/resource-entries/"+entry["cyd"], nil).want(200)
	if late.text("status") != "waiting" || late.number("position") != 2 || late.text("offers", 0, "status") != "taken" || late.number("offers", 0, "offered_to") != 3 || !strings.Contains(late.Raw, `"reason":"accepted_by_another"`) {
		t.Errorf("%s", late.Raw)
	}
	h.owner("POST", "/v1/resource-offers/"+late.text("offers", 0, "id")+":accept", nil).problem(409, "resource_offer_taken")
	page("/w/"+h.links.PlaceToken(entry["cyd"]), "Someone else accepted first. You kept your place.", "#2")
	if got := h.owner("GET", path+"/figures", nil).want(200); got.number("accepted_by_another") != 2 || got.number("accepted") != 1 {
		t.Errorf("%s", got.Raw)
	}
}

// TestResourceChangedByTwo: of two who change the same rules the second is told so.
func TestResourceChangedByTwo(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	path := "/v1/resources/harbour"
	read := h.owner("PUT", path, object{"name": "Tables"}).want(201).number("version")
	if now := h.owner("PUT", path, object{"name": "Terrace", "version": read}).want(200).number("version"); now != read+1 {
		t.Errorf("version %d after %d", now, read)
	}
	h.owner("PUT", path, object{"name": "Hall", "version": read}).problem(409, "resource_changed").names("version")
	if kept := h.owner("GET", path, nil).want(200); kept.text("name") != "Terrace" {
		t.Errorf("%s", kept.Raw)
	}
	h.owner("PUT", path, object{"name": "Hall"}).want(200)
	h.owner("PUT", "/v1/resources/another", object{"name": "Hall", "version": 1}).problem(409, "resource_changed")
}
