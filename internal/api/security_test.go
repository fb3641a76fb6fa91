package api_test

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// securityLog is what an owner reads, as "action detail", the latest first.
func (h *testServer) securityLog(c cookie, query string) (rows []string, items []any) {
	h.t.Helper()
	items = h.visit(c, "GET", "/v1/organization/security-log"+query, nil).want(200).at("items").([]any)
	for _, i := range items {
		row := i.(object)
		detail, _ := row["detail"].(string)
		rows = append(rows, strings.TrimSpace(row["action"].(string)+" "+detail))
	}
	return rows, items
}

// TestSecurityLog: what changes access and who signed in, or tried to, is in the log of
// the organization, naming who it was, where from and in which call; the server's log
// has a line for each.
func TestSecurityLog(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	owner := h.member(h.org, identity.Owner, "olga@example.org")
	grace := h.visit(owner, "POST", "/v1/members", object{"email": "grace@example.org", "role": "door"}).want(201)
	h.visit(owner, "PATCH", "/v1/members/"+grace.text("id"), object{"role": "organizer"}).want(200)
	made := h.visit(owner, "POST", "/v1/api-keys", object{"name": "Tablet", "role": "door"}).want(201)
	request := made.Header.Get("X-Request-Id")
	h.visit(owner, "DELETE", "/v1/api-keys/"+made.text("id"), nil).want(200)
	hook := h.visit(owner, "POST", "/v1/webhook-endpoints", object{"url": "https://example.org/hook"}).want(201)
	h.visit(owner, "DELETE", "/v1/webhook-endpoints/"+hook.text("id"), nil).want(200)
	h.visit(owner, "POST", h.event(3)+"/exports", object{"kind": "guests", "format": "csv"}).want(202)
	token := h.signInToken("grace@example.org")
	h.send("POST", "/v1/auth/sessions", "", object{"token": token}).want(201)
	for range 3 { // what fails again and again from one network is told once an hour
		h.send("POST", "/v1/auth/sessions", "", object{"token": token}).problem(410, "one_time_link_ended")
	}
	sessions := h.visit(owner, "GET", "/v1/me/sessions", nil).want(200).at("items").([]any)
	rows, items := h.securityLog(owner, "?limit=20")
	want := []string{
		"sign_in_failed link_ended", "signed_in link", "export_requested guests", "webhook_deleted", "webhook_created",
		"key_revoked door", "key_created door", "member_changed organizer", "member_added door", "signed_in link", "member_added owner",
	}
	if !slices.Equal(rows[:len(want)], want) {
		t.Fatalf("rows %q, want %q", rows, want)
	}
	key := items[6].(object)
	members := h.visit(owner, "GET", "/v1/members", nil).want(200).at("items").([]any)
	at := slices.IndexFunc(members, func(m any) bool { return m.(object)["email"] == "olga@example.org" })
	olga := members[at].(object)["id"]
	if key["actor"] != olga || key["subject"] != made.text("id") || key["request_id"] != request || key["network"] == "" {
		t.Errorf("the key was made by %v: %v in request %s", olga, key, request)
	}
	if failed := items[0].(object); failed["actor"] != "public" || failed["subject"] != grace.text("id") {
		t.Errorf("a failed sign-in: %v", failed)
	}
	if log := h.logged.String(); !strings.Contains(log, request) || !strings.Contains(log, "action=key_created") || !strings.Contains(log, "action=sign_in_failed") ||
		strings.Contains(log, "@") || strings.Contains(log, token) {
		t.Errorf("lines: %s", log)
	}

	// Selected, by pages, and by nobody but owners.
	if rows, _ = h.securityLog(owner, "?action=key_created&actor="+olga.(string)); !slices.Equal(rows, []string{"key_created door"}) {
		t.Errorf("keys: %q", rows)
	}
	if rows, _ = h.securityLog(owner, "?actor="+url.QueryEscape(grace.text("id"))); !slices.Equal(rows, []string{"signed_in link"}) {
		t.Errorf("of grace: %q", rows)
	}
	if rows, _ = h.securityLog(owner, "?until=2020-01-01T00:00:00Z"); len(rows) != 0 {
		t.Errorf("long ago: %q", rows)
	}
	h.visit(owner, "GET", "/v1/organization/security-log?action=nothing", nil).problem(422, "invalid_request").names("action")
	h.visit(owner, "GET", "/v1/organization/security-log?from=yesterday", nil).problem(422, "invalid_request").names("from")
	first := h.visit(owner, "GET", "/v1/organization/security-log?limit=1", nil).want(200)
	second := h.visit(owner, "GET", "/v1/organization/security-log?limit=1&cursor="+first.text("next_cursor"), nil).want(200)
	if second.at("items").([]any)[0].(object)["action"] != "signed_in" {
		t.Errorf("the second page: %s", second.Raw)
	}
	h.as(identity.Organizer, "GET", "/v1/organization/security-log", nil).problem(403, "forbidden")

	// Signing out is told; and nothing is left of where an erased person came from.
	session := sessions[0].(object)["id"].(string)
	h.visit(owner, "DELETE", "/v1/me/sessions/"+session, nil).want(200)
	again := h.signIn("olga@example.org")
	if rows, _ = h.securityLog(again, "?action=session_ended"); len(rows) != 1 {
		t.Errorf("sessions that ended: %q", rows)
	}
	account, err := h.store.Accounts.AccountByAddress(context.Background(), "grace@example.org")
	h.must(err)
	h.must(h.store.Erasures.EraseAccount(context.Background(), account.ID, 1))
	if _, items = h.securityLog(again, "?actor="+grace.text("id")); len(items) == 0 {
		t.Error("the log forgot that grace was there")
	}
	for _, i := range items {
		if network, there := i.(object)["network"]; there {
			t.Errorf("grace was erased, and came from %v", network)
		}
	}
	h.must(func() error {
		_, err := h.store.Organizations.PruneSecurityLog(context.Background(), instantOf(time.Now().Add(time.Hour)), 1000)
		return err
	}())
	if rows, _ = h.securityLog(again, ""); len(rows) != 0 {
		t.Errorf("left after pruning: %q", rows)
	}
}

// TestFailuresAreBounded: a stranger cannot fill the log of an organization.
func TestFailuresAreBounded(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	owner := h.member(h.org, identity.Owner, "olga@example.org")
	link, err := h.links.ParseOneTime(identity.ForSignIn, h.signInToken("olga@example.org"))
	h.must(err)
	for i := range 150 {
		ctx := organizations.WithBy(context.Background(), organizations.By{Network: "192.0.2." + string(rune('0'+i%10)) + "/" + string(rune('a'+i/10)), At: instantOf(h.now())})
		h.must(h.store.Organizations.NoteFailedSignIn(ctx, link, "link_ended"))
	}
	rows, _ := h.securityLog(owner, "?action=sign_in_failed&limit=200")
	if len(rows) != 100 {
		t.Errorf("%d failures are kept of an hour", len(rows))
	}
}

// TestRequestID: every answer, every problem and every line has the id of the request,
// which is made here whatever the client sends.
func TestRequestID(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	a := h.send("GET", "/v1/members", "", nil, "X-Request-Id: mine\n").problem(401, "credentials_required")
	if id := a.Header.Get("X-Request-Id"); id == "" || id == "mine" || a.text("request_id") != id || !strings.Contains(h.logged.String(), id) {
		t.Errorf("request id %q: %s", a.Header.Get("X-Request-Id"), a.Raw)
	}
}

// unnamed is an answer without what names its request.
func (a *answer) unnamed() string {
	return strings.ReplaceAll(a.Raw, a.Header.Get("X-Request-Id"), "")
}

// TestSecurityLogFile: the log as a table, selected as the page is, is for owners, and
// that somebody took it is its first row.
func TestSecurityLogFile(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	owner := h.member(h.org, identity.Owner, "olga@example.org")
	h.visit(owner, "POST", "/v1/api-keys", object{"name": "Tablet", "role": "door"}).want(201)
	const file = "/v1/organization/security-log.csv"
	lines := strings.Split(strings.TrimSpace(h.visit(owner, "GET", file, nil).want(200).Raw), "\r\n")
	if len(lines) < 3 || !strings.HasPrefix(lines[0], "id,at,action,actor,") || !strings.Contains(lines[1], ",export_requested,") ||
		!strings.Contains(lines[1], ",security_log,") || !strings.Contains(lines[2], ",key_created,") {
		t.Errorf("the file:\n%s", strings.Join(lines, "\n"))
	}
	rows, _ := h.securityLog(owner, "?action=export_requested")
	if !slices.Equal(rows, []string{"export_requested security_log"}) {
		t.Errorf("files that were taken: %q", rows)
	}
	lines = strings.Split(strings.TrimSpace(h.visit(owner, "GET", file+"?action=key_created&actor="+url.QueryEscape(strings.Split(lines[2], ",")[3]), nil).want(200).Raw), "\r\n")
	if len(lines) != 2 {
		t.Errorf("the keys of the file:\n%s", strings.Join(lines, "\n"))
	}
	h.visit(owner, "GET", file+"?action=nothing", nil).problem(422, "invalid_request").names("action")
	h.as(identity.Organizer, "GET", file, nil).problem(403, "forbidden")
	if !strings.Contains(h.logged.String(), "detail=security_log") {
		t.Errorf("no line says that the log was taken: %s", h.logged.String())
	}
}

// TestRefusedKeysAreCounted: an organization is told about calls with a key that it revoked,
// in one row for each hour and network, and whoever calls so is bounded like the public.
func TestRefusedKeysAreCounted(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	owner := h.member(h.org, identity.Owner, "olga@example.org")
	made := h.visit(owner, "POST", "/v1/api-keys", object{"name": "Tablet", "role": "door"}).want(201)
	h.visit(owner, "DELETE", "/v1/api-keys/"+made.text("id"), nil).want(200)
	refused := func() { h.send("GET", "/v1/events", made.text("key"), nil).problem(401, "key_revoked") }
	for range 3 {
		refused()
	}
	h.later(2 * time.Minute)
	refused()
	rows, items := h.securityLog(owner, "?action=key_refused")
	if !slices.Equal(rows, []string{"key_refused key_revoked"}) {
		t.Fatalf("refused keys: %q", rows)
	}
	row := items[0].(object)
	if row["subject"] != made.text("id") || row["times"] != float64(4) || row["network"] == "" {
		t.Errorf("the row: %v", row)
	}
	h.later(2 * time.Hour)
	refused()
	if rows, _ = h.securityLog(owner, "?action=key_refused"); len(rows) != 2 {
		t.Errorf("%d rows after two hours", len(rows))
	}
	h.send("GET", "/v1/events", "hf_"+strings.Repeat("A", 43), nil).problem(401, "invalid_key")
	if rows, _ = h.securityLog(owner, "?action=key_refused"); len(rows) != 2 {
		t.Error("a key that is nobody's is in the log of an organization")
	}
	data := h.visit(owner, "GET", "/v1/me/data", nil).want(200).at("security").([]any)
	if !slices.ContainsFunc(data, func(r any) bool { return r.(object)["action"] == "key_created" }) {
		t.Errorf("what the log says of olga: %v", data)
	}
}

// TestRatesOfWhoIsKnown: a session, the account that it is of, and a link of a mail have a rate
// each, which others of them do not share.
func TestRatesOfWhoIsKnown(t *testing.T) {
	t.Parallel()
	slow := func(burst int) limit.Rate { return limit.Rate{PerSecond: 0.5, Burst: burst} }
	h := newTestServer(t, func(c *api.Config) {
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Session: slow(2), limit.Account: slow(3), limit.Link: slow(2)})
	})
	laptop, phone, other := h.signIn("ada@example.org"), h.signIn("ada@example.org"), h.signIn("bob@example.org")
	refused := func(a *answer, which string) {
		t.Helper()
		if a.problem(429, "rate_limited"); a.text("limit") != which || a.Header.Get("Retry-After") != "2" {
			t.Errorf("%s, again after %q", a.Raw, a.Header.Get("Retry-After"))
		}
	}
	for range 2 {
		h.visit(laptop, "GET", "/v1/me", nil).want(200)
	}
	refused(h.visit(laptop, "GET", "/v1/me", nil), "session")
	h.visit(phone, "GET", "/v1/me", nil).want(200)
	refused(h.visit(phone, "GET", "/v1/me", nil), "account")
	h.visit(other, "GET", "/v1/me", nil).want(200)
	h.later(4 * time.Second)
	h.visit(laptop, "GET", "/v1/me", nil).want(200)

	event := h.event(5)
	ada, bob := h.register(event, "ada").text("order_id"), h.register(event, "bob").text("order_id")
	link := func(order, who string) string { return h.fresh(identity.OrderLink, order, h.personID(event, who)) }
	for range 2 {
		h.send("GET", "/v1/orders/"+ada, link(ada, "ada"), nil).want(200)
	}
	refused(h.send("GET", "/v1/orders/"+ada, link(ada, "ada"), nil), "link")
	h.send("GET", "/v1/orders/"+bob, link(bob, "bob"), nil).want(200)
}

// TestKeyRate: each key has a rate of its own, and is told when to come again.
func TestKeyRate(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Key: {PerSecond: 0.5, Burst: 2}})
	})
	owner := h.member(h.org, identity.Owner, "olga@example.org")
	first := h.visit(owner, "POST", "/v1/api-keys", object{"name": "One", "role": "viewer"}).want(201).text("key")
	second := h.visit(owner, "POST", "/v1/api-keys", object{"name": "Two", "role": "viewer"}).want(201).text("key")
	for range 2 {
		h.send("GET", "/v1/events", first, nil).want(200)
	}
	late := h.send("GET", "/v1/events", first, nil).problem(429, "rate_limited")
	if wait := late.Header.Get("Retry-After"); wait != "2" {
		t.Errorf("Retry-After: %s", wait)
	}
	h.send("GET", "/v1/events", second, nil).want(200)
	h.later(2 * time.Second)
	h.send("GET", "/v1/events", first, nil).want(200)
}
