package api_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/tracking"
)

// aBrowser is what the browsers of people say that they are.
const aBrowser = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

// TestTrackingLinks: what comes by a link names it as its source, and is counted once, from
// the waitlist to the ticket and when it was given back; visits are counted of people who come
// from outside; and what ended or does not exist keeps nobody from taking part.
func TestTrackingLinks(t *testing.T) {
	t.Parallel()
	var links *tracking.Links
	h := newTestServer(t, func(c *api.Config) {
		var err error
		links, err = tracking.New(c.Store, c.Now, c.Log)
		c.Tracking = links
		if err != nil {
			t.Fatal(err)
		}
	})
	event, tiers := h.sale(3, func(e object) { e["orders"] = object{"self_refund": true} })
	all := event + "/tracking-links"
	for field, bad := range map[string]object{
		"name": {"name": " "}, "code": {"name": "A", "code": "two words"}, "code_id": {"name": "A", "code_id": "cod_other"}, "ends_at": {"name": "A", "ends_at": "soon"},
	} {
		h.owner("POST", all, bad).problem(422, "invalid_request").names(field)
	}
	h.owner("POST", all, object{"name": "A", "code_id": id.Code + eventID(event)[4:] + strings.Repeat("0", 16)}).problem(422, "invalid_request").names("code_id")
	made := h.owner("POST", all, object{"name": "=Newsletter", "code": "News"}, "Idempotency-Key: one").want(201)
	if made.text("code") != "news" || made.text("url") != "http://holdfast.test"+strings.TrimPrefix(event, "/v1")+"?via=news" || made.number("visits") != 0 {
		t.Errorf("made: %s", made.Raw)
	}
	if again := h.owner("POST", all, object{"name": "=Newsletter", "code": "News"}, "Idempotency-Key: one").want(201); again.text("id") != made.text("id") {
		t.Errorf("again: %s", again.Raw)
	}
	h.owner("POST", all, object{"name": "Another", "code": "NEWS"}, "Idempotency-Key: two").problem(409, "tracking_code_taken")
	promo := h.owner("POST", event+"/codes", object{"code": "TEN", "kind": "promo", "percent_bp": 1000, "max_uses": 1}).want(201).text("id")
	insta := h.owner("POST", all, object{"name": "Instagram", "code": "insta", "code_id": promo}, "Idempotency-Key: three").want(201)
	if insta.text("brings", "code") != "TEN" || insta.number("brings", "max_uses") != 1 {
		t.Errorf("with a code: %s", insta.Raw)
	}
	if a := h.send("GET", event+"/via/INSTA", "", nil).want(200); a.text("price_code") != "TEN" || a.text("code") != "insta" {
		t.Errorf("what it brings: %s", a.Raw)
	}
	h.send("GET", event+"/via/nothing", "", nil).problem(404, "not_found")

	// People come, programs do too.
	page := strings.TrimPrefix(event, "/v1") + "?via=news"
	for _, header := range [][]string{{aBrowser}, {aBrowser, "Sec-Fetch-Site: cross-site"}, {aBrowser, "Sec-Fetch-Site: same-origin"}, {"User-Agent: Googlebot/2.1"}, {aBrowser, "Sec-Purpose: prefetch"}} {
		h.send("GET", page, "", nil, header...).want(200)
	}
	h.send("GET", strings.TrimPrefix(event, "/v1")+"?via=nothing", "", nil, aBrowser).want(200)
	h.send("HEAD", page, "", nil, aBrowser).want(200) // whether the page is there
	h.must(links.Write(t.Context()))

	order := func(name, via, code string) *answer {
		h.t.Helper()
		body := buy(name, tiers["Regular"], 1)
		body["via"] = via
		if code != "" {
			body["promo_code"] = code
		}
		return h.owner("POST", event+"/orders", body)
	}
	ada := order("ada", "News", "").want(201).text("id")
	h.pay(ada, "pay_ada", 2000)
	bob := order("bob", "insta", "TEN").want(201).text("id")
	h.pay(bob, "pay_bob", 1800)
	order("cyd", "insta", "TEN").problem(409, "code_used_up") // the quota of the link
	lapses := order("cyd", "insta", "").want(201).text("id")
	waits := object{"user_id": "dan", "email": "dan@example.org", "name": "Dan", "tier_id": tiers["Regular"], "via": "insta"}
	dan := h.owner("POST", event+"/waitlist:join", waits).want(201).text("entry_id")
	h.owner("POST", event+"/waitlist:join", object{"user_id": "eve", "email": "eve@example.org", "name": "Eve", "tier_id": tiers["Regular"], "via": "gone"}).want(201)
	h.owner("POST", "/v1/orders/"+lapses+":cancel", nil).want(200)
	offer := h.owner("GET", "/v1/waitlist/"+dan, nil).want(200).text("offer", "id")
	accepted := h.owner("POST", "/v1/offers/"+offer+":accept", nil).want(200).text("order_id")
	h.pay(accepted, "pay_dan", 2000)
	h.owner("POST", "/v1/orders/"+ada+":refund", object{}).want(200)

	want := func(a *answer, visits, joins, orders, gross, tickets, cancelled int64) {
		h.t.Helper()
		for name, n := range map[string]int64{"visits": visits, "waitlist_joins": joins, "orders": orders, "gross": gross, "tickets": tickets, "tickets_cancelled": cancelled, "registrations": 0} {
			if got := a.number(name); got != n {
				t.Errorf("%s: %d, want %d: %s", name, got, n, a.Raw)
			}
		}
	}
	want(h.owner("GET", all+"/"+made.text("id"), nil).want(200), 2, 0, 1, 2000, 1, 1)
	want(h.owner("GET", all+"/"+insta.text("id"), nil).want(200), 0, 1, 2, 3800, 2, 0)
	first := h.owner("GET", all+"?limit=1", nil).want(200)
	second := h.owner("GET", all+"?limit=1&cursor="+url.QueryEscape(first.text("next_cursor")), nil).want(200)
	if first.text("items", 0, "code") != "insta" || second.text("items", 0, "code") != "news" || second.Body["next_cursor"] != nil {
		t.Errorf("pages: %s\n%s", first.Raw, second.Raw)
	}
	table := h.owner("GET", all+".csv", nil).want(200).Raw
	if !strings.HasPrefix(table, "id,name,code,url,brings,visits,") || !strings.Contains(table, ",'=Newsletter,news,") || !strings.Contains(table, ",20.00,EUR,") {
		t.Errorf("the table: %s", table)
	}

	// The source is told to staff, and to whom it is about.
	via := func(a *answer, want string, at ...any) {
		h.t.Helper()
		if got := a.text(append(at, "via", "code")...); got != want {
			t.Errorf("came by %q, want %q: %s", got, want, a.Raw)
		}
	}
	via(h.owner("GET", "/v1/orders/"+accepted, nil).want(200), "insta")
	via(h.owner("GET", event+"/guests?q=dan", nil).want(200), "insta", "items", 0, "orders", 0)
	via(h.owner("GET", event+"/guests/dan", nil).want(200), "insta", "orders", 0)
	via(h.owner("GET", event+"/guests/ada", nil).want(200), "news", "past_orders", 0)
	via(h.owner("GET", event+"/orders?q=bob", nil).want(200), "insta", "items", 0)
	if a := h.send("GET", "/v1/orders/"+accepted, h.fresh(identity.OrderLink, accepted, h.personID(event, "dan")), nil).want(200); strings.Contains(a.Raw, "insta") {
		t.Errorf("a guest is told: %s", a.Raw)
	}
	via(h.visit(h.signIn("dan@example.org"), "GET", "/v1/me/data", nil).want(200), "insta", "events", 0, "orders", 0)

	// A link that ended leads on, and counts nothing.
	link := all + "/" + made.text("id")
	for field, bad := range map[string]object{"name": {"name": ""}, "code_id": {"code_id": "cod_other"}, "ends_at": {"ends_at": 7}} {
		h.owner("PATCH", link, bad).problem(422, "invalid_request").names(field)
	}
	h.owner("PATCH", link, object{"code_id": id.Code + eventID(event)[4:] + strings.Repeat("0", 16)}).problem(422, "invalid_request").names("code_id")
	h.owner("PATCH", all+"/"+id.TrackingLink+"none", object{"name": "B"}).problem(404, "not_found")
	changed := h.owner("PATCH", link, object{"name": "June", "code_id": promo, "ends_at": h.now().Add(time.Minute).UTC().Format(time.RFC3339)}).want(200)
	if changed.text("name") != "June" || changed.text("brings", "code") != "TEN" || changed.text("ends_at") == "" {
		t.Errorf("changed: %s", changed.Raw)
	}
	h.later(2 * time.Minute)
	h.send("GET", event+"/via/news", "", nil).problem(404, "not_found")
	h.owner("POST", event+"/waitlist:join", object{"user_id": "fay", "email": "fay@example.org", "name": "Fay", "tier_id": tiers["Regular"], "via": "news"}).want(201)
	h.send("GET", page, "", nil, aBrowser).want(200)
	h.must(links.Write(t.Context()))
	want(h.owner("GET", link, nil).want(200), 2, 0, 1, 2000, 1, 1)
	if a := h.owner("PATCH", link, object{"code_id": "", "ends_at": nil}).want(200); a.Body["brings"] != nil || a.at("ends_at") != nil {
		t.Errorf("open again: %s", a.Raw)
	}
	for _, r := range []identity.Role{identity.BoxOffice, identity.Door, identity.Viewer} {
		h.as(r, "POST", all, object{"name": "C"}).problem(403, "forbidden")
	}
	h.as(identity.BoxOffice, "GET", all, nil).want(200)
	h.as(identity.Viewer, "GET", all, nil).problem(403, "forbidden")

	// Anyone who is erased gives the ticket back and stays counted, and is nobody.
	h.owner("DELETE", event+"/people/dan", nil).want(200)
	want(h.owner("GET", all+"/"+insta.text("id"), nil).want(200), 0, 1, 2, 3800, 2, 1)
	h.sound()
}

// TestTrackedRegistrations: what costs nothing is counted by its tickets, guests that do not
// come among those that were given back.
func TestTrackedRegistrations(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5, func(e object) { e["max_guests"] = 2 })
	link := event + "/tracking-links/" + h.owner("POST", event+"/tracking-links", object{"name": "Poster"}).want(201).text("id")
	code := h.owner("GET", link, nil).want(200).text("code")
	register := func(name string, guests ...object) string {
		h.t.Helper()
		return h.send("POST", event+"/registrations", "", object{"email": name + "@example.org", "name": name, "guests": guests, "join_waitlist": true, "via": code}).want(201).text("order_id")
	}
	register("ada", object{"name": "Kit"}, object{"name": "Lou"})
	register("bob", object{"name": "Max"})
	register("cyd") // waits
	h.owner("DELETE", event+"/registrations/"+url.PathEscape("mail:bob@example.org"), nil).want(200)
	a := h.owner("GET", link, nil).want(200)
	for name, n := range map[string]int64{"registrations": 2, "waitlist_joins": 1, "orders": 0, "tickets": 5, "tickets_cancelled": 2} {
		if got := a.number(name); got != n {
			t.Errorf("%s: %d, want %d: %s", name, got, n, a.Raw)
		}
	}
	h.sound()
}
