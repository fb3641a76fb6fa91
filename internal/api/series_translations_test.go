package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestSeriesTranslations: what a series is called in another language is read by everybody who reads
// it, on its own page and on those of its dates, and the main words where there is none.
func TestSeriesTranslations(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		series, dates := h.evenings(2)
		h.owner("PATCH", series, object{"title": "Evenings", "description": "By the water."}).want(200)
		german := object{"title": " Abende ", "description": "Am Wasser."}
		at := series + "/translations/de"
		h.as(identity.BoxOffice, "PUT", at, german).problem(403, "forbidden")
		h.send("PUT", at, h.key(h.organization("Rival"), identity.Owner), german).problem(404, "not_found")
		h.owner("PUT", series+"/translations/xx", german).problem(422, "invalid_request").names("translation")
		h.owner("PUT", at, object{"title": strings.Repeat("x", 201)}).problem(422, "invalid_request").names("title")
		h.owner("PUT", at, object{"title": "a\nb"}).problem(422, "invalid_request").names("title")
		if list := h.owner("GET", series+"/translations", nil).want(200); len(list.at("items").([]any)) != 0 {
			t.Error(list.Raw)
		}
		h.owner("PUT", at, german).want(200).sees(t, "said", object{"language": "de", "title": "Abende", "title_state": "current", "description": "Am Wasser.", "description_state": "current"})

		read := func(path, language string) *answer {
			return h.send("GET", path, "", nil, "Accept-Language: "+language).want(200)
		}
		public := strings.Replace(series, "/v1/", "/v1/public/", 1)
		sees := func(language, title, description string) {
			t.Helper()
			h.later(11 * time.Second) // what is remembered is read again
			read(public, language).sees(t, "the series in "+language, object{"title": title, "description": description})
			read(dates[0], language).sees(t, "a date in "+language, object{"title": title}, "series")
		}
		sees("de", "Abende", "Am Wasser.")
		sees("fr", "Evenings", "By the water.")
		if staff := h.owner("GET", series, nil, "Accept-Language: de").want(200); staff.text("title") != "Evenings" {
			t.Errorf("organizers read what they change: %s", staff.Raw)
		}
		ada := h.signIn("ada@example.org")
		id := strings.TrimPrefix(series, "/v1/series/")
		h.visit(ada, "PUT", "/v1/me/followed-series/"+id, nil).want(200)
		h.visit(ada, "GET", "/v1/me/follows", nil, "Accept-Language: de").want(200).sees(t, "what she follows", object{"id": id, "title": "Abende"}, "items", 0, "series")
		// The main title changes: the translation is read, and said to be older.
		h.owner("PATCH", series, object{"title": "Long evenings"}).want(200)
		list := h.owner("GET", series+"/translations", nil).want(200)
		list.sees(t, "older", object{"language": "de", "title_state": "outdated", "description_state": "current"}, "items", 0)
		sees("de", "Abende", "Am Wasser.")
		h.owner("PUT", at, object{"description": "Am See."}).want(200).sees(t, "less", object{"title": "", "title_state": "missing"})
		sees("de", "Long evenings", "Am See.")
		h.owner("DELETE", at, nil).want(200)
		h.owner("DELETE", at, nil).want(200) // nothing was there
		sees("de", "Long evenings", "By the water.")
		h.sound()
	})
}
