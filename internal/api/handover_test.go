package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// browses opens a page, or sends a form of it, as a browser does, and fails the test when the answer
// has another status.
func (h *testServer) browses(method, path string, form url.Values, status int) *httptest.ResponseRecorder {
	h.t.Helper()
	r := httptest.NewRequest(method, "http://holdfast.test"+path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if w.Code != status {
		h.t.Fatalf("%s %s: %d, want %d: %s", method, path, w.Code, status, w.Body)
	}
	return w
}

// TestMovingInFromMeetup: a list without addresses becomes invitations that the organizer hands over:
// dry first, then for good, and once more, which invites nobody twice. Whoever confirms an address
// first has the invitation; the link is good for nobody else, and in no log.
func TestMovingInFromMeetup(t *testing.T) {
	t.Parallel()
	const list = "Name\tUser ID\tRSVP\tGuests\nWanda\tuser 2001\tWaiting List\t0\nAda Lovelace\tuser 1815\tYes\t1\nBob\tuser 1906\tYes\t0\nCy\tuser 1912\tNo\t0\n"
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		event := h.event(5, set("visibility", "invite"))
		body := object{"from": "meetup", "file": list}
		before := h.ledger(event)
		dry := h.owner("POST", event+"/sale-imports", object{"from": "meetup", "file": list, "dry_run": true}).want(200)
		if dry.number("invitations") != 3 || dry.number("invited_places") != 4 || dry.number("invited_waiting") != 1 || dry.number("known") != 0 ||
			dry.text("left_out", 0, "reason") != "declined" || dry.number("left_out", 0, "count") != 1 || h.ledger(event) != before {
			t.Errorf("dry: %s", dry.Raw)
		}
		if read := h.owner("POST", "/v1/imports:read", object{"from": "meetup", "file": list, "currency": "EUR"}).want(200); read.at("event") != nil || read.number("invitations") != 3 {
			t.Errorf("read: %s", read.Raw)
		}
		h.owner("POST", event+"/sale-imports", object{"from": "meetup", "file": "Name\tUser ID\tRSVP\nAda\tx\tYes\n"}).problem(422, "invalid_request").names("file[2].user_id")
		for i := range int64(2) {
			name := h.owner("POST", event+"/sale-imports", body).want(202).text("import_id")
			h.must(h.moveIn(h.seq.SubmitAll).Run(t.Context(), name))
			if done := h.owner("GET", "/v1/imports/"+name, nil).want(200); max(done.number("invited"), 0) != 3-3*i || max(done.number("known"), 0) != 3*i || done.number("confirmed") != 0 || done.number("refused") != 0 {
				t.Errorf("run %d: %s", i, done.Raw)
			}
		}
		if again := h.owner("POST", event+"/sale-imports", object{"from": "meetup", "file": list, "dry_run": true}).want(200); again.number("known") != 3 {
			t.Errorf("dry again: %s", again.Raw)
		}
		links := map[string]string{}
		read := func() *answer {
			t.Helper()
			clear(links)
			a := h.owner("GET", event+"/invitation-links", nil).want(200)
			for i := range a.at("items").([]any) {
				links[a.text("items", i, "name")] = strings.TrimPrefix(a.text("items", i, "url"), "http://holdfast.test")
			}
			return a
		}
		if a := read(); len(links) != 3 || !strings.Contains(a.Raw, `"waited":1`) {
			t.Fatalf("links: %s", a.Raw)
		}
		if a := h.owner("GET", event+"/invitations", nil).want(200); strings.Contains(a.Raw, "hv_") || a.number("counts", "places") != 4 {
			t.Errorf("invitations: %s", a.Raw)
		}
		page := func(path string, status int, texts ...string) {
			t.Helper()
			body := h.browses("GET", path, nil, status).Body.String()
			for _, text := range texts {
				if !strings.Contains(body, text) {
					t.Errorf("%s lacks %q", body, text)
				}
			}
		}
		// The link shows the event and asks for an address; nothing else opens with it.
		page(links["Ada Lovelace"], 200, "invited", `type="email"`)
		token := strings.TrimPrefix(links["Ada Lovelace"], identity.HandoverPath)
		h.send("GET", event, token, nil).problem(401, "invalid_key")
		page("/i/"+token, 404)
		h.browses("POST", links["Ada Lovelace"], url.Values{"email": {"nobody"}}, 422)
		mailed := func(name, email string) string {
			t.Helper()
			n := len(h.letters)
			h.browses("POST", links[name], url.Values{"email": {email}}, 200)
			if len(h.letters) != n+1 {
				t.Fatalf("%d mails to %s", len(h.letters)-n, email)
			}
			return identity.HandoverPath + h.links.OneTime(identity.ForClaim, h.letters[n].thing)
		}
		ada, eve := mailed("Ada Lovelace", "ada@example.org"), mailed("Ada Lovelace", "eve@example.org")
		page(ada, 200, "<form")
		taken := h.browses("POST", ada, nil, 303).Header().Get("Location")
		if !strings.Contains(taken, "/i/hl_") {
			t.Fatalf("leads to %s", taken)
		}
		page(strings.TrimPrefix(taken, "http://holdfast.test"), 200, "2 of 2 left")
		h.browses("POST", ada, nil, 303) // again is the same
		h.browses("POST", eve, nil, http.StatusGone)
		page(eve, http.StatusGone, "used")
		page(links["Ada Lovelace"], http.StatusGone, "used")
		h.browses("POST", links["Ada Lovelace"], url.Values{"email": {"eve@example.org"}}, http.StatusGone)
		// A link that is made anew, or ended, ends those before, and mails of them.
		bob, old := mailed("Bob", "bob@example.org"), links["Bob"]
		invitations := h.owner("GET", event+"/invitations", nil).want(200)
		of := map[string]string{}
		for i := range invitations.at("items").([]any) {
			of[invitations.text("items", i, "name")] = event + "/invitations/" + invitations.text("items", i, "id")
		}
		h.later(1e9)
		h.owner("POST", of["Bob"]+":resend", nil).want(200)
		page(old, http.StatusGone)
		h.browses("POST", bob, nil, http.StatusGone)
		read()
		page(links["Bob"], 200)
		h.owner("DELETE", of["Bob"], nil).want(200)
		page(links["Bob"], http.StatusGone)
		wanda := mailed("Wanda", "wanda@example.org")
		h.later(identity.SignInLife)
		page(wanda, http.StatusGone, "expired")
		if got := h.owner("GET", of["Ada Lovelace"], nil).want(200); got.text("email") != "ada@example.org" || got.text("user_id") != "meetup:1815" {
			t.Errorf("%s", got.Raw)
		}
		// By the API too: without an address there has to be a name of the organizer's own.
		h.owner("POST", event+"/invitations", object{"invitations": []object{{"name": "Di"}}}).problem(422, "invalid_request").names("invitations[0].email")
		h.owner("POST", event+"/invitations", object{"invitations": []object{{"name": "Di", "user_id": "mail:x@y.zz"}}}).problem(422, "invalid_request").names("invitations[0].user_id")
		if a := h.owner("POST", event+"/invitations", object{"invitations": []object{{"name": "Di", "user_id": "di", "places": 2}}}).want(201); a.number("invited") != 1 {
			t.Errorf("%s", a.Raw)
		}
		if audit := h.owner("GET", event+"/audit", nil).want(200); strings.Contains(audit.Raw, "hv_") || !strings.Contains(audit.Raw, "invitation_claimed") {
			t.Errorf("%s", audit.Raw)
		}
		if log := h.logged.String(); strings.Contains(log, "hv_") || strings.Contains(log, "ho_") {
			t.Errorf("the log has a token: %s", log)
		}
		h.sound()
	})
}
