// Package oidctest stands in for an OpenID Connect provider in tests: an HTTP server that is as
// strict as the standards let a provider be. The redirect address has to be the registered one,
// PKCE is asked for and checked, a code is good once and for a minute, and only for the client whose
// secret comes with it.
package oidctest

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// The client that a provider knows.
const (
	ClientID = "holdfast"
	Secret   = "a-secret:with/odd+characters" //nolint:gosec // of a client that is not there
)

// codeLife is how long a code is good.
const codeLife = time.Minute

// Person is somebody who is signed in at the provider.
type Person struct {
	Subject, Email string
	Verified       any // as email_verified says; nil: it says nothing
}

// Trouble is how a provider misbehaves.
type Trouble string

// The troubles.
const (
	None    Trouble = ""
	Down    Trouble = "down"    // 503, everywhere
	Slow    Trouble = "slow"    // no answer until the caller has gone
	Garbage Trouble = "garbage" // 200 with a page
	NoKeys  Trouble = "no keys" // of all addresses only that of the keys answers 503
)

// grant is a code that was given out.
type grant struct {
	person              Person
	redirect, challenge string
	nonce               string
	at                  time.Time
	used                bool
}

// Provider is a stand-in. It is safe for concurrent use.
type Provider struct {
	URL string // the issuer
	now func() time.Time

	mu       sync.Mutex
	redirect string            // guarded by mu: the one that is registered
	trouble  Trouble           // guarded by mu
	methods  []string          // guarded by mu: how clients authenticate
	person   Person            // guarded by mu: who is signed in
	denied   bool              // guarded by mu: that person says no
	change   func(*Token)      // guarded by mu: of each ID token; nil: none
	bare     bool              // guarded by mu: ID tokens have no address
	key      int               // guarded by mu: which key signs
	codes    map[string]*grant // guarded by mu
	access   map[string]Person // guarded by mu: by access token
	asked    map[string]int    // guarded by mu: calls by path
}

// Token is an ID token before it is signed.
type Token struct {
	Claims map[string]any
	// Alg is how it is signed: RS256; none; HS256 with the secret of the client.
	Alg string
	// Forged: a key signs that is not published.
	Forged bool
}

// Start returns a stand-in that listens on this machine, and what ends it.
func Start(redirect string, now func() time.Time) (p *Provider, stop func()) {
	p = &Provider{now: now, redirect: redirect, methods: []string{"client_secret_basic"}, codes: map[string]*grant{}, access: map[string]Person{}, asked: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /userinfo", p.userinfo)
	server := httptest.NewServer(p.troubled(mux))
	p.URL = server.URL
	return p, server.Close
}

// Behave says how it misbehaves from now on.
func (p *Provider) Behave(t Trouble) { p.set(func() { p.trouble = t }) }

// As says who is signed in at the provider from now on.
func (p *Provider) As(who Person) { p.set(func() { p.person, p.denied = who, false }) }

// Deny has the person say no from now on, until the next As.
func (p *Provider) Deny() { p.set(func() { p.denied = true }) }

// Change changes each ID token before it is signed; nil: none.
func (p *Provider) Change(change func(*Token)) { p.set(func() { p.change = change }) }

// Bare sets that ID tokens have no address, which userinfo has.
func (p *Provider) Bare(bare bool) { p.set(func() { p.bare = bare }) }

// Rotate signs with another key from now on, and publishes that alone.
func (p *Provider) Rotate() { p.set(func() { p.key = 1 - p.key }) }

// Take says how clients authenticate from now on.
func (p *Provider) Take(methods ...string) { p.set(func() { p.methods = methods }) }

// Asked is how often a path was asked for.
func (p *Provider) Asked(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[path]
}

func (p *Provider) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// Visit goes where a browser is sent, as whoever is signed in, and returns what it brings back to
// the redirect address. An error is what a browser would see instead.
func (p *Provider) Visit(address string) (url.Values, error) {
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Get(address) //nolint:noctx // of a test, on this machine
	if err != nil {
		return nil, err
	}
	defer res.Body.Close() //nolint:errcheck // it is over
	to, err := res.Location()
	if err != nil {
		return nil, fmt.Errorf("status %d: %w", res.StatusCode, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !strings.HasPrefix(to.String(), p.redirect+"?") {
		return nil, fmt.Errorf("sent to %s", to)
	}
	return to.Query(), nil
}

// troubled misbehaves before anything is answered.
func (p *Provider) troubled(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		trouble := p.trouble
		p.asked[r.URL.Path]++
		p.mu.Unlock()
		switch {
		case trouble == Slow:
			_, _ = io.Copy(io.Discard, r.Body) // only behind it the server notices that the caller goes
			<-r.Context().Done()
		case trouble == Down, trouble == NoKeys && r.URL.Path == "/keys":
			http.Error(w, "not now", http.StatusServiceUnavailable)
		case trouble == Garbage:
			fmt.Fprint(w, "<h1>It works!</h1>")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // whoever asked has gone
}

func (p *Provider) discovery(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	answer(w, http.StatusOK, map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"userinfo_endpoint": p.URL + "/userinfo", "response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported": []string{"RS256"}, "code_challenge_methods_supported": []string{"S256"},
		"token_endpoint_auth_methods_supported": p.methods, "authorization_response_iss_parameter_supported": true,
	})
}

// authorize sends a browser back with a code. What is wrong with the client or its address is shown,
// and sends nobody anywhere.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := r.URL.Query()
	if q.Get("client_id") != ClientID || q.Get("redirect_uri") != p.redirect {
		http.Error(w, "another client or address", http.StatusBadRequest)
		return
	}
	back := url.Values{"state": {q.Get("state")}, "iss": {p.URL}}
	switch {
	case q.Get("response_type") != "code" || !slices.Contains(strings.Fields(q.Get("scope")), "openid") || len(q.Get("state")) < 16 || len(q.Get("nonce")) < 16,
		q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) != 43:
		back.Set("error", "invalid_request")
	case p.denied || p.person.Subject == "":
		back.Set("error", "access_denied")
		back.Set("error_description", "The person said no.")
	default:
		code := random()
		p.codes[code] = &grant{p.person, q.Get("redirect_uri"), q.Get("code_challenge"), q.Get("nonce"), p.now(), false}
		back.Set("code", code)
	}
	http.Redirect(w, r, p.redirect+"?"+back.Encode(), http.StatusFound)
}

// token exchanges a code.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	refuse := func(status int, code string) {
		answer(w, status, map[string]any{"error": code, "error_description": "of the code " + r.PostFormValue("code")})
	}
	if err := r.ParseForm(); err != nil || r.URL.RawQuery != "" {
		refuse(http.StatusBadRequest, "invalid_request")
		return
	}
	if !p.client(r) {
		refuse(http.StatusUnauthorized, "invalid_client")
		return
	}
	g := p.codes[r.PostForm.Get("code")]
	proof := sha256.Sum256([]byte(r.PostForm.Get("code_verifier")))
	switch {
	case r.PostForm.Get("grant_type") != "authorization_code":
		refuse(http.StatusBadRequest, "unsupported_grant_type")
		return
	case g == nil || g.used || p.now().Sub(g.at) > codeLife || g.redirect != r.PostForm.Get("redirect_uri"),
		len(r.PostForm.Get("code_verifier")) < 43 || base64.RawURLEncoding.EncodeToString(proof[:]) != g.challenge:
		if g != nil {
			g.used = true
		}
		refuse(http.StatusBadRequest, "invalid_grant")
		return
	}
	g.used = true
	access := random()
	p.access[access] = g.person
	answer(w, http.StatusOK, map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": 60, "id_token": p.idToken(g, access)})
}

// client reports whether a call is that of the client, who authenticates in one way of those that
// are taken.
func (p *Provider) client(r *http.Request) bool {
	name, secret, basic := r.BasicAuth()
	if basic {
		n, err1 := url.QueryUnescape(name)
		s, err2 := url.QueryUnescape(secret)
		return err1 == nil && err2 == nil && n == ClientID && s == Secret && slices.Contains(p.methods, "client_secret_basic") && !r.PostForm.Has("client_secret")
	}
	return r.PostForm.Get("client_id") == ClientID && r.PostForm.Get("client_secret") == Secret && slices.Contains(p.methods, "client_secret_post")
}

// idToken signs who somebody is.
func (p *Provider) idToken(g *grant, access string) string {
	hash := sha256.Sum256([]byte(access))
	t := &Token{Alg: "RS256", Claims: map[string]any{
		"iss": p.URL, "sub": g.person.Subject, "aud": ClientID, "nonce": g.nonce, "iat": p.now().Unix(), "exp": p.now().Add(5 * time.Minute).Unix(),
		"at_hash": base64.RawURLEncoding.EncodeToString(hash[:16]),
	}}
	if !p.bare {
		g.person.into(t.Claims)
	}
	if p.change != nil {
		p.change(t)
	}
	return sign(t, p.key)
}

// into adds what is known of a person's address.
func (p *Person) into(claims map[string]any) {
	if p.Email != "" {
		claims["email"] = p.Email
	}
	if p.Verified != nil {
		claims["email_verified"] = p.Verified
	}
}

// pairs are the keys that sign, and one that is never published. They are the same for all tests.
var pairs = sync.OnceValue(func() (pairs [3]*rsa.PrivateKey) {
	for i := range pairs {
		var err error
		if pairs[i], err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
			panic(err) // the machine has no randomness
		}
	}
	return pairs
})

func keyID(key int) string { return fmt.Sprint("key-", key) }

func sign(t *Token, key int) string {
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // of a test's own making
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	text := part(map[string]any{"alg": t.Alg, "typ": "JWT", "kid": keyID(key)}) + "." + part(t.Claims)
	hash := sha256.Sum256([]byte(text))
	var signature []byte
	switch t.Alg {
	case "RS256":
		if t.Forged {
			key = 2
		}
		var err error
		if signature, err = rsa.SignPKCS1v15(rand.Reader, pairs()[key], crypto.SHA256, hash[:]); err != nil {
			panic(err)
		}
	case "HS256":
		mac := hmac.New(sha256.New, []byte(Secret))
		mac.Write([]byte(text))
		signature = mac.Sum(nil)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature)
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	public := pairs()[p.key].PublicKey
	answer(w, http.StatusOK, map[string]any{"keys": []any{map[string]any{
		"kty": "RSA", "use": "sig", "alg": "RS256", "kid": keyID(p.key), "n": base64.RawURLEncoding.EncodeToString(public.N.Bytes()),
		"e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(public.E)).Bytes()),
	}}})
}

func (p *Provider) userinfo(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	who, ok := p.access[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	if !ok {
		answer(w, http.StatusUnauthorized, map[string]any{"error": "invalid_token"})
		return
	}
	claims := map[string]any{"sub": who.Subject}
	if p.person.Subject == "somebody else" { // an answer that was mixed up
		claims["sub"] = p.person.Subject
	}
	who.into(claims)
	answer(w, http.StatusOK, claims)
}

func random() string {
	var b [24]byte
	rand.Read(b[:]) // never returns an error
	return base64.RawURLEncoding.EncodeToString(b[:])
}
