package api_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestCampaigns: what is written to people who have agreed is checked, previewed with how many it
// would go to, planned once, listed and stopped; the link of its mails withdraws that one consent,
// by one click of a mail program too, and the record says so.
func TestCampaigns(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(9)
	eventID := strings.TrimPrefix(event, "/v1/events/")
	words := object{"en": object{"subject": "The season opens", "body": []string{"Dear {name}, come."}}}
	purpose := func(kind, text string) string {
		t.Helper()
		p := object{"kind": kind, "default_locale": "en", "words": object{"en": text}}
		if kind == "sponsor" {
			p["sponsor"], p["privacy_url"] = "Lantern Ltd", "https://lantern.example/privacy"
		}
		return h.owner("POST", "/v1/consent-purposes", p).want(201).text("id")
	}
	news, records, lantern := purpose("marketing", "News by email."), purpose("marketing", "Records by email."), purpose("sponsor", "Lantern may write.")
	h.owner("PUT", event+"/consents", object{"purpose_ids": []string{news, records, lantern}}).want(200)
	body := buy("ada", tiers["Regular"], 1)
	body["consents"] = []object{{"purpose_id": news, "version": 1, "locale": "en", "reason": "on paper"}, {"purpose_id": records, "version": 1, "locale": "en", "reason": "on paper"}}
	h.owner("POST", event+"/orders", body).want(201)
	write := func(change func(object)) object {
		c := object{"purpose_id": news, "default_locale": "en", "words": words, "event_id": eventID, "audience": object{"unconfirmed": true}}
		if change != nil {
			change(c)
		}
		return c
	}
	const campaigns = "/v1/campaigns"
	for field, change := range map[string]func(object){
		"purpose_id":            func(c object) { c["purpose_id"] = lantern },
		"words.de":              func(c object) { c["default_locale"] = "de" },
		"words.en.body[0]":      func(c object) { c["words"] = object{"en": object{"subject": "A", "body": []string{"a\nb"}}} },
		"event_id":              func(c object) { c["event_id"] = "evt_3k9q0a7c1v5m" },
		"audience.event_ids[0]": func(c object) { c["audience"] = object{"event_ids": []string{"evt_3k9q0a7c1v5m"}} },
		"audience.category":     func(c object) { c["audience"] = object{"category": "riddles"} },
		"audience.checked_in":   func(c object) { c["audience"] = object{"checked_in": true} },
		"send_at":               func(c object) { c["send_at"] = "2099-01-01T00:00:00Z" },
	} {
		h.owner("POST", campaigns, write(change)).problem(422, "invalid_request").names(field)
	}
	if a := h.owner("GET", campaigns, nil).want(200); strings.Contains(a.Raw, "cmp_") {
		t.Errorf("what was refused is there: %s", a.Raw)
	}
	for _, c := range []struct {
		audience                object
		recipients, unconfirmed int64
	}{
		{object{"unconfirmed": true}, 1, 0}, {object{}, 0, 1}, {object{"unconfirmed": true, "event_ids": []string{eventID}}, 0, 0}, // not paid: no ticket
	} {
		a := h.owner("POST", campaigns+":preview", write(func(in object) { in["audience"] = c.audience })).want(200)
		if a.number("recipients") != c.recipients || a.number("unconfirmed") != c.unconfirmed || !strings.Contains(a.text("text"), "come.") || !strings.Contains(a.text("text"), "News by email.") {
			t.Errorf("preview of %v: %s", c.audience, a.Raw)
		}
	}
	h.as(identity.Viewer, "POST", campaigns, write(nil)).problem(403, "forbidden")
	made := h.owner("POST", campaigns, write(func(c object) { c["send_at"] = h.now().Add(time.Hour) }), "Idempotency-Key: season").want(201)
	if again := h.owner("POST", campaigns, write(func(c object) { c["send_at"] = h.now().Add(time.Hour) }), "Idempotency-Key: season").want(201); again.text("id") != made.text("id") {
		t.Errorf("the same request made %s and %s", made.Raw, again.Raw)
	}
	one := campaigns + "/" + made.text("id")
	if a := h.owner("GET", one, nil).want(200); a.text("state") != "planned" || a.text("purpose_id") != news {
		t.Error(a.Raw)
	}
	rival := h.rival(h.organization("Rival"))
	for method, path := range map[string]string{"GET": one, "POST": one + ":stop"} {
		rival.owner(method, path, nil).problem(404, "not_found")
	}
	rival.owner("GET", one+"/mails.csv", nil).problem(404, "not_found")
	for range 2 {
		if a := h.owner("POST", one+":stop", nil).want(200); a.text("state") != "stopped" {
			t.Error(a.Raw)
		}
	}
	if a := h.owner("GET", one+"/mails.csv", nil).want(200); !strings.HasPrefix(a.Raw, "no,email,") {
		t.Error(a.Raw)
	}
	h.owner("GET", campaigns+"/cmp_3k9q0a7c1v5m", nil).problem(404, "not_found")

	// The link of a mail: a page, a button, and one click of a mail program.
	page := func(purpose string) string {
		t.Helper()
		u, err := url.Parse(h.links.WithdrawURL(h.org, purpose, h.links.ConsentCode(h.org, "ada")))
		h.must(err)
		return u.Path
	}
	shows := func(method, path string, status int, text string, form ...string) string {
		t.Helper()
		r := httptest.NewRequest(method, path, strings.NewReader(strings.Join(form, "&")))
		if form != nil {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		if w.Code != status || !strings.Contains(w.Body.String(), text) {
			t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	shows("GET", page(news), 200, "News by email.")
	shows("GET", page(news), 200, page(news)+"/unsubscribe")
	shows("GET", page(news)[:len(page(news))-1]+"_", 404, "This link doesn’t work")
	for range 2 {
		shows("POST", page(news)+"/unsubscribe", 204, "", "List-Unsubscribe=One-Click")
	}
	if body := shows("GET", page(news), 200, "You’re unsubscribed"); strings.Contains(body, "News by email.") {
		t.Errorf("it stands after it was withdrawn: %s", body)
	}
	a := h.owner("GET", event+"/people/ada/consents", nil).want(200)
	if strings.Count(a.Raw, `"action":"withdrawn"`) != 1 || !strings.Contains(a.Raw, "Records by email.") {
		t.Errorf("what ada agreed to: %s", a.Raw)
	}
	shows("POST", page(records)+"/unsubscribe", 303, "", "purpose="+records)
	shows("GET", page(records), 200, "You’re unsubscribed")
	h.sound()
}
