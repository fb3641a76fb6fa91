package messages

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// WaitingPage returns people of an event with a live place on its waitlist for tickets, or an application, by
// its id, from ids greater than after; next is where the page after it begins, "": there is none.
// Anyone who has a ticket as well is left out.
func (s Announcements) WaitingPage(ctx context.Context, event, after string, limit int) (page []events.MessageView, next string, err error) {
	return s.withoutTickets(ctx, event, after, limit, "select id, person_id from waitlist_entries where event_id = $1 and id > $2 and "+guests.LiveEntries+" and "+events.LetsIn("waitlist_entries")+" order by id limit $3")
}

// PendingPage returns people of an event with an order that is not paid yet, by its id, as
// WaitingPage does.
func (s Announcements) PendingPage(ctx context.Context, event, after string, limit int) (page []events.MessageView, next string, err error) {
	return s.withoutTickets(ctx, event, after, limit, "select id, person_id from holds where event_id = $1 and id > $2 and state = 'held' and person_id <> '' order by id limit $3")
}

// withoutTickets returns the people that a query finds by what they have, without those who have a
// ticket, each with what they have.
func (s Announcements) withoutTickets(ctx context.Context, event, after string, limit int, query string) (page []events.MessageView, next string, err error) {
	type having struct{ id, person string }
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *having) error { return r.Scan(&v.id, &v.person) }, query, event, after, limit)
	if err != nil || len(list) == 0 {
		return nil, "", s.db.Classify(err)
	}
	if len(list) == limit {
		next = list[limit-1].id
	}
	ids := make([]string, 0, len(list))
	for i := range list {
		if !slices.Contains(ids, list[i].person) {
			ids = append(ids, list[i].person)
		}
	}
	found, err := s.PeopleWithHolds(ctx, event, ids)
	if err != nil {
		return nil, "", err
	}
	for _, person := range ids {
		if v := found[person]; v != nil && v.Transfer == nil && v.Waits() {
			page = append(page, *v)
		}
	}
	return page, next, nil
}

// entrantID stands for an entrant of a draw, who need be no person of the event, in deliveries: its
// end is the number of the entrant, with which no id of a person ends, because those begin with
// the time.
func entrantID(event string, index int64) string {
	return id.With(id.Person, event, fmt.Sprintf("%0*d", id.TailLen, index+1))
}

// entrantOf returns the entrant that an id stands for; ok: it does for one.
func entrantOf(person string) (index int64, ok bool) {
	n, err := strconv.ParseInt(id.TailOf(person), 10, 64)
	return n - 1, err == nil && n > 0 && n < 1_000_000_000
}

// entrants selects those of a draw of the event $1, and of a ballot of the event $2, of whom it is
// known how to reach them, whose turn it was not yet, and who were not struck out.
const entrants = `select t.idx, t.user_id, t.email, t.address, t.name, t.locale from (
		select event_id, idx, '' as user_id, email, address, '' as name, locale from waiting_room_mails
			where event_id = $1 and email <> '' and receipt_at > 0 and mail_until = 0
		union all
		select event_id, idx, user_id, email, '' as address, name, locale from waiting_room_wishes
			where event_id = $2 and email <> '' and outcome = '' and mail_until = 0) t
	where not exists (select 1 from waiting_room_strikes s where s.event_id = t.event_id and s.idx = t.idx) and `

// entrantView scans an entrant as the recipient of a message of an event.
func entrantView(event string) func(engine.Row, *events.MessageView) error {
	return func(r engine.Row, v *events.MessageView) error {
		var index int64
		var folded string
		p := &v.Person
		if err := r.Scan(&index, &p.UserID, &p.Profile.Email, &folded, &p.Profile.Name, &p.Profile.Locale); err != nil {
			return err
		}
		if folded != "" {
			p.UserID = address.PublicID(folded)
		}
		v.EventID, v.Entrant, p.ID = event, index+1, entrantID(event, index)
		return nil
	}
}

// Page returns those who wait for the draw of an event as recipients of a message of it, by their
// number, from numbers greater than after; next is the last of them, 0: there are no more. Anyone
// who takes part in the event already is left out.
func (s Entrants) Page(ctx context.Context, event string, after int64, limit int) (page []events.MessageView, next int64, err error) {
	list, err := table.All(ctx, s.db.Read, entrantView(event), entrants+"t.idx >= $3 order by t.idx limit $4", event, event, after, limit)
	if err != nil || len(list) == 0 {
		return nil, 0, s.db.Classify(err)
	}
	if len(list) == limit {
		next = list[limit-1].Entrant
	}
	users := make([]string, len(list))
	for i := range list {
		users[i] = list[i].Person.UserID
	}
	there, err := guests.NewPeople(s.db).Involved(ctx, event, users)
	return slices.DeleteFunc(list, func(v events.MessageView) bool { return there[v.Person.UserID] }), next, err
}

// ByID returns those of some entrants who still wait for the draw, by the ids that they have in
// messages of its event.
func (s Entrants) ByID(ctx context.Context, event string, ids []string) (map[string]*events.MessageView, error) {
	found := map[string]*events.MessageView{}
	var indexes []any
	for _, person := range ids {
		if index, ok := entrantOf(person); ok {
			indexes = append(indexes, index)
		}
	}
	for part := range slices.Chunk(indexes, table.MaxInList) {
		in := ""
		for i := range part {
			in += ", $" + strconv.Itoa(i+3)
		}
		list, err := table.All(ctx, s.db.Read, entrantView(event), entrants+"t.idx in ("+in[2:]+")", append([]any{event, event}, part...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range list {
			found[list[i].Person.ID] = &list[i]
		}
	}
	return found, nil
}

// Entrants is those who wait for a draw, as recipients of messages of its event.
type Entrants struct{ db *database.DB }

// NewEntrants returns Entrants on a database.
func NewEntrants(db *database.DB) Entrants { return Entrants{db} }
