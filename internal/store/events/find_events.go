package events

import (
	"context"
	"strings"

	"github.com/holdfast-events/holdfast/internal/ngram"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

const (
	// titlesPage is how many titles are read at once.
	titlesPage = 2000
	// MaxTitles bounds the titles that one call of Titled looks at.
	MaxTitles = 20_000
)

// Titled returns events of an organization whose title has a text in it, whatever its case and
// accents, by id and at most limit of them: of those that are named, unless named is nil, and with
// an id greater than at, which it moves to the last that it has looked at. more reports whether
// there may be others behind it.
func (s Events) Titled(ctx context.Context, org string, named []string, text string, at *string, limit int) (views []EventView, more bool, err error) {
	text = ngram.Fold(strings.TrimSpace(text))
	only := make(map[string]bool, len(named))
	for _, event := range named {
		only[event] = true
	}
	var found []string
	for looked := 0; ; {
		var ids []string
		titles, err := table.All(ctx, s.db.Read, func(r engine.Row, title *string) error {
			var event string
			err := r.Scan(&event, title)
			ids = append(ids, event)
			return err
		}, "select id, title from events where org_id = $1 and id > $2 order by id limit $3", org, *at, titlesPage)
		if err != nil {
			return nil, false, s.db.Classify(err)
		}
		for i, event := range ids {
			if (named == nil || only[event]) && strings.Contains(ngram.Fold(titles[i]), text) {
				if len(found) == limit {
					more = true
					break
				}
				found = append(found, event)
			}
			*at = event
		}
		if looked += len(ids); more || len(ids) < titlesPage {
			break
		}
		if looked >= MaxTitles {
			more = true
			break
		}
	}
	views, err = s.EventsOf(ctx, org, found, "", limit)
	return views, more, err
}
