package audience

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// EachConfirmed calls fn with what was answered with the registrations and orders of an event that
// are confirmed: of the whole of each, and of each unit that was not given back. It reads most rows
// of answers at most, and reports whether those were all.
func (s Questions) EachConfirmed(ctx context.Context, event string, most int, fn func(*Answered) error) (all bool, err error) {
	last := Answered{Unit: -1}
	for read := 0; read < most; {
		limit := min(database.PageRows, most-read)
		page, stands, err := s.confirmedPage(ctx, event, &last, limit)
		if err != nil {
			return false, err
		}
		for i := range page {
			a := &page[i]
			units, ok := stands[a.ThingID]
			if !ok || a.Unit != 0 && !slices.Contains(units, a.Unit) {
				continue
			}
			if err := fn(a); err != nil {
				return false, err
			}
		}
		if len(page) < limit {
			return true, nil
		}
		read, last = read+len(page), page[len(page)-1]
	}
	more, _, err := s.confirmedPage(ctx, event, &last, 1)
	return len(more) == 0, err
}

// confirmedPage reads the next rows of answers, and of the things that are confirmed which units
// they have.
func (s Questions) confirmedPage(ctx context.Context, event string, last *Answered, limit int) (page []Answered, stands map[string][]int64, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		stands = map[string][]int64{}
		page, err = table.All(ctx, tx, AnswersTable.Scan, answersPage, event, last.ThingID, last.Unit, limit)
		if err != nil {
			return err
		}
		people := make([]string, len(page))
		for i := range page {
			people[i] = page[i].PersonID
		}
		slices.Sort(people)
		holds, err := guests.LiveHolds(ctx, s.db.Reader(tx), event, slices.Compact(people))
		if err != nil {
			return err
		}
		for i := range holds {
			if h := &holds[i]; h.State == inventory.HoldConfirmed {
				stands[ThingOf(h)] = UnitsOf(h)
			}
		}
		return nil
	})
	return page, stands, err
}

// WhoAnswered returns the ids of people of an event in whose answers of one thing all of some texts
// stand, the latest first: those below before ("" for all), limit of them. Letters may be of
// another case.
func (s Questions) WhoAnswered(ctx context.Context, event string, texts []string, before string, limit int) ([]string, error) {
	query, args := "select distinct person_id from answers where event_id = $1 and answers like $2 escape '!'", []any{event, containing(texts)}
	if before != "" {
		query, args = query+" and person_id < $3", append(args, before)
	}
	list, err := table.All(ctx, s.db.Read, table.ScanText, query+" order by person_id desc limit "+strconv.Itoa(limit), args...)
	return list, s.db.Classify(err)
}

// containing is a pattern for texts that have all of some parts, in their order; "!" escapes.
func containing(parts []string) string {
	escape := strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")
	pattern := "%"
	for _, p := range parts {
		pattern += escape.Replace(p) + "%"
	}
	return pattern
}
