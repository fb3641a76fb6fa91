package messages

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// PassHolders is people with a pass of a series, as recipients of messages of the dates that it
// covers. They are people of the event that sells the pass, and stand in the deliveries of a date
// for people of it (events.MessageView.Recipient).
type PassHolders struct{ db *database.DB }

// NewPassHolders returns PassHolders on a database.
func NewPassHolders(db *database.DB) PassHolders { return PassHolders{db} }

// Covering returns the events that sell passes which cover a date, by id: at most
// passes.MaxOfSeries.
func (s PassHolders) Covering(ctx context.Context, date string) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select pass_id from pass_dates where event_id = $1 and state <> 'planned' order by pass_id limit $2", date, passes.MaxOfSeries)
	return list, s.db.Classify(err)
}

// Page returns people with a pass that covers a date: by the pass, and then as ConfirmedPage and
// ReceivedPage do, of what comes after a position; next is where the page after it begins, "":
// there is none. Whoever has several such passes comes with the first of them, and whoever has a
// ticket of the date as well does not come, unless tickets do not count because it was cancelled.
func (s PassHolders) Page(ctx context.Context, date, after string, cancelled bool, limit int) (page []events.MessageView, next string, err error) {
	covering, err := s.Covering(ctx, date)
	if err != nil {
		return nil, "", err
	}
	pass, last, _ := strings.Cut(after, " ")
	i, there := slices.BinarySearch(covering, pass)
	if i == len(covering) {
		return nil, "", nil
	}
	if !there {
		last = ""
	}
	sells, of := covering[i], Announcements(s)
	if last == "" || strings.HasPrefix(last, id.Order) {
		page, err = of.ConfirmedPage(ctx, sells, last, limit)
		last = id.Ticket // before every ticket's
		if len(page) == limit {
			last = page[limit-1].Hold.ID
		}
	} else {
		page, last, err = of.ReceivedPage(ctx, sells, last, limit)
	}
	if err != nil {
		return nil, "", err
	}
	switch {
	case last != "":
		next = sells + " " + last
	case i+1 < len(covering):
		next = covering[i+1] + " "
	}
	before := covering[:i]
	if !cancelled {
		before = append([]string{date}, before...)
	}
	for _, other := range before {
		if page, err = s.without(ctx, other, page); err != nil {
			return nil, "", err
		}
	}
	for j := range page {
		withPass(&page[j], date, sells)
	}
	return page, next, nil
}

// withPass makes somebody who has a pass the recipient of a message of a date.
func withPass(v *events.MessageView, date, sells string) {
	v.EventID, v.Pass = date, &events.WithPass{EventID: sells}
}

// without leaves out who has a ticket of another event.
func (s PassHolders) without(ctx context.Context, event string, page []events.MessageView) ([]events.MessageView, error) {
	users := make([]string, len(page))
	for i := range page {
		users[i] = page[i].Person.UserID
	}
	var people []inventory.Person
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		people, err = table.LookUp(ctx, s.db.Reader(tx), events.PeopleByUser, events.PersonTable.Scan, event, users)
		return err
	})
	if err != nil || len(people) == 0 {
		return page, err
	}
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = people[i].ID
	}
	found, err := Announcements(s).PeopleWithHolds(ctx, event, ids)
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	for _, v := range found {
		has[v.Person.UserID] = v.Hold != nil && v.Hold.State == inventory.HoldConfirmed || v.Transfer != nil && v.Transfer.Ticket.Valid
	}
	return slices.DeleteFunc(page, func(v events.MessageView) bool { return has[v.Person.UserID] }), nil
}

// ByRecipient returns people with a pass that covers a date, by what stands for them in its
// deliveries, each with what they have as PeopleWithHolds does.
func (s PassHolders) ByRecipient(ctx context.Context, date string, recipients []string) (map[string]*events.MessageView, error) {
	found := map[string]*events.MessageView{}
	if len(recipients) == 0 {
		return found, nil
	}
	covering, err := s.Covering(ctx, date)
	if err != nil {
		return nil, err
	}
	for _, sells := range covering {
		ids := make([]string, len(recipients))
		for i, r := range recipients {
			ids[i] = id.With(id.Person, sells, id.TailOf(r))
		}
		people, err := Announcements(s).PeopleWithHolds(ctx, sells, ids)
		if err != nil {
			return nil, err
		}
		for _, v := range people {
			withPass(v, date, sells)
			found[v.Recipient()] = v
		}
	}
	return found, nil
}
