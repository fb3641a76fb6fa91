package translations

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// SeriesTranslations is the words of a series in other languages.
type SeriesTranslations struct {
	Items []SeriesTranslation `json:"items" doc:"One for each language that the series has words in, beside its main ones."`
}

// SeriesTranslation is the words of a series in one language.
type SeriesTranslation struct {
	Language         string `json:"language" example:"de"`
	Title            string `json:"title" doc:"Empty: the main one is read." example:"Jazz am Freitag"`
	TitleState       string `json:"title_state" enum:"missing,outdated,current" doc:"missing: there is none. outdated: the main title was changed after it. Guests read it nevertheless."`
	Description      string `json:"description" doc:"Empty: the main one is read."`
	DescriptionState string `json:"description_state" enum:"missing,outdated,current" doc:"As title_state."`
}

// SeriesWords is the body that says what a series is called in another language.
type SeriesWords struct {
	Title       string `json:"title,omitempty" maxLength:"200" doc:"What it is called there. Absent or empty: the main title is read."`
	Description string `json:"description,omitempty" maxLength:"10000" doc:"Plain text; markup is shown as it is written. Absent or empty: the main one is read."`
}

// SeriesTranslationDeleted answers what became of the words of a series in a language.
type SeriesTranslationDeleted struct {
	Status string `json:"status" enum:"deleted"`
}

var exampleSeriesWords = SeriesTranslation{Language: "de", Title: "Jazz am Freitag", TitleState: "current", DescriptionState: "missing"}

func seriesTranslationOf(s *events.EventSeries, language string) SeriesTranslation {
	texts := s.Texts[language]
	return SeriesTranslation{
		Language: language, Title: texts[translation.Title].Text, TitleState: string(texts.Of(translation.Title, s.Title)),
		Description: texts[translation.Description].Text, DescriptionState: string(texts.Of(translation.Description, s.Description)),
	}
}

// seriesRoutes are those of the words of series.
func (h *Handlers) seriesRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/series/{series_id}/translations", ID: "list-series-translations", Tag: access.TagSeries,
			Summary: "A series' own words in other languages", Description: "Its title and description, as far as they are translated, and whether the main ones were changed after them.",
			Answer: SeriesTranslations{Items: []SeriesTranslation{exampleSeriesWords}},
		}, h.seriesTranslations),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/series/{series_id}/translations/{translation}", ID: "set-series-translation", Tag: access.TagSeries,
			Summary: "Say a series' own words in another language",
			Description: "Takes the place of what it said in this language. Guests who read it see it at once, wherever the series is named, and the main words where there are none. " +
				"What its dates say is translated event by event.",
			Example: SeriesWords{Title: "Jazz am Freitag"}, Answer: exampleSeriesWords,
		}, h.translateSeries),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/series/{series_id}/translations/{translation}", ID: "delete-series-translation", Tag: access.TagSeries,
			Summary: "Delete a series' words in another language", Description: "From then on the main ones are read.", Answer: SeriesTranslationDeleted{"deleted"},
		}, h.deleteSeriesTranslation),
	}
}

// series is the series in the path, if the caller may translate it.
func (h *Handlers) series(c *access.Call) (*events.EventSeries, error) {
	s, err := h.Store.Series.Series(c.Context(), c.Caller.OrgID, c.Param("series_id"))
	if err != nil {
		return nil, err
	}
	return s, c.Caller.Authorize(c.Action, identity.Resource{OrgID: s.OrgID})
}

func (h *Handlers) seriesTranslations(c *access.Call, _ *httpapi.None) (*SeriesTranslations, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, err
	}
	out := &SeriesTranslations{Items: []SeriesTranslation{}}
	for _, language := range locale.Names() {
		if _, there := p.Texts[language]; there {
			out.Items = append(out.Items, seriesTranslationOf(p, language))
		}
	}
	return out, nil
}

// seriesSays gives the series in the path other words in the language there.
func (h *Handlers) seriesSays(c *access.Call, check *httpapi.Checks, in *SeriesWords) (*events.EventSeries, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, err
	}
	language := c.Param("translation")
	wire.Spoken(check, "translation", language)
	if err := check.Err(); err != nil {
		return nil, err
	}
	s, err := h.Store.Series.SetTexts(c.Context(), p.OrgID, p.ID, inventory.At(h.Access.Now()), language, func(s *events.EventSeries) translation.Texts {
		texts := translation.Texts{}
		if in.Title != "" {
			texts[translation.Title] = translation.Text{Text: in.Title, Of: translation.Mark(s.Title)}
		}
		if in.Description != "" && s.Description != "" {
			texts[translation.Description] = translation.Text{Text: in.Description, Of: translation.Mark(s.Description)}
		}
		return texts
	})
	if err != nil {
		return nil, err
	}
	dates, err := h.Store.Series.Dates(c.Context(), s.OrgID, s.ID, events.MaxSeriesDates)
	for i := range dates {
		h.Access.Forget(dates[i].EventID)
	}
	return s, err
}

func (h *Handlers) translateSeries(c *access.Call, in *SeriesWords) (*SeriesTranslation, error) {
	var check httpapi.Checks
	in.Title, in.Description = check.Line("title", in.Title, 0, wire.MaxTitle), check.Prose("description", in.Description, wire.MaxDescription)
	s, err := h.seriesSays(c, &check, in)
	if err != nil {
		return nil, err
	}
	out := seriesTranslationOf(s, c.Param("translation"))
	return &out, nil
}

func (h *Handlers) deleteSeriesTranslation(c *access.Call, _ *httpapi.None) (*SeriesTranslationDeleted, error) {
	if _, err := h.seriesSays(c, new(httpapi.Checks), new(SeriesWords)); err != nil {
		return nil, err
	}
	return &SeriesTranslationDeleted{"deleted"}, nil
}
