package api_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestInboxOfAPass: the inbox of somebody with a pass has what the dates told them, each with when it
// is, by time between what the event of the pass told: by their account, by the link of the order,
// and in what an organizer hands out of their data. Nobody else has it.
func TestInboxOfAPass(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		series, dates := h.evenings(3)
		_, sells := h.pass(series, object{"title": "Two evenings", "places": 3, "event_ids": []string{eventID(dates[0]), eventID(dates[1])}})
		order := h.register(sells, "ada").text("order_id")
		h.register(sells, "bob")
		h.later(time.Hour)
		told := func(date, message string, kind inventory.MessageKind) {
			t.Helper()
			v := events.MessageView{EventID: eventID(date), Person: inventory.Person{ID: h.personID(sells, "ada")}, Pass: &events.WithPass{EventID: eventID(sells)}}
			now := inventory.At(h.now())
			_, err := h.store.Deliveries.AddDeliveries(t.Context(), []messages.Delivery{{
				EventID: v.EventID, Message: message, Channel: "mail", OrgID: h.org, PersonID: v.Recipient(), Kind: kind, Announcement: message, State: "sent", CreatedAt: now, SentAt: now, EndedAt: now,
			}})
			h.must(err)
			h.later(time.Minute)
		}
		told(dates[0], "rem-1", "reminder")
		told(dates[1], "off", inventory.MsgEventCancelled)
		h.owner("PATCH", dates[1], object{"title": "The second"}).want(200)

		starts := h.owner("GET", dates[1], nil).want(200)
		sees := func(who string, a *answer, list string) {
			t.Helper()
			if n := len(a.want(200).at(list).([]any)); n != 3 || a.text(list, 2, "kind") != "registration_confirmed" || a.at(list, 2, "pass_event_id") != nil || a.at(list, 2, "starts_at") != nil {
				t.Fatalf("%s: %s", who, a.Raw)
			}
			a.sees(t, who, object{
				"kind": "event_cancelled", "event_id": eventID(dates[1]), "event_title": "The second", "seq": 0, "ref": "", "pass_event_id": eventID(sells), "starts_at": starts.text("starts_at"), "timezone": starts.text("timezone"),
			}, list, 0)
			a.sees(t, who, object{"kind": "reminder", "event_id": eventID(dates[0]), "pass_event_id": eventID(sells)}, list, 1)
		}
		ada, bob := h.signIn("ada@example.org"), h.signIn("bob@example.org")
		sees("by account", h.visit(ada, "GET", "/v1/me/inbox", nil), "items")
		sees("by link", h.send("GET", "/v1/me/inbox", h.fresh(identity.OrderLink, order, h.personID(sells, "ada")), nil), "items")
		sees("in her data", h.owner("GET", sells+"/people/ada/data", nil), "messages")
		if others := h.visit(bob, "GET", "/v1/me/inbox", nil).want(200); len(others.at("items").([]any)) != 1 {
			t.Errorf("told to somebody else: %s", others.Raw)
		}
	})
}
