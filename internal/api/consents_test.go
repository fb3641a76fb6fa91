package api_test

import (
	"strings"
	"testing"
)

// TestConsentToNewWords: whoever ticks a box with words that are newer than what the server
// remembers of the event has agreed to them.
func TestConsentToNewWords(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(3)
	news := h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": object{"en": "News."}}).want(201).text("id")
	h.owner("PUT", event+"/consents", object{"purpose_ids": []string{news}}).want(200)
	h.owner("POST", event+"/orders", buy("ada", tiers["Regular"], 1)).want(201) // what it asks is remembered by now
	h.owner("PATCH", "/v1/consent-purposes/"+news, object{"words": object{"en": "News and offers."}}).want(200)
	body := buy("bob", tiers["Regular"], 1)
	body["consents"] = []object{{"purpose_id": news, "version": 2, "locale": "en", "reason": "on our paper form"}}
	h.owner("POST", event+"/orders", body).want(201)
	if a := h.owner("GET", event+"/people/bob/consents", nil).want(200); !strings.Contains(a.Raw, "News and offers.") {
		t.Errorf("what bob agreed to: %s", a.Raw)
	}
}

// TestConsents: a purpose with versions is asked for by an event, agreed to by an unticked box
// of every way to take part, shown and withdrawn by the person with a link and by staff with a
// reason, and downloaded for as long as it stands.
func TestConsents(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(3)
	words := object{"en": "News by email.", "de": "Neues per E-Mail."}
	for field, bad := range map[string]object{
		"words.fr":    {"kind": "marketing", "default_locale": "fr", "words": words},
		"words.xx":    {"kind": "marketing", "default_locale": "en", "words": object{"en": "News", "xx": "?"}},
		"sponsor":     {"kind": "sponsor", "privacy_url": "https://lantern.example", "default_locale": "en", "words": words},
		"privacy_url": {"kind": "sponsor", "sponsor": "Lantern Ltd", "privacy_url": "http://lantern.example", "default_locale": "en", "words": words},
	} {
		h.owner("POST", "/v1/consent-purposes", bad).problem(422, "invalid_request").names(field)
	}
	news := h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": words}, "Idempotency-Key: news").want(201).text("id")
	if again := h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": words}, "Idempotency-Key: news").want(201).text("id"); again != news {
		t.Errorf("the same request made %s and %s", news, again)
	}
	lantern := h.owner("POST", "/v1/consent-purposes", object{"kind": "sponsor", "sponsor": "Lantern Ltd", "privacy_url": "https://lantern.example/privacy", "default_locale": "en", "words": object{"en": "=Lantern may write."}}, "Idempotency-Key: lantern").want(201).text("id")

	// An event asks for nothing until it is told to, and not for what is not there.
	if a := h.send("GET", event+"/consents", "", nil).want(200); strings.Contains(a.Raw, news) {
		t.Errorf("a new event asks: %s", a.Raw)
	}
	h.owner("PUT", event+"/consents", object{"purpose_ids": []string{"cpu_other"}}).problem(422, "invalid_request").names("purpose_ids")
	h.owner("PUT", event+"/consents", object{"purpose_ids": []string{news, news}}).problem(422, "invalid_request").names("purpose_ids[1]")
	h.owner("PUT", event+"/consents", object{"purpose_ids": []string{news, lantern}}).want(200)
	if a := h.send("GET", event+"/consents", "", nil).want(200); !strings.Contains(a.Raw, "https://lantern.example/privacy") || !strings.Contains(a.Raw, "Neues per E-Mail.") {
		t.Errorf("what is asked: %s", a.Raw)
	}
	if n := h.send("GET", event, "", nil).want(200).number("consents"); n != 2 {
		t.Errorf("the event says that it asks for %d", n)
	}

	order := func(name string, consents ...object) *answer {
		h.t.Helper()
		body := buy(name, tiers["Regular"], 1)
		if consents != nil {
			body["consents"] = consents
		}
		return h.owner("POST", event+"/orders", body)
	}
	// Staff say how somebody agreed; what is not asked for keeps nobody out.
	order("ada", object{"purpose_id": news, "version": 1, "locale": "de"}).problem(422, "invalid_request").names("consents[0].reason")
	order("ada", object{"purpose_id": news, "version": 1, "locale": "de", "reason": "on our paper form"}, object{"purpose_id": lantern, "version": 1, "locale": "en", "reason": "on our paper form"}).want(201)
	order("bob", object{"purpose_id": "cpu_other", "version": 1, "locale": "en", "reason": "?"}, object{"purpose_id": news, "version": 2, "locale": "en", "reason": "?"},
		object{"purpose_id": news, "version": 1, "locale": "fr", "reason": "?"}).want(201)
	order("cyd").want(201)

	sheet := func(purpose string) string {
		h.t.Helper()
		return h.owner("GET", "/v1/consent-purposes/"+purpose+"/consents.csv", nil).want(200).Raw
	}
	if file := sheet(news); strings.Count(file, "\r\n") != 2 || !strings.Contains(file, "ada") || !strings.Contains(file, ",1,de,") || !strings.Contains(file, ",order,false") {
		t.Errorf("who agreed: %q", file)
	}
	if log := h.owner("GET", "/v1/organization/security-log?action=export_requested", nil).want(200); !strings.Contains(log.Raw, "consents "+news) {
		t.Errorf("nobody is told about the download: %s", log.Raw)
	}

	// Other words are another version; whoever agreed before has agreed to the earlier ones.
	if v := h.owner("PATCH", "/v1/consent-purposes/"+news, object{"words": object{"en": "News and offers."}}).want(200); v.number("version") != 2 || !strings.Contains(v.Raw, "News by email.") || v.number("people") != 1 {
		t.Errorf("changed: %s", v.Raw)
	}
	own := event + "/people/ada/consents"
	if a := h.owner("GET", own, nil).want(200); !strings.Contains(a.Raw, `"words":"Neues per E-Mail."`) || strings.Contains(a.Raw, "offers") {
		t.Errorf("what ada agreed to: %s", a.Raw)
	}

	// Staff withdraw with a reason, and once; the file knows at once, and the record keeps both.
	h.owner("POST", own+":withdraw", object{"purpose_id": news}).problem(422, "invalid_request").names("reason")
	for range 2 {
		h.owner("POST", own+":withdraw", object{"purpose_id": news, "reason": "called us"}).want(200)
	}
	a := h.owner("GET", own, nil).want(200)
	if strings.Count(a.Raw, `"action":"withdrawn"`) != 1 || !strings.Contains(a.Raw, "called us") || strings.Count(a.Raw, `"action":"given"`) != 3 { // lantern stands, and two rows of the record
		t.Errorf("after the withdrawal: %s", a.Raw)
	}
	if file := sheet(news); strings.Count(file, "\r\n") != 1 {
		t.Errorf("who withdrew is in the file: %q", file)
	}
	if file := sheet(lantern); !strings.Contains(file, "ada") {
		t.Errorf("the other consent is gone: %q", file)
	}
	if data := h.owner("GET", event+"/people/ada/data", nil); data.Status == 200 && !strings.Contains(data.Raw, "called us") {
		t.Errorf("the file of one's data: %s", data.Raw)
	}

	// A purpose that ended is asked for no more and stays as it is.
	h.owner("PATCH", "/v1/consent-purposes/"+lantern, object{"ended": true}).want(200)
	h.owner("PATCH", "/v1/consent-purposes/"+lantern, object{"ended": true}).want(200)
	h.owner("PATCH", "/v1/consent-purposes/"+lantern, object{"words": object{"en": "More"}}).problem(409, "consent_purpose_ended")
	if a := h.send("GET", event+"/consents", "", nil).want(200); strings.Contains(a.Raw, lantern) {
		t.Errorf("it is still asked for: %s", a.Raw)
	}
	h.owner("PUT", event+"/consents", object{"purpose_ids": []string{}}).want(200)
	h.owner("PUT", event+"/consents", object{"purpose_ids": []string{lantern}}).problem(422, "invalid_request").names("purpose_ids")
}
