package api_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Somebody who is signed in does with what is theirs what the link in a mail does.
func TestSessionActsForItsPerson(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	s := h.scene()
	cyd := h.signIn("CYD@example.org")
	h.visit(cyd, "GET", "/v1/offers/"+s.offer, nil).want(200)
	h.visit(cyd, "GET", "/v1/waitlist/"+s.entry+"/history", nil).want(200)
	h.visit(cyd, "GET", s.event+"/registrations/cyd", nil).want(200)
	h.visit(cyd, "GET", "/v1/waitlist/"+s.waiting, nil).problem(404, "not_found")
	accepted := h.visit(cyd, "POST", "/v1/offers/"+s.offer+":accept", nil).want(200)
	h.visit(cyd, "GET", "/v1/orders/"+accepted.text("order_id"), nil).want(200)
	row := h.owner("GET", s.event+"/audit?subject="+s.entry, nil).want(200)
	if last := len(row.at("items").([]any)) - 1; row.text("items", last, "actor") != s.cyd {
		t.Errorf("who accepted: %s", row.Raw)
	}
	h.visit(cyd, "POST", "/v1/orders/"+accepted.text("order_id")+":cancel", nil).want(200)
	if a := h.visit(cyd, "POST", s.event+"/registrations", object{"name": "Cyd", "email": "cyd2@example.org"}).want(409); a.text("code") != "sold_out" {
		t.Errorf("registering as the public: %s", a.Raw)
	}
	h.visit(cyd, "GET", s.event+"/registrations", nil).problem(403, "forbidden")
	// A change of address takes the right away, erasing too.
	h.owner("DELETE", s.event+"/people/cyd", nil).want(200)
	h.visit(cyd, "GET", "/v1/waitlist/"+s.entry, nil).problem(404, "not_found")
}

// A member acts by role, is named in the audit log as a member, and what the
// role does not allow the person may still do to what is their own.
func TestMemberActs(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	viewer := h.member(h.org, identity.Viewer, "ada@example.org")
	owner := h.member(h.org, identity.Owner, "olga@example.org")
	s := h.scene()
	h.visit(viewer, "GET", s.event+"/registrations", nil).want(200)
	h.visit(viewer, "POST", "/v1/orders/"+s.order+":cancel", nil).want(200) // her own
	h.visit(viewer, "DELETE", s.event+"/registrations/dan", nil).problem(403, "forbidden")
	made := h.visit(owner, "POST", "/v1/events", h.newEvent(3), "Idempotency-Key: e1").want(201)
	again := h.visit(owner, "POST", "/v1/events", h.newEvent(3), "Idempotency-Key: e1")
	if again.Status != 201 && again.text("code") != "idempotency_key_reused" {
		t.Errorf("repeated: %s", again.Raw)
	}
	row := h.owner("GET", "/v1/events/"+made.text("id")+"/audit", nil).want(200)
	if !strings.HasPrefix(row.text("items", 0, "actor"), "mem_") {
		t.Errorf("actor: %s", row.Raw)
	}
}

// Anyone who is a member of several organizations says for which, unless an event does.
func TestSeveralOrganizations(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	other := h.organization("Other")
	h.member(h.org, identity.Owner, "ada@example.org")
	c := h.member(other, identity.Viewer, "ada@example.org")
	event := h.event(3)
	h.visit(c, "GET", "/v1/events", nil).problem(422, "organization_required").names("Holdfast-Organization")
	if a := h.visit(c, "GET", "/v1/events", nil, "Holdfast-Organization: "+h.org).want(200); len(a.at("items").([]any)) != 1 {
		t.Errorf("events: %s", a.Raw)
	}
	if a := h.visit(c, "GET", "/v1/events", nil, "Holdfast-Organization: "+other).want(200); len(a.at("items").([]any)) != 0 {
		t.Errorf("events of the other: %s", a.Raw)
	}
	h.visit(c, "POST", "/v1/events", h.newEvent(3), "Holdfast-Organization: "+other).problem(403, "forbidden")
	h.visit(c, "GET", "/v1/events", nil, "Holdfast-Organization: org_000000000000").problem(404, "not_found")
	h.visit(c, "PATCH", event, object{"max_guests": 1}).want(200) // the event says which
	h.visit(c, "PATCH", event, object{"max_guests": 2}, "Holdfast-Organization: "+other).want(200)
	if me := h.visit(c, "GET", "/v1/me", nil).want(200); len(me.at("memberships").([]any)) != 2 {
		t.Errorf("me: %s", me.Raw)
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	owner := h.member(h.org, identity.Owner, "olga@example.org")
	body := object{"email": "Grace@example.org", "name": "Grace", "role": "box_office"}
	made := h.visit(owner, "POST", "/v1/members", body, "Idempotency-Key: m1").want(201)
	if again := h.visit(owner, "POST", "/v1/members", body, "Idempotency-Key: m1").want(201); again.text("id") != made.text("id") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("repeated: %s", again.Raw)
	}
	h.visit(owner, "POST", "/v1/members", body).problem(409, "already_member").names("email")
	body["role"] = "owner"
	h.visit(owner, "POST", "/v1/members", body, "Idempotency-Key: m1").problem(422, "idempotency_key_reused")
	h.visit(owner, "POST", "/v1/members", object{"email": "x", "role": "king"}).problem(422, "invalid_request").names("role")
	if last := h.letters[len(h.letters)-1]; last.org != h.org {
		t.Errorf("invitation: %+v", last)
	}
	grace := h.signIn("grace@EXAMPLE.org")
	event := h.event(3)
	h.visit(grace, "POST", event+"/registrations", person("eve")).want(201)
	h.visit(grace, "PATCH", event, object{"max_guests": 1}).problem(403, "forbidden")
	member := "/v1/members/" + made.text("id")
	h.visit(grace, "PATCH", member, object{"role": "owner"}).problem(403, "forbidden")
	if a := h.visit(owner, "PATCH", member, object{"role": "organizer"}).want(200); a.text("name") != "Grace" || a.at("signed_in") != true {
		t.Errorf("changed: %s", a.Raw)
	}
	h.visit(grace, "PATCH", event, object{"max_guests": 1}).want(200)
	h.visit(owner, "DELETE", member, nil).want(200)
	h.visit(grace, "PATCH", event, object{"max_guests": 2}).problem(403, "forbidden")
	h.visit(owner, "DELETE", member, nil).problem(404, "not_found")
	h.visit(owner, "DELETE", "/v1/members/x", nil).problem(404, "not_found")
	foreign := h.key(h.organization("Rival"), identity.Owner)
	self := "/v1/members/" + h.visit(owner, "GET", "/v1/members", nil).want(200).text("items", 0, "id")
	h.send("DELETE", self, foreign, nil).problem(404, "not_found")
	h.visit(owner, "DELETE", self, nil).problem(409, "last_owner")
	h.visit(owner, "PATCH", self, object{"role": "viewer"}).problem(409, "last_owner")
	h.visit(owner, "PATCH", self, object{"name": "Olga"}).want(200)
}

// TestFullOrganization: one member and one key more than there may be are refused, and a
// repetition of the last that was made is not.
func TestFullOrganization(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	for i := range organizations.MaxMembers - 1 {
		m := organizations.Member{ID: fmt.Sprint("mem_full", i), OrgID: h.org, Address: fmt.Sprint("full", i), Role: "door", CreatedAt: 1}
		if err := h.store.Organizations.AddMember(t.Context(), m, nil); err != nil {
			t.Fatal(err)
		}
	}
	last := object{"email": "last@example.org", "role": "door"}
	h.owner("POST", "/v1/members", last, "Idempotency-Key: last").want(201)
	h.owner("POST", "/v1/members", object{"email": "more@example.org", "role": "door"}).problem(409, "member_limit")
	h.owner("POST", "/v1/members", last, "Idempotency-Key: last").want(201)

	have, err := h.store.Organizations.APIKeys(t.Context(), h.org)
	if err != nil {
		t.Fatal(err)
	}
	key := object{"name": "One more", "role": "door"}
	for i := len(have); i < organizations.MaxAPIKeys-1; i++ {
		h.key(h.org, identity.Door)
	}
	made := h.owner("POST", "/v1/api-keys", key, "Idempotency-Key: last").want(201)
	h.owner("POST", "/v1/api-keys", key).problem(409, "api_key_limit")
	h.owner("POST", "/v1/api-keys", key, "Idempotency-Key: last").want(201)
	h.owner("DELETE", "/v1/api-keys/"+made.text("id"), nil).want(200)
	h.owner("POST", "/v1/api-keys", key).want(201)
}

// Owners who remove each other at once leave one.
func TestLastOwnerRace(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	const n = 6
	var ids []string
	for i := range n {
		ids = append(ids, h.owner("POST", "/v1/members", object{"email": fmt.Sprintf("o%d@example.org", i), "role": "owner"}).want(201).text("id"))
	}
	var all sync.WaitGroup
	for _, m := range ids {
		all.Go(func() {
			if err := h.store.Organizations.RemoveMember(t.Context(), h.org, m); err != nil {
				t.Log(err) // one of them is the last
			}
		})
	}
	all.Wait()
	if list := h.owner("GET", "/v1/members", nil).want(200); len(list.at("items").([]any)) != 1 {
		t.Errorf("left: %s", list.Raw)
	}
}

// TestMailOfTheInstallation: members are told where mail goes; strangers are when
// they ask for a link, lest they wait for one that cannot come.
func TestMailOfTheInstallation(t *testing.T) {
	t.Parallel()
	for configured, says := range map[string]string{"": "none", wire.MailNowhere: "none", wire.MailMailbox: "mailbox", wire.MailServer: "server"} {
		h := newTestServer(t, func(c *api.Config) { c.Mail = configured })
		for _, role := range []identity.Role{identity.Owner, identity.Viewer} {
			c := h.member(h.org, role, string(role)+"@example.org")
			if a := h.visit(c, "GET", "/v1/organization", nil).want(200); a.text("mail") != says || a.text("name") != "Test" {
				t.Errorf("configured %q, told the %s: %s", configured, role, a.Raw)
			}
		}
		if a := h.owner("PATCH", "/v1/organization", object{"color": "#0f766e"}).want(200); a.text("mail") != says {
			t.Errorf("changed: %s", a.Raw)
		}
		if a := h.send("POST", "/v1/auth/links", "", object{"email": "nobody@example.org"}).want(202); a.text("mail") != says {
			t.Errorf("configured %q, told who asks for a link: %s", configured, a.Raw)
		}
		if me := h.send("GET", "/v1/me", "", nil).want(200); strings.Contains(me.Raw, `"mail"`) {
			t.Errorf("a stranger is told: %s", me.Raw)
		}
	}
}

// TestDeniedProviders: members are told which payment providers deny access, until
// they do what they are asked for.
func TestDeniedProviders(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	told := func(want string) {
		t.Helper()
		if got := fmt.Sprint(h.owner("GET", "/v1/organization", nil).want(200).at("payment_providers_denied")); got != want {
			t.Errorf("denied are %s, want %s", got, want)
		}
	}
	told("[]")
	now := inventory.At(h.now())
	for _, action := range []string{payments.DeniedPage, payments.DeniedRefund} {
		d := payments.ProviderDenial{OrgID: h.org, Provider: "stripe", Action: action, DeniedAt: now, ToldAt: now}
		if _, err := h.store.Payments.NoteDenial(t.Context(), d, now, nil); err != nil {
			t.Fatal(err)
		}
	}
	told("[stripe]")
	if err := h.store.Payments.EndDenial(t.Context(), h.org, "stripe", payments.DeniedPage, now); err != nil {
		t.Fatal(err)
	}
	told("[stripe]")
	if err := h.store.Payments.EndDenial(t.Context(), h.org, "stripe", payments.DeniedRefund, now); err != nil {
		t.Fatal(err)
	}
	told("[]")
}

func TestOrganizationSettings(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	c := h.member(h.org, identity.Owner, "ada@example.org")
	h.visit(c, "PATCH", "/v1/organization", object{"color": "red"}).problem(422, "invalid_request").names("color")
	h.visit(c, "PATCH", "/v1/organization", object{"name": " "}).problem(422, "invalid_request").names("name")
	if a := h.visit(c, "PATCH", "/v1/organization", object{"color": "#0f766e"}).want(200); a.text("name") != "Test" || a.text("color") != "#0f766e" {
		t.Errorf("changed: %s", a.Raw)
	}
	// Anyone who is not signed in with a passkey cannot ask for one, and lock everybody out.
	h.visit(c, "PATCH", "/v1/organization", object{"passkey_required": true}).problem(403, "passkey_required")
	h.owner("PATCH", "/v1/organization", object{"passkey_required": true}).want(200)
	h.visit(c, "GET", "/v1/events", nil).problem(403, "passkey_required")
	h.visit(c, "GET", h.event(3)+"/registrations", nil).problem(403, "passkey_required")
	me := h.visit(c, "GET", "/v1/me", nil).want(200)
	if me.at("memberships", 0, "passkey_required") != true {
		t.Errorf("me: %s", me.Raw)
	}
	// It is the members' affair: what everybody reads of an organization does not tell it.
	for _, path := range []string{h.event(3), "/v1/public/events"} {
		if a := h.send("GET", path, "", nil).want(200); !strings.Contains(a.Raw, `"#0f766e"`) || strings.Contains(a.Raw, "passkey") {
			t.Errorf("%s: %s", path, a.Raw)
		}
	}
	if a := h.owner("GET", "/v1/organization", nil).want(200); a.at("passkey_required") != true {
		t.Errorf("own organization: %s", a.Raw)
	}
}

// Anyone who signs in and is a member of nothing creates an organization where anyone may, once
// the installation is set up, and is then its owner; elsewhere the answer says who does.
func TestCreateOrganization(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.NewOrganizations = identity.ByAnyone })
	ada := h.signIn("ada@example.org")
	body := object{"name": " Riverside Workshop "}
	h.visit(ada, "POST", "/v1/organizations", body).problem(403, "organizations_by_operator") // nobody has set it up
	h.member(h.org, identity.Owner, "olga@example.org")
	if me := h.visit(ada, "GET", "/v1/me", nil).want(200); me.at("may_create_organization") != true {
		t.Errorf("before: %s", me.Raw)
	}
	h.visit(ada, "POST", "/v1/organizations", object{"name": " "}).problem(422, "invalid_request").names("name")
	h.visit(ada, "POST", "/v1/organizations", object{"name": "a\nb"}).problem(422, "invalid_request").names("name")
	made := h.visit(ada, "POST", "/v1/organizations", body, "Idempotency-Key: o1").want(201)
	org := made.text("organization", "id")
	if made.text("role") != "owner" || made.text("organization", "name") != "Riverside Workshop" {
		t.Errorf("made: %s", made.Raw)
	}
	again := h.visit(ada, "POST", "/v1/organizations", body, "Idempotency-Key: o1").want(201)
	if again.text("organization", "id") != org || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("repeated: %s", again.Raw)
	}
	h.visit(ada, "POST", "/v1/organizations", object{"name": "Other"}, "Idempotency-Key: o1").problem(422, "idempotency_key_reused")
	me := h.visit(ada, "GET", "/v1/me", nil).want(200)
	if list := me.at("memberships").([]any); len(list) != 1 || me.text("memberships", 0, "member_id") != made.text("member_id") {
		t.Errorf("me: %s", me.Raw)
	}
	event := h.visit(ada, "POST", "/v1/events", h.newEvent(3)).want(201)
	if event.text("organization", "id") != org {
		t.Errorf("an event of the new organization: %s", event.Raw)
	}
	h.owner("GET", "/v1/events/"+event.text("id"), nil).problem(404, "not_found")
	for i := range identity.MaxOwned - 1 {
		h.visit(ada, "POST", "/v1/organizations", object{"name": fmt.Sprint("Number ", i)}).want(201)
	}
	h.visit(ada, "POST", "/v1/organizations", object{"name": "One more"}).problem(409, "organization_limit")
	h.visit(ada, "POST", "/v1/organizations", body, "Idempotency-Key: o1").want(201)
	if me := h.visit(ada, "GET", "/v1/me", nil).want(200); me.at("may_create_organization") != false || len(me.at("memberships").([]any)) != identity.MaxOwned {
		t.Errorf("at the bound: %s", me.Raw)
	}

	closed := newTestServer(t)
	closed.member(closed.org, identity.Owner, "olga@example.org")
	bob := closed.signIn("bob@example.org")
	if me := closed.visit(bob, "GET", "/v1/me", nil).want(200); me.at("may_create_organization") != false {
		t.Errorf("by the operator: %s", me.Raw)
	}
	closed.visit(bob, "POST", "/v1/organizations", body).problem(403, "organizations_by_operator")
}
