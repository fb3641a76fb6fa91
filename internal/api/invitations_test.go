package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// invited invites somebody, and returns the invitation.
func (h *testServer) invited(event, email string, places int) string {
	h.t.Helper()
	h.owner("POST", event+"/invitations", object{"invitations": []object{{"email": email, "name": "Invited " + email, "places": places}}}).want(201)
	list := h.owner("GET", event+"/invitations?limit=100", nil).want(200)
	for i := range list.at("items").([]any) {
		if list.text("items", i, "email") == email {
			return list.text("items", i, "id")
		}
	}
	h.t.Fatalf("%s is not among those who are invited: %s", email, list.Raw)
	return ""
}

// invitationLink returns the token that the mail of an invitation has.
func (h *testServer) invitationLink(invitation string) string {
	h.t.Helper()
	v, err := h.store.Invitations.Of(h.t.Context(), invitation)
	h.must(err)
	token, err := h.links.Mint(identity.Link{
		Kind: identity.InvitationLink, ID: invitation, Person: v.PersonID, Issued: v.SentAt.Time(), Expires: h.now().Add(30 * 24 * time.Hour),
	})
	h.must(err)
	return token
}

// TestByInvitation: for people who are not invited an event by invitation is not there, on any route and
// page that has it, and whoever is invited takes as many places as the invitation says.
func TestByInvitation(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5, set("title", "Supper in the vault"), set("visibility", "invite"), set("max_guests", 0), set("log", "public"))
	ada := h.invited(event, "ada@example.org", 3)
	link := h.invitationLink(ada)
	signed, stranger := h.signIn("Ada@example.org"), h.signIn("eve@example.org")
	rival := h.member(h.organization("Rival"), identity.Owner, "owner@rival.example")

	reads := []string{event, event + "/seats", event + "/waiting-room", event + "/log", event + "/ticket-keys", event + "/questions", event + "/stream", event + "/statement"}
	for _, path := range reads {
		h.send("GET", path, "", nil).want(404)
		h.visit(stranger, "GET", path, nil).want(404)
		h.visit(rival, "GET", path, nil).want(404)
	}
	h.send("GET", event, link, nil).want(200)
	h.send("GET", event, h.keys[identity.Viewer], nil).want(200)
	h.visit(signed, "GET", event, nil).want(200)
	for _, list := range []string{"/v1/public/events", "/v1/public/events?sort=trending"} {
		if a := h.send("GET", list, "", nil).want(200); strings.Contains(a.Raw, eventID(event)) {
			t.Errorf("%s tells of it: %s", list, a.Raw)
		}
	}
	party := func(guests int) object {
		in := object{"name": "Ada", "email": "ada@example.org", "guests": []object{}}
		for range guests {
			in["guests"] = append(in["guests"].([]object), object{"name": "Guest"})
		}
		return in
	}
	h.send("POST", event+"/registrations", "", party(0)).want(404)
	h.visit(stranger, "POST", event+"/registrations", party(0)).want(404)
	h.send("POST", event+"/registrations", link, object{"email": "eve@example.org"}).problem(422, "invalid_request").names("email")
	h.send("POST", event+"/registrations", link, party(3)).problem(409, "limit_per_person")
	h.send("POST", event+"/registrations", link, object{"guests": party(2)["guests"]}).want(201)
	own := h.send("GET", "/v1/invitations/"+ada, link, nil).want(200)
	if own.number("taken") != 3 || own.number("places") != 3 || own.text("email") != "ada@example.org" {
		t.Errorf("%s", own.Raw)
	}
	h.send("POST", "/v1/invitations/"+ada+":decline", link, nil).problem(409, "places_taken")
	h.owner("PATCH", event+"/invitations/"+ada, object{"places": 2}).problem(409, "places_taken").names("places")
	h.owner("PATCH", event+"/invitations/"+ada, object{"places": 4, "name": "Ada Lovelace"}).want(200)

	// One link is good at a time, for its event alone, and none when the invitation has ended.
	other := h.event(5)
	h.send("GET", other, link, nil).want(404)
	h.send("POST", other+"/registrations", link, party(0)).want(404)
	h.clock.Add(int64(time.Second))
	h.owner("POST", event+"/invitations/"+ada+":resend", nil).want(200)
	h.send("GET", event, link, nil).problem(401, "link_revoked")
	link = h.invitationLink(ada)
	h.send("GET", event, link, nil).want(200)
	h.owner("DELETE", event+"/invitations/"+ada, nil).want(200)
	h.send("GET", event, link, nil).problem(401, "link_revoked")
	h.send("POST", "/v1/links:renew", "", object{"link": link}).want(401)
	h.visit(signed, "GET", event, nil).want(200) // who has places there still

	// All or none, and nobody twice.
	h.owner("POST", event+"/invitations", object{"invitations": []object{{"email": "cy@example.org", "name": "Cy"}, {"email": "nonsense", "name": "Di"}}}).
		problem(422, "invalid_request").names("invitations[1].email")
	two := object{"invitations": []object{{"email": "cy@example.org", "name": "Cy"}, {"email": "CY@example.org", "name": "Cy", "places": 5}}}
	if a := h.owner("POST", event+"/invitations", two).want(201); a.number("invited") != 1 {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("POST", event+"/invitations", two).want(201); a.number("invited") != 0 {
		t.Errorf("%s", a.Raw)
	}
	cy := h.invited(event, "cy@example.org", 1)
	h.send("POST", "/v1/invitations/"+cy+":decline", h.invitationLink(cy), nil).want(200)
	list := h.owner("GET", event+"/invitations", nil).want(200)
	if list.number("counts", "declined") != 1 || list.number("counts", "ended") != 1 || len(list.at("items").([]any)) != 2 {
		t.Errorf("%s", list.Raw)
	}
	h.owner("GET", event+"/invitations/"+id.Invitation+strings.Repeat("a", 28), nil).want(404)
	h.owner("GET", other+"/invitations/"+cy, nil).want(404)
	h.owner("GET", event+"/invitations?invitation_status=open", nil).want(422)

	// It goes with no waiting room.
	room := object{"mode": "queue", "opens_at": h.now().Add(time.Hour), "serves_at": h.now().Add(2 * time.Hour)}
	h.owner("PATCH", event, object{"onsale": room}).want(422)
	h.sound()
}
