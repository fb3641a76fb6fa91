package api_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/oidc"
	"github.com/holdfast-events/holdfast/internal/oidc/oidctest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// vouched is a server whose members may sign in with a provider.
type vouched struct {
	*testServer
	other *oidctest.Provider
	// elsewhere is another server of the same installation.
	elsewhere http.Handler
}

func newVouched(t *testing.T, url string, change ...func(*oidc.Config, *api.Config)) *vouched {
	t.Helper()
	v := &vouched{}
	other, stop := oidctest.Start("http://holdfast.test/sign-in/oidc", func() time.Time { return v.now() })
	t.Cleanup(stop)
	v.other = other
	var shared api.Config
	v.testServer = newTestServerAt(t, url, func(c *api.Config) {
		settings := oidc.Config{
			Issuer: other.URL, ClientID: oidctest.ClientID, ClientSecret: oidctest.Secret, Redirect: "http://holdfast.test/sign-in/oidc",
			Name: "Keycloak", Private: true, Now: c.Now, Timeout: 4 * time.Second,
		}
		for _, more := range change {
			more(&settings, c)
		}
		var err error
		if c.OIDC, err = oidc.New(settings); err != nil {
			t.Fatal(err)
		}
		shared = *c
	})
	var err error
	v.elsewhere, err = api.New(shared)
	v.must(err)
	return v
}

// begun begins to sign in, goes to the provider, and returns the cookie of the browser with what it
// brings back.
func (v *vouched) begun() (cookie string, back object) {
	v.t.Helper()
	a := v.send("POST", "/v1/auth/oidc", "", nil).want(200)
	for _, line := range a.Header.Values("Set-Cookie") {
		if text, ok := strings.CutPrefix(line, "holdfast-oidc="); ok {
			if !strings.Contains(line, "HttpOnly") || !strings.Contains(line, "SameSite=Lax") || !strings.Contains(line, "Max-Age=600") {
				v.t.Errorf("the cookie: %s", line)
			}
			cookie, _, _ = strings.Cut(text, ";")
		}
	}
	said, err := v.other.Visit(a.text("url"))
	v.must(err)
	back = object{}
	for _, name := range []string{"state", "code", "iss", "error"} {
		if text := said.Get(name); text != "" {
			back[name] = text
		}
	}
	return "Cookie: holdfast-oidc=" + cookie, back
}

func (v *vouched) finish(cookie string, back object) *answer {
	v.t.Helper()
	return v.send("POST", "/v1/auth/oidc/sessions", "", back, cookie)
}

// by signs somebody in who is at the provider.
func (v *vouched) by(who oidctest.Person) *answer {
	v.t.Helper()
	v.other.As(who)
	return v.finish(v.begun())
}

// refused fails the test unless nobody was signed in.
func (v *vouched) refused(a *answer, status int, code string) *answer {
	v.t.Helper()
	for _, line := range a.Header.Values("Set-Cookie") {
		if strings.HasPrefix(line, "holdfast=") {
			v.t.Errorf("a session: %s", line)
		}
	}
	return a.problem(status, code)
}

// silent fails the test when anything secret is in the log.
func (v *vouched) silent(secrets ...string) {
	v.t.Helper()
	for _, s := range append(secrets, oidctest.Secret) {
		if s != "" && strings.Contains(v.logged.String(), s) {
			v.t.Errorf("%q is in the log: %s", s, v.logged)
		}
	}
}

var provedAda = oidctest.Person{Subject: "s-ada", Email: "Ada@Example.org", Verified: true}

// TestOIDC is the story of a member at a provider: nobody becomes one by it, a verified address
// links once, and from then on the person counts and not the address.
func TestOIDC(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		v := newVouched(t, url)
		if me := v.send("GET", "/v1/me", "", nil).want(200); me.text("oidc_name") != "Keycloak" {
			t.Errorf("me: %s", me.Raw)
		}
		// Nobody has invited her.
		v.refused(v.by(provedAda), 403, "oidc_not_member")
		if _, err := v.store.Accounts.AccountByAddress(t.Context(), "ada@example.org"); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("an account was made: %v", err)
		}
		member := v.owner("POST", "/v1/members", object{"email": "ada@example.org", "name": "Ada", "role": "owner"}).want(201).text("id")
		// Her address is not proven: she might be anybody.
		v.refused(v.by(oidctest.Person{Subject: "s-ada", Email: "ada@example.org", Verified: false}), 403, "oidc_email_unverified")
		in := v.by(provedAda).want(201)
		if in.text("session", "method") != "oidc" || in.text("account", "email") != "ada@example.org" || in.text("memberships", 0, "role") != "owner" {
			t.Errorf("signed in: %s", in.Raw)
		}
		ada := in.cookie()
		v.visit(ada, "GET", "/v1/events", nil).want(200)
		links := v.visit(ada, "GET", "/v1/me/oidc-links", nil).want(200)
		if links.text("items", 0, "provider") != "Keycloak" || links.text("items", 0, "subject") != "s-ada" || links.text("items", 0, "email") != "Ada@Example.org" || links.text("items", 0, "issuer") != v.other.URL {
			t.Errorf("links: %s", links.Raw)
		}
		// Her address changes there, to that of another member, and is not proven any more: she stays who she is.
		v.owner("POST", "/v1/members", object{"email": "boss@example.org", "role": "owner"}).want(201)
		moved := v.by(oidctest.Person{Subject: "s-ada", Email: "boss@example.org", Verified: true}).want(201)
		if moved.text("account", "id") != in.text("account", "id") {
			t.Errorf("moved to another account: %s", moved.Raw)
		}
		v.by(oidctest.Person{Subject: "s-ada"}).want(201)
		// Somebody else gets her address there, as after she has left: that person is not her.
		v.refused(v.by(oidctest.Person{Subject: "s-eve", Email: "ada@example.org", Verified: true}), 409, "oidc_linked_otherwise")
		rows, _ := v.securityLog(ada, "")
		for _, want := range []string{"oidc_linked", "signed_in oidc", "sign_in_failed oidc_linked_otherwise"} {
			if !slices.Contains(rows, want) {
				t.Errorf("the security log has no %q: %v", want, rows)
			}
		}
		data := v.visit(ada, "GET", "/v1/me/data", nil).want(200)
		if data.text("oidc_links", 0, "subject") != "s-ada" {
			t.Errorf("her data: %s", data.Raw)
		}

		// She takes the link away: what the provider vouched for ends, and another person can be linked.
		path := "/v1/me/oidc-links/" + links.text("items", 0, "id")
		v.visit(v.signIn("eve@example.org"), "DELETE", path, nil).problem(404, "not_found")
		byMail := v.signIn("ada@example.org")
		v.visit(byMail, "DELETE", "/v1/me/oidc-links/x", nil).problem(404, "not_found")
		v.visit(byMail, "DELETE", path, nil).want(200)
		v.visit(byMail, "DELETE", path, nil).problem(404, "not_found")
		v.visit(ada, "GET", "/v1/me/sessions", nil).problem(401, "credentials_required")
		v.visit(byMail, "GET", "/v1/events", nil).want(200)
		if rows, _ := v.securityLog(byMail, ""); rows[0] != "oidc_unlinked" {
			t.Errorf("the security log: %v", rows)
		}
		again := v.by(oidctest.Person{Subject: "s-new", Email: "ada@example.org", Verified: "true"}).want(201)
		v.visit(again.cookie(), "DELETE", "/v1/auth/session", nil).want(200)
		v.visit(again.cookie(), "GET", "/v1/me/sessions", nil).problem(401, "credentials_required")
		// Who is a member no more does not come in, linked or not; who is again does.
		v.owner("DELETE", "/v1/members/"+member, nil).want(200)
		v.refused(v.by(oidctest.Person{Subject: "s-new", Email: "ada@example.org", Verified: true}), 403, "oidc_not_member")
		v.owner("POST", "/v1/members", object{"email": "ada@example.org", "role": "viewer"}).want(201)
		v.by(oidctest.Person{Subject: "s-new"}).want(201)
		// Erasing takes the link along.
		erased := v.by(oidctest.Person{Subject: "s-new"}).want(201)
		v.visit(erased.cookie(), "POST", "/v1/me:erase", object{"email": "ada@example.org"}).want(200)
		v.refused(v.by(oidctest.Person{Subject: "s-new"}), 403, "oidc_email_unverified")
		v.silent()
		v.sound()
	})
}

// TestOIDCRefusals: whatever goes wrong has a problem of its own, and changes nothing.
func TestOIDCRefusals(t *testing.T) {
	t.Parallel()
	v := newVouched(t, testdb.SQLite(t), func(c *oidc.Config, _ *api.Config) { c.Domains = []string{"example.org"} })
	v.owner("POST", "/v1/members", object{"email": "ada@example.org", "role": "viewer"}).want(201)
	v.other.As(provedAda)
	var secrets []string
	begun := func() (string, object) {
		cookie, back := v.begun()
		code, _ := back["code"].(string)
		secrets = append(secrets, code, strings.TrimPrefix(cookie, "Cookie: holdfast-oidc="))
		return cookie, back
	}

	cookie, back := begun()
	other, theirs := begun()
	v.refused(v.finish("X: y", back), 401, "oidc_state_invalid") // no browser of ours
	v.refused(v.finish(other, back), 401, "oidc_state_invalid")  // that of somebody else, whom a stranger would sign in as himself
	v.refused(v.finish("Cookie: holdfast-oidc=x", back), 401, "oidc_state_invalid")
	theirs["state"] = back["state"]
	v.refused(v.finish(other, theirs), 401, "oidc_state_invalid")
	v.refused(v.send("POST", "/v1/auth/oidc/sessions", "", back, cookie, "Origin: https://evil.example"), 403, "cross_origin")
	v.finish(cookie, back).want(201)
	v.refused(v.finish(cookie, back), 410, "oidc_state_ended") // replayed
	cookie, back = begun()
	v.later(identity.OIDCLife)
	v.refused(v.finish(cookie, back), 410, "oidc_state_ended") // too late
	cookie, back = begun()
	delete(back, "code")
	v.refused(v.finish(cookie, back), 422, "invalid_request").names("code")
	v.refused(v.finish(cookie, back), 410, "oidc_state_ended") // which used it up
	cookie, back = begun()
	back["code"] = "made-up"
	v.refused(v.finish(cookie, back), 401, "oidc_code_refused")
	cookie, back = begun()
	v.later(2 * time.Minute) // longer than the provider keeps a code
	v.refused(v.finish(cookie, back), 401, "oidc_code_refused")
	cookie, back = begun()
	back["iss"] = "https://other.example"
	v.refused(v.finish(cookie, back), 502, "oidc_answer_invalid")
	v.other.Change(func(t *oidctest.Token) { t.Claims["nonce"] = "another" })
	v.refused(v.finish(begun()), 502, "oidc_answer_invalid")
	v.other.Change(func(t *oidctest.Token) { t.Alg = "none" })
	v.refused(v.finish(begun()), 502, "oidc_answer_invalid")
	v.other.Change(nil)
	v.other.Deny()
	v.refused(v.finish(v.begun()), 403, "oidc_denied")
	for said, want := range map[string]string{"temporarily_unavailable": "oidc_unavailable", "invalid_scope": "oidc_unavailable", "login_required": "oidc_denied"} {
		cookie, back = v.begun()
		back["error"] = said
		status := map[string]int{"oidc_unavailable": 503, "oidc_denied": 403}[want]
		v.refused(v.finish(cookie, back), status, want)
	}
	v.refused(v.by(oidctest.Person{Subject: "s-ada", Email: "ada@example.net", Verified: true}), 403, "oidc_other_domain")
	v.refused(v.by(oidctest.Person{Subject: "s-eve", Email: "not an address@example.org", Verified: true}), 403, "oidc_email_unverified")
	v.other.As(provedAda)
	for _, trouble := range []oidctest.Trouble{oidctest.Down, oidctest.NoKeys, oidctest.Slow} {
		cookie, back = begun()
		if trouble == oidctest.NoKeys {
			v.other.Rotate() // to one that this server has to ask for
		}
		v.other.Behave(trouble)
		v.refused(v.finish(cookie, back), 503, "oidc_unavailable")
		v.other.Behave(oidctest.None)
	}
	v.by(provedAda).want(201)
	v.silent(secrets...)

	// A provider that is away from the start, and none at all.
	away := newVouched(t, testdb.SQLite(t))
	away.other.Behave(oidctest.Down)
	if a := away.send("POST", "/v1/auth/oidc", "", nil).problem(503, "oidc_unavailable"); len(a.Header.Values("Set-Cookie")) > 0 {
		t.Errorf("a cookie: %v", a.Header)
	}
	h := newTestServer(t)
	h.send("POST", "/v1/auth/oidc", "", nil).problem(404, "oidc_off")
	h.send("POST", "/v1/auth/oidc/sessions", "", object{"state": "x", "code": "y"}).problem(404, "oidc_off")
	h.owner("PATCH", "/v1/organization", object{"oidc_required": true}).problem(422, "invalid_request").names("oidc_required")
	if me := h.send("GET", "/v1/me", "", nil).want(200); strings.Contains(me.Raw, "oidc_name") {
		t.Errorf("me: %s", me.Raw)
	}
}

// TestOIDCElsewhere: a sign-in that has begun at one server is finished at another, once, and of two
// browsers that come at once with the same person for the first time both come in.
func TestOIDCElsewhere(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		v := newVouched(t, url)
		v.owner("POST", "/v1/members", object{"email": "ada@example.org", "role": "viewer"}).want(201)
		v.other.As(provedAda)
		cookie, back := v.begun()
		here := v.handler
		v.handler = v.elsewhere
		in := v.finish(cookie, back).want(201)
		v.handler = here
		v.refused(v.finish(cookie, back), 410, "oidc_state_ended")
		v.visit(in.cookie(), "GET", "/v1/me/oidc-links", nil).want(200)
		link := v.visit(in.cookie(), "GET", "/v1/me/oidc-links", nil).text("items", 0, "id")
		v.visit(v.signIn("ada@example.org"), "DELETE", "/v1/me/oidc-links/"+link, nil).want(200)

		const browsers = 4
		signed := make(chan error, browsers)
		for range browsers {
			go func() {
				session, _ := identity.NewSession(v.ids, "", identity.ByOIDC, "", v.now())
				open := func() error {
					_, err := v.store.Accounts.SignInByOIDC(context.Background(), organizations.OIDCPerson{Issuer: "i", Subject: "s", Address: "ada@example.org", Email: "ada@example.org"},
						v.ids.Top(id.OIDCLink), v.ids.Top(id.Account), session, nil)
					return err
				}
				err := open()
				if errors.Is(err, database.ErrConflict) {
					err = open()
				}
				signed <- err
			}()
		}
		for range browsers {
			if err := <-signed; err != nil {
				t.Errorf("at once: %v", err)
			}
		}
		if links := v.visit(v.signIn("ada@example.org"), "GET", "/v1/me/oidc-links", nil).want(200); len(links.at("items").([]any)) != 1 {
			t.Errorf("links: %s", links.Raw)
		}
		v.sound()
	})
}

// TestStaffOIDC: where an organization asks for the provider, neither a mailbox nor a passkey is
// enough, and an owner comes in by the command line when the provider is down.
func TestStaffOIDC(t *testing.T) {
	t.Parallel()
	v := newVouched(t, testdb.SQLite(t))
	byMail := v.member(v.org, identity.Owner, "ada@example.org")
	phone := v.newDevice()
	v.visit(byMail, "POST", "/v1/me/passkeys", phone.create(v.visit(byMail, "POST", "/v1/me/passkeys/challenge", nil).want(200))).want(201)
	byPasskey := v.send("POST", "/v1/auth/passkeys", "", phone.get(v.send("POST", "/v1/auth/passkeys/challenge", "", nil), relyingParty)).want(201).cookie()
	// Whoever is not signed in with it cannot ask for it, and lock everybody out.
	v.visit(byMail, "PATCH", "/v1/organization", object{"oidc_required": true}).problem(403, "oidc_required")
	in := v.by(provedAda).want(201)
	byProvider := in.cookie()
	v.visit(byProvider, "PATCH", "/v1/organization", object{"oidc_required": true, "passkey_required": true}).problem(422, "invalid_request").names("oidc_required")
	if a := v.visit(byProvider, "PATCH", "/v1/organization", object{"oidc_required": true}).want(200); a.at("oidc_required") != true {
		t.Errorf("organization: %s", a.Raw)
	}
	v.owner("PATCH", "/v1/organization", object{"passkey_required": true}).problem(422, "invalid_request").names("passkey_required")
	v.visit(byMail, "GET", "/v1/events", nil).problem(403, "oidc_required")
	v.visit(byPasskey, "GET", "/v1/events", nil).problem(403, "oidc_required")
	if me := v.visit(byPasskey, "GET", "/v1/me", nil).want(200); me.at("memberships", 0, "oidc_required") != true {
		t.Errorf("me: %s", me.Raw)
	}
	v.visit(byProvider, "GET", "/v1/events", nil).want(200)
	v.owner("GET", "/v1/events", nil).want(200) // a key is no person
	link := v.visit(byMail, "GET", "/v1/me/oidc-links", nil).want(200).text("items", 0, "id")
	v.visit(byMail, "DELETE", "/v1/me/oidc-links/"+link, nil).problem(403, "oidc_required")

	// The provider is down, and whoever runs the server lets the owner in.
	v.other.Behave(oidctest.Down)
	recovery := organizations.SignInLink{
		ID: v.ids.Top(id.SignIn), Purpose: organizations.ForRecovery, Address: "ada@example.org", Email: "ada@example.org",
		CreatedAt: inventory.At(v.now()), ExpiresAt: inventory.At(v.now().Add(identity.SignInLife)),
	}
	v.must(v.store.Accounts.CreateSignInLink(t.Context(), recovery, nil))
	_, token, _ := strings.Cut(v.links.OneTimeURL(identity.ForRecovery, recovery.ID), "#")
	_, mailed, _ := strings.Cut(v.links.OneTimeURL(identity.ForSignIn, recovery.ID), "#")
	v.send("POST", "/v1/auth/sessions", "", object{"token": mailed}).problem(401, "one_time_link_invalid") // a link of a mail does not become one
	back := v.send("POST", "/v1/auth/sessions", "", object{"token": token}).want(201)
	if back.text("session", "method") != "recovery" || back.at("memberships", 0, "oidc_required") != false {
		t.Errorf("recovered: %s", back.Raw)
	}
	v.send("POST", "/v1/auth/sessions", "", object{"token": token}).problem(410, "one_time_link_ended")
	if rows, _ := v.securityLog(back.cookie(), ""); !slices.Contains(rows, "signed_in recovery") {
		t.Errorf("the security log: %v", rows)
	}
	v.visit(back.cookie(), "PATCH", "/v1/organization", object{"oidc_required": false}).want(200)
	v.visit(byMail, "GET", "/v1/events", nil).want(200)
	v.sound()
}

// TestOIDCRate: whoever begins too often is told to wait.
func TestOIDCRate(t *testing.T) {
	t.Parallel()
	v := newVouched(t, testdb.SQLite(t), func(_ *oidc.Config, c *api.Config) {
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Address: {PerSecond: 0.001, Burst: 3}, limit.Network: {PerSecond: 0.001, Burst: 100}})
	})
	v.other.As(provedAda)
	cookie, back := v.begun()
	v.refused(v.finish(cookie, back), 403, "oidc_not_member")
	v.begun()
	v.send("POST", "/v1/auth/oidc", "", nil).problem(429, "rate_limited")
	v.finish(cookie, back).problem(429, "rate_limited")
}
