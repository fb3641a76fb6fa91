package verify_test

import (
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// invite is an event by invitation: of those who are invited one has all places, one waits for
// some, one has declined and one is not invited any more.
func (f *fixture) invite() {
	f.t.Helper()
	settings := line(inventory.PromoteOffer, inventory.BoundedSkip)
	settings.Visibility = inventory.ByInvitation
	p := f.open(16, settings)
	profile := func(name string) inventory.Profile {
		return inventory.Profile{Email: name + "@example.org", Name: name, Locale: "en"}
	}
	people := map[string]string{}
	var guests []inventory.Invitee
	for i, name := range []string{"ada", "ben", "cyd", "dan"} {
		people[name] = f.ids.In(id.Person, p.id)
		guests = append(guests, inventory.Invitee{PersonID: people[name], UserID: "mail:" + name + "@example.org", Profile: profile(name), Places: int64(4 - i)})
	}
	p.must(inventory.Invite{Who: staff, Guests: guests})
	takes := func(name string, units int64) {
		f.t.Helper()
		p.must(inventory.Register{
			Who: inventory.Who{Actor: people[name], Proven: true}, OrderID: f.ids.In(id.Order, p.id), JoinWaitlist: true,
			Party: inventory.Party{
				UserID: "mail:" + name + "@example.org", Profile: profile(name), Tier: p.tiers[0], Units: units, Guests: inventory.NoGuests,
				PersonID: f.ids.In(id.Person, p.id), EntryID: f.ids.In(id.Entry, p.id),
			},
		})
	}
	takes("ada", 4)
	p.must(p.register(0, 4, 1), p.register(0, 4, 1))
	takes("ben", 2)
	p.must(inventory.ResendInvitation{Who: staff, InvitationID: inventory.InvitationID(people["ben"])},
		inventory.ChangeInvitation{Who: staff, InvitationID: inventory.InvitationID(people["ben"]), Places: 2},
		inventory.DeclineInvitation{Who: inventory.Who{Actor: people["cyd"]}, InvitationID: inventory.InvitationID(people["cyd"])},
		inventory.EndInvitation{Who: staff, InvitationID: inventory.InvitationID(people["dan"])})
	// Of two without an address one has confirmed it.
	var handed []inventory.Invitee
	for i, name := range []string{"eve", "fay"} {
		people[name] = f.ids.In(id.Person, p.id)
		handed = append(handed, inventory.Invitee{PersonID: people[name], UserID: "meetup:" + name, Profile: inventory.Profile{Name: name}, Places: 1, Waited: int64(i)})
	}
	p.must(inventory.Invite{Who: staff, Guests: handed})
	v, err := f.store.Invitations.Of(f.t.Context(), inventory.InvitationID(people["eve"]))
	if err != nil {
		f.t.Fatal(err)
	}
	p.must(inventory.ClaimInvitation{Who: inventory.Who{Actor: "public"}, InvitationID: v.ID, SentAt: v.SentAt, Email: "eve@example.org"})
}

// invitationCorruptions are done to that event.
var invitationCorruptions = []corruption{
	{"somebody has more places than they are invited to", 27, "the person has 4 places", []string{
		"update invitations set places = 3 where places = 4", "update people set places = 3 where places = 4"}},
	{"somebody waits for more than they are invited to", 27, "and is invited to 1", []string{
		"update invitations set places = 1 where places = 2 and state = 'invited'", "update people set places = 1 where places = 2"}},
	{"an invitation does not bind its person", 27, "may have 0 places", []string{"update people set places = 0 where places = 4"}},
	{"somebody is bound who is not invited any more", 27, "is invited to 0", []string{
		"update people set places = 1 where id in (select person_id from invitations where state = 'ended')"}},
	{"an invitation has more places past the ledger", 4, "by its audit rows for 4", []string{
		"update invitations set places = 9 where places = 4", "update people set places = 9 where places = 4"}},
	{"an invitation that ended is good again", 4, "by its audit rows it is", []string{"update invitations set state = 'invited' where state = 'ended'"}},
	{"an old link is good again", 4, "the link that is good", []string{"update invitations set sent_at = sent_at - 1 where places = 4"}},
	{"an invitation is somebody else's", 4, "and by its audit rows of", []string{
		"update invitations set person_id = (select max(p.id) from people p where p.event_id = invitations.event_id) where places = 4"}},
	{"an invitation is nobody's", 14, "in invitations, person_id names", []string{"update invitations set person_id = 'per_lost' where places = 4"}},
	{"an invitation is lost", 4, "which is not stored", []string{"delete from invitations where state = 'declined'"}},
	{"nobody was invited by this", 4, "no audit row is about inv_", []string{
		"insert into invitations (event_id, id, person_id, state, places, sent_at, created_at, updated_at, last_seq) select event_id, 'inv_lost', person_id, 'ended', 1, 1, 1, 1, 1 from invitations where state = 'declined'"}},
}
