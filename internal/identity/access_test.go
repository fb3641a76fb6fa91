package identity_test

import (
	"errors"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func TestAuthorize(t *testing.T) {
	mine := identity.Resource{OrgID: "org_a", EventID: event, PersonID: person, Published: true}
	staff := func(org string, r identity.Role) *identity.Caller {
		return &identity.Caller{KeyID: "key_1", OrgID: org, Role: r}
	}
	keyed := func(r identity.Role, of string) *identity.Caller {
		c := new(identity.Caller)
		c.ActAsKey("key_1", "org_a", r, of)
		return c
	}
	linked := func(offer, person string, reach ...identity.Reach) *identity.Caller {
		l := &identity.Link{Kind: identity.OfferLink, Reach: identity.ReachEntry, ID: offer, Person: person, Expires: noon.Add(time.Hour)}
		for _, r := range reach {
			l.Reach = r
		}
		return &identity.Caller{Link: l}
	}
	led := mine
	led.Led = true
	otherEvent := maker.Top(id.Event)
	for _, c := range []struct {
		name   string
		caller *identity.Caller
		action identity.Action
		res    identity.Resource
		want   error
	}{
		{"owner erases", staff("org_a", identity.Owner), identity.ErasePerson, mine, nil},
		{"organizer does not erase", staff("org_a", identity.Organizer), identity.ErasePerson, mine, identity.ErrForbidden},
		{"foreign owner sees nothing", staff("org_b", identity.Owner), identity.ErasePerson, mine, identity.ErrHidden},
		{"a key for one event registers there", keyed(identity.Organizer, event), identity.Register, mine, nil},
		{"and in no other", keyed(identity.Organizer, otherEvent), identity.Register, mine, identity.ErrHidden},
		{"nor sees another that is published", keyed(identity.Organizer, otherEvent), identity.ReadEvent, mine, identity.ErrHidden},
		{"nor what is in no event", keyed(identity.Organizer, event), identity.ManageExports, identity.Resource{OrgID: "org_a"}, identity.ErrHidden},
		{"it may no more than its role", keyed(identity.Door, event), identity.ChangeEvent, mine, identity.ErrForbidden},
		{"nor what is the organization's", keyed(identity.Organizer, event), identity.MakeSeries, mine, identity.ErrEventKey},
		{"nor what no role may", keyed(identity.Organizer, event), identity.ManageSelf, mine, identity.ErrForbidden},
		{"no organization at all", staff("", identity.Owner), identity.ErasePerson, identity.Resource{}, identity.ErrHidden},
		{"unknown role", staff("org_a", "janitor"), identity.ReadEvent, mine, identity.ErrForbidden},
		{"unknown action", staff("org_a", identity.Owner), "event.burn", mine, identity.ErrForbidden},
		{"own offer", linked(offer, person), identity.AnswerOffer, led, nil},
		{"another of one's own", linked(offer, person), identity.AnswerOffer, mine, identity.ErrReach},
		{"another of one's own, by a fresh link", linked(offer, person, identity.ReachFull), identity.AnswerOffer, mine, nil},
		{"another person's that the link is about", linked(offer, maker.In(id.Person, event)), identity.AnswerOffer, led, identity.ErrHidden},
		{"money back", linked(offer, person), identity.RefundOrder, led, identity.ErrReach},
		{"money back by a fresh link", linked(offer, person, identity.ReachFull), identity.RefundOrder, mine, nil},
		{"unsubscribe link reads a ticket", linked(offer, person, identity.ReachContact), identity.ReadTickets, led, identity.ErrReach},
		{"unsubscribe link changes contact", linked(offer, person, identity.ReachContact), identity.ChangeContact, mine, nil},
		{"whoever pays edits", linked(offer, person, identity.ReachPay), identity.EditTicket, led, identity.ErrReach},
		{"whoever pays pays", linked(offer, person, identity.ReachPay), identity.PayOrder, led, nil},
		{"whoever pays pays for another", linked(offer, person, identity.ReachPay), identity.PayOrder, mine, identity.ErrHidden},
		{"another person's", linked(offer, maker.In(id.Person, event)), identity.AnswerOffer, mine, identity.ErrHidden},
		{"another event's", linked(maker.In(id.Offer, otherEvent), person), identity.AnswerOffer, led, identity.ErrHidden},
		{"nobody's", linked(offer, person), identity.ReadEntry, identity.Resource{OrgID: "org_a", EventID: event}, identity.ErrHidden},
		{"link reads its event", linked(offer, person), identity.ReadEvent, identity.Resource{OrgID: "org_a", EventID: event}, nil},
		{"link lists guests", linked(offer, person), identity.ListGuests, mine, identity.ErrForbidden},
		{"public registers", &identity.Caller{}, identity.Register, mine, nil},
		{"public meets a draft", &identity.Caller{}, identity.Register, identity.Resource{OrgID: "org_a", EventID: event}, identity.ErrHidden},
		{"public lists guests", &identity.Caller{}, identity.ListGuests, mine, identity.ErrUnauthenticated},
		{"nobody without a link has an inbox", staff("org_a", identity.Owner), identity.ReadInbox, mine, identity.ErrForbidden},
	} {
		if err := c.caller.Authorize(c.action, c.res); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// Anyone who may do less never may do something that a role that may do more may not: owner ⊇
// organizer ⊇ box office, and whatever changes something is closed to door and viewer.
func TestRolesNest(t *testing.T) {
	may := func(r identity.Role, a identity.Action) bool {
		return (&identity.Caller{KeyID: "key_1", OrgID: "org_a", Role: r}).May(a) == nil
	}
	for _, a := range identity.Actions() {
		for i := 1; i < len(identity.Roles); i++ {
			if may(identity.Roles[i], a) && !may(identity.Roles[i-1], a) {
				t.Errorf("%s may %s, %s may not", identity.Roles[i], a, identity.Roles[i-1])
			}
		}
	}
}

func TestKeyText(t *testing.T) {
	a, hash := identity.NewKey()
	b, _ := identity.NewKey()
	if len(a) != 46 || a[:3] != "hf_" || a == b || hash == [32]byte{} {
		t.Errorf("keys %q, %q", a, b)
	}
	if _, err := identity.NewKeys(nil, nil); err == nil {
		t.Error("Keys without a store")
	}
}
