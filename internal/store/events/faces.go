package events

import (
	"context"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Stamp says of which state of an event, its organization and its series something was read: what
// lists show of the event is the same for as long as its stamp is, but for what the time changes.
type Stamp struct {
	// Number is the version of the event's row, which each decision moves. Head is the hash of its newest
	// audit row: in a database that was put back to what it was before, other rows come to the same version.
	Number             int64
	Head               audit.Hash
	OrgName, OrgColor  string
	Series, SeriesName string // of which it is a date, or for which it sells passes; "": it is neither
	Position           int64  // in the series; see InSeries
}

const (
	stampColumns = "e.version, e.head_hash, o.name, o.color, coalesce(s.id, ''), coalesce(s.title, ''), coalesce(d.position, 0)"
	stamped      = ` from events e join organizations o on o.id = e.org_id
		left join series_dates d on d.event_id = e.id left join series_passes p on p.id = e.id
		left join series s on s.id = coalesce(d.series_id, p.series_id) where e.id in (`
)

// fields are where stampColumns are read to, of which the hash is settled afterwards.
func (s *Stamp) fields(head *[]byte) []any {
	return []any{&s.Number, head, &s.OrgName, &s.OrgColor, &s.Series, &s.SeriesName, &s.Position}
}

// Stamps returns the stamps of events as they are stored now; those that do not exist are missing.
func (s Events) Stamps(ctx context.Context, ids []string) (map[string]Stamp, error) {
	found := make(map[string]Stamp, len(ids))
	for some := range slices.Chunk(ids, table.MaxInList) {
		list, args := table.InList(1, some)
		_, err := table.All(ctx, s.db.OftenRead(), func(r engine.Row, of *Stamp) error {
			var event string
			var head []byte
			err := r.Scan(append([]any{&event}, of.fields(&head)...)...)
			of.Head = table.HashOf(head)
			found[event] = *of
			return err
		}, "select e.id, "+stampColumns+stamped+list+")", args...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
	}
	return found, nil
}

// Face is all that lists show of an event, read in one snapshot.
type Face struct {
	Stamp
	Brief
	// View has what is sold and what is left, and not what only its own page says.
	View *EventView
	// Named is what it is called in other languages than its main one.
	Named []NamedIn
}

// Faces returns the faces of events, table.MaxInList at most; those that do not exist are missing.
func (s Events) Faces(ctx context.Context, ids []string) (map[string]*Face, error) {
	found := make(map[string]*Face, len(ids))
	views, err := s.eventsByID(ctx, ids, fillSold, func(ctx context.Context, q table.Querier, at map[string]*EventView) error {
		list, args := listOf(at)
		_, err := table.All(ctx, q, func(r engine.Row, f *Face) error {
			var head []byte
			err := f.Brief.scan(r, f.Stamp.fields(&head)...)
			f.Stamp.Head = table.HashOf(head)
			kept := *f
			found[f.EventID] = &kept
			return err
		}, "select "+briefColumns+", "+stampColumns+stamped+list+")", args...)
		if err != nil {
			return err
		}
		_, err = table.All(ctx, q, func(r engine.Row, n *NamedIn) error {
			var event string
			err := r.Scan(&event, &n.Language, &n.Title, &n.Location)
			if f := found[event]; f != nil && n.Language != f.MainLanguage {
				f.Named = append(f.Named, *n)
			}
			return err
		}, "select event_id, language, title, location from event_translations where event_id in ("+list+") order by event_id, language", args...)
		return err
	})
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(found, func(id string, _ *Face) bool { return views[id] == nil }) // of an attempt that lost a race
	for id, f := range found {
		v := views[id]
		if f.View = v; f.Stamp.Series != "" {
			v.Series = &InSeries{ID: f.Stamp.Series, Title: f.SeriesName, Position: f.Position}
		}
	}
	return found, nil
}

// In is the brief with the title and the place that the event has in a language.
func (f *Face) In(language string) Brief {
	b := f.Brief
	for _, n := range f.Named {
		if n.Language == language {
			b.name(language, n.Title, n.Location)
		}
	}
	return b
}

// name gives a brief a title and a place in a language, as far as they are translated.
func (b *Brief) name(language, title, location string) {
	if title != "" {
		b.Title, b.TitleLanguage = title, language
	}
	if location != "" && b.Location != "" {
		b.Location = location
	}
}

// PageStamp says of which state of an event its own page was read: what that says of it to strangers is the
// same for as long as its stamp is, but for what the time changes, and the venue whose rooms it takes.
type PageStamp struct {
	Stamp
	Websites, SeriesTexts string // as they are stored
	// Questions and Statement are the newest versions of what the event asks and of what was promised before
	// the opening, Consents how many purposes it asks people to agree to.
	Questions, Statement, Consents int64
	ArchivedAt                     inventory.Instant
}

const pageStampColumns = stampColumns + `, o.websites, coalesce(s.texts, ''),
	coalesce((select max(asked.version) from question_lists asked where asked.event_id = e.id), 0),
	coalesce((select max(made.version) from statements made where made.event_id = e.id), 0),
	(select count(*) from event_consents wanted join consent_purposes purpose on purpose.org_id = wanted.org_id and purpose.id = wanted.purpose_id
		where wanted.event_id = e.id and wanted.until = 0 and purpose.ended_at = 0), e.archived_at`

// PageStamp returns that of an event as it is stored now, or ErrNotFound.
func (s Events) PageStamp(ctx context.Context, event string) (PageStamp, error) {
	stamp, err := table.One(ctx, s.db.OftenRead(), func(r engine.Row, of *PageStamp) error {
		var head []byte
		err := r.Scan(append(of.fields(&head), &of.Websites, &of.SeriesTexts, &of.Questions, &of.Statement, &of.Consents, (*int64)(&of.ArchivedAt))...)
		of.Head = table.HashOf(head)
		return err
	}, "select "+pageStampColumns+stamped+"$1)", event)
	return stamp, s.db.Classify(err)
}
