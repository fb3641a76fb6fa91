package api_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
)

// An address with signs that stand for letters is refused wherever one is typed: in
// another spelling it would be mailed to one person and sign in another.
func TestLookalikeAddresses(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	const kelvin = "\u212Aim@example.org"
	event := h.event(9)
	order := h.register(event, "kim").text("order_id")
	ticket := "/v1/tickets/" + id.TicketOf(order, 1)
	for path, body := range map[string]object{
		"/v1/auth/links": {"email": kelvin}, event + "/registrations": {"email": kelvin, "name": "Kim"},
		event + "/orders": {"email": kelvin, "name": "Kim", "items": []object{{"quantity": 1}}}, event + "/waitlist:join": {"email": kelvin, "name": "Kim"},
	} {
		h.send("POST", path, "", body).problem(422, "invalid_request").names("email")
	}
	h.owner("POST", event+"/registrations", object{"user_id": "k", "email": kelvin, "name": "Kim"}).problem(422, "invalid_request").names("email")
	h.owner("POST", "/v1/members", object{"email": kelvin, "role": "owner"}).problem(422, "invalid_request").names("email")
	h.owner("POST", ticket+":transfer", object{"email": kelvin}).problem(422, "invalid_request").names("email")
	h.owner("PATCH", ticket, object{"attendee_email": kelvin}).problem(422, "invalid_request").names("attendee_email")
	for _, bad := range []string{"ada@xn--a.example", "ada@a_ü.example"} {
		h.send("POST", "/v1/auth/links", "", object{"email": bad}).problem(422, "invalid_request").names("email")
	}
	if len(h.letters) != 0 {
		t.Errorf("mailed: %+v", h.letters)
	}
	// One domain, however it is written.
	h.send("POST", event+"/registrations", "", object{"email": "ada@BÜCHER.example", "name": "Ada"}).want(201)
	h.owner("POST", event+"/registrations", object{"email": "Ada@xn--bcher-kva.example", "name": "Ada"}).problem(409, "already_registered")
	ada := h.signIn("ada@bücher.example")
	if mine := h.visit(ada, "GET", "/v1/me/registrations", nil).want(200); len(mine.at("items").([]any)) != 1 {
		t.Errorf("hers: %s", mine.Raw)
	}
}

// A link to sign in is mailed to the address that is stored, whatever spelling of it
// a stranger typed.
func TestLinksGoToTheStoredAddress(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("POST", "/v1/members", object{"email": "Olga.M@example.org", "role": "viewer"}).want(201)
	h.signIn("Ada@example.org")
	for typed, stored := range map[string]string{
		"olga.m@EXAMPLE.org": "Olga.M@example.org", "ADA@example.org": "Ada@example.org", "New@example.org": "New@example.org",
	} {
		h.send("POST", "/v1/auth/links", "", object{"email": typed}).want(202)
		last := h.letters[len(h.letters)-1]
		if last.what != accountmail.SignInMail {
			t.Fatalf("mailed: %+v", last)
		}
		if l, err := h.store.Accounts.SignInLink(t.Context(), last.thing); err != nil || l.Email != stored {
			t.Errorf("asked for with %s it goes to %+v, want %s (%v)", typed, l, stored, err)
		}
	}
}
