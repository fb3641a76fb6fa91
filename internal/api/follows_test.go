package api_test

import (
	"strings"
	"testing"
)

// TestFollows: whoever is signed in follows an organization that has published an event, sees
// whom they follow, in the file of their data too, and ends it by the API, by the form of a
// page without a script, and by the link of a mail, which does nothing else.
func TestFollows(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	org := h.owner("GET", "/v1/organization", nil).want(200).text("id")
	ada := h.signIn("ada@example.org")
	path := "/v1/me/follows/" + org
	count := func(want int) *answer {
		t.Helper()
		a := h.visit(ada, "GET", "/v1/me/follows", nil).want(200)
		if n := len(a.at("items").([]any)); n != want {
			t.Errorf("%d follows, want %d: %s", n, want, a.Raw)
		}
		return a
	}
	h.visit(ada, "PUT", path, nil).problem(404, "not_found") // it has published nothing
	h.event(5)
	h.visit(ada, "PUT", "/v1/me/follows/org_000000000000", nil).problem(404, "not_found")
	h.visit(ada, "PUT", "/v1/me/follows/nobody", nil).problem(404, "not_found")
	h.send("PUT", path, "", nil).problem(401, "credentials_required")
	h.send("PUT", path, "", nil, "Cookie: "+string(ada), "Sec-Fetch-Site: cross-site").problem(403, "cross_origin")
	count(0)
	made := h.visit(ada, "PUT", path, nil).want(200)
	again := h.visit(ada, "PUT", path, nil).want(200)
	if made.text("organization", "id") != org || made.text("since") != again.text("since") {
		t.Errorf("followed %s, and again %s", made.Raw, again.Raw)
	}
	if a := count(1); a.text("items", 0, "organization", "name") == "" {
		t.Errorf("whom: %s", a.Raw)
	}
	if data := h.visit(ada, "GET", "/v1/me/data", nil).want(200); data.text("follows", 0, "organization", "id") != org {
		t.Errorf("the data: %s", data.Raw)
	}
	for range 2 {
		if a := h.visit(ada, "DELETE", path, nil).want(200); a.text("status") != "unfollowed" {
			t.Errorf("ended: %s", a.Raw)
		}
		count(0)
	}
	h.visit(ada, "DELETE", "/v1/me/follows/nobody", nil).problem(404, "not_found")

	// Without a script.
	form := func(c cookie, way string, status int, text string, headers ...string) {
		t.Helper()
		a := h.send("POST", "/hosts/"+org+"/"+way, "", nil, append([]string{"Cookie: " + string(c), "Sec-Fetch-Site: same-origin"}, headers...)...)
		if a.Status != status || !strings.Contains(a.Raw, text) {
			t.Errorf("%s: %d %s", way, a.Status, a.Raw)
		}
	}
	form("", "follow", 401, "Sign in to follow")
	form("holdfast=hs_nobody", "follow", 401, "Sign in to follow")
	form(ada, "follow", 200, "You’re following")
	count(1)
	form(ada, "unfollow", 200, "You’re not following")
	count(0)
	if a := h.send("POST", "/hosts/"+org+"/follow", "", nil, "Cookie: "+string(ada), "Sec-Fetch-Site: cross-site"); a.Status != 403 {
		t.Errorf("from another site: %d", a.Status)
	}
	count(0)

	// Up to a bound.
	account := h.visit(ada, "GET", "/v1/me", nil).want(200).text("account", "id")
	for _, query := range []string{
		"with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) insert into organizations (id, name, created_at) select 'org_many' || i, 'M', 1 from n",
		"with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) insert into follows (account_id, org_id, code, created_at) select '" + account + "', 'org_many' || i, i, 1 from n",
	} {
		_, err := h.store.JobsDB().ExecContext(t.Context(), query)
		h.must(err)
	}
	h.visit(ada, "PUT", path, nil).problem(409, "too_many_follows")
	form(ada, "follow", 409, "following too many")
}

// TestFollowLink: the link of a mail ends it, for mail programs too, and is not a credential.
func TestFollowLink(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	org := h.owner("GET", "/v1/organization", nil).want(200).text("id")
	h.event(5)
	ada := h.signIn("ada@example.org")
	account := h.visit(ada, "GET", "/v1/me", nil).want(200).text("account", "id")
	token := strings.TrimPrefix(h.links.FollowURL(org, h.links.FollowCode(org, account)), h.links.Base+"/f/")
	shows := func(method, path string, status int, text string, headers ...string) {
		t.Helper()
		if a := h.send(method, path, "", nil, headers...); a.Status != status || !strings.Contains(a.Raw, text) {
			t.Errorf("%s %s: %d %s", method, path, a.Status, a.Raw)
		}
	}
	shows("GET", "/f/"+token, 200, "You’re not following")
	h.visit(ada, "PUT", "/v1/me/follows/"+org, nil).want(200)
	for _, page := range []string{"/f/" + token, "/f/" + token + "/unsubscribe"} {
		shows("GET", page, 200, `action="/f/`+token+`/unsubscribe"`)
	}
	if n := len(h.visit(ada, "GET", "/v1/me/follows", nil).want(200).at("items").([]any)); n != 1 {
		t.Errorf("looking at it ended it: %d", n)
	}
	shows("POST", "/f/"+token[:len(token)-1]+"x/unsubscribe", 404, "This link doesn’t work")
	shows("POST", "/f/"+token+"/unsubscribe", 303, "")
	shows("GET", "/f/"+token, 200, "You’re not following")
	h.send("GET", "/v1/me/follows", token, nil).problem(401, "invalid_key")
}
