package api_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// eventMember signs somebody in who has a role in single events only: role in each.
func (h *testServer) eventMember(email string, role identity.Role, events ...string) cookie {
	h.t.Helper()
	var list []object
	for _, e := range events {
		list = append(list, object{"event_id": eventID(e), "role": string(role)})
	}
	h.owner("POST", "/v1/members", object{"email": email, "name": "Em", "role": "events", "events": list}).want(201)
	return h.signIn(email)
}

// A member may have a role in single events only, and then sees these and nothing else of the
// organization: in lists, streams, exports and searches at the door.
func TestRolesInSingleEvents(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, database string) {
		h := newTestServerAt(t, database)
		own, other := h.event(5), h.event(5)
		h.register(own, "ada")
		h.register(other, "bob")
		manager := h.eventMember("em@staff.example", identity.Organizer, own)

		me := h.visit(manager, "GET", "/v1/me", nil).want(200)
		if me.text("memberships", 0, "role") != "events" || me.text("memberships", 0, "events", 0, "event_id") != eventID(own) || me.text("memberships", 0, "events", 0, "role") != "organizer" {
			t.Errorf("who they are: %s", me.Raw)
		}
		list := h.visit(manager, "GET", "/v1/events", nil).want(200)
		if n := len(list.at("items").([]any)); n != 1 || list.text("items", 0, "id") != eventID(own) || list.text("next_cursor") != "" {
			t.Errorf("their list: %s", list.Raw)
		}
		h.visit(manager, "GET", own+"/registrations", nil).want(200)
		h.visit(manager, "PATCH", own, object{"title": "Changed by Em", "capacity": 6}).want(200)
		h.owner("PATCH", other, object{"title": "Změněno od Éva"}).want(200)
		titled := func(who cookie, q string, want ...string) {
			t.Helper()
			var got []string
			for path := "/v1/events?limit=1&q=" + url.QueryEscape(q); path != ""; {
				a := h.visit(who, "GET", path, nil).want(200)
				for i := range a.at("items").([]any) {
					got = append(got, a.text("items", i, "id"))
				}
				if path = ""; a.text("next_cursor") != "" {
					path = "/v1/events?limit=1&q=" + url.QueryEscape(q) + "&cursor=" + a.text("next_cursor")
				}
			}
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("%q finds %q, want %q", q, got, want)
			}
		}
		titled(manager, "CHANGED by", eventID(own))
		titled(manager, "zmeneno")
		owner := h.member(h.org, identity.Owner, "olga@staff.example")
		titled(owner, "zmeneno OD eva", eventID(other))
		titled(owner, "e", eventID(own), eventID(other))
		titled(owner, "nothing")
		h.visit(owner, "GET", "/v1/events?q="+strings.Repeat("x", 101), nil).problem(422, "invalid_request").names("q")
		rows := h.owner("GET", own+"/audit", nil).want(200)
		if !strings.Contains(rows.Raw, `"actor":"mem_`) {
			t.Errorf("the audit log does not name the member: %s", rows.Raw)
		}
		export := h.visit(manager, "POST", own+"/exports", object{"kind": "audit"}).want(202).text("id")
		h.visit(manager, "GET", "/v1/exports/"+export, nil).want(200)
		foreign := h.owner("POST", other+"/exports", object{"kind": "audit"}).want(202).text("id")
		h.visit(manager, "GET", "/v1/exports/"+foreign, nil).problem(404, "not_found")
		for _, at := range []string{"/registrations", "/orders", "/figures", "/exports", "/waitlist", "/messages"} {
			h.visit(manager, "GET", other+at, nil)
			if a := h.visit(manager, "GET", other+at, nil); a.Status != 404 && a.Status != 403 {
				t.Errorf("%s of another event: %d %s", at, a.Status, a.Raw)
			}
		}
		if a := h.visit(manager, "GET", other, nil).want(200); a.at("orders", "payment_instructions") != nil || a.at("venue_rooms") != nil {
			t.Errorf("another event as the public sees it: %s", a.Raw)
		}
		// What is the organization's needs a role in it.
		for _, path := range []string{"/v1/venues", "/v1/members", "/v1/series", "/v1/changes", "/v1/invoices", "/v1/dead-letters", "/v1/consent-purposes"} {
			h.visit(manager, "GET", path, nil).problem(403, "forbidden")
		}
		h.visit(manager, "GET", "/v1/organization", nil).want(200)
		h.visit(manager, "POST", "/v1/events", object{"title": "Another", "starts_at": h.now(), "ends_at": h.now(), "timezone": "UTC", "capacity": 1}).problem(403, "forbidden")
		h.visit(manager, "POST", own+"/series", object{"rule": "FREQ=WEEKLY;COUNT=3", "title": "More"}).problem(403, "forbidden")

		// Somebody at the door of one event lets people of that in, and of no other.
		door := h.eventMember("door@staff.example", identity.Door, own)
		scan := func(event string) *answer {
			return h.visit(door, "POST", "/v1/checkins", object{"event_id": eventID(event), "device_id": "dev-1", "scan_id": "s1", "token": "nonsense"})
		}
		scan(own).want(200)
		scan(other).problem(404, "not_found")
		h.visit(door, "PATCH", own, object{"title": "No"}).problem(403, "forbidden")

		// The stronger of two roles counts in an event; a change is in the chain and takes effect at once.
		members := h.owner("GET", "/v1/members", nil).want(200)
		var id string
		for i := range members.at("items").([]any) {
			if members.text("items", i, "email") == "door@staff.example" {
				id = members.text("items", i, "id")
			}
		}
		both := h.owner("PATCH", "/v1/members/"+id, object{"role": "viewer"}).want(200)
		if both.text("events", 0, "role") != "door" {
			t.Errorf("the roles in events do not stay: %s", both.Raw)
		}
		h.visit(door, "GET", other+"/registrations", nil).want(200)
		scan(own).want(200)
		scan(other).problem(403, "forbidden")
		h.owner("PATCH", "/v1/members/"+id, object{"role": "events", "events": []object{{"event_id": eventID(other), "role": "box_office"}}}).want(200)
		scan(own).problem(404, "not_found")
		h.visit(door, "GET", other+"/registrations", nil).want(200)
		h.sound()
	})
}

// What is wrong with roles in single events is named, and nothing changes.
func TestWrongRolesInSingleEvents(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	own := eventID(h.event(1))
	rival := eventID(h.rival(h.organization("Rival")).event(1))
	of := func(event, role string) object { return object{"event_id": event, "role": role} }
	for i, wrong := range []struct {
		role   string
		events []object
		field  string
	}{
		{"events", nil, "events"},
		{"events", []object{of(rival, "door")}, "events[0].event_id"},
		{"viewer", []object{of("evt_nothing", "door")}, "events[0].event_id"},
		{"viewer", []object{of(own, "door"), of(own, "viewer")}, "events[1].event_id"},
		{"viewer", []object{of(own, "owner")}, "events[0].role"},
	} {
		body := object{"email": fmt.Sprint("m", i, "@staff.example"), "role": wrong.role}
		if wrong.events != nil {
			body["events"] = wrong.events
		}
		h.owner("POST", "/v1/members", body).problem(422, "invalid_request").names(wrong.field)
	}
	h.owner("POST", "/v1/api-keys", object{"name": "k", "role": "events"}).problem(422, "invalid_request")
	if n := len(h.owner("GET", "/v1/members", nil).want(200).at("items").([]any)); n != 0 {
		t.Errorf("%d members were made", n)
	}
	h.sound()
}

// singleMembers are the columns of members who have a role in the event of a stage alone, and of
// one who is an organizer of another.
func (h *testServer) singleMembers(s *stage, other string) callerGroup {
	single := callerGroup{name: "members of single events"}
	for _, r := range identity.EventRoles {
		single.callers = append(single.callers, caller{name: "member of the event, " + string(r), cookie: h.eventMember(string(r)+"@single.example", r, s.event), may: byRole(r)})
	}
	single.callers = append(single.callers, caller{name: "member of another event", cookie: h.eventMember("other@single.example", identity.Organizer, other), may: nothing})
	return single
}
