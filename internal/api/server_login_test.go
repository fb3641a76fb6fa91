package api_test

import (
	"context"
	"net/http"
	"strings"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// letter is a one-time link or an invitation that would have been mailed.
type letter struct {
	what       accountmail.Kind
	thing, org string
}

// letter takes the job of a letter as the job queue would.
func (h *testServer) letter(what accountmail.Kind, thing, org string) (database.Job, error) {
	h.letters = append(h.letters, letter{what: what, thing: thing, org: org})
	return database.Job{Kind: "send_account_mail", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}, nil
}

// freshLink takes the job of a fresh link as the job queue would.
func (h *testServer) freshLink(thing, person string) (database.Job, error) {
	kind, ok := identity.KindOf(thing)
	if !ok {
		h.t.Fatalf("no link leads to %q", thing)
	}
	h.renewed = append(h.renewed, h.links.FreshURL(kind, thing, person))
	return database.Job{Kind: "write_letter", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}, nil
}

// cookie is the cookie of a session, as a browser sends it.
type cookie string

// token is the token of the last letter of a kind.
func (h *testServer) token(what accountmail.Kind, p identity.Purpose) string {
	h.t.Helper()
	for i := len(h.letters) - 1; i >= 0; i-- {
		if h.letters[i].what == what {
			return h.links.OneTime(p, h.letters[i].thing)
		}
	}
	h.t.Fatalf("no letter %s", what)
	return ""
}

// signInToken asks for a link and returns its token.
func (h *testServer) signInToken(email string) string {
	h.t.Helper()
	h.send("POST", "/v1/auth/links", "", object{"email": email}).want(202)
	return h.token(accountmail.SignInMail, identity.ForSignIn)
}

// signIn signs somebody in. It asks the store for the link, which has no limit
// per address.
func (h *testServer) signIn(email string) cookie {
	h.t.Helper()
	link := organizations.SignInLink{
		ID: h.ids.Top(id.SignIn), Purpose: "sign_in", Address: address.Fold(email), Email: email,
		CreatedAt: instantOf(h.now()), ExpiresAt: instantOf(h.now().Add(identity.SignInLife)),
	}
	err := h.store.Accounts.CreateSignInLink(context.Background(), link, nil)
	h.must(err)
	return h.send("POST", "/v1/auth/sessions", "", object{"token": h.links.OneTime(identity.ForSignIn, link.ID)}).want(201).cookie()
}

// cookie is the cookie that an answer sets.
func (a *answer) cookie() cookie {
	a.h.t.Helper()
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if c.Name == "holdfast" {
			return cookie(c.Name + "=" + c.Value)
		}
	}
	a.h.t.Fatalf("%s: no cookie: %s", a.what, a.Raw)
	return ""
}

// visit makes a request as a browser with a cookie does from our own pages.
func (h *testServer) visit(c cookie, method, path string, body any, headers ...string) *answer {
	h.t.Helper()
	return h.send(method, path, "", body, append([]string{"Cookie: " + string(c), "Sec-Fetch-Site: same-origin"}, headers...)...)
}

// member signs a member of an organization in, whom it adds.
func (h *testServer) member(org string, r identity.Role, email string) cookie {
	h.t.Helper()
	h.must(h.store.Organizations.AddMember(context.Background(), organizations.Member{
		ID: h.ids.Top(id.Member), OrgID: org, Address: strings.ToLower(email), Email: email, Role: string(r), CreatedAt: 1,
	}, nil))
	return h.signIn(email)
}
