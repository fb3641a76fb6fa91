package events

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// Translation is the words of an event in one language beside its main one.
type Translation struct {
	Language        string
	Title, Location string // of Texts, for lists
	Texts           translation.Texts
	UpdatedAt       inventory.Instant
}

// NewTranslation returns the row of texts.
func NewTranslation(language string, texts translation.Texts, now inventory.Instant) *Translation {
	return &Translation{language, texts[translation.Title].Text, texts[translation.Location].Text, texts, now}
}

// TranslationTable describes the words of events in other languages.
var TranslationTable = table.NewIn("event_translations", "event_id", new(Translation), func(c *table.Columns, t *Translation) {
	c.Key("language", &t.Language)
	c.Text("title", &t.Title)
	c.Text("location", &t.Location)
	c.Encoded("texts", table.AsJSON(&t.Texts))
	c.Number("updated_at", (*int64)(&t.UpdatedAt))
})

// fillTranslations reads the words of events in other languages, of which each has a few:
// table.MaxInList events at most.
func fillTranslations(ctx context.Context, q table.Querier, at map[string]*EventView) error {
	list, args := table.InList(1, slices.Collect(maps.Keys(at)))
	_, err := table.All(ctx, q, func(r engine.Row, t *Translation) error {
		var event string
		c := table.Scanning()
		c.Add(&event)
		TranslationTable.Into(c, t)
		err := c.From(r)
		if v := at[event]; err == nil {
			if v.Translations == nil {
				v.Translations = translation.All{}
			}
			v.Translations[t.Language] = t.Texts
		}
		return err
	}, "select event_id, "+TranslationTable.Columns+" from event_translations where event_id in ("+list+") order by event_id, language", args...)
	return err
}

// TranslatedByID is EventsByID with the words of the events in other languages.
func (s Events) TranslatedByID(ctx context.Context, ids []string) (map[string]*EventView, error) {
	return s.eventsByID(ctx, ids, fillEvents, fillTranslations)
}

// TextsIn returns the words of an event in a language: none where that is its main one, or it has
// no words in it.
func (s Events) TextsIn(ctx context.Context, event, language string) (translation.Texts, error) {
	row, err := table.One(ctx, s.db.Read, TranslationTable.Scan, TranslationTable.From()+` where event_id = $1 and language = $2
		and not exists (select 1 from events e where e.id = event_translations.event_id and e.main_language = event_translations.language)`, event, language)
	if errors.Is(err, table.ErrNone) {
		return nil, nil
	}
	return row.Texts, s.db.Classify(err)
}

// Texts are the words of the event in a language; none where that is its main one, or it has none
// in it.
func (v *EventView) Texts(language string) translation.Texts {
	if language == v.Details.MainLanguage {
		return nil
	}
	return v.Translations[language]
}

// Words are the texts of the event and of its tiers that can be in other languages, in the order of
// the event. They are v's own: whoever writes to them changes it.
func (v *EventView) Words() []Word {
	words := append(v.Details.words(), Word{translation.Instructions, &v.Event.Settings.Orders.Instructions, inventory.MaxInstructions, true})
	for i := range v.Tiers {
		t := &v.Tiers[i]
		words = append(words, Word{translation.Tier(t.ID, "name"), &t.Name, MaxTierName, false}, Word{translation.Tier(t.ID, "description"), &t.Description, MaxTierDescription, false})
	}
	return words
}

// In is the event with its words in a language as far as they are translated into it, and in
// its main one else. Only what guests read is in another language: it is not for changing it.
func (v *EventView) In(language string) *EventView {
	texts, series := v.Texts(language), v.Series.in(language)
	in := *v
	in.Series = series
	switch {
	case len(texts) > 0:
	case series != v.Series:
		return &in
	default:
		return v
	}
	in.Shown, in.Untranslated = language, nil
	in.Tiers = slices.Clone(v.Tiers)
	for _, w := range in.Words() {
		said, translated := texts.Or(w.Field, *w.Text)
		if *w.Text = said; !translated && said != "" {
			in.Untranslated = append(in.Untranslated, w.Field)
		}
	}
	return &in
}

// LanguageOf is the language that a field of what guests read is in, "" where nobody said; see
// package translation for the names of fields.
func (v *EventView) LanguageOf(field string) string {
	if v.Shown != "" && !slices.Contains(v.Untranslated, field) {
		return v.Shown
	}
	return v.Details.MainLanguage
}

// Named gives briefs the titles and places that their events have in a language, where they do.
func (s Events) Named(ctx context.Context, language string, briefs []*Brief) error {
	if language == "" || len(briefs) == 0 {
		return nil
	}
	at := make(map[string][]*Brief, len(briefs))
	var ids []string
	for _, b := range briefs {
		if b.MainLanguage == language {
			continue
		}
		if at[b.EventID] == nil {
			ids = append(ids, b.EventID)
		}
		at[b.EventID] = append(at[b.EventID], b)
	}
	for some := range slices.Chunk(ids, table.MaxInList-1) {
		list, args := table.InList(2, some)
		_, err := table.All(ctx, s.db.Read, func(r engine.Row, title *string) error {
			var event, location string
			err := r.Scan(&event, title, &location)
			for _, b := range at[event] {
				b.name(language, *title, location)
			}
			return err
		}, "select event_id, title, location from event_translations where language = $1 and event_id in ("+list+")", append([]any{language}, args...)...)
		if err != nil {
			return s.db.Classify(err)
		}
	}
	return nil
}

// NamedIn is what an event is called in another language, and where it is; "": as in its main one.
type NamedIn struct{ Language, Title, Location string }

// seriesNames adds what the series of events are called, in all their languages.
func (s Events) seriesNames(ctx context.Context, ids string, args []any, at map[string]*Listed) error {
	_, err := table.All(ctx, s.db.Read, func(r engine.Row, in *InSeries) error {
		var event string
		in.Texts = nil // of the row before
		c := table.Scanning()
		c.Add(&event, &in.Title)
		c.Encoded("texts", table.AsJSON(&in.Texts))
		if err := c.From(r); err != nil {
			return err
		}
		l := at[event]
		if in.Title != l.Title {
			l.Named = append(l.Named, NamedIn{l.MainLanguage, in.Title, ""})
		}
		for _, language := range slices.Sorted(maps.Keys(in.Texts)) {
			title, translated := in.Texts[language].Or(translation.Title, in.Title)
			if translated && !slices.ContainsFunc(l.Named, func(n NamedIn) bool { return n.Language == language && n.Title == title }) {
				l.Named = append(l.Named, NamedIn{language, title, ""})
			}
		}
		return nil
	}, `select d.event_id, s.title, s.texts from series_dates d join series s on s.org_id = d.org_id and s.id = d.series_id
		where d.event_id in (`+ids+") order by d.event_id", args...)
	return err
}

// names adds what events are called in other languages, and what their series are.
func (s Events) names(ctx context.Context, list []Listed) error {
	at := make(map[string]*Listed, len(list))
	for i := range list {
		at[list[i].EventID] = &list[i]
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(at)), table.MaxInList) {
		ids, args := table.InList(1, some)
		_, err := table.All(ctx, s.db.Read, func(r engine.Row, n *NamedIn) error {
			var event string
			if err := r.Scan(&event, &n.Language, &n.Title, &n.Location); err != nil {
				return err
			}
			if l := at[event]; n.Language != l.MainLanguage {
				l.Named = append(l.Named, *n)
			}
			return nil
		}, "select event_id, language, title, location from event_translations where event_id in ("+ids+") order by event_id, language", args...)
		if err == nil {
			err = s.seriesNames(ctx, ids, args, at)
		}
		if err != nil {
			return s.db.Classify(err)
		}
	}
	return nil
}
