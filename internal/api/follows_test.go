package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
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

// TestFollowerContact: whoever follows an organization, and is nobody at its events, chooses how and when
// they hear about new ones: signed in, and on the page behind the link of such a mail, which adds no
// telephone. It is in the file of their data, and goes with the follow and with the account.
func TestFollowerContact(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		org := h.owner("GET", "/v1/organization", nil).want(200).text("id")
		event := h.event(5)
		ada := h.signIn("ada@example.org")
		account := h.visit(ada, "GET", "/v1/me", nil).want(200).text("account", "id")
		follow, contact, push := "/v1/me/follows/"+org, "/v1/me/contacts/"+org, "/v1/me/contacts/"+org+"/push-subscriptions"
		wants := object{"phone": "+4930123456", "sms_consent": true, "channels": []string{"mail", "sms"}, "quiet_hours": object{"from": "20:00", "to": "09:30"}}
		browser := object{"endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
		personal := func() (n int) {
			t.Helper()
			h.must(h.store.JobsDB().QueryRowContext(t.Context(), "select (select count(*) from contacts where phone <> '' or quiet_from <> quiet_to or channels <> '') + (select count(*) from push_subscriptions)").Scan(&n))
			return n
		}

		h.visit(ada, "PUT", contact, wants).problem(404, "not_found")
		h.visit(ada, "POST", push, browser).problem(404, "not_found")
		h.visit(ada, "PUT", "/v1/me/contacts/nobody", wants).problem(404, "not_found")
		if n := personal(); n != 0 {
			t.Errorf("%d contacts of somebody who does not follow", n)
		}
		h.visit(ada, "PUT", follow, nil).want(200)
		list := h.visit(ada, "GET", "/v1/me/contacts", nil).want(200)
		if len(list.at("items").([]any)) != 1 || len(list.at("items", 0, "people").([]any)) != 0 || list.at("items", 0, "follows") != true ||
			list.text("items", 0, "organization", "id") != org || list.text("items", 0, "contact", "event_timezone") != "" {
			t.Fatalf("how she is told: %s", list.Raw)
		}
		h.visit(ada, "PUT", contact, object{"sms_consent": true}).problem(422, "invalid_request").names("phone")
		h.visit(ada, "PUT", contact, object{"quiet_hours": object{"from": "20:00", "to": "25:00"}}).problem(422, "invalid_request").names("quiet_hours.to")
		h.visit(ada, "POST", push, object{"endpoint": "http://push.example.net/", "p256dh": "x", "auth": "y"}).problem(422, "invalid_request").names("endpoint")
		if n := personal(); n != 0 {
			t.Errorf("a refusal changed %d", n)
		}
		h.visit(ada, "PUT", contact, wants).want(200)
		reached := func(from, first string) {
			t.Helper()
			c := h.visit(ada, "GET", "/v1/me/contacts", nil).want(200)
			if c.text("items", 0, "contact", "quiet_hours", "from") != from || c.text("items", 0, "contact", "channels", 0) != first || c.text("items", 0, "contact", "phone") != "+4930123456" {
				t.Errorf("how she is told: %s", c.Raw)
			}
		}
		reached("20:00", "mail")
		if data := h.visit(ada, "GET", "/v1/me/data", nil).want(200); data.text("contacts", 0, "contact", "phone") != "+4930123456" {
			t.Errorf("the file of her data: %s", data.Raw)
		}

		// By the link of a mail.
		link := strings.TrimPrefix(h.links.FollowURL(org, h.links.FollowCode(org, account)), h.links.Base)
		says := func(status int, form, text, site string) {
			t.Helper()
			a := h.send("POST", link+"/reach", "", form, "Content-Type: application/x-www-form-urlencoded", "Sec-Fetch-Site: "+site)
			if a.Status != status || !strings.Contains(a.Raw, text) {
				t.Errorf("%s: %d %s", form, a.Status, a.Raw)
			}
		}
		page := h.send("GET", link, "", nil).want(200)
		for _, part := range []string{`<option value="mail" selected>`, `<option value="sms">`, `name="from" value="20:00"`, `name="until" value="09:30"`, "time zone of each event"} {
			if !strings.Contains(page.Raw, part) {
				t.Errorf("the page lacks %s: %s", part, page.Raw)
			}
		}
		if strings.Contains(page.Raw, "123456") || strings.Contains(page.Raw, `value="push"`) || strings.Contains(page.Raw, "ada@") {
			t.Errorf("the page says too much: %s", page.Raw)
		}
		says(403, "channel=sms&from=21:00&until=08:00", "Please open the link again", "cross-site")
		says(422, "channel=sms&from=21:00&until=", "Choose both times", "same-origin")
		says(422, "channel=sms&from=21:00&until=8", `value="21:00" aria-invalid="true"`, "same-origin")
		says(422, "channel=push&from=&until=", "", "same-origin")
		reached("20:00", "mail")
		says(303, "channel=sms&from=21:00&until=08:00", "", "same-origin")
		reached("21:00", "sms")
		if again := h.send("GET", link+"?saved", "", nil).want(200); !strings.Contains(again.Raw, `role="status">Saved`) || !strings.Contains(again.Raw, `<option value="sms" selected>`) {
			t.Errorf("once it is saved: %s", again.Raw)
		}
		says(303, "channel=sms&from=&until=", "", "same-origin")
		if c := h.visit(ada, "GET", "/v1/me/contacts", nil).want(200); c.at("items", 0, "contact").(map[string]any)["quiet_hours"] != nil {
			t.Errorf("without quiet hours: %s", c.Raw)
		}

		// It is kept for as long as something needs it.
		h.visit(ada, "POST", push, browser).want(201)
		h.send("POST", event+"/registrations", "", object{"email": "ada@example.org", "name": "Ada"}).want(201)
		h.visit(ada, "GET", "/v1/me/registrations", nil).want(200) // writes the address book
		h.visit(ada, "DELETE", follow, nil).want(200)
		if n := personal(); n != 2 {
			t.Errorf("%d are left of her who is a guest too, want 2", n)
		}
		says(303, "channel=mail&from=&until=", "", "same-origin")
		reached("", "sms") // who does not follow changes nothing
		bob := h.signIn("bob@example.org")
		account = h.visit(bob, "GET", "/v1/me", nil).want(200).text("account", "id")
		link = strings.TrimPrefix(h.links.FollowURL(org, h.links.FollowCode(org, account)), h.links.Base)
		ends := map[string]func(){
			"by the API": func() { h.visit(bob, "DELETE", follow, nil).want(200) },
			"by the form": func() {
				h.send("POST", "/hosts/"+org+"/unfollow", "", nil, "Cookie: "+string(bob), "Sec-Fetch-Site: same-origin").want(200)
			},
			"by the link": func() { h.send("POST", link+"/unsubscribe", "", nil).want(303) },
			"erased":      func() { h.visit(bob, "POST", "/v1/me:erase", object{"email": "bob@example.org"}).want(200) },
		}
		for _, how := range []string{"by the API", "by the form", "by the link", "erased"} {
			h.visit(bob, "PUT", follow, nil).want(200)
			h.visit(bob, "PUT", contact, wants).want(200)
			h.visit(bob, "POST", push, browser).want(201)
			if n := personal(); n != 4 {
				t.Errorf("%s: %d before, want 4", how, n)
			}
			ends[how]()
			if n := personal(); n != 2 {
				t.Errorf("%s: %d are left, want hers alone", how, n)
			}
		}
		h.sound()
	})
}
