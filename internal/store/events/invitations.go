package events

import (
	"context"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// InvitationView is an invitation and the invited person.
type InvitationView struct {
	inventory.Invitation
	Person inventory.Person
}

func scanInvitation(r engine.Row, v *InvitationView) error {
	c := table.Scanning()
	InvitationTable.Into(c, &v.Invitation)
	PersonTable.Into(c, &v.Person)
	return c.From(r)
}

var invitationSQL = "select " + InvitationTable.As("v") + ", " + PersonTable.As("p") + ` from invitations v
	join people p on p.event_id = v.event_id and p.id = v.person_id where v.event_id = $1`

// Of returns an invitation, or ErrNotFound.
func (s Invitations) Of(ctx context.Context, invitation string) (*InvitationView, error) {
	event, ok := id.EventOf(invitation, id.Invitation)
	if !ok {
		return nil, database.ErrNotFound
	}
	v, err := table.One(ctx, s.db.Read, scanInvitation, invitationSQL+" and v.id = $2", event, invitation)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// Page returns a page of the invitations of an event by id, ids greater than after; of one
// state, unless that is "". Those of people who were erased are left out.
func (s Invitations) Page(ctx context.Context, event, state, after string, limit int) ([]InvitationView, error) {
	where, args := " and v.id > $2 and p.erased_at = 0", []any{event, after}
	if state != "" {
		where, args = where+" and v.state = $3", append(args, state)
	}
	list, err := table.All(ctx, s.db.Read, scanInvitation, invitationSQL+where+" order by v.id limit $"+strconv.Itoa(len(args)+1), append(args, limit)...)
	return list, s.db.Classify(err)
}

// ByHand returns a page of the invitations of an event that stand and whose person has no address, by
// id, ids greater than after: their links are handed over.
func (s Invitations) ByHand(ctx context.Context, event, after string, limit int) ([]InvitationView, error) {
	list, err := table.All(ctx, s.db.Read, scanInvitation, invitationSQL+" and v.id > $2 and v.state = 'invited' and p.email = '' and p.erased_at = 0 order by v.id limit $3", event, after, limit)
	return list, s.db.Classify(err)
}

// InvitationCounts are how many invitations an event has, and of how many places.
type InvitationCounts struct {
	Invited, Declined, Ended int64 // invitations
	Accepted                 int64 // of the invited, those of whose places some are taken
	Places, Taken            int64 // of the invited
}

// Counts counts the invitations of an event.
func (s Invitations) Counts(ctx context.Context, event string) (InvitationCounts, error) {
	n, err := table.One(ctx, s.db.Read, func(r engine.Row, n *InvitationCounts) error {
		return r.Scan(&n.Invited, &n.Declined, &n.Ended, &n.Accepted, &n.Places, &n.Taken)
	}, `select coalesce(sum(case when v.state = 'invited' then 1 else 0 end), 0), coalesce(sum(case when v.state = 'declined' then 1 else 0 end), 0),
		coalesce(sum(case when v.state = 'ended' then 1 else 0 end), 0), coalesce(sum(case when v.state = 'invited' and p.units > 0 then 1 else 0 end), 0),
		coalesce(sum(case when v.state = 'invited' then v.places else 0 end), 0), coalesce(sum(case when v.state = 'invited' then p.units else 0 end), 0)
		from invitations v join people p on p.event_id = v.event_id and p.id = v.person_id where v.event_id = $1 and p.erased_at = 0`, event)
	return n, s.db.Classify(err)
}

// Knows reports whether an event by invitation is one that somebody may know of after having
// proven an address: they are invited, or have something there, or a ticket of somebody else.
func (s Invitations) Knows(ctx context.Context, event, folded string) (bool, error) {
	emails, err := table.All(ctx, s.db.Read, table.ScanText, `select p.email from people p
		where p.event_id = $1 and (p.user_id = $2 or p.id in (select b.person_id from address_book b where b.address = $3 and b.event_id = $4))
			and (p.places > 0 or p.units > 0
			or exists (select 1 from ticket_versions t where t.event_id = p.event_id and t.holder_id = p.id)
			or exists (select 1 from transfers t where t.event_id = p.event_id and t.to_person = p.id and t.state = 'offered'))`,
		event, address.PublicID(folded), folded, event)
	// The book may be older than a change of the address.
	return slices.ContainsFunc(emails, func(email string) bool { return address.Fold(email) == folded }), s.db.Classify(err)
}

// Invitations is the people who are invited to events.
type Invitations struct{ db *database.DB }

// NewInvitations returns Invitations on a database.
func NewInvitations(db *database.DB) Invitations { return Invitations{db} }
