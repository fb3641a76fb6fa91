package page

import (
	"cmp"
	"maps"
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/events"
)

// of is an event with its words in the language of w, as far as it has them.
func (w *Words) of(e *events.EventView) *events.EventView { return e.In(w.Tag.String()) }

// translated is an event with its words in the language of a request.
func translated(r *http.Request, e *events.EventView) *events.EventView {
	return WordsFor(r.Header.Get("Accept-Language")).of(e)
}

// asked is a request in the language that its address asks for with lang, before those of the
// reader: so each language of a page has an address, which search engines can name.
func asked(r *http.Request) *http.Request {
	if r.URL.Query().Get("lang") == "" {
		return r
	}
	r = r.Clone(r.Context())
	r.Header.Set("Accept-Language", acceptInFrame(r))
	return r
}

// LangOf is the language of a text of the event, for the lang attribute; "" where it is that of
// the page, or nobody said.
func (v *view) LangOf(field string) string {
	if v.shown == nil {
		return ""
	}
	return v.unlike(v.shown.LanguageOf(field))
}

// unlike is a language where it is another than that of the page, "" else.
func (w *Words) unlike(language string) string {
	if language == w.Tag.String() {
		return ""
	}
	return language
}

// writtenIn is the language that most of an event is read in; "": nobody said.
func writtenIn(e *events.EventView) string { return cmp.Or(e.Shown, e.Details.MainLanguage) }

// alternate is the address of a page in a language.
type alternate struct{ Lang, URL string }

// alternates are the addresses of the page of an event in the languages that it has words in;
// none where that is one, or nobody said which the main one is.
func alternates(e *events.EventView, url string) (list []alternate) {
	if e.Details.MainLanguage == "" || len(e.Translations) == 0 {
		return nil
	}
	for _, lang := range slices.Sorted(maps.Keys(e.Translations)) {
		if lang != e.Details.MainLanguage {
			list = append(list, alternate{lang, url + "?lang=" + lang})
		}
	}
	list = append(list, alternate{e.Details.MainLanguage, url + "?lang=" + e.Details.MainLanguage})
	return append(list, alternate{"x-default", url})
}
