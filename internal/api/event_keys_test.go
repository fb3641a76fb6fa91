package api_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// eventKey makes a key for one event, which a path names.
func (h *testServer) eventKey(event string, role identity.Role) string {
	h.t.Helper()
	body := object{"name": "for one event, " + string(role), "role": string(role), "event_id": eventID(event)}
	return h.owner("POST", "/v1/api-keys", body).want(201).text("key")
}

// eventKeys are the columns of keys for the event of a stage alone, and of one for another.
func (h *testServer) eventKeys(s *stage, other string) callerGroup {
	h.t.Helper()
	keys := callerGroup{name: "keys for a single event"}
	for _, r := range identity.EventRoles {
		keys.callers = append(keys.callers, caller{name: "key for the event, " + string(r), token: h.eventKey(s.event, r), may: byRole(r)})
	}
	keys.callers = append(keys.callers, caller{name: "key for another event", token: h.eventKey(other, identity.Organizer), may: nothing})
	return keys
}

// A key for one event does there what its role may, finds no other, and nothing of the
// organization; lists, the security log and the audit log say which event it is for.
func TestKeysForOneEvent(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		own, other := h.event(5), h.event(5)
		order := h.register(other, "bob").text("order_id")
		h.owner("PATCH", own, object{"title": "Open evening"}).want(200)
		body := object{"name": "Seller", "role": "organizer", "event_id": eventID(own)}
		made := h.owner("POST", "/v1/api-keys", body, "Idempotency-Key: one").want(201)
		if made.text("event_id") != eventID(own) || made.text("event_title") != "Open evening" {
			t.Errorf("the key that was made: %s", made.Raw)
		}
		if again := h.owner("POST", "/v1/api-keys", body, "Idempotency-Key: one").want(201); again.text("key") != made.text("key") || again.text("event_title") != "Open evening" {
			t.Errorf("a repetition: %s", again.Raw)
		}
		key := made.text("key")
		send := func(method, path string, in any) *answer { return h.send(method, path, key, in) }

		// In its event it is as good as any.
		ada := send("POST", own+"/registrations", object{"user_id": "ada", "email": "ada@example.org", "name": "Ada"}).want(201).text("order_id")
		send("GET", "/v1/orders/"+ada, nil).want(200)
		send("GET", own+"/registrations", nil).want(200)
		send("GET", own+"/waitlist", nil).want(200)
		send("PATCH", own, object{"capacity": 6}).want(200)
		token := send("GET", "/v1/orders/"+ada+"/tickets", nil).want(200).text("items", 0, "token")
		scan := func(event string) *answer {
			return send("POST", "/v1/checkins", object{"event_id": eventID(event), "device_id": "dev-1", "scan_id": "s1", "token": token})
		}
		scan(own).verdict("admit")
		list := send("POST", own+"/checkin-lists", object{"name": "Lounge"}).want(201).text("id")
		send("PATCH", "/v1/checkin-lists/"+list, object{"name": "Bar"}).want(200)
		export := send("POST", own+"/exports", object{"kind": "audit"}).want(202).text("id")
		send("GET", "/v1/exports/"+export, nil).want(200)
		if all := send("GET", "/v1/events", nil).want(200); len(all.at("items").([]any)) != 1 || all.text("items", 0, "id") != eventID(own) {
			t.Errorf("the events that it lists: %s", all.Raw)
		}
		if found := send("GET", "/v1/events?q=e", nil).want(200); strings.Contains(found.Raw, eventID(other)) {
			t.Errorf("the events that it finds: %s", found.Raw)
		}

		// Other events of the organization are not there, published or not, as for another organization.
		for _, path := range []string{other, other + "/registrations", other + "/figures", "/v1/orders/" + order, "/v1/tickets/" + id.TicketOf(order, 1)} {
			send("GET", path, nil).problem(404, "not_found")
		}
		scan(other).problem(404, "not_found")
		send("POST", other+"/registrations", object{"user_id": "eve", "email": "eve@example.org", "name": "Eve"}).problem(404, "not_found")

		// What is the organization's is refused, in words that name the event.
		for _, path := range []string{"/v1/organization", "/v1/members", "/v1/api-keys", "/v1/venues", "/v1/webhook-endpoints", "/v1/series", "/v1/changes", "/v1/invoices", "/v1/brand"} {
			if a := send("GET", path, nil).problem(403, "key_for_one_event"); !strings.Contains(a.text("detail"), eventID(own)) {
				t.Errorf("%s: %s", path, a.Raw)
			}
		}
		send("POST", "/v1/events", object{"title": "Another", "starts_at": h.now(), "ends_at": h.now(), "timezone": "UTC", "capacity": 1}).problem(403, "key_for_one_event")
		send("POST", own+"/series", object{"rule": "FREQ=WEEKLY;COUNT=3", "title": "More"}).problem(403, "key_for_one_event")
		door := h.eventKey(own, identity.Door)
		if a := h.send("PATCH", own, door, object{"capacity": 1}).problem(403, "forbidden"); a.text("role") != "organizer" {
			t.Errorf("a role that is too little: %s", a.Raw)
		}
		if a := h.send("DELETE", own+"/people/ada", door, nil).problem(403, "forbidden"); !strings.Contains(a.text("detail"), "a key for all of its events with the role Owner") {
			t.Errorf("what only an owner may: %s", a.Raw)
		}

		// The list has the title that the event has now, and the security log the event.
		h.owner("PATCH", own, object{"title": "Late evening"}).want(200)
		if keys := h.owner("GET", "/v1/api-keys", nil).want(200); !strings.Contains(keys.Raw, `"event_title":"Late evening"`) {
			t.Errorf("the list: %s", keys.Raw)
		}
		noted, found := h.owner("GET", "/v1/organization/security-log?action=key_created", nil).want(200), false
		for i := range noted.at("items").([]any) {
			found = found || noted.text("items", i, "subject") == made.text("id") && noted.text("items", i, "detail") == "organizer "+eventID(own)
		}
		if !found {
			t.Errorf("the security log does not name the event: %s", noted.Raw)
		}
		if rows := h.owner("GET", own+"/audit", nil).want(200); !strings.Contains(rows.Raw, `"actor":"`+made.text("id")+`"`) {
			t.Errorf("the audit log does not name the key: %s", rows.Raw)
		}
		h.owner("DELETE", "/v1/api-keys/"+made.text("id"), nil).want(200)
		send("GET", own, nil).problem(401, "key_revoked")
		h.sound()
	})
}

// What is wrong with the event of a key is named, and no key is made.
func TestWrongEventsOfKeys(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	own := eventID(h.event(1))
	rival := eventID(h.rival(h.organization("Rival")).event(1))
	before := h.owner("GET", "/v1/api-keys", nil).want(200).Raw
	for _, wrong := range []struct{ event, role, field string }{
		{rival, "door", "event_id"}, {"evt_nothing", "door", "event_id"}, {h.ids.Top(id.Event), "door", "event_id"}, {own, "owner", "role"},
	} {
		h.owner("POST", "/v1/api-keys", object{"name": "k", "role": wrong.role, "event_id": wrong.event}).problem(422, "invalid_request").names(wrong.field)
	}
	if after := h.owner("GET", "/v1/api-keys", nil).want(200).Raw; after != before {
		t.Errorf("keys were made: %s", after)
	}
	body := object{"name": "k", "role": "door", "event_id": own}
	h.owner("POST", "/v1/api-keys", body, "Idempotency-Key: k").want(201)
	delete(body, "event_id")
	h.owner("POST", "/v1/api-keys", body, "Idempotency-Key: k").problem(422, "idempotency_key_reused")
	h.sound()
}

// TestKeysOfOneEventMixNothing asks every route about the key's own event with things of another
// event of the organization, in the path and in the body: nothing of the other is shown or changed.
func TestKeysOfOneEventMixNothing(t *testing.T) {
	t.Parallel()
	if seed.Brief() {
		t.Skip("it makes one request after another")
	}
	h := newTestServer(t)
	s := h.stage()
	own := h.event(3)
	key := caller{name: "a key for another event", token: h.eventKey(own, identity.Organizer)}
	mixed := s.with(map[string]string{"event_id": eventID(own)})
	before := h.owner("GET", s.event+"/audit", nil).want(200).Raw + h.owner("GET", s.event+"/checkins", nil).want(200).Raw
	for _, rt := range api.Routes() {
		if rt.Action == identity.Unauthenticated {
			continue
		}
		a := h.call(mixed, rt, key, false)
		if a.Status >= 400 {
			continue
		}
		raw, err := json.Marshal(mixed.fill(rt.Example))
		h.must(err)
		asked := mixed.path(rt.Path) + string(raw)
		for name, value := range s.names {
			switch name {
			case "user_id", "purpose", "translation", "via", "tile": // words, which are no id of anything
			default:
				if !strings.Contains(asked, value) && strings.Contains(a.Raw, value) {
					t.Errorf("%s shows the %s of another event: %s", rt.ID, name, a.Raw)
				}
			}
		}
	}
	if after := h.owner("GET", s.event+"/audit", nil).want(200).Raw + h.owner("GET", s.event+"/checkins", nil).want(200).Raw; after != before {
		t.Errorf("another event was changed:\n%s\n%s", before, after)
	}
	h.sound()
}

// The key for an event that is archived reads what others read of it, is refused everything else
// because the event is archived, and works as before once it is back.
func TestKeysOfArchivedEvents(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	own := h.event(2)
	h.register(own, "ada")
	key := h.eventKey(own, identity.Organizer)
	h.later(400 * 24 * time.Hour)
	h.keptBehind(eventID(own))
	h.owner("POST", own+":archive", nil).want(202)
	h.archiveNow()
	h.eventually("the server knows", func() bool { return h.send("GET", own+"/waitlist", key, nil).Status == 409 })
	h.send("GET", own, key, nil).want(200)
	h.send("GET", own+"/waitlist", key, nil).problem(409, "event_archived")
	h.send("PATCH", own, key, object{"title": "Again"}).problem(409, "event_archived")
	if keys := h.owner("GET", "/v1/api-keys", nil).want(200); !strings.Contains(keys.Raw, `"event_id":"`+eventID(own)+`"`) {
		t.Errorf("the list: %s", keys.Raw)
	}
	h.send("POST", own+":restore", key, nil).want(202)
	h.archiveNow()
	h.eventually("the server knows", func() bool { return h.send("GET", own+"/waitlist", key, nil).Status == 200 })
	h.sound()
}
