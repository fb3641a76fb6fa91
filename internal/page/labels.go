package page

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// offered are the languages that can be chosen in the form, and ages those of people who want to
// come. What was asked for is offered too.
var (
	offered = []string{"ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hi", "hu", "it", "ja", "ko", "nl", "no", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "zh"}
	ages    = []string{"3", "6", "10", "12", "14", "16"}
)

// language is what a language is called; its code where that is not known.
func (w *Words) language(code string) string {
	base, err := language.ParseBase(code)
	if err != nil {
		return code
	}
	tag, err := language.Compose(base)
	if err != nil {
		return code
	}
	if name := display.Languages(w.Tag).Name(tag); name != "" {
		return name
	}
	return code
}

// labelChoices are what can be chosen of what events say of themselves.
func (w *Words) labelChoices(asked url.Values) (categories, languages, agesOf []choice) {
	choices := func(name, whatever string, values []string, label func(string) string) []choice {
		chosen := asked.Get(name)
		list := []choice{{"", whatever, chosen == ""}}
		if chosen != "" && !slices.Contains(values, chosen) {
			values = append(slices.Clone(values), chosen)
		}
		for _, v := range values {
			list = append(list, choice{v, label(v), v == chosen})
		}
		return list
	}
	categories = choices("category", w.AnyCategory, discovery.Categories(), w.category)
	languages = choices("language", w.AnyLanguage, offered, w.language)
	slices.SortFunc(languages[1:], func(a, b choice) int { return strings.Compare(a.Label, b.Label) })
	return categories, languages, choices("age", w.AnyAge, ages, func(age string) string { return w.years(age) })
}

// years says an age; as it was asked for where that is not a number.
func (w *Words) years(age string) string {
	n, err := strconv.ParseInt(age, 10, 64)
	if err != nil {
		return age
	}
	return w.AgedYears.In(w.Tag, n)
}

// category is what a category is called; its name in the API where there is none.
func (w *Words) category(of string) string {
	if name := w.Categories[of]; name != "" {
		return name
	}
	return of
}

// labels adds what an event says of itself.
func (v *view) labels(l *events.Labels) {
	add := func(label, text string) {
		if text != "" {
			v.Facts = append(v.Facts, fact{Label: label, Text: text})
		}
	}
	add(v.Performers, strings.Join(l.Performers, locale.Comma(v.Words.Tag)))
	if l.Category != "" {
		v.Facts = append(v.Facts, fact{Label: v.Category, Text: v.category(l.Category), Path: "/?" + url.Values{"category": {l.Category}}.Encode()})
	}
	if l.Language != "" {
		add(v.Spoken, v.language(l.Language))
	}
	if l.AgeMin > 0 {
		add(v.Age, fill(v.AgedFrom, "{n}", strconv.FormatInt(l.AgeMin, 10)))
	}
	for _, tag := range l.Tags {
		v.Tags = append(v.Tags, tagLink{tag, "/?" + url.Values{"tag": {tag}}.Encode()})
	}
}

// tagLink leads to the events with a tag.
type tagLink struct{ Tag, Path string }

// eventTypes are what schema.org calls an event of a category.
var eventTypes = map[string]string{
	"music": "MusicEvent", "theatre": "TheaterEvent", "comedy": "ComedyEvent", "dance": "DanceEvent", "film": "ScreeningEvent", "art": "VisualArtsEvent",
	"literature": "LiteraryEvent", "party": "SocialEvent", "food": "FoodEvent", "sport": "SportsEvent", "family": "ChildrensEvent", "learning": "EducationEvent",
	"business": "BusinessEvent", "community": "SocialEvent",
}

// linkedLabels says in the words of schema.org what an event says of itself.
func linkedLabels(d map[string]any, l *events.Labels) {
	if of := eventTypes[l.Category]; of != "" {
		d["@type"] = of
	}
	if len(l.Tags) > 0 {
		d["keywords"] = strings.Join(l.Tags, ", ")
	}
	if l.Language != "" {
		d["inLanguage"] = l.Language
	}
	if l.AgeMin > 0 {
		d["typicalAgeRange"] = strconv.FormatInt(l.AgeMin, 10) + "-"
	}
	linkedPerformers(d, l.Performers)
}

// linkedPerformers says in the words of schema.org who performs at an event.
func linkedPerformers(d map[string]any, names []string) {
	var performers []map[string]any
	for _, name := range names {
		performers = append(performers, map[string]any{"@type": "PerformingGroup", "name": name})
	}
	if performers != nil {
		d["performer"] = performers
	}
}
