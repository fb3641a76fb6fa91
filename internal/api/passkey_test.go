package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/descope/virtualwebauthn"

	"github.com/holdfast-events/holdfast/internal/identity"
)

var relyingParty = virtualwebauthn.RelyingParty{Name: "Holdfast", ID: "holdfast.test", Origin: "http://holdfast.test"}

// device is an authenticator with one passkey.
type device struct {
	h    *testServer
	auth virtualwebauthn.Authenticator
	key  virtualwebauthn.Credential
}

// options are what a challenge asks.
func options(a *answer) string {
	a.h.t.Helper()
	text, err := json.Marshal(a.at("options"))
	a.h.must(err)
	return string(text)
}

// create answers to the challenge of a new passkey.
func (d *device) create(challenge *answer) object {
	d.h.t.Helper()
	asked, err := virtualwebauthn.ParseAttestationOptions(options(challenge))
	d.h.must(err)
	d.auth.Options.UserHandle = []byte(asked.UserID)
	text := virtualwebauthn.CreateAttestationResponse(relyingParty, d.auth, d.key, *asked)
	d.auth.AddCredential(d.key)
	return object{"challenge_id": challenge.text("challenge_id"), "name": "Phone", "credential": json.RawMessage(text)}
}

// get answers to the challenge of signing in.
func (d *device) get(challenge *answer, rp virtualwebauthn.RelyingParty) object {
	d.h.t.Helper()
	asked, err := virtualwebauthn.ParseAssertionOptions(options(challenge))
	d.h.must(err)
	d.key.Counter++
	text := virtualwebauthn.CreateAssertionResponse(rp, d.auth, d.key, *asked)
	return object{"challenge_id": challenge.text("challenge_id"), "credential": json.RawMessage(text)}
}

func (h *testServer) newDevice() *device {
	h.t.Helper()
	// One key in 128 has a coordinate that begins with a zero, which this device
	// leaves out and no server may take.
	const whole = 77 // bytes of a public key as COSE has it
	key := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	for len(key.Key.AttestationData()) != whole {
		key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	}
	return &device{h: h, auth: virtualwebauthn.NewAuthenticator(), key: key}
}

func TestPasskeys(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	ada := h.signIn("ada@example.org")
	phone := h.newDevice()
	asked := h.visit(ada, "POST", "/v1/me/passkeys/challenge", nil).want(200)
	if !strings.Contains(asked.Raw, `"residentKey":"required"`) || !strings.Contains(asked.Raw, `"userVerification":"required"`) {
		t.Errorf("asked: %s", asked.Raw)
	}
	body := phone.create(asked)
	eve := h.signIn("eve@example.org")
	h.visit(eve, "POST", "/v1/me/passkeys", body).problem(410, "challenge_ended") // another's challenge
	made := h.visit(ada, "POST", "/v1/me/passkeys", body).want(201)
	h.visit(ada, "POST", "/v1/me/passkeys", body).problem(410, "challenge_ended") // answered before
	h.visit(ada, "POST", "/v1/me/passkeys", object{"challenge_id": "chl_x", "credential": object{"id": "x"}}).problem(410, "challenge_ended")
	broken := h.visit(ada, "POST", "/v1/me/passkeys/challenge", nil).want(200)
	h.visit(ada, "POST", "/v1/me/passkeys", object{"challenge_id": broken.text("challenge_id"), "credential": object{"id": "x"}}).problem(401, "passkey_invalid")
	h.visit(ada, "POST", "/v1/me/passkeys", object{"challenge_id": "x"}).problem(422, "invalid_request").names("credential")

	challenge := func() *answer { return h.send("POST", "/v1/auth/passkeys/challenge", "", nil).want(200) }
	answered := phone.get(challenge(), relyingParty)
	in := h.send("POST", "/v1/auth/passkeys", "", answered, "Cookie: "+string(eve)).want(201)
	if in.text("account", "email") != "ada@example.org" || in.text("session", "method") != "passkey" {
		t.Errorf("signed in: %s", in.Raw)
	}
	h.visit(eve, "GET", "/v1/me/sessions", nil).problem(401, "credentials_required") // the session before is over
	h.send("POST", "/v1/auth/passkeys", "", answered).problem(410, "challenge_ended")
	// To another question, from another place, of nobody, by a copy, too late.
	replayed := phone.get(challenge(), relyingParty)
	replayed["challenge_id"] = challenge().text("challenge_id")
	h.send("POST", "/v1/auth/passkeys", "", replayed).problem(401, "passkey_invalid")
	phished := virtualwebauthn.RelyingParty{Name: "Holdfast", ID: "holdfast.test", Origin: "http://evil.test"}
	h.send("POST", "/v1/auth/passkeys", "", phone.get(challenge(), phished)).problem(401, "passkey_invalid")
	stranger := h.newDevice()
	stranger.auth.Options.UserHandle = phone.auth.Options.UserHandle
	h.send("POST", "/v1/auth/passkeys", "", stranger.get(challenge(), relyingParty)).problem(401, "passkey_invalid")
	copied := *phone
	copied.key.Counter = 0
	h.send("POST", "/v1/auth/passkeys", "", copied.get(challenge(), relyingParty)).problem(401, "passkey_invalid")
	late := challenge()
	h.later(identity.ChallengeLife)
	h.send("POST", "/v1/auth/passkeys", "", phone.get(late, relyingParty)).problem(410, "challenge_ended")

	if list := h.visit(ada, "GET", "/v1/me/passkeys", nil).want(200); list.text("items", 0, "name") != "Phone" || list.text("items", 0, "used_at") == "" || strings.Contains(list.Raw, "publicKey") {
		t.Errorf("list: %s", list.Raw)
	}
	path := "/v1/me/passkeys/" + made.text("id")
	h.visit(h.signIn("eve@example.org"), "DELETE", path, nil).problem(404, "not_found")
	h.visit(ada, "DELETE", path, nil).want(200)
	h.send("POST", "/v1/auth/passkeys", "", phone.get(challenge(), relyingParty)).problem(401, "passkey_invalid")
}

// Where an organization asks for passkeys, a mailbox alone opens nothing and
// adds no passkey beyond the first.
func TestStaffPasskeys(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	byMail := h.member(h.org, identity.Owner, "ada@example.org")
	h.owner("PATCH", "/v1/organization", object{"passkey_required": true}).want(200)
	h.visit(byMail, "GET", "/v1/events", nil).problem(403, "passkey_required")
	phone := h.newDevice()
	h.visit(byMail, "POST", "/v1/me/passkeys", phone.create(h.visit(byMail, "POST", "/v1/me/passkeys/challenge", nil).want(200))).want(201)
	in := h.send("POST", "/v1/auth/passkeys", "", phone.get(h.send("POST", "/v1/auth/passkeys/challenge", "", nil), relyingParty)).want(201)
	byPasskey := in.cookie()
	h.visit(byPasskey, "GET", "/v1/events", nil).want(200)
	h.visit(byPasskey, "PATCH", "/v1/organization", object{"passkey_required": true}).want(200)
	thief := h.signIn("ada@example.org")
	h.visit(thief, "GET", "/v1/events", nil).problem(403, "passkey_required")
	h.visit(thief, "POST", "/v1/me/passkeys/challenge", nil).problem(403, "passkey_required")
	key := h.visit(thief, "GET", "/v1/me/passkeys", nil).want(200).text("items", 0, "id")
	h.visit(thief, "DELETE", "/v1/me/passkeys/"+key, nil).problem(403, "passkey_required")
	h.visit(byPasskey, "POST", "/v1/me/passkeys/challenge", nil).want(200)
}
