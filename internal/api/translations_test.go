package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// translated makes a German event that asks a question, with French words, and returns its path
// and its tier.
func (h *testServer) translated() (event, tier string) {
	h.t.Helper()
	event = h.event(5, func(o object) {
		o["title"], o["description"], o["location"], o["main_language"] = "Laternenumzug", "Am Hafen entlang.", "Alter Hafen", "de"
		o["tiers"] = []object{{"name": "Erwachsene", "description": "Mit Punsch"}}
	})
	h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
	tier = h.owner("GET", event, nil).want(200).text("tiers", 0, "id")
	h.as(identity.Organizer, "PUT", event+"/translations/fr", french(tier)).want(200)
	return event, tier
}

func french(tier string) object {
	return object{"texts": []object{
		{"field": "title", "text": " Marche aux lanternes "}, {"field": "location", "text": "Vieux port"},
		{"field": "tiers." + tier + ".name", "text": "Adultes"}, {"field": "tiers." + tier + ".description", "text": "Avec punch"},
		{"field": "questions.diet.label", "text": "Que mangez-vous ?"}, {"field": "questions.diet.options.vegan", "text": "Végétalien"},
	}}
}

// An event is read in the language that its reader asks for, text by text in the main one where
// there is no translation; staff read it as it was written.
func TestTranslations(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, testTranslations)
}

func testTranslations(t *testing.T, url string) {
	h := newTestServerAt(t, url)
	event, tier := h.translated()
	a := h.send("GET", event, "", nil, "Accept-Language: fr-CA, en;q=0.5").want(200)
	if a.text("title") != "Marche aux lanternes" || a.text("location") != "Vieux port" || a.text("description") != "Am Hafen entlang." ||
		a.text("tiers", 0, "name") != "Adultes" || a.text("tiers", 0, "description") != "Avec punch" ||
		a.text("main_language") != "de" || a.text("shown_language") != "fr" || a.text("untranslated", 0) != "description" || len(a.at("untranslated").([]any)) != 1 ||
		!strings.Contains(strings.Join(a.Header.Values("Vary"), ", "), "Accept-Language") {
		t.Errorf("in French: %s", a.Raw)
	}
	for what, headers := range map[string][]string{"Polish": {"Accept-Language: pl"}, "German": {"Accept-Language: de, fr;q=0.9"}, "no language": nil} {
		if a := h.send("GET", event, "", nil, headers...).want(200); a.text("title") != "Laternenumzug" || a.at("shown_language") != nil {
			t.Errorf("%s: %s", what, a.Raw)
		}
	}
	if a := h.owner("GET", event, nil, "Accept-Language: fr").want(200); a.text("title") != "Laternenumzug" || a.text("languages", 0) != "fr" {
		t.Errorf("staff: %s", a.Raw)
	}
	if a := h.owner("GET", event+"?in_language=fr", nil).want(200); a.text("title") != "Marche aux lanternes" {
		t.Errorf("staff who ask: %s", a.Raw)
	}
	if a := h.send("GET", event+"?in_language=main", "", nil, "Accept-Language: fr").want(200); a.text("title") != "Laternenumzug" {
		t.Errorf("a guest who asks for the main words: %s", a.Raw)
	}
	h.send("GET", event+"?in_language=ja", "", nil).problem(422, "invalid_request").names("in_language")
	asks := h.send("GET", event+"/questions", "", nil, "Accept-Language: fr").want(200)
	if !strings.Contains(asks.Raw, "Que mangez-vous ?") || !strings.Contains(asks.Raw, `{"value":"vegan","label":"Végétalien"}`) {
		t.Errorf("asked: %s", asks.Raw)
	}
	list := h.send("GET", "/v1/public/events", "", nil, "Accept-Language: fr").want(200)
	if list.text("items", 0, "title") != "Marche aux lanternes" || list.text("items", 0, "location") != "Vieux port" || list.text("items", 0, "title_language") != "fr" ||
		!strings.Contains(list.Header.Get("Vary"), "Accept-Language") {
		t.Errorf("list: %s", list.Raw)
	}
	if a := h.send("GET", "/v1/public/events", "", nil, "Accept-Language: pl").want(200); a.text("items", 0, "title") != "Laternenumzug" || a.text("items", 0, "title_language") != "de" {
		t.Errorf("list in Polish: %s", a.Raw)
	}
	page := h.send("GET", strings.TrimPrefix(event, "/v1"), "", nil, "Accept: text/html", "Accept-Language: fr").want(200).Raw
	for _, has := range []string{
		`<h1 dir="auto">Marche aux lanternes</h1>`, `<p class="lines" dir="auto" lang="de">Am Hafen entlang.</p>`, "Avec punch", `"inLanguage":"fr"`,
		`<link rel="alternate" hreflang="fr" href="http://holdfast.test` + strings.TrimPrefix(event, "/v1") + `?lang=fr">`,
	} {
		if !strings.Contains(page, has) {
			t.Errorf("the page lacks %s:\n%s", has, page)
		}
	}
	german := h.send("GET", strings.TrimPrefix(event, "/v1")+"?lang=fr", "", nil, "Accept: text/html", "Accept-Language: de").want(200).Raw
	if !strings.Contains(german, "Marche aux lanternes") || strings.Contains(german, "Laternenumzug") {
		t.Errorf("the address of the French page says\n%s", german)
	}
	bought := h.send("POST", event+"/registrations", "", object{"email": "ada@example.org", "name": "Ada", "answers": []object{{"question": "diet", "unit": 1, "value": "vegan"}}}, "Accept-Language: fr")
	if bought.Status/100 != 2 {
		t.Fatalf("registered: %s", bought.Raw)
	}
	// What was answered is read in the reader's language, by whoever has answered it; staff read it as
	// it was asked, and so does everybody once other words are asked.
	answers := "/v1/orders/" + h.owner("GET", event+"/registrations/mail:ada@example.org", nil).want(200).text("order", "id") + "/answers"
	ada := h.signIn("ada@example.org")
	reads := func(language, want string) {
		t.Helper()
		if got := strings.Join(h.visit(ada, "GET", answers, nil, "Accept-Language: "+language).want(200).words(), ", "); got != want {
			t.Errorf("in %s: %s, want %s", language, got, want)
		}
	}
	reads("fr", "Que mangez-vous ? Végétalien")
	reads("de", "What do you eat? Vegan")
	if got := h.owner("GET", answers, nil, "Accept-Language: fr").want(200).words(); len(got) != 1 || got[0] != "What do you eat? Vegan" {
		t.Errorf("to staff: %v", got)
	}
	asks2 := diet()
	asks2[1]["label"] = "What do you drink?"
	h.owner("PUT", event+"/questions", object{"questions": asks2}).want(200)
	reads("fr", "Que mangez-vous ? Végétalien")
	h.as(identity.Organizer, "PUT", event+"/translations/fr", object{"texts": []object{{"field": "title", "text": "Marche aux lanternes"}, {"field": "location", "text": "Vieux port"},
		{"field": "tiers." + tier + ".name", "text": "Adultes"}, {"field": "questions.diet.label", "text": "Que buvez-vous ?"}, {"field": "questions.diet.options.vegan", "text": "Végétalien"}}}).want(200)
	reads("fr", "What do you eat? Végétalien")
	h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
	h.as(identity.Organizer, "PUT", event+"/translations/fr", french(tier)).want(200)

	// A main text that changes leaves its translation behind, which is read until it is changed
	// or said to be right.
	h.owner("PATCH", event, object{"title": "Großer Laternenumzug"}).want(200)
	if a := h.send("GET", event, "", nil, "Accept-Language: fr").want(200); a.text("title") != "Marche aux lanternes" {
		t.Errorf("outdated: %s", a.Raw)
	}
	states := func(want string) {
		t.Helper()
		a := h.as(identity.Organizer, "GET", event+"/translations/fr", nil).want(200)
		if a.text("texts", 0, "field") != "title" || a.text("texts", 0, "state") != want || a.text("texts", 1, "state") != "missing" || a.text("texts", 2, "state") != "current" {
			t.Errorf("want %s: %s", want, a.Raw)
		}
	}
	states("outdated")
	if a := h.owner("GET", event+"/translations", nil).want(200); a.number("items", 0, "outdated") != 1 || a.number("items", 0, "missing") == 0 || a.text("items", 0, "language") != "fr" {
		t.Errorf("languages: %s", a.Raw)
	}
	h.owner("PUT", event+"/translations/fr", french(tier)).want(200)
	states("outdated") // as it was sent before
	said := french(tier)
	said["texts"].([]object)[0]["reviewed"] = true
	h.owner("PUT", event+"/translations/fr", said).want(200)
	states("current")

	// Languages are changed one by one, and deleted.
	h.owner("PUT", event+"/translations/ar", object{"texts": []object{{"field": "title", "text": "مسيرة الفوانيس"}}}).want(200)
	if a := h.owner("GET", event, nil).want(200); len(a.at("languages").([]any)) != 2 {
		t.Errorf("two languages: %s", a.Raw)
	}
	h.owner("DELETE", event+"/translations/fr", nil).want(200)
	if a := h.send("GET", event, "", nil, "Accept-Language: fr").want(200); a.text("title") != "Großer Laternenumzug" {
		t.Errorf("deleted: %s", a.Raw)
	}
	if a := h.send("GET", event, "", nil, "Accept-Language: ar").want(200); a.text("title") != "مسيرة الفوانيس" {
		t.Errorf("the other language: %s", a.Raw)
	}
}

// What is wrong with a translation is said of its field, and nothing is changed.
func TestTranslationsRefused(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tier := h.translated()
	for _, c := range []struct {
		path, field, code string
		texts             []object
	}{
		{"/translations/ja", "translation", "not_allowed", nil},
		{"/translations/de", "translation", "not_allowed", nil},
		{"/translations/fr", "texts[1].field", "unknown", []object{{"field": "title", "text": "X"}, {"field": "tiers.tir_none.name", "text": "X"}}},
		{"/translations/fr", "texts[0].field", "unknown", []object{{"field": "questions.drink.label", "text": "X"}}},
		{"/translations/fr", "texts[0].field", "unknown", []object{{"field": "payment_instructions", "text": "X"}}},
		{"/translations/fr", "texts[1].field", "duplicate", []object{{"field": "title", "text": "X"}, {"field": "title", "text": "Y"}}},
		{"/translations/fr", "texts[0].text", "too_long", []object{{"field": "title", "text": strings.Repeat("x", 201)}}},
		{"/translations/fr", "texts[0].text", "forbidden_character", []object{{"field": "tiers." + tier + ".name", "text": "a\u202eb"}}},
	} {
		a := h.owner("PUT", event+c.path, object{"texts": append([]object{}, c.texts...)}).problem(422, "invalid_request").names(c.field)
		if a.text("errors", 0, "code") != c.code {
			t.Errorf("want %s: %s", c.code, a.Raw)
		}
	}
	h.owner("PATCH", event, object{"main_language": "fr"}).problem(422, "invalid_request").names("main_language")
	h.owner("PATCH", event, object{"main_language": "xx"}).problem(422, "invalid_request").names("main_language")
	if a := h.send("GET", event, "", nil, "Accept-Language: fr").want(200); a.text("title") != "Marche aux lanternes" || a.text("tiers", 0, "name") != "Adultes" {
		t.Errorf("changed: %s", a.Raw)
	}
}

// The dates of a series have the translations of the event that they are copies of.
func TestTranslationsAreCopied(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, _ := h.translated()
	dates := h.owner("POST", event+"/series", object{"title": "Umzüge", "rule": "FREQ=WEEKLY;COUNT=2"}).want(201).dates()
	for _, date := range dates {
		a := h.send("GET", date, "", nil, "Accept-Language: fr").want(200)
		asks := h.send("GET", date+"/questions", "", nil, "Accept-Language: fr").want(200)
		if a.text("title") != "Marche aux lanternes" || a.text("tiers", 0, "name") != "Adultes" || !strings.Contains(asks.Raw, "Que mangez-vous ?") {
			t.Errorf("%s: %s %s", date, a.Raw, asks.Raw)
		}
	}
}
