package guests

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// AllApplications returns a page of all that were ever applications of an event, in the order in
// which they came: those that wait for an answer, were approved, declined or withdrawn. Their ids
// are above after, limit of them at most. Those of people who were erased are left out.
func (s People) AllApplications(ctx context.Context, event, after string, limit int) ([]events.RegistrationView, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *events.RegistrationView) error {
		v.Entry = &inventory.Entry{}
		c := table.Scanning()
		events.PersonTable.Into(c, &v.Person)
		events.EntryTable.Into(c, v.Entry)
		return c.From(r)
	}, allApplicationsSQL, event, after, limit)
	return list, s.db.Classify(err)
}

// What never stood on the waitlist was an application; what was approved has the time of that.
var allApplicationsSQL = "select " + events.PersonTable.As("p") + ", " + events.EntryTable.As("e") + ` from waitlist_entries e
	join people p on p.event_id = e.event_id and p.id = e.person_id
	where e.event_id = $1 and e.id > $2 and (e.left_seq < 0 or e.approved_at > 0) and p.erased_at = 0 order by e.id limit $3`

// FirstTaken returns when people of an event took the first of what they have there, or of what
// they wait for, by their ids; those who have nothing are missing.
func (s People) FirstTaken(ctx context.Context, event string, people []string) (map[string]inventory.Instant, error) {
	found := map[string]inventory.Instant{}
	for part := range slices.Chunk(people, table.MaxInList) {
		in, args := table.InList(2, part)
		args = append([]any{event}, args...)
		for _, text := range firstTakenSQL {
			_, err := table.All(ctx, s.db.Read, func(r engine.Row, person *string) error {
				var at inventory.Instant
				err := r.Scan(person, (*int64)(&at))
				if first, there := found[*person]; !there || at < first {
					found[*person] = at
				}
				return err
			}, text+" and person_id in ("+in+")", args...)
			if err != nil {
				return nil, s.db.Classify(err)
			}
		}
	}
	return found, nil
}

// firstTakenSQL reads what people have and wait for, each by an index.
var firstTakenSQL = [...]string{
	"select person_id, created_at from holds where event_id = $1 and kind = 'registration' and state <> 'released'",
	"select person_id, created_at from holds where event_id = $1 and kind = 'order' and state <> 'released'",
	"select person_id, joined_at from waitlist_entries where event_id = $1 and " + LiveEntries,
}
