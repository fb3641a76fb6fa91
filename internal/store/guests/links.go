package guests

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// LinkMarks says which signed links of a person are signed out, and when a fresh one
// was mailed last. Links themselves are stored nowhere.
type LinkMarks struct {
	EventID, PersonID string
	// AllUntil and FreshUntil are the moments up to which links that were made, or
	// fresh links that were, are signed out; zero: none.
	AllUntil, FreshUntil inventory.Instant
	MailedAt             inventory.Instant
}

// LinkMarkTable describes the table link_marks; a row is one LinkMarks.
var LinkMarkTable = table.New("link_marks", new(LinkMarks), func(c *table.Columns, v *LinkMarks) {
	c.Key("event_id", &v.EventID)
	c.Key("person_id", &v.PersonID)
	c.Number("all_until", (*int64)(&v.AllUntil))
	c.Number("fresh_until", (*int64)(&v.FreshUntil))
	c.Number("mailed_at", (*int64)(&v.MailedAt))
})

// LinkMarks returns what is marked of the links of a person; of most, nothing is.
func (s People) LinkMarks(ctx context.Context, event, person string) (*LinkMarks, error) {
	m, err := table.One(ctx, s.db.Read, LinkMarkTable.Scan, "select "+LinkMarkTable.Columns+" from link_marks where event_id = $1 and person_id = $2", event, person)
	if err = s.db.Classify(err); errors.Is(err, database.ErrNotFound) {
		return &LinkMarks{EventID: event, PersonID: person}, nil
	}
	return &m, err
}

// SignOutLinks signs all links of a person out that were made until now.
func (s People) SignOutLinks(ctx context.Context, event, person string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := LinkMarkTable.InsertUnless(ctx, tx, &LinkMarks{EventID: event, PersonID: person, AllUntil: now},
			"on conflict (event_id, person_id) do update set all_until = excluded.all_until")
		return err
	})
}

// MailLink stores the job that mails a person a fresh link, unless one was mailed
// since the given moment: then made is false and nothing is stored.
func (s People) MailLink(ctx context.Context, event, person string, job *database.Job, since, now inventory.Instant) (made bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, `insert into link_marks (event_id, person_id, all_until, fresh_until, mailed_at) values ($1, $2, 0, 0, $3)
			on conflict (event_id, person_id) do update set mailed_at = excluded.mailed_at where link_marks.mailed_at <= $4`,
			event, person, int64(now), int64(since))
		if made = err == nil && n > 0; !made {
			return err
		}
		return s.db.InsertJobs(ctx, tx, database.SomeJob(job)...)
	})
	return made && err == nil, err
}

// perEvent is how much of a person in an event is looked at for a link.
const perEvent = 50

// Linkable is what a link of a person leads to: what is theirs and stands, tickets before
// what may become some. "": there is nothing.
func (s People) Linkable(ctx context.Context, m *Mine) (string, error) {
	holds, err := s.PersonHolds(ctx, m.EventID, m.PersonID, perEvent)
	if err != nil {
		return "", err
	}
	pending := ""
	for i := range holds {
		switch {
		case holds[i].State == inventory.HoldConfirmed:
			return holds[i].ID, nil
		case holds[i].State == inventory.HoldHeld && holds[i].Kind == inventory.KindOrder && pending == "":
			pending = holds[i].ID
		}
	}
	received, err := events.NewTickets(s.db).FromOthers(ctx, m.EventID, m.PersonID, perEvent)
	if err != nil {
		return "", err
	}
	if len(received) > 0 {
		return received[len(received)-1].Transfer.ID, nil
	}
	if pending != "" {
		return pending, nil
	}
	entries, err := s.PersonEntries(ctx, m.EventID, m.PersonID, 1)
	if err != nil || len(entries) == 0 || !entries[0].Live() {
		return "", err
	}
	return entries[0].ID, nil
}
