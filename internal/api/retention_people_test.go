package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestPeopleAreKeptForSoLong: people are erased from an event so many days after its end, as their
// organization says, and what they had is still counted. Whoever agreed to be written to stays until
// they withdraw it, nobody leaves an event that owes money, and how the organization reaches somebody
// stays while it has to do with them otherwise.
func TestPeopleAreKeptForSoLong(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		const day, path = 24 * time.Hour, "/v1/organization/retention"
		old, tiers := h.sale(3, h.in(day, "Old"))
		owes, owed := h.sale(4, h.in(day, "Owes"))
		later := h.event(9, h.in(300*day, "Later"))
		news := h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": object{"en": "News."}}).want(201).text("id")
		h.owner("PUT", old+"/consents", object{"purpose_ids": []string{news}}).want(200)
		order := func(event, name, tier string, more ...object) string {
			t.Helper()
			body := buy(name, tier, 1)
			body["email"], body["name"] = name+"@example.org", name
			for _, m := range more {
				for field, value := range m {
					body[field] = value
				}
			}
			made := h.owner("POST", event+"/orders", body).want(201).text("id")
			h.owner("POST", "/v1/orders/"+made+":mark-paid", object{"reference": "cash"}).want(200)
			return made
		}
		order(old, "ada", tiers["Regular"])
		order(old, "bob", tiers["Regular"])
		order(old, "dora", tiers["Regular"], object{"consents": []object{{"purpose_id": news, "version": 1, "locale": "en", "reason": "on paper"}}})
		h.owner("POST", old+"/waitlist:join", object{"user_id": "cid", "email": "cid@example.org", "name": "Cid", "tier_id": tiers["Regular"]}).want(201)
		refunded := order(owes, "eve", owed["Regular"])
		h.owner("POST", "/v1/orders/"+refunded+":refund", object{}).want(200)
		h.register(later, "ada")
		key := func(user string) string { return delivery.PersonKey(h.links.Derive(delivery.KeyPurpose), h.org, user) }
		for _, user := range []string{"ada", "bob"} {
			h.must(h.store.Contacts.PutContact(t.Context(), messages.Contact{OrgID: h.org, PersonKey: key(user), Phone: "+4915112345678", UpdatedAt: 1}))
		}

		// What cannot be is refused at its field, and what it would affect is counted.
		kept := func(people, events int) *answer {
			return h.owner("PUT", path, object{"items": []object{{"kind": "events", "days": events}, {"kind": "people", "days": people}}})
		}
		kept(31, 31).problem(422, "invalid_request").names("items[1].days")
		kept(0, 31).problem(422, "invalid_request").names("items[1].days")
		h.as(identity.Organizer, "PUT", path, object{"items": []object{{"kind": "people", "days": 30}}}).problem(403, "forbidden")
		kept(30, 200).want(200)
		h.must(h.archives.Round(t.Context()))
		if a := h.owner("GET", old+"/orders", nil).want(200); strings.Count(a.Raw, "@example.org") == 0 {
			t.Errorf("somebody was erased before their time: %s", a.Raw)
		}
		h.later(33 * day)
		if a := h.owner("GET", path, nil).want(200); a.text("items", 1, "kind") != "people" || a.number("items", 1, "aged") != 3 {
			t.Errorf("counted: %s", a.Raw)
		}
		before := h.owner("GET", old, nil).want(200)
		for range 2 { // the second has nothing left to do
			h.must(h.archives.Round(t.Context()))
		}
		a := h.owner("GET", old+"/orders", nil).want(200)
		if strings.Contains(a.Raw, "ada@") || strings.Contains(a.Raw, "bob@") || strings.Count(a.Raw, `"user_id":"erased:`) != 2 || !strings.Contains(a.Raw, "dora@example.org") {
			t.Errorf("orders: %s", a.Raw)
		}
		if a := h.owner("GET", old, nil).want(200); a.number("availability", "confirmed") != before.number("availability", "confirmed") {
			t.Errorf("who was there is not counted any more: %s, and before %s", a.Raw, before.Raw)
		}
		if a := h.owner("GET", owes+"/orders", nil).want(200); !strings.Contains(a.Raw, "eve@example.org") {
			t.Errorf("somebody who is owed money is erased: %s", a.Raw)
		}
		if a := h.owner("GET", later+"/registrations", nil).want(200); !strings.Contains(a.Raw, "ada@example.org") {
			t.Errorf("ada is erased from an event to come: %s", a.Raw)
		}
		contacts, err := h.store.Contacts.ContactsOf(t.Context(), h.org, []string{key("ada"), key("bob")})
		h.must(err)
		if c := contacts[key("ada")]; c == nil || c.Phone == "" {
			t.Errorf("how to reach ada, who comes again, is gone: %+v", c)
		}
		if c := contacts[key("bob")]; c != nil && c.Phone != "" {
			t.Errorf("how to reach bob is left: %+v", c)
		}
		h.sound()

		// Consent that was withdrawn keeps nobody.
		h.owner("POST", old+"/people/dora/consents:withdraw", object{"purpose_id": news, "reason": "called us"}).want(200)
		h.must(h.archives.Round(t.Context()))
		if a := h.owner("GET", old+"/orders", nil).want(200); strings.Contains(a.Raw, "@example.org") {
			t.Errorf("dora is left: %s", a.Raw)
		}
		h.sound()
	})
}
