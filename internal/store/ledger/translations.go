package ledger

import (
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// writeTranslations writes the words of the event in other languages, as far as they change. A
// language is one row, so that changes of two at once both last.
func (wr *writer) writeTranslations(d *events.DetailsChange) error {
	if d == nil {
		return nil
	}
	for _, language := range slices.Sorted(maps.Keys(d.Translations)) {
		texts := d.Translations[language]
		wr.steps = append(wr.steps, engine.Step{
			SQL: "delete from event_translations where event_id = $1 and language = $2", Args: []any{wr.b.query.EventID, language},
		})
		if len(texts) == 0 {
			continue
		}
		step, err := events.TranslationTable.InsertStep(wr.b.query.EventID, events.NewTranslation(language, texts, wr.w.Now), "")
		if err != nil {
			return err
		}
		wr.steps = append(wr.steps, step)
	}
	return nil
}
