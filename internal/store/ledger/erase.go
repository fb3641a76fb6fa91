package ledger

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// expireExports ends the files of an event that may name a person who was
// erased, and the work on such files.
const expireExports = `update exports set
	state = case when state = 'done' then 'expired' else 'cancelled' end, expires_at = $1
	where event_id = $2 and state in ('queued', 'running', 'done')`

// expireSeriesExports does so with the files of the series of which it is a date, or for which it
// sells passes.
const expireSeriesExports = `update exports set
	state = case when state = 'done' then 'expired' else 'cancelled' end, expires_at = $1
	where series_id <> '' and series_id in (select series_id from series_dates where event_id = $2
		union all select series_id from series_passes where id = $2) and state in ('queued', 'running', 'done')`

// cancelImports ends what is under way of an event's imports: their lines may
// name a person who was erased.
const cancelImports = `update imports set state = 'cancelled', people = '', finished_at = $1
	where event_id = $2 and state in ('queued', 'running')`

// eraseSteps blank what is kept of a person outside of the row in people.
func eraseSteps(steps []engine.Step, event string, p *inventory.PersonChange, now inventory.Instant) ([]engine.Step, error) {
	for _, text := range erasePersonSQL {
		steps = append(steps, engine.Step{SQL: text, Args: []any{event, p.ID}})
	}
	steps = append(steps,
		engine.Step{SQL: expireExports, Args: []any{int64(now), event}},
		engine.Step{SQL: expireSeriesExports, Args: []any{int64(now), event}},
		engine.Step{SQL: cancelImports, Args: []any{int64(now), event}})
	noted, err := erasures.ErasureTable.InsertStep("", &erasures.ErasureRow{Erasure: erasures.Erasure{EventID: event, ID: p.ID}, ErasedAt: now}, erasures.ErasureTable.Otherwise)
	return append(steps, noted), err
}

// erasePersonSQL are the statements that delete or blank what a person of an event has.
var erasePersonSQL = func() (list []string) {
	for _, table := range [...]string{"attendees", "address_book", "origins", "answers", "feedback", "billing", "consents"} {
		list = append(list, "delete from "+table+" where event_id = $1 and person_id = $2")
	}
	list = append(list, audience.ReleaseUploads+"event_id = $1 and person_id = $2")
	// That somebody agreed stays; who it was does not.
	list = append(list, "update consent_log set person_id = '', code = '', locale = '', actor = '', reason = '' where event_id = $1 and person_id = $2")
	list = append(list, "update campaign_mails set person_id = '', code = '', address = '', locale = '' where event_id = $1 and person_id = $2")
	for _, which := range guests.PersonHolds {
		list = append(list, "update orders set vat_id = '' where event_id = $1 and vat_id <> '' and id in (select id from holds where event_id = $1 and person_id = $2 and "+which+")")
		list = append(list, "update holds set name = '', guests = '[]' where event_id = $1 and person_id = $2 and "+which)
	}
	for _, which := range guests.PersonEntries {
		list = append(list, "update waitlist_entries set name = '', guests = '[]' where event_id = $1 and person_id = $2 and "+which)
	}
	return list
}()
